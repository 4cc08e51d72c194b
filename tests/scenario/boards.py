"""Random boards for laws: rooms with walls, creatures, traps and things, and somebody about to do magic."""

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from roguelike.testing import Arena
from roguelike.world.names import sees
from tests.testing.rooms import SPELLS, room

GROUND = "." * 24 + '###"",,~~'
FOLK = "rgokbfDFSPBRAM"
THINGS = "^m*aw!c+OV"
MORE = {"R": "Rich Rat", "A": "Salamander", "M": "Mage", "V": "Gas Vent"}
CASTABLE = (
    *sorted(row["name"] for row in SPELLS),
    "Zap", "Web", "Venom", "Acid Breath", "Explode", "ConfusionCloud", "PoisonCloud",
)  # fmt: skip
USABLE = (
    "Magic Missile Scroll", "Fireball Scroll", "Web Scroll", "Confusion Scroll", "Rod of Venom",
    "Rod of Fireballs", "Health Potion", "Mana Potion", "Poison Potion", "Slow Potion",
    "Haste Potion", "Strength Potion", "Rations", "Beginner's Magic", "Wand of Sparks",
    "Magic Mapping Scroll", "Identify Scroll", "Beer",
)  # fmt: skip


@dataclass(frozen=True)
class Board:
    """A drawing, a seed, and the hit points that creatures are left with, by id."""

    drawing: str
    seed: int
    wounds: tuple[int, ...] = ()

    def arena(self, *, minds: bool = False) -> Arena:
        """Draw it."""
        arena = room(self.drawing, MORE, seed=self.seed, minds=minds)
        arena.set_pools(arena.player, max_mana=9, mana=9)
        for creature, hp in zip(creatures(arena), self.wounds, strict=False):
            arena.set_pools(creature, hp=max(1, min(arena.max_hp(creature), hp)))
        return arena


def creatures(arena: Arena) -> list[int]:
    """List all that live, by id."""
    alive = arena.game.level.blockers.values()
    return sorted({entity for entity in alive if arena.max_hp(entity)})


def seen_by_player(arena: Arena) -> set[int]:
    """Return the creatures in view."""
    return {entity for entity in creatures(arena) if sees(arena.game, entity)}


def scatter(rng: Random, width: int, height: int, count: int, ground: str) -> str:
    """Draw a closed room with the player and up to `count` others in it."""
    rows = [[rng.choice(ground) for _ in range(width)] for _ in range(height)]
    taken: set[tuple[int, int]] = set()
    for place in range(count + 1):
        mark = "@" if place == 0 else rng.choice(FOLK if rng.random() < 0.75 else THINGS)
        x, y = rng.randrange(width), rng.randrange(height)
        side = 2 if mark == "D" else 1
        cells = {(x + i, y + j) for i in range(side) for j in range(side)}
        if cells & taken or x + side > width or y + side > height:
            continue
        taken |= cells
        for a, b in cells:
            rows[b][a] = "."
        rows[y][x] = mark
    inner = ("#" + "".join(row) + "#" for row in rows)
    return "\n".join(["#" * (width + 2), *inner, "#" * (width + 2)])


@st.composite
def boards(draw: st.DrawFn, *, ground: str = GROUND, most: int = 14) -> Board:
    """Make a random board; sizes and numbers shrink, contents follow from a seed."""
    seed = draw(st.integers(0, 1_000_000))
    rng = Random(seed)
    size = draw(st.tuples(st.integers(2, 10), st.integers(2, 7)))
    drawing = scatter(rng, *size, draw(st.integers(0, most)), ground)
    wounds = tuple(rng.choice((1, 2, 3, 5, 8, 13, 21, 100)) for _ in range(12))
    return Board(drawing, seed, wounds)


@st.composite
def aims(draw: st.DrawFn, arena: Arena) -> tuple[int, int]:
    """Choose a tile: mostly somebody's, at times any on the map or just off it."""
    spots = sorted(arena.game.level.blockers)
    if draw(st.integers(0, 9)) < 7:
        return draw(st.sampled_from(spots))
    width, height = arena.game.level.tiles.shape
    return draw(st.tuples(st.integers(-1, width), st.integers(-1, height)))
