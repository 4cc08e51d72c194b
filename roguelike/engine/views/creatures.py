"""A creature as the player sees it."""

import esper

from roguelike.actions.senses import is_hostile
from roguelike.components.actors import Mind
from roguelike.components.items import Pack
from roguelike.components.looks import Described, Renderable
from roguelike.components.statuses import Duration, Statuses, StatusTemplate
from roguelike.components.vitals import ATTRIBUTES, Attributes, Pools
from roguelike.effects.targeting import faction
from roguelike.engine.views.records import CreatureView, StatusView
from roguelike.systems.reputation import standing_text
from roguelike.systems.waking import is_asleep
from roguelike.world.derived_stats import attribute_bonus, stats_of
from roguelike.world.game import Game
from roguelike.world.names import shown_name
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


def creature_view(game: Game, entity: int) -> CreatureView:
    """Return all that the player can tell of a creature by looking at it."""
    pools = esper.component_for_entity(entity, Pools)
    looks = esper.try_component(entity, Renderable) or Renderable()
    you = entity == game.player
    described = esper.try_component(entity, Described)
    return CreatureView(
        entity,
        "You" if you else shown_name(game, entity),
        looks.glyph,
        looks.fg,
        point_of(entity) or (0, 0),
        pools.hp,
        pools.max_hp,
        pools.level,
        not you and is_hostile(game, entity, game.player),
        you,
        status_views(game, entity),
        _carries(game, entity),
        (
            *_traits(entity, pools),
            *_mood(game, entity),
            *(f"{how} {element}" for element, how in _defences(entity)),
        ),
        described.text if described else "",
        _defences(entity),
        friend=not you and faction(entity) == faction(game.player),
    )


def status_views(game: Game, entity: int) -> tuple[StatusView, ...]:
    """List a creature's statuses, oldest first."""
    statuses = esper.try_component(entity, Statuses)
    views = []
    for status in statuses.entities if statuses else ():
        template: StatusTemplate = esper.component_for_entity(status, StatusTemplate)
        turns = esper.component_for_entity(status, Duration).turns
        views.append(
            StatusView(
                template.name,
                template.label or template.name,
                template.letter,
                template.colour,
                turns,
                template.good,
            )
        )
    return tuple(views)


def _mood(game: Game, entity: int) -> tuple[str, ...]:
    """List whether a creature sleeps or flees, and what its faction thinks of the player, as sentences."""
    mind = esper.try_component(entity, Mind)
    if mind is None:
        return ()
    words = ("asleep",) if is_asleep(entity) else ("running away",) if mind.fear_turns else ()
    opinion = standing_text(game, entity)
    return (*words, opinion) if opinion else words


def _carries(game: Game, entity: int) -> tuple[str, ...]:
    """List what a creature visibly wears and wields."""
    pack = esper.try_component(entity, Pack)
    return tuple(shown_name(game, item) for item in pack.worn.values()) if pack else ()


def _traits(entity: int, pools: Pools) -> tuple[str, ...]:
    """List a creature's health and its exceptional attributes in words."""
    share = pools.hp / max(1, pools.max_hp)
    words = [next(word for least, word in HEALTH if share >= least)]
    attributes = esper.try_component(entity, Attributes)
    if attributes is not None:
        for name in ATTRIBUTES:
            bonus = attribute_bonus(getattr(attributes, name))
            if bonus:
                words.append(ADJECTIVES[name][bonus > 0])
    return tuple(words)


def _defences(entity: int) -> tuple[tuple[str, str], ...]:
    """List (element, "immune", "resists" or "weak") where a creature is not as others are."""
    shares = stats_of(entity).resistances.items()
    return tuple(
        (element, "immune to" if share <= 0 else "resists" if share < 1 else "weak to")
        for element, share in sorted(shares)
        if share != 1
    )
