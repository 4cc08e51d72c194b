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


HIT, IS, HEAD = "{1} hit[s] {2} for {3}.", "{1} [is|are] confused.", "{1's} head aches."
ONESELF, SEE, ILL = "{1} hit[s] {2}.", "{1} see[s] {2a}.", "{1} see[s] that {2} [2:is|are] ill."
GOBLIN = Noun("goblin", 9)


@pytest.mark.parametrize(
    ("template", "told", "expected"),
    [
        # Verbs agree with their subject; irregular ones have two forms.
        (HIT, (YOU, GOBLIN, 5), "You hit the goblin for 5."),
        (HIT, (RAT, GOBLIN, 5), "The rat hits the goblin for 5."),
        (HIT, (WOLVES, GOBLIN, 5), "The wolves hit the goblin for 5."),
        (HIT, (MOM, GOBLIN, 5), "Mom hits the goblin for 5."),
        (HIT, ("Something", GOBLIN, 5), "Something hits the goblin for 5."),
        (IS, (YOU,), "You are confused."),
        (IS, (RAT,), "The rat is confused."),
        (IS, (WOLVES,), "The wolves are confused."),
        # A verb may agree with another than the first.
        (ILL, (RAT, YOU), "The rat sees that you are ill."),
        (ILL, (YOU, RAT), "You see that the rat is ill."),
        # Possessives follow their noun.
        (HEAD, (YOU,), "Your head aches."),
        (HEAD, (RAT,), "The rat's head aches."),
        (HEAD, (WOLVES,), "The wolves' head aches."),
        (HEAD, (OXEN,), "The oxen's head aches."),
        (HEAD, (MOM,), "Mom's head aches."),
        # An act upon oneself is told so; two of a kind are not one, and what has no name is never itself.
        (ONESELF, (YOU, YOU), "You hit yourself."),
        (ONESELF, (RAT, RAT), "The rat hits itself."),
        (ONESELF, (WOLVES, WOLVES), "The wolves hit themselves."),
        (ONESELF, (Noun("rat", 7), Noun("rat", 8)), "The rat hits the rat."),
        ("{1} and {2}", (Noun("hand"), Noun("hand")), "The hand and the hand"),
        # New things come with a or an.
        (SEE, (YOU, RAT), "You see a rat."),
        (SEE, (YOU, Noun("ogre", 8)), "You see an ogre."),
        (SEE, (YOU, WOLVES), "You see wolves."),
        (SEE, (YOU, MOM), "You see Mom."),
        ("{1a} appear[s].", (RAT,), "A rat appears."),
    ],
)
def test_a_sentence_follows_its_nouns(
    template: str, told: tuple[Noun | str | int, ...], expected: str
) -> None:
    assert say(template, *told) == expected


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
