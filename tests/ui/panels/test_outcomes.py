"""The forecast's panel: everything that happens, worst first, in whatever room there is."""

from itertools import pairwise

import pytest
from tcod.console import Console

from roguelike.core.colour import Colour
from roguelike.core.grammar import Noun
from roguelike.core.records import replace
from roguelike.devices.headless import text_rows
from roguelike.effects.foresight.facts import (
    Appears,
    Begins,
    Dies,
    Does,
    Driven,
    Ends,
    Fact,
    Says,
    Wakes,
)
from roguelike.engine.foreseeing.aiming import Forecast, Outcome, Spread
from roguelike.engine.views.records import CreatureView, StatusView
from roguelike.ui.look.palette import contrast, palette
from roguelike.ui.panels.creature_rows import creature_line
from roguelike.ui.panels.figures import percent
from roguelike.ui.panels.map_signs import mood_sign
from roguelike.ui.panels.outcome_rows import Fate, fate_words
from roguelike.ui.panels.outcomes import UNBOUNDED, Aim, forecast_lines, summary
from roguelike.ui.panels.rows import cells_of, paint

COLOURS = palette()
RED = (255, 0, 0)
WIDTH = 28


def creature(entity: int, name: str, **values: object) -> CreatureView:
    given: dict[str, object] = {
        "hp": 9,
        "max_hp": 9,
        "level": 1,
        "hostile": True,
        "is_player": False,
    }
    given |= values
    return CreatureView(
        entity, name, name[0].lower(), RED, (5, 5), statuses=(), carries=(), traits=(), **given
    )


GOBLIN = creature(1, "Goblin")
ME = creature(2, "You", hostile=False, is_player=True, hp=30, max_hp=30)
COW = creature(3, "Cow", hostile=False)
HOUND = creature(4, "Hound", hostile=False, friend=True)


def aim(
    outcomes: dict[int, Outcome],
    *creatures: CreatureView,
    own: tuple[int, ...] = (),
    facts: dict[Fact, float] | None = None,
    cost: int = 0,
) -> Aim:
    seen = Forecast(outcomes=outcomes, facts=facts or {})
    return Aim("Fireball", ("20 damage.",), "the goblin", seen, creatures, own, cost=cost)


def shown(told: Aim, rows: int = UNBOUNDED) -> list[str]:
    lines = forecast_lines(told, WIDTH, COLOURS, rows)
    console = Console(WIDTH, len(lines), order="F")
    paint(cells_of(console), 0, 0, WIDTH, lines)
    return [row.rstrip() for row in text_rows(console)]


def after(told: Aim, name: str) -> list[str]:
    rows = shown(told)
    return rows[next(n for n, row in enumerate(rows) if name in row) :]


def test_that_the_way_beyond_is_unknown_is_told_last() -> None:
    hit, nothing = aim({1: Outcome((4, 7.25, 8))}, GOBLIN), aim({}, GOBLIN)
    for each in (hit, nothing):
        told = shown(replace(each, goes_on=True))
        assert told[-1] == "The way beyond is unknown."
        assert "The way beyond is unknown." not in shown(each)
    assert len(shown(replace(hit, goes_on=True), rows=6)) <= 6


def test_one_foe_gets_a_block_of_rows() -> None:
    outcome = Outcome((4, 7.25, 8), kill=0.0, statuses={"Burning": (0.5, 5)})
    assert shown(aim({1: outcome}, GOBLIN)) == [
        "Fireball ───────────────────",
        "20 damage.",
        "",
        "At the goblin.",
        "",
        "  g Goblin               9/9",
        "  4-8 (mean 7.2)       lives",
        "  ███▒▒▒▒▒▒▒▒▒▒▒░░░░░░░░░░░░",
        "  Burning 50% for 5 turns",
    ]


@pytest.mark.parametrize(("facts", "where"), [((), ""), ((), "the goblin"), (("20 damage.",), "")])
def test_one_row_is_left_empty_whatever_is_told_above_the_creatures(
    facts: tuple[str, ...], where: str
) -> None:
    told = replace(aim({1: Outcome((4, 7.25, 8))}, GOBLIN), facts=facts, where=where)
    rows = shown(told)
    assert rows[rows.index("  g Goblin               9/9") - 1] == ""
    assert all(one or other for one, other in pairwise(rows))
    refused = shown(replace(told, seen=Forecast(refused="Too far.")))
    assert all(one or other for one, other in pairwise(refused))


def test_what_comes_later_is_told_apart_from_the_blow() -> None:
    burnt = Outcome((4, 4.0, 12), statuses={"Burning": (1.0, 3)}, later=(8, 8.0, 8))
    rows = after(aim({2: burnt}, ME), "you")
    assert rows[1] == "  4 damage          you live"
    assert rows[3:] == ["  then 8 over time", "  Burning for 3 turns"]
    driven = Outcome((0, 0.0, 8), later=(4, 6.0, 8), facts={Driven(3): 1.0})
    assert after(aim({1: driven}, GOBLIN), "Goblin")[1:] == [
        "  ███▒▒▒▒▒▒▒▒▒▒▒░░░░░░░░░░░░",
        "  then 4-8 if it stays there",
        "  driven 3 tiles",
    ]


@pytest.mark.parametrize(
    ("later", "staying", "told"),
    [
        ((12, 12.0, 12), (0, 0.0, 0), "then 12 over time"),
        ((20, 26.0, 32), (8, 14.0, 20), "then 20-32 over time, 8-20 of it if it stays there"),
        ((8, 14.0, 20), (8, 14.0, 20), "then 8-20 if it stays there"),
    ],
)
def test_what_only_whoever_stays_in_a_fire_loses_is_not_said_to_come_of_a_status(
    later: Spread, staying: Spread, told: str
) -> None:
    """Of "then 20-32 over time" a lurker that walked out of the flames lost 12: only the oil on it burnt on."""
    oiled = Outcome(
        (3, 3.0, 3 + later[2]), statuses={"Burning": (1.0, 4)}, later=later, staying=staying
    )
    said = "".join(words for words, _ in fate_words(Fate(GOBLIN, oiled), COLOURS))
    assert said == f"3 damage, {told}, Burning for 4 turns"


def test_a_death_to_come_is_told_and_nobody_is_said_to_live() -> None:
    doomed = Outcome((2, 2.0, 12), later=(10, 10.0, 10), facts={Dies(): 0.8})
    rows = "\n".join(shown(aim({1: doomed}, GOBLIN)))
    assert "then dies 80%" in rows
    assert "lives" not in rows


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (Outcome(facts={Begins("Slowed"): 1.0}), "then Slowed if it stays there"),
        (Outcome((2, 2.0, 2), facts={Begins("Slowed"): 0.5}), "then Slowed 50% if it stays there"),
        (Outcome(facts={Dies(): 1.0}), "then dies"),
        (Outcome(later=(2, 2.0, 4), facts={Begins("Slowed"): 1.0}), "then Slowed"),
        (Outcome(statuses={"Wet": (1.0, 3)}, facts={Begins("Slowed"): 1.0}), "then Slowed"),
    ],
)
def test_what_a_hazard_does_to_whoever_stays_is_not_said_as_if_it_were_certain(
    outcome: Outcome, told: str
) -> None:
    said = "".join(words for words, _ in fate_words(Fate(GOBLIN, outcome), COLOURS))
    assert said.split(", ")[-1] == told


def test_a_status_to_come_is_called_as_in_play() -> None:
    seen = aim({2: Outcome(facts={Begins("Damage Over Time"): 1.0, Dies(): 0.5})}, ME)
    rows = after(replace(seen, labels={"Damage Over Time": "poisoned"}), "you")
    assert "  then poisoned if you stay" in rows
    assert "  then die 50%" in rows


def test_healing_mana_and_notes_have_their_rows() -> None:
    better = Outcome(healing=(4, 6.0, 8), mana=(2, 2.0, 2), facts={Ends("Slowed"): 0.5})
    seen = replace(aim({2: better}, ME), labels={"Slowed": "slowed"})
    assert after(seen, "you")[1:] == [
        "  heals 4-8 (mean 6)",
        "  mana +2",
        "  no longer slowed 50%",
    ]


def test_the_price_alone_is_no_consequence() -> None:
    paid = aim({2: Outcome(mana=(-3, -3.0, -3))}, ME, facts={Appears(Noun("wolf")): 1.0}, cost=3)
    assert shown(paid)[-1] == "• A wolf appears"
    assert not any("you" in row for row in shown(paid))


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({Wakes(): 0.2}, ["  wakes 20%"]),
        ({Wakes(): 1.0, Does("{1} become[s] a toad."): 0.0002}, ["  wakes"]),
        ({Wakes(): 0.0008}, ["  wakes rarely"]),
        ({Wakes(): 0.0002}, ["  wakes rarely"]),
        ({}, ["  unharmed"]),
    ],
)
def test_unharmed_is_said_only_where_nothing_happens(
    facts: dict[Fact, float], told: list[str]
) -> None:
    assert after(aim({1: Outcome(facts=facts)}, GOBLIN), "Goblin")[1:] == told


def test_what_befalls_nobody_comes_last() -> None:
    told = aim({1: Outcome((1, 1.0, 1))}, GOBLIN, facts={Says("The door is eaten."): 0.5})
    assert shown(told)[-2:] == ["", "• The door is eaten 50%"]
    assert shown(aim({}, facts={Says("The pool freezes."): 1.0}))[-1] == "• The pool freezes"
    assert shown(aim({}))[-2:] == ["Nobody you can see would", "feel it."]


def test_who_should_not_be_harmed_comes_first_with_sign_and_word() -> None:
    hit = Outcome((1, 1.0, 1))
    told = aim({1: hit, 2: hit, 3: hit, 4: hit}, GOBLIN, ME, COW, HOUND, own=(2, 3, 4))
    names = [row for row in shown(told) if row.endswith(("/9", "/30"))]
    assert names == [
        "! y you                30/30",
        "! c Cow         peaceful 9/9",
        "! h Hound         friend 9/9",
        "  g Goblin               9/9",
    ]
    spared = aim({3: Outcome(), 4: Outcome()}, COW, HOUND)
    assert [row for row in shown(spared) if "/9" in row] == [
        "  c Cow         peaceful 9/9",
        "  h Hound         friend 9/9",
    ]


def later(chances: list[float], **others: Outcome) -> list[Fate]:
    """Return fates of orcs that die of it in the turns to come, with these chances."""
    dying = [
        Outcome((0, 2.0, 9), later=(4, 6.0, 9), facts={Dies(): each}) for each in chances if each
    ]
    return [Fate(creature(40 + n, "Orc"), each) for n, each in enumerate(dying)] + fates(
        [], **others
    )


def fates(kills: list[float], **others: Outcome) -> list[Fate]:
    told = [
        Fate(creature(10 + n, "Orc"), Outcome((3, 5.0, 9), kill=kill))
        for n, kill in enumerate(kills)
    ]
    named = {"me": ME, "cow": COW, "hound": HOUND}
    return told + [Fate(named[who], outcome, own=True) for who, outcome in others.items()]


def missed(count: int) -> list[Fate]:
    return [Fate(creature(60 + n, "Orc"), Outcome((0, 2.0, 9))) for n in range(count)]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (fates([1.0, 1.0, 0.0]), "Kills 2 of 3."),
        (fates([1.0, 0.5, 0.3, 0.0]), "Kills 1 to 3 of 4 (1.8 on average)."),
        (fates([0.5, 0.5]), "Kills up to 2 of 2 (1 on average)."),
        (fates([0.5, 0.0]), "May kill 1 of 2 (50%)."),
        (fates([0.99, 0.99]), "Almost surely kills 2 of 2."),
        (fates([1.0, 0.99]), "Almost surely kills 2 of 2."),
        (fates([0.01, 0.01]), "Hardly ever kills up to 2 of 2."),
        (later([0.5, 0.5]), "Kills up to 2 of 2 later (1 on average)."),
        (later([1.0, 1.0]), "Kills 2 of 2 later."),
        ([*fates([1.0, 0.0]), *later([1.0])], "Kills 2 of 3, 1 of them later."),
        ([*fates([0.5, 0.2]), *later([0.3])], "Kills up to 3 of 3 (1 on average), 1 of them later."),
        (later([0.0], me=Outcome((1, 1.0, 40), facts={Dies(): 0.25})), "May kill you (25%)."),
        (fates([0.0, 0.0]), "Hits 2 of 2."),
        (missed(1), "May hit 1 of 1."),
        (missed(3), "May hit up to 3 of 3."),
        ([*fates([0.0]), *missed(2)], "Hits 1 to 3 of 3."),
        (fates([1.0], me=Outcome((1, 1.0, 2))), "Kills 1 of 1, hits you."),
        (fates([1.0], me=Outcome((1, 1.0, 40), kill=0.12)), "Kills 1 of 1, may kill you (12%)."),
        (fates([0.0], cow=Outcome(statuses={"Feared": (1.0, 2)})), "Hits 1 of 1, hampers 1 peaceful."),
        (fates([], cow=Outcome((9, 9.0, 9), kill=1.0), hound=Outcome((1, 1.0, 1))),
         "Hits 1 friend, may kill 1 peaceful."),
    ],
)  # fmt: skip
def test_the_summary_says_it_in_a_line(told: list[Fate], words: str) -> None:
    assert summary(told) == words


@pytest.mark.parametrize(
    ("staying", "many", "words"),
    [
        ((9, 9.0, 9), 2, "Kills 2 of 2 later, if they stay."),
        ((9, 9.0, 9), 1, "Kills 1 of 1 later, if it stays."),
        ((1, 1.0, 1), 2, "Kills 2 of 2 later."),
    ],
)
def test_who_only_dies_in_a_fire_is_not_said_to_die_wherever_they_go(
    staying: Spread, many: int, words: str
) -> None:
    """Over goblins that were about to walk out of the flames stood "Almost surely kills 2 of 2 later"."""
    doomed = Outcome((1, 1.0, 10), later=(9, 9.0, 9), staying=staying, facts={Dies(): 1.0})
    told = [Fate(creature(40 + n, "Orc", hp=9), doomed) for n in range(many)]
    assert summary(told) == words
    row = "".join(text for text, _ in fate_words(told[0], COLOURS)).split(", ")[-1]
    assert row == ("then dies if it stays" if "stay" in words else "then dies")


def crowd(count: int) -> Aim:
    foes = [creature(10 + n, "Goblin") for n in range(count)]
    outcome = Outcome((4, 6.5, 9), kill=0.4, statuses={"Burning": (0.5, 5)})
    return aim({foe.entity: outcome for foe in foes}, *foes)


def test_seven_foes_fit_beside_a_window_of_fifty_rows() -> None:
    room = 50 - 1 - 1 - 2 - 3 - 1  # title, command bar, own bars, footer, a blank row
    rows = shown(crowd(7), room)
    assert len(rows) <= room
    assert sum("Goblin" in row for row in rows) == 7
    assert sum("kills 40%" in row for row in rows) == 7
    assert sum("▒" in row for row in rows) == 7
    assert rows[5] == "Kills up to 7 of 7 (2.8 on"


def test_a_small_terminal_gets_one_row_for_each() -> None:
    rows = shown(crowd(4), 14)
    assert len(rows) <= 14
    assert sum(row == "  g Goblin     4-9 kills 40%" for row in rows) == 4


def test_two_bandits_are_told_apart_by_the_next_letters_of_their_names() -> None:
    """They were both "Bandit…", and only the colour of their glyphs said which of them would die."""
    archer, captain = creature(1, "Bandit Archer"), creature(2, "Bandit Captain")
    told = {1: Outcome((3, 6.0, 9), kill=0.25), 2: Outcome((3, 6.5, 10))}
    rows = shown(aim(told, archer, captain), 8)
    assert "  b Bandit Ar… 3-9 kills 25%" in rows
    assert "  b Bandit Captain      3-10" in rows


def test_who_does_not_fit_is_counted() -> None:
    rows = shown(crowd(9), 10)
    assert len(rows) <= 10
    listed = sum("kills 40%" in row for row in rows)
    assert rows[-1] == f"… {9 - listed} more creatures"


def test_a_refusal_is_all_that_is_said() -> None:
    refused = Aim("Zap", (), "a wall", Forecast(refused="You cannot see that."), ())
    rows = "\n".join(shown(refused))
    assert "× You cannot see that." in rows
    assert "damage" not in rows


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "0%"), (0.001, "<1%"), (0.5, "50%"), (0.999, ">99%"), (1.0, "100%")]
)
def test_only_certainty_is_called_certain(chance: float, text: str) -> None:
    assert percent(chance) == text


def test_on_the_map_a_friend_has_a_sign_of_its_own_and_the_peaceful_none() -> None:
    foe = mood_sign(creature(1, "Wolf", mood="hunting"), COLOURS)
    friend = mood_sign(creature(1, "Wolf", mood="", hostile=False, friend=True), COLOURS)
    peaceful = mood_sign(creature(1, "Wolf", mood="", hostile=False), COLOURS)
    assert foe is not None
    assert friend is not None
    assert (foe.glyph, friend.glyph, peaceful) == ("!", "♥", None)


def test_a_friend_has_a_sign_and_not_only_a_colour() -> None:
    foe = creature(1, "Wolf", mood="hunting")
    friend = creature(1, "Wolf", mood="hunting", hostile=False, friend=True)
    row, friendly = (
        "".join(text for text, _ in creature_line(each, COLOURS, 30).right)
        for each in (foe, friend)
    )
    assert "!" in row
    assert "♥" in friendly
    assert "!" not in friendly


def test_letters_of_statuses_stand_apart_from_the_hit_points() -> None:
    """A silenced hound of three digits read "Q105/105"."""
    status = StatusView("Silenced", "silenced", "Q", (215, 0, 0), 3, good=False, text="")
    hound = replace(creature(1, "Wolf", hp=97), max_hp=105, statuses=(status,))
    right = "".join(text for text, _ in creature_line(hound, COLOURS, 30).right)
    assert right.endswith("Q 97/105 ")


@pytest.mark.parametrize("colour", [(215, 0, 0), (108, 108, 108), (95, 135, 255)])
def test_letters_of_statuses_are_seen_on_the_bar(colour: Colour) -> None:
    """Poison, smoke and water are dark: so would their letters be on the red of health."""
    status = StatusView("Wet", "wet", "W", colour, 3, good=False, text="")
    hurt = creature(1, "Wolf", hp=5)
    line = creature_line(replace(hurt, statuses=(status,)), COLOURS, 30)
    ink = next(shade for text, shade in line.right if text == "W")
    assert contrast(ink, COLOURS.health_back) >= 3


def test_a_long_name_takes_the_room_of_the_greatest_hit_points() -> None:
    """The last guardian was "The Keeper of the Last…" in its own fight."""
    warden = creature(9, "The Keeper of a Ford", hp=138, max_hp=140)
    rows = shown(aim({9: Outcome((4, 7.25, 8))}, warden))
    assert "  t The Keeper of a Ford 138" in rows
