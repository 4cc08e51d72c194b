"""What looking tells: of traps, signs, and what a creature is up to."""

from collections.abc import Callable

import esper
import pytest

from roguelike.components import actors, spatial
from roguelike.devices.painting.ground_table import THEMES
from roguelike.engine.session import Session
from roguelike.engine.views.level_map import place_view
from roguelike.engine.views.records import LETTERING
from roguelike.testing import Arena
from roguelike.world import terrain
from tests.rooms import RULES, component

ROOM = "###########\n#@.......x#\n###########"


def change_nothing(mind: actors.Mind) -> None:
    pass


def sleep(mind: actors.Mind) -> None:
    mind.awake = False


def hunt(mind: actors.Mind) -> None:
    mind.target = 1


def search(mind: actors.Mind) -> None:
    mind.last_seen = (3, 1)


def fear(mind: actors.Mind) -> None:
    mind.target, mind.fear_turns = 1, 5


def rob(mind: actors.Mind) -> None:
    mind.loot = 99


@pytest.mark.parametrize(
    ("name", "change", "mood", "words"),
    [
        ("Goblin", change_nothing, "unaware", "has not noticed you"),
        ("Goblin", sleep, "asleep", "asleep"),
        ("Goblin", hunt, "hunting", "hunting"),
        ("Goblin", search, "hunting", "hunting"),
        ("Goblin", fear, "fleeing", "running away"),
        ("Goblin", rob, "fleeing", "running away"),
        ("Barkeep", change_nothing, "", ""),
        ("Barkeep", hunt, "", ""),
        ("Barkeep", sleep, "asleep", "asleep"),
    ],
)
def test_moods(name: str, change: Callable[[actors.Mind], None], mood: str, words: str) -> None:
    with Arena.from_ascii(ROOM, {"x": name}, minds=True, raws=RULES) as arena:
        session = Session(arena.game)
        (creature,) = session.creatures()
        change(esper.component_for_entity(creature.entity, actors.Mind))
        (creature,) = session.creatures()
        assert creature.mood == mood
        assert not words or words in creature.traits


TOWN = """
##########
#@.s.....#
#........#
##########"""
CORNER = """
##########
#@.s.....#
##.#######
##.#######
##.#######
##.#######
##########"""


def test_every_letter_of_a_sign_tells_of_it() -> None:
    with Arena.from_ascii(TOWN, {"s": "Pub Sign"}) as arena:
        arena.wait()
        for x in (3, 4, 5):
            assert place_view(arena.game, (x, 1)).things == ("Pub Sign",), x
            assert place_view(arena.game, (x, 1)).words == place_view(arena.game, (3, 1)).words
        assert place_view(arena.game, (6, 1)).things == ()
        assert place_view(arena.game, (4, 2)).things == ()


def test_a_sign_out_of_view_is_remembered_by_every_letter() -> None:
    with Arena.from_ascii(CORNER, {"s": "Pub Sign"}) as arena:
        arena.wait()
        for step in ((1, 0), (0, 1), (0, 1), (0, 1), (0, 1)):
            arena.turn("step", step_from(arena, step))
        assert not arena.game.level.visible[4, 1]
        assert not arena.game.level.visible[5, 1]
        assert place_view(arena.game, (5, 1)).things == ("Pub Sign",)


def test_a_sign_points_to_its_door() -> None:
    """In a lane of one tile TEMPLE stood on the roof of the pub as much as under its own door."""
    lane = "#####.####\n#....@s..#\n##########"
    with Arena.from_ascii(lane, {"s": "Pub Sign"}) as arena:
        arena.wait()
        letters = [each for each in Session(arena.game).map().things if each.icon == LETTERING]
        row = {each.point[0]: each.glyph for each in letters}
        assert "".join(row[x] for x in sorted(row)) == "↑PUB"


def step_from(arena: Arena, step: tuple[int, int]) -> tuple[int, int]:
    """Return the tile a step away."""
    x, y = arena.position(arena.player) or (0, 0)
    return x + step[0], y + step[1]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Bear Trap", "• Whoever steps on it: 6 damage, once."),
        ("Landmine", "• Whoever steps on it: 18 fire damage, radius 3, once."),
        ("Brazier", "• Whoever steps on it: 4 fire damage."),
        ("Town Portal", "• Whoever steps on it: back to where it was opened."),
        ("Altar", "• Whoever steps on it: receives the Amulet in the town's temple."),
    ],
)
def test_looking_at_a_trap_tells_what_it_does(name: str, words: str) -> None:
    with Arena.from_ascii("#####\n#@.t#\n#####", {"t": name}) as arena:
        if esper.has_component(arena.find(name), spatial.Hidden):
            component(arena.find(name), spatial.Hidden).found = True
        assert place_view(arena.game, (3, 1)).words[-1] == words


def test_of_a_trap_not_yet_found_nothing_is_told() -> None:
    with Arena.from_ascii("#####\n#@.t#\n#####", {"t": "Bear Trap"}) as arena:
        trap = component(arena.find("Bear Trap"), spatial.Hidden)
        for found in (False, True):
            trap.found = found
            assert bool(place_view(arena.game, (3, 1)).words) == found


@pytest.mark.parametrize(
    ("theme", "ground", "name"),
    [
        ("abyss", "shallow water", "red shallow water"),
        ("abyss", "deep water", "the void"),
        ("dwarven", "deep water", "lava"),
        ("default", "deep water", "deep water"),
    ],
)
def test_ground_is_called_what_it_looks_like(theme: str, ground: str, name: str) -> None:
    """What one could wade in was drawn as lava, and what was lava was called deep water."""
    assert terrain.ground_called(terrain.ground_named(ground), theme, 0) == name
    look = THEMES[theme].looks[terrain.Tile(terrain.ground_named(ground))]
    assert (look.art == "lava") is (name == "lava")
