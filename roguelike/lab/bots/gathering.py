"""Habits about offers: take the best where only one may be taken, and accept deals that cost only gold."""

from collections import Counter
from collections.abc import Iterator

import esper

from roguelike.actions.bargaining import is_peaceful_about, offers_anything
from roguelike.actions.senses import hostiles_in_view
from roguelike.components.bargains import Terms
from roguelike.components.items import Item
from roguelike.core.geometry import Point, steps_between
from roguelike.core.rng import Stream
from roguelike.engine.autopilot.explore import known_ground, step_toward
from roguelike.engine.play.commands import Action, Agree, PickUp
from roguelike.engine.session import Session
from roguelike.engine.views.choices import DealView, bargain_view
from roguelike.world import ecs
from roguelike.world.game import Game
from roguelike.world.names import is_known

UNKNOWN_WORTH = 60.0
"""Assumed worth of an unidentified item, in gold."""
PURSE = "Gold"
MOST_STEPS = 40
"""Most steps toward one thing, after which the bot gives it up."""


class Choice:
    """Walks to items in view of which only one may be taken, and takes the best."""

    def __init__(self) -> None:
        """Start with no steps taken: `_steps` counts those toward each (depth, item)."""
        self._steps: Counter[tuple[int, int]] = Counter()

    def choose(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Go to the best item and take it; give it up if it is not reached in some steps, as behind a window."""
        game, here = session.game, session.here
        lying = [] if hostiles_in_view(game) else _on_terms(game)
        for item, there in sorted(lying, key=lambda pair: (-_worth(game, pair[0]), pair[0])):
            if there == here:
                yield PickUp(item)
            elif self._steps[game.depth, item] < MOST_STEPS and (
                step := step_toward(game, [there], known_ground(game))
            ):
                self._steps[game.depth, item] += 1
                yield step


def _on_terms(game: Game) -> list[tuple[int, Point]]:
    """List (item, tile) of the items in view of which one may be chosen, free of charge."""
    return [
        (thing, point)
        for point, things in sorted(game.level.at.items())
        if game.level.visible[point]
        for thing in things
        if (terms := esper.try_component(thing, Terms)) is not None
        and terms.group
        and not terms.gold
        and esper.has_component(thing, Item)
    ]


def _worth(game: Game, item: int) -> float:
    """Return an item's worth in gold, as far as the player knows."""
    if not is_known(game, item):
        return UNKNOWN_WORTH
    return ecs.get(item, Item).base_value


class Bargaining:
    """Walks up to every fixture that offers deals, once."""

    def __init__(self) -> None:
        """Start with none seen: `_seen` are (depth, fixture), `_steps` counts the steps toward each."""
        self._seen: set[tuple[int, int]] = set()
        self._steps: Counter[tuple[int, int]] = Counter()

    def agree(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Go to the fixtures in view, and accept each deal that takes nothing but gold and gives something."""
        game, here = session.game, session.here
        for thing, there in [] if hostiles_in_view(game) else _fixtures(game):
            if (game.depth, thing) in self._seen or self._steps[game.depth, thing] > MOST_STEPS:
                continue
            if steps_between(here, there) <= 1:
                self._seen.add((game.depth, thing))
                deals = session.ask(bargain_view, thing).deals
                yield from (Agree(thing, deal.name) for deal in deals if _is_good(deal))
                continue
            ground = known_ground(game)
            ground[there] = True
            self._steps[game.depth, thing] += 1
            if step := step_toward(game, [there], ground):
                yield step


def _fixtures(game: Game) -> list[tuple[int, Point]]:
    """List (fixture or person, tile) of those in view that offer deals."""
    return [
        (thing, point)
        for point, things in sorted(game.level.at.items())
        if game.level.visible[point]
        for thing in things
        if offers_anything(thing) and is_peaceful_about(game, thing)
    ]


def _is_good(deal: DealView) -> bool:
    """Return whether a deal can be made, changes some figure, and lowers none but gold."""
    figures = [each for each in deal.changes if each.label != PURSE]
    return not deal.reason and bool(figures) and all(_grows(f.before, f.after) for f in figures)


def _grows(before: str, after: str) -> bool:
    """Return whether a figure is a number and grows."""
    try:
        return float(after.replace(",", "")) > float(before.replace(",", ""))
    except ValueError:
        return False
