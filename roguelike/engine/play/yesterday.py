"""The turn that can be taken back: remembered while it is played, described, and undone.

Nothing is remembered unless the player knows a spell that needs it. All state that rules can see is remembered,
including the dice: doing the same again has the same result.
"""

from collections.abc import Iterable

import esper
import msgspec

from roguelike.components import actors, magic, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.core.records import replace
from roguelike.effects.foresight.facts import Ends, Says
from roguelike.effects.foresight.runs import Run, note_loss, note_mana, note_status
from roguelike.engine.state.snapshot import Rules, remembered, taken_back
from roguelike.world import changes, ecs, perception, space
from roguelike.world.game import NOBODY, Game

Turns = dict[str, int]
"""Turns left, by the name of a status."""


def memory_of(game: Game) -> bytes:
    """Return the current state if the player knows how to go back to it; else b""."""
    known = esper.try_component(game.player, magic.KnownSpells)
    spells = [ecs.get(spell, magic.SpellTemplate) for spell in (known.spells if known else ())]
    if any(each.remembers for spell in spells for each in spell.use.effects):
        return remembered(game)
    return b""


def go_back(game: Game) -> bool:
    """Take the last turn back if this one asked for it, and return whether it did.

    The cost is paid from what the player had then, and the depth is recorded.
    """
    asked = next((change for change in game.trace if type(change) is changes.TookBack), None)
    if asked is None:
        return False
    depth = game.depth
    taken_back(game)
    pools, player = ecs.get(game.player, vitals.Pools), ecs.get(game.player, actors.Player)
    pools.mana = max(0, pools.mana - asked.mana)
    player.taken_back = (*player.taken_back, depth)
    return True


def note_return(game: Game, asked: changes.TookBack, run: Run) -> None:
    """Add to a run how hit points, mana and statuses would change back; NOBODY's facts say who revives or moves."""
    rules = msgspec.json.decode(game.yesterday, type=Rules)
    run.note(game.player, Says("Your last turn is taken back"))
    places, kinds = dict(rules.components.position), dict(rules.components.kind)
    were, are = _statuses_then(rules), _statuses_now()
    for entity, before in rules.components.pools:
        now = esper.try_component(entity, vitals.Pools)
        if now is None or entity in game.dead:
            place = places[entity]  # it may be on a level of another size
            if place.depth == game.depth and game.level.visible[place.x, place.y]:
                run.note(NOBODY, Says("{1} lives again", (kinds[entity].name.lower(),)))
        elif perception.sees(game, entity):
            paid = asked.mana if entity == game.player else 0
            _note_pools(run, entity, now, replace(before, mana=max(0, before.mana - paid)))
            _note_statuses(run, entity, were.get(entity, {}), are.get(entity, {}))
            if space.point_of(entity) != (places[entity].x, places[entity].y):
                run.note(NOBODY, Says("All stand where they stood a turn ago"))


def places_then(game: Game) -> dict[int, spatial.Position]:
    """Return where everybody and everything was at the beginning of the turn that can be taken back."""
    return dict(msgspec.json.decode(game.yesterday, type=Rules).components.position)


def _note_pools(run: Run, entity: int, now: vitals.Pools, then: vitals.Pools) -> None:
    """Add the changes of an entity's hit points and mana; if neither changes, it is not touched."""
    if then.hp != now.hp:
        note_loss(run, entity, now.hp - then.hp)
    if then.mana != now.mana:
        note_mana(run, entity, then.mana - now.mana)
        run.touched.add(entity)


def _note_statuses(run: Run, entity: int, were: Turns, are: Turns) -> None:
    """Add the statuses that an entity would regain, and those that it would lose.

    Those that merely regain a turn are left out: a fact of each would drown the rest.
    """
    for name in were.keys() - are.keys():
        note_status(run, entity, name, were[name])
    for name in are.keys() - were.keys():
        run.note(entity, Ends(name))


def _statuses_then(rules: Rules) -> dict[int, Turns]:
    """Return the turns left of all statuses in a remembered state, by bearer and name."""
    left = dict(rules.components.duration)
    return _by_bearer((status, left.get(each)) for each, status in rules.components.status_effect)


def _statuses_now() -> dict[int, Turns]:
    """Return the turns left of all statuses now, by bearer and name."""
    return _by_bearer(
        (status, esper.try_component(each, Duration))
        for each, status in ecs.with_component(StatusEffect)
    )


def _by_bearer(statuses: Iterable[tuple[StatusEffect, Duration | None]]) -> dict[int, Turns]:
    """Group the turns left by bearer and name; of several statuses of one name, the longest counts."""
    found: dict[int, Turns] = {}
    for status, duration in statuses:
        held = found.setdefault(status.target, {})
        held[status.name] = max(held.get(status.name, 0), duration.turns if duration else 0)
    return found
