"""A creature as the player sees it, how long its turns take, and the player's own figures and end.

What one blow or shot would do, by the player to a creature and by it to the player, is told as if they were in reach.
The numbers come from rehearsing the actual strike; one that the player could not foresee, with an unidentified weapon,
is left out.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Literal

import esper

from roguelike.actions import melee, senses, shooting, trading
from roguelike.components import actors, growth, items, magic, vitals
from roguelike.components.looks import Described, Renderable
from roguelike.components.statuses import Duration, StatusEffect, Statuses, StatusTemplate
from roguelike.core import trial_rolls
from roguelike.core.colour import WHITE
from roguelike.core.geometry import Point, told_apart
from roguelike.core.grammar import counted
from roguelike.core.records import asdict, astuple, replace, words_of
from roguelike.effects import quiet
from roguelike.effects.foresight.coming import turns_if_staying, turns_to_live
from roguelike.effects.foresight.facts import Loses
from roguelike.effects.foresight.forecast import Trial
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.effects.foresight.runs import Run
from roguelike.effects.statuses import braced_for, most_poise, poise_of
from roguelike.engine.play.score import score, score_lines
from roguelike.engine.views.items import carried, spell_views
from roguelike.engine.views.records import (
    AttributeView,
    BlowView,
    CreatureView,
    DeathView,
    DuelView,
    HudView,
    StatusView,
    TempoView,
)
from roguelike.engine.views.use_text import status_text
from roguelike.systems.initiative import delay
from roguelike.systems.reputation import standing_text
from roguelike.world import changes, ecs, factions, figures, known_level, perception, space
from roguelike.world.derived_stats import QUICKNESS, attribute_bonus, stats_of
from roguelike.world.game import Cause, CauseKind, Change, Game

ADJECTIVES = {
    "might": ("weak", "strong"),
    "fitness": ("frail", "hardy"),
    "quickness": ("clumsy", "agile"),
    "intelligence": ("dim", "clever"),
}
HEALTH = (
    (1.0, "unhurt"),
    (0.75, "lightly wounded"),
    (0.5, "wounded"),
    (0.25, "badly wounded"),
    (0.0, "near death"),
)


Mood = Literal["", "asleep", "unaware", "hunting", "fleeing"]
MOODS: dict[Mood, str] = {
    "asleep": "asleep",
    "unaware": "has not noticed you",
    "hunting": "hunting",
    "fleeing": "running away",
}


def creature_view(game: Game, entity: int, *, explained: bool = False) -> CreatureView:
    """Return everything that the player can see about a creature; `explained` adds what its statuses do."""
    pools = ecs.get(entity, vitals.Pools)
    looks = esper.try_component(entity, Renderable) or Renderable()
    you = entity == game.player
    described = esper.try_component(entity, Described)
    hostile = not you and senses.is_hostile(game, entity)
    mood = _mood(entity, hostile=hostile)
    return CreatureView(
        entity,
        "You" if you else perception.shown_name(game, entity),
        looks.glyph,
        looks.fg,
        space.point_of(entity) or (0, 0),
        pools.hp,
        pools.max_hp,
        pools.level,
        hostile,
        you,
        _if_staying(game, entity) if explained else status_views(game, entity, explained=False),
        _carries(game, entity),
        (
            *_traits(entity, pools),
            *(("buys and sells",) if trading.is_vendor(game, entity) else ()),
            *_mood_words(game, entity, mood),
            *(f"{how} {element}" for element, how in _defences(entity)),
        ),
        described.text if described else "",
        _defences(entity),
        friend=not you and factions.faction(entity) == factions.faction(game.player),
        mood=mood,
        poise=poise_of(entity),
        most_poise=most_poise(entity),
        called=perception.noun(game, entity).phrase,
    )


def creatures_view(game: Game) -> tuple[CreatureView, ...]:
    """Return the creatures in view, by id; those who share a name have their letter or say where they stand."""
    views = tuple(creature_view(game, entity) for entity in senses.seen_creatures(game))
    alike: dict[str, dict[int, Point]] = {}
    for view in views:
        alike.setdefault(view.name, {})[view.entity] = view.point
    here = space.point_of(game.player) or (0, 0)
    where = {
        entity: words
        for namesakes in alike.values()
        for entity, words in told_apart(here, namesakes).items()
    }
    if not any(where.values()):
        return views
    letters = game.caches.letters
    return tuple(
        replace(view, where=letters.get(view.entity, where[view.entity])) for view in views
    )


def status_views(game: Game, entity: int, *, explained: bool) -> tuple[StatusView, ...]:
    """List a creature's statuses, oldest first; with their texts if `explained`, since most views show none."""
    statuses = esper.try_component(entity, Statuses)
    views = []
    for status in statuses.entities if statuses else ():
        template: StatusTemplate = ecs.get(status, StatusTemplate)
        turns = ecs.get(status, Duration).turns
        effect = ecs.get(status, StatusEffect)
        views.append(
            StatusView(
                template.name,
                template.label or template.name,
                template.colour,
                turns,
                template.good,
                status_text(game, template, effect) if explained else "",
            )
        )
    if explained and (left := braced_for(game, entity)):
        text = "cannot be kept from acting again so soon"
        views.append(StatusView("Braced", "braced", WHITE, left, good=True, text=text))
    return tuple(views)


def _if_staying(game: Game, entity: int) -> tuple[StatusView, ...]:
    """List a creature's statuses with their texts, and how long they last if it stays in what renews them."""
    views = status_views(game, entity, explained=True)
    if not views:
        return views
    with known_level.as_known(game, game.player):
        longer = turns_if_staying(game, entity)
    stays = "you stay" if entity == game.player else "it stays"
    return tuple(
        view._replace(text=f"{view.text}; {counted(turns, 'turn')} if {stays} there")
        if (turns := longer.get(view.name, 0)) > view.turns
        else view
        for view in views
    )


def _mood(entity: int, *, hostile: bool) -> Mood:
    """Return a creature's visible mood; whom it has noticed matters only for enemies."""
    mind = esper.try_component(entity, actors.Mind)
    if mind is None:
        return ""
    if perception.is_asleep(entity):
        return "asleep"
    if mind.loot or senses.is_fleeing(entity):
        return "fleeing"
    if not hostile:
        return ""
    return "unaware" if senses.is_unaware(entity) else "hunting"


def _mood_words(game: Game, entity: int, mood: Mood) -> tuple[str, ...]:
    """Describe a creature's mood, and its faction's opinion of the player."""
    words = (MOODS[mood],) if mood else ()
    opinion = standing_text(game, entity) if esper.has_component(entity, actors.Mind) else None
    return (*words, opinion) if opinion else words


def _carries(game: Game, entity: int) -> tuple[str, ...]:
    """List what a creature visibly wears and wields."""
    pack = esper.try_component(entity, items.Pack)
    return tuple(perception.shown_name(game, item) for item in pack.worn.values()) if pack else ()


def _traits(entity: int, pools: vitals.Pools) -> tuple[str, ...]:
    """List a creature's health and exceptional attributes in words."""
    share = pools.hp / max(1, pools.max_hp)
    words = [next(word for least, word in HEALTH if share >= least)]
    attributes = esper.try_component(entity, vitals.Attributes)
    if attributes is not None:
        for name in vitals.ATTRIBUTES:
            bonus = attribute_bonus(getattr(attributes, name))
            if bonus:
                words.append(ADJECTIVES[name][bonus > 0])
    nature = esper.try_component(entity, actors.Nature)
    tricks = esper.try_component(entity, magic.Tricks)
    words.extend(words_of(nature) if nature is not None else ())
    return (*words, *(trick.does for trick in tricks.tricks)) if tricks else tuple(words)


def _defences(entity: int) -> tuple[tuple[str, str], ...]:
    """List (element, "immune to", "resists" or "weak to") where a creature differs from the norm."""
    shares = stats_of(entity).resistances.items()
    return tuple(
        (element, "immune to" if share <= 0 else "resists" if share < 1 else "weak to")
        for element, share in sorted(shares)
        if share != 1
    )


def tempo_view(game: Game, entity: int) -> TempoView:
    """Return how long a creature's next turn takes and what makes it slow or fast, the greatest cause first."""
    stats, initiative = stats_of(entity), ecs.get(entity, actors.Initiative)
    ticks = delay(game.seed, entity, initiative.acts, stats.slowness)
    if not stats.slowness:
        return TempoView(entity, ticks, 0)
    causes = list(stats.slowed_by)
    if stats.bonuses[QUICKNESS]:
        causes.append(("quickness", -float(stats.bonuses[QUICKNESS])))
    ranked = sorted(causes, key=lambda cause: -abs(cause[1]))
    return TempoView(entity, ticks, stats.slowness, tuple(ranked))


LAST_LINES = 16
"""How many lines of the log are shown at the end."""


def hud_view(game: Game) -> HudView:
    """Return everything that the side panel shows."""
    player = game.player
    pools = ecs.get(player, vitals.Pools)
    stats = stats_of(player)
    hunger = esper.try_component(player, vitals.HungerClock)
    skills = esper.try_component(player, vitals.Skills) or vitals.Skills()
    talents, things = esper.try_component(player, growth.Talents), carried(game)
    base = figures.experience_to_leave(game.content, pools.level - 1) if pools.level > 1 else 0
    return HudView(
        hp=pools.hp,
        max_hp=pools.max_hp,
        mana=pools.mana,
        max_mana=pools.max_mana,
        level=pools.level,
        xp=pools.xp,
        xp_here=max(0, pools.xp - base),
        xp_needed=figures.experience_to_leave(game.content, pools.level) - base,
        attributes=attribute_views(player, stats.modifiers, stats.bonuses),
        skills=(("Melee", skills.melee), ("Defense", skills.defense), ("Magic", skills.magic)),
        armor_class=stats.armor_class,
        weight=stats.weight,
        capacity=stats.capacity,
        penalty=stats.penalty,
        penalty_causes=tuple(cause for cause, _ in stats.slowed_by),
        gold=pools.gold,
        hunger=hunger.state if hunger else "Normal",
        weapons=things.weapons,
        worn=things.worn,
        consumables=things.consumables,
        spells=spell_views(game),
        statuses=status_views(game, player, explained=True),
        place=game.level.name,
        depth=game.depth,
        turn=game.turn,
        wizard=game.wizard,
        poise=poise_of(player),
        most_poise=most_poise(player),
        choices=len(talents.waiting) if talents else 0,
        turns_to_live=turns_to_live(game),
        rest=astuple(quiet.quiet_left(game)),
    )


def attribute_views(
    entity: int, modifiers: tuple[int, ...], bonuses: tuple[int, ...]
) -> tuple[AttributeView, ...]:
    """List the four attributes with their modifiers and bonuses."""
    base = esper.try_component(entity, vitals.Attributes) or vitals.Attributes()
    return _attribute_views(
        tuple(getattr(base, name) for name in vitals.ATTRIBUTES), modifiers, bonuses
    )


@lru_cache(maxsize=64)
def _attribute_views(
    base: tuple[int, ...], modifiers: tuple[int, ...], bonuses: tuple[int, ...]
) -> tuple[AttributeView, ...]:
    """Return the views of attributes with their modifiers and bonuses; cached, since every frame asks for them."""
    return tuple(
        AttributeView(name.capitalize(), own + modifier, bonus, modifier)
        for name, own, modifier, bonus in zip(
            vitals.ATTRIBUTES, base, modifiers, bonuses, strict=True
        )
    )


def death_view(game: Game) -> DeathView:
    """Return how the game ended."""
    pools = ecs.get(game.player, vitals.Pools)
    return DeathView(
        game.epitaph or "Died",
        game.level.name,
        game.depth,
        game.turn,
        pools.level,
        game.seed,
        asdict(game.tallies),
        tuple(message.text for message in game.log[-LAST_LINES:]),
        tuple((merit.label, merit.points) for merit in score_lines(game)),
        score(game),
    )


WHY = Cause("a duel foreseen")
OUTLASTING = 999
"""Hit points that no blow takes."""

Chosen = Callable[[], melee.Attack | None]
"""Chooses what an attacker strikes with; it may roll for it."""


def duel_view(game: Game, entity: int) -> DuelView | None:
    """Return what the player's next blow or shot would do to a creature, and the creature's to the player.

    None if a step into it is no attack.
    """
    player = game.player
    if entity == player or senses.is_peaceful(game, entity):
        return None
    with known_level.as_known(game, player):
        yours, theirs = _exchange(game, player, entity), _exchange(game, entity, player)
    return DuelView(*yours, *theirs)


def _exchange(game: Game, attacker: int, target: int) -> tuple[BlowView | None, BlowView | None]:
    """Return (blow, shot) of one against the other; a shot only if it can be taken: in range, seen and not adjacent."""
    blow = None
    if not senses.hindrance(attacker, "melee"):
        blow = _foreseen(
            game, attacker, target, partial(melee.melee_attack, game, attacker), "melee"
        )
    bow = shooting.missile_attack(attacker)
    if bow is None or bow.weapon.reach_tiles is None or space.is_adjacent(attacker, target):
        return blow, None
    is_far = senses.distance_between(attacker, target) > bow.weapon.reach_tiles
    if is_far or not shooting.line_of_fire(game, attacker, target):
        return blow, None
    return blow, _foreseen(
        game, attacker, target, partial(shooting.missile_attack, attacker), "missile"
    )


def _foreseen(
    game: Game, attacker: int, target: int, choose: Chosen, kind: CauseKind
) -> BlowView | None:
    """Rehearse one strike; None if it is the player's and its weapon is not known."""

    def act() -> None:
        """Strike with the chosen attack."""
        _outlast(game, target)
        attack = choose()
        if attack is not None:
            melee.strike(game, attacker, target, attack, kind)

    if attacker == game.player and not _is_understood(game, choose):
        return None
    seen = Trial(game, act, describe=partial(_hit, target)).foreseen()
    outcome = seen.outcomes.get(target)
    facts = outcome.facts if outcome is not None else {}
    hits = {fact.hp: chance for fact, chance in facts.items() if type(fact) is Loses}
    if not hits:
        return BlowView(0.0, (0, 0), None)
    kills_in = _blows_to_kill(ecs.get(target, vitals.Pools).hp, hits)
    return BlowView(min(1.0, sum(hits.values())), (min(hits), max(hits)), kills_in)


def _outlast(game: Game, target: int) -> None:
    """Give a creature more hit points than a blow takes, in the same share: what is told is the blow's doing."""
    pools = ecs.get(target, vitals.Pools)
    times = -(-OUTLASTING // max(1, int(pools.hp)))
    for name in ("max_hp", "hp"):
        changes.alter(game, target, vitals.Pools, name, getattr(pools, name) * times, WHY)


def _blows_to_kill(hp: int, hits: Mapping[int, float]) -> int | None:
    """Return how many blows it takes on average to take so many hit points, rounded; None if they never do.

    `hits` are the chances of each loss by the first blow; the others are like it. Dividing the hit points by the mean
    loss would not do: what the last blow takes beyond them is wasted, and a loss is never above what is left.
    """
    hurts = {loss: chance for loss, chance in hits.items() if loss > 0}
    share = sum(hurts.values())
    if not share:
        return None
    blows = [0.0]
    """Mean blows by hit points left: one more than after each loss, and again as often as one takes nothing."""
    for left in range(1, hp + 1):
        after = sum(chance * blows[max(0, left - loss)] for loss, chance in hurts.items())
        blows.append((1 + after) / share)
    return max(1, round(blows[hp]))


def _is_understood(game: Game, choose: Chosen) -> bool:
    """Return whether the player knows the weapon that they strike with."""
    with rehearsing(game, trial_rolls.ExtremeRolls(high=False, lucky=False)):
        attack = choose()
    return attack is None or not attack.item or perception.is_known(game, attack.item)


def _hit(target: int, game: Game, trace: Sequence[Change], run: Run) -> None:
    """Note on a target that was hit the hit points lost."""
    if not any(type(change) is changes.Struck and change.target == target for change in trace):
        return
    lost = sum(
        change.before - change.after
        for change in trace
        if type(change) is changes.PoolChanged and change.entity == target and change.pool == "hp"
    )
    run.note(target, Loses(int(lost)))
