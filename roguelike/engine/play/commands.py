"""Commands: every action that screens, replays and bots may use, in one module."""

from roguelike.actions import wizardry
from roguelike.actions.acting import Action, Ask
from roguelike.actions.arranging import Attune, PinItem, SortPack
from roguelike.actions.bargaining import Agree
from roguelike.actions.carrying import Drop, Equip, PickUp, TakeOff
from roguelike.actions.disarming import Disarm
from roguelike.actions.growing import ChooseOffer
from roguelike.actions.inscribing import Erase, Inscribe
from roguelike.actions.item_use import UseItem
from roguelike.actions.melee import Melee
from roguelike.actions.moving import CloseDoor, OpenDoor, Pass, Rest, Step, TakeStairs
from roguelike.actions.shooting import Shoot, Throw
from roguelike.actions.spell_use import Cast
from roguelike.actions.trading import Buy, Sell

__all__ = [
    "Action",
    "Agree",
    "Ask",
    "Attune",
    "Buy",
    "Cast",
    "ChooseOffer",
    "CloseDoor",
    "Disarm",
    "Drop",
    "Equip",
    "Erase",
    "Inscribe",
    "Melee",
    "OpenDoor",
    "Pass",
    "PickUp",
    "PinItem",
    "Rest",
    "Sell",
    "Shoot",
    "SortPack",
    "Step",
    "TakeOff",
    "TakeStairs",
    "Throw",
    "UseItem",
    "wizardry",
]
