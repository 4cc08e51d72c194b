"""Using carried items: potions, scrolls, books, rods, food."""

import esper

from roguelike.actions.action import Action, Instead, Refused, Result, action, performs
from roguelike.actions.carrying import Equip
from roguelike.actions.inscribing import Inscribe
from roguelike.actions.paying import Payment, pay_and_unleash
from roguelike.actions.unidentified import try_out
from roguelike.components.items import Charges, Item
from roguelike.components.magic import Use
from roguelike.components.runes import Rune
from roguelike.core.geometry import Point
from roguelike.world.changes import Altered, Removed, get_to_know, take_from_pack
from roguelike.world.game import Cause, Game
from roguelike.world.inventory import NOT_HELD, pack_with
from roguelike.world.names import is_known, shown_name, true_name


@action
class UseItem(Action, tag="use"):
    """Uses a carried item, at a tile if it is aimed, on another item if it needs one (`choice`); gear is put on."""

    item: int
    target: Point | None = None
    choice: int = 0


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
