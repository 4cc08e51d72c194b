"""The public arena's saves and hashes: what comes back, what differs, and which junk is refused."""

import pytest

from roguelike.testing import Arena
from tests.rooms import Draw, fingerprint, inflict
from tests.testing.rooms import LEGEND, ROOM


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


def test_what_is_no_arena_is_said_to_be_none() -> None:
    with pytest.raises(ValueError, match="no saved arena"):
        Arena.load(b"junk")


def test_a_room_that_was_drawn_oddly_is_saved_and_loaded_as_it_is() -> None:
    with (
        Arena.from_ascii("#####\n#@.d#\n#####", {"d": "Black Dragon"}) as arena,
        Arena.load(arena.save()) as again,
    ):
        assert again.state_hash() == arena.state_hash()
