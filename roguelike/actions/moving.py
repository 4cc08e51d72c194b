"""Moving: steps, doors, stairs, waiting and resting.

Confusion: a confused creature stumbles in a random direction instead of its action, and strikes nobody by it (S4).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Self

import esper

from roguelike.actions import acting, bargaining, melee, senses, trading
from roguelike.components import actors, spatial, vitals
from roguelike.core.flags import flag
from roguelike.core.geometry import COMPASS, DIRECTIONS, Point
from roguelike.core.grammar import Message
from roguelike.core.rng import PERCENT
from roguelike.effects import quiet, triggers
from roguelike.world import changes, ecs, factions, figures, perception, remembering, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Game, Single
from roguelike.world.level import Level, covered
from roguelike.world.terrain import GROUND, Tile, ground_called

MOVES, FLEES = acting.Deed("moves"), acting.Deed("flees")
DONE = acting.Done()
"""The result of most steps, shared because it never changes."""
BATTERING_STEPS = 9
"""How many steps away a blow at a door is heard: as far as a spell."""
IN_THE_WAY = "You bump into somebody you cannot see."
DOOR_HELD = "The door meets something that you cannot see, and stays open."
STUMBLED = "You stumble, and something stops you."


class Step(acting.Action, tag="step"):
    """Moves one tile, (dx, dy) of -1..1 each, or acts on what blocks it: attack, open, swap, talk."""

    dx: int
    dy: int
    harms = True
    heading = "Go there"

    @classmethod
    def between(cls, here: Point, there: Point) -> Self:
        """Return the step from one tile to an adjacent one."""
        return cls(there[0] - here[0], there[1] - here[1])

    @classmethod
    def options(cls, game: Game, /) -> Iterator[Self]:
        """Yield every step onto known ground where no enemy in view stands."""
        level = game.level
        foes = {cell for foe in senses.hostiles_in_view(game) for cell in space.cells_of(foe)}
        for step in (cls(dx, dy) for dx, dy in DIRECTIONS):
            there = step.goal(game.player)
            if there is None or there in foes or not level.contains(there):
                continue
            if level.explored[there] and level.walkable[there]:
                yield step

    @property
    def step(self) -> tuple[int, int]:
        """The step in tiles to the right and down, each -1, 0 or 1."""
        return self.dx, self.dy

    def words(self, game: Game) -> str:
        """Describe what it comes to: it moves, or opens, strikes or swaps."""
        there = self._blocker(game)
        if there and esper.has_component(there, spatial.Door):
            return "open the door"
        if there in senses.seen_creatures(game):
            verb = "change places with" if senses.is_peaceful(game, there) else "strike"
            return f"{verb} {acting.whom(game, there)}"
        return f"step {COMPASS[self.step][0]}" if self.step in COMPASS else "wait"

    def deed(self, actor: int, game: Game) -> acting.Deed:
        """Return that it moves, or flees; where that leads, only further turns can say."""
        return FLEES if senses.is_fleeing(actor) else MOVES

    def may_harm(self, game: Game) -> bool:
        """Return whether it may be a blow or a swap, or anybody in view is no enemy who might be harmed."""
        return bool(self._blocker(game)) or not all(
            senses.is_hostile(game, each) for each in senses.seen_creatures(game)
        )

    def begins_little(self, game: Game) -> bool:
        """Return whether it leads onto a free tile."""
        return not self._blocker(game)

    def _blocker(self, game: Game) -> int:
        """Return what stands where it leads the player; 0 for nothing."""
        there = self.goal(game.player)
        return game.level.blockers.get(there, 0) if there is not None else 0

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Walk, or turn into attacking, opening or swapping."""
        row = ecs.row(actor)
        place: spatial.Position | None = row.get(spatial.Position)
        if place is None or place.depth == spatial.NOWHERE:
            return acting.Refused("You are nowhere.")
        dx, dy = self.dx, self.dy
        if dx == 0 == dy:
            return acting.Instead(Pass())
        if not -1 <= dx <= 1 >= dy >= -1:
            return acting.Refused("That is more than a step away.")
        stats: actors.DerivedStats = row[actors.StatsCache].now or stats_of(actor)
        if "move" in stats.status.forbids:
            return acting.Refused(f"You cannot move while {senses.hindrance(actor, 'move')}.")
        x, y, depth = place.x + dx, place.y + dy, place.depth
        body: spatial.Body = row.get(spatial.Body, space.SMALL)
        cells = ((x, y),) if body.plain else covered((x, y), body)
        level = game.levels[game.depth]
        blockers = level.blockers
        for cell in cells:
            blocker = blockers.get(cell, actor)
            if blocker != actor:
                return _bump(game, actor, blocker, cell)
        if not level.has_ground(cells):
            return acting.Refused(_obstacle(game, (x, y)))
        cause = _stepping(actor)
        game.change(changes.Moved(actor, (place.x, place.y, depth), (x, y, depth), cause))
        if level.is_open and actor == game.player:
            level.note_unseen(cells, game.content.laid_by_ground)
        if level.is_shared(cells) or level.tiles.item(x, y) in game.content.laid_by_ground:
            triggers.set_foot(game, actor, actor, cause)
        return DONE


class Stumble(acting.Action, tag="stumble"):
    """Moves one tile, (dx, dy) of -1..1 each, as the confused do: whoever or whatever is in the way stops it."""

    dx: int
    dy: int
    harms = True
    order, does = "stumble", "stumbles"

    @property
    def step(self) -> tuple[int, int]:
        """The step that was meant, in tiles to the right and down."""
        return self.dx, self.dy

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Walk if the way is free; else the turn passes: no blow, no swap, no door."""
        here = self.goal(actor)
        body: spatial.Body = ecs.row(actor).get(spatial.Body, space.SMALL)
        cells = covered(here, body) if here is not None else ()
        if all(game.level.blockers.get(cell, actor) == actor for cell in cells):
            return acting.Instead(Step(self.dx, self.dy))
        if actor == game.player:
            game.change(changes.Told(_stepping(actor), Message(STUMBLED, (), "warn")))
        return DONE


@lru_cache(maxsize=1024)
def _stepping(actor: int) -> Cause:
    """Return the cause of a creature's steps, cached."""
    return Cause("a step", actor, "move")


def _bump(game: Game, actor: int, blocker: int, there: Point) -> acting.Result:
    """Return what a step into a blocker turns into."""
    if esper.try_component(blocker, spatial.Door):
        return acting.Instead(OpenDoor(blocker))
    if not factions.faction(blocker):
        if (
            actor == game.player
            and bargaining.offers_anything(blocker)
            and remembering.knows_of(game, blocker)
        ):
            return acting.Instead(bargaining.Agree(blocker))
        return acting.Refused(
            _obstacle(game, there, looks_like_wall=not perception.is_noticed(blocker))
        )
    if actor == game.player and not perception.sees(game, blocker):
        return _run_into(game, actor, blocker)
    if actor == game.player and not senses.is_peaceful(game, blocker):
        return acting.Instead(melee.Melee(blocker))
    if actor != game.player and senses.reaction(game, actor, blocker) == "attack":
        return acting.Instead(melee.Melee(blocker))
    if actor == game.player and bargaining.offers_anything(blocker):
        return acting.Instead(bargaining.Agree(blocker))
    if actor == game.player and trading.is_vendor(game, blocker):
        return acting.Instead(trading.Talk(blocker))
    return (
        acting.Instead(Swap(blocker))
        if actor == game.player
        else acting.Refused("Somebody is in the way.")
    )


def _run_into(game: Game, actor: int, unseen: int) -> acting.Result:
    """Return what the player's step into an unseen creature turns into.

    It always takes the turn: a question, or a refusal that costs nothing, would reveal who stands there.
    """
    if gives_way(game, unseen):
        return acting.Instead(Swap(unseen))
    if not senses.is_peaceful(game, unseen) and not senses.hindrance(actor, "melee"):
        melee.strike(game, actor, unseen, melee.melee_attack(game, actor), "melee")
    else:
        game.change(changes.Told(_stepping(actor), Message(IN_THE_WAY, (), "warn")))
    return DONE


def gives_way(game: Game, creature: int) -> bool:
    """Return whether bumping into a creature only swaps places with it."""
    return (
        bool(factions.faction(creature))
        and senses.is_peaceful(game, creature)
        and not bargaining.offers_anything(creature)
        and not trading.is_vendor(game, creature)
        and len(space.cells_of(creature)) == 1
        and not senses.hindrance(creature, "move")
    )


def _obstacle(game: Game, there: Point, *, looks_like_wall: bool | None = None) -> str:
    """Return why a step to a tile is refused; `looks_like_wall` is set for a fixture, None if there is none."""
    if not game.level.contains(there):
        return "There is nothing beyond."
    tile = int(game.level.tiles[there])
    if looks_like_wall is False:
        return "Something is in the way."
    if looks_like_wall:
        tile = int(Tile.WALL)
    elif GROUND[Tile(tile)].walkable:
        return "There is no room."
    return f"{ground_called(tile, game.level.theme, there[0]).capitalize()} is in the way."


class PassWall(acting.Action, tag="pass_wall"):
    """Goes through the wall beside it, in a direction, and comes out on its other side, as some creatures do."""

    dx: int
    dy: int
    order, does = "go through the wall", "goes through the wall"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Come out of the wall, if it is thin enough and there is room behind it."""
        there = behind_wall(game, actor, self.dx, self.dy)
        if there is None:
            return acting.Refused("There is no way through.")
        cause = _stepping(actor)
        changes.move(game, actor, there, cause)
        words = Message(
            "{1} come[s] out of the wall.",
            (perception.noun(game, actor),),
            "warn",
            entities=(actor,),
        )
        game.change(changes.Told(cause, words))
        triggers.set_foot(game, actor, actor, cause)
        return DONE


def behind_wall(game: Game, entity: int, dx: int, dy: int) -> Point | None:
    """Return where a creature that passes walls would come out of the one beside it; None if it cannot go there."""
    nature, here = esper.try_component(entity, actors.Nature), space.point_of(entity)
    is_held = "move" in stats_of(entity).status.forbids
    if nature is None or here is None or is_held or abs(dx) > 1 or abs(dy) > 1:
        return None
    level, tiles = game.level, 0
    place = (here[0] + dx, here[1] + dy)
    while tiles < nature.passes_walls and level.contains(place) and _is_rock(level, place):
        tiles, place = tiles + 1, (place[0] + dx, place[1] + dy)
    return place if tiles and space.can_stand(game, entity, place) else None


def _is_rock(level: Level, place: Point) -> bool:
    """Return whether a tile is a wall: neither ground nor what one sees or walks over, nor a door."""
    return not level.walkable[place] and level.is_opaque(place)


class Swap(acting.Action, tag="swap"):
    """Swaps places with a creature that is not an enemy."""

    other: int
    order, about = "change places with", "other"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Move each to the other's tile; both trigger what is on their new tile."""
        here, there = space.point_of(actor), space.point_of(self.other)
        if here is None or there is None or not melee.is_opponent(game, actor, self.other):
            return acting.Refused("There is nobody to swap with.")
        if not space.is_adjacent(actor, self.other) or len(space.cells_of(self.other)) > 1:
            return acting.Refused("There is no room to pass.")
        if held := senses.hindrance(self.other, "move"):
            return acting.Refused(f"They cannot move while {held}.")
        cause = Cause("a step", actor, "swap")
        changes.move(game, self.other, here, cause)
        changes.move(game, actor, there, cause)
        for entity in (actor, self.other):
            triggers.set_foot(game, entity, entity, cause)
        return acting.Done()


class OpenDoor(acting.Action, tag="open"):
    """Opens a door on a neighbouring tile."""

    door: int
    order = "open the door"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Open the door if it is closed and in reach; creatures without hands may batter it instead."""
        leaf = _leaf_beside(self.door, actor, game)
        if leaf is None:
            return acting.Refused("There is no door.")
        if leaf.open:
            return acting.Refused("It is open already.")
        nature = esper.try_component(actor, actors.Nature)
        if nature is not None and not nature.hands:
            if not nature.breaks_doors:
                return acting.Refused("A paw is not made for latches.")
            _batter(game, actor, self.door, leaf.blows + 1, nature.breaks_doors)
            return acting.Done()
        game.change(changes.DoorMoved(self.door, open=True, cause=Cause("a hand", actor, "door")))
        return acting.Done()


def _batter(game: Game, actor: int, door: int, blow: int, enough: int) -> None:
    """Strike a shut door, which is heard far off; the last of `enough` blows destroys it."""
    cause, point = Cause("a blow", actor, "door"), space.point_of(door)
    assert point is not None  # it is in reach
    game.change(changes.Sounded(cause, point, BATTERING_STEPS))
    if blow < enough:
        changes.alter(game, door, spatial.Door, "blows", blow, cause)
        words = Message("Something beats on a door: {1} of {2} blows.", (blow, enough), "warn")
    else:
        game.change(changes.Removed(door, cause))
        words = Message("A door breaks.", (), "bad")
    game.change(changes.Told(cause, words, heard=True))


class CloseDoor(acting.Action, tag="close"):
    """Closes a door on a neighbouring tile."""

    door: int
    order = "close the door"
    nothing_at_hand = "There is no open door beside you."

    @classmethod
    def options(cls, game: Game, /) -> Iterator[Self]:
        """Yield every open door beside the player that they see."""
        visible = game.level.visible
        yield from (each for point, each in cls.at_hand(game) if visible[point])

    @classmethod
    def at_hand(cls, game: Game, /) -> Iterator[tuple[Point, Self]]:
        """Yield every open door beside the player, those whose doorway is free before the others."""
        x, y = space.point_of(game.player) or (0, 0)
        beside = ((x + dx, y + dy) for dx, dy in DIRECTIONS)
        things = ((each, point) for point in beside for each in game.level.at.get(point, ()))
        doors = [(each, point) for each, point in sorted(things) if _is_open(each)]
        doors.sort(key=lambda door: _is_obstructed(game, *door))
        yield from ((point, cls(door)) for door, point in doors)

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Close the door if it is open, in reach and not obstructed."""
        leaf, point = _leaf_beside(self.door, actor, game), space.point_of(self.door)
        if leaf is None or point is None:
            return acting.Refused("There is no door.")
        if not leaf.open:
            return acting.Refused("It is closed already.")
        if _is_obstructed(game, self.door, point):
            return acting.Refused("Something is in the doorway.")
        if _in_doorway(game, self.door, point):  # unseen: a refusal would tell of it at no cost
            game.change(
                changes.Told(Cause("a hand", actor, "door"), Message(DOOR_HELD, (), "warn"))
            )
            return acting.Done()
        game.change(changes.DoorMoved(self.door, open=False, cause=Cause("a hand", actor, "door")))
        return acting.Done()


def _is_open(thing: int) -> bool:
    """Return whether something is an open door."""
    door = esper.try_component(thing, spatial.Door)
    return door is not None and door.open


def _is_obstructed(game: Game, door: int, point: Point) -> bool:
    """Return whether something that the player sees stands or lies in a doorway."""
    return any(perception.sees(game, each) for each in _in_doorway(game, door, point))


def _in_doorway(game: Game, door: int, point: Point) -> list[int]:
    """List what keeps a door from closing, seen or not."""
    return [
        each for each in game.level.occupants(point) if each != door and perception.is_noticed(each)
    ]


def _leaf_beside(door: int, actor: int, game: Game) -> spatial.Door | None:
    """Return the Door component of an adjacent door; None if it is not a door or out of reach."""
    if not space.is_here(game, door) or not space.is_adjacent(actor, door):
        return None
    return esper.try_component(door, spatial.Door)


class Pass(acting.Action, tag="pass"):
    """Passes a turn without doing anything."""

    waits = True
    order, does = "wait", "waits"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Do nothing; it takes the turn."""
        return acting.Done()


class Rest(acting.Action, tag="rest"):
    """Waits for one turn and recovers, unless watched by an enemy."""

    waits = True
    order = "wait"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Regain a hit point and a point of mana, more or none (`rest mana`), unless hungry or watched by anybody.

        Of the quiet of a level, that is: there is an end to it (`effects.quiet`), and waiting goes on.
        """
        hunger, pools = esper.try_component(actor, vitals.HungerClock), ecs.get(actor, vitals.Pools)
        if pools.hp >= pools.max_hp and pools.mana >= pools.max_mana:
            return acting.Done()
        if senses.watchers(game) or (hunger and hunger.state in ("Hungry", "Starving")):
            return acting.Done()
        cause = Cause("rest", actor, "rest")
        if pools.hp < pools.max_hp:
            game.push(quiet.Recover("hp"), Single(actor), actor, cause)
        points, percent = divmod(
            figures.worked_out(game.content.figures["rest mana"], level=pools.level), PERCENT
        )
        if pools.mana < pools.max_mana and (points := points + game.rng.chance(percent)):
            game.push(quiet.Recover("mana", points), Single(actor), actor, cause)
        return acting.Done()


class TakeStairs(acting.Action, tag="stairs"):
    """Takes the stairs underfoot: down (1) or up (-1)."""

    way: int
    leaves = True

    @classmethod
    def options(cls, _game: Game, /) -> Iterator[Self]:
        """Yield the way down, then the way up."""
        yield from (cls(1), cls(-1))

    @classmethod
    def at_hand(cls, game: Game, /) -> Iterator[tuple[Point, Self]]:
        """Yield the stairs under the player, if they know of them."""
        here, level = space.point_of(game.player), game.level
        if here is not None and level.explored[here]:
            ways = ((Tile.DOWN_STAIRS, 1), (Tile.UP_STAIRS, -1))
            yield from ((here, cls(way)) for tile, way in ways if level.tiles[here] == tile)

    def words(self, game: Game) -> str:
        """Return the way that they lead."""
        return f"take the stairs {'down' if self.way > 0 else 'up'}"

    def perform(self, actor: int, game: Game) -> acting.Result:
        """Leave the level if the actor stands on stairs in that direction."""
        here = space.point_of(actor)
        wanted = Tile.DOWN_STAIRS if self.way > 0 else Tile.UP_STAIRS
        if here is None or game.level.tiles.item(*here) != wanted or abs(self.way) != 1:
            return acting.Refused(f"There are no stairs {'down' if self.way > 0 else 'up'} here.")
        game.change(
            changes.Departed(Cause("the stairs", actor, "move"), actor, game.depth + self.way)
        )
        return acting.Done()


STAGGERS = flag("status_flags", "staggers", "every act becomes a random step that strikes nobody")


def staggers(entity: int) -> bool:
    """Return whether a creature is confused."""
    return STAGGERS in stats_of(entity).status.flags


def random_step(game: Game) -> acting.Action:
    """Return a stumble of -1..1 both ways; 1 time in 9 that is no step at all (source game, 8.1).

    One roll decides it, so that the evenly spread samples of a reply contain every step equally often.
    """
    steps = random_steps()
    return steps[game.rng.below(len(steps))]


def random_steps() -> tuple[acting.Action, ...]:
    """Return all possible results of `random_step`, which are equally likely."""
    ways = (-1, 0, 1)
    return tuple(Stumble(dx, dy) if dx or dy else Pass() for dx in ways for dy in ways)
