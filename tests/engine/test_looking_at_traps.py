"""Looking at a trap that is known says what it does to whoever steps on it, or is driven onto it."""

import esper
import pytest

from roguelike.components.spatial import Hidden
from roguelike.engine.views.level_map import place_view
from roguelike.testing import Arena
from tests.rooms import component


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Bear Trap", "• Whoever steps on it: 6 damage, once."),
        ("Landmine", "• Whoever steps on it: 18 fire damage, radius 3, once."),
        ("Brazier", "• Whoever steps on it: 4 fire damage."),
        ("Town Portal", "• Whoever steps on it: back to where it was opened."),
        (
            "Altar",
            "• Whoever steps on it: restores 100 health, receives the Amulet in the town's temple.",
        ),
    ],
)
def test_looking_at_a_trap_tells_what_it_does(name: str, words: str) -> None:
    with Arena.from_ascii("#####\n#@.t#\n#####", {"t": name}) as arena:
        if esper.has_component(arena.find(name), Hidden):
            component(arena.find(name), Hidden).found = True
        assert place_view(arena.game, (3, 1)).words[-1] == words


def test_of_a_trap_not_yet_found_nothing_is_told() -> None:
    with Arena.from_ascii("#####\n#@.t#\n#####", {"t": "Bear Trap"}) as arena:
        trap = component(arena.find("Bear Trap"), Hidden)
        for found in (False, True):
            trap.found = found
            assert bool(place_view(arena.game, (3, 1)).words) == found
