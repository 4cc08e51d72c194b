"""Casting spells: one rule for the player's spells and for what creatures cast by nature."""

from collections.abc import Mapping

import esper

from roguelike.actions.action import Action, Refused, Result, action, performs
from roguelike.actions.paying import Payment, pay_and_unleash
from roguelike.actions.senses import hindrance
from roguelike.components.magic import Abilities, KnownSpells, SpellTemplate
from roguelike.components.vitals import ATTRIBUTES, Pools, Skills
from roguelike.core.geometry import Point
from roguelike.world.changes import PoolChanged
from roguelike.world.derived_stats import MISSING_SKILL, stats_of
from roguelike.world.game import Cause, Game


@action
class Cast(Action, tag="cast"):
    """Casts a spell, at a tile if it is aimed, on a carried item if it needs one (`choice`, else 0)."""

    spell: str
    target: Point | None = None
    choice: int = 0


def knows(game: Game, entity: int, spell: str) -> bool:
    """Return whether a creature knows a spell or has it as an ability."""
    known = esper.try_component(entity, KnownSpells)
    abilities = esper.try_component(entity, Abilities)
    return (known is not None and game.spells.get(spell) in known.spells) or (
        abilities is not None and any(ability.spell == spell for ability in abilities.cast)
    )


@performs(Cast)
def cast(action: Cast, actor: int, game: Game) -> Result:
    """Cast, if the spell is known, nothing forbids it, and there is mana for it."""
    if not knows(game, actor, action.spell):
        return Refused(f"You do not know the spell {action.spell}.")
    if state := hindrance(actor, "cast"):
        return Refused(f"You cannot cast while {state}.")
    spell = game.spell(action.spell)
    pools = esper.component_for_entity(actor, Pools)
    missing = spell.mana_cost - pools.mana
    if missing > 0:
        return Refused(f"{spell.name} costs {spell.mana_cost} mana: you lack {missing}.")
    cause = Cause(spell.name, actor, "spell")

    def pay() -> None:
        """Take the spell's mana cost from the caster."""
        if spell.mana_cost:
            after = pools.mana - spell.mana_cost
            game.change(PoolChanged(actor, "mana", pools.mana, after, cause))

    payment = Payment(
        actor,
        spell.use,
        cause,
        action.target,
        pay,
        spell.name,
        choice=action.choice,
        power=power_of(spell, actor),
    )
    return pay_and_unleash(payment, game)


def power_of(spell: SpellTemplate, caster: int) -> Mapping[str, float]:
    """Return the variables that a spell's formulas are worked out with, for this caster now."""
    return power_with(spell, mastery_of(caster))


def mastery_of(caster: int) -> Mapping[str, float]:
    """Return the caster's part of the variables, the same for every spell: level, intelligence bonus, magic skill."""
    level = esper.component_for_entity(caster, Pools).level
    skills = esper.try_component(caster, Skills)
    return {
        "intelligence": stats_of(caster).bonuses[ATTRIBUTES.index("intelligence")],
        "magic": (skills.magic if skills else MISSING_SKILL) + stats_of(caster).magic,
        "level": level,
    }


def power_with(spell: SpellTemplate, mastery: Mapping[str, float]) -> Mapping[str, float]:
    """Return the variables that a spell's formulas are worked out with, from its power and `mastery_of` its caster."""
    power = spell.power.number(mastery) if spell.power else 1
    return {"power": max(0, power), "level": mastery["level"]}
