"""Who knows which spells, and what each is in whose hands.

Spells are entities: what is done to one is a component of it. Of every spell there is one that all share who know it as
the book has it; who inscribes it has one of their own from then on, with an `Inscription`.
"""

from contextlib import suppress
from math import ceil

import esper

from roguelike.components.actors import Kind
from roguelike.components.growth import MasteryStep
from roguelike.components.magic import (
    Abilities,
    Inscription,
    KnownSpells,
    Recipe,
    SpellTemplate,
)
from roguelike.components.runes import Rune
from roguelike.components.vitals import Pools
from roguelike.core.records import replace
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.growing import mastery_in, spells_by_school, steps_of
from roguelike.world.names import true_name
from roguelike.world.rewriting import UnfitError, mastered, rewritten

Held = tuple[SpellTemplate, tuple[str, ...]]
"""A spell as it is in somebody's hands, and the runes on it by name."""


def ready_spells(game: Game, entity: int) -> list[SpellTemplate]:
    """List the spells that a creature has ready as they are in its hands, in the order of their hotkeys."""
    return [spell for spell, _ in ready_held(game, entity)]


def ready_held(game: Game, entity: int) -> list[Held]:
    """List the spells that a creature has ready, and the runes on each, in the order of their hotkeys."""
    known = esper.try_component(entity, KnownSpells)
    return _held(game, entity, known.spells[: known.ready]) if known else []


def dormant_held(game: Game, entity: int) -> list[Held]:
    """List the spells that a creature knows and does not have ready, with the runes on each."""
    known = esper.try_component(entity, KnownSpells)
    if known is None or known.ready is None:
        return []
    return _held(game, entity, known.spells[known.ready :])


def _held(game: Game, entity: int, spells: list[int]) -> list[Held]:
    """Compose some spells of a creature; every frame asks, so what its schools give is worked out once for all."""
    book, found = game.content.spells, []
    counts = spells_by_school(game, entity)
    steps = {school: steps_of(game, school, spells) for school, spells in counts.items()}
    for spell in spells:
        row = ecs.row(spell)
        name = row[Kind].name
        runes = row[Inscription].runes if Inscription in row else _by_nature(entity, name)
        made = composed(game, Recipe(name, runes, steps.get(book[name].school, 0)))
        found.append((_at_its_price(made, entity), runes))
    return found


def spell_of(game: Game, caster: int, name: str) -> SpellTemplate:
    """Return a spell as it is in a creature's hands; KeyError when there is no such spell."""
    return spell_with(game, caster, name, inscribed_on(caster, name))


def spell_with(game: Game, caster: int, name: str, runes: tuple[str, ...]) -> SpellTemplate:
    """Return a spell as it would be in a creature's hands with these runes on it; KeyError without the spell."""
    school = game.content.spells[name].school
    steps = mastery_in(game, caster, school).steps if school else 0
    return _at_its_price(composed(game, Recipe(name, runes, steps)), caster)


def _at_its_price(spell: SpellTemplate, caster: int) -> SpellTemplate:
    """Return a spell with the share of its caster's mana that it costs added to its cost."""
    if not spell.mana_share:
        return spell
    whole = ecs.get(caster, Pools).max_mana
    return replace(spell, mana_cost=spell.mana_cost + ceil(spell.mana_share * whole))


def inscribed_on(caster: int, name: str) -> tuple[str, ...]:
    """Return the runes on a spell in a creature's hands: those inscribed, or those that its nature has on it."""
    own = own_entity(caster, name)
    if own is not None:
        return ecs.get(own, Inscription).runes
    return _by_nature(caster, name)


def _by_nature(caster: int, name: str) -> tuple[str, ...]:
    """Return the runes that a creature's nature has on a spell."""
    abilities = esper.try_component(caster, Abilities)
    cast = abilities.cast if abilities else ()
    return next((each.runes for each in cast if each.spell == name), ())


def own_entity(caster: int, name: str) -> int | None:
    """Return the entity of a spell that is its caster's own; None if it is the one that all share."""
    return next((spell for spell in own_entities(caster) if true_name(spell) == name), None)


def own_entities(caster: int) -> list[int]:
    """List the entities of spells that are a creature's own, which are gone when it is."""
    known = esper.try_component(caster, KnownSpells)
    return [spell for spell in known.spells if Inscription in ecs.row(spell)] if known else []


def composed(game: Game, recipe: Recipe) -> SpellTemplate:
    """Return the spell of a recipe, composed once in a game: first its runes, then what mastery of its school gives.

    A rune that has lost its hold, as after a change of the data, does nothing. KeyError when the data has no such
    spell or rune.
    """
    kept = game.composed.get(recipe)
    if kept is None:
        kept = game.content.spells[recipe.spell]
        for number, name in enumerate(recipe.runes):
            so_far = replace(recipe, runes=recipe.runes[:number])
            with suppress(UnfitError):
                kept = rewritten(kept, rune_named(game, name), so_far)
        for step in _steps(game, recipe):
            kept = mastered(kept, step)
        game.composed[recipe] = kept
    return kept


def _steps(game: Game, recipe: Recipe) -> tuple[MasteryStep, ...]:
    """Return the steps of its school that a recipe has reached."""
    school = game.content.schools.get(game.content.spells[recipe.spell].school)
    return school.steps[: recipe.steps] if school else ()


def check_fit(game: Game, recipe: Recipe) -> None:
    """Raise UnfitError unless every rune of a recipe finds something to rewrite; its message is the reason."""
    spell = game.content.spells[recipe.spell]
    for number, name in enumerate(recipe.runes):
        so_far = replace(recipe, runes=recipe.runes[:number])
        spell = rewritten(spell, rune_named(game, name), so_far)


def rune_named(game: Game, name: str) -> Rune:
    """Return the rune of an item's kind; KeyError when there is no such item, or it is no rune."""
    parts = game.content.templates("items", name)
    found = next((part for part in parts if isinstance(part, Rune)), None)
    if found is None:
        raise KeyError(f"{name} is no rune")
    return found
