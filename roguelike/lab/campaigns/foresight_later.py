"""What an act leads to in coming turns, held against what was told: nobody acts, and time passes.

That is how a forecast defines it: what fires, clouds and statuses left by the act take from whoever stays where they
are. Nothing is compared for those whom something from before the act harms anyway, or may reach: what of it is the
act's doing cannot be read from the changes.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from roguelike.components.hazards import Hazard, HazardTemplate
from roguelike.components.statuses import Duration, StatusEffect, StatusTemplate
from roguelike.core.geometry import Point, distance
from roguelike.core.records import State
from roguelike.core.rng import Stream
from roguelike.core.sight import Mask
from roguelike.effects.foresight.aftermath import HAZARD_TURNS, MOST_TURNS
from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.effects.foresight.old_fires import TILES, fires_met, spreading_fires
from roguelike.effects.foresight.rehearsal import rehearsing_turn
from roguelike.effects.spreading import hazards_since
from roguelike.engine.play.onlookers import NOBODY_LOOKS
from roguelike.engine.play.turn import pass_time
from roguelike.lab.campaigns.foresight_at_once import (
    CERTAIN,
    UNTOUCHED,
    Comparison,
    happened,
    reaches,
)
from roguelike.world import ecs
from roguelike.world.bookkeeping import BookkeepingCopy
from roguelike.world.changes import Altered, PoolChanged, Spawned, StatusBegan, StatusEnded
from roguelike.world.game import Change, Game
from roguelike.world.space import cells_of

FAR_TILES = 12
"""From farther away nothing that burns or drifts arrives while it is followed."""
ANYWHERE = 40


class Before(State):
    """What worked already before an act: fires and clouds with their tiles, and what statuses would take anyway."""

    since: int
    fires: dict[int, Point]
    owed: dict[int, int]
    """Hit points by creature, for those who suffer from any."""
    dying: set[int]
    """Those of them who die of it, or all if the player does: what the act saves them from, they may lose later."""


class Passed(State):
    """Coming turns as they went by: what happened in those that a forecast follows, and whether these were all."""

    changes: list[Change]
    is_whole: bool


def before(game: Game, bookkeeping: BookkeepingCopy) -> Before:
    """Note what works already; what statuses take is found by letting time pass without the act."""
    burning = game.level.hazards
    suffering = {
        state.target
        for status, state, template in ecs.with_both(StatusEffect, StatusTemplate)
        if template.tick and status not in game.dead
    }
    owed, dying = dict.fromkeys(suffering, 0), set[int]()
    if suffering:
        start = len(game.trace)
        with rehearsing_turn(game, Stream(game.seed, "anyway"), bookkeeping):
            for _ in range(MOST_TURNS):
                pass_time(game, NOBODY_LOOKS, minds=False)
            anyway = happened(game.trace[start:])
        owed = {each: anyway.lost[each] for each in suffering}
        # With the player's death time ends, and so does what the others would lose.
        dying = suffering if game.player in anyway.dead else anyway.dead & suffering
    return Before(ecs.next_id(), {each: burning[each] for each in hazards_since(game)}, owed, dying)


def passed(game: Game, dark: Mask, clear: Collection[int], since: int) -> Passed | None:
    """Let turns pass in which nobody acts, until nothing burns or hurts; None if that leads out of the player's view.

    They end early where somebody dies who is not `clear`, nor made by the act (of an id from `since` on): what that
    leads to is in no forecast. Nor is what starts to burn after the first turns, or the most that fires take which
    renew one another late: extreme luck renews them at once, when they have nothing to gain.
    """
    found = Passed([], is_whole=True)
    for turn in range(MOST_TURNS):
        if not _works(game):
            break
        start = len(game.trace)
        pass_time(game, NOBODY_LOOKS, minds=False)
        news = game.trace[start:]
        if reaches(news, dark):
            return None
        others = {each for each in happened(news).dead if each < since} - set(clear)
        if not others:
            found.changes += news
        spreads = any(map(_spreads, news)) if turn >= HAZARD_TURNS - 1 else False
        ends = spreads or any(map(_renews, news))
        found.is_whole = not (others or ends or game.player in game.dead)
        if not found.is_whole:
            break
    return found


def _works(game: Game) -> bool:
    """Return whether anything burns or drifts on the level, or hurts somebody from turn to turn."""
    return bool(hazards_since(game)) or any(
        template.tick and status not in game.dead and state.target not in game.dead
        for status, state, template in ecs.with_both(StatusEffect, StatusTemplate)
    )


def _spreads(change: Change) -> bool:
    """Return whether something starts to burn because of another fire; not where a cloud drifts."""
    if type(change) is not Spawned or change.cause.kind != "hazard":
        return False
    templates = [each for each in change.components if isinstance(each, HazardTemplate)]
    return any(not each.drifts for each in templates)


def _renews(change: Change) -> bool:
    """Return whether a fire makes another one last longer."""
    if type(change) is not Altered or change.cause.kind != "hazard":
        return False
    return change.component is Hazard and change.after > change.before


def settled(game: Game, was: Before, known: Collection[int], at_once: Sequence[Change]) -> set[int]:
    """Return whom nothing that burnt or drifted before the act may reach, besides what it is to foretell of those.

    Of those who suffered from statuses before, only whom it leaves no more and no less vulnerable to them.

    Call it after the act, before turns pass.
    """
    alive = set(known) - game.dead - was.dying - (_changed(at_once) & was.owed.keys())
    moved = happened(at_once).moved
    old = {fire: spot for fire, spot in was.fires.items() if fire not in game.dead}
    fires = [fire for fire in spreading_fires(game, was.since) if fire in was.fires]
    is_far_told = fires_met(game, at_once, was.since, fires, ANYWHERE) == fires_met(
        game, at_once, was.since, fires, TILES
    )
    return {
        each
        for each in alive
        if (is_far_told and _is_told_of_all(old, each))
        if each in moved or not _is_near(old, each)
    }


def _changed(changes: Sequence[Change]) -> set[int]:
    """Return the creatures on whom a status other than those that hurt or heal began, changed or ended.

    Also those on whom such a one grew stronger: a forecast tells what it was to take anyway in whole turns only.
    """
    found = set[int]()
    for change in changes:
        match change:
            case StatusBegan() | StatusEnded():
                status, target = change.status, change.target
            case Altered() if change.component in (Duration, StatusEffect):
                status, target = change.entity, ecs.get(change.entity, StatusEffect).target
            case _:
                continue
        is_stronger = type(change) is Altered and change.component is StatusEffect
        if is_stronger or not ecs.get(status, StatusTemplate).tick:
            found.add(target)
    return found


def _is_near(fires: dict[int, Point], entity: int) -> bool:
    """Return whether something that burnt or drifted before may reach a creature."""
    cells = cells_of(entity)
    return any(
        spot in cells or (_roams(fire) and _gap(spot, cells) <= FAR_TILES)
        for fire, spot in fires.items()
    )


def _is_told_of_all(fires: dict[int, Point], entity: int) -> bool:
    """Return whether no cloud from before drifts near a creature without being upon it: those are not told."""
    cells = cells_of(entity)
    return not any(
        ecs.get(fire, HazardTemplate).drifts
        and spot not in cells
        and _gap(spot, cells) <= FAR_TILES
        for fire, spot in fires.items()
    )


def _roams(fire: int) -> bool:
    """Return whether a fire or cloud spreads or drifts."""
    template = ecs.get(fire, HazardTemplate)
    return template.drifts or template.spread_percent > 0


def _gap(spot: Point, cells: Sequence[Point]) -> float:
    """Return how far a tile is from the nearest of some others."""
    return min(distance(spot, cell) for cell in cells)


def later_compared(
    foreseen: Forecast, clear: Collection[int], owed: Mapping[int, int], turns: Passed
) -> Iterator[Comparison]:
    """Compare what the coming turns took and brought with what was told of them.

    Of those who suffered before, only the most that they lose is known: what is `owed` besides.
    """
    is_so = happened(turns.changes)
    burnt = _taken_by_fires(turns.changes)
    begun = _begun(turns.changes)
    for entity in sorted(clear):
        told = foreseen.outcomes.get(entity, UNTOUCHED)
        lost, (least, _, most) = is_so.lost[entity], told.later
        if burnt.get(entity, 0) or told.staying[2]:
            held = burnt.get(entity, 0) <= told.staying[2]
            wrong = f"{entity} loses {burnt.get(entity, 0)} by staying, {told.staying[2]} foreseen"
            yield "staying", "" if held else wrong
        if entity in owed:
            wrong = f"{entity} loses {lost} later, {owed[entity]} anyway, and {most} were foreseen"
            yield "later, beside what was owed", "" if lost <= most + owed[entity] else wrong
            continue
        least = least if turns.is_whole else 0
        if lost or most:
            held = least <= lost <= most
            wrong = f"{entity} loses {lost} later, and {least} to {most} were foreseen"
            yield "later", "" if held else wrong
        for name in sorted(begun.get(entity, set()) - told.statuses.keys()):
            wrong = f"{entity} becomes {name} later, and that was not foreseen"
            yield "later statuses", "" if name in told.coming else wrong
        if entity in is_so.dead:
            wrong = f"{entity} dies later, and that was not foreseen"
            is_told = told.dies_later > 0 or told.kill > 0
            yield "later deaths", "" if is_told else wrong
        if turns.is_whole:
            yield from _certain(entity, told, begun.get(entity, set()), is_so.dead)


def _certain(entity: int, told: Outcome, begun: set[str], dead: set[int]) -> Iterator[Comparison]:
    """Compare what was told to come for certain."""
    if told.dies_later == CERTAIN:
        held = entity in dead
        yield "later deaths", "" if held else f"{entity} surely dies later, and does not"
    for name, chance in sorted(told.coming.items()):
        if chance == CERTAIN:
            held = name in begun or entity in dead
            yield "later statuses", "" if held else f"{entity} surely becomes {name}, and does not"


def _taken_by_fires(changes: Sequence[Change]) -> dict[int, int]:
    """Return the hit points that fires and clouds themselves took, by creature."""
    found: dict[int, int] = {}
    for change in changes:
        if (
            isinstance(change, PoolChanged)
            and change.pool == "hp"
            and change.cause.kind == "hazard"
        ):
            lost = max(0, int(change.before - change.after))
            found[change.entity] = found.get(change.entity, 0) + lost
    return found


def _begun(changes: Sequence[Change]) -> dict[int, set[str]]:
    """Return the statuses that fires, clouds and other statuses began, by creature."""
    found: dict[int, set[str]] = {}
    for change in changes:
        if type(change) is StatusBegan and change.cause.first().kind in ("hazard", "status"):
            found.setdefault(change.target, set()).add(change.name)
    return found
