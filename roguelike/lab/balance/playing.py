"""Play one game of a bot to its end, to the turn limit, or until it breaks."""

import traceback
from collections.abc import Callable

from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.balance.record import GameRecord
from roguelike.lab.balance.recorder import Recorder
from roguelike.lab.bots.roster import make_bot
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs

HASH_DIGITS = 12
MOST_IDLE = 200
"""Actions in a row without time passing after which a bot counts as stuck."""
ASK_EVERY_TURNS = 16


class StoppedError(Exception):
    """The games are to be abandoned."""


class StuckError(Exception):
    """A bot keeps acting and no time passes."""


def never() -> bool:
    """Never ask for the game to stop."""
    return False


def play_game(
    bot: str, seed: str, turns: int, catalog: Catalog, stopped: Callable[[], bool] = never
) -> GameRecord:
    """Play a game of at most `turns` turns and return its record; if the game breaks, the record has the traceback.

    Raises:
        StoppedError: `stopped` returned True before the game was over.
    """
    session = Session.start(seed, catalog)
    recorder = Recorder(bot, session)
    try:
        _play(session, recorder, bot, turns, stopped)
        record = recorder.close()
        record.state_hash = state_hash(session.game)[:HASH_DIGITS]
    except StoppedError:
        raise
    except Exception:  # noqa: BLE001 - whatever breaks one game is reported with its seed, and the others go on
        record = recorder.record
        record.end, record.failure = "broken", traceback.format_exc()
    finally:
        ecs.drop_world(session.game.world)
    return record


def _play(
    session: Session, recorder: Recorder, name: str, turns: int, stopped: Callable[[], bool]
) -> None:
    """Let the bot play while the recorder watches."""
    bot, game, idle = make_bot(name, session.game.seed), session.game, 0
    while not session.is_over and game.turn < turns:
        before = game.turn
        if before % ASK_EVERY_TURNS == 0 and stopped():
            raise StoppedError
        bot.take_turn(session, recorder.read)
        # Nobody asks for the commands of this game.
        session.commands.clear()
        idle = idle + 1 if game.turn == before else 0
        if idle > MOST_IDLE:
            raise StuckError(f"the {name} bot does things, and turn {before} does not pass")
