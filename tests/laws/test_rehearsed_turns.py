"""A whole turn can be rehearsed: everybody acts, time passes, and afterwards nothing at all has changed.

Whole turns of random rooms of the game's own data: whatever the player does, the law of a turn holds.

Every act of the forecast's law is played on: things thrown, bargains struck, inscribed spells, traps trodden on.

Whole turns on levels as the game builds them: in the city, hunted, with wanderers coming, and underway at any depth.

Here the story and those who live on the stairs have their say, which no drawn room has: whoever the player saw when the
turn was told of does no more than was told, no mark is left by telling, and everything is in order afterwards.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.actions import acting, moving, shooting, spell_use, wizardry
from roguelike.components import actors, items, magic
from roguelike.core.geometry import DIRECTIONS, steps_between
from roguelike.core.records import replace
from roguelike.core.rng import Stream
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.effects.statuses import wake
from roguelike.engine import session as session_module
from roguelike.engine.foreseeing.counsel import commands_of
from roguelike.engine.play import wanderers
from roguelike.engine.play.commands import Pass, Rest
from roguelike.engine.play.story import HUNTER
from roguelike.engine.play.turn import bury, play
from roguelike.engine.session import Session
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.marks import level_marks, marks
from roguelike.lab.campaigns.turn_law import DIED, TURNS, TurnLaw, playing, shortfall, turn_played
from roguelike.lab.heroes import send_to
from roguelike.mapgen.depths import DEPTHS
from roguelike.store import invariants
from roguelike.systems.visibility import look_around
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import changes, ecs, known_level, space
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause, Change, Game
from roguelike.world.spells import ready_spells
from tests.boards import Board, any_spell, boards, creatures, scatter, seen_by_player
from tests.laws.test_forecast import ACTS, OWN_GROUND, data_of, with_part

SAMPLES = 3


def check(game: Game, action: acting.Action, seed: int = 0) -> None:
    """Rehearse a turn a few times, and find everything as it was each time."""
    game.enter()
    bookkeeping = BookkeepingCopy(game)  # copying looks for who is on the level, and that is kept
    before = marks(game, caches=True)
    for sample in range(SAMPLES):
        with rehearsing(game, Stream(seed + sample, "rehearsal"), bookkeeping):
            turn_played(game, action)
        after = marks(game, caches=True)
        assert {name for name in before if before[name] != after[name]} == set()
    check_what_is_kept(game, action, seed)


def check_what_is_kept(game: Game, action: acting.Action, seed: int) -> None:
    """Rehearse it on the level as the player knows it, and find that as it is when it is made anew."""
    game.level.as_known = None
    with known_level.level_as_known(game):
        anew, begun = level_marks(game.level), game.level
        with rehearsing(game, Stream(seed, "rehearsal"), BookkeepingCopy(game)):
            turn_played(game, action)
    with known_level.level_as_known(game):
        assert game.level is begun
        assert level_marks(game.level) == anew


@given(boards(), any_spell, st.data())
def test_nothing_is_left_of_a_turn_in_a_random_room(
    board: Board, spell: str, data: st.DataObject
) -> None:
    with board.arena(minds=True) as arena:
        arena.teach(spell)
        spots = sorted(arena.game.level.at)
        steps = [moving.Step(dx, dy) for dx, dy in DIRECTIONS]
        casts = [spell_use.Cast(spell, spot) for spot in spots[:6]]
        action = data.draw(st.sampled_from([moving.Pass(), *steps, *casts]))
        check(arena.game, action, board.seed)


@pytest.fixture(scope="module")
def game_data() -> Catalog:
    """The game's own data."""
    return catalog_for(None)


@pytest.mark.parametrize(
    ("bot", "depth", "turns"),
    [("mage", 1, 60), ("greedy", 1, 150), ("random", 1, 100), ("mage", 8, 40), ("greedy", 15, 40)],
)
def test_nothing_is_left_of_the_turns_of_a_bots_game(
    bot: str, depth: int, turns: int, game_data: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = 0

    def rehearsed_first(game: Game, action: acting.Action, *rest: Any, **more: Any) -> acting.Final:
        """Rehearse every eighth command before it is performed."""
        nonlocal commands
        commands += 1
        if commands % 8 == 0 and game.player not in game.dead:
            bury(game)
            check(game, action, commands)
        return play(game, action, *rest, **more)

    monkeypatch.setattr(session_module, "play", rehearsed_first)
    session, player = Session.start(bot, game_data), make_bot(bot, bot)
    if depth > 1:
        session.do(wizardry.ToggleGod())
        session.do(wizardry.Travel(depth))
    player.play(session, until=turns)
    assert commands >= 30, "a game too short to tell anything"


def test_a_rehearsal_takes_back_charges_and_discoveries() -> None:
    drawing = """
##########
##@#######
##......!#
##########"""
    legend = {"!": "Health Potion"}
    with Arena.from_ascii(drawing.strip(), legend, minds=True) as arena:
        staff = arena.give(arena.player, "Staff of Sparks")
        ecs.get(staff, items.Charges).left = 0
        step = moving.Step(0, 1)
        check(arena.game, step)
        before = set(arena.game.encountered)
        turn_played(arena.game, step)
        assert ecs.get(staff, items.Charges).progress == 1
        assert arena.game.encountered > before


MOST_FOES = 7


def hold_one(law: TurnLaw, number: int) -> None:
    """Hold a random turn to what is told of it."""
    rng = Random(f"turn {number}")
    size = rng.randint(3, 10), rng.randint(3, 7)
    drawing = scatter(rng, *size, rng.randint(1, MOST_FOES), OWN_GROUND)
    with Board(drawing, number, own=True).arena(minds=True) as arena:
        arena.set_pools(arena.player, max_hp=90, hp=rng.choice((3, 8, 15, 30, 90)))
        action, actor = ACTS[rng.choice(sorted(ACTS))](arena, rng)
        if actor == arena.player:
            assert law.hold(arena.game, action) == ""


@pytest.mark.parametrize("count", [20, pytest.param(6_000, marks=pytest.mark.soak)])
def test_a_random_turn_comes_to_what_was_told(count: int) -> None:
    """All cases are held together: of a thousand alone, chance puts two beyond one of 500 now and then."""
    law = TurnLaw()
    for number in range(count):
        hold_one(law, number)
    assert shortfall(law.counts) == "", law.broke
    assert law.counts[TURNS] > count / 4
    assert law.counts[DIED]


CITY_DEPTHS = (10, 11)
NEAR = 12
"""Steps within which everybody is woken, so that something happens."""
AMULET = "Amulet of Yala"
WHY = Cause("a law")
Place = Callable[[Session, Random], None]


def in_the_city(session: Session, rng: Random) -> None:
    """Walk about in the wards of Vel Ashar, where somebody is in view."""
    session.do(wizardry.Travel(rng.choice(CITY_DEPTHS)))
    assert session.game.level.name.startswith("Vel Ashar")
    _anywhere(session.game, rng)
    while not session.creatures():
        _anywhere(session.game, rng)


def hunted(session: Session, rng: Random) -> None:
    """Bear the Amulet, with the hunter two turns behind."""
    session.do(wizardry.Travel(rng.randint(2, max(DEPTHS) - 1)))
    session.do(wizardry.Give(AMULET))
    session.do(Pass())
    game, quest = session.game, changes.quest_of(session.game)
    assert quest is not None
    game.change(changes.QuestAdvanced(quest, replace(quest, hunted_at=game.turn + 2), WHY))


TRIES = 20
"""How many places are tried to find one out of everybody's view."""


def found_mending(session: Session, rng: Random) -> None:
    """Stand about wounded in the depths, where nobody is in view and rest gives something."""
    session.do(wizardry.Travel(rng.randint(2, max(DEPTHS) - 1)))
    for _ in range(TRIES):
        _anywhere(session.game, rng)
        if not session.creatures():
            break


def underway(session: Session, rng: Random) -> None:
    """Come near somebody at a depth, grown and equipped as one is there, with some finds more and all awake."""
    game, arena = session.game, Arena(session.game, minds=True)
    send_to(game, rng.randint(2, max(DEPTHS)))
    session.do(wizardry.Reveal())  # of ground never seen nothing could be told
    known = data_of(arena)
    for _ in range(4):
        arena.teach(rng.choice(sorted(game.spells)))
    for name in rng.sample(with_part(known, "items", magic.Use), 6):
        arena.give(game.player, name)
        arena.identify(name)
    ecs.get(game.player, magic.KnownSpells).ready = None
    level, (x, y) = game.level, space.point_of(rng.choice(creatures(arena))) or (0, 0)
    near = [(x + i, y + j) for i in range(-5, 6) for j in range(-5, 6)]
    free = [spot for spot in near if level.contains(spot) and level.is_free(spot)]
    changes.move(game, game.player, rng.choice(free), WHY)
    for other in creatures(arena):
        if other != game.player and steps_between(space.point_of(other) or (0, 0), (x, y)) < NEAR:
            wake(game, other, WHY)
    look_around(game)


def an_act_of_their_own(arena: Arena, rng: Random) -> acting.Action:
    """Choose among all that counsel knows of, a spell or throw aimed anyhow, and a step or shot anyhow."""
    game = arena.game
    seen = sorted(seen_by_player(arena) - {game.player})
    x, y = space.point_of(rng.choice(seen) if seen and rng.random() < 0.7 else game.player) or (
        0,
        0,
    )
    spot = (x + rng.randint(-1, 1), y + rng.randint(-1, 1))
    spell = rng.choice([each.name for each in ready_spells(game, game.player)])
    item = rng.choice(ecs.get(game.player, items.Pack).items)
    acts = [
        acting.answered(spell_use.Cast(spell, spot), game.player, arena.game),
        shooting.Throw(item, spot),
        moving.Step(*rng.choice(DIRECTIONS)),
        shooting.Shoot(rng.choice(seen or [game.player])),
        *rng.sample(counselled := list(commands_of(game)), min(8, len(counselled))),
    ]
    return rng.choice(acts)


def _anywhere(game: Game, rng: Random) -> None:
    """Put the player on a free tile, as if they had come that way."""
    level = game.level
    free = [
        (x, y) for x in range(level.width) for y in range(level.height) if level.is_free((x, y))
    ]
    changes.move(game, game.player, rng.choice(free), WHY)
    look_around(game)


def is_in_the_city(session: Session, trace: Sequence[Change]) -> bool:
    """Return whether the turn was played in the city, with somebody of it in view."""
    return session.game.depth in CITY_DEPTHS and len(session.creatures()) > 0


def has_hunter(session: Session, trace: Sequence[Change]) -> bool:
    """Return whether the hunter has come."""
    return any(kind.name == HUNTER for _, kind in ecs.with_component(actors.Kind))


def has_wanderer(session: Session, trace: Sequence[Change]) -> bool:
    """Return whether somebody came in this turn to see who is mending."""
    return any(
        each.message.text in (wanderers.HEARD, wanderers.HEARD_BY_MORE)
        for each in trace
        if isinstance(each, changes.Told)
    )


def sees_somebody(session: Session, trace: Sequence[Change]) -> bool:
    """Return whether anybody is in view."""
    return len(session.creatures()) > 0


PLACES: dict[str, tuple[Place, Callable[[Session, Sequence[Change]], bool]]] = {
    "in the city": (in_the_city, is_in_the_city),
    "hunted": (hunted, has_hunter),
    "found mending": (found_mending, has_wanderer),
    "underway": (underway, sees_somebody),
}
"""Each with what tells that a turn of it was what it is named for."""


def hold_turns(law: TurnLaw, place: str, number: int, turns: int, catalog: Catalog) -> bool:
    """Hold random turns of one game to what is told of them; return whether any was of its kind."""
    rng = Random(f"{place} {number}")
    session = Session.start(f"{place} {number}", catalog)
    prepare, was_there = PLACES[place]
    found = False
    with Arena(session.game, minds=True) as arena:
        prepare(session, rng)
        for _ in range(turns):
            if session.is_over:
                break
            arena.set_pools(arena.player, max_hp=200, hp=rng.choice((20, 60, 150, 199)))
            action = an_act(place, arena, rng)
            assert law.hold(session.game, action, playing(session)) == ""
            assert invariants.faults(session.game) == []
            found |= was_there(session, session.game.trace)
    return found


def an_act(place: str, arena: Arena, rng: Random) -> acting.Action:
    """Choose what the player does: anything that the law of the forecast knows, and often nothing."""
    if place == "underway":
        return an_act_of_their_own(arena, rng)
    if place == "found mending":
        return Rest()
    if rng.random() < 0.3:
        return Pass()
    action, actor = ACTS[rng.choice(sorted(ACTS))](arena, rng)
    return action if actor == arena.player else Pass()


@pytest.mark.parametrize(
    ("games", "turns"), [(2, 4), pytest.param(60, 25, marks=pytest.mark.soak)], ids=["few", "many"]
)
@pytest.mark.parametrize("place", PLACES)
def test_a_turn_of_a_real_level_comes_to_what_was_told(
    place: str, games: int, turns: int, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wanderers, "PERCENT", 10_000.0 if place == "found mending" else 0.0)
    law = TurnLaw()
    found = [hold_turns(law, place, number, turns, catalog) for number in range(games)]
    assert any(found)
    assert shortfall(law.counts) == "", law.broke
    assert law.counts[TURNS] > games * turns / 4
