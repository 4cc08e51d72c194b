"""The question before an action that would harm a friend, the peaceful or the player, or waste something.

Keys and mouse are treated alike. Once the player agrees to harm somebody, the question is not repeated for them: a
player who hunts a hare is not asked at every blow.
"""

from collections.abc import Sequence

from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.engine.foreseeing.aiming import BRIEF, Forecast, facts, own_death, own_doom
from roguelike.engine.foreseeing.perils import known_perils, perils_of
from roguelike.engine.play.commands import Action
from roguelike.engine.telling import outcomes
from roguelike.engine.views.records import CreatureView
from roguelike.toolkit.asked import WalkTo
from roguelike.toolkit.page import Confirm
from roguelike.ui.panels.fates import Fate, harmed
from roguelike.ui.panels.reply import cost_words
from roguelike.ui.program import Program

DEADLY = 0.5
"""Chance to die of the player's own action from which it asks first."""


class ForPlan(Record):
    """The result of a screen on which a command was aimed that is to be the next act of a plan."""

    action: Action


class Agreed(Record):
    """An action that needs no further question, and those whom the player agreed to harm by it, by id."""

    action: Action
    harmed: frozenset[int]


def question_before(program: Program, action: Action) -> Confirm | None:
    """Ask before a command that wastes something, leads into a known peril, or harms the wrong ones; else None."""
    game = program.game
    waste = game.ask(action.waste)
    if waste:
        return waste_question(program, action, game.ask(action.title), waste)
    perils = game.ask(perils_of, action)
    if perils:
        return peril_question(program, action, perils)
    if action.backfires:
        return disarm_question(program, action)
    if not game.ask(action.may_harm):
        return None
    if game.ask(action.begins_little):
        # All that is to come of a great fire, which burns whether or not they step, takes a fifth of a second.
        seen = game.forecast(action, BRIEF)
        if doubts_of(program, action, seen) is None:
            return None
    return doubts_of(program, action, game.forecast(action))


def question_before_walk(program: Program, goal: Point) -> Confirm | None:
    """Ask before walking to a tile on which a trap or fire is known; None if there is none."""
    perils = program.game.ask(known_perils, goal)
    if not perils:
        return None
    return _doubt(program, "Go there", _known_words(perils), WalkTo(goal, agreed=True))


def harm_question(
    program: Program,
    action: Action,
    seen: Forecast,
    others: tuple[CreatureView, ...],
    told: str = "",
) -> Confirm:
    """Ask whether to do something although it would harm at least one creature that is not an enemy.

    `told` is what else there is to say against it.
    """
    fates = [Fate(each, seen.outcomes[each.entity], own=True) for each in others]
    agreed = Agreed(action, frozenset(each.entity for each in others))
    text = f"{told} It {', '.join(harmed(fates, is_full=True))}.".strip()
    return _doubt(program, program.game.ask(action.title), text, agreed)


def doubts_of(program: Program, action: Action, seen: Forecast) -> Confirm | None:
    """Return the question about a forecast: the player's death first, then harm to others; None if neither."""
    game = program.game
    chance, doom = game.ask(own_death, seen), game.ask(own_doom, seen)
    if chance + doom >= DEADLY:
        why = _killed_words(chance) if chance >= DEADLY else _doomed_words(chance + doom)
        return waste_question(program, action, game.ask(action.title), why)
    others = game.would_harm(seen)
    return harm_question(program, action, seen, others) if others else None


def peril_question(program: Program, action: Action, perils: Sequence[str]) -> Confirm:
    """Ask whether to step where the player knows of something harmful, and tell what the whole turn would take.

    A fire burns whoever steps into it, and again before they can leave.
    """
    game = program.game
    reply, seen = game.reply(action), game.forecast(action)
    cost = "".join(text for text, _ in cost_words(reply, program.palette))
    text = f"{_known_words(perils)} {cost}."
    doom = game.ask(own_doom, seen)
    if doom and not reply.death:
        text += f" {_doomed_words(doom)}"
    others = game.would_harm(seen)
    if others:
        return harm_question(program, action, seen, others, text)
    return waste_question(program, action, "Go there", text)


def disarm_question(program: Program, action: Action) -> Confirm | None:
    """Ask whether to disarm a trap that could kill the player if it goes off; None if it could not."""
    chance = program.game.ask(own_death, program.game.forecast(action))
    if not chance:
        return None
    text = f"It may go off. {_killed_words(chance)}"
    return waste_question(program, action, "Disarm it", text)


def waste_question(program: Program, action: Action, title: str, why: str) -> Confirm:
    """Ask whether to do something although something would be wasted."""
    return _doubt(program, title, why, Agreed(action, frozenset()))


def _doubt(program: Program, title: str, why: str, agreed: Agreed | WalkTo) -> Confirm:
    """Ask whether to do something although something speaks against it; once agreed, `agreed` is the result."""
    return Confirm(program, f"{title}?", why, agreed, yes="Do it anyway", no="No")


def _known_words(perils: Sequence[str]) -> str:
    """Return a sentence on what is known to be somewhere."""
    return f"You know of {' and '.join(perils)} there."


def _killed_words(chance: float) -> str:
    """Return a sentence on the chance that an action kills the player: "You die 59%."."""
    return f"You {outcomes.death(chance, facts.YOU)[0]}."


def _doomed_words(chance: float) -> str:
    """Return a sentence on the chance of a death that an action brings on in later turns."""
    return (
        f"You {facts.row(facts.Dies(), facts.YOU)}{outcomes.odds(chance)}, unless you are healed."
    )
