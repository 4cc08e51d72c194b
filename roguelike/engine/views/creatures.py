"""A creature as the player sees it, and how long its turns take, for the strip that shows the coming order."""

from typing import Literal

import esper

from roguelike.actions.senses import is_fleeing, is_hostile, seen_creatures
from roguelike.actions.trading import is_vendor
from roguelike.components.actors import Initiative, Mind, Nature
from roguelike.components.items import Pack
from roguelike.components.looks import Described, Renderable
from roguelike.components.statuses import Duration, StatusEffect, Statuses, StatusTemplate
from roguelike.components.vitals import ATTRIBUTES, Attributes, Pools
from roguelike.core.geometry import Point, told_apart
from roguelike.core.records import replace
from roguelike.core.traits import words_of
from roguelike.effects.statuses import most_poise, poise_of
from roguelike.engine.views.records import CreatureView, StatusView, TempoView
from roguelike.engine.views.use_text import status_text
from roguelike.systems.initiative import delay
from roguelike.systems.reputation import standing_text
from roguelike.systems.waking import is_asleep
from roguelike.world import ecs
from roguelike.world.derived_stats import QUICKNESS, attribute_bonus, stats_of
from roguelike.world.factions import faction
from roguelike.world.game import Game
from roguelike.world.names import noun, shown_name
from roguelike.world.space import point_of

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
    pools = ecs.get(entity, Pools)
    looks = esper.try_component(entity, Renderable) or Renderable()
    you = entity == game.player
    described = esper.try_component(entity, Described)
    hostile = not you and is_hostile(game, entity)
    mood = _mood(entity, hostile=hostile)
    return CreatureView(
        entity,
        "You" if you else shown_name(game, entity),
        looks.glyph,
        looks.fg,
        point_of(entity) or (0, 0),
        pools.hp,
        pools.max_hp,
        pools.level,
        hostile,
        you,
        status_views(game, entity, explained=explained),
        _carries(game, entity),
        (
            *_traits(entity, pools),
            *(("buys and sells",) if is_vendor(game, entity) else ()),
            *_mood_words(game, entity, mood),
            *(f"{how} {element}" for element, how in _defences(entity)),
        ),
        described.text if described else "",
        _defences(entity),
        friend=not you and faction(entity) == faction(game.player),
        mood=mood,
        poise=poise_of(entity),
        most_poise=most_poise(entity),
        called=noun(game, entity).phrase,
    )


def creatures_view(game: Game) -> tuple[CreatureView, ...]:
    """Return the creatures in view, by id; those who share a name say where they stand."""
    views = tuple(creature_view(game, entity) for entity in seen_creatures(game))
    alike: dict[str, dict[int, Point]] = {}
    for view in views:
        alike.setdefault(view.name, {})[view.entity] = view.point
    here = point_of(game.player) or (0, 0)
    where = {
        entity: words
        for namesakes in alike.values()
        for entity, words in told_apart(here, namesakes).items()
    }
    if not any(where.values()):
        return views
    return tuple(replace(view, where=where[view.entity]) for view in views)


def status_views(game: Game, entity: int, *, explained: bool = False) -> tuple[StatusView, ...]:
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
                template.letter,
                template.colour,
                turns,
                template.good,
                status_text(game, template, effect) if explained else "",
            )
        )
    return tuple(views)


def _mood(entity: int, *, hostile: bool) -> Mood:
    """Return a creature's visible mood; whom it has noticed matters only for enemies."""
    mind = esper.try_component(entity, Mind)
    if mind is None:
        return ""
    if is_asleep(entity):
        return "asleep"
    if mind.loot or is_fleeing(entity):
        return "fleeing"
    if not hostile:
        return ""
    return "hunting" if mind.target or mind.last_seen is not None else "unaware"


def _mood_words(game: Game, entity: int, mood: Mood) -> tuple[str, ...]:
    """Describe a creature's mood, and its faction's opinion of the player."""
    words = (MOODS[mood],) if mood else ()
    opinion = standing_text(game, entity) if esper.has_component(entity, Mind) else None
    return (*words, opinion) if opinion else words


def _carries(game: Game, entity: int) -> tuple[str, ...]:
    """List what a creature visibly wears and wields."""
    pack = esper.try_component(entity, Pack)
    return tuple(shown_name(game, item) for item in pack.worn.values()) if pack else ()


def _traits(entity: int, pools: Pools) -> tuple[str, ...]:
    """List a creature's health and exceptional attributes in words."""
    share = pools.hp / max(1, pools.max_hp)
    words = [next(word for least, word in HEALTH if share >= least)]
    attributes = esper.try_component(entity, Attributes)
    if attributes is not None:
        for name in ATTRIBUTES:
            bonus = attribute_bonus(getattr(attributes, name))
            if bonus:
                words.append(ADJECTIVES[name][bonus > 0])
    nature = esper.try_component(entity, Nature)
    return (*words, *words_of(nature)) if nature is not None else tuple(words)


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
    stats, initiative = stats_of(entity), ecs.get(entity, Initiative)
    ticks = delay(game.seed, entity, initiative.acts, stats.slowness)
    if not stats.slowness:
        return TempoView(entity, ticks, 0)
    causes = list(stats.slowed_by)
    if stats.bonuses[QUICKNESS]:
        causes.append(("quickness", -float(stats.bonuses[QUICKNESS])))
    ranked = sorted(causes, key=lambda cause: -abs(cause[1]))
    return TempoView(entity, ticks, stats.slowness, tuple(ranked))
