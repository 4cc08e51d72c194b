"""What time does by itself: fires burn, statuses run down, wounds mend, hunger grows, worn magic works.

`world_turn` is one turn of all that, in play and wherever turns to come are foreseen.

Each player turn every status ticks and loses a turn, and lost poise recovers. Creatures that are out of sight and hunt
nobody regain a hit point every few turns, so that none is worn down from behind a door; a few regain more, every turn
and even in a fight, unless something keeps their wounds open. Hunger goes through Well Fed, Normal, Hungry and
Starving, which costs hit points. Worn items restore hit points or mana, and staffs recharge.
"""

from collections.abc import Iterable, Mapping, Sequence

import esper

from roguelike.components import actors, items, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses, StatusTemplate
from roguelike.core.effect import Effect
from roguelike.core.formula import Dice
from roguelike.core.grammar import Message
from roguelike.effects import damage, dispatch, healing, quiet, spreading
from roguelike.effects.mana import RestoreMana
from roguelike.effects.statuses import end, is_on, is_quenched
from roguelike.world import changes, ecs, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY, Cause, Game, Single

WARNING_TURNS = 2
"""Turns left at which the log warns that a status will end."""
STATE_TURNS: Mapping[vitals.HungerState, int] = {"Normal": 1_200, "Hungry": 300, "Starving": 0}
"""How long each state after Well Fed lasts, in own turns (source game: 200), so that a meal lasts 1,500 turns."""
NEXT: dict[vitals.HungerState, vitals.HungerState] = {
    "Well Fed": "Normal",
    "Normal": "Hungry",
    "Hungry": "Starving",
}
PANG = damage.Damage(Dice(bonus=1))


def world_turn(
    game: Game,
    drift: spreading.Drift = spreading.BY_CHANCE,
    whose: Iterable[int] | None = None,
    fires: Sequence[int] | None = None,
) -> None:
    """Let one turn of the world pass, after everybody has acted.

    It is that of some creatures alone, and of some fires and clouds; or of all that there are.
    """
    spreading.run_hazards(game, fires, drift)
    run_statuses(game, whose)
    standing = _present(game, whose)
    run_poise(game, standing)
    run_mending(game, standing)
    if whose is None:
        run_enchantments(game)
        grow_hungry(game, game.player)


def statuses_of(
    whose: Iterable[int] | None,
) -> Sequence[tuple[int, StatusEffect, StatusTemplate]]:
    """List the statuses of some creatures by id, or all that there are."""
    if whose is None:
        return ecs.with_both(StatusEffect, StatusTemplate)
    rows = ecs.rows()
    found: list[int] = []
    for each in whose:
        if each in rows and (statuses := rows[each].get(Statuses)) is not None:
            found += statuses.entities
    found.sort()
    return [(each, rows[each][StatusEffect], rows[each][StatusTemplate]) for each in found]


def run_statuses(game: Game, whose: Iterable[int] | None = None) -> None:
    """Tick and shorten every status on the player's level, oldest first; or only those of some creatures."""
    for status, state, template in statuses_of(whose):
        game.roll_at(-state.target)
        if status in game.dead or not space.is_here(game, state.target):
            continue
        if template.quenches and is_quenched(game, state.target, template):
            end(game, status, Cause(state.name, state.source, "quenched"))
            dispatch.drain(game)
            continue
        if template.tick:
            tick(game, template, state)
        if template.begins_on and is_on(game, state.target, template.begins_on):
            continue
        cause = Cause(state.origin or state.name, state.source, "status")
        duration = ecs.get(status, Duration)
        left = duration.turns - 1
        game.change(changes.Altered(status, Duration, "turns", duration.turns, left, cause))
        if duration.turns == WARNING_TURNS and template.warning:
            message = Message(template.warning, (perception.noun(game, state.target),), "warn")
            game.change(changes.Told(cause, message))
        if duration.turns < 1 and status not in game.dead and state.target not in game.dead:
            end(game, status, Cause(state.name, state.source, "wears off"))
            dispatch.drain(game)


def run_poise(game: Game, standing: Iterable[tuple[int, vitals.Pools]]) -> None:
    """Bring creatures one turn nearer to regaining lost poise."""
    for entity, pools in standing:
        if pools.unsteady and entity not in game.dead:
            changes.alter(
                game, entity, vitals.Pools, "unsteady", pools.unsteady - 1, Cause("poise", entity)
            )


def _present(game: Game, whose: Iterable[int] | None) -> Iterable[tuple[int, vitals.Pools]]:
    """Return the creatures of the player's level by id, or only some of them, each with its pools."""
    if whose is None:
        return space.present(game, vitals.Pools)
    rows, depth, dead = ecs.rows(), game.depth, game.dead
    found = [(each, rows[each]) for each in sorted(whose) if each in rows and each not in dead]
    return [
        (each, row[vitals.Pools])
        for each, row in found
        if vitals.Pools in row and row[spatial.Position].depth == depth
    ]


def run_mending(game: Game, standing: Iterable[tuple[int, vitals.Pools]]) -> None:
    """Give the wounded of some creatures the hit points of this turn."""
    for entity in [each for each, pools in standing if pools.hp < pools.max_hp]:
        if entity != game.player and entity not in game.dead:
            _mend(game, entity)


def _mend(game: Game, entity: int) -> None:
    """Give one creature the hit points that it regains this turn, if any."""
    nature = ecs.get(entity, actors.Nature)
    is_due = nature.regenerates or (nature.mend_turns and game.turn % nature.mend_turns == 0)
    if not is_due or "mend" in stats_of(entity).status.forbids:
        return
    if nature.regenerates:
        healing.regenerate(game, entity)
    elif _is_at_peace(game, entity):
        healing.mend(game, entity, 1, "rest")


def _is_at_peace(game: Game, entity: int) -> bool:
    """Return whether a creature is out of sight and hunts nobody."""
    mind = ecs.get(entity, actors.Mind)
    return not (mind.target or mind.last_seen or game.level.in_view(space.cells_of(entity)))


def mend_for(game: Game, turns: int) -> None:
    """Heal the creatures of the player's level as much as they would have healed in this many turns."""
    for entity, (pools, _) in sorted(esper.get_components(vitals.Pools, actors.Mind)):
        nature = ecs.get(entity, actors.Nature)
        if pools.hp < pools.max_hp and entity not in game.dead and space.is_here(game, entity):
            each = nature.regenerates * turns
            slowly = turns // nature.mend_turns if nature.mend_turns else 0
            healing.mend(game, entity, each + slowly, "rest")


def grow_hungry(game: Game, entity: int) -> None:
    """Count one turn of hunger: the state worsens when its turns are over, and the starving lose a hit point."""
    clock = esper.try_component(entity, vitals.HungerClock)
    if clock is None:
        return
    clock.turns -= 1
    if clock.turns > 0:
        return
    cause = Cause("hunger", NOBODY, "hunger")
    following = NEXT.get(clock.state)
    if following is None:
        clock.turns = 0
        game.push(PANG, Single(entity), NOBODY, cause)
        dispatch.drain(game)
        return
    changes.alter(game, entity, vitals.HungerClock, "state", following, cause)
    clock.turns = STATE_TURNS[following]


def run_enchantments(game: Game) -> None:
    """Run one turn of all enchantments on the level."""
    _recharge(game)
    if any(each.health_turns or each.mana_turns for _, each in ecs.with_component(items.Blessing)):
        for owner, pack in space.present(game, items.Pack):
            if pack.worn and owner not in game.dead:
                _bless(game, owner, pack)


def _bless(game: Game, owner: int, pack: items.Pack) -> None:
    """Restore a point for each worn item that is due, up to the maximum."""
    for item in pack.worn.values():
        blessing: items.Blessing | None = ecs.row(item).get(items.Blessing)
        if blessing is None:
            continue
        pools = ecs.get(owner, vitals.Pools)
        cause = Cause(perception.true_name(item), owner, "rest")
        if _is_due(game.turn, blessing.health_turns) and pools.hp < pools.max_hp:
            game.push(quiet.Recover("hp"), Single(owner), owner, cause)
        if _is_due(game.turn, blessing.mana_turns) and pools.mana < pools.max_mana:
            game.push(quiet.Recover("mana"), Single(owner), owner, cause)
    if game.queue:
        dispatch.drain(game)


def _is_due(turn: int, every: int) -> bool:
    """Return whether something that happens every `every` turns happens on this turn; never for 0."""
    return every > 0 and turn % every == 0


def _recharge(game: Game) -> None:
    """Bring every used staff one turn nearer to its next charge."""
    for item, recharging, charges in ecs.with_both(items.Recharging, items.Charges):
        if item in game.dead:
            continue
        charges.progress = 0 if charges.left >= charges.most else charges.progress + 1
        if charges.progress >= recharging.turns:
            charges.progress = 0
            cause = Cause(perception.true_name(item), 0, "rest")
            changes.alter(game, item, items.Charges, "left", charges.left + 1, cause)


def tick(game: Game, template: StatusTemplate, state: StatusEffect) -> None:
    """Apply what a status does every turn, with all consequences."""
    amount = Dice(bonus=round(state.strength))
    effect: Effect
    match template.tick:
        case "damage":
            effect = damage.Damage(amount, template.element)
        case "healing":
            effect = healing.Heal(amount)
        case _:
            effect = RestoreMana(amount)
    cause = Cause(state.origin or state.name, state.source, "status")
    game.push(effect, Single(state.target), state.source, cause)
    dispatch.drain(game)
