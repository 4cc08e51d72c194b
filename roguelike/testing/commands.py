"""The commands that tests name by a word, a spell's name or an item's entity id."""

from roguelike.actions.action import Action
from roguelike.actions.item_use import UseItem
from roguelike.actions.melee import Melee
from roguelike.actions.moving import Pass, Step
from roguelike.actions.shooting import Shoot
from roguelike.actions.spell_use import Cast
from roguelike.core.geometry import Point
from roguelike.world.game import Game
from roguelike.world.space import point_of


def command_of(game: Game, what: str | int, target: Point | None, actor: int) -> Action:
    """Return the command that `what` names: see `Arena.turn`. Raises ValueError for a step without a target."""
    match what:
        case int():
            return UseItem(what, target)
        case "wait":
            return Pass()
        case "step":
            here = point_of(actor)
            if target is None or here is None:
                raise ValueError("a step wants the tile to step to")
            return Step.between(here, target)
        case "melee" | "shoot":
            struck = game.level.blockers.get(target, 0) if target is not None else 0
            return Melee(struck) if what == "melee" else Shoot(struck)
        case _:
            return Cast(what, target)
