"""The table of counsel in rows."""

import pytest

from roguelike.effects.foresight.forecast import Outcome
from roguelike.engine.foreseeing.counsel import Advice
from roguelike.engine.foreseeing.played_turns import UNMET, Reply
from roguelike.engine.play import commands
from roguelike.engine.session import Session
from roguelike.engine.views.explanations import ailment_labels, seen_labels
from roguelike.testing import Arena
from roguelike.ui.look.palette import palette
from roguelike.ui.panels.counsel_rows import (
    advice_row,
    columns_of,
    death_column,
    heading_row,
    others_words,
)

ROOM = "#####\n#@.g#\n#####"


def test_what_somebody_does_themselves_good_with_is_not_what_they_suffer() -> None:
    with Arena.from_ascii(ROOM, {"g": "Goblin"}) as arena:
        game, goblin = Session(arena.game), arena.find("Goblin")
        faded = Outcome(statuses={"Invisible": (0.43, 8), "Marked": (1.0, 5)})
        reply = Reply(outcomes={goblin: faded}, samples=32)
        creatures = {each.entity: each for each in game.creatures()}
        assert "Invisible" in game.ask(seen_labels, reply)
        labels = game.ask(ailment_labels, reply)
        words = "".join(text for text, _ in others_words(reply, creatures, labels, palette()))
        assert words == "marked"


@pytest.mark.parametrize(("kill", "words"), [(1.0, "dies, 6 damage"), (0.4, "kills 40%, 6 damage")])
def test_who_dies_for_sure_has_no_share(kill: float, words: str) -> None:
    with Arena.from_ascii(ROOM, {"g": "Goblin"}) as arena:
        goblin = arena.find("Goblin")
        struck = Outcome(damage=(6, 6.0, 6), kill=kill)
        creatures = {each.entity: each for each in Session(arena.game).creatures()}
        reply = Reply(outcomes={goblin: struck}, samples=32)
        said = others_words(reply, creatures, {}, palette())
        assert "".join(text for text, _ in said) == words


def test_a_small_chance_that_one_of_several_dies_is_not_rounded_to_none() -> None:
    """A blow at one of two was said to do "kills 0, 2.7 damage"."""
    with Arena.from_ascii("#####\n#@gg#\n#####", {"g": "Goblin"}) as arena:
        session = Session(arena.game)
        creatures = {each.entity: each for each in session.creatures()}
        one, other = [each.entity for each in session.creatures() if each.hostile]
        outcomes = {one: Outcome((0, 2.7, 9), kill=0.04), other: Outcome((0, 0.2, 1))}
        said = others_words(Reply(outcomes=outcomes, samples=32), creatures, {}, palette())
        assert "".join(text for text, _ in said) == "kills 4%, 2.9 damage"


def test_the_column_of_deaths_is_there_only_where_somebody_may_die() -> None:
    """At 80 columns its room tells what others suffer."""
    safe = Advice(commands.Rest(), "wait", Reply(samples=8), 0, 0, 0)
    deadly = Advice(commands.Rest(), "wait", Reply(samples=8, death=0.5), 0, 0, 0)
    few, all_rows = columns_of([safe], 72), columns_of([safe, deadly], 72)
    assert few.others == all_rows.others + 7
    heads = ["".join(text for text, _ in heading_row(each, palette())) for each in (few, all_rows)]
    assert ["Dead" in head for head in heads] == [False, True]
    assert heads[0].index("They") == heads[1].index("Dead") - 1


def test_where_its_target_stands_is_never_cut_off_a_row() -> None:
    """Two rows were both "Long Shadow at the bandit archer…" at 80 columns."""
    words = [f"cast Long Shadow at the bandit archer ({where})" for where in ("7 E", "6 E 2 S")]
    words.append("read the Fireball Scroll at the magpie goblin")
    rows = [Advice(commands.Rest(), each, Reply(samples=8), 0, 0, 0) for each in words]
    shown = [
        "".join(text for text, _ in advice_row(0, row, columns_of(rows, 72), {}, {}, palette()))
        for row in rows
    ]
    assert [row[:38].rstrip() for row in shown] == [
        "Long Shadow at bandit archer (7 E)",
        "Long Shadow at bandit… (6 E 2 S)",
        "Read Fireball Scroll at magpie…",
    ]


@pytest.mark.parametrize(
    ("death", "samples", "words"),
    [
        (0.0, 6, ""),
        (UNMET, 6, "<17%"),
        (0.5, 6, "~50%"),
        (1 - UNMET, 6, ">83%"),
        (0.72, 32, "72%"),
        (1 - UNMET, 32, ">97%"),
        (1.0, 6, "100%"),
    ],
)
def test_a_chance_of_death_is_no_surer_than_the_turns_played(
    death: float, samples: int, words: str
) -> None:
    """After six turns, all of them deadly, the table said "~>99%" of a wait that killed in 72 of 100."""
    assert death_column(Reply(samples=samples, death=death)) == words
