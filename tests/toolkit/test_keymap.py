"""Keys: as they arrive, what they are bound to, and what is said of both."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roguelike.devices.terminal.environment import lacking_keys_of
from roguelike.toolkit.inputs import NAMED_KEYS, Input, Key, Mouse, canonical, coalesce, compose
from roguelike.toolkit.keymap import (
    ACTIONS,
    CONTEXTS,
    GROUPS,
    NOT_IN_MOST_TERMINALS,
    RUNS,
    STEPS,
    Keymap,
    KeymapError,
    shown_key,
)


def test_no_key_has_two_meanings_in_one_context() -> None:
    problems: list[str] = []
    Keymap()._index(problems)
    assert problems == []


def test_every_action_can_be_reached_and_explained() -> None:
    keymap = Keymap()
    for action in ACTIONS:
        assert action.label
        assert action.group in GROUPS
        assert action.contexts <= set(CONTEXTS)
        assert action.keys
        for key in action.keys:
            assert canonical(key) == key
            for context in action.contexts:
                assert keymap.action(context, key) == action.name


@pytest.mark.parametrize(
    ("context", "key", "action"),
    [
        ("play", "h", "move_west"), ("play", "up", "move_north"), ("play", "kp_7", "move_north_west"),
        ("play", "ctrl+1", "cast_1"), ("play", "alt+9", "cast_9"), ("aim", "ctrl+1", "cast_1"),
        ("play", "shift+2", "use_2"), ("play", "@", "use_2"), ("play", ">", "descend"), ("play", "<", "ascend"),
        ("play", "kp_5", "wait"), ("play", "R", "rest"), ("play", "?", "help"), ("menu", "f1", "help"),
        ("aim", "tab", "next_target"), ("aim", "enter", "aim_fire"), ("aim", "escape", "aim_cancel"),
        ("play", "escape", "menu"), ("menu", "escape", "menu_back"), ("menu", "a", None), ("play", "J", "run_south"),
    ],
)  # fmt: skip
def test_default_keys(context: str, key: str, action: str | None) -> None:
    assert Keymap().action(context, key) == action


def test_menus_leave_the_letters_to_their_rows() -> None:
    letters = [
        key
        for action in ACTIONS
        if "menu" in action.contexts
        for key in action.keys
        if key.isalpha()
    ]
    assert [key for key in letters if len(key) == 1] == []


def test_eight_steps_and_eight_runs() -> None:
    assert len(set(STEPS.values())) == len(set(RUNS.values())) == 8
    assert STEPS["move_north_east"] == (1, -1)


def test_rebinding_is_kept_and_survives_a_file() -> None:
    keymap = Keymap()
    keymap.rebind("fire", ["Ctrl+F", "I"])
    assert keymap.action("play", "I") == "fire"
    assert keymap.action("play", "f") is None
    again = Keymap.from_dict(json.loads(json.dumps(keymap.to_dict())))
    assert again.keys("fire") == ("ctrl+f", "I")
    assert again.to_dict() == {"fire": ["ctrl+f", "I"]}


def test_a_key_in_use_is_refused_by_name_and_nothing_changes() -> None:
    keymap = Keymap()
    with pytest.raises(KeymapError, match="g already means: Pick up"):
        keymap.rebind("fire", ["g"])
    assert keymap.action("play", "g") == "get"
    assert keymap.to_dict() == {}
    assert [action.name for action in keymap.conflicts("fire", "g")] == ["get"]


def test_a_key_can_be_taken_over() -> None:
    keymap = Keymap()
    keymap.rebind("fire", ["g"], steal=True)
    assert keymap.action("play", "g") == "fire"
    assert keymap.keys("get") == (",",)
    assert Keymap.from_dict(keymap.to_dict()).action("play", "g") == "fire"
    keymap.reset("get")
    assert keymap.action("play", "g") == "get"
    assert keymap.keys("fire") == ()
    assert keymap.hint("fire") == ""
    keymap.reset()
    assert keymap.to_dict() == {}


def test_the_same_key_may_serve_two_contexts() -> None:
    keymap = Keymap()
    keymap.rebind("aim_self", ["d"])
    assert (keymap.action("aim", "d"), keymap.action("play", "d")) == ("aim_self", "drop")


def test_a_bad_file_reports_everything_at_once() -> None:
    keymap = Keymap.from_dict(
        {"fir": ["f"], "look": ["foo"], "get": "g", "drop": [3], "rest": ["g"], "wear": ["I"]}
    )
    text = " ".join(keymap.problems)
    assert "did you mean fire" in text
    assert "'foo' is not a key" in text
    assert "must be a list" in text
    assert "3 is not a key name" in text
    assert "'g' is bound to both get and rest" in text
    assert keymap.to_dict() == {"wear": ["I"]}, "what is right counts"
    assert keymap.keys("rest") == ("R",)
    assert Keymap.from_dict([]).problems == [
        "keys must be an object of action names, each with a list of keys"
    ]


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("ctrl+1", "Ctrl+1"), ("D", "D"), ("kp_5", "Keypad 5"), ("escape", "Esc"), ("ctrl++", "Ctrl++"), ("+", "+"),
        ("shift+up", "Shift+↑"), ("ctrl+s", "Ctrl+S"), ("page_up", "Page Up"), ("f11", "F11"),
    ],
)  # fmt: skip
def test_keys_as_people_read_them(key: str, shown: str) -> None:
    assert shown_key(key) == shown


def test_what_a_terminal_cannot_send_is_named_in_no_hint() -> None:
    keymap = Keymap()
    assert keymap.hint("cast_3") == "Ctrl+3"
    keymap.lack(NOT_IN_MOST_TERMINALS)
    assert keymap.hint("cast_3") == "3", "as the panel says; desktops take alt+digit for themselves"
    assert keymap.action("play", "ctrl+3") == "cast_3", "where it comes all the same, it works"
    keymap.rebind("cast_3", ["ctrl+3"])
    assert keymap.hint("cast_3") == "Ctrl+3", "rather than nothing"


@pytest.mark.parametrize("digit", range(1, 10))
def test_each_thing_has_a_key_that_a_terminal_sends_from_every_keyboard(digit: int) -> None:
    keymap = Keymap()
    assert keymap.hint(f"use_{digit}") == f"Shift+{digit}"
    keymap.lack(lacking_keys_of({"TERM": "xterm-256color"}))
    sent = "!" if digit == 1 else f"f{digit}"
    assert keymap.hint(f"use_{digit}") == shown_key(sent)
    assert keymap.action("play", sent) == keymap.action("aim", sent) == f"use_{digit}"


@pytest.mark.parametrize("term", ["xterm-256color", "xterm-kitty", "linux"])
def test_every_terminal_lacks_shifted_digits(term: str) -> None:
    """They send what the keyboard types with shift, even in the protocols that tell ctrl with a digit."""
    assert {f"shift+{digit}" for digit in range(1, 10)} <= lacking_keys_of({"TERM": term})


def test_a_key_that_the_player_chose_is_taken_from_another_s_spare_ones() -> None:
    """F6 came to be a default key: whoever had bound it before still has it."""
    keymap = Keymap({"explore": ["F5", "F6"]})
    assert keymap.action("play", "f6") == "explore"
    assert keymap.keys("use_6") == ("shift+6",)
    assert Keymap(keymap.to_dict()).to_dict() == keymap.to_dict()


def test_short_hints_for_where_there_is_little_room() -> None:
    keymap = Keymap()
    assert [keymap.short_hint(name) for name in ("use_6", "cast_2", "get")] == ["⇧6", "^2", "g"]
    keymap.lack(lacking_keys_of({"TERM": "xterm-256color"}))
    assert [keymap.short_hint(name) for name in ("use_1", "use_6")] == ["!", "F6"]


SWISS = {"shift+1": "+", "shift+3": "*", "shift+4": "ç"}
HUNGARIAN = {"shift+1": "'", "shift+3": "+", "shift+4": "!"}
RUSSIAN = {"shift+1": "!", "shift+4": ";", "shift+6": ":", "shift+7": "?"}
FRENCH = {"shift+1": "1", "shift+2": "2"}


@pytest.mark.parametrize(
    ("layout", "key", "action", "hint"),
    [
        (SWISS, "shift+1", "zoom_in", "!"), (SWISS, "shift+3", "use_3", "Shift+3"),
        (HUNGARIAN, "shift+3", "zoom_in", "F3"),
        (HUNGARIAN, "shift+4", "use_1", "F4"), (RUSSIAN, "shift+4", "look", "F4"), (RUSSIAN, "shift+7", "help", "F7"),
        (RUSSIAN, "shift+1", "use_1", "Shift+1"), (FRENCH, "shift+2", "use_2", "Shift+2"),
    ],
)  # fmt: skip
def test_what_is_typed_is_meant_where_it_is_bound(
    layout: dict[str, str], key: str, action: str, hint: str
) -> None:
    keymap = Keymap()
    keymap.lack(frozenset("$") if layout is RUSSIAN else frozenset(), layout)
    assert keymap.action("play", keymap.meant(Key(key, layout[key])).name) == action
    assert keymap.hint(f"use_{key[-1]}") == hint


def test_a_letter_bound_in_another_script_is_meant_before_its_place() -> None:
    assert Keymap().meant(Key("o", "щ")) == Key("o")
    assert Keymap({"fire": ["щ"]}).meant(Key("o", "щ")) == Key("щ")
    assert Keymap().meant(Key("a", "A")) == Key("a"), "with Caps Lock"
    assert Keymap().meant(Key("6", "-")) == Key("6"), "on a French keyboard"


@pytest.mark.parametrize("character", "^&*(/)=\"'")
def test_no_character_that_other_keyboards_have_on_another_digit_uses_a_thing(
    character: str,
) -> None:
    action = Keymap().action("play", character)
    assert action is None or not action.startswith(("use_", "cast_"))


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
    "nonsense", ["", "foo", "ctrl+", "fn+a", "kp_12", "f99", "ctrl+foo", "+a", "\x07"]
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
