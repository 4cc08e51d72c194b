"""Short texts on the consequences of an action, for tooltips, item cards and the look screen."""

from collections.abc import Mapping

from roguelike.core.colour import Colour
from roguelike.engine.foreseeing.aiming import Forecast
from roguelike.engine.play.commands import Action
from roguelike.engine.telling.figures import percent, span
from roguelike.engine.views.records import BlowView, CreatureView, DuelView, SpellView
from roguelike.engine.views.use_text import seen_labels
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.fates import Fate, paragraph, told_of_nobody
from roguelike.ui.panels.outcomes import REFUSED
from roguelike.ui.program import Program
from roguelike.ui.widgets import Segment

MANY_BLOWS = 50
"""The highest number of killing blows that is counted."""
Words = list[Segment]
"""The coloured text of one paragraph."""


def duel_words(duel: DuelView | None, colours: Palette) -> list[Words]:
    """Say what the next blow or shot of either side would do: "You hit 75% for 3-6: kill in 3."."""
    if duel is None:
        return []
    told = (
        ("You hit", duel.your_blow, "kill in", colours.text),
        ("You shoot", duel.your_shot, "kill in", colours.text),
        ("It hits you", duel.their_blow, "kills you in", colours.warn),
        ("It shoots you", duel.their_shot, "kills you in", colours.warn),
    )
    return [_blow(*each, colours) for each in told if each[1] is not None]


def _blow(who: str, blow: BlowView | None, kills: str, shade: Colour, colours: Palette) -> Words:
    """Say how likely one blow is to hit, for how much, and how many of them kill."""
    if blow is None or not blow.hits:
        return [(f"{who} never.", shade)]
    end = f", {kills} {_count(blow.kills_in)}." if blow.kills_in else "."
    return [
        (f"{who} {percent(blow.hits)} for ", shade),
        (span(*blow.damage), colours.damage),
        (end, shade),
    ]


def _count(blows: int) -> str:
    """Say how many blows kill: "3", "more than 50"."""
    return f"{blows}" if blows <= MANY_BLOWS else f"more than {MANY_BLOWS}"


def consequences(
    seen: Forecast,
    creatures: Mapping[int, CreatureView],
    labels: Mapping[str, str],
    colours: Palette,
) -> list[Words]:
    """Describe a forecast, with a paragraph for each creature that is affected; [] if nothing happens."""
    if seen.refused is not None:
        return [[(REFUSED + seen.refused, colours.dim)]]
    fates = [Fate(creatures[each], what, labels=labels) for each, what in seen.outcomes.items()]
    told = [paragraph(fate, colours) for fate in fates if not fate.is_nothing]
    return told + [[(words, colours.info)] for words in told_of_nobody(seen)]


def use_words(program: Program, item: int) -> list[Words]:
    """Say what using an item now would do; [] if it must be aimed or is unidentified."""
    from roguelike.engine.play.commands import UseItem

    view = next((each for each in program.game.pack() if each.entity == item), None)
    if view is None or not view.usable or view.aimed or view.rune or not view.known:
        return []
    return _headed("Used now", _foreseen(program, program.game.forecast(UseItem(item))), program)


def handling_words(program: Program, action: Action) -> list[Words]:
    """Say why something cannot be put on, taken off or dropped; [] if it can."""
    seen = program.game.forecast(action)
    if seen.refused is None:
        return []
    told = _foreseen(program, seen)
    return _headed(f"If you {program.game.ask(action.words)}", told, program)


def cast_words(program: Program, spell: SpellView) -> list[Words]:
    """Say what casting a spell without a target would do now; [] if it needs aiming or is too expensive."""
    from roguelike.engine.play.commands import Cast

    if spell.aimed or not spell.affordable:
        return []
    seen = program.game.forecast(Cast(spell.name))
    return _headed("Cast now", _foreseen(program, seen), program)


def step_words(program: Program, point: tuple[int, int]) -> list[Words]:
    """Say what a step onto an adjacent tile would cause, and disarming a known trap there; [] if nothing."""
    seen, disarmed = program.game.step_forecast(point), program.game.disarm_forecast(point)
    told = _foreseen(program, seen) if seen is not None else []
    told_of_trap = _foreseen(program, disarmed) if disarmed is not None else []
    return [
        *_headed("If you step there", told, program),
        *_headed("If you disarm it", told_of_trap, program),
    ]


def _foreseen(program: Program, seen: Forecast) -> list[Words]:
    """Describe a forecast, asking the game for the creatures and the status labels."""
    game = program.game
    in_view = {each.entity: each for each in game.creatures()}
    creatures = {each: in_view.get(each) or game.creature(each) for each in seen.outcomes}
    return consequences(seen, creatures, game.ask(seen_labels, seen), program.palette)


def _headed(heading: str, told: list[Words], program: Program) -> list[Words]:
    """Put a heading before the text, if there is any."""
    return [[(f"{heading}:", program.palette.heading)], *told] if told else []
