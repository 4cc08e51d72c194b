"""The bots there are. One more is one more row: a name and the order of its habits."""

from collections.abc import Sequence

from roguelike.engine.bots import belongings, fighting, magery, roaming
from roguelike.engine.bots.bot import Bot, Habit
from roguelike.engine.bots.whims import whims

GREEDY: tuple[Habit, ...] = (
    fighting.heal,
    fighting.cast,
    fighting.zap,
    fighting.shoot,
    fighting.strike,
    fighting.close_in,
    belongings.eat,
    belongings.study,
    belongings.dress,
    roaming.rest,
    belongings.experiment,
    roaming.hurry,
    roaming.explore,
    roaming.descend,
    roaming.barge,
    roaming.stray,
)
"""Takes all that it finds, kills all that it sees, and goes down when a level has no more of either."""

MAGE: tuple[Habit, ...] = (
    fighting.heal,
    magery.gamble,
    magery.wield_magic,
    fighting.cast,
    fighting.zap,
    fighting.shoot,
    magery.leave,
    fighting.strike,
    magery.await_them,
    fighting.close_in,
    belongings.eat,
    belongings.study,
    belongings.dress,
    magery.meditate,
    belongings.experiment,
    roaming.hurry,
    roaming.explore,
    roaming.descend,
    roaming.barge,
    roaming.stray,
)
"""Learns every spell, casts by forecast, keeps away when a fight goes badly, and rests until whole."""

BOTS: dict[str, Sequence[Habit]] = {"greedy": GREEDY, "mage": MAGE, "random": (whims,)}


def make_bot(name: str, seed: str) -> Bot:
    """Make a bot of the roster; KeyError, naming those there are, for one that is not."""
    if name not in BOTS:
        raise KeyError(f"there is no bot called {name!r}: there are {', '.join(sorted(BOTS))}")
    return Bot(name, BOTS[name], seed)
