"""Whole turns on levels as the game builds them: in the city, hunted, with wanderers coming, and underway at any depth.

Here the story and those who live on the stairs have their say, which no drawn room has: whoever the player saw when the
turn was told of does no more than was told, no mark is left by telling, and everything is in order afterwards.
"""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from roguelike.actions import acting, moving, shooting, spell_use
from roguelike.components import actors, items, magic
from roguelike.core.geometry import DIRECTIONS, steps_between
from roguelike.core.records import replace
from roguelike.effects.statuses import wake
from roguelike.engine.foreseeing.counsel import commands_of
from roguelike.engine.play import wanderers
from roguelike.engine.play.commands import Pass, Rest, wizardry
from roguelike.engine.play.story import HUNTER
from roguelike.engine.session import Session
from roguelike.lab.campaigns.turn_law import TURNS, TurnLaw, playing, shortfall
from roguelike.lab.heroes import send_to
from roguelike.mapgen.depths import DEPTHS
from roguelike.store import invariants
from roguelike.systems.visibility import look_around
from roguelike.testing import Arena
from roguelike.world import changes, ecs, space
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause, Change, Game
from roguelike.world.spells import ready_spells
from tests.boards import creatures, seen_by_player
from tests.laws.test_forecast import ACTS, data_of, with_part

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
