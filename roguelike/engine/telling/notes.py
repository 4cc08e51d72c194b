"""What a forecast says in words, from the changes of one run: whatever the numbers do not show.

Each kind of change either has its own note here, or is covered by numbers, or is described by its log sentence,
shortened. So a new effect is described in forecasts as soon as it changes or tells something.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import esper

from roguelike.actions.bargaining import USED_UP
from roguelike.components.actors import PLAYER_FACTION, Kind, Mind
from roguelike.components.hazards import Hazard
from roguelike.components.items import Charges, Item
from roguelike.components.spatial import NOWHERE, Hidden, Position
from roguelike.components.statuses import StatusEffect
from roguelike.components.vitals import HungerClock, Pools
from roguelike.core.grammar import Noun, counted
from roguelike.effects.displacement import STUCK
from roguelike.effects.foresight.aftermath import LOSES
from roguelike.effects.foresight.runs import Run
from roguelike.engine.play.yesterday import note_return
from roguelike.engine.telling import deeds, sentences, spells_and_statuses
from roguelike.engine.telling.arrivals import arrivals
from roguelike.engine.telling.travels import travels
from roguelike.world import ecs
from roguelike.world.changes import (
    Absorbed,
    Altered,
    Departed,
    Died,
    DoorMoved,
    Fed,
    Fizzled,
    Flashed,
    Flew,
    Identified,
    LevelGained,
    Missed,
    Moved,
    PackChanged,
    PoolChanged,
    Removed,
    Rescheduled,
    Rolled,
    ShruggedOff,
    Sounded,
    Spawned,
    Stained,
    StatusBegan,
    StatusEnded,
    Struck,
    TileChanged,
    Told,
    TookBack,
    Unleashed,
)
from roguelike.world.changes.reputation import StandingChanged
from roguelike.world.factions import FRIENDLY, HOSTILE, STRANGER
from roguelike.world.game import NOBODY, Cause, Change, Game
from roguelike.world.names import is_plural, noun, true_name

Note = tuple[int, str]
"""The entity it is about (NOBODY for things and the ground), and the words."""
NoteOf = Callable[[Any, Game], Note | None]
NOTES: dict[type[Any], NoteOf] = {}
TOLD_BY = (deeds, spells_and_statuses)
"""The modules whose sentences are registered by importing them here."""

SILENT: frozenset[type[Any]] = frozenset(
    (Absorbed, Died, Flashed, Flew, Missed, Rescheduled, Rolled, Stained, StatusBegan, Struck, TookBack,
     Unleashed)
)  # fmt: skip
"""Changes that numbers, chances and cells already show."""


def note_for(kind: type[Any]) -> Callable[[NoteOf], NoteOf]:
    """Register the function below as the forecast's note for a kind of change, or of altered component."""

    def register(function: NoteOf) -> NoteOf:
        NOTES[kind] = function
        return function

    return register


def describe(game: Game, changes: Sequence[Change], run: Run) -> None:
    """Add to a run what the numbers do not show, and what taking back a turn would give and take."""
    run.notes = notes_of(game, changes)
    if TookBack in map(type, changes):
        for change in changes:
            if type(change) is TookBack:
                note_return(game, change, run)


def notes_of(game: Game, changes: Sequence[Change]) -> dict[int, set[str]]:
    """Return the notes on the changes of one act, by the entity that they are about; the unseen are left out."""
    found: dict[int, set[str]] = {}
    telling = _telling(changes)
    if not telling:
        return found
    kinds = set(map(type, telling))
    moved = {(change.entity, change.cause) for change in telling if type(change) is Moved}
    secret = _secret_thefts(game, telling)
    is_told = any(type(change) is Told and not change.message.args for change in telling)
    for change in telling:
        kind = type(change)
        if kind in TOLD_TOGETHER or (kind is TileChanged and is_told):
            continue  # changes of the ground are mostly described by sentences of their own
        if id(change.cause) in secret:
            found.setdefault(change.cause.by, set()).add("steals something")
            continue
        about = change.component if isinstance(change, Altered) else kind
        note = NOTES[about](change, game) if about in NOTES else _shortened(change, game, moved)
        if note is not None:
            found.setdefault(note[0], set()).add(note[1])
    for kind in kinds & TOLD_TOGETHER.keys():
        for entity, words in TOLD_TOGETHER[kind](game, telling):
            found.setdefault(entity, set()).add(words)
    return found


def _telling(changes: Sequence[Change]) -> list[Change]:
    """List the changes that need words: most changes are wounds and deaths, which the numbers show."""
    unsaid = [
        change
        for change in changes
        if type(change) not in SILENT
        and not (type(change) is Fizzled and change.reason != STUCK)
        and not (type(change) is PoolChanged and change.pool != "gold")
        and not (type(change) is Altered and change.component not in NOTES)
    ]
    if all(type(each) is Moved and each.cause.kind == "move" for each in unsaid):
        return []  # creatures' own steps need no mention
    given = _given(unsaid)
    return [change for change in unsaid if not _goes_without_saying(change, given)]


def _given(changes: Sequence[Change]) -> set[str]:
    """Name the kinds of items that are created in a pack."""
    made = (change for change in changes if type(change) is Spawned and change.depth == NOWHERE)
    return {part.name for change in made for part in change.components if isinstance(part, Kind)}


def _goes_without_saying(change: Change, given: set[str]) -> bool:
    """Return whether a change is covered by something else, or need not be told in advance.

    A received item is described by the name it has from then on. A spoken answer changes nothing, a thrown item leaves
    the hand, and what a fixture becomes once it is used up is the price of using it.
    """
    if type(change) is PoolChanged:
        return False  # gold
    if type(change) is Identified:
        return change.name in given
    if type(change) is Told:
        return change.cause.kind == "talk"
    if type(change) is PackChanged:
        return change.cause.kind == "missile"
    return USED_UP in change.cause.chain()


def _secret_thefts(game: Game, changes: Sequence[Change]) -> set[int]:
    """Return the ids of causes by which others are robbed: what they carry is only seen once it is taken."""
    thefts = [change for change in changes if change.cause.kind == "theft"]
    robbed = [(each.owner, each.cause) for each in thefts if type(each) is PackChanged]
    robbed += [(each.entity, each.cause) for each in thefts if type(each) is PoolChanged]
    return {id(cause) for victim, cause in robbed if victim not in (cause.by, game.player)}


def _shaken(game: Game, changes: Sequence[Change]) -> Iterable[Note]:
    """Describe how much poise each creature has that resists control, and how much it keeps."""
    told: dict[int, tuple[int, int]] = {}
    for change in changes:
        if type(change) is ShruggedOff:
            first, _ = told.get(change.entity, (change.left, 0))
            told[change.entity] = first, change.left - 1
    return [(entity, f"poise {first}, then {last}") for entity, (first, last) in told.items()]


TOLD_TOGETHER: dict[type[Any], Callable[[Game, Sequence[Change]], Iterable[Note]]] = {
    Moved: travels,
    ShruggedOff: _shaken,
    Spawned: arrivals,
}
"""Kinds of changes of which several are described together, and the functions that do it."""


def _shortened(change: Change, game: Game, moved: set[tuple[int, Cause]]) -> Note | None:
    """Return the log's sentence without its subject; None if there is no sentence."""
    sentence = sentences.SENTENCES.get(type(change))
    message = sentence(change, game) if sentence is not None else None
    if message is None:
        return None
    subject = message.args[0] if message.args and message.template.startswith("{1}") else None
    text = message.text.rstrip(".!")
    if not isinstance(subject, Noun) or not subject.entity:
        return NOBODY, text[:1].lower() + text[1:]
    if (subject.entity, change.cause) in moved:
        return None  # how far it is moved says more
    words = text[len(subject.phrase) :].strip()
    return subject.entity, words.removeprefix("is ").removeprefix("are ")


@note_for(Fizzled)
def _stuck(change: Fizzled, game: Game) -> Note:
    """Describe that a creature stays where it is, since there is no room where it would be driven."""
    return change.target, "cannot be moved any farther"


@note_for(StatusEnded)
def _ended(change: StatusEnded, game: Game) -> Note:
    """Describe the loss of a status, by its name in the data, or the breaking of a shield."""
    absorbs = game.content.status(change.name).absorbs
    return change.target, "shield breaks" if absorbs else f"{LOSES}{change.name}"


@note_for(Mind)
def _woken(change: Altered, game: Game) -> Note | None:
    """Describe that a sleeper wakes."""
    return (change.entity, "wakes") if change.name == "awake" and change.after else None


@note_for(Hidden)
def _found(change: Altered, game: Game) -> Note | None:
    """Describe that something hidden is found."""
    if change.name != "found":
        return None
    return NOBODY, f"{noun(game, change.entity).phrase} is found"


@note_for(StatusEffect)
def _strength(change: Altered, game: Game) -> Note | None:
    """Describe that a shield or another status weakens or grows stronger."""
    if change.name != "strength":
        return None
    state = ecs.get(change.entity, StatusEffect)
    template = game.content.status(state.name)
    weaker = abs(change.after) < abs(change.before)
    if template.absorbs:
        return state.target, f"shield {'weakens' if weaker else 'grows stronger'}"
    return state.target, f"{'less' if weaker else 'more'} {template.label or state.name}"


@note_for(Charges)
def _recharged(change: Altered, game: Game) -> Note | None:
    """Describe that something gains charges."""
    if change.name != "left" or change.after <= change.before:
        return None
    return NOBODY, f"{noun(game, change.entity).phrase} is recharged"


@note_for(HungerClock)
def _hungry(change: Altered, game: Game) -> Note | None:
    """Describe a new state of hunger."""
    is_new = change.name == "state" and change.after != change.before
    return (change.entity, str(change.after).lower()) if is_new else None


@note_for(Identified)
def _identified(change: Identified, game: Game) -> Note:
    """Describe that an item will be identified, but not as what: nothing is learnt without doing it."""
    verb = "are" if is_plural(game, change.name) else "is"
    return NOBODY, f"you learn what the {change.hidden.lower()} {verb}"


@note_for(Sounded)
def _sounded(change: Sounded, game: Game) -> Note:
    """Describe how far a noise is heard."""
    return NOBODY, f"a noise, heard {counted(change.steps, 'step')} away"


@note_for(StandingChanged)
def _standing(change: StandingChanged, game: Game) -> Note:
    """Describe how a faction's opinion of the player changes, or that it starts or stops attacking them."""
    side, content = change.faction, game.content
    called = content.called(side)
    is_peaceful = content.reaction(side, PLAYER_FACTION) != "attack"
    if is_peaceful and change.after <= HOSTILE and content.reaction(side, STRANGER) == "attack":
        return NOBODY, f"{called} will attack you"
    if not is_peaceful and change.before < FRIENDLY <= change.after:
        return NOBODY, f"{called} will let you be"
    if not is_peaceful and change.after < FRIENDLY <= change.before:
        return NOBODY, f"{called} will attack you again"
    better = "better" if change.after > change.before else "worse"
    return NOBODY, f"{called} think {better} of you"


@note_for(PoolChanged)
def _gold(change: PoolChanged, game: Game) -> Note | None:
    """Describe how much gold the player loses; what others carry is only seen when they part with it.

    Hit points and mana are shown as numbers.
    """
    if change.pool != "gold" or change.entity != game.player or change.after >= change.before:
        return None
    return change.entity, f"loses {round(change.before - change.after)} gold"


@note_for(Removed)
def _removed(change: Removed, game: Game) -> Note | None:
    """Describe that a creature or thing in view is gone."""
    if esper.has_component(change.entity, Pools):
        return change.entity, "vanishes"
    if esper.has_component(change.entity, Hazard):
        fate = "is blown away" if change.cause.kind == "wind" else "goes out"
        return NOBODY, f"{true_name(change.entity).lower()} {fate}"
    if esper.has_component(change.entity, Item) and is_lying_here(game, change.entity):
        return NOBODY, f"{noun(game, change.entity).phrase} is lost"
    return None


def is_lying_here(game: Game, item: int) -> bool:
    """Return whether an item lies, or lay, on the player's level and is not carried."""
    position = esper.try_component(item, Position)
    return position is not None and position.depth == game.depth


@note_for(TileChanged)
def _ground(change: TileChanged, game: Game) -> Note | None:
    """Describe a change of ground that the player knows."""
    if not game.level.explored[change.point]:
        return None
    before, after = (tile.name.lower().replace("_", " ") for tile in (change.before, change.after))
    return NOBODY, f"{before} becomes {after}"


@note_for(DoorMoved)
def _door(change: DoorMoved, game: Game) -> Note:
    """Describe that a door opens or closes."""
    return NOBODY, "the door opens" if change.open else "the door closes"


@note_for(Departed)
def _departed(change: Departed, game: Game) -> Note:
    """Describe that a creature leaves the level."""
    return change.entity, "leaves this level"


@note_for(Fed)
def _fed(change: Fed, game: Game) -> Note:
    """Describe that a creature eats, without saying what."""
    return change.entity, "eats"


@note_for(LevelGained)
def _level(change: LevelGained, game: Game) -> Note:
    """Describe which level a creature reaches."""
    return change.entity, f"reaches level {change.level}"
