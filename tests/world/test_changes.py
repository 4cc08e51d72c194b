"""Every change can be taken back: apply it, undo it, and nothing tells that it ever was."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from roguelike.components import actors, spatial, vitals
from roguelike.components.statuses import Duration, Statuses
from roguelike.core.records import Struct, field_names
from roguelike.lab.campaigns.marks import marks
from roguelike.testing import Arena
from roguelike.world import changes, ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause
from roguelike.world.terrain import Tile
from tests.rooms import Draw, component, inflict, unchanged

ROOM = """
    ##########
    #@g.D..#.#
    #+!....#.#
    ##########
"""
WHY = Cause("a test")
Make = Callable[[Arena], Any]


def began(arena: Arena) -> int:
    """Put a status on the goblin and return its entity."""
    inflict(arena, "status", arena.find("Goblin"), status="Branded", turns=4)
    return component(arena.find("Goblin"), Statuses).entities[0]


def repacked(arena: Arena) -> changes.PackChanged:
    """Give the player a thing to wear."""
    fez = arena.give(arena.player, "Fez")
    return changes.PackChanged(arena.player, ((fez,), ()), ((), (("Head", fez),)), WHY)


def knowing(arena: Arena) -> int:
    """Let the player know a spell."""
    arena.teach("Zap")
    return arena.player


def inscribed(arena: Arena) -> int:
    """Let the player have a rune on a spell."""
    changes.Inscribed(knowing(arena), "Zap", ("Far Rune",), WHY).apply(arena.game)
    return arena.player


def uncursed(arena: Arena) -> changes.Uncursed:
    """Lift a curse."""
    return changes.Uncursed(arena.give(arena.player, "Dunce Cap"), WHY)


CHANGES: dict[str, Make] = {
    "Altered": lambda a: changes.Altered(a.player, vitals.Attributes, "might", 11, 18, WHY),
    "Altered status": lambda a: changes.Altered(began(a), Duration, "turns", 4, 9, WHY),
    "Divided": lambda a: changes.Divided(
        a.find("Goblin"), component(a.find("Goblin"), vitals.Pools).hp, 1, WHY
    ),
    "Died": lambda a: changes.Died(a.find("Goblin"), WHY),
    "Died large": lambda a: changes.Died(a.find("Giant"), WHY),
    "Attuned": lambda a: changes.Attuned(knowing(a), "Zap", (a.game.spells["Zap"],), 0, WHY),
    "DoorMoved": lambda a: changes.DoorMoved(a.find("Door"), open=True, cause=WHY),
    "Identified": lambda a: changes.Identified("Health Potion", "a colour", WHY),
    "Inscribed": lambda a: changes.Inscribed(knowing(a), "Zap", ("Far Rune",), WHY),
    "Inscribed again": lambda a: changes.Inscribed(inscribed(a), "Zap", (), WHY),
    "Mapped": lambda a: changes.Mapped(((8, 1), (8, 2)), WHY),
    "Moved": lambda a: changes.Moved(a.find("Goblin"), (2, 1, 3), (3, 2, 3), WHY),
    "Moved large": lambda a: changes.Moved(a.find("Giant"), (4, 1, 3), (5, 1, 3), WHY),
    "Moved into a pack": lambda a: changes.Moved(
        a.find("Health Potion"), (2, 2, 3), (0, 0, spatial.NOWHERE), WHY
    ),
    "Moved off the level": lambda a: changes.Moved(a.find("Goblin"), (2, 1, 3), (2, 1, 4), WHY),
    "PackChanged": repacked,
    "PoolChanged": lambda a: changes.PoolChanged(a.player, "hp", 30, 12, WHY),
    "PoolChanged gold": lambda a: changes.PoolChanged(a.player, "gold", 0.0, 7.5, WHY),
    "QuestAdvanced": lambda a: changes.QuestAdvanced(None, actors.Quest((3,), 90), WHY),
    "Removed": lambda a: changes.Removed(a.find("Health Potion"), WHY),
    "Rescheduled": lambda a: changes.Rescheduled(
        a.find("Goblin"), component(a.find("Goblin"), actors.Initiative).due, 99, WHY
    ),
    "ShruggedOff": lambda a: changes.ShruggedOff(a.find("Goblin"), "stunned", 2, 0, 8, WHY),
    "StandingChanged": lambda a: changes.StandingChanged("Goblins", 0, -3, WHY),
    "Spawned": lambda a: changes.Spawned((actors.Kind("items", "Rations"),), (3, 1), 3, WHY),
    "SpellLearned": lambda a: changes.SpellLearned(a.player, "Zap", WHY),
    "Stained": lambda a: changes.Stained((3, 1), WHY),
    "StatusBegan": lambda a: changes.StatusBegan(
        a.find("Goblin"), "Slowed", 5, 9.0, (1, 0, 0, 0), WHY
    ),
    "StatusEnded": lambda a: changes.StatusEnded(a.find("Goblin"), "Branded", began(a), WHY),
    "StockSold": lambda a: changes.StockSold(a.find("Goblin"), "Rations", 1, WHY),
    "TileChanged": lambda a: changes.TileChanged((3, 1), Tile.FLOOR, Tile.WALL, WHY),
    "Uncursed": uncursed,
}


def masks(arena: Arena) -> tuple[bytes, ...]:
    """Return what the level derives from its ground and doors."""
    level = arena.game.level
    return tuple(mask.tobytes() for mask in (level.walkable, level.transparent, level.explored))


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_undone_is_as_though_never_done(draw: Draw, name: str) -> None:
    arena = draw(ROOM)
    change = CHANGES[name](arena)
    for entity in (arena.player, arena.find("Goblin")):
        stats_of(entity)

    number = ecs.next_id()
    before, shape = marks(arena.game), masks(arena)
    numbers = [repr(stats_of(each)) for each in (arena.player, arena.find("Goblin"))]
    change.apply(arena.game)
    after = (marks(arena.game), masks(arena))
    change.undo(arena.game)
    ecs.set_next_id(number)
    assert after != (before, shape)
    assert (marks(arena.game), masks(arena)) == (before, shape)
    assert [repr(stats_of(each)) for each in (arena.player, arena.find("Goblin"))] == numbers


def test_every_change_is_tried_here() -> None:
    kinds = {
        name
        for name, kind in vars(changes).items()
        if inspect.isclass(kind) and hasattr(kind, "undo") and not issubclass(kind, changes.Event)
    }
    tried = {name.split()[0] for name in CHANGES}
    assert kinds - tried == set()


def test_events_change_nothing(draw: Draw) -> None:
    arena = draw(ROOM)
    with unchanged(arena):
        for kind in changes.EVENTS:
            event = kind(WHY) if kind is not changes.Fizzled else kind(WHY, 0, "")
            event.apply(arena.game)
            event.undo(arena.game)


def test_altering_to_the_same_is_no_change(draw: Draw) -> None:
    arena = draw(ROOM)
    start = len(arena.game.trace)
    changes.alter(arena.game, arena.player, vitals.Attributes, "might", 11, WHY)
    assert len(arena.game.trace) == start


def test_changes_are_slotted_records() -> None:
    for name, kind in vars(changes).items():
        if inspect.isclass(kind) and hasattr(kind, "undo"):
            assert issubclass(kind, Struct), name
            assert "cause" in field_names(kind), name
