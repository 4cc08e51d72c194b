"""The views of runes and of the spells that they may be inscribed on: each as it is, and as it would be."""

import esper

from roguelike.actions.inscribing import sockets, why_not_inscribed
from roguelike.actions.spell_use import mastery_of
from roguelike.components.runes import Rune
from roguelike.core.records import Record
from roguelike.engine.views.items import dormant_views, spell_view, spell_views
from roguelike.engine.views.records import SpellView
from roguelike.world.game import Game
from roguelike.world.names import true_name
from roguelike.world.spells import composed, recipe_of


class InscriptionView(Record):
    """A known spell as it is, and with a rune on it; `after` is None where it cannot be, for the `reason` given."""

    before: SpellView
    after: SpellView | None
    reason: str = ""


def inscription_views(game: Game, rune: int) -> tuple[InscriptionView, ...]:
    """List the player's spells with what a carried rune would make of each, in the order of their hotkeys."""
    name, player = true_name(rune), game.player
    mastery = mastery_of(player)
    found = []
    for spell in (*spell_views(game), *dormant_views(game)):
        reason = why_not_inscribed(game, player, spell.name, name)
        runes = (*spell.runes, name)
        after = None
        if not reason:
            after = spell_view(
                composed(game, recipe_of(game, player, spell.name, runes)), mastery, runes=runes
            )
        found.append(InscriptionView(spell, after, reason))
    return tuple(found)


def socket_words(game: Game) -> str:
    """Say how many runes a spell of the player's may hold, and when more."""
    most = sockets(game, game.player)
    coming = game.content.growth.socket_levels[most:]
    runes = "one rune" if most == 1 else f"{most} runes"
    more = f"; one more at level {coming[0]}" if coming else ""
    return f"Each spell holds {runes}{more}."


def rune_of(item: int) -> Rune | None:
    """Return what a thing is as a rune; None for what is none."""
    return esper.try_component(item, Rune)
