"""Ten thousand random effects on random boards: nothing breaks, nobody is half dead, and undoing leaves no trace.

The short form runs with every test run; the long one with `-m soak`.
"""

from random import Random
from typing import Any

import pytest

from roguelike.components.items import Pack
from roguelike.components.statuses import StatusEffect, Statuses
from roguelike.components.vitals import Pools
from roguelike.core.effect import Effect
from roguelike.core.geometry import Point
from roguelike.core.rng import Stream
from roguelike.effects.dispatch import drain
from roguelike.effects.hazards import run_hazards
from roguelike.effects.rehearsal import rehearse
from roguelike.effects.unleash import Unleash
from roguelike.engine.turn import bury
from roguelike.raws.effects import kinds, slots_of
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.game import NOBODY, Area, Cause, Game, Several, Single, Spot, Targets
from roguelike.world.space import point_of
from tests.magic.halls import afflict

GROUND = '......"",,~~##'
FOLK = (
    "Goblin",
    "Orc",
    "Rat",
    "Rock Golem",
    "Firecap Mushroom",
    "Sporecap Mushroom",
    "Black Dragon",
    "Dark Elf",
)
THINGS = (
    "Door",
    "Bear Trap",
    "Landmine",
    "Altar",
    "Watch Fire",
    "Health Potion",
    "Rod of Venom",
    "Dagger",
)
WIDTH, HEIGHT = 12, 8
EFFECTS_A_BOARD = 25
SECTIONS = {"mob": "mobs", "hazard": "hazards", "status": "statuses", "element": "elements"}
ELEMENTS = ("fire", "cold", "lightning", "acid", "poison", "arcane", "holy", "shadow", "water", "")


def board(rng: Random) -> Arena:
    """Draw a closed hall of mixed ground, and people it."""
    rows = [[rng.choice(GROUND) for _ in range(WIDTH)] for _ in range(HEIGHT)]
    rows[3][5] = "@"
    inner = "\n".join("#" + "".join(row) + "#" for row in rows)
    edge = "#" * (WIDTH + 2)
    arena = Arena.from_ascii(f"{edge}\n{inner}\n{edge}", seed=rng.randrange(10**6))
    for _ in range(14):
        x, y = rng.randint(1, WIDTH - 1), rng.randint(1, HEIGHT - 1)
        name = rng.choice(FOLK if rng.random() < 0.6 else THINGS)
        cells = [(x + i, y + j) for i in (0, 1) for j in (0, 1)]
        level = arena.game.level
        if all(level.walkable[cell] and not level.at.get(cell) for cell in cells):
            arena.spawn(name, x, y)
    return arena


def anything(field: str, read: Any, rng: Random, game: Game) -> Any:
    """Make up a value for a field of an effect."""
    choices: dict[str, list[Any]] = {
        "mob": ["Rat", "Orc"],
        "hazard": ["Fire", "Poison Gas", "Web", "Reproachful Rune", "Acid Pool"],
        "status": [*game.content.compiled.statuses],  # type: ignore[attr-defined]
        "element": [*ELEMENTS],
        "spell": ["Zap", "Falling Sky"],
        "amount": [0, 1, 5, "2d6", "3d4+1", 200],
        "damage": [0, 1, 3],
        "strength": [0, 1, 3],
        "penalty": [-3, 2, 10],
    }
    for value in rng.sample(options := choices.get(field, [1, 3, 0.5, True, "x"]), len(options)):
        try:
            return read(value)
        except ValueError:
            continue
    return None


def random_effect(rng: Random, game: Game) -> Effect:
    """Make any effect that data can write, or let loose any spell of the book."""
    if rng.random() < 0.4:
        spells = game.content.compiled.spells  # type: ignore[attr-defined]
        use = spells[rng.choice(sorted(spells))].use
        aim = (rng.randint(1, WIDTH), rng.randint(1, HEIGHT)) if use.delivery.aimed else None
        return Unleash(use, aim, {"power": float(rng.randint(0, 9)), "level": 1.0})
    kind = rng.choice(sorted(set(kinds().values()), key=lambda each: each.key))
    values = {
        slot.name: anything(slot.name, slot.read, rng, game)
        for slot in slots_of(kind) or ()
        if slot.required or rng.random() < 0.3
    }
    return kind(**{name: value for name, value in values.items() if value is not None})


def random_targets(rng: Random, game: Game, effect: Effect) -> Targets:
    """Pick somebody, some, a tile or some tiles."""
    if effect.lands_on == "item":
        return Single(rng.choice([entity for entity, _ in ecs.with_component(Pack)]))
    everything = sorted({entity for here in game.level.at.values() for entity in here})

    def tile() -> Point:
        return (rng.randint(1, WIDTH), rng.randint(1, HEIGHT))

    roll = rng.random()
    if roll < 0.5 or isinstance(effect, Unleash):
        return Single(rng.choice(everything))
    if roll < 0.65:
        return Several(tuple(rng.sample(everything, min(3, len(everything)))))
    if roll < 0.8:
        return Spot(tile())
    spares = rng.choice(("nobody", "self", "friends"))
    return Area(tuple({tile() for _ in range(6)}), spares)  # type: ignore[arg-type]


def check(game: Game) -> None:
    """Hold the world to what must always be so."""
    assert not game.queue
    for entity, pools in ecs.with_component(Pools):
        assert 0 <= pools.hp <= pools.max_hp
        assert 0 <= pools.mana <= pools.max_mana
        if pools.hp < 1:
            assert entity in game.dead, "somebody is half dead"
        if entity in game.dead:
            assert not any(entity in here for here in game.level.at.values())
    for status, state in ecs.with_component(StatusEffect):
        if status not in game.dead and state.target not in game.dead:
            assert status in ecs.get(state.target, Statuses).entities
    for cell, entity in game.level.blockers.items():
        assert entity not in game.dead
        assert entity in game.level.at[cell]
    for cell, here in game.level.at.items():
        assert len(here) == len(set(here))
        assert all(game.level.contains(cell) for _ in here)


def afflicted_effects(seed: int) -> int:
    """Play random effects on one board, each first undone and then done; returns how many changed anything."""
    rng = Random(seed)
    changed = 0
    with board(rng) as arena:
        game = arena.game
        for _ in range(EFFECTS_A_BOARD):
            if game.player in game.dead:
                break
            living = [
                entity for entity, _ in ecs.with_component(Pools) if point_of(entity) is not None
            ]
            source = rng.choice([NOBODY, game.player, *living])
            effect = random_effect(rng, game)
            targets = random_targets(rng, game, effect)
            if isinstance(effect, Unleash) and source == NOBODY:
                source = game.player
            before = arena.state_hash()
            stream = Stream(seed, "undone")

            def push(
                effect: Effect = effect, targets: Targets = targets, source: int = source
            ) -> None:
                game.push(effect, targets, source, Cause("a test", source))

            def act() -> str | None:
                push()
                return None

            rehearse(game, act, stream, lambda refusal, changes: None)
            assert arena.state_hash() == before, effect
            start = len(game.trace)
            push()
            drain(game)
            changed += len(game.trace) > start
            check(game)
            if rng.random() < 0.3:
                run_hazards(game)
                check(game)
            if rng.random() < 0.2:
                bury(game)
                game.trace.clear()
                check(game)
    return changed


@pytest.mark.parametrize("seed", range(40))
def test_a_thousand_random_effects_break_nothing(seed: int) -> None:
    afflicted_effects(seed)


def test_they_do_something() -> None:
    assert sum(afflicted_effects(seed) for seed in range(100, 110)) > 100


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1_000, 1_440))
def test_ten_thousand_random_effects_break_nothing(seed: int) -> None:
    afflicted_effects(seed)


def test_a_status_on_the_dying_is_gone_with_them() -> None:
    with Arena.from_ascii("#####\n#@.g#\n#####", {"g": "Goblin"}) as arena:
        goblin = arena.find("Goblin")
        afflict(arena, goblin, "Burning", 9, 100)
        arena.wait(1)
        assert not arena.alive(goblin)
        arena.wait(1)
        assert not [
            state for _, state in ecs.with_component(StatusEffect) if state.target == goblin
        ]
