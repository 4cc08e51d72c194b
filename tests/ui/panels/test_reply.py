"""Which deeds of others a reply tells, and the order of turns; how it words the rest is in test_told.

The coming order_row in words: who is slower or faster, how long one's own act takes, and why.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from roguelike.core.records import replace
from roguelike.effects.foresight import facts
from roguelike.effects.foresight.forecast import Outcome
from roguelike.engine.foreseeing.intents import Intent
from roguelike.engine.foreseeing.planning import Fight
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.views.records import HudView, TempoView
from roguelike.engine.views.use_text import GRAVE
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import Line
from roguelike.ui.panels.creature_rows import order_line, tempo_lines
from roguelike.ui.panels.marks import creature_signs
from roguelike.ui.panels.reply import (
    ROOMY_ASIDE,
    WAIT,
    Answer,
    brief_rows,
    doings_of,
    fight_rows,
    figure_words,
    intent_words,
    reply_lines,
)
from roguelike.ui.panels.scene import Scene, Waiting
from roguelike.ui.panels.side import each_side
from roguelike.world.known_level import Darkness
from tests.ui.panels.written import creature

COLOURS = palette()
WIDTH, YOU = 28, 1
BANDIT, ARCHER, BEAR = creature(2, "Bandit"), creature(3, "Archer"), creature(4, "Bear")


def text(lines: Sequence[Line]) -> list[str]:
    rows = []
    for line in lines:
        left, right = ("".join(words for words, _ in side) for side in (line.left, line.right))
        rows.append(left + (" " * (WIDTH - len(left) - len(right)) + right if right else ""))
    return rows


def told(reply: Reply, most: int = 5, labels: Mapping[str, str] | None = None) -> list[str]:
    return text(
        reply_lines(Answer(reply, (BANDIT, ARCHER, BEAR), labels or {}), WIDTH, COLOURS, most)
    )


def test_a_long_deed_gets_rows_of_its_own_and_is_never_cut() -> None:
    reply = Reply(samples=8, intents={2: [Intent("casts Blue Carapace", 3, 0.25)]})
    assert told(reply)[1:] == ["*b Bandit", "   casts Blue Carapace at", "   the archer 25%"]


def test_the_same_deed_at_another_of_the_same_name_is_told_once() -> None:
    twin = replace(ARCHER, entity=5)
    intents = {2: [Intent("strikes", 3, 0.5), Intent("strikes", 5, 0.5)]}
    reply = Reply(samples=8, intents=intents)
    lines = reply_lines(Answer(reply, (BANDIT, ARCHER, twin)), 40, COLOURS, 5)
    assert [row.rstrip() for row in text(lines)][1:] == ["†b Banditstrikes the archer 50%"]


@pytest.mark.parametrize(
    ("later", "words"), [((0, 0.01, 3), "later 0-3"), ((0, 1.5, 3), "later -1.5")]
)
def test_what_is_hardly_ever_lost_later_is_told_as_a_span(
    later: tuple[int, float, int], words: str
) -> None:
    """It said "later 0" beside a chance to bleed."""
    answer = Answer(Reply(samples=8, you=Outcome(damage=later, later=later)), ())
    rows = text(brief_rows(WAIT, answer, (), WIDTH, COLOURS, least=0))
    assert words in " ".join(rows)


def test_a_second_deed_at_somebody_is_told_too_and_what_is_done_now_first() -> None:
    intents = [Intent("keeps away", None, 1.0, 0), Intent("shoots", YOU, 0.45)]
    assert told(Reply(samples=8, intents={3: intents}))[1:] == ["}a Archer     shoots you 45%"]
    seldom = [intents[0], replace(intents[1], chance=0.15)]
    assert told(Reply(samples=8, intents={3: seldom}))[1:] == [" a Archer         keeps away"]
    both = [Intent("strikes", 2, 0.6), Intent("shoots", YOU, 0.4)]
    assert told(Reply(samples=8, intents={3: both}))[-2:] == [
        "   strikes the bandit 60%",
        "   shoots you 40%",
    ]


def test_what_is_done_later_is_told_with_the_turn_and_its_sign() -> None:
    later = Intent("strikes in 3 turns", YOU, 1.0, 3)
    assert told(Reply(samples=8, intents={2: [later]}))[1:] == ["3b Bandit strikes in 3 turns"]
    sooner = Intent("may strike in 2", YOU, 0.4, 2)
    assert told(Reply(samples=8, intents={2: [later, sooner]}))[-2:] == [
        "   strikes in 3 turns",
        "   may strike in 2, 40%",
    ]


def test_only_who_can_do_nothing_is_in_the_colour_of_what_is_harmless() -> None:
    for is_safe in (True, False):
        intent = Intent("keeps away", None, 1.0, 0, is_safe)
        reply = Reply(samples=8, intents={3: [intent]})
        row = reply_lines(Answer(reply, (ARCHER,)), WIDTH, COLOURS, 5)[-1]
        assert (row.right[0][1] == COLOURS.good) is is_safe


def test_in_the_order_it_is_marked_who_may_not_act() -> None:
    (row,) = text([order_line((2, 3, 2), (BANDIT, ARCHER), 28, COLOURS, (), (True, False, False))])
    assert row == "Next b a?b? @"


def test_of_who_takes_something_it_is_told_how_however_rare() -> None:
    come, web = Intent("moves", None, 0.9, 0), Intent("casts Web", 4, 0.5)
    blow = Intent("strikes", YOU, 0.1)
    reply = Reply(you=Outcome((0, 1.2, 9)), samples=8, intents={2: [come, web, blow]})
    assert told(reply)[2:] == ["   casts Web at the bear 50%"]
    harmed = replace(reply, taken={2: 1.2})
    assert told(harmed)[2:] == ["   strikes you 10%", "   casts Web at the bear 50%"]
    storm = Intent("casts Storm", None, 0.1)
    harmed = replace(harmed, intents={2: [come, storm]})
    assert told(harmed)[2:] == ["   casts Storm 10%", "   moves 90%"]


def test_whoever_may_bring_a_status_on_the_player_is_told_with_it() -> None:
    """The panel said "You: slowed 19%" over two enemies, and that both of them only came nearer."""
    come, web = Intent("moves", None, 1.0, 0), Intent("casts Web", YOU, 0.19)
    calm = Reply(samples=32, intents={2: [come, web]})
    assert told(calm)[1:] == [" b Bandit              moves"]
    slowed = replace(calm, you=Outcome(statuses={"Slowed": (0.19, 5)}))
    assert told(slowed)[-2:] == ["   moves", "   casts Web at you 19%"]


def test_what_bystanders_do_does_not_matter_unless_they_do_it_to_somebody() -> None:
    cow = replace(BEAR, hostile=False)
    for intent, rows in ((Intent("waits", None, 1.0), 0), (Intent("strikes", 2, 1.0), 1)):
        reply = Reply(samples=8, intents={4: [intent]})
        assert len(reply_lines(Answer(reply, (BANDIT, cow)), WIDTH, COLOURS, 5)) == 1 + rows


def order(*entities: int) -> str:
    (row,) = text([order_line(entities, (BANDIT, ARCHER, BEAR), WIDTH, COLOURS)])
    return row


def test_the_order_is_told_by_glyph_twice_who_acts_twice_and_the_player_last() -> None:
    assert order() == "Next @"
    assert order(2, 3, 2) == "Next b a b @"
    assert order(2, 99) == "Next b @"  # whoever is not in view is not told of


def test_an_order_too_long_for_the_row_says_so() -> None:
    row = order(*[2, 3] * 20)
    assert len(row) <= WIDTH
    assert re.search("[ab]… @$", row)


@pytest.mark.parametrize(
    ("intent", "deed", "short"),
    [
        # A bandit "waits 50%", and what else he might do was nothing either.
        (Intent("waits", None, 0.5, 0, is_safe=True), "waits", ""),
        # At 80 columns this left "…Man" of a fungus man.
        (
            Intent("has no way to you", None, 1.0, 0, is_safe=True),
            "has no way to you",
            "no way to you",
        ),
        (Intent("blocked", None, 0.5, 0), "blocked 50%", "blocked 50%"),
        (Intent("9 steps off", None, 0.5, 0, steps=9), "", ""),
        (Intent("may strike in 3", YOU, 0.62, 3), "may strike in 3, 62%", "may strike in 3"),
        (Intent("strikes in 3 turns", YOU, 1.0, 3), "strikes in 3 turns", "strikes in 3"),
        (Intent("strikes", YOU, 0.5), "strikes in vain", "strikes in vain"),
    ],
)
def test_beside_a_name_stands_what_matters_of_a_deed_with_its_verb(
    intent: Intent, deed: str, short: str
) -> None:
    doing = doings_of(Reply(samples=8, intents={2: [intent]}), (BANDIT,))[2]
    assert (doing.deed, doing.short, doing.steps) == (deed, short, intent.steps)


def test_a_blow_that_takes_something_has_its_verb_however_little_room_there_is() -> None:
    """In a crowd a row read "Drowned Miner c -4.8"."""
    reply = Reply(samples=8, intents={2: [Intent("strikes", YOU, 0.5)]}, taken={2: 3.0})
    doing = doings_of(reply, (BANDIT,))[2]
    assert (doing.deed, doing.short, doing.loss) == ("strikes 50%", "strikes 50%", 3.0)


@pytest.mark.parametrize(
    ("intents", "deed"),
    [
        (
            [("casts Venom in 4 turns", YOU, 0.9, 4), ("casts Venom", YOU, 0.2, 1)],
            "casts Venom 20%",
        ),
        ([("strikes", 3, 0.8, 1), ("strikes", YOU, 0.1, 1)], "strikes 10%"),
        ([("hunts the archer", 3, 1.0, 0), ("shoots", YOU, 0.1, 1)], "shoots 10%"),
        ([("strikes in 2 turns", YOU, 1.0, 2)], "hurts"),
    ],
)
def test_beside_a_loss_stands_what_takes_it_however_rare(
    intents: list[tuple[str, int, float, int]], deed: str, hud: HudView
) -> None:
    """A shade "casts Long Shadow in 4 turns", and beside it stood what it might take in this one."""
    meant = [Intent(*each) for each in intents]
    reply = Reply(samples=32, intents={2: meant}, taken={2: 2.2})
    doing = doings_of(reply, SEEN)[2]
    assert (doing.deed, doing.loss) == (deed, 2.2)
    nothing: Any = None
    shown = Scene(nothing, nothing, hud, SEEN, SEEN, (), is_fight=True)
    sign = {"casts": "*", "strikes": "†", "shoots": "}", "hurts": "2"}[deed.partition(" ")[0]]
    assert creature_signs(shown, reply)[2].glyph == sign


def test_who_does_one_of_several_rare_things_now_is_not_told_to_do_them_later(hud: HudView) -> None:
    """A hexer "may cast Gag Order in 3", and cast that or Dread at once in 17 of 40 turns."""
    later = Intent("may cast Gag Order in 3", YOU, 0.62, 3)
    rare = Intent("casts Gag Order", YOU, 0.2), Intent("casts Dread", YOU, 0.13)
    for meant, deed, sign in (
        ([later, *rare], "casts Gag Order 20%", "*"),
        ([later, rare[0]], "may cast Gag Order in 3, 62%", "3"),
    ):
        reply = Reply(samples=32, intents={2: meant})
        assert doings_of(reply, SEEN)[2].deed == deed
        nothing: Any = None
        shown = Scene(nothing, nothing, hud, SEEN, SEEN, (), is_fight=True)
        assert creature_signs(shown, reply)[2].glyph == sign


def test_whom_others_hunt_is_named_where_two_kinds_have_one_glyph() -> None:
    """Beside a priestess and a warden, both "E", an elf "hunts E"."""
    reply = Reply(samples=32, intents={3: [Intent("hunts the bear", 4, 1.0, 0)]})
    for seen, told in (((ARCHER, BEAR), "hunts b"), ((ARCHER, BEAR, BANDIT), "hunts Bear")):
        assert doings_of(reply, seen)[3].deed == told


def test_that_somebody_hits_back_stands_beside_its_blow_however_rare() -> None:
    """An imp's row told of a blow alone; half of what stood beside it was the bolt that it might cast back."""
    meant = [Intent("strikes", YOU, 1.0), Intent("hits back", YOU, 0.1)]
    doing = doings_of(Reply(samples=32, intents={2: meant}, taken={2: 8.4}), (BANDIT,))[2]
    assert (doing.deed, doing.besides) == ("strikes", ", hits back 10%")


def test_who_runs_out_of_what_hurts_them_loses_nothing_later() -> None:
    """An imp on fire was told to lose 3 more, and fled into water in every one of 40 turns."""
    burns = {2: Outcome((20, 22.4, 25), later=(3, 3.0, 3))}
    for after, told in (((20, 22.5, 25), False), ((22, 25.4, 28), True)):
        reply = Reply(samples=32, outcomes={2: Outcome(after)})
        doing = doings_of(reply, (BANDIT,), burns)[2]
        assert ("then -3" in [words for words, _ in doing.suffers]) is told


def test_of_whom_an_aim_does_nothing_to_it_is_told_whether_others_kill_them() -> None:
    """A dragon was told to breathe at a rat; that two wolves of one's own would die of it stood nowhere."""
    reply = Reply(samples=32, outcomes={2: Outcome((0, 3.0, 9), kill=0.5)})
    for foreseen in ({}, {2: Outcome()}):
        doing = doings_of(reply, (BANDIT,), foreseen)[2]
        assert [words for words, _ in doing.suffers] == ["dies 50%"]
        assert not doing.is_aimed_at
    doing = doings_of(reply, (BANDIT,), {2: Outcome((2, 2.0, 2))})[2]
    assert [words for words, _ in doing.suffers] == ["-2"]


def test_of_who_dies_nothing_is_told_that_no_longer_matters(hud: HudView) -> None:
    """A row said that a goblin "dies no longer wet"."""
    ends = {facts.Ends("Wet"): 1.0}
    for kill, words in ((1.0, "dies"), (0.5, "dies 50%, no longer wet")):
        outcome = Outcome((9, 9.0, 9), kill=kill, facts=ends)
        doing = doings_of(Reply(), (BANDIT,), {2: outcome}, {"Wet": "wet"})[2]
        told = replace(doing, suffers=tuple(each for each in doing.suffers if each[0] != "-9"))
        nothing: Any = None
        waiting = Waiting(doings={2: told})
        shown = Scene(nothing, nothing, hud, (BANDIT,), (BANDIT,), (), waiting=waiting)
        assert text(each_side(shown, COLOURS, 60)) == [f" b Bandit 9 {words}"]


@pytest.mark.parametrize(
    ("kills", "anyway", "brings"),
    [
        ((0.67,), 0.33, "deals 9"),
        ((0.6,), 0.0, "deals 9"),
        ((1.0,), 0.33, "kills 1"),
        ((0.8,), 0.0, "kill 80%"),
        ((0.9, 0.7), 0.0, "kills 1"),
        ((0.6, 0.6, 0.6), 0.0, "kills 2"),
        ((1.0, 1.0), 1.0, ""),
    ],
)
def test_a_spell_kills_no_more_than_can_be_relied_on(
    kills: tuple[float, ...], anyway: float, brings: str
) -> None:
    """Zap "kills 1", and in one of three turns the zombie was healed meanwhile."""
    foes = dict(zip((2, 3, 4), kills, strict=False))
    done = {each: Outcome((9, 9.0, 9), kill=kill) for each, kill in foes.items()}
    else_ = {each: Outcome((0, 9.0 * (anyway == 1), 9), kill=anyway) for each in foes}
    assert figure_words(Reply(outcomes=done), SEEN, Reply(outcomes=else_))[0] == brings


def test_of_what_else_comes_of_a_choice_the_first_is_told_however_little_room_there_is() -> None:
    """With one row for it, the panel said "2 more rows" of a potion that poisons, and nothing else."""
    you = Outcome((2, 8.9, 35), statuses={"slowed": (1.0, (9, 9)), "blind": (0.5, (3, 3))})
    reply = Reply(you=you, samples=8, things={"the poison gas": 2.0}, robbed=0.5)
    answer = Answer(reply, (BANDIT,))
    _, row = brief_rows(WAIT, answer, (), WIDTH, COLOURS, least=1)
    assert "".join(words for words, _ in row.left) == "  robbed 50%, slowed, …"
    _, *rows = brief_rows(WAIT, answer, (), WIDTH, COLOURS, least=0)
    assert " ".join("".join(words for words, _ in row.left).strip() for row in rows) == (
        "robbed 50%, slowed, blind 50%, the poison gas -2"
    )


def test_what_is_worst_is_told_first_and_where_there_is_room_all_of_it() -> None:
    """Of "frozen stiff 34%, driven 39%, burning 14%" only "…" was seen, behind what pool and mist took."""
    you = Outcome(
        (2, 13.4, 37),
        statuses={"wet": (0.9, 4), "burning": (0.14, 5), "frozen stiff": (0.34, 2)},
        facts={facts.Driven(1): 0.3, facts.Driven(2): 0.09},
        later=(0, 5.2, 20),
    )
    things = {"the acid pool": 2.4, "the ice mist": 1.1}
    reply = Reply(you=you, samples=32, things=things)
    answer = Answer(reply, (BANDIT,), gravity={"wet": 0, "frozen stiff": GRAVE})
    wait = (WAIT, answer, (), WIDTH, COLOURS)
    _, *few = text(brief_rows(*wait, least=2))
    assert few == ["  frozen stiff 34%, driven", "  39%, burning 14%, …"]
    _, *rows = text(brief_rows(*wait, least=2, most=ROOMY_ASIDE))
    assert " ".join(row.strip() for row in rows) == (
        "frozen stiff 34%, driven 39%, burning 14%, later -5.2, wet 90%, …"
    )
    doomed = Answer(replace(reply, you=replace(you, facts={facts.Dies(): 0.06})), (BANDIT,))
    assert text(brief_rows(WAIT, doomed, (), WIDTH, COLOURS, least=2))[1].startswith("  later -5.2")


def test_a_cloud_that_takes_most_is_told_before_what_may_begin() -> None:
    """A player fought a shepherd, and stood in its gas, which took two thirds of what was lost."""
    you = Outcome((2, 2.9, 6), statuses={"slowed": (0.1, (9, 9))})
    answer = Answer(Reply(you=you, samples=8, things={"the poison gas": 2.0}), (BANDIT,))
    _, row = text(brief_rows(WAIT, answer, (), WIDTH, COLOURS, least=1))
    assert row == "  the poison gas -2, …"


@pytest.mark.parametrize(
    ("fight", "row"),
    [
        (Fight(won=1.0), "Fight unhurt, won"),
        (Fight(won=1.0, unseen=4), "Fight 0?"),
        (Fight(won=1.0, unseen=1), "Fight 0?"),
        (Fight(won=0.1, unseen=1, death=0.1), "Fight 0?, die 10%, undecided"),
        (Fight(won=1.0, loss=(0, 9.0, 60), unseen=4), "Fight -9, won"),
        (Fight(won=1.0, fled=1.0), "Fight unhurt, they flee"),
        (Fight(won=0.75, fled=0.5, death=0.25, loss=(0, 9.0, 60)), "Fight -9, they flee 75%, die 25%"),
        (Fight(won=0.75, fled=0.25, death=0.25, loss=(0, 9.0, 60)), "Fight -9, won 75%, die 25%"),
    ],
)  # fmt: skip
def test_a_fight_is_not_won_whose_enemies_only_flee(fight: Fight, row: str) -> None:
    assert text(fight_rows(fight, 60, COLOURS))[0] == row
    assert len(row) <= WIDTH or fight.death


SEEN = (BANDIT, ARCHER, BEAR)


def order_row(*entities: int, tempo: tuple[TempoView, ...] = (), width: int = 28) -> str:
    return text([order_line(entities, SEEN, width, COLOURS, tempo)])[0]


def paces(*tempo: TempoView, width: int = 40, others: bool = True) -> list[str]:
    return text(tempo_lines(tempo, SEEN, width, COLOURS, others=others))


def test_signs_say_who_is_slower_and_who_faster() -> None:
    tempo = (TempoView(2, 9, 2), TempoView(3, 5, -3), TempoView(4, 8, 0))
    assert order_row(2, 3, 4, 3, tempo=tempo) == "Next b- a+ b a+ @"


def test_what_has_no_room_is_counted_off_by_a_sign() -> None:
    assert order_row(*[2, 3] * 15) == "Next babababababababababa… @"
    assert order_row(*[2, 3] * 5) == "Next b a b a b a b a b a @"
    assert order_row(*[2, 3] * 6, 2) == "Next babababababab @"
    assert len(order_row(*[2, 3] * 15, tempo=(TempoView(2, 9, 2),))) <= 28


def test_several_alike_in_a_row_are_counted() -> None:
    """Of "M s s s s e s s s s" nobody saw who acts twice."""
    assert order_row(2, 2, 3, 3, 3, 2, 2, 2, 2) == "Next b b a×3 b×4 @"


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
    assert paces(TempoView(YOU, 9, 0)) == ["Your act: 9 ticks"]
    slow = TempoView(YOU, 14, 4, (("overloaded", 4.0), ("gear", 2.0), ("hasted", -2.0)))
    assert paces(slow, others=False) == ["You: 14 ticks, slow 4 (overloaded, gear,", "hasted)"]
    assert paces(TempoView(YOU, 12, 2, (("gear", 2.3),)), width=28) == [
        "You: 12 ticks, slow 2 (gear)"
    ]


def test_others_who_are_slow_alike_share_a_row() -> None:
    web = (("slowed", 10.0),)
    found = paces(
        TempoView(YOU, 9, 0),
        TempoView(2, 9, 10, web),
        TempoView(3, 9, 10, web),
        TempoView(4, 6, -1, (("quickness", -1.0),)),
    )
    assert found[1:] == ["Bandit, Archer: slow 10 (slowed)", "Bear: fast 1 (quickness)"]
    assert paces(TempoView(YOU, 9, 0), TempoView(2, 9, 10, web), others=False) == [
        "Your act: 9 ticks"
    ]


def test_the_peaceful_are_slow_without_a_word() -> None:
    """In a town that took the rows in which enemies and spells stand."""
    barkeep = replace(ARCHER, hostile=False, name="Barkeep")
    friend = replace(BEAR, hostile=False, friend=True, name="Friend")
    slow = [TempoView(each, 9, 2, (("gear", 2.0),)) for each in (2, 3, 4)]
    lines = tempo_lines(slow, (BANDIT, barkeep, friend), 40, COLOURS, others=True)
    assert text(lines) == ["Bandit, Friend: slow 2 (gear)"]


@pytest.mark.parametrize(
    ("intent", "words"),
    [
        (Intent("leaves view", None, 0.5, 0), "may leave view"),
        (Intent("strikes", YOU, 0.5), "may strike you"),
        (Intent("casts Web", YOU, 0.3), "may cast Web at you"),
        (Intent("flees", None, 0.5, 0), "may flee"),
        (Intent("has no way to you", None, 0.5, 0), "may have no way to you"),
        (Intent("may cast Web in 4", YOU, 0.4, 4), "may cast Web in 4"),
        (Intent("4 steps off", None, 0.5, 0, steps=4), "4 steps off"),
    ],
)
def test_of_what_hangs_on_the_dark_it_is_only_said_that_it_may_be(
    intent: Intent, words: str
) -> None:
    rolled = intent_words(intent, {})
    assert rolled.endswith("%")
    for dark in (Darkness.SHUT, Darkness.OPEN):
        assert intent_words(replace(intent, dark=dark), {}) == words
