"""Things that turn into others or vanish: a door unlocked, an altar spent, a grating raised by a distant lever.

A spent scroll or a closed portal leaves the world without dying. Of some items only one may be taken: the others are
lost with it.
"""

from typing import Annotated, ClassVar

import esper

from roguelike.components import actors, bargains
from roguelike.core.effect import Effect, effect
from roguelike.core.geometry import distance
from roguelike.core.records import Meta, Refers
from roguelike.core.scalars import Count, Tiles
from roguelike.effects import registry
from roguelike.world import changes, ecs, perception, space, spawning
from roguelike.world.game import Cause, Game, Several, Single


@effect("turn_into", lands_on="whole")
class TurnInto(Effect):
    """Turns its source, a fixture, into another fixture."""

    told = "becomes {prop}"

    prop: Annotated[str, Refers("props"), Meta(min_length=1, description="what it becomes")]


@registry.handles(TurnInto)
def turn_into(effect: TurnInto, hit: registry.Hit, game: Game) -> None:
    """Replace the source with the new fixture; nothing happens to a source that is not a fixture."""
    if is_fixture(hit.source) and space.is_here(game, hit.source):
        become(game, hit.source, effect.prop, hit.cause)
    else:
        game.change(changes.Fizzled(hit.cause, hit.target, "Nothing can become of that."))


def is_fixture(entity: int) -> bool:
    """Return whether an entity is a prop of the raws."""
    kind = esper.try_component(entity, actors.Kind)
    return kind is not None and kind.section == "props"


def become(game: Game, fixture: int, prop: str, cause: Cause) -> None:
    """Replace a fixture with another one."""
    point = space.point_of(fixture)
    assert point is not None  # checked by `is_here`: everything on the level is on a tile
    game.change(changes.Removed(fixture, cause))
    # A content pack may leave a prop out; then the fixture is just removed.
    if game.content.has("props", prop):
        game.change(
            changes.Spawned(
                spawning.new_parts(game, "props", prop, game.rng), point, game.depth, cause
            )
        )


@effect("switch", lands_on="whole")
class Switch(Effect):
    """Turns all fixtures of a kind near its source into another kind: what a lever moves."""

    prop: Annotated[str, Refers("props"), Meta(min_length=1, description="what is moved")]
    becomes: Annotated[
        str, Refers("props"), Meta(description="what it becomes; left out: it is gone")
    ] = ""
    tiles: Annotated[Tiles, Meta(description="how far away it may be, in tiles")] = 12

    def words(self) -> str:
        """Return for example "the grating becomes a raised grating"."""
        return f"{self.prop.lower()} {f'becomes {self.becomes.lower()}' if self.becomes else 'is gone'}"


@registry.handles(Switch)
def switch(effect: Switch, hit: registry.Hit, game: Game) -> None:
    """Replace the fixtures in reach of the source, nearest first."""
    here = space.point_of(hit.source)
    moved = [
        (distance(here, there), fixture)
        for fixture, there in space.fixtures(game, effect.prop)
        if here is not None and distance(here, there) <= effect.tiles
    ]
    for _, fixture in sorted(moved):
        become(game, fixture, effect.becomes, hit.cause)
    if not moved:
        name = perception.kind_of_thing(game, effect.prop).name
        game.change(
            changes.Fizzled(hit.cause, hit.target, f"Something grinds, but there is no {name}.")
        )


@effect("forgo", lands_on="whole")
class Forgo(Effect):
    """Takes away the others of a group; fixtures turn into what is left of them."""

    group: Annotated[Count, Meta(description="the number of the group on its level")]
    told: ClassVar[str] = "the others are lost"


@registry.handles(Forgo)
def forgo(effect: Forgo, hit: registry.Hit, game: Game) -> None:
    """Remove what is left of the group."""
    others = others_of(game, effect.group)
    if not others:
        game.change(changes.Fizzled(hit.cause, hit.target, "There is nothing else to lose."))
    for other in others:
        bargain = esper.try_component(other, bargains.Bargain)
        if bargain is not None and bargain.forgone is not None:
            become(game, other, bargain.forgone, hit.cause)
        else:
            game.change(changes.Removed(other, hit.cause))


def others_of(game: Game, group: int) -> list[int]:
    """List what is left of a group on the player's level, by id."""
    return [
        entity
        for entity, terms in ecs.with_component(bargains.Terms)
        if group and terms.group == group and space.is_here(game, entity)
    ]


def forgone_by(game: Game, thing: int) -> int:
    """Return how many others of its group are lost by taking a thing."""
    terms = esper.try_component(thing, bargains.Terms)
    return len([each for each in others_of(game, terms.group) if each != thing]) if terms else 0


@effect("vanish", lands_on="whole")
class Vanish(Effect):
    """Takes a thing or a creature out of the world, with nobody credited."""


@registry.handles(Vanish)
def vanish(effect: Vanish, hit: registry.Hit, game: Game) -> None:
    """Remove the targets that still exist; the player never."""
    match hit.targets:
        case Single(entity):
            gone: tuple[int, ...] = (entity,)
        case Several(entities):
            gone = entities
        case _:
            gone = ()
    for entity in gone:
        if entity not in game.dead and entity != game.player and esper.entity_exists(entity):
            game.change(changes.Removed(entity, hit.cause))
