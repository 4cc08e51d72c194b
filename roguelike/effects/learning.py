"""Learning: spells, from whatever teaches them, the map, and what an item is. Curses are lifted here, too."""

from typing import Annotated, ClassVar

import esper

from roguelike.components import items, magic
from roguelike.core import sight
from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta, Refers
from roguelike.effects import registry
from roguelike.world import changes, perception
from roguelike.world.game import Game


@effect("teach_spell")
class TeachSpell(Effect):
    """Adds a spell to those its target knows."""

    told = "teaches {spell}"
    regards_target_alone: ClassVar[bool] = True
    makes_a_book: ClassVar[bool] = True
    spell: Annotated[
        str, Refers("spells"), Meta(min_length=1, description="the spell that it teaches")
    ]


def taught_by(use: magic.Use | None) -> list[str]:
    """Return the names of the spells that using something teaches; [] if none."""
    return [each.spell for each in use.effects if isinstance(each, TeachSpell)] if use else []


@registry.handles(TeachSpell)
def teach(effect: TeachSpell, hit: registry.Hit, game: Game) -> None:
    """Add the spell to the target's KnownSpells; nothing happens if it is known."""
    known = esper.try_component(hit.target, magic.KnownSpells)
    if known is None or effect.spell in perception.known_names(hit.target):
        game.change(changes.Fizzled(hit.cause, hit.target, f"You already know {effect.spell}."))
        return
    game.change(changes.SpellLearned(hit.target, effect.spell, hit.cause))


@effect("magic_mapping", lands_on="whole")
class MapLevel(Effect):
    """Maps the level: its user remembers all ground and walls."""

    told: ClassVar[str] = "shows the map of the level"


@registry.handles(MapLevel)
def map_level(effect: MapLevel, hit: registry.Hit, game: Game) -> None:
    """Remember all walkable ground and what borders on it."""
    level = game.level
    known = sight.widened(level.walkable)
    news = sight.points(known & ~level.explored)
    if hit.cause.by != game.player or not news:
        game.change(
            changes.Fizzled(hit.cause, hit.source, "You know every corner of this place already.")
        )
        return
    game.change(changes.Mapped(tuple(news), hit.cause))


@effect("identify", lands_on="item")
class Identify(Effect):
    """Identifies the kind of the chosen item."""

    told: ClassVar[str] = "identifies an item of your choice"


@registry.handles(Identify)
def identify(effect: Identify, hit: registry.Hit, game: Game) -> None:
    """Identify the kind of the chosen item; nothing happens if it is known, or not an item."""
    if esper.try_component(hit.target, items.Item) is None or perception.is_known(game, hit.target):
        game.change(changes.Fizzled(hit.cause, hit.target, "There is nothing to learn of that."))
        return
    changes.get_to_know(game, hit.target, hit.cause)


@registry.chooses(Identify)
def _unknown(user: int, game: Game) -> list[int]:
    """List the unidentified items that its user carries or wears, one of each kind."""
    pack = esper.try_component(user, items.Pack) or items.Pack()
    kinds: dict[str, int] = {}
    for item in (*pack.worn.values(), *pack.items):
        if not perception.is_known(game, item):
            kinds.setdefault(perception.true_name(item), item)
    return list(kinds.values())


@effect("remove_curse", lands_on="item")
class RemoveCurse(Effect):
    """Lifts the curse from the chosen item."""

    told: ClassVar[str] = "lifts the curse from an item of your choice"


@registry.handles(RemoveCurse)
def remove_curse(effect: RemoveCurse, hit: registry.Hit, game: Game) -> None:
    """Lift the curse; the item keeps its numbers but can be taken off."""
    if not is_cursed(hit.target):
        game.change(changes.Fizzled(hit.cause, hit.target, "There is no curse on that."))
        return
    game.change(changes.Uncursed(hit.target, hit.cause))


@registry.chooses(RemoveCurse)
def _cursed(user: int, game: Game) -> list[int]:
    """List the cursed items that its user wears, or carries and has identified."""
    pack = esper.try_component(user, items.Pack) or items.Pack()
    worn = [item for item in pack.worn.values() if is_cursed(item)]
    return worn + [
        item for item in pack.items if is_cursed(item) and perception.is_known(game, item)
    ]


def is_cursed(item: int) -> bool:
    """Return whether an item is cursed and the curse has not been lifted."""
    its_magic = esper.try_component(item, items.Magic)
    curse = esper.try_component(item, items.Curse)
    return its_magic is not None and its_magic.cursed and not (curse is not None and curse.lifted)
