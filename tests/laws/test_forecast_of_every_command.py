"""Whatever the player or a monster may do, all that comes of it was foreseen: numbers, words, and the turns to come.

Boards have no troubles of before, so that what the coming turns take is the act's own doing.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roguelike.actions.action import Action, Done, Refused, attempt, perform
from roguelike.actions.item_use import UseItem
from roguelike.actions.melee import Melee
from roguelike.actions.moving import Pass, Step
from roguelike.actions.shooting import Shoot
from roguelike.actions.spell_use import Cast
from roguelike.components.combat import Weapon
from roguelike.components.magic import Proc, Use
from roguelike.components.spatial import Body, Hidden
from roguelike.core.rng import Stream
from roguelike.effects.dispatch import drain
from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.aiming import foresee
from roguelike.engine.log.notes import notes_of
from roguelike.raws.catalog import load_catalog
from roguelike.systems.confusion import staggers
from roguelike.systems.visibility import look_around
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.changes import Altered, PoolChanged
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY
from tests.boards import creatures, scatter, seen_by_player
from tests.laws.test_forecast import check_within
from tests.rooms import fingerprint, inflict, lost, of

CATALOG = load_catalog()
SPELLS = sorted(CATALOG.spells)
MOBS = sorted(CATALOG.names("mobs"))
SMALL = [
    name
    for name in MOBS
    if all(
        part.width == 1 == part.height
        for part in CATALOG.templates("mobs", name)
        if isinstance(part, Body)
    )
]
GROUND = "." * 20 + '""""###,,~'
PROPS = {"+": "Door", "^": "Bear Trap", "m": "Landmine", "a": "Altar", "*": "Brazier"}
TURNS = 3
"""How many turns go by after the act, nobody moving."""


def with_part(kind: type[object]) -> list[str]:
    """List the items that have a component."""
    return sorted(
        name
        for name in CATALOG.names("items")
        if any(isinstance(part, kind) for part in CATALOG.templates("items", name))
    )


def with_missiles() -> list[str]:
    """List the weapons that shoot."""
    return [
        name
        for name in with_part(Weapon)
        if any(
            isinstance(part, Weapon) and part.reach_tiles is not None
            for part in CATALOG.templates("items", name)
        )
    ]


USABLE, ENCHANTED = with_part(Use), with_part(Proc)
MISSILES = with_missiles()


def board(rng: Random) -> Arena:
    """Draw a room with strangers and things in it."""
    large, small = (
        "01234",
        "56789",
    )  # `scatter` leaves room for two tiles square around the first five
    strangers = {mark: rng.choice(MOBS) for mark in large}
    strangers |= {mark: rng.choice(SMALL) for mark in small}
    drawing = scatter(rng, rng.randint(2, 12), rng.randint(2, 8), rng.randint(0, 14), GROUND)
    drawing = "".join(_cast(rng, mark) for mark in drawing)
    return Arena.from_ascii(drawing, {**PROPS, **strangers}, seed=rng.randrange(10**6))


def _cast(rng: Random, mark: str) -> str:
    """Give a letter that `scatter` drew its part: somebody large or small, or a thing."""
    if mark in "D01234":
        return rng.choice("01234")
    if mark in "rgokbfFSPBRAM":
        return rng.choice("56789")
    return rng.choice("+^m*a") if mark in "^m*aw!c+OV" else mark


def upset(arena: Arena, rng: Random) -> None:
    """Wound, tire and trouble those on a board."""
    arena.set_pools(arena.player, max_mana=60, mana=rng.randint(0, 60))
    for creature in creatures(arena):
        if rng.random() < 0.6:
            hp = rng.choice((1, 2, 3, 5, 8, 13, 21, 100))
            arena.set_pools(creature, hp=max(1, min(arena.max_hp(creature), hp)))
        if rng.random() < 0.3:
            status = rng.choice(CALM)
            inflict(arena, "status", creature, status=status, turns=20, strength=rng.randint(1, 9))
    look_around(arena.game)


CALM = [
    name
    for name in ("Slowed", "Hasted", "Shielded", "Rooted", "Silenced", "Asleep", "Frozen", "Feared", "Blinded",
                 "Invisible", "Confusion", "Brittle", "Numb", "Warded")
    if name in CATALOG.names("statuses")
]  # fmt: skip


def choose(arena: Arena, rng: Random) -> tuple[Action, int]:
    """Choose an act, and make whoever acts able to try it."""
    folk = creatures(arena)
    actor = rng.choice(folk) if rng.random() < 0.35 else arena.player
    spots = sorted(arena.game.level.blockers)
    aim = rng.choice(spots) if rng.random() < 0.7 else (rng.randint(-1, 13), rng.randint(-1, 9))
    kind = rng.choice(("cast", "cast", "cast", "use", "use", "melee", "shoot", "step", "wait"))
    match kind:
        case "cast":
            spell = rng.choice(SPELLS)
            arena.teach(spell, actor)
            arena.set_pools(actor, max_mana=60, mana=60)
            return arena._choosing(Cast(spell, aim), actor), actor
        case "use":
            name = rng.choice(USABLE)
            item = arena.give(arena.player, name)
            arena.identify(name)
            return arena._choosing(UseItem(item, aim), arena.player), arena.player
        case "melee" if ENCHANTED:
            if actor == arena.player and rng.random() < 0.8:
                arena.equip(actor, rng.choice(ENCHANTED))
            return Melee(_neighbour(arena, rng, actor)), actor
        case "shoot":
            if actor == arena.player:
                arena.equip(actor, rng.choice(MISSILES))
            return Shoot(rng.choice(folk)), actor
        case "step":
            return Step(rng.randint(-1, 1), rng.randint(-1, 1)), actor
        case _:
            return Pass(), actor


def _neighbour(arena: Arena, rng: Random, actor: int) -> int:
    """Return somebody beside an actor, put there if there is room."""
    x, y = arena.position(actor) or (0, 0)
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    found = [who for spot in around if (who := arena.game.level.blockers.get(spot, 0))]
    free = [spot for spot in around if arena.game.level.is_free(spot)]
    if not found and free:
        return arena.spawn("Goblin", *rng.choice(free))
    return rng.choice(found) if found else actor


def hold(number: int) -> str:
    """Play one random case; returns the kind of act that was held, or why none was."""
    rng = Random(f"case {number}")
    with board(rng) as arena:
        upset(arena, rng)
        action, actor = choose(arena, rng)
        for _, hidden in ecs.with_component(Hidden):
            hidden.found = True
        before = fingerprint(arena)
        seen, known = seen_by_player(arena), set(creatures(arena))
        foreseen = foresee(arena.game, actor, action)
        assert fingerprint(arena) == before
        helpless = staggers(actor) or "act" in stats_of(actor).forbids
        unseen = isinstance(action, Melee | Shoot) and action.target not in seen
        if unseen and actor == arena.player:
            assert foreseen.refused
            return "unseen"
        if helpless:
            assert foreseen == Forecast()
            return "helpless"
        words = {} if foreseen.refused else words_of(arena, action, actor, rng)
        assert fingerprint(arena) == before
        start = len(arena.game.trace)
        result = perform(action, actor, arena.game)
        if not isinstance(result, Done):
            assert foreseen.refused == (
                result.reason if isinstance(result, Refused) else result.prompt
            )
            assert fingerprint(arena) == before
            return "refused"
        assert foreseen.refused is None
        if not seen >= known:
            return "in part"
        trace = tuple(arena.game.trace[start:])
        check_within(foreseen, seen, trace)
        check_words(foreseen, seen, words)
        check_mana(foreseen, seen, trace)
        check_later(arena, foreseen, seen, trace)
        return type(action).__name__


def words_of(arena: Arena, action: Action, actor: int, rng: Random) -> dict[int, set[str]]:
    """Do it with honest dice, say in words what happened, and take it back; what the dead leave is left out."""
    game = arena.game
    start = len(game.trace)
    with rehearsing(game, Stream(rng.random(), "law")):
        attempt(action, actor, game)
        drain(game, looking_ahead=True)
        return notes_of(game, game.trace[start:])


def check_words(foreseen: Forecast, seen: set[int], words: dict[int, set[str]]) -> None:
    """Hold whatever happened beside the numbers against the words of the forecast."""
    for entity, said in words.items():
        if entity in seen or entity == NOBODY:
            outcome = foreseen.outcomes.get(entity, Outcome())
            told = foreseen.notes if entity == NOBODY else outcome.notes
            assert said <= set(told), (entity, said, told)


def check_mana(foreseen: Forecast, seen: set[int], trace: Sequence[Any]) -> None:
    """Hold changes of mana against what was foreseen."""
    for entity in seen & set(foreseen.outcomes):
        gained = sum(
            int(change.after - change.before)
            for change in [*of(trace, PoolChanged, entity), *of(trace, Altered, entity)]
            if "mana" in (getattr(change, "pool", ""), getattr(change, "name", ""))
        )
        least, _, most = foreseen.outcomes[entity].mana
        assert least <= gained <= most, (entity, least, gained, most)


def check_later(arena: Arena, foreseen: Forecast, seen: set[int], trace: Sequence[Any]) -> None:
    """Let some turns pass with nobody moving: nobody loses more, by the act and after it, than was foreseen."""
    if arena.player in arena.game.dead:
        return
    passed = arena.wait(TURNS).trace
    for entity in seen:
        taken = lost(trace, entity) + lost(passed, entity)
        most = foreseen.outcomes.get(entity, Outcome()).damage[2]
        assert taken <= most, (entity, taken, most)


@given(st.integers(0, 10**9))
@settings(max_examples=150)
def test_whatever_is_done_was_foreseen(number: int) -> None:
    hold(number)


@pytest.mark.soak
@given(st.integers(0, 10**9))
@settings(max_examples=20_000)
def test_whatever_is_done_was_foreseen_for_long(number: int) -> None:
    hold(number)
