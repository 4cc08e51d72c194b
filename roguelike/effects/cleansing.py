"""Ending statuses early: Cleanse ends the bad ones, Dispel the good ones."""

from typing import Annotated, ClassVar

import esper

from roguelike.components.statuses import StatusEffect, Statuses
from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta
from roguelike.core.scalars import Refers
from roguelike.effects.registry import Hit, handles
from roguelike.effects.statuses import end
from roguelike.world import ecs
from roguelike.world.changes import Fizzled
from roguelike.world.game import Game


@effect("cleanse")
class Cleanse(Effect):
    """Ends the bad statuses of its target, or only the one that it names."""

    regards_target_alone: ClassVar[bool] = True
    status: Annotated[
        str, Refers("statuses"), Meta(description="the status that it ends; left out: all bad ones")
    ] = ""

    def words(self) -> str:
        """Return for example "no longer confused"."""
        return f"no longer {self.status.lower()}" if self.status else "cures all ailments"


@handles(Cleanse)
def cleanse(effect: Cleanse, hit: Hit, game: Game) -> None:
    """End the bad statuses of the target, or the named one."""
    _end_all(game, hit, effect.status, good=False)


@effect("dispel")
class Dispel(Effect):
    """Ends the good statuses of its target; a summoned creature is gone with its status Summoned."""

    def words(self) -> str:
        """Return what it ends, which never varies."""
        return "ends helpful magic"


@handles(Dispel)
def dispel(effect: Dispel, hit: Hit, game: Game) -> None:
    """End the good statuses of the target."""
    _end_all(game, hit, "", good=True)


def _end_all(game: Game, hit: Hit, name: str, *, good: bool) -> None:
    """End all statuses of that name or, without a name, all good (or bad) ones; record a fizzle if there are none."""
    held = esper.try_component(hit.target, Statuses)
    ended = 0
    for status in list(held.entities if held else ()):
        state = ecs.get(status, StatusEffect)
        if state.name == name or (not name and game.content.status(state.name).good == good):
            end(game, status, hit.cause)
            ended += 1
    if not ended:
        reason = "There is no magic there to end." if good else "There is nothing there to cure."
        game.change(Fizzled(hit.cause, hit.target, reason))
