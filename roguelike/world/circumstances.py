"""Whether circumstances hold: what the player has done, what stands nearby, how factions regard the player."""

import esper

from roguelike.components import actors, bargains
from roguelike.core.geometry import steps_between
from roguelike.world import changes, space
from roguelike.world.game import Game, nature_of

TOOK_AMULET = "took the Amulet"
"""The one deed that is neither a deal nor a death: circumstances may name it like any other."""
NEAR_TILES = 8
"""How many tiles away a fixture still counts as near."""


def deeds_of(game: Game) -> tuple[str, ...]:
    """Return the deeds of the player that are remembered."""
    player = esper.try_component(game.player, actors.Player)
    return player.deeds if player is not None else ()


def _dealings(game: Game) -> set[str]:
    """Return the deeds that circumstances can ask for: those remembered, and whether they ever took the Amulet."""
    taken = () if changes.quest_of(game) is None else (TOOK_AMULET,)
    return {*deeds_of(game), *taken}


def holds(game: Game, when: bargains.Circumstances, speaker: int) -> bool:
    """Return whether the circumstances of a line or an offer hold for its speaker."""
    done = _dealings(game)
    return (
        done.issuperset(when.done)
        and done.isdisjoint(when.undone)
        and (when.near is None or _stands_near(game, when.near, speaker))
        and (
            when.people_of is None
            or when.at_least <= _standing(game, when.people_of) <= when.at_most
        )
    )


def _standing(game: Game, mob: str) -> int:
    """Return the player's standing with the faction of a kind of creature."""
    return game.standing.get(nature_of(game.content, mob).faction, 0)


def _stands_near(game: Game, prop: str, speaker: int) -> bool:
    """Return whether a fixture of a kind stands near the speaker."""
    here = space.point_of(speaker)
    return here is not None and any(
        steps_between(here, there) <= NEAR_TILES for _, there in space.fixtures(game, prop)
    )


def offered(game: Game, thing: int, bargain: bargains.Bargain) -> list[bargains.Deal]:
    """List the deals that a person or fixture offers at the moment."""
    done = deeds_of(game)
    return [
        deal for deal in bargain.deals if deal.deed not in done and holds(game, deal.when, thing)
    ]


def greeting(game: Game, thing: int, bargain: bargains.Bargain) -> str:
    """Return a person's first words, or what a fixture is."""
    said = (each.text for each in reversed(bargain.greetings) if holds(game, each.when, thing))
    return next(said, bargain.text)
