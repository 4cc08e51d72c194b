"""Every consumable of the data: what using it does, and what it asks first."""

import pytest

from roguelike.actions import acting, item_use
from roguelike.components import items, magic, vitals
from roguelike.systems.visibility import HORIZON_TILES
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs, perception
from tests.data.test_spell_book import foreseen_lines, line
from tests.halls import HALL, Stage, afflict, stage_of
from tests.pilot.test_golden import GOLDEN, compare
from tests.rooms import component, do, unchanged

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
    "name", ["Health Potion", "Mana Potion", "Clear Head Potion", "Great Mana Potion", "Beer"]
)
def test_a_cure_that_would_cure_nothing_is_kept(stage: Stage, name: str) -> None:
    arena = stage(HALL)
    item = arena.give(arena.player, name)
    arena.identify(name)
    with unchanged(arena):
        assert arena.use(item).refused is not None


def test_a_needless_cure_says_so(stage: Stage) -> None:
    arena = stage(HALL)
    arena.identify("Clear Head Potion")
    potion = arena.give(arena.player, "Clear Head Potion")
    assert arena.use(potion).refused == "There is nothing there to cure."


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
