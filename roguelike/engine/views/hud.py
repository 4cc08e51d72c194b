"""The views of the side panel and of the end of a game."""

from functools import lru_cache

import esper

from roguelike.components.growth import Talents
from roguelike.components.vitals import ATTRIBUTES, Attributes, HungerClock, Pools, Skills
from roguelike.core.records import asdict
from roguelike.effects.statuses import most_poise, poise_of
from roguelike.engine.foreseeing.doom import turns_to_live
from roguelike.engine.play.score import score, score_lines
from roguelike.engine.views.creatures import status_views
from roguelike.engine.views.items import carried, spell_views
from roguelike.engine.views.records import AttributeView, DeathView, HudView
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.figures import experience_to_leave
from roguelike.world.game import Game

LAST_LINES = 16
"""How many lines of the log are shown at the end."""


def hud_view(game: Game) -> HudView:
    """Return everything that the side panel shows."""
    player = game.player
    pools = ecs.get(player, Pools)
    stats = stats_of(player)
    hunger = esper.try_component(player, HungerClock)
    skills = esper.try_component(player, Skills) or Skills()
    talents, things = esper.try_component(player, Talents), carried(game)
    base = experience_to_leave(game.content, pools.level - 1) if pools.level > 1 else 0
    return HudView(
        hp=pools.hp,
        max_hp=pools.max_hp,
        mana=pools.mana,
        max_mana=pools.max_mana,
        level=pools.level,
        xp=pools.xp,
        xp_here=max(0, pools.xp - base),
        xp_needed=experience_to_leave(game.content, pools.level) - base,
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
    )


def attribute_views(
    entity: int, modifiers: tuple[int, ...], bonuses: tuple[int, ...]
) -> tuple[AttributeView, ...]:
    """List the four attributes with their modifiers and bonuses."""
    base = esper.try_component(entity, Attributes) or Attributes()
    return _attribute_views(tuple(getattr(base, name) for name in ATTRIBUTES), modifiers, bonuses)


@lru_cache(maxsize=64)
def _attribute_views(
    base: tuple[int, ...], modifiers: tuple[int, ...], bonuses: tuple[int, ...]
) -> tuple[AttributeView, ...]:
    """Return the views of attributes with their modifiers and bonuses; cached, since every frame asks for them."""
    return tuple(
        AttributeView(name.capitalize(), own + modifier, bonus, modifier)
        for name, own, modifier, bonus in zip(ATTRIBUTES, base, modifiers, bonuses, strict=True)
    )


def death_view(game: Game) -> DeathView:
    """Return how the game ended."""
    pools = ecs.get(game.player, Pools)
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
