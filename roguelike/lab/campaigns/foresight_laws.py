"""Laws of forecast and reply: they change nothing, refuse what is refused, and their bounds hold."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from roguelike.actions.action import Action, Ask, Done, Refused, perform
from roguelike.actions.senses import seen_creatures
from roguelike.actions.wizardry import IdentifyAll, Learn, Reveal, Spawn, Travel
from roguelike.components.vitals import Pools
from roguelike.core.rng import Stream
from roguelike.effects.foresight.forecast import Forecast
from roguelike.engine.commands import Cast, Melee, Pass
from roguelike.engine.saves.snapshot import state_hash
from roguelike.engine.session import Session
from roguelike.engine.yesterday import go_back
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.campaigns.campaign import Campaign, Trial, Verdict
from roguelike.mapgen.depths import DEPTHS
from roguelike.raws.catalog import catalog_in_force
from roguelike.systems.confusion import staggers
from roguelike.world import ecs
from roguelike.world.changes import PoolChanged
from roguelike.world.derived_stats import stats_of
from roguelike.world.space import point_of

TURNS, SAMPLES = 5, 2


@contextmanager
def _open(seed: str) -> Iterator[Trial]:
    """Go through the depths in order."""

    def trial(rng: Stream, number: int) -> Verdict:
        """Set up a scene at a depth, foresee what is then done, and compare."""
        session = Session.start(f"{seed}/{number}", catalog_in_force())
        game = session.game
        mobs, spells = catalog_in_force().names("mobs"), sorted(game.spells)
        spell = rng.choice(spells)
        for command in (Travel(number % max(DEPTHS) + 1), Reveal(), IdentifyAll(), Learn(spell)):
            session.do(command)
        for _ in range(3):
            session.do(Spawn(rng.choice(mobs)))
        failure = _foreseen(session, spell, rng)
        ecs.drop_world(game.world)
        return Verdict(spell, "broke" if failure else "held", failure)

    yield trial


def _foreseen(session: Session, spell: str, rng: Stream) -> str:
    """Foresee a command each turn, do it, and compare; return what is wrong."""
    bot = make_bot("greedy", "1")
    for _ in range(TURNS):
        if session.is_over:
            return ""
        action = _command(session, spell, rng)
        before = state_hash(session.game)
        foreseen = session.forecast(action)
        session.estimate(Pass()).refined(SAMPLES)
        session.estimate(action).refined(SAMPLES)
        if state_hash(session.game) != before:
            return f"to foresee {action} changed the game"
        if wrong := _outside_forecast(session, action, foreseen):
            return f"{action}: {wrong}"
        if not session.is_over:
            bot.take_turn(session)
    return ""


def _command(session: Session, spell: str, rng: Stream) -> Action:
    """Choose a melee attack or a cast at somebody in view."""
    seen = seen_creatures(session.game)
    if not seen:
        return Cast(spell, session.here)
    target = rng.choice(seen)
    return Melee(target) if rng.chance(25) else Cast(spell, point_of(target))


def _outside_forecast(session: Session, action: Action, foreseen: Forecast) -> str:
    """Perform the act alone, and return how the result differs from its forecast."""
    game = session.game
    if staggers(game.player) or "act" in stats_of(game.player).forbids:
        return ""  # then the player does something else
    known = {game.player, *seen_creatures(game)}
    had = {each: ecs.get(each, Pools).hp for each in known}
    start = len(game.trace)
    match perform(action, game.player, game):
        case Refused(reason) | Ask(_, reason):
            return (
                ""
                if foreseen.refused == reason
                else f"refused ({reason}), and foreseen {foreseen.refused}"
            )
        case Done() if foreseen.refused is not None:
            return f"done, and foreseen to be refused: {foreseen.refused}"
    lost: Counter[int] = Counter()
    for change in game.trace[start:]:
        if isinstance(change, PoolChanged) and change.pool == "hp" and change.after < change.before:
            lost[change.entity] += int(change.before - change.after)
    if go_back(game):  # not in the trace: creatures that healed since lose those hit points
        now = dict(ecs.with_component(Pools))
        lost.update({each: max(0, hp - now[each].hp) for each, hp in had.items() if each in now})
    if not lost.keys() <= known:
        return ""  # it struck somebody out of the player's sight: no forecast may include them
    for entity, outcome in foreseen.outcomes.items():
        least, _, most = outcome.damage
        if not least <= lost[entity] <= most:
            return f"{entity} lost {lost[entity]}, and {least} to {most} were foreseen"
    return ""


FORESIGHT = Campaign("foresight", "laws of forecast and reply", 1_000, 8, _open)
