"""What happens to whom, as every panel words it: pictures in tests/golden/told, which `GOLDEN=write` writes anew.

Each case was once told wrongly, too surely, or not at all; what is wrong with a wording is read in the diff.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

import pytest

from roguelike.core.grammar import Noun
from roguelike.core.records import replace
from roguelike.effects.foresight.facts import (
    Appears,
    Begins,
    Dark,
    Dies,
    Does,
    Driven,
    Ends,
    Fact,
    Leaves,
    Pays,
    Says,
    Wakes,
)
from roguelike.effects.foresight.forecast import UNMET
from roguelike.engine.foreseeing.aiming import Forecast, Outcome
from roguelike.engine.foreseeing.counsel import Advice
from roguelike.engine.foreseeing.intents import Intent
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.play import commands
from roguelike.engine.session import Session
from roguelike.engine.views.records import BlowView, CreatureView, DuelView
from roguelike.engine.views.use_text import ailment_labels, seen_labels
from roguelike.testing import Arena
from roguelike.toolkit import widgets
from roguelike.toolkit.palette import palette
from roguelike.toolkit.rows import Line
from roguelike.ui.panels.fates import Aim, Fate, aim_rows, forecast_lines, joined, suffered
from roguelike.ui.panels.reply import WAIT, Answer, brief_rows, doings_of, reply_lines
from roguelike.ui.panels.tooltip import consequences, duel_words
from roguelike.ui.screens.counsel import (
    advice_row,
    beyond,
    columns_of,
    heading_row,
    others_words,
)
from tests.goldens import GOLDEN, compare
from tests.ui.panels.written import COW, GOBLIN, HOUND, ME, creature, shown

COLOURS = palette()
LABELS = {
    "Damage Over Time": "poisoned",
    "Webbed": "caught",
    "Slowed": "slowed",
    "Burning": "burning",
}
NARROW, WIDE = 28, 60
Rows = Iterable[str]


PANEL = "  in the panel:"


def aim(
    outcomes: Mapping[int, Outcome],
    *creatures: CreatureView,
    facts: Mapping[Fact, float] | None = None,
    **others: object,
) -> Rows:
    """Tell an aim in full, and under it as the panel does."""
    seen = Forecast(outcomes=outcomes, facts=facts or {})
    told = Aim("Fireball", ("20 damage.",), "the goblin", seen, creatures, labels=LABELS)
    told = replace(told, **others)
    doings = doings_of(Reply(), creatures, outcomes, LABELS).values()
    suffered = [
        Line(tuple((f"  {words}", COLOURS.text) for words, _ in each.suffers))
        for each in doings
        if each.suffers
    ]
    brief = [Line(((PANEL, COLOURS.text),)), *aim_rows(told, NARROW, COLOURS), *suffered]
    brief = [line for line in brief if line.length]
    return shown([*forecast_lines(told, NARROW, COLOURS), *brief], NARROW)


def of(outcome: Outcome, who: CreatureView = GOBLIN) -> Rows:
    """Tell the outcome of one creature as a paragraph."""
    (words,) = consequences(
        Forecast(outcomes={who.entity: outcome}), {who.entity: who}, LABELS, COLOURS
    )
    return ["".join(text for text, _ in words)]


def facts(told: Mapping[Fact, float], who: CreatureView = GOBLIN) -> Rows:
    return of(Outcome(facts=told), who)


def summary(*fates: Fate) -> Rows:
    """Summarise fates as an aim does, and as a row of counsel."""
    for is_brief in (False, True):
        yield "".join(text for text, _ in joined(suffered(fates, is_brief=is_brief), COLOURS))


def orcs(*kills: float, later: bool = False, staying: bool = False) -> list[Fate]:
    """Return the fates of orcs that die with these chances, at once or in the turns to come."""
    burnt = {"later": (9, 9.0, 9), "staying": (9, 9.0, 9) if staying else (1, 1.0, 1)}
    return [
        Fate(
            creature(10 + n + 40 * later, "Orc"),
            Outcome((1, 1.0, 10), facts={Dies(): kill}, **burnt)
            if later
            else Outcome((3, 5.0, 9), kill=kill),
        )
        for n, kill in enumerate(kills)
    ]


def missed(count: int) -> list[Fate]:
    return [Fate(creature(60 + n, "Orc"), Outcome((0, 2.0, 9))) for n in range(count)]


def own(who: CreatureView, outcome: Outcome) -> Fate:
    return Fate(who, outcome, own=True)


HIT, BURNT = Outcome((1, 1.0, 1)), Outcome((4, 7.25, 8), statuses={"Burning": (0.5, 5)})
IN_THE_DARK = Outcome((0, 4.0, 9), dark=(0.0, 1.0), facts={Dark(): 1.0})
BEAR = creature(4, "Bear")
BANDIT, ARCHER = creature(2, "Bandit"), creature(3, "Archer")
WARDEN = creature(9, "The Keeper of a Ford", hp=138, max_hp=140)

AIMS: dict[str, Callable[[], Rows]] = {
    "one foe": lambda: aim({1: BURNT}, GOBLIN),
    "the way beyond is unknown": lambda: aim({1: HIT}, GOBLIN, facts={Dark(): 1.0}),
    "and nobody is there": lambda: aim({}, facts={Dark(): 1.0}),
    "death hangs on the dark": lambda: aim({1: IN_THE_DARK}, GOBLIN, facts={Dark(): 1.0}),
    "one's own death hangs on the dark": lambda: aim(
        {2: IN_THE_DARK, 1: IN_THE_DARK, 3: HIT}, ME, GOBLIN, ARCHER, facts={Dark(): 1.0}, own_side=(2,)
    ),
    "nobody and nothing": lambda: aim({}),
    "what befalls nobody": lambda: aim({1: HIT}, GOBLIN, facts={Says("The door is eaten."): 0.5}),
    "the price alone is no consequence": lambda: aim(
        {2: Outcome(mana=(-3, -3.0, -3))}, ME, facts={Appears(Noun("wolf")): 1.0}, cost=3
    ),
    "one's own": lambda: aim({1: HIT, 2: HIT, 3: HIT, 4: HIT}, GOBLIN, ME, COW, HOUND, own_side=(2, 3, 4)),
    "spared": lambda: aim({3: Outcome(), 4: Outcome()}, COW, HOUND),
    "doomed": lambda: aim({1: Outcome((2, 2.0, 12), later=(10, 10.0, 10), facts={Dies(): 0.8})}, GOBLIN),
    "a fire and a poison": lambda: aim(
        {1: Outcome((3, 3.0, 35), statuses={"Burning": (1.0, 4)}, later=(20, 26.0, 32), staying=(8, 14.0, 20))},
        replace(GOBLIN, defences=(("resists", "fire"), ("fears", "cold"))),
        elements=("fire",),
    ),
    "a long name": lambda: aim({9: BURNT}, WARDEN),
    "refused": lambda: shown(
        forecast_lines(Aim("Zap", (), "a wall", Forecast(refused="Out of sight."), ()), NARROW, COLOURS), NARROW
    ),
}  # fmt: skip

WORDS: dict[str, Callable[[], Rows]] = {
    "later": lambda: of(Outcome((4, 4.0, 12), later=(8, 8.0, 8), statuses={"Burning": (1.0, 3)}), ME),
    "if it stays": lambda: of(Outcome((0, 0.0, 8), later=(4, 6.0, 8), facts={Driven(3): 1.0})),
    "only staying": lambda: of(Outcome((0, 0.0, 20), later=(8, 14.0, 20), staying=(8, 14.0, 20))),
    "of each a part": lambda: of(
        Outcome((3, 3.0, 35), statuses={"Burning": (1.0, 4)}, later=(20, 26.0, 32), staying=(8, 14.0, 20))
    ),
    "a status to come": lambda: facts({Begins("Slowed"): 0.5}),
    "of a status": lambda: of(Outcome(statuses={"Wet": (1.0, 3)}, facts={Begins("Slowed"): 1.0})),
    "for good": lambda: of(Outcome(statuses={"Webbed": (0.25, 99_999)})),
    "dies later": lambda: facts({Dies(): 1.0, Begins("Damage Over Time"): 0.5}, ME),
    "dies later if it stays": lambda: of(
        Outcome((1, 1.0, 10), later=(9, 9.0, 9), staying=(9, 9.0, 9), facts={Dies(): 1.0})
    ),
    "better": lambda: of(Outcome(healing=(4, 6.0, 8), mana=(2, 2.0, 2), facts={Ends("Slowed"): 0.5}), ME),
    "rare": lambda: facts({Wakes(): 0.0008, Does("{1} become[s] a toad."): 0.0002}),
    "rarest": lambda: facts({Wakes(): 0.0002}),
    "of you": lambda: facts({Does("{1} eat[s]"): 1.0, Pays(5): 1.0, Driven(3): 1.0}, ME),
    "killed": lambda: of(Outcome(kill=0.125)),
    "hardly hurt": lambda: of(Outcome((0, 0.02, 6))),
    "two of three": lambda: summary(*orcs(1.0, 1.0, 0.0)),
    "one to three": lambda: summary(*orcs(1.0, 0.5, 0.3, 0.0)),
    "nearly all": lambda: summary(*orcs(1.0, 0.99)),
    "hardly any": lambda: summary(*orcs(0.01, 0.01)),
    "one alone": lambda: summary(*orcs(0.3)),
    "one of two": lambda: summary(*orcs(0.04, 0.0)),
    "all later": lambda: summary(*orcs(1.0, 1.0, later=True)),
    "all later, staying": lambda: summary(*orcs(1.0, 1.0, later=True, staying=True)),
    "in a fire already": lambda: summary(
        *missed(1), Fate(GOBLIN, Outcome(later=(9, 9.0, 9), facts={Dies(): 0.3}, besides={Dies(): 0.3}))
    ),
    "in the fire, and struck": lambda: summary(*orcs(0.3), *orcs(0.3, later=True, staying=True)),
    "some later": lambda: summary(*orcs(0.5, 0.2), *orcs(0.3, later=True)),
    "hit": lambda: summary(*orcs(0.0), *missed(2)),
    "maybe hit": lambda: summary(*missed(3)),
    "affected": lambda: summary(Fate(GOBLIN, Outcome(facts={Wakes(): 1.0}))),
    "ailing": lambda: summary(
        *(Fate(creature(n, "Orc"), Outcome(statuses={"Webbed": (0.9, 3)}), labels=LABELS) for n in range(3))
    ),
    "harm": lambda: summary(*orcs(1.0), own(ME, Outcome((1, 1.0, 2))), own(COW, HIT)),
    "death of one's own": lambda: summary(
        own(ME, Outcome((1, 1.0, 40), kill=0.12)), own(COW, Outcome(kill=1.0)), own(HOUND, HIT)
    ),
    "a duel": lambda: (
        "".join(text for text, _ in words)
        for kills in (3, 50, 2400)
        for words in duel_words(DuelView(None, None, BlowView(0.05, (0, 2), kills), None), COLOURS)
    ),
}  # fmt: skip


def told(
    reply: Reply, *creatures: CreatureView, most: int = 5, brief: bool = False, **more: object
) -> Rows:
    answer = Answer(reply, creatures or (BANDIT, ARCHER, BEAR), LABELS, **more)
    lines = reply_lines(answer, WIDE, COLOURS, most, is_brief=brief)
    if not lines:
        return []
    panel = brief_rows(WAIT, answer, (), NARROW, COLOURS, least=0)
    doings = [
        Line(
            (
                (f"  {each.deed}", COLOURS.text),
                *[(f" -{each.loss:g}", COLOURS.text)] * (each.loss > 0),
            )
        )
        for each in doings_of(reply, answer.creatures).values()
        if each.deed
    ]
    return shown([*lines, Line(((PANEL, COLOURS.text),)), *panel, *doings], WIDE)


def lost(least: int, mean: float, most: int, death: float = 0.0, samples: int = 32) -> Rows:
    return told(Reply(you=Outcome((least, mean, most)), death=death, samples=samples))


def others(outcomes: Mapping[int, Outcome], *creatures: CreatureView, **more: object) -> Rows:
    return told(Reply(samples=32, outcomes=outcomes), *creatures, **more)


PEACEFUL = replace(BEAR, hostile=False)
HURT = Reply(you=Outcome((0, 4.0, 9)), samples=32)
GONE = Reply(you=Outcome(facts={Leaves(): 1.0}), samples=1)
TWINS = replace(BANDIT, where="E"), replace(BANDIT, entity=7, where="SE")
AFTER = Outcome((0, 0.0, 6), later=(6, 6.0, 6))

REPLIES: dict[str, Callable[[], Rows]] = {
    "nothing": lambda: lost(0, 0.0, 0),
    "surely": lambda: lost(3, 3.0, 3, samples=1),
    "about": lambda: lost(0, 4.24, 11),
    "hardly anything": lambda: lost(0, 0.02, 6),
    "a risk": lambda: lost(0, 4.0, 11, 0.08),
    "a risk from few turns": lambda: lost(0, 4.0, 11, 0.25, 8),
    "none of the turns": lambda: lost(0, 4.0, 11, 0.0004),
    "death": lambda: lost(9, 9.0, 9, 1.0, 1),
    "all of the turns": lambda: lost(0, 9.0, 9, 0.9999),
    "healed": lambda: told(Reply(you=Outcome((0, 2.0, 4), healing=(3, 5.0, 8)), samples=32)),
    "later": lambda: told(Reply(you=Outcome((0, 2.0, 40), later=(0, 10.2, 36)), samples=32)),
    "later by staying": lambda: told(Reply(you=replace(AFTER, staying=(6, 6.0, 6)), samples=32)),
    "later in part": lambda: told(Reply(you=replace(AFTER, staying=(2, 2.0, 2)), samples=32)),
    "dead of it": lambda: told(Reply(you=replace(AFTER, facts={Dies(): 0.25}), samples=32)),
    "robbed": lambda: told(replace(HURT, robbed=0.75, death=0.08)),
    "robbed of nothing else": lambda: told(Reply(samples=8, robbed=1.0)),
    "caught": lambda: told(Reply(you=Outcome(statuses={"Webbed": (0.25, 3)}), samples=8)),
    "who wakes": lambda: others({4: Outcome(facts={Wakes(): 0.18}), 3: Outcome(facts={Wakes(): 1.0})}),
    "who takes most": lambda: told(
        replace(
            HURT,
            intents={2: [Intent("strikes", 1, 0.5)], 3: [Intent("shoots", 1, 1.0), Intent("waits", None, 0.1)]},
            taken={3: 3.0, 2: 1.0},
        ),
        most=1,
    ),
    "the only one, named where no row is": lambda: told(replace(HURT, taken={2: 4.0}), BANDIT, ARCHER, brief=True),
    "the only one there": lambda: told(replace(HURT, taken={2: 4.0}), BANDIT, brief=True),
    "a fire too": lambda: told(replace(HURT, taken={2: 3.0, 0: 1.0}, things={"the fire": 1.0})),
    "a fire alone": lambda: told(replace(HURT, taken={0: 4.0, 2: 0.05}, things={"the fire": 4.0})),
    "a friend": lambda: others({4: Outcome((0, 4.0, 9), kill=0.4)}, BANDIT, PEACEFUL),
    "a friend dies": lambda: others({4: Outcome(kill=1.0)}, BANDIT, PEACEFUL),
    "a friend gains": lambda: others({4: Outcome(healing=(1, 1.0, 1))}, BANDIT, PEACEFUL),
    "told above": lambda: others({4: Outcome(kill=1.0), 2: Outcome(kill=1.0)}, BANDIT, PEACEFUL, told=(2, 4)),
    "enemies die": lambda: others({2: Outcome(kill=1.0), 3: Outcome(kill=0.5), 4: Outcome(kill=0.1)}),
    "namesakes die": lambda: others({2: Outcome(kill=1.0), 7: Outcome(kill=1.0)}, *TWINS),
    "one of two namesakes dies": lambda: others({7: Outcome(kill=1.0)}, *TWINS),
    "whom it calls": lambda: told(Reply(fallen={"a rat": 0.375}, samples=32)),
    "leaving": lambda: told(replace(GONE, follows={2: True, 4: False}), BANDIT, PEACEFUL),
    "leaving, and who comes after": lambda: told(replace(GONE, pursues={3: 3, 2: 2}), BANDIT, ARCHER),
    "leaving alone": lambda: told(GONE),
    "out of view": lambda: told(Reply(samples=32), absent=1),
    "into the dark": lambda: told(Reply(samples=32), straying=(2,)),
    "two into the dark": lambda: told(Reply(samples=32), straying=(2, 3)),
    "one's own death hangs on the dark": lambda: told(Reply(you=IN_THE_DARK, death=1.0, samples=32)),
    "deeds": lambda: told(
        Reply(
            samples=32,
            intents={
                2: [Intent("strikes", 7, 0.75)],
                7: [Intent("casts Web", 1, 0.5)],
                3: [Intent("casts Shield", None, 1.0)],
            },
        ),
        *TWINS, ARCHER,
    ),
    "refused": lambda: told(Reply(refused="It is out of range.")),
}  # fmt: skip


def advice(row: str, reply: Reply, loss: float = 0.0) -> Advice:
    return Advice(commands.Rest(), row.lower(), row, reply, loss, 0, 0)


def advised() -> Rows:
    """Tell a table of counsel, wide and narrow, where some of what comes to the enemy comes anyway."""
    aimed = Reply(outcomes={2: Outcome((0, 2.7, 9), kill=0.24), 4: HIT}, samples=32)
    anyway = Reply(outcomes={2: Outcome((0, 1.5, 5), kill=0.04)}, samples=32)
    rows = [
        advice("Wait", replace(HURT, death=0.5, samples=6), 4.0),
        advice("Step north", replace(HURT, death=UNMET), 4.0),
        advice("Step south", replace(HURT, death=1 - UNMET, samples=6), 4.0),
        advice("Drink", Reply(samples=6, death=1.0), -4.5),
        advice("Steal", Reply(samples=32, robbed=0.75)),
        advice("Long Shadow at the bandit archer (6 E 2 S)", aimed),
    ]
    seen = {2: BANDIT, 3: ARCHER, 4: PEACEFUL}
    others = [
        others_words(beyond(row.reply, anyway), seen, LABELS, COLOURS, is_brief=True)
        for row in rows
    ]
    for width in (120, 72):
        columns = columns_of(rows, width, max(map(widgets.length_of, others)))
        yield "".join(text for text, _ in heading_row(columns, COLOURS))
        for row, theirs in zip(rows, others, strict=True):
            cells = advice_row(7, row, columns, theirs, COLOURS)
            yield "".join(text for text, _ in cells).rstrip()


@pytest.mark.parametrize(
    ("name", "cases"),
    [("aims", AIMS), ("words", WORDS), ("replies", REPLIES), ("counsel", {"the table": advised})],
    ids=["aims", "words", "replies", "counsel"],
)
def test_what_is_told(name: str, cases: Mapping[str, Callable[[], Rows]]) -> None:
    pages = []
    for case, tell in cases.items():
        rows = [row.rstrip() for row in tell()]
        assert all(one or other for one, other in pairwise(rows)), case
        pages.append("\n".join([f"--- {case}", *rows]))
    compare(GOLDEN / "told" / f"{name}.txt", "\n".join(pages) + "\n")


def test_the_end_of_a_sentence_is_no_brighter_than_the_sentence() -> None:
    (line,) = reply_lines(Answer(Reply(samples=32), (BANDIT,)), NARROW, COLOURS, 0)
    assert {shade for _, shade in line.left} == {COLOURS.dim}


def test_the_column_of_deaths_is_there_only_where_somebody_may_die() -> None:
    """At 80 columns its room tells what others suffer."""
    safe, deadly = (advice("Wait", Reply(samples=8, death=death)) for death in (0.0, 0.5))
    few, all_rows = columns_of([safe], 72, 9), columns_of([safe, deadly], 72, 9)
    assert few.others == all_rows.others + 7


def test_what_somebody_does_themselves_good_with_is_not_what_they_suffer() -> None:
    with Arena.from_ascii("#####\n#@.g#\n#####", {"g": "Goblin"}) as arena:
        game, goblin = Session(arena.game), arena.find("Goblin")
        faded = Outcome(statuses={"Invisible": (0.43, 8), "Marked": (1.0, 5)})
        reply = Reply(outcomes={goblin: faded}, samples=32)
        creatures = {each.entity: each for each in game.creatures()}
        assert "Invisible" in game.ask(seen_labels, reply)
        labels = game.ask(ailment_labels, reply)
        words = "".join(text for text, _ in others_words(reply, creatures, labels, COLOURS))
        assert words == "marked"


def test_what_begins_on_the_player_alone_is_named_where_nothing_else_is_lost() -> None:
    """Of a potion that slows the panel said that it harms, and not how."""
    slowed = Fate(ME, Outcome(statuses={"Slow": (1.0, 9)}), own=True, labels={"Slow": "slowed"})
    hurt = replace(slowed.outcome, statuses=slowed.outcome.statuses, damage=(1, 2.0, 3))
    assert suffered([slowed], is_brief=True) == [(("! you: slowed", "warn"),)]
    assert suffered([slowed]) == [(("! harms you", "warn"),)]
    for fates in ([slowed._replace(outcome=hurt)], [slowed, own(COW, HIT)]):
        (told,) = suffered(fates, is_brief=True)
        assert told[0][0].startswith("! harms ")
