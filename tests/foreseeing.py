"""Acts on drawn boards are held to their forecasts, by the law that the campaign on foresight tries at every depth."""

from roguelike.actions import acting
from roguelike.core.rng import Stream
from roguelike.engine.foreseeing.aiming import Outcome
from roguelike.lab.campaigns.foresight_law import held
from roguelike.testing import Arena

REHEARSALS = 1
"""As the act is done for real too, it is compared twice."""


def hold(arena: Arena, action: acting.Action, actor: int, *, seed: object = 0) -> str:
    """Foresee an act, do it and compare; return the kind of act that was held, or why none was."""
    reasons = []
    for what, wrong in held(arena.game, actor, action, Stream(str(seed)), REHEARSALS):
        assert not wrong, wrong
        reasons += [what] if what in NOT_HELD or what.startswith("not compared:") else []
    return reasons[-1] if reasons else type(action).__name__


NOT_HELD = ("helpless", "refused")


def foes(arena: Arena) -> list[int]:
    """List everybody but the player, by id."""
    return sorted(set(arena.game.level.blockers.values()) - {arena.player})


def of_player(arena: Arena, what: str | int, aim: tuple[int, int] | None = None) -> Outcome:
    """Return what the player would come to."""
    if isinstance(what, str) and what not in ("wait", "step", "melee", "shoot"):
        arena.teach(what)
    return arena.forecast(what, aim).outcomes.get(arena.player, Outcome())


def of_goblin(arena: Arena, what: str, aim: tuple[int, int] = (4, 1)) -> Outcome:
    """Return what the goblin would come to."""
    if what not in ("wait", "step", "melee", "shoot"):
        arena.teach(what)
    return arena.forecast(what, aim).outcomes.get(arena.find("Goblin"), Outcome())
