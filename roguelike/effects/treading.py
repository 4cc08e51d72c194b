"""Setting foot on a tile: traps, altars and fires act on whoever steps there, and on nobody else."""

import esper

from roguelike.components.magic import Trigger
from roguelike.components.spatial import Hidden
from roguelike.components.terrain import Hazard
from roguelike.core.effect import Effect, effect
from roguelike.effects.registry import Hit, handles
from roguelike.effects.removal import Vanish
from roguelike.effects.targeting import are_friends, is_creature
from roguelike.effects.unleash import Unleash
from roguelike.world.changes import alter
from roguelike.world.game import NOBODY, Cause, Game, Several, Single
from roguelike.world.names import true_name
from roguelike.world.space import cells_of


@effect("tread")
class Tread(Effect):
    """Sets off what lies under a creature that has just come to its tile."""


TREAD = Tread()


def set_foot(game: Game, mover: int, source: int, cause: Cause) -> None:
    """Queue what comes of a creature's arrival on its tile, if anything else is there at all."""
    at = game.level.at
    for cell in cells_of(mover):
        if len(at.get(cell, ())) > 1:
            game.push(TREAD, Single(mover), source, cause)
            return


@handles(Tread)
def tread(effect: Tread, hit: Hit, game: Game) -> None:
    """Reveal and fire every trigger underfoot; the dungeon is to blame unless a caster drove the victim there."""
    mover = hit.target
    driver = hit.cause.by if hit.cause.by != mover else NOBODY
    for cell in cells_of(mover):
        for thing in game.level.occupants(cell):
            trigger = esper.try_component(thing, Trigger)
            if trigger is None or thing in game.dead:
                continue
            rune = esper.try_component(thing, Hazard)
            if rune is not None and _is_spared(game, mover, rune.source, trigger):
                continue
            blamed = rune.source if rune else driver
            cause = Cause(true_name(thing), blamed, "trap", hit.cause, hit.cause.links + 1)
            # Sprung out of sight it gives nothing away.
            if esper.try_component(thing, Hidden) and game.level.visible[cell]:
                alter(game, thing, Hidden, "found", after=True, cause=cause)
            layer = blamed if rune and is_creature(game, blamed) else thing
            game.push(Unleash(trigger.use, cell), Single(mover), layer, cause)
            if trigger.once:
                game.push(Vanish(), Single(thing), thing, cause)


def _is_spared(game: Game, mover: int, maker: int, trigger: Trigger) -> bool:
    """Return whether a rune lets somebody pass: whoever laid it, or their friends, if it says so."""
    match trigger.use.delivery.spares:
        case "self":
            return mover == maker
        case "friends":
            return bool(maker) and are_friends(game, maker, mover)
        case _:
            return False


@effect("set_off", lands_on="tile")
class SetOff(Effect):
    """Springs the traps on a tile with nobody's foot on them: what they do to whoever steps there hits empty air."""


@handles(SetOff)
def set_off(effect: SetOff, hit: Hit, game: Game) -> None:
    """Fire each trap that works but once; a mine's blast is around the mine as ever."""
    if hit.tile is None:
        return
    for thing in game.level.occupants(hit.tile):
        trigger = esper.try_component(thing, Trigger)
        if trigger is None or not trigger.once or thing in game.dead:
            continue
        cause = Cause(true_name(thing), hit.cause.by, "trap", hit.cause, hit.cause.links + 1)
        if esper.has_component(thing, Hidden) and game.level.visible[hit.tile]:
            alter(game, thing, Hidden, "found", after=True, cause=cause)
        game.push(Unleash(trigger.use, hit.tile), Several(()), thing, cause)
        game.push(Vanish(), Single(thing), thing, cause)
