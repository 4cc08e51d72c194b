"""Using carried items: potions, scrolls, books, rods, food."""

from typing import Self

import esper

from roguelike.actions.action import Aimed, Deed, Instead, Refused, Result, action, performs
from roguelike.actions.calling import at_words, the_thing
from roguelike.actions.carrying import Equip
from roguelike.actions.inscribing import Inscribe
from roguelike.actions.paying import Payment, pay_and_unleash
from roguelike.actions.unidentified import apparent_delivery, try_out
from roguelike.components.items import Charges, Item, Magic
from roguelike.components.magic import Delivery, Use
from roguelike.components.runes import Rune
from roguelike.components.vitals import HungerClock
from roguelike.core.geometry import Point
from roguelike.core.records import replace
from roguelike.effects.food import Feed, is_full
from roguelike.effects.healing import Heal
from roguelike.effects.learning import TeachSpell
from roguelike.world import ecs
from roguelike.world.changes import Altered, Removed, get_to_know, take_from_pack
from roguelike.world.game import Cause, Game
from roguelike.world.inventory import NOT_HELD, pack_with
from roguelike.world.names import is_known, shown_name, true_name

THING_WORTH = 5.0
"""The least worth in hit points of an item that is used up or stolen."""
VERBS = {"potion": "drink", "scroll": "read", "rod": "zap", "staff": "zap"}
"""The verb for an item by its name while unidentified."""
DEEDS = ((Feed, "eat"), (TeachSpell, "read"), (Heal, "drink"))
"""The verb for other items, by their effect; the rest are "used"."""


@action
class UseItem(Aimed, tag="use"):
    """Uses a carried item, at a tile if it is aimed, on another item if it needs one (`choice`); gear is put on."""

    item: int
    target: Point | None = None
    choice: int = 0
    harms = repeats = True
    verb = "use"

    def words(self, game: Game) -> str:
        """Name the item, what is done with it, and whom or what it is aimed at."""
        return f"{_verb(self.item)} {the_thing(game, self.item)}{at_words(game, self.target)}"

    def title(self, game: Game) -> str:
        """Return the item's name."""
        return shown_name(game, self.item)

    def deed(self, actor: int, game: Game) -> Deed:
        """Return the item."""
        return f"uses {shown_name(game, self.item)}", None

    @property
    def used_item(self) -> int:
        """The item."""
        return self.item

    def choosing(self, item: int) -> Self:
        """Return the same use, on another item."""
        return replace(self, choice=item)

    def delivery(self, game: Game) -> Delivery | None:
        """Return the item's delivery; of an unidentified one, what it seems to be."""
        use = esper.try_component(self.item, Use)
        if use is not None and not is_known(game, self.item):
            return apparent_delivery(game, self.item)
        return use.delivery if use else None

    def use(self, game: Game) -> Use | None:
        """Return what the item does, if it is identified."""
        return esper.try_component(self.item, Use) if is_known(game, self.item) else None

    def is_known(self, game: Game) -> bool:
        """Return whether the item is identified."""
        return is_known(game, self.item)

    def waste(self, game: Game) -> str:
        """Return that the player is not hungry, if the item is only food."""
        use, clock = self.use(game), ecs.get(game.player, HungerClock)
        if use is None or is_full(clock) or clock.state not in {"Well Fed", "Normal"}:
            return ""
        if not use.effects or not all(isinstance(each, Feed) for each in use.effects):
            return ""
        return f"You are {'still well fed' if clock.state == 'Well Fed' else 'not hungry'}."

    def spends(self, healed: float) -> float:
        """Return what an item is worth: at least as much as it heals, which might save a life another time."""
        return max(THING_WORTH, healed)


def is_swallowed(game: Game, item: int) -> bool:
    """Return whether an item that the player carries is drunk or eaten: a potion, food, a healing draught.

    Items that are named as scrolls, rods or staffs until identified are not, whatever they do.
    """
    return _verb(item) in ("drink", "eat")


def _verb(item: int) -> str:
    """Return the verb for using an item, by its name while unidentified or else by its effects."""
    magic, use = esper.try_component(item, Magic), esper.try_component(item, Use)
    if magic is not None:
        return VERBS.get(magic.naming.lower(), "use")
    effects = use.effects if use is not None else ()
    kinds = (verb for kind, verb in DEEDS if any(isinstance(each, kind) for each in effects))
    return next(kinds, "use")


@performs(UseItem)
def use_item(action: UseItem, actor: int, game: Game) -> Result:
    """Check the use, pay a charge for it and push its effects on the queue."""
    item = action.item
    if pack_with(actor, item) is None:
        return Refused(NOT_HELD)
    use = esper.try_component(item, Use)
    if use is None:
        if esper.has_component(item, Rune):
            return Instead(Inscribe(item))
        kind = esper.try_component(item, Item)
        if kind is not None and kind.slot is not None:
            return Instead(Equip(item))
        return Refused(f"There is no use for the {shown_name(game, item)}.")
    charges = esper.try_component(item, Charges)
    if charges is not None and charges.left < 1:
        return Refused(f"The {shown_name(game, item)} is out of charges.")
    cause = Cause(true_name(item), actor, "item")
    understood = actor != game.player or is_known(game, item)

    def pay() -> None:
        """Spend the charge and identify the item's kind; an item that is used up is removed."""
        if not understood:
            get_to_know(game, item, cause)
        if charges is not None:
            game.change(Altered(item, Charges, "left", charges.left, charges.left - 1, cause))
            if charges.most < 2:
                take_from_pack(game, actor, item, cause)
                game.change(Removed(item, cause))

    payment = Payment(
        actor,
        use,
        cause,
        action.target,
        pay,
        shown_name(game, item),
        understood,
        action.choice,
        (item,),
    )
    return pay_and_unleash(payment, game) if understood else try_out(payment, item, game)
