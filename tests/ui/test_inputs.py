import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.ui.inputs import NAMED_KEYS, Input, Key, Mouse, canonical, coalesce, compose


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("a", "a"), ("A", "A"), ("shift+a", "A"), ("Shift+D", "D"), (">", ">"), ("greater", ">"), ("?", "?"),
        ("question", "?"), ("shift+/", "?"), ("Return", "enter"), ("ENTER", "enter"), ("esc", "escape"),
        ("Ctrl+1", "ctrl+1"), ("control+1", "ctrl+1"), ("Ctrl+S", "ctrl+s"), ("shift+ctrl+s", "ctrl+shift+s"),
        ("ALT+1", "alt+1"), ("alt+ctrl+x", "ctrl+alt+x"), ("shift+2", "shift+2"), ("KP_5", "kp_5"), ("kp5", "kp_5"),
        ("numpad 5", "kp_5"), ("Keypad-8", "kp_8"), ("kp_enter", "enter"), ("PageUp", "page_up"), ("pgdn", "page_down"),
        ("shift+up", "shift+up"), ("Shift+Tab", "shift+tab"), ("backtab", "shift+tab"), ("F1", "f1"), (" ", "space"),
        ("Space", "space"), ("shift+space", "space"), ("+", "+"), ("ctrl++", "ctrl++"), ("ctrl+-", "ctrl+-"),
        ("Del", "delete"), ("period", "."), ("é", "é"),
    ],
)  # fmt: skip
def test_every_usual_spelling_has_one_name(spelling: str, name: str) -> None:
    assert canonical(spelling) == name


@pytest.mark.parametrize(
    "nonsense", ["", "foo", "ctrl+", "hyper+a", "kp_12", "f99", "ctrl+foo", "+a", "\x07"]
)
def test_a_key_that_does_not_exist_is_refused_with_the_list(nonsense: str) -> None:
    with pytest.raises(ValueError, match="page_up"):
        canonical(nonsense)


BASES = st.one_of(
    st.sampled_from(sorted(NAMED_KEYS)), st.characters(min_codepoint=33, max_codepoint=126)
)


HELD = st.fixed_dictionaries({name: st.booleans() for name in ("ctrl", "alt", "shift")})


@given(BASES, HELD)
def test_names_are_their_own_canonical_spelling(base: str, held: dict[str, bool]) -> None:
    name = compose(base, **held)
    assert canonical(name) == name


def test_what_a_key_types() -> None:
    assert Key("a").typed == "a"
    assert Key("space").typed == " "
    assert Key("shift+2", "@").typed == "@"
    assert Key("escape").typed == ""
    assert Key("ctrl+a").typed == ""
    assert Key("shift+2", "@") == Key("shift+2")


def test_only_the_last_of_several_moves_counts() -> None:
    moves: list[Input] = [Mouse("move", 1, 1), Mouse("move", 2, 1), Key("a"), Mouse("move", 3, 1)]
    assert coalesce(moves) == [Mouse("move", 2, 1), Key("a"), Mouse("move", 3, 1)]
    clicks: list[Input] = [Mouse("move", 1, 1), Mouse("press", 1, 1, "left"), Mouse("move", 2, 1)]
    assert coalesce(clicks) == clicks
