"""An act is foreseen, done, and what came of it held against what was foreseen: numbers, words and turns to come.

Every law of the forecast is this one comparison, of whatever act, by whomever, on whatever board.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from roguelike.actions.action import Action, Done, Refused, attempt, perform
from roguelike.actions.melee import Melee
from roguelike.actions.shooting import Shoot
from roguelike.components.spatial import Hidden
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.core.geometry import DIRECTIONS
from roguelike.core.rng import Stream
from roguelike.core.sight import Mask
from roguelike.effects.dispatch import drain
from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.telling.reader import Facts, facts_of
from roguelike.systems.confusion import random_steps, staggers
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.changes import (
    Altered,
    Moved,
    PoolChanged,
    StatusBegan,
    StatusEnded,
    TookBack,
    Unleashed,
)
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY
from tests.boards import creatures, seen_by_player
from tests.rooms import deaths, fingerprint, gained, lost, of

TURNS = 3
"""How many turns go by after the act, nobody moving."""


def hold(arena: Arena, action: Action, actor: int, *, seed: object = 0, calm: bool = False) -> str:
    """Foresee an act, do it and compare; return the kind of act that was held, or why none was.

    On a board that is `calm`, where nobody suffers and nothing burns yet, what the coming turns take is the act's own
    doing, and is compared too.
    """
    # What the player does not know, a forecast leaves out: then it cannot hold.
    for _, hidden in ecs.with_component(Hidden):
        hidden.found = True
    game, before = arena.game, fingerprint(arena)
    seen, known = seen_by_player(arena), set(creatures(arena))
    foreseen = foresee(game, actor, action)
    assert fingerprint(arena) == before
    if "act" in stats_of(actor).status.forbids:
        assert foreseen == Forecast()
        return "helpless"
    has_stumbled = staggers(actor)
    if has_stumbled:
        assert foreseen.refused is None
        action = Random(f"stumble {seed}").choice(random_steps())
    if isinstance(action, Melee | Shoot) and action.target not in seen and actor == arena.player:
        assert foreseen.refused
        return "unseen"
    facts = {} if foreseen.refused else _facts_of(arena, action, actor, Random(str(seed)))
    assert fingerprint(arena) == before
    unexplored = ~game.level.explored
    unknown = game.level.transparent & unexplored
    start, said = len(game.trace), len(game.log)
    result = perform(action, actor, game)
    if not isinstance(result, Done):
        assert has_stumbled or foreseen.refused == (
            result.reason if isinstance(result, Refused) else result.prompt
        )
        assert fingerprint(arena) == before
        assert (len(game.trace), len(game.log)) == (start, said)
        return "stumbled" if has_stumbled else "refused"
    assert foreseen.refused is None
    trace = tuple(game.trace[start:])
    if of(trace, TookBack, actor):
        return "taken back"  # only when the turn is over: see the law in the tests of that spell
    is_told_in_part = _reaches(trace, unknown) or _flies_on(foreseen, trace, unexplored)
    if not seen >= known or (actor == arena.player and is_told_in_part):
        return "in part"
    check_within(foreseen, seen, trace)
    _check_facts(foreseen, seen, facts)
    _check_mana(foreseen, seen, trace)
    if calm and not (actor == arena.player and unknown.any()):
        _check_later(arena, foreseen, seen, trace)
    return "stumbled" if has_stumbled else type(action).__name__


def _reaches(trace: Sequence[Any], unknown: Mask) -> bool:
    """Return whether an act went to tiles of a mask: of what comes of ground never seen, nothing can be foreseen."""
    touched = {
        point
        for change in trace
        for point in (
            *getattr(change, "points", ()),
            *getattr(change, "path", ()),
            getattr(change, "point", None),
            change.after[:2] if type(change) is Moved else None,
        )
        if point is not None
    }
    width, height = unknown.shape
    return any(0 <= x < width and 0 <= y < height and unknown[x, y] for x, y in touched)


def _flies_on(foreseen: Forecast, trace: Sequence[Any], unexplored: Mask) -> bool:
    """Return whether a flight went on where the foreseen one ended beside ground never seen: it may turn back there."""
    told = tuple(foreseen.path)
    if not any(each.path[: len(told)] == told != each.path for each in of(trace, Unleashed)):
        return False
    (x, y), (width, height) = told[-1], unexplored.shape
    beside = ((x + dx, y + dy) for dx, dy in DIRECTIONS)
    return any(0 <= bx < width and 0 <= by < height and unexplored[bx, by] for bx, by in beside)


def check_within(foreseen: Forecast, seen: set[int], trace: Sequence[Any]) -> None:
    """Hold what happened to the creatures in view against what was foreseen."""
    dead = set(deaths(trace))
    for entity in sorted(seen):
        harm, cure = lost(trace, entity), gained(trace, entity)
        began = [(each.name, each.turns) for each in of(trace, StatusBegan, entity)]
        outcome = foreseen.outcomes.get(entity)
        if outcome is None:
            assert (harm, cure, began, entity in dead) == (0, 0, [], False)
            continue
        least, mean, most = outcome.damage
        assert least <= harm <= most
        assert least <= mean <= most
        assert outcome.healing[0] <= cure <= outcome.healing[2]
        assert 0.0 <= outcome.kill <= 1.0
        if entity in dead:
            assert outcome.kill > 0.0
        else:
            assert outcome.kill < 1.0
        for name, turns in began:
            if not _lasts(trace, entity, name):
                continue  # begun and ended by the same act, as when a blast thaws whom it froze
            chance, longest = outcome.statuses[name]
            assert chance > 0.0
            assert turns <= longest
        for name, (chance, _) in outcome.statuses.items():
            if chance == 1.0 and entity not in dead:
                assert name in _statuses_begun(trace, entity)


def _lasts(trace: Sequence[Any], entity: int, name: str) -> bool:
    """Return whether the last thing that happened to a status of an entity is that it began."""
    fates = [
        isinstance(each, StatusBegan)
        for each in trace
        if isinstance(each, StatusBegan | StatusEnded)
        and (each.target, each.name) == (entity, name)
    ]
    return fates[-1]


def _statuses_begun(trace: Sequence[Any], entity: int) -> set[str]:
    """Return the statuses that began or were renewed on an entity."""
    names = {each.name for each in of(trace, StatusBegan, entity)}
    for each in of(trace, Altered):
        if each.component is Duration:
            state = ecs.get(each.entity, StatusEffect)
            if state.target == entity:
                names.add(state.name)
    return names


def _facts_of(arena: Arena, action: Action, actor: int, rng: Random) -> Facts:
    """Do it with honest dice, read what happened, and take it back; what the dead leave is left out."""
    game = arena.game
    start = len(game.trace)
    with rehearsing(game, Stream(rng.random(), "law")):
        attempt(action, actor, game)
        drain(game, looking_ahead=True)
        return facts_of(game, game.trace[start:])


def _check_facts(foreseen: Forecast, seen: set[int], found: Facts) -> None:
    """Hold whatever happened beside the numbers against the facts of the forecast."""
    for entity, facts in found.items():
        if entity in seen or entity == NOBODY:
            outcome = foreseen.outcomes.get(entity, Outcome())
            told = foreseen.facts if entity == NOBODY else outcome.facts
            assert facts.keys() <= told.keys(), (entity, facts, told)


def _check_mana(foreseen: Forecast, seen: set[int], trace: Sequence[Any]) -> None:
    """Hold changes of mana against what was foreseen."""
    for entity in seen & set(foreseen.outcomes):
        gained = sum(
            int(change.after - change.before)
            for change in [*of(trace, PoolChanged, entity), *of(trace, Altered, entity)]
            if "mana" in (getattr(change, "pool", ""), getattr(change, "name", ""))
        )
        least, _, most = foreseen.outcomes[entity].mana
        assert least <= gained <= most, (entity, least, gained, most)


def _check_later(arena: Arena, foreseen: Forecast, seen: set[int], trace: Sequence[Any]) -> None:
    """Let some turns pass with nobody moving: nobody loses more, by the act and after it, than was foreseen."""
    if arena.player in arena.game.dead:
        return
    passed = arena.wait(TURNS).trace
    for entity in seen:
        taken = lost(trace, entity) + lost(passed, entity)
        most = foreseen.outcomes.get(entity, Outcome()).damage[2]
        assert taken <= most, (entity, taken, most)


def foes(arena: Arena) -> list[int]:
    """List everybody but the player, by id."""
    return sorted(set(arena.game.level.blockers.values()) - {arena.player})


def of_player(arena: Arena, what: str | int, aim: tuple[int, int] | None = None) -> Outcome:
    """Return what the player would come to."""
    if isinstance(what, str) and what not in ("wait", "step", "melee", "shoot"):
        arena.teach(what)
    return arena.forecast(what, aim).outcomes.get(arena.player, Outcome())


def of_goblin(arena: Arena, what: str, aim: tuple[int, int] = (4, 1)) -> Outcome:
    """Return what the goblin would come to."""
    if what not in ("wait", "step", "melee", "shoot"):
        arena.teach(what)
    return arena.forecast(what, aim).outcomes.get(arena.find("Goblin"), Outcome())
