"""The options, packs among them, keys rebound, and the help that lists them."""

import shutil
from pathlib import Path

import pytest

from roguelike.core import data_path
from roguelike.host import LocalHost
from roguelike.practice.drawn_boards import boards_of
from roguelike.toolkit.settings import Settings
from roguelike.ui.program import UserError
from tests.packs import LAMPLIGHTERS, STRONG_ZAP, draw, pack
from tests.person import Person, Seat


def test_a_rebound_key_works_and_stays(small: Seat, tmp_path: Path) -> None:
    person = small(saves=tmp_path)
    person.press("o")
    person.click_on("Key bindings")
    while not person.shows("Character sheet"):
        person.wheel(-3)
    person.click_on("Character sheet")
    person.click_on("Add a key")
    person.press("ctrl+k")
    assert person.shows("Ctrl+K")
    person.press("escape", "escape", "escape")
    person.press("n", "ctrl+k")
    assert person.screens == ["Play", "Character"]
    person.close()
    again = small(saves=tmp_path)
    again.press("c", "ctrl+k")
    assert again.screens == ["Play", "Character"]
    again.press("escape", "?")
    assert any("Ctrl+K" in row and "Character sheet" in row for row in _pages(again))


def _pages(person: Person) -> list[str]:
    """Read all pages of help."""
    rows: list[str] = []
    while person.page not in (seen := "\n".join(rows)) or not seen:
        rows += person.text
        person.press("tab")
        if len(rows) > 60 * len(person.text):
            break
        if "page 1 of" in person.page:
            break
    return rows


SIZES = [(80, 24), (120, 40)]


def choose(saves: Path, *names: str) -> None:
    """Choose packs in the options."""
    settings = Settings()
    settings.packs = names
    saves.mkdir(exist_ok=True)
    (saves / "settings.json").write_text(settings.to_json())


@pytest.mark.parametrize("size", SIZES)
def test_packs_are_turned_on_and_off_in_the_options(tmp_path: Path, size: tuple[int, int]) -> None:
    pack(tmp_path / "packs" / "inks", manifest={"title": "Inks", "authors": ["Ada"]})
    with Person(saves=tmp_path, size=size) as person:
        person.click_on("Options")
        person.click_on("Content packs")
        assert person.top == "Packs"
        assert person.shows("By Ada.")
        assert any("Inks 1.0" in row and "off" in row for row in person.text)
        person.press("enter", "down", "enter")
        assert any("Inks 1.0" in row and "on, 1 of 2" in row for row in person.text)
        person.press("up", "enter")
        assert not person.shows(" of 2")
    assert Settings.from_json((tmp_path / "settings.json").read_text(encoding="utf-8"))[
        0
    ].packs == ("lamplighters",)


def test_the_page_of_packs_tells_what_they_take_from_the_game_and_each_other(
    tmp_path: Path,
) -> None:
    for name in ("inks", "quills"):
        pack(tmp_path / "packs" / name, spells=[STRONG_ZAP])
    choose(tmp_path, "inks")
    with Person(saves=tmp_path, size=(80, 24)) as person:
        person.press("o")
        person.click_on("Content packs")
        assert person.shows("[What they replace]")
        person.press("T")
        assert person.shows("spells Zap: inks 1.0 lies over the game")
        person.press("T")
        person.click_on("quills")
        assert person.shows("[What they replace: 1 of each other]")
        person.press("T")
        assert person.shows("spells Zap: quills 1.0 lies over inks 1.0")


def test_new_games_are_played_with_the_packs_of_the_options(tmp_path: Path) -> None:
    pack(tmp_path / "packs" / "inks", spells=[STRONG_ZAP])
    choose(tmp_path, "inks")
    host = LocalHost(tmp_path)
    assert [str(each) for each in host.start("1").game.content.packs] == ["inks 1.0"]
    host.close()


def test_those_of_the_command_line_go_first(tmp_path: Path) -> None:
    choose(tmp_path, "inks")
    with data_path.choosing_packs([LAMPLIGHTERS]):
        host = LocalHost(tmp_path)
        assert [each.name for each in host.start("1").game.content.packs] == ["lamplighters"]
        assert "Lamp row" in [board.name for board in boards_of(host, "practice")]
        host.close()


def test_a_pack_of_the_options_that_is_not_here_is_told(tmp_path: Path) -> None:
    choose(tmp_path, "inks")
    host = LocalHost(tmp_path)
    with pytest.raises(UserError, match="There is no content pack 'inks'"):
        host.start("1")
    assert "inks" in host.data_fault()
    settings = host.load_settings()
    settings.packs = ()
    host.keep_settings(settings)
    assert host.start("1").game.content.packs == ()
    host.close()


def test_a_game_goes_on_with_the_packs_that_it_began_with(tmp_path: Path) -> None:
    folder = pack(tmp_path / "packs" / "inks", spells=[STRONG_ZAP])
    choose(tmp_path, "inks")
    host = LocalHost(tmp_path)
    host.start("1").save("quit")
    host.close()
    choose(tmp_path)
    host = LocalHost(tmp_path)
    assert [each.name for each in host.resume().game.content.packs] == ["inks"]
    host.close()
    draw(folder, "prefabs", "ink.txt", "name: Ink\n\n#.#")
    with pytest.raises(UserError, match="has been changed since"):
        LocalHost(tmp_path).resume()
    shutil.move(folder, tmp_path / "elsewhere")
    with pytest.raises(UserError, match=r"content pack inks 1\.0, which is not here"):
        LocalHost(tmp_path).resume()
    assert [each.name for each in tmp_path.glob("game-*.save")] != []


def test_practice_is_on_the_boards_of_the_game_in_progress(tmp_path: Path) -> None:
    host = LocalHost(tmp_path)
    host.start("1")
    settings = host.load_settings()
    settings.packs = ("lamplighters",)
    host.keep_settings(settings)
    assert "Lamp row" not in [board.name for board in boards_of(host, "practice")]
    host.start("1")
    assert "Lamp row" in [board.name for board in boards_of(host, "practice")]
    host.close()


@pytest.mark.parametrize("size", SIZES)
def test_the_title_names_the_packs_in_play(tmp_path: Path, size: tuple[int, int]) -> None:
    with Person(saves=tmp_path, size=size) as person:
        person.advance(1)
        assert not person.shows("lamplighters")
    with (
        data_path.choosing_packs([LAMPLIGHTERS]),
        Person(saves=tmp_path / "other", size=size) as person,
    ):
        person.host.data = LocalHost(tmp_path).data
        person.host.data.catalog()
        person.advance(1)
        assert person.shows("with lamplighters 1.0")
        person.press("n", "enter", "S")
        assert person.screens == ["Title"]
    with Person(saves=tmp_path / "other", size=size) as person:
        person.advance(1)
        assert person.shows("lamplighters"), "of the saved game"
