"""New games, building levels and moving between them. A level stays as it was left until somebody returns.

Map generation knows names and tiles but not sizes; the data knows sizes but not tiles. They meet here, where what was
planned is placed. A faction that hates the player for a deed has avengers wait on the next new level below.

Unidentified items have their names from here: potions by colour, scrolls by title, rings by stone, none twice. So have
creatures their level: orcs at their usual depth have their usual level, and orcs at depth 8 are veterans.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import esper

from roguelike.components import actors, bargains, growth, items, magic, spatial, vitals
from roguelike.components.places import Group
from roguelike.components.statuses import Statuses
from roguelike.core import sight
from roguelike.core.geometry import Point, steps_between
from roguelike.core.grammar import Message
from roguelike.core.records import astuple, replace
from roguelike.core.rng import Stream, pick_weighted
from roguelike.effects import learning
from roguelike.engine.telling.sentences import narrate
from roguelike.mapgen.blueprint import Blueprint, Spawn, Special
from roguelike.mapgen.generation import generate
from roguelike.mapgen.metas import ends
from roguelike.systems.catch_up import catch_up, follow, followers, note_pursuers, pursuers
from roguelike.systems.initiative import reroll
from roguelike.systems.level_setup import Fellowship, place_stranger, set_up
from roguelike.systems.visibility import look_around
from roguelike.world import changes, ecs, figures, perception, remembering, space, spawning
from roguelike.world.catalog import Catalog, MobState, Start
from roguelike.world.circumstances import deeds_of
from roguelike.world.derived_stats import drop_stats
from roguelike.world.game import Cause, Game, template_of
from roguelike.world.level import Level, covered
from roguelike.world.terrain import Tile

LOOKS = ("Swirling", "Effervescent", "Slimy", "Oily", "Viscous", "Smelly", "Glowing")
COLOURS = ("Red", "Orange", "Yellow", "Green", "Brown", "Indigo", "Violet")
VOWELS, CONSONANTS = "aeiou", "bcdfghjklmnprstvwxyz"
POTION, SCROLL = "potion", "scroll"
MATERIALS = {
    "rod": (
        *("Brass", "Glass", "Iron", "Copper", "Bone", "Tin", "Lead", "Silver", "Pewter", "Crystal"),
        *("Zinc", "Nickel", "Bronze", "Slate"),
    ),
    "staff": ("Ash", "Oak", "Yew", "Willow", "Rowan", "Elder", "Birch", "Hazel", "Alder", "Pine"),
    "ring": (
        *("Agate", "Opal", "Garnet", "Jet", "Amber", "Pearl", "Onyx", "Topaz", "Coral", "Beryl"),
        *("Jade", "Ruby", "Quartz", "Zircon", "Moonstone", "Sapphire"),
    ),
    "amulet": (
        *("Round", "Square", "Crooked", "Heavy", "Hollow", "Spiral", "Twisted", "Pierced"),
        *("Chipped", "Smooth", "Carved", "Tarnished"),
    ),
}
"""Materials and looks by which unidentified rods, staffs, rings and amulets are named."""


def name_unknowns(game: Game) -> None:
    """Give every kind of magic item its name while unidentified; the same seed gives the same names."""
    rng = game.stream("names")
    potions = game.content.named_alike(POTION)
    bottles = [f"{look} {colour} Potion" for look in LOOKS for colour in COLOURS]
    rng.shuffle(bottles)
    game.hidden_names.update(zip(potions, bottles, strict=False))
    used: set[str] = set()
    for kind in game.content.named_alike(SCROLL):
        title = _title(rng)
        while title in used:
            title = _title(rng)
        used.add(title)
        game.hidden_names[kind] = f"Scroll of {title}"
    for naming, makes in MATERIALS.items():
        left = list(makes)
        rng.shuffle(left)
        for number, kind in enumerate(game.content.named_alike(naming)):
            make = left[number] if number < len(left) else f"{left[number % len(left)]} {number}"
            game.hidden_names[kind] = f"{make} {naming.capitalize()}"


def _title(rng: Stream) -> str:
    """Return a made-up word of 5 to 8 letters, consonants and vowels alternating."""
    start = rng.below(2)
    letters = [
        rng.choice(VOWELS if (place + start) % 2 else CONSONANTS)
        for place in range(rng.between(5, 8))
    ]
    return "".join(letters).capitalize()


def season(level: Level, catalog: Catalog) -> None:
    """Raise the creatures of a new level to their level at its depth."""
    for entity, _ in space.residents(level, actors.Mind):
        name = ecs.get(entity, actors.Kind).name
        rise_to(entity, usual_level(name, level.depth, catalog), catalog)


def usual_level(name: str, depth: int, catalog: Catalog) -> int:
    """Return the level of a kind of creature at some depth, at least that of its row."""
    own, home = _state(catalog, name).level, catalog.spawn_table.home("mobs", name)
    if home is None:
        return own
    formula = catalog.figures["creature level"]
    return min(
        figures.MOST_LEVEL, max(own, figures.worked_out(formula, level=own, depth=depth, home=home))
    )


def rise_to(entity: int, level: int, catalog: Catalog) -> None:
    """Give a creature the skills and full pools of its kind at a level."""
    pools = ecs.get(entity, vitals.Pools)
    if level == pools.level:
        return
    born = _born_at(catalog, ecs.get(entity, actors.Kind).name, level)
    pools.level, pools.hp, pools.mana = level, born.hp, born.mana
    pools.max_hp, pools.max_mana = born.hp, born.mana
    skills = ecs.get(entity, vitals.Skills)
    skills.melee, skills.defense, skills.magic = born.skills
    drop_stats(entity)


@lru_cache(maxsize=1024)
def _born_at(catalog: Catalog, name: str, level: int) -> MobState:
    """Return the initial state of a kind of creature at a level, adjusted by the difference of the formulas."""
    row = _state(catalog, name)
    born = vitals.Attributes(*row.attributes)
    (hp, mana), (old_hp, old_mana) = (
        figures.creature_pools(catalog.figures, each, born) for each in (level, row.level)
    )
    now, before = (
        astuple(figures.creature_skills(catalog.figures, each)) for each in (level, row.level)
    )
    skills = [had + new - old for had, new, old in zip(row.skills, now, before, strict=True)]
    return replace(
        row,
        level=level,
        hp=max(1, row.hp + hp - old_hp),
        mana=max(0, row.mana + mana - old_mana),
        skills=(skills[0], skills[1], skills[2]),
    )


def _state(catalog: Catalog, name: str) -> MobState:
    """Return the initial state of a kind of creature."""
    fresh = catalog.entries["mobs"][name].fresh
    assert isinstance(fresh, MobState)
    return fresh


OPENING = "Far below lies the Amulet of Yala. Last night the whole pub heard you swear to fetch it."
"""The first message of a new game."""
FIRST_DEPTH = 1
FATE = Cause("fate")
STRANGER = "You feel watched by something that does not belong here."
HATED = -50
"""Standing at or below which a faction sends its avengers."""
NEAREST_STEPS, FURTHEST_STEPS = 20, 45
"""Least and most steps at which they start from where the player arrives."""
SEARCH_TILES = 12
"""The most tiles that a large creature is moved from its planned place."""
_REACH = range(-SEARCH_TILES, SEARCH_TILES + 1)
_NEAREST_FIRST = sorted((max(abs(dx), abs(dy)), dx, dy) for dx in _REACH for dy in _REACH)
"""(distance in moves, dx, dy) of all places that are tried."""


def new_game(seed: str, catalog: Catalog, origin: str = "") -> Game:
    """Create a game: the player on the first level, with what their origin gives them; "" is the usual one.

    Raises KeyError if there is no such origin.
    """
    start = catalog.origins[origin or next(iter(catalog.origins))]
    game = Game.fresh(seed, catalog)
    name_unknowns(game)
    build_level(game, FIRST_DEPTH)
    make_player(game, origin)
    _equip(game, start)
    _arrive(game, FIRST_DEPTH, _start_of(game.level))
    _know_home(game)
    welcome = "Welcome to Blue Mana. This dungeon's seed is {1}."  # which may hold any characters
    game.log.append(Message(welcome, (seed,), "title"))
    game.log.append(Message(OPENING))
    if start.welcome:
        game.log.append(Message(start.welcome))
    return game


def _know_home(game: Game) -> None:
    """Mark the town, where the player lives, as explored: its ground and the walls along it."""
    level = game.level
    news = sight.widened(level.walkable) & ~level.explored
    level.explored |= news
    remembering.remember(game, level, news)


def make_player(game: Game, origin: str = "") -> int:
    """Create the player, without equipment and on no tile yet: usually 30 hit points, 4 mana (source game, 3.5)."""
    catalog = game.content
    attributes = vitals.Attributes(
        *catalog.origins[origin or next(iter(catalog.origins))].attributes
    )
    hp, mana = figures.hero_pools(catalog, 1, attributes)
    state = (
        actors.Player(),
        vitals.Pools(hp, hp, mana, mana),
        attributes,
        figures.hero_skills(catalog, 1),
        actors.Initiative(0),
        vitals.HungerClock(),
        Statuses(),
        items.Pack(),
        magic.KnownSpells(),
        growth.Talents(),
        actors.StatsCache(),
        spatial.Position(0, 0, spatial.NOWHERE),
    )
    game.player = ecs.create(*spawning.parts_of(catalog, "game", catalog.player_of(origin), *state))
    return game.player


def _equip(game: Game, start: Start) -> None:
    """Give the player the equipment, spells, gold and statuses with which their origin begins."""
    player = game.player
    for name in start.equipped:
        spawning.put_on(player, spawning.make(game, "items", name, game.rng))
    for name in start.carried:
        spawning.pocket(player, spawning.make(game, "items", name, game.rng))
    ecs.get(player, magic.KnownSpells).spells.extend(game.spells[name] for name in start.spells)
    ecs.get(player, vitals.Pools).gold = start.gold
    for status in start.statuses:
        began = changes.StatusBegan(
            player, status.name, status.turns, status.strength, astuple(status.attributes), FATE
        )
        began.apply(game)


def plan_ahead(game: Game) -> None:
    """Plan the level below the player's, unless it exists: of the time that the stairs take, planning is most.

    A plan follows from the seed, the depth and the data alone, so it changes nothing that it is made ahead.
    """
    depth = game.depth + 1
    if depth not in game.levels and game.caches.get(Blueprint, depth) is None:
        game.caches.keep(depth, _plan(game, depth))


def _plan(game: Game, depth: int) -> Blueprint:
    """Plan a level's map and population, each from a stream of its own."""
    streams = game.stream(f"map {depth}"), game.stream(f"population {depth}")
    return generate(*streams, depth, game.content.spawn_table, folders=game.content.folders)


def build_level(game: Game, depth: int) -> Level:
    """Build a level from its plan; the same seed gives the same level."""
    plan, catalog = game.caches.take(Blueprint, depth) or _plan(game, depth), game.content
    # A prefab may name something that a content pack leaves out.
    known = [each for each in plan.spawns if catalog.has(each.section, each.name)]
    known, special = _apt(game, depth, known, plan.special)
    level = Level(depth, plan.name, plan.looks, plan.tiles, plan.lit, plan.start or (1, 1))
    game.levels[depth] = level
    rng = game.stream(f"spawning {depth}")
    living: dict[Point, int] = {}
    # Large bodies come last: those can be moved aside, the others keep their tiles.
    for each in sorted(known, key=lambda each: is_large(catalog, each)):
        if point := room_for(level, catalog, each):
            made = spawning.spawn(game, each.section, each.name, point, depth, rng)
            outfit(game, made, special.get(each.point), rng)
            if each.section == "mobs":
                living[each.point] = made
    set_up(game, level, rng, list(_fellowships(plan, living)))
    if place_stranger(game, level, rng):
        game.log.append(Message(STRANGER, (), "warn", turn=game.turn))
    season(level, catalog)
    return level


def _apt(
    game: Game, depth: int, spawns: list[Spawn], special: dict[Point, Special]
) -> tuple[list[Spawn], dict[Point, Special]]:
    """Replace the books of shelves that would teach the player nothing, as long as there are others."""
    shelved = {point for point, each in special.items() if each.group and not each.gold}
    if depth == FIRST_DEPTH or not shelved:
        return spawns, special
    known, rng = set(perception.known_names(game.player)), game.stream(f"shelves {depth}")
    catalog = game.content
    pack = esper.try_component(game.player, items.Pack)
    carried = pack.items if pack is not None else ()
    known.update(
        spell
        for item in carried
        for spell in learning.taught_by(esper.try_component(item, magic.Use))
    )
    there = {each.name for each in spawns if each.point in shelved}
    found, special = [], dict(special)
    for each in spawns:
        taught = _taught(catalog, each) if each.point in shelved else []
        if taught and known.issuperset(taught):
            left = [
                (name, weight)
                for name, weight in catalog.spawn_table.books(depth)
                if name not in there
                and not known.issuperset(_taught(catalog, each._replace(name=name)))
            ]
            if (other := pick_weighted(rng, left)) is not None:
                special[each.point] = special[each.point]._replace(name=other)
                each = each._replace(name=other)  # noqa: PLW2901 - the same place on the shelf
                there.add(other)
        found.append(each)
    return found, special


def _taught(catalog: Catalog, spawn: Spawn) -> list[str]:
    """Return the spells that a book teaches; none for anything else."""
    if spawn.section != "items":
        return []
    use = template_of(catalog, actors.Kind("items", spawn.name), magic.Use)
    return learning.taught_by(use)


def _fellowships(plan: Blueprint, living: Mapping[Point, int]) -> Iterator[Fellowship]:
    """Yield the bands of a plan, with the ids of the members that were placed."""
    for band in plan.bands:
        members = tuple(living[point] for point in band.members if point in living)
        if members:
            yield Fellowship(members, band.round, band.asleep_chance)


def travel(game: Game, depth: int, point: Point | None = None, *, followed: bool = True) -> None:
    """Move the player to another depth, to `point` or the stairs back; followers come along if `followed`."""
    old = game.depth
    if depth < FIRST_DEPTH:
        return
    arrival = ""
    if depth not in game.levels:
        arrival = game.content.spawn_table.region(depth).arrival(depth)
        send_avengers(game, build_level(game, depth))
    level = game.levels[depth]
    stairs = level.find(Tile.UP_STAIRS if depth > old else Tile.DOWN_STAIRS)
    takes_stairs = followed and point is None
    along, coming = (followers(game), pursuers(game)) if takes_stairs else ([], [])
    remembering.remember(game, game.level, game.level.visible)
    game.level.left, game.level.as_known = game.turn, None
    game.level.forget_fields()  # levels left behind are many, and take up less without
    if arrival:
        game.log.append(Message("{1}", (arrival,), "title", turn=game.turn))
    if level.left >= 0:
        _make_up_for(game, depth, game.turn - level.left)
    start = len(game.trace)
    _arrive(game, depth, point or (stairs[0] if stairs else _start_of(level)))
    follow(game, along)
    note_pursuers(game, coming)
    narrate(game, start)


def _make_up_for(game: Game, depth: int, turns: int) -> None:
    """Run the turns that a level missed: nothing is animated, and only what concerns the player is logged."""
    start = len(game.trace)
    game.depth = depth
    catch_up(game, turns)
    narrate(game, start)
    del game.trace[start:]


def _start_of(level: Level) -> Point:
    """Return the tile where a level is entered from above."""
    stairs = level.find(Tile.UP_STAIRS)
    return stairs[0] if stairs else level.entry


def _arrive(game: Game, depth: int, point: Point) -> None:
    """Put the player on a level and rebuild its turn queue."""
    changes.move(game, game.player, point, Cause("the stairs", game.player, "move"), depth=depth)
    game.depth = depth
    game.tallies.deepest = max(game.tallies.deepest, depth)
    _make_way(game, point)
    for entity in space.actors_on(game, depth):
        initiative = ecs.get(entity, actors.Initiative)
        if entity != game.player and initiative.due <= game.now:
            reroll(game, entity, ecs.row(entity))
    game.turn_queue.rebuild(space.actors_on(game, depth))
    look_around(game)


def _make_way(game: Game, point: Point) -> None:
    """Move any creature standing where the player arrives to the nearest free tile."""
    for entity in game.level.occupants(point):
        if entity == game.player or not esper.has_component(entity, vitals.Pools):
            continue
        spot = space.nearest_free(game, entity, point)
        if spot is not None:
            changes.move(game, entity, spot, Cause("the stairs", game.player, "move"))


def send_avengers(game: Game, level: Level) -> None:
    """Place the player's avengers on a new level; they know where the player came in."""
    for side, group in game.content.avengers(level.depth, deeds_of(game)).items():
        if game.standing.get(side, 0) > HATED:
            continue
        if _send(game, level, group, game.stream(f"avengers of {side} {level.depth}")):
            words = "Word has gone ahead of you: {1} have sent somebody."
            told = Message(words, (game.content.called(side),), "warn", turn=game.turn)
            game.log.append(told)


def _send(game: Game, level: Level, group: Group, rng: Stream) -> bool:
    """Place a group out of reach, heading for where the player came in; return whether there was room."""
    around = space.free_around(level, level.entry, FURTHEST_STEPS)
    far_off = (spot for steps, spot in around if steps >= NEAREST_STEPS)
    spots = sorted(spot for spot in far_off if spot not in level.at)
    if not spots:
        return False
    centre = rng.choice(spots)
    near = sorted(spots, key=lambda spot: (spot[0] - centre[0]) ** 2 + (spot[1] - centre[1]) ** 2)
    names = [each.name for each in group.members for _ in range(max(0, each.count.roll(rng)))]
    made = spawning.spawn_together(game, names, near, level.depth, rng)
    for entity in made:
        mind = ecs.get(entity, actors.Mind)
        mind.last_seen = level.entry
        mind.leader = made[0] if entity != made[0] else 0
    return True


def is_large(catalog: Catalog, spawn: Spawn) -> bool:
    """Return whether a spawn is a creature of several tiles."""
    if spawn.section != "mobs":
        return False
    body = catalog.body(spawn.section, spawn.name)
    return body.width * body.height > 1


def room_for(level: Level, catalog: Catalog, spawn: Spawn) -> Point | None:
    """Return the tile nearest to a spawn's planned place where all of it fits; None if there is none.

    Only creatures of several tiles are ever moved: map generation has found room for all others.
    """
    if not is_large(catalog, spawn):
        return spawn.point
    body, (x, y) = catalog.body(spawn.section, spawn.name), spawn.point
    spots = ((x + dx, y + dy) for _, dx, dy in _NEAREST_FIRST)
    return next((spot for spot in spots if fits(level, body, spot)), None)


def fits(level: Level, body: spatial.Body, spot: Point) -> bool:
    """Return whether all tiles of a body would be free ground and not too close to the level's entry."""
    return all(
        level.is_free(cell) and steps_between(cell, level.entry) > ends.QUIET_TILES
        for cell in covered(spot, body)
    )


def outfit(game: Game, entity: int, special: Special | None, rng: Stream) -> None:
    """Give a new item or creature its terms, and the items that it carries, as far as the data has them."""
    if special is None or special.name != perception.true_name(entity):
        return
    if special.group or special.gold:
        ecs.attach(entity, bargains.Terms(special.group, special.gold))
    for name in special.carries:
        if game.content.has("items", name):
            spawning.pocket(entity, spawning.make(game, "items", name, rng))
