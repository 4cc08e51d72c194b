"""People of the game's own data, met in drawn rooms: what they say and offer, and what one agrees to."""

from typing import Any

from roguelike.actions import bargaining
from roguelike.components import actors
from roguelike.engine.views import choices
from roguelike.systems.visibility import look_around
from roguelike.testing import Arena
from roguelike.world import changes, ecs
from roguelike.world.game import Cause
from tests.rooms import do

FORGE = "#######\n#.fH..#\n#.@...#\n#######"
FORD = "###############\n#bR@.....~..Ic#\n#b.......~...c#\n###############"
FAR_BANK = FORD.replace("@", ".").replace(".Ic", "@Ic")
LEGEND = {
    "f": "Cold Forge",
    "H": "Hadda Coldhammer",
    "R": "Captain Ruel of Barbo",
    "b": "Barbo Fordguard",
    "I": "Mother Isk of Cirro",
    "c": "Cirro Fordguard",
    "v": "Vessin the Deserter",
    "T": "Tam the Locksmith",
    "S": "Iron Shutter",
    "C": "Clerk of Accounts",
}


def meeting(drawing: str, **options: Any) -> Arena:
    """Draw a room with people of the game's own data."""
    return Arena.from_ascii(drawing, LEGEND, **options)


def view(arena: Arena, who: str) -> choices.BargainView:
    arena.game.enter()
    return choices.bargain_view(arena.game, arena.find(who))


def offers(arena: Arena, who: str) -> list[str]:
    return [deal.name for deal in view(arena, who).deals]


def agree(arena: Arena, who: str, deal: str) -> Any:
    """Have the player agree to something, from wherever they stand: the tests are about what comes of it."""
    arena.game.enter()
    return do(arena, bargaining.Agree(arena.find(who), deal))


def deeds(arena: Arena) -> tuple[str, ...]:
    return ecs.get(arena.player, actors.Player).deeds


def beside(arena: Arena, who: str) -> None:
    """Put the player beside somebody, where they see them."""
    x, y = arena.position(arena.find(who)) or (0, 0)
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, 1), (1, 1)):
        if arena.game.level.is_free((x + dx, y + dy)):
            changes.move(arena.game, arena.player, (x + dx, y + dy), Cause("test"))
            look_around(arena.game)
            return


def slay(arena: Arena, who: str) -> None:
    """Kill somebody with one spell, wherever they stand."""
    beside(arena, who)
    victim = arena.find(who)
    arena.set_pools(victim, hp=1)
    arena.set_pools(arena.player, hp=500, max_hp=500, mana=9, max_mana=9)
    arena.teach("Zap")
    arena.cast("Zap", arena.position(victim) or (0, 0))
    assert not arena.alive(victim)
