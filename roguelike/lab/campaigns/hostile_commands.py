"""Commands with hostile fields, as in a stranger's replay or log: each is refused, or does no damage.

Unknown names, ids of anything and of nothing, tiles off the map, numbers beyond all bounds: each command is decoded as
from a log, then foreseen, replied to or executed. Whatever happens, the invariants hold, and foreseeing changes
nothing.
"""

from functools import partial
from typing import Any

from msgspec.structs import fields

from roguelike.actions import acting
from roguelike.core.rng import Stream
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.engine.views.discoveries import names
from roguelike.lab.campaigns.base_states import saved_file
from roguelike.lab.campaigns.campaign import Came, Verdict, campaign, judged
from roguelike.lab.campaigns.spoilt_states import (
    IDS,
    NUMBERS,
    ODD_POINTS,
    ODD_WORDS,
    ODDITIES,
)
from roguelike.raws.catalog import catalog_in_force
from roguelike.store import command_lines, invariants, save_file
from roguelike.world import ecs

COMMANDS, SAMPLES, NEAR_TILES = 40, 2, 3
CASES_A_GAME = 40
NO_TEXTS: tuple[Any, ...] = (None, 5, [], "x" * 2_000, "\ud800")
NO_TILES = ("here", None, {"x": 1}, [1_000, 2])


@campaign("commands", "commands with hostile fields, as a stranger's replay may hold", 4_000, 12)
def trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Load a game, and give it commands until it is over, or one of them fails."""
    saved = save_file.decode(saved_file(seed, number // CASES_A_GAME))
    session, tried = Session(saved.open(catalog_in_force())), ""
    for _ in range(COMMANDS):
        if session.is_over:
            break
        data = _command(session, rng)
        tried = str(data["do"])
        failure = judged(tried, partial(_given, session, data, rng)).failure
        if failure:
            return Verdict(tried, "failed", f"{data!r:.200}: {failure}")
    return Verdict(tried, "played")


def _command(session: Session, rng: Stream) -> dict[str, Any]:
    """Make a command of any kind, with fields of the right type or not."""
    name = rng.choice(sorted(acting.ACTIONS))
    return {"do": name} | {
        each.name: _value(str(each.type), session, rng) for each in fields(acting.ACTIONS[name])
    }


def _value(kind: str, session: Session, rng: Stream) -> Any:
    """Return a value for a field of a type, sensible or not."""
    x, y = session.here
    if "tuple" in kind:
        near = [x + rng.between(-6, 6), y + rng.between(-6, 6)]
        return near if rng.chance(50) else rng.choice((*ODD_POINTS, *NO_TILES))
    if "int" in kind:
        match rng.below(3):
            case 0:
                return rng.choice([*IDS, *NUMBERS, *ODDITIES])
            case 1:
                return rng.choice(sorted(ecs.entities()))
            case _:
                return rng.choice(_at_hand(session))
    called = [
        *(each.name for each in session.hud().spells),
        *session.ask(names, "spells")[:40],
        "Orc",
    ]
    called += session.ask(names, "items")
    return rng.choice(called) if rng.chance(80) else rng.choice((*ODD_WORDS, *NO_TEXTS))


def _at_hand(session: Session) -> list[int]:
    """List ids of what the player carries and of what is near them."""
    x, y = session.here
    reach = range(-NEAR_TILES, NEAR_TILES + 1)
    at = session.game.level.at
    near = [each for dx in reach for dy in reach for each in at.get((x + dx, y + dy), ())]
    return [session.player, *sorted(near), *(each.entity for each in session.pack())]


def _given(session: Session, data: dict[str, Any], rng: Stream) -> Came:
    """Decode a command, and foresee or execute it; return what is wrong afterwards."""
    try:
        command = command_lines.decode(data)
    except command_lines.CommandError:
        return "refused", ""
    if rng.chance(50):
        session.do(command)
        return "played", next(iter(invariants.faults(session.game)), "")
    return "foreseen", _foreseen(session, command)


def _foreseen(session: Session, command: acting.Action) -> str:
    """Foresee a command with forecast and reply; return a message if that changed the game."""
    before = state_hash(session.game)
    session.forecast(command)
    session.reply(command, SAMPLES)
    return "" if state_hash(session.game) == before else "to foresee it changed the game"
