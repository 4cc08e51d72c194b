"""Choosing what a new level gives. Takes no turn."""

import esper

from roguelike.actions.action import Action, Done, Refused, Result, action, performs
from roguelike.components.growth import Offer, Talents
from roguelike.components.vitals import ATTRIBUTES, Attributes, Pools, Skills
from roguelike.effects.experience import max_mana, player_max_hp
from roguelike.world.changes import OfferTaken, SpellLearned, alter
from roguelike.world.game import Cause, Game
from roguelike.world.known import known_names


@action
class ChooseOffer(Action, tag="choose_offer"):
    """Takes one of the offers of the level whose choice has waited longest."""

    offer: str


@performs(ChooseOffer)
def choose_offer(action: ChooseOffer, actor: int, game: Game) -> Result:
    """Give what the offer gives; the others of its level are gone."""
    talents = esper.try_component(actor, Talents)
    if talents is None or not talents.waiting:
        return Refused("There is nothing to choose: a new level brings a choice.")
    choice, *later = talents.waiting
    offer = game.content.offers.get(action.offer)
    if action.offer not in choice.offers or offer is None:
        return Refused(f"Level {choice.level} does not offer {action.offer}.")
    cause = Cause(offer.name, actor, "level")
    alter(game, actor, Talents, "waiting", tuple(later), cause)
    alter(game, actor, Talents, "taken", (*talents.taken, offer.name), cause)
    game.change(OfferTaken(cause, actor, offer.name))
    _give(game, actor, offer, cause)
    return Done(takes_turn=False)


def _give(game: Game, actor: int, offer: Offer, cause: Cause) -> None:
    """Raise attributes, skills and pools, and teach."""
    hp, mana = _by_formula(actor)
    attributes, skills = _born(actor), esper.component_for_entity(actor, Skills)
    for name in ATTRIBUTES:
        more = getattr(offer.attributes, name)
        alter(game, actor, Attributes, name, getattr(attributes, name) + more, cause)
    for skill, more in offer.skills.items():
        name = skill.lower()
        alter(game, actor, Skills, name, getattr(skills, name) + more, cause)
    more_hp, more_mana = _by_formula(actor)
    _deepen(game, actor, "hp", offer.max_hp + more_hp - hp, cause)
    _deepen(game, actor, "mana", offer.max_mana + more_mana - mana, cause)
    if offer.teaches is not None and offer.teaches not in known_names(actor):
        game.change(SpellLearned(actor, offer.teaches, cause))


def _born(actor: int) -> Attributes:
    """Return somebody's attributes before gear and statuses."""
    return esper.component_for_entity(actor, Attributes)


def _by_formula(actor: int) -> tuple[int, int]:
    """Return the hit points and mana that level and attributes give."""
    level, born = esper.component_for_entity(actor, Pools).level, _born(actor)
    return player_max_hp(level, born.fitness), max_mana(level, born.intelligence)


def _deepen(game: Game, actor: int, pool: str, more: int, cause: Cause) -> None:
    """Raise a pool and its maximum."""
    pools = esper.component_for_entity(actor, Pools)
    for name in (f"max_{pool}", pool):
        alter(game, actor, Pools, name, getattr(pools, name) + more, cause)
