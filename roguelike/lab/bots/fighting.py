"""Habits of battle: heal, cast, shoot, strike, close in. All judge by what the player sees and the game forecasts."""

from collections.abc import Iterable, Iterator

import esper

from roguelike.actions import item_use, senses, shooting
from roguelike.components import items, magic, vitals
from roguelike.core.rng import Stream
from roguelike.effects import healing
from roguelike.effects.foresight import sampler
from roguelike.engine.foreseeing.aiming import harms_own_side, worth
from roguelike.engine.play.commands import Action, Cast, Melee, Shoot, Step, UseItem
from roguelike.engine.session import Session
from roguelike.lab.bots import appraisal, item_habits
from roguelike.world import ecs, perception, space
from roguelike.world.game import Game

HURT = 0.45
"""Share of hit points below which the bot wants healing."""


def heal(session: Session, rng: Stream) -> Iterator[Action]:
    """When badly hurt, drink or eat something that heals; if nothing known does, try unknown potions."""
    game = session.game
    if appraisal.health(game) > HURT:
        return
    cures = item_habits.known_uses(game, healing.Heal)
    yield from (UseItem(item) for item in cures)
    if appraisal.near_enemies(game):
        yield from (UseItem(item) for item in item_habits.unknown_potions(game))


def cast(session: Session, rng: Stream) -> Iterator[Action]:
    """Cast the spell, or use the wand or scroll, that promises enemies the most harm and the own side none."""
    game = session.game
    if not appraisal.near_enemies(game):
        return
    options: list[Action] = [Cast(spell) for spell in perception.ready_names(game.player)]
    options += [UseItem(item) for item in aimed_items(game)]
    aimed = (option.at(aim) for option in options for aim in session.best_aims(option)[:1])
    yield from by_promise((_promise(session, action), action) for action in aimed)


def aimed_items(game: Game) -> list[int]:
    """List carried and known items that are aimed."""
    pack = ecs.get(game.player, items.Pack)
    return [
        item
        for item in pack.items
        if (use := esper.try_component(item, magic.Use)) is not None
        and use.delivery.aimed
        and perception.is_known(game, item)
    ]


def by_promise(promised: Iterable[tuple[float, Action]]) -> Iterator[Action]:
    """Yield those actions that promise anything, the most promising first."""
    worthwhile = [(promise, action) for promise, action in promised if promise > 0]
    yield from (action for _, action in sorted(worthwhile, key=lambda pair: -pair[0]))


def _promise(session: Session, action: Action) -> float:
    """Return the worth of an action's forecast; 0 if it would harm the own side."""
    seen = session.forecast(action, sampler.BRIEF)
    promise = worth(session.game, seen)
    return 0.0 if promise > 0 and session.ask(harms_own_side, seen) else promise


def zap(session: Session, rng: Stream) -> Iterator[Action]:
    """Aim unknown rods and scrolls at the nearest enemy that is not too near, unless bystanders are in view."""
    game = session.game
    pack = ecs.get(game.player, items.Pack)
    distant = [
        foe
        for foe in appraisal.foes(game)
        if senses.distance_between(game.player, foe) > 3 and not appraisal.bystanders(game)
    ]
    for item in pack.items if distant else ():
        if (
            not perception.is_known(game, item)
            and esper.has_component(item, magic.Use)
            and item_use.apparent_delivery(game, item).aimed
        ):
            yield UseItem(item, space.cells_of(distant[0])[0])


def shoot(session: Session, rng: Stream) -> Iterator[Action]:
    """Shoot at the nearest enemy, unless it is adjacent; needs a missile weapon."""
    game = session.game
    if shooting.missile_attack(game.player) is None:
        return
    enemies = appraisal.foes(game)
    if enemies and not space.is_adjacent(game.player, enemies[0]):
        yield from (Shoot(foe) for foe in enemies)


def strike(session: Session, rng: Stream) -> Iterator[Action]:
    """Strike the weakest enemy within reach."""
    game = session.game
    near = [foe for foe in appraisal.foes(game) if space.is_adjacent(game.player, foe)]
    near.sort(key=lambda foe: (ecs.get(foe, vitals.Pools).hp, foe))
    yield from (Melee(foe) for foe in near)


def close_in(session: Session, rng: Stream) -> Iterator[Action]:
    """Walk towards the nearest enemy that can be reached."""
    game, here = session.game, session.here
    for foe in appraisal.foes(game):
        for cell in space.cells_of(foe)[:1]:
            way = session.way_to(cell)
            if way:
                yield Step.between(here, way[0])
