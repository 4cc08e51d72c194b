"""What creatures have: pools, items, statuses, spells, and other creatures on their minds."""

from collections import Counter
from collections.abc import Iterator

import esper

from roguelike.components.actors import Mind
from roguelike.components.hazards import Hazard
from roguelike.components.items import Charges, Item, Pack
from roguelike.components.magic import Inscription, KnownSpells, Laid, Recipe
from roguelike.components.spatial import NOWHERE, Position
from roguelike.components.statuses import Duration, StatusEffect, Statuses
from roguelike.components.vitals import Pools
from roguelike.store.invariants.checks import called, check
from roguelike.world import ecs
from roguelike.world.game import NOBODY, Game
from roguelike.world.inventory import HANDS
from roguelike.world.names import true_name
from roguelike.world.rewriting import UnfitError
from roguelike.world.spells import composed


@check
def pools_are_in_bounds(game: Game) -> Iterator[str]:
    """Check that hit points, mana, experience and gold are within their bounds."""
    for entity, pools in ecs.with_component(Pools):
        least = 0 if entity in game.dead else 1
        if not least <= pools.hp <= pools.max_hp:
            yield f"{called(entity)} has {pools.hp} of {pools.max_hp} hit points"
        if not 0 <= pools.mana <= pools.max_mana:
            yield f"{called(entity)} has {pools.mana} of {pools.max_mana} mana"
        if pools.level < 1 or pools.xp < 0 or pools.gold < 0:
            yield f"{called(entity)} has level {pools.level}, {pools.xp} xp, {pools.gold} gold"
        if pools.unsteady < 0:
            yield f"{called(entity)} regains its poise in {pools.unsteady} turns"
    for entity, charges in ecs.with_component(Charges):
        if not 0 <= charges.left <= charges.most:
            yield f"{called(entity)} has {charges.left} of {charges.most} charges"


@check
def packs_hold_what_exists(game: Game) -> Iterator[str]:
    """Check that everything carried is an existing item, in one pack only, and nowhere else."""
    held: list[int] = []
    gone = game.dead.copy()
    for owner, pack in ecs.with_component(Pack):
        if not (pack.items or pack.worn):
            continue
        things = (*pack.items, *pack.worn.values())
        if owner in game.dead and owner != game.player:
            gone.update(things)  # removed along with their owner
            continue
        held += things
        for item in things:
            if fault := _fault_of(game, item):
                yield f"{called(owner)} carries {fault}"
        for slot, item in pack.worn.items():
            kind = esper.try_component(item, Item)
            if kind is None or slot not in HANDS.get(kind.slot or "", (kind.slot,)):
                yield f"{called(owner)} wears {called(item)} on the wrong slot, {slot}"
    carried = Counter(held)
    yield from (f"{called(item)} is carried {n} times" for item, n in carried.items() if n > 1)
    for item in _nowhere(gone.union(carried)):
        yield f"{called(item)} is neither carried nor anywhere"


def _nowhere(others: set[int]) -> Iterator[int]:
    """Yield the items that are on no level, without some others."""
    rows = ecs.rows()
    for item, position in ecs.with_component(Position):
        if position.depth == NOWHERE and item not in others and Item in rows[item]:
            yield item


def _fault_of(game: Game, item: int) -> str:
    """Return what is wrong with one carried item; "" if nothing is."""
    row = ecs.row(item)
    if not row or item in game.dead:
        return f"{item}, which is gone"
    if Item not in row:
        return f"{called(item)}, which is no item"
    return "" if row[Position].depth == NOWHERE else f"{called(item)}, which lies on the map"


@check
def statuses_belong_to_their_targets(game: Game) -> Iterator[str]:
    """Check that each status is listed once by its living target and has turns left."""
    borne = ecs.with_component(Statuses)
    listed = Counter(status for _, statuses in borne for status in statuses.entities)
    for entity, statuses in borne:
        for status in statuses.entities:
            effect = esper.try_component(status, StatusEffect)
            if effect is None:
                yield f"{called(entity)} has status {status}, which is none"
            elif effect.target != entity:
                yield f"{called(entity)} has {effect.name} ({status}), which is on {effect.target}"
    for status, effect in ecs.with_component(StatusEffect):
        if status in game.dead:
            continue
        if listed[status] != 1:
            yield f"{effect.name} ({status}) is in {listed[status]} lists of statuses"
        if not esper.entity_exists(effect.target):
            yield f"{effect.name} ({status}) is on {effect.target}, who is gone"
        if effect.target not in game.dead and ecs.get(status, Duration).turns < 1:
            yield f"{effect.name} ({status}) has {ecs.get(status, Duration).turns} turns left"


@check
def spells_are_known_once(game: Game) -> Iterator[str]:
    """Check that known spells exist and are listed once."""
    for entity, known in ecs.with_component(KnownSpells):
        if not known.spells and known.ready is None:
            continue
        names = [true_name(spell) for spell in known.spells]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            yield f"{called(entity)} knows a spell twice: {twice}"
        if known.ready is not None and known.ready >= len(names):
            yield f"{called(entity)} has {known.ready} spells ready of {len(names)}: that is all"
        for spell, name in zip(known.spells, names, strict=True):
            if game.spells.get(name) != spell and not esper.has_component(spell, Inscription):
                yield f"{called(entity)} knows {called(spell)}, which is no spell of this game"


@check
def inscriptions_fit(game: Game) -> Iterator[str]:
    """Check that an inscribed spell is one creature's own and that its runes, and those of laid spells, fit."""
    owners = Counter(
        spell for _, known in ecs.with_component(KnownSpells) for spell in known.spells
    )
    for spell, inscription in ecs.with_component(Inscription):
        if owners[spell] != 1:
            yield f"{called(spell)} with runes on it is known by {owners[spell]} creatures"
        yield from _unfit(game, Recipe(true_name(spell), inscription.runes))
    for _, laid in ecs.with_component(Laid):
        yield from _unfit(game, laid.recipe)


def _unfit(game: Game, recipe: Recipe) -> Iterator[str]:
    """Yield a fault if a spell cannot be composed."""
    try:
        composed(game, recipe)
    except (KeyError, UnfitError) as error:
        yield f"{recipe} cannot be: {error}"


@check
def minds_are_on_creatures(game: Game) -> Iterator[str]:
    """Check that whomever a creature hunts, follows or blames exists or once existed."""
    for entity, mind in ecs.with_component(Mind):
        for what, other in (("hunts", mind.target), ("follows", mind.leader)):
            if not _was_somebody(other):
                yield f"{called(entity)} {what} {other}, who never was"
        if mind.loot and mind.loot != entity and not _was(mind.loot, Item):
            yield f"{called(entity)} stole {mind.loot}, which never was"
    for entity, status in ecs.with_component(StatusEffect):
        if not _was_somebody(status.source):
            yield f"{called(entity)} is blamed on {status.source}, who never was"
    for entity, hazard in ecs.with_component(Hazard):
        if not _was_somebody(hazard.source):
            yield f"{called(entity)} is blamed on {hazard.source}, who never was"


def _was_somebody(entity: int) -> bool:
    """Return whether an id is nobody's, a creature's, or that of a creature that is gone."""
    return entity == NOBODY or _was(entity, Pools)


def _was(entity: int, kind: type) -> bool:
    """Return whether an id was given out, to something that is gone or has this component."""
    if esper.entity_exists(entity):
        return esper.has_component(entity, kind)
    return NOBODY < entity < ecs.next_id()
