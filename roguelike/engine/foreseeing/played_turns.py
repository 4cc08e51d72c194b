"""Combining the turns played for a reply: bounds, chances, and what everybody will most likely do."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from roguelike.actions import acting
from roguelike.components import actors, vitals
from roguelike.core import trial_rolls
from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import Record, field, replace
from roguelike.core.rng import CHECK_SIDES
from roguelike.effects import targeting
from roguelike.effects.foresight import sampler
from roguelike.effects.foresight.facts import Dark, Leaves
from roguelike.effects.foresight.forecast import UNMET, Outcome, outcomes_in, with_worst, worst_by
from roguelike.effects.foresight.runs import Run
from roguelike.engine.foreseeing.intents import Course, Intent, intents_of
from roguelike.world import changes, ecs, known_level, perception
from roguelike.world.game import NOBODY, Change, Game

Taker = TypeVar("Taker", int, str)
NO_COURSES: Mapping[known_level.Darkness, Sequence[Course]] = {}
NO_RARITY, HARDLY_LESS = 0.25, 0.2
"""The least chance of a death that is shown among many; and that at which one stops to be shown that was: as turns are
played on, a chance wavers, and what is shown is not to."""


class Reply(Record):
    """What an action would lead to by the player's next turn: the act itself, then everybody's answer.

    `you` and `outcomes` are as in a forecast; `death` is the chance of being dead by then; `order` lists who acts or
    may act until then, those who act twice, twice, in the likeliest order, and `certain` says of each entry whether
    nothing in this turn adds, takes or moves it. `ends` maps each creature in view, and the player, to the tiles where
    it may stand then, with their chances: they add up to less than 1 where it may be dead or gone. `probable` is the
    likeliest of them where that hangs on ground never seen, whose chances nobody knows. `samples` is how many turns
    were played, 1 if no die is rolled. `taken` maps creatures to the mean hit points that they take from the player, by
    whatever they began; NOBODY stands for losses without a culprit. `lasting` is the part of it that goes on from
    earlier turns. `things` names the sources of that and of losses that the player causes: "the Fire". `robbed` is the
    chance that an item or gold is stolen from the player. `follows` lists those who come along if the player leaves the
    level, and whether each acts before their next turn there; `pursues` those who come after, and in how many turns.
    `fallen` maps the kinds of creatures that the player calls, such as "a mangy wolf", to the chance that one of them
    dies at once. `likely` lists whose death is no rarity, or was none when less was known and is hardly less likely
    now.
    """

    refused: str | None = None
    you: Outcome = field(default_factory=Outcome)
    death: float = 0.0
    outcomes: Mapping[int, Outcome] = field(default_factory=dict)
    intents: Mapping[int, Sequence[Intent]] = field(default_factory=dict)
    ends: Mapping[int, Mapping[Point, float]] = field(default_factory=dict)
    probable: Mapping[int, Point] = field(default_factory=dict)
    order: Sequence[int] = ()
    certain: Sequence[bool] = ()
    samples: int = 0
    taken: Mapping[int, float] = field(default_factory=dict)
    lasting: Mapping[int, float] = field(default_factory=dict)
    things: Mapping[str, float] = field(default_factory=dict)
    robbed: float = 0.0
    follows: Mapping[int, bool] = field(default_factory=dict)
    pursues: Mapping[int, int] = field(default_factory=dict)
    fallen: Mapping[str, float] = field(default_factory=dict)
    likely: Collection[int] = ()

    def dealt(self, by: int) -> float:
        """Return the mean hit points that a creature takes from the player by what it does in this turn."""
        return self.taken.get(by, 0.0) - self.lasting.get(by, 0.0)

    def may_die(self, entity: int) -> bool:
        """Return whether the death of a creature is no rarity, or was told and is hardly less likely now."""
        outcome = self.outcomes.get(entity)
        is_usual = outcome is not None and outcome.deaths[1] >= NO_RARITY
        return is_usual or entity in self.likely

    @property
    def leaves(self) -> bool:
        """Whether the act takes the player off the level: what waits elsewhere is not foreseen."""
        return Leaves() in self.you.facts


class Played(Run):
    """One turn as it was played: what came of it and of those before, who acted in which order, what everybody did."""

    order: list[int] = field(default_factory=list)
    deeds: dict[int, set[acting.Deed]] = field(default_factory=dict)
    blows: Mapping[int, Mapping[tuple[int, int], int]] = field(default_factory=dict)
    """Hit points that each creature lost, by who is to blame and by which of their blows, hit or miss."""
    struck: Mapping[int, int] = field(default_factory=dict)
    """How many blows each creature struck."""
    rolled: Sequence[trial_rolls.Roll] = ()
    """What everybody rolled, in one of several samples."""
    lasting: Mapping[int, int] = field(default_factory=dict)
    """Hit points that the player lost to what continues from earlier turns, by who began that."""
    landed: Point | None = None
    """Where the player was after their own act."""
    ends: Mapping[int, Point] = field(default_factory=dict)
    """Where each creature in view, and the player, stands at the end; who is dead or gone is missing."""
    things: Mapping[str, int] = field(default_factory=dict)
    is_robbed: bool = False
    """Whether an item or gold was stolen from the player."""
    follows: Mapping[int, bool] = field(default_factory=dict)
    """Those who come along if the player left the level, and whether each acts before the player's next turn."""
    pursues: Mapping[int, int] = field(default_factory=dict)
    """Those who come after the player if they left the level, and in how many turns."""
    fallen: Collection[str] = ()
    """The kinds of creatures that the player called and that died at once."""
    waited: str | None = None
    """Why the act was refused, if it was, and the turn waited out instead."""
    before: Sequence["Played"] = ()
    """The turns before it, if several were rehearsed, each with what all up to it came to."""

    def after(self, act: int) -> "Played":
        """Return what all up to an act came to; of one that was never reached, what the last turn did."""
        return self.before[act] if act < len(self.before) else self


def summary(
    game: Game,
    rolls: sampler.Sampler[Played],
    courses: Mapping[known_level.Darkness, Sequence[Course]] = NO_COURSES,
    likely: Collection[int] = (),
) -> Reply:
    """Combine the turns that were played; chances come from the sampled ones, and what is ahead from `courses`.

    `likely` are those whose death was so in an earlier estimate.
    """
    turns, sampled, worlds = rolls.weigh(), rolls.sampled, _worlds(rolls)
    deeds = {dark: [turn.deeds for turn in those] for dark, those in worlds.items()}
    concerned = sorted(set[int]().union(*(turn.concerned() for turn in turns)) - {game.player})
    shown = [
        each
        for each in concerned
        if targeting.is_creature(game, each) and perception.sees(game, each)
    ]
    outcomes = chances_in(game, rolls, turns, [game.player, *shown])
    falls = {entity for entity, outcome in outcomes.items() if outcome.kill == UNMET}
    view = in_view(game)
    you = outcomes.pop(game.player)
    order, certain = order_of(game.player, turns, sampled, falls)
    return Reply(
        you=you,
        death=you.kill,
        outcomes=outcomes,
        likely=likely_deaths(outcomes, likely),
        intents={
            entity: intents_of(game, entity, deeds, courses) for entity in view if _is_awake(entity)
        },
        ends=_ends(view, turns, outcomes | {game.player: you}),
        probable=_probable(view, worlds),
        order=order,
        certain=certain,
        samples=rolls.played or len(sampled),
        taken=_means([turn.losses.get(game.player, {}) for turn in sampled]),
        lasting=_means([turn.lasting for turn in sampled]),
        things=_means([turn.things for turn in sampled]),
        robbed=sum(turn.is_robbed for turn in sampled) / len(sampled),
        follows={entity: acts for turn in sampled for entity, acts in turn.follows.items()},
        pursues={entity: turns for turn in sampled for entity, turns in turn.pursues.items()},
        fallen=_means([dict.fromkeys(turn.fallen, 1) for turn in sampled]),
    )


def _worlds(rolls: sampler.Sampler[Played]) -> dict[known_level.Darkness, Sequence[Played]]:
    """Return the turns that tell what is likely, by what ground never seen is in them."""
    kinds = (known_level.Darkness.SHUT, known_level.Darkness.OPEN)
    return {dark: rolls.kinds[dark].told for dark in kinds if dark in rolls.kinds}


def chances_in(
    game: Game, rolls: sampler.Sampler[Played], turns: list[Played], entities: Collection[int]
) -> dict[int, Outcome]:
    """Combine the turns that were played, weighed, into what comes to some creatures, rare deaths and the worst too."""
    found = outcomes_in(game, entities, rolls, turns, turns)
    for entity, outcome in found.items():
        if outcome.damage[2] > outcome.later[2] or outcome.kill:
            rare = _with_rare_death(entity, outcome, rolls)
            found[entity] = _unsure(with_worst(entity, rare, turns), rolls)
    return found


def fallen(trace: Sequence[Change], game: Game) -> set[str]:
    """Return the kinds of creatures, such as "a mangy wolf", that the player calls and that die, all in one turn."""
    if changes.Spawned not in map(type, trace):
        return set()
    called = {
        change.entity
        for change in trace
        if type(change) is changes.Spawned and change.cause.by == game.player
    }
    return {
        perception.noun(game, change.entity).introduced
        for change in trace
        if type(change) is changes.Died and change.entity in called
    }


RARELY, OFTEN = 0.1, 0.35
"""The chance of death up to which losses are combined, and that from which on deaths are counted; between both have a
part. Of 70 fights the error at 32 turns was then 0.2 points below 3%, 0.3 below 7, 0.4 below 10, 1.1 below 17."""
CHECK: trial_rolls.Die = ("below", CHECK_SIDES, 0)
"""The die of a blow, by which it hits or misses."""
MANY = 256
"""Samples of which it is more exact to count the deaths, however rare."""


def _with_rare_death(entity: int, outcome: Outcome, rolls: sampler.Sampler[Played]) -> Outcome:
    """Return an outcome with a chance of death that is true even if few of the turns came to it, or none.

    Where deaths are rare, what each attacker took in all those turns tells more than how often all of them together
    took enough: blows are combined as if they did not depend on each other, a lone one always.
    """
    hp = ecs.get(entity, vitals.Pools).hp
    sampled = rolls.sampled
    if outcome.damage[2] < hp and sum(worst_by(entity, sampled).values()) < hp:
        return outcome
    told = partial(_chance_of_death, entity, hp, is_healed=bool(outcome.healing[2]))
    if not outcome.dark:
        chance = told(sampled)
        if chance is None or chance < UNMET:
            return outcome
        return replace(outcome, kill=chance if outcome.kill == 1 else min(chance, 1 - sampler.RARE))
    pairs = [(told(each), each) for each in rolls.worlds]
    chances = [
        _counted_deaths(entity, each) if chance is None else chance for chance, each in pairs
    ]
    is_sure = outcome.dark[0] == 1
    least, most = min(chances if is_sure else (*chances, 1 - sampler.RARE)), max(chances)
    kill = most if outcome.kill == outcome.dark[1] else least
    return replace(outcome, kill=kill, dark=(least, most)) if most >= UNMET else outcome


def _chance_of_death(
    entity: int, hp: float, sampled: Sequence[Played], *, is_healed: bool
) -> float | None:
    """Return the chance of a death as blows combine, or between that and their count; None if that is more exact."""
    count = _counted_deaths(entity, sampled)
    is_alone = len({blow for turn in sampled for blow in turn.blows.get(entity, {})}) == 1
    if is_healed or len(sampled) > MANY:
        return None
    combined = _combined(entity, hp, sampled)
    share = (OFTEN - (count + combined) / 2) / (OFTEN - RARELY)
    share = 1.0 if is_alone else max(0.0, min(1.0, share))
    return round(share * combined + (1 - share) * count, 6) if share else None


def _counted_deaths(entity: int, sampled: Sequence[Played]) -> float:
    """Return in which share of some turns somebody dies."""
    return sum(entity in turn.killed for turn in sampled) / len(sampled)


def _combined(entity: int, hp: float, sampled: Sequence[Played]) -> float:
    """Return the chance of losing all hit points if those who take them do so independently of each other."""
    blows = sorted({blow for turn in sampled for blow in turn.blows.get(entity, {})})
    rolls = [rolls_by_blow(turn) for turn in sampled]
    chances = {0: 1.0}
    for blow in blows:
        told = losses_of(
            [
                (rolled.get(blow, ()), turn.blows.get(entity, {}).get(blow, 0))
                for rolled, turn in zip(rolls, sampled, strict=True)
            ]
        )
        chances = _mixed(
            ({min(int(hp), lost + more): 1.0}, chance * odds)
            for lost, chance in chances.items()
            for more, odds in told.items()
        )
    return chances.get(int(hp), 0.0)


Blow = tuple[Sequence[tuple[trial_rolls.Die, int]], int]
"""What was rolled for a blow in one of the turns that were played, and the hit points that somebody lost by it."""


def rolls_by_blow(turn: Played) -> dict[tuple[int, int], list[tuple[trial_rolls.Die, int]]]:
    """Return what was rolled for each blow: a check begins another; none of those whose blows do not fit their checks.

    Blow 0 is whatever comes before the first.
    """
    checks: dict[int, int] = {}
    found: dict[tuple[int, int], list[tuple[trial_rolls.Die, int]]] = {}
    for who, die, value in turn.rolled:
        number = checks[who] = checks.get(who, 0) + (die == CHECK)
        if die == CHECK or die[0] != "below":  # what somebody picks shows in the dice that follow
            found.setdefault((who, number), []).append((die, value))
    fits = {who for who, many in checks.items() if many == turn.struck.get(who, 0)}
    return {blow: rolls for blow, rolls in found.items() if blow[0] in fits}


def losses_of(blows: Sequence[Blow]) -> dict[int, float]:
    """Return the chance of each loss by a blow, from how it went in some turns.

    Every face of its dice counts by its own chance, also where it never fell together with those before: of 32 turns 19
    may hit, and none of them with the highest die. A face that did not fall at all leads to where the nearest one does.
    So the chances come out as if all faces had been tried in turn.
    """
    return _mixed(
        (_falling(those) if die else _counted(those), len(those) / len(blows))
        for die, those in _by_die(blows).items()
    )


def _by_die(blows: Iterable[Blow]) -> dict[trial_rolls.Die | None, list[Blow]]:
    """Group some blows by the die that is rolled next; None for those that are over."""
    found: dict[trial_rolls.Die | None, list[Blow]] = {}
    for blow in blows:
        found.setdefault(blow[0][0][0] if blow[0] else None, []).append(blow)
    return found


def _falling(blows: Sequence[Blow]) -> dict[int, float]:
    """Return the chance of each loss where all roll the same die next: face by face, and by what is rolled after it."""
    if len({lost for _, lost in blows}) == 1:
        return {blows[0][1]: 1.0}
    faces: dict[int, list[Blow]] = {}
    for rolls, lost in blows:
        faces.setdefault(rolls[0][1], []).append((rolls[1:], lost))
    over = {
        face: sum(lost for _, lost in those) / len(those)
        for face, those in faces.items()
        if not any(rolls for rolls, _ in those)
    }
    growth = (over[max(over)] - over[min(over)]) / (max(over) - min(over) or 1) if over else 0.0
    further: dict[int, dict[int, float]] = {}
    for those in _alike(faces):
        further |= dict.fromkeys(those, _further(those))
    parts: list[tuple[Mapping[int, float], float]] = []
    for face, odds in enumerate(trial_rolls.odds_of(blows[0][0][0][0])):
        near = min(faces, key=lambda seen, face=face: (abs(seen - face), seen))  # type: ignore[misc]
        ended = [blow for blow in faces[near] if not blow[0]]
        share = len(ended) / len(faces[near])
        if ended:
            more = round(growth * (face - near))  # as losses grew from the faces that did fall
            parts.append((_counted(ended, more), odds * share))
        parts.append((further[near], odds * (1 - share)))
    return _mixed(parts)


def _alike(faces: Mapping[int, list[Blow]]) -> list[dict[int, list[Blow]]]:
    """Group the faces of a die: those after which the same dice may be rolled lead to the same."""
    groups: list[tuple[set[trial_rolls.Die | None], dict[int, list[Blow]]]] = []
    for face, those in faces.items():
        dice, members = _by_die(those).keys() - {None}, {face: those}
        for group in [group for group in groups if not group[0].isdisjoint(dice)]:
            groups.remove(group)
            dice |= group[0]
            members |= group[1]
        groups.append((dice, members))
    return [members for _, members in groups]


def _further(faces: Mapping[int, Sequence[Blow]]) -> dict[int, float]:
    """Return the chance of each loss after some faces that lead to the same, if anything more is rolled."""
    open_ = [blow for those in faces.values() for blow in those if blow[0]]
    return _mixed((_falling(those), len(those) / len(open_)) for those in _by_die(open_).values())


def _mixed(parts: Iterable[tuple[Mapping[int, float], float]]) -> dict[int, float]:
    """Return the chance of each loss from several sets of chances, each with its share."""
    found: dict[int, float] = {}
    for chances, share in parts:
        for lost, chance in chances.items():
            found[lost] = found.get(lost, 0.0) + share * chance
    return found


def _counted(blows: Sequence[Blow], more: int = 0) -> dict[int, float]:
    """Return the share of each loss among some blows, to which so much is added."""
    counts = Counter(max(0, lost + more) for _, lost in blows)
    return {lost: many / len(blows) for lost, many in counts.items()}


def _unsure(outcome: Outcome, rolls: sampler.Sampler[Played]) -> Outcome:
    """Say of a certain death that it hangs on the dark, where somebody unseen may sway those who bring it."""
    if outcome.deaths[0] < 1 or not rolls.may_be_swayed:
        return outcome
    chance = 1 - sampler.RARE
    told = {Dark(): 1.0, **outcome.facts}
    return replace(outcome, kill=chance, dark=(chance, outcome.deaths[1]), facts=told)


def _means(takings: Sequence[Mapping[Taker, int]]) -> dict[Taker, float]:
    """Return the mean of each amount over some turns, the most first, without those that are 0."""
    total: dict[Taker, float] = {}
    for taken in takings:
        for taker, lost in taken.items():
            total[taker] = total.get(taker, 0.0) + lost / len(takings)
    ranked = sorted(total.items(), key=lambda pair: (-pair[1], pair[0]))
    return {taker: lost for taker, lost in ranked if lost}


def likely_deaths(outcomes: Mapping[int, Outcome], before: Collection[int]) -> frozenset[int]:
    """Return whose death is no rarity, or was none in an earlier estimate and is hardly less likely now."""
    return frozenset(
        each
        for each, outcome in outcomes.items()
        if outcome.deaths[1] >= (HARDLY_LESS if each in before else NO_RARITY)
    )


def in_view(game: Game) -> list[int]:
    """List the creatures in view and the player, by id."""
    return sorted(
        {
            game.player,
            *(each for each in perception.seen_here(game) if targeting.is_creature(game, each)),
        }
    )


def _is_awake(entity: int) -> bool:
    """Return whether it is a creature with a mind that is awake."""
    mind: actors.Mind | None = ecs.row(entity).get(actors.Mind)
    return mind is not None and mind.awake


WHOLE = 1 - 1e-9
"""From here on a sum of chances is 1: hundreds of small ones are off by a hair."""


def _ends(
    creatures: Collection[int], turns: Sequence[Played], outcomes: Mapping[int, Outcome]
) -> dict[int, dict[Point, float]]:
    """Return where each of some creatures may stand in the end, the likeliest tile first.

    They live as likely as their outcomes say, which tell deaths more exactly than these turns alone.
    """
    found: dict[int, dict[Point, float]] = {each: {} for each in creatures}
    for turn in turns:
        for entity, point in turn.ends.items():
            found[entity][point] = found[entity].get(point, 0.0) + turn.weight
    for entity in creatures:
        share = 1.0
        if entity in outcomes and outcomes[entity].kill:
            lived = 1.0 - sum(turn.weight for turn in turns if entity in turn.killed)
            least, most = outcomes[entity].deaths
            share = min(max(lived, 1.0 - most), 1.0 - least) / lived if lived > 0 else 0.0
        ends = found[entity]
        for point in ends:
            ends[point] = ends[point] * share if ends[point] * share < WHOLE else 1.0
    return {
        entity: dict(sorted(ends.items(), key=lambda end: (-end[1], end[0])))
        for entity, ends in found.items()
    }


def _probable(
    creatures: Collection[int], worlds: Mapping[known_level.Darkness, Sequence[Played]]
) -> dict[int, Point]:
    """Return where those will most likely stand who would be elsewhere if ground never seen were of another kind.

    It is where they are if that is open.
    """
    if len(worlds) < 2:
        return {}
    found: dict[int, Point] = {}
    for entity in creatures:
        shut, wide = (_usual_end(entity, turns) for _, turns in sorted(worlds.items()))
        if wide is not None and wide != shut:
            found[entity] = wide
    return found


def _usual_end(entity: int, turns: Sequence[Played]) -> Point | None:
    """Return where a creature stands in most of some turns; None if it is dead or gone in all."""
    ends = Counter([turn.ends[entity] for turn in turns if entity in turn.ends])
    return min(ends, key=lambda end: (-ends[end], end), default=None)


def into_the_dark(game: Game, reply: Reply) -> set[int]:
    """Return who may stand on ground that the player has never seen when they are up again."""
    explored = game.level.explored
    return {each for each, ends in reply.ends.items() if not all(explored[tile] for tile in ends)}


# --- the order of turns

Entry = tuple[int, int]
"""A creature, and which of its acts in the turn it is, counted from 0."""
NEAR_STEPS = 2
"""How far apart the tiles may be where the player lands, if everybody near is to be as near wherever it is."""


def order_of(
    player: int, turns: Sequence[Played], sampled: Sequence[Played], falls: Collection[int]
) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Return who acts or may act, in the likeliest order, and for each whether nothing adds, takes or moves that.

    It is certain for those who acted in every turn that was played, in the same order. It is for nobody if chance
    decides where the player lands, nor for those who `falls` lists: in no turn that was played they died, but they
    would if everybody did their worst. If the player is one of them, for nobody after the first who hurts them.
    """
    likely = Counter([tuple(turn.order) for turn in sampled]).most_common()
    every = dict.fromkeys([each for each, _ in likely] + [tuple(turn.order) for turn in turns])
    orders = [*map(entries, every)]
    merged = list(orders[0])
    for order in orders[1:]:
        _merge(merged, order)
    landed = [turn.landed for turn in turns if turn.landed is not None]
    if any(steps_between(landed[0], point) > NEAR_STEPS for point in landed):
        return tuple(entity for entity, _ in merged), (False,) * len(merged)
    firm = {entry for entry in merged if all(entry in order for order in orders)}
    firm -= {entry for order in orders for entry in _moved(merged, order, firm)}
    firm -= {entry for entry in merged if entry[0] in falls}
    firm = {(each, act) for each, act in firm if all((each, at) in firm for at in range(act))}
    if player in falls:
        takers = worst_by(player, turns).keys()
        first = next((at for at, (entity, _) in enumerate(merged) if entity in takers), 0)
        firm.difference_update(merged[0 if takers & {player, NOBODY} else first + 1 :])
    return tuple(entity for entity, _ in merged), tuple(entry in firm for entry in merged)


def entries(order: Sequence[int]) -> tuple[Entry, ...]:
    """Number the acts of each creature."""
    acts: dict[int, int] = {}
    found = []
    for entity in order:
        act = acts[entity] = acts.get(entity, -1) + 1
        found.append((entity, act))
    return tuple(found)


def _merge(merged: list[Entry], order: Sequence[Entry]) -> None:
    """Insert what an order has besides, each act after the one before it there."""
    place = 0
    for entry in order:
        if entry in merged:
            place = merged.index(entry) + 1
        else:
            merged.insert(place, entry)
            place += 1


def _moved(merged: Sequence[Entry], order: Sequence[Entry], firm: Collection[Entry]) -> set[Entry]:
    """Return those of some acts that come before one in this order that they come after in the other."""
    places = [merged.index(entry) for entry in order if entry in firm]
    return {
        merged[one]
        for at, first in enumerate(places)
        for second in places[at + 1 :]
        if first > second
        for one in (first, second)
    }
