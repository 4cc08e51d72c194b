"""What the title is handed when the player wants to play as somebody else."""

from roguelike.core.records import Record


class ChosenHero(Record):
    """The name of a hero, "" of the one without."""

    name: str
