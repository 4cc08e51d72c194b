"""Weapon traits, rings and amulets of the data: each shows, sooner or later."""

import esper
import pytest

from roguelike.actions import carrying
from roguelike.components import items, magic
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import changes, ecs, perception
from roguelike.world.derived_stats import stats_of
from tests.data.test_spell_book import line
from tests.halls import HALL, Stage, afflict, stage_of
from tests.pilot.test_golden import GOLDEN, compare
from tests.rooms import do, of, rules

CATALOG = catalog_for(None)
WORN = [
    name
    for name in CATALOG.names("items")
    if name not in CATALOG.generated
    and any(isinstance(part, items.Blessing) for part in CATALOG.templates("items", name))
]


def test_there_are_at_least_eight_rings_and_amulets() -> None:
    slots = [name for name in CATALOG.names("items") if name.startswith(("Ring", "Amulet"))]
    assert len(slots) >= 8


def test_a_ring_for_each_hand_and_one_amulet(stage: Stage) -> None:
    arena = stage(HALL)
    rings = [arena.give(arena.player, f"Ring of {each}") for each in ("Mending", "Embers", "Rime")]
    for ring in rings:
        assert arena.use(ring).refused is None

    pack = ecs.get(arena.player, items.Pack)
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

    cursed = arena.give(arena.player, "Ring of Butterfingers")
    other, third = (arena.give(arena.player, f"Ring of {each}") for each in ("Mending", "Rime"))
    for ring in (cursed, other, third):
        assert arena.use(ring).refused is None
    assert ecs.get(arena.player, items.Pack).worn == {"Ring": cursed, "Ring 2": third}


@pytest.mark.parametrize("name", WORN)
def test_worn_magic_works_while_worn_and_no_longer(stage: Stage, name: str) -> None:
    arena = stage(HALL)
    plain = stats_of(arena.player)
    bare = (
        plain.blessing.magic,
        plain.blessing.keen,
        plain.blessing.proof,
        dict(plain.resistances),
    )
    item = arena.equip(arena.player, name)
    blessing, shares = ecs.get(item, items.Blessing), esper.try_component(item, items.Resistances)
    worn = stats_of(arena.player)
    assert (worn.blessing.magic, worn.blessing.keen, worn.blessing.proof) == (
        blessing.magic,
        blessing.keen,
        blessing.proof,
    )
    assert worn.resistances == (dict(shares.shares) if shares else {})
    do(arena, carrying.TakeOff(item))
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


def test_a_ring_of_steady_feet_prevents_confusion(stage: Stage) -> None:
    arena = stage(HALL)
    arena.equip(arena.player, "Ring of Steady Feet")
    afflict(arena, arena.player, "Confusion", 5)
    afflict(arena, arena.player, "Blinded", 5)
    assert arena.statuses(arena.player) == {"Blinded": 5}


def test_an_amulet_makes_spells_a_point_stronger(stage: Stage) -> None:
    arena = stage(HALL, knows="Blue Carapace")
    bare = of(arena.cast("Blue Carapace").trace, changes.StatusBegan)[0].strength
    arena.equip(arena.player, "Amulet of the Archive")
    arena.wait(20)
    assert of(arena.cast("Blue Carapace").trace, changes.StatusBegan)[0].strength == bare + 1


def test_keen_eyes_find_traps_and_the_unseen(stage: Stage) -> None:
    arena = stage("#########\n#@...^g.#\n#########")
    goblin = arena.find("Goblin")
    afflict(arena, goblin, "Invisible", 20)

    assert not perception.sees(arena.game, goblin)
    arena.equip(arena.player, "Ring of Keen Eyes")
    arena.wait(1)
    assert perception.is_noticed(arena.find("Bear Trap"))
    assert perception.sees(arena.game, goblin)


def proc_of(trait: str) -> list[str]:
    """Write what a trait does, in the first of some blows in which it does anything."""
    for seed in range(60):
        with stage_of(HALL.replace("@..g", "@g.."), seed=seed) as arena:
            arena.set_pools(arena.player, hp=100, mana=10)
            weapon = arena.equip(arena.player, f"{trait} Dagger +1")
            names = {entity: perception.true_name(entity) for entity in ecs.entities()}
            done = [
                each
                for each in arena.melee(arena.find("Goblin")).trace
                if each.cause.kind == "proc"
            ]
            if done:
                assert 0 < ecs.get(weapon, magic.Proc).chance <= 0.5
                return [f"== {trait}", *(line(change, names) for change in done)]
    raise AssertionError(f"{trait} never worked")


def test_traits_work_on_a_hit_sooner_or_later() -> None:
    rows = [row for trait in CATALOG.traits for row in proc_of(trait.name)]
    compare(GOLDEN / "traits.txt", "\n".join(rows) + "\n")


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
