"""What the player does not know is not betrayed by a forecast: the unseen, traps, lurkers."""

import pytest

from roguelike.effects.foresight.forecast import Forecast
from tests.rooms import Draw


def test_an_unknown_thing_tells_no_more_than_its_flight(draw: Draw) -> None:
    arena = draw("#######\n#@..g.#\n#######")
    scroll = arena.give(arena.player, "Fireball Scroll")
    foreseen = arena.forecast(scroll, (4, 1))
    assert foreseen.refused is None
    assert dict(foreseen.outcomes) == {}
    arena.identify("Fireball Scroll")
    assert arena.forecast(scroll, (4, 1)).outcomes


def test_the_unseen_are_not_shown(draw: Draw) -> None:
    arena = draw("########\n#@..g..#\n###.####\n###k####\n########")
    arena.teach("Blast")
    kobold = arena.find("Kobold")
    from roguelike.world.names import sees

    assert not sees(arena.game, kobold)
    outcomes = arena.forecast("Blast", (3, 1)).outcomes
    assert kobold not in outcomes
    assert arena.find("Goblin") in outcomes


def same(one: Forecast, other: Forecast) -> bool:
    """Return whether two forecasts tell the same."""
    return (one.refused, sorted(one.cells), list(one.path), dict(one.outcomes)) == (
        other.refused, sorted(other.cells), list(other.path), dict(other.outcomes),
    )  # fmt: skip


@pytest.mark.parametrize(
    "spell", ["Blast", "Zap", "Shove", "Singe", "Spring", "Kindle", "Dissolve"]
)
def test_a_hidden_trap_is_not_betrayed(draw: Draw, spell: str) -> None:
    forecasts = []
    for row in ("#@...g...#", "#@...g^..#", "#@...gm..#"):
        arena = draw(f"##########\n{row}\n##########")
        arena.teach(spell)
        forecasts.append([arena.forecast(spell, (x, 1)) for x in (4, 5, 6)])
    for one, *others in zip(*forecasts, strict=True):
        assert all(same(one, other) for other in others)


@pytest.mark.parametrize("spell", ["Blast", "Web", "Ruin", "Volley", "Nova"])
@pytest.mark.parametrize("lurker", ["k", "F", "P"])
def test_a_lurker_around_the_corner_is_not_betrayed(draw: Draw, spell: str, lurker: str) -> None:
    forecasts = []
    for mark in (".", lurker):
        arena = draw(f"########\n#@.....#\n###.####\n###.####\n###{mark}####\n########")
        arena.teach(spell)
        forecasts.append([arena.forecast(spell, (x, 1)) for x in (2, 4, 6)])
    assert all(same(one, other) for one, other in zip(*forecasts, strict=True))
