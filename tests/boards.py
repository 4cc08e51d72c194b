"""Random boards for laws: rooms with walls, creatures, traps and things, and somebody about to do magic."""

from dataclasses import dataclass
from functools import cache
from random import Random

from hypothesis import strategies as st

from roguelike.components import bargains, magic
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import perception
from roguelike.world.catalog import Catalog
from tests.rooms import RULES, catalog, inflict, inflict_at, room

GROUND = "." * 24 + '###"",,~~'
FOLK = "rgokbfDFSPBRAM01234"
OFFERING = "567"
THINGS = "^m*aw!c+OV" + OFFERING
SUFFERED = (
    "Slowed", "Hasted", "Damage Over Time", "Shielded", "Brittle", "Bleeding", "Regrowing",
    "Faded", "Rooted", "Silenced", "Asleep", "Frozen", "Afraid", "Branded", "Confusion",
)  # fmt: skip
HAZARDS = ("Blaze", "Fumes")
OWN = {
    "o": "Orc", "f": "Mangy Wolf", "D": "Black Dragon", "B": "Firecap Mushroom", "O": "Statue", "c": "Statue",
    "R": "Bandit", "M": "Goblin Shaman", "A": "Cinder Hound", "V": "Landmine",
}  # fmt: skip
"""What stands in the game's own data for what only the rules' catalogue has."""
OWN_SUFFERED = (
    "Slowed", "Hasted", "Damage Over Time", "Shielded", "Bleeding", "Regenerating", "Invisible", "Silenced", "Asleep",
    "Frozen", "Feared", "Marked", "Confusion", "Burning",
)  # fmt: skip
OWN_HAZARDS = ("Fire", "Poison Gas")
MORE = {"R": "Rich Rat", "A": "Salamander", "M": "Mage", "V": "Gas Vent"}


@cache
def own_catalog() -> Catalog:
    """Load the game's own data once."""
    return catalog_for(None)


@cache
def spells() -> tuple[str, ...]:
    """List every spell there is."""
    return tuple(sorted(catalog().spells))


@cache
def usable() -> tuple[str, ...]:
    """List every item that can be used up."""
    return tuple(
        name
        for name in catalog().names("items")
        if any(isinstance(part, magic.Use) for part in catalog().templates("items", name))
    )


@cache
def fixtures() -> tuple[str, ...]:
    """List whatever offers something in the game's own data, and what a lever moves."""
    known = own_catalog()
    return (
        "Grating",
        *(
            name
            for name in sorted(known.names("props"))
            if any(isinstance(part, bargains.Bargain) for part in known.templates("props", name))
        ),
    )


any_spell = st.deferred(lambda: st.sampled_from(spells()))
any_usable = st.deferred(lambda: st.sampled_from(usable()))


@dataclass(frozen=True)
class Board:
    """A drawing, a seed, and the hit points that creatures are left with, by id."""

    drawing: str
    seed: int
    wounds: tuple[int, ...] = ()
    own: bool = False
    """Whether it is of the game's own data, and not of the rules' catalogue."""
    calm: bool = False
    """Whether nobody suffers anything yet, and nothing burns."""

    def arena(self, *, minds: bool = False) -> Arena:
        """Draw it."""
        known = own_catalog() if self.own else catalog()
        strangers = sorted(known.names("mobs"))
        folk = {str(n): strangers[(self.seed * 7 + n * 31) % len(strangers)] for n in range(5)}
        raws = None if self.own else RULES
        legend = {**MORE, **folk, **self._standing(), **(OWN if self.own else {})}
        arena = room(self.drawing, legend, raws=raws, seed=self.seed, minds=minds)
        arena.set_pools(arena.player, max_mana=60, mana=60)
        for creature, hp in zip(creatures(arena), self.wounds, strict=False):
            arena.set_pools(creature, hp=max(1, min(arena.max_hp(creature), hp)))
        if not self.calm:
            self._trouble(arena, Random(self.seed))
        return arena

    def _standing(self) -> dict[str, str]:
        """Return what stands where it is drawn: of the game's own data what offers something, by the seed."""
        if not self.own:
            return dict.fromkeys(OFFERING, "Pillar")
        names = fixtures()
        return {mark: names[(self.seed * 5 + int(mark)) % len(names)] for mark in OFFERING}

    def _trouble(self, arena: Arena, rng: Random) -> None:
        """Let some creatures suffer already, and some tiles burn."""
        for creature in creatures(arena):
            if rng.random() < 0.3:
                status = rng.choice(OWN_SUFFERED if self.own else SUFFERED)
                inflict(arena, "status", creature, status=status, strength=rng.randint(1, 9))
        for spot in rng.sample(sorted(arena.game.level.at), 1):
            if rng.random() < 0.4:
                inflict_at(
                    arena, "kindle", spot, hazard=rng.choice(OWN_HAZARDS if self.own else HAZARDS)
                )


def creatures(arena: Arena) -> list[int]:
    """List all that live, by id."""
    alive = arena.game.level.blockers.values()
    return sorted({entity for entity in alive if arena.max_hp(entity)})


def seen_by_player(arena: Arena) -> set[int]:
    """Return the creatures in view."""
    return {entity for entity in creatures(arena) if perception.sees(arena.game, entity)}


def scatter(rng: Random, width: int, height: int, count: int, ground: str) -> str:
    """Draw a closed room with the player and up to `count` others in it."""
    rows = [[rng.choice(ground) for _ in range(width)] for _ in range(height)]
    taken: set[tuple[int, int]] = set()
    for place in range(count + 1):
        mark = "@" if place == 0 else rng.choice(FOLK if rng.random() < 0.75 else THINGS)
        x, y = rng.randrange(width), rng.randrange(height)
        side = 2 if mark in "D01234" else 1
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
def boards(
    draw: st.DrawFn, *, ground: str = GROUND, most: int = 14, own: bool = False, calm: bool = False
) -> Board:
    """Make a random board; sizes and numbers shrink, contents follow from a seed."""
    seed = draw(st.integers(0, 1_000_000))
    rng = Random(seed)
    size = draw(st.tuples(st.integers(2, 10), st.integers(2, 7)))
    drawing = scatter(rng, *size, draw(st.integers(0, most)), ground)
    wounds = tuple(rng.choice((1, 2, 3, 5, 8, 13, 21, 100)) for _ in range(12))
    return Board(drawing, seed, wounds, own, calm)


@st.composite
def aims(draw: st.DrawFn, arena: Arena) -> tuple[int, int]:
    """Choose a tile: mostly somebody's, at times any on the map or just off it."""
    spots = sorted(arena.game.level.blockers)
    if draw(st.integers(0, 9)) < 7:
        return draw(st.sampled_from(spots))
    width, height = arena.game.level.tiles.shape
    return draw(st.tuples(st.integers(-1, width), st.integers(-1, height)))
