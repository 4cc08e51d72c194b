"""What is set up pays: twelve pairs of casts give half as much again for their mana as the best single spell."""

from collections.abc import Iterator

import pytest

from roguelike.lab.balance.pairs import PAYS, PairHall, singles
from roguelike.testing.catalogs import catalog_for

PAIRS = (
    ("Drench", "Storm's Favourite"),
    ("Drench", "Ricochet"),
    ("Drench", "Quarrelsome Spark"),
    ("Lamp Oil", "Ember Dart"),
    ("Lamp Oil", "Hearth Unbound"),
    ("Lamp Oil", "Cinder Breath"),
    ("Lamp Oil", "Quarrelsome Spark"),
    ("Lamp Oil", "Ricochet"),
    ("Miasma", "Quarrelsome Spark"),
    ("Miasma", "Cinder Breath"),
    ("Miasma", "Ricochet"),
    ("Rune of Reproach", "Miasma"),
    ("Lullaby", "Falling Sky"),
    ("Winter's Yawn", "Rude Gesture"),
)


@pytest.fixture(scope="module")
def hall() -> Iterator[PairHall]:
    """Return the hall, emptied afterwards."""
    made = PairHall(catalog_for(None))
    yield made
    made.close()


def test_twelve_pairs_pay(hall: PairHall) -> None:
    hall.game.enter()
    bar = singles(hall)[0].gives
    paying = [pair for pair in PAIRS if hall.best(*pair).gives >= PAYS * bar]
    assert len(paying) >= 12, [(pair, hall.best(*pair).gives / bar) for pair in PAIRS]


def test_measuring_leaves_the_hall_as_it_was(hall: PairHall) -> None:
    hall.game.enter()
    first = hall.best("Lamp Oil", "Ember Dart")
    assert hall.best("Lamp Oil", "Ember Dart") == first
