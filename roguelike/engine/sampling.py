"""How many turns counsel plays of each command: a few of all, then more of the best."""

from roguelike.core.records import Record
from roguelike.engine.reply import SAMPLES


class Sampling(Record):
    """Turns played: `first` of every command, then up to `samples` of the `best` ones.

    Of all the others, too, after them, if it is to be `thorough`.
    """

    first: int = 6
    samples: int = SAMPLES
    best: int = 6
    thorough: bool = True


THOROUGH = Sampling()
