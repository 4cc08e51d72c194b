"""Real fights: heroes typical for a depth on levels as the game builds them, where a bot met enemies who are awake."""

from roguelike.engine.session import Session
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.heroes import send_to
from roguelike.world.catalog import Catalog

FIGHTS = (
    (2, 1, 2), (3, 2, 3), (4, 3, 4), (5, 4, 3), (6, 5, 4), (7, 6, 3),
    (8, 7, 5), (9, 8, 4), (10, 9, 6), (12, 10, 3), (13, 11, 4), (14, 12, 4),
)  # fmt: skip
"""Depth, seed, and how many enemies are awake and in view."""
ATTEMPTS, LONGEST = 12, 250
"""In how many games, and within how many turns of each, a bot must meet so many."""


def fight_at(depth: int, seed: int, least: int, catalog: Catalog) -> Session:
    """Let a bot explore a depth until so many enemies in view hunt somebody."""
    for attempt in range(ATTEMPTS):
        session = Session.start(f"fight {seed} {attempt}", catalog)
        send_to(session.game, depth)
        bot = make_bot("greedy", str(seed))
        for _ in range(LONGEST):
            if session.is_over:
                break
            if _awake(session) >= least:
                return session
            bot.take_turn(session)
    raise LookupError(f"no fight of {least} at depth {depth}, seed {seed}")


def _awake(session: Session) -> int:
    """Count the enemies in view who are awake."""
    return sum(each.hostile and each.mood == "hunting" for each in session.creatures())
