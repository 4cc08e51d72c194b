"""Paying for magic: check everything, then pay, then push the use on the queue.

Nothing takes effect without payment, and nothing is paid for that does not take effect.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext

from roguelike.actions import acting, senses
from roguelike.components import magic
from roguelike.core.formula import NO_POWER
from roguelike.core.geometry import Point, distance, steps_between
from roguelike.core.grammar import counted
from roguelike.core.records import Record, field, replace
from roguelike.effects import registry, shapes, unleash
from roguelike.effects.foresight.forecast import pointless
from roguelike.effects.foresight.foreseen import Foreseen, is_foreseen
from roguelike.world import known_level, space
from roguelike.world.game import Cause, Game, Several, Single
from roguelike.world.level import Level


class Payment(Record):
    """A use to be paid for.

    `pay` takes the price, `called` is the name by which its user knows it, `understood` is False for an unidentified
    item, `choice` is the item it is used on (0 for none), `spent` are items that cannot be chosen because it uses them
    up, `power` holds the variables of its formulas, and `plural` says that its name is plural, as with boots.
    """

    user: int
    use: magic.Use
    cause: Cause
    aim: Point | None
    pay: Callable[[], None]
    called: str
    understood: bool = True
    choice: int = 0
    spent: tuple[int, ...] = ()
    power: Mapping[str, float] = field(default_factory=lambda: NO_POWER)
    plural: bool = False


def pay_and_unleash(payment: Payment, game: Game) -> acting.Result:
    """Pay for a use and push it if its aim is valid and it would do something; else refuse or ask for a choice."""
    aim = payment.aim if payment.use.delivery.aimed else None
    # A choice where none is asked for, as a stranger's replay may have it, is no target.
    choice = payment.choice and payment.choice * _wants_a_choice(payment.use)
    aimed = replace(payment, aim=aim, choice=choice)
    with _foreseeing(payment, game):
        fault = aim_fault(payment, aim, game)
        if fault is None:
            fault = _choice_fault(payment, game)
        if fault is not None:
            return fault
        foreseen = Foreseen(payment.user, payment.cause.what, payment.aim)
        if not is_foreseen(game, foreseen):
            reason = pointless(game, lambda: let_loose(aimed, game), payment.user)
            if reason is not None:
                return acting.Refused(reason)
    payment.pay()
    let_loose(aimed, game)
    return acting.Done()


def _foreseeing(payment: Payment, game: Game) -> AbstractContextManager[None]:
    """Show a block the level as the player knows it, if they are the user and it matters: not to ask for an aim."""
    use, is_unaimed = payment.use, payment.aim is None
    if payment.user != game.player or is_for_user_alone(use) or (is_unaimed and use.delivery.aimed):
        return nullcontext()
    return known_level.as_known(game, payment.user)


def is_for_user_alone(use: magic.Use) -> bool:
    """Return whether a use acts only on its user, with effects that depend on nothing around."""
    delivery = use.delivery
    is_on_self = delivery.shape == "self" and not delivery.radius
    return is_on_self and all(each.regards_target_alone for each in use.effects)


def let_loose(payment: Payment, game: Game) -> None:
    """Push a use on the queue, with its aim and its choice or its user as the target."""
    effect = unleash.Unleash(payment.use, payment.aim, payment.power)
    game.push(effect, Single(payment.choice or payment.user), payment.user, payment.cause)


def _choice_fault(payment: Payment, game: Game) -> acting.Result | None:
    """Return the refusal if there is no item to choose, or the question if the choice is not valid; else None."""
    eligible = eligible_choices(payment, game)
    if eligible is None:
        return None
    if not eligible:
        return acting.Refused("You have nothing that it could be used on.")
    if payment.choice not in eligible:
        return acting.Ask("item", f"{payment.called}: on what?", eligible)
    return None


def _wants_a_choice(use: magic.Use) -> bool:
    """Return whether a use acts on an item that is chosen."""
    return any(type(each) in registry.CHOICES for each in use.effects)


def eligible_choices(payment: Payment, game: Game) -> tuple[int, ...] | None:
    """List the items that a use could be used on; None if it needs none.

    All effects that need an item act on the same one.
    """
    listers = [
        registry.CHOICES[type(each)]
        for each in payment.use.effects
        if type(each) in registry.CHOICES
    ]
    if not listers:
        return None
    listed = [item for lister in listers for item in lister(payment.user, game)]
    return tuple(item for item in dict.fromkeys(listed) if item not in payment.spent)


def aim_fault(payment: Payment, aim: Point | None, game: Game) -> acting.Result | None:
    """Return what is wrong with an aim, or the question for one; None when it is valid or not needed."""
    delivery = payment.use.delivery
    far = counted(delivery.range or 0, "tile")
    reach_it = "reach" if payment.plural else "reaches"
    reaches = reach_it if payment.understood else "may reach"
    if delivery.shape == "nearest":
        found = shapes.reach(delivery, payment.user, None, Single(payment.user), game).targets
        if isinstance(found, Several):
            return acting.Refused(f"No enemy is in sight within {far}.")
    if not delivery.aimed:
        return None
    if aim is None:
        return acting.Ask("target", f"Where? {payment.called} {reaches} {far}.")
    origin = space.vantage(game.level, payment.user, aim) if game.level.contains(aim) else None
    if origin is None:
        return acting.Refused("There is nothing there.")
    if not is_in_range(delivery, origin, aim):
        return acting.Refused(f"That is out of range: {payment.called} {reaches} {far}.")
    if not senses.can_see(game, payment.user, aim):
        return acting.Refused("You cannot see that.")
    if not is_open_to_aim(game.level, origin, aim):
        return acting.Refused("There is something solid in the way.")
    return None


def is_in_range(delivery: magic.Delivery, origin: Point, aim: Point) -> bool:
    """Return whether a tile is in a delivery's range: in steps for a touch, else in Euclidean tiles."""
    away = steps_between(origin, aim) if delivery.shape == "touch" else distance(origin, aim)
    return away <= (delivery.range or 0)


def is_open_to_aim(level: Level, origin: Point, aim: Point) -> bool:
    """Return whether a tile in sight can be aimed at: it must be transparent, or a closed door seen straight on.

    Of a wall or door that bounds the view a corner may be in sight, and the line to it closed.
    """
    if level.transparent[aim]:
        return True
    return aim in level.screens and level.clear_between(origin, aim)
