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

YOU = Noun("you", 1, is_you=True)
RAT = Noun("rat", 2)
WOLVES = Noun("wolves", 3, plural=True)
OXEN = Noun("oxen", 5, plural=True)
MOM = Noun("Mom", 4, proper=True)


def say(template: str, *args: Noun | str | int) -> str:
    """Return the sentence."""
    return Message(template, args).text


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (YOU, "You hit the goblin for 5."),
        (RAT, "The rat hits the goblin for 5."),
        (WOLVES, "The wolves hit the goblin for 5."),
        (MOM, "Mom hits the goblin for 5."),
        ("Something", "Something hits the goblin for 5."),
    ],
)
def test_verbs_agree_with_their_subject(subject: Noun | str, expected: str) -> None:
    assert say("{1} hit[s] {2} for {3}.", subject, Noun("goblin", 9), 5) == expected


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (YOU, "You are confused."),
        (RAT, "The rat is confused."),
        (WOLVES, "The wolves are confused."),
    ],
)
def test_irregular_verbs_have_two_forms(subject: Noun, expected: str) -> None:
    assert say("{1} [is|are] confused.", subject) == expected


def test_a_verb_may_agree_with_another_than_the_first() -> None:
    assert say("{1} see[s] that {2} [2:is|are] ill.", RAT, YOU) == "The rat sees that you are ill."
    assert say("{1} see[s] that {2} [2:is|are] ill.", YOU, RAT) == "You see that the rat is ill."


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (YOU, "Your head aches."),
        (RAT, "The rat's head aches."),
        (WOLVES, "The wolves' head aches."),
        (OXEN, "The oxen's head aches."),
        (MOM, "Mom's head aches."),
    ],
)
def test_possessives_follow_their_noun(subject: Noun, expected: str) -> None:
    assert say("{1's} head aches.", subject) == expected


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (YOU, "You hit yourself."),
        (RAT, "The rat hits itself."),
        (WOLVES, "The wolves hit themselves."),
    ],
)
def test_an_act_upon_oneself_is_told_reflexively(subject: Noun, expected: str) -> None:
    assert say("{1} hit[s] {2}.", subject, subject) == expected


def test_two_of_a_kind_are_not_one() -> None:
    assert say("{1} hit[s] {2}.", Noun("rat", 7), Noun("rat", 8)) == "The rat hits the rat."


def test_nameless_things_are_never_reflexive() -> None:
    assert say("{1} and {2}", Noun("hand"), Noun("hand")) == "The hand and the hand"


def test_sentences_begin_with_a_capital_whatever_begins_them() -> None:
    assert say("{1} cough[s].", RAT) == "The rat coughs."
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


@pytest.mark.parametrize(
    ("thing", "expected"),
    [
        (RAT, "You see a rat."),
        (Noun("ogre", 8), "You see an ogre."),
        (WOLVES, "You see wolves."),
        (MOM, "You see Mom."),
    ],
)
def test_new_things_come_with_a_or_an(thing: Noun, expected: str) -> None:
    assert say("{1} see[s] {2a}.", YOU, thing) == expected


def test_a_sentence_may_begin_with_something_new() -> None:
    assert say("{1a} appear[s].", RAT) == "A rat appears."


def test_what_nobody_sees_end_lasts_for_good() -> None:
    assert (turns_words(1), turns_words(6), turns_words(9999)) == ("1 turn", "6 turns", "for good")
    assert (for_turns(6), for_turns(9999)) == ("for 6 turns", "for good")
