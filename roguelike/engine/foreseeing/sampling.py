"""How many turns counsel plays of each command: a few of all, then more of the best."""

from roguelike.core.records import Record
from roguelike.engine.foreseeing.reply import SAMPLES


class Sampling(Record):
    """Numbers of turns: `first` for every command, then up to `samples` for the `best` ones.

    If `thorough`, up to `samples` for all others afterwards, too.
    """

    first: int = 6
    samples: int = SAMPLES
    best: int = 6
    thorough: bool = True


THOROUGH = Sampling()
