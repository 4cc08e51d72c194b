"""A character sheet: the state of a game with its player alone, on no level, to be placed on a drawn board.

It is cut out of what a save would hold. So whatever a save keeps of a player (level, skills, gear, statuses and changes
to their spells) is included automatically, and nothing is shared with the game that it was taken from.
"""

import esper
import msgspec

from roguelike.components.items import Pack, Relic
from roguelike.components.magic import KnownSpells
from roguelike.components.spatial import NOWHERE
from roguelike.components.statuses import Statuses
from roguelike.components.vitals import Pools
from roguelike.core.records import replace
from roguelike.core.rng import Stream
from roguelike.engine.play.dungeon import make_player
from roguelike.engine.play.naming import name_unknowns
from roguelike.engine.state.levels import saved_level
from roguelike.engine.state.restoring import restore
from roguelike.engine.state.snapshot import Snapshot, plain, read, write
from roguelike.engine.state.tables import SAVED, Tables
from roguelike.mapgen.boards import Board, Hero
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, spawning
from roguelike.world.content import Content
from roguelike.world.game import NOBODY, Game
from roguelike.world.level import Level
from roguelike.world.names import is_known

Sheet = bytes
"""The state, as `engine.state.snapshot` writes it."""
LESSON_DEPTH = 2
_WRITER = msgspec.json.Encoder(enc_hook=plain)


def sheet_of(game: Game) -> Sheet:
    """Return the sheet of a game's player; the game is not changed.

    Unidentified items are left out, since trying them out without consequences would identify them. So are quest items,
    which have no place in practice.
    """
    snapshot = read(write(game))
    rules = snapshot.rules
    kept = _belongings(game)
    spells = {entity for entity, kind in rules.components.kind if kind.section == "spells"}
    rules.components = _only(rules.components, kept | spells)
    for entity, position in rules.components.position:
        if entity == game.player:
            position.x, position.y, position.depth = 0, 0, NOWHERE
    for _, pack in rules.components.pack:
        pack.items = [item for item in pack.items if item in kept]
    for _, status in rules.components.status_effect:
        status.source = status.source if status.source in kept else NOBODY
    rules.components.quest.clear()
    rules.levels, rules.turn, rules.yesterday, snapshot.log = [], 0, None, []
    return _WRITER.encode(snapshot)


def _belongings(game: Game) -> set[int]:
    """Return the ids of the player, of what they wear, carry and know, and of their statuses."""
    pack = ecs.get(game.player, Pack)
    carried = (item for item in pack.items if is_known(game, item))
    things = {
        item for item in (*carried, *pack.worn.values()) if not esper.has_component(item, Relic)
    }
    return {game.player, *things, *ecs.get(game.player, Statuses).entities}


def _only(tables: Tables, kept: set[int]) -> Tables:
    """Return the rows of these entities."""
    return Tables(
        **{name: [row for row in getattr(tables, name) if row[0] in kept] for name in SAVED}
    )


def newcomer(hero: Hero, catalog: Catalog) -> Sheet:
    """Return the sheet of a new player with what a lesson gives them, all of it identified."""
    game = Game.fresh("lesson", catalog)
    try:
        name_unknowns(game, catalog)
        game.depth = LESSON_DEPTH
        player = make_player(game, catalog)
        pools = ecs.get(player, Pools)
        pools.max_hp = pools.hp = hero.hp or pools.max_hp
        pools.max_mana = pools.mana = hero.mana or pools.max_mana
        ecs.get(player, KnownSpells).spells.extend(game.spells[name] for name in hero.spells)
        for name in hero.wears:
            spawning.put_on(player, spawning.make(game, "items", name, game.rng))
        for name in hero.carries:
            spawning.pocket(player, spawning.make(game, "items", name, game.rng))
        game.identified.update((*hero.wears, *hero.carries))
        return write(game)
    finally:
        ecs.drop_world(game.world)


def set_down(sheet: Sheet, board: Board, seed: str, content: Content, *, rested: bool) -> Game:
    """Make a game from a sheet on the empty ground of a board; its player has no tile yet.

    Args:
        sheet: the player.
        board: the ground.
        seed: decides the dice.
        content: the raws.
        rested: whether hit points and mana are full, whatever the sheet says.
    """
    snapshot: Snapshot = read(sheet)
    rules = snapshot.rules
    level = Level(rules.depth, board.title, board.theme, board.tiles(), board.lit, board.start)
    rules.seed, rules.rng, rules.levels = seed, Stream(seed, "play").state(), [saved_level(level)]
    if rested:
        rules.components.pools = [
            (entity, _full(pools)) for entity, pools in rules.components.pools
        ]
    return restore(snapshot, content)


def _full(pools: Pools) -> Pools:
    """Return pools with nothing missing."""
    return replace(pools, hp=pools.max_hp, mana=pools.max_mana)
