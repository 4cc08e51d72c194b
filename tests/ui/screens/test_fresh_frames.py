"""What a frame keeps of the last one never shows: over bot games each equals one drawn by screens that keep nothing."""

from pathlib import Path

import numpy as np
import pytest
from tcod.console import Console

from roguelike.actions import wizardry
from roguelike.core.colour import VARIANTS
from roguelike.core.records import replace
from roguelike.devices.headless import Headless, as_cells
from roguelike.devices.painting import ground_table as ground_numbers
from roguelike.devices.painting import light
from roguelike.engine.views import creatures as hud
from roguelike.lab.benchmark.screen_rows import FIRES, Stage
from roguelike.toolkit import rows, sections
from roguelike.toolkit.rows import Cells, cells_of
from roguelike.toolkit.screen import Frame
from roguelike.toolkit.stack import ScreenStack
from roguelike.ui.panels import messages
from roguelike.ui.replies import Replies
from roguelike.ui.screens.play import Play

EVERY = 3


@pytest.mark.parametrize("turns", [16, pytest.param(54, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    ("size", "depth"),
    [
        ((80, 24), 1),
        ((126, 51), 8),
        pytest.param((80, 50), 4, marks=pytest.mark.soak),
        pytest.param((200, 60), 12, marks=pytest.mark.soak),
    ],
)
def test_a_frame_shows_what_a_fresh_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], depth: int, turns: int
) -> None:
    # What is foreseen comes with time, not with what is shown.
    monkeypatch.setattr(Replies, "choose", lambda *_: None)
    stage = Stage(Headless(*size), tmp_path, "kept")
    stage.program.settings = replace(stage.program.settings, hints="off")  # a new screen tells one
    for command in (wizardry.ToggleGod(), *map(wizardry.Learn, FIRES), wizardry.Travel(depth)):
        stage.session.do(command)
    for number in range(turns):
        stage.turn()
        stage.play.view.animation.skip()
        stage.play.view.board.shimmer.tick = number
        variant = VARIANTS[number // 8 % len(VARIANTS)]
        stage.program.settings = replace(stage.program.settings, palette=variant)
        stage.show()
        if number % EVERY == 0:
            # It points at the map, at rows of the panels and at the bar by turns, as they were just drawn.
            stage.play.view.mouse = (number * 31 % size[0], number * 7 % size[1])
            stage.show()
            shown = cells_of(stage.console).copy()
            assert differing(cells_of(drawn_afresh(stage)), shown) == []
        if stage.session.is_over:
            break
    stage.host.close()


def differing(one: Cells, other: Cells) -> list[tuple[int, int]]:
    """List the cells, by row and column, in which two consoles differ."""
    return [(y, x) for y, x in np.argwhere((one != other).any(axis=2)).tolist()]


def drawn_afresh(stage: Stage) -> Console:
    """Return a console on which a new screen has drawn the same, with nothing kept anywhere."""
    stage.session.game.caches.kept.clear()
    ground_numbers.GROUND.drop()
    light.SHED.drop()
    light._falls.clear()
    kept = (rows.render, messages._wrapped, messages._broken, sections._fitted, sections.heading)
    views = (hud._attribute_views, ground_numbers._stained)
    for cached in (*kept, *views, light._spread):
        cached.cache_clear()
    play = Play(stage.program)
    # Where the window onto the map stands, and what the player chose, is state of the screen.
    play.view.board._cameras = dict(stage.play.view.board._cameras)
    play.view.board.shimmer.tick = stage.play.view.board.shimmer.tick
    play.does.shots, play.does.notice = stage.play.does.shots, stage.play.does.notice
    console = stage.device.new_console()
    for mouse in (None, stage.play.view.mouse):
        play.view.mouse = mouse
        as_cells(Frame(console, ScreenStack(play).draw(console)))
    return console
