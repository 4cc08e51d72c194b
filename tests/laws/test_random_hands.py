"""Whatever is pressed, clicked and hovered over, on any depth and at any size, the program goes on.

Every case is a hero of a random depth, with spells and things thrown together and strangers beside them, and then some
hundred inputs at random: half of them keys, half the mouse, often at somebody in view.
"""

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from roguelike.actions.wizardry import Give, Learn, Spawn, ToggleGod
from roguelike.engine.loading import DataLoader
from roguelike.host import LocalHost
from roguelike.lab.heroes import send_to
from roguelike.raws.catalog import Catalog
from roguelike.testing import Pilot
from roguelike.world import ecs
from tests.lengths import law

SIZES = ((80, 24), (80, 50), (120, 40), (160, 60), (100, 30))
KEYS = (
    *"hjklyubn..oovvxxfegiZCMbmpabcd><,st?DdP1234zR",
    *("escape",) * 4, "enter", "enter", "tab", "up", "down", "left", "right", "kp_1", "kp_3", "kp_7", "kp_9",
)  # fmt: skip
DEPTHS, THINGS, SPELLS, MOST_STRANGERS = (1, 15), 8, 6, 5
INPUTS = (100, 300)


@law(st.integers(0, 2**32), many=1_000, few=2)
def test_random_hands_break_nothing(seed: int) -> None:
    rng = Random(seed)
    with TemporaryDirectory() as folder:
        saves = Path(folder)
        _save_somebody(saves, seed, rng)
        with Pilot(seed=seed, saves=saves, size=rng.choice(SIZES)) as pilot:
            pilot.press("enter")
            for _ in range(rng.randint(*INPUTS)):
                _give(pilot, rng)
                if not pilot.running:
                    break
                pilot.drawn()
        assert not [each.name for each in saves.rglob("crash*")]


@cache
def _data() -> DataLoader:
    """Load the data once for all cases."""
    return DataLoader()


def _save_somebody(saves: Path, seed: int, rng: Random) -> None:
    """Save a game with a hero of a random depth who has a lot to try."""
    host = LocalHost(saves, _data(), seed=str(seed))
    session = host.start(str(seed))
    game, content = session.game, session.game.content
    assert isinstance(content, Catalog)
    depth = rng.randint(*DEPTHS)
    if depth > 1:
        send_to(game, depth)
    for _ in range(SPELLS):
        session.do(Learn(rng.choice(sorted(game.spells))))
    for _ in range(THINGS):
        session.do(Give(rng.choice(content.names("items"))))
    for _ in range(rng.randint(0, MOST_STRANGERS)):
        session.do(Spawn(rng.choice(content.names("mobs"))))
    if rng.random() < 0.6:
        session.do(ToggleGod())
    session.save()
    host.close()
    ecs.drop_world(game.world)


def _give(pilot: Pilot, rng: Random) -> None:
    """Press a key, or use the mouse."""
    match rng.choices("kcumshw", (30, 12, 8, 20, 15, 12, 3))[0]:
        case "k":
            pilot.press(rng.choice(KEYS))
        case "c":
            pilot.press(f"ctrl+{rng.randint(1, 9)}")
        case "u":
            pilot.press(f"shift+{rng.randint(1, 9)}")
        case "m":
            pilot.hover(*_anywhere(pilot, rng))
        case "s":
            _at_somebody(pilot, rng)
        case "h":
            pilot.click(*_anywhere(pilot, rng))
        case _:
            pilot.wheel(rng.choice((-1, 1)))
            pilot.advance(rng.choice((0.05, 0.5)))


def _anywhere(pilot: Pilot, rng: Random) -> tuple[int, int]:
    """Return a cell of the console."""
    rows = pilot.text
    return rng.randrange(len(rows[0])), rng.randrange(len(rows))


def _at_somebody(pilot: Pilot, rng: Random) -> None:
    """Move the mouse to somebody on the map and perhaps click; anywhere if nobody is in view."""
    session = pilot.program.session
    seen = session.creatures() if session is not None and "Play" in pilot.screens else ()
    cells = [cell for each in seen if (cell := pilot.cell_of(each.entity)) is not None]
    where = rng.choice(cells) if cells else _anywhere(pilot, rng)
    (pilot.click if rng.random() < 0.5 else pilot.hover)(*where)
