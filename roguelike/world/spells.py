"""Who knows which spells, and what each spell is like when a particular creature casts it.

Spells are entities: whatever is done to a spell is a component of it. Each spell has one entity shared by all who know
it in its basic form; a creature that inscribes it has an entity of its own from then on, with an `Inscription`.
"""

from collections.abc import Mapping
from contextlib import suppress
from math import ceil

import esper

from roguelike.components import actors, growth, magic, vitals
from roguelike.core.records import replace
from roguelike.world import ecs, figures, perception
from roguelike.world.game import Game, template_of
from roguelike.world.rewriting import UnfitError, mastered, rewritten

Held = tuple[magic.SpellTemplate, tuple[str, ...]]
"""A spell as its caster casts it, and the names of the runes on it."""


def ready_spells(game: Game, entity: int) -> list[magic.SpellTemplate]:
    """List the spells that a creature has ready, as it casts them, in hotkey order."""
    return [spell for spell, _ in ready_held(game, entity)]


def ready_held(game: Game, entity: int) -> list[Held]:
    """List the spells that a creature has ready, with the runes on each, in hotkey order."""
    known = esper.try_component(entity, magic.KnownSpells)
    return _held(game, entity, known.spells[: known.ready]) if known else []


def dormant_held(game: Game, entity: int) -> list[Held]:
    """List the spells that a creature knows but does not have ready, with the runes on each."""
    known = esper.try_component(entity, magic.KnownSpells)
    if known is None or known.ready is None:
        return []
    return _held(game, entity, known.spells[known.ready :])


def _held(game: Game, entity: int, spells: list[int]) -> list[Held]:
    """Compose some spells of a creature. Every frame asks, so mastery is computed once for all of them."""
    book, found = game.content.spells, []
    counts = figures.spells_by_school(game, entity)
    steps = {school: figures.steps_of(game, school, spells) for school, spells in counts.items()}
    upgrades = upgrades_of(game, entity)
    for spell in spells:
        row = ecs.row(spell)
        name = row[actors.Kind].name
        runes = (
            row[magic.Inscription].runes if magic.Inscription in row else _by_nature(entity, name)
        )
        own = upgrades.get(name, ())
        made = composed(game, magic.Recipe(name, runes, steps.get(book[name].school, 0), own))
        found.append((_at_its_price(made, entity), runes))
    return found


def spell_of(game: Game, caster: int, name: str) -> magic.SpellTemplate:
    """Return a spell as a creature casts it; KeyError when there is no such spell."""
    return spell_with(game, caster, name, inscribed_on(caster, name))


def spell_with(game: Game, caster: int, name: str, runes: tuple[str, ...]) -> magic.SpellTemplate:
    """Return a spell as a creature would cast it with these runes; KeyError when there is no such spell."""
    return _at_its_price(composed(game, recipe_of(game, caster, name, runes)), caster)


def recipe_of(game: Game, caster: int, name: str, runes: tuple[str, ...]) -> magic.Recipe:
    """Return the recipe of a spell with these runes and its caster's mastery; KeyError when there is no such spell."""
    if growth.Talents not in ecs.row(caster):  # creatures choose nothing, and master no school
        return magic.Recipe(name, runes)
    school = game.content.spells[name].school
    steps = figures.mastery_in(game, caster, school).steps if school else 0
    return magic.Recipe(name, runes, steps, upgrades_of(game, caster).get(name, ()))


def upgrades_of(game: Game, caster: int) -> Mapping[str, tuple[str, ...]]:
    """Return the names of the upgrades that somebody chose, by spell; none for creatures, which choose nothing."""
    talents = esper.try_component(caster, growth.Talents)
    if talents is None or not talents.taken:
        return {}
    offers, found = game.content.offers, dict[str, tuple[str, ...]]()
    for name in talents.taken:
        offer = offers.get(name)
        if type(offer) is growth.Upgrade:
            found[offer.spell] = (*found.get(offer.spell, ()), name)
    return found


def _at_its_price(spell: magic.SpellTemplate, caster: int) -> magic.SpellTemplate:
    """Return a spell with its cost increased by the share of its caster's mana that it takes."""
    if not spell.mana_share:
        return spell
    whole = ecs.get(caster, vitals.Pools).max_mana
    return replace(spell, mana_cost=spell.mana_cost + ceil(spell.mana_share * whole))


def inscribed_on(caster: int, name: str) -> tuple[str, ...]:
    """Return the runes on a creature's spell: those inscribed, or those that its nature gives it."""
    own = own_entity(caster, name)
    if own is not None:
        return ecs.get(own, magic.Inscription).runes
    return _by_nature(caster, name)


def _by_nature(caster: int, name: str) -> tuple[str, ...]:
    """Return the runes that a creature's nature gives to a spell."""
    abilities = esper.try_component(caster, magic.Abilities)
    cast = abilities.cast if abilities else ()
    return next((each.runes for each in cast if each.spell == name), ())


def own_entity(caster: int, name: str) -> int | None:
    """Return a caster's own entity of a spell; None if they use the shared one."""
    return next(
        (spell for spell in own_entities(caster) if perception.true_name(spell) == name), None
    )


def own_entities(caster: int) -> list[int]:
    """List the spell entities that belong to a creature alone; they are removed with it."""
    known: magic.KnownSpells | None = ecs.row(caster).get(magic.KnownSpells)
    return [spell for spell in known.spells if magic.Inscription in ecs.row(spell)] if known else []


def composed(game: Game, recipe: magic.Recipe) -> magic.SpellTemplate:
    """Return the spell of a recipe, cached per game: first its upgrades, then its runes, then its school's mastery.

    A rune that no longer fits, for instance after a change of the data, does nothing. KeyError when the data has no
    such spell or rune.
    """
    kept = game.composed.get(recipe)
    if kept is None:
        kept = _upgraded(game, recipe)
        for number, name in enumerate(recipe.runes):
            so_far = replace(recipe, runes=recipe.runes[:number])
            with suppress(UnfitError):
                kept = rewritten(kept, rune_named(game, name), so_far)
        for step in _steps(game, recipe):
            kept = mastered(kept, step)
        game.composed[recipe] = kept
    return kept


def working(spell: magic.SpellTemplate) -> tuple[object, ...]:
    """Return all that a spell does, without its name, its looks and its price in mana."""
    return spell.use.delivery, spell.use.effects, spell.hp_cost


def _upgraded(game: Game, recipe: magic.Recipe) -> magic.SpellTemplate:
    """Return the spell of a recipe with its upgrades alone; one that no longer fits does nothing."""
    made = game.content.spells[recipe.spell]
    for name in recipe.upgrades:
        offer = game.content.offers.get(name)
        if type(offer) is growth.Upgrade:
            with suppress(UnfitError):
                made = rewritten(made, offer.change, magic.Recipe(recipe.spell))
    return made


def _steps(game: Game, recipe: magic.Recipe) -> tuple[growth.MasteryStep, ...]:
    """Return the steps of the spell's school that a recipe has reached."""
    school = game.content.schools.get(game.content.spells[recipe.spell].school)
    return school.steps[: recipe.steps] if school else ()


def check_fit(game: Game, recipe: magic.Recipe) -> None:
    """Raise UnfitError unless every rune of a recipe finds something to rewrite; its message is the reason."""
    spell = _upgraded(game, recipe)
    for number, name in enumerate(recipe.runes):
        so_far = replace(recipe, runes=recipe.runes[:number])
        spell = rewritten(spell, rune_named(game, name), so_far)


def rune_named(game: Game, name: str) -> magic.Rune:
    """Return the rune of a kind of item; KeyError when there is no such item, or it is not a rune."""
    found = template_of(game.content, actors.Kind("items", name), magic.Rune)
    if found is None:
        raise KeyError(f"{name} is no rune")
    return found
