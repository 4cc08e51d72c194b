"""What creatures do besides their turns: as a blow of theirs lands, as they are wounded, as they are worn down.

The one decision: a trick is a use like any other, let loose through the same queue, so that every forecast plays it.
None answers another trick, and what burns or festers by itself is no wound to answer: whoever splits may be burnt.
"""

from collections.abc import Iterator
from typing import ClassVar

from roguelike.components import magic, vitals
from roguelike.core.effect import Effect, effect
from roguelike.core.geometry import steps_between
from roguelike.core.grammar import Message
from roguelike.core.rng import PERCENT
from roguelike.effects import registry, targeting, unleash
from roguelike.world import changes, ecs, perception, space
from roguelike.world.game import NOBODY, Cause, Game, Single
from roguelike.world.spells import composed

UNANSWERED = ("status", "hazard", "hunger", "trick")
"""Kinds of causes whose wounds no trick answers."""


def play_strikes(game: Game, bearer: int, other: int, cause: Cause) -> None:
    """Let a creature that hit another play its tricks of striking, upon itself or the other."""
    tricks: magic.Tricks | None = ecs.row(bearer).get(magic.Tricks)
    for trick in tricks.tricks if tricks is not None else ():
        if trick.when == "strikes":
            _play(game, bearer, trick, other, cause)


def answer_wound(game: Game, bearer: int, before: int, after: int, cause: Cause) -> None:
    """Let a creature that was wounded, and lives, answer it, and change where it is worn down to a share."""
    tricks: magic.Tricks | None = ecs.row(bearer).get(magic.Tricks)
    if tricks is None or after < 1:
        return
    most = ecs.get(bearer, vitals.Pools).max_hp
    for trick in _reached(tricks, before / most, after / most):
        _play(game, bearer, trick, bearer, cause)
    answers = [trick for trick in tricks.tricks if trick.when == "is wounded"]
    if answers and not any(each.kind in UNANSWERED for each in _links(cause)):
        for trick in answers:
            _play(game, bearer, trick, cause.by, cause)


def _reached(tricks: magic.Tricks, before: float, after: float) -> Iterator[magic.Trick]:
    """Yield the tricks of being worn down whose share of the hit points lies between two shares."""
    for trick in tricks.tricks:
        if trick.at is not None and after <= trick.at < before:
            yield trick


def _links(cause: Cause) -> Iterator[Cause]:
    """Yield a cause and all that it follows from."""
    yield cause
    if cause.parent is not None:
        yield from _links(cause.parent)


def _play(game: Game, bearer: int, trick: magic.Trick, other: int, cause: Cause) -> None:
    """Play one trick if its chance comes up and whom it is for is near enough."""
    whom = bearer if trick.on_self else other
    if not targeting.is_creature(game, whom) or not _is_within(bearer, other, trick.within_tiles):
        return
    if trick.chance < 1 and not game.rng.chance(PERCENT * trick.chance):
        return
    cause = cause.then(trick.name, "trick", by=bearer)
    if trick.text:
        nouns = (perception.noun(game, bearer), perception.noun(game, whom))
        game.change(
            changes.Told(cause, Message(trick.text, nouns, "warn", entities=(bearer, whom)))
        )
    level = float(ecs.get(bearer, vitals.Pools).level)
    power = {"power": level, "level": level}
    game.push(unleash.Unleash(trick.use, None, power), Single(whom), bearer, cause)


def _is_within(bearer: int, other: int, tiles: int) -> bool:
    """Return whether somebody is within a distance in tiles of a creature, itself included."""
    pairs = ((a, b) for a in space.cells_of(bearer) for b in space.cells_of(other))
    return any(steps_between(a, b) <= tiles for a, b in pairs)


@effect("answer")
class Answer(Effect):
    """Casts at its target the very spell by which it wounded the source."""

    told: ClassVar[str] = "casts the same spell back"


@registry.handles(Answer)
def answer(effect: Answer, hit: registry.Hit, game: Game) -> None:
    """Let the spell loose with the power of the source's own level; what was no spell has no answer."""
    spell, there = hit.cause.first(), space.point_of(hit.target)
    if spell.kind != "spell" or there is None or hit.source == NOBODY:
        game.change(changes.Fizzled(hit.cause, hit.target, "That was no spell."))
        return
    level = float(ecs.get(hit.source, vitals.Pools).level)
    use = composed(game, magic.Recipe(spell.what)).use
    cast = unleash.Unleash(
        use, there if use.delivery.aimed else None, {"power": level, "level": level}
    )
    game.push(cast, Single(hit.target), hit.source, hit.cause.then(spell.what, "trick"))
