"""Beginning and ending statuses, by the stacking rule of each. Cleanse ends the bad ones early, Dispel the good.

Slowness, poison, confusion and attribute bonuses have effect keys of their own.

Poise is how many controlling statuses and shoves a creature resists before one takes hold. Control is certain and
counted: no die decides whether a creature is stunned, but one with poise left loses a point of it instead. The data
marks what controls, as a status or as an effect that moves its target. What is stored is not the poise but the turns
until it is whole again, so that gear, a status or a level can add to it at any time:

  poise 3, one back in 8 turns      unsteady  0: 3    1 to 8: 2    9 to 16: 1    17 to 24: 0
"""

from collections.abc import Collection
from math import ceil
from typing import Annotated, ClassVar

import esper

from roguelike.components import actors, spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect, Statuses, StatusTemplate
from roguelike.core.effect import Effect, effect, mean_of, strength_words
from roguelike.core.flags import flag
from roguelike.core.formula import Amount
from roguelike.core.grammar import Message, for_turns
from roguelike.core.records import Meta, Refers
from roguelike.core.scalars import Count, Whole
from roguelike.effects import becoming, drops, registry
from roguelike.world import changes, ecs, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause, Game, Single, Spot

ASLEEP = "Asleep"
"""The status of enchanted sleep; what it says of damage holds for natural sleep, too."""
FIRST_TICKS = 4
"""Ticks from waking to the first turn."""
PLAIN = actors.Nature()
"""For creatures without a Nature: they have no poise of their own."""


def most_poise(entity: int) -> int:
    """Return a creature's full poise: its own, that of its level, and that of gear and statuses."""
    nature, stats = _nature_of(entity), stats_of(entity)
    grown = 0
    if nature.levels_per_poise:
        grown = ecs.get(entity, vitals.Pools).level // nature.levels_per_poise
    return nature.poise + grown + stats.status.poise + stats.blessing.poise


def poise_of(entity: int) -> int:
    """Return how many controlling statuses and shoves a creature can resist now."""
    unsteady = ecs.get(entity, vitals.Pools).unsteady
    return max(0, most_poise(entity) - ceil(unsteady / _nature_of(entity).poise_turns))


def _nature_of(entity: int) -> actors.Nature:
    """Return the Nature that defines a creature's poise and how fast it recovers."""
    return esper.try_component(entity, actors.Nature) or PLAIN


def shrugs_off(game: Game, hit: registry.Hit, what: str) -> bool:
    """Return whether the target resists control; `what` is the state it would be in: "stunned", "moved".

    That costs one point of its poise. Creatures never resist what they do to themselves.
    """
    target = hit.target
    if hit.cause.by == target:
        return False
    left = poise_of(target)
    if left:
        before = ecs.get(target, vitals.Pools).unsteady
        after = before + _nature_of(target).poise_turns
        game.change(changes.ShruggedOff(target, what, left, before, after, hit.cause))
    return left > 0


NO_BONUSES = (0, 0, 0, 0)
Strength = float | Amount
"""How strong a status is: a number, or dice or a formula that depends on the power of the cast."""


@effect("status")
class Afflict(Effect):
    """Puts a status of the raws on a creature."""

    regards_target_alone: ClassVar[bool] = True
    status: Annotated[
        str, Refers("statuses"), Meta(min_length=1, description="the status that begins")
    ]
    turns: Annotated[Count, Meta(description="turns that it lasts")] = 5
    strength: Annotated[Strength, Meta(description="how strong it is")] = 0.0

    def words(self) -> str:
        """Return for example "burning (4) for 3 turns", without the strength where it is 0."""
        power = f" ({strength_words(self.strength)})" if mean_of(self.strength) else ""
        return f"{self.status.lower()}{power} {for_turns(self.turns)}"


@registry.handles(Afflict)
def afflict(effect: Afflict, hit: registry.Hit, game: Game) -> None:
    """Begin the status on the target."""
    begin(game, hit, effect.status, effect.turns, rolled(effect.strength, game))


def rolled(strength: Strength, game: Game) -> float:
    """Return a strength as a number, rolled if it is dice or a formula."""
    if isinstance(strength, int | float):
        return strength
    return strength.roll(game.rng)


def begin(
    game: Game,
    hit: registry.Hit,
    name: str,
    turns: int,
    strength: float = 0.0,
    bonuses: tuple[int, int, int, int] = NO_BONUSES,
) -> None:
    """Put a status on the living target: it ends its opposites instead, or stacks as its row says."""
    target, template = hit.target, game.content.statuses[name]
    if _takes_no_status(game, hit, name, template):
        return
    opposites = [status for other in template.cancels for status in running(target, other)]
    for status in opposites:
        end(game, status, hit.cause)
    if opposites:
        return
    same = running(target, name)
    renewed = same[-1] if same and template.stacking in ("extend", "strongest") else 0
    if renewed and not _adds(template, renewed, turns, strength):
        game.change(changes.Fizzled(hit.cause, target, "It would add nothing."))
        return
    if template.controls and shrugs_off(game, hit, template.label or name.lower()):
        return
    if renewed:
        _renew(game, renewed, turns, strength, template, hit.cause)
        return
    if template.stacking == "replace":
        for status in same:
            end(game, status, hit.cause)
    game.change(changes.StatusBegan(target, name, turns, strength, bonuses, hit.cause))
    _lay_on(game, target, template, int(strength), turns, hit.cause)


def braced_for(game: Game, entity: int) -> int:
    """Return for how many turns nothing can keep a creature from acting again; 0 if it can be.

    It begins with what does, and goes on after its end: nobody is kept from acting for good, by whatever spells.
    """
    return max(0, ecs.get(entity, vitals.Pools).braced_until - game.turn)


def _lay_on(
    game: Game, entity: int, template: StatusTemplate, penalty: int, turns: int, cause: Cause
) -> None:
    """Do at once what a status of so many turns, or its end, does to initiative, and to when another may begin."""
    if template.slows:
        delay(game, entity, penalty, cause)
    if template.braces_turns:
        until = game.turn + turns + template.braces_turns
        changes.alter(game, entity, vitals.Pools, "braced_until", until, cause)


def _takes_no_status(game: Game, hit: registry.Hit, name: str, template: StatusTemplate) -> bool:
    """Return whether a status cannot begin: on things, the immune, the braced, the dying, or on ground that ends it.

    The reason is logged, except for the dying.
    """
    target = hit.target
    if esper.try_component(target, Statuses) is None:
        game.change(changes.Fizzled(hit.cause, target, "It would take no effect."))
        return True
    if is_quenched(game, target, template):
        game.change(changes.Fizzled(hit.cause, target, "The ground there is too wet."))
        return True
    if name in stats_of(target).blessing.proof:
        game.change(changes.Fizzled(hit.cause, target, "It would take no hold."))
        return True
    if template.braces_turns and braced_for(game, target):
        message = Message("{1} [is|are] braced against it.", (perception.noun(game, target),))
        game.change(changes.Told(hit.cause, message))
        return True
    return ecs.get(target, vitals.Pools).hp < 1


def is_quenched(game: Game, target: int, template: StatusTemplate) -> bool:
    """Return whether a creature stands on ground that ends a status, as water ends burning."""
    return is_on(game, target, template.quenches)


def is_on(game: Game, entity: int, grounds: Collection[int]) -> bool:
    """Return whether an entity stands on one of some kinds of ground."""
    point = space.point_of(entity) if grounds else None
    if point is None:
        return False
    if game.level.is_open:
        game.level.note_unseen((point,), grounds)
    return int(game.level.tiles[point]) in grounds


def _adds(template: StatusTemplate, status: int, turns: int, strength: float) -> bool:
    """Return whether another one would make a running status last longer or be stronger."""
    state = ecs.get(status, StatusEffect)
    left = ecs.get(status, Duration).turns
    if abs(strength) > abs(state.strength):
        return True
    return _together(template, left, state.strength, turns, strength) > left


def _together(
    template: StatusTemplate, left: int, running: float, turns: int, strength: float
) -> int:
    """Return how many turns a renewed status lasts, at the greater strength.

    If it does not extend, the longer of the two. If it does, as many as it takes to do what both would have done, to
    the nearest turn: hit points add up, not turns, so that a weak poison does not draw out a strong one.
    """
    if template.stacking != "extend":
        return max(left, turns)
    (long, weak), (short, strong) = sorted(
        ((left, abs(running)), (turns, abs(strength))), key=lambda each: each[1]
    )
    return short + (at_pace(long, weak, strong) if strong else long)


def at_pace(turns: int, strength: float, of: float) -> int:
    """Return how many turns strength `of` takes to do what `strength` does in `turns`, rounding halves up."""
    return int(turns * abs(strength) / abs(of) + 0.5)


def _renew(
    game: Game, status: int, turns: int, strength: float, template: StatusTemplate, cause: Cause
) -> None:
    """Give a running status the greater strength, and the duration from `_together`."""
    state = ecs.get(status, StatusEffect)
    left = ecs.get(status, Duration).turns
    longer = _together(template, left, state.strength, turns, strength)
    stronger = max(state.strength, strength, key=abs)
    if longer != left:
        game.change(changes.Altered(status, Duration, "turns", left, longer, cause))
    if stronger != state.strength:
        delay(game, state.target, int(stronger) - int(state.strength), cause)
        game.change(
            changes.Altered(status, StatusEffect, "strength", state.strength, stronger, cause)
        )


DISMISSES = flag("status_flags", "dismisses", "vanishes when it ends")


def end(game: Game, status: int, cause: Cause) -> None:
    """End a status: a slowed creature is immediately fast again, and a summoned one vanishes."""
    state = ecs.get(status, StatusEffect)
    template = game.content.statuses[state.name]
    game.change(changes.StatusEnded(state.target, state.name, status, cause))
    if DISMISSES in template.flags:
        _dismiss(game, state.target, cause)
    _lay_on(game, state.target, template, -int(state.strength), 0, cause)


def _dismiss(game: Game, entity: int, cause: Cause) -> None:
    """Remove a summoned creature and the items it came with; what it took from others stays behind."""
    point = space.point_of(entity)
    if point is not None:
        game.push(drops.Leave(entity, point, summoned=True), Spot(point), entity, cause)
    game.push(becoming.Vanish(), Single(entity), entity, cause)


def delay(game: Game, entity: int, ticks: int, cause: Cause) -> None:
    """Move a creature's coming turn by some ticks, but not before the next tick.

    A creature that is acting now has no turn scheduled yet: its next one will include the penalty.
    """
    initiative = esper.try_component(entity, actors.Initiative)
    if initiative is None or not ticks or initiative.due <= game.now:
        return
    due = max(game.now + 1, initiative.due + ticks)
    if due != initiative.due:
        game.change(changes.Rescheduled(entity, initiative.due, due, cause))


def _on(entity: int) -> list[int]:
    """Return the ids of the statuses on an entity, oldest first."""
    found = esper.try_component(entity, Statuses)
    return found.entities if found else []


def running(entity: int, name: str) -> list[int]:
    """List the ids of the statuses of one name on a creature, oldest first."""
    return [status for status in _on(entity) if ecs.get(status, StatusEffect).name == name]


def is_called(game: Game, entity: int) -> bool:
    """Return whether a creature is here only by magic, and vanishes when that ends."""
    names = (ecs.get(status, StatusEffect).name for status in _on(entity))
    return any(DISMISSES in game.content.statuses[name].flags for name in names)


def absorb(game: Game, target: int, amount: int, cause: Cause) -> int:
    """Let shields absorb damage, each up to its strength; return what gets through, and log it if nothing does."""
    whole = amount
    for status in list(_on(target)):
        row = ecs.row(status)
        if not amount or not row[StatusTemplate].absorbs:
            continue
        state: StatusEffect = row[StatusEffect]
        taken = min(amount, round(state.strength))
        amount -= taken
        if taken >= round(state.strength):
            end(game, status, cause)
        else:
            left = state.strength - taken
            game.change(
                changes.Altered(status, StatusEffect, "strength", state.strength, left, cause)
            )
    if whole and not amount:
        game.change(changes.Absorbed(cause, target))
    return amount


def wake(game: Game, entity: int, cause: Cause) -> None:
    """Wake a creature that sleeps of its nature; an ambusher is found."""
    changes.alter(game, entity, actors.Mind, "awake", after=True, cause=cause)
    if esper.has_component(entity, spatial.Hidden):
        changes.alter(game, entity, spatial.Hidden, "found", after=True, cause=cause)
    initiative = ecs.get(entity, actors.Initiative)
    game.change(changes.Rescheduled(entity, initiative.due, game.now + FIRST_TICKS, cause))


def struck_by(game: Game, target: int, element: str, cause: Cause, *, hurt: bool) -> None:
    """End the statuses that this element, or any wound (`hurt`), ends: fire thaws, pain wakes."""
    for status in list(_on(target)):
        ended_by = ecs.row(status)[StatusTemplate].ended_by
        if (element and element in ended_by) or (hurt and "damage" in ended_by):
            end(game, status, cause)


@effect("cleanse")
class Cleanse(Effect):
    """Ends the bad statuses of its target, or only the one that it names."""

    regards_target_alone: ClassVar[bool] = True
    status: Annotated[
        str, Refers("statuses"), Meta(description="the status that it ends; left out: all bad ones")
    ] = ""

    def words(self) -> str:
        """Return for example "no longer confused"."""
        return f"no longer {self.status.lower()}" if self.status else "cures all ailments"


@registry.handles(Cleanse)
def cleanse(effect: Cleanse, hit: registry.Hit, game: Game) -> None:
    """End the bad statuses of the target, or the named one."""
    _end_all(game, hit, effect.status, good=False)


@effect("dispel")
class Dispel(Effect):
    """Ends the good statuses of its target; a summoned creature is gone with its status Summoned."""

    told: ClassVar[str] = "ends helpful magic"


@registry.handles(Dispel)
def dispel(effect: Dispel, hit: registry.Hit, game: Game) -> None:
    """End the good statuses of the target."""
    _end_all(game, hit, "", good=True)


def _end_all(game: Game, hit: registry.Hit, name: str, *, good: bool) -> None:
    """End all statuses of that name or, without a name, all good (or bad) ones; record a fizzle if there are none."""
    held = esper.try_component(hit.target, Statuses)
    ended = 0
    for status in list(held.entities if held else ()):
        state = ecs.get(status, StatusEffect)
        if state.name == name or (not name and game.content.statuses[state.name].good == good):
            end(game, status, hit.cause)
            ended += 1
    if not ended:
        reason = "There is no magic there to end." if good else "There is nothing there to cure."
        game.change(changes.Fizzled(hit.cause, hit.target, reason))


DEFAULT_TURNS = 5
"""How long slowness and poison last (source game, 4)."""
POTION_TURNS = 10
"""How long attribute bonuses of a potion last (source game, 4)."""


@effect("slow")
class Slow(Effect):
    """Adds to the ticks between its target's turns for some turns; a negative penalty is haste."""

    amount_fields: ClassVar[tuple[str, ...]] = ("penalty",)
    negative_reverses: ClassVar[bool] = True
    penalty: Annotated[
        Strength, Meta(description="ticks added between its turns; less than 0 is haste")
    ]
    turns: Annotated[Count, Meta(description="turns that it lasts")] = DEFAULT_TURNS

    def words(self) -> str:
        """Return for example "slows by 2 for 5 turns"; for a negative penalty "hastens"."""
        penalty = mean_of(self.penalty)
        verb = "slows" if penalty > 0 else "hastens"
        return f"{verb} by {abs(penalty):g} {for_turns(self.turns)}"


@registry.handles(Slow)
def slow(effect: Slow, hit: registry.Hit, game: Game) -> None:
    """Begin the status Slowed or, for a negative penalty, Hasted."""
    penalty = rolled(effect.penalty, game)
    begin(game, hit, "Slowed" if penalty > 0 else "Hasted", effect.turns, penalty)


@effect("damage_over_time")
class DamageOverTime(Effect):
    """Takes hit points once a turn for some turns: poison, bleeding; negative damage mends."""

    amount_fields: ClassVar[tuple[str, ...]] = ("damage",)
    negative_reverses: ClassVar[bool] = True
    damage: Annotated[
        Strength, Meta(description="hit points taken each turn; less than 0 gives them back")
    ]
    turns: Annotated[Count, Meta(description="turns that it lasts")] = DEFAULT_TURNS

    def words(self) -> str:
        """Return for example "2 damage a turn for 5 turns"."""
        if mean_of(self.damage) < 0:
            return f"mends {-mean_of(self.damage):g} a turn {for_turns(self.turns)}"
        return f"{strength_words(self.damage)} damage a turn {for_turns(self.turns)}"


@registry.handles(DamageOverTime)
def damage_over_time(effect: DamageOverTime, hit: registry.Hit, game: Game) -> None:
    """Begin the status Damage Over Time or, for negative damage, Healing Over Time, with the strength of one turn."""
    damage = rolled(effect.damage, game)
    name = "Damage Over Time" if damage >= 0 else "Healing Over Time"
    begin(game, hit, name, effect.turns, abs(damage))


@effect("confusion")
class Confuse(Effect):
    """Makes every action of its target a random step for some turns."""

    told = "confuses {turns}"

    turns: Annotated[Count, Meta(description="turns that it lasts")]


@registry.handles(Confuse)
def confuse(effect: Confuse, hit: registry.Hit, game: Game) -> None:
    """Begin the status Confusion for the effect's number of turns."""
    begin(game, hit, "Confusion", effect.turns)


@effect("attribute_bonus")
class GrantAttributes(Effect):
    """Adds to attributes for some turns, as a status named after what granted it."""

    amount_fields: ClassVar[tuple[str, ...]] = vitals.ATTRIBUTES
    negative_reverses: ClassVar[bool] = True
    status: Annotated[
        str, Refers("statuses"), Meta(min_length=1, description="the status that shows it")
    ]
    might: Annotated[Whole, Meta(description="added to might")] = 0
    fitness: Annotated[Whole, Meta(description="added to fitness")] = 0
    quickness: Annotated[Whole, Meta(description="added to quickness")] = 0
    intelligence: Annotated[Whole, Meta(description="added to intelligence")] = 0
    turns: Annotated[Count, Meta(description="turns that it lasts")] = POTION_TURNS

    def words(self) -> str:
        """Return for example "might +2, fitness -1 for 10 turns"."""
        added = [f"{name} {plus:+d}" for name in vitals.ATTRIBUTES if (plus := getattr(self, name))]
        return f"{', '.join(added)} {for_turns(self.turns)}"


@registry.handles(GrantAttributes)
def grant_attributes(effect: GrantAttributes, hit: registry.Hit, game: Game) -> None:
    """Begin the status with the four bonuses, in the order of ATTRIBUTES."""
    bonuses = (effect.might, effect.fitness, effect.quickness, effect.intelligence)
    begin(game, hit, effect.status, effect.turns, bonuses=bonuses)
