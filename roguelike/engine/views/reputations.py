"""The views of the player's standing with factions. Factions without a label, such as beasts, have none."""

from roguelike.components.actors import PLAYER_FACTION
from roguelike.core.grammar import capital
from roguelike.engine.views.records import StandingView
from roguelike.world.factions import FRIENDLY, HOSTILE, stance
from roguelike.world.game import Game


def standing_views(game: Game) -> tuple[StandingView, ...]:
    """List the factions met that have a label, those with the best opinion of the player first."""
    known = game.met | game.standing.keys()
    views = [_view(game, side) for side in known if game.content.called(side) != side]
    return tuple(sorted(views, key=lambda view: (-view.points, view.name)))


def _view(game: Game, side: str) -> StandingView:
    """Return the view of one faction."""
    points, treats = game.standing.get(side, 0), stance(game, side, PLAYER_FACTION)
    name = game.content.called(side)
    name = capital(name)
    hates = game.content.reaction(side, PLAYER_FACTION) == "attack"
    return StandingView(name, points, treats, _words(points, hates=hates))


def _words(points: int, *, hates: bool) -> str:
    """Describe what a standing means, and at how many points that changes."""
    if hates:
        if points >= FRIENDLY:
            return "let you be"
        return f"attack you until you gain {FRIENDLY - points} points"
    if points <= HOSTILE:
        return "will not forget what you did"
    if points < 0:
        return f"are wary of you; {points - HOSTILE} points less, and they will not forgive you"
    return "think well of you" if points else "neither for nor against you"
