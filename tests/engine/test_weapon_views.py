"""What panel and sheet tell of weapons is what a hit with them takes, not their dice."""

from roguelike.engine.views.hud import hud_view
from roguelike.engine.views.records import WeaponView
from roguelike.testing import Arena


def test_a_weapon_tells_what_a_hit_with_it_takes_at_the_level_of_its_bearer() -> None:
    with Arena.from_ascii("###\n#@#\n###") as arena:
        assert hud_view(arena.game).weapons == (WeaponView(0, "bare hands", "2-5"),)
        sword = arena.equip(arena.player, "Longsword")
        low = hud_view(arena.game).weapons
        arena.set_level(arena.player, 7)
        high = hud_view(arena.game).weapons
    assert low == (WeaponView(sword, "Longsword", "2-9"),)
    assert high == (WeaponView(sword, "Longsword", "6-13"),)


def test_a_bow_tells_how_far_it_shoots_once_it_is_in_hand() -> None:
    with Arena.from_ascii("###\n#@#\n###") as arena:
        arena.give(arena.player, "Shortbow")
        assert hud_view(arena.game).weapons[-1].told == "in the pack"
        arena.equip(arena.player, "Shortbow")
        assert hud_view(arena.game).weapons[-1].told.endswith(", range 4")
