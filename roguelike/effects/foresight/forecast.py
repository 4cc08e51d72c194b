"""The preview is the pipeline: it runs the real handlers on the real world, reads what changed, and undoes it.

Where dice decide, every roll is tried if there are few. Otherwise extreme rolls give the bounds, and evenly spread
samples the means and chances. Nothing is left changed: no component, no index, no entity id, no random stream.

What comes in the turns after the act, if nobody moves, is `later`, and is part of the most damage; least, mean, chances
and statuses are about the act itself. See `coming` for those turns, and `sampler` for which rolls are tried.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import chain, islice, takewhile
from operator import attrgetter
from typing import Any, TypeVar

from roguelike.components import actors, vitals
from roguelike.core import trial_rolls
from roguelike.core.geometry import Point
from roguelike.core.records import Record, field, replace
from roguelike.effects import targeting
from roguelike.effects.foresight import sampler
from roguelike.effects.foresight.coming import Ahead, Look, Skips
from roguelike.effects.foresight.facts import Begins, Dark, Dies, Ends, Fact, in_words
from roguelike.effects.foresight.rehearsal import Act, Prefix, rehearse, rehearsing, run_prefix
from roguelike.effects.foresight.runs import Describe, Run, copy_facts, note
from roguelike.world import changes, ecs, factions, known_level, perception, space
from roguelike.world.game import NOBODY, Change, Game

RunT = TypeVar("RunT", bound=Run)
Spread = tuple[int, float, int]
"""(least, mean, most) of an amount."""
NOTHING: Spread = (0, 0.0, 0)
UNMET = sampler.RARE / 10
"""The chance given for a death that occurred in no rehearsal, but would if everybody did their worst in the same."""


class Outcome(Record):
    """What would happen to one creature: hit points as (least, mean, most), chances 0.0 to 1.0.

    `later` is the hit points lost in the turns to come, nobody acting, if it stays where the act leaves it: by statuses
    that hurt, fires and clouds, whoever began them; its most is included in the most damage. `anyway` is the
    same without the act, from the same dice: what is due to the act is the difference of the means. `staying` is the
    part of `later` that only fires and clouds take: whoever walks on is spared that. `mana` is the change of mana,
    negative for losses, with the cost of the act. `facts` are whatever else happens, each with its chance, the
    likeliest first; `notes` are they in words; `besides` are the deaths and statuses that would come without the act.

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
    anyway: Spread = NOTHING
    besides: Mapping[Fact, float] = field(default_factory=dict)

    @property
    def added(self) -> float:
        """The mean hit points that the act adds to what is lost later; negative for what it spares."""
        return self.later[1] - self.anyway[1]

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
    def doom(self) -> float:
        """The chance by which the act makes a death in the turns to come likelier; negative if it saves from one."""
        return self.dies_later - self.besides.get(Dies(), 0.0)

    @property
    def coming(self) -> dict[str, float]:
        """The statuses that begin in the turns to come because of the act, by name, with their chances."""
        if not self.facts:
            return {}
        found = {fact: chance - self.besides.get(fact, 0.0) for fact, chance in self.facts.items()}
        return {
            fact.status: chance
            for fact, chance in found.items()
            if type(fact) is Begins and chance > 0
        }

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
    is_cut: bool = False
    """Whether what an act leads to in the turns to come was not played, since nobody asked for it."""
    is_rough: bool = False
    """Whether its chances come from few samples."""

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
        return not changes.EVENTS.issuperset(map(type, islice(game.trace, start, None)))

    def read(refusal: str | None, trace: Sequence[Change]) -> str | None:
        """Return the reason if nothing but looks changed, else None."""
        if refusal is not None:
            return refusal
        if happens() or (user == game.player and known_level.covers_unseen(game, trace)):
            return None
        reasons = [change.reason for change in trace if isinstance(change, changes.Fizzled)]
        return reasons[0] if reasons else "There is nothing there to affect."

    with known_level.minding_the_dark(game):
        return rehearse(
            game, act, trial_rolls.ExtremeRolls(high=True, lucky=True), read, until=happens
        )


class Trial:
    """An act being tried with one set of rolls after another; it is valid until anything in the game changes."""

    _cuts_blasts = False

    def __init__(
        self,
        game: Game,
        act: Act,
        *,
        actor: int = NOBODY,
        precision: sampler.Precision = sampler.FULL,
        describe: Describe | None = None,
        describe_later: Describe | None = None,
        skips: Skips | None = None,
        look: Look | None = None,
        suffices: sampler.Suffices | None = None,
    ) -> None:
        """Look at what comes anyway; nothing is tried yet.

        Args:
            game: the game, in which the act can be performed now.
            act: performs the act and returns why it was refused, if it was.
            actor: who acts; what comes for them is told even if the act does not change it.
            precision: how closely to look.
            describe: adds what the numbers do not show; without it, there are facts of later turns only.
            describe_later: likewise, from the changes of the turns to come.
            skips: whether what an act left need not be played on; then the forecast `is_cut`.
            look: what the player sees from where they are; in the turns to come whoever they do not see mends.
            suffices: whether one sample says enough to whoever only compares.
        """
        self.game, self._act, self._describe = game, act, describe
        turns, burning, is_thorough = precision.turns, precision.burning, precision.thorough
        self._make_ahead = partial(
            Ahead,
            game,
            turns,
            burning,
            actor=actor,
            is_thorough=is_thorough,
            describe=describe_later,
            skips=skips,
            look=look,
        )
        kind = actor, turns, burning, is_thorough, describe_later
        self._kind = kind if skips is None else None
        """On what depends what is to come after any act of a moment; None if it hangs on what this one skips."""
        self._attempts: dict[known_level.Darkness, _Attempt] = {}
        self._sampler = sampler.Sampler[Run](
            f"{game.seed}/{game.turn}",
            NOBODY,
            precision=precision,
            suffices=suffices,
            heat=self._attempt().ahead.heat,
        )

    @property
    def is_finished(self) -> bool:
        """Whether there is nothing more to try."""
        return self._sampler.is_finished

    def foreseen(self, *, all_seen: bool = False) -> Forecast:
        """Try it on the level as it is, and return the forecast; the game is left exactly as it was."""
        attempt, rolls = self._attempt(), self._sampler
        with attempt.sharing_the_act():
            rolls.refine(lambda rolls, **_: attempt.play(rolls), self.game.rng, lambda: NOBODY)
        attempt.ahead.settle(rolls.played_in(known_level.Darkness.SHUT))  # of whichever kind it is
        return self.told(all_seen=all_seen)

    def told(self, *, all_seen: bool = False) -> Forecast:
        """Return the forecast, if `all_seen` of creatures too that the player does not see; call it once finished."""
        rolls = self._sampler
        if rolls.refusal is not None:
            return Forecast(refused=rolls.refusal)
        seen = _summary(self.game, rolls, all_seen=all_seen)
        if self._cuts_blasts or rolls.alone is not None:
            seen = replace(seen, facts={Dark(): 1.0, **seen.facts})
        is_cut = any(attempt.ahead.has_skipped for attempt in self._attempts.values())
        return replace(seen, is_cut=is_cut, is_rough=rolls.is_rough)

    def refine(self, more: sampler.More = sampler.forever) -> None:
        """Try it some more times with the dark of each kind, as long as there is time for it."""
        game = self.game
        with sampler.LightAndDark(game, self._attempt) as rehearsed:
            self._sampler.refine(rehearsed.play, game.rng, lambda: NOBODY, more=more)
            self._cuts_blasts |= rehearsed.cuts_blasts
        for dark, attempt in self._attempts.items():
            with known_level.in_the_dark(game, dark) if dark else nullcontext():
                attempt.ahead.settle(self._sampler.played_in(dark))

    def _attempt(self) -> "_Attempt":
        """Return the act as it is tried on the level as it is now, where the dark may be of any kind."""
        dark = known_level.darkness_of(self.game)
        found = self._attempts.get(dark)
        if found is None:
            found = _Attempt(self.game, self._act, self._ahead(), self._describe)
            self._attempts[dark] = found
        return found

    def _ahead(self) -> Ahead:
        """Return what is to come after the act, the same for all acts of a moment of the level as known."""
        game, caches = self.game, self.game.caches
        if self._kind is None or not isinstance(game.level, known_level.KnownLevel):
            return self._make_ahead()
        revision = game.turn, game.now, len(game.trace), ecs.next_id(), self._kind
        return caches.get(Ahead, revision) or caches.keep(revision, self._make_ahead())


class _Attempt:
    """An act as it is rehearsed, with what follows from it."""

    def __init__(self, game: Game, act: Act, ahead: Ahead, describe: Describe | None) -> None:
        """Take the act and what follows it; nothing is done yet."""
        self._game, self._act, self._describe, self.ahead = game, act, describe, ahead
        self._start = 0
        self._begun = Run(1.0)
        self._prefix: Prefix | None = None
        self._followed: set[tuple[Any, ...]] = set()
        """What it left that was played on, where dice fall in the turns to come."""

    @contextmanager
    def sharing_the_act(self) -> Iterator[None]:
        """Act up to the first roll, once for all rehearsals of the block."""
        game, self._start = self._game, len(self._game.trace)
        with rehearsing(game, game.rng):
            self._prefix, self._begun = run_prefix(game, self._act), Run(1.0)
            note(self._begun, game.trace[self._start :], game)
            yield

    def play(self, rolls: sampler.Rolls) -> Run:
        """Act to the end and play on once, and read what changed."""
        assert self._prefix is not None
        run = self._begun.again()
        run.refusal = self._prefix.refusal
        if run.refusal is not None:
            return run

        def read(refusal: str | None, trace: Sequence[Change]) -> Run:
            """Collect the changes by creature."""
            run.refusal = refusal
            game, whole = self._game, self._game.trace[self._start :]
            run.changes = len(whole)
            note(run, trace, game)
            if rolls.like is not None and self._describe is not None:
                copy_facts(rolls.like, run)
            elif self._describe is not None:
                self._describe(game, whole, run)
            self.ahead.follow(run, whole, rolls.then, self._followed, ahead=rolls.ahead)
            return run

        return self._prefix.play(rolls.now, read)


def _summary(game: Game, rolls: sampler.Sampler[Run], *, all_seen: bool) -> Forecast:
    """Combine the runs into outcomes, one for each creature that the player can see.

    Where dice decide who dies, perhaps nobody did their worst in the same run as all others: bounds are to cover that.
    """
    shown = [
        entity
        for entity in sorted(set[int]().union(*map(Run.concerned, rolls.every)))
        if targeting.is_creature(game, entity) and (all_seen or perception.sees(game, entity))
    ]
    known, runs = rolls.known, rolls.weigh()
    futures = rolls.futures(runs)
    outcomes = outcomes_in(game, shown, rolls, runs, futures)
    has_bounds = rolls.precision is not None and rolls.precision.corners and not rolls.exact
    if has_bounds and [run for run in known if run.killed != known[0].killed]:
        outcomes = {each: with_worst(each, told, runs) for each, told in outcomes.items()}
    told = _facts((NOBODY,), runs, futures).get(NOBODY, {})
    path = known[0].path
    for run, other in rolls.pairs:
        if run.differs(other):
            told = {Dark(): 1.0, **told}
            pairs = takewhile(lambda each: each[0] == each[1], zip(path, other.path, strict=False))
            path = tuple(cell for cell, _ in pairs)
    return Forecast(None, _cells(known, outcomes), path, outcomes, told)


def outcomes_in(
    game: Game,
    entities: Collection[int],
    rolls: sampler.Sampler[RunT],
    runs: Sequence[RunT],
    futures: Sequence[RunT],
) -> dict[int, Outcome]:
    """Combine all rehearsals, weighed, into outcomes by entity, and say of each what hangs on the dark.

    That is where the same rolls come to something else with the dark of another kind.
    """
    found = outcomes_of(entities, runs, futures)
    pairs = [(run, other) for run, other in rolls.pairs if run.differs(other)]
    for entity, outcome in found.items() if pairs else ():
        if any(run.befalls(entity) != other.befalls(entity) for run, other in pairs):
            found[entity] = _in_the_dark(game, entity, outcome, rolls.worlds)
    return found


def _cells(runs: Sequence[Run], outcomes: Mapping[int, Outcome]) -> tuple[Point, ...]:
    """List the cells reached in any run, and those of creatures harmed elsewhere: by blows, through water."""
    reached = dict.fromkeys(run.cells for run in runs)  # usually the same cells in every run
    cells = dict.fromkeys(chain.from_iterable(reached))
    for entity, outcome in outcomes.items():
        is_harmed = outcome.damage[2] > outcome.later[2] or outcome.statuses
        here = space.cells_of(entity) if is_harmed else ()
        if cells.keys().isdisjoint(here):
            cells.update(dict.fromkeys(here))
    return tuple(cells)


def outcomes_of(
    entities: Collection[int], runs: Sequence[Run], futures: Sequence[Run]
) -> dict[int, Outcome]:
    """Combine into outcomes by entity the results of the act in `runs` and of the later turns in `futures`."""
    damage, healing, mana = map(partial(_spreads, runs), ("damage", "healing", "mana"))
    later, staying, anyway = map(partial(_spreads, futures), ("later", "staying", "anyway"))
    deaths, statuses = _deaths(runs), _statuses(runs)
    facts = _facts(entities, runs, futures)
    besides = _chances(entities, [(run.besides, run.weight) for run in futures])
    found = {}
    for entity in entities:
        least, mean, most = damage.get(entity, NOTHING)
        usual = later.get(entity, NOTHING)
        after, told = _to_come(entity, (least, most), usual, facts.get(entity, {}), futures)
        stays = staying.get(entity, NOTHING)
        stays = stays[0], stays[1], stays[2] and stays[2] + after[2] - usual[2]
        found[entity] = Outcome(
            damage=(least, mean, most + after[2]),
            later=after,
            healing=healing.get(entity, NOTHING),
            kill=_share(deaths.get(entity, 0.0)),
            statuses=statuses.get(entity, {}),
            mana=mana.get(entity, NOTHING),
            facts=told,
            staying=stays,
            anyway=anyway.get(entity, NOTHING),
            besides=besides.get(entity, {}),
        )
    return found


def _to_come(
    entity: int,
    at_once: tuple[int, int],
    usual: Spread,
    facts: Mapping[Fact, float],
    futures: Sequence[Run],
) -> tuple[Spread, Mapping[Fact, float]]:
    """Widen what somebody loses later to what no extreme shows, never to more than there is; and so their death.

    Where fires spread, the worst turns of several courses may come together: one that returns to where it has burnt out
    burns longer than one that takes all there is. So may the mildest, where a cloud may put out whoever burns, or whom
    it wears down the fire. And whoever heals meanwhile loses most if hard dice do not kill them at once, nor mild ones
    leave little to heal. A sleeper who wakes before it is hurt loses less, and so does who would mend and is drawn by a
    noise, or has less left. Of a death no course has to show what the bounds allow: none is certain then, and none
    impossible.
    """
    least, mean, most = usual
    if not most:
        return usual, facts
    told = [run.coming for run in futures if run.coming is not None]
    least = max(0, least - max((run.startled.get(entity, 0) for run in futures), default=0))
    at_a_time = max((coming.healed.get(entity, 0) for coming in told), default=0)
    healed = at_a_time * max((coming.turns for coming in told), default=0)
    if healed and any(run.is_loud for run in futures) and _mends_at_peace(entity):
        least = max(0, least - healed)
    hp = int(ecs.get(entity, vitals.Pools).hp)
    all_there_is = hp - at_once[0]
    if healed or any(coming.has_burnt for coming in told):
        courses = [coming.by_turn().get(entity, {}) for coming in told]
        turns = set[int]().union(*courses)
        worst = {turn: max(course.get(turn, 0) for course in courses) for turn in turns}
        together = sum(worst.values())
        if healed and any(entity in run.killed or run.kills_later(entity) for run in futures):
            together = max(together, max(worst.values(), default=0) * len(worst))
        if any(coming.drifts or coming.is_broken for coming in told):
            mildest = [min(course.get(turn, 0) for course in courses) for turn in turns]
            least = min(least, sum(mildest))
        most = max(most, min(together, all_there_is + healed))
    chance = facts.get(Dies(), 0.0)
    if chance == 1.0 and least < usual[0]:
        facts = {**facts, Dies(): 1.0 - sampler.RARE}
    elif not chance and usual[2] < most >= all_there_is:
        facts = {**facts, Dies(): sampler.RARE}
    if at_once[1]:
        least = max(0, min(least, hp - at_once[1]))
    return (least, mean, most), facts


def with_worst(entity: int, outcome: Outcome, runs: Sequence[Run]) -> Outcome:
    """Raise the most that a creature may lose to the sum of the most that each other took in any run.

    Perhaps none was rehearsed in which everybody did their worst: hard dice may kill one of them before. Nobody loses
    more than they have and are given, and so much less later; a creature that may lose all of that may die, even if it
    did not in any run; but not by its own bursting.
    """
    (least, mean, most), later = outcome.damage, outcome.later
    hp = int(ecs.get(entity, vitals.Pools).hp)
    together = sum(worst_by(entity, runs).values())
    healing = _healed_most(entity, outcome.healing, min(together, hp), runs)
    all_there_is = hp + healing[2]
    together = min(together, all_there_is)
    unburst = [run for run in runs if entity not in run.gone]
    at_worst = sum(worst_by(entity, unburst).values())
    kill = outcome.kill or (UNMET if at_worst >= all_there_is and not outcome.dark else 0.0)
    facts = outcome.facts
    if later[2] and not kill and at_worst + later[2] >= hp:
        facts = {**facts, Dies(): facts.get(Dies(), UNMET)}
    return replace(
        outcome,
        damage=(least, mean, max(most, together + later[2])),
        healing=healing,
        later=(min(later[0], max(0, hp - together)), *later[1:]),
        facts=facts,
        kill=kill,
    )


def _healed_most(entity: int, healing: Spread, worst: int, runs: Sequence[Run]) -> Spread:
    """Raise the most that a creature is healed to what a new level gives after the worst losses: a share of them."""
    least, mean, most = healing
    for run in runs:
        if entity in run.risen:
            lost, percent = run.risen[entity]
            more = -(-max(0, worst - lost) * percent // 100)
            most = max(most, run.healing[entity] + more)
    return least, mean, most


def worst_by(entity: int, runs: Sequence[Run]) -> dict[int, int]:
    """Return the most that each other took from a creature in any run."""
    worst: dict[int, int] = {}
    for run in runs:
        for taker, lost in run.losses.get(entity, {}).items():
            worst[taker] = max(worst.get(taker, 0), lost)
    return worst


def _mends_at_peace(entity: int) -> bool:
    """Return whether a creature mends while it hunts nobody and is not seen, and only then."""
    row = ecs.row(entity)
    if actors.Mind not in row:  # nothing draws the player
        return False
    nature: actors.Nature = row[actors.Nature]
    return bool(nature.mend_turns) and not nature.regenerates


def _in_the_dark(
    game: Game, entity: int, outcome: Outcome, worlds: Sequence[Sequence[Run]]
) -> Outcome:
    """Say of an outcome that it hangs on the dark, with the chances of death by what that may be."""
    dead = [sum(entity in run.killed for run in runs) / len(runs) for runs in worlds]
    chances = sorted([outcome.kill, *map(_share, dead)])  # extremes alone show what is rare
    dark = chances[0], chances[-1]
    is_own = factions.are_friends(game, entity, game.player)
    told = {Dark(): 1.0, **outcome.facts}
    return replace(outcome, kill=dark[is_own], dark=dark, facts=told)


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


def _facts(
    entities: Collection[int], runs: Sequence[Run], futures: Sequence[Run]
) -> dict[int, dict[Fact, float]]:
    """Return the chance of each fact of the act or of later turns by entity, the likeliest first, then the earliest.

    What comes of the act itself every run tells, not only the few that were played on.
    """
    found = _chances(entities, [(run.facts, run.weight) for run in runs if run.facts])
    books = ((book, run.weight) for run in futures for book in (run.facts, run.to_come) if book)
    for entity, later in _chances(entities, list(books)).items():
        told = {**later, **found.get(entity, {})}
        found[entity] = dict(sorted(told.items(), key=lambda pair: -pair[1]))
    return found


def _chances(
    entities: Collection[int], books: Sequence[tuple[Mapping[int, Mapping[Fact, None]], float]]
) -> dict[int, dict[Fact, float]]:
    """Return the chance of each fact by entity, from one weighted book of facts for each run."""
    found: dict[int, dict[Fact, float]] = {}
    for facts, weight in books:
        for entity in facts.keys() & entities:
            told = found.setdefault(entity, {})
            for fact in facts[entity]:
                told[fact] = told.get(fact, 0.0) + weight
    return {
        entity: {
            fact: _share(chance) for fact, chance in sorted(told.items(), key=lambda pair: -pair[1])
        }
        for entity, told in found.items()
    }


def _spreads(runs: Sequence[Run], what: str) -> dict[int, Spread]:
    """Return (least, mean, most) by entity, from one book of amounts of each run; an absent entity counts as 0."""
    amounts: dict[int, list[int]] = {}
    means: dict[int, float] = {}
    books: list[Mapping[int, int]] = [*map(attrgetter(what), runs)]
    if not any(books):
        return {}
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
