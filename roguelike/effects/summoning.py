"""Who comes to one's side: creatures summoned until their time is up, and freed captives.

A captive joins the one who freed it or turns on them; the forecast shows the chance of either.
"""

from typing import Annotated, Any, ClassVar

from roguelike.components import actors, items, vitals
from roguelike.core.effect import Effect, effect
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message, counted, for_turns
from roguelike.core.records import Meta, Refers, replace
from roguelike.core.rng import PERCENT
from roguelike.core.scalars import Count, Tiles, Turns
from roguelike.effects import registry, targeting
from roguelike.effects.statuses import NO_BONUSES, end, running
from roguelike.world import changes, ecs, factions, inventory, perception, space, spawning
from roguelike.world.game import NOBODY, Cause, Game

SUMMONED = "Summoned"
"""Name of the status of summoned creatures: they serve, and vanish when it ends."""
FURTHEST_STEPS = 4
"""Steps from the centre within which the summoned appear."""
SWORN = "Sworn"
"""The status of creatures that have joined: they serve, and stay when it ends."""
SWORN_TURNS = 5_000


@effect("summon", lands_on="whole")
class Summon(Effect):
    """Summons creatures on free tiles around its targets or, without any, around its source."""

    mob: Annotated[str, Refers("mobs"), Meta(min_length=1, description="the creature that comes")]
    count: Annotated[Count, Meta(description="how many come")] = 1
    turns: Annotated[Count, Meta(description="turns that they stay")] = 20
    replaces: Annotated[
        bool, Meta(description="those of their kind whom their source called before are gone")
    ] = False

    def words(self) -> str:
        """Return for example "calls Imp ×2 for 20 turns": not every plural is made with an s."""
        several = f" ×{self.count}" if self.count > 1 else ""
        instead = ", in place of those called before" if self.replaces else ""
        return f"calls {self.mob}{several} {for_turns(self.turns)}{instead}"


@registry.handles(Summon)
def summon(effect: Summon, hit: registry.Hit, game: Game) -> None:
    """Create the creatures, equipped like their kind but without gold, and bind them to the summoner by a status."""
    targeting.note_ground(hit.targets, game)
    cells = targeting.tiles_of(hit.targets)
    centre = cells[len(cells) // 2] if cells else space.point_of(hit.source)
    spots = [] if centre is None else room_around(game, centre, effect.mob)
    if not spots:
        game.change(changes.Fizzled(hit.cause, hit.source, "There is no room for anyone."))
        return
    for status in _called_before(game, hit.source, effect.mob) if effect.replaces else ():
        end(game, status, hit.cause)
    body, called_so_far = game.content.body("mobs", effect.mob), 0
    for spot in spots:
        if called_so_far == effect.count or not game.level.has_room(body, spot):
            continue
        called_so_far += 1
        called = _come(game, effect.mob, spot, hit.cause)
        game.change(changes.StatusBegan(called, SUMMONED, effect.turns, 0.0, NO_BONUSES, hit.cause))


def _called_before(game: Game, caller: int, mob: str) -> list[int]:
    """List the statuses that bind creatures of a kind on this level to a summoner."""
    return [
        status
        for entity in sorted(set(game.level.blockers.values()))
        if perception.true_name(entity) == mob and factions.master_of(entity) == caller
        for status in running(entity, SUMMONED)
    ]


def parts_of_called(game: Game, mob: str) -> tuple[Any, ...]:
    """Return the components of a summoned creature: its first turn counts from now, and it has no gold."""
    return tuple(
        replace(part, due=part.due + game.now)
        if isinstance(part, actors.Initiative)
        else replace(part, gold=0.0)
        if isinstance(part, vitals.Pools)
        else part
        for part in spawning.new_parts(game, "mobs", mob, game.rng)
    )


def _come(game: Game, mob: str, spot: Point, cause: Cause) -> int:
    """Create a creature with the items that its kind starts with; return its id."""
    come, pack = changes.Spawned(parts_of_called(game, mob), spot, game.depth, cause), items.Pack()
    game.change(come)
    for name in game.content.equipment.get(mob, ()):
        made = changes.make_item(game, name, cause)
        inventory.stow(pack, made, ecs.get(made, items.Item).slot)
    if pack.items or pack.worn:
        changes.repack(game, come.entity, pack.items, pack.worn, cause)
    return come.entity


def room_around(game: Game, centre: Point, mob: str) -> list[Point]:
    """List the tiles without magic within a few steps of one that have room for a creature of a kind, nearest first."""
    around = space.free_around(game.level, centre, FURTHEST_STEPS)
    body = game.content.body("mobs", mob)
    return [
        spot
        for _, spot in around
        if not space.has_magic(game, spot) and game.level.has_room(body, spot)
    ]


@effect("divide")
class Divide(Effect):
    """Makes two of its target, each with half of the hit points that it has left; the new one is gone after a while."""

    at_least: Annotated[Count, Meta(description="hit points without which it stays whole")] = 8
    turns: Annotated[Count, Meta(description="turns that the new one stays")] = 40
    told: ClassVar[str] = "divides in two"


@registry.handles(Divide)
def divide(effect: Divide, hit: registry.Hit, game: Game) -> None:
    """Create another of its kind beside it, bound to it as those are who are summoned."""
    pools, here = ecs.get(hit.target, vitals.Pools), space.point_of(hit.target)
    is_whole = pools.hp < effect.at_least or ecs.get(hit.target, actors.Kind).section != "mobs"
    spots = (
        []
        if here is None or is_whole
        else room_around(game, here, perception.true_name(hit.target))
    )
    if not spots:
        game.change(changes.Fizzled(hit.cause, hit.target, "It stays whole."))
        return
    half = pools.hp // 2
    game.change(changes.Divided(hit.target, pools.hp, pools.hp - half, hit.cause))
    parts = tuple(
        replace(part, hp=half) if isinstance(part, vitals.Pools) else part
        for part in parts_of_called(game, perception.true_name(hit.target))
    )
    other = changes.Spawned(parts, spots[0], game.depth, hit.cause)
    game.change(other)
    cause = hit.cause.then(hit.cause.what, hit.cause.kind, by=hit.target)
    game.change(changes.StatusBegan(other.entity, SUMMONED, effect.turns, 0.0, NO_BONUSES, cause))


@effect("rally", lands_on="whole")
class Rally(Effect):
    """Makes its source and all of its people nearby serve the player for a while."""

    turns: Turns
    tiles: Annotated[Tiles, Meta(description="how far from the source they may stand")] = 12

    def words(self) -> str:
        """Return for example "its people fight for you (40 turns)"."""
        return f"its people near by fight for you ({counted(self.turns, 'turn')})"


@registry.handles(Rally)
def rally(effect: Rally, hit: registry.Hit, game: Game) -> None:
    """Give each of them in reach, awake or asleep, the status that binds them."""
    here, side = space.point_of(hit.source), factions.faction(hit.source)
    cause = hit.cause.then(hit.cause.what, hit.cause.kind, by=game.player)
    found = 0
    for entity in sorted(set(game.level.blockers.values())):
        there = space.point_of(entity)
        if (
            not targeting.is_creature(game, entity)
            or factions.faction(entity) != side
            or side in ("", actors.PLAYER_FACTION)
        ):
            continue
        if here is not None and there is not None and steps_between(here, there) <= effect.tiles:
            game.change(changes.StatusBegan(entity, SWORN, effect.turns, 0.0, NO_BONUSES, cause))
            found += 1
    if not found:
        game.change(changes.Fizzled(hit.cause, hit.source, "There is nobody here to rally."))


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


@registry.handles(Release)
def release(effect: Release, hit: registry.Hit, game: Game) -> None:
    """Create the creature, and roll whether it joins the one who freed it."""
    centre = space.point_of(hit.source)
    spots = [] if centre is None else room_around(game, centre, effect.mob)
    if not spots:
        game.change(changes.Fizzled(hit.cause, hit.source, "There is no room for anyone."))
        return
    freed = _come(game, effect.mob, spots[0], hit.cause)
    # In a forecast the creature does not exist afterwards, so the sentence must not refer to its id.
    name = replace(perception.noun(game, freed), entity=NOBODY)
    joins = game.rng.chance(PERCENT * effect.joins)
    if joins:
        game.change(changes.StatusBegan(freed, SWORN, SWORN_TURNS, 0.0, NO_BONUSES, hit.cause))
    words, tone = ("{1} join[s] you.", "good") if joins else ("{1} turn[s] on you!", "bad")
    game.change(changes.Told(hit.cause, Message(words, (name,), tone), heard=True))
