"""What the player perceives of entities: their names, as far as known, and who is seen; spells that one knows.

And how far their own light shines.
"""

from functools import cache, lru_cache

import esper

from roguelike.components import actors, bargains, items, magic, spatial, vitals
from roguelike.components.looks import LightSource, Plural
from roguelike.components.statuses import Statuses
from roguelike.core import sight
from roguelike.core.flags import flag
from roguelike.core.grammar import Noun
from roguelike.core.records import replace
from roguelike.world import ecs, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game, nature_of, template_of
from roguelike.world.level import covered

IN_THE_DARK_TILES = 1
"""Tiles that the player sees in the dark without any light."""

LEAST_LAMP_TILES = 5
"""How far a lamp shines in any gloom, if it does elsewhere."""


def true_name(entity: int) -> str:
    """Return the name in the raws; "" for an entity that does not exist."""
    kind: actors.Kind | None = ecs.row(entity).get(actors.Kind)
    return kind.name if kind else ""


def origin_of(game: Game) -> str:
    """Return who the player was before the game; "" where the data has no origins."""
    name = true_name(game.player)
    return next(iter(game.content.origins)) if name == actors.PLAYER else name


def is_known(game: Game, entity: int) -> bool:
    """Return whether the player knows the kind of an entity: all but unidentified magic items without a label."""
    row = ecs.row(entity)
    return (
        items.Magic not in row
        or true_name(entity) in game.identified
        or is_on_terms(row.get(bargains.Terms))
    )


def shown_name(game: Game, entity: int) -> str:
    """Return the name that the player sees: a known wand with its charges, an unknown potion by its colour."""
    # The screen asks this of every carried item in every frame, so the row is read only once.
    row = ecs.row(entity)
    name: str = row[actors.Kind].name if actors.Kind in row else ""
    its_magic: items.Magic | None = row.get(items.Magic)
    if (
        its_magic is not None
        and name not in game.identified
        and not is_on_terms(row.get(bargains.Terms))
    ):
        return hidden_name(game, name, its_magic)
    charges: items.Charges | None = row.get(items.Charges)
    if charges is not None and charges.most > 1:
        return f"{name} ({charges.left})"
    return name


def hidden_name(game: Game, name: str, its_magic: items.Magic) -> str:
    """Return what a kind of magic items is called until it is known: "murky potion"."""
    return game.hidden_names.get(name, its_magic.naming)


def is_on_terms(terms: bargains.Terms | None) -> bool:
    """Return whether taking a thing costs gold or other things; it is labelled, so that nobody chooses blindly."""
    return terms is not None and (terms.group > 0 or terms.gold > 0)


def noun(game: Game, entity: int) -> Noun:
    """Return the Noun of an entity for a sentence."""
    row = ecs.row(entity)
    kind: actors.Kind | None = row.get(actors.Kind)
    if kind is None:
        return Noun("dungeon", entity, role="")
    if kind.section == "mobs":
        return _creature(kind.name, row[actors.Nature], entity)
    if actors.Player in row:
        return Noun("you", entity, is_you=True)
    shown, title = shown_name(game, entity), _is_title(entity)
    if items.Relic in row:
        return Noun(f"the {shown}", entity, proper=True, role="item")  # there is only one
    return thing(shown, entity, title=title, plural=Plural in row)


def kind_as_known(game: Game, name: str) -> str:
    """Return what the player calls a kind by its name in the raws: an unidentified kind of item by its looks."""
    if name in game.identified or not game.content.has("items", name):
        return name
    its_magic = template_of(game.content, actors.Kind("items", name), items.Magic)
    return name if its_magic is None else hidden_name(game, name, its_magic)


def kind_of_thing(game: Game, name: str) -> Noun:
    """Return the Noun of a kind of item, prop or hazard by its name in the raws, plural where its row says so."""
    return thing(kind_as_known(game, name), plural=is_plural(game, name))


def is_plural(game: Game, name: str) -> bool:
    """Return whether the name of a kind of item or prop is plural: boots, bones."""
    sections: tuple[actors.Section, ...] = ("items", "props")
    found = (
        game.content.templates(each, name) for each in sections if game.content.has(each, name)
    )
    return any(isinstance(part, Plural) for parts in found for part in parts)


def thing(name: str, entity: int = 0, *, title: bool = False, plural: bool = False) -> Noun:
    """Return the Noun of an item or prop by its name; books are called by their titles."""
    return Noun(name if title else _lower(name), entity, proper=title, plural=plural, role="item")


@lru_cache(maxsize=4096)
def _one_of(kind: str, clan: str | None, entity: int) -> Noun:
    """Return the Noun of one of many of a kind, cached: it never changes, and fights often name the same creatures."""
    return Noun(_in_sentence(kind, clan), entity)


@lru_cache(maxsize=4096)
def _named(name: str, entity: int) -> Noun:
    """Return the Noun of a creature with a proper name, cached; its article is in lower case within a sentence."""
    shown = f"the {name.removeprefix('The ')}" if name.startswith("The ") else name
    return Noun(shown, entity, proper=True)


def _is_title(entity: int) -> bool:
    """Return whether an item is a book, called by its title."""
    use = esper.try_component(entity, magic.Use)
    return use is not None and any(effect.makes_a_book for effect in use.effects)


def kind_of_creature(game: Game, name: str) -> Noun:
    """Return the Noun of a kind of creature by its name in the raws."""
    return _creature(name, nature_of(game.content, name), 0)


def _creature(kind: str, nature: actors.Nature, entity: int) -> Noun:
    """Return the Noun of a creature of a kind."""
    if nature.proper_name:
        return _named(kind, entity)
    return _one_of(kind, nature.clan, entity)


def _in_sentence(kind: str, clan: str | None) -> str:
    """Return a kind's name within a sentence: in lower case, except for the name of its clan."""
    lowered = _lower(kind)
    return lowered.replace(clan.lower(), clan) if clan else lowered


def _lower(name: str) -> str:
    """Return a common noun in lower case; names of books and magic keep their capitals."""
    return name if any(mark in name for mark in ("'", "+", " -", " of ")) else name.lower()


UNSEEN = flag("status_flags", "unseen", "is seen only from beside it")


def is_asleep(entity: int) -> bool:
    """Return whether a creature sleeps naturally; enchanted sleep is a status instead."""
    row = ecs.row(entity)
    mind: actors.Mind | None = row.get(actors.Mind)
    return mind is not None and not mind.awake and vitals.Pools in row


def is_noticed(entity: int) -> bool:
    """Return whether an entity can be seen at all: False for a trap that has not been found."""
    hidden = esper.try_component(entity, spatial.Hidden)
    return hidden is None or hidden.found


def sees(game: Game, entity: int, view: sight.Mask | None = None) -> bool:
    """Return whether the player sees an entity now; they always see themselves.

    `view` is the mask [x, y] of the tiles in view, if it is another than at the beginning of the turn.
    """
    if entity == game.player:
        return True
    # The log asks this of every participant in every sentence, so the row is read only once.
    row = ecs.row(entity)
    position: spatial.Position | None = row.get(spatial.Position)
    if position is None or position.depth != game.depth or entity in game.dead:
        return False
    # Most events are out of view.
    here = (position.x, position.y)
    body = row.get(spatial.Body, space.SMALL)
    level = game.levels[game.depth]
    visible = level.visible if view is None else view
    if not (visible[here] if body.plain else any(visible[cell] for cell in covered(here, body))):
        return False
    return is_open_to_view(game, entity, row)


def is_open_to_view(game: Game, entity: int, row: ecs.Row) -> bool:
    """Return whether nothing but walls and the dark would hide an entity with these components from the player."""
    if spatial.Hidden in row and not row[spatial.Hidden].found:
        return False
    statuses: Statuses | None = row.get(Statuses)
    return statuses is None or not statuses.entities or not _is_concealed(game, entity)


def is_seen_by(game: Game, source: int, entity: int) -> bool:
    """Return whether somebody sees a creature in line with them; traps, and the dead, are aware of everybody.

    As with the player, the invisible and lurkers are noticed only beside oneself.
    """
    if source == game.player:
        return sees(game, entity)
    if (
        actors.Nature not in ecs.row(source)
        or source in game.dead
        or space.is_adjacent(source, entity)
    ):
        return True
    mine = stats_of(source)
    if "see" in mine.status.forbids or not is_noticed(entity):
        return False
    return mine.blessing.keen or UNSEEN not in stats_of(entity).status.flags


def seen_here(game: Game) -> list[int]:
    """List everything that the player sees, creatures (the player included) and things, sorted by id."""
    level = game.level
    cells = sight.among(level.visible, level.at)
    # Blind players do not see their own tile, nor do players loaded from a save that says so.
    cells += [cell for cell in space.cells_of(game.player) if cell in level.at]
    standing = {each for cell in cells for each in level.at[cell]}
    return sorted([each for each in standing if sees(game, each)])


def _is_concealed(game: Game, entity: int) -> bool:
    """Return whether a creature in view is invisible to the player, who notices such creatures only when adjacent."""
    return (
        UNSEEN in stats_of(entity).status.flags
        and not stats_of(game.player).blessing.keen
        and not space.is_adjacent(game.player, entity)
    )


def known_names(entity: int) -> list[str]:
    """Name the spells that a creature knows, ready ones first in hotkey order; [] without magic."""
    known = esper.try_component(entity, magic.KnownSpells)
    return [true_name(spell) for spell in known.spells] if known else []


def ready_names(entity: int) -> list[str]:
    """Name the spells that a creature has ready, in hotkey order; [] without magic."""
    known = esper.try_component(entity, magic.KnownSpells)
    return [true_name(spell) for spell in known.spells[: known.ready]] if known else []


def own_light(game: Game) -> int:
    """Return the reach of the player's own light in tiles: the greatest of their own and that of worn items."""
    light = own_lamp(game)
    return light.reach_tiles if light is not None else IN_THE_DARK_TILES


def own_lamp(game: Game) -> LightSource | None:
    """Return the farthest-reaching light of the player and what they wear; None if there is none.

    In the gloom of the deeper regions each reaches less far.
    """
    best = stats_of(game.player).lamp
    return None if best is None else _dimmed(best, game.content.gloom(game.depth))


@cache
def _dimmed(light: LightSource, gloom: int) -> LightSource:
    """Return a light that reaches less far, but never less than it takes to see one's way."""
    least = min(light.reach_tiles, LEAST_LAMP_TILES)
    return replace(light, reach_tiles=max(light.reach_tiles - gloom, least)) if gloom else light
