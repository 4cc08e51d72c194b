"""Every weapon trait of the data, sooner or later, in blows of a weapon that has it."""

from collections.abc import Callable

import pytest

from roguelike.components.magic import Proc
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs
from tests.halls import HALL, Stage
from tests.rooms import rules

CATALOG = catalog_for(None)
Blow = Callable[[Arena, int], None]


def status(name: str) -> Blow:
    return lambda arena, foe: _check(name in arena.statuses(foe))


def _check(truth: bool) -> None:  # noqa: FBT001
    assert truth


TRAITS: dict[str, Blow] = {
    "Venomous": status("Damage Over Time"),
    "Dazzling": status("Confusion"),
    "Thirsty": lambda arena, foe: _check(arena.hp(arena.player) > 100),
    "Sipping": lambda arena, foe: _check(arena.mana(arena.player) == 11),
    "Miring": status("Slowed"),
    "Smouldering": status("Burning"),
    "Shoving": lambda arena, foe: _check(arena.position(foe) == (7, 3)),
    "Barbed": status("Bleeding"),
    "Numbing": status("Stunned"),
    "Dreadful": status("Feared"),
    "Hushing": status("Silenced"),
    "Rimed": status("Slowed"),
    "Crackling": lambda arena, foe: _check(200 - arena.hp(foe) >= 3),
    "Corrosive": lambda arena, foe: _check(200 - arena.hp(foe) >= 3),
    "Hallowed": lambda arena, foe: _check(200 - arena.hp(foe) >= 3),
    "Marking": status("Marked"),
    "Guarding": lambda arena, foe: _check("Shielded" in arena.statuses(arena.player)),
    "Fleeting": lambda arena, foe: _check(arena.position(arena.player) != (4, 3)),
}


def test_every_trait_is_expected_to_do_something() -> None:
    assert set(TRAITS) == {trait.name for trait in CATALOG.compiled.traits}


@pytest.mark.parametrize("name", TRAITS)
def test_traits_work_on_a_hit_sooner_or_later(stage: Stage, name: str) -> None:
    drawing = HALL.replace("@..g", "@g..")
    for seed in range(60):
        arena = stage(drawing, seed=seed)
        arena.set_pools(arena.player, hp=100, mana=10)
        weapon = arena.equip(arena.player, f"{name} Dagger +1")
        foe = arena.find("Goblin")
        arena.melee(foe)
        proc = ecs.get(weapon, Proc)
        if any(change.cause.kind == "proc" for change in arena.game.trace):
            TRAITS[name](arena, foe)
            assert 0 < proc.chance <= 0.5
            return
    raise AssertionError(f"{name} never worked")


def test_the_dagger_of_venom_poisons_at_times(stage: Stage) -> None:
    drawing = HALL.replace("@..g", "@g..")
    poisoned = 0
    for seed in range(40):
        arena = stage(drawing, seed=seed)
        arena.equip(arena.player, "Dagger of Venom")
        foe = arena.find("Goblin")
        arena.melee(foe)
        poisoned += "Damage Over Time" in arena.statuses(foe)
    assert poisoned > 5


def test_a_trait_is_a_row_of_data() -> None:
    data = rules()
    own = {"name": "Ticklish", "effects": [{"kind": "teleport", "tiles": 3}], "proc_chance": 1}
    data["weapon_traits"] = [*data["weapon_traits"], own]
    with Arena.from_ascii("######\n#@r..#\n######", {"r": "Ogre"}, raws=data) as arena:
        arena.equip(arena.player, "Ticklish Dagger +5")
        ogre = arena.find("Ogre")
        for _ in range(12):
            arena.melee(ogre)
        assert arena.position(ogre) != (2, 1)
