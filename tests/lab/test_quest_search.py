"""The search for a winning game: its stages, its memory, and that its lines hold from the very beginning."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from roguelike.engine.play import commands
from roguelike.engine.play.dungeon import new_game
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab import quest as quest_search
from roguelike.lab.bots.walkthrough import goal, grown
from roguelike.lab.fleet import Fleet, KeptError
from roguelike.raws.catalog import Catalog
from roguelike.store.save_file import decode
from roguelike.world import ecs
from roguelike.world.names import true_name
from roguelike.world.terrain import Tile

wizardry = commands.wizardry


@pytest.fixture(scope="module")
def begun() -> bytes:
    """The save that a search of seed 1 begins from."""
    return quest_search.begin("1").posts[0].saved


def luck_of(saved: bytes, luck: str) -> quest_search.Task:
    """Return the task of setting out with some luck."""
    return quest_search.Task(saved, quest_search.TEMPERAMENTS[3], luck)


@pytest.fixture(scope="module")
def leg(begun: bytes) -> quest_search.Leg:
    """The first stage, played."""
    return quest_search.set_out(luck_of(begun, "luck"))


@pytest.fixture
def session(catalog: Catalog) -> Iterator[Session]:
    session = Session.start("1", catalog)
    session.do(wizardry.ToggleGod())
    yield session
    ecs.drop_world(session.game.world)


def test_the_stages_go_down_to_the_amulet_and_up_to_the_town(session: Session) -> None:
    stages = [quest_search.stage_of(session)]
    for depth in (2, quest_search.AMULET_DEPTH):
        session.do(wizardry.Travel(depth))
        stages.append(quest_search.stage_of(session))
    session.do(wizardry.Give("Amulet of Yala"))
    stages.append(quest_search.stage_of(session))
    for depth in (3, 1):
        session.do(wizardry.Travel(depth))
        stages.append(quest_search.stage_of(session))
    assert stages == [0, 1, 14, 15, 27, 29]
    assert stages[-1] < quest_search.HOME


def test_the_way_leads_to_the_stairs_the_amulet_the_stairs_and_the_altar(session: Session) -> None:
    game = session.game
    assert game.level.tiles[goal(game)] == Tile.DOWN_STAIRS
    session.do(wizardry.Travel(quest_search.AMULET_DEPTH))
    assert "Amulet of Yala" in map(true_name, game.level.at[goal(game) or (0, 0)])
    session.do(wizardry.Give("Amulet of Yala"))
    assert game.level.tiles[goal(game)] == Tile.UP_STAIRS
    session.do(wizardry.Travel(1))
    assert "Altar" in map(true_name, game.level.at[goal(game) or (0, 0)])


def test_the_commands_of_a_stage_lead_from_its_first_save_to_its_last(
    catalog: Catalog, begun: bytes, leg: quest_search.Leg
) -> None:
    assert leg.stage == 1
    assert quest_search.set_out(luck_of(begun, "luck")) == leg
    again = Session(new_game("1", catalog))
    for command in leg.commands:
        assert again.do(command).acted
    saved = decode(leg.saved).open(catalog)
    assert state_hash(again.game) == state_hash(saved)
    for game in (again.game, saved):
        ecs.drop_world(game.world)


def test_other_luck_leads_another_way(begun: bytes, leg: quest_search.Leg) -> None:
    others = (quest_search.set_out(luck_of(begun, luck)).commands for luck in "abcd")
    assert any(commands != leg.commands for commands in others)


def test_a_save_from_which_nobody_gets_on_loses_its_rank() -> None:
    far = quest_search.Post(5, b"", 5.0)
    near = quest_search.Post(4, b"", 4.0)
    assert far.rank > near.rank
    for _ in range(3):
        far.sent += 1
        far.blame()
    assert far.rank < near.rank


def test_where_many_fail_those_beside_them_lose_their_rank_too() -> None:
    town = quest_search.Post(0, b"", 1.0)
    before = quest_search.Post(3, b"", 3.0, town)
    stuck, beside = (quest_search.Post(4, b"", 4.0, before) for _ in range(2))
    elsewhere = quest_search.Post(3, b"", 3.5, town)
    assert beside.rank > elsewhere.rank
    for _ in range(8):
        stuck.blame()
    assert stuck.rank < beside.rank < elsewhere.rank


def test_whoever_has_grown_is_worth_more_than_who_ran_ahead(session: Session) -> None:
    promises = {}
    for depth in (2, 9):
        session.do(wizardry.Travel(depth))
        promises[depth] = quest_search.promise_of(session)
    session.do(wizardry.Advance())
    assert promises[9] < promises[2]
    assert quest_search.promise_of(session) > promises[9] + 0.5


def test_a_hero_who_has_grown_camps_once_at_peace(session: Session) -> None:
    game = session.game
    start = (game.turn - quest_search.CAMP_TURNS, grown(game))
    assert not quest_search.camps(session, *start)
    session.do(wizardry.Advance())
    assert quest_search.camps(session, *start)
    assert not quest_search.camps(session, game.turn, start[1])


def test_what_does_not_win_is_not_recorded() -> None:
    with pytest.raises(ValueError, match="does not win"):
        quest_search.recording("1", (commands.Pass(),))


def test_a_search_that_was_broken_off_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fleet = Fleet(jobs=1, keep=tmp_path / "quest.jsonl")
    played: list[str] = []

    def attempt(task: quest_search.Task) -> quest_search.Leg:
        """Get one stage on without playing."""
        played.append(task.luck)
        told = f"luck {task.luck}"
        return quest_search.Leg(1, b"saved", (commands.Step(1, 0),), 1.0, told)

    def search_for(rounds: int) -> list[str]:
        """Search for so many rounds, and return what was told."""
        told: list[str] = []
        ticks = iter([0.0] * (rounds + 1) + [9.0])
        monkeypatch.setattr(quest_search.time, "monotonic", lambda: next(ticks))
        assert quest_search.search("1", 1.0, fleet, told.append) is None
        return told

    monkeypatch.setattr(quest_search, "set_out", attempt)
    before = search_for(2)
    assert len(played) == 2 * quest_search.ROUND
    after = search_for(3)
    assert after[: len(before)] == before
    assert len(played) == 3 * quest_search.ROUND


def test_results_of_another_seed_are_refused(tmp_path: Path) -> None:
    fleet = Fleet(jobs=1, keep=tmp_path / "quest.jsonl")
    assert quest_search.search("1", -1.0, fleet) is None
    with pytest.raises(KeptError, match="other work"):
        quest_search.search("2", -1.0, fleet)
