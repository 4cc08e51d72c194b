"""What breaks off a walk, a rest or exploring, and in what words."""

import pytest

from roguelike.components.actors import Mind
from roguelike.engine.autopilot.interruption import interruption
from roguelike.testing import Arena
from roguelike.world import ecs

LEGEND = {"o": "Orc", "r": "Rat"}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("#@.o....#", "You see an orc."),
        ("#@.r.o..#", "You see a rat and an orc."),
        ("#@.r.oor#", "You see a rat, an orc and 2 others."),
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
