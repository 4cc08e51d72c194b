"""What an offer would change is told by what differs of it, and by no more."""

from roguelike.engine.views.growth import differences

BURNS = "ends helpful magic, burns {} mana in its holder, and as much health, range 6, 2 mana"


def told(label: str, *sheets: str | tuple[str, ...]) -> tuple[str, str]:
    """Return what is told of a figure; of a spell its parts are given."""
    before, after = (
        {label: tuple(each.split(", ")) if label.istitle() else (each,), "Load": ("9 lb",)}
        for each in sheets
    )
    (found,) = differences(before, after)
    assert found.label == label
    return found.before, found.after


def test_of_a_spell_only_what_differs_is_told() -> None:
    assert told("Unweave", BURNS.format(7), BURNS.format(8)) == (
        "burns 7 mana in its holder", "burns 8 mana in its holder",
    )  # fmt: skip
    assert told("Zap", "5 damage, range 6, 1 mana", "6 damage, range 7, 1 mana") == (
        "5 damage, range 6", "6 damage, range 7",
    )  # fmt: skip


def test_what_cannot_be_set_side_by_side_is_told_whole() -> None:
    assert told("Zap", "5 damage, range 6", "5 damage, range 6, silent") == (
        "5 damage, range 6", "5 damage, range 6, silent",
    )  # fmt: skip
    assert told("Mastery of fire", "1 spell, next at 2", "2 spells, next at 4") == (
        "1 spell, next at 2", "2 spells, next at 4",
    )  # fmt: skip
    assert told("Armor class", "11", "12") == ("11", "12")
    assert told("Zap", "5 damage, range 6, 3 mana", "5 damage, range 6, 2 mana") == (
        "5 damage, range 6, 3 mana", "5 damage, range 6, 2 mana",
    )  # fmt: skip
