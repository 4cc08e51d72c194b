"""How the words for commands call somebody, something or some place, as the player sees it."""

from collections.abc import Callable, Mapping

from roguelike.actions.senses import seen_creatures
from roguelike.core.bearings import exactly_where, whereabouts
from roguelike.core.geometry import Point
from roguelike.world.game import Game
from roguelike.world.names import noun, sees, shown_name
from roguelike.world.space import point_of
from roguelike.world.spells import spell_of


def whom(game: Game, entity: int) -> str:
    """Name a creature, and how far off and where it is if several in view have the same name.

    The distance is always told: these words are read in tables, without the map beside them.
    """
    if entity == game.player:
        return "yourself"
    phrase = noun(game, entity).phrase if sees(game, entity) else "something"
    point = point_of(entity)
    namesakes = [
        place
        for other in seen_creatures(game)
        if noun(game, other).phrase == phrase and (place := point_of(other)) is not None
    ]
    if len(namesakes) < 2 or point is None:
        return phrase
    here = point_of(game.player) or (0, 0)
    where = whereabouts(here, point)
    if sum(whereabouts(here, each) == where for each in namesakes) > 1:
        where = exactly_where(here, point)
    return f"{phrase} ({where})"


def at_words(game: Game, aim: Point | None) -> str:
    """Describe the creature or tile aimed at: " at the rat"; "" if there is no aim."""
    if aim is None:
        return ""
    there = game.level.blockers.get(aim)
    if there is not None and (there == game.player or there in seen_creatures(game)):
        return f" at {whom(game, there)}"
    return f" at the tile {exactly_where(point_of(game.player) or (0, 0), aim)}"


def the_thing(game: Game, item: int) -> str:
    """Name an item with its article; a book goes by its title."""
    name = shown_name(game, item)
    return name if noun(game, item).proper else f"the {name}"


def spell_title(game: Game, caster: int, name: str) -> str:
    """Return a spell's title with the caster's runes; its name if the data have no such spell."""
    return spell_of(game, caster, name).title if name in game.content.spells else name


CALLS: Mapping[str, Callable[[Game, int], str]] = {
    "target": whom,
    "other": whom,
    "item": the_thing,
    "trap": the_thing,
    "rune": the_thing,
}
"""How to call what a field of an action holds, by the field's name."""
