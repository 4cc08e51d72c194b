"""Attuning and inscribing by keys and by mouse: the cards, the trial on the board, the spell that comes of it."""

import pytest

from roguelike.world import perception
from tests.person import Person
from tests.rooms import inflict


def begun(*spells: str, size: tuple[int, int] = (80, 24)) -> Person:
    """Begin a game whose player knows some spells, has mana to spare and carries a rune."""
    pilot = Person(seed=7, size=size)
    pilot.press("n", "enter")
    arena = pilot.arena
    for spell in spells:
        arena.teach(spell)
    arena.set_pools(arena.player, max_mana=20, mana=20)
    arena.give(arena.player, "Wide Rune")
    return pilot


def test_a_rune_is_looked_at_tried_and_inscribed_by_keys() -> None:
    pilot = begun("Zap", "Web")
    before = pilot.arena.state_hash()
    pilot.press("q")
    pilot.click_on("Wide Rune")
    assert pilot.screens == ["Play", "Inscription"]
    assert pilot.shows(">b) Web → wide Web"), "the first that it fits"
    pilot.press("up")
    assert pilot.shows("Zap has no blast to widen.")
    pilot.press("enter")
    assert pilot.screens == ["Play", "Inscription"], "what does not fit cannot be chosen"
    pilot.press("down")
    assert pilot.shows("radius 4")
    pilot.press("t")
    assert pilot.screens == ["Play", "Inscription", "TrialAim"]
    assert pilot.shows("wide Web")
    pilot.press("escape")
    assert pilot.arena.state_hash() == before
    pilot.press("t", "enter")
    assert pilot.screens == ["Play"]
    log = " ".join(" ".join(row.partition("│")[0] for row in pilot.text[-9:]).split())
    assert "You now have wide Web at hand." in log
    assert pilot.arena.known_spells() == ["Zap", "Web"]
    pilot.close()


def test_what_a_spell_is_and_would_be_stand_in_columns_of_their_own() -> None:
    pilot = begun("Web")
    pilot.press("q")
    pilot.click_on("Wide Rune")
    rows = pilot.text
    for label in ("now   ", "then  "):
        y, row = next((y, row) for y, row in enumerate(rows) if label in row)
        column = row.index(label) + len(label)
        assert row[column] != " "
        assert rows[y + 1][column - len(label) : column].strip() == "", "the words go on below"
        assert rows[y + 1][column : column + 3].strip()
    pilot.close()


def test_a_rune_is_inscribed_and_taken_off_by_mouse() -> None:
    pilot = begun("Web", size=(100, 60))
    pilot.click_on("Inventory")
    pilot.click_on("Wide Rune")
    assert pilot.shows("Inscribed, it makes a spell “wide”:")
    pilot.click_on("[Use]")
    pilot.click_on("Web → wide Web")
    assert pilot.screens == ["Play"]
    most = pilot.arena.max_mana(pilot.arena.player)
    pilot.click_on("Z Spells")
    assert pilot.shows("a blast that goes a tile farther")
    pilot.click_on("[Rune off]")
    assert pilot.shows("It takes 1 point of your maximum mana")
    assert pilot.shows("now   wide Web, ")
    assert pilot.shows("then  Web, 2 mana: slows by 10 for 5 turns")
    pilot.click_on("Take it off")
    assert pilot.screens == ["Play"]
    assert pilot.arena.max_mana(pilot.arena.player) == most - 1
    assert "Wide Rune" in pilot.arena.inventory()
    pilot.close()


def test_a_trial_says_what_its_keys_do_foresees_no_answer_and_keeps_nothing_by_a_click() -> None:
    for size in ((80, 24), (100, 60)):
        pilot = begun("Zap", "Web", size=size)
        arena = pilot.arena
        x, y = arena.position(arena.player) or (0, 0)
        orc = arena.spawn("Orc", x + 2, y + 1)
        before = arena.state_hash()
        pilot.press("q")
        pilot.click_on("Wide Rune")
        pilot.press("t")
        pilot.advance(1.0)
        assert pilot.screens == ["Play", "Inscription", "TrialAim"]
        assert pilot.shows("Enter inscribe it")
        assert not pilot.shows("Enter cast")
        assert not pilot.shows("Then ──"), "it would be the answer to the spell without its rune"
        pilot.click(*(pilot.cell_of(orc) or (0, 0)))
        pilot.click(*(pilot.cell_of(arena.player) or (0, 0)))
        assert pilot.screens == ["Play", "Inscription", "TrialAim"]
        assert arena.state_hash() == before
        pilot.click_on("inscribe it")
        assert pilot.screens == ["Play"]
        assert arena.state_hash() != before
        pilot.close()


def test_where_something_threatens_each_spell_tells_the_answer_to_inscribing_it() -> None:
    for size in ((80, 24), (160, 60)):
        pilot = begun("Zap", "Web", size=size)
        pilot.press("q")
        pilot.click_on("Wide Rune")
        pilot.advance(1.0)
        assert not pilot.shows("You lose"), "nobody is there"
        pilot.press("escape")
        assert pilot.screens == ["Play"]
        arena = pilot.arena
        x, y = arena.position(arena.player) or (0, 0)
        arena.spawn("Orc", x + 1, y + 1)
        before = arena.state_hash()
        pilot.press("q")
        pilot.click_on("Wide Rune")
        assert pilot.screens == ["Play", "Inscription"]
        pilot.advance(2.0)
        assert pilot.shows("radius 4"), "what it would be stands above the answer"
        assert pilot.shows("If you inscribe the Wide Rune on Web, then:")
        assert pilot.shows("You lose")
        pilot.press("up")
        pilot.advance(2.0)
        assert not pilot.shows("If you inscribe"), "it does not fit"
        assert arena.state_hash() == before
        pilot.close()


@pytest.mark.parametrize("by_mouse", [False, True])
def test_a_spell_is_attuned_instead_of_another(by_mouse: bool) -> None:  # noqa: FBT001
    pilot = Person(seed=7, size=(80, 24))
    pilot.press("n", "enter")
    arena = pilot.arena
    for spell in ("Zap", "Web", "Venom", "Ember Dart", "Fade"):
        inflict(arena, "teach_spell", arena.player, spell=spell)
    pilot.press("Z")
    assert pilot.shows("Known, but not attuned (4 of 4 places taken)")
    for words in ("Fade", "Web"):
        rows = [(y, row) for y, row in enumerate(pilot.text) if f"  {words}  " in row]
        y, row = rows[-1]
        if by_mouse:
            pilot.click(row.index(words), y)
        else:
            letter = row[: row.index(")")].strip(" │>")[-1]
            pilot.press(letter)
        if words == "Fade":
            assert pilot.screens == ["Play", "Spells", "LetGo"]
            told = "│ 5 arcane damage, range 6"
            assert pilot.shows(told), "what Zap does, which is first"
    assert pilot.screens == ["Play"]
    assert perception.ready_names(arena.player) == ["Zap", "Fade", "Venom", "Ember Dart"]
    assert pilot.shows("You attune Fade in place of Web.")
    pilot.close()
