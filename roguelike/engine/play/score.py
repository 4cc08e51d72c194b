"""The score of a run: depth and levels first, then gold, kills and magic; winning counts more than all of these."""

from roguelike.components import vitals
from roguelike.core.grammar import coins, counted
from roguelike.core.records import Record
from roguelike.effects import portals
from roguelike.world import changes, ecs, perception
from roguelike.world.game import Game

FOR_DEPTH, FOR_LEVEL, FOR_KILL, FOR_SPELL = 100, 150, 10, 25
"""A spell counts once it is known: books are limited, and casting a shell on oneself all day earns nothing."""
FOR_THE_AMULET, FOR_COMING_HOME = 1_500, 5_000
HASTE_TURNS, FOR_HASTE = 20_000, 0.1
"""Turns within which winning earns a bonus, and points for each turn left."""


TALLIES = {
    "damage_taken": "Damage taken",
    "damage_dealt": "Damage dealt",
    "kills": "Kills",
    "spells_cast": "Spells cast",
    "deepest": "Deepest level",
}
"""The labels of the counts of a run."""


def tally_words(name: str) -> str:
    """Return the label of a count of a run."""
    return TALLIES.get(name, name.replace("_", " ").capitalize())


class ScoreLine(Record):
    """One line of the score: its label and its points."""

    label: str
    points: int


def score_lines(game: Game) -> tuple[ScoreLine, ...]:
    """List what the player did and what it earns; lines without points are left out."""
    pools, done = ecs.get(game.player, vitals.Pools), game.tallies
    won, known = changes.is_won(game), len(perception.known_names(game.player))
    deeper = 0 if game.wizard else done.deepest - 1  # a wizard travels at will
    lines = (
        ScoreLine(f"Depth {done.deepest} reached", deeper * FOR_DEPTH),
        ScoreLine(f"Level {pools.level}", (pools.level - 1) * FOR_LEVEL),
        ScoreLine(f"{coins(pools.gold)} gold", int(pools.gold)),
        ScoreLine(counted(done.kills, "kill"), done.kills * FOR_KILL),
        ScoreLine(f"{counted(known, 'spell')} known", known * FOR_SPELL),
        ScoreLine(
            "The Amulet in your hands", FOR_THE_AMULET if portals.bears_relic(game.player) else 0
        ),
        ScoreLine("Home again", FOR_COMING_HOME if won else 0),
        ScoreLine("In good time", int(max(0, HASTE_TURNS - game.turn) * FOR_HASTE) if won else 0),
    )
    return tuple(line for line in lines if line.points)


def score(game: Game) -> int:
    """Return the sum of all lines."""
    return sum(line.points for line in score_lines(game))
