"""Taking life from one creature and giving it to another."""

from typing import Annotated, ClassVar

from roguelike.core.dice import Dice
from roguelike.core.effect import Effect, effect
from roguelike.core.formula import Amount
from roguelike.core.records import Meta
from roguelike.core.scalars import Refers
from roguelike.effects.damage import wound
from roguelike.effects.healing import Heal
from roguelike.effects.registry import Hit, handles
from roguelike.effects.targeting import is_creature
from roguelike.effects.words import amount_words
from roguelike.world.game import Game, Single


@effect("drain")
class Drain(Effect):
    """Hurts its target and heals its source by a share of what was lost."""

    harms: ClassVar[bool] = True
    drinks: ClassVar[bool] = True
    amount_fields: ClassVar[tuple[str, ...]] = ("amount",)
    amount: Annotated[Amount, Meta(description="hit points that it takes")]
    element: Annotated[
        str,
        Refers("elements", if_any=True),
        Meta(description="its element, which resistances and reactions go by"),
    ] = "shadow"
    share: Annotated[float, Meta(description="share of the harm that heals its user")] = 1.0

    def words(self) -> str:
        """Return for example "drains 2d4 (2-8) health (shadow)"."""
        return f"drains {amount_words(self.amount)} health ({self.element})"


@handles(Drain)
def drain_life(effect: Drain, hit: Hit, game: Game) -> None:
    """Take hit points from the target and queue a share of them as healing for the source."""
    lost = wound(effect.amount, effect.element, hit, game)
    gain = int(lost * effect.share)
    if gain > 0 and hit.source != hit.target and is_creature(game, hit.source):
        game.push(Heal(Dice(bonus=gain)), Single(hit.source), hit.source, hit.cause)
