"""Sentences: you, it and them; whose; oneself; articles and capitals."""

import pytest

from roguelike.core.grammar import (
    Message,
    Noun,
    a_or_an,
    counted,
    for_turns,
    listed,
    render,
    turns_words,
)
from tests.goldens import GOLDEN, compare

YOU = Noun("you", 1, is_you=True)
RAT = Noun("rat", 2)
WOLVES = Noun("wolves", 3, plural=True)
OXEN = Noun("oxen", 5, plural=True)
MOM = Noun("Mom", 4, proper=True)


def say(template: str, *args: Noun | str | int) -> str:
    """Return the sentence."""
    return Message(template, args).text


TEMPLATES = (
    "{1} hit[s] {2} for {3}.",
    "{1} [is|are] confused.",
    "{1's} head aches.",
    "{1} see[s] {2a}.",
    "{1} see[s] that {2} [2:is|are] ill.",
    "{1a} appear[s].",
)
NOUNS = (YOU, RAT, Noun("rat", 6), WOLVES, OXEN, MOM, Noun("ogre", 8), Noun("hand"))
"""You, one and many, with names of their own and without; what has no number is never itself."""


def test_a_sentence_follows_its_nouns() -> None:
    """Verbs agree, possessives too, new things come with a or an, and an act upon oneself is told so."""
    rows = []
    for template in TEMPLATES:
        others = NOUNS if "{2" in template else NOUNS[:1]
        rows += [say(template, noun, other, 5) for noun in NOUNS for other in others]
        rows += [say(template, "Something", other, 5) for other in others if "'s" not in template]
    compare(GOLDEN / "told" / "grammar.txt", "\n".join(rows) + "\n")


def test_sentences_begin_with_a_capital_whatever_begins_them() -> None:
    assert say("nothing happens.") == "Nothing happens."
    assert say("{1}", "übel") == "Übel"


def test_a_message_without_words_is_empty() -> None:
    assert say("") == ""
    assert Message("").segments == ()


def test_roles_colour_the_runs() -> None:
    message = Message("{1} hit[s] {2} for {3}.", (YOU, RAT, 5), "bad")
    assert message.segments == (
        ("You", "creature"),
        (" hit", "bad"),
        (" ", "bad"),
        ("the rat", "creature"),
        (" for ", "bad"),
        ("5", "number"),
        (".", "bad"),
    )


def test_rendering_the_same_again_gives_the_same() -> None:
    assert render("{1} hit[s] {2}.", (RAT, YOU)) == render("{1} hit[s] {2}.", (RAT, YOU))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("orc", "an orc"),
        ("rat", "a rat"),
        ("Altar", "an Altar"),
        ("umbrella", "an umbrella"),
        ("meat", "some meat"),
        ("leather armor", "some leather armor"),
        ("Chainmail Armor +2", "some Chainmail Armor +2"),
    ],
)
def test_indefinite_articles_follow_the_sound(name: str, expected: str) -> None:
    assert a_or_an(name) == expected


@pytest.mark.parametrize(
    ("count", "expected"), [(0, "0 tiles"), (1, "1 tile"), (1.0, "1 tile"), (1.5, "1.5 tiles")]
)
def test_counted_things_are_written_with_their_number(count: float, expected: str) -> None:
    assert counted(count, "tile") == expected


@pytest.mark.parametrize(
    ("names", "expected"), [("a", "a"), ("ab", "a and b"), ("abc", "a, b and c")]
)
def test_names_are_listed_with_commas_and_one_and(names: str, expected: str) -> None:
    assert listed(names) == expected


def test_what_nobody_sees_end_lasts_for_good() -> None:
    assert (turns_words(1), turns_words(6), turns_words(9999)) == ("1 turn", "6 turns", "for good")
    assert (for_turns(6), for_turns(9999)) == ("for 6 turns", "for good")
