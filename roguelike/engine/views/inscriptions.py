"""The views of runes and of the spells that they may be inscribed on: each as it is, and as it would be."""

from collections.abc import Iterator
from contextlib import contextmanager

import esper

from roguelike.actions.action import Action, attempt
from roguelike.actions.inscribing import sockets, why_not_erased, why_not_inscribed
from roguelike.actions.spell_use import mastery_of
from roguelike.components.magic import Rune
from roguelike.core.records import Record
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.views.items import dormant_views, spell_view, spell_views
from roguelike.engine.views.records import SpellView
from roguelike.engine.views.use_text import rune_words
from roguelike.world.game import Game
from roguelike.world.names import true_name
from roguelike.world.spells import rune_named, spell_with


class InscriptionView(Record):
    """A known spell as it is, and with a rune added or removed; `after` is None if that is impossible, for `reason`."""

    before: SpellView
    after: SpellView | None
    reason: str = ""


def inscription_views(game: Game, rune: int) -> tuple[InscriptionView, ...]:
    """List the player's spells with what a carried rune would make of each, in hotkey order."""
    name = true_name(rune)
    return tuple(
        _rewritten(
            game,
            spell,
            (*spell.runes, name),
            why_not_inscribed(game, game.player, spell.name, name),
        )
        for spell in (*spell_views(game), *dormant_views(game))
    )


def erasure_view(game: Game, spell: SpellView) -> InscriptionView:
    """Return one of the player's spells, and what it would be without its last rune."""
    *left, last = spell.runes
    reason = why_not_erased(game, game.player, spell.name, last)
    return _rewritten(game, spell, tuple(left), reason)


def _rewritten(
    game: Game, spell: SpellView, runes: tuple[str, ...], reason: str
) -> InscriptionView:
    """Return a spell and what it would be with these runes, or the reason why that is impossible."""
    if reason:
        return InscriptionView(spell, None, reason)
    made = spell_with(game, game.player, spell.name, runes)
    after = spell_view(game, made, mastery_of(game.player), runes=runes)
    return InscriptionView(spell, after)


def words_of_rune(game: Game, item: int) -> tuple[str, str]:
    """Return what a rune does, and how many of them each spell may hold and when the number rises."""
    rune = esper.try_component(item, Rune)
    return rune_words(rune) if rune else "", _socket_words(game)


def runes_on(game: Game, spell: SpellView) -> list[str]:
    """Describe what each rune on a spell does."""
    return [rune_words(rune_named(game, name)) for name in spell.runes]


def erasing_mana(game: Game) -> int:
    """Return the maximum mana given up to remove a rune from a spell."""
    return game.content.growth.erasing_mana


@contextmanager
def trying(game: Game, action: Action) -> Iterator[None]:
    """Let the block see the game as it would be after a command, with the best of luck; then undo it."""
    with rehearsing(game, ExtremeRolls(high=True, lucky=True)):
        attempt(action, game.player, game)
        yield


def _socket_words(game: Game) -> str:
    """Describe how many runes each of the player's spells may hold, and when the number rises."""
    most = sockets(game, game.player)
    coming = game.content.growth.socket_levels[most:]
    runes = "one rune" if most == 1 else f"{most} runes"
    more = f"; one more at level {coming[0]}" if coming else ""
    return f"Each spell holds {runes}{more}."
