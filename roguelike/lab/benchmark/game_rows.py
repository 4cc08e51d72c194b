"""Whole games: turns of bots of every kind at every depth, saving and loading ten levels, steps of the environment.

The time that bots take to choose is left out; the environment is measured if extra `gym` is installed.
"""

import time
from functools import cache
from statistics import median

import numpy as np

from roguelike.actions import wizardry
from roguelike.core.rng import Stream
from roguelike.engine.play.dungeon import build_level, name_unknowns, new_game
from roguelike.engine.session import Session
from roguelike.lab.benchmark.row import (
    PER_STANDARD_S,
    STANDARD,
    Effort,
    Figure,
    Samples,
    percentile,
    row,
    standard_ms,
)
from roguelike.lab.benchmark.turn_rows import own_catalog
from roguelike.lab.bots.roster import BOTS, make_bot
from roguelike.store import save_file
from roguelike.world import ecs, spawning
from roguelike.world.game import Game
from roguelike.world.terrain import Tile

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
            _play(depth, name, effort.of(TURNS, least=3), found)
    return found


@ecs.passing_worlds()
def _play(depth: int, name: str, turns: int, found: Samples) -> None:
    """Let a bot play and record the time of each turn; commands that take no game time are not turns."""
    session = Session.start(f"benchmark {depth}", own_catalog())
    for command in (wizardry.ToggleGod(), *map(wizardry.Learn, SPELLS), wizardry.Travel(depth)):
        session.do(command)
    bot, end, idle = make_bot(name, session.game.seed), len(found) + turns, 0
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


@row("the worst of them", STANDARD, at_most=30)
def worst_turn(effort: Effort) -> Figure:
    """Measure the slowest of the bots' turns, where the other row has the 99th percentile."""
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
        with ecs.passing_worlds():
            game = Game.fresh(str(number), catalog)
            name_unknowns(game)
            depth = number % DEPTHS + 1
            found.take(lambda: build_level(game, depth))  # noqa: B023  (called at once)
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


BATCH = 50
"""Steps per sample: single steps vary too much."""


GYM = "gymnasium"
RESET_DEPTHS = (1, 2, 3, 5, 8, 10, 12, 15)


@row("steps of the environment, random legal actions", PER_STANDARD_S, at_least=2_500, needs=GYM)
def steps(effort: Effort) -> Figure:
    """Measure whole steps, starting in the town: turn, observation and mask."""
    from roguelike.lab.environment.environment import BlueManaEnv

    env, rng = BlueManaEnv(), Stream(0, "benchmark")
    _, info = env.reset(seed=1)

    def play() -> None:
        """Take BATCH random steps, with a reset wherever a game ends."""
        nonlocal info
        for _ in range(BATCH):
            action = int(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
            _, _, over, late, info = env.step(action)
            if over or late:
                _, info = env.reset()

    samples = Samples()
    play()
    for _ in range(effort.of(80, least=4)):
        samples.take(play)
    found = samples.sorted()
    each = sum(found) / len(found) / BATCH
    return Figure(1000 / each, f"{len(found) * BATCH} steps", samples.spread)


@row("reset of the environment, the slowest depth", STANDARD, at_most=15, needs=GYM)
def reset(effort: Effort) -> Figure:
    """Measure a reset up to its first observation, at each of some depths: the median of the slowest."""
    from roguelike.lab.environment.environment import BlueManaEnv

    found = dict[int, Figure]()
    for depth in RESET_DEPTHS:
        found[depth] = standard_ms(BlueManaEnv(depth=depth).reset, effort.of(20, least=2))
    told = ", ".join(f"{depth}: {figure.value:.1f}" for depth, figure in found.items())
    slowest = max(found.values(), key=lambda figure: figure.value)
    return Figure(slowest.value, f"by depth {told}", slowest.spread)


LEVELS, EACH = 10, 100


def dungeon() -> Game:
    """Make a game of ten explored levels; items carried by creatures count among the entities of their level."""
    catalog = own_catalog()
    game = new_game("benchmark", catalog)
    for depth in range(1, LEVELS + 1):
        first = ecs.next_id() if depth > 1 else 1
        level = game.levels.get(depth) or build_level(game, depth)
        rng = game.stream(f"benchmark {depth}")
        floor = level.find(Tile.FLOOR)
        while ecs.next_id() < first + EACH:
            spot, item = rng.choice(floor), rng.choice(catalog.names("items"))
            spawning.spawn(game, "items", item, spot, depth, rng)
        level.explored[:] = True
    return game


@row(f"save of {LEVELS} levels, {EACH} entities each", STANDARD, at_most=5)
def save_time(effort: Effort) -> Figure:
    """Measure encoding the game to bytes."""
    game = dungeon()
    game.enter()
    entities = len(ecs.entities())
    found = standard_ms(lambda: save_file.encode(game), effort.of(40))
    return Figure(
        found.value, f"{entities} entities with all they carry, {found.note}", found.spread
    )


@row("size of that save", "KB", at_most=60)
def save_size(effort: Effort) -> Figure:
    """Measure the size in units of 1000 bytes."""
    return Figure(len(save_file.encode(dungeon())) / 1000)


@row("load of that save, to a playable world", STANDARD, at_most=10)
def load_time(effort: Effort) -> Figure:
    """Measure decoding the bytes to a game; that it is dropped afterwards is no part of it."""
    saved, catalog, samples = save_file.encode(dungeon()), own_catalog(), Samples()
    for _ in range(effort.of(40, least=4)):
        with ecs.passing_worlds():
            samples.take(lambda: save_file.decode(saved).open(catalog))
    found = samples.sorted()
    return Figure(median(found), f"slowest {found[-1]:.2f}, {len(found)} samples", samples.spread)
