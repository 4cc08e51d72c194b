"""Inscribing runes on known spells, and removing them at a price.

Why a rune would be wasted on a spell, or never paid for, though it finds something there to rewrite.

All is judged by the spell as its caster casts it, with the mastery of its school: a rune that changes nothing of that
would only make the spell dearer, and cost some of the maximum mana to be taken off again.
"""

from collections.abc import Mapping

import esper

from roguelike.actions import acting
from roguelike.components import actors, magic, vitals
from roguelike.components.statuses import StatusTemplate
from roguelike.core.effect import Effect
from roguelike.core.grammar import capital, counted, listed
from roguelike.core.records import replace
from roguelike.world import changes, ecs, figures, inventory, perception
from roguelike.world.game import Cause, Game, template_of
from roguelike.world.rewriting import UnfitError, rewritten, touches_many
from roguelike.world.spells import check_fit, composed, inscribed_on, recipe_of, rune_named, working


def why_unfit(game: Game, recipe: magic.Recipe, rune: str) -> str:
    """Return why a rune cannot follow those of a recipe, whose steps are its caster's; "" if it can.

    Raises:
        KeyError: there is no such spell, or no such rune.
    """
    more = replace(recipe, runes=(*recipe.runes, rune))
    unfit = _why_none_holds(game, more)
    if unfit:
        return unfit
    spell = composed(game, recipe)
    vain = _why_vain(spell, rune_named(game, rune), game.content.statuses)
    if vain:
        return f"{capital(spell.title)} {vain}."
    unfit = _why_repaid(game, recipe, more) or _why_mastered(game, recipe, more)
    if unfit:
        return unfit
    undone = _undone_by(game, recipe, more)
    if undone:
        return f"Nothing would be left of the {undone}, which {recipe.spell} has already."
    return ""


def why_kept(game: Game, recipe: magic.Recipe, left: tuple[str, ...]) -> str:
    """Return why a recipe, whose steps are its caster's, cannot be left with only these of its runes; "" if it can."""
    fewer = replace(recipe, runes=left)
    return _why_none_holds(game, fewer) or _why_repaid(game, recipe, fewer)


def _why_none_holds(game: Game, recipe: magic.Recipe) -> str:
    """Return why the runes of a recipe do not fit one after another; "" if they do."""
    try:
        check_fit(game, recipe)
    except UnfitError as error:
        return str(error)
    return ""


def _why_repaid(game: Game, before: magic.Recipe, after: magic.Recipe) -> str:
    """Return why other runes would have a spell give back the hit points that it costs; "" if they would not.

    Harm and healing would have no end, and take no mana. Mastery yet to come counts too: it comes and goes with what
    is attuned, and so a rune could be inscribed without it, and used with it.
    """
    fewer = composed(game, min(before, after, key=lambda each: len(each.runes)))
    school = fewer.school
    whole = len(game.content.schools[school].steps) if school in game.content.schools else 0
    for steps in (after.steps, whole):
        was, made = (composed(game, replace(each, steps=steps)) for each in (before, after))
        if _is_repaid(game, made) and not _is_repaid(game, was):
            mends = "mends" if _mends(game, fewer) else "would mend"
            paid = "is paid in" if was.hp_cost else "would be paid in"
            later = f", once you master {school}" if steps > after.steps else ""
            return f"{capital(fewer.title)} {mends} the very wounds that it {paid}{later}."
    return ""


def _is_repaid(game: Game, spell: magic.SpellTemplate) -> bool:
    """Return whether a spell costs hit points and gives hit points back."""
    return bool(spell.hp_cost) and _mends(game, spell)


def _mends(game: Game, spell: magic.SpellTemplate) -> bool:
    """Return whether a spell, or one that it lays, gives hit points to its targets or its caster, at once or later."""
    for each in spell.use.effects:
        status, laid = getattr(each, "status", ""), getattr(each, "recipe", None)
        if each.mends or each.drinks:
            return True
        if status and game.content.statuses[status].tick == "healing":
            return True
        if laid is not None and _mends(game, composed(game, laid)):
            return True
    return False


def _why_mastered(game: Game, before: magic.Recipe, after: magic.Recipe) -> str:
    """Return why mastery leaves the last rune of `after` nothing to do in the spell of `before`; "" if it leaves any.

    Runes are applied before mastery. A rune is in vain if it would find nothing to change in the mastered spell and
    makes no other kind of spell of it, or if mastery then makes the same spell as without it.
    """
    spell, made, rune = composed(game, before), composed(game, after), after.runes[-1]
    if not before.steps or made.mana_cost < spell.mana_cost:
        return ""
    try:
        rewritten(spell, rune_named(game, rune), before)
    except UnfitError as error:
        if _kinds(spell) != _kinds(made):
            return ""
        return f"{str(error).removesuffix('.')}, by your mastery of {spell.school}."
    if working(spell) != working(made):
        return ""
    return f"{capital(spell.title)} would be the same with it, by your mastery of {spell.school}."


def _undone_by(game: Game, before: magic.Recipe, after: magic.Recipe) -> str:
    """Return the first rune of `before` that would do nothing once another follows, as in `after`; "" if none.

    An Ember Rune before a Frost Rune is one: the spell would be dearer, called burning, and do its harm by cold. One
    that does nothing as it is, since its caster has mastered more, loses nothing.
    """
    undone = (
        name
        for number, name in enumerate(before.runes)
        if _is_idle(game, after, number) and not _is_idle(game, before, number)
    )
    return next(undone, "")


def _is_idle(game: Game, recipe: magic.Recipe, number: int) -> bool:
    """Return whether the rune at this place of a recipe does nothing; what the others need is not idle."""
    others = replace(recipe, runes=(*recipe.runes[:number], *recipe.runes[number + 1 :]))
    if _why_none_holds(game, others):
        return False
    return working(composed(game, others)) == working(composed(game, recipe))


def _kinds(spell: magic.SpellTemplate) -> tuple[object, ...]:
    """Return what a spell does, without how much of it."""
    return spell.use.delivery, [type(each) for each in spell.use.effects], spell.hp_cost


def _why_vain(
    spell: magic.SpellTemplate, rune: magic.Rune, statuses: Mapping[str, StatusTemplate]
) -> str:
    """Return why what a rune adds to a spell would be useless; "" if it is not.

    A second shove finds nobody where the first one began, unless it shoves whatever is in an area.
    """
    added = [each for part in rune.rewrites if isinstance(part, magic.Add) for each in part.effects]
    if not added or len(rune.rewrites) > 1:
        return ""
    there = spell.use.effects
    if all(each.moves for each in added):
        moved = not touches_many(spell) and any(each.moves for each in there)
        return "moves whom it touches already" if moved else ""
    outdone = all(any(_outdoes(other, each, statuses) for other in there) for each in added)
    return "does so already, and for no shorter" if outdone else ""


def _outdoes(there: Effect, other: Effect, statuses: Mapping[str, StatusTemplate]) -> bool:
    """Return whether a status is at least as strong and as long as another of its kind, which then adds nothing."""
    name = getattr(there, "status", "")
    if type(there) is not type(other) or not name or name != getattr(other, "status", ""):
        return False
    if statuses[name].stacking in ("add", "extend"):
        return False
    pairs = [(getattr(there, name, 0), getattr(other, name, 0)) for name in ("turns", "strength")]
    return all(
        one == two or (isinstance(one, int | float) and isinstance(two, int | float) and one > two)
        for one, two in pairs
    )


class Inscribe(acting.Action, tag="inscribe"):
    """Inscribes a carried rune on a known spell, which uses the rune up; without a spell it asks for one."""

    rune: int
    spell: str = ""

    def words(self, game: Game) -> str:
        """Name the rune, and the spell if one is chosen."""
        on_what = f" on {acting.spell_title(game, game.player, self.spell)}" if self.spell else ""
        return f"inscribe {acting.the_thing(game, self.rune)}{on_what}"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Inscribe the rune if the spell has room and something for it to rewrite."""
        rune = self.rune
        if inventory.pack_with(actor, rune) is None:
            return acting.Refused(inventory.NOT_HELD)
        if not esper.has_component(rune, magic.Rune):
            return acting.Refused(f"The {perception.shown_name(game, rune)} is no rune.")
        if not perception.known_names(actor):
            return acting.Refused("You know no spell to inscribe it on.")
        if not self.spell:
            return acting.Ask(
                "spell", f"{perception.shown_name(game, rune)}: on which spell?", (rune,)
            )
        name = perception.true_name(rune)
        reason = why_not_inscribed(game, actor, self.spell, name)
        if reason:
            return acting.Refused(reason)
        cause = Cause(name, actor, "item")
        changes.use_up(game, actor, rune, cause)
        runes = (*inscribed_on(actor, self.spell), name)
        game.change(changes.Inscribed(actor, self.spell, runes, cause))
        return acting.Done()


def why_not_inscribed(game: Game, actor: int, spell: str, rune: str) -> str:
    """Return why a rune cannot be inscribed on an actor's spell; "" if it can."""
    if spell not in perception.known_names(actor):
        return f"You do not know the spell {spell}."
    if template_of(game.content, actors.Kind("items", rune), magic.Rune) is None:
        return f"The {rune} is no rune."
    there = inscribed_on(actor, spell)
    unfit = why_unfit(game, recipe_of(game, actor, spell, there), rune)
    if unfit:
        return unfit
    if len(there) >= sockets(game, actor):
        held = listed(there)
        return f"{spell} holds no more runes: {held} {'is' if len(there) == 1 else 'are'} on it."
    return ""


def sockets(game: Game, actor: int) -> int:
    """Return how many runes each spell of a creature can hold, from its level and its choices."""
    level = ecs.get(actor, vitals.Pools).level
    chosen = sum(offer.sockets for offer in figures.taken(game, actor))
    return chosen + sum(level >= each for each in game.content.growth.socket_levels)


class Erase(acting.Action, tag="erase"):
    """Removes a rune from a spell at the price of some maximum mana; the rune goes back into the pack."""

    spell: str
    rune: str

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Remove the rune if the other runes still fit without it and the price can be paid."""
        reason = why_not_erased(game, actor, self.spell, self.rune)
        if reason:
            return acting.Refused(reason)
        pools = ecs.get(actor, vitals.Pools)
        cause = Cause("a change of mind", actor, "item")
        game.change(
            changes.Inscribed(actor, self.spell, _without(actor, self.spell, self.rune), cause)
        )
        most = pools.max_mana - game.content.growth.erasing_mana
        if pools.mana > most:
            game.change(changes.PoolChanged(actor, "mana", pools.mana, most, cause))
        game.change(changes.PoolChanged(actor, "max_mana", pools.max_mana, most, cause))
        changes.put_in_pack(
            game, actor, changes.make_item(game, self.rune, cause), cause, "take[s] back"
        )
        return acting.Done()


def why_not_erased(game: Game, actor: int, spell: str, rune: str) -> str:
    """Return why a rune cannot be removed from an actor's spell; "" if it can."""
    if spell not in perception.known_names(actor) or rune not in inscribed_on(actor, spell):
        return f"There is no {rune} on {spell}."
    whole = recipe_of(game, actor, spell, inscribed_on(actor, spell))
    unfit = why_kept(game, whole, _without(actor, spell, rune))
    if unfit:
        return f"Without the {rune} the other runes would not hold: {unfit}"
    price, most = game.content.growth.erasing_mana, ecs.get(actor, vitals.Pools).max_mana
    if most <= price:
        return f"That takes {counted(price, 'point')} of your maximum mana, and you have {most}."
    return ""


def _without(actor: int, spell: str, rune: str) -> tuple[str, ...]:
    """Return the runes on a spell without one of them."""
    left = list(inscribed_on(actor, spell))
    left.remove(rune)
    return tuple(left)
