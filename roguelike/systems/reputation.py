"""What factions remember: blood shed, blows struck and wounds bound, of theirs and of their enemies.

Like noise it is read from the trace, so no effect has to know of it and no forecast leaves a grudge. Only those with
hands remember; beasts, moulds and demons' hounds do not keep accounts. `effects.targeting.stance` consults the sum.
"""

from collections.abc import Sequence

import esper

from roguelike.components.actors import Nature
from roguelike.components.vitals import Pools
from roguelike.core.grammar import Message
from roguelike.effects.targeting import FRIENDLY, HOSTILE, master_of
from roguelike.systems.ai.sightings import census
from roguelike.world.changes import Died, PoolChanged, Told
from roguelike.world.changes.reputation import StandingChanged
from roguelike.world.game import NOBODY, Cause, Change, Game
from roguelike.world.names import is_noticed
from roguelike.world.space import cells_of

DEATH_PER_LEVEL = -3
"""What a member's death counts, for each of its levels."""
ENEMY_PER_LEVEL = 1
"""What the death of a declared enemy counts, for each of its levels."""
BLOW = -12
"""What a blow counts with those who had let the player be."""
AID = 4
"""What each healing of a member counts."""
BOUND = 100
LOOKED_FOR = 4
"""One in so many members of a faction yet unmet is looked for in a turn."""


def remember(game: Game, news: Sequence[Change]) -> None:
    """Weigh what the player and whoever serves the player did, among some changes."""
    for change in news:
        match change:
            case Died(entity=victim, cause=cause) if type(change) is Died and _is_ours(game, cause):
                _mourn(game, victim, cause)
            case PoolChanged(entity=other, pool="hp", cause=cause) if other != game.player:
                if _is_ours(game, cause):
                    _feel(game, change)
            case _:
                pass


def _is_ours(game: Game, cause: Cause) -> bool:
    """Return whether the player is to blame, or somebody who serves the player."""
    by = cause.by
    return by == game.player or (
        by != NOBODY and esper.entity_exists(by) and master_of(by) == game.player
    )


def _memory(entity: int) -> Nature | None:
    """Return the nature of one whose faction remembers."""
    nature = esper.try_component(entity, Nature)
    return nature if nature is not None and nature.hands else None


def _mourn(game: Game, victim: int, cause: Cause) -> None:
    """Let a death count with the victim's faction, and with the enemies that it has declared."""
    nature, pools = _memory(victim), esper.try_component(victim, Pools)
    if nature is None or pools is None or master_of(victim) == game.player:
        return
    _sway(game, nature.faction, DEATH_PER_LEVEL * pools.level, cause)
    for rival in game.content.rivals(nature.faction):
        _sway(game, rival, ENEMY_PER_LEVEL * pools.level, cause)


def _feel(game: Game, change: Change) -> None:
    """Let a wound count with those who had let the player be, and help with anybody."""
    assert isinstance(change, PoolChanged)
    nature = _memory(change.entity)
    if nature is None or master_of(change.entity) != change.entity:
        return
    if change.after > change.before:
        _sway(game, nature.faction, AID, change.cause)
    elif game.content.reaction(nature.faction, "Player") != "attack":
        _sway(game, nature.faction, BLOW, change.cause)


def _sway(game: Game, faction: str, points: int, cause: Cause) -> None:
    """Change a standing, and say so when it changes how they will treat the player."""
    if faction == "Player":
        return
    before = game.standing.get(faction, 0)
    after = max(-BOUND, min(BOUND, before + points))
    if after == before:
        return
    game.change(StandingChanged(faction, before, after, cause))
    text, tone = "", ""
    hates = game.content.reaction(faction, "Player") == "attack"
    if hates and before < FRIENDLY <= after:
        text, tone = "Word goes round: {1} will let you be.", "good"
    elif hates and after < FRIENDLY <= before:
        text, tone = "Word goes round: the patience of {1} is at an end.", "bad"
    elif not hates and after <= HOSTILE < before:
        text, tone = "Word goes round: {1} will not forget what you did.", "bad"
    if text:
        called = game.content.called(faction)
        game.change(Told(cause, Message(text, (called,), tone), heard=True))


def meet(game: Game) -> None:
    """Remember the factions of whom the player sees; of one yet unmet, a few members are looked for each turn."""
    level, factions = game.level, census(game).factions
    for side in factions.keys() - game.met:
        some = factions[side][game.turn % LOOKED_FOR :: LOOKED_FOR]
        if any(level.in_view(cells_of(entity)) and is_noticed(entity) for entity in some):
            game.met.add(side)


def standing_text(game: Game, entity: int) -> str:
    """Say how somebody's people think of the player; empty where nothing is to be said."""
    nature = _memory(entity)
    points = game.standing.get(nature.faction, 0) if nature else 0
    if nature is None or not points:
        return ""
    called = game.content.called(nature.faction)
    if points >= FRIENDLY:
        return f"{called} will let you be"
    if points > 0:
        return f"{called} think better of you"
    return f"{called} bear you a grudge"
