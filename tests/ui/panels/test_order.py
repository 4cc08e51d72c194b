"""The coming order in words: who is slower or faster, how long one's own act takes, and why."""

from roguelike.core.records import replace
from roguelike.engine.views.records import TempoView
from roguelike.toolkit.palette import palette
from roguelike.ui.panels.creature_rows import order_line, tempo_lines
from tests.ui.panels.test_reply import ARCHER, BANDIT, BEAR, text

COLOURS = palette()
YOU = 1
SEEN = (BANDIT, ARCHER, BEAR)


def order(*entities: int, tempo: tuple[TempoView, ...] = (), width: int = 28) -> str:
    return text([order_line(entities, SEEN, width, COLOURS, tempo)])[0]


def told(*tempo: TempoView, width: int = 40, others: bool = True) -> list[str]:
    return text(tempo_lines(tempo, SEEN, width, COLOURS, others=others))


def test_signs_say_who_is_slower_and_who_faster() -> None:
    tempo = (TempoView(2, 9, 2), TempoView(3, 5, -3), TempoView(4, 8, 0))
    assert order(2, 3, 4, 3, tempo=tempo) == "Next b- a+ b a+ you"


def test_what_has_no_room_is_counted_off_by_a_sign() -> None:
    assert order(*[2] * 30) == "Next bbbbbbbbbbbbbbbbbb… you"
    assert order(*[2] * 10) == "Next b b b b b b b b b b you"
    assert order(*[2] * 11) == "Next bbbbbbbbbbb you"
    assert len(order(*[2] * 30, tempo=(TempoView(2, 9, 2),))) <= 28


def test_namesakes_are_told_apart_if_their_paces_differ() -> None:
    """Of two hounds one was "fast 2" and the other "slow 1", in two rows of one name."""
    twins = replace(BANDIT, where="1 E"), replace(BANDIT, entity=3, where="3 E 1 S")
    fast, slow = TempoView(2, 5, -2, (("quickness", -2.0),)), TempoView(3, 9, 1, (("slowed", 1.0),))
    lines = text(tempo_lines((fast, slow), twins, 40, COLOURS, others=True))
    assert lines == ["Bandit (1 E): fast 2 (quickness)", "Bandit (3 E 1 S): slow 1 (slowed)"]
    lines = text(tempo_lines((slow,), twins, 40, COLOURS, others=True))
    assert lines == ["Bandit (3 E 1 S): slow 1 (slowed)"]
    both = (slow, replace(slow, entity=2))
    assert text(tempo_lines(both, twins, 40, COLOURS, others=True)) == ["Bandit: slow 1 (slowed)"]


def test_the_own_act_is_always_told() -> None:
    assert told(TempoView(YOU, 9, 0)) == ["Your act: 9 ticks"]
    slow = TempoView(YOU, 14, 4, (("overloaded", 4.0), ("gear", 2.0), ("hasted", -2.0)))
    assert told(slow, others=False) == ["You: 14 ticks, slow 4 (overloaded, gear,", "hasted)"]
    assert told(TempoView(YOU, 12, 2, (("gear", 2.3),)), width=28) == [
        "You: 12 ticks, slow 2 (gear)"
    ]


def test_others_who_are_slow_alike_share_a_row() -> None:
    web = (("slowed", 10.0),)
    found = told(
        TempoView(YOU, 9, 0),
        TempoView(2, 9, 10, web),
        TempoView(3, 9, 10, web),
        TempoView(4, 6, -1, (("quickness", -1.0),)),
    )
    assert found[1:] == ["Bandit, Archer: slow 10 (slowed)", "Bear: fast 1 (quickness)"]
    assert told(TempoView(YOU, 9, 0), TempoView(2, 9, 10, web), others=False) == [
        "Your act: 9 ticks"
    ]


def test_the_peaceful_are_slow_without_a_word() -> None:
    """In a town that took the rows in which enemies and spells stand."""
    barkeep = replace(ARCHER, hostile=False, name="Barkeep")
    friend = replace(BEAR, hostile=False, friend=True, name="Friend")
    slow = [TempoView(each, 9, 2, (("gear", 2.0),)) for each in (2, 3, 4)]
    lines = tempo_lines(slow, (BANDIT, barkeep, friend), 40, COLOURS, others=True)
    assert text(lines) == ["Bandit, Friend: slow 2 (gear)"]
