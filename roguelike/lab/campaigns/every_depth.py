"""Bots on every depth, with all invariants checked after every turn."""

from roguelike.actions.wizardry import Travel
from roguelike.core.rng import Stream
from roguelike.engine.session import Session
from roguelike.lab.bots.roster import BOTS, make_bot
from roguelike.lab.campaigns.campaign import Campaign, Verdict, sharing_nothing
from roguelike.lab.simulate import play
from roguelike.mapgen.depths import DEPTHS
from roguelike.raws.catalog import catalog_in_force
from roguelike.world import ecs

TURNS = 40


def _trial(seed: str, rng: Stream, number: int) -> Verdict:
    """Send a new hero who cannot die down, and let a bot play there."""
    depth, name = number % max(DEPTHS) + 1, sorted(BOTS)[number % len(BOTS)]
    session = Session.start(f"{seed}/{number}", catalog_in_force())
    session.do(Travel(depth))
    failure = play(session, make_bot(name, str(number)), session.game.turn + TURNS)
    ecs.drop_world(session.game.world)
    told = f"turn {failure.turn}: {failure.text.strip()[-400:]}" if failure else ""
    return Verdict(f"depth {depth:2}", "broke" if failure else "played", told)


BOTS_EVERYWHERE = Campaign(
    "bots", "bots on every depth, invariants checked each turn", 300, 4, sharing_nothing(_trial)
)
