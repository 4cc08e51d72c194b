"""What a mage wears: anything that protects and costs no initiative.

A point of initiative is a tenth of all turns; a point of armor averts one attack in twenty. So a mage puts the heavy
sword down, wields light weapons, and weighs up every pair of boots.
"""

from collections.abc import Iterator, Sequence

import esper

from roguelike.actions.carrying import place_for
from roguelike.actions.senses import hostiles_in_view
from roguelike.components.items import AttributeBonus, Blessing, Item, Pack, Weapon, Wearable
from roguelike.core.rng import Stream
from roguelike.effects.learning import is_cursed
from roguelike.engine.play.commands import Action, Equip, TakeOff
from roguelike.engine.session import Session
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import is_known

ARMOR, BURDEN, BLOW, SHOT = 1.0, 0.8, 0.35, 0.25
"""Worth of a point of: armor, initiative, melee damage (mean), missile damage (mean)."""
GIFT, WIT, BLESSING = 0.4, 1.0, 1.5
UNTRIED = 0.6
"""Assumed worth of an unidentified item: enough to try it if there is nothing better."""
READ = (Item, Weapon, Wearable, AttributeBonus, Blessing)
"""The components of an item that determine its worth when worn."""


def worth_of(parts: Sequence[object]) -> float:
    """Return the gain from wearing an item with these components over an empty slot."""
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
    """Return the worth of wearing an item, as far as the player knows."""
    if not is_known(game, item):
        return UNTRIED
    found = (esper.try_component(item, kind) for kind in READ)
    return worth_of([part for part in found if part is not None])


def worth_worn(game: Game, slot: str) -> float:
    """Return the worth of the item that would be replaced in a slot; 0 if wearing it is a loss."""
    pack = ecs.get(game.player, Pack)
    worn = pack.worn.get(place_for(slot, pack))
    return max(0.0, worth_wearing(game, worn)) if worn is not None else 0.0


def worth_owned(game: Game, slot: str) -> float:
    """Return the worth of the best item for a slot, worn or carried."""
    loose = (
        worth_wearing(game, item)
        for item in ecs.get(game.player, Pack).items
        if ecs.get(item, Item).slot == slot
    )
    return max(worth_worn(game, slot), *loose, 0.0)


def dress_lightly(session: Session, rng: Stream) -> Iterator[Action]:
    """When no enemies are in view, wear what is a gain, and take off what is a loss."""
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
