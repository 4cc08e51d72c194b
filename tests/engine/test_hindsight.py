"""What would have saved you: the last turns weighed again, with what the player knew then.

The turns before a load: found by playing what was recorded, from the save before or from the beginning.
"""

from collections.abc import Sequence
from pathlib import Path

import esper
import msgspec
import pytest

from roguelike.actions import wizardry
from roguelike.components import vitals
from roguelike.core.records import asdict
from roguelike.engine.play.commands import Action, Cast, Melee, Rest, Step
from roguelike.engine.play.last_turns import LAST_TURNS, Moment
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.marks import marks
from roguelike.runs import resuming
from roguelike.runs.hindsight import (
    Choice,
    Hindsight,
    LookingBack,
    TurnBack,
    look_back,
    verdict_on,
)
from roguelike.runs.resuming import FormerTurns
from roguelike.store.folder import SaveFolder
from roguelike.store.loaded import Loaded
from roguelike.store.recording import Recording
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.catalog import Catalog
from tests.halls import Stage
from tests.rooms import Draw

BESET = """
########
#..b...#
#.@b...#
#..b...#
########
"""
CELL = """
#####
#bbb#
#b@b#
#bbb#
#####
"""
BRUTES = {"b": "Brute"}
MOST_TURNS = 40


def dying(arena: Arena, action: Action) -> Session:
    """Do the same until the player is dead."""
    session = Session(arena.game)
    session.remembers = True
    for _ in range(MOST_TURNS):
        if session.is_over:
            return session
        session.do(action)
    raise AssertionError("nobody died")


def beset(draw: Draw, hp: int = 3, seed: int = 0) -> Arena:
    """Return a room in which a hero is struck from three sides."""
    arena = draw(BESET, BRUTES, minds=True, seed=seed)
    arena.set_pools(arena.player, hp=hp, max_hp=60)
    return arena


def report_on(session: Session) -> Hindsight:
    """Look back to the end."""
    looking = look_back(session)
    return looking.finish()


def test_who_starved_is_told_of_food_before_a_sip_that_heals(draw: Draw) -> None:
    arena = draw("#####\n#@..#\n#####")
    arena.set_pools(arena.player, hp=4, max_hp=30)
    clock = esper.component_for_entity(arena.player, vitals.HungerClock)
    clock.state, clock.turns = "Starving", 0
    for name in ("Beer", "Dried Sausage"):
        arena.identify(name)
        arena.give(arena.player, name)
    report = report_on(dying(arena, Rest()))
    assert [turn.best.words for turn in report.turns if turn.best] == [
        "eat the Dried Sausage"
    ] * len(report.turns)
    assert report.verdict.startswith(
        "On your last turn you could have survived: eat the Dried Sausage"
    )


def test_who_struck_instead_of_drinking_is_told_of_the_potion(draw: Draw) -> None:
    arena = beset(draw)
    arena.identify("Great Health Potion")
    arena.give(arena.player, "Great Health Potion")
    session = dying(arena, Melee(arena.game.level.blockers[3, 2]))
    report = report_on(session)
    last = report.turns[-1]
    assert last.before_end == 1
    assert last.did.words == "strike the brute (1 E)"
    assert last.did.death > 0.3
    assert last.best.words == "drink the Great Health Potion"
    assert last.best.death == 0.0
    assert last.could_save
    assert "you could have survived: drink the Great Health Potion (death 0%)" in report.verdict


def test_what_became_known_only_later_is_not_named(draw: Draw) -> None:
    arena = beset(draw)
    potion = arena.give(arena.player, "Great Health Potion")
    session = Session(arena.game)
    session.remembers = True
    session.do(Rest())
    arena.set_pools(arena.player, hp=3)
    arena.identify("Great Health Potion")
    while not session.is_over:
        session.do(Rest())
    report = report_on(session)
    first = report.turns[0]
    assert first.best is None or "Health" not in first.best.words
    assert potion


def test_the_lost_are_told_so(draw: Draw) -> None:
    arena = draw(CELL, BRUTES, minds=True)
    arena.set_pools(arena.player, hp=1, max_hp=60)
    report = report_on(dying(arena, Rest()))
    assert [turn.best for turn in report.turns] == [None]
    assert report.verdict.startswith("You were lost 1 turn before the end: nothing that you had")


def test_the_last_five_turns_are_looked_back_on(draw: Draw) -> None:
    arena = beset(draw, hp=60)
    session = dying(arena, Rest())
    report = report_on(session)
    assert [turn.before_end for turn in report.turns] == [5, 4, 3, 2, 1]
    assert len(report.turns) == LAST_TURNS
    hps = [turn.hp for turn in report.turns]
    assert hps == sorted(hps, reverse=True)
    turns = [turn.turn for turn in report.turns]
    assert turns == list(range(turns[0], turns[0] + 5))


def test_what_was_done_is_weighed_as_it_was_foreseen_then(draw: Draw) -> None:
    arena = beset(draw, hp=9)
    session = Session(arena.game)
    session.remembers = True
    told = []
    while not session.is_over:
        told.append(session.reply(Rest()))
        session.do(Rest())
    found = report_on(session).turns
    assert [turn.did.death for turn in found] == [round(each.death, 3) for each in told[-5:]]
    assert [turn.did.most for turn in found] == [each.you.damage[2] for each in told[-5:]]


def test_each_turn_is_opened_as_it_was_also_after_stairs(catalog: Catalog) -> None:
    session = Session.start("looking back", catalog)
    session.remembers = True
    bot = make_bot("greedy", "looking back")
    were: dict[int, str] = {}
    for number in range(47):
        action = wizardry.Travel(2 + number % 2) if number in (20, 45) else bot.choose(session)
        were[session.game.turn] = state_hash(session.game)
        session.do(action)
    kept = session.last_turns.moments
    assert [len(each.led) for each in kept] != [0] * LAST_TURNS
    opened = [each.opened(catalog) for each in kept]
    assert [state_hash(game) for game in opened] == [were[each.turn] for each in kept]


def test_what_takes_no_turn_is_no_turn(draw: Draw) -> None:
    arena = beset(draw, hp=60)
    session = Session(arena.game)
    session.remembers = True
    session.do(Rest())
    session.do(Step(-9, 0))
    arena.teach("Zap")
    session.move_spell("Zap", 1)
    assert len(session.last_turns.moments) == 1


def test_it_is_worked_out_bit_by_bit_and_touches_nothing(draw: Draw) -> None:
    arena = beset(draw)
    session = dying(arena, Rest())
    before = marks(session.game, caches=True)
    looking = look_back(session)
    progress = []
    while not looking.is_finished:
        assert looking.report.is_whole is False
        looking.work(4)
        progress.append(looking.progress)
        assert session.game.player in session.game.dead
        assert marks(session.game, caches=True) == before
    assert progress == sorted(progress)
    assert progress[-1] == 1.0
    assert looking.report.is_whole


def test_given_up_half_way_it_tells_of_the_last_turns(draw: Draw) -> None:
    arena = beset(draw, hp=60)
    looking = look_back(dying(arena, Rest()))
    worlds = len(ecs.esper.list_worlds())
    while len(looking.report.turns) < 2:
        looking.work(8)
    looking.work(8)
    looking.close()
    report = looking.report
    assert not report.is_whole
    assert [turn.before_end for turn in report.turns] == [2, 1]
    assert report.verdict
    assert len(ecs.esper.list_worlds()) == worlds


def test_the_living_and_those_whose_turns_were_not_kept_are_told_nothing(draw: Draw) -> None:
    arena = beset(draw)
    session = Session(arena.game)
    assert look_back(session) is None
    while not session.is_over:
        session.do(Rest())
    assert look_back(session) is None


def test_a_report_is_plain_data(draw: Draw) -> None:
    report = report_on(dying(beset(draw), Rest()))
    text = msgspec.json.encode(report)
    assert msgspec.json.decode(text, type=Hindsight) == msgspec.json.decode(
        msgspec.json.encode(asdict(report)), type=Hindsight
    )


def choice(words: str, death: float, loss: float = 0.0) -> Choice:
    return Choice(words, death, loss, 9)


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ((), ""),
        (
            (TurnBack(1, 9, 3, 30, choice("wait", 1.0), choice("step north", 0.2)),),
            "On your last turn you could have survived: step north (death 20%). You chose: wait (death 100%).",
        ),
        (
            (TurnBack(1, 9, 3, 30, choice("wait", 0.999), choice("step north", 0.2)),),
            "On your last turn you could have survived: step north (death 20%). You chose: wait (death >99%).",
        ),
        (
            (
                TurnBack(2, 8, 9, 30, choice("wait", 0.0, 8), choice("drink the Beer", 0.0, -4)),
                TurnBack(1, 9, 1, 30, choice("wait", 1.0), None),
            ),
            (
                "Nothing would have saved you for certain. Your best chance was 1 turn before the last: "
                "drink the Beer (gains 4). You chose: wait (loses 8, at most 9)."
            ),
        ),
        (
            (TurnBack(1, 9, 9, 30, choice("wait", 0.06), choice("step north", 0.0)),),
            "On your last turn you could have survived: step north (death 0%). You chose: wait (death 6%).",
        ),
        (
            (TurnBack(1, 9, 9, 30, choice("wait", 0.5), choice("step north", 0.004)),),
            "On your last turn you could have survived: step north (death <1%). You chose: wait (death 50%).",
        ),
        (
            (
                TurnBack(2, 8, 9, 30, choice("wait", 0.0), None),
                TurnBack(1, 9, 9, 30, choice("wait", 0.09), None),
            ),
            "It was bad luck: no turn risked more than 9%, and nothing else was much better.",
        ),
        (
            (TurnBack(1, 9, 3, 30, choice("wait", 1.0), None),),
            "You were lost 1 turn before the end: nothing that you had or knew of was much better.",
        ),
        (
            (
                TurnBack(2, 8, 28, 82, choice("wait", 0.0, 5.7), None),
                TurnBack(1, 9, 3, 82, choice("wait", 0.72, 2.6), None),
            ),
            (
                "You were lost 2 turns before the end: nothing that you had or knew of was much better. "
                "Each act is weighed for its own turn only: walking away, step by step, might have been."
            ),
        ),
    ],
)
def test_the_verdict_names_the_turn_that_mattered(turns: tuple[TurnBack, ...], said: str) -> None:
    assert verdict_on(turns) == said


def test_of_no_turns_there_is_nothing_to_work_out() -> None:
    assert LookingBack([], None).is_finished


def test_a_turn_that_was_taken_back_is_not_looked_back_on(stage: Stage) -> None:
    arena = stage("#######\n#@.oo.#\n#######", minds=True, knows="Yesterday")
    arena.set_pools(arena.player, max_hp=200, hp=200, max_mana=20, mana=20)
    session = Session(arena.game)
    session.remembers = True
    session.do(Rest())
    first = session.game.turn
    session.do(Step(1, 0))
    session.do(Cast("Yesterday"))
    assert session.game.turn == first
    assert [(each.turn, each.action) for each in session.last_turns.moments] == [
        (first - 1, Rest())
    ]
    session.do(Rest())
    assert [each.turn for each in session.last_turns.moments] == [first - 1, first]


def saved(path: Path, catalog: Catalog, *turns: int) -> tuple[Session, Loaded]:
    """Play a game, saved at the beginning and after so many turns each time; return it, and what is read of it."""
    session = Session.start("3", catalog)
    session.remembers, recording = True, Recording(session.game)
    session.recording = recording
    with SaveFolder(path) as folder:
        folder.write(recording)
        for count in turns:
            for _ in range(count):
                session.do(Rest())
            folder.write(recording)
    with SaveFolder(path) as folder:
        return session, folder.read(catalog)


def as_they_were(moments: Sequence[Moment], catalog: Catalog) -> list[tuple[int, Action, str]]:
    """Return turn, command and the state before it of some moments."""
    return [(each.turn, each.action, state_hash(each.opened(catalog))) for each in moments]


def are_alike(moments: Sequence[Moment], others: Sequence[Moment], catalog: Catalog) -> bool:
    """Return whether moments tell of the same turns, wherever the states are from that they are opened from."""
    return as_they_were(moments, catalog) == as_they_were(others, catalog)


def finished(former: FormerTurns) -> int:
    """Play it to its end; return how many commands that took."""
    commands = 0
    while not former.is_finished:
        former.work(1)
        commands += 1
    assert former.progress == 1.0
    return commands


@pytest.mark.parametrize(("since", "played"), [(8, 8), (2, 14)])
def test_they_are_those_that_were_played_if_need_be_from_the_beginning(
    tmp_path: Path, catalog: Catalog, since: int, played: int
) -> None:
    session, loaded = saved(tmp_path, catalog, 12, since)
    former = FormerTurns(loaded, catalog)
    assert former.moments == ()
    assert finished(former) == played
    assert are_alike(former.moments, session.last_turns.moments, catalog)
    assert len(former.moments) == LAST_TURNS


def test_of_a_long_run_only_what_follows_the_save_before_is_played(
    tmp_path: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resuming, "MOST_REPLAYED", 10)
    session, loaded = saved(tmp_path, catalog, 12, 2)
    former = FormerTurns(loaded, catalog)
    assert finished(former) == 2
    assert are_alike(former.moments, session.last_turns.moments[-2:], catalog)


@pytest.mark.parametrize(
    "other",
    [{"recorded": b""}, {"recorded": b"nonsense"}, {"earlier": b""}, {"earlier": b"nonsense"}],
)
def test_without_something_sound_there_is_less_and_no_fault(
    tmp_path: Path, catalog: Catalog, other: dict[str, bytes]
) -> None:
    session, loaded = saved(tmp_path, catalog, 12, 8)
    for name, value in other.items():
        setattr(loaded, name, value)
    former = FormerTurns(loaded, catalog)
    finished(former)
    played = () if "recorded" in other else session.last_turns.moments
    assert are_alike(former.moments, played, catalog)


def test_a_game_that_goes_another_way_has_none(tmp_path: Path, catalog: Catalog) -> None:
    _, loaded = saved(tmp_path, catalog, 12, 8)
    head, *lines = loaded.recorded.splitlines(keepends=True)
    loaded.recorded = b"".join([head, *lines[:-3], *lines[-2:]])
    loaded.earlier = b""
    former = FormerTurns(loaded, catalog)
    finished(former)
    assert former.moments == ()


def test_closed_half_way_it_leaves_no_world_behind(tmp_path: Path, catalog: Catalog) -> None:
    _, loaded = saved(tmp_path, catalog, 12, 8)
    worlds = len(ecs.esper.list_worlds())
    former = FormerTurns(loaded, catalog)
    former.work(3)
    assert 0 < former.progress < 1
    former.close()
    assert former.is_finished
    assert len(ecs.esper.list_worlds()) == worlds
