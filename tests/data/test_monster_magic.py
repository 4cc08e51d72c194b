"""Monsters' own magic: what they cast and pay, and what keeps them from it."""

import pytest

from tests.halls import HALL, LANE, Stage, afflict


@pytest.mark.parametrize(
    ("mob", "spell"),
    [
        ("Dragon Wyrmling", "Ember Dart"),
        ("Orc Leader", "Dread"),
        ("Arbat Dark Elf Leader", "Long Shadow"),
        ("Cirro Dark Priestess", "Gag Order"),
        ("Spore Zombie", "Miasma"),
    ],
)
def test_monsters_cast_and_pay(stage: Stage, mob: str, spell: str) -> None:
    for seed in range(60):
        arena = stage(HALL.replace("o", "."), {"g": mob}, seed=seed, minds=True)
        caster = arena.find(mob)
        mana = arena.mana(caster)
        for _ in range(8):
            log = arena.wait(1).log
            if any(f"casts {spell}" in line for line in log):
                assert arena.mana(caster) < mana
                return
    raise AssertionError(f"no {mob} ever cast {spell}")


def test_a_silenced_or_empty_caster_casts_nothing(stage: Stage) -> None:
    for hindrance in ("Silenced", ""):
        arena = stage(HALL.replace("o", "."), {"g": "Dragon Wyrmling"}, minds=True)
        caster = arena.find("Dragon Wyrmling")
        if hindrance:
            afflict(arena, caster, hindrance, 100)
        else:
            arena.set_pools(caster, mana=0)
        assert not any("casts" in line for line in arena.wait(20).log)


def test_a_healer_heals_only_when_hurt(stage: Stage) -> None:
    arena = stage(HALL.replace("o", "."), {"g": "Cirro Dark Priestess"}, minds=True)
    assert not any("Patch Up" in line for line in arena.wait(8).log)


def test_blinded_creatures_cannot_aim_either(stage: Stage) -> None:
    arena = stage(LANE)
    goblin = arena.find("Goblin")
    arena.teach("Zap", goblin)
    afflict(arena, goblin, "Blinded", 5)
    assert arena.cast("Zap", (2, 1), by=goblin).refused == "You cannot see that."


def test_what_a_called_thief_took_is_given_back_when_it_fades(stage: Stage) -> None:
    from roguelike.actions.action import perform
    from roguelike.actions.stealing import Steal
    from roguelike.components.vitals import Pools
    from roguelike.world import ecs

    arena = stage("#####\n#@k.#\n#####", {"k": "Shadow Footpad"})
    thief, purse = arena.find("Shadow Footpad"), ecs.get(arena.player, Pools)
    afflict(arena, thief, "Summoned", 3, 1)
    purse.gold = 500.0
    for _ in range(30):
        perform(Steal(arena.player), thief, arena.game)
    assert purse.gold < 250
    arena.wait(4)
    assert not arena.alive(thief)
    assert purse.gold == 500
