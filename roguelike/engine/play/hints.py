"""Hints for the first minutes: rows of data, each a line of text and the moment that triggers it.

The moments are defined here; `data/hints.json` says which of them have a hint, and its text. A content pack may bring
its own file, whose rows add to these or replace them by name.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import esper
import msgspec

from roguelike.actions import senses
from roguelike.components import actors, bargains, items, magic, spatial, vitals
from roguelike.components.statuses import StatusEffect, Statuses
from roguelike.core import data_path
from roguelike.core.geometry import Point, steps_between
from roguelike.core.plain_words import lines_of, plain_words
from roguelike.core.records import Record
from roguelike.core.scalars import Name, Text
from roguelike.effects import learning, portals
from roguelike.world import changes, ecs, perception, space
from roguelike.world.game import NOBODY, Game
from roguelike.world.terrain import Tile

FILE = "hints.json"
PACK_OF = 3
"""How many awake enemies in view make a pack."""
NEAR_TILES = 8
"""How near things are of which one is told."""
NEAR_DEATH = 0.3
"""Share of hit points at which the player is near death."""
Moment = Callable[[Game], bool]
IN_FIGHTS = "sees an enemy and can cast"
"""The one moment that is told of while an enemy is in view: a fight can be lost by reading."""


class Hint(Record):
    """One hint: its name, the moment that triggers it, and its text; actions in braces stand for their keys."""

    name: Name
    when: Name
    text: Text


class HintError(Exception):
    """The hints cannot be read; the message lists everything that is wrong, one error per line."""


def due(game: Game, told: Collection[str], missed: set[str]) -> Hint | None:
    """Return the first hint not shown yet whose moment has come; the game's world must be current.

    While an enemy is in view that is only one for a fight; the others are noted in `missed`, and come after it.
    """
    left = [hint for hint in hints(game.content.folders) if hint.name not in told]
    come = [hint for hint in left if hint.name in missed or MOMENTS[hint.when](game)]
    if come and senses.hostiles_in_view(game):
        missed.update(hint.name for hint in come if hint.when != IN_FIGHTS)
        come = [hint for hint in come if hint.when == IN_FIGHTS]
    return next(iter(come), None)


@lru_cache(maxsize=4)
def hints(folders: tuple[Path, ...] = ()) -> tuple[Hint, ...]:
    """Return the hints in the order in which they are shown, from the active data or these folders, the last on top.

    Raises:
        HintError: some of them cannot be read.
    """
    found: dict[str, Hint] = {}
    for folder in folders or data_path.data_folders():
        if (folder / FILE).exists():
            found |= {hint.name: hint for hint in read_hints(folder / FILE)}
    return tuple(found.values())


def read_hints(file: Path) -> Sequence[Hint]:
    """Read a file of hints; HintError lists everything that is wrong with it."""
    data = b""
    try:
        data = data_path.plain_bytes(file)
        found = msgspec.json.decode(data, type=list[Hint])
    except OSError as fault:
        raise HintError(f"{file} cannot be read: {fault.strerror}") from fault
    except ValueError as fault:
        raise HintError(f"{file}: {plain_words(fault, data)}") from fault
    names = [hint.name for hint in found]
    faults = _without_moment(file, data.decode(), found)
    faults += [f'{file}: "{name}" is there twice' for name in set(names) if names.count(name) > 1]
    if faults:
        raise HintError("\n".join(faults))
    return found


def _without_moment(file: Path, text: str, found: Sequence[Hint]) -> list[str]:
    """Describe the hints of a file that name a moment that does not exist."""
    wrong = [number for number, hint in enumerate(found) if hint.when not in MOMENTS]
    if not wrong:
        return []
    known = ", ".join(sorted(MOMENTS))
    lines = lines_of(text, [("", "", f"{number}.when") for number in wrong])
    return [
        f'{file}, line {line}: "{found[number].name}", when: there is no moment '
        f"{found[number].when!r} (there are {known})"
        for number, line in zip(wrong, lines, strict=True)
    ]


def _begins_unwell(game: Game) -> bool:
    """Return whether something lowers the player's attributes before anything has happened."""
    statuses = esper.try_component(game.player, Statuses) or Statuses()
    return game.turn == 0 and any(
        bonus < 0 for status in statuses.entities for bonus in ecs.get(status, StatusEffect).bonuses
    )


def unread_books(game: Game) -> list[int]:
    """List the carried items, by id, that are known to teach a spell that the player does not know."""
    known = perception.known_names(game.player)
    return [
        item
        for item in ecs.get(game.player, items.Pack).items
        if (use := esper.try_component(item, magic.Use)) is not None
        and perception.is_known(game, item)
        and any(spell not in known for spell in learning.taught_by(use))
    ]


def _knows_any(game: Game) -> bool:
    """Return whether the player knows a spell."""
    return bool(ecs.get(game.player, magic.KnownSpells).spells)


def _can_cast(game: Game) -> bool:
    """Return whether there is mana for any known spell."""
    mana = _pools(game).mana
    spells = ecs.get(game.player, magic.KnownSpells).spells
    return any(ecs.get(spell, magic.SpellTemplate).mana_cost <= mana for spell in spells)


def _sees_a_pack(game: Game) -> bool:
    """Return whether at least PACK_OF enemies are in view and awake."""
    seen = senses.hostiles_in_view(game)
    awake = [
        each for each in seen if (mind := esper.try_component(each, actors.Mind)) and mind.awake
    ]
    return len(awake) >= PACK_OF


def _is_ambushed(game: Game) -> bool:
    """Return whether a hidden creature showed itself to the player this turn, or an unseen one hurt the player."""
    for change in game.trace:
        match change:
            case changes.Altered(component=component, entity=entity) if component is spatial.Hidden:
                is_creature = esper.entity_exists(entity) and esper.has_component(
                    entity, actors.Mind
                )
                if is_creature and perception.sees(game, entity):
                    return True
            case changes.PoolChanged(
                entity=entity, pool="hp", before=before, after=after, cause=cause
            ):
                hurt = entity == game.player and after < before
                if hurt and _is_unseen_creature(game, cause.by):
                    return True
    return False


def _is_unseen_creature(game: Game, entity: int) -> bool:
    """Return whether this is a living creature, not the player, whom the player does not see."""
    if entity in (NOBODY, game.player, *game.dead) or not esper.entity_exists(entity):
        return False
    return esper.has_component(entity, actors.Mind) and not perception.sees(game, entity)


def _carries_the_unknown(game: Game) -> bool:
    """Return whether the player carries an unidentified item that can be used."""
    return any(
        esper.has_component(item, items.Magic) and esper.has_component(item, magic.Use)
        for item in ecs.get(game.player, items.Pack).items
        if not perception.is_known(game, item)
    )


def _is_at_hand(game: Game, point: Point) -> bool:
    """Return whether a tile is in view, and near enough to be told of: by day one sees half the town."""
    here = space.point_of(game.player)
    near = here is not None and steps_between(here, point) <= NEAR_TILES
    return near and bool(game.level.visible[point])


def _sees_an_offer(game: Game) -> bool:
    """Return whether a fixture with an offer, or an item with terms, is in view and near."""
    offers = [thing for thing, found in ecs.with_component(bargains.Bargain) if found.asks]
    priced = [
        thing for thing, terms in ecs.with_component(bargains.Terms) if terms.group or terms.gold
    ]
    return any(
        space.is_here(game, thing) and perception.sees(game, thing) and _is_at_hand(game, point)
        for thing in (*offers, *priced)
        if (point := space.point_of(thing)) is not None
    )


def _pools(game: Game) -> vitals.Pools:
    """Return what the player has of hit points and mana."""
    return ecs.get(game.player, vitals.Pools)


MOMENTS: Mapping[str, Moment] = {
    "begins unwell": _begins_unwell,
    "carries an unread book": lambda game: bool(unread_books(game)),
    "stands in town with a spell": lambda game: game.depth == portals.TOWN and _knows_any(game),
    "sees an enemy": lambda game: bool(senses.hostiles_in_view(game)),
    IN_FIGHTS: lambda game: (
        not game.tallies.spells_cast and bool(senses.hostiles_in_view(game)) and _can_cast(game)
    ),
    "has no mana for any spell": lambda game: _knows_any(game) and not _can_cast(game),
    "sees a pack of enemies": _sees_a_pack,
    "is ambushed": _is_ambushed,
    "is wounded": lambda game: _pools(game).hp < _pools(game).max_hp,
    "is near death": lambda game: _pools(game).hp <= _pools(game).max_hp * NEAR_DEATH,
    "carries something unknown": _carries_the_unknown,
    "sees stairs down": lambda game: any(
        _is_at_hand(game, point) for point in game.level.find(Tile.DOWN_STAIRS)
    ),
    "is hungry": lambda game: (
        (clock := esper.try_component(game.player, vitals.HungerClock)) is not None
        and clock.state in ("Hungry", "Starving")
    ),
    "sees an offer": _sees_an_offer,
}
"""What tells whether a moment has come, by its name in the data."""
