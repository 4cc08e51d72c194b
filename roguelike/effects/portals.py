"""The town portal: a scroll takes the player to town and opens a portal there that leads back.

It cannot be used to flee: a hunter in view, or round the last corner, keeps it from opening. Nor is it a way to and
fro: from each level it leads home, and back, once. The portal in town remembers the tile from which it was opened. It
works only for the player: others who walk over it notice nothing, so it cannot be used up by a passer-by. The other way
home is the story's: the altar of the town's temple ends it for whoever brings the Amulet.
"""

from typing import ClassVar

import esper

from roguelike.components import actors, items, magic, spatial
from roguelike.core.effect import Effect, effect
from roguelike.core.records import replace
from roguelike.effects import quiet, registry
from roguelike.world import changes, ecs, space
from roguelike.world.game import Game

TOWN = 1
"""The depth of the town."""
GATE = "Town Portal"
"""Name of the prop that leads back."""


def bears_relic(entity: int) -> bool:
    """Return whether a creature carries or wears the Amulet (any Relic): portals do not open for it."""
    pack = esper.try_component(entity, items.Pack)
    return pack is not None and any(
        esper.has_component(item, items.Relic) for item in (*pack.items, *pack.worn.values())
    )


@effect("town_portal")
class OpenPortal(Effect):
    """Takes the player to the town, and leaves a way back there."""

    told: ClassVar[str] = "opens a way to the town, and back"


@registry.handles(OpenPortal)
def open_portal(effect: OpenPortal, hit: registry.Hit, game: Game) -> None:
    """Take the player to town, unless they are there, carry the Amulet or are hunted."""
    here = space.point_of(hit.target)
    if hit.target != game.player or here is None:
        reason = "Only you know the way home."
    elif game.depth == TOWN:
        reason = "You are in town already."
    elif bears_relic(hit.target):
        reason = "The air tears, sees what you carry, and closes again."
    elif quiet.is_hunted(game):
        reason = "A way home takes a quiet moment, and you are hunted."
    elif game.depth in (gone := ecs.get(game.player, actors.Player).gone_home):
        reason = "A way home has opened here once, and none does twice."
    else:
        changes.alter(game, game.player, actors.Player, "gone_home", (*gone, game.depth), hit.cause)
        game.change(changes.Departed(hit.cause, hit.target, TOWN, gate=(*here, game.depth)))
        return
    game.change(changes.Fizzled(hit.cause, hit.target, reason))


@effect("portal_home")
class StepThrough(Effect):
    """Takes the player back to where a portal was opened, and closes it."""

    told: ClassVar[str] = "back to where it was opened"


@registry.handles(StepThrough)
def step_through(effect: StepThrough, hit: registry.Hit, game: Game) -> None:
    """Take the player back and remove the portal; nothing happens to anybody else."""
    gate = esper.try_component(hit.source, spatial.Gate)
    if hit.target != game.player or gate is None or not space.is_here(game, hit.source):
        return
    game.change(changes.Departed(hit.cause, hit.target, gate.depth, (gate.x, gate.y)))
    game.change(changes.Removed(hit.source, hit.cause))


@effect("homecoming")
class ComeHome(Effect):
    """Ends the story, if the player stands in the town's temple with the Amulet."""

    told: ClassVar[str] = "receives the Amulet in the town's temple"


def brings_home(thing: int) -> bool:
    """Return whether stepping on a thing ends the story for who carries the Amulet, as the town's altar does."""
    trigger = esper.try_component(thing, magic.Trigger)
    return trigger is not None and any(type(each) is ComeHome for each in trigger.use.effects)


@registry.handles(ComeHome)
def come_home(effect: ComeHome, hit: registry.Hit, game: Game) -> None:
    """Win, if the target is the player, in town and carries the Amulet; else nothing happens."""
    if hit.target != game.player or game.depth != TOWN or not bears_relic(hit.target):
        return
    before = changes.quest_of(game)
    game.change(
        changes.QuestAdvanced(before, replace(before or actors.Quest(), won=True), hit.cause)
    )
