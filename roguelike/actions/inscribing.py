"""Inscribing runes on known spells, and removing them at a price."""

import esper

from roguelike.actions.action import Action, Ask, Done, Refused, Result, action, performs
from roguelike.actions.calling import spell_title, the_thing
from roguelike.components.actors import Kind
from roguelike.components.runes import Rune
from roguelike.components.vitals import Pools
from roguelike.core.grammar import counted, listed
from roguelike.world import ecs
from roguelike.world.changes import (
    Inscribed,
    PoolChanged,
    make_item,
    put_in_pack,
    use_up,
)
from roguelike.world.content import template_of
from roguelike.world.fitting import why_kept, why_unfit
from roguelike.world.game import Cause, Game
from roguelike.world.growing import taken
from roguelike.world.inventory import NOT_HELD, pack_with
from roguelike.world.names import known_names, shown_name, true_name
from roguelike.world.spells import inscribed_on, recipe_of


@action
class Inscribe(Action, tag="inscribe"):
    """Inscribes a carried rune on a known spell, which uses the rune up; without a spell it asks for one."""

    rune: int
    spell: str = ""

    def words(self, game: Game) -> str:
        """Name the rune, and the spell if one is chosen."""
        on_what = f" on {spell_title(game, game.player, self.spell)}" if self.spell else ""
        return f"inscribe {the_thing(game, self.rune)}{on_what}"


@performs(Inscribe)
def inscribe(action: Inscribe, actor: int, game: Game) -> Result:
    """Inscribe the rune if the spell has a free socket and something for it to rewrite."""
    rune = action.rune
    if pack_with(actor, rune) is None:
        return Refused(NOT_HELD)
    if not esper.has_component(rune, Rune):
        return Refused(f"The {shown_name(game, rune)} is no rune.")
    if not known_names(actor):
        return Refused("You know no spell to inscribe it on.")
    if not action.spell:
        return Ask("spell", f"{shown_name(game, rune)}: on which spell?", (rune,))
    name = true_name(rune)
    reason = why_not_inscribed(game, actor, action.spell, name)
    if reason:
        return Refused(reason)
    cause = Cause(name, actor, "item")
    use_up(game, actor, rune, cause)
    runes = (*inscribed_on(actor, action.spell), name)
    game.change(Inscribed(actor, action.spell, runes, cause))
    return Done()


def why_not_inscribed(game: Game, actor: int, spell: str, rune: str) -> str:
    """Return why a rune cannot be inscribed on an actor's spell; "" if it can."""
    if spell not in known_names(actor):
        return f"You do not know the spell {spell}."
    if template_of(game.content, Kind("items", rune), Rune) is None:
        return f"The {rune} is no rune."
    there = inscribed_on(actor, spell)
    unfit = why_unfit(game, recipe_of(game, actor, spell, there), rune)
    if unfit:
        return unfit
    if len(there) >= sockets(game, actor):
        held = listed(there)
        return f"{spell} has no socket left: {held} {'is' if len(there) == 1 else 'are'} in it."
    return ""


def sockets(game: Game, actor: int) -> int:
    """Return how many runes each spell of a creature can hold, from its level and its choices."""
    level = ecs.get(actor, Pools).level
    chosen = sum(offer.sockets for offer in taken(game, actor))
    return chosen + sum(level >= each for each in game.content.growth.socket_levels)


@action
class Erase(Action, tag="erase"):
    """Removes a rune from a spell at the price of some maximum mana; the rune goes back into the pack."""

    spell: str
    rune: str


@performs(Erase)
def erase(action: Erase, actor: int, game: Game) -> Result:
    """Remove the rune if the other runes still fit without it and the price can be paid."""
    reason = why_not_erased(game, actor, action.spell, action.rune)
    if reason:
        return Refused(reason)
    pools = ecs.get(actor, Pools)
    cause = Cause("a change of mind", actor, "item")
    game.change(Inscribed(actor, action.spell, _without(actor, action.spell, action.rune), cause))
    most = pools.max_mana - game.content.growth.erasing_mana
    if pools.mana > most:
        game.change(PoolChanged(actor, "mana", pools.mana, most, cause))
    game.change(PoolChanged(actor, "max_mana", pools.max_mana, most, cause))
    put_in_pack(game, actor, make_item(game, action.rune, cause), cause, "take[s] back")
    return Done()


def why_not_erased(game: Game, actor: int, spell: str, rune: str) -> str:
    """Return why a rune cannot be removed from an actor's spell; "" if it can."""
    if spell not in known_names(actor) or rune not in inscribed_on(actor, spell):
        return f"There is no {rune} on {spell}."
    whole = recipe_of(game, actor, spell, inscribed_on(actor, spell))
    unfit = why_kept(game, whole, _without(actor, spell, rune))
    if unfit:
        return f"Without the {rune} the other runes would not hold: {unfit}"
    price, most = game.content.growth.erasing_mana, ecs.get(actor, Pools).max_mana
    if most <= price:
        return f"That takes {counted(price, 'point')} of your greatest mana, and you have {most}."
    return ""


def _without(actor: int, spell: str, rune: str) -> tuple[str, ...]:
    """Return the runes on a spell without one of them."""
    left = list(inscribed_on(actor, spell))
    left.remove(rune)
    return tuple(left)
