"""Attunement: only a few of the known spells are ready to cast; which ones can be changed at rest."""

from roguelike.actions.action import Action, Done, Refused, Result, action, performs
from roguelike.actions.senses import hostiles_in_view
from roguelike.components.magic import KnownSpells
from roguelike.core.grammar import counted
from roguelike.world import ecs
from roguelike.world.changes import Attuned
from roguelike.world.game import Cause, Game
from roguelike.world.growing import places_of
from roguelike.world.names import known_names, ready_names


@action
class Attune(Action, tag="attune"):
    """Makes a known spell ready to cast; it takes the place and hotkey of the spell `instead` if one is named."""

    spell: str
    instead: str = ""


@performs(Attune)
def attune(action: Attune, actor: int, game: Game) -> Result:
    """Make the spell ready if no enemy is in sight and there is a place for it."""
    ready = ready_names(actor)
    reason = why_not_attune(game, actor)
    if action.spell not in known_names(actor):
        reason = f"You do not know the spell {action.spell}."
    elif action.spell in ready:
        reason = f"{action.spell} is attuned already."
    elif action.instead and action.instead not in ready:
        reason = f"{action.instead} is not attuned."
    elif not action.instead and len(ready) >= places_of(game, actor):
        places = counted(places_of(game, actor), "spell")
        reason = (
            reason or f"You can keep {places} ready, and have that many: choose one to give up."
        )
    if reason:
        return Refused(reason)
    known = ecs.get(actor, KnownSpells).spells
    order = list(known)
    names = known_names(actor)
    moved = order.pop(names.index(action.spell))
    count = len(ready) + 1
    if action.instead:
        place = names.index(action.instead)
        order.append(order[place])
        order[place] = moved
        count = len(ready)
    else:
        order.insert(len(ready), moved)
    cause = Cause("a thought", actor, "arrange")
    game.change(Attuned(actor, action.spell, tuple(order), count, cause))
    return Done()


def why_not_attune(game: Game, actor: int) -> str:
    """Return why an actor cannot change which spells are ready now; "" if it can."""
    if actor == game.player and hostiles_in_view(game):
        return "You cannot collect your thoughts with an enemy in sight."
    return ""
