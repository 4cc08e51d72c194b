"""Hints for the first minutes: rows of data, each a line of text and the moment that triggers it.

The moments are defined here; `data/hints.json` says which of them have a hint, and its text. A content pack may bring
its own file, whose rows add to these or replace them by name.
"""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from pathlib import Path

import esper
import msgspec

from roguelike.actions import senses
from roguelike.components import actors, bargains, items, magic, spatial, vitals
from roguelike.components.statuses import StatusEffect, Statuses
from roguelike.core import data_path
from roguelike.core.geometry import Point, steps_between
from roguelike.core.plain_words import plain_words
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
MOMENTS: dict[str, Moment] = {}
IN_FIGHTS = "sees an enemy and can cast"
"""The one moment that is told of while an enemy is in view: a fight can be lost by reading."""


class Hint(Record):
    """One hint: its name, the moment that triggers it, and its text; actions in braces stand for their keys."""

    name: Name
    when: Name
    text: Text


class HintError(Exception):
    """The hints cannot be read; the message lists everything that is wrong, one error per line."""


def moment(name: str) -> Callable[[Moment], Moment]:
    """Register a function that says whether a moment has come."""

    def register(function: Moment) -> Moment:
        """Register a function under the name of its moment."""
        MOMENTS[name] = function
        return function

    return register


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
    from roguelike.core.plain_words import lines_of  # needed only for faulty hints

    known = ", ".join(sorted(MOMENTS))
    lines = lines_of(text, [("", "", f"{number}.when") for number in wrong])
    return [
        f'{file}, line {line}: "{found[number].name}", when: there is no moment '
        f"{found[number].when!r} (there are {known})"
        for number, line in zip(wrong, lines, strict=True)
    ]


# --- moments


@moment("begins unwell")
def _begins_unwell(game: Game) -> bool:
    """Return whether something lowers the player's attributes before anything has happened."""
    statuses = esper.try_component(game.player, Statuses) or Statuses()
    return game.turn == 0 and any(
        bonus < 0 for status in statuses.entities for bonus in ecs.get(status, StatusEffect).bonuses
    )


@moment("carries an unread book")
def _carries_a_book(game: Game) -> bool:
    """Return whether the player carries a book of a spell that they do not know."""
    return bool(unread_books(game))


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


@moment("stands in town with a spell")
def _in_town_with_a_spell(game: Game) -> bool:
    """Return whether the player could leave town as a mage."""
    return game.depth == portals.TOWN and bool(ecs.get(game.player, magic.KnownSpells).spells)


@moment("sees an enemy")
def _sees_an_enemy(game: Game) -> bool:
    """Return whether an enemy is in view."""
    return bool(senses.hostiles_in_view(game))


@moment(IN_FIGHTS)
def _sees_an_enemy_and_can_cast(game: Game) -> bool:
    """Return whether an enemy is in view and there is mana for the first spell of the game."""
    return not game.tallies.spells_cast and bool(senses.hostiles_in_view(game)) and _can_cast(game)


def _can_cast(game: Game) -> bool:
    """Return whether there is mana for any known spell."""
    mana = ecs.get(game.player, vitals.Pools).mana
    spells = ecs.get(game.player, magic.KnownSpells).spells
    return any(ecs.get(spell, magic.SpellTemplate).mana_cost <= mana for spell in spells)


@moment("has no mana for any spell")
def _mana_is_spent(game: Game) -> bool:
    """Return whether the player knows spells but has mana for none."""
    return bool(ecs.get(game.player, magic.KnownSpells).spells) and not _can_cast(game)


@moment("sees a pack of enemies")
def _sees_a_pack(game: Game) -> bool:
    """Return whether at least PACK_OF enemies are in view and awake."""
    seen = senses.hostiles_in_view(game)
    awake = [
        each for each in seen if (mind := esper.try_component(each, actors.Mind)) and mind.awake
    ]
    return len(awake) >= PACK_OF


@moment("is ambushed")
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


@moment("is wounded")
def _is_wounded(game: Game) -> bool:
    """Return whether the player has lost hit points."""
    pools = ecs.get(game.player, vitals.Pools)
    return pools.hp < pools.max_hp


@moment("is near death")
def _is_near_death(game: Game) -> bool:
    """Return whether the player has few hit points left."""
    pools = ecs.get(game.player, vitals.Pools)
    return pools.hp <= pools.max_hp * NEAR_DEATH


@moment("carries something unknown")
def _carries_the_unknown(game: Game) -> bool:
    """Return whether the player carries an unidentified item that can be used."""
    return any(
        esper.has_component(item, items.Magic) and esper.has_component(item, magic.Use)
        for item in ecs.get(game.player, items.Pack).items
        if not perception.is_known(game, item)
    )


@moment("sees stairs down")
def _sees_stairs_down(game: Game) -> bool:
    """Return whether stairs down are in view and near."""
    return any(_is_at_hand(game, point) for point in game.level.find(Tile.DOWN_STAIRS))


def _is_at_hand(game: Game, point: Point) -> bool:
    """Return whether a tile is in view, and near enough to be told of: by day one sees half the town."""
    here = space.point_of(game.player)
    near = here is not None and steps_between(here, point) <= NEAR_TILES
    return near and bool(game.level.visible[point])


@moment("is hungry")
def _is_hungry(game: Game) -> bool:
    """Return whether the player is hungry or starving."""
    hunger = esper.try_component(game.player, vitals.HungerClock)
    return hunger is not None and hunger.state in ("Hungry", "Starving")


@moment("sees an offer")
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
