"""The campaign of foresight: scenes at every depth, in which each command is held to its forecast.

What that means say `foresight_law` and `turn_law`; here it is chosen what is tried, and counted what was compared. A
scene is a hero at a depth, people and things around them, and commands of a kind, with what makes it hard to foretell:
wounds, statuses, fires, ground that burns, conducts or soaks. All of it is put where the player sees it, and known to
them: what they do not know is in no forecast.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from roguelike.actions import acting, senses, wizardry
from roguelike.components import actors, hazards, items, magic, vitals
from roguelike.core import sight
from roguelike.core.geometry import DIRECTIONS, Point, distance
from roguelike.core.rng import Stream
from roguelike.effects import dispatch, healing, spreading
from roguelike.effects.statuses import Afflict
from roguelike.engine.autopilot import explore
from roguelike.engine.foreseeing import planning
from roguelike.engine.play.commands import Cast, Equip, Melee, Pass, Shoot, Step, Throw, UseItem
from roguelike.engine.session import Session
from roguelike.lab.campaigns.campaign import Verdict, campaign
from roguelike.lab.campaigns.foresight_law import Chances, held, reveal, untrue
from roguelike.lab.campaigns.turn_law import TurnLaw, playing, shortfall
from roguelike.lab.heroes import send_to
from roguelike.mapgen.depths import DEPTHS
from roguelike.raws.catalog import catalog_in_force
from roguelike.systems.visibility import look_around
from roguelike.world import changes, ecs, space, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.game import NOBODY, Cause, Game, Single
from roguelike.world.terrain import Tile

WHY = Cause("the campaign")
KNOWN_EVERY = 4
"""Of so many scenes one is on a level that is known as a whole; elsewhere much hangs on the dark."""
SWEEP_PERCENT, FIRE_PERCENT, GROUND_PERCENT, STATUS_PERCENT, WOUND_PERCENT = 70, 10, 15, 20, 40
SOIL = (Tile.FLOOR, Tile.WOOD_FLOOR, Tile.ROAD, Tile.GRAVEL, Tile.GRASS)
GROUNDS = (Tile.GRASS, Tile.GRASS, Tile.SHALLOW_WATER, Tile.ICE, Tile.FLOOR)
PATCH_TILES, MOST_STATUS_TURNS, MOST_STRENGTH = 3, 12, 6


def stir(session: Session, rng: Stream, near: Sequence[Point]) -> None:
    """Put out what burns, mostly; at times wound and afflict who is in view, change the ground, start a fire."""
    game = session.game
    if rng.chance(SWEEP_PERCENT):
        for hazard in spreading.hazards_since(game):
            game.change(changes.Removed(hazard, WHY))
    if rng.chance(GROUND_PERCENT) and near:
        _lay(game, rng.choice(near), rng.choice(GROUNDS))
    for creature in (game.player, *senses.seen_creatures(game)):
        if rng.chance(WOUND_PERCENT):
            _wound(game, creature, rng)
        if rng.chance(STATUS_PERCENT):
            _afflict(game, creature, rng)
    if rng.chance(FIRE_PERCENT):
        kindle(game, rng, near)


def kindle(game: Game, rng: Stream, spots: Sequence[Point]) -> list[int]:
    """Start a fire or cloud on one of some tiles, and at times on those beside; return it."""
    if not spots:
        return []
    level, percent = game.level, rng.choice((0, 0, 25))
    name, (x, y) = rng.choice(_hazards(game)), rng.choice(spots)
    beside = [(x + dx, y + dy) for dx, dy in DIRECTIONS if rng.chance(percent)]
    covered = [spot for spot in beside if level.contains(spot) and level.walkable[spot]]
    return [spawning.start_hazard(game, name, spot, game.depth) for spot in [(x, y), *covered]]


def _hazards(game: Game) -> Sequence[str]:
    """List the fires and clouds."""
    return _hazards_of(game.content)


@cache
def _hazards_of(known: Catalog) -> Sequence[str]:
    """List the fires and clouds of some data."""
    return [
        name
        for name in known.names("hazards")
        if any(
            isinstance(part, hazards.HazardTemplate) for part in known.templates("hazards", name)
        )
    ]


def _lay(game: Game, middle: Point, ground: Tile) -> None:
    """Lay a patch of another ground in view."""
    level = game.level
    for x, y in sight.points(level.visible):
        tile = Tile(int(level.tiles[x, y]))
        is_near = max(abs(x - middle[0]), abs(y - middle[1])) <= PATCH_TILES
        if is_near and tile in SOIL and tile != ground:
            game.change(changes.TileChanged((x, y), tile, ground, WHY))


def _wound(game: Game, creature: int, rng: Stream) -> None:
    """Give a creature any number of the hit points that it may have."""
    pools = ecs.get(creature, vitals.Pools)
    if creature not in game.dead:
        hp = rng.between(1, pools.max_hp)
        game.change(changes.Altered(creature, vitals.Pools, "hp", pools.hp, hp, WHY))


def _afflict(game: Game, creature: int, rng: Stream) -> None:
    """Let any status begin on a creature, if it is still there."""
    if creature in game.dead or space.point_of(creature) is None:
        return
    name = rng.choice(sorted(game.content.statuses))
    turns, strength = rng.between(1, MOST_STATUS_TURNS), rng.between(1, MOST_STRENGTH)
    game.push(Afflict(name, turns, strength), Single(creature), NOBODY, WHY)
    dispatch.drain(game)


Chooser = Callable[[Session, Stream], acting.Action]
"""Prepares a command of a kind, and returns it."""
CHOOSERS: dict[str, Chooser] = {}
NEAR_TILES = 6
HEAL_PERCENT = 60


def scene(seed: str, number: int, rng: Stream) -> Session:
    """Send a typical hero to a depth, who can cast what they know; put some creatures in view."""
    session = Session.start(f"{seed}/{number}", catalog_in_force())
    game = session.game
    send_to(game, number % max(DEPTHS) + 1)
    if number % KNOWN_EVERY == 0:
        session.do(wizardry.Reveal())
    session.do(wizardry.IdentifyAll())
    mobs = _catalog(game).names("mobs")
    for _ in range(3):
        _put(session, "mobs", rng.choice(mobs), rng)
    return session


def chosen(session: Session, kind: str, rng: Stream) -> acting.Action:
    """Stir up the scene and choose a command of a kind; mostly the player is rested before."""
    if rng.chance(HEAL_PERCENT):
        session.do(wizardry.Heal())
    stir(session, rng, _free(session.game, NEAR_TILES))
    action = CHOOSERS[kind](session, rng)
    reveal(session.game)
    look_around(session.game)
    if session.is_over:
        return action  # choosing it, as by wielding a bow, took a turn
    return acting.answered(action, session.player, session.game)


def chooser(name: str) -> Callable[[Chooser], Chooser]:
    """Register the function below as the chooser of a kind of command."""

    def register(function: Chooser) -> Chooser:
        CHOOSERS[name] = function
        return function

    return register


@chooser("cast")
def _cast(session: Session, rng: Stream) -> acting.Action:
    """Cast any spell at somebody, or anywhere in view."""
    spell = rng.choice(sorted(session.game.spells))
    session.do(wizardry.Learn(spell))
    ecs.get(session.player, magic.KnownSpells).ready = None
    return Cast(spell, _aim(session, rng))


@chooser("strike")
def _strike(session: Session, rng: Stream) -> acting.Action:
    """Strike a neighbour, with any weapon."""
    if rng.chance(50):
        _wield(session, rng.choice(_weapons(_catalog(session.game), shoots=False)))
    beside = [
        each
        for each in senses.seen_creatures(session.game)
        if space.is_adjacent(each, session.player)
    ]
    if not beside:
        mobs = _catalog(session.game).names("mobs")
        beside = _put(session, "mobs", rng.choice(mobs), rng, tiles=1)
    return Melee(rng.choice(beside)) if beside else Pass()


@chooser("shoot")
def _shoot(session: Session, rng: Stream) -> acting.Action:
    """Shoot at somebody in view."""
    _wield(session, rng.choice(_weapons(_catalog(session.game), shoots=True)))
    seen = senses.seen_creatures(session.game)
    return Shoot(rng.choice(seen)) if seen else Pass()


@chooser("step")
def _step(session: Session, rng: Stream) -> acting.Action:
    """Draw one of the eight steps, into whatever stands there."""
    return Step(*rng.choice(DIRECTIONS))


@chooser("tread on a trap")
def _tread(session: Session, rng: Stream) -> acting.Action:
    """Step on a trap that the player knows of."""
    traps = _with_part(_catalog(session.game), "props", magic.Trigger)
    return _step_onto(session, _put(session, "props", rng.choice(traps), rng, tiles=1))


@chooser("walk into a fire")
def _walk_into(session: Session, rng: Stream) -> acting.Action:
    """Step into a fire or cloud, which may cover several tiles."""
    return _step_onto(session, kindle(session.game, rng, _free(session.game, 1)))


@chooser("swap")
def _swap(session: Session, rng: Stream) -> acting.Action:
    """Swap places with somebody peaceful; at times something burns under the player."""
    if rng.chance(30):
        kindle(session.game, rng, [session.here])
    known = _catalog(session.game)
    return _step_onto(session, _put(session, "mobs", rng.choice(_peaceful(known)), rng, tiles=1))


@chooser("throw")
def _throw(session: Session, rng: Stream) -> acting.Action:
    """Throw any item, mostly one that breaks."""
    known = _catalog(session.game)
    made = [name for name in known.names("items") if name not in known.generated]
    breaks = [name for name in _with_part(known, "items", magic.Use) if name in made]
    item = _given(session, rng.choice(breaks if rng.chance(60) else made))
    return Throw(item, _aim(session, rng))


@chooser("swallow")
def _swallow(session: Session, rng: Stream) -> acting.Action:
    """Drink any potion, or eat."""
    return UseItem(_given(session, rng.choice(_usable(_catalog(session.game), swallowed=True))))


@chooser("use")
def _use(session: Session, rng: Stream) -> acting.Action:
    """Use any scroll, rod or staff."""
    item = _given(session, rng.choice(_usable(_catalog(session.game), swallowed=False)))
    return UseItem(item, _aim(session, rng))


@chooser("wait")
def _wait(session: Session, rng: Stream) -> acting.Action:
    """Wait, at times in a fire."""
    if rng.chance(30):
        kindle(session.game, rng, [session.here])
    return Pass()


# --- what scenes are made of


def _catalog(game: Game) -> Catalog:
    """Return the data that is played."""
    return game.content


@cache
def _with_part(known: Catalog, section: actors.Section, part: type[object]) -> tuple[str, ...]:
    """List the rows of a section that have a component."""
    return tuple(
        name
        for name in sorted(known.names(section))
        if any(isinstance(each, part) for each in known.templates(section, name))
    )


@cache
def _weapons(known: Catalog, *, shoots: bool) -> tuple[str, ...]:
    """List the weapons that shoot, or those that do not."""
    return tuple(
        name
        for name in _with_part(known, "items", items.Weapon)
        for each in known.templates("items", name)
        if isinstance(each, items.Weapon) and (each.reach_tiles is not None) == shoots
    )


@cache
def _usable(known: Catalog, *, swallowed: bool) -> tuple[str, ...]:
    """List what is drunk or eaten, or what else may be used."""
    return tuple(
        name
        for name in _with_part(known, "items", magic.Use)
        if _is_swallowed(known.templates("items", name)) == swallowed
    )


def _is_swallowed(parts: Sequence[object]) -> bool:
    """Return whether an item with these components is a potion or food."""
    effects = [each for part in parts if isinstance(part, magic.Use) for each in part.effects]
    namings = [part.naming.lower() for part in parts if isinstance(part, items.Magic)]
    return "potion" in namings or any(isinstance(each, healing.Feed) for each in effects)


@cache
def _peaceful(known: Catalog) -> tuple[str, ...]:
    """List the creatures that ignore the player."""
    return tuple(
        name
        for name in _with_part(known, "mobs", actors.Nature)
        for part in known.templates("mobs", name)
        if isinstance(part, actors.Nature)
        and known.reaction(part.faction, actors.PLAYER_FACTION) == "ignore"
    )


def _free(game: Game, tiles: int) -> list[Point]:
    """List the free tiles in view, at most so many from the player, none of them theirs."""
    here = space.point_of(game.player)
    assert here is not None
    near = tiles + 0.5
    seen = sight.points(game.level.visible)
    return [spot for spot in seen if distance(spot, here) <= near and game.level.is_free(spot)]


def _put(
    session: Session, section: actors.Section, name: str, rng: Stream, tiles: int = NEAR_TILES
) -> list[int]:
    """Put something on a free tile in view, so many tiles away at most; return it, or nothing if there is no room."""
    game = session.game
    body = game.content.body(section, name)
    free = [spot for spot in _free(game, tiles) if game.level.has_room(body, spot)]
    if not free:
        return []
    made = spawning.spawn(game, section, name, rng.choice(free), game.depth)
    look_around(game)
    return [made]


def _step_onto(session: Session, things: Sequence[int]) -> acting.Action:
    """Step to where the first of some things is; wait if there is none."""
    there = space.point_of(things[0]) if things else None
    return Step.between(session.here, there) if there is not None else Pass()


def _given(session: Session, name: str) -> int:
    """Put a new item of a known kind in the player's pack and return it."""
    session.do(wizardry.Give(name))
    session.do(wizardry.IdentifyAll())
    return ecs.get(session.player, items.Pack).items[-1]


def _wield(session: Session, name: str) -> None:
    """Let the player wield a new weapon; that takes a turn."""
    item = _given(session, name)
    if ecs.get(item, items.Item).slot is not None:
        session.do(Equip(item))


def _aim(session: Session, rng: Stream) -> Point:
    """Choose the tile of somebody in view, or any in view."""
    seen = senses.seen_creatures(session.game)
    at = [spot for each in seen if (spot := space.point_of(each)) is not None]
    if at and rng.chance(75):
        return rng.choice(at)
    return rng.choice([*_free(session.game, NEAR_TILES), session.here])


TURNS, REHEARSALS = 5, 3
KINDS = (*CHOOSERS, *["cast"] * len(CHOOSERS))
"""Kinds of commands, in turn: every second one is a cast."""


def _foreseen(session: Session, kind: str, rng: Stream, law: TurnLaw) -> str:
    """Choose commands, and hold each first act to its forecast, each second turn to its reply; return what is wrong."""
    for turn in range(TURNS):
        action = chosen(session, kind, rng)
        if session.is_over:
            return ""  # choosing it, as by wielding a bow, took a turn
        if turn % 2:
            wrong = law.hold(session.game, action, playing(session))
        else:
            wrong = _held(session.game, kind, action, rng, law.counts)
            if not session.is_over:
                _go_on(session)
        if wrong or session.is_over:
            return wrong
    return ""


def _go_on(session: Session) -> None:
    """Let a turn pass, in which the player fights if there is somebody to fight, and explores if not."""
    game = session.game
    act = (
        planning.Habit(game)(game) if planning.foes_of(game) else explore.next_free(game)
    ) or Pass()
    if session.do(act).refused is not None:
        session.do(Pass())


def _held(game: Game, kind: str, action: acting.Action, rng: Stream, counts: Counter[str]) -> str:
    """Hold a command to its forecast; return what is wrong. `counts` is told what was compared."""
    chances = Chances()
    for what, wrong in held(game, game.player, action, rng, REHEARSALS, chances):
        counts[f"{kind}: {what}"] += 1
        if wrong:
            return f"{action}: {wrong}"
    counts.update(chances.counts)
    return ""


def _shortfall(counts: Mapping[str, int]) -> str:
    """Say what held too seldom, of turns and of chances."""
    return "; ".join(filter(None, (shortfall(counts), untrue(counts))))


@campaign("foresight", "laws of forecast and reply", 1_000, 3, _shortfall)
def trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Set up a scene at a depth, foresee what is then done, and compare."""
    kind = KINDS[number % len(KINDS)]
    session, law = scene(seed, number, rng), TurnLaw()
    failure = _foreseen(session, kind, rng, law)
    law.counts.update(f"beyond: {each}" for each in law.broke)
    return Verdict(kind, "broke" if failure else "held", failure, law.counts)
