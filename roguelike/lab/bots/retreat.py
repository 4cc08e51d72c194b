"""Habits of survival: avoid what is too strong, leave in time, and fight where few enemies can attack.

The place where a dreaded creature was last seen is never forgotten: it may be near even if it is out of sight.

Running away: to stairs that can be reached before the enemies, or to where they are farthest behind.
"""

from collections.abc import Iterator, Sequence

import esper
import numpy as np

from roguelike.actions import senses, shooting
from roguelike.components import vitals
from roguelike.core import paths, sight
from roguelike.core.geometry import Point, steps_between
from roguelike.core.rng import Stream
from roguelike.effects import displacement, quiet
from roguelike.engine.autopilot import explore
from roguelike.engine.play.commands import Action, Pass, Step, TakeStairs, UseItem
from roguelike.engine.session import Session
from roguelike.lab.bots import appraisal, item_habits
from roguelike.lab.bots.roaming import descend, known_floor, ways_down
from roguelike.lab.bots.spellcasting import affordable_with
from roguelike.world import ecs, space
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Game

STAIRS_NEAR = 25
"""Most steps to stairs that the bot walks to leave a bad fight."""
FLIGHT_STEPS = 30
"""Most steps that the bot runs from an enemy."""
BEHIND_TURNS = 12
"""Turns for which a hunting enemy that is out of sight is still counted."""
HOPELESS = 1.1
"""Estimated cost of a fight, in shares of hit points, above which the bot runs even from adjacent enemies."""


def to_stairs(session: Session, within: int = STAIRS_NEAR) -> Iterator[Action]:
    """Take the stairs underfoot, or head for stairs that no enemy reaches first, those up before those down."""
    game, here = session.game, session.here
    for way in (-1, 1):
        stairs = explore.known_stairs(game, way)
        if here in stairs and not all_follow(game):
            yield TakeStairs(way)
        for spot in stairs:
            mine = _field(game, [spot]).distance(here, within)
            if mine and mine + 1 < soonest(game, spot):
                yield from _steps(game, spot)


def all_follow(game: Game) -> bool:
    """Return whether all who hunt the player are adjacent, and would come along at once: others come one by one."""
    return bool(appraisal.hunting(game)) and len(appraisal.pressing(game)) == len(
        appraisal.hunting(game)
    )


def is_outrun(game: Game) -> bool:
    """Return whether an adjacent hunting enemy is faster than the player: running then only gives it free blows."""
    own = stats_of(game.player).slowness
    return any(stats_of(foe).slowness < own for foe in appraisal.pressing(game))


def soonest(game: Game, spot: Point) -> int:
    """Return the steps that the nearest hunting enemy needs to a tile; FLIGHT_STEPS * 4 if none can reach it."""
    field, far = _field(game, [spot]), 4 * FLIGHT_STEPS
    ways = [
        field.distance(cell, far) for foe in appraisal.hunting(game) for cell in space.cells_of(foe)
    ]
    return min((steps for steps in ways if steps is not None), default=far)


def away_from(
    session: Session, enemies: Sequence[int], ground: sight.Mask | None = None
) -> Iterator[Action]:
    """Run to the tile farthest from some enemies, of those on `ground` that the player reaches before them."""
    game, here = session.game, session.here
    ground = known_floor(game) if ground is None else ground
    mine = paths.DistanceField(paths.to_bits(ground), game.level.width, [here])
    theirs = _field(game, [cell for foe in enemies for cell in space.cells_of(foe)])
    best, place = theirs.distance(here) or 0, here
    for spot in sight.points(ground & explore.known_ground(game)):
        steps = mine.distance(spot, FLIGHT_STEPS)
        behind = theirs.distance(spot, 2 * FLIGHT_STEPS)
        if steps is not None and behind is not None and steps < behind and behind > best:
            best, place = behind, spot
    step = (
        explore.step_toward(game, [place], ground & explore.known_ground(game))
        if place != here
        else None
    )
    yield from (step,) if step is not None else ()


class Flight:
    """Runs from fights that cannot be won, even while the hunters are out of sight for a moment."""

    def __init__(self, nerve: appraisal.Nerve | None = None) -> None:
        """Start with no hunters: `_seen` is the turn in which each was last seen hunting."""
        self._nerve = nerve or appraisal.Nerve()
        self._seen: dict[int, int] = {}

    def flee(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Run, even from adjacent enemies: at equal speed they seldom catch up. From faster ones, only to stairs."""
        game, visible = session.game, appraisal.hunting(session.game)
        self._seen |= dict.fromkeys(visible, game.turn)
        near = [foe for foe in self._seen if self._is_behind(game, foe)]
        if self._nerve.danger(game, near) > HOPELESS:
            yield from to_stairs(session, 2 * FLIGHT_STEPS)
            yield from away_from(session, visible) if visible and not is_outrun(game) else ()

    def _is_behind(self, game: Game, foe: int) -> bool:
        """Return whether an enemy hunted the player a moment ago, and may still do so."""
        fresh = game.turn - self._seen[foe] <= BEHIND_TURNS
        return (
            fresh and esper.entity_exists(foe) and foe not in game.dead and space.is_here(game, foe)
        )


def _field(game: Game, goals: Sequence[Point]) -> paths.DistanceField:
    """Return the distances to some tiles from everywhere on known ground."""
    return paths.DistanceField(paths.to_bits(known_floor(game)), game.level.width, goals)


def _steps(game: Game, spot: Point) -> Iterator[Step]:
    """Yield the step toward a tile, around creatures in view."""
    step = explore.step_toward(game, [spot], explore.known_ground(game))
    if step is not None:
        yield step


SHAKEN, DOOMED = 0.5, 0.3
"""Shares of hit points below which the bot leaves if it can, and below which it leaves by any means."""
UNEQUAL = 0.9
"""Estimated cost of a fight above which the bot looks for a better place to fight, or avoids it."""
BERTH = 9
"""Distance in tiles that the bot keeps from places where something dreaded was seen."""
FAR = 80
"""Most steps to stairs that the bot walks to get away from what it dreads."""
RESTED = 0.6
"""Share of hit points and mana below which the bot rests rather than attack sleepers."""
LATELY = 30
"""For how many turns the bot remembers where it was."""
NEAR = 2.0
"""Tiles within which an enemy counts as having arrived."""
CROWD = 3
NOOK_STEPS = 5


class Caution:
    """Avoids creatures that are too strong, and remembers where they were seen."""

    def __init__(self, nerve: appraisal.Nerve | None = None) -> None:
        """Start with no place remembered.

        `_met` and `_dreaded` are where enemies were last seen, by (depth, enemy); `_lately` is where the bot was
        in the last turns with something too strong in view, or on ways about it.
        """
        self._nerve = nerve or appraisal.Nerve()
        self._met: dict[tuple[int, int], Point] = {}
        self._dreaded: dict[tuple[int, int], Point] = {}
        self._lately: dict[int, Point] = {}

    def watch(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Remember where something too strong is; proposes no command."""
        game = session.game
        seen = appraisal.foes(game)
        self._met |= {(game.depth, foe): space.cells_of(foe)[0] for foe in seen}
        company = seen if appraisal.hunting(game) else self._company(game, seen)
        lair = (
            not appraisal.hunting(game) and self._nerve.danger(game, company, rested=True) > UNEQUAL
        )
        for foe in company:
            if lair or self._nerve.danger(game, [foe], rested=True) > appraisal.DREADFUL:
                self._dreaded[game.depth, foe] = self._met[game.depth, foe]
            else:
                self._dreaded.pop((game.depth, foe), None)
        if any((game.depth, foe) in self._dreaded for foe in seen):
            self._dare_if_dithering(session)
        yield from ()

    def _company(self, game: Game, seen: Sequence[int]) -> list[int]:
        """List some enemies, and others on this level who were last seen near them."""
        places = [self._met[game.depth, foe] for foe in seen]
        return [
            foe
            for (depth, foe), spot in self._met.items()
            if depth == game.depth
            and any(steps_between(spot, place) <= BERTH for place in places)
            and esper.entity_exists(foe)
            and foe not in game.dead
        ]

    def _dare_if_dithering(self, session: Session) -> None:
        """Note where the bot is, and stop avoiding what is too strong if that is the same place again and again."""
        now = session.game.turn
        self._lately = {turn: at for turn, at in self._lately.items() if now - turn <= LATELY}
        self._lately[now] = session.here
        if [*self._lately.values()].count(session.here) > LATELY // 3:
            self._dare(session.game)

    def _dare(self, game: Game) -> None:
        """Stop avoiding what is too strong, for example after walking back and forth in front of it."""
        self._nerve.harden(game)
        self._dreaded.clear()
        self._lately.clear()

    def _ground(self, game: Game) -> sight.Mask:
        """Return the known ground out of reach of what is too strong, or at least no nearer to it than the bot is."""
        known, here = explore.known_ground(game), space.point_of(game.player) or (0, 0)
        for (depth, _), (x, y) in self._dreaded.items():
            if depth == game.depth:
                berth = max(0, min(BERTH, steps_between(here, (x, y)) - 1))
                known[max(0, x - berth) : x + berth + 1, max(0, y - berth) : y + berth + 1] = False
        return known

    def _is_afraid(self, game: Game) -> bool:
        """Return whether anything too strong is known on this level."""
        return any(depth == game.depth for depth, _ in self._dreaded)

    def explore(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Explore at a safe distance from what is too strong; then go to the stairs."""
        game = session.game
        ground = self._ground(game) if self._is_afraid(game) else None
        if action := explore.next_exploring(game, ground):
            if ground is not None:
                self._dare_if_dithering(session)
            yield action
        if ground is not None:
            stairs = ways_down(game)
            if session.here in stairs:
                yield TakeStairs(1)
            if step := explore.step_toward(game, stairs, ground):
                yield step

    def take_heart(self, session: Session, rng: Stream) -> Iterator[Action]:
        """With nothing else left to do, stop avoiding what is too strong; proposes no command."""
        if self._is_afraid(session.game):
            self._dare(session.game)
        yield from ()

    def shrink_back(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Move away from what is too strong, and explore elsewhere; if it comes, head for the stairs."""
        game = session.game
        dreaded = [foe for foe in appraisal.foes(game) if (game.depth, foe) in self._dreaded]
        if any(foe in dreaded for foe in appraisal.hunting(game)):
            yield from to_stairs(session, FAR)
        if dreaded and not appraisal.hunting(game) and not _is_tired(game):
            yield from self.explore(session, rng)
        if dreaded and not appraisal.pressing(game):
            yield from away_from(session, dreaded, self._ground(game))
        if dreaded and not appraisal.hunting(game):
            yield from self.explore(session, rng)
            yield from descend(session, rng)

    def leave(self, session: Session, rng: Stream) -> Iterator[Action]:
        """In an unequal fight go to the stairs, and take them if that leaves some of the enemies behind."""
        game = session.game
        against = appraisal.hunting(game)
        if self._nerve.danger(game, against) <= UNEQUAL:
            return
        near = appraisal.pressing(game)
        on_stairs = any(session.here in explore.known_stairs(game, way) for way in (-1, 1))
        if on_stairs:
            if len(near) < len(against) and (len(near) > 1 or appraisal.health(game) <= SHAKEN):
                yield from to_stairs(session)
        elif not near or appraisal.health(game) <= SHAKEN:
            yield from to_stairs(session)


def vanish(session: Session, rng: Stream) -> Iterator[Action]:
    """About to die, teleport by scroll or spell."""
    game = session.game
    if appraisal.health(game) > DOOMED or appraisal.danger(game, appraisal.hunting(game)) < UNEQUAL:
        return
    yield from (UseItem(item) for item in item_habits.known_uses(game, displacement.Teleport))
    yield from affordable_with(game, displacement.Teleport)


def back_to_the_wall(session: Session, rng: Stream) -> Iterator[Action]:
    """Outnumbered and with nobody adjacent yet, step to a tile that fewer enemies can attack."""
    game, here = session.game, session.here
    against = appraisal.hunting(game)
    if len(against) < CROWD or appraisal.pressing(game):
        return
    ground = known_floor(game)
    field = paths.DistanceField(paths.to_bits(explore.known_ground(game)), game.level.width, [here])
    reach = range(-NOOK_STEPS, NOOK_STEPS + 1)
    best = (_openings(ground, here), 0, here)
    for spot in ((here[0] + dx, here[1] + dy) for dx in reach for dy in reach):
        if not game.level.contains(spot) or not ground[spot]:
            continue
        steps = field.distance(spot, NOOK_STEPS)
        if steps is not None and steps + 1 < soonest(game, spot):
            best = min(best, (_openings(ground, spot), steps, spot))
    if best[0] + 2 <= _openings(ground, here):
        step = explore.step_toward(game, [best[2]], explore.known_ground(game))
        yield from (step,) if step is not None else ()


def _openings(ground: sight.Mask, spot: Point) -> int:
    """Count the tiles from which a creature on a tile can be attacked."""
    x, y = spot
    return int(np.count_nonzero(ground[max(0, x - 1) : x + 2, max(0, y - 1) : y + 2])) - 1


def withdraw(session: Session, rng: Stream) -> Iterator[Action]:
    """When weak and everybody in view is asleep, go out of their sight to rest."""
    game = session.game
    enemies = appraisal.foes(game)
    if enemies and _is_tired(game) and not appraisal.awake(game) and not appraisal.is_hungry(game):
        yield from away_from(session, enemies)


def _is_tired(game: Game) -> bool:
    """Return whether the bot should rest before going on, and rest is to be had."""
    pools, left = ecs.get(game.player, vitals.Pools), quiet.quiet_left(game)
    drained = pools.mana < pools.max_mana * RESTED
    return bool((appraisal.health(game) < RESTED and left.hp) or (drained and left.mana))


class Patience:
    """Waits for approaching enemies, for a limited number of turns."""

    def __init__(self) -> None:
        """Start with no enemy: `_last` is (enemy, distance in tiles) at the last wait."""
        self._last: tuple[int, float] = (0, 0.0)

    def wait(self, session: Session, rng: Stream) -> Iterator[Action]:
        """Let an enemy spend its own turns approaching, so that the bot strikes first. Archers are not waited for."""
        game = session.game
        enemies = appraisal.awake(game)
        if not enemies or shooting.missile_attack(enemies[0]) is not None:
            return
        foe, away = enemies[0], senses.distance_between(game.player, enemies[0])
        coming = foe != self._last[0] or away < self._last[1]
        self._last = (foe, away)
        if away > NEAR and coming:
            yield Pass()
