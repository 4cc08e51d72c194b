"""What the game's own data says of growth, and of the runes that turn up."""

from itertools import pairwise

from roguelike.actions import trading
from roguelike.components import actors, growth, magic, vitals
from roguelike.core import data_path
from roguelike.effects import learning
from roguelike.engine.play.dungeon import new_game
from roguelike.engine.views.use_text import rune_words
from roguelike.raws.catalog import load_catalog
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs, figures, perception
from roguelike.world.catalog import Catalog
from tests.rooms import component, inflict

ALONE = "####\n#@.#\n####"
FIGURES: tuple[growth.Figure, ...] = tuple(figures.SOURCE)


def test_a_beginner_has_what_the_source_game_gives() -> None:
    catalog = catalog_for(None)
    assert figures.hero_pools(catalog, 1, vitals.Attributes()) == (30, 4)
    assert figures.hero_skills(catalog, 1) == vitals.Skills(1, 1, 1)


def test_levels_come_slower_and_slower() -> None:
    catalog = catalog_for(None)
    needed = [figures.experience_to_leave(catalog, level) for level in range(1, 20)]
    steps = [after - before for before, after in pairwise(needed)]
    assert needed[0] == 500
    assert steps == sorted(set(steps))


def test_a_hero_grows_most_in_magic() -> None:
    skills = figures.hero_skills(catalog_for(None), 13)
    assert skills.magic == 13
    assert skills.melee < skills.magic
    assert skills.defense < skills.magic


def test_a_level_mends_half_of_what_is_missing_and_brings_its_own() -> None:
    with Arena.from_ascii(ALONE) as arena:
        you = arena.player
        arena.set_pools(you, hp=10, mana=0)
        inflict(arena, "experience", you, amount=500)
        assert (arena.hp(you), arena.max_hp(you)) == (10 + 12 + 10, 42)
        assert (arena.mana(you), arena.max_mana(you)) == (0 + 5 + 2, 9)


def test_creatures_grow_in_skill_with_their_level() -> None:
    with Arena.from_ascii("######\n#@oE.#\n######", {"o": "Orc", "E": "Pit Warden"}) as arena:
        orc, warden = (component(arena.find(name), vitals.Skills) for name in ("Orc", "Pit Warden"))
        assert (orc.melee, orc.defense, orc.magic) == (1, 1, 1)
        assert (warden.melee, warden.magic, warden.defense) == (8, 4, 4)


def test_every_figure_of_the_data_has_its_reason_beside_it() -> None:
    from json import loads

    rows = loads((data_path.data_folder() / data_path.SPAWNS).read_text(encoding="utf-8"))["growth"]
    assert {row["name"] for row in rows} == set(FIGURES)
    assert all(row["why"] for row in rows)
    assert load_catalog([{"growth": rows}]).figures["kill"] != figures.SOURCE["kill"]


def learnable(catalog: Catalog) -> set[str]:
    """Name the spells of the books that lie about somewhere, those offered with a level, and the first one."""
    pools = (
        pool
        for depth in range(1, 16)
        for pool in catalog.spawn_table.pools("items", depth).values()
    )
    found = {name for pool in pools for name, weight in pool}
    uses = (part for name in found for part in catalog.templates("items", name))
    effects = (effect for use in uses if isinstance(use, magic.Use) for effect in use.effects)
    taught = {effect.spell for effect in effects if isinstance(effect, learning.TeachSpell)}
    return {"Zap"} | taught | {each.teaches for each in catalog.offers.values() if each.teaches}


def test_every_step_of_every_school_can_be_reached(catalog: Catalog) -> None:
    known = learnable(catalog)
    for name, school in catalog.schools.items():
        spells = [each for each in known if catalog.spells[each].school == name]
        studies = sum(
            each.most * each.study for each in catalog.offers.values() if each.school == name
        )
        assert spells, name
        assert len(spells) + studies >= school.steps[-1].spells, name


def runes(catalog: Catalog) -> set[str]:
    """Return the names of all runes."""
    return {
        name
        for name in catalog.names("items")
        if any(isinstance(part, magic.Rune) for part in catalog.templates("items", name))
    }


def test_most_deliveries_to_the_alchemist_hold_a_rune(catalog: Catalog) -> None:
    offered, known = 0, runes(catalog)
    for seed in range(12):
        game = new_game(f"runes {seed}", catalog)
        [seller] = [
            each
            for each, _ in ecs.with_component(actors.Nature)
            if perception.true_name(each) == "Alchemist"
        ]
        offered += bool(known & set(trading.wares(game, seller)))
        ecs.drop_world(game.world)
    assert offered >= 9


def test_runes_are_found_and_left_behind(catalog: Catalog) -> None:
    known = runes(catalog)
    assert len(known) >= 22
    assert known <= {name for name, _ in catalog.loot["Runesmiths"]}
    found = {name for pool in catalog.spawn_table.pools("items", 8).values() for name, _ in pool}
    assert known & found


def test_what_a_rune_costs_is_said_once(catalog: Catalog) -> None:
    told = {
        name: rune_words(part)
        for name in runes(catalog)
        for part in catalog.templates("items", name)
        if isinstance(part, magic.Rune)
    }
    assert told["Blood Rune"].endswith("two for each point of mana")
    assert told["Drawing Rune"].endswith("; its price as it was")
    assert (
        told["Thrifty Rune"]
        == "thrifty: seven tenths of what it does, for seven tenths as long; its price times 0.6"
    )
