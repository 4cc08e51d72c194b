"""The turns to come while nobody acts, played by the rules themselves: with an act, and once for all acts without it.

`play_on` lets the world have its turns until nothing burns or ticks any more; fires and clouds for ten turns at most.
What an act leads to is told as it is, and beside it what would come `Anyway`; what is due to the act is the difference.
Both are played with the same dice: a die lies on a tile, or on who bears a status, in a turn; so whatever the act does
not touch comes out alike in both.

Most acts lead to nothing in the turns to come, or to the same that would come anyway: `left_by` finds that without
playing any. That is exact and no guess: where neither a fire nor a status that ticks began, what was changed meets no
tile that what burns may reach, and nobody hurt can die of what they suffer, both futures are equal.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from math import inf
from operator import attrgetter
from typing import Any

from roguelike.components import actors, hazards, magic, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses, StatusTemplate
from roguelike.core import sight, trial_rolls
from roguelike.core.geometry import ORTHOGONAL, Point, disc
from roguelike.core.records import Record, State, field, replace
from roguelike.core.rng import Chance, FixedRolls, Stream
from roguelike.effects import elements, spreading, upkeep
from roguelike.effects.foresight.extreme_drift import (
    AtTheLastMoment,
    DriftAway,
    DriftEverywhere,
    SparingThePlayer,
)
from roguelike.effects.foresight.facts import Begins, BurnsOn, Dies, Fact
from roguelike.effects.foresight.rehearsal import (
    Undecided,
    UndecidedError,
    rehearsing,
)
from roguelike.effects.foresight.runs import Describe, Run
from roguelike.effects.statuses import is_on
from roguelike.world import changes, ecs, known_level, perception, space
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY, Change, Game

MOST_TURNS = 200
"""How many turns of statuses are played at most."""
FIRE_TURNS = 10
"""How many turns of fires and clouds are played: what still burns then is said to burn on."""
FIRE_STEPS = 1_000
"""How often a fire or cloud of the level has its turn in that: where there are over 100, fewer turns are played."""
BURST_TILES = 3
"""How far from whoever dies of old fires an act may matter."""
AS_KNOWN = 1
"""How many pretences are in force where the level is as known, and nothing is being rehearsed."""
FEW = 24
"""How many futures without dice are kept, for rehearsals that leave the same behind."""
MOST_KINDS = 8
"""How many futures with dice are played besides those of chosen rehearsals, one for each kind of what they leave."""
LASTING: frozenset[type[Any]] = frozenset((Duration, StatusEffect, hazards.Hazard))
"""Components whose alterations may have consequences in the turns to come."""


class Luck(Record):
    """How dice fall in the turns to come: all to one side, or as in one of so many evenly spread samples."""

    high: bool = True
    lucky: bool = True
    drift: int = 0
    """How clouds drift: 1 everywhere, -1 away from everybody, 0 by the dice."""
    sample: int = 0
    count: int = 0
    fixed: bool = False
    """Whether dice are fixed anyway."""
    spares: bool = False
    """Whether dice that fall on the player are the lowest, whatever the others are."""
    late: int = 0
    """In how many last turns fires spread, and not before; 0 for no such limit: they may return where they have nearly
    burnt out, or come when whoever is proof against them no longer is."""

    @property
    def extreme(self) -> trial_rolls.ExtremeRolls:
        """Dice that fall to one side."""
        return trial_rolls.ExtremeRolls(**self._corner)

    @property
    def _corner(self) -> dict[str, Any]:
        """The corner in which dice fall; no chance has such a number, and no two kinds of lateness the same."""
        return {"high": self.high, "lucky": self.lucky, "only": -self.late or None}

    def rolls(self, game: Game) -> Chance:
        """Return dice that fall so."""
        if self.count:

            def place() -> int:
                """Return where a die falls now: in this turn, on this tile or at this bearer of a status."""
                return game.turn << 36 ^ game.dice_at

            return trial_rolls.Tossed(
                _key(f"{game.seed}/{game.turn}"), place, self.sample, self.count
            )
        if self.late:
            return AtTheLastMoment(game, self.late, **self._corner)
        if self.spares:
            return SparingThePlayer(game, **self._corner)
        return FixedRolls() if self.fixed else self.extreme

    @property
    def is_extreme(self) -> bool:
        """Whether it is a bound: it outlasts the death of the player, by which others may be spared."""
        return not (self.count or self.fixed)

    def drifting(self) -> spreading.Drift:
        """Return the rule by which clouds drift in this future: by chance, everywhere, or away."""
        return (spreading.BY_CHANCE, DriftEverywhere(), DriftAway())[self.drift]


WORST = Luck(drift=1)
LEAST = Luck(high=False, lucky=False, drift=-1)


@lru_cache(maxsize=64)
def _key(name: str) -> int:
    """Return a number for a name that is the same in every process."""
    return Stream(name, "tossed").numpy_seed()


class Coming(State):
    """What the turns to come took and brought, each with the turn in which it did."""

    lost: list[tuple[int, int, int, bool]] = field(default_factory=list)
    """(turn, creature, hit points, whether they are lost only for staying there)."""
    healed: dict[int, int] = field(default_factory=dict)
    """The most hit points that creatures regained in one go."""
    begun: dict[tuple[int, str], int] = field(default_factory=dict)
    died: dict[int, int] = field(default_factory=dict)
    turns: int = 0
    burns_on: bool = False
    """Whether anything still burns or drifts after as many turns as fires are followed."""
    has_burnt: bool = False
    drifts: bool = False
    """Whether any cloud was among what burns."""
    is_broken: bool = False
    """Whether anybody let anything loose, as they died or were worn down: it may put out what burns."""
    is_warded: bool = False
    """Whether anybody bears for a while what wards from it: then it matters when a fire comes."""
    startled: dict[int, int] = field(default_factory=dict)
    """What sleepers lose more, by whatever wakes them, than if they had woken before."""
    renewed: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    """(turn, turns of the status) when each status last began or was made longer, by creature and name."""
    lit: set[Point] = field(default_factory=set)
    """Where anything came into being, such as fires."""

    def losses(self, after: int = 0) -> tuple[dict[int, int], dict[int, int]]:
        """Return the hit points lost after so many turns, and the part of them lost only for staying, by creature."""
        every: dict[int, int] = {}
        staying: dict[int, int] = {}
        for turn, entity, hp, stays in self.lost:
            if turn > after:
                every[entity] = every.get(entity, 0) + hp
                if stays:
                    staying[entity] = staying.get(entity, 0) + hp
        return every, staying

    def concerned(self) -> set[int]:
        """Return who loses anything, dies, or comes to bear a status."""
        return (
            {each for _, each, _, _ in self.lost} | {each for each, _ in self.begun} | {*self.died}
        )

    def by_turn(self, after: int = 0) -> dict[int, dict[int, int]]:
        """Return the hit points that each creature loses in each turn in which it loses any, after so many turns."""
        found: dict[int, dict[int, int]] = {}
        for turn, entity, hp, _ in self.lost:
            if turn > after:
                taken = found.setdefault(entity, {})
                taken[turn - after] = taken.get(turn - after, 0) + hp
        return found

    def facts(self, luck: Luck, after: int = 0) -> dict[int, dict[Fact, None]]:
        """Return which statuses begin and who dies after so many turns, by creature.

        A cloud that goes everywhere at once only renews what it would begin if it came once that has ended.
        """
        found: dict[int, dict[Fact, None]] = {}
        begun = [*self.begun.items()]
        if self.drifts and luck.is_extreme and luck.drift == 1:
            begun += [(which, turn) for which, (turn, _) in self.renewed.items()]
        for (entity, name), turn in begun:
            if turn > after:
                found.setdefault(entity, {})[Begins(name)] = None
        for entity, turn in self.died.items():
            if turn > after:
                found.setdefault(entity, {})[Dies()] = None
        return found


class Affected(Iterable[int]):
    """Some creatures, and whomever changes were about since: whenever they are gone through, by then."""

    def __init__(self, game: Game, whose: Collection[int]) -> None:
        """Begin with these creatures; others join as the trace tells of them."""
        self._trace, self._read, self._whose = game.trace, len(game.trace), set(whose)

    def __iter__(self) -> Iterator[int]:
        """Yield whoever is among them by now, those included whom the turns so far touched."""
        trace = self._trace
        if len(trace) != self._read:
            for change in trace[self._read :]:
                kind = type(change)
                if kind is changes.PoolChanged or kind is changes.Moved or kind is changes.Spawned:
                    self._whose.add(change.entity)  # type: ignore[attr-defined]
                elif kind is changes.StatusBegan or kind is changes.StatusEnded:
                    self._whose.add(change.target)  # type: ignore[attr-defined]
            self._read = len(trace)
        return iter(self._whose)


Look = Callable[[Game], sight.Mask]
"""Returns what the player sees from where they are now."""


class Scope(Record):
    """What has its turn in the turns to come: everything, or some creatures and what began to burn with an act."""

    whose: Collection[int] | None = None
    """Whose statuses run; None for everybody's."""
    since: int = 0
    """From which id on fires and clouds burn."""
    entered: Collection[int] = ()
    """Older ones that burn as well."""
    most: int = MOST_TURNS
    burning: int = FIRE_TURNS
    heat: Counter[Point] | None = None
    """Filled with the number of turns in which anything burns or drifts on each tile."""
    look: Look | None = None
    """With it the player looks around before each turn in which it hangs on that who mends; else they never do."""


def play_on(game: Game, scope: Scope, drift: spreading.Drift, *, outlasts: bool = False) -> Coming:
    """Let turns pass in which nobody acts, until nothing burns or ticks; return what they took and brought.

    Time ends with the player, unless it `outlasts` them; if they are dead already, it does in any case.
    """
    coming, caught, turn = Coming(), set[tuple[int, str]](), game.turn
    outlasts = outlasts and game.player not in game.dead
    level, seen = game.level, game.level.visible
    whose = None if scope.whose is None else Affected(game, _whose(game, scope))
    try:
        while coming.turns < scope.most and (outlasts or game.player not in game.dead):
            is_early = coming.turns < scope.burning
            fires = burning_of(game, scope) if is_early else []
            if not fires and not is_ticking(game, whose, is_early=is_early):
                break
            coming.has_burnt |= bool(fires)
            if scope.heat is not None:
                scope.heat.update(level.hazards[each] for each in fires)
            coming.turns += 1
            game.turn += 1
            begun = len(game.trace)
            if scope.look is not None and game.player not in game.dead:
                menders = _menders(game, fires)
                if menders:
                    _look_for(game, scope.look, menders)
            upkeep.world_turn(game, drift, whose, fires)
            _note(coming, game.trace[begun:], caught)
        coming.burns_on = coming.turns >= scope.burning and bool(burning_of(game, scope))
    finally:
        game.turn, level.visible = turn, seen
    return coming


def _whose(game: Game, scope: Scope) -> Collection[int]:
    """Return those whose statuses run: with some creatures the player, whose eyes will open."""
    is_blind = scope.look is not None and "see" in stats_of(game.player).status.forbids
    return {*(scope.whose or ()), game.player} if is_blind else scope.whose or ()


def _menders(game: Game, fires: Sequence[int]) -> list[int]:
    """List who is hurt, or may be in this turn, and mends in it unless the player sees them."""
    turn, dangers = game.turn, game.level.hazards
    due = [
        each
        for each, nature in space.present(game, actors.Nature)
        if nature.mend_turns and turn % nature.mend_turns == 0
    ]
    near_fires = _with_beside({dangers[each] for each in fires}) if due and fires else set()
    found = []
    for each in due:
        row = ecs.row(each)
        mind: actors.Mind | None = row.get(actors.Mind)
        if mind is None or mind.target or mind.last_seen or vitals.Pools not in row:
            continue
        pools, place = row[vitals.Pools], row[spatial.Position]
        is_ill = Statuses in row and row[Statuses].entities
        if pools.hp < pools.max_hp or is_ill or (place.x, place.y) in near_fires:
            found.append(each)
    return found


def _look_for(game: Game, look: Look, creatures: Iterable[int]) -> None:
    """Let the player look around, for some creatures: ground never seen may hide them from where they go."""
    level, here = game.level, space.point_of(game.player)
    level.visible = look(game)
    if here is not None and isinstance(level, known_level.KnownLevel) and here != level.eye:
        cells = [cell for each in creatures for cell in space.cells_of(each)]
        hidden = [cell for cell in cells if level.may_lie_between(here, cell)]
        if hidden:
            level.visible = level.visible.copy()
            for cell in hidden:
                level.visible[cell] = False


def burning_of(game: Game, scope: Scope) -> list[int]:
    """List the fires and clouds that burn in the turns to come."""
    if not game.level.hazards:
        return []
    found = spreading.hazards_since(game, scope.since)
    if scope.entered:
        old = [each for each in scope.entered if each not in game.dead and each < scope.since]
        return [*sorted(old), *found]
    return found


def followed_turns(game: Game, most: int = FIRE_TURNS) -> int:
    """Return how many turns of fires and clouds are played, by how many there are."""
    return max(1, min(most, FIRE_STEPS // max(1, len(game.level.hazards))))


def is_ticking(game: Game, whose: Iterable[int] | None, *, is_early: bool) -> bool:
    """Return whether a status hurts or heals any of these creatures each turn, and will wear off.

    One that the ground keeps up counts only for as long as fires do.
    """
    for status, state, template in upkeep.statuses_of(whose):
        if (
            template.tick
            and status not in game.dead
            and space.is_here(game, state.target)
            and (is_early or not is_on(game, state.target, template.begins_on))
        ):
            return True
    return False


def _note(coming: Coming, trace: Sequence[Change], caught: set[tuple[int, str]]) -> None:
    """Note what one of the turns took and brought.

    What fires and clouds take counts as taken for staying there, with the statuses that they bring on.
    """
    turn = coming.turns
    for change in trace:
        kind = type(change)
        coming.is_broken |= kind is changes.Unleashed
        if type(change) is changes.PoolChanged and change.pool == "hp":
            entity, hp = change.entity, int(change.before - change.after)
            if hp < 0:
                coming.healed[entity] = max(-hp, coming.healed.get(entity, 0))
            elif change.cause.kind != "hunger":
                what = entity, change.cause.what
                is_fire = "hazard" in (change.cause.kind, change.cause.first().kind)
                stays = is_fire or what in caught
                coming.lost.append((turn, entity, hp, stays))
        elif type(change) is changes.StatusBegan:
            if change.cause.first().kind == "hazard":
                caught |= {(change.target, change.name), (change.target, change.cause.what)}
            coming.begun.setdefault((change.target, change.name), turn)
            coming.renewed[change.target, change.name] = turn, change.turns
        elif kind is changes.Died:
            coming.died.setdefault(change.entity, turn)  # type: ignore[attr-defined]
        elif kind is changes.Spawned:
            coming.lit.add(change.point)  # type: ignore[attr-defined]
        elif type(change) is changes.Altered:
            _note_alteration(coming, change)


def _note_alteration(coming: Coming, change: changes.Altered) -> None:
    """Note that clouds are among what burns, what a sleeper lost by what woke them, what was renewed or regained."""
    if change.component is Duration and change.after > change.before:
        state: StatusEffect | None = ecs.row(change.entity).get(StatusEffect)
        if state is not None:
            coming.renewed[state.target, state.name] = coming.turns, change.after
    elif change.component is hazards.Hazard:
        coming.drifts = coming.drifts or _drifts(change.entity)
    elif change.component is vitals.Pools and change.name == "hp" and change.after > change.before:
        gained = change.after - change.before  # with a new level
        coming.healed[change.entity] = max(gained, coming.healed.get(change.entity, 0))
    elif change.component is actors.Mind and change.after is True:
        losses = [hp for _, entity, hp, _ in coming.lost if entity == change.entity]
        coming.startled[change.entity] = -(-losses[-1] // 2) if losses else 0


def _drifts(hazard: int) -> bool:
    """Return whether it is a cloud."""
    template: hazards.HazardTemplate | None = ecs.row(hazard).get(hazards.HazardTemplate)
    return template is not None and template.drifts


NOTHING_COMES = Coming()


def certain(
    game: Game, scope: Scope, read: Callable[[Sequence[Change]], None] | None = None
) -> Coming | None:
    """Return the turns to come if nothing burns and no die falls in them, else None; `read` gets their changes."""
    begun = len(game.trace)
    try:
        with rehearsing(game, Undecided()):
            coming = play_on(game, scope, spreading.BY_CHANCE)
            if read is not None and not coming.has_burnt:
                read(game.trace[begun:])
    except UndecidedError:
        return None
    return None if coming.has_burnt else coming


class Anyway:
    """The turns to come without any act, from this moment on; each course of the dice is played when it is needed.

    It is made before the act is rehearsed, and asked for its turns after that is undone.
    """

    def __init__(self, game: Game, scope: Scope) -> None:
        """Look around: what works already, and whom and which tiles may it reach?"""
        self.game, self.scope = game, scope
        self._played: dict[Luck, Coming] = {}
        self.fires = burning_of(game, scope)
        self.ill = {
            state.target
            for status, state, template in ecs.with_both(StatusEffect, StatusTemplate)
            if template.tick and status not in game.dead and space.is_here(game, state.target)
        } - game.dead
        self.works = bool(self.fires or self.ill)
        """Whether anything burns or drifts on the level, or hurts or heals somebody from turn to turn."""
        self.reach: set[Point] = reach_of(game, self.fires) if self.fires else set()
        """Where it matters what an act brings there, or who leaves."""
        self.burnt = self._who_is_there()
        self._most = self._most_lost() if self.works else {}
        """The most that everybody may lose, or more of those who may die."""
        self.dying = {each for each in self.ill if self.may_kill(each) or may_turn(each)}
        """Who may die of what they have, or turn upon those around as they are worn down."""
        turning = {each for each in self.burnt if may_turn(each)}
        bursting = {*self.dying, *self._dead_by_fire, *turning}
        bursts = {spot for each in bursting for spot in space.cells_of(each)}
        if bursts and not scope.since:
            # Perhaps with consequences for whoever is near, or near what they set alight.
            self.reach |= {(x + dx, y + dy) for x, y in bursts for dx, dy in disc(BURST_TILES)}
            worst = self.under(WORST)
            self.reach |= _with_beside(worst.lit)
            self.burnt |= self._who_is_there()
            self._most = {**worst.losses()[0], **self._most, **dict.fromkeys(worst.died, inf)}
        self._watched = self.watched() if self.works else {}

    def watched(self) -> dict[int, bool]:
        """Return of those who suffer and would mend unseen whether the player sees each."""
        level = self.game.level
        rows = ((each, ecs.row(each)) for each in sorted(self.ill | self.burnt))
        return {
            each: level.in_view(space.cells_in(row))
            for each, row in rows
            if actors.Nature in row and row[actors.Nature].mend_turns and each not in self.game.dead
        }

    def watched_otherwise(self) -> frozenset[int]:
        """Return who of them is seen now and was not then, or the other way round."""
        if not self._watched:
            return frozenset()
        level, look = self.game.level, self.scope.look
        before = level.visible
        try:
            if look is not None:
                _look_for(self.game, look, self._watched)
            seen = self.watched()
            return frozenset(each for each in seen if seen[each] is not self._watched[each])
        finally:
            level.visible = before

    @property
    def has_dice(self) -> bool:
        """Whether it is a matter of dice what comes."""
        return bool(self.fires) or self._certain is NOTHING_COMES

    def _who_is_there(self) -> set[int]:
        """Return who stands within reach."""
        blockers = self.game.level.blockers
        return {blockers[spot] for spot in self.reach if spot in blockers}

    _dead_by_fire: Collection[int] = ()

    def _most_lost(self) -> Mapping[int, float]:
        """Return the most that everybody may lose: those who may die of it might lose more than they have."""
        if not self.burnt:
            return taken_at_most(self.game, self.ill)
        worst = self.under(WORST)
        most = worst.losses()[0]
        self.burnt |= most.keys()
        self._dead_by_fire = worst.died
        return most | dict.fromkeys(worst.died, inf)

    def under(self, luck: Luck) -> Coming:
        """Return the turns to come by these dice."""
        if not self.works:
            return NOTHING_COMES
        if not self.fires:
            if self._certain is None:
                scope = replace(self.scope, whose=self.ill, since=ecs.next_id())
                self._certain = certain(self.game, scope) or NOTHING_COMES
            if self._certain is not NOTHING_COMES:
                return self._certain
        found = self._played.get(luck)
        if found is None:
            game = self.game
            with rehearsing(game, luck.rolls(game), BookkeepingCopy(game)):
                found = self._played[luck] = play_on(
                    game, self.scope, luck.drifting(), outlasts=luck.is_extreme
                )
        return found

    _certain: Coming | None = None
    """The turns to come if no die falls in them; NOTHING_COMES if one does."""

    def involves(self, entity: int) -> bool:
        """Return whether a creature suffers already, or may."""
        return entity in self.burnt or entity in self.ill

    def may_kill(self, entity: int, hp: float = inf) -> bool:
        """Return whether a creature may die of that with so many hit points, or with as many as it has now."""
        most = self._most.get(entity)
        row = ecs.row(entity)
        return most is not None and vitals.Pools in row and min(hp, row[vitals.Pools].hp) <= most


class _Anyways(State, eq=False):
    """What comes without any act, for all questions of a moment: by how far it is looked ahead, and with whose eyes."""

    made: dict[tuple[int, int, Look | None], Anyway] = field(default_factory=dict)


def anyway_of(game: Game, scope: Scope) -> Anyway:
    """Return the turns to come without any act: on a level as known they are found once for all acts of a moment."""
    level = game.level
    if not isinstance(level, known_level.KnownLevel) or scope.since or game.pretences != AS_KNOWN:
        return Anyway(game, scope)
    moment = game.caches.moment, game.turn, game.now, len(game.trace), ecs.next_id()
    kept = level.answers.get(_Anyways, moment) or level.answers.keep(moment, _Anyways())
    depends_on = scope.most, scope.burning, scope.look
    if depends_on not in kept.made:
        kept.made[depends_on] = Anyway(game, scope)
    return kept.made[depends_on]


def may_turn(entity: int) -> bool:
    """Return whether a creature does something as it is worn down: what burns or festers may bring it to that."""
    tricks: magic.Tricks | None = ecs.row(entity).get(magic.Tricks)
    return tricks is not None and any(trick.at is not None for trick in tricks.tricks)


def taken_at_most(game: Game, whose: Collection[int]) -> dict[int, float]:
    """Return more hit points than the statuses of some creatures can take from each."""
    found: dict[int, float] = {}
    for status, state, template in ecs.with_both(StatusEffect, StatusTemplate):
        if template.tick == "damage" and state.target in whose and status not in game.dead:
            worst = max((1.0, *stats_of(state.target).resistances.values()))
            most = worst * (abs(state.strength) + 1) * ecs.get(status, Duration).turns
            found[state.target] = found.get(state.target, 0.0) + most
    return found


def turns_to_live(game: Game) -> int:
    """Return in how many turns the player's statuses kill them, wherever they go; 0 if they do not.

    The game is left exactly as it was.
    """
    player = game.player
    most = taken_at_most(game, {player}).get(player, 0.0)
    if most < ecs.get(player, vitals.Pools).hp:
        return 0
    with rehearsing(game, WORST.rolls(game)):
        return play_on(game, Scope({player}, ecs.next_id()), spreading.BY_CHANCE).died.get(
            player, 0
        )


def turns_if_staying(game: Game, entity: int) -> dict[str, int]:
    """Return how many turns the statuses of a creature last that what lies under it renews, if it stays there.

    The game is left exactly as it was; of what lies there longer than fires are followed, its own turns count.
    """
    dangers, cells = game.level.hazards, space.cells_of(entity)
    under = [each for cell in cells for each in game.level.at.get(cell, ()) if each in dangers]
    under = [each for each in under if hazards.Hazard in ecs.row(each) and each not in game.dead]
    if not under:
        return {}
    scope = Scope({entity}, ecs.next_id(), entered=under)
    still = Luck(high=False, lucky=False)  # it neither spreads nor drifts away
    with rehearsing(game, still.rolls(game), BookkeepingCopy(game)):
        coming = play_on(game, scope, still.drifting(), outlasts=True)
        there = [ecs.get(each, hazards.Hazard).turns for each in under if each not in game.dead]
    left = max(there, default=0)
    return {
        name: turn + turns - 1 + (left if turn == coming.turns else 0)
        for (each, name), (turn, turns) in coming.renewed.items()
        if each == entity
    }


def reach_of(game: Game, fires: Sequence[int]) -> set[Point]:
    """Return all tiles where what burns now may come to burn or drift, and those beside them; rather too many."""
    level, clouds, burning = game.level, set[Point](), dict[str, set[Point]]()
    still = set[Point]()
    for fire in fires:
        spot, row = level.hazards[fire], ecs.row(fire)
        template: hazards.HazardTemplate = row[hazards.HazardTemplate]
        still.add(spot)
        if template.drifts:
            steps = min(FIRE_TURNS, int(row[hazards.Hazard].turns).bit_length())
            clouds |= _flood({spot}, steps, lambda there: spreading.is_open_to_clouds(level, there))
        if template.spread_percent and template.element:
            burning.setdefault(template.element, set()).add(spot)
    found = still | clouds
    for element, spots in burning.items():

        def burns(there: Point, element: str = element) -> bool:
            """Return whether a tile may catch fire, for its ground or for what may have drifted there."""
            return there in clouds or elements.reacts(game, there, element)

        found |= _flood(spots, FIRE_TURNS, burns)
    return _with_beside(found)


def _with_beside(spots: Collection[Point]) -> set[Point]:
    """Return some tiles, and those beside them."""
    return {(x + dx, y + dy) for x, y in spots for dx, dy in ((0, 0), *ORTHOGONAL)}


def _flood(start: set[Point], steps: int, is_open: Any) -> set[Point]:
    """Return the tiles that can be reached from some over open ones in so many steps."""
    found, ring = set(start), start
    for _ in range(steps):
        beside = {(x + dx, y + dy) for x, y in ring for dx, dy in ORTHOGONAL} - found
        ring = {there for there in beside if is_open(there)}
        if not ring:
            break
        found |= ring
    return found


class Left(Record):
    """What an act left that may have consequences: equal signatures have equal futures, if nothing burns."""

    signature: tuple[Any, ...]
    whose: frozenset[int]
    entered: tuple[int, ...]
    burns: bool
    watched: frozenset[int] = frozenset()
    """Those who mend, or mend no more, by nothing but that the player sees them no longer, or now does."""
    lit: frozenset[tuple[Any, int]] = frozenset()
    """Which kinds of fires and clouds began, and by whom."""

    @property
    def kind(self) -> tuple[Any, ...]:
        """What a few rehearsals are played on for: where something burns that is by what and whom, wherever it is.

        A single place of many may hide somebody who then mends, a single blow of many leave more to bleed away.
        """
        return self.watched, self.lit if self.burns else self.signature


def left_by(game: Game, trace: Sequence[Change], anyway: Anyway, since: int) -> Left | None:
    """Return what an act left that makes the turns to come other than they would be; None if nothing."""
    if not anyway.works and not _may_lead(trace):
        return None  # most acts: nothing burns or ticks, and nothing begins to
    footprint = _Footprint(game, anyway, since)
    for change in trace:
        read = _READ.get(type(change))
        if read is not None:
            read(footprint, change)
    return footprint.left()


def _may_lead(trace: Sequence[Change]) -> bool:
    """Return whether changes may have consequences where nothing burns or ticks."""
    kinds = {*map(type, trace)}
    if changes.StatusBegan in kinds or changes.Spawned in kinds:
        return True
    altered = (
        [each for each in trace if type(each) is changes.Altered]
        if changes.Altered in kinds
        else []
    )
    return any(each.component in LASTING for each in altered)


Skips = Callable[[Left], bool]
"""Whether what an act left need not be played: whoever asks knows enough of what it leads to."""


class _Footprint:
    """What changes touched, as they are read one by one."""

    def __init__(self, game: Game, anyway: Anyway, since: int) -> None:
        """Begin with nothing touched, at a place of the trace."""
        self.game, self.anyway, self.since = game, anyway, since
        self.found: list[Any] = []
        self.touched: set[int] = set()
        self.entered: set[int] = set()
        self.lit: set[tuple[Any, int]] = set()
        self.cells: list[Point] = []
        self.leads = self.burns = self.looks = False

    def began(self, change: changes.StatusBegan) -> None:
        """Read the beginning of a status."""
        self.found.append((change.target, change.name, change.turns, change.strength))
        ticks = bool(self.game.content.statuses[change.name].tick)
        self._suffers(change.target, leads=ticks or self.anyway.involves(change.target))

    def befell(self, change: Change) -> None:
        """Read what matters to somebody if they suffer anyway, or may."""
        told = _BEFALLS[type(change)](change)
        self.found.append((type(change), *told))
        self._suffers(told[0], leads=self.anyway.involves(told[0]))

    def altered(self, change: changes.Altered) -> None:
        """Read what makes a status or a fire stronger or longer."""
        if change.component is vitals.Pools and change.name == "hp":
            hp = min(change.before, change.after)
            self._suffers(change.entity, leads=self.anyway.may_kill(change.entity, hp))
        if change.component not in LASTING:
            self.leads |= self.anyway.involves(change.entity)  # it wakes, or mends by more
            return
        self.found.append((change.entity, change.name, change.after))
        row = ecs.row(change.entity)
        self.burns |= change.component is hazards.Hazard
        if StatusEffect in row:
            target, ticks = row[StatusEffect].target, bool(row[StatusTemplate].tick)
            self._suffers(target, leads=ticks or self.anyway.involves(target))
        elif change.component is hazards.Hazard and change.entity < self.since:
            self.entered.add(change.entity)

    def spawned(self, change: changes.Spawned) -> None:
        """Read what came into being on this level: a fire, a creature, a thing."""
        if change.depth != self.game.depth:
            return
        is_fire = any(type(part) is hazards.Hazard for part in change.components)
        self.found.append((change.point, change.components[0] if is_fire else change.entity))
        if is_fire:
            self.burns = True
            self.lit.add((change.components[0], change.cause.by))
        self._at(change.entity, [change.point])

    def moved(self, change: changes.Moved) -> None:
        """Read a movement: what burns where it leads to is entered."""
        self.found.append((change.entity, change.after))
        cells = space.cells_of(change.entity)
        self._at(change.entity, cells)
        self.leads |= self.anyway.involves(change.entity)
        if self.anyway.fires or self.game.level.hazards:
            level = self.game.level
            there = {thing for cell in cells for thing in level.at.get(cell, ())}
            fires = {
                each
                for each in there & level.hazards.keys()
                if hazards.HazardTemplate in ecs.row(each)
            }
            self.entered |= {each for each in fires - self.game.dead if each < self.since}

    def ground(self, change: changes.TileChanged) -> None:
        """Read a change of the ground: it may put out who burns there, or keep up what they have."""
        self.found.append((change.point, change.after))
        self.cells.append(change.point)
        self.looks = True
        there = self.game.level.blockers.get(change.point)
        if there is not None and self.anyway.involves(there):
            self._suffers(there, leads=True)

    def removed(self, change: changes.Removed) -> None:
        """Read that something is gone: perhaps a fire was put out, or what would have burnt."""
        self.found.append((change.entity, "gone"))
        self.burns |= hazards.Hazard in ecs.row(change.entity)
        self.cells += space.cells_of(change.entity)

    def swung(self, change: changes.DoorMoved) -> None:
        """Read that a door opened to what drifts or burns, or closed."""
        self.found.append((change.door, change.open))
        self.cells += space.cells_of(change.door)
        self.looks = True

    def hurt(self, change: changes.PoolChanged) -> None:
        """Read what somebody lost or gained: it matters to whoever may die of what they suffer anyway."""
        if change.pool == "hp":
            hp = min(change.before, change.after)
            turns = self.anyway.involves(change.entity) and may_turn(change.entity)
            self._suffers(change.entity, leads=turns or self.anyway.may_kill(change.entity, hp))

    def divided(self, change: changes.Divided) -> None:
        """Read that somebody kept part of what they had: it matters as a loss does."""
        self._suffers(change.entity, leads=self.anyway.may_kill(change.entity, change.after))

    def _suffers(self, entity: int, *, leads: bool) -> None:
        """Note whom a change is about, and whether that alone makes their turns to come other ones."""
        self.touched.add(entity)
        self.leads |= leads
        self.looks |= entity == self.game.player  # whose eyes may open or close

    def _at(self, entity: int, cells: Sequence[Point]) -> None:
        """Note where something is now."""
        self.touched.add(entity)
        self.cells += cells
        self.looks |= entity == self.game.player

    def left(self) -> Left | None:
        """Return what is left in all, if anything."""
        anyway = self.anyway
        looks = self.looks and not self.leads
        watched = anyway.watched_otherwise() if looks else frozenset[int]()
        self.leads = self.leads or bool(watched)
        meets = bool(anyway.reach) and not anyway.reach.isdisjoint(self.cells)
        burns = self.burns or meets
        if not (self.leads or burns or self.entered):
            return None
        touched = sorted(self.touched)
        rows = ((each, ecs.row(each)) for each in touched)
        hps = tuple((each, row[vitals.Pools].hp) for each, row in rows if vitals.Pools in row)
        burns = burns or bool(self.entered) or not anyway.burnt.isdisjoint(touched)
        entered = tuple(sorted(self.entered))
        lit = frozenset(self.lit)
        return Left((*self.found, *hps), frozenset(touched), entered, burns, watched, lit)


_BEFALLS: dict[type[Any], Callable[[Any], tuple[Any, ...]]] = {
    changes.StatusEnded: attrgetter("target", "name"),
    changes.Died: lambda death: (death.entity,),
    changes.ShruggedOff: attrgetter("entity", "after"),  # they have less poise for what comes
    changes.PackChanged: attrgetter("owner", "verb", "item"),  # what they wore may have warded them
}
"""Who is concerned by changes that say all about themselves, and what else tells two of them apart."""
_READ: dict[type[Any], Any] = {
    **dict.fromkeys(_BEFALLS, _Footprint.befell),
    changes.StatusBegan: _Footprint.began,
    changes.Altered: _Footprint.altered,
    changes.Spawned: _Footprint.spawned,
    changes.Moved: _Footprint.moved,
    changes.TileChanged: _Footprint.ground,
    changes.Removed: _Footprint.removed,
    changes.PoolChanged: _Footprint.hurt,
    changes.Divided: _Footprint.divided,
    changes.DoorMoved: _Footprint.swung,
}


def _is_new(left: Left, followed: set[tuple[Any, ...]] | None, *, ahead: bool) -> bool:
    """Return whether an act left what no rehearsal that was `followed` has, and was not to be; note it if few do."""
    if followed is None or (ahead and not left.burns):
        return False
    is_new = left.kind not in followed and len(followed) <= MOST_KINDS
    if is_new:
        followed.add(left.kind)
    return is_new and not ahead


class Ahead:
    """The turns to come after each of many rehearsals of the same acts: played where they may differ, and noted."""

    def __init__(
        self,
        game: Game,
        most: int | None = None,
        burning: int = FIRE_TURNS,
        *,
        actor: int = NOBODY,
        is_thorough: bool = True,
        passed: int = 0,
        describe: Describe | None = None,
        skips: Skips | None = None,
        look: Look | None = None,
    ) -> None:
        """Look at what works before the acts; in each rehearsal so many turns have `passed` already.

        What comes for the `actor` is told even if the acts do not change it. Unless it is thorough, only what begins
        with the act burns; then `later` is what the act adds, and nothing comes anyway. What it `skips` is not played.
        Given a `look`, the player looks around after the acts and in the turns to come: whoever is out of sight mends.
        """
        self._skips = skips
        self.has_skipped = False
        """Whether any turns to come were not played, so that only the act itself is told in full."""
        self.game, self.since = game, ecs.next_id()
        self.is_thorough, self.passed = is_thorough, passed
        self._actor = actor
        self._scope = Scope(
            None,
            0 if is_thorough else self.since,
            most=MOST_TURNS if most is None else most,
            burning=followed_turns(game, burning),
            look=look,
        )
        self._tells_of_burning = burning == FIRE_TURNS
        self.anyway = anyway_of(game, self._scope)
        suffering = self.anyway.ill | self.anyway.burnt if is_thorough else ()
        self._asleep = frozenset(filter(perception.is_asleep, suffering))
        """Who suffers, or may, and sleeps: whom a noise wakes before it is hurt loses less."""
        self._describe = describe
        self._without_of: dict[frozenset[int], Coming | None] = {}
        self._known: dict[tuple[Any, ...], tuple[Coming, Run]] = {}
        self._burns_later = False
        """Whether somebody who died of a status alone set something alight: then dice fall in every future."""

    def follow(
        self,
        run: Run,
        trace: Sequence[Change],
        luck: Luck,
        followed: set[tuple[Any, ...]] | None = None,
        *,
        ahead: bool = True,
    ) -> None:
        """Note in a run what its changes lead to; where dice fall in that, only if it is to be followed `ahead`.

        Or if it left what none of its act has yet, by the kinds that were `followed`. Call it at the end of the
        rehearsal, before it is undone.
        """
        left = left_by(self.game, trace, self.anyway, self.since)
        bursts = False
        if left is not None and self.is_thorough and not self.anyway.dying <= left.whose:
            # Whoever dies besides may burst upon those whom the act concerns.
            bursts = not self.anyway.dying.isdisjoint(self.anyway.burnt)
            left = replace(left, whose=left.whose | self.anyway.ill)
        # What comes as it would anyway may be a matter of dice, too.
        run.is_loud = bool(self._asleep) and any(map(changes.loudness, trace))
        burnt, concerned = self.anyway.burnt, (self._actor, *run.concerned())
        if run.is_loud:
            concerned += (*self._asleep,)
        run.is_lasting = self.anyway.has_dice and not burnt.isdisjoint(concerned)
        run.luck, run.is_followed = luck, ahead or not run.is_lasting
        if left is None:
            return
        run.is_beside_others = not left.whose.isdisjoint(self.anyway.ill)
        if self._skips is not None and self._skips(left):
            self.has_skipped = True
            return
        burns = left.burns or bursts
        if burns or self._burns_later or not self._follow_statuses(run, left):
            self._burns_later |= not burns
            run.is_lasting, run.is_followed = True, ahead
            run.is_besides = self.is_thorough and _is_new(left, followed, ahead=ahead)
            if ahead or run.is_besides:
                game, begun = self.game, len(self.game.trace)
                game.rng = run.dice = luck.rolls(game)
                run.coming = self._played(left, luck)
                run.coming.is_warded = self.is_thorough and any(
                    template.resistances
                    for _, _, template in ecs.with_both(StatusEffect, StatusTemplate)
                )
                run.steps = len(game.trace) - begun
                self._tell(run, game.trace[begun:])
        if self.is_thorough and run.coming is not None and run.coming.healed:
            run.is_loud |= any(map(changes.loudness, trace))  # it may draw whoever mends

    def _follow_statuses(self, run: Run, left: Left) -> bool:
        """Follow statuses alone, equal ones once; return False if something burns in the end, or a die falls.

        Or if they go on for somebody in an old fire: whoever gains by a death has their own played, too.
        """
        known = self._known.get(left.signature)
        if known is None:
            game, said = self.game, Run(1.0)
            tell = partial(self._tell, said) if self._describe is not None else None
            scope = replace(self._scope, whose=left.whose, since=ecs.next_id())
            coming = certain(game, scope, tell)
            burnt = self.anyway.burnt
            if coming is None or (burnt and not burnt.isdisjoint(coming.concerned())):
                return False
            known = coming, said
            if len(self._known) < FEW:
                self._known[left.signature] = known
        run.coming, run.whose = known[0], left.whose
        for entity, facts in known[1].facts.items():
            run.facts.setdefault(entity, {}).update(facts)
        return True

    def _tell(self, run: Run, trace: Sequence[Change]) -> None:
        """Describe in a run what the turns to come lead to besides numbers."""
        if self._describe is not None:
            self._describe(self.game, trace, run)

    def _played(self, left: Left, luck: Luck) -> Coming:
        """Play on with everything that burns, after an act."""
        game, scope, drift, outlasts = self.game, self._scope, luck.drifting(), luck.is_extreme
        if not self.is_thorough or not self.anyway.works:
            # Whom a fire reaches may be proof against it until then.
            whose = left.whose | self._bearers if self.is_thorough else left.whose
            scope = replace(scope, whose=whose, entered=left.entered)
        if not self.is_thorough and not outlasts:
            return play_on(game, scope, drift)
        clocks = BookkeepingCopy(game)
        try:
            return play_on(game, scope, drift, outlasts=outlasts)
        finally:
            clocks.put_back()

    @cached_property
    def _bearers(self) -> frozenset[int]:
        """Return those who bear a status now."""
        return frozenset(state.target for _, state in ecs.with_component(StatusEffect))

    def heat(self) -> Mapping[Point, int]:
        """Return in how many turns something may burn or drift on each tile; call it while the acts are rehearsed.

        Of tiles where nothing does, those beside whoever may let something loose before they flee come first.
        """
        game, found = self.game, Counter[Point]()
        for each, _ in space.present(game, magic.Tricks):
            found.update(_with_beside(space.cells_of(each)))
        if game.level.hazards:
            with rehearsing(game, WORST.rolls(game), BookkeepingCopy(game)):
                play_on(game, replace(self._scope, heat=found), WORST.drifting(), outlasts=True)
        return found

    def settle(self, runs: Iterable[Run]) -> None:
        """Note in all runs what comes anyway by the same dice; call it once nothing is being rehearsed any more."""
        for run in runs:
            if run.luck is not None and (run.is_followed or run.is_besides):
                if self.is_thorough or run.coming is not None:  # else the act adds nothing
                    self._settle(run, run.luck)
                run.luck = None

    def _settle(self, run: Run, luck: Luck) -> None:
        """Note in a run what comes, and what would come anyway; nobody is concerned for whom both are the same."""
        is_new, without = run.coming is not None, self._without(run, luck)
        coming = without if run.coming is None else run.coming
        if coming is NOTHING_COMES:
            return
        run.later, run.staying = coming.losses(0 if is_new else self.passed)
        run.startled = {**without.startled, **coming.startled}
        run.to_come = facts = coming.facts(luck, 0 if is_new else self.passed)
        if coming.burns_on and self._tells_of_burning and self._may_end(coming, without, luck):
            facts[NOBODY] = {BurnsOn(self._scope.burning): None}
        run.anyway, staying = without.losses(self.passed)
        run.besides = without.facts(luck, self.passed)
        if run.whose is not None:  # the statuses of nobody else were played
            for each in run.anyway.keys() - run.whose:
                run.later.setdefault(each, run.anyway[each])
                run.staying.setdefault(each, staying.get(each, 0))
            for each in run.besides.keys() - run.whose:
                facts.setdefault(each, {}).update(run.besides[each])
        for entity, found in facts.items():
            for name in run.statuses.get(entity, ()):
                found.pop(Begins(name), None)
        concerned = run.later.keys() | run.anyway.keys() | facts.keys() | run.besides.keys()
        if not self.is_thorough:
            run.keep_difference()
            return
        mine, usual = coming.by_turn(0 if is_new else self.passed), without.by_turn(self.passed)
        if run.whose is not None:
            mine = {each: usual[each] for each in usual.keys() - run.whose} | mine
        run.touched |= {
            each
            for each in concerned
            if each == self._actor
            or (run.is_loud and each in self._asleep and run.startled.get(each))
            or mine.get(each) != usual.get(each)  # at once or later, if it is as much
            or facts.get(each) != run.besides.get(each)
        }

    def _may_end(self, coming: Coming, without: Coming, luck: Luck) -> bool:
        """Return whether nothing would burn on without the act: by these dice, or as a bound by any.

        Few fires burn out soon; many may burn up what else would lie there for long, such as oil.
        """
        if not without.burns_on or not luck.is_extreme or coming.lit == without.lit:
            return not without.burns_on
        return not all(self.anyway.under(each).burns_on for each in (LEAST, WORST))

    def _is_beside_others(self, run: Run) -> bool:
        """Return whether anybody whom the act concerns later may suffer then from what was there before."""
        if not run.is_beside_others or self.anyway.dying:
            return run.is_beside_others
        return not self.anyway.ill.isdisjoint(run.coming.concerned())

    def _without(self, run: Run, luck: Luck) -> Coming:
        """Return what would come without the acts; where they are only compared, of those alone whom they concern."""
        if not self.is_thorough and not self._is_beside_others(run):
            return NOTHING_COMES
        if not (self.is_thorough or (run.whose is None and self.anyway.dying)):
            whose = run.coming.concerned() if run.whose is None else run.whose
            ill = frozenset(whose & self.anyway.ill)
            if ill not in self._without_of:
                scope = replace(self._scope, whose=ill, since=ecs.next_id())
                self._without_of[ill] = certain(self.game, scope)
            found = self._without_of[ill]
            if found is not None or run.whose is not None:
                return found or NOTHING_COMES
        return self.anyway.under(luck)
