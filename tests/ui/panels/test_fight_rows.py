"""The rows on a fight in the side panel."""

from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import palette
from roguelike.ui.panels.fight_rows import Shown, foes_and_deeds
from tests.ui.screens.sheets import HUD

WIDTH = 34
HEALER = CreatureView(
    7, "Chaplain", "C", (255, 0, 0), (3, 3), 5, 9, 3,
    hostile=True, is_player=False, statuses=(), carries=(), traits=(),
)  # fmt: skip


def test_what_somebody_would_do_is_told_to_its_end_for_the_chance_stands_there() -> None:
    deeds = {7: ("* casts Bind Wounds at the shadow glutton 97%", "  backs away 3%")}
    lines = foes_and_deeds(Shown(HUD, (HEALER,), None, deeds=deeds), palette(), WIDTH)
    rows = ["".join(text for text, _ in line.left) for line in lines[1:]]
    assert rows == [" * casts Bind Wounds at the shadow", "   glutton 97%", "   backs away 3%"]
    assert all(len(row) <= WIDTH for row in rows)
