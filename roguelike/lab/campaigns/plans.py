"""The campaign of plans: what several own acts, a fight and a tile are told to come to, held against what they come to.

A plan rehearsed with a copy of the real dice is the plan played, to the hit point and the tile. A fight and a tile are
told by evenly spread dice, so they are played several times with others, and the means are compared over all cases.
Whoever is out of view is sent away first: no foresight knows them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from roguelike.actions import acting, moving, wizardry
from roguelike.components import actors, vitals
from roguelike.core.rng import Stream
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.reply import OwnAct, Rehearsal
from roguelike.engine.play.turn import bury
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import read, restore, state_hash, write
from roguelike.lab.balance.fights import gather
from roguelike.lab.campaigns.campaign import Verdict, campaign
from roguelike.lab.campaigns.foresight_law import copied
from roguelike.lab.campaigns.foresight_laws import KINDS, WHY, chosen, scene
from roguelike.lab.campaigns.turn_law import has_left, turn_played
from roguelike.lab.heroes import equip
from roguelike.mapgen.depths import DEPTHS
from roguelike.raws.catalog import catalog_in_force
from roguelike.world import changes, ecs, figures, known_level, perception, space
from roguelike.world.catalog import Catalog
from roguelike.world.game import NOBODY, Game

LIVES = 8
"""How often a fight is played."""


def rehearsed(game: Game, acts: Sequence[OwnAct], *, minds: bool) -> list[planning.Standing]:
    """Return how everybody in view would stand after each act, with a copy of the dice that will really fall.

    Nobody unseen bars the way of whoever is driven out of view: it is as if what was never seen were open.
    """
    game.enter()
    whose = [game.player, *present(game)]
    found = []
    with known_level.as_known(game, game.player), known_level.in_the_dark(game):
        rehearsal = Rehearsal(game, acts, minds=minds, persists=True)
        with rehearsal.undoing(copied(game.rng)):
            found += [planning.standing(game, whose) for _ in rehearsal.passing()]
    return found


def played(game: Game, acts: Sequence[OwnAct], *, minds: bool) -> list[planning.Standing]:
    """Play the acts, and return how everybody who was in view stands after each."""
    game.enter()
    bury(game)
    whose = [game.player, *present(game)]
    found = []
    for act in acts:
        start = len(game.trace)
        action = act if isinstance(act, acting.Action) else act(game)
        if not isinstance(turn_played(game, action, minds=minds), acting.Done):
            turn_played(game, moving.Pass(), minds=minds)
        found.append(planning.standing(game, whose))
        if has_left(game, game.trace[start:]) or game.player in game.dead:
            break
    return found


def present(game: Game) -> list[int]:
    """List the creatures on the level, without the player, by id."""
    found = (each for each, _ in ecs.with_component(actors.Mind))
    return [each for each in found if each not in game.dead and space.is_here(game, each)]


@contextmanager
def another(saved: bytes, content: Catalog) -> Iterator[Game]:
    """Yield the game of a snapshot, in a world of its own."""
    with ecs.passing_worlds():
        yield restore(read(saved), content)


def twin_fault(game: Game, acts: Sequence[OwnAct]) -> str:
    """Return how a plan with a copy of the real dice differs from the plan played, or what mark it left; "" if not.

    The level is to be known, with nobody out of view.
    """
    game.enter()
    bury(game)
    before = state_hash(game)
    told = rehearsed(game, acts, minds=True)
    if state_hash(game) != before:
        return "rehearsing it left a mark"
    with another(write(game), game.content) as twin:
        came = played(twin, acts, minds=True)
    game.enter()
    return _difference(told, came)


def _difference(told: Sequence[planning.Standing], came: Sequence[planning.Standing]) -> str:
    """Return how what came differs from what was told; "" if it does not."""
    for number, (one, other) in enumerate(zip(told, came, strict=False), 1):
        if one != other:
            return f"after act {number}: told {one}, came {other}"
    return "" if len(told) == len(came) else f"told {len(told)} turns, came {len(came)}"


def alone(session: Session) -> None:
    """Let the player know the level, and remove whatever is on it that they do not see: people, doors, fires, traps.

    Whoever followed one of them follows nobody: that somebody unseen is gone, no foresight knows.
    """
    game = session.game
    game.enter()
    acting.perform(
        wizardry.Reveal(), game.player, game
    )  # a command would be lost on whoever cannot act
    level = game.level
    for point, things in sorted(level.at.items()):
        for thing in things if not level.visible[point] else ():
            game.change(changes.Removed(thing, WHY))
    for each in present(game):
        if not perception.sees(game, each):
            game.change(changes.Removed(each, WHY))
    for each in present(game):
        mind = ecs.get(each, actors.Mind)
        mind.leader = mind.leader if space.is_here(game, mind.leader) else NOBODY
    level.remembered.things.clear()
    bury(game)


# --- cases


@campaign("plans", "plans, played as rehearsed; fights, played as told", 300, 8)
def trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Hold a plan on a real level to its rehearsal; every third time, a fight to what it was told to come to."""
    if number % 3 == 2:
        return _fought(seed, number)
    kind = KINDS[number % len(KINDS)]
    session = scene(seed, number, rng)
    action = chosen(session, kind, rng)
    alone(session)
    acts: list[OwnAct] = [action, moving.Pass(), planning.Habit(session.game)]
    if session.is_over or not action.is_known(session.game):
        return Verdict("plan", "passed over")
    fault = twin_fault(session.game, acts)
    return Verdict("plan", "broke" if fault else "equal", fault)


def _fought(seed: str, number: int) -> Verdict:
    """Foresee the fight of a typical hero of a depth, and play it several times in the way that was foreseen."""
    catalog = catalog_in_force()
    depth = number // 3 % (max(DEPTHS) - 1) + 2
    session = Session.start(f"{seed}/{number}", catalog)
    game, level = session.game, figures.hero_level(catalog, depth)
    equip(game, depth, level)
    gather(game, catalog, depth, level, None)
    session.do(moving.Pass())
    alone(session)
    if session.is_over or not planning.foes_of(game):
        return Verdict("fight", "passed over")
    estimate = planning.FightEstimate(game)
    estimate.refine()
    told, hp = estimate.told, ecs.get(game.player, vitals.Pools).hp
    assert told is not None
    assert estimate.first is not None
    saved = write(game)
    came = [_life(saved, catalog, estimate.first, life) for life in range(LIVES)]
    counts = Counter(
        told_won=round(100 * told.won),
        came_won=round(100 * sum(won for won, _ in came) / LIVES),
        told_dead=round(100 * told.death),
        came_dead=round(100 * sum(lost >= hp for _, lost in came) / LIVES),
        told_lost=round(100 * told.loss[1] / hp),
        came_lost=round(100 * sum(lost for _, lost in came) / LIVES / hp),
        off_by=round(100 * abs(told.death - sum(lost >= hp for _, lost in came) / LIVES)),
    )
    return Verdict("fight", "fought", "", counts)


def _life(saved: bytes, catalog: Catalog, first: acting.Action, life: int) -> tuple[bool, int]:
    """Play a fight once with dice of its own; return whether it was won, and the hit points lost."""
    with another(saved, catalog) as game:
        game.enter()
        game.rng = Stream(life, "life")
        foes = planning.foes_of(game)
        hp = ecs.get(game.player, vitals.Pools).hp
        habit = planning.Habit(game)
        session, act = Session(game), first
        for _ in range(planning.MOST_TURNS):
            if session.do(act).refused is not None:
                session.do(moving.Pass())
            if game.player in game.dead:
                return False, hp
            if planning.is_fought_out(game, foes):
                return True, hp - ecs.get(game.player, vitals.Pools).hp
            act = habit(game)
        return False, hp - ecs.get(game.player, vitals.Pools).hp
