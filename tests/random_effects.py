"""Boards and effects made up at random: any effect, with whatever data could write into it, on anybody or anything."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from pydantic import TypeAdapter

from roguelike.components import items, vitals
from roguelike.components.looks import Flash
from roguelike.core.effect import Effect
from roguelike.core.formula import Dice
from roguelike.core.geometry import Point
from roguelike.core.records import required_fields
from roguelike.effects import displacement, drops, particles, registry, unleash
from roguelike.raws.bridge import as_pydantic, keys_of
from roguelike.raws.deliveries import kinds
from roguelike.testing import Arena
from roguelike.world import ecs, space
from roguelike.world.game import NOBODY, Area, Game, Several, Single, Spot, Targets

WIDTH, HEIGHT = 12, 8
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
TRAPS = ("Bear Trap", "Landmine", "Altar", "Watch Fire")
BELONGINGS = ("Rod of Venom", "Health Potion", "Magic Missile Scroll", "Rations")
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
    # Some stand on what they have not trodden on yet.
    for creature in sorted(set(arena.game.level.blockers.values())):
        here = arena.position(creature)
        if here is not None and rng.random() < 0.4:
            arena.spawn(rng.choice(TRAPS), *here)
    for name in BELONGINGS:
        arena.give(arena.player, name)
    return arena


def tile(rng: Random) -> Point:
    """Pick a tile of a board."""
    return (rng.randint(1, WIDTH), rng.randint(1, HEIGHT))


def anything(field: str, read: Any, rng: Random, game: Game) -> Any:
    """Make up a value for a field of an effect."""
    choices: dict[str, list[Any]] = {
        "mob": ["Rat", "Orc"],
        "prop": ["Statue", "Door", "Altar"],
        "becomes": ["Statue", "Door"],
        "item": ["Health Potion", "Dagger"],
        "what": ["max_hp", "max_mana", "melee", "might"],
        "hazard": ["Fire", "Poison Gas", "Web", "Reproachful Rune", "Acid Pool"],
        "status": [*game.content.statuses],
        "pool": ["hp", "mana"],
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


def unwritten(rng: Random, game: Game) -> dict[type[Effect], Effect]:
    """Make one each of the effects that no data can write: what the rules push by themselves."""
    flash, path = Flash("*", (255, 0, 0), 100), tuple(tile(rng) for _ in range(3))
    owner = rng.choice([entity for entity, _ in ecs.with_component(vitals.Pools)])
    made = (
        particles.Burst(flash),
        particles.Trail(path, flash),
        particles.Projectile(path, flash),
        drops.Leave(
            owner,
            tile(rng),
            summoned=rng.random() < 0.5,
            credited=rng.choice((NOBODY, game.player)),
        ),
        spell_let_loose(rng, game),
        bolt_going_on(rng, game),
        displacement.Onward(
            (((here := tile(rng)), here), (tile(rng), here)), Dice(1, 4), held=rng.random() < 0.5
        ),
        displacement.Meet(rng.choice(sorted(game.level.blockers)), ((here, here),)),
    )
    return {type(each): each for each in made}


def bolt_going_on(rng: Random, game: Game) -> unleash.GoOn:
    """Let a bolt fly on from somebody whom it struck."""
    use = game.content.spells["Zap"].use
    struck = rng.choice(sorted(game.level.blockers))
    return unleash.GoOn(
        use, struck, (space.point_of(game.player) or struck, struck), {"power": 2.0, "level": 1.0}
    )


def spell_let_loose(rng: Random, game: Game) -> unleash.Unleash:
    """Let loose any spell of the book."""
    spells = game.content.spells
    use = spells[rng.choice(sorted(spells))].use
    aim = tile(rng) if use.delivery.aimed else None
    return unleash.Unleash(use, aim, {"power": float(rng.randint(0, 9)), "level": 1.0})


@cache
def reader(hint: Any) -> Callable[[object], Any]:
    """Return what reads a field of data."""
    return TypeAdapter(as_pydantic(hint)).validate_python


def made_up(kind: type[Effect], rng: Random, game: Game) -> Effect:
    """Make an effect of a kind, with whatever data could write into it."""
    if kind not in kinds().values() or kind is unleash.Unleash:
        return unwritten(rng, game)[kind]
    values = {
        name: anything(name, reader(hint), rng, game)
        for name, hint in keys_of(kind).items()
        if name in required_fields(kind) or rng.random() < 0.3
    }
    return kind(**{name: value for name, value in values.items() if value is not None})


def random_effect(rng: Random, game: Game) -> Effect:
    """Make any effect, or let loose any spell of the book."""
    if rng.random() < 0.4:
        return spell_let_loose(rng, game)
    return made_up(rng.choice(sorted(registry.HANDLERS, key=lambda each: each.key)), rng, game)


def random_targets(rng: Random, game: Game, effect: Effect) -> Targets:
    """Pick somebody, some, a tile or some tiles; a thing for what lands on things."""
    if effect.lands_on == "item":
        return Single(rng.choice([entity for entity, _ in ecs.with_component(items.Item)]))
    everything = sorted({entity for here in game.level.at.values() for entity in here})
    roll = rng.random()
    if roll < 0.5 or isinstance(effect, unleash.Unleash):
        return Single(rng.choice(everything))
    if roll < 0.65:
        return Several(tuple(rng.sample(everything, min(3, len(everything)))))
    if roll < 0.8:
        return Spot(tile(rng))
    spares = rng.choice(("nobody", "self", "friends"))
    return Area(tuple({tile(rng) for _ in range(6)}), spares)
