"""Declaring effects."""

import pytest

from roguelike.core.effect import EFFECTS, Effect, effect, first_field


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
