"""The public arena: what it promises to whoever tests against it, its saves and hashes too."""

import inspect

import pytest

from roguelike.testing import Arena, Fight, Pilot
from tests.rooms import Draw, effect, inflict, room, unchanged
from tests.testing.rooms import LEGEND, ROOM


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


def test_a_result_holds_only_its_own_deed(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND, knows="Zap")
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


def test_the_stunned_do_nothing_when_told_to(draw: Draw) -> None:
    arena = draw(ROOM, LEGEND, knows="Zap")
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


def test_time_does_not_run_backward() -> None:
    with room(ROOM, LEGEND) as arena:
        before = arena.state_hash()
        with pytest.raises(ValueError, match="turns is -1: the fewest is 0"):
            arena.wait(-1)
        assert arena.state_hash() == before
        assert list(arena.wait(0).trace) == []
        assert arena.state_hash() == before


@pytest.mark.parametrize("samples", [0, -1])
def test_a_reply_is_never_made_of_no_turns_at_all(samples: int) -> None:
    with (
        room(ROOM, LEGEND) as arena,
        pytest.raises(ValueError, match=f"samples is {samples}: the fewest is 1"),
    ):
        arena.reply("wait", samples=samples)


def test_what_the_dead_would_do_is_refused_and_not_foreseen() -> None:
    with room(ROOM, LEGEND, knows="Zap") as arena:
        goblin = arena.position(arena.find("Goblin"))
        inflict(arena, "damage", arena.player, amount=1000)
        before = arena.state_hash()
        for what, target in (
            *((what, goblin) for what in ("wait", "Zap", "step", "melee")),
            BESIDE,
        ):
            assert arena.turn(what, target).refused
            assert arena.reply(what, target).refused
            assert [told.refused for told in arena.plan([(what, target)])] == ["You are dead."]
            assert arena.forecast(what, target).refused == "The dead do not act."
        assert arena.danger(2) == {}
        assert arena.fight() == Fight(death=1.0)
        assert arena.state_hash() == before


BESIDE = "step", (2, 1)
"""A step that the living could take in the room."""


def test_whoever_is_no_more_does_nothing() -> None:
    with room(ROOM, LEGEND) as arena:
        goblin = arena.find("Goblin")
        inflict(arena, "damage", goblin, amount=1000)
        arena.wait()
        assert arena.move(1, 0, by=goblin).refused == "The dead do not act."
        for what, target in (("wait", None), ("melee", (1, 1)), ("step", (2, 1))):
            assert arena.forecast(what, target, by=goblin).refused == "The dead do not act."


def test_a_plan_of_no_acts_comes_to_nothing() -> None:
    with room(ROOM, LEGEND) as arena:
        assert arena.plan([]) == []


def test_danger_looks_no_steps_back() -> None:
    with room(ROOM, LEGEND) as arena:
        assert [*arena.danger(0)] == [(1, 1)]
        with pytest.raises(ValueError, match="steps is -1: the fewest is 0"):
            arena.danger(-1)


@pytest.mark.parametrize("depth", [0, -1])
def test_no_level_lies_above_the_first(depth: int) -> None:
    """On depth 0 the hero was nowhere, and said to be dead."""
    with pytest.raises(ValueError, match=f"depth is {depth}: the first is 1"):
        Arena.from_ascii("#@#", depth=depth)


def test_a_fight_leaves_out_whoever_went_out_of_view_and_says_so(draw: Draw) -> None:
    arena = draw("########\n#@..k..#\n#.######\n###g...#\n########", {"k": "Firecap Mushroom"})
    assert arena.fight().unseen == 0
    arena.turn("step", (1, 2))
    assert arena.fight().unseen == 1
    arena.turn("step", (1, 1))
    assert arena.fight().unseen == 0


def test_the_arena_of_a_game_in_progress_knows_whom_it_reckons_with() -> None:
    with Pilot(seed=9) as pilot:
        pilot.press("enter", "enter")
        arena = pilot.arena
        x, _ = arena.position(arena.player) or (0, 0)
        far = next(tile for tile in arena.danger(3) if abs(tile[0] - x) == 3)
        kobold = arena.spawn("Kobold", *far)
        arena.set_pools(kobold, max_hp=500, hp=500)
        inflict(arena, "status", kobold, status="Held", turns=99)
        pilot.press(".")
        inflict(arena, "status", kobold, status="Invisible", turns=99)
        pilot.press(".")
        assert pilot.arena.fight().unseen == 1


def test_a_step_is_foreseen_from_where_whoever_takes_it_stands() -> None:
    with room("######\n#@..g#\n######") as arena:
        goblin = arena.find("Goblin")
        assert arena.forecast("step", (3, 1), by=goblin).refused is None
        assert arena.forecast("step", (2, 1), by=goblin).refused == "That is more than a step away."
        assert arena.forecast("step", (2, 1)).refused is None


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (10, 5), (0, 0)])
def test_a_console_that_no_screen_fits_into_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="80x24 or more"):
        Pilot(size=size)


def test_what_a_test_put_into_the_game_is_there_when_the_last_turns_are_looked_back_on() -> None:
    with Pilot(seed=9) as pilot:
        pilot.press("enter", "enter")
        pilot.press(".")
        arena = pilot.arena
        x, y = arena.position(arena.player) or (0, 0)
        arena.spawn("Hall Troll", x + 1, y)
        arena.set_pools(arena.player, hp=3)
        for _ in range(40):
            pilot.press(".")
            pilot.advance(1)
            if "GameOver" in pilot.screens:
                break
        pilot.press("down", "down", "down", "down", "enter")
        pilot.advance(20)
        page = "\n".join(pilot.text)
        assert "at 3 of 30 health" in page, page


def test_on_the_title_no_cell_shows_anybody() -> None:
    with Pilot() as pilot:
        assert pilot.cell_of(1) is None


def test_the_smallest_console_shows_every_column_and_row() -> None:
    with Pilot(size=(80, 24)) as pilot:
        assert [len(row) for row in pilot.text] == [80] * 24


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
    with unchanged(arena):
        arena.save()


@pytest.mark.parametrize("junk", [b"", b"junk", b"{}", b"[]", b'{"minds": 1}', b"\x00\xff"])
def test_junk_is_refused_as_a_save(junk: bytes) -> None:
    with pytest.raises(ValueError, match="no saved arena"):
        Arena.load(junk)


@pytest.mark.parametrize("place", [200, 400, -200])
def test_a_damaged_save_is_a_bad_value(draw: Draw, place: int) -> None:
    data = bytearray(draw(ROOM, LEGEND).save())
    data[place] = ord("A") if data[place] != ord("A") else ord("B")
    with pytest.raises(ValueError, match="damaged"):
        Arena.load(bytes(data))


def test_the_same_drawing_and_seed_make_the_same_arena(draw: Draw) -> None:
    hashes = {draw(ROOM, LEGEND, seed=5).state_hash() for _ in range(3)}
    assert len(hashes) == 1
    assert draw(ROOM, LEGEND, seed=6).state_hash() not in hashes


def test_a_room_that_was_drawn_oddly_is_saved_and_loaded_as_it_is() -> None:
    with (
        Arena.from_ascii("#####\n#@.d#\n#####", {"d": "Black Dragon"}) as arena,
        Arena.load(arena.save()) as again,
    ):
        assert again.state_hash() == arena.state_hash()
