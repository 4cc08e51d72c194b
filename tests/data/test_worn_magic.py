"""Every ring and amulet of the data: what it does while it is worn, and no longer."""

import esper
import pytest

from roguelike.components.combat import Resistances
from roguelike.components.items import Blessing
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs
from roguelike.world.changes import StatusBegan
from roguelike.world.derived_stats import stats_of
from tests.halls import HALL, Stage, afflict
from tests.rooms import of

CATALOG = catalog_for(None)
WORN = [
    name
    for name in CATALOG.names("items")
    if name not in CATALOG.compiled.generated
    and any(isinstance(part, Blessing) for part in CATALOG.templates("items", name))
]


def test_there_are_at_least_eight_rings_and_amulets() -> None:
    slots = [name for name in CATALOG.names("items") if name.startswith(("Ring", "Amulet"))]
    assert len(slots) >= 8


def test_a_ring_for_each_hand_and_one_amulet(stage: Stage) -> None:
    arena = stage(HALL)
    rings = [arena.give(arena.player, f"Ring of {each}") for each in ("Mending", "Embers", "Rime")]
    for ring in rings:
        assert arena.use(ring).refused is None
    from roguelike.components.items import Pack

    pack = ecs.get(arena.player, Pack)
    assert pack.worn == {"Ring": rings[2], "Ring 2": rings[1]}
    assert pack.items == [rings[0]]
    first, second = (
        arena.give(arena.player, f"Amulet of {each}") for each in ("Grounding", "the Archive")
    )
    arena.use(first)
    arena.use(second)
    assert pack.worn["Amulet"] == second
    assert first in pack.items


def test_of_two_rings_the_cursed_one_stays(stage: Stage) -> None:
    arena = stage(HALL)
    from roguelike.components.items import Pack

    cursed = arena.give(arena.player, "Ring of Butterfingers")
    other, third = (arena.give(arena.player, f"Ring of {each}") for each in ("Mending", "Rime"))
    for ring in (cursed, other, third):
        assert arena.use(ring).refused is None
    assert ecs.get(arena.player, Pack).worn == {"Ring": cursed, "Ring 2": third}


@pytest.mark.parametrize("name", WORN)
def test_worn_magic_works_while_worn_and_no_longer(stage: Stage, name: str) -> None:
    from roguelike.actions.action import perform
    from roguelike.actions.carrying import TakeOff

    arena = stage(HALL)
    plain = stats_of(arena.player)
    bare = (
        plain.blessing.magic,
        plain.blessing.keen,
        plain.blessing.proof,
        dict(plain.resistances),
    )
    item = arena.equip(arena.player, name)
    blessing, shares = ecs.get(item, Blessing), esper.try_component(item, Resistances)
    worn = stats_of(arena.player)
    assert (worn.blessing.magic, worn.blessing.keen, worn.blessing.proof) == (
        blessing.magic,
        blessing.keen,
        blessing.proof,
    )
    assert worn.resistances == (dict(shares.shares) if shares else {})
    perform(TakeOff(item), arena.player, arena.game)
    off = stats_of(arena.player)
    assert (off.blessing.magic, off.blessing.keen, off.blessing.proof, off.resistances) == bare


@pytest.mark.parametrize(
    ("name", "pool", "every"), [("Ring of Mending", "hp", 12), ("Ring of the Spring", "mana", 15)]
)
def test_rings_restore_health_and_mana(stage: Stage, name: str, pool: str, every: int) -> None:
    arena = stage(HALL)
    arena.set_pools(arena.player, hp=50, mana=5)
    arena.equip(arena.player, name)
    start = getattr(arena, pool)(arena.player)
    arena.wait(every * 4)
    assert getattr(arena, pool)(arena.player) == start + 4


def test_a_ring_halves_fire(stage: Stage) -> None:
    arena = stage(HALL)
    goblin = arena.find("Goblin")
    arena.equip(arena.player, "Ring of Embers")
    arena.give(goblin, "Fireball Scroll")
    scroll = arena.give(goblin, "Fireball Scroll")
    arena.use(scroll, (4, 3), by=goblin)
    assert arena.hp(arena.player) == 190


def test_a_ring_of_steady_feet_prevents_confusion(stage: Stage) -> None:
    arena = stage(HALL)
    arena.equip(arena.player, "Ring of Steady Feet")
    afflict(arena, arena.player, "Confusion", 5)
    afflict(arena, arena.player, "Blinded", 5)
    assert arena.statuses(arena.player) == {"Blinded": 5}


def test_an_amulet_makes_spells_a_point_stronger(stage: Stage) -> None:
    arena = stage(HALL)
    arena.teach("Blue Carapace")
    bare = of(arena.cast("Blue Carapace").trace, StatusBegan)[0].strength
    arena.equip(arena.player, "Amulet of the Archive")
    arena.wait(20)
    assert of(arena.cast("Blue Carapace").trace, StatusBegan)[0].strength == bare + 1


def test_keen_eyes_find_traps_and_the_unseen(stage: Stage) -> None:
    arena = stage("#########\n#@...^g.#\n#########")
    goblin = arena.find("Goblin")
    afflict(arena, goblin, "Invisible", 20)
    from roguelike.world.names import is_noticed, sees

    assert not sees(arena.game, goblin)
    arena.equip(arena.player, "Ring of Keen Eyes")
    arena.wait(1)
    assert is_noticed(arena.find("Bear Trap"))
    assert sees(arena.game, goblin)
