"""Freed captives: each joins the one who freed it or turns on them. The forecast shows the chance of either."""

from typing import Annotated

from roguelike.components.actors import PLAYER_FACTION
from roguelike.core.effect import Effect, effect
from roguelike.core.geometry import steps_between
from roguelike.core.grammar import Message, counted
from roguelike.core.records import Meta, replace
from roguelike.core.rng import PERCENT
from roguelike.core.scalars import Refers, Tiles, Turns
from roguelike.effects.registry import Hit, handles
from roguelike.effects.statuses import NO_BONUSES
from roguelike.effects.summoning import equip_called, parts_of_called, room_around
from roguelike.effects.targeting import is_creature
from roguelike.world.changes import Fizzled, Spawned, StatusBegan, Told
from roguelike.world.factions import faction
from roguelike.world.game import NOBODY, Game
from roguelike.world.names import noun
from roguelike.world.space import point_of

SWORN = "Sworn"
"""The status of creatures that have joined: they serve, and stay when it ends."""
SWORN_TURNS = 5_000


@effect("rally", lands_on="whole")
class Rally(Effect):
    """Makes its source and all of its people nearby serve the player for a while."""

    turns: Turns
    tiles: Annotated[Tiles, Meta(description="how far from the source they may stand")] = 12

    def words(self) -> str:
        """Return for example "its people fight for you (40 turns)"."""
        return f"its people near by fight for you ({counted(self.turns, 'turn')})"


@handles(Rally)
def rally(effect: Rally, hit: Hit, game: Game) -> None:
    """Give each of them in reach, awake or asleep, the status that binds them."""
    here, side = point_of(hit.source), faction(hit.source)
    cause = hit.cause.then(hit.cause.what, hit.cause.kind, by=game.player)
    found = 0
    for entity in sorted(set(game.level.blockers.values())):
        there = point_of(entity)
        if not is_creature(game, entity) or faction(entity) != side or side in ("", PLAYER_FACTION):
            continue
        if here is not None and there is not None and steps_between(here, there) <= effect.tiles:
            game.change(StatusBegan(entity, SWORN, effect.turns, 0.0, NO_BONUSES, cause))
            found += 1
    if not found:
        game.change(Fizzled(hit.cause, hit.source, "There is nobody here to rally."))


@effect("release", lands_on="whole")
class Release(Effect):
    """Frees a creature, on the source's tile or beside it: it may join whoever freed it."""

    mob: Annotated[
        str, Refers("mobs"), Meta(min_length=1, description="the creature that comes out")
    ]
    joins: Annotated[
        float, Meta(ge=0, le=1, description="likelihood that it joins: 0.75 is three in four")
    ] = 1.0

    def words(self) -> str:
        """Return for example "frees Imp, who joins you (75%)"; the chance is left out if it is certain."""
        if not self.joins:
            return f"frees {self.mob}, who is no friend"
        chance = "" if self.joins == 1 else f" ({self.joins:.0%})"
        return f"frees {self.mob}, who joins you{chance}"


@handles(Release)
def release(effect: Release, hit: Hit, game: Game) -> None:
    """Create the creature, and roll whether it joins the one who freed it."""
    centre = point_of(hit.source)
    spots = [] if centre is None else room_around(game, centre)
    if not spots:
        game.change(Fizzled(hit.cause, hit.source, "There is no room for anyone."))
        return
    freed = Spawned(parts_of_called(game, effect.mob), spots[0], game.depth, hit.cause)
    game.change(freed)
    equip_called(game, freed.entity, effect.mob, hit.cause)
    # In a forecast the creature does not exist afterwards, so the sentence must not refer to its id.
    name = replace(noun(game, freed.entity), entity=NOBODY)
    joins = game.rng.chance(PERCENT * effect.joins)
    if joins:
        game.change(StatusBegan(freed.entity, SWORN, SWORN_TURNS, 0.0, NO_BONUSES, hit.cause))
    words, tone = ("{1} join[s] you.", "good") if joins else ("{1} turn[s] on you!", "bad")
    game.change(Told(hit.cause, Message(words, (name,), tone), heard=True))
