"""Casting: the same for the player, for a dragon's breath and for a mushroom's last gasp."""

import esper

from roguelike.actions.action import Action, Refused, Result, action, performs
from roguelike.actions.paying import Payment, pay_and_unleash
from roguelike.components.magic import Abilities, KnownSpells
from roguelike.components.vitals import Pools
from roguelike.core.geometry import Point
from roguelike.world.changes import PoolChanged
from roguelike.world.figures import figures
from roguelike.world.game import Cause, Game


@action("cast")
class Cast(Action):
    """Casts a spell, at a tile if it needs one."""

    spell: str
    target: Point | None = None


def knows(entity: int, spell: str) -> bool:
    """Return whether a creature can cast a spell at all."""
    known = esper.try_component(entity, KnownSpells)
    abilities = esper.try_component(entity, Abilities)
    return (known is not None and spell in known.names) or (
        abilities is not None and any(ability.spell == spell for ability in abilities.cast)
    )


@performs(Cast)
def cast(action: Cast, actor: int, game: Game) -> Result:
    """Cast, if the spell is known and the mana is there."""
    if not knows(actor, action.spell):
        return Refused(f"You do not know the spell {action.spell}.")
    if "cast" in figures(actor).forbids:
        return Refused("You cannot cast now.")
    spell = game.content.spell(action.spell)
    pools = esper.component_for_entity(actor, Pools)
    missing = spell.mana_cost - pools.mana
    if missing > 0:
        return Refused(f"{spell.name} costs {spell.mana_cost} mana: you lack {missing}.")
    cause = Cause(spell.name, actor, "spell")

    def pay() -> None:
        """Take the mana."""
        if spell.mana_cost:
            after = pools.mana - spell.mana_cost
            game.change(PoolChanged(actor, "mana", pools.mana, after, cause))

    return pay_and_unleash(Payment(actor, spell.use, cause, action.target, pay), game)
