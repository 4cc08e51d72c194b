"""Who one was before the game: asked by keys and by mouse, kept in saves, replays and the history."""

from collections.abc import Callable
from pathlib import Path

import pytest

from roguelike import app
from roguelike.engine.play.commands import Pass
from roguelike.engine.session import Session
from roguelike.engine.state.errors import SaveError
from roguelike.raws.catalog import Catalog
from roguelike.runs.verifying import begun, verify
from roguelike.store.recording import Recording
from roguelike.store.replay import read_replay
from roguelike.store.save_file import decode, encode
from roguelike.world import ecs
from roguelike.world.names import origin_of
from tests.person import Person
from tests.pilot.test_golden import GOLDEN, compare

Seat = Callable[..., Person]


def test_the_page_of_origins_looks_as_it_did(real: Seat) -> None:
    person = real(seed=3, size=(80, 24))
    person.press("n")
    pages = [person.page]
    for _ in range(8):
        person.press("down")
        pages.append(person.page)
    compare(GOLDEN / "screens" / "origins.txt", "\n".join(pages))


@pytest.mark.parametrize("keys", [("down", "enter"), ("b", "enter"), ("b", "b")])
def test_an_origin_is_chosen_by_keys(real: Seat, keys: tuple[str, ...]) -> None:
    person = real(seed=3, size=(80, 24))
    person.press("n", *keys)
    assert person.screens == ["Play"]
    assert origin_of(person.arena.game) == "Stoker"
    assert "The Careful Stove" in person.arena.inventory()


def test_an_origin_is_chosen_by_mouse_and_left_at_no_cost(real: Seat) -> None:
    person = real(seed=3)
    person.click_on("New game")
    person.click_on("Close")
    assert person.screens == ["Title"]
    person.click_on("New game")
    person.click_on("Soldier")
    assert origin_of(person.arena.game) == "Soldier"


def test_the_dungeon_of_the_day_has_one_for_everybody(real: Seat) -> None:
    first, second = real(), real()
    for person in (first, second):
        person.press("d")
        assert person.screens == ["Play"]
    assert origin_of(first.arena.game) == origin_of(second.arena.game) == first.host.daily_origin()


def test_every_origin_is_saved_replayed_and_told(catalog: Catalog) -> None:
    for name in catalog.origins:
        session = Session.start("7", catalog, origin=name)
        session.recording = recording = Recording(session.game)
        for _ in range(3):
            session.do(Pass())
        replay = read_replay(bytes(recording.data))
        assert verify(replay, catalog).is_alike
        assert origin_of(begun(replay, catalog).game) == name
        assert origin_of(decode(encode(session.game)).open(catalog)) == name
        ecs.drop_world(session.game.world)


def test_a_recording_of_somebody_unknown_is_refused(catalog: Catalog) -> None:
    session = Session.start("7", catalog, origin="Singer")
    replay = read_replay(bytes(Recording(session.game).data))
    replay.origin = "Sinner"
    with pytest.raises(SaveError, match="Sinner"):
        begun(replay, catalog)


def test_the_run_says_who_one_was(real: Seat, tmp_path: Path) -> None:
    person = real(seed=3, saves=tmp_path)
    person.host.be("poisoner")
    person.press("n", ".", "escape", "a", "y", "escape", "r", "enter")
    assert person.shows("Poisoner")


def test_nobody_of_that_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert app.main(["--origin", "nobody", "--saves", str(tmp_path)]) == 1
    assert "Drunk, Stoker" in capsys.readouterr().err
