"""Hints: rows of data, each told when its moment has come."""

import json
from pathlib import Path

from roguelike.components import vitals
from roguelike.core import data_path
from roguelike.effects.statuses import wake
from roguelike.engine.play.dungeon import new_game
from roguelike.engine.play.hints import MOMENTS, due, hints, unread_books
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause
from tests.bargains import bargaining_in, group
from tests.rooms import inflict

HALL = """
##########
#@.......#
#........#
##########"""


def now(room: Arena) -> set[str]:
    """Return the moments that have come."""
    room.game.enter()
    return {name for name, holds in MOMENTS.items() if holds(room.game)}


def drawn(drawing: str = HALL, **legend: str) -> Arena:
    return Arena.from_ascii(drawing, legend)


def test_nothing_calls_for_a_hint_in_an_empty_room() -> None:
    with drawn() as room:
        assert now(room) == set()


def test_a_new_game_begins_with_the_hangover_and_the_book(catalog: Catalog) -> None:
    game = new_game("7", catalog)
    names: list[str] = []
    while hint := due(game, names, set()):
        names.append(hint.name)
    assert names == ["hangover", "book"]
    assert len(unread_books(game)) == 1
    ecs.drop_world(game.world)


def test_only_what_lowers_figures_is_last_night() -> None:
    """A hero who begins elsewhere, poisoned or wet, has no red arrows that would pass by themselves."""
    with drawn() as room:
        inflict(room, "damage_over_time", room.player, damage=1, turns=5)
        assert room.statuses(room.player)
        assert "begins unwell" not in now(room)


def test_a_book_calls_until_it_is_read() -> None:
    with drawn() as room:
        book = room.give(room.player, "Beginner's Magic")
        assert now(room) == {"carries an unread book"}
        room.use(book)
        assert now(room) == set()
        room.give(room.player, "Beginner's Magic")
        assert now(room) == set(), "a second one teaches nothing"


def test_enemies_call_by_what_one_can_do_about_them() -> None:
    with drawn() as room:
        room.spawn("Orc", 4, 1)
        assert now(room) == {"sees an enemy"}
        room.teach("Zap")
        assert now(room) == {"sees an enemy", "sees an enemy and can cast"}
        room.cast("Zap", (4, 1))
        assert now(room) == {"sees an enemy"}, "whoever has cast knows how to"
        room.set_pools(room.player, mana=0)
        assert now(room) == {"sees an enemy", "has no mana for any spell"}


def test_the_peaceful_call_for_nothing() -> None:
    with drawn() as room:
        room.spawn("Peasant", 4, 1)
        assert now(room) == set()


def test_three_make_a_pack_if_they_are_awake() -> None:
    with drawn() as room:
        for x in (4, 5, 6):
            assert "sees a pack of enemies" not in now(room)
            room.spawn("Mangy Wolf", x, 1)
        assert "sees a pack of enemies" in now(room)


def test_wounds_and_hunger() -> None:
    with drawn() as room:
        room.set_pools(room.player, hp=29)
        assert now(room) == {"is wounded"}
        room.set_pools(room.player, hp=9)
        assert now(room) == {"is wounded", "is near death"}
        ecs.get(room.player, vitals.HungerClock).state = "Hungry"
        assert "is hungry" in now(room)


def test_unknown_things_and_stairs() -> None:
    with drawn("#####\n#@.>#\n#####") as room:
        assert now(room) == {"sees stairs down"}
        room.give(room.player, "Health Potion")
        assert now(room) == {"sees stairs down", "carries something unknown"}
        room.identify("Health Potion")
        assert now(room) == {"sees stairs down"}


def test_an_ambusher_that_shows_itself_is_an_ambush() -> None:
    with Arena.from_ascii(HALL, minds=True) as room:
        lurker = room.spawn("Cave Lurker", 5, 1)
        assert "is ambushed" not in now(room)
        room.game.enter()
        room.turn("step", (2, 1))
        room.turn("step", (3, 1))
        assert room.alive(lurker)
        assert "is ambushed" in now(room)


def test_an_ambusher_found_out_of_sight_is_no_ambush() -> None:
    """Somebody else fights it behind a wall: whoever rests here has nobody to step back from."""
    with Arena.from_ascii("########\n#@.#...#\n########") as room:
        lurker = room.spawn("Cave Lurker", 5, 1)
        room.game.enter()
        wake(room.game, lurker, Cause("a fight"))
        assert "is ambushed" not in now(room)


def test_what_was_told_is_not_told_again() -> None:
    with drawn() as room:
        room.set_pools(room.player, hp=20)
        assert due(room.game, (), set()) is not None
        assert due(room.game, {"wound"}, set()) is None


def test_in_a_fight_only_aiming_is_told_of_and_the_rest_one_by_one_after_it() -> None:
    with drawn() as room:
        room.teach("Zap")
        foes = [room.spawn("Mangy Wolf", x, 1) for x in (4, 5, 6)]
        room.set_pools(room.player, hp=5)
        missed: set[str] = set()
        told: list[str] = []
        for _ in range(3):
            if hint := due(room.game, told, missed):
                told.append(hint.name)
        assert told == ["aim"]
        for foe in foes:
            inflict(room, "damage", foe, amount=99)
        while hint := due(room.game, told, missed):
            told.append(hint.name)
        assert told == ["aim", "foe", "pack", "wound", "danger"]


def test_every_moment_of_the_data_exists_and_every_moment_is_used() -> None:
    assert {hint.when for hint in hints()} == set(MOMENTS)


def test_a_pack_replaces_and_adds_hints(tmp_path: Path) -> None:
    rows = (
        {"name": "foe", "when": "sees an enemy", "text": "Run."},
        {"name": "more", "when": "is hungry", "text": "Eat."},
    )
    (tmp_path / "hints.json").write_text(json.dumps(rows))
    found = {hint.name: hint for hint in hints((data_path.data_folder(), tmp_path))}
    assert found["foe"].text == "Run."
    assert {"book", "more"} <= set(found)


def test_an_offer_in_view_is_a_moment() -> None:
    with bargaining_in("######\n#@.A.#\n######") as arena:
        assert MOMENTS["sees an offer"](arena.game)
    with bargaining_in("######\n#@.L.#\n######") as arena:
        assert not MOMENTS["sees an offer"](arena.game)
        group(arena, arena.spawn("Dagger", 2, 1), gold=3)
        assert MOMENTS["sees an offer"](arena.game)
