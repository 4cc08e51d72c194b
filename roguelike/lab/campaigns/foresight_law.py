"""The law of the forecast: what is foreseen of an act holds, whatever the act, whoever does it, on whatever level.

It is stated here once; the campaign tries it in scenes of the game's depths, the tests on random boards. The act is
rehearsed with honest dice: what it does at once (hit points, mana, deaths, statuses, facts) is compared, and what comes
while nobody acts, which is how a forecast defines the turns to come. Last it is done. To those of whom a forecast says
nothing, the turns to come bring the same as without the act, by the same dice.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Self

from roguelike.actions import acting, moving, senses
from roguelike.components import spatial, vitals
from roguelike.components.statuses import Duration, StatusEffect
from roguelike.core import sight
from roguelike.core.geometry import Point
from roguelike.core.records import State, field
from roguelike.core.rng import Chance, Stream
from roguelike.effects import dispatch, displacement, spreading
from roguelike.effects.foresight.coming import MOST_TURNS, Luck, followed_turns, is_ticking
from roguelike.effects.foresight.facts import Begins, BurnsOn, Dark, Dies, Drawn, Driven, Fact, Then
from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.play.onlookers import NOBODY_LOOKS
from roguelike.engine.play.turn import act, act_as_able, bury, pass_time
from roguelike.engine.play.yesterday import go_back
from roguelike.engine.telling.reader import facts_of
from roguelike.lab.campaigns.marks import marks
from roguelike.systems.reputation import may_turn, remember
from roguelike.systems.visibility import look_around
from roguelike.world import changes, ecs, known_level, remembering, space
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import NOBODY, Change, Game

Comparison = tuple[str, str]
"""What was compared, and what is wrong with it; "" for nothing."""
UNTOUCHED = Outcome()
CERTAIN = 1.0
TO_COME = frozenset((Begins, BurnsOn, Dark, Dies, Then))
"""Facts of the turns to come, and that something hangs on the dark: not to be seen at once."""


class Happened(State):
    """What changes came to, by creature."""

    lost: Counter[int] = field(default_factory=Counter)
    healed: Counter[int] = field(default_factory=Counter)
    mana: Counter[int] = field(default_factory=Counter)
    dead: set[int] = field(default_factory=set)
    begun: dict[int, dict[str, int]] = field(default_factory=dict)
    """Statuses that began and have not ended, with their turns."""
    renewed: dict[int, set[str]] = field(default_factory=dict)
    moved: set[int] = field(default_factory=set)

    def concerned(self) -> set[int]:
        """Return everybody to whom anything has happened."""
        return {*self.lost, *self.healed, *self.mana, *self.dead, *self.begun, *self.moved}


def happened(trace: Sequence[Change]) -> Happened:
    """Add up what some changes came to."""
    found = Happened()
    for change in trace:
        match change:
            case changes.PoolChanged(pool="hp") | changes.Altered(name="hp"):
                book = found.lost if change.after < change.before else found.healed
                book[change.entity] += abs(int(change.after - change.before))
            case changes.PoolChanged(pool="mana") | changes.Altered(name="mana"):
                found.mana[change.entity] += int(change.after - change.before)
            case changes.Died() if type(change) is changes.Died:
                found.dead.add(change.entity)
            case changes.Moved():
                found.moved.add(change.entity)
            case changes.StatusBegan():
                found.begun.setdefault(change.target, {})[change.name] = change.turns
            case changes.StatusEnded():
                found.begun.get(change.target, {}).pop(change.name, None)
            case changes.Altered() if change.component is Duration and change.after > change.before:
                status = ecs.get(change.entity, StatusEffect)
                found.renewed.setdefault(status.target, set()).add(status.name)
            case _:
                pass
    return found


@contextmanager
def board_of(game: Game, actor: int) -> Iterator[None]:
    """Let the block run on the board that the player knows, without whoever and whatever is unseen.

    The ground never seen is as it is: what is foreseen of it is to cover that. Of anybody else's acts all is told.
    """
    ground = game.level.tiles
    with (
        known_level.as_known(game, actor),
        known_level.in_the_dark(game, ground=ground) if actor == game.player else nullcontext(),
    ):
        yield


def hidden_tiles(game: Game) -> sight.Mask:
    """Return the tiles out of view where something is or was, or that are no longer as they were seen."""
    level = game.level
    hidden: sight.Mask = level.explored & (remembering.known_tiles(level) != level.tiles)
    for cell in (*level.at, *level.remembered.things):
        hidden[cell] |= bool(level.at.get(cell) or level.remembered.things.get(cell))
    hidden &= ~level.visible
    return hidden


def reaches(trace: Sequence[Change], tiles: sight.Mask) -> bool:
    """Return whether changes are about any of some tiles."""
    touched = set[Point]()
    for change in trace:
        point = getattr(change, "point", None)
        touched.update(getattr(change, "points", ()), getattr(change, "path", ()))
        touched.update([change.after[:2]] if type(change) is changes.Moved else ())
        touched.update([point] if point is not None else ())
        if type(change) is changes.Fizzled and change.reason == displacement.STUCK:
            # What stands out of view beside it may hold it where it is.
            touched.update(beside(space.cells_of(change.target)))
        if type(change) is changes.Told and change.message.template == moving.IN_THE_WAY:
            touched.update(beside(space.cells_of(change.cause.by)))
    return within(touched, tiles)


def within(spots: Collection[Point], tiles: sight.Mask) -> bool:
    """Return whether any of some points, on the map or off it, is one of some tiles."""
    width, height = tiles.shape
    return any(tiles[x, y] for x, y in spots if 0 <= x < width and 0 <= y < height)


def beside(cells: Collection[Point]) -> set[Point]:
    """Return some tiles and those around them."""
    reach = (-1, 0, 1)
    return {(x + dx, y + dy) for x, y in cells for dx in reach for dy in reach}


def compared(
    foreseen: Forecast, known: Collection[int], is_so: Happened, actor: int
) -> Iterator[Comparison]:
    """Compare what happened to each known creature, if anything did or was told.

    An actor who only pays is not told of: what an act costs is said elsewhere.
    """
    for entity in sorted(known):
        told = foreseen.outcomes.get(entity, UNTOUCHED)
        for what, least, now, most in (
            ("damage", told.at_once[0], is_so.lost[entity], told.at_once[2]),
            ("healing", told.healing[0], is_so.healed[entity], told.healing[2]),
            ("mana", told.mana[0], is_so.mana[entity], told.mana[2]),
        ):
            if what == "mana" and entity == actor and entity not in foreseen.outcomes:
                continue
            if least or now or most:
                yield what, outside(f"{entity}: {what}", least, now, most)
        yield from _fates(entity, told, is_so)


def outside(what: str, least: int, now: int, most: int) -> str:
    """Say that an amount was not foreseen, if so."""
    return "" if least <= now <= most else f"{what} {now}, and {least} to {most} were foreseen"


def _fates(entity: int, told: Outcome, is_so: Happened) -> Iterator[Comparison]:
    """Compare the death of a creature, and the statuses that began on it."""
    is_dead = entity in is_so.dead
    least_sure, most = told.deaths
    if is_dead or most:
        wrong = most == 0 if is_dead else least_sure == CERTAIN
        fate = "dies" if is_dead else "lives"
        yield "deaths", f"{entity} {fate}, foreseen at {least_sure}-{most} to die" if wrong else ""
    begun = is_so.begun.get(entity, {})
    for name, turns in begun.items():
        chance, longest = told.statuses.get(name, (0.0, 0))
        is_told = chance > 0 and turns <= longest
        yield (
            "statuses",
            "" if is_told else f"{entity} is {name} for {turns}, foreseen {chance} for {longest}",
        )
    if not is_dead:
        has = begun.keys() | is_so.renewed.get(entity, set())
        for name in [each for each, (chance, _) in told.statuses.items() if chance == CERTAIN]:
            yield "statuses", "" if name in has else f"{entity} is surely {name}, and is not"


def facts_compared(
    foreseen: Forecast, known: Collection[int], so: Mapping[int, Collection[Fact]]
) -> Iterator[Comparison]:
    """Compare the facts with what comes of an act: all of that was told, and what was certain comes."""
    for entity in sorted({*known, NOBODY}):
        told = foreseen.facts if entity == NOBODY else _told(foreseen, entity).facts
        found = so.get(entity, ())
        for fact in found:
            if type(fact) in (Driven, Drawn) and Dark() in told:
                yield "facts", _driven(entity, fact, told)
            elif fact not in told:
                yield "facts", f"{entity}: nothing was said of {fact}"
            else:
                yield "facts", "" if told[fact] > 0 else f"{entity}: {fact} had no chance"
        for fact, chance in told.items():
            if chance == CERTAIN and fact not in found and type(fact) not in TO_COME:
                yield "facts", f"{entity}: {fact} was certain, and did not come"


def _driven(entity: int, fact: Fact, told: Collection[Fact]) -> str:
    """Say that somebody was driven into the dark farther than was foreseen, if so."""
    assert isinstance(fact, Driven | Drawn)
    tiles = [each.tiles for each in told if isinstance(each, Driven | Drawn)]
    is_told = fact.tiles <= max(tiles, default=0)
    return "" if is_told else f"{entity}: {fact} into the dark, and only {tiles} was foreseen"


def _told(foreseen: Forecast, entity: int) -> Outcome:
    """Return what was told of a creature."""
    return foreseen.outcomes.get(entity, UNTOUCHED)


class Chances(State):
    """How often what was told with a chance came, by what it was, in one case: those of it may hang together.

    What hangs on the dark is told with a range, and is not in here.
    """

    told: Counter[str] = field(default_factory=Counter)
    """In how many comparisons."""
    over: Counter[str] = field(default_factory=Counter)
    """How often it came, less how often it was told to, in millionths."""

    def note(self, what: str, chance: float, *, came: bool) -> None:
        """Note that something came or not that was told with a chance."""
        if 0 < chance < CERTAIN:
            self.told[what] += 1
            self.over[what] += MILLIONTHS * came - round(MILLIONTHS * chance)

    def note_act(self, foreseen: Forecast, known: Collection[int], so: Happened) -> None:
        """Note of an act who dies of it, and which statuses begin."""
        for entity, told in foreseen.outcomes.items():
            if entity in known and Dark() not in told.facts:
                self.note("dies", told.kill, came=entity in so.dead)
                for name, (chance, _) in told.statuses.items():
                    has = {*so.begun.get(entity, ()), *so.renewed.get(entity, ())}
                    self.note("a status", chance, came=name in has)

    def note_later(self, foreseen: Forecast, known: Collection[int], turns: "Passed") -> None:
        """Note of the turns to come who dies in them, and whether anything burns on; those have no end that does."""
        fact = BurnsOn(turns.burning)
        if not turns.goes_on:
            return
        if Dark() not in foreseen.facts:
            self.note("burns on", foreseen.facts.get(fact, 0.0), came=not turns.is_whole)
        for entity, told in foreseen.outcomes.items():
            if entity in known and not (foreseen.facts.get(fact) or Dark() in told.facts):
                self.note("dies later", told.dies_later, came=entity in turns.is_so.dead)

    @property
    def counts(self) -> Counter[str]:
        """What is added up over all cases: comparisons, what came too often, and its square."""
        found = Counter({f"{CHANCE}{what}: told": many for what, many in self.told.items()})
        for what, over in self.over.items():
            found[f"{CHANCE}{what}: {OVER}"] = over
            found[f"{CHANCE}{what}: {SQUARE}"] = over * over // MILLIONTHS
        return found


CHANCE, OVER, SQUARE = "chance: ", "over, in millionths", "square of that"
MILLIONTHS = 1_000_000
ERRORS, SLACK = 3.5, 0.01
"""How many standard errors, and besides them what share, what was told may differ from what came."""


def untrue(counts: Mapping[str, int]) -> str:
    """Say of which chances more or less came than was told; "" if of none.

    The comparisons of a case hang together: what is independent is what came too often in each case.
    """
    wrong = []
    for what in [name.removesuffix(OVER) for name in counts if name.endswith(OVER)]:
        many, came, square = (counts[what + each] for each in ("told", OVER, SQUARE))
        over, error = came / MILLIONTHS, (square / MILLIONTHS) ** 0.5
        if abs(over) > ERRORS * max(1.0, error) + SLACK * many:
            wrong.append(
                f"{what}{over:+.1f} came than were told, in {many}, give or take {error:.1f}"
            )
    return "; ".join(wrong)


WAYS_OF_LUCK = 1 << 20
"""In how many ways honest dice may fall in the turns to come; with the act and without it they fall alike."""


class Passed(State):
    """Turns to come as they went by, and whether these were all, or what burns was followed no further."""

    is_so: Happened
    burnt: dict[int, int]
    """Hit points that fires and clouds themselves took, by creature."""
    begun: dict[int, set[str]]
    """Statuses that fires, clouds and other statuses began."""
    burning: int
    """How many turns of fires and clouds were played at most."""
    is_whole: bool
    goes_on: bool
    """Whether the player is alive."""
    lost: Sequence[Counter[int]]
    """What everybody had lost after each turn."""

    def lost_by(self, entity: int, turn: int) -> int:
        """Return what a creature has lost after so many turns, or in all of them if they were fewer."""
        return self.lost[: turn + 1][-1][entity]


def passed(game: Game, luck: Luck, burning: int) -> Passed:
    """Let turns pass in which nobody acts, for as long as a forecast tells; `burning` of them with fires and clouds."""
    trace: list[Change] = []
    is_whole, lost = True, [Counter[int]()]
    game.rng = luck.rolls(game)
    for turn in range(MOST_TURNS):
        if game.player in game.dead or (turn >= burning and spreading.hazards_since(game)):
            is_whole = False
            break
        if not (spreading.hazards_since(game) or is_ticking(game, None, is_early=turn < burning)):
            break
        start = len(game.trace)
        pass_time(game, NOBODY_LOOKS, minds=False)
        news = game.trace[start:]
        trace += [each for each in news if each.cause.kind != "hunger"]
        lost.append(happened(trace).lost)
    so, goes_on = happened(trace), game.player not in game.dead
    return Passed(so, _taken_by_fires(trace), _begun(trace), burning, is_whole, goes_on, lost)


def later_compared(
    foreseen: Forecast, alive: Collection[int], turns: Passed, without: Passed
) -> Iterator[Comparison]:
    """Compare what the turns to come took and brought with what was told of them."""
    game_goes_on = turns.goes_on and without.goes_on
    told_on = foreseen.facts.get(BurnsOn(turns.burning), 0.0)
    if game_goes_on and without.is_whole and (told_on or not turns.is_whole):
        yield "burns on", _burns_on(told_on, comes=not turns.is_whole)
    for entity in sorted(alive & foreseen.outcomes.keys()):
        yield from later_of(entity, foreseen.outcomes[entity], turns)


def later_of(entity: int, told: Outcome, turns: Passed) -> Iterator[Comparison]:
    """Compare what the turns to come took from a creature and brought it with what was told."""
    burnt, begun = turns.burnt.get(entity, 0), turns.begun.get(entity, set())
    lost, dies = turns.is_so.lost[entity], entity in turns.is_so.dead
    least, _, most = told.later
    if burnt or told.staying[2]:
        held = burnt <= told.staying[2]
        wrong = f"{entity} loses {burnt} by staying, {told.staying[2]} foreseen"
        yield "staying", "" if held else wrong
    least = least if turns.is_whole else 0
    if lost or most:
        yield "later", outside(f"{entity}: loss later", least, lost, most)
    coming = {fact.status for fact in told.facts if type(fact) is Begins}
    for name in sorted(begun - told.statuses.keys()):
        wrong = f"{entity} becomes {name} later, and that was not foreseen"
        yield "later statuses", "" if name in coming else wrong
    if dies:
        wrong = f"{entity} dies later, and that was not foreseen"
        yield "later deaths", "" if told.dies_later > 0 or told.kill > 0 else wrong
    if turns.is_whole:
        yield from _certain(entity, told, begun, turns.is_so.dead)


def untold_compared(
    foreseen: Forecast, alive: Collection[int], turns: Passed, without: Passed
) -> Iterator[Comparison]:
    """Compare what those of whom nothing is told lose in turns to come with what they lose without the act.

    If the player dies, time ends, and nothing can be compared.
    """
    cut_off = [len(each.lost) - 1 for each in (turns, without) if not each.is_whole]
    followed = min(cut_off, default=MOST_TURNS)
    if turns.goes_on and without.goes_on:
        for entity in sorted(alive - foreseen.outcomes.keys()):
            mine, usual = (each.lost_by(entity, followed) for each in (turns, without))
            wrong = f"{entity} loses {mine} later, {usual} anyway: nothing was said"
            if mine or usual:
                yield "later, of whom nothing is told", "" if mine == usual else wrong


def _burns_on(told: float, *, comes: bool) -> str:
    """Say that something still burns after the turns that are followed, or does not, against what was told."""
    if comes:
        return "" if told else "it burns on, and that was not foreseen"
    return "it surely burns on, and does not" if told == CERTAIN else ""


def _certain(entity: int, told: Outcome, begun: set[str], dead: set[int]) -> Iterator[Comparison]:
    """Compare what was told to come for certain."""
    if told.dies_later == CERTAIN:
        held = entity in dead
        yield "later deaths", "" if held else f"{entity} surely dies later, and does not"
    for fact, chance in told.facts.items():
        if type(fact) is Begins and chance == CERTAIN:
            held, name = fact.status in begun or entity in dead, fact.status
            yield "later statuses", "" if held else f"{entity} surely becomes {name}, and does not"


def _taken_by_fires(trace: Sequence[Change]) -> dict[int, int]:
    """Return the hit points that fires and clouds themselves took, by creature."""
    found: dict[int, int] = {}
    for change in trace:
        if (
            isinstance(change, changes.PoolChanged)
            and change.pool == "hp"
            and change.cause.kind == "hazard"
        ):
            lost = max(0, int(change.before - change.after))
            found[change.entity] = found.get(change.entity, 0) + lost
    return found


def _begun(trace: Sequence[Change]) -> dict[int, set[str]]:
    """Return the statuses that fires, clouds and other statuses began, by creature."""
    found: dict[int, set[str]] = {}
    for change in trace:
        if type(change) is changes.StatusBegan and change.cause.first().kind in (
            "hazard",
            "status",
        ):
            found.setdefault(change.target, set()).add(change.name)
    return found


def reveal(game: Game) -> None:
    """Let the player know of whatever is hidden: no foresight tells of what they do not know."""
    for _, hidden in ecs.with_component(spatial.Hidden):
        hidden.found = True


def held(
    game: Game,
    actor: int,
    action: acting.Action,
    rng: Stream,
    rehearsals: int,
    chances: Chances | None = None,
) -> Iterator[Comparison]:
    """Foresee an act, rehearse it some times with honest dice, then do it, and compare; `chances` are noted."""
    chances = Chances() if chances is None else chances
    game.enter()
    bury(game)
    reveal(game)
    was = marks(game)
    foreseen = foresee(game, actor, action)
    yield "marks", "" if marks(game) == was else "to foresee it changed the game"
    if "act" in stats_of(actor).status.forbids:
        yield "helpless", "" if foreseen == Forecast() else "whoever can do nothing is told of"
        return
    if foreseen.refused is None:
        if _is_dark(foreseen):
            yield "into the dark", ""
        seeds = [str(rng.fraction()) for _ in range(rehearsals)]
        with board_of(game, actor):
            yield from _rehearsals(game, actor, action, foreseen, seeds, chances)
        yield "marks", "" if marks(game) == was else "to rehearse it changed the game"
    yield from done(game, actor, action, foreseen)


def _is_dark(foreseen: Forecast) -> bool:
    """Return whether anything foreseen hangs on the dark."""
    told = (each.facts for each in foreseen.outcomes.values())
    return any(Dark() in facts for facts in (foreseen.facts, *told))


def _rehearsals(
    game: Game,
    actor: int,
    action: acting.Action,
    foreseen: Forecast,
    seeds: Sequence[str],
    chances: Chances,
) -> Iterator[Comparison]:
    """Rehearse an act with honest dice, let time pass, and compare."""
    bookkeeping = BookkeepingCopy(game)
    with known_level.as_known(game, game.player):
        burning = followed_turns(game)
    for seed in seeds:
        luck = Luck(sample=Stream(seed, "luck").below(WAYS_OF_LUCK), count=WAYS_OF_LUCK)
        with rehearsing(game, Stream(seed, "act"), bookkeeping):
            look_around(game)  # as with the act: who is seen does not mend
            without = passed(game, luck, burning)
        with rehearsing(game, Stream(seed, "act"), bookkeeping):
            yield from _rehearsed(game, actor, action, foreseen, luck, without, chances)
    if not moving.staggers(actor):
        for seed in seeds:
            yield from _noted(game, actor, action, foreseen, Stream(seed, "act"))


def _rehearsed(
    game: Game,
    actor: int,
    action: acting.Action,
    foreseen: Forecast,
    luck: Luck,
    without: Passed,
    chances: Chances,
) -> Iterator[Comparison]:
    """Act and let time pass in a rehearsal, and compare."""
    known, start = {game.player, *senses.seen_creatures(game)}, len(game.trace)
    match _acted(game, actor, action):
        case acting.Refused(reason) | acting.Ask(_, reason):
            yield "refused", _refused(foreseen, reason)
            return
    trace = game.trace[start:]
    if _is_taken_back(trace):
        yield "not compared: taken back", ""
        return
    so = happened(trace)
    yield from compared(foreseen, known, so, actor)
    chances.note_act(foreseen, known, so)
    alive = known - game.dead
    turns = passed(game, luck, without.burning)
    if without.is_whole and without.goes_on:
        chances.note_later(foreseen, known, turns)
    yield from later_compared(foreseen, alive, turns, without)
    yield from untold_compared(foreseen, alive, turns, without)


def _refused(foreseen: Forecast, reason: str) -> str:
    """Say of a refused act that it was foreseen to happen, if that did not hang on the dark."""
    if foreseen.refused is None and Dark() in foreseen.facts:
        return ""
    is_told = foreseen.refused == reason
    return "" if is_told else f"refused ({reason}), and foreseen {foreseen.refused}"


def _is_taken_back(trace: Sequence[Change]) -> bool:
    """Return whether the turn is to be taken back, which happens only once it is over."""
    return any(type(change) is changes.TookBack for change in trace)


def _acted(game: Game, actor: int, action: acting.Action) -> acting.Final:
    """Let somebody act as in a turn: whoever is confused stumbles."""
    if actor == game.player:
        return act_as_able(game, action, NOBODY_LOOKS)
    if not moving.staggers(actor):
        return act(game, actor, action, NOBODY_LOOKS)
    act(game, actor, moving.random_step(game), NOBODY_LOOKS)
    return acting.Done()


def _noted(
    game: Game, actor: int, action: acting.Action, foreseen: Forecast, dice: Stream
) -> Iterator[Comparison]:
    """Act in a rehearsal without what no forecast shows, and compare what is to be said of it."""
    known, start = {game.player, *senses.seen_creatures(game)}, len(game.trace)
    turns_people = actor == game.player and may_turn(game)
    with rehearsing(game, dice):
        match acting.attempt(action, actor, game):
            case acting.Refused(reason) | acting.Ask(_, reason):
                yield "refused", _refused(foreseen, reason)
                return
        dispatch.drain(game, looking_ahead=True)
        trace = game.trace[start:]
        if turns_people:
            remember(game, trace)
            trace += [
                each for each in game.trace[start + len(trace) :] if type(each) is changes.Told
            ]
        said = facts_of(game, trace)
    if not _is_taken_back(trace):
        yield from facts_compared(foreseen, known, said)


def done(game: Game, actor: int, action: acting.Action, foreseen: Forecast) -> Iterator[Comparison]:
    """Do it, and compare: a refusal is as foreseen and changes nothing, and what happens lies within what was told.

    Where somebody or something unseen had a part in the player's act, no forecast may give them away: it is compared as
    it is on the board that the player knows, with the dice that really fell.
    """
    eyes, start = _Sight.of(game), len(game.trace)
    may_be_refused = foreseen.refused is not None or Dark() in foreseen.facts
    was = marks(game) if may_be_refused else {}
    hp = {each: ecs.get(each, vitals.Pools).hp for each in eyes.known}
    stumbles = moving.staggers(actor)
    as_known = _as_known(game, actor, action)
    match acting.perform(moving.random_step(game) if stumbles else action, actor, game):
        case acting.Refused(reason) | acting.Ask(_, reason) if not stumbles:
            yield "refused", _refused(foreseen, reason)
            yield "refused", "" if marks(game) == was else f"refused ({reason}), with a trace"
            return
        case acting.Done() if foreseen.refused is not None:
            yield "refused", f"done, and foreseen to be refused: {foreseen.refused}"
            return
    trace = game.trace[start:]
    if go_back(game):  # not in the trace: creatures that healed since lose those hit points
        yield from _gone_back(game, foreseen, happened(trace), hp)
    elif actor == game.player and eyes.meets_the_unseen(trace):
        yield "compared without the unseen only", ""
        yield from compared(foreseen, eyes.known, as_known, actor)
    else:
        yield from compared(foreseen, eyes.known, happened(trace), actor)


def _as_known(game: Game, actor: int, action: acting.Action) -> Happened:
    """Return what an act comes to on the board as the player knows it, with the dice that will really fall."""
    with board_of(game, actor), rehearsing(game, copied(game.rng), BookkeepingCopy(game)):
        start = len(game.trace)
        chosen = moving.random_step(game) if moving.staggers(actor) else action
        acting.perform(chosen, actor, game)
        return happened(game.trace[start:])


def copied(stream: Chance) -> Stream:
    """Return a stream that will roll what another one will, without drawing from it."""
    assert isinstance(stream, Stream)
    found = Stream("copy")
    found.restore(stream.state())
    return found


def _gone_back(
    game: Game, foreseen: Forecast, is_so: Happened, hp: Mapping[int, int]
) -> Iterator[Comparison]:
    """Compare what everybody has lost once the last turn was taken back with what was told."""
    is_so.lost.update(lost_since(hp))
    for entity, told in foreseen.outcomes.items():
        least, _, most = told.damage
        yield "damage", outside(f"{entity}: damage", least, is_so.lost[entity], most)


def lost_since(hp: Mapping[int, int]) -> dict[int, int]:
    """Return how many hit points fewer everybody has now who is still, or again, there."""
    now = dict(ecs.with_component(vitals.Pools))
    return {each: max(0, was - now[each].hp) for each, was in hp.items() if each in now}


class _Sight(State):
    """Whom the player sees before an act, and where what they do not see may have a part in it."""

    known: set[int]
    hidden: sight.Mask
    since: int
    """The number of whoever comes next into being."""

    @classmethod
    def of(cls, game: Game) -> Self:
        """Look at the level with the eyes of the player."""
        return cls({game.player, *senses.seen_creatures(game)}, hidden_tiles(game), ecs.next_id())

    def meets_the_unseen(self, trace: Sequence[Change]) -> bool:
        """Return whether somebody or something unseen had a part in an act."""
        met = {each.target for each in trace if isinstance(each, changes.Missed | changes.Struck)}
        concerned = [each for each in happened(trace).concerned() | met if each < self.since]
        others = {each for each in concerned if vitals.Pools in ecs.row(each)}.difference(
            self.known
        )
        return bool(others) or reaches(trace, self.hidden)
