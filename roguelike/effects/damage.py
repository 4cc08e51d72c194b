"""Damage: losing hit points, after resistances and shields.

Dying, its consequences, and who is credited with it.
"""

from typing import Annotated, ClassVar

from roguelike.components import actors, hazards, magic, spatial, vitals
from roguelike.components.statuses import Statuses
from roguelike.core.effect import Effect, amount_words, effect
from roguelike.core.formula import Amount, Dice
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.grammar import Message
from roguelike.core.records import Meta
from roguelike.core.rng import PERCENT
from roguelike.core.scalars import Element
from roguelike.effects import drops, experience, reactions, registry, targeting, tricks, unleash
from roguelike.effects.statuses import ASLEEP, absorb, is_called, struck_by, wake
from roguelike.world import changes, ecs, factions, figures, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY, Area, Cause, Game, Several, Single, Spot
from roguelike.world.spells import composed


@effect("death")
class Death(Effect):
    """Kills, whatever the hit points."""

    must_happen: ClassVar[bool] = True


@registry.handles(Death)
def die(effect: Death, hit: registry.Hit, game: Game) -> None:
    """Remove the creature from the map, queue what it drops and what its death casts, and credit the kill.

    The player's death only marks them dead: the story does the rest.
    """
    victim, row = hit.target, ecs.row(hit.target)
    place: spatial.Position | None = row.get(spatial.Position)
    game.change(changes.Died(victim, hit.cause))
    if place is None or place.depth == spatial.NOWHERE or victim == game.player:
        return
    point = (place.x, place.y)
    statuses: Statuses | None = row.get(Statuses)
    # Few creatures die with a status, and without one none is summoned or serves.
    bound = statuses.entities if statuses is not None else ()
    summoned = bool(bound) and is_called(game, victim)
    credited = (
        _credited(game, hit.cause) if not bound or factions.master_of(victim) == victim else NOBODY
    )
    gained = _experience_waiting(game, credited, hit.cause) if credited else 0
    game.push(drops.Leave(victim, point, summoned, credited), Spot(point), victim, hit.cause)
    if credited:
        own = ecs.get(credited, vitals.Pools).level
        gained += figures.experience_for(game.content, row[vitals.Pools].level, own)
        game.push(experience.GainExperience(gained), Single(credited), victim, hit.cause)
    abilities: magic.Abilities | None = row.get(magic.Abilities)
    for ability in abilities.on_death if abilities is not None else ():
        if game.rng.chance(PERCENT * ability.chance):
            cause = hit.cause.then(ability.spell, "death")
            use = composed(game, magic.Recipe(ability.spell, ability.runes)).use
            game.push(unleash.Unleash(use, point), Single(victim), victim, cause)


def _experience_waiting(game: Game, credited: int, cause: Cause) -> int:
    """Remove the experience for the last death by the same cause from the end of the queue, and return it; 0 if none.

    So one deed gives its experience in one piece: with a piece for each victim, it took a tenth of the forecast of a
    blast that kills a crowd.
    """
    last = game.queue[-1] if game.queue else None
    if last is None or type(last.effect) is not experience.GainExperience or last.cause != cause:
        return 0
    if last.targets != Single(credited):
        return 0
    game.queue.pop()
    return last.effect.amount


def _credited(game: Game, cause: Cause) -> int:
    """Return who is credited with a death: the player, for their own deeds and those of their servants, or NOBODY.

    A dead player is credited with nothing. The caller ensures that nobody is credited with the death of a servant.
    """
    player = game.player
    return (
        player if factions.acts_for_player(game, cause.by) and player not in game.dead else NOBODY
    )


DEATH = Death()
BLOW, IMPACT = "blow", "impact"
"""Elements that are not magic: the force of weapons, teeth and fists, and that of being driven into something."""


@effect("damage")
class Damage(Effect):
    """Takes hit points, more or fewer by the target's resistance to the element."""

    sets_off_mines: ClassVar[bool] = True
    harms: ClassVar[bool] = True
    amount_fields: ClassVar[tuple[str, ...]] = ("amount",)
    amount: Annotated[Amount, Meta(description="hit points that it takes")]
    element: Element = ""

    def words(self) -> str:
        """Return for example "2d6 (2-12) fire damage"."""
        kind = f"{self.element} " if self.element else ""
        return f"{amount_words(self.amount)} {kind}damage"


@registry.handles(Damage)
def hurt(effect: Damage, hit: registry.Hit, game: Game) -> None:
    """Take hit points from the target; see `wound`."""
    wound(effect.amount, effect.element, hit, game)


def wound(amount: Amount, element: str, hit: registry.Hit, game: Game) -> int:
    """Take hit points, never below 0, after resistance and shields; stain the ground; queue the death.

    Returns how many were lost, for effects that depend on it.
    """
    target = hit.target
    row = ecs.row(target)
    pools: vitals.Pools = row[vitals.Pools]
    if pools.hp < 1:
        return 0
    loss = amount.roll(game.rng)
    mind: actors.Mind | None = row.get(actors.Mind)
    if mind is not None and not mind.awake and loss > 0:
        loss = _caught_asleep(loss, row[actors.Nature], hit, game)
    statuses: Statuses | None = row.get(Statuses)
    met: list[hazards.Reaction] = []
    is_guarded = statuses is not None and statuses.entities
    if loss > 0 and (is_guarded or (element and actors.StatsCache in row)):
        loss, met = _suffered(loss, element, hit, row, game)
    if pools.god_mode or loss < 1:
        game.change(changes.Fizzled(hit.cause, target, "That would do no harm."))
        reactions.respond(game, hit, met)
        return 0
    before, after = pools.hp, pools.hp - loss if loss < pools.hp else 0
    game.change(changes.PoolChanged(target, "hp", before, after, hit.cause, element))
    stains = game.level.stains
    for cell in space.cells_in(row):
        if cell not in stains:
            game.change(changes.Stained(cell, hit.cause))
    if after < 1:
        game.push(DEATH, Single(target), hit.source, hit.cause)
    else:
        _outlive(before, after, row, hit, game)
    if met:
        reactions.respond(game, hit, met)
        _splash(loss, element, hit, met, game)
    return before - after


def _outlive(before: int, after: int, row: ecs.Row, hit: registry.Hit, game: Game) -> None:
    """Let whoever survives a wound wake, and answer it by a trick."""
    mind: actors.Mind | None = row.get(actors.Mind)
    if mind is not None and not mind.awake:
        wake(game, hit.target, hit.cause)
    if magic.Tricks in row:
        tricks.answer_wound(game, hit.target, before, after, hit.cause)


def _caught_asleep(amount: int, nature: actors.Nature, hit: registry.Hit, game: Game) -> int:
    """Return what a sleeper loses, as the status of that name says: once, since it wakes. Ambushers do not sleep."""
    if nature.ambush_tiles or not game.content.has("statuses", ASLEEP):
        return amount
    words = Message("{1} [is|are] caught asleep.", (perception.noun(game, hit.target),), "magic")
    game.change(changes.Told(hit.cause, words))
    return int(amount * game.content.statuses[ASLEEP].damage_share)


def _splash(
    lost: int, element: str, hit: registry.Hit, met: list[hazards.Reaction], game: Game
) -> None:
    """Hurt whoever stands beside a creature from which something flies as it reacts: by what struck it, not by more."""
    harm = int(sum(lost / row.damage_share * row.splash_share for row in met if row.damage_share))
    if harm < 1:
        return
    cells = space.cells_of(hit.target)
    around = {(x + dx, y + dy) for x, y in cells for dx, dy in DIRECTIONS}
    beside = targeting.creatures_in(game, Area(tuple(sorted(around))), hit.source)
    others = tuple(each for each in beside if each != hit.target)
    if others:
        game.push(Damage(Dice(bonus=harm), element), Several(others), hit.source, hit.cause)


def _suffered(
    amount: int, element: str, hit: registry.Hit, row: ecs.Row, game: Game
) -> tuple[int, list[hazards.Reaction]]:
    """Return the damage left after resistances, reactions and shields, and the reactions that were triggered."""
    target, cached = hit.target, row.get(actors.StatsCache)
    stats: actors.DerivedStats = (cached and cached.now) or stats_of(target)
    share = stats.resistances.get(element, 1.0) * stats.status.damage_share
    met = reactions.responses_of(game, target, row, element, int(amount * share), stats.materials)
    for reaction in met:
        share *= reaction.damage_share
    amount = int(amount * share)
    if amount and (stats.status.absorbs or stats.status.ended_by):
        amount = absorb(game, target, amount, hit.cause)
        struck_by(game, target, element, hit.cause, hurt=amount > 0)
    return amount, met
