"""The public arena's drawings: which rooms and inhabitants they become, and which are refused."""

import json
from pathlib import Path

import pytest

from roguelike.testing import Arena
from tests.rooms import Draw, room, rules
from tests.testing.rooms import LEGEND, ROOM


def test_a_drawing_becomes_a_level() -> None:
    with room(ROOM, LEGEND) as arena:
        assert arena.position(arena.player) == (1, 1)
        assert arena.position(arena.find("Goblin")) == (3, 1)
        assert arena.at(2, 2) == [arena.find("Health Potion")]
        assert arena.at(1, 1) == [arena.player]
        assert arena.move(0, -1).refused is not None
        assert arena.move(1, 0).refused is None


def test_the_player_starts_as_promised() -> None:
    with room(ROOM, LEGEND) as arena:
        you = arena.player
        assert (arena.hp(you), arena.max_hp(you)) == (30, 30)
        assert (arena.mana(you), arena.max_mana(you)) == (4, 4)
        assert (arena.xp(you), arena.gold(you)) == (0, 0)
        assert arena.inventory() == []
        assert arena.known_spells() == []
        assert arena.statuses(you) == {}
        assert arena.log == []


@pytest.mark.parametrize(
    ("drawing", "legend", "match"),
    [
        ("#@x#", {}, "'x'"),
        ("#@x#", {"x": "Snark"}, "Snark"),
        ("#@x#", {"x": "orc"}, "'x' in the legend.*did you mean 'Orc'"),
        ("#@.#", {"xy": "Orc"}, "'xy' is not one character"),
        ("####", {}, "@"),
        ("", {}, "@"),
        ("#@@#", {}, "@"),
        ("#@é#", {}, "é"),
    ],
)
def test_a_drawing_that_says_nothing_is_refused(
    drawing: str, legend: dict[str, str], match: str
) -> None:
    with pytest.raises(ValueError, match=match):
        Arena.from_ascii(drawing, legend)


def test_ragged_and_open_drawings_are_closed() -> None:
    with room("@..\n.") as arena:
        for _ in range(5):
            arena.move(1, 0)
        assert arena.position(arena.player) == (2, 0)
        assert arena.move(1, 0).refused is not None
        assert arena.move(0, 1).refused is not None


def test_other_data_can_be_played_with(tmp_path: Path) -> None:
    data = rules()
    next(row for row in data["spells"] if row["name"] == "Zap")["effects"]["damage"] = "2"
    for raws in (data, tmp_path):
        if raws is tmp_path:
            (tmp_path / "spawns.json").write_text(json.dumps(data), encoding="utf-8")
        with Arena.from_ascii(ROOM, LEGEND, raws=raws) as arena:
            arena.teach("Zap")
            arena.cast("Zap", (3, 1))
            assert arena.hp(arena.find("Goblin")) == 7
            with Arena.load(arena.save()) as again:
                again.cast("Zap", (3, 1))
                assert again.hp(again.find("Goblin")) == 5


def test_bad_data_is_refused_with_the_entry_and_as_a_bad_value() -> None:
    row = {"name": "Trap Door", "consumable": {"effects": {"damage": "3d"}}}
    with pytest.raises(ValueError, match=r'items "Trap Door", consumable.effects.damage'):
        Arena.from_ascii("@", raws={"items": [row]})


OPEN = "g...r\n..@..\nk...g"


@pytest.mark.parametrize("seed", range(3))
def test_a_room_without_walls_is_played_saved_and_loaded(draw: Draw, seed: int) -> None:
    arena = draw(OPEN, seed=seed, minds=True)
    for step in ((1, 1), (1, 0), (0, 0)):
        arena.turn("step", step)
        with Arena.load(arena.save()) as again:
            assert again.state_hash() == arena.state_hash()
    assert arena.reply("wait").refused is None


def test_fires_and_clouds_are_drawn_like_anything_else() -> None:
    drawing = "#######\n#@T.f.#\n#..gg.#\n#######"
    legend = {"T": "Hall Troll", "f": "Fire", "g": "Poison Gas"}
    with Arena.from_ascii(drawing, legend) as arena:
        troll, fire = arena.find("Hall Troll"), arena.find("Fire")
        assert arena.position(fire) == (4, 1)
        assert arena.at(4, 1) == [fire]
        beside = arena.reply("wait").outcomes[troll]
        assert beside.at_once == (0, 0.0, 0), "nothing burns where it stands"
        assert beside.later[2] > 0, "but gas drifts, and may be lit"
        arena.spawn("Fire", *arena.position(troll) or (0, 0))
        assert arena.reply("wait").outcomes[troll].at_once[0] > 0
        before = arena.hp(troll)
        with Arena.load(arena.save()) as again:
            assert again.find("Hall Troll") == troll
            assert again.state_hash() == arena.state_hash()
        arena.wait(1)
        assert arena.hp(troll) < before
        arena.wait(20)
        assert not arena.at(4, 1)
