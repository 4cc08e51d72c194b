"""What breaks off a walk, a rest or exploring, and in what words."""

import pytest

from roguelike.components.actors import Mind
from roguelike.engine.autopilot.interruption import interruption
from roguelike.testing import Arena
from roguelike.world import ecs

LEGEND = {"o": "Orc", "r": "Rat", "g": "Goblin"}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("#@.o....#", "You see an orc."),
        ("#@.r.o..#", "You see a rat and an orc."),
        ("#@.o.orr#", "You see an orc ×2 and a rat ×2."),
        ("#@.r.ogo#", "You see a rat, an orc ×2 and 1 other."),
        ("#@......#", None),
    ],
)
def test_it_names_the_nearest(row: str, words: str | None) -> None:
    with Arena.from_ascii(f"#########\n{row}\n#########", LEGEND) as arena:
        assert interruption(arena.game) == words


def test_who_runs_away_keeps_nobody_from_walking_but_from_resting() -> None:
    with Arena.from_ascii("#########\n#@...r..#\n#########", LEGEND) as arena:
        ecs.get(arena.find("Rat"), Mind).fear_turns = 5
        assert interruption(arena.game, on_the_way=True) is None
        assert interruption(arena.game) == "You see a rat."


def test_it_says_who_sleeps() -> None:
    """Whoever explores on sees why: to walk past is up to them."""
    with Arena.from_ascii("#########\n#@.o.r..#\n#########", LEGEND) as arena:
        ecs.get(arena.find("Orc"), Mind).awake = False
        assert interruption(arena.game) == "You see a sleeping orc and a rat."
