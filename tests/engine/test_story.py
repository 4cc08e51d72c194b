"""The Amulet of Yala: what its taking stirs up, and how its coming home ends the game."""

from itertools import pairwise
from pathlib import Path

import esper
import pytest

from roguelike.components import actors, spatial, vitals
from roguelike.core.geometry import steps_between
from roguelike.engine.loading import DataLoader
from roguelike.engine.play import commands
from roguelike.engine.play.score import score, score_lines
from roguelike.engine.play.story import (
    EPITAPH,
    FIRST_HUNT_TURNS,
    HUNTER,
    NEWCOMERS,
    REFILL_LEAST_DEPTH,
)
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import read, restore, state_hash, write
from roguelike.host import LocalHost
from roguelike.store import invariants
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import changes, perception, space
from tests.person import Person
from tests.rooms import Begin, walk

AMULET = "Amulet of Yala"
wizardry = commands.wizardry


def bearer(begin: Begin, depth: int = 4) -> tuple[Session, Arena]:
    """Stand at some depth, beyond harm, with the Amulet just taken."""
    session, arena = begin()
    session.do(wizardry.ToggleGod())
    session.do(wizardry.Travel(depth))
    session.do(wizardry.Give(AMULET))
    session.do(commands.Pass())
    return session, arena


def living(session: Session) -> list[int]:
    """List the creatures of the level, the player left out."""
    game = session.game
    game.enter()
    here = {
        e
        for entities in game.level.at.values()
        for e in entities
        if esper.try_component(e, actors.Nature)
    }
    return sorted(here - {game.player})  # fmt: skip


def altar(session: Session) -> tuple[int, int]:
    """Return where the temple's altar stands."""
    game = session.game
    game.enter()
    found = [
        point
        for point, things in game.level.at.items()
        if "Altar" in map(perception.true_name, things)
    ]
    assert len(found) == 1
    return found[0]


def test_nothing_happens_before_the_amulet_is_taken(begin: Begin) -> None:
    session, arena = begin()
    session.do(wizardry.Travel(2))
    for _ in range(10):
        session.do(commands.Pass())
    arena.game.enter()
    assert changes.quest_of(session.game) is None


def test_taking_the_amulet_is_told_and_remembered(begin: Begin) -> None:
    session, _ = bearer(begin)
    quest = changes.quest_of(session.game)
    assert quest.stirred == (4,)
    assert quest.hunted_at > session.game.turn
    assert any("No portal will bear it" in line.text for line in session.log)


def test_levels_on_the_way_up_fill_again_once(begin: Begin) -> None:
    session, arena = begin()
    session.do(wizardry.ToggleGod())
    for depth in (2, 3, 4):
        session.do(wizardry.Travel(depth))
    session.do(wizardry.Travel(3))
    before = len(living(session))
    session.do(wizardry.Travel(4))
    session.do(wizardry.Give(AMULET))
    session.do(commands.Pass())
    session.do(wizardry.Travel(3))
    filled = len(living(session))
    assert filled >= before + NEWCOMERS - 3
    assert any("not as empty as you left it" in line.text for line in session.log)
    session.do(wizardry.Travel(4))
    session.do(wizardry.Travel(3))
    assert len(living(session)) <= filled + 1
    quest = changes.quest_of(arena.game)
    assert quest.stirred == (4, 3)


def test_who_fills_a_level_comes_in_groups_from_the_city_at_least(begin: Begin) -> None:
    """Lone orcs and wolves on the first levels were nobody's danger who came from the Abyss."""
    session, _ = bearer(begin)
    session.do(wizardry.Travel(2))
    catalog = catalog_for(None)
    names = {
        each.name
        for group in catalog.spawn_table.groups(REFILL_LEAST_DEPTH)
        for each in group.members
    }
    came = [each for each in living(session) if perception.true_name(each) in names]
    assert len(came) >= NEWCOMERS
    assert any(
        steps_between(a, b) <= 2 for a, b in pairwise(filter(None, map(space.point_of, came)))
    )


def test_the_same_seed_fills_a_level_with_the_same(begin: Begin) -> None:
    hashes = []
    for _ in range(2):
        session, _ = bearer(begin, 5)
        session.do(wizardry.Travel(4))
        hashes.append(state_hash(session.game))
    assert hashes[0] == hashes[1]


def test_the_hunter_comes_and_comes_again(begin: Begin) -> None:
    session, arena = bearer(begin)
    for _ in range(FIRST_HUNT_TURNS + 2):
        session.do(commands.Pass())
    hunter = arena.find(HUNTER)
    assert any(HUNTER in line.text for line in session.log)
    assert esper.component_for_entity(hunter, actors.Nature).proper_name
    session.do(wizardry.Travel(3))
    quest = changes.quest_of(session.game)
    while session.game.turn <= quest.hunted_at:
        session.do(commands.Pass())
    again = arena.find(HUNTER)
    there, here = space.point_of(again), session.here
    assert max(abs(there[0] - here[0]), abs(there[1] - here[1])) <= 14


def test_the_hunter_is_due_when_it_arrives_and_not_long_before(begin: Begin) -> None:
    session, arena = bearer(begin)
    for _ in range(FIRST_HUNT_TURNS + 2):
        session.do(commands.Pass())
    hunter = arena.find(HUNTER)
    session.do(wizardry.Travel(3))
    position = esper.component_for_entity(hunter, spatial.Position)
    while position.depth != session.game.depth:
        session.do(commands.Pass())
    assert not invariants.faults(session.game)
    restore(read(write(session.game)), session.game.content)


def test_the_altar_without_the_amulet_only_heals(begin: Begin) -> None:
    session, _ = begin()
    session.do(wizardry.ToggleGod())
    walk(session, altar(session))
    assert not session.is_over


def test_the_altar_with_the_amulet_wins(begin: Begin) -> None:
    session, arena = bearer(begin)
    session.do(wizardry.Travel(1))
    without = score(session.game)
    walk(session, altar(session))
    assert session.is_won
    assert session.is_over
    assert session.death().epitaph == EPITAPH
    assert session.do(commands.Pass()).refused == "Your story has been told."
    assert score(session.game) > without + 5_000
    assert sum(each.points for each in score_lines(session.game)) == session.death().score
    assert changes.is_won(arena.game)


def test_an_altar_elsewhere_wins_nothing(begin: Begin) -> None:
    session, arena = bearer(begin)
    x, y = session.here
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    dx, dy = next(s for s in steps if session.game.level.is_free((x + s[0], y + s[1])))
    arena.spawn("Altar", x + dx, y + dy)
    session.do(commands.Step(dx, dy))
    assert not session.is_over


def test_a_win_goes_into_the_history_as_won(tmp_path: Path) -> None:
    host = LocalHost(tmp_path, DataLoader(), seed="3")
    session = host.start(None)
    session.do(wizardry.ToggleGod())
    session.do(wizardry.Give(AMULET))
    session.do(commands.Pass())
    walk(session, altar(session))
    assert session.is_won
    (run,) = host.folder().history()
    assert (run.how, run.epitaph, run.wizard) == ("won", EPITAPH, True)
    assert run.score == score(session.game)
    host.close()


@pytest.mark.parametrize("size", [(80, 24), (80, 50), (200, 60)])
def test_the_victory_screen_shows_every_line_of_the_score(
    people: list[Person], size: tuple[int, int]
) -> None:
    person = Person(seed=3, size=size)
    people.append(person)
    person.press("n", "enter")
    session, arena = person.program.game, person.arena
    session.do(wizardry.ToggleGod())
    session.do(wizardry.Give(AMULET))
    arena.set_level(arena.player, 9)
    arena.teach("Zap")
    session.game.tallies.kills, session.game.tallies.deepest = 321, 15
    esper.component_for_entity(arena.player, vitals.Pools).gold = 1234.0
    x, y = session.here
    steps = {(-1, 0): "h", (1, 0): "l", (0, -1): "k", (0, 1): "j"}
    step = next(s for s in steps if session.game.level.is_free((x + s[0], y + s[1])))
    arena.spawn("Altar", x + step[0], y + step[1])
    person.press(steps[step])
    assert person.screens == ["Victory"]
    person.settle()
    merits = session.death().merits
    assert len(merits) == 7, "a wizard's depth counts for nothing"
    for label, points in merits:
        assert any(label in row and f"{points:,}" in row for row in person.text), (label, points)
    total = next(row for row in person.text if row.strip().startswith("Score"))
    assert total.split() == ["Score", f"{session.death().score:,}"]
    for words in ("You go now.", "Begin a new game", "Back to the title", "Watch it again"):
        assert person.shows(words), words
    assert person.shows("You brought the Amulet of Yala home")
    assert person.shows("Home again")
    person.click_on("Back to the title")
    assert person.screens == ["Title"]


def test_gold_kills_and_spells_count(begin: Begin) -> None:
    session, arena = begin()
    before = score(session.game)
    esper.component_for_entity(arena.player, vitals.Pools).gold += 7
    session.game.tallies.kills += 1
    session.game.tallies.spells_cast += 100
    assert score(session.game) == before + 7 + 10
    arena.teach("Zap")
    assert score(session.game) == before + 7 + 10 + 25
