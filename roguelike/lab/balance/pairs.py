"""`roguelike balance --pairs`: which two casts in a row give more for their mana than the best single spell.

What is set up should pay more than what is thrown. Measured by the rules themselves, in a rehearsal that is undone: two
casts and the turns after them, against four foes who stand close together and do nothing, with a wall not far behind.
They stand in a fire as long as the law of prices assumes, and are tough enough to die of nothing: only hit points count
here, and turns taken from them are worth nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from statistics import mean

import numpy as np

from roguelike.actions import acting, spell_use
from roguelike.commands.pricing import STOOD_TURNS
from roguelike.components import actors, magic, vitals
from roguelike.core.geometry import Point
from roguelike.core.records import Record
from roguelike.core.rng import Stream
from roguelike.effects import dispatch, upkeep
from roguelike.effects.foresight.rehearsal import rehearse
from roguelike.engine.play.dungeon import travel
from roguelike.engine.session import Session
from roguelike.world import changes, ecs, figures, spawning
from roguelike.world.catalog import Catalog
from roguelike.world.game import Change, Game
from roguelike.world.level import Level
from roguelike.world.terrain import Tile

LEVEL, FOE, TOUGH_HP, MANA = 8, "Smuggler", 5_000, 500
WIDTH, HEIGHT, DEPTH = 12, 11, 8
HERO: Point = (4, 5)
FOES: tuple[Point, ...] = ((7, 5), (8, 5), (7, 6), (8, 6))
AIMS: tuple[Point, ...] = ((7, 5), (8, 5))
SAMPLES = 4
PAYS = 1.5
"""A pair pays if it gives this many times what the best single spell does for its mana."""
SHOWN = 40


class Line(Record):
    """One cast or two, and the hit points that they take for each point of their mana."""

    casts: tuple[spell_use.Cast, ...]
    mana: int
    gives: float

    @property
    def names(self) -> str:
        """The spells in the order in which they are cast."""
        return " + ".join(each.spell for each in self.casts)


class PairHall:
    """The hall in which lines of casts are tried."""

    def __init__(self, catalog: Catalog) -> None:
        """Begin a game and people the hall."""
        self.catalog = catalog
        self.game = game = Session.start("pairs", catalog).game
        tiles = np.full((WIDTH, HEIGHT), Tile.WALL, np.uint8, order="F")
        tiles[1:-1, 1:-1] = Tile.FLOOR
        hall = game.levels[DEPTH] = Level(DEPTH, "The Hall", "default", tiles, entry=(1, 1))
        rng = Stream("pairs")
        for spot in FOES:
            spawning.spawn(game, "mobs", FOE, spot, DEPTH, rng)
        travel(game, DEPTH, HERO, followed=False)
        self.foes = frozenset(hall.blockers[spot] for spot in FOES)
        for foe in self.foes:
            pools = ecs.get(foe, vitals.Pools)
            pools.hp = pools.max_hp = TOUGH_HP
            ecs.get(foe, actors.Mind).awake = True
        self._prepare(game)

    def _prepare(self, game: Game) -> None:
        """Give the hero the level, its skill and mana to spare."""
        ecs.get(game.player, magic.KnownSpells).ready = None
        pools, skills = ecs.get(game.player, vitals.Pools), ecs.get(game.player, vitals.Skills)
        pools.level, pools.hp, pools.max_hp = LEVEL, TOUGH_HP, TOUGH_HP
        pools.mana = pools.max_mana = MANA
        skills.magic = figures.hero_skills(self.catalog, LEVEL).magic

    def line(self, *casts: spell_use.Cast) -> Line:
        """Measure some casts, one after the other."""
        known = ecs.get(self.game.player, magic.KnownSpells)
        # No more than these: knowing many of a school changes all of them.
        known.spells[:] = [self.game.spells[each.spell] for each in casts]
        mana = sum(self.catalog.spells[each.spell].mana_cost for each in casts)
        taken = mean(self._taken(casts, sample) for sample in range(SAMPLES))
        return Line(casts, mana, taken / mana)

    def _taken(self, casts: Sequence[spell_use.Cast], sample: int) -> float:
        """Return the hit points that the foes lose, by the dice of one sample."""
        game = self.game
        whose = frozenset((game.player, *self.foes))

        def act() -> None:
            """Cast, with a turn between, and let some turns pass."""
            for cast in casts:
                acting.attempt(cast, game.player, game)
                dispatch.drain(game)
                upkeep.world_turn(game, whose=whose)
            for _ in range(STOOD_TURNS - 1):
                upkeep.world_turn(game, whose=whose)

        return rehearse(game, act, Stream(f"pairs {sample}"), self._lost)

    def _lost(self, _refusal: str | None, trace: Sequence[Change]) -> float:
        """Add up what the foes lost."""
        return sum(
            change.before - change.after
            for change in trace
            if type(change) is changes.PoolChanged
            and change.pool == "hp"
            and change.entity in self.foes
        )

    def best(self, *names: str) -> Line:
        """Return the best line of these spells, over all aims."""
        choices = [self._casts(name) for name in names]
        return max((self.line(*casts) for casts in product(*choices)), key=lambda line: line.gives)

    def _casts(self, name: str) -> list[spell_use.Cast]:
        """List the casts of a spell that are tried."""
        aimed = self.catalog.spells[name].use.delivery.aimed
        return (
            [spell_use.Cast(name, aim) for aim in AIMS] if aimed else [spell_use.Cast(name, None)]
        )


def spells_of(catalog: Catalog) -> list[str]:
    """List the spells that heroes have, which have schools, and that cost mana by themselves."""
    return [name for name, each in catalog.spells.items() if each.school and each.mana_cost]


def singles(hall: PairHall) -> list[Line]:
    """Measure every spell alone, the best first."""
    return sorted(map(hall.best, spells_of(hall.catalog)), key=lambda line: -line.gives)


def pairs(hall: PairHall) -> Iterator[Line]:
    """Measure every two different spells, one after the other."""
    names = spells_of(hall.catalog)
    yield from (hall.best(one, other) for one in names for other in names if one != other)


@ecs.passing_worlds()
def pair_table(catalog: Catalog) -> str:
    """Return the table: the best singles, then the pairs that give most, each with its share of the best single."""
    hall = PairHall(catalog)
    alone = singles(hall)
    bar = alone[0].gives
    found = sorted(pairs(hall), key=lambda line: -line.gives)
    paying = [line for line in found if line.gives >= PAYS * bar]
    lines = [f"Hit points for a point of mana, level {LEVEL}, four foes side by side.", ""]
    lines += [f"{line.gives:6.1f}        {line.names}" for line in alone[:8]]
    lines += ["", f"{len(paying)} pairs give {PAYS} times as much as the best single spell."]
    lines += [
        f"{line.gives:6.1f} {line.gives / bar:5.2f}  {line.mana:2}  {line.names}"
        for line in found[: max(SHOWN, len(paying))]
    ]
    return "\n".join([*lines, ""])
