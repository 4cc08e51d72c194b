"""A forecast leaves no mark on the game, whatever goes wrong in it, and asks nothing twice."""

from contextlib import suppress

import pytest

from roguelike.effects import damage, registry
from roguelike.effects.foresight.foreseen import Foreseen, is_foreseen, note_foreseen
from roguelike.lab.campaigns.marks import marks
from roguelike.testing.catalogs import catalog_for
from roguelike.world import changes
from roguelike.world.game import Cause
from tests.halls import Stage
from tests.rooms import Draw, fingerprint, inflict, lost

SCENE = '''
###############
#...."""".~~..#
#@.g."o"".~~+.#
#..k.""""..F..#
###############
'''


@pytest.mark.parametrize(
    "others",
    [
        pytest.param((), id="its own"),
        pytest.param(("Zap", "Kindling"), id="others", marks=pytest.mark.soak),
    ],
)
@pytest.mark.parametrize("kind", sorted(registry.HANDLERS, key=lambda kind: kind.__name__))
def test_a_fault_in_any_handler_leaves_no_mark(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, kind: type, others: tuple[str, ...]
) -> None:
    arena = stage(SCENE, {"k": "Kobold", "F": "Firecap Mushroom"}, hp=6)
    arena.set_pools(arena.player, hp=3)
    tried = [*others] or spells_with(kind) or ["Zap", "Kindling"]
    for spell in tried:
        arena.teach(spell)
    before = marks(arena.game, caches=True)
    handler = registry.HANDLERS[kind]

    def faulty(effect: object, hit: registry.Hit, game: object) -> None:
        handler(effect, hit, game)
        raise ZeroDivisionError

    monkeypatch.setitem(registry.HANDLERS, kind, faulty)
    for spell in tried:
        for aim in ((3, 2), (6, 2)):
            with suppress(ZeroDivisionError):
                arena.forecast(spell, aim)
            assert marks(arena.game, caches=True) == before


def spells_with(kind: type) -> list[str]:
    """List up to two spells that have an effect of some kind."""
    spells = catalog_for(None).spells
    return [
        name for name in sorted(spells) if any(type(e) is kind for e in spells[name].use.effects)
    ][:2]


def test_a_fault_in_a_handler_leaves_no_mark(draw: Draw, monkeypatch: pytest.MonkeyPatch) -> None:
    arena = draw("#######\n#@og..#\n#######")
    arena.teach("Blast")
    before = fingerprint(arena)
    known = registry.HANDLERS[damage.Damage]
    calls = []

    def faulty(effect: damage.Damage, hit: registry.Hit, game: object) -> None:
        calls.append(hit.target)
        if len(calls) == 2:
            raise ZeroDivisionError
        known(effect, hit, game)

    monkeypatch.setitem(registry.HANDLERS, damage.Damage, faulty)
    with pytest.raises(ZeroDivisionError):
        arena.forecast("Blast", (2, 1))
    monkeypatch.setitem(registry.HANDLERS, damage.Damage, known)
    assert fingerprint(arena) == before
    assert lost(arena.cast("Blast", (2, 1)).trace, arena.find("Ogre")) == 6


def test_a_forecast_in_the_middle_of_things(draw: Draw) -> None:
    arena = draw("######\n#@og.#\n######")
    arena.teach("Blast")
    goblin = arena.find("Goblin")
    inflict(arena, "damage", goblin, amount=99)
    before = fingerprint(arena)
    foreseen = arena.forecast("Blast", (2, 1))
    assert goblin not in foreseen.outcomes
    assert fingerprint(arena) == before


USE = Foreseen(7, "Zap", (3, 1))


def test_it_holds_for_this_very_use_alone(draw: Draw) -> None:
    """Another user, spell or tile is asked about anew."""
    game = draw("@...").game
    note_foreseen(game, USE)
    assert is_foreseen(game, USE)
    for other in (Foreseen(8, "Zap", (3, 1)), Foreseen(7, "Web", (3, 1)), Foreseen(7, "Zap", None)):
        assert not is_foreseen(game, other)


def test_it_holds_until_the_next_change(draw: Draw) -> None:
    """Whatever changes may be what made the use pointless."""
    game = draw("@...").game
    note_foreseen(game, USE)
    changes.move(game, game.player, (2, 1), Cause("a shove"))
    assert not is_foreseen(game, USE)
