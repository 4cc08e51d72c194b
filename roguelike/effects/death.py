"""Dying, its consequences, and who is credited with it."""

from typing import ClassVar

from roguelike.components.magic import Abilities, Recipe
from roguelike.components.spatial import NOWHERE, Position
from roguelike.components.statuses import Statuses
from roguelike.components.vitals import Pools
from roguelike.core.effect import Effect, effect
from roguelike.core.rng import PERCENT
from roguelike.effects.drops import Leave
from roguelike.effects.experience import GainExperience
from roguelike.effects.registry import Hit, handles
from roguelike.effects.statuses import is_called
from roguelike.effects.unleash import Unleash
from roguelike.world import ecs
from roguelike.world.changes import Died
from roguelike.world.factions import acts_for_player, master_of
from roguelike.world.figures import experience_for
from roguelike.world.game import NOBODY, Cause, Game, Single, Spot
from roguelike.world.spells import composed


@effect("death")
class Death(Effect):
    """Kills, whatever the hit points."""

    must_happen: ClassVar[bool] = True


@handles(Death)
def die(effect: Death, hit: Hit, game: Game) -> None:
    """Remove the creature from the map, queue what it drops and what its death casts, and credit the kill.

    The player's death only marks them dead: the story does the rest.
    """
    victim, row = hit.target, ecs.row(hit.target)
    place: Position | None = row.get(Position)
    game.change(Died(victim, hit.cause))
    if place is None or place.depth == NOWHERE or victim == game.player:
        return
    point = (place.x, place.y)
    statuses: Statuses | None = row.get(Statuses)
    # Few creatures die with a status, and without one none is summoned or serves.
    bound = statuses.entities if statuses is not None else ()
    summoned = bool(bound) and is_called(game, victim)
    credited = _credited(game, hit.cause) if not bound or master_of(victim) == victim else NOBODY
    experience = _experience_waiting(game, credited, hit.cause) if credited else 0
    game.push(Leave(victim, point, summoned, credited), Spot(point), victim, hit.cause)
    if credited:
        own = ecs.get(credited, Pools).level
        experience += experience_for(game.content, row[Pools].level, own)
        game.push(GainExperience(experience), Single(credited), victim, hit.cause)
    abilities: Abilities | None = row.get(Abilities)
    for ability in abilities.on_death if abilities is not None else ():
        if game.rng.chance(PERCENT * ability.chance):
            cause = hit.cause.then(ability.spell, "death")
            use = composed(game, Recipe(ability.spell, ability.runes)).use
            game.push(Unleash(use, point), Single(victim), victim, cause)


def _experience_waiting(game: Game, credited: int, cause: Cause) -> int:
    """Remove the experience for the last death by the same cause from the end of the queue, and return it; 0 if none.

    So one deed gives its experience in one piece: with a piece for each victim, it took a tenth of the forecast of a
    blast that kills a crowd.
    """
    last = game.queue[-1] if game.queue else None
    if last is None or type(last.effect) is not GainExperience or last.cause != cause:
        return 0
    if last.targets != Single(credited):
        return 0
    game.queue.pop()
    return last.effect.amount


def _credited(game: Game, cause: Cause) -> int:
    """Return who is credited with a death: the player, for their own deeds and those of their servants, or NOBODY.

    A dead player is credited with nothing. The caller ensures that nobody is credited with the death of a servant.
    """
    player = game.player
    return player if acts_for_player(game, cause.by) and player not in game.dead else NOBODY
