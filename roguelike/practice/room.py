"""Practice: a separate game on a drawn board, without consequences. Any turn can be taken back.

It copies the player's sheet from the real game, which is not touched: the board is a world of its own with its own
dice, and nothing of it is saved or counted. A lesson is the same with a hero that the board describes.

The sheet is the state of a game with its player alone, on no level, to be placed on a drawn board. It is cut out of
what a save would hold. So whatever a save keeps of a player (level, skills, gear, statuses and changes to their spells)
is included automatically, and nothing is shared with the game that it was taken from.

A trial: a game without consequences in which any turn can be taken back. Practice is one, as is a forked replay, and
the board of a plan.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, Self

import esper
import msgspec

from roguelike.actions import acting, moving, senses
from roguelike.components import actors, items, magic, spatial, vitals
from roguelike.components.statuses import Statuses
from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import State, replace
from roguelike.core.rng import FixedRolls, Stream
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.foreseeing.reply import Rehearsal
from roguelike.engine.play import dungeon
from roguelike.engine.play.dungeon import make_player, name_unknowns
from roguelike.engine.play.screen_events import ScreenEvent, screen_events
from roguelike.engine.play.turn import bury
from roguelike.engine.session import Report, Session
from roguelike.engine.state.snapshot import Snapshot, plain, read, restore, take_over, write
from roguelike.engine.state.tables import SAVED, Tables, saved_level
from roguelike.mapgen.blueprint import Spawn
from roguelike.mapgen.prefab import PrefabError
from roguelike.practice.boards import Board, BoardKind, Hero, boards
from roguelike.systems.visibility import look_around
from roguelike.world import ecs, known_level, perception, space, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.game import NOBODY, Game
from roguelike.world.level import Level
from roguelike.world.terrain import Tile

MOST_UNDONE = 300
"""The most turns that can be taken back."""


class Trial(Session):
    """A session that is never saved. It keeps the same game record throughout, whatever is taken back."""

    def __init__(self, game: Game) -> None:
        """Continue a game, which belongs to the trial from then on."""
        self._past: list[bytes] = []
        self._undone: list[bytes] = []
        """The states to which `redo` leads on, the next one last."""
        super().__init__(game)

    @property
    def is_practice(self) -> bool:
        """Whether what happens has no consequences: always."""
        return True

    def do(self, action: acting.Action) -> Report:
        """Carry out one command, keeping the state before it."""
        before = write(self._entered())
        report = super().do(action)
        if report.acted:
            self._note(before)
        return report

    def _note(self, before: bytes) -> None:
        """Keep the state before a turn; what was taken back cannot be done again after another turn."""
        self._past = [*self._past[1 - MOST_UNDONE :], before]
        self._undone.clear()

    def undo(self) -> bool:
        """Take the last turn back; return whether there was one."""
        return self._go(self._past, self._undone)

    def redo(self) -> bool:
        """Do the turn again that was taken back last, as it was; return whether there was one."""
        return self._go(self._undone, self._past)

    def _go(self, states: list[bytes], left: list[bytes]) -> bool:
        """Go to the last of some states, and keep this one among those that are left."""
        if not states:
            return False
        self.stop()
        left.append(write(self._entered()))
        self._become(restore(read(states.pop()), self.game.content))
        return True

    def _forget_turns(self) -> None:
        """Start anew: no turn can be taken back, or done again."""
        self.stop()
        self._past.clear()
        self._undone.clear()

    def _become(self, other: Game) -> None:
        """Take over the state of another game."""
        take_over(self.game, other)

    def close(self) -> None:
        """Delete the world of the trial's game; the game itself cannot be used after that."""
        ecs.drop_world(self.game.world)


class Fork(Trial):
    """A recorded game continued from any of its turns, with the dice that would have been rolled then."""

    def __init__(self, state: bytes, content: Catalog) -> None:
        """Start from a state, as `engine.state.snapshot` writes it."""
        self._begun = state
        super().__init__(restore(read(state), content))

    def again(self) -> None:
        """Go back to the start."""
        self._forget_turns()
        self._become(restore(read(self._begun), self.game.content))


class Draft(Trial):
    """A plan for another game: acts, and the board as it would stand after them if every die showed its middle.

    Nothing is played here. Each board is rehearsed in that game by all acts up to it, as the player knows it, and
    copied; so whatever can be asked of a game can be asked of it, and only what may happen was ever simulated.
    """

    def __init__(self, planned: Session) -> None:
        """Plan from how a game stands now."""
        self.planned = planned
        self._acts: tuple[acting.Action, ...] = ()
        self.rows: tuple[str, ...] = ()
        """How a row of a table on each act begins, also of those that were taken back."""
        self._stands: tuple[planning.Standing, ...] = ()
        self._ends: dict[int, str] = {}
        """Why nothing can follow an act, by its number."""
        super().__init__(self._imagined(()).game)
        self._set_apart()

    @property
    def acts(self) -> tuple[acting.Action, ...]:
        """The acts up to the board that is shown."""
        return self._acts[: len(self._past)]

    def course(self, replies: Sequence[Reply]) -> planning.Course:
        """Return the plan with what was foreseen of each act, to be played."""
        count, most = len(self._past), tuple(each.you.at_once[2] for each in replies)
        return planning.Course(self.acts, self._stands[:count], most[:count])

    def do(self, action: acting.Action) -> Report:
        """Add an act, if it can be done when its turn comes."""
        acts = (*self.acts, action)
        ended = IT_IS_OVER if self.is_over else self._ends.get(len(self.acts))
        if ended or len(acts) > MOST_ACTS:
            return Report(refused=ended or FULL)
        before, row = write(self._entered()), self.ask(action.row)
        found = self._imagined(acts)
        if found.refused is not None:
            ecs.drop_world(found.game.world)
            self.game.enter()
            return Report(ask=found.ask) if found.ask else Report(refused=found.refused)
        self._note(before)
        self._acts, self._stands = acts, found.stands
        self.rows = (*self.rows[: len(acts) - 1], row)
        self._ends = {len(acts): LED_AWAY} if found.leaves else {}
        self._become(found.game)
        return Report(acted=True, events=found.events)

    def again(self) -> None:
        """Forget the acts of the plan and begin with another from the same moment."""
        self._forget_turns()
        self._acts, self.rows = (), ()
        self._become(self._imagined(()).game)

    def _become(self, other: Game) -> None:
        """Take over the state of another game."""
        super()._become(other)
        self._set_apart()

    def _set_apart(self) -> None:
        """Say on the board that it is a plan. No die falls here, but those of the game say how dice are foreseen."""
        self.game.level.name = f"A plan: {self.planned.game.level.name}"
        self.game.rng = self.planned.game.rng

    def _imagined(self, acts: tuple[acting.Action, ...]) -> "Imagined":
        """Rehearse acts with dice that show their middle, and copy the board that they lead to."""
        game = self.planned.game
        game.enter()
        bury(game)
        with known_level.as_known(game, game.player):
            rehearsal = Rehearsal(
                game, planning.foreseeable(game, acts) or [moving.Pass()], persists=True
            )
            stands, last, start = [], None, len(game.trace)
            with rehearsal.undoing(FixedRolls()):
                for last in rehearsal.passing() if acts else ():
                    stands.append(planning.standing(game, planning.sides_in_view(game)))
                    start = last.start
                events = screen_events(game, game.trace[start:])
                state = write(game)
        board = restore(read(state), game.content)
        look_around(board)  # walls that are seen past dark corners are only remembered on the board
        # What was never seen is taken for rock there, and must not look like it.
        board.level.explored &= game.level.explored
        board.level.visible = board.level.visible & game.level.explored
        game.enter()
        return Imagined(
            board,
            tuple(stands),
            refused=last.waited if last is not None else None,
            ask=last.lacks if last is not None else None,
            leaves=last is not None and last.is_over,
            events=events,
        )


class Imagined(State):
    """A board copied from a rehearsal, and what its last act came to."""

    game: Game
    stands: tuple[planning.Standing, ...]
    refused: str | None
    ask: acting.Ask | None
    leaves: bool
    events: Sequence[ScreenEvent]


MOST_ACTS = 12
"""How long a plan may be."""
FULL = f"A plan has at most {MOST_ACTS} acts."
IT_IS_OVER = "The plan ends here: nothing can follow."
LED_AWAY = "The last act leads away, and what waits there is not known."


__all__ = ["Board", "BoardKind", "Practice", "PrefabError", "boards"]

End = Literal["", "won", "died", "left", "harmed", "failed"]
OUTSIDE = 5
"""Side length in tiles of the empty room outside the board."""
Sheet = bytes
"""The state, as `engine.state.snapshot` writes it."""
LESSON_DEPTH = 2
_WRITER = msgspec.json.Encoder(enc_hook=plain)


class Practice(Trial):
    """A session on a board. It keeps the same game record throughout, whatever is taken back."""

    def __init__(
        self, board: Board, sheet: Sheet, content: Catalog, *, seed: str = "", rested: bool = False
    ) -> None:
        """Set up a board with a player on it."""
        self.board, self.rested = board, rested
        self._sheet, self._content, self._seed = sheet, content, seed
        self._tries = 0
        super().__init__(self._opened())

    @classmethod
    def of(cls, session: Session, board: Board, *, rested: bool = False) -> "Practice":
        """Practise with the player of a game in progress as they are now; that game is not changed."""
        game = session.game
        game.enter()
        return cls(board, sheet_of(game), game.content, seed=game.seed, rested=rested)

    @classmethod
    def lesson(cls, board: Board, catalog: Catalog) -> Self:
        """Start a lesson with the hero that its board describes."""
        return cls(board, newcomer(board.hero, catalog), catalog)

    def _opened(self) -> Game:
        """Create the game as the board begins, with dice that no earlier try had."""
        board = self.board
        game = set_down(self._sheet, board, self._dice, self._content, rested=self.rested)
        try:
            self._furnish(game)
        except BaseException:
            ecs.drop_world(game.world)
            raise
        return game

    def _furnish(self, game: Game) -> None:
        """Put everything in its place. Raises KeyError for what the raws lack."""
        board = self.board
        self._prepare(game)
        space.put(game, game.player, board.start, game.depth)
        # Large creatures come last, since they can be moved to where there is room.
        for spawn, asleep in sorted(board.spawns(), key=lambda pair: _size(game, pair[0])):
            spot = _room_for(game, spawn)
            if spot is not None:
                _stand(game, spawn._replace(point=spot), asleep=asleep)
        game.turn_queue.rebuild(space.actors_on(game, game.depth))
        game.level.explored[...] = True  # the player chose the board, so it is all known
        look_around(game)

    @property
    def _dice(self) -> str:
        """The seed of the dice, different for each try."""
        return f"{self._seed}/practice/{self.board.key}/{self._tries}"

    def _prepare(self, game: Game) -> None:
        """Prepare a game that was just created or restored: nothing here, but puzzles fix the dice."""

    # --- how it stands

    @property
    def end(self) -> End:
        """How it ended; "" while it goes on."""
        game = self._entered()
        if game.player in game.dead:
            return "died"
        if len(game.levels) > 1:  # at first the board is the only level
            return "won" if self.board.goal == "leave" else "left"
        return "won" if self.board.goal == "clear" and not self.enemies_left() else ""

    def enemies_left(self) -> list[int]:
        """List the enemies on the board, seen or not, by id."""
        game = self._entered()
        return [
            entity
            for entity, _ in ecs.with_component(actors.Mind)
            if space.is_here(game, entity) and senses.is_hostile(game, entity)
        ]

    def shortfall(self) -> str:
        """Return the sentence on who was missed: "" here, since only puzzles name whom to kill or save."""
        return ""

    def words(self) -> str:
        """Return what the player is told at the beginning."""
        return self.board.text

    anew: ClassVar[str] = "The board is as it was, with other dice."
    """What is said after restarting."""

    @property
    def is_over(self) -> bool:
        """Whether it is won or lost, or the board was left."""
        return self.end != ""

    @property
    def is_won(self) -> bool:
        """Whether its goal was reached."""
        return self.end == "won"

    # --- playing

    def travel(
        self, game: Game, depth: int, point: Point | None = None, *, followed: bool = True
    ) -> None:
        """Leave the board for an empty room: there is no dungeon around it."""
        tiles = self.board.tiles()[:OUTSIDE, :OUTSIDE].copy()
        tiles[...] = Tile.WALL
        tiles[1:-1, 1:-1] = Tile.FLOOR
        game.levels[depth] = Level(depth, "Outside the board", self.board.theme, tiles)
        dungeon.travel(game, depth, (1, 1), followed=False)

    def again(self, *, rested: bool | None = None) -> None:
        """Set the board up again with other dice; hit points and mana are full if `rested`."""
        self._forget_turns()
        self._tries += 1
        self.rested = self.rested if rested is None else rested
        self._become(self._opened())

    def _become(self, other: Game) -> None:
        """Take over the state of another game."""
        super()._become(other)
        self._prepare(self.game)


# --- setting a board up


def _size(game: Game, spawn: Spawn) -> int:
    """Return the number of tiles that a spawn takes."""
    body = game.content.body(spawn.section, spawn.name)
    return body.width * body.height


def _room_for(game: Game, spawn: Spawn) -> Point | None:
    """Return the tile nearest to its drawn place at which a spawn fits; None if there is none."""
    level, body = game.level, game.content.body(spawn.section, spawn.name)
    if _size(game, spawn) == 1:
        return spawn.point
    spots = ((x, y) for x in range(level.width) for y in range(level.height))
    nearest = sorted(spots, key=lambda spot: (steps_between(spot, spawn.point), spot))
    return next((spot for spot in nearest if level.has_room(body, spot)), None)


def _stand(game: Game, spawn: Spawn, *, asleep: bool) -> None:
    """Put something on the board. Traps are revealed: a board hides nothing from the player who chose it."""
    entity = spawning.spawn(game, spawn.section, spawn.name, spawn.point, game.depth)
    if asleep:
        ecs.get(entity, actors.Mind).awake = False
        game.caches.sleep += 1
    if esper.has_component(entity, magic.Trigger) and esper.has_component(entity, spatial.Hidden):
        ecs.get(entity, spatial.Hidden).found = True


def sheet_of(game: Game) -> Sheet:
    """Return the sheet of a game's player; the game is not changed.

    Unidentified items are left out, since trying them out without consequences would identify them. So are quest items,
    which have no place in practice.
    """
    snapshot = read(write(game))
    rules = snapshot.rules
    kept = _belongings(game)
    spells = {entity for entity, kind in rules.components.kind if kind.section == "spells"}
    rules.components = _only(rules.components, kept | spells)
    for entity, position in rules.components.position:
        if entity == game.player:
            position.x, position.y, position.depth = 0, 0, spatial.NOWHERE
    for _, pack in rules.components.pack:
        pack.items = [item for item in pack.items if item in kept]
    for _, status in rules.components.status_effect:
        status.source = status.source if status.source in kept else NOBODY
    rules.components.quest.clear()
    rules.levels, rules.turn, rules.yesterday, snapshot.log = [], 0, None, []
    snapshot.absent, snapshot.letters = {}, {}
    return _WRITER.encode(snapshot)


def _belongings(game: Game) -> set[int]:
    """Return the ids of the player, of what they wear, carry and know, and of their statuses."""
    pack = ecs.get(game.player, items.Pack)
    carried = (item for item in pack.items if perception.is_known(game, item))
    things = {
        item
        for item in (*carried, *pack.worn.values())
        if not esper.has_component(item, items.Relic)
    }
    return {game.player, *things, *ecs.get(game.player, Statuses).entities}


def _only(tables: Tables, kept: set[int]) -> Tables:
    """Return the rows of these entities."""
    return Tables(
        **{name: [row for row in getattr(tables, name) if row[0] in kept] for name in SAVED}
    )


def newcomer(hero: Hero, catalog: Catalog) -> Sheet:
    """Return the sheet of a new player with what a lesson gives them, all of it identified."""
    game = Game.fresh("lesson", catalog)
    try:
        name_unknowns(game)
        game.depth = LESSON_DEPTH
        player = make_player(game)
        pools = ecs.get(player, vitals.Pools)
        pools.max_hp = pools.hp = hero.hp or pools.max_hp
        pools.max_mana = pools.mana = hero.mana or pools.max_mana
        ecs.get(player, magic.KnownSpells).spells.extend(game.spells[name] for name in hero.spells)
        for name in hero.wears:
            spawning.put_on(player, spawning.make(game, "items", name, game.rng))
        for name in hero.carries:
            spawning.pocket(player, spawning.make(game, "items", name, game.rng))
        game.identified.update((*hero.wears, *hero.carries))
        return write(game)
    finally:
        ecs.drop_world(game.world)


def set_down(sheet: Sheet, board: Board, seed: str, content: Catalog, *, rested: bool) -> Game:
    """Make a game from a sheet on the empty ground of a board; its player has no tile yet.

    Args:
        sheet: the player.
        board: the ground.
        seed: decides the dice.
        content: the raws.
        rested: whether hit points and mana are full, whatever the sheet says.
    """
    snapshot: Snapshot = read(sheet)
    rules = snapshot.rules
    level = Level(rules.depth, board.title, board.theme, board.tiles(), board.lit, board.start)
    rules.seed, rules.rng, rules.levels = seed, Stream(seed, "play").state(), [saved_level(level)]
    if rested:
        rules.components.pools = [
            (entity, replace(pools, hp=pools.max_hp, mana=pools.max_mana))
            for entity, pools in rules.components.pools
        ]
    return restore(snapshot, content)
