"""Offers, schools and mastery that cannot work are refused before anybody plays with them, with their place."""

from collections.abc import Callable

import pytest

from tests.raws.rows import FAR, Rows, harm, spell

CASES: dict[str, tuple[Rows, str, str]] = {
    "offer of nothing": ({"offers": [{"name": "O", "group": "pool"}]}, "O", ""),
    "offer that only takes": (
        {
            "offers": [
                {
                    "name": "O",
                    "group": "attribute",
                    "attributes": {"might": -2},
                    "skills": {"Melee": -1},
                }
            ]
        },
        "O",
        "",
    ),
    "offer of an unknown spell": (
        {"offers": [{"name": "O", "group": "technique", "teaches": "Zip"}]},
        "O",
        "teaches",
    ),
    "offer of an unknown school": (
        {"offers": [{"name": "O", "group": "school", "school": "fir", "study": 1}]},
        "O",
        "school",
    ),
    "study of no school": (
        {"offers": [{"name": "O", "group": "school", "study": 1}]},
        "O",
        "school",
    ),
    "step of mastery that gives nothing": (
        {"schools": [{"name": "S", "steps": [{"spells": 2, "does": "nothing"}]}]},
        "S",
        "steps.0",
    ),
    "step of mastery without a word": (
        {"schools": [{"name": "S", "steps": [{"spells": 2, "does": "", "grants": "own hazards"}]}]},
        "S",
        "steps.0.does",
    ),
    "steps of mastery out of order": (
        {
            "schools": [
                {
                    "name": "S",
                    "steps": [
                        {"spells": 4, "does": "a", "grants": "own hazards"},
                        {"spells": 2, "does": "b", "grants": "own hazards"},
                    ],
                }
            ]
        },
        "S",
        "steps.1.spells",
    ),
    "step of mastery that fits no spell of its school": (
        {
            "schools": [
                {
                    "name": "S",
                    "steps": [
                        {
                            "spells": 2,
                            "does": "a",
                            "needs": ["touch"],
                            "rewrites": [{"kind": "set", "what": "delivery.range", "to": 2}],
                        }
                    ],
                }
            ],
            "spells": [spell("A", FAR, harm(), school="S")],
        },
        "S",
        "steps.0.rewrites",
    ),
    "spell of an unknown school": (
        {"schools": [{"name": "S"}], "spells": [spell("A", FAR, harm(), school="T")]},
        "A",
        "school",
    ),
    "experience taken away": (
        {"spells": [spell("A", FAR, {"kind": "experience", "amount": -5})]},
        "A",
        "effects.effects.0.amount",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_fault_is_said_once_with_its_place(
    case: str, fault_is_at: Callable[[Rows, str, str], None]
) -> None:
    fault_is_at(*CASES[case])
