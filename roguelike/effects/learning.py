"""Learning spells, from whatever teaches them: books above all."""

from typing import Annotated, ClassVar

import esper

from roguelike.components.magic import KnownSpells, Use
from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta
from roguelike.core.scalars import Refers
from roguelike.effects.registry import Hit, handles
from roguelike.world.changes import Fizzled, SpellLearned
from roguelike.world.game import Game
from roguelike.world.spell_names import known_names


@effect("teach_spell")
class TeachSpell(Effect):
    """Adds a spell to those its target knows."""

    regards_target_alone: ClassVar[bool] = True
    makes_a_book: ClassVar[bool] = True
    spell: Annotated[
        str, Refers("spells"), Meta(min_length=1, description="the spell that it teaches")
    ]

    def words(self) -> str:
        """Return for example "teaches Zap"."""
        return f"teaches {self.spell}"


def taught_by(use: Use | None) -> list[str]:
    """Return the names of the spells that using something teaches; [] if none."""
    return [each.spell for each in use.effects if isinstance(each, TeachSpell)] if use else []


@handles(TeachSpell)
def teach(effect: TeachSpell, hit: Hit, game: Game) -> None:
    """Add the spell to the target's KnownSpells; nothing happens if it is known."""
    known = esper.try_component(hit.target, KnownSpells)
    if known is None or effect.spell in known_names(hit.target):
        game.change(Fizzled(hit.cause, hit.target, f"You already know {effect.spell}."))
        return
    game.change(SpellLearned(hit.target, effect.spell, hit.cause))
