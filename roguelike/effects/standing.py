"""Changing a faction's opinion of the player by a deal: a toll paid, a lock broken."""

from typing import Annotated, ClassVar

from roguelike.core.effect import Effect, effect
from roguelike.core.records import Meta, Refers
from roguelike.effects import registry
from roguelike.world import changes, factions
from roguelike.world.catalog import Catalog
from roguelike.world.game import Game, nature_of


@effect("standing", lands_on="whole")
class MoveStanding(Effect):
    """Makes a creature's faction think better or worse of the player."""

    amount_fields: ClassVar[tuple[str, ...]] = ("points",)
    negative_reverses: ClassVar[bool] = True
    mob: Annotated[
        str,
        Refers("mobs", brings=False),
        Meta(min_length=1, description="a creature whose faction changes its opinion"),
    ]
    points: Annotated[
        int,
        Meta(
            ge=-factions.MOST_STANDING,
            le=factions.MOST_STANDING,
            description="by how much, on a scale from -100 to 100",
        ),
    ]

    at_least: Annotated[
        Annotated[int, Meta(ge=-factions.MOST_STANDING, le=factions.MOST_STANDING)] | None,
        Meta(
            description="the least standing that it leads to, whatever it was before; from 30 on they let one pass"
        ),
    ] = None

    def words(self) -> str:
        """Return for example "the people of the toll keeper think worse of you", or that they will let you be."""
        return self.words_of(f"the people of the {self.mob}")

    def words_of(self, people: str) -> str:
        """Return what these people will think of the player, called what the game calls them."""
        if self.at_least is not None and self.at_least >= factions.FRIENDLY:
            return f"{people} will let you be"
        return f"{people} think {'better' if self.points > 0 else 'worse'} of you"


def faction_of(content: Catalog, effect: MoveStanding) -> str:
    """Return the faction whose opinion an effect changes."""
    return nature_of(content, effect.mob).faction


@registry.handles(MoveStanding)
def move_standing(effect: MoveStanding, hit: registry.Hit, game: Game) -> None:
    """Change the standing, within its bounds, and to the promised least if it would be lower."""
    side = faction_of(game.content, effect)
    before, after = factions.standing_after(game, side, effect.points)
    if effect.at_least is not None:
        after = max(after, effect.at_least)
    if after == before:
        game.change(changes.Fizzled(hit.cause, hit.target, "They could think no different of you."))
        return
    game.change(changes.StandingChanged(side, before, after, hit.cause))
