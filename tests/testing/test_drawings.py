"""The public arena's drawings: which rooms and inhabitants they become, and which are refused.

Setting the scene of a public arena: pools, statuses, places, and ids and names that nobody has.
"""

import json
from pathlib import Path

import pytest

from roguelike.testing import Arena
from tests.rooms import Draw, room, rules, unchanged
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


def test_the_scene_can_be_set(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, max_hp=50, hp=40, max_mana=9, mana=7)
    assert (arena.hp(goblin), arena.max_hp(goblin)) == (40, 50)
    assert (arena.mana(goblin), arena.max_mana(goblin)) == (7, 9)
    arena.set_pools(goblin, max_hp=10)
    assert arena.hp(goblin) == 10
    arena.set_pools(goblin, hp=99)
    assert arena.hp(goblin) == 10
    sword = arena.equip(goblin, "Longsword")
    axe = arena.equip(goblin, "War Axe")
    assert arena.inventory(goblin) == ["War Axe", "Longsword"]
    assert arena.alive(sword)
    assert arena.alive(axe)
    arena.teach("Zap", goblin)
    arena.teach("Zap", goblin)
    assert arena.known_spells(goblin) == ["Zap"]


@pytest.mark.parametrize("hp", [0, -3])
def test_pools_cannot_be_set_below_their_least(draw: Draw, hp: int) -> None:
    arena = draw(ROOM, LEGEND)
    goblin = arena.find("Goblin")
    with pytest.raises(ValueError, match="hp"):
        arena.set_pools(goblin, hp=hp)
    with pytest.raises(ValueError, match="max_hp"):
        arena.set_pools(goblin, max_hp=hp)
    with pytest.raises(ValueError, match="mana"):
        arena.set_pools(goblin, mana=-1)
    with pytest.raises(ValueError, match="max_mana"):
        arena.set_pools(goblin, max_mana=-1)
    assert (arena.hp(goblin), arena.max_hp(goblin)) == (9, 9)


def test_the_dead_have_no_statuses(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND, knows="Venom")
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, hp=1)
    arena.cast("Venom", (3, 1))
    assert arena.statuses(goblin)
    arena.wait()
    assert not arena.alive(goblin)
    assert arena.statuses(goblin) == {}


@pytest.mark.parametrize("spot", [(-1, 1), (1, -1), (99, 1), (1, 99)])
def test_nothing_is_set_down_off_the_map(draw: Draw, spot: tuple[int, int]) -> None:
    arena = draw(ROOM, LEGEND)
    with unchanged(arena):
        for name in ("Rat", "Rations", "Bear Trap"):
            with pytest.raises(ValueError, match=f"{spot[0]}, {spot[1]}"):
                arena.spawn(name, *spot)


def test_unknown_names_are_named(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    for call in (
        lambda: arena.spawn("Snark", 1, 2),
        lambda: arena.give(arena.player, "Snark"),
        lambda: arena.equip(arena.player, "Snark"),
        lambda: arena.teach("Snark"),
        lambda: arena.identify("Snark"),
    ):
        with pytest.raises(ValueError, match="Snark"):
            call()
    with pytest.raises(ValueError, match="Rations"):
        arena.equip(arena.player, "Rations")


def test_find_wants_exactly_one(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    with pytest.raises(LookupError, match="Orc"):
        arena.find("Orc")
    arena.spawn("Goblin", 4, 1)
    with pytest.raises(LookupError, match="2 of 'Goblin'"):
        arena.find("Goblin")


@pytest.mark.parametrize("stranger", [0, -1, 99_999])
def test_ids_that_nobody_has_are_answered_with_nothing(draw: Draw, stranger: int) -> None:
    arena = draw(ROOM, LEGEND)
    asked = (
        arena.hp(stranger), arena.mana(stranger), arena.xp(stranger), arena.gold(stranger),
        arena.charges(stranger), arena.statuses(stranger), arena.known_spells(stranger),
        arena.inventory(stranger), arena.position(stranger), arena.alive(stranger),
    )  # fmt: skip
    assert asked == (0, 0, 0, 0, 0, {}, [], [], None, False)
    for result in (
        arena.melee(stranger), arena.shoot(stranger), arena.use(stranger), arena.drop(stranger),
        arena.move(1, 0, by=stranger), arena.cast("Zap", (1, 1), by=stranger),
    ):  # fmt: skip
        assert result.refused is not None
        assert list(result.trace) == []


def test_what_is_not_to_be_worn_is_refused_and_nothing_is_made() -> None:
    with Arena.from_ascii("###\n#@#\n###") as arena:
        before = arena.state_hash()
        with pytest.raises(ValueError, match="'Beer' is not to be worn or wielded"):
            arena.equip(arena.player, "Beer")
        assert arena.state_hash() == before


def test_who_is_no_creature_is_told_so_by_the_call(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    potion = arena.find("Health Potion")
    for nobody in (999, potion):
        with pytest.raises(ValueError, match=f"{nobody} is no creature"):
            arena.set_level(nobody, 3)
        with pytest.raises(ValueError, match=f"{nobody} is no creature"):
            arena.set_pools(nobody, hp=3)
        with pytest.raises(ValueError, match=f"{nobody} is no creature"):
            arena.give(nobody, "Health Potion")
        with pytest.raises(ValueError, match=f"{nobody} is no creature"):
            arena.equip(nobody, "Shortsword")
        with pytest.raises(ValueError, match=f"{nobody} is no creature"):
            arena.teach("Zap", nobody)


def test_an_unknown_spell_is_told_with_the_one_that_was_meant(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    with pytest.raises(ValueError, match=r"no spell called 'Zapp' \(did you mean 'Zap'\?"):
        arena.teach("Zapp")


def test_a_lower_level_takes_back_the_spells_that_levels_taught() -> None:
    with Arena.from_ascii("#####\n#@..#\n#####") as arena:
        arena.teach("Zap")
        arena.set_level(arena.player, 8)
        assert arena.known_spells() == ["Zap", "Side Door"], "a seed whose levels teach"
        arena.set_level(arena.player, 1)
        assert arena.known_spells() == ["Zap"]
        arena.set_level(arena.player, 8)
        assert arena.known_spells() == ["Zap", "Side Door"]
