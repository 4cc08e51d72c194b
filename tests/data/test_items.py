"""Every consumable of the data: what using it does, and what it asks first.

Weapon traits, rings and amulets of the data: each shows, sooner or later.
"""

import esper
import pytest

from roguelike.actions import acting, carrying, item_use
from roguelike.components import items, magic, vitals
from roguelike.systems.visibility import HORIZON_TILES
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import changes, ecs, perception
from roguelike.world.derived_stats import stats_of
from tests.data.test_spell_book import foreseen_lines, line
from tests.goldens import GOLDEN, compare
from tests.halls import HALL, Stage, afflict, stage_of
from tests.rooms import component, do, of, rules, unchanged

CATALOG = catalog_for(None)
USED = [
    name
    for name in CATALOG.names("items")
    if any(isinstance(part, magic.Use) for part in CATALOG.templates("items", name))
]


FOE = (7, 3)
ASKS = ("Identify Scroll", "Remove Curse Scroll", "Recharging Scroll")
"""Scrolls that want to know on what; they have tests of their own."""


ELSEWHERE = ("Town Portal Scroll",)
"""Scrolls whose whole effect is another level."""


def in_need() -> Arena:
    """Draw a hall whose player is hurt, dry, poisoned and hungry, so that every cure has something to do."""
    arena = stage_of(HALL)
    component(arena.player, vitals.HungerClock).state = "Hungry"
    arena.set_pools(arena.player, hp=100, mana=10)
    afflict(arena, arena.player, "Damage Over Time", 9, 1)
    arena.game.level.explored[:] = False
    return arena


def used(name: str) -> list[str]:
    """Use a thing, hold that it is spent, and write what it does."""
    with in_need() as arena:
        item = arena.give(arena.player, name)
        arena.identify(name)
        use, charges = ecs.get(item, magic.Use), arena.charges(item)
        target = ((6, 4) if use.delivery.shape == "smite" else FOE) if use.delivery.aimed else None
        with unchanged(arena):
            foreseen = arena.forecast(item, target)
        assert foreseen.refused is None
        names = {entity: perception.true_name(entity) for entity in ecs.entities()}
        result = arena.use(item, target)
        assert result.refused is None
        assert result.log
        left = arena.charges(item) if charges > 1 else int(name in arena.inventory())
        assert left == charges - 1 if charges > 1 else not left
        return [
            f"== {name}",
            *foreseen_lines(foreseen),
            *(line(each, names) for each in result.trace),
        ]


def test_everything_to_be_used_does_what_it_did_and_is_spent() -> None:
    """The golden shelf: read the diff of a change, then write it with GOLDEN=write."""
    rows = [row for name in USED if name not in (*ASKS, *ELSEWHERE) for row in used(name)]
    compare(GOLDEN / "items.txt", "\n".join(rows) + "\n")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Health Potion", "You are already at full health."),
        ("Mana Potion", "Your mana is already full."),
        ("Clear Head Potion", "There is nothing there to cure."),
        ("Great Mana Potion", "Your mana is already full."),
        ("Beer", "You are already at full health."),
    ],
)
def test_a_cure_that_would_cure_nothing_is_kept_and_says_so(
    stage: Stage, name: str, reason: str
) -> None:
    arena = stage(HALL)
    item = arena.give(arena.player, name)
    arena.identify(name)
    with unchanged(arena):
        assert arena.use(item).refused == reason


@pytest.mark.parametrize(
    "name", [each for each in USED if "teach" in str(CATALOG.templates("items", each)).lower()]
)
def test_books_teach_all_that_is_in_them_and_are_kept_once_known(stage: Stage, name: str) -> None:
    arena = stage(HALL)
    lessons = [e.spell for e in ecs.get(arena.give(arena.player, name), magic.Use).effects]
    assert arena.use(arena.give(arena.player, name)).refused is None
    assert arena.known_spells() == lessons
    again = arena.give(arena.player, name)
    assert arena.use(again).refused == f"You already know {lessons[0]}."


def test_recharging_asks_on_what(stage: Stage) -> None:
    arena = stage(HALL)
    scroll = arena.give(arena.player, "Recharging Scroll")
    arena.identify("Recharging Scroll")
    assert arena.use(scroll).refused == "You have nothing that it could be used on."
    rod = arena.give(arena.player, "Rod of Venom")
    arena.use(rod, FOE)
    assert arena.charges(rod) == 4

    assert do(arena, item_use.UseItem(scroll)) == acting.Ask(
        "item", "Recharging Scroll: on what?", (rod,)
    )
    do(arena, item_use.UseItem(scroll, choice=rod))
    assert arena.charges(rod) == 5
    assert "Recharging Scroll" not in arena.inventory()


def test_staffs_fill_up_with_time_and_rods_do_not(stage: Stage) -> None:
    arena = stage(HALL)
    staff = arena.give(arena.player, "Staff of Sparks")
    rod = arena.give(arena.player, "Rod of Venom")
    for _ in range(3):
        assert arena.use(staff, FOE).refused is None
    assert arena.use(staff, FOE).refused is not None
    arena.use(rod, FOE)
    arena.wait(24)
    assert arena.charges(staff) == 0
    arena.wait(1)
    assert arena.charges(staff) == 1
    arena.wait(100)
    assert (arena.charges(staff), arena.charges(rod)) == (3, 4)
    assert ecs.get(staff, items.Charges).progress == 0


def test_unknown_kinds_have_names_of_their_own_that_tell_nothing() -> None:
    for seed in range(5):
        with Arena.from_ascii("####\n#@.#\n####", seed=seed) as arena:
            names = arena.game.hidden_names
            assert len(set(names.values())) == len(names)
            for kind in ("Rod of Frost", "Staff of Mending", "Ring of Rime", "Amulet of Grounding"):
                noun = kind.split()[0]
                assert names[kind].endswith(f" {noun}")
                assert not set(names[kind].split()) & {"Frost", "Mending", "Rime", "Grounding"}


def test_firestorm_reaches_any_tile_in_sight(stage: Stage) -> None:
    arena = stage("#####\n#@.k#\n#####")
    use = ecs.get(arena.give(arena.player, "Firestorm Scroll"), magic.Use)
    assert (use.delivery.range or 0) >= HORIZON_TILES


@pytest.mark.parametrize(("x", "y", "struck"), [(6, 3, True), (6, 4, True), (7, 1, False)])
def test_lightning_reaches_just_under_six_tiles(
    stage: Stage,
    x: int,
    y: int,
    struck: bool,  # noqa: FBT001
) -> None:
    arena = stage("##########\n#@.......#\n#........#\n#........#\n#........#\n##########")
    foe = arena.spawn("Kobold", x, y)
    scroll = arena.give(arena.player, "Lightning Scroll")
    arena.identify("Lightning Scroll")
    assert (arena.use(scroll).refused is None) == struck
    assert arena.alive(foe) != struck or arena.hp(foe) < arena.max_hp(foe)


@pytest.mark.parametrize(
    ("name", "pool", "whole", "back"),
    [
        ("Health Potion", "hp", 30, 8),
        ("Health Potion", "hp", 200, 54),
        ("Great Health Potion", "hp", 30, 25),
        ("Great Health Potion", "hp", 200, 120),
        ("Mana Potion", "mana", 10, 4),
        ("Mana Potion", "mana", 60, 18),
        ("Great Mana Potion", "mana", 60, 36),
    ],
)
def test_potions_mend_a_share_and_a_beginner_what_they_always_did(
    stage: Stage, name: str, pool: str, whole: int, back: int
) -> None:
    arena = stage("####\n#@.#\n####")
    arena.set_pools(arena.player, **{f"max_{pool}": whole, pool: 1})
    potion = arena.give(arena.player, name)
    arena.identify(name)
    arena.use(potion)
    assert getattr(arena, pool)(arena.player) == 1 + back


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
