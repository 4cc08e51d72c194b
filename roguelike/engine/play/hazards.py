"""Fires and clouds that would harm the player: automatic walking goes around them, and stops before them.

Seen ones count first. One that is only remembered may have gone out: it is gone around where that is possible, and
walked up to, to be looked at again, where it is not. Whoever stands in a fire may leave it through the next one.
"""

from collections.abc import Iterator, Sequence

from roguelike.components import hazards, magic, vitals
from roguelike.core.effect import Effect, mean_of
from roguelike.core.geometry import Point
from roguelike.core.grammar import capital
from roguelike.effects import elements, spreading
from roguelike.effects.statuses import Slow
from roguelike.systems.ai.hazard_map import harms
from roguelike.world import ecs, perception, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game, template_of

NOWHERE: frozenset[Point] = frozenset()


def harmful_in_view(game: Game) -> frozenset[Point]:
    """Return the tiles in view of fires and clouds that would take hit points or turns from the player."""
    level = game.level
    if not level.hazards or ecs.get(game.player, vitals.Pools).god_mode:
        return NOWHERE
    visible = level.visible
    return frozenset(
        point
        for hazard, point in level.hazards.items()
        if visible[point] and is_harmful(game, hazard)
    )


def harmful_as_remembered(game: Game) -> frozenset[Point]:
    """Return the tiles out of view on which the player last saw a fire or cloud that would harm them."""
    if ecs.get(game.player, vitals.Pools).god_mode:
        return NOWHERE
    return frozenset(
        point
        for point, things in game.level.remembered.things.items()
        for thing in things
        if thing.hazard is not None
        and thing.hazard.turns
        and (template := template_of(game.content, thing.kind, hazards.HazardTemplate)) is not None
        and any(harms_player(game, effect) for effect in template.effects)
    )


def is_harmful(game: Game, hazard: int) -> bool:
    """Return whether a thing is a fire or cloud that would harm the player; traps and runes are not asked about."""
    row = ecs.row(hazard)
    template: hazards.HazardTemplate | None = row.get(hazards.HazardTemplate)
    if template is None or hazards.Hazard not in row or magic.Trigger in row or hazard in game.dead:
        return False
    if spreading.spares_maker(game, hazard, game.player):
        return False
    return any(harms_player(game, effect) for effect in template.effects)


def harms_player(game: Game, effect: Effect) -> bool:
    """Return whether an effect would take hit points or turns from the player, or start a fire or cloud that would."""
    stats = stats_of(game.player)
    if isinstance(effect, elements.Kindle):
        return any(harms_player(game, each) for each in game.content.hazards[effect.hazard].effects)
    if isinstance(effect, Slow):
        return mean_of(effect.penalty) > 0 and "Slowed" not in stats.blessing.proof
    return harms(game, stats, effect)


def barriers(game: Game, met: frozenset[Point] = NOWHERE) -> Iterator[frozenset[Point]]:
    """Yield the tiles to keep off: what is seen and remembered; where that leaves no way, only what is seen.

    Somebody was `met` on further tiles, which count as remembered. Whoever stands in a fire has to get out of it, at
    worst through others: the last then bars nothing.
    """
    seen, remembered = harmful_in_view(game), harmful_as_remembered(game) | met
    if remembered - seen:
        yield seen | remembered
    yield seen
    if space.point_of(game.player) in seen:
        yield NOWHERE


def barred_by(game: Game, point: Point) -> str:
    """Return a sentence saying that the fires and clouds on a tile in view are in the way."""
    things = game.level.at.get(point, ())
    return bars(
        sorted({perception.noun(game, each).phrase for each in things if is_harmful(game, each)})
    )


def bars(names: Sequence[str]) -> str:
    """Return a sentence saying that things are in the way: "The fire and the web are in the way."."""
    words = " and ".join(names)
    return f"{capital(words)} {'is' if len(names) == 1 else 'are'} in the way."
