"""Solving a puzzle by trying every act, one after the other, on the real world, and undoing each.

It tries spells at every tile where they reach something different, steps, blows and, where the clock runs, waiting.
Acts that lead to the same state are followed once. `Line` is what was tried, act by act, with what changed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from random import Random

from roguelike.actions import acting, moving, paying, spell_use
from roguelike.components import magic, vitals
from roguelike.core.geometry import DIRECTIONS, Point
from roguelike.core.records import Record
from roguelike.effects import displacement, shapes, targeting
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.play.onlookers import NOBODY_LOOKS
from roguelike.engine.state.snapshot import remembered
from roguelike.puzzles.puzzle import Puzzle, Standing, play_act
from roguelike.puzzles.puzzle import standing as standing_of
from roguelike.world import changes, ecs, space
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.game import Change, Single
from roguelike.world.level import Level
from roguelike.world.spells import ready_spells
from roguelike.world.terrain import Tile

PLAIN = (Tile.FLOOR, Tile.WALL, Tile.ROAD, Tile.GRAVEL, Tile.DOWN_STAIRS)
"""Ground that nothing affects."""
MOST_TRIED = 100_000
"""Default limit on the acts tried."""


STEP_SHARE, THING_SHARE = 0.2, 0.75
"""For random acts: the share of steps and waiting, and the share of spells that are aimed at something."""


class Tried(Record):
    """One act that was tried: the command, what changed, and the hit points lost by those that must die."""

    action: acting.Action
    changes: tuple[Change, ...]
    harm: int


Line = tuple[Tried, ...]


class TooLongError(Exception):
    """More acts were tried than allowed."""


class Solver:
    """Tries acts on the game of a puzzle, which each question leaves unchanged."""

    def __init__(
        self,
        puzzle: Puzzle,
        most: int = MOST_TRIED,
        *,
        thorough: bool = False,
        likely: Sequence[acting.Action] = (),
    ) -> None:
        """Take a puzzle and a limit on the acts tried.

        `thorough` tries every tile at which a spell can be aimed and that reaches others, whatever is there. Acts that
        are `likely` in a solution are tried first: other solutions are mostly close to it, so that an excess of them is
        found soon.
        """
        self.puzzle, self.most, self.thorough, self.likely = puzzle, most, thorough, likely
        self.game = puzzle.game
        self.game.enter()
        self.tried = 0
        """Acts tried in total."""
        self._lost: set[tuple[int, bytes]] = set()
        """States, with the number of acts done, from which no win was found."""

    # --- what can be done

    def moves(self) -> list[acting.Action]:
        """List the acts worth trying now."""
        game = self.game
        pools = ecs.get(game.player, vitals.Pools)
        things = self._things()
        found: list[acting.Action] = []
        for spell in ready_spells(game, game.player):
            if spell_use.affords(pools, spell):
                found += self._casts(spell, things)
        found += self._steps()
        if self.puzzle.task.clock == "runs":
            found.append(moving.Rest())
        return found

    def any_move(self, rng: Random) -> acting.Action:
        """Pick an act at random: mostly a spell, mostly aimed at a creature or thing; it may be refused."""
        game = self.game
        pools = ecs.get(game.player, vitals.Pools)
        spells = [
            spell for spell in ready_spells(game, game.player) if spell_use.affords(pools, spell)
        ]
        if not spells or rng.random() < STEP_SHARE:
            rests = [moving.Rest()] if self.puzzle.task.clock == "runs" else []
            return rng.choice([*self._steps(), *rests] or [moving.Rest()])
        spell = rng.choice(spells)
        here = space.point_of(game.player)
        assert here is not None
        if not spell.use.delivery.aimed:
            return spell_use.Cast(spell.name)
        near = [
            spot
            for spot in sorted(game.level.at if rng.random() < THING_SHARE else _shown(game.level))
            if game.level.visible[spot]
            and spot != here
            and paying.is_in_range(spell.use.delivery, here, spot)
        ]
        return spell_use.Cast(spell.name, rng.choice(near) if near else here)

    def _things(self) -> frozenset[Point]:
        """Return the tiles with a creature, a thing, or ground that reacts."""
        level = self.game.level
        inert = (level.tiles[..., None] == PLAIN).any(axis=2)
        return frozenset(level.at) | {
            (int(x), int(y)) for x, y in zip(*(~inert).nonzero(), strict=True)
        }

    def _casts(self, spell: magic.SpellTemplate, things: frozenset[Point]) -> list[acting.Action]:
        """List one cast for each distinct set of relevant tiles that a spell can reach."""
        game, delivery = self.game, spell.use.delivery
        here = space.point_of(game.player)
        assert here is not None
        if not delivery.aimed:
            return [spell_use.Cast(spell.name)]
        on_ground = any(isinstance(each, displacement.Leap) for each in spell.use.effects)
        found: dict[frozenset[Point], acting.Action] = {}
        for aim in _shown(game.level):
            if not (
                paying.is_in_range(delivery, here, aim)
                and paying.is_open_to_aim(game.level, here, aim)
            ):
                continue
            targets = shapes.reach(delivery, game.player, aim, Single(game.player), game).targets
            cells = frozenset(targeting.tiles_of(targets))
            key = cells if on_ground or self.thorough else cells & things
            # A creature's tile is preferred to one next to it: it reads better.
            if key and (key not in found or self._is_taken(aim)):
                found[key] = spell_use.Cast(spell.name, aim)
        return list(found.values())

    def _is_taken(self, aim: Point) -> bool:
        """Return whether a creature stands on a tile."""
        return any(
            targeting.is_creature(self.game, each) for each in self.game.level.at.get(aim, ())
        )

    def _steps(self) -> list[acting.Action]:
        """List the steps and blows, and doors that can be opened."""
        level, here = self.game.level, space.point_of(self.game.player)
        assert here is not None
        around = ((dx, dy, (here[0] + dx, here[1] + dy)) for dx, dy in DIRECTIONS)
        return [
            moving.Step(dx, dy)
            for dx, dy, there in around
            if level.contains(there) and (level.walkable[there] or there in level.blockers)
        ]

    # --- trying

    @contextmanager
    def doing(self, action: acting.Action, done: int) -> Iterator[Tried | None]:
        """Perform an act while the block runs, after `done` acts; yield None if it is refused.

        Raises:
            TooLongError: too many acts were tried already.
        """
        game = self.game
        self.tried += 1
        if self.tried > self.most:
            raise TooLongError
        with rehearsing(game, game.rng, BookkeepingCopy(game)):
            start = len(game.trace)
            result = play_act(game, action, self.puzzle.task, done, NOBODY_LOOKS)
            if not isinstance(result, acting.Done):
                yield None
                return
            trace = tuple(game.trace[start:])
            yield Tried(action, trace, harm_to(self.puzzle.roles.foes, trace))

    def standing(self, done: int) -> Standing:
        """Return the state of the puzzle after a number of acts."""
        return standing_of(self.game, self.puzzle.board, self.puzzle.roles, done)

    def firsts(self) -> list[Tried]:
        """Try every first act; return those that are not refused."""
        found = []
        for action in self.moves():
            with self.doing(action, self.puzzle.done) as tried:
                if tried is not None:
                    found.append(tried)
        return found

    def lines(self, done: int | None = None, before: Line = ()) -> Iterator[Line]:
        """Yield every winning line from here; acts with the same result are followed once."""
        done = self.puzzle.done if done is None else done
        seen: set[bytes] = set()
        for action in sorted(self.moves(), key=lambda action: action not in self.likely):
            with self.doing(action, done) as tried:
                if tried is None:
                    continue
                standing = self.standing(done + 1)
                if standing not in ("won", "") or (state := self._state()) in seen:
                    continue
                seen.add(state)
                if standing == "won":
                    yield (*before, tried)
                elif (done + 1, state) not in self._lost:
                    wins = False
                    for line in self.lines(done + 1, (*before, tried)):
                        wins = True
                        yield line
                    if not wins:
                        self._lost.add((done + 1, state))

    def _state(self) -> bytes:
        """Return a digest of the game's state, since many thousands are kept."""
        return blake2b(remembered(self.game), digest_size=16).digest()

    def wins_after(self, action: acting.Action) -> bool:
        """Return whether the puzzle can still be won after an act."""
        done = self.puzzle.done
        with self.doing(action, done) as tried:
            if tried is None:
                return False
            standing = self.standing(done + 1)
            return standing == "won" or (not standing and any(True for _ in self.lines(done + 1)))

    def play(self, actions: Sequence[acting.Action], before: Line = ()) -> tuple[Line, Standing]:
        """Try a line of acts; return what happened as far as it could be played, and the state then."""
        done = self.puzzle.done + len(before)
        standing = self.standing(done)
        if not actions or standing:
            return before, standing
        with self.doing(actions[0], done) as tried:
            if tried is None:
                return before, standing
            return self.play(actions[1:], (*before, tried))


def _shown(level: Level) -> list[Point]:
    """List the tiles in view."""
    return [(int(x), int(y)) for x, y in zip(*level.visible.nonzero(), strict=True)]


def end_of(puzzle: Puzzle, line: Line) -> Point:
    """Return the tile where a line leaves the player."""
    here = puzzle.here
    for tried in line:
        for change in tried.changes:
            if type(change) is changes.Moved and change.entity == puzzle.player:
                here = change.after[:2]
    return here


def harm_to(entities: Sequence[int], trace: Sequence[Change]) -> int:
    """Return the total hit points that some creatures lost."""
    return sum(
        max(0, int(change.before - change.after))
        for change in trace
        if type(change) is changes.PoolChanged and change.pool == "hp" and change.entity in entities
    )


def hp_lost(entity: int, line: Line) -> int:
    """Return the hit points that a creature lost over a whole line."""
    return sum(harm_to((entity,), tried.changes) for tried in line)


def mana_spent(puzzle: Puzzle, line: Line) -> int:
    """Return the mana that the player spent over a line."""
    return sum(
        max(0, int(change.before - change.after))
        for tried in line
        for change in tried.changes
        if type(change) is changes.PoolChanged
        and change.pool == "mana"
        and change.entity == puzzle.player
    )
