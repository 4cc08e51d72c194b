"""The turn that can be taken back: remembered while it is played, described, and undone.

Nothing is remembered for who knows no spell that asks for it. What is remembered is the whole state that rules can see,
dice included: who does the same again, fares the same again.
"""

import esper
import msgspec

from roguelike.components.actors import Player
from roguelike.components.magic import KnownSpells, SpellTemplate
from roguelike.components.vitals import Pools
from roguelike.engine.saves.snapshot import Rules, remembered, taken_back
from roguelike.world import ecs
from roguelike.world.changes import TookBack
from roguelike.world.game import NOBODY, Game
from roguelike.world.names import sees


def memory_of(game: Game) -> bytes:
    """Return the state as it is now, if the player knows how to come back to it; else nothing."""
    known = esper.try_component(game.player, KnownSpells)
    spells = [ecs.get(spell, SpellTemplate) for spell in (known.spells if known else ())]
    if any(each.remembers for spell in spells for each in spell.use.effects):
        return remembered(game)
    return b""


def go_back(game: Game) -> bool:
    """Take the last turn back if this one asked for it, and return whether it did.

    What it costs is paid from what the player had then, and the depth is noted.
    """
    asked = next((change for change in game.trace if type(change) is TookBack), None)
    if asked is None:
        return False
    depth = game.depth
    taken_back(game)
    pools, player = ecs.get(game.player, Pools), ecs.get(game.player, Player)
    pools.mana = max(0, pools.mana - asked.mana)
    player.taken_back = (*player.taken_back, depth)
    return True


def what_returns(game: Game) -> dict[int, set[str]]:
    """Say whose hit points and places would be what they were before the last turn; NOBODY for who lives again."""
    rules = msgspec.json.decode(game.yesterday, type=Rules)
    told: dict[int, set[str]] = {game.player: {"your last turn is taken back"}}
    places, kinds = dict(rules.components.position), dict(rules.components.kind)
    for entity, before in rules.components.pools:
        now = esper.try_component(entity, Pools)
        if now is None or entity in game.dead:
            if game.level.visible[places[entity].x, places[entity].y]:
                told.setdefault(NOBODY, set()).add(f"{kinds[entity].name.lower()} lives again")
        elif sees(game, entity) and now.hp != before.hp:
            told.setdefault(entity, set()).add(f"{now.hp} health, then {before.hp}")
    return told
