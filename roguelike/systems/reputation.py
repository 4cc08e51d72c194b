"""Reputation: what factions remember of the player's kills, blows and healing, of their members and their enemies.

A faction that speaks for another one passes on what is done to it, and each counts it by its own measure.

Like noise it is read from the trace, so no effect has to know about it. Only deeds to creatures with hands count:
beasts, moulds and hounds do not remember. `world.factions.stance` reads it.
"""

from collections.abc import Sequence

import esper

from roguelike.actions import senses
from roguelike.components import actors, spatial, vitals
from roguelike.core.grammar import Message
from roguelike.systems.ai.sightings import factions_of
from roguelike.world import changes, ecs, factions, perception, space
from roguelike.world.circumstances import deeds_of
from roguelike.world.game import NOBODY, Cause, Change, Game
from roguelike.world.level import covered

PER_DEATH_LEVEL = -3
"""Standing for the death of a member, for each of its levels."""
NAMED_DEATH = -60
"""Standing at most for the death of a member who is missed by name: as much as standing with their enemies costs."""
PER_ENEMY_DEATH_LEVEL = 1
"""Standing for the death of a declared enemy, for each of its levels."""
PER_WOUND = -12
"""Standing for a wound to a member, if the faction was not hostile to the player."""
PER_HEALING = 4
"""Standing for each healing of a member."""
CHECKED_EVERY = 4
"""One in this many members of each faction not met yet is checked each turn for being in view."""


def remember(game: Game, news: Sequence[Change]) -> None:
    """Change standings by what the player and the player's servants did in these changes."""
    for change in news:
        if type(change) is changes.Died:
            if _is_ours(game, change.cause):
                _count_death(game, change.entity, change.cause)
                _remember_death(game, change.entity, change.cause)
        elif (
            type(change) is changes.PoolChanged
            and change.pool == "hp"
            and change.entity != game.player
            and _is_ours(game, change.cause)
        ):
            _count_wound_or_healing(game, change)


def may_turn(game: Game) -> bool:
    """Return whether the player's next deed could change a stance: peaceful people in view, or nearly won ones.

    Called before a forecast: in most fights no deed could, and checking every run for it took a third of the time.
    """
    seen = [each for each in senses.standing_in_view(game) if _remembering(each) is not None]
    if any(_is_peaceful(game, ecs.get(each, actors.Nature).faction) for each in seen):
        return True
    gain = sum(
        PER_HEALING + PER_ENEMY_DEATH_LEVEL * ecs.get(each, vitals.Pools).level for each in seen
    )
    return any(points + gain >= factions.FRIENDLY for points in game.standing.values())


def _is_peaceful(game: Game, faction: str) -> bool:
    """Return whether a faction does not attack strangers like the player."""
    return game.content.reaction(faction, actors.PLAYER_FACTION) != "attack"


def _is_ours(game: Game, cause: Cause) -> bool:
    """Return whether the player, or a servant of theirs, is to blame for a cause."""
    return cause.by == game.player or factions.acts_for_player(game, cause.by)


def _remembering(entity: int) -> actors.Nature | None:
    """Return a creature's Nature if its faction remembers deeds; else None."""
    nature = esper.try_component(entity, actors.Nature)
    return nature if nature is not None and nature.hands else None


def _count_death(game: Game, victim: int, cause: Cause) -> None:
    """Count a death with the victim's faction and with the factions that name it as an enemy."""
    nature, pools = _remembering(victim), esper.try_component(victim, vitals.Pools)
    if nature is None or pools is None or factions.acts_for_player(game, victim):
        return
    points = PER_DEATH_LEVEL * pools.level
    if nature.slain_deed is not None:
        points = min(points, NAMED_DEATH)
    for side in game.content.sides(nature.faction):
        _change_standing(game, side, points, cause, victim)
        for rival in game.content.rivals(side):
            _change_standing(game, rival, PER_ENEMY_DEATH_LEVEL * pools.level, cause)


def _remember_death(game: Game, victim: int, cause: Cause) -> None:
    """Remember the death of somebody who is missed by name as a deed of the player, servants of theirs included."""
    nature = esper.try_component(victim, actors.Nature)
    done = deeds_of(game)
    if nature is not None and nature.slain_deed is not None and nature.slain_deed not in done:
        changes.alter(game, game.player, actors.Player, "deeds", (*done, nature.slain_deed), cause)


def _count_wound_or_healing(game: Game, change: Change) -> None:
    """Count a wound, if the victim was not hostile, and any healing, with the creature's faction."""
    assert isinstance(change, changes.PoolChanged)
    nature = _remembering(change.entity)
    if nature is None or factions.master_of(change.entity) != change.entity:
        return
    for side in game.content.sides(nature.faction):
        if change.after > change.before:
            _change_standing(game, side, PER_HEALING, change.cause)
        elif _is_peaceful(game, side):
            _change_standing(game, side, PER_WOUND, change.cause, change.entity)


def _was_seen(game: Game, victim: int, cause: Cause) -> bool:
    """Return whether the player saw somebody before a deed, wherever it drove them and from where they then fled."""
    row, deed = ecs.row(victim), cause.first()
    there = row[spatial.Position]
    places = (
        change.before
        for change in game.trace
        if type(change) is changes.Moved
        and change.entity == victim
        and change.cause.first() is deed
    )
    x, y, depth = next(places, (there.x, there.y, there.depth))
    cells = covered((x, y), row.get(spatial.Body, space.SMALL))
    is_shown = victim in game.dead or perception.is_open_to_view(game, victim, row)
    return is_shown and depth == game.depth and game.level.in_view(cells)


def _change_standing(
    game: Game, faction: str, points: int, cause: Cause, victim: int = NOBODY
) -> None:
    """Change a standing, and log it when the faction's stance to the player changes with it.

    A player who wounds or kills somebody out of sight is told so: nothing else in the log would give the reason.
    """
    if faction == actors.PLAYER_FACTION:
        return
    before, after = factions.standing_after(game, faction, points)
    if after == before:
        return
    game.change(changes.StandingChanged(faction, before, after, cause))
    text, tone = "", ""
    hates = game.content.reaction(faction, actors.PLAYER_FACTION) == "attack"
    if hates and before < factions.FRIENDLY <= after:
        text, tone = "Word goes round: {1} will let you be.", "good"
    elif hates and after < factions.FRIENDLY <= before:
        text, tone = "Word goes round: the patience of {1} is at an end.", "bad"
    elif not hates and after <= factions.HOSTILE < before:
        text, tone = "Word goes round: {1} will not forget what you did.", "bad"
        if victim != NOBODY and not _was_seen(game, victim, cause):
            text = f"Somebody you do not see {'dies' if victim in game.dead else 'is hurt'}. {text}"
    if text:
        called = game.content.called(faction)
        game.change(changes.Told(cause, Message(text, (called,), tone), heard=True))


def meet(game: Game) -> None:
    """Add the factions of creatures in view to those met; a few members of each other faction are checked per turn."""
    sides = factions_of(game).members
    for side in sides.keys() - game.met:
        some = sides[side][game.turn % CHECKED_EVERY :: CHECKED_EVERY]
        if any(space.is_in_view(game, entity) and perception.is_noticed(entity) for entity in some):
            game.met.add(side)


def standing_text(game: Game, entity: int) -> str:
    """Return a sentence on a creature's faction's opinion of the player; "" if there is none."""
    nature = _remembering(entity)
    points = game.standing.get(nature.faction, 0) if nature else 0
    if nature is None or not points:
        return ""
    called = game.content.called(nature.faction)
    if points >= factions.FRIENDLY:
        return f"{called} will let you be"
    if points > 0:
        return f"{called} think better of you"
    return f"{called} bear you a grudge"
