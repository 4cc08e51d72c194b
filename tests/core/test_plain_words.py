"""Faults of msgspec, said to somebody who never heard of it."""

import msgspec
import pytest

from roguelike.core.plain_words import plain_words, quotable


class Row(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    on: bool = False
    most: int | None = None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"x": 1}', "expected a list: [ ... ], not an object: { ... }"),
        (b'[{"name": 3}]', '0.name: expected text in quotes: "...", not a whole number'),
        (
            b'[{"name": "a", "on": "sure"}]',
            '0.on: expected true or false, not text in quotes: "..."',
        ),
        (
            b'[{"name": "a", "most": 1.5}]',
            "0.most: expected a whole number or nothing, not a number",
        ),
        (b'[{"on": true}]', "0: object missing required field `name`"),
        (b'[{"name": "a", "nmae": 1}]', "0: object contains unknown field `nmae`"),
        (b"[", "the file ends too early"),
    ],
)
def test_faults_are_said_plainly(text: bytes, said: str) -> None:
    with pytest.raises(msgspec.DecodeError) as fault:
        msgspec.json.decode(text, type=list[Row])
    assert plain_words(fault.value) == said


def test_what_is_no_json_is_said_with_its_line() -> None:
    text = b'[\n{"name": "a",}]'
    with pytest.raises(msgspec.DecodeError) as fault:
        msgspec.json.decode(text, type=list[Row])
    assert plain_words(fault.value, text).endswith("trailing comma in object (line 2)")


def test_a_field_is_said_with_its_line() -> None:
    text = b'[\n{"name": "a"},\n{"name": "b",\n "on": 7}]'
    with pytest.raises(msgspec.DecodeError) as fault:
        msgspec.json.decode(text, type=list[Row])
    assert plain_words(fault.value, text).startswith("1.on (line 4): expected true or false")


def test_no_file_speaks_to_a_terminal() -> None:
    assert quotable("as it is, naïve: \u4e2d") == "as it is, naïve: \u4e2d"
    assert quotable("a\x1b[2J\nb\u202ec\ud800") == r"a\x1b[2J\nb\u202ec\ud800"
    cut = quotable("x" * 1_000 + "end")
    assert len(cut) < 320
    assert cut.endswith("end")


def test_a_long_strange_name_is_shortened() -> None:
    with pytest.raises(msgspec.DecodeError) as fault:
        msgspec.json.decode(b'{"%s": 1, "name": "a"}' % (b"\xe2\x80\xae" * 2_000), type=Row)
    said = plain_words(fault.value)
    assert said.isprintable()
    assert len(said) < 320


def test_a_name_that_should_be_a_number_is_said_to_be_one() -> None:
    with pytest.raises(msgspec.ValidationError) as fault:
        msgspec.convert({"a": {"deep": 3}}, dict[str, dict[int, int]], str_keys=True)
    assert plain_words(fault.value).endswith(
        ', a key: expected a whole number, not text in quotes: "..."'
    )
