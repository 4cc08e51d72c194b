"""What a mage wears: what protects, and nothing that costs initiative.

A point of initiative is a tenth of all turns; a point of armor turns one blow in twenty. So a mage lays down the heavy
sword, wields what weighs nothing, and reckons up every boot.
"""

from collections.abc import Iterator, Sequence

import esper

from roguelike.actions.carrying import place_for
from roguelike.actions.senses import hostiles_in_view
from roguelike.components.combat import Weapon, Wearable
from roguelike.components.items import AttributeBonus, Blessing, Item, Pack
from roguelike.core.rng import Stream
from roguelike.effects.identification import is_cursed
from roguelike.engine.commands import Action, Equip, TakeOff
from roguelike.engine.session import Session
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import is_known

ARMOR, BURDEN, BLOW, SHOT = 1.0, 0.8, 0.35, 0.25
"""What a point is worth: of armor, of initiative, of a blow's mean, of a shot's."""
GIFT, WIT, BLESSING = 0.4, 1.0, 1.5
UNTRIED = 0.6
"""What a thing may be worth of which one knows no more than where it is worn: enough to try it for want of better."""
READ = (Item, Weapon, Wearable, AttributeBonus, Blessing)
"""The parts of a thing that say what wearing it does."""


def worth_of(parts: Sequence[object]) -> float:
    """Return how much better off one is with something on, described by its parts, than with that place bare."""
    value = 0.0
    for part in parts:
        match part:
            case Item(initiative_penalty=penalty):
                value -= BURDEN * penalty
            case Weapon():
                strength = part.base_damage.mean + part.hit_bonus
                value += (BLOW if part.reach_tiles is None else SHOT) * strength
            case Wearable(armor_class=armor):
                value += ARMOR * armor
            case AttributeBonus():
                value += GIFT * (part.might + part.fitness + part.quickness)
                value += WIT * part.intelligence
            case Blessing():
                value += BLESSING
    return value


def worth_wearing(game: Game, item: int) -> float:
    """Return what wearing an item is worth, as far as one knows."""
    if not is_known(game, item):
        return UNTRIED
    found = (esper.try_component(item, kind) for kind in READ)
    return worth_of([part for part in found if part is not None])


def worth_worn(game: Game, slot: str) -> float:
    """Return what is gained by what would make way in a slot; nothing when it would be better laid off."""
    pack = ecs.get(game.player, Pack)
    worn = pack.worn.get(place_for(slot, pack))
    return max(0.0, worth_wearing(game, worn)) if worn is not None else 0.0


def worth_owned(game: Game, slot: str) -> float:
    """Return the worth of the best thing for a slot that is worn or carried."""
    loose = (
        worth_wearing(game, item)
        for item in ecs.get(game.player, Pack).items
        if ecs.get(item, Item).slot == slot
    )
    return max(worth_worn(game, slot), *loose, 0.0)


def dress_lightly(session: Session, rng: Stream) -> Iterator[Action]:
    """In peace, put on what one is better off with, and lay off what one is worse off with."""
    game = session.game
    if hostiles_in_view(game):
        return
    pack = ecs.get(game.player, Pack)
    for item in list(pack.items):
        slot = ecs.get(item, Item).slot
        if slot is None or (is_known(game, item) and is_cursed(item)):
            continue
        if worth_wearing(game, item) > worth_worn(game, slot):
            yield Equip(item)
    for item in list(pack.worn.values()):
        if worth_wearing(game, item) < 0:
            yield TakeOff(item)
