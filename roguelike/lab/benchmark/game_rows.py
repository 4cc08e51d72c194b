"""Turns of real games: bots of every kind at every depth, without the time the bots take to choose."""

import time
from functools import cache
from statistics import median

from roguelike.actions.wizardry import Learn, ToggleGod, Travel
from roguelike.engine.play.dungeon import build_level, name_unknowns
from roguelike.engine.session import Session
from roguelike.lab.benchmark.row import STANDARD, Effort, Figure, Samples, percentile, row
from roguelike.lab.benchmark.turn_rows import own_catalog
from roguelike.lab.bots.bot import Bot
from roguelike.lab.bots.roster import BOTS, make_bot
from roguelike.world import ecs
from roguelike.world.game import Game

DEPTHS = 20
TURNS = 150
READ_EVERY = 5
"""Turns between two readings of the yardstick."""
MOST_IDLE = 100
SPELLS = ("Zap", "Hearth Unbound", "Lullaby", "Rime Lance", "Web")
"""A selection of spells that a player might know at such depths."""


@cache
def turn_samples(effort: Effort) -> Samples:
    """Measure, once for all rows, turns of each bot at each depth, with a player who cannot die."""
    found = Samples(READ_EVERY)
    for depth in range(1, DEPTHS + 1):
        for name in sorted(BOTS):
            session = Session.start(f"benchmark {depth}", own_catalog())
            for command in (ToggleGod(), *map(Learn, SPELLS), Travel(depth)):
                session.do(command)
            _play(session, make_bot(name, session.game.seed), effort.of(TURNS, least=3), found)
            ecs.drop_world(session.game.world)
    return found


def _play(session: Session, bot: Bot, turns: int, found: Samples) -> None:
    """Let a bot play and record the time of each turn; commands that take no game time are not turns."""
    end, idle = len(found) + turns, 0
    while len(found) < end and not session.is_over and idle < MOST_IDLE:
        before, action = session.game.turn, bot.choose(session)
        found.read()
        began = time.process_time()
        session.do(action)
        took = (time.process_time() - began) * 1000
        session.commands.clear()
        idle = 0 if session.game.turn != before else idle + 1
        if not idle:
            found.add(took)


@row("turns of real games, every depth, 99th perc.", STANDARD, at_most=6)
def usual_turns(effort: Effort) -> Figure:
    """Measure the 99th percentile of turn times."""
    samples = turn_samples(effort)
    found = samples.sorted()
    note = f"median {percentile(found, 0.5):.2f}, 99.9th {percentile(found, 0.999):.1f}, {len(found)} turns"
    return Figure(percentile(found, 0.99), note, samples.spread)


@row("the worst of them", STANDARD, at_most=40)
def worst_turn(effort: Effort) -> Figure:
    """Measure the slowest turn."""
    samples = turn_samples(effort)
    return Figure(samples.sorted()[-1], spread=samples.spread)


# --- New levels, ready to play.


DEPTHS, SEEDS = 20, 1000
"""All kinds of hand-designed levels, and some of the random ones below."""


@cache
def level_samples(effort: Effort) -> Samples:
    """Measure once for all rows: one level for each of many seeds, cycling through the depths."""
    catalog, found = own_catalog(), Samples()
    for number in range(effort.of(SEEDS, DEPTHS)):
        game = Game.fresh(str(number), catalog)
        name_unknowns(game, catalog)
        depth = number % DEPTHS + 1
        found.take(lambda: build_level(game, catalog, depth))  # noqa: B023  (called at once)
        ecs.drop_world(game.world)
    return found


@row("a new level, median of every depth", STANDARD, at_most=8)
def level_median(effort: Effort) -> Figure:
    """Measure the median time of building a level."""
    samples = level_samples(effort)
    return Figure(
        median(samples.sorted()), f"{len(samples)} levels of {DEPTHS} depths", samples.spread
    )


@row("a new level, 99th percentile", STANDARD, at_most=20)
def level_worst(effort: Effort) -> Figure:
    """Measure the 99th percentile of the time of building a level."""
    samples = level_samples(effort)
    found = samples.sorted()
    return Figure(percentile(found, 0.99), f"slowest {found[-1]:.1f}", samples.spread)
