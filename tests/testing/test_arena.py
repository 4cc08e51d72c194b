"""The public arena: what it promises to whoever tests against it."""

import inspect
import json
from pathlib import Path

import pytest

from roguelike.testing import Arena
from tests.rooms import Draw, effect, fingerprint, inflict, room, rules

ROOM = """
    #######
    #@.g.>#
    #.!..<#
    #######
"""
LEGEND = {"g": "Goblin", "!": "Health Potion"}


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


def test_nothing_moves_without_minds_but_time_passes() -> None:
    with room(ROOM, LEGEND) as arena:
        goblin = arena.find("Goblin")
        inflict(arena, "slow", goblin, penalty=3)
        arena.wait(4)
        assert arena.position(goblin) == (3, 1)
        assert arena.statuses(goblin) == {"Slowed": 1}
        assert arena.hp(arena.player) == 30


def test_with_minds_creatures_come_and_attack() -> None:
    with room(ROOM, LEGEND, minds=True) as arena:
        arena.wait(20)
        assert arena.hp(arena.player) < 30


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
    arena = draw(ROOM, LEGEND)
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, hp=1)
    arena.teach("Venom")
    arena.cast("Venom", (3, 1))
    assert arena.statuses(goblin)
    arena.wait()
    assert not arena.alive(goblin)
    assert arena.statuses(goblin) == {}


def test_nobody_is_up_before_the_dead(draw: Draw) -> None:
    arena = draw("#^@....g#", {"^": "Watch Fire", "g": "Goblin"}, minds=True)
    arena.wait()
    assert arena.find("Goblin") in arena.turn_order()
    arena.set_pools(arena.player, hp=1)
    arena.move(-1, 0)
    assert not arena.alive(arena.player)
    assert list(arena.turn_order()) == []


def test_a_closed_arena_says_so() -> None:
    arena = Arena.from_ascii("#@#")
    arena.close()
    arena.close()
    for ask in (arena.state_hash, arena.wait, lambda: arena.hp(arena.player), arena.save):
        with pytest.raises(ValueError, match="this arena is closed"):
            ask()


@pytest.mark.parametrize("spot", [(-1, 1), (1, -1), (99, 1), (1, 99)])
def test_nothing_is_set_down_off_the_map(draw: Draw, spot: tuple[int, int]) -> None:
    arena = draw(ROOM, LEGEND)
    before = fingerprint(arena)
    for name in ("Rat", "Rations", "Bear Trap"):
        with pytest.raises(ValueError, match=f"{spot[0]}, {spot[1]}"):
            arena.spawn(name, *spot)
    assert fingerprint(arena) == before


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


def test_a_result_holds_only_its_own_deed(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    arena.teach("Zap")
    first = arena.cast("Zap", (3, 1))
    second = arena.move(1, 0)
    assert len(first.log) == 2
    assert list(second.log) == []
    assert not set(map(id, first.trace)) & set(map(id, second.trace))
    assert arena.log == list(first.log)


def test_a_result_holds_all_its_lines_however_many(draw: Draw) -> None:
    arena = draw("#####\n#@o.#\n#####", minds=True)
    arena.set_pools(arena.player, max_hp=100_000, hp=100_000)
    arena.wait(600)
    result = arena.wait(600)
    blows = [change for change in result.trace if type(change).__name__ == "Rolled"]
    assert len(blows) > 400
    assert len(result.log) >= 400


def test_a_choice_of_items_falls_on_the_first(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    scroll = arena.give(arena.player, "Identify Scroll")
    first, second = (arena.give(arena.player, name) for name in ("Mana Potion", "Slow Potion"))
    result = arena.use(scroll)
    assert result.refused is None
    assert arena.shown_name(first) == "Mana Potion"
    assert arena.shown_name(second) != "Slow Potion"
    assert "Identify Scroll" not in arena.inventory()


def test_the_stunned_do_nothing_when_told_to(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    arena.teach("Zap")
    inflict(arena, "status", arena.player, status="Stunned", turns=5)
    arena.cast("Zap", (3, 1))
    arena.move(1, 0)
    assert arena.mana(arena.player) == 4
    assert arena.position(arena.player) == (1, 1)


def test_two_arenas_do_not_meet(draw: Draw) -> None:
    one, other = draw(ROOM, LEGEND), draw("###\n#@#\n###")
    goblin = one.find("Goblin")
    other.wait(3)
    assert one.hp(goblin) == 9
    with pytest.raises(LookupError):
        other.find("Goblin")
    one.move(1, 0)
    assert other.position(other.player) == (1, 1)


def test_a_closed_arena_may_be_closed_again() -> None:
    arena = room(ROOM, LEGEND)
    arena.close()
    arena.close()
    with room(ROOM, LEGEND) as other:
        assert other.hp(other.player) == 30


def test_a_save_comes_back_the_same(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND, minds=True)
    arena.give(arena.player, "Wand of Sparks")
    arena.teach("Zap")
    inflict(arena, "damage_over_time", arena.find("Goblin"), damage=1)
    arena.cast("Zap", (3, 1))
    with Arena.load(arena.save()) as again:
        assert again.state_hash() == arena.state_hash()
        assert again.minds
        assert again.log == arena.log
        assert again.statuses(again.find("Goblin")) == {"Damage Over Time": 5}
        assert again.inventory() == ["Wand of Sparks"]


def test_saving_changes_nothing(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    before = fingerprint(arena)
    arena.save()
    assert fingerprint(arena) == before


@pytest.mark.parametrize("junk", [b"", b"junk", b"{}", b"[]", b'{"minds": 1}', b"\x00\xff"])
def test_junk_is_refused_as_a_save(junk: bytes) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        Arena.load(junk)


@pytest.mark.parametrize("place", [200, 400, -200])
def test_a_damaged_save_is_a_bad_value(draw: Draw, place: int) -> None:
    data = bytearray(draw(ROOM, LEGEND).save())
    data[place] = ord("A") if data[place] != ord("A") else ord("B")
    with pytest.raises(ValueError, match="damaged"):
        Arena.load(bytes(data))


def test_the_hash_tells_what_differs(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    digests = {arena.state_hash()}
    goblin = arena.find("Goblin")
    for change in (
        lambda: arena.set_pools(goblin, hp=8),
        lambda: arena.set_pools(arena.player, mana=3),
        lambda: arena.teach("Zap"),
        lambda: arena.identify("Health Potion"),
        lambda: arena.give(arena.player, "Rations"),
        lambda: arena.spawn("Rat", 4, 2),
        lambda: arena.move(1, 0),
        lambda: inflict(arena, "confusion", goblin, turns=2),
        lambda: arena.game.rng.below(2),
        arena.wait,
    ):
        change()
        digests.add(arena.state_hash())
    assert len(digests) == 11


def test_the_same_drawing_and_seed_make_the_same_arena(draw: Draw) -> None:
    hashes = {draw(ROOM, LEGEND, seed=5).state_hash() for _ in range(3)}
    assert len(hashes) == 1
    assert draw(ROOM, LEGEND, seed=6).state_hash() not in hashes


NAMES = (
    "from_ascii", "spawn", "give", "equip", "teach", "identify", "set_pools", "cast", "use",
    "melee", "shoot", "move", "drop", "pick_up", "wait", "find", "at", "position", "alive", "hp",
    "max_hp", "mana", "max_mana", "xp", "gold", "statuses", "known_spells", "inventory",
    "shown_name", "charges", "log", "forecast", "state_hash", "save", "load", "close", "player",
)  # fmt: skip


def test_the_api_is_all_there() -> None:
    assert [name for name in NAMES if not hasattr(Arena, name)] == []
    parameters = list(inspect.signature(Arena.from_ascii).parameters)
    assert parameters == ["drawing", "legend", "seed", "depth", "minds", "raws", "packs"]
    for name in ("cast", "use"):
        found = inspect.signature(getattr(Arena, name)).parameters
        assert list(found)[2:] == ["target", "by"]
        assert found["by"].kind is inspect.Parameter.KEYWORD_ONLY


def test_effects_can_be_written_as_data_writes_them() -> None:
    assert effect("damage", amount="2d6").amount.most == 12


def test_a_portal_leads_to_town_and_the_room_stays_as_it_was(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND)
    goblin = arena.find("Goblin")
    scroll = arena.give(arena.player, "Town Portal Scroll")
    assert arena.use(scroll).refused is None
    assert arena.game.depth == 1
    assert arena.position(arena.player) is not None
    assert arena.position(goblin) is None
    assert arena.alive(goblin)
    arena.wait()
    assert arena.inventory() == []
    arena.state_hash()


def test_without_a_table_of_statuses_confusion_is_renewed_and_not_told_twice() -> None:
    data = {
        "spells": [{"name": "Daze", "mana_cost": 0, "effects": {"ranged": "6", "confusion": "4"}}],
        "mobs": [{"name": "Rat", "renderable": {"glyph": "r"}}],
    }
    with Arena.from_ascii("#####\n#@r.#\n#####", {"r": "Rat"}, raws=data) as arena:
        arena.teach("Daze")
        arena.cast("Daze", (2, 1))
        arena.wait(2)
        assert arena.cast("Daze", (2, 1)).log == ("You cast Daze.",)
        assert arena.statuses(arena.find("Rat")) == {"Confusion": 4}


def test_where_a_thing_must_be_chosen_the_forecast_chooses_as_the_use_does() -> None:
    with room(ROOM, LEGEND) as arena:
        scroll = arena.give(arena.player, "Identify Scroll")
        arena.identify("Identify Scroll")
        assert arena.forecast(scroll).refused is not None, "there is nothing to identify"
        arena.give(arena.player, "Mana Potion")
        before = arena.state_hash()
        assert arena.forecast(scroll).refused is None
        assert arena.state_hash() == before
        assert arena.use(scroll).refused is None


def test_no_time_passes_for_the_dead() -> None:
    with room(ROOM, LEGEND) as arena:
        inflict(arena, "damage", arena.player, amount=1000)
        assert not arena.alive(arena.player)
        assert arena.wait().refused == "The dead do not act."


def test_what_the_dead_would_do_is_refused_and_not_foreseen() -> None:
    with room(ROOM, LEGEND) as arena:
        arena.teach("Zap")
        goblin = arena.position(arena.find("Goblin"))
        inflict(arena, "damage", arena.player, amount=1000)
        for what in ("wait", "Zap", "step", "melee"):
            assert arena.turn(what, goblin).refused
            assert arena.reply(what, goblin).refused
            assert arena.forecast(what, goblin).refused == "The dead do not act."


def test_a_step_is_foreseen_from_where_whoever_takes_it_stands() -> None:
    with room("######\n#@..g#\n######") as arena:
        goblin = arena.find("Goblin")
        assert arena.forecast("step", (3, 1), by=goblin).refused is None
        assert arena.forecast("step", (2, 1), by=goblin).refused == "That is more than a step away."
        assert arena.forecast("step", (2, 1)).refused is None


def test_what_is_no_arena_is_said_to_be_none() -> None:
    with pytest.raises(ValueError, match="no saved arena"):
        Arena.load(b"junk")


def test_what_is_not_to_be_worn_is_refused_and_nothing_is_made() -> None:
    with Arena.from_ascii("###\n#@#\n###") as arena:
        before = arena.state_hash()
        with pytest.raises(ValueError, match="'Beer' is not to be worn or wielded"):
            arena.equip(arena.player, "Beer")
        assert arena.state_hash() == before


def test_a_room_that_was_drawn_oddly_is_saved_and_loaded_as_it_is() -> None:
    with (
        Arena.from_ascii("#####\n#@.d#\n#####", {"d": "Black Dragon"}) as arena,
        Arena.load(arena.save()) as again,
    ):
        assert again.state_hash() == arena.state_hash()


OPEN = "g...r\n..@..\nk...g"


@pytest.mark.parametrize("seed", range(3))
def test_a_room_without_walls_is_played_saved_and_loaded(draw: Draw, seed: int) -> None:
    arena = draw(OPEN, seed=seed, minds=True)
    for step in ((1, 1), (1, 0), (0, 0)):
        arena.turn("step", step)
        with Arena.load(arena.save()) as again:
            assert again.state_hash() == arena.state_hash()
    assert arena.reply("wait").refused is None


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
