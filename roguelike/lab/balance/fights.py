"""`roguelike balance --at-level` and `--groups`: how single fights go for heroes of a depth's level, as a table.

The first is about those who live at each depth, and says whether a depth is a step or a wall. The second is about each
group, at the first and the last of its depths: which depths it belongs to, and whether it has the right size. Groups
that sleep or lie in wait are fought awake and in the open, and those that attack nobody are met for nothing.

One fight for the at-level table: a typical hero of a depth against a typical group of enemies there.

The hall is lit and open, with some pillars; the enemies are five to eight tiles away and have just noticed the hero, as
in play; they do not fight one another. There is no door to flee through, and nobody comes to help: in this, real play
is kinder. With hidden enemies and several groups at once it is harsher.
"""

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import TextIO

import esper
import numpy as np

from roguelike.actions import senses
from roguelike.commands import processes
from roguelike.components import actors, items, magic, vitals
from roguelike.components.places import Group
from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import Record, replace
from roguelike.core.rng import Stream, pick_weighted
from roguelike.effects.statuses import wake
from roguelike.engine.play.dungeon import season, travel, usual_level
from roguelike.engine.session import Session
from roguelike.lab.balance.chance import interval
from roguelike.lab.bots.roster import BOTS, make_bot
from roguelike.lab.bots.taste import USUAL, Taste, of_spell
from roguelike.lab.fleet import Fleet, Work, all_of, seeds_told
from roguelike.lab.heroes import equip, taught_by
from roguelike.raws.catalog import catalog_in_force
from roguelike.systems.level_setup import set_up
from roguelike.world import ecs, figures, perception, space, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause, Game, nature_of, template_of
from roguelike.world.level import Level
from roguelike.world.terrain import Tile

POLICIES = ("seer", "planner", "plotter", "zap", "under", "bare")
"""A hero who plays by the reply; one by the fights that follow; one by two acts at a time; the first with no spell but
Zap; one who came three levels too early; and one who took no offer of any level. Any word of a spell, such as "fire" or
"summon", is a policy too: that of a hero who besides Zap knows such spells alone, and takes the offers that go with
them."""
SPELLS_BY_DEPTH = ((5, 3), (9, 5), (15, 7))
"""How many spells whoever keeps to one kind has found by a depth, the cheapest first."""
UNDER_LEVELS = 3
WIDTH, HEIGHT = 30, 11
NEAR_TILES, FAR_TILES = 5, 8
MOST_FOES = 5
MOST_TURNS = 200
"""A hero still alive by then has got away. With 70 turns, half of the fights at depths 12 to 15 were still going on,
and heroes too weak for them counted as survivors."""
TOGETHER_PERCENT = 60
"""Percentage of fights with a group that lives together, if there are any; the others are rolled at random."""
LEAST, ENOUGH = 0.75, 2.5
"""Least total level of a group, and most of a group rolled at random, as a share of the hero's: less is no fight."""
BOT = "seer"
TRIES = 80
ROOTED, SLEEPER = "rooted", 0.75
"""Excluded: creatures that cannot move, and those asleep so often that players pass them rather than fight them."""


class Fight(Record):
    """The outcome of one fight. Shares are of the hero's pools at its beginning."""

    depth: int
    level: int
    """The usual hero level for that depth."""
    policy: str
    group: str
    """Who they were."""
    survived: bool
    won: bool
    hp_lost: float
    mana_used: float
    turns: int
    lives: str = ""
    """The group of the data that was asked for; "" if whoever lives at the depth was met."""


@ecs.passing_worlds()
def fight(
    seed: str, depth: int, policy: str, catalog: Catalog, group: Group | None = None
) -> Fight:
    """Play a fight until it is decided, for at most MOST_TURNS, or until this worker is told to stop.

    It is against a given group, all of them awake, or against one that is typical of the depth.
    """
    session = Session.start(seed, catalog)
    game, level = session.game, figures.hero_level(catalog, depth)
    if policy == "under":
        equip(game, max(1, depth - UNDER_LEVELS), max(1, level - UNDER_LEVELS))
    else:
        equip(game, depth, level, _taste(policy))
    if policy == "zap" or policy not in POLICIES:
        _learn_only(game, ["Zap", *_spells_of(catalog, policy, depth)])
    foes = gather(game, catalog, depth, level, group)
    fought = _play(session, depth, level, policy, foes)
    return fought if group is None else replace(fought, lives=group.name)


def _taste(policy: str) -> Taste | None:
    """Return by which taste a hero takes offers; None for who takes none."""
    likes = (
        USUAL.likes if policy in POLICIES else {**USUAL.likes, policy: 3, "study": 1, "spell": 0}
    )
    return None if policy == "bare" else replace(USUAL, likes=likes)


def _spells_of(catalog: Catalog, word: str, depth: int) -> list[str]:
    """Return the spells that somebody who keeps to a kind, such as fire, knows at a depth: those that books teach."""
    taught = {spell for name in catalog.names("items") for spell in taught_by(catalog, name)}
    found = [catalog.spells[spell] for spell in sorted(taught)]
    found = [spell for spell in found if word in dict(of_spell(spell))]
    found.sort(key=lambda spell: spell.mana_cost)
    return [spell.name for spell in found][
        : next(n for most, n in SPELLS_BY_DEPTH if depth <= most)
    ]


def _learn_only(game: Game, spells: Sequence[str]) -> None:
    """Let the hero know these spells and no others, and leave them no scrolls or rods that are aimed like spells."""
    known, pack = ecs.get(game.player, magic.KnownSpells), ecs.get(game.player, items.Pack)
    known.spells[:], known.ready = [game.spells[name] for name in spells], None
    for item in list(pack.items):
        use = esper.try_component(item, magic.Use)
        if use is not None and use.delivery.aimed:
            pack.items.remove(item)
            ecs.delete(item)


def gather(game: Game, catalog: Catalog, depth: int, level: int, group: Group | None) -> str:
    """Make the hall, put the hero and enemies into it, and return the enemies' names."""
    rng = game.stream(f"hall of depth {depth}")
    tiles = np.full((WIDTH, HEIGHT), Tile.WALL, np.uint8, order="F")
    tiles[1:-1, 1:-1] = Tile.FLOOR
    for x in range(6, WIDTH - 5, 6):
        tiles[x, HEIGHT // 2 + rng.between(-3, 3)] = Tile.WALL
    middle = (WIDTH // 2 - 2, HEIGHT // 2)
    tiles[middle] = Tile.FLOOR
    hall = game.levels[depth] = Level(depth, "The Hall", "default", tiles, entry=(1, 1))
    luck = game.stream(f"group of depth {depth}")
    names = _members(group, luck) if group is not None else _typical(catalog, depth, level, luck)
    _people(game, hall, names, middle, luck)
    set_up(game, hall, rng)
    season(hall, catalog)
    travel(game, depth, middle, followed=False)
    found = []
    for entity, mind in ecs.with_component(actors.Mind):
        if space.is_here(game, entity):
            wake(game, entity, Cause("a step", game.player, "noise"))
            mind.target, mind.last_seen = game.player, middle
            found.append(entity)
    game.caches.sleep += 1
    game.turn_queue.rebuild(space.actors_on(game, depth))
    return ", ".join(sorted(perception.true_name(entity) for entity in found))


def _people(game: Game, hall: Level, names: Sequence[str], middle: Point, rng: Stream) -> None:
    """Spawn creatures of these names around the middle."""
    for name in names:
        spot = _spot(hall, middle, rng)
        if spot is not None:
            spawning.spawn(game, "mobs", name, spot, hall.depth, rng)


def _typical(catalog: Catalog, depth: int, level: int, rng: Stream) -> list[str]:
    """Return the names of creatures of a depth that one meets together, the leader first."""
    together = rng.chance(TOGETHER_PERCENT)
    names = _living_together(catalog, depth, level, rng) if together else []
    return names or _met_by_chance(catalog, depth, level, rng)


def _members(group: Group, rng: Stream) -> list[str]:
    """Return the names of a group's members, as many as are rolled, the leader first."""
    return [each.name for each in group.members for _ in range(each.count.roll(rng))]


def _living_together(catalog: Catalog, depth: int, level: int, rng: Stream) -> list[str]:
    """Return the names of a group that lives at a depth, the leader first; [] if there is none or it is too weak."""
    groups = [
        (group, group.weight)
        for group in catalog.spawn_table.groups(depth)
        if group.asleep_chance < SLEEPER and _joins(catalog, group.members[0].name, ())
    ]
    group = pick_weighted(rng, groups) if groups else None
    names = _members(group, rng) if group is not None else []
    together = sum(usual_level(name, depth, catalog) for name in names)
    return names if together >= LEAST * level else []


def _met_by_chance(catalog: Catalog, depth: int, level: int, rng: Stream) -> list[str]:
    """Roll on the spawn table until the group is a match for a hero of `level`."""
    together = 0.0
    group: list[str] = []
    for _ in range(TRIES):
        name = catalog.spawn_table.roll("mobs", depth, rng)
        if name is None or len(group) == MOST_FOES:
            break
        leads = template_of(catalog, actors.Kind("mobs", name), actors.Company) is not None
        worth = usual_level(name, depth, catalog) + (level if leads else 0)
        fits = not group or (not leads and together + worth <= ENOUGH * level)
        if fits and _joins(catalog, name, group):
            group.append(name)
            together += worth
    return group


def _joins(catalog: Catalog, name: str, group: Sequence[str]) -> bool:
    """Return whether a creature attacks players, can move, and is on bad terms with nobody of the group."""
    nature = nature_of(catalog, name)
    others = [nature_of(catalog, other).faction for other in group]
    return (
        nature.movement != ROOTED
        and nature.asleep_chance < SLEEPER
        and catalog.reaction(nature.faction, actors.PLAYER_FACTION) == "attack"
        and all(
            catalog.reaction(one, other) == "ignore"
            for faction in others
            for one, other in ((nature.faction, faction), (faction, nature.faction))
        )
    )


def _spot(hall: Level, middle: Point, rng: Stream) -> Point | None:
    """Return a random free tile NEAR_TILES to FAR_TILES from the hero; None if there is none."""
    free = [
        (x, y)
        for x in range(1, WIDTH - 2)
        for y in range(1, HEIGHT - 2)
        if NEAR_TILES <= steps_between((x, y), middle) <= FAR_TILES
        and hall.tiles[x, y] == Tile.FLOOR
        and all((x + dx, y + dy) not in hall.blockers for dx in (0, 1) for dy in (0, 1))
    ]
    return rng.choice(free) if free else None


def _play(session: Session, depth: int, level: int, policy: str, group: str) -> Fight:
    """Let a bot play the hero until one side is dead or time is up; return the outcome."""
    game = session.game
    bot = make_bot(policy if policy in BOTS else BOT, game.seed)
    pools = ecs.get(game.player, vitals.Pools)
    hp, mana = pools.hp, pools.mana
    start, least, spent, last = game.turn, hp, 0, mana
    while game.turn - start < MOST_TURNS and not session.is_over and _foes(game):
        if processes.stopped():
            break
        bot.take_turn(session)
        if game.player in game.dead:
            break
        least, spent = min(least, pools.hp), spent + max(0, last - pools.mana)
        last = pools.mana
    survived = game.player not in game.dead
    return Fight(
        depth,
        level,
        policy,
        group,
        survived,
        survived and not _foes(game),
        1 - (least if survived else 0) / hp,
        min(1.0, spent / max(1, mana)),
        game.turn - start,
    )


def _foes(game: Game) -> bool:
    """Return whether any enemy is left in the hall."""
    return any(
        space.is_here(game, entity) and entity not in game.dead and senses.is_hostile(game, entity)
        for entity, _ in ecs.with_component(actors.Mind)
    )


DEPTHS = range(2, 16)
WORST = 3
Part = tuple[str, int, str, str]
"""A group's name, or "" for whoever lives there; a depth, a policy and a seed."""


def fight_all(
    seeds: Sequence[str], fleet: Fleet, err: TextIO, policies: Sequence[str]
) -> tuple[list[Fight], bool]:
    """Fight at every depth with each of these policies, or every group if there are none, once for each seed.

    Returns:
        the fights, and whether none was cut off.
    """
    catalog = catalog_in_force()
    name = f"{' '.join(policies) or 'groups'} of {catalog.data_hash}, seeds {seeds_told(seeds)}"
    parts = parts_of(catalog, seeds, policies)
    return all_of(Work(name, _one, parts, Fight), fleet, err, "fights")


def parts_of(catalog: Catalog, seeds: Sequence[str], policies: Sequence[str]) -> list[Part]:
    """List the fights to be fought, those of each seed together, so that whatever is broken off says most."""
    met = [("", depth, policy) for depth in DEPTHS for policy in policies] or [
        (name, depth, "seer")
        for name, group in groups_of(catalog).items()
        for depth in _ends(group)
    ]
    return [(*each, seed) for seed in seeds for each in met]


def groups_of(catalog: Catalog) -> dict[str, Group]:
    """Return the groups by name that live on the way to the last depth, from the first depth down."""
    return {group.name: group for depth in DEPTHS for group in catalog.spawn_table.groups(depth)}


def _ends(group: Group) -> Sequence[int]:
    """Return the first and the last depth of the way down at which a group lives."""
    depths = [depth for depth in DEPTHS if depth in group.depths]
    return sorted({depths[0], depths[-1]})


def _one(part: Part) -> Fight:
    """Play one fight, in whatever process this is."""
    name, depth, policy, seed = part
    catalog = catalog_in_force()
    return fight(seed, depth, policy, catalog, groups_of(catalog)[name] if name else None)


def table(fights: Sequence[Fight]) -> str:
    """Return the table as text: a line for each depth, and the deadliest groups; or one for each group and depth."""
    lines = _by_group(fights) if fights[0].lives else [*_by_depth(fights), "", *_deadliest(fights)]
    return "\n".join([*lines, ""])


def _by_depth(fights: Sequence[Fight]) -> Iterator[str]:
    """Yield the lines of the table: a row for each depth, a cell for each policy."""
    yield (
        "Survived (95 in 100 such tables hold the true share), won, hit points lost, mana used, turns; "
    )
    yield f"`under` is a hero {UNDER_LEVELS} levels below, `zap` one who knows nothing else, `bare` one without offers."
    yield ""
    policies = dict.fromkeys(each.policy for each in fights)
    yield f"{'depth':>5} {'level':>5}" + "".join(f"  {policy:<42}" for policy in policies).rstrip()
    for depth in DEPTHS:
        here = [each for each in fights if each.depth == depth]
        cells = [_cell([each for each in here if each.policy == policy]) for policy in policies]
        if here:
            row = "".join(f"  {cell:<42}" for cell in cells).rstrip()
            yield f"{depth:>5} {here[0].level:>5}{row}"


def _cell(fights: Sequence[Fight]) -> str:
    """Return a cell of the table: how many fights were survived, and their average cost."""
    if not fights:
        return ""
    mana = f"{mean(each.mana_used for each in fights):>5.0%}"
    return f"{_survived(fights)}{mana}{mean(each.turns for each in fights):>5.0f}"


def _survived(fights: Sequence[Fight]) -> str:
    """Return how many fights were survived, with the bounds of the true share, and the average of hit points lost."""
    survived = sum(each.survived for each in fights)
    low, high = interval(survived, len(fights))
    won = sum(each.won for each in fights) / len(fights)
    share = f"{survived / len(fights):>4.0%} ({low:.0%}-{high:.0%}) won {won:.0%}"
    return f"{share:<25}{mean(each.hp_lost for each in fights):>5.0%}"


def _deadliest(fights: Sequence[Fight]) -> Iterator[str]:
    """Yield the groups that cost the hero most hit points at each depth."""
    yield "The groups that cost the seer most:"
    for depth in DEPTHS:
        met = [each for each in fights if (each.depth, each.policy) == (depth, "seer")]
        met.sort(key=lambda each: (-each.hp_lost, each.group))
        for each in met[:WORST]:
            end = f"{each.hp_lost:.0%} lost" if each.survived else "died"
            yield f"{depth:>5}  {end:<9} {each.group}"


def _by_group(fights: Sequence[Fight]) -> Iterator[str]:
    """Yield the lines of the table of groups, in the order in which they were fought."""
    yield "Survived (95 in 100 such tables hold the true share), won, hit points lost, turns."
    yield ""
    pairs = dict.fromkeys((each.lives, each.depth) for each in fights)
    wide = max(len(name) for name, _ in pairs)
    yield f"{'group':<{wide}} {'depth':>5} {'level':>5}  {'survived':<25}{'lost':>5}{'turns':>6}"
    for name, depth in pairs:
        met = [each for each in fights if (each.lives, each.depth) == (name, depth)]
        turns = mean(each.turns for each in met)
        yield f"{name:<{wide}} {depth:>5} {met[0].level:>5}  {_survived(met)}{turns:>6.0f}"
