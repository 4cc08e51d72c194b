"""Runes turn up as finds, are sold in town now and then, and are left behind by those who write them."""

from roguelike.actions.stock import wares
from roguelike.components.actors import Nature
from roguelike.components.runes import Rune
from roguelike.engine.play.dungeon import new_game
from roguelike.engine.views.use_text import rune_words
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs
from roguelike.world.names import true_name


def runes(catalog: Catalog) -> set[str]:
    """Return the names of all runes."""
    return {
        name
        for name in catalog.names("items")
        if any(isinstance(part, Rune) for part in catalog.templates("items", name))
    }


def test_most_deliveries_to_the_alchemist_hold_a_rune(catalog: Catalog) -> None:
    offered, known = 0, runes(catalog)
    for seed in range(12):
        game = new_game(f"runes {seed}", catalog)
        [seller] = [
            each for each, _ in ecs.with_component(Nature) if true_name(each) == "Alchemist"
        ]
        offered += bool(known & set(wares(game, seller)))
        ecs.drop_world(game.world)
    assert offered >= 9


def test_runes_are_found_and_left_behind(catalog: Catalog) -> None:
    known = runes(catalog)
    assert len(known) >= 22
    assert known <= {name for name, _ in catalog.loot("Runesmiths")}
    found = {name for pool in catalog.spawn_table.pools("items", 8).values() for name, _ in pool}
    assert known & found


def test_what_a_rune_costs_is_said_once(catalog: Catalog) -> None:
    told = {
        name: rune_words(part)
        for name in runes(catalog)
        for part in catalog.templates("items", name)
        if isinstance(part, Rune)
    }
    assert told["Blood Rune"].endswith("two for each point of mana")
    assert told["Drawing Rune"].endswith("; its price as it was")
    assert (
        told["Thrifty Rune"]
        == "thrifty: seven tenths of what it does, for seven tenths as long; its price times 0.6"
    )
