"""A game that ended, as the history keeps it."""

from roguelike import __version__
from roguelike.components.vitals import Pools
from roguelike.core.records import asdict
from roguelike.engine.saves.history import Run
from roguelike.engine.score import score
from roguelike.world import ecs
from roguelike.world.game import Game


def ended_run(game: Game, run: str, epitaph: str, *, how: str, when: str) -> Run:
    """Return the line of the history for a game; `run` is its id, `when` the time in UTC."""
    game.enter()
    return Run(
        run=run,
        how=how,
        epitaph=epitaph,
        place=game.level.name,
        depth=game.depth,
        when=when,
        level=ecs.get(game.player, Pools).level,
        turns=game.turn,
        seed=game.seed,
        tallies=asdict(game.tallies),
        version=__version__,
        data_hash=game.content.data_hash,
        wizard=game.wizard,
        score=score(game),
    )
