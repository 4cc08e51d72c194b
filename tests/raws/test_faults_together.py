"""Whatever is wrong is said all at once, each fault with its file, in words that any terminal can show."""

import json
import pickle
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from roguelike.raws.catalog import load_catalog
from roguelike.raws.faults import MOST_TOLD, DataError, Fault, Suggestion

DAGGER = {"name": "Dagger", "weapon": {"base_damage": "1d4"}}
RAT = {"name": "Rat"}


def spawn(name: str) -> dict[str, Any]:
    return {"name": name, "weight": 1, "min_depth": 1, "max_depth": 9}


def calling(name: str, mob: str) -> dict[str, Any]:
    """Return a spell that calls somebody."""
    use = {"delivery": {"shape": "self"}, "effects": [{"kind": "summon", "mob": mob}]}
    return {"name": name, "mana_cost": 1, "effects": use}


def test_all_faults_are_said_together(tmp_path: Path) -> None:
    path = tmp_path / "spawns.json"
    rows = {
        "items": [
            DAGGER | {"weigt": 1},
            {"name": "Bow", "weapon": {"base_damage": "x", "range": "y"}},
        ],
        "mobs": [RAT | {"equipped": ["Dagger", "Bow", "Sling"], "faction": "Rats", "level": "two"}],
        "spells": [{"name": "Zap", "mana_cost": 1, "effects": {"damag": "5", "slow": "z"}}],
        "spawn_table": [spawn("Rat"), spawn("Cat")],
    }
    path.write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_catalog([tmp_path])
    places = {(fault.entry, fault.field) for fault in caught.value.faults}
    assert places == {
        ("Dagger", "weigt"),
        ("Bow", "weapon.base_damage"),
        ("Bow", "weapon.range"),
        ("Rat", "level"),
        ("Rat", "faction"),
        ("Rat", "equipped.2"),
        ("Zap", "effects.damag"),
        ("Zap", "effects.slow"),
        ("Cat", ""),
    }
    text = str(caught.value)
    assert text.startswith("The data has 9 faults:")
    assert all(str(path) in line for line in text.splitlines()[1:])


def test_a_faulty_row_does_not_drag_others_behind_it(one_fault: Callable[..., Fault]) -> None:
    bad = {"name": "Rats", "responses": {"Default": "hug"}}
    assert (
        one_fault({"mobs": [RAT | {"faction": "Rats"}], "faction_table": [bad]}).section
        == "faction_table"
    )


def test_suggestions() -> None:
    assert suggested("Zapp", ["Zap", "Web"]) == "did you mean 'Zap'? Known: Web, Zap"
    assert "'weight_lbs'" in suggested("wieght", ["light", "weight_lbs", "worn"])
    assert "'weight_lbs'" in suggested("wieght_lbs", ["light", "weight_lbs", "worn"])
    assert suggested("Q", []) == "there are none"
    assert suggested("qq", map(str, range(20))).endswith("and 8 more")


def suggested(wrong: str, known: Iterable[str]) -> str:
    return str(Suggestion(wrong, known))


def test_of_thousands_of_unknown_names_the_first_are_told_and_the_rest_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    looked_for: list[str] = []
    monkeypatch.setattr(
        "roguelike.raws.faults.get_close_matches",
        lambda wrong, *_, **__: looked_for.append(wrong) or [],
    )
    file = tmp_path / "spawns.json"
    file.write_text(json.dumps({"spawn_table": [spawn(f"Nobody {n}") for n in range(3_000)]}))
    with pytest.raises(DataError) as error:
        load_catalog([file])
    lines = str(error.value).splitlines()
    assert lines[0] == f"The data has 3000 faults, of which these are the first {MOST_TOLD}:"
    assert len(lines) == 1 + MOST_TOLD
    assert '"Nobody 0"' in lines[1]
    assert len(looked_for) == MOST_TOLD  # what nobody is told is not looked for
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)  # noqa: S301


def test_faults_can_be_shown_on_any_terminal(faults_of: Callable[..., list[Fault]]) -> None:
    (fault,) = faults_of({"items": [{"name": "\ud800", "base_value": []}]})[:1]
    assert str(fault).encode("utf-8")


def test_what_has_no_name_is_not_among_the_names_that_there_are() -> None:
    assert suggested("Zop", ["", "Zap", "Zip"]) == suggested("Zop", ["Zap", "Zip"])


def test_a_ring_of_summons_is_named_from_each_of_its_members() -> None:
    data = {
        "spells": [calling("A", "Imp"), calling("B", "Ogre")],
        "mobs": [
            {"name": "Imp", "on_death": [{"spell": "B", "chance": 1}]},
            {"name": "Ogre", "abilities": [{"spell": "A", "chance": 1}]},
            {"name": "Priest", "abilities": [{"spell": "A", "chance": 1}]},
        ],
    }
    with pytest.raises(DataError) as caught:
        load_catalog([data])
    assert [(fault.entry, fault.problem) for fault in caught.value.faults] == [
        ("Imp", "summons without end: Imp > Ogre > Imp"),
        ("Ogre", "summons without end: Ogre > Imp > Ogre"),
    ]


def test_who_calls_others_that_call_nobody_is_fine() -> None:
    data = {
        "spells": [calling("A", "Imp")],
        "mobs": [{"name": "Imp"}, {"name": "Priest", "abilities": [{"spell": "A", "chance": 1}]}],
    }
    assert load_catalog([data]).has("mobs", "Priest")
