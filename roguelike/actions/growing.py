"""Choosing what a new level gives. Takes no turn."""

import esper

from roguelike.actions import acting
from roguelike.components import growth, vitals
from roguelike.effects import experience
from roguelike.world import changes, perception
from roguelike.world.game import Cause, Game


class ChooseOffer(acting.Action, tag="choose_offer"):
    """Takes one of the offers of the level whose choice has been waiting longest."""

    offer: str

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Apply the offer; the others of its level are lost."""
        talents = esper.try_component(actor, growth.Talents)
        if talents is None or not talents.waiting:
            return acting.Refused("There is nothing to choose now: each new level brings a choice.")
        choice, *later = talents.waiting
        offer = game.content.offers.get(self.offer)
        if self.offer not in choice.offers or offer is None:
            return acting.Refused(f"Level {choice.level} does not offer {self.offer}.")
        cause = Cause(offer.name, actor, "level")
        changes.alter(game, actor, growth.Talents, "waiting", tuple(later), cause)
        changes.alter(game, actor, growth.Talents, "taken", (*talents.taken, offer.name), cause)
        game.change(changes.OfferTaken(cause, actor, offer.name))
        _give(game, actor, offer, cause)
        return acting.FREE


def _give(game: Game, actor: int, offer: growth.Offer, cause: Cause) -> None:
    """Raise attributes, skills and pools, and teach a spell, as the offer says."""
    gained = {name: getattr(offer.attributes, name) for name in vitals.ATTRIBUTES}
    experience.raise_attributes(game, actor, gained, cause)
    for skill, more in offer.skills.items():
        experience.train(game, actor, skill.lower(), more, cause)
    experience.deepen(game, actor, "hp", offer.max_hp, cause)
    experience.deepen(game, actor, "mana", offer.max_mana, cause)
    if offer.teaches is not None and offer.teaches not in perception.known_names(actor):
        game.change(changes.SpellLearned(actor, offer.teaches, cause))
