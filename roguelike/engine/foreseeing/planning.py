"""The plan, the tile, the fight: several own acts foreseen, each with everybody's answer.

All three rehearse as the reply does. A plan is a list of acts, and the danger of a tile is the plan to walk there. The
fight is one act, then a fixed way of fighting until nobody who is in view now is left, or for `MOST_TURNS`: it drinks,
reads and casts as the figures on the cards suggest, so that the same fight always comes to the same. Whoever plays it
so finds what was told; whoever plays better does better.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from math import hypot, sqrt
from operator import itemgetter

import esper

from roguelike.actions import acting, item_use, melee, moving, paying, senses, shooting, spell_use
from roguelike.components import actors, items, magic, vitals
from roguelike.core import trial_rolls
from roguelike.core.formula import NO_POWER, as_dice
from roguelike.core.geometry import DIRECTIONS, Point, distance_squared, steps_between
from roguelike.core.records import Record, replace
from roguelike.core.rng import CHECK_SIDES, Chance
from roguelike.effects import damage, healing
from roguelike.effects.foresight import sampler
from roguelike.effects.foresight.coming import Ahead
from roguelike.effects.foresight.forecast import Outcome, Spread
from roguelike.effects.foresight.foreseen import Weighed, weighed_since
from roguelike.effects.statuses import DamageOverTime
from roguelike.engine.foreseeing.counsel import (
    EVEN,
    MANA_WORTH,
    PIECE,
    QUICK,
    THOROUGH,
    Advice,
    Counsel,
    Sampling,
    once_at_least,
)
from roguelike.engine.foreseeing.played_turns import Played, Reply, chances_in, in_view, summary
from roguelike.engine.foreseeing.reply import (
    SAMPLES,
    Fork,
    OwnAct,
    Rehearsal,
    as_foreseen,
    as_known_now,
)
from roguelike.systems.ai.abilities import KILL_WORTH_HP
from roguelike.world import ecs, factions, known_level, perception, space
from roguelike.world.derived_stats import MIGHT, stats_of
from roguelike.world.game import Game
from roguelike.world.spells import ready_spells
from roguelike.world.terrain import STAIRS, Tile

MOST_TURNS = 15
"""How many turns of a fight are foreseen."""
RETREATS = 4
"""How many times walking away is rehearsed."""
LEAD_TILES = 8
"""Farther than so many from every enemy one has got away, even in plain sight."""
EVENLY = 8
"""How many futures are evenly spread among each other in a batch; if the first all end alike, no more are rehearsed."""
BEARABLE = 0.5
"""That is, if none costs more than this share of the hit points: of close ones some may be lost, however seldom."""
DANGER_FEW, DANGER_MANY, DANGER_NEAR, DANGER_CORNERS = 4, 8, 12, 2
"""How often a walk is rehearsed at once; at most as long as its figures are unsure, and if it is a single step; and how
often with extreme dice."""
DANGER_SURE = 0.04
"""The standard error, as a share of the hit points, up to which what a tile costs is sure."""
FEW_EQUALS = 4
"""After how many of the best commands, if they are equally good, the fight is foreseen."""
VICTORY_WORTH, DEATH_WORTH = 0.5, 5.0
"""Worth of winning the fight in view, and cost of death, as multiples of all hit points."""
HURT = 0.4
"""Share of hit points below which the fixed way of fighting heals."""
POISON_SHARE = 0.5
"""Share of what poison takes in all that counts as taken at once."""


# --- several own acts


class Plan:
    """Some own acts with everybody's answers between, that get more exact with every rehearsal."""

    def __init__(
        self,
        game: Game,
        acts: Sequence[OwnAct],
        most: int = SAMPLES,
        *,
        corners: int = sampler.EXTREMES,
        minds: bool = True,
        forks: Sequence[Fork] = (),
        name: str = "reply",
        weighed: Weighed | None = None,
    ) -> None:
        """Prepare to rehearse the acts at most `most` times, besides some `corners` with extreme rolls.

        After them each of the `forks` is tried from there, as a further act of its own, and so is each of theirs. Equal
        names give equal rolls.
        """
        self.acts = acts
        further = [len(acts) + depth for fork in forks for depth in fork.depths]
        self._passed = [*range(1, len(acts) + 1), *further]
        """How many turns have passed after each act."""
        self._game = game
        self._rehearsed = partial(
            Rehearsal,
            game,
            foreseeable(game, acts),
            minds=minds,
            persists=True,
            forks=forks,
            weighed=weighed or weighed_since(game),
        )
        self._ahead: list[Ahead] = []
        self._sampler = sampler.Sampler[Played](
            f"{game.seed}/{game.turn}/{name}", game.player, most, corners
        )

    @property
    def is_finished(self) -> bool:
        """Whether further rehearsals would add nothing."""
        return self._sampler.is_finished

    def refined(
        self, turns: int = sampler.ALL, more: sampler.More = sampler.forever
    ) -> list[Reply]:
        """Rehearse some more, as long as there is time for it; return the reply up to each act.

        An act that cannot be done when its turn comes is waited out; a reply is refused if that was so each time.
        """
        if self._game.player in self._game.dead:
            return [Reply(refused="You are dead.") for _ in self._passed]
        with as_known_now(self._game):
            self.rehearse(turns, more)
            return [self._reply(number) for number in range(len(self._passed))]

    def rehearse(self, turns: int = sampler.ALL, more: sampler.More = sampler.forever) -> None:
        """Rehearse some more on the level as known, as long as there is time for it."""
        game, rolls = self._game, self._sampler
        if not self._ahead:
            after = {
                passed: Ahead(game, actor=game.player, passed=passed)
                for passed in dict.fromkeys(self._passed)
            }
            self._ahead = [after[passed] for passed in self._passed]
        make = partial(self._rehearsed, self._ahead)
        with sampler.LightAndDark(game, make) as rehearsed:
            rolls.refine(rehearsed.play, game.rng, lambda: rehearsed.rehearsal.up, turns, more)
        for number, ahead in enumerate(self._ahead):
            ahead.settle(self._after(number).every)

    def losses(self, act: int) -> Sequence[int]:
        """Return the hit points lost up to an act in each sample so far."""
        player = self._game.player
        return [run.after(act).damage.get(player, 0) for run in self._sampler.first.samples]

    def _reply(self, act: int) -> Reply:
        """Return what all up to an act come to."""
        refusal = self._refusal(act)
        return Reply(refused=refusal) if refusal else summary(self._game, self._after(act))

    def _refusal(self, act: int) -> str | None:
        """Return why an act was refused, if it could be done in no sample."""
        runs = self._sampler.weigh()
        reached = [run.after(act).waited for run in runs if len(run.before) >= act]
        return reached[0] if reached and None not in reached else None

    def own_outcome(self, act: int) -> Outcome | None:
        """Return what the player loses up to an act; None if it could be done in no sample."""
        if self._refusal(act):
            return None
        player, rolls = self._game.player, self._after(act)
        return chances_in(self._game, rolls, rolls.weigh(), [player])[player]

    def _after(self, act: int) -> sampler.Sampler[Played]:
        """Return what was rehearsed, up to an act."""
        return self._sampler.seen_as(lambda run: run.after(act))


def plan(
    game: Game, acts: Sequence[OwnAct], *, samples: int = SAMPLES, minds: bool = True
) -> list[Reply]:
    """Foresee several own acts with everybody's answers between: for each act, what all up to it come to."""
    return Plan(game, acts, samples, minds=minds).refined() if acts else []


def foreseeable(game: Game, acts: Sequence[OwnAct]) -> list[OwnAct]:
    """Return some acts with a wait in place of each that uses something unidentified."""
    return [as_foreseen(game, act) if isinstance(act, acting.Action) else act for act in acts]


# --- a plan that is played


class Standing(Record):
    """How some creatures stand after an act and everybody's answer: hit points and tiles, without the dead and gone."""

    pools: dict[int, int]
    places: dict[int, Point | None]


def standing(game: Game, whose: Sequence[int]) -> Standing:
    """Return how some creatures stand now."""
    alive = [each for each in whose if each not in game.dead and space.is_here(game, each)]
    return Standing(
        {each: ecs.get(each, vitals.Pools).hp for each in alive},
        {each: space.point_of(each) for each in alive},
    )


class Course(Record):
    """Some acts, how everybody in view is to stand after each of them, and the most that all up to it may cost."""

    acts: tuple[acting.Action, ...]
    stands: tuple[Standing, ...]
    most: tuple[int, ...]


AS_PLANNED = "All went as planned."


def followed(game: Game, course: Course) -> Generator[acting.Action, None, str]:
    """Yield the acts of a plan up to the first after which something is not as foreseen; return what, as a sentence."""
    hp, before = ecs.get(game.player, vitals.Pools).hp, sides_in_view(game)
    for act, foreseen, most in zip(course.acts, course.stands, course.most, strict=True):
        yield act
        if reason := _amiss(game, foreseen, hp - most, before):
            return f"The plan ends here: {reason}"
    return AS_PLANNED


def sides_in_view(game: Game) -> list[int]:
    """List the player, and the enemies and friends in view: wherever others stand, a plan goes on."""
    own = factions.faction(game.player)
    return [
        each
        for each in in_view(game)
        if factions.faction(each) == own or senses.is_hostile(game, each)
    ]


def _amiss(game: Game, foreseen: Standing, least: int, before: Sequence[int]) -> str:
    """Return what is not as foreseen, as a sentence; "" if nothing is. `before` are those in view when it began.

    Hit points fall as dice will, so only those of the player count, if fewer are left than the least foreseen.
    """
    found = standing(game, sides_in_view(game))
    if game.player in game.dead:
        return "you are dead."
    if found.places[game.player] != foreseen.places.get(game.player):
        return "you stand elsewhere."
    if found.pools[game.player] < least:
        return "you lost more than foreseen."
    for entity, place in found.places.items():
        whom = perception.noun(game, entity)
        if entity not in foreseen.places:
            still = f"{whom.phrase} is still there."
            return still if entity in before else f"{whom.introduced} has come."
        if place != foreseen.places[entity]:
            return f"{whom.phrase} stands elsewhere."
    gone = [each for each in foreseen.places if each not in found.places]
    return "somebody is gone who was to stand there." if gone else ""


# --- what each tile near by would cost


class Danger:
    """What it costs to be up again on each tile within some steps, worked out first step by first step.

    All ways that begin with the same step are rehearsed together, and part where they lead apart: each step is taken
    once a sample. Where the samples differ too much the ways to those tiles alone are rehearsed again, with other dice.
    Where single steps are all that is asked for, each costs what its reply says.
    """

    def __init__(self, game: Game, steps: int, *, minds: bool = True) -> None:
        """Find the tiles that the player knows a way to, in so many steps."""
        self._game = game
        with as_known_now(game):
            self._walks = walks_of(ways_within(game, steps))
        self._walks.reverse()
        self._is_reply = steps == 1
        self._make = partial(Plan, game, minds=minds, weighed=weighed_since(game))
        self.found: dict[Point, Outcome] = {}
        """What the player would have lost by being up again there."""
        self._told: dict[Point, list[Outcome]] = {}
        """The same, by every plan that led there."""
        self._lost: dict[Point, list[int]] = {}
        """What was lost in each sample."""
        self._plan: Plan | None = None

    @property
    def is_finished(self) -> bool:
        """Whether all tiles are worked out."""
        return not self._walks

    def refine(self, more: sampler.More = sampler.forever) -> None:
        """Work out further tiles, as long as there is time for more; one rehearsal in any case."""
        more = once_at_least(more)
        with as_known_now(self._game):
            while not self.is_finished:
                self._plan = self._plan or self._begun(self._walks[-1])
                self._plan.rehearse(more=more)
                if self._plan.is_finished:
                    self._note(self._walks.pop(), self._plan)
                    self._plan = None
                if not more():
                    return

    def _begun(self, walk: "Walk") -> Plan:
        """Return the plan of a walk: its first one has extreme dice too, the further ones other samples."""
        if self._is_reply:
            return self._make((walk.step,))
        times = len(self._told.get(walk.tile, ()))
        name = "walk" if walk.ways else "reply"
        name = f"{name} {walk.tile} {times}" if walk.ways or times else name
        corners = 0 if times else DANGER_CORNERS
        forks = [each.fork for each in walk.ways]
        return self._make((walk.step,), DANGER_FEW, corners=corners, forks=forks, name=name)

    def _note(self, walk: "Walk", plan: Plan) -> None:
        """Note what the tiles of a walk cost; those of which that is unsure are walked to again."""
        for number, tile in enumerate(walk.tiles):
            self._lost.setdefault(tile, []).extend(plan.losses(number))
            told = plan.own_outcome(number)
            if told is not None:
                self._told.setdefault(tile, []).append(told)
                self.found[tile] = _together(self._told[tile])
        again = walk.leading_to(self._is_unsure)
        if again is not None:
            self._walks.append(again)

    def _is_unsure(self, tile: Point, steps: int) -> bool:
        """Return whether what a tile so many steps away costs differs too much among the samples so far."""
        # It brings decimals and fractions with it, for which no first frame should wait.
        from statistics import stdev

        lost, hp = self._lost[tile], ecs.get(self._game.player, vitals.Pools).hp
        if not 1 < len(lost) < (DANGER_NEAR if steps == 1 else DANGER_MANY):
            return False
        is_known = tile in self.found and not self.found[tile].dark
        return is_known and stdev(lost) / sqrt(len(lost)) > DANGER_SURE * hp


def _together(told: Sequence[Outcome]) -> Outcome:
    """Return what is told of one tile by several plans."""
    first, count = told[0], len(told)
    if count == 1 or any(each.dark for each in told):
        return first
    least, mean, most = zip(*(each.damage for each in told), strict=True)
    return replace(
        first,
        damage=(min(least), sum(mean) / count, max(most)),
        kill=sum(each.kill for each in told) / count,
    )


class Walk(Record):
    """A step to a tile, and those that may be taken after it."""

    step: acting.Action
    tile: Point
    ways: "tuple[Walk, ...]" = ()

    @property
    def tiles(self) -> list[Point]:
        """The tile, then all those that its ways lead to."""
        return [self.tile, *(tile for way in self.ways for tile in way.tiles)]

    @property
    def fork(self) -> Fork:
        """The acts of it, to be rehearsed."""
        return Fork(self.step, tuple(way.fork for way in self.ways))

    def leading_to(self, wanted: Callable[[Point, int], bool], steps: int = 1) -> "Walk | None":
        """Return it with the ways alone that lead to tiles that are wanted, so many steps away; None if none is."""
        found = (way.leading_to(wanted, steps + 1) for way in self.ways)
        ways = tuple(way for way in found if way is not None)
        is_wanted = bool(ways) or wanted(self.tile, steps)
        return Walk(self.step, self.tile, ways) if is_wanted else None


def walks_of(ways: Mapping[Point, tuple[acting.Action, ...]]) -> list[Walk]:
    """Return walks that lead to all tiles, the nearest first: one for each first step."""
    after: dict[tuple[acting.Action, ...], list[Walk]] = {}
    for tile, way in reversed([*ways.items()]):
        walk = Walk(way[-1], tile, tuple(reversed(after.get(way, []))))
        after.setdefault(way[:-1], []).append(walk)
    return after[()][::-1] if ways else []


def ways_within(game: Game, steps: int) -> dict[Point, tuple[acting.Action, ...]]:
    """Return the shortest known way to each tile within some steps, the nearest first; to one's own it is a wait."""
    here, level = space.point_of(game.player), game.level
    if here is None or game.player in game.dead:
        return {}
    ways: dict[Point, tuple[acting.Action, ...]] = {here: ()}
    edge = [here]
    for _ in range(steps):
        reached = []
        for x, y in edge:
            for dx, dy in DIRECTIONS:
                there = x + dx, y + dy
                if there not in ways and level.contains(there) and level.is_free(there):
                    ways[there] = (*ways[x, y], moving.Step(dx, dy))
                    reached.append(there)
        edge = reached
    return {tile: way or (moving.Pass(),) for tile, way in ways.items()}


# --- a fixed way of fighting


class Weapons(Record):
    """One thing that the player may do to enemies: what it takes from each, by element, and how it gets there.

    `price` is what its mana, or the thing that is used up, is worth in hit points.
    """

    action: acting.Action
    harms: tuple[tuple[str, float], ...]
    delivery: magic.Delivery
    price: float
    spell: magic.SpellTemplate | None = None

    def harm_to(self, foe: int) -> float:
        """Return what the hit points are worth that it takes from a creature on the mean."""
        shares = stats_of(foe).resistances
        harm = sum(shares.get(element, 1.0) * mean for element, mean in self.harms)
        return _gained(foe, harm)


def _gained(foe: int, harm: float) -> float:
    """Return what some harm to a creature is worth: the hit points it takes, and the nearer it is to death for that."""
    hp = ecs.get(foe, vitals.Pools).hp
    taken = min(harm, float(hp))
    return taken + KILL_WORTH_HP * taken / max(hp, 1)  # whoever is nearly dead is struck first


class Habit:
    """A fixed way of fighting: what the player would do next, by the figures on their cards."""

    def __init__(self, game: Game) -> None:
        """Look through the spells and known things at hand once."""
        self._weapons = list(_weapons(game))
        self._mends = list(_mends(game))
        self._blow, self._bonus = _own_blow(game.player)

    def __call__(self, game: Game) -> acting.Action:
        """Return the next act: heal if badly hurt, else what takes most from enemies, else go to meet them."""
        foes = foes_of(game)
        here, pools = space.point_of(game.player), ecs.get(game.player, vitals.Pools)
        if not foes or here is None:
            return moving.Pass()
        if pools.hp < HURT * pools.max_hp:
            mend = next((each for each in self._mends if self._is_at_hand(game, each)), None)
            if mend is not None:
                return mend
        blows = self._blows(game, here, foes)
        gain, best = max(blows, key=itemgetter(0), default=(0.0, moving.Pass()))
        return best if gain > 0 else _go_to_meet(game, here, foes)

    def _is_at_hand(self, game: Game, action: acting.Action) -> bool:
        """Return whether a spell can be paid for, or a thing is still carried."""
        if action.used_item:
            return action.used_item in ecs.get(game.player, items.Pack).items
        spells = ready_spells(game, game.player)
        spell = next((each for each in spells if each.name == action.used_spell), None)
        return spell is not None and _can_cast(game, spell)

    def _blows(
        self, game: Game, here: Point, foes: Sequence[int]
    ) -> Iterator[tuple[float, acting.Action]]:
        """Yield (hit points gained on the enemies, act) for everything that reaches one of them."""
        player = game.player
        if not senses.hindrance(player, "melee"):
            for foe in foes:
                if space.is_adjacent(player, foe):
                    yield self._harm_by_hand(foe), melee.Melee(foe)
        if (shot := shooting.missile_attack(player)) is not None:
            reach, mean = shot.weapon.reach_tiles or 0, shot.weapon.base_damage.mean
            for foe in foes:
                away = distance_squared(here, space.cells_of(foe)[0])
                if not space.is_adjacent(player, foe) and away <= reach * reach:
                    yield _gained(foe, mean), shooting.Shoot(foe)
        for weapon in self._weapons:
            spell = weapon.spell
            if (
                _can_cast(game, spell)
                if spell is not None
                else self._is_at_hand(game, weapon.action)
            ):
                yield from _aimed(game, here, foes, weapon)

    def _harm_by_hand(self, foe: int) -> float:
        """Return what a blow at a creature is worth on the mean."""
        stats = stats_of(foe)
        chance = (CHECK_SIDES + self._bonus - stats.armor_class) / CHECK_SIDES
        hits = min(1 - 1 / CHECK_SIDES, max(1 / CHECK_SIDES, chance))
        return hits * _gained(foe, self._blow * stats.resistances.get(damage.BLOW, 1.0))


def foes_of(game: Game) -> list[int]:
    """List the enemies in view who are awake, by id."""
    return [
        foe
        for foe in senses.hostiles_in_view(game)
        if foe not in game.dead and not perception.is_asleep(foe)
    ]


def is_fought_out(game: Game, foes: Sequence[int]) -> bool:
    """Return whether none of some enemies is left to fight: whoever is gone, won over or flees is not."""
    return all(senses.is_fleeing(foe) for foe in _left(game, foes))


def _left(game: Game, foes: Sequence[int]) -> Iterator[int]:
    """Yield those of some enemies who are still there, and still enemies."""
    for foe in foes:
        if foe not in game.dead and space.is_here(game, foe) and senses.is_hostile(game, foe):
            yield foe


def _aimed(
    game: Game, here: Point, foes: Sequence[int], weapon: Weapons
) -> Iterator[tuple[float, acting.Action]]:
    """Yield what a spell or thing gains at each enemy that it reaches; none that would reach the player too."""
    delivery, visible = weapon.delivery, game.level.visible
    radius = delivery.radius if isinstance(delivery.radius, int) else 1
    spots = {foe: space.cells_of(foe)[0] for foe in foes}
    if not delivery.aimed:
        reach = radius or delivery.range or 0
        struck = [foe for foe in foes if hypot(*_apart(here, spots[foe])) <= reach]
        yield sum(map(weapon.harm_to, struck)) - weapon.price, weapon.action
        return
    for there in dict.fromkeys(spots.values()):
        if not visible[there] or not paying.is_in_range(delivery, here, there):
            continue
        if radius and delivery.spares == "nobody" and hypot(*_apart(here, there)) <= radius:
            continue
        struck = [foe for foe in foes if hypot(*_apart(there, spots[foe])) <= radius]
        yield sum(map(weapon.harm_to, struck)) - weapon.price, weapon.action.at(there)


def _apart(a: Point, b: Point) -> Point:
    """Return how far two tiles are apart, both ways."""
    return a[0] - b[0], a[1] - b[1]


def _go_to_meet(game: Game, here: Point, foes: Sequence[int]) -> acting.Action:
    """Step towards the nearest enemy; wait for one who is coming and is a step away from being beside the player."""
    level = game.level
    near = min(foes, key=lambda foe: (steps_between(here, space.cells_of(foe)[0]), foe))
    nature = esper.try_component(near, actors.Nature)
    comes = nature is not None and not (
        nature.keep_distance_tiles or nature.movement == "rooted" or stats_of(near).shot_reach
    )
    goal = space.cells_of(near)[0]
    if comes and steps_between(here, goal) <= 2:
        return moving.Pass()
    ways = level.toward(goal).steps(here)
    free = next((there for there in ways if level.is_free(there)), None)
    return moving.Pass() if free is None else moving.Step.between(here, free)


def _walk_away(game: Game) -> acting.Action:
    """Take stairs underfoot, or walk to those that the player reaches before the enemies in view.

    Without any, step to where these need longest to come.
    """
    here, level = space.point_of(game.player), game.level
    if here is None:
        return moving.Pass()
    if level.explored[here] and level.tiles.item(*here) in STAIRS:
        return moving.TakeStairs(1 if level.tiles.item(*here) == Tile.DOWN_STAIRS else -1)
    foes = [space.cells_of(foe)[0] for foe in foes_of(game)]
    if not foes:
        return moving.Pass()
    if (there := _towards_stairs(game, here, foes)) is not None:
        return moving.Step.between(here, there)
    fields = [level.toward(foe) for foe in foes]
    x, y = here
    around = [here, *((x + dx, y + dy) for dx, dy in DIRECTIONS)]
    free = [there for there in around if there == here or level.is_free(there)]

    def safety(there: Point) -> tuple[int, int, Point]:
        """Return the fewest steps of an enemy to a tile, then the squared distance of the nearest, then the tile."""
        beside = 0 if there in foes else FAR
        steps = min([field.distance(there, FAR) or beside for field in fields])
        return steps, min([distance_squared(there, foe) for foe in foes]), there

    best = max(free, key=safety)
    return moving.Pass() if best == here else moving.Step.between(here, best)


def _towards_stairs(game: Game, here: Point, foes: Sequence[Point]) -> Point | None:
    """Return the next tile on the way to the nearest known stairs that no enemy reaches as soon; None without any."""
    level, nearest, found = game.level, MOST_TURNS, None
    known = [stairs for tile in STAIRS for stairs in level.find(tile) if level.explored[stairs]]
    for stairs in sorted(known):
        field = level.toward(stairs)
        steps = field.distance(here, nearest)
        if steps is None or any(field.distance(foe, steps) is not None for foe in foes):
            continue
        free = (there for there in field.steps(here) if level.is_free(there))
        nearest, found = steps, next(free, found)
    return found


FAR = 30
"""Steps within which it is asked how long an enemy needs to a tile."""


def _weapons(game: Game) -> Iterator[Weapons]:
    """Yield the ready spells and known things that take hit points."""
    player = game.player
    for spell in ready_spells(game, player):
        if harms := tuple(_harms(spell.use, spell_use.power_of(spell, player))):
            price = MANA_WORTH * spell.mana_cost + spell.hp_cost
            yield Weapons(spell_use.Cast(spell.name), harms, spell.use.delivery, price, spell)
    for item in ecs.get(player, items.Pack).items:
        use = esper.try_component(item, magic.Use)
        if (
            use is not None
            and perception.is_known(game, item)
            and (harms := tuple(_harms(use, NO_POWER)))
        ):
            yield Weapons(item_use.UseItem(item), harms, use.delivery, item_use.THING_WORTH)


def _mends(game: Game) -> Iterator[acting.Action]:
    """Yield what heals the player, spells first."""
    for spell in ready_spells(game, game.player):
        if _heals(spell.use):
            yield spell_use.Cast(spell.name)
    for item in ecs.get(game.player, items.Pack).items:
        use = esper.try_component(item, magic.Use)
        if use is not None and perception.is_known(game, item) and _heals(use):
            yield item_use.UseItem(item)


def _heals(use: magic.Use) -> bool:
    """Return whether something heals its user, without being aimed."""
    return not use.delivery.aimed and any(isinstance(each, healing.Heal) for each in use.effects)


def _can_cast(game: Game, spell: magic.SpellTemplate) -> bool:
    """Return whether the player can pay for a spell, and nothing forbids casting."""
    pools = ecs.get(game.player, vitals.Pools)
    is_free = spell.use.delivery.silent or not senses.hindrance(game.player, "cast")
    return is_free and spell_use.affords(pools, spell)


def _harms(use: magic.Use, power: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Yield (element, mean hit points) that something takes from a creature that it reaches."""
    for effect in use.effects:
        match effect:
            case damage.Damage(amount, element):
                yield element, as_dice(amount, power).mean
            case DamageOverTime(amount, turns):
                each = amount if isinstance(amount, int | float) else as_dice(amount, power).mean
                yield "poison", POISON_SHARE * max(0.0, each) * turns


def _own_blow(player: int) -> tuple[float, float]:
    """Return (mean damage, bonus to hit) of the player's melee attack."""
    wielded = ecs.get(player, items.Pack).worn.get("Melee", 0)
    found = esper.try_component(wielded, items.Weapon) if wielded else None
    weapon = found if found is not None and found.reach_tiles is None else melee.FIST
    strength = ecs.get(player, vitals.Skills).melee + stats_of(player).bonuses[MIGHT]
    return max(1.0, weapon.base_damage.mean + strength), strength + weapon.hit_bonus


# --- the fight to its end


class Fight(Record):
    """The fight in view, foreseen for at most MOST_TURNS turns by the fixed way of fighting. Figures are hit points.

    What is neither `won` nor `death` is undecided by then; in so much of what is won half of them or more have but
    `fled`. `leaving` is the mean that walking away costs, all that the player has where they do not get away; None as
    long as nobody has tried. So many enemies on average are then `behind`: those who come over the stairs, at once or
    in a few turns. `unseen` enemies are known to be near but out of view, and left out.
    """

    won: float = 0.0
    death: float = 0.0
    loss: Spread = (0, 0.0, 0)
    turns: Spread = (0, 0.0, 0)
    leaving: float | None = 0.0
    unseen: int = 0
    behind: float = 0.0
    fled: float = 0.0


class _Future(Record):
    """How one rehearsal of a fight ended."""

    is_won: bool
    is_dead: bool
    lost: int
    turns: int
    behind: int = 0
    """How many enemies come over the stairs behind the player."""
    has_fled: bool = False
    """Whether it is won because half of those whom the player fought, or more, flee."""


class FightEstimate:
    """The fight in view, which gets more exact with every rehearsal; it is valid until anything in the game changes."""

    def __init__(
        self,
        game: Game,
        most: int = SAMPLES,
        *,
        first: acting.Action | None = None,
        minds: bool = True,
        unseen: int = 0,
        exact: bool = False,
    ) -> None:
        """Prepare to rehearse it at most `most` times, begun with an act, or else with the best row of a counsel.

        An `exact` one is rehearsed as often even where the first futures all end alike, at little cost.
        """
        game.enter()
        self._exact = exact
        self._game, self._most, self._minds, self._unseen = game, most, minds, unseen
        self._foes = foes_of(game)
        self.counsel = Counsel(game, QUICK, minds=minds)
        self.first = first
        """The act that it begins with, once counsel has its rows."""
        self._habit, self._weighed = Habit(game), weighed_since(game)
        self._futures: list[_Future] = []
        self._retreats: list[_Future] = []

    @property
    def is_finished(self) -> bool:
        """Whether further rehearsals would add nothing."""
        return self.is_fought and (not self._is_at_stake or self._is_left)

    @property
    def is_fought(self) -> bool:
        """Whether the fight itself is as exact as it will be; what walking away costs may be still to come."""
        found = self._futures
        if not self._is_at_stake or len(found) >= self._most:
            return True
        if len(found) != EVENLY or self._exact:
            return False
        bearable = ecs.get(self._game.player, vitals.Pools).hp * BEARABLE
        is_close = any(each.is_dead or each.lost > bearable for each in found)
        return not is_close and len({each.is_won for each in found}) == 1

    @property
    def _is_at_stake(self) -> bool:
        """Whether there is anybody to fight."""
        return bool(self._foes) and self._game.player not in self._game.dead

    @property
    def _is_left(self) -> bool:
        """Whether what walking away costs is as exact as it will be."""
        return len(self._retreats) >= min(RETREATS, self._most)

    def refine(self, more: sampler.More = sampler.forever) -> None:
        """Work on, as long as there is time for more: the first act, some futures, walking away, more futures."""
        with as_known_now(self._game):
            while not self.is_finished:
                if self.first is None:
                    self._choose_first(more)
                    goes_on = more()
                elif not self.is_fought and (self._is_left or len(self._futures) < EVENLY):
                    acts: list[OwnAct] = [self.first, *[self._habit] * (MOST_TURNS - 1)]
                    goes_on = self._rehearse(acts, self._futures, self._most, more)
                else:
                    acts = [_walk_away] * MOST_TURNS
                    goes_on = self._rehearse(acts, self._retreats, min(RETREATS, self._most), more)
                if not goes_on:
                    return

    def evened(self) -> Counsel:
        """Return the table of its counsel, to be looked at as closely in every row."""
        return Counsel(self._game, EVEN, minds=self._minds, rough=self.counsel)

    def _choose_first(self, more: sampler.More) -> None:
        """Take the best row of counsel, once it is as exact as it will be; no clock has a say in it."""
        self.counsel.refine(PIECE, more)
        if self.counsel.is_finished:
            stays = (row.action for _, row in self.counsel.table if not row.action.leaves)
            self.first = next(stays, moving.Pass())

    def _rehearse(
        self, acts: Sequence[OwnAct], futures: list[_Future], most: int, more: sampler.More
    ) -> bool:
        """Play more futures of the fight, or of walking away, with the dark shut, or with it open; return `more`.

        Of a batch every other one has it open: those come last, since what begins all of a kind is done once for them.
        Each batch is evenly spread, and all of them together are: by eight alone a blow in twenty would never fall.
        """
        game = self._game
        name = "fight" if futures is self._futures else "leaving"
        batch, played = divmod(len(futures), EVENLY)
        count = min(EVENLY, most - batch * EVENLY)
        order = [*range(0, count, 2), *range(1, count, 2)]
        batches = -(-most // EVENLY)
        strata = trial_rolls.Strata(batches * EVENLY, f"{game.seed}/{game.turn}/{name}", batches)
        before = ecs.get(game.player, vitals.Pools).hp  # below, a shared act is done already
        is_over = self._is_won if futures is self._futures else self._is_away
        make = partial(
            Rehearsal,
            game,
            acts,
            minds=self._minds,
            persists=True,
            weighed=self._weighed,
            notes=False,
        )
        with sampler.LightAndDark(game, make) as rehearsed:
            rehearsal = rehearsed.where(known_level.Darkness(order[played] % 2))
            for number in order[played:]:
                if number % 2 != order[played] % 2:
                    return True
                rng = strata.sample(batch * EVENLY + number, rehearsal.who_is_up)
                futures.append(self._future(rehearsal, rng, is_over, before))
                if not more():
                    return False
        return True

    def _future(
        self, rehearsal: Rehearsal, rng: Chance, is_over: Callable[[Game], bool], before: int
    ) -> _Future:
        """Play a fight to its end, and return how it ended for who had so many hit points before."""
        game, turns, is_done = self._game, 0, False
        with rehearsal.undoing(rng):
            for turn in rehearsal.passing():
                turns += 1
                is_done = is_over(game) or (turn.is_over and is_over == self._is_away)
                if is_done:
                    break
            is_dead = game.player in game.dead
            is_done = is_done or (is_over == self._is_away and not is_dead and _has_a_lead(game))
            left = 0 if is_dead else ecs.get(game.player, vitals.Pools).hp
            is_won = is_done and not is_dead
            fled = sum(1 for _ in _left(game, self._foes)) if is_won else 0
            has_fled, behind = is_won and 2 * fled >= len(self._foes), rehearsal.at_the_heels
            return _Future(is_won, is_dead, before - left, turns, behind, has_fled)

    def _is_won(self, game: Game) -> bool:
        """Return whether none of those who were in view at first is left to fight."""
        return is_fought_out(game, self._foes)

    def _is_away(self, game: Game) -> bool:
        """Return whether no enemy who is awake is in view any more."""
        return not foes_of(game)

    @property
    def told(self) -> Fight | None:
        """The fight, as far as it is known; None without an enemy, or before the first future."""
        if not self._futures:
            return None
        self._game.enter()
        count, futures = len(self._futures), self._futures
        hp = ecs.get(self._game.player, vitals.Pools).hp
        costs = [each.lost if each.is_won else hp for each in self._retreats]
        return Fight(
            won=sum(each.is_won for each in futures) / count,
            death=sum(each.is_dead for each in futures) / count,
            loss=_spread([each.lost for each in futures]),
            turns=_spread([each.turns for each in futures]),
            leaving=sum(costs) / len(costs) if costs else None,
            unseen=self._unseen,
            behind=sum(each.behind for each in self._retreats) / len(costs) if costs else 0.0,
            fled=sum(each.has_fled for each in futures) / count,
        )


def _has_a_lead(game: Game) -> bool:
    """Return whether no enemy who is awake is within LEAD_TILES: by day one may be in view for a long way yet."""
    here = space.point_of(game.player)
    assert here is not None
    near = (distance_squared(here, space.cells_of(foe)[0]) for foe in foes_of(game))
    return all(each > LEAD_TILES**2 for each in near)


def _spread(figures: Sequence[int]) -> Spread:
    """Return the least, the mean and the most of some figures."""
    return min(figures), sum(figures) / len(figures), max(figures)


def promise(game: Game, told: Fight) -> float:
    """Return how well a fight goes, in hit points."""
    own = ecs.get(game.player, vitals.Pools)
    return own.max_hp * (VICTORY_WORTH * told.won - DEATH_WORTH * told.death) - told.loss[1]


class Considered(Counsel):
    """Counsel in which the best rows, where they are equally good by their own turn, stand by the fight after them."""

    def __init__(
        self,
        game: Game,
        sampling: Sampling = THOROUGH,
        *,
        minds: bool = True,
        passes: bool = True,
        rough: Counsel | None = None,
    ) -> None:
        """Prepare the table, which begins with a `rough` one of this moment."""
        super().__init__(game, sampling, minds=minds, passes=passes, rough=rough)
        self._fights: dict[acting.Action, FightEstimate] | None = None
        """The fights after the best rows, once it is known which those are."""

    @property
    def is_finished(self) -> bool:
        """Whether more turns would add nothing."""
        return super().is_finished and self._fights is not None and self._fought() is None

    def refine(self, turns: int, more: sampler.More = sampler.forever) -> None:
        """Play more turns of the commands; when those are done, of the fights after the best."""
        if not super().is_finished:
            super().refine(turns, more)
            return
        if self._fights is None:
            self._fights = {
                action: FightEstimate(self._game, EVENLY, first=action, minds=self._minds)
                for action in self._equals()
            }
        following = self._fought()
        if following is not None:
            following.refine(lambda: more() and not following.is_fought)

    def _equals(self) -> list[acting.Action]:
        """List the best row and those as good by their own turn, the first few; none if there is no such row."""
        table = super().table
        if not foes_of(self._game) or not table:
            return []
        best = table[0][1].danger[0], table[0][0]
        stays = (
            row.action
            for cost, row in table
            if (row.danger[0], cost) == best and not row.action.leaves
        )
        found = [*islice(stays, FEW_EQUALS)]
        return found if len(found) > 1 else []

    def _fought(self) -> "FightEstimate | None":
        """Return the next fight that is still to be foreseen."""
        fights = (self._fights or {}).values()
        return next((each for each in fights if not each.is_fought), None)

    @property
    def table(self) -> list[tuple[int, Advice]]:
        """The rows so far, each with its cost; of the equally good ones that first after which the fight goes best."""
        table = super().table
        if not self._fights or self._fought() is not None:
            return table
        promised = {
            action: promise(self._game, told)
            for action, each in self._fights.items()
            if (told := each.told) is not None
        }
        equal = [row for row in table if row[1].action in promised]
        equal.sort(key=lambda row: -promised[row[1].action])
        return [*equal, *(row for row in table if row[1].action not in promised)]


def fight(game: Game, *, samples: int = SAMPLES, minds: bool = True, unseen: int = 0) -> Fight:
    """Foresee the fight in view to its end; one without enemies is won already, and the dead have lost theirs."""
    if game.player in game.dead:
        return Fight(death=1.0, unseen=unseen)
    estimate = FightEstimate(game, samples, minds=minds, unseen=unseen, exact=True)
    estimate.refine()
    return estimate.told or Fight(won=1.0, unseen=unseen)
