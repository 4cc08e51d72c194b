"""Trying unidentified items: all kinds of a sort ask and refuse alike, so that only trying one identifies it.

Nothing is revealed for free: a scroll asks for a target if any scroll does, within `UNKNOWN_RANGE`; one with a shorter
range works as far as it reaches. One that is used on an item takes the first suitable one. The item (or a charge) is
used up whether or not it has an effect, and is identified from then on.
"""

from roguelike.actions.action import Done, Result
from roguelike.actions.paying import (
    Payment,
    aim_fault,
    eligible_choices,
    is_in_range,
    is_open_to_aim,
    let_loose,
)
from roguelike.components.actors import Kind
from roguelike.components.items import Magic
from roguelike.components.magic import Delivery, Use
from roguelike.core.geometry import Point, line
from roguelike.core.grammar import Message
from roguelike.core.records import replace
from roguelike.effects.foresight.forecast import pointless
from roguelike.effects.foresight.known import as_known
from roguelike.world import ecs
from roguelike.world.changes import Told
from roguelike.world.content import template_of
from roguelike.world.game import Game
from roguelike.world.space import point_of

UNKNOWN_RANGE = 8
"""Range in tiles within which any unidentified item may be aimed; no kind reveals its own range before it is known."""
ANYWHERE = Delivery("point", range=UNKNOWN_RANGE)
ON_ONESELF = Delivery()


def apparent_delivery(game: Game, item: int) -> Delivery:
    """Return how an unidentified item seems to be used: aimed if any kind of its sort is, else on its user."""
    naming = ecs.get(item, Magic).naming
    alike = (Kind("items", name) for name in game.content.named_alike(naming))
    uses = (template_of(game.content, kind, Use) for kind in alike)
    is_aimed = any(use is not None and use.delivery.aimed for use in uses)
    return ANYWHERE if is_aimed else ON_ONESELF


def try_out(payment: Payment, item: int, game: Game) -> Result:
    """Use an unidentified item, once it is aimed if items of its sort ask for that."""
    use, apparent = payment.use, apparent_delivery(game, item)
    with as_known(game, payment.user):
        if apparent.aimed:
            seeming = replace(payment, use=replace(use, delivery=apparent))
            fault = aim_fault(seeming, payment.aim, game)
            if fault is not None:
                return fault
        aim = _as_far_as_it_reaches(payment, game) if use.delivery.aimed else None
        choices = eligible_choices(payment, game)
        tried = replace(payment, aim=aim, choice=choices[0] if choices else 0)
        wants_a_thing = choices is not None and not choices
        is_idle = wants_a_thing or pointless(game, lambda: let_loose(tried, game), payment.user)
    payment.pay()
    if is_idle:
        message = Message("Nothing seems to happen.", (), "dim")
        game.change(Told(payment.cause, message))
    if not wants_a_thing:
        let_loose(tried, game)
    return Done()


def _as_far_as_it_reaches(payment: Payment, game: Game) -> Point | None:
    """Return the farthest tile toward the aim that the true delivery can be aimed at."""
    origin, delivery = point_of(payment.user), payment.use.delivery
    if origin is None or payment.aim is None:
        return payment.aim
    return max(
        (
            cell
            for cell in line(origin, payment.aim)
            if is_in_range(delivery, origin, cell) and is_open_to_aim(game, cell)
        ),
        key=line(origin, payment.aim).index,
        default=origin,
    )
