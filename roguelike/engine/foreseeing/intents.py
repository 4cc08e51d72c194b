"""What creatures intend: what they do in this turn, and within a few more if the player then waits.

The one decision: deed, time and place, never direction. Whoever does something to somebody in this turn is said to do
it. Of everybody else it is said when they will, or what they do instead, and both are read from rehearsed turns: the
act and the turns after it. A step toward the player may begin a way round, and a step back the way to the only door.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from roguelike.actions import acting, senses
from roguelike.components import actors
from roguelike.core import sight
from roguelike.core.geometry import Point
from roguelike.core.grammar import counted
from roguelike.core.records import Record, State, replace
from roguelike.engine.foreseeing.blame import hits_on_player
from roguelike.systems.ai.actor import Actor
from roguelike.systems.visibility import HORIZON_TILES, view_from
from roguelike.world import changes, ecs, factions, known_level, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Change, Game

MOST_INTENTS = 8
"""The most possible deeds of a creature that are shown."""
HORIZON_TURNS = 4
"""How many turns are looked ahead: this one and those after it."""
SURE, SELDOM = 0.95, 0.05
"""The least chance of what is said to be done by a turn, and the least of what may be."""
LIKELY = 0.5
MOSTLY = 0.75
"""The least share of the turns to come in which something is done that only the one kind of darkness brings."""
IDLE = frozenset(("moves", "waits", "flees", "cannot"))
"""What is done to nobody."""
HITS_BACK = acting.Deed("hits", what="back")
"""What is said of who harms the player besides its own turns: by a trick, as it is wounded."""
DIES = "dies soon"
"""What is said in place of a deed of who is dead before any."""


class Intent(Record):
    """Something a creature may do, its target, and its chance, 0.0 to 1.0.

    `turns` is within how many turns of the player it is done: 1 before the next one; 0 for what is done to nobody.
    `is_safe` is whether it is an enemy's and does nothing to the player within the horizon; `steps` is how far off
    somebody is who only comes nearer. What is done only if ground never seen is open, or only if it is shut, has that
    kind of `dark`: no die falls for its chance, for nobody knows.
    """

    does: str
    target: int | None
    chance: float
    turns: int = 1
    is_safe: bool = False
    steps: int = 0
    dark: known_level.Darkness | None = None

    @property
    def possible(self) -> str:
        """What it is if nobody knows whether it is done: "may leave view"."""
        verb, _, rest = self.does.partition(" ")
        if self.steps or not verb.endswith("s"):
            return self.does
        return f"may {_PLAIN.get(verb, verb.removesuffix('s'))} {rest}".rstrip()


_PLAIN = {"has": "have"}
"""Verbs without their ending, if they lose more than that."""


def deed_of(game: Game, entity: int, action: acting.Action | None, since: int) -> acting.Deed:
    """Return what a creature is about to do, and to whom.

    Targets with ids from `since` on were called in this very turn: no list has them yet, so the words name them.
    """
    if action is None:
        return acting.Deed("cannot", None, "act")
    deed = action.deed(entity, game)
    if deed.target is None or deed.target < since:
        return deed
    called = perception.noun(game, deed.target).introduced
    return acting.Deed(deed.verb, None, f"{deed.what} at {called}" if deed.what else called)


# --- what a rehearsal records


class Stand(NamedTuple):
    """Where a creature is at the end of a turn, and what it is after: the player, somebody else, or nobody (0)."""

    point: Point
    is_seen: bool
    is_awake: bool
    is_able: bool
    flees: bool
    is_stuck: bool
    prey: int


class Moment(State):
    """The end of a turn: how everybody stands, without those who are dead or gone, and who did what to the player."""

    stands: Mapping[int, Stand]
    upon_you: Mapping[int, acting.Deed]
    you: Point | None
    """Where the player is, if they live."""
    dead: frozenset[int]
    alarms: frozenset[int] = frozenset()
    """Who raised the alarm in the turn."""


Deeds = Mapping[int, Collection[acting.Deed]]
"""What each creature does in a turn."""
Course = Sequence[Moment]
"""What everybody does in some successive turns, in one sample of the dice; it ends with the player."""


def moment_of(
    game: Game,
    creatures: Collection[int],
    deeds: Deeds,
    trace: Sequence[Change],
    start: int,
    lit: sight.Mask | None = None,
) -> Moment:
    """Return how some creatures stand after a turn with these deeds; its changes begin at `start` in those of all.

    Tiles that are `lit` by what the player does not know of are seen, too, as long as nothing is in the way.
    """
    you = None if game.player in game.dead else space.point_of(game.player)
    dead = frozenset(game.dead.intersection(creatures))
    stands = _stands(game, creatures, _in_view(game, lit))
    told = (each.cause for each in trace[start:] if type(each) is changes.Told)
    alarms = frozenset(cause.by for cause in told if cause.kind == "alarm")
    return Moment(stands, _upon_player(game, deeds, trace, start), you, dead, alarms)


def lit_by_the_unknown(game: Game) -> sight.Mask | None:
    """Return the tiles that the player sees now, but not by any light that they know of; None if there are none.

    Ask it of the level as known, before anything is rehearsed: a light that is not known does not shine there.
    """
    here = space.point_of(game.player)
    if here is None:
        return None
    lit = game.level.visible & ~view_from(game, here)
    return lit if sight.any_of(lit) else None


def _in_view(game: Game, lit: sight.Mask | None) -> sight.Mask:
    """Return what the player sees now, with the tiles that are `lit` and have nothing between."""
    level, here = game.level, space.point_of(game.player)
    if lit is None or here is None or "see" in stats_of(game.player).status.forbids:
        return level.visible
    return level.visible | (lit & level.view(here, HORIZON_TILES))


def _stands(game: Game, creatures: Collection[int], visible: sight.Mask) -> dict[int, Stand]:
    """Return how each of some creatures stands now, without those who are dead or gone."""
    found: dict[int, Stand] = {}
    for each in creatures:
        row = ecs.row(each)
        if (
            actors.Mind in row
            and space.is_here(game, each)
            and (point := space.point_of(each)) is not None
        ):
            mind: actors.Mind = row[actors.Mind]
            found[each] = Stand(
                point,
                bool(visible[point]),
                mind.awake,
                "act" not in stats_of(each).status.forbids,
                senses.is_fleeing(each),
                mind.stuck,
                mind.target,
            )
    return found


def _upon_player(
    game: Game, deeds: Deeds, trace: Sequence[Change], start: int
) -> dict[int, acting.Deed]:
    """Return who did something to the player in a turn, and what.

    An enemy's deed is aimed at the player, or anybody's takes something from them or begins something on them: by
    itself, or by what it began in any of the turns, such as a cloud. Who only answers a wound hits back.
    """
    player = game.player
    found = {
        entity: deed
        for entity, done in deeds.items()
        for deed in sorted(done, key=lambda each: each.words)
        if deed.target == player and entity != player
        if senses.reaction(game, entity, player) == "attack"
    }
    for change, goes_on in hits_on_player(game, trace, start):
        by = change.cause.by
        if by in found or by == player or goes_on:
            continue
        if answers(change.cause):
            found[by] = HITS_BACK
        elif by in deeds:
            found[by] = _doing(deeds[by])
    return found


def answers(cause: Cause) -> bool:
    """Return whether something is a creature's answer to what another began."""
    return cause.parent is not None and cause.first().by != cause.by and _is_trick(cause)


def _is_trick(cause: Cause) -> bool:
    """Return whether something follows from a trick."""
    return cause.kind == "trick" or (cause.parent is not None and _is_trick(cause.parent))


def _doing(done: Collection[acting.Deed]) -> acting.Deed:
    """Return the deed by which somebody most probably did something; what they began before may do it, too."""
    active = [deed for deed in done if deed.verb not in IDLE]
    return min(active, key=lambda deed: deed.words, default=acting.Deed("harms"))


# --- what it comes to


def intents_of(
    game: Game,
    entity: int,
    turns: Mapping[known_level.Darkness, Sequence[Deeds]],
    courses: Mapping[known_level.Darkness, Sequence[Course]],
) -> tuple[Intent, ...]:
    """List what a creature may do, the most likely first, from what everybody does in each of some turns.

    With `courses`, also when it will do something to the player if not in this turn, or what it does instead. Both are
    given by what ground never seen is in them. What only open ground brings comes before what only shut ground does: of
    93 whose way hung on that, 55 went where the one showed them, and 20 where the other did.
    """
    every = [turn.get(entity, ()) for those in turns.values() for turn in those]
    found = []
    for deed, count in Counter(deed for turn in every for deed in turn).items():
        if deed.verb not in IDLE or not any(courses.values()):
            now, shares = int(deed.verb not in IDLE), dict[known_level.Darkness, float]()
            if len(turns) > 1:
                shares = {dark: _share(entity, deed, those) for dark, those in turns.items()}
            dark = _only_in(shares, LIKELY)
            found.append(Intent(deed.words, deed.target, count / len(every), now, dark=dark))
    if any(courses.values()):
        busy = sum(any(map(_is_busy, turn)) for turn in every) / len(every)
        found += _ahead(game, entity, courses, 1 - busy)
    ranked = sorted(
        found,
        key=lambda each: (
            -each.chance,
            each.turns == 0,
            each.dark is known_level.Darkness.SHUT,
            each.does,
            each.target or 0,
        ),
    )
    return tuple(ranked[:MOST_INTENTS])


def _is_busy(deed: acting.Deed) -> bool:
    """Return whether somebody's own turn is taken by a deed."""
    return deed.verb not in IDLE and deed.verb != HITS_BACK.verb


def _share(entity: int, deed: acting.Deed, turns: Sequence[Deeds]) -> float:
    """Return in which share of some turns a creature does something."""
    return sum(deed in turn.get(entity, ()) for turn in turns) / len(turns)


def _only_in(
    shares: Mapping[known_level.Darkness, float], least: float
) -> known_level.Darkness | None:
    """Return the one kind of darkness of several in which something comes, with at least such a share; else None."""
    found = [dark for dark, share in shares.items() if share]
    is_one = len(found) == 1 < len(shares)
    return found[0] if is_one and shares[found[0]] >= least else None


def _ahead(
    game: Game, entity: int, courses: Mapping[known_level.Darkness, Sequence[Course]], idle: float
) -> Iterator[Intent]:
    """Yield when a creature will do something to the player, and what it does instead of anything now, if so `idle`."""
    every = [course for those in courses.values() for course in those]
    chances = chances_within(entity, every)
    if chances[0] >= SURE:
        return
    kinds = courses if len(courses) > 1 else {}
    within = {dark: chances_within(entity, those) for dark, those in kinds.items()}
    for each in _coming(game, entity, every, chances):
        shares = {dark: those[each.turns - 1] for dark, those in within.items()}
        yield replace(each, dark=_only_in(shares, MOSTLY))
    words = {dark: _all_idles(game, entity, dark, those) for dark, those in courses.items()}
    is_foe = senses.is_hostile(game, entity)
    for idling, count in sum(words.values(), Counter[Idling]()).items():
        does, target, comes, steps = idling
        is_safe = is_foe and not any(chances) and not comes
        shares = {dark: each[idling] / len(courses[dark]) for dark, each in words.items()}
        dark = _only_in(shares, MOSTLY)
        if idle >= SELDOM:
            yield Intent(does, target, idle * count / len(every), 0, is_safe, steps, dark)


def _all_idles(
    game: Game, entity: int, dark: known_level.Darkness, courses: Sequence[Course]
) -> Counter["Idling"]:
    """Count what a creature does in those of some samples in which it does nothing to the player of its own."""
    with known_level.in_the_dark(game, dark) if dark else nullcontext():
        found = [
            _idles(game, entity, each)
            for each in courses
            if all(turn.upon_you.get(entity, HITS_BACK) == HITS_BACK for turn in each)
        ]
    return Counter(each for each in found if each is not None)


def chances_within(entity: int, courses: Sequence[Course]) -> list[float]:
    """Return how likely a creature has done something to the player after 1, 2, ... turns, if they live so long."""
    found = []
    for turn in range(1, HORIZON_TURNS + 1):
        first = [_first(entity, course[:turn]) for course in courses]
        lived = [len(course) >= turn and course[turn - 1].you is not None for course in courses]
        done = sum(deed is not None for deed in first)
        known = sum(deed is not None or alive for deed, alive in zip(first, lived, strict=True))
        found.append(done / known if known else 0.0)
    return found


def _first(entity: int, course: Course) -> acting.Deed | None:
    """Return the first thing that a creature does to the player; None if it does nothing to them."""
    return next((each.upon_you[entity] for each in course if entity in each.upon_you), None)


def _coming(
    game: Game, entity: int, courses: Sequence[Course], chances: Sequence[float]
) -> Iterator[Intent]:
    """Yield by which turn a creature surely does something to the player, and by which it may."""
    later = list(enumerate(chances, 1))[1:]
    sure = next((turn for turn, chance in later if chance >= SURE), 0)
    likely = next((turn for turn, chance in later if chance >= LIKELY), HORIZON_TURNS)
    early = next((turn for turn, chance in later if chance >= SELDOM), sure or likely)
    for turn in sorted({early, likely, sure} - {0}):
        chance = chances[turn - 1]
        if chance < SELDOM or chance <= chances[0]:
            continue
        deed = _deed_within(entity, courses, turn)
        if turn == sure:
            when = "within" if chances[turn - 2] >= SELDOM else "in"
            yield Intent(f"{deed.words} {when} {turn} turns", game.player, chance, turn)
        else:
            yield Intent(f"{deed.possible} in {turn}", game.player, chance, turn)


def _deed_within(entity: int, courses: Sequence[Course], turns: int) -> acting.Deed:
    """Return the first thing that a creature does to the player within some turns, or all that such things share."""
    first = (_first(entity, course[:turns]) for course in courses)
    deeds = Counter(deed for deed in first if deed is not None)
    usual, count = max(deeds.items(), key=lambda pair: (pair[1], pair[0].words))
    if count >= SURE * deeds.total():
        return usual
    verbs = {deed.verb for deed in deeds}
    return acting.Deed("casts") if verbs == {"casts"} else acting.Deed("attacks")


class Idling(NamedTuple):
    """What a creature does that does nothing to the player: after whom it is, whether it comes nearer, from how far."""

    does: str
    target: int | None = None
    comes: bool = False
    steps: int = 0


def _idles(game: Game, entity: int, course: Course) -> Idling | None:
    """Say what a creature does in one sample in which it does nothing to the player; None if it is dead or gone."""
    stood = [moment.stands[entity] for moment in course if entity in moment.stands]
    if entity not in course[0].stands:
        return None
    if entity in course[-1].dead:  # of what it has in it, or of somebody else
        return Idling(DIES)
    soon, begun = stood[0], space.point_of(entity)
    if not (soon.is_awake and soon.is_able):
        return Idling("cannot act" if soon.is_awake else "sleeps on")
    if soon.flees:
        return Idling("flees")
    if entity in course[0].alarms:
        return Idling("raises the alarm", comes=True)
    prey = soon.prey or stood[-1].prey
    if prey not in (0, game.player) and space.is_here(game, prey):
        return Idling(f"hunts {perception.noun(game, prey).phrase}", prey)
    if not soon.is_seen:
        return Idling("leaves view")
    if prey == game.player:
        return _hunts(game, entity, stood, course[0].you)
    if all(each.point == begun for each in stood):
        return Idling("waits")
    return Idling("follows" if factions.acts_for_player(game, entity) else "wanders")


BLOCKED = Idling("blocked", comes=True)


def _hunts(game: Game, entity: int, stood: Sequence[Stand], goal: Point | None) -> Idling:
    """Say what somebody does who is after the player and does not get at them: by walking distance."""
    row, begun = ecs.row(entity), space.point_of(entity)
    if goal is None or begun is None or actors.Nature not in row:
        return Idling("waits")
    field_of = Actor.of(game, entity, row).way_to(goal)
    first, last = field_of.distance(begun), field_of.distance(stood[-1].point)
    if first is None or last is None:
        return Idling("has no way to you")
    # Who moves now is not told to be blocked: everybody sees where they will stand.
    is_stuck = any(each.is_stuck for each in stood)
    if is_stuck and stood[0].point == begun:
        return BLOCKED
    if all(each.point == begun for each in stood):
        return Idling("waits")
    if last < first:
        return Idling(f"{counted(first, 'step')} off", comes=True, steps=first)
    return Idling("circles" if last == first else "keeps away", comes=is_stuck)
