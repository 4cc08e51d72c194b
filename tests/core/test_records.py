"""Records that never change, state that does, faults in plain words; and what the garbage collector leaves alone."""

import copy
import gc
import pickle
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import pytest

from roguelike.core.colour import BLACK, WHITE, mix, parse_colour
from roguelike.core.effect import EFFECTS, Effect, effect, first_field
from roguelike.core.garbage_collection import YOUNG_OBJECTS, tune_collector
from roguelike.core.plain_words import plain_words, quotable
from roguelike.core.records import Record, State, field, field_names, replace, required_fields


class Stone(Record):
    """A stone."""

    name: str
    weight: float = 1.5
    marks: tuple[str, ...] = ()


class Heap(State):
    """A heap of stones."""

    stones: list[Stone] = field(default_factory=list)
    height: int = 0


def test_equal_fields_make_equal_records() -> None:
    assert Stone("opal", 2.0) == Stone("opal", weight=2.0)
    assert hash(Stone("opal")) == hash(Stone("opal"))
    assert Stone("opal") != Stone("jet")


def test_a_record_never_changes() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        Stone("opal").name = "jet"


def test_state_changes_and_has_no_hash() -> None:
    heap = Heap()
    heap.height = 2
    assert heap.height == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(heap)


def test_no_two_records_share_a_default_that_can_grow() -> None:
    first, second = Heap(), Heap()
    first.stones.append(Stone("opal"))
    assert second.stones == []


def test_records_have_no_room_for_other_names() -> None:
    assert not hasattr(Stone("opal"), "__dict__")
    with pytest.raises(AttributeError):
        Heap().depth = 3


def test_copies_are_equal() -> None:
    heap = Heap([Stone("opal")], 1)
    assert copy.deepcopy(heap) == heap
    assert pickle.loads(pickle.dumps(heap)) == heap  # noqa: S301
    assert replace(heap, height=5) == Heap([Stone("opal")], 5)


def test_fields_are_told_without_resolving_types() -> None:
    assert field_names(Stone) == ("name", "weight", "marks")
    assert required_fields(Stone) == ("name",)
    assert required_fields(Heap) == ()


def test_two_effects_cannot_go_by_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(EFFECTS)
    monkeypatch.setattr("roguelike.core.effect.EFFECTS", known)

    @effect("sneeze", "cough")
    class Sneeze(Effect):
        """Loud."""

        volume: int
        times: int = 2

    assert known["cough"] is known["sneeze"] is Sneeze
    assert Sneeze.key == "sneeze"
    assert first_field(Sneeze) == "volume"
    with pytest.raises(ValueError, match="cough"):

        @effect("splutter", "cough")
        class Splutter(Effect):
            """Louder."""


def test_records_are_slotted() -> None:
    import roguelike.effects  # noqa: F401

    for kind in EFFECTS.values():
        assert "__dict__" not in dir(kind), kind


def test_an_effect_without_fields_has_no_first_field() -> None:
    import roguelike.effects  # noqa: F401

    assert first_field(EFFECTS["food"]) is None


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


def test_colours_are_read_in_either_case() -> None:
    assert parse_colour("#FFa500") == (255, 165, 0)
    assert parse_colour("#000000") == BLACK


@pytest.mark.parametrize(
    "text", ["", "FFA500", "#FFA50", "#FFA5000", "#GGGGGG", "red", "#ffa500\n"]
)
def test_what_is_no_colour_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="#RRGGBB"):
        parse_colour(text)


def test_mixing_runs_from_one_to_the_other() -> None:
    assert mix(BLACK, WHITE, 0) == BLACK
    assert mix(BLACK, WHITE, 1) == WHITE
    assert mix((10, 20, 30), (20, 40, 60), 0.5) == (15, 30, 45)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)


def test_what_is_loaded_is_not_looked_through_again() -> None:
    before = gc.get_freeze_count()
    loaded = [[number] for number in range(1000)]
    assert any(each is loaded for each in gc.get_objects())
    tune_collector()
    assert gc.get_freeze_count() > before + len(loaded)
    assert not any(each is loaded for each in gc.get_objects())


def test_cycles_are_still_found() -> None:
    tune_collector()
    found: list[str] = []

    class Knot:
        def __init__(self) -> None:
            self.self = self

        def __del__(self) -> None:
            found.append("gone")

    Knot()
    keep = [[] for _ in range(2 * YOUNG_OBJECTS)]
    assert found == ["gone"], len(keep)


def test_whoever_plays_without_a_program_leaves_the_data_alone_too() -> None:
    code = (
        "import gc; from roguelike.raws.catalog import catalog_in_force; found = catalog_in_force();"
        "print(any(each is found for each in gc.get_objects()), gc.get_threshold()[0])"
    )
    for _ in range(
        2
    ):  # the second one finds the data in the cache, and nothing imported that it names
        told = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True
        )
        assert told.stdout.split() == ["False", str(YOUNG_OBJECTS)]
