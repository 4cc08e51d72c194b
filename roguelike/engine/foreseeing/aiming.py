"""Forecasts of actions: what each would do, to its giver too, where it may be aimed, and what its outcome is worth.

Where to aim: the tiles at which a spell or thing does the player most good, for the aim screen, counsel and bots.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import combinations
from math import ceil
from typing import TypeVar

from roguelike.actions import acting, moving, paying, senses
from roguelike.components import magic
from roguelike.core import sight, trial_rolls
from roguelike.core.geometry import Point, disc, distance
from roguelike.core.grammar import capital
from roguelike.core.records import State, replace
from roguelike.effects import shapes, targeting
from roguelike.effects.foresight import facts, sampler
from roguelike.effects.foresight.forecast import Forecast, Outcome, Spread, Trial
from roguelike.effects.foresight.rehearsal import Act, rehearse
from roguelike.effects.foresight.runs import Run
from roguelike.effects.foresight.sampler import BRIEF, EXACT, FULL, ROUGHEST, More, Precision
from roguelike.engine.play.yesterday import note_return
from roguelike.engine.telling.reader import facts_of
from roguelike.systems.ai.abilities import harm_of
from roguelike.systems.reputation import may_turn, remember
from roguelike.systems.visibility import view_from
from roguelike.world import changes, factions, known_level, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY, Area, Change, Game, Several, Single, Spot, Targets

__all__ = [
    "BRIEF",
    "EXACT",
    "FULL",
    "ROUGHEST",
    "Forecast",
    "More",
    "Outcome",
    "Precision",
    "Spread",
    "aimable",
    "facts",
    "foresee",
    "harms_own_side",
    "worth",
]

UNTOUCHED = Outcome()
What = TypeVar("What", str, facts.Fact)
STUMBLES = "{1} [is|are] confused: a random step instead"


def foresee(game: Game, actor: int, action: acting.Action, precision: Precision = FULL) -> Forecast:
    """Forecast an action by performing and undoing it; it reveals nothing that its actor does not know.

    An actor that cannot act does nothing; a confused one takes a random step, and the forecast mixes all such steps.
    """
    if actor in game.dead:
        return Forecast(refused=acting.DEAD)
    if not action.foreseen:
        return Forecast(refused="Nobody foresees what a wizard's powers do.")
    if "act" in stats_of(actor).status.forbids:
        return Forecast()
    if not moving.staggers(actor):
        return _foresee(game, actor, action, precision)
    with known_level.as_known(game, actor):
        stumbled = mixed([_foresee(game, actor, step, precision) for step in moving.random_steps()])
    told = {facts.Says(STUMBLES, (perception.noun(game, actor),)): 1.0}
    return replace(stumbled, facts={**told, **stumbled.facts})


class Foresight:
    """A forecast for a screen: at once as well as that goes, and more exactly while the player looks at it.

    What burns takes time, and so do chances where many are struck: few turns are played at first, and few samples. It
    is valid until anything in the game changes.
    """

    def __init__(
        self, game: Game, actor: int, action: acting.Action, turns: int | None = None
    ) -> None:
        """Foresee it as well as that goes at once, for at most so many turns to come."""
        self._game, self._actor = game, actor
        self.told = foresee(game, actor, action, replace(sampler.FIRST, turns=turns))
        self._trial: Trial | None = None
        is_plain = self.told.refused is None and action.is_known(game) and action.foreseen
        # The turns to come of fires and clouds take long to foresee.
        takes_long = self.told.is_rough or any(
            each.staying[2] or each.anyway[2] for each in self.told.outcomes.values()
        )
        if is_plain and takes_long and not moving.staggers(actor):
            with known_level.as_known(game, actor):
                self._trial = _trial(game, actor, action, replace(EXACT, turns=turns))

    @property
    def is_finished(self) -> bool:
        """Whether it will get no better."""
        return self._trial is None

    def refine(self, more: More) -> bool:
        """Work on it as long as there is time for it; return whether it has become better."""
        trial = self._trial
        if trial is None:
            return False
        self._game.enter()
        with known_level.as_known(self._game, self._actor):
            trial.refine(more)
            if not trial.is_finished:
                return False
            self.told = _as_explored(self._game, self._actor, trial.told())
        self._trial = None
        return True


def _foresee(game: Game, actor: int, action: acting.Action, precision: Precision) -> Forecast:
    """Forecast an action of an actor who can act."""
    with known_level.as_known(game, actor):
        if actor == game.player and not action.is_known(game):
            return _unknown(game, actor, action, _act_of(game, actor, action))
        trial = _trial(game, actor, action, precision)
        trial.refine()
        return _as_explored(game, actor, trial.told())


def _act_of(game: Game, actor: int, action: acting.Action) -> Act:
    """Return a function that attempts an action, and returns the reason if it is refused."""
    return lambda: acting.refusal_of(acting.attempt(action, actor, game))


def _trial(game: Game, actor: int, action: acting.Action, precision: Precision) -> Trial:
    """Return an action to be tried; call it on the level as its actor knows it."""
    turns = actor == game.player and _may_turn(game)
    tell, tell_later = (_describe_all, _describe_later) if turns else (describe, None)
    look = view_now if precision.thorough else None
    act = _act_of(game, actor, action)
    return Trial(
        game,
        act,
        actor=actor,
        precision=precision,
        describe=tell,
        describe_later=tell_later,
        look=look,
    )


class _People(State):
    """Whether the player's next deed could change a stance, asked once for all acts of a moment."""

    may_turn: bool


def _may_turn(game: Game) -> bool:
    """Return whether the player's next deed could change a stance; call it on the level as known."""
    moment, caches = (game.turn, game.now, len(game.trace)), game.caches
    found = caches.get(_People, moment) or caches.keep(moment, _People(may_turn(game)))
    return found.may_turn


def view_now(game: Game) -> sight.Mask:
    """Return what the player sees from where they are."""
    here = space.point_of(game.player)
    return game.level.visible if here is None else view_from(game, here)


def mixed(forecasts: Sequence[Forecast]) -> Forecast:
    """Combine the forecasts of equally likely acts into one; a refused act does nothing.

    Creatures to whom nothing happens in any of them are left out.
    """
    listed = {entity: each.outcomes[entity] for each in forecasts for entity in each.outcomes}
    cells = dict.fromkeys(cell for each in forecasts for cell in each.cells)
    outcomes = {
        entity: _mixed_outcome([each.outcomes.get(entity, _without(one)) for each in forecasts])
        for entity, one in sorted(listed.items())
    }
    told = {entity: outcome for entity, outcome in outcomes.items() if outcome != UNTOUCHED}
    return Forecast(None, tuple(cells), (), told, _chances([each.facts for each in forecasts]))


def _without(outcome: Outcome) -> Outcome:
    """Return what comes to a creature by an act that does not touch it: what would come anyway by one that does."""
    coming = outcome.anyway
    return Outcome(
        damage=(0, 0.0, coming[2]),
        later=coming,
        facts=outcome.besides,
        staying=coming,
        anyway=coming,
        besides=outcome.besides,
    )


def _mixed_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """Combine the outcomes of one creature."""
    chances = _chances(
        [{name: held[0] for name, held in each.statuses.items()} for each in outcomes]
    )
    later = _spread([each.later for each in outcomes])
    least, mean, most = _spread([each.at_once for each in outcomes])
    return Outcome(
        # The most at once and the most later may come from different acts; Outcome.at_once takes the sum apart again.
        damage=(least, mean, most + later[2]),
        healing=_spread([each.healing for each in outcomes]),
        kill=_mean([each.kill for each in outcomes]),
        statuses={
            name: (
                chance,
                max(each.statuses[name][1] for each in outcomes if name in each.statuses),
            )
            for name, chance in chances.items()
        },
        later=later,
        mana=_spread([each.mana for each in outcomes]),
        facts=_chances([each.facts for each in outcomes]),
        staying=_spread([each.staying for each in outcomes]),
        anyway=_spread([each.anyway for each in outcomes]),
        besides=_chances([each.besides for each in outcomes]),
        dark=_dark_of(outcomes),
    )


def _dark_of(outcomes: Sequence[Outcome]) -> tuple[float, float] | None:
    """Return the mean least and most chance of death over the dark; None if nothing hangs on it."""
    least, most = (_mean(side) for side in zip(*(each.deaths for each in outcomes), strict=True))
    return None if all(each.dark is None for each in outcomes) else (least, most)


def _mean(chances: Sequence[float]) -> float:
    """Return the mean of some chances."""
    return round(sum(chances) / len(chances), 9)


def _spread(spreads: Sequence[Spread]) -> Spread:
    """Return the least of all, the mean of the means, and the most of all."""
    least, most = min(each[0] for each in spreads), max(each[2] for each in spreads)
    return least, round(sum(each[1] for each in spreads) / len(spreads), 6), most


def _chances(found: Sequence[Mapping[What, float]]) -> dict[What, float]:
    """Return the mean chance of each thing that may happen, the likeliest first; where it does not, it counts as 0."""
    total: dict[What, float] = {}
    for each in found:
        for what, chance in each.items():
            total[what] = total.get(what, 0.0) + chance / len(found)
    ranked = sorted(total.items(), key=lambda pair: -pair[1])
    return {what: round(chance, 9) for what, chance in ranked}


def describe(game: Game, trace: Sequence[Change], run: Run) -> None:
    """Add to a run what the numbers do not show, and what taking back a turn would give and take."""
    run.facts = facts_of(game, trace)
    if changes.TookBack in map(type, trace):
        for change in trace:
            if type(change) is changes.TookBack:
                note_return(game, change, run)


def _describe_all(game: Game, trace: Sequence[Change], run: Run) -> None:
    """Describe what an act does besides numbers, and which factions it turns for or against the player."""
    describe(game, [*trace, *_turned(game, trace)], run)


def _describe_later(game: Game, trace: Sequence[Change], run: Run) -> None:
    """Describe which factions are turned by what follows from an act in coming turns."""
    for fact in facts_of(game, _turned(game, trace)).get(NOBODY, ()):
        run.note(NOBODY, facts.Then(fact))


def _turned(game: Game, trace: Sequence[Change]) -> list[Change]:
    """Let factions remember some changes; return what is said of those that turn for or against the player."""
    start = len(game.trace)
    remember(game, trace)
    return [change for change in game.trace[start:] if type(change) is changes.Told]


def _as_explored(game: Game, actor: int, seen: Forecast) -> Forecast:
    """Remove from a forecast's cells the ground that the player has never seen, unless they see somebody on it.

    The path stays: it crosses only what they see or look across.
    """
    if actor != game.player or seen.refused is not None:
        return seen
    dark = {cell for cell in seen.cells if not game.level.explored[cell]}
    if not dark:
        return seen
    dark.difference_update(*map(space.cells_of, seen.outcomes))
    return replace(seen, cells=tuple(cell for cell in seen.cells if cell not in dark))


def _unknown(game: Game, actor: int, action: acting.Action, act: Act) -> Forecast:
    """Forecast only the path of an unidentified item, or why using it would be refused."""
    luck = trial_rolls.ExtremeRolls(high=True, lucky=True)
    refusal = rehearse(game, act, luck, lambda refusal, _: refusal)
    if refusal is not None:
        return Forecast(refused=refusal)
    aim, delivery = action.aim, action.delivery(game)
    if aim is None or delivery is None or not delivery.aimed:
        return Forecast()
    path = shapes.reach(delivery, actor, aim, Single(actor), game).path
    return Forecast(None, path[-1:], path)


def aimable(game: Game, action: acting.Action) -> tuple[Point, ...]:
    """List the tiles at which an action may be aimed: in sight, in range, and not solid."""
    delivery, here = action.delivery(game), space.point_of(game.player)
    if delivery is None or here is None or delivery.range is None:
        return ()
    with known_level.as_known(game, game.player):
        level = game.level
        # The range of a touch is in steps and not in Euclidean tiles, so that it may be farther.
        reach = delivery.range * (2 if delivery.shape == "touch" else 1)
        near = level.visible & sight.within(level.visible.shape, here, reach)
        solid = [spot for spot in level.screens if near[spot]]
        spots = sight.points(near & level.transparent)
        spots += [spot for spot in solid if paying.is_open_to_aim(level, here, spot)]
        return tuple(spot for spot in sorted(spots) if paying.is_in_range(delivery, here, spot))


def worth(game: Game, seen: Forecast, is_own: Callable[[int], bool] | None = None) -> float:
    """Return the score of a forecast for the player: harm to enemies less harm to their own side.

    Whoever scores many acts of a moment may pass who is on their side, kept from one to the next.
    """
    return (-1000.0 if seen.refused is not None else 0.0) + gain_of(game, seen.outcomes, is_own)


def gain_of(
    game: Game, outcomes: Mapping[int, Outcome], is_own: Callable[[int], bool] | None = None
) -> float:
    """Return what outcomes are worth to the player, in hit points: harm to their own side counts twice."""
    is_own = is_own or partial(factions.are_friends, game, game.player)
    total = 0.0
    for entity, outcome in outcomes.items():
        harm = harm_of(game, entity, outcome)
        total += -2 * harm if is_own(entity) else harm
    return total


def harms_own_side(game: Game, seen: Forecast) -> list[int]:
    """List the ids of those who are not enemies and would be harmed, the player first."""
    return [
        entity
        for entity, outcome in sorted(seen.outcomes.items())
        if is_harm(game, outcome) and factions.are_friends(game, entity, game.player)
    ]


def is_harm(game: Game, outcome: Outcome) -> bool:
    """Return whether an outcome harms: hit points lost now or later, death, or a bad status."""
    if outcome.at_once[2] or outcome.added > 0 or outcome.deaths[1] or outcome.doom > 0:
        return True
    statuses = (game.content.statuses[name] for name in (*outcome.statuses, *outcome.coming))
    return any(status.is_bad for status in statuses)


def status_labels(game: Game, outcomes: Iterable[Outcome]) -> dict[str, str]:
    """Map the statuses of some outcomes to how they are displayed: "afraid" for Feared."""
    named = ((*each.statuses, *each.coming, *each.ending) for each in outcomes)
    templates = {name: game.content.statuses[name] for names in named for name in names}
    return {name: template.label or name for name, template in templates.items()}


def own_death(game: Game, seen: Forecast) -> float:
    """Return the chance that a foreseen command kills the player, 0 to 1."""
    return seen.outcomes.get(game.player, UNTOUCHED).kill


def own_doom(game: Game, seen: Forecast) -> float:
    """Return the chance that the player dies of a foreseen command in later turns, wherever they go then, 0 to 1."""
    own = seen.outcomes.get(game.player, UNTOUCHED)
    return 0.0 if own.staying[2] else max(0.0, own.doom)


def hurts_oneself(game: Game, seen: Forecast) -> bool:
    """Return whether a foreseen command may take hit points from the player, now or later."""
    own = seen.outcomes.get(game.player, UNTOUCHED)
    return own.at_once[2] > 0 or own.added > 0


def hurts_only_oneself(game: Game, seen: Forecast) -> bool:
    """Return whether a foreseen command may hurt the player and does nothing to anybody else."""
    others = (each for entity, each in seen.outcomes.items() if entity != game.player)
    return hurts_oneself(game, seen) and all(each == UNTOUCHED for each in others)


MOST_AIMS, MOST_GAPS = 8, 3
"""Limits on the aims offered: tiles of enemies, and tiles between enemies."""


def best_aims(game: Game, action: acting.Action, precision: Precision = ROUGHEST) -> list[Point]:
    """List useful tiles to aim at, best first: harm to enemies less harm to oneself and friends.

    Those that would hurt oneself come last, however good they are. The forecasts are rough, since they only rank the
    tiles; the chosen one is then shown in full.
    """
    here = space.point_of(game.player)
    if here is None:
        return []

    is_own = cache(partial(factions.are_friends, game, game.player))

    def rank(spot: Point) -> tuple[bool, float, float, Point]:
        """Return the sort key of a tile."""
        seen = foresee(game, game.player, action.at(spot), precision)
        score = worth(game, seen, is_own)
        return hurts_oneself(game, seen), -score, distance(here, spot), spot

    with known_level.as_known(game, game.player):
        return sorted(_candidates(game, action, here), key=rank)


def _candidates(game: Game, action: acting.Action, here: Point) -> list[Point]:
    """List the tiles worth a forecast: those of the nearest enemies, and tiles between that reach more of them."""
    bodies = [space.cells_of(foe) for foe in senses.hostiles_in_view(game)]
    allowed = set(aimable(game, action)) if bodies else set[Point]()
    # Of a large body it takes the first tile in reach: it can be hit although its corner is too far away.
    foes = {next((cell for cell in body if cell in allowed), body[0]) for body in bodies}
    nearest = sorted(foes & allowed, key=lambda spot: (distance(here, spot), spot))[:MOST_AIMS]
    delivery = action.delivery(game)
    if not nearest or delivery is None or not action.is_known(game):
        return nearest
    if not delivery.radius and not (len(nearest) > 1 and _is_area(game, delivery, nearest[0])):
        return nearest

    @cache
    def weight(entity: int) -> int:
        """Return how much reaching a creature counts: 1 for an enemy, -2 for one's own side."""
        return -2 if factions.are_friends(game, entity, game.player) else 1

    def gain(spot: Point) -> int:
        """Return the sum of the weights of the creatures that an aim reaches."""
        return sum(weight(entity) for entity in _reached(game, delivery, spot))

    least = max(map(gain, nearest))
    if delivery.radius:
        # A blast reaches only what is within its radius, so most tiles can be skipped: a quarter of the time.
        near = _counted_near(game, weight, delivery.radius)
        promising = {spot for spot, count in near.items() if count > least} & allowed - foes
        spots = [spot for spot in promising if _reaches_two(spot, foes, delivery.radius)]
    else:
        # A cone or a wall may reach both of two enemies from halfway between them.
        between = {((x + a) // 2, (y + b) // 2) for (x, y), (a, b) in combinations(nearest, 2)}
        spots = list(between & allowed - foes)
    gains = {spot: gain(spot) for spot in spots}
    gaps = [spot for spot in spots if gains[spot] > least]
    return nearest + sorted(gaps, key=lambda s: (-gains[s], distance(here, s), s))[:MOST_GAPS]


NOBODY_IN_REACH = "Nobody is in reach."
ONLY_THE_PEACEFUL = "Only the peaceful are in reach. Again: aim."


def why_no_aim(game: Game, action: acting.Action) -> str:
    """Say why no aim of a command would be of use to the player; "" if one would.

    Of use is what does anything, unless all it does is to harm the player's own side or the peaceful: hitting an enemy,
    helping a friend, changing the ground. What is unidentified, or given while confused, may be anything.
    """
    here = space.point_of(game.player)
    if here is None or not action.is_known(game) or moving.staggers(game.player):
        return ""
    with known_level.as_known(game, game.player):
        area, seen = set(aimable(game, action)), Forecast(refused="")
        hits_the_peaceful = False
        for spot in telling_aims(game, area, here):
            seen = foresee(game, game.player, action.at(spot), ROUGHEST)
            if not _is_of_use(game, seen):
                continue
            if not seen.outcomes or seen.outcomes.keys() - harms_own_side(game, seen):
                return ""
            hits_the_peaceful = True
        if hits_the_peaceful:
            return ONLY_THE_PEACEFUL
        if foes := senses.hostiles_in_view(game):
            return _out_of_reach(game, action, foes, here)
        return (
            here in area and seen.refused
        ) or NOBODY_IN_REACH  # why it would do nothing to oneself


def telling_aims(game: Game, area: frozenset[Point] | set[Point], here: Point) -> list[Point]:
    """List the tiles where an aim may be of use: creatures, then a far, a near and a middling one of each ground."""
    bodies = {cell for each in senses.seen_creatures(game) for cell in space.cells_of(each)}
    found = sorted(bodies & area)
    kinds: dict[tuple[int, bool], list[Point]] = {}
    for spot in sorted(area - bodies - {here}, key=lambda spot: (distance(here, spot), spot)):
        kind = int(game.level.tiles[spot]), bool(game.level.at.get(spot))
        kinds.setdefault(kind, []).append(spot)
    for spots in kinds.values():
        found += dict.fromkeys((spots[-1], spots[0], spots[len(spots) // 2]))
    return [*found, here] if here in area else found


def _is_of_use(game: Game, seen: Forecast) -> bool:
    """Return whether a foreseen aim does anything besides harm to the player's own side."""
    if seen.refused is not None:
        return False
    harmed = {
        each
        for each in harms_own_side(game, seen)
        if each == game.player or factions.acts_for_player(game, each)
    }
    return not harmed or any(
        entity not in harmed or outcome.healing[2] or outcome.ending or outcome.facts
        for entity, outcome in seen.outcomes.items()
    )


def _out_of_reach(game: Game, action: acting.Action, foes: Sequence[int], here: Point) -> str:
    """Say that the nearest enemy cannot be hit, how far it is and how far it may be."""
    away, foe = min(
        (min(distance(here, cell) for cell in space.cells_of(foe)), foe) for foe in foes
    )
    delivery = action.delivery(game)
    name = capital(perception.noun(game, foe).phrase)
    if delivery is None or delivery.range is None or away <= delivery.range:
        return f"{name} cannot be hit from here."
    # In tenths, and never so few that it seems in reach: diagonals are longer than they have steps.
    return f"{name} is {ceil(away * 10) / 10:g} tiles away: out of reach ({delivery.range:g})."


def _reaches_two(spot: Point, foes: set[Point], radius: int) -> bool:
    """Return whether at least two enemies are within a radius of a tile."""
    x, y = spot
    return len(foes.intersection([(x + dx, y + dy) for dx, dy in disc(radius)])) > 1


def _counted_near(game: Game, weight: Callable[[int], int], radius: int) -> Counter[Point]:
    """Count for every tile the worthwhile targets within a radius of it."""
    near: Counter[Point] = Counter()
    for entity in {
        each for each in game.level.blockers.values() if targeting.is_creature(game, each)
    }:
        if weight(entity) > 0:
            cells = space.cells_of(entity)
            near.update({(x + dx, y + dy) for x, y in cells for dx, dy in disc(radius)})
    return near


def _is_area(game: Game, delivery: magic.Delivery, spot: Point) -> bool:
    """Return whether an aim reaches an area and not only whom it strikes first."""
    return isinstance(_targets(game, delivery, spot), Area)


def _targets(game: Game, delivery: magic.Delivery, spot: Point) -> Targets:
    """Return what an aim of the player's reaches."""
    return shapes.reach(delivery, game.player, spot, Single(game.player), game).targets


def _reached(game: Game, delivery: magic.Delivery, spot: Point) -> Sequence[int]:
    """List the creatures that an aim reaches."""
    match _targets(game, delivery, spot):
        case Area() | Spot() as targets:
            return targeting.creatures_in(game, targets, game.player)
        case Single(entity):
            return [entity]
        case Several(entities):
            return entities


def takes_one_there(game: Game, action: acting.Action) -> bool:
    """Return whether the player would end up where a command is aimed, as far as they know."""
    use = action.use(game)
    return use is not None and any(each.takes_one_there for each in use.effects)
