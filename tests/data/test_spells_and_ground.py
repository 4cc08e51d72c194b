"""Spells, fires, doors and the ground: what burns, freezes, conducts, drifts, and what lies in wait there."""

import pytest

from roguelike.actions import spell_use
from roguelike.engine.foreseeing.aiming import aimable, best_aims
from roguelike.testing import Arena
from roguelike.world.terrain import Tile
from tests.halls import Stage, hazards_of, set_ground
from tests.rooms import inflict_at, lost, unchanged

FOE = (7, 3)


def test_cold_bridges_water_and_fire_opens_it_again(stage: Stage) -> None:
    arena = stage("#########\n#@.~~~..#\n#########", knows=("Hoarfrost", "Hearth Unbound"))
    assert arena.cast("Hoarfrost", (4, 1)).refused is None
    assert [int(arena.game.level.tiles[x, 1]) for x in (3, 4, 5)] == [Tile.ICE] * 3
    assert arena.cast("Hearth Unbound", (4, 1)).refused is None
    assert int(arena.game.level.tiles[4, 1]) == Tile.SHALLOW_WATER


def test_fire_takes_to_grass_and_the_forecast_knows(stage: Stage) -> None:
    arena = stage("#########\n#@...g..#\n#########")
    set_ground(arena, "grass", *[(x, 1) for x in range(3, 8)])
    arena.teach("Kindling")
    goblin = arena.find("Goblin")
    outcome = arena.forecast("Kindling", (5, 1)).outcomes[goblin]
    assert outcome.later[2] > 0
    assert outcome.damage[2] == 8 + outcome.later[2]
    arena.cast("Kindling", (5, 1))
    arena.wait(3)
    assert arena.hp(goblin) < 198
    assert "The grass catches fire." in arena.log


def test_fire_ignites_gas(stage: Stage) -> None:
    arena = stage(knows=("Miasma", "Kindling"))
    arena.cast("Miasma", FOE)
    assert len(hazards_of(arena, "Poison Gas")) == 13
    arena.cast("Kindling", FOE)
    arena.wait(2)
    assert len(hazards_of(arena, "Poison Gas")) < 13
    assert "The gas ignites!" in arena.log


def test_water_puts_out_fires_and_people(stage: Stage) -> None:
    arena = stage()
    goblin = arena.find("Goblin")
    for spell in ("Slow Match", "Kindling", "Drench"):
        arena.teach(spell)
    arena.cast("Slow Match", FOE)
    arena.cast("Kindling", FOE)
    arena.cast("Drench", FOE)
    assert "Burning" not in arena.statuses(goblin)
    assert len(hazards_of(arena, "Fire")) == 0


def test_fires_and_clouds_burn_out(stage: Stage) -> None:
    arena = stage()
    for spell in ("Kindling", "Miasma", "Vitriol", "Hoarfrost", "Pipe Smoke", "Silk Across"):
        arena.teach(spell)
        assert arena.cast(spell, FOE).refused is None
    arena.set_pools(arena.player, hp=200)
    arena.wait(25)
    assert not any(
        hazards_of(arena, name)
        for name in ("Fire", "Burning Gas", "Poison Gas", "Acid Pool", "Ice Mist", "Smoke", "Web")
    )


def test_fire_does_not_take_to_water(stage: Stage) -> None:
    arena = stage("#########\n#@.,,,..#\n#########", knows="Kindling")
    with unchanged(arena):
        assert arena.cast("Kindling", (4, 1)).refused == "The ground there is too wet."


def test_a_spider_does_not_stick_to_its_own_web(stage: Stage) -> None:
    arena = stage("##########\n#.@..s...#\n##########", {"s": "Large Spider"})
    spider = arena.find("Large Spider")
    outcomes = arena.forecast("Web", (2, 1), by=spider).outcomes
    assert dict(outcomes[arena.player].statuses) == {"Slowed": (1.0, 5)}
    assert not outcomes[spider].statuses
    assert arena.cast("Web", (2, 1), by=spider).refused is None
    assert arena.statuses(arena.player) == {"Slowed": 5}
    assert arena.statuses(spider) == {}


def test_a_spider_webs_from_as_near_as_its_band_allows(stage: Stage) -> None:
    webbed = 0
    for seed in range(20):
        arena = stage(
            "##########\n#.@..s...#\n##########", {"s": "Large Spider"}, minds=True, seed=seed
        )
        webbed += "The large spider casts Web." in arena.wait(1).log
    assert 1 <= webbed <= 12


@pytest.mark.parametrize("burning", [1, 2, 4])
def test_whoever_is_large_burns_once_of_however_many_tiles(burning: int) -> None:
    hall = "##########\n#........#\n#@...D...#\n#........#\n#........#\n##########"
    with Arena.from_ascii(hall, {"D": "Black Dragon"}) as arena:
        dragon = arena.find("Black Dragon")
        for spot in [(4, 2), (4, 3), (5, 2), (5, 3)][:burning]:
            inflict_at(arena, "kindle", spot, hazard="Fire")
        foreseen = arena.forecast("step", (4, 2), by=dragon).outcomes[dragon]
        assert foreseen.damage[0] == 2
        assert foreseen.later[2] == 4 * 5
        stepped = arena.move(-1, 0, by=dragon)
        assert 2 <= lost(stepped.trace, dragon) <= 5
        for turn in range(4):
            assert 2 <= lost(arena.wait().trace, dragon) <= 5, turn


DOORWAY = "#########\n#...#...#\n#.@.+.g.#\n#...#...#\n#########"


@pytest.mark.parametrize("spell", ["Vitriol", "Acid Breath"])
def test_acid_is_aimed_at_a_door_and_eats_it(stage: Stage, spell: str) -> None:
    arena = stage(DOORWAY)
    door, goblin = arena.find("Door"), arena.find("Goblin")
    arena.teach(spell)
    foreseen = arena.forecast(spell, (4, 2))
    assert foreseen.refused is None
    assert goblin not in foreseen.outcomes
    assert arena.cast(spell, (4, 2)).refused is None
    assert not arena.alive(door)
    assert arena.hp(goblin) == 200


def test_a_corroding_touch_opens_the_door_beside(stage: Stage) -> None:
    arena = stage("#####\n#@+.#\n#####", knows="Corroding Touch")
    assert "The door is eaten away." in arena.cast("Corroding Touch", (2, 1)).log
    assert arena.move(1, 0).refused is None
    assert arena.position(arena.player) == (2, 1)


@pytest.mark.parametrize("spell", ["Zap", "Ember Dart", "Rime Lance", "Kindling", "Silk Across"])
def test_what_does_nothing_to_a_door_is_not_spent_on_it(stage: Stage, spell: str) -> None:
    arena = stage(DOORWAY)
    arena.game.level.explored[:] = True  # or it might do something to what was never seen
    arena.teach(spell)
    with unchanged(arena):
        assert arena.cast(spell, (4, 2)).refused == "There is nothing there to affect."


def test_a_blast_at_a_closed_door_stays_on_this_side(stage: Stage) -> None:
    arena = stage(DOORWAY, knows="Brimstone Rain")
    foreseen = arena.forecast("Brimstone Rain", (4, 2))
    assert set(foreseen.outcomes) == {arena.player}
    assert all(x < 4 for x, _ in foreseen.cells)


def test_a_touch_is_offered_at_every_neighbour_and_closed_doors_to_all(stage: Stage) -> None:
    arena = stage("######\n#@...#\n#.g+.#\n######")
    neighbours = {(2, 1), (1, 2), (2, 2)}
    assert neighbours <= set(aimable(arena.game, spell_use.Cast("Corroding Touch")))
    assert best_aims(arena.game, spell_use.Cast("Corroding Touch")) == [(2, 2)]
    assert (3, 2) in aimable(arena.game, spell_use.Cast("Vitriol"))
    assert not {(0, 1), (3, 3)} & set(aimable(arena.game, spell_use.Cast("Vitriol")))
