"""What the game's own reactions come to, two deep: each room is foreseen, then played, and the clever act compared."""

import pytest

from roguelike.testing import Arena
from roguelike.world.terrain import Tile
from tests.halls import Stage
from tests.rooms import inflict, inflict_at

Point = tuple[int, int]
ROW = "##########\n#@.o.....#\n##########"


def cast(arena: Arena, spell: str, at: Point) -> dict[int, int]:
    """Cast a spell as the player, hold it to its forecast, and return the hit points lost by each it touches."""
    arena.teach(spell)
    told = arena.forecast(spell, at)
    assert told.refused is None
    before = {each: arena.hp(each) for each in told.outcomes}
    assert arena.cast(spell, at).refused is None
    lost = {each: hp - arena.hp(each) for each, hp in before.items()}
    for each, outcome in told.outcomes.items():
        assert outcome.damage[0] <= lost[each] + outcome.healing[2] <= outcome.damage[2]
    return lost


def test_water_makes_wet_whoever_comes_there_and_keeps_them_so(stage: Stage) -> None:
    arena = stage("#######\n#@,,..#\n#######")
    arena.move(1, 0)
    for _ in range(6):
        assert arena.statuses(arena.player)["Wet"] == 4
        arena.wait()
    arena.move(1, 0)
    arena.move(1, 0)
    assert arena.statuses(arena.player)["Wet"] == 4
    arena.wait(4)
    assert "Wet" not in arena.statuses(arena.player)


def test_a_step_into_water_is_foreseen_as_wet(stage: Stage) -> None:
    arena = stage("#######\n#@,,..#\n#######")
    assert arena.forecast("step", (2, 1)).outcomes[arena.player].statuses == {"Wet": (1.0, 4)}


def test_whom_the_water_drives_out_of_it_is_wet_all_the_same(stage: Stage) -> None:
    with stage("##########\n#.@..o...#\n##########", {"o": "Orc"}, knows="Drench") as arena:
        orc = arena.find("Orc")
        arena.set_pools(orc, max_hp=40, hp=40)
        arena.set_pools(arena.player, max_mana=9, mana=9)
        seen = arena.forecast("Drench", (4, 1)).outcomes[orc]
        assert seen.statuses["Wet"] == (1.0, 4)
        arena.cast("Drench", (4, 1))
        assert arena.position(orc) == (6, 1)
        assert arena.statuses(orc) == {"Wet": 4}


def test_the_wet_freeze_in_the_cold_and_shatter_on_a_wall(stage: Stage) -> None:
    arena = stage("#########\n#@..o.###\n#########")
    orc = arena.find("Orc")
    cast(arena, "Drench", (4, 1))
    assert arena.statuses(orc) == {"Wet": 4}
    cast(arena, "Rime Lance", (5, 1))
    assert "Frozen" in arena.statuses(orc)
    assert "Wet" not in arena.statuses(orc)
    whole = arena.forecast("Rime Lance", (5, 1)).outcomes[orc].damage
    arena.teach("Rude Gesture")
    shattered = arena.forecast("Rude Gesture", (5, 1)).outcomes[orc]
    assert "loses Frozen" in shattered.notes
    assert shattered.damage[1] > whole[1]
    cast(arena, "Rude Gesture", (5, 1))
    assert "Frozen" not in arena.statuses(orc)


def test_a_wall_hurts_the_frozen_three_times_as_much(stage: Stage) -> None:
    arena = stage("#####\n#@o##\n#####", knows="Rude Gesture")
    orc = arena.find("Orc")
    before = arena.forecast("Rude Gesture", (2, 1)).outcomes[orc].damage
    inflict(arena, "status", orc, status="Frozen")
    after = arena.forecast("Rude Gesture", (2, 1)).outcomes[orc].damage
    assert after[1] == pytest.approx(3 * before[1])


@pytest.mark.parametrize(("amount", "holds", "lost"), [(7, True, 7), (8, False, 16)])
def test_only_a_heavy_blow_breaks_the_ice(
    stage: Stage,
    amount: int,
    holds: bool,  # noqa: FBT001
    lost: int,
) -> None:
    arena = stage("#####\n#@o.#\n#####")
    orc = arena.find("Orc")
    inflict(arena, "status", orc, status="Frozen")
    hp = arena.hp(orc)
    inflict(arena, "damage", orc, amount=amount, element="blow")
    assert hp - arena.hp(orc) == lost
    assert ("Frozen" in arena.statuses(orc)) == holds


def test_a_blow_of_a_weapon_is_one(stage: Stage) -> None:
    arena = stage("#####\n#@o.#\n#####")
    orc = arena.find("Orc")
    arena.equip(arena.player, "War Axe")
    plain = arena.forecast("melee", (2, 1)).outcomes[orc].damage[2]
    inflict(arena, "status", orc, status="Frozen")
    assert plain >= 8
    assert arena.forecast("melee", (2, 1)).outcomes[orc].damage[2] == 2 * plain


def test_the_oiled_burn_and_so_does_the_oil(stage: Stage) -> None:
    arena = stage(ROW)
    orc = arena.find("Orc")
    cast(arena, "Lamp Oil", (3, 1))
    assert list(arena.statuses(orc)) == ["Oiled"]
    arena.teach("Ember Dart")
    lit = arena.forecast("Ember Dart", (3, 1))
    assert "oil goes out" in lit.notes
    assert lit.outcomes[orc].later[0] > 0
    cast(arena, "Ember Dart", (3, 1))
    assert "Burning" in arena.statuses(orc)
    assert arena.game.content.hazards["Fire"].name in names_at(arena, (3, 1))


def names_at(arena: Arena, point: Point) -> list[str]:
    """Return the names of all that is on a tile."""
    return [arena.shown_name(each) for each in arena.at(*point)]


def test_oil_lies_in_wait_for_whoever_comes(stage: Stage) -> None:
    arena = stage("######\n#@.o.#\n######")
    inflict_at(arena, "kindle", (2, 1), hazard="Oil")
    arena.move(-1, 0, by=arena.find("Orc"))
    assert "Oiled" in arena.statuses(arena.find("Orc"))


def test_fire_and_water_make_steam_and_cold_makes_mist_of_it(stage: Stage) -> None:
    arena = stage("########\n#@.....#\n########")
    inflict_at(arena, "kindle", (3, 1), hazard="Fire")
    cast(arena, "Drench", (3, 1))
    assert names_at(arena, (3, 1)) == ["Steam"]
    cast(arena, "Hoarfrost", (3, 1))
    assert names_at(arena, (3, 1)) == ["Ice Mist"]


def test_water_shields_from_fire_once_and_steams(stage: Stage) -> None:
    arena = stage(ROW, knows="Hearth Unbound")
    orc = arena.find("Orc")
    dry = arena.forecast("Hearth Unbound", (3, 1)).outcomes[orc].damage
    inflict(arena, "status", orc, status="Wet")
    wet = arena.forecast("Hearth Unbound", (3, 1))
    assert wet.outcomes[orc].damage[2] - wet.outcomes[orc].later[2] == dry[2] // 2
    assert "leaves steam" in wet.notes
    cast(arena, "Hearth Unbound", (3, 1))
    assert "Wet" not in arena.statuses(orc)


def test_lightning_leaps_among_the_wet(stage: Stage) -> None:
    arena = stage("########\n#@..ok.#\n#....g.#\n########", knows="Zap")
    wet = [arena.find(name) for name in ("Orc", "Kobold", "Goblin")]
    arena.teach("Storm's Favourite")
    assert arena.forecast("Storm's Favourite").outcomes.keys() & set(wet) == {wet[0]}
    dry = arena.forecast("Storm's Favourite").outcomes[wet[0]].damage[1]
    for each in wet:
        inflict(arena, "status", each, status="Wet")
    told = arena.forecast("Storm's Favourite").outcomes
    assert told.keys() >= set(wet)
    more = told[wet[0]].damage[1] - dry  # half of the spell is thunder, which water does not carry
    assert told[wet[1]].damage[1] == pytest.approx(2.5 / 1.5 * more, abs=1)


def test_mail_draws_lightning_and_leather_does_not(stage: Stage) -> None:
    found = {}
    for armor in ("Leather Armor", "Chainmail Armor"):
        arena = stage(ROW, knows="Ricochet")
        orc = arena.find("Orc")
        arena.equip(orc, armor)
        at = arena.position(orc)
        found[armor] = arena.forecast("Ricochet", at).outcomes[orc].damage[1]
    assert found["Leather Armor"] == pytest.approx(5.5, abs=0.1)
    assert found["Chainmail Armor"] == pytest.approx(1.25 * 5.5, abs=0.5), "to whole points"


def test_wind_drives_fire_onto_whoever_is_behind_it_at_once(stage: Stage) -> None:
    arena = stage("#########\n#@.....##\n#########")
    orc = arena.spawn("Orc", 6, 1)
    inflict_at(arena, "kindle", (3, 1), hazard="Fire")
    lost = cast(arena, "Open Window", (4, 1))
    assert lost[orc] > 0
    assert "Fire" in names_at(arena, (6, 1))
    assert "Fire" not in names_at(arena, (3, 1))


def test_a_fire_that_wind_drives_is_said_to_be_blown_away_and_not_to_go_out(stage: Stage) -> None:
    arena = stage("##########\n#@.......#\n##########")
    inflict_at(arena, "kindle", (4, 1), hazard="Fire")
    arena.teach("Open Window")
    assert set(arena.forecast("Open Window", (4, 1)).notes) == {"fire is blown away"}


def test_wind_drives_gas_to_the_wall_and_stops_there(stage: Stage) -> None:
    arena = stage("######\n#@..##\n######")
    inflict_at(arena, "kindle", (2, 1), hazard="Poison Gas")
    cast(arena, "Open Window", (3, 1))
    assert names_at(arena, (3, 1)) == ["Poison Gas"]
    assert arena.cast("Open Window", (3, 1)).refused == "There is nothing for the wind to drive."


def test_a_fire_that_is_driven_over_grass_lights_it(stage: Stage) -> None:
    arena = stage('#########\n#@."""".#\n#########')
    inflict_at(arena, "kindle", (2, 1), hazard="Fire")
    cast(arena, "Open Window", (4, 1))
    assert int(arena.game.level.tiles[4, 1]) == Tile.FLOOR


def test_a_shove_into_fire_is_foreseen_as_hurting_at_once_and_later(stage: Stage) -> None:
    arena = stage(ROW)
    orc = arena.find("Orc")
    inflict_at(arena, "kindle", (6, 1), hazard="Fire")
    arena.teach("Rude Gesture")
    told = arena.forecast("Rude Gesture", (3, 1)).outcomes[orc]
    assert told.damage[0] >= 2
    assert told.later[0] > 0
    cast(arena, "Rude Gesture", (3, 1))


def test_whom_somebody_drives_into_a_fire_is_theirs(stage: Stage) -> None:
    arena = stage(ROW)
    orc = arena.find("Orc")
    arena.set_pools(orc, hp=1)
    inflict_at(arena, "kindle", (6, 1), hazard="Fire")
    cast(arena, "Rude Gesture", (3, 1))
    assert not arena.alive(orc)
    assert arena.xp(arena.player) > 0


# --- guards' tricks, and their answers


@pytest.mark.parametrize(
    ("who", "first", "then", "comes", "answer"),
    [
        ("The Keeper of the Last Door", "Drench", "Rime Lance", "Frozen", "Burning"),
        ("Balefire Duke", "Lamp Oil", "Cinder Breath", "Burning", "Wet"),
    ],
)
def test_a_guard_sets_up_what_its_next_spell_finishes(
    stage: Stage, who: str, first: str, then: str, comes: str, answer: str
) -> None:
    arena = stage("#########\n#@..k...#\n#.......#\n#########", {"k": who})
    guard = arena.find(who)
    at = arena.position(arena.player) or (0, 0)
    assert comes not in arena.forecast(then, at, by=guard).outcomes[arena.player].statuses
    arena.cast(first, at, by=guard)
    at = arena.position(arena.player) or (0, 0)
    told = arena.forecast(then, at, by=guard).outcomes[arena.player]
    assert told.statuses[comes][0] == 1.0
    inflict(arena, "status", arena.player, status=answer)
    told = arena.forecast(then, at, by=guard).outcomes[arena.player]
    assert comes not in told.statuses or told.statuses[comes][0] < 1.0
