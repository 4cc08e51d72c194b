"""The reply in words: mean loss always, bounds and small chances no surer than they are, the worst named."""

from collections.abc import Mapping, Sequence

import pytest

from roguelike.core.records import replace
from roguelike.effects.foresight.facts import Dies, Wakes
from roguelike.effects.foresight.forecast import Outcome
from roguelike.engine.foreseeing.intents import Intent
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.views.records import CreatureView
from roguelike.ui.look.palette import palette
from roguelike.ui.panels.order import order_line
from roguelike.ui.panels.reply import Answer, intent_words, reply_lines
from roguelike.ui.panels.rows import Line

COLOURS = palette()
WIDTH, YOU = 28, 1


def creature(entity: int, name: str) -> CreatureView:
    glyph, red = name[0].lower(), (255, 0, 0)
    return CreatureView(
        entity,
        name,
        glyph,
        red,
        (entity, 1),
        hp=9,
        max_hp=9,
        level=1,
        hostile=True,
        is_player=False,
        statuses=(),
        carries=(),
        traits=(),
        called=f"the {name.lower()}",
    )


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


def loss(least: int, mean: float, most: int, death: float = 0.0, samples: int = 32) -> Reply:
    return Reply(you=Outcome((least, mean, most)), death=death, samples=samples)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (loss(0, 0.0, 0), ["You lose nothing."]),
        (loss(3, 3.0, 3, samples=1), ["You lose 3."]),
        (loss(0, 4.24, 11), ["You lose 4.2 (up to 11)."]),
        (loss(0, 0.02, 6), ["You lose hardly anything (up", "to 6)."]),
        (loss(0, 4.0, 11, 0.08), ["You lose 4 (up to 11), dead", "8%."]),
        (loss(0, 4.0, 11, 0.0004), ["You lose 4 (up to 11), dead", "under 3%."]),
        (loss(0, 4.0, 11, 0.0004, 8), ["You lose 4 (up to 11), dead", "under 12%."]),
        (loss(9, 9.0, 9, 1.0, 1), ["You lose 9, and die."]),
        (loss(0, 9.0, 9, 0.9999), ["You lose 9 (up to 9), dead", "over 97%."]),
    ],
)
def test_what_the_player_loses(reply: Reply, words: list[str]) -> None:
    assert told(reply) == words


def test_what_the_turn_leaves_for_later_is_told_apart() -> None:
    poisoned = Reply(you=Outcome((0, 2.0, 40), later=(0, 10.2, 36)), samples=32)
    assert told(poisoned) == ["You lose 2 (up to 4). Then", "10.2 (up to 36)."]
    burning = Reply(you=Outcome((0, 0.0, 6), later=(6, 6.0, 6)), samples=32)
    assert told(burning) == ["You lose nothing. Then 6."]
    dying = replace(burning, you=replace(burning.you, facts={Dies(): 0.25}))
    assert told(dying) == ["You lose nothing. Then 6,", "dead of it 25%."]


@pytest.mark.parametrize(
    ("staying", "words"),
    [
        ((6, 6.0, 6), ["You lose nothing. Then 6 if", "you stay."]),
        ((2, 2.0, 2), ["You lose nothing. Then 6,", "less if you leave."]),
    ],
)
def test_what_only_staying_costs_the_player_is_told_as_that(
    staying: tuple[int, float, int], words: list[str]
) -> None:
    scorched = Outcome((0, 0.0, 6), later=(6, 6.0, 6), staying=staying)
    assert told(Reply(you=scorched, samples=32)) == words


def test_of_a_refused_act_nothing_is_told() -> None:
    assert told(Reply(refused="It is out of range.")) == []


def test_who_takes_most_is_named_and_listed_first() -> None:
    intents = {
        2: [Intent("strikes", YOU, 0.5)],
        3: [Intent("shoots", YOU, 1.0), Intent("waits", None, 0.1), Intent("casts Web", YOU, 0.2)],
    }
    reply = Reply(you=Outcome((0, 4.0, 9)), samples=8, intents=intents, taken={3: 3.0, 2: 1.0})
    assert told(reply) == [
        "You lose 4 (up to 9); most",
        "to the archer.",
        "}a Archer         shoots you",
        "†b Bandit    strikes you 50%",
    ]
    assert told(reply, most=1)[-1] == "… 1 more"
    assert len(told(reply, most=0)) == 2


def test_statuses_and_whom_it_wakes_are_told() -> None:
    you = Outcome(statuses={"Webbed": (0.25, 3)})
    reply = Reply(you=you, samples=8, outcomes={4: Outcome(facts={Wakes(): 0.18})})
    assert told(reply, labels={"Webbed": "caught"}) == [
        "You lose nothing.",
        "You: caught 25%",
        "Wakes the bear 18%.",
    ]


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome((1, 1.0, 1), kill=1.0), "The bear loses 1, and dies."),
        (Outcome((0, 4.0, 9), kill=0.4), "The bear loses 4 (up to 9), dead 40%."),
        (Outcome((3, 3.0, 3)), "The bear loses 3."),
        (Outcome(kill=1.0), "The bear dies."),
        (Outcome(healing=(1, 1.0, 1)), ""),
    ],
)
def test_what_friends_and_the_peaceful_lose_is_told(outcome: Outcome, words: str) -> None:
    """Whether the peasant would die was told by nothing, in puzzles that ask for his life."""
    peaceful = replace(BEAR, hostile=False)
    reply = Reply(samples=8, outcomes={4: outcome})
    lines = reply_lines(Answer(reply, (BANDIT, peaceful)), 60, COLOURS, 5)
    assert text(lines)[1:] == [words] * bool(words)
    lines = reply_lines(Answer(reply, (BANDIT, peaceful), told=(4,)), 60, COLOURS, 5)
    assert len(lines) == 1  # an aim that kills them says so itself


def test_enemies_that_the_turn_kills_are_named_unless_they_are_already() -> None:
    """What stands in a fire dies by itself."""
    outcomes = {2: Outcome((2, 2.0, 2), kill=1.0), 3: Outcome(kill=0.5), 4: Outcome((2, 2.0, 2))}
    reply = Reply(samples=8, outcomes=outcomes)
    creatures = (BANDIT, ARCHER, BEAR)
    for known, row in (((), ["Dies: the bandit, the archer 50%."]), ((2, 3), [])):
        lines = reply_lines(Answer(reply, creatures, told=known), 60, COLOURS, 5)
        assert text(lines)[1:] == row


def test_several_of_a_kind_that_die_are_counted() -> None:
    twin = replace(BANDIT, entity=5)
    outcomes = {2: Outcome(kill=1.0), 3: Outcome(kill=1.0), 5: Outcome(kill=1.0)}
    answer = Answer(Reply(samples=8, outcomes=outcomes), (BANDIT, ARCHER, twin))
    lines = reply_lines(answer, 60, COLOURS, 5)
    assert text(lines)[1:] == ["Dies: the bandit ×2, the archer."]


@pytest.mark.parametrize(
    ("intent", "words"),
    [
        (Intent("strikes", YOU, 0.75), "strikes you 75%"),
        (Intent("strikes", 3, 1.0), "strikes the archer"),
        (Intent("casts Web", YOU, 1.0), "casts Web at you"),
        (Intent("casts Shield", None, 1.0), "casts Shield"),
        (Intent("comes nearer", None, 0.4), "comes nearer 40%"),
    ],
)
def test_what_a_creature_does(intent: Intent, words: str) -> None:
    assert intent_words(intent, {3: ARCHER}) == words


def test_a_long_deed_gets_rows_of_its_own_and_is_never_cut() -> None:
    reply = Reply(samples=8, intents={2: [Intent("casts Blue Carapace", 3, 0.25)]})
    assert told(reply)[1:] == ["*b Bandit", "   casts Blue Carapace at", "   the archer 25%"]


def test_the_same_deed_at_another_of_the_same_name_is_told_once() -> None:
    twin = replace(ARCHER, entity=5)
    intents = {2: [Intent("strikes", 3, 0.5), Intent("strikes", 5, 0.5)]}
    reply = Reply(samples=8, intents=intents)
    lines = reply_lines(Answer(reply, (BANDIT, ARCHER, twin)), 40, COLOURS, 5)
    assert [row.rstrip() for row in text(lines)][1:] == ["†b Banditstrikes the archer 50%"]


def test_where_no_row_tells_what_everybody_does_the_one_who_takes_all_is_named() -> None:
    reply = Reply(you=Outcome((0, 4.0, 9)), samples=8, taken={2: 4.0}, order=(2, 3, 2))
    for others, end in (((ARCHER,), "; to the bandit."), ((), ".")):
        lines = reply_lines(Answer(reply, (BANDIT, *others)), WIDTH, COLOURS, 0, is_brief=True)
        assert " ".join(text(lines)) == f"You lose 4 (up to 9){end}"


def test_a_second_deed_at_somebody_is_told_too() -> None:
    intents = [Intent("backs away", None, 1.0), Intent("shoots", YOU, 0.45)]
    assert told(Reply(samples=8, intents={3: intents}))[1:] == [
        " a Archer",
        "   backs away",
        "   shoots you 45%",
    ]
    equals = [Intent("backs away", None, 1.0), Intent("shoots", YOU, 1.0)]
    assert told(Reply(samples=8, intents={3: equals}))[1:] == ["}a Archer         shoots you"]


def test_of_who_acts_twice_it_is_told_what_else_they_may_do() -> None:
    """A bear was said to back away, and stood where it had stood: it had come back in the same turn."""
    away, back = Intent("backs away", None, 0.9), Intent("comes nearer", None, 0.6)
    once = Reply(samples=32, order=(2,), intents={2: [away, back]})
    assert told(once)[1:] == [" b Bandit     backs away 90%"]
    twice = replace(once, order=(2, 2))
    assert told(twice)[-2:] == ["   backs away 90%", "   comes nearer 60%"]
    seldom = replace(twice, intents={2: [away, replace(back, chance=0.2)]})
    assert told(seldom) == told(once)
    struck = replace(twice, intents={2: [Intent("strikes", 4, 0.9), back]})
    assert told(struck)[1:] == ["†b Bandit", "   strikes the bear 90%"]


def test_of_who_takes_something_it_is_told_how_however_rare() -> None:
    come, web = Intent("comes nearer", None, 0.9), Intent("casts Web", 4, 0.5)
    blow = Intent("strikes", YOU, 0.1)
    reply = Reply(you=Outcome((0, 1.2, 9)), samples=8, intents={2: [come, web, blow]})
    assert told(reply)[2:] == ["   comes nearer 90%", "   casts Web at the bear 50%"]
    harmed = replace(reply, taken={2: 1.2})
    assert told(harmed)[2:] == ["   comes nearer 90%", "   strikes you 10%"]
    storm = Intent("casts Storm", None, 0.1)
    harmed = replace(harmed, intents={2: [come, storm]})
    assert told(harmed)[2:] == ["   comes nearer 90%", "   casts Storm 10%"]


def test_whoever_may_bring_a_status_on_the_player_is_told_with_it() -> None:
    """The panel said "You: slowed 19%" over two enemies, and that both of them only came nearer."""
    come, web = Intent("comes nearer", None, 1.0), Intent("casts Web", YOU, 0.19)
    calm = Reply(samples=32, intents={2: [come, web]})
    assert told(calm)[1:] == [" b Bandit       comes nearer"]
    slowed = replace(calm, you=Outcome(statuses={"Slowed": (0.19, 5)}))
    assert told(slowed)[-2:] == ["   comes nearer", "   casts Web at you 19%"]


@pytest.mark.parametrize(
    ("taken", "things", "end"),
    [
        ({2: 4.0}, {}, "."),
        ({0: 4.0}, {"the fire": 4.0}, "; to the fire."),
        ({2: 3.0, 0: 1.0}, {"the fire": 1.0}, "; most to the bandit, 1 to the fire."),
        ({0: 3.0, 2: 1.0}, {"the fire": 3.0}, "; most to the fire."),
        ({0: 4.0, 2: 0.05}, {"the fire": 4.0}, "; most to the fire."),
    ],
)
def test_what_takes_hit_points_is_named(
    taken: dict[int, float], things: dict[str, float], end: str
) -> None:
    reply = Reply(you=Outcome((0, 4.0, 9)), samples=8, taken=taken, things=things)
    assert " ".join(told(reply)) == f"You lose 4 (up to 9){end}"


def test_whoever_may_be_robbed_is_told_so() -> None:
    assert " ".join(told(Reply(samples=8, robbed=0.75))) == "You lose nothing, robbed 75%."
    hurt = Reply(you=Outcome((0, 4.0, 9)), samples=8, robbed=1.0, death=0.08)
    assert " ".join(told(hurt)) == "You lose 4 (up to 9), robbed, dead 8%."


def test_what_bystanders_do_does_not_matter_unless_they_do_it_to_somebody() -> None:
    cow = replace(BEAR, hostile=False)
    for intent, rows in ((Intent("waits", None, 1.0), 0), (Intent("strikes", 2, 1.0), 1)):
        reply = Reply(samples=8, intents={4: [intent]})
        assert len(reply_lines(Answer(reply, (BANDIT, cow)), WIDTH, COLOURS, 5)) == 1 + rows


def order(*entities: int) -> str:
    (row,) = text([order_line(entities, (BANDIT, ARCHER, BEAR), WIDTH, COLOURS)])
    return row


def test_the_order_is_told_by_glyph_twice_who_acts_twice_and_the_player_last() -> None:
    assert order() == "Next you"
    assert order(2, 3, 2) == "Next b a b you"
    assert order(2, 99) == "Next b you"  # whoever is not in view is not told of


def test_an_order_too_long_for_the_row_says_so() -> None:
    row = order(*[2] * 40)
    assert len(row) <= WIDTH
    assert row.endswith("b … you")


def test_the_end_of_a_sentence_is_no_brighter_than_the_sentence() -> None:
    (line,) = reply_lines(Answer(loss(0, 0.0, 0), (BANDIT,)), WIDTH, COLOURS, 0)
    assert {shade for _, shade in line.left} == {COLOURS.dim}


def test_namesakes_are_told_apart_wherever_a_reply_names_them() -> None:
    """Of three rats and three quasits nobody could say which one dies, and which one strikes."""
    near, far = (
        replace(BEAR, entity=each, hostile=False, where=at) for each, at in ((5, "W"), (6, "N"))
    )
    two = replace(BANDIT, where="E"), replace(BANDIT, entity=7, where="SE")
    intents = {2: [Intent("strikes", 5, 0.75)], 7: [Intent("strikes", YOU, 0.5)]}
    outcomes = {5: Outcome((1, 1.0, 1), kill=1.0), 6: Outcome((0, 4.0, 9)), 7: Outcome(kill=1.0)}
    reply = Reply(
        you=Outcome((0, 4.0, 9)),
        samples=8,
        intents=intents,
        outcomes=outcomes,
        taken={7: 3.0, 2: 1.0},
    )
    lines = reply_lines(Answer(reply, (*two, near, far)), 60, COLOURS, 5)
    assert [" ".join(row.split()) for row in text(lines)] == [
        "You lose 4 (up to 9); most to the bandit (SE).",
        "The bear (W) loses 1, and dies.",
        "The bear (N) loses 4 (up to 9).",
        "Dies: the bandit (SE).",
        "†b Bandit (SE)strikes you 50%",
        "†b Bandit (E)strikes the bear (W) 75%",
    ]


def test_where_all_of_a_name_die_nothing_tells_them_apart() -> None:
    twins = replace(BANDIT, where="E"), replace(BANDIT, entity=5, where="W")
    outcomes = {2: Outcome(kill=1.0), 5: Outcome(kill=1.0)}
    lines = reply_lines(Answer(Reply(samples=8, outcomes=outcomes), twins), 60, COLOURS, 5)
    assert text(lines)[1:] == ["Dies: the bandit ×2."]


MAY_STRAY = "may go where you have not seen."


@pytest.mark.parametrize(
    ("does", "straying", "words"),
    [
        ("comes nearer", (2,), f"The bandit {MAY_STRAY}"),
        ("waits", (2, 3), f"2 of them {MAY_STRAY}"),
        ("comes nearer", (), ""),
        ("strikes", (2,), ""),
    ],
)
def test_of_a_step_beside_ground_never_seen_it_is_not_sure(
    does: str, straying: Sequence[int], words: str
) -> None:
    """Three elves in twenty minutes of play were told to come nearer, and stepped back into the dark."""
    target = YOU if does == "strikes" else None
    intents = {each: (Intent(does, target, 1.0),) for each in (2, 3)}
    reply = Reply(intents=intents, samples=8)
    lines = text(reply_lines(Answer(reply, (BANDIT, ARCHER), straying=straying), 60, COLOURS, 5))
    assert [line for line in lines if "may go" in line] == ([words] if words else [])


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.375, "A rat that you call: dead 38%."), (1.0, "A rat that you call dies.")],
)
def test_the_death_of_whom_the_act_calls_is_told(chance: float, words: str) -> None:
    seen = Reply(fallen={"a rat": chance}, samples=32)
    assert " ".join(told(seen)) == f"You lose nothing. {words}"
