"""Habits about known spells: which are ready, and what is inscribed on them, by their worth."""

from collections.abc import Iterator
from math import sqrt

import esper

from roguelike.actions.senses import hostiles_in_view
from roguelike.commands.pricing import worth_of
from roguelike.components.items import Pack
from roguelike.components.magic import SpellTemplate
from roguelike.components.runes import Rune
from roguelike.components.vitals import Pools, Skills
from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Action, Attune, Inscribe
from roguelike.engine.session import Session
from roguelike.engine.views.choices import inscription_views
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game
from roguelike.world.growing import places_of
from roguelike.world.names import known_names, ready_names, true_name
from roguelike.world.spells import inscribed_on, spell_of, spell_with

UNWEIGHED = 8.0
"""Worth of a spell without damage: one that summons, moves or hastens."""


class Attunement:
    """Keeps the most valuable spells ready, and compares spells again only after something has changed."""

    def __init__(self) -> None:
        """Start with nothing compared: `_weighed` is the state of the spells when nothing was left to improve."""
        self._weighed: object = None

    def attune(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Attune to spells while there is room, and swap worse spells for better ones."""
        game = session.game
        if hostiles_in_view(game):
            return
        known = [(name, inscribed_on(game.player, name)) for name in known_names(game.player)]
        weighed = (known, ready_names(game.player), places_of(game, game.player), _skill(game))
        if weighed == self._weighed:
            return
        yield from attunements(game)
        self._weighed = weighed


def attunements(game: Game) -> Iterator[Action]:
    """Yield the attunement to the best spell that is not ready, if there is room or a worse one is ready."""
    ready = ready_names(game.player)
    dormant = [name for name in known_names(game.player) if name not in ready]
    if not dormant:
        return
    best = max(dormant, key=lambda name: (_worth(game, name), name))
    if len(ready) < places_of(game, game.player):
        yield Attune(best)
        return
    worst = min(ready, key=lambda name: (_worth(game, name), name))
    if _worth(game, best) > _worth(game, worst):
        yield Attune(best, worst)


def inscribe(session: Session, rng: Stream) -> Iterator[Action]:
    """Inscribe each rune on the spell that gains most from it, if any does."""
    game = session.game
    if hostiles_in_view(game):
        return
    for rune in ecs.get(game.player, Pack).items:
        if esper.try_component(rune, Rune) is None:
            continue
        fit = [
            view.before.name
            for view in session.ask(inscription_views, rune)
            if view.after is not None
        ]
        gains = {name: _gain(game, name, true_name(rune)) for name in fit}
        best = max(gains, key=lambda name: (gains[name], name), default="")
        if best and gains[best] > 0:
            yield Inscribe(rune, best)


def _gain(game: Game, name: str, rune: str) -> float:
    """Return how much more a known spell is worth with one more rune."""
    runes = (*inscribed_on(game.player, name), rune)
    return _value(game, spell_with(game, game.player, name, runes)) - _worth(game, name)


def _worth(game: Game, name: str) -> float:
    """Return the worth of having a known spell ready."""
    return _value(game, spell_of(game, game.player, name))


def _value(game: Game, spell: SpellTemplate) -> float:
    """Return a spell's worth, a compromise between effect per cast (turns are scarce) and per mana (mana is, too)."""
    assert isinstance(game.content, Catalog)
    magic, level = _skill(game)
    worth = worth_of(game.content, spell, magic, level) or UNWEIGHED
    return worth / sqrt(max(1, spell.mana_cost))


def _skill(game: Game) -> tuple[int, int]:
    """Return the player's Magic and level."""
    magic = ecs.get(game.player, Skills).magic + stats_of(game.player).blessing.magic
    return int(magic), ecs.get(game.player, Pools).level
