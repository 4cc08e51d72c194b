"""A forecast leaves no mark on the game, whatever goes wrong in it, and asks nothing twice."""

from random import Random

import pytest

from roguelike.actions import acting, item_use
from roguelike.components import items, magic
from roguelike.core.effect import Effect
from roguelike.core.formula import Dice
from roguelike.effects import damage, elements, registry
from roguelike.effects.foresight.foreseen import Foreseen, is_foreseen, note_foreseen
from roguelike.effects.foresight.sampler import FIRST
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.lab.campaigns.marks import marks
from roguelike.testing import Arena
from roguelike.world import changes, ecs
from roguelike.world.game import Cause
from tests.halls import Stage
from tests.random_effects import made_up
from tests.rooms import Draw, inflict, unchanged

SCENE = '''
###############
#...."""".~~..#
#@.g."o"".~~+.#
#..k.""""..F..#
###############
'''


CURSED = "Ring of Butterfingers"


def scroll_with(arena: Arena, kind: type[Effect]) -> int:
    """Give the player a scroll that has an effect, burns and wounds, and has it again.

    What lands on a thing is all that its scroll does, and there is a thing of every sort for it.
    """
    game, player = arena.game, arena.player
    scroll = arena.give(player, "Magic Missile Scroll")
    game.identified.update(("Magic Missile Scroll", CURSED))
    made = made_up(kind, Random(kind.key), game)
    use = magic.Use(
        magic.Delivery("point", range=8, radius=1),
        (made, elements.Kindle("Fire"), damage.Damage(Dice(2, 6)), made),
    )
    if kind.lands_on == "item":
        use = magic.Use(effects=(made,))
        arena.give(player, "Health Potion")
        arena.give(player, CURSED)
        ecs.get(arena.give(player, "Rod of Venom"), items.Charges).left = 0
    ecs.attach(scroll, use)
    return scroll


@pytest.mark.parametrize(
    "kind", sorted(registry.HANDLERS, key=lambda kind: kind.key), ids=lambda kind: kind.key
)
def test_a_fault_in_any_handler_leaves_no_mark(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, kind: type[Effect]
) -> None:
    """The first of its calls fails, or the last.

    What no forecast shows, as blood, is called too: a use is rehearsed first to see whether there is a point in it.
    """
    arena = stage(SCENE, {"k": "Kobold", "F": "Firecap Mushroom"}, hp=6)
    arena.set_pools(arena.player, hp=3)
    game = arena.game
    use = item_use.UseItem(scroll_with(arena, kind), (6, 2))
    act = acting.answered(use, game.player, game)
    before = marks(game, caches=True)
    handler = registry.HANDLERS[kind]
    calls = failing = 0

    def faulty(effect: Effect, hit: registry.Hit, game: object) -> None:
        nonlocal calls
        handler(effect, hit, game)
        calls += 1
        if calls == failing:
            raise ZeroDivisionError

    monkeypatch.setitem(registry.HANDLERS, kind, faulty)
    assert foresee(game, game.player, act, FIRST).refused is None
    assert calls
    assert marks(game, caches=True) == before
    for which in (1, calls):
        calls, failing = 0, which
        with pytest.raises(ZeroDivisionError):
            foresee(game, game.player, act, FIRST)
        assert marks(game, caches=True) == before


def test_a_forecast_in_the_middle_of_things(draw: Draw) -> None:
    arena = draw("######\n#@og.#\n######", knows="Blast")
    goblin = arena.find("Goblin")
    inflict(arena, "damage", goblin, amount=99)
    with unchanged(arena):
        foreseen = arena.forecast("Blast", (2, 1))
        assert goblin not in foreseen.outcomes


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
