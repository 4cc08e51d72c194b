"""The table of bots: the name of each and its habits in order."""

from collections.abc import Callable, Sequence

from roguelike.lab.bots import (
    fighting,
    item_habits,
    retreat,
    roaming,
    seeing,
    shopping,
    spellcasting,
    wardrobe,
)
from roguelike.lab.bots.bot import Bot, Habit
from roguelike.lab.bots.random_commands import random_commands
from roguelike.lab.bots.walkthrough import Guide, Temperament, dawdle

GREEDY: tuple[Habit, ...] = (
    item_habits.grow,
    fighting.heal,
    fighting.cast,
    fighting.zap,
    fighting.shoot,
    fighting.strike,
    fighting.close_in,
    item_habits.attune,
    item_habits.eat,
    item_habits.study,
    item_habits.dress,
    roaming.rest,
    item_habits.experiment,
    roaming.hurry,
    roaming.explore,
    roaming.descend,
    roaming.barge,
    roaming.stray,
)
"""Takes all that it finds, kills all that it sees, and goes down when a level has no more of either."""


def _mage() -> Sequence[Habit]:
    """Learns every spell, casts by forecast, keeps away from what is too strong, rests until whole, and shops."""
    caution, patience, homing = retreat.Caution(), retreat.Patience(), shopping.Homing()
    return (
        item_habits.grow,
        caution.watch,
        spellcasting.mend,
        retreat.vanish,
        spellcasting.gamble,
        caution.shrink_back,
        retreat.back_to_the_wall,
        retreat.leave,
        spellcasting.wield_magic,
        spellcasting.expend,
        spellcasting.try_out,
        fighting.shoot,
        retreat.withdraw,
        fighting.strike,
        patience.wait,
        fighting.close_in,
        item_habits.attune,
        item_habits.eat,
        item_habits.study,
        shopping.trade,
        wardrobe.dress_lightly,
        roaming.meditate,
        item_habits.experiment,
        homing.go_home,
        roaming.hurry,
        caution.explore,
        roaming.descend,
        roaming.barge,
        roaming.stray,
    )


def hero(temperament: Temperament) -> Sequence[Habit]:
    """Fights like the mage and knows the way: plays in the search for a winning game."""
    guide, patience = Guide(temperament), retreat.Patience()
    return (
        item_habits.grow,
        dawdle,
        guide.beware,
        spellcasting.mend,
        spellcasting.gamble,
        guide.hasten,
        spellcasting.wield_magic,
        spellcasting.expend,
        spellcasting.try_out,
        fighting.shoot,
        fighting.strike,
        patience.wait,
        fighting.close_in,
        item_habits.attune,
        item_habits.eat,
        item_habits.study,
        shopping.trade,
        wardrobe.dress_lightly,
        guide.rest,
        item_habits.experiment,
        guide.explore,
        guide.lead,
        roaming.barge,
        roaming.stray,
    )


BOTS: dict[str, Callable[[], Sequence[Habit]]] = {
    "greedy": lambda: GREEDY,
    "mage": _mage,
    "random": lambda: (random_commands,),
    "seer": lambda: (seeing.Seeing(_mage()).act,),
}
"""Makes the habits of each; some of them remember, so every bot has its own."""


def make_bot(name: str, seed: str) -> Bot:
    """Make a bot of the roster; KeyError, naming those there are, for one that is not."""
    if name not in BOTS:
        raise KeyError(f"there is no bot called {name!r}: there are {', '.join(sorted(BOTS))}")
    return Bot(name, BOTS[name](), seed)
