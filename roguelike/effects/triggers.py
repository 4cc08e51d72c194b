"""Triggers: traps and runes that go off under the creature that steps on them.

Whatever brings a creature to a tile, a step or force, calls `set_foot`, and the tile is searched for triggers. Traps
that go off without being stepped on are triggered by `SetOff`, in `roguelike.effects.unleash`.
"""

import esper

from roguelike.components import hazards, magic
from roguelike.core.effect import Effect, effect
from roguelike.core.geometry import Point
from roguelike.effects import becoming, reactions, registry, spreading, targeting, unleash
from roguelike.effects.runes import use_of
from roguelike.world import ecs, factions, perception, space
from roguelike.world.game import NOBODY, Cause, Game, Single


@effect("tread")
class Tread(Effect):
    """Fires every trigger under a creature that has just come to its tile."""


TREAD = Tread()


def set_foot(game: Game, mover: int, source: int, cause: Cause) -> None:
    """Push Tread for a creature that has come to a tile, if anything else is there or its ground acts."""
    level, laid = game.level, game.content.laid_by_ground
    cells = space.cells_of(mover)
    if level.is_open and (mover == game.player or source != mover):
        level.note_unseen(cells, laid)
    if level.is_shared(cells) or any(int(level.tiles[cell]) in laid for cell in cells):
        game.push(TREAD, Single(mover), source, cause)


def may_set_off(game: Game, cell: Point) -> bool:
    """Return whether anything that is done to who comes to a tile may lie there, or its ground does it."""
    level = game.level
    return bool(level.occupants(cell)) or int(level.tiles[cell]) in game.content.laid_by_ground


@registry.handles(Tread)
def tread(effect: Tread, hit: registry.Hit, game: Game) -> None:
    """Reveal and fire every trigger under the target, and apply fires, clouds and the ground at once.

    The dungeon is to blame, unless another creature moved the target there.
    """
    reactions.soak(game, hit)
    entered: set[str] = set()
    for cell in space.cells_of(hit.target):
        for thing in game.level.occupants(cell):
            if thing in game.dead:
                continue
            trigger = esper.try_component(thing, magic.Trigger)
            if trigger is not None:
                _set_off(game, thing, trigger, cell, hit)
            elif (
                esper.has_component(thing, hazards.Hazard)
                and perception.true_name(thing) not in entered
            ):
                entered.add(perception.true_name(thing))
                _walk_into(game, thing, hit)


def _set_off(
    game: Game, thing: int, trigger: magic.Trigger, cell: Point, hit: registry.Hit
) -> None:
    """Reveal and unleash what is on a cell, unless it is a rune that spares the target."""
    use, rune = use_of(game, thing), esper.try_component(thing, hazards.Hazard)
    if rune is not None and is_spared(game, hit.target, rune.source, use):
        return
    blamed = rune.source if rune else _driver(hit)
    cause = hit.cause.then(perception.true_name(thing), "trap", by=blamed)
    unleash.reveal(game, thing, cell, cause)
    layer = blamed if rune and targeting.is_creature(game, blamed) else thing
    game.push(
        unleash.Unleash(use, cell, unleash.strength_of(thing)), Single(hit.target), layer, cause
    )
    if trigger.once:
        game.push(becoming.Vanish(), Single(thing), thing, cause)


def _walk_into(game: Game, hazard: int, hit: registry.Hit) -> None:
    """Queue what a fire or cloud does to a creature that enters it, unless it spares its maker."""
    if spreading.spares_maker(game, hazard, hit.target):
        return
    blamed = ecs.get(hazard, hazards.Hazard).source or _driver(hit)
    template = ecs.get(hazard, hazards.HazardTemplate)
    cause = hit.cause.then(template.name, "hazard", by=blamed)
    for each in template.effects:
        game.push(each, Single(hit.target), hazard, cause)


def _driver(hit: registry.Hit) -> int:
    """Return who moved the target there, if it was another creature."""
    return hit.cause.by if hit.cause.by != hit.target else NOBODY


def is_spared(game: Game, mover: int, maker: int, use: magic.Use) -> bool:
    """Return whether a rune spares a creature: its layer or the layer's friends, if its delivery says so."""
    match use.delivery.spares:
        case "self":
            return mover == maker
        case "friends":
            return bool(maker) and factions.are_friends(game, maker, mover)
        case _:
            return False
