"""The preview is the pipeline: it runs the real handlers on the real world, reads what changed, and undoes it.

Where dice decide, every roll is tried if there are few. Otherwise extreme rolls give the bounds, and evenly spread
samples the means and chances. Nothing is left changed: no component, no index, no entity id, no random stream.

What the act leads to in coming turns, if nobody moves, is `later`, and is part of the most damage; least, mean, chances
and statuses are about the act itself. See `aftermath` for those turns, and `trials` for which rolls are tried.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import islice

from roguelike.core.geometry import Point
from roguelike.core.records import Record, field, replace
from roguelike.core.rng import FixedRolls
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight.facts import Begins, Dark, Dies, Ends, Fact, in_words
from roguelike.effects.foresight.old_fires import spreading_fires
from roguelike.effects.foresight.rehearsal import Act, rehearse, rehearsing, run_prefix
from roguelike.effects.foresight.runs import Describe, Run, note
from roguelike.effects.foresight.sampler import Worlds
from roguelike.effects.foresight.trials import FULL, Precision, TriedAct, all_runs, futures_of
from roguelike.effects.targeting import is_creature
from roguelike.world import ecs
from roguelike.world.changes import EVENTS, Fizzled
from roguelike.world.factions import are_friends
from roguelike.world.game import NOBODY, Change, Game
from roguelike.world.known_level import covers_unseen, minding_the_dark
from roguelike.world.names import sees
from roguelike.world.space import cells_of

Spread = tuple[int, float, int]
"""(least, mean, most) of an amount."""
NOTHING: Spread = (0, 0.0, 0)


class Outcome(Record):
    """What would happen to one creature: hit points as (least, mean, most), chances 0.0 to 1.0.

    `later` is the hit points that fires, clouds and statuses left by the act take in coming turns, if the creature
    stays where the act leaves it; its most is included in the most damage. `staying` is the part of it that only fires
    and clouds take: whoever walks on is spared that. `mana` is the change of mana, negative for losses, with the cost
    of the act. `facts` are whatever else happens, each with its chance, the likeliest first; `notes` are they in words.

    `dark` is the least and most chance of death over what ground never seen may be, if anything here hangs on that;
    `kill` is then the one that is worse for the player.
    """

    damage: Spread = NOTHING
    healing: Spread = NOTHING
    kill: float = 0.0
    statuses: Mapping[str, tuple[float, int]] = field(default_factory=dict)
    later: Spread = NOTHING
    mana: Spread = NOTHING
    facts: Mapping[Fact, float] = field(default_factory=dict)
    staying: Spread = NOTHING
    dark: tuple[float, float] | None = None

    @property
    def notes(self) -> Mapping[str, float]:
        """The facts in words: "loses Hasted"."""
        return in_words(self.facts)

    @property
    def deaths(self) -> tuple[float, float]:
        """The least and most chance of death by the act: they differ only where it hangs on ground never seen."""
        return self.dark or (self.kill, self.kill)

    @property
    def at_once(self) -> Spread:
        """The damage (least, mean, most) without what comes later."""
        least, mean, most = self.damage
        return least, mean, most - self.later[2]

    @property
    def dies_later(self) -> float:
        """The chance of a death in the turns to come."""
        return self.facts.get(Dies(), 0.0)

    @property
    def coming(self) -> dict[str, float]:
        """The statuses that begin in the turns to come, by name, with their chances."""
        return {fact.status: chance for fact, chance in self.facts.items() if type(fact) is Begins}

    @property
    def ending(self) -> dict[str, float]:
        """The statuses that end, by name, with their chances."""
        return {fact.status: chance for fact, chance in self.facts.items() if type(fact) is Ends}


class Forecast(Record):
    """What an action would do: why it is refused, its cells, its path, outcomes by entity id, facts about nobody."""

    refused: str | None = None
    cells: Sequence[Point] = ()
    path: Sequence[Point] = ()
    outcomes: Mapping[int, Outcome] = field(default_factory=dict)
    facts: Mapping[Fact, float] = field(default_factory=dict)

    @property
    def notes(self) -> Mapping[str, float]:
        """The facts in words: "the door is eaten away"."""
        return in_words(self.facts)


def pointless(game: Game, act: Act, user: int) -> str | None:
    """Return why an act would have no effect even with the best of luck; None if it could have one.

    Call it on the level as known. A player's act that reaches unseen ground is never called pointless: that would give
    away what is there.
    """
    start = len(game.trace)

    def happens() -> bool:
        """Return whether anything but looks has changed."""
        return any(type(change) not in EVENTS for change in islice(game.trace, start, None))

    def read(refusal: str | None, changes: Sequence[Change]) -> str | None:
        """Return the reason if nothing but looks changed, else None."""
        if refusal is not None:
            return refusal
        if happens() or (user == game.player and (is_dark() or covers_unseen(game, changes))):
            return None
        reasons = [change.reason for change in changes if isinstance(change, Fizzled)]
        return reasons[0] if reasons else "There is nothing there to affect."

    with minding_the_dark(game) as is_dark:
        return rehearse(game, act, ExtremeRolls(high=True, lucky=True), read, until=happens)


def forecast(
    game: Game,
    act: Act,
    *,
    all_seen: bool = False,
    precision: Precision = FULL,
    describe: Describe | None = None,
    describe_later: Describe | None = None,
) -> Forecast:
    """Foresee an act; leaves the game exactly as it was.

    Args:
        game: the game, in which the act can be performed now.
        act: performs the act and returns why it was refused, if it was.
        all_seen: include creatures that the player does not see.
        precision: how closely to look.
        describe: adds what the numbers do not show; without it, there are facts of later turns only.
        describe_later: likewise, from the changes of the turns to come.
    """
    start, since, dice = len(game.trace), ecs.next_id(), game.rng
    fires = spreading_fires(game, since) if precision.thorough else ()
    with rehearsing(game, dice):
        prefix = run_prefix(game, act)
        if prefix.refusal is not None:
            return Forecast(refused=prefix.refusal)
        begun = Run(1.0)
        note(begun, game.trace[start:], game)
        trial = TriedAct(
            prefix, begun, since, start, describe, describe_later,
            precision.turns, precision.thorough, fires,
        )  # fmt: skip
        lowest = ExtremeRolls(high=False, lucky=False)
        is_fixed = isinstance(dice, FixedRolls)
        first = trial.run(dice if is_fixed else lowest, 1.0, ahead=is_fixed or precision.corners)
        if first.refusal is not None:
            return Forecast(refused=first.refusal)
        runs = futures = [first] if is_fixed else all_runs(trial, lowest, first, precision)
        if not is_fixed and any(run.has_kindled for run in runs):
            futures = futures_of(trial, runs, precision)
    return _summary(game, runs, futures, all_seen=all_seen)


def _summary(game: Game, runs: list[Run], futures: list[Run], *, all_seen: bool) -> Forecast:
    """Combine the runs into outcomes, one for each creature that the player can see."""
    every = runs if futures is runs else (*runs, *futures)
    concerned = sorted(set[int]().union(*(run.concerned() for run in every)))
    shown = [
        entity
        for entity in concerned
        if is_creature(game, entity) and (all_seen or sees(game, entity))
    ]
    outcomes = outcomes_of(shown, runs, futures)
    cells = _cells(runs, outcomes)
    told, later = (_facts((NOBODY,), each).get(NOBODY, {}) for each in (runs, futures))
    told |= {fact: chance for fact, chance in later.items() if fact not in told}
    return Forecast(None, cells, runs[0].path, outcomes, told)


def _cells(runs: Sequence[Run], outcomes: Mapping[int, Outcome]) -> tuple[Point, ...]:
    """List the cells reached in any run, and those of creatures harmed elsewhere: by blows, through water."""
    reached = dict.fromkeys(run.cells for run in runs)  # usually the same cells in every run
    cells = dict.fromkeys(cell for cells in reached for cell in cells)
    for entity, outcome in outcomes.items():
        is_harmed = outcome.damage[2] > outcome.later[2] or outcome.statuses
        here = cells_of(entity) if is_harmed else ()
        if cells.keys().isdisjoint(here):
            cells.update(dict.fromkeys(here))
    return tuple(cells)


def outcomes_of(
    entities: Collection[int], runs: Sequence[Run], futures: Sequence[Run]
) -> dict[int, Outcome]:
    """Combine into outcomes by entity the results of the act in `runs` and of the later turns in `futures`."""
    damage = _spreads(runs, [run.damage for run in runs])
    healing = _spreads(runs, [run.healing for run in runs])
    mana = _spreads(runs, [run.mana for run in runs])
    later = _spreads(futures, [run.later for run in futures])
    staying = _spreads(futures, [run.staying for run in futures])
    deaths, statuses, facts = _deaths(runs), _statuses(runs), _facts(entities, futures)
    found = {}
    for entity in entities:
        least, mean, most = damage.get(entity, NOTHING)
        after = later.get(entity, NOTHING)
        found[entity] = Outcome(
            damage=(least, mean, most + after[2]),
            later=after,
            healing=healing.get(entity, NOTHING),
            kill=_share(deaths.get(entity, 0.0)),
            statuses=statuses.get(entity, {}),
            mana=mana.get(entity, NOTHING),
            facts=facts.get(entity, {}),
            staying=staying.get(entity, NOTHING),
        )
    return found


def in_the_dark(game: Game, outcomes: Mapping[int, Outcome], worlds: Worlds) -> dict[int, Outcome]:
    """Say of outcomes what hangs on the dark: where the same rolls come to something else with it shut and open."""
    pairs = [pair for pair in zip(*worlds, strict=True) if pair[0] is not pair[1]]
    found = dict(outcomes)
    for entity, outcome in outcomes.items():
        if all(shut.befalls(entity) == wide.befalls(entity) for shut, wide in pairs):
            continue
        chances = sorted(_chance_of_death(entity, runs) for runs in worlds)
        dark = chances[0], chances[1]
        is_own = are_friends(game, entity, game.player)
        told = {Dark(): 1.0, **outcome.facts}
        found[entity] = replace(outcome, kill=dark[is_own], dark=dark, facts=told)
    return found


def _chance_of_death(entity: int, runs: Sequence[Run]) -> float:
    """Return the chance of a death among some runs alone."""
    total = sum(run.weight for run in runs)
    return _share(sum(run.weight for run in runs if entity in run.killed) / total)


def _deaths(runs: Sequence[Run]) -> dict[int, float]:
    """Return the chance of death by entity, 0.0 to 1.0."""
    found: dict[int, float] = {}
    for run in runs:
        for entity in run.killed:
            found[entity] = found.get(entity, 0.0) + run.weight
    return found


def _statuses(runs: Sequence[Run]) -> dict[int, dict[str, tuple[float, int]]]:
    """Return (chance, most turns) of each status, by entity and name."""
    found: dict[int, dict[str, tuple[float, int]]] = {}
    for run in runs:
        for entity, begun in run.statuses.items():
            held = found.setdefault(entity, {})
            for name, turns in begun.items():
                chance, most = held.get(name, (0.0, 0))
                held[name] = (chance + run.weight, max(most, turns))
    return {
        entity: {name: (_share(chance), most) for name, (chance, most) in held.items()}
        for entity, held in found.items()
    }


def _facts(entities: Collection[int], runs: Sequence[Run]) -> dict[int, dict[Fact, float]]:
    """Return the chance of each fact by entity, the likeliest first, equally likely ones as they happen."""
    found: dict[int, dict[Fact, float]] = {}
    for run in runs:
        for entity in run.facts.keys() & entities:
            told = found.setdefault(entity, {})
            for fact in run.facts[entity]:
                told[fact] = told.get(fact, 0.0) + run.weight
    return {
        entity: {
            fact: _share(chance) for fact, chance in sorted(told.items(), key=lambda pair: -pair[1])
        }
        for entity, told in found.items()
    }


def _spreads(runs: Sequence[Run], books: Sequence[Mapping[int, int]]) -> dict[int, Spread]:
    """Return (least, mean, most) by entity, from one book of amounts for each run; an absent entity counts as 0."""
    amounts: dict[int, list[int]] = {}
    means: dict[int, float] = {}
    for run, book in zip(runs, books, strict=True):
        weight = run.weight
        for entity, amount in book.items():
            given = amounts.get(entity)
            if given is not None:
                given.append(amount)
                means[entity] += amount * weight
            else:
                amounts[entity] = [amount]
                means[entity] = amount * weight
    found = {}
    for entity, given in amounts.items():
        least, most = min(given), max(given)
        if len(given) < len(runs):
            least, most = min(least, 0), max(most, 0)
        found[entity] = (least, round(means[entity], 6), most)
    return found


def _share(chance: float) -> float:
    """Round a probability, so that adding fractions leaves no noise; never above 1."""
    return min(1.0, round(chance, 9))
