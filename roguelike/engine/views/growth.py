"""The views of the choice at a new level, and of how far each school is mastered.

What an offer would change is foreseen like everything else: it is taken on trial, the sheet is read, and it is undone.
"""

import re
from collections.abc import Sequence

import esper

from roguelike.actions.action import attempt
from roguelike.actions.growing import ChooseOffer
from roguelike.actions.inscribing import sockets
from roguelike.components.growth import Talents
from roguelike.components.vitals import Attributes, Pools, Skills
from roguelike.core.grammar import counted
from roguelike.core.records import Record
from roguelike.core.trial_rolls import ExtremeRolls
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.views.hud import attribute_views
from roguelike.engine.views.items import dormant_views, spell_views
from roguelike.world import ecs
from roguelike.world.derived_stats import stats_of
from roguelike.world.figures import hero_pools, mastery_in, places_of
from roguelike.world.game import Game

NOTHING = "-"
Figures = dict[str, tuple[str, ...]]
"""Figures of the sheet by label, each in parts: of a spell what it does, part by part, and its price."""
_BEGINS = re.compile(r"[+-]?\d[\d,]*(\.\d+)?")
"""The number at the beginning of a figure."""


class Difference(Record):
    """One figure of the sheet, as it is and as it would be."""

    label: str
    before: str
    after: str

    @property
    def is_loss(self) -> bool:
        """Whether it decreases: to a lower number, or to nothing."""
        before, after = _BEGINS.match(self.before), _BEGINS.match(self.after)
        if before is None or after is None:
            return self.after == NOTHING
        return float(after[0].replace(",", "")) < float(before[0].replace(",", ""))


class OfferView(Record):
    """An offer, and everything that it would change."""

    name: str
    group: str
    text: str
    changes: tuple[Difference, ...]


class ChoiceView(Record):
    """The level whose choice has waited longest, what it offers, and how many levels wait after it."""

    level: int
    offers: tuple[OfferView, ...]
    later: int


class MasteryView(Record):
    """The player's spells that count in a school, and its steps: (spells needed, what it gives, whether reached)."""

    school: str
    spells: int
    steps: tuple[tuple[int, str, bool], ...]


def next_level_adds(game: Game) -> tuple[int, int]:
    """Return the player's gain in maximum hit points and mana at the next level, whatever is chosen."""
    pools, born = ecs.get(game.player, Pools), ecs.get(game.player, Attributes)
    now, then = (hero_pools(game.content, pools.level + more, born) for more in (0, 1))
    return then[0] - now[0], then[1] - now[1]


def choice_view(game: Game) -> ChoiceView | None:
    """Return the pending choice; None when there is none."""
    talents = esper.try_component(game.player, Talents)
    if talents is None or not talents.waiting:
        return None
    choice, *later = talents.waiting
    offers = tuple(_offer(game, name) for name in choice.offers if name in game.content.offers)
    return ChoiceView(choice.level, offers, len(later))


def _offer(game: Game, name: str) -> OfferView:
    """Return one offer, with what taking it would change."""
    offer = game.content.offers[name]
    before = figures(game) | _prospects(game)
    with rehearsing(game, ExtremeRolls(high=True, lucky=True)):
        attempt(ChooseOffer(name), game.player, game)
        after = figures(game) | _prospects(game)
    return OfferView(name, offer.group, offer.text, differences(before, after))


def _prospects(game: Game) -> Figures:
    """Return what the next level will add, as the sheet says it: attributes change that, and nothing now."""
    following = ecs.get(game.player, Pools).level + 1
    health, mana = next_level_adds(game)
    return {
        f"Health at level {following}": (f"{health:+d}",),
        f"Mana at level {following}": (f"{mana:+d}",),
    }


def differences(before: Figures, after: Figures) -> tuple[Difference, ...]:
    """List the figures that differ, as they were and as they are; for a spell only the parts that differ."""
    return tuple(
        Difference(label, *_told_apart(before.get(label, (NOTHING,)), after.get(label, (NOTHING,))))
        for label in dict.fromkeys((*before, *after))
        if before.get(label) != after.get(label)
    )


def _told_apart(before: Sequence[str], after: Sequence[str]) -> tuple[str, str]:
    """Return the differing parts of two figures; all of them if they do not correspond."""
    parts = list(zip(before, after, strict=False))
    changed = [pair for pair in parts if pair[0] != pair[1]]
    if len(before) != len(after) or changed == parts[-1:]:
        # A price alone would look like a gain where it rises.
        changed = [(", ".join(before), ", ".join(after))]
    return ", ".join(old for old, _ in changed), ", ".join(new for _, new in changed)


def figures(game: Game) -> Figures:
    """Return every figure that an offer may change."""
    player = game.player
    pools, stats = ecs.get(player, Pools), stats_of(player)
    skills = esper.try_component(player, Skills) or Skills()
    plain = {
        "Greatest health": f"{pools.max_hp}",
        "Greatest mana": f"{pools.max_mana}",
    }
    for view in attribute_views(player, stats.modifiers, stats.bonuses):
        plain[view.name] = f"{view.value} ({view.bonus:+d})"
    plain |= {
        "Melee": f"{skills.melee:+d}",
        "Defense": f"{skills.defense:+d}",
        "Magic": f"{skills.magic:+d}",
        "Armor class": f"{stats.armor_class}",
        "Load": f"{stats.capacity:g} lb",
        "Pace": _pace(stats.slowness),
        "Runes a spell": f"{sockets(game, player)}",
        "Spells kept ready": f"{places_of(game, player)}",
    }
    for mastery in mastery_views(game):
        plain[f"Mastery of {mastery.school}"] = _reached(mastery)
    found: Figures = {label: (words,) for label, words in plain.items()}
    for spell in spell_views(game):
        found[spell.title] = (*spell.does, spell.price)
    for spell in dormant_views(game):
        found[spell.title] = (*spell.does, spell.price, "not attuned")
    return found


def _pace(slowness: int) -> str:
    """Describe a creature's pace in ticks a turn, more being better: "-2 (slow)", "+0", "+1 (fast)"."""
    if not slowness:
        return "+0"
    return f"{-slowness:+d} ({'slow' if slowness > 0 else 'fast'})"


def _reached(mastery: MasteryView) -> str:
    """Describe how far a school is mastered: "3 spells; your own fires do not burn you; next at 4"."""
    given = [does for _, does, reached in mastery.steps if reached]
    coming = next((f"next at {least}" for least, _, reached in mastery.steps if not reached), "")
    known = counted(mastery.spells, "spell")
    return "; ".join([known, *given[-1:], *([coming] if coming else [])])


def mastery_views(game: Game) -> tuple[MasteryView, ...]:
    """List the schools in which the player has any spell, in the order of the data."""
    found = []
    for name, school in game.content.schools.items():
        mastery = mastery_in(game, game.player, name)
        if mastery.spells:
            steps = tuple(
                (step.spells, step.does, mastery.spells >= step.spells) for step in school.steps
            )
            found.append(MasteryView(name, mastery.spells, steps))
    return tuple(found)
