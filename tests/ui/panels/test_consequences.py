"""What the next blow would do, in words."""

import pytest

from roguelike.effects.foresight.facts import Dies, Driven, Eats, Fact, Pays
from roguelike.engine.foreseeing.aiming import Forecast, Outcome
from roguelike.engine.views.records import BlowView, CreatureView, DuelView
from roguelike.ui.look.palette import palette
from roguelike.ui.panels.consequences import consequences, duel_words


@pytest.mark.parametrize(
    ("blows", "told"),
    [(3, "kills you in 3."), (50, "kills you in 50."), (2400, "kills you in more than 50.")],
)
def test_blows_that_kill_are_counted_where_anybody_would(blows: int, told: str) -> None:
    duel = DuelView(None, None, BlowView(0.05, (0, 2), blows), None)
    (words,) = duel_words(duel, palette("default"))
    assert "".join(text for text, _ in words) == f"It hits you 5% for 0-2, {told}"


@pytest.mark.parametrize(
    ("is_player", "facts", "told"),
    [
        (True, {Eats(): 1.0}, "you: eat"),
        (True, {Pays(5): 1.0, Dies(): 0.5}, "you: lose 5 gold, then die 50%"),
        (False, {Eats(): 1.0, Dies(): 0.5}, "Goblin: eats, then dies 50%"),
        (True, {Driven(3): 1.0}, "you: driven 3 tiles"),
    ],
)
def test_the_player_is_told_of_as_you(
    *, is_player: bool, facts: dict[Fact, float], told: str
) -> None:
    view = CreatureView(
        1, "Goblin", "g", (255, 0, 0), (5, 5), statuses=(), carries=(), traits=(),
        hp=9, max_hp=9, level=1, hostile=not is_player, is_player=is_player,
    )  # fmt: skip
    seen = Forecast(outcomes={1: Outcome(facts=facts)})
    (words,) = consequences(seen, {1: view}, {}, palette("default"))
    assert "".join(text for text, _ in words) == told
