"""What puzzles are made of: kinds of ideas with their ground, creatures, things and spells, as the data has them.

The generator (`roguelike.puzzles`) draws at random from these and keeps what turns out to be a puzzle; nothing here
knows a solution.
"""

from collections.abc import Iterable
from typing import Annotated, Literal, get_args

from roguelike.core.records import Meta, Record, Refers, field
from roguelike.core.scalars import Glyph, Name, Names, Portion, Text, Weight, Why

Goal = Literal["none", "clear", "leave", "cross", "save"]
"""What a board is about: nothing, the fall of all enemies, leaving, reaching the stairs, saving somebody."""
Clock = Literal["still", "runs"]
"""Whether the enemies of a puzzle act."""
Sign = Literal["#", ".", ">", "_", "=", '"', "~", "≈", ":", ";", "V", "A", "-"]
"""Signs of ground on drawings."""
FOE_LETTERS, CAPTIVE_LETTER, HERO = "abcdefgh", "p", "@"
TAKEN: dict[str, str] = {
    **dict.fromkeys(get_args(Sign), "ground"),
    **dict.fromkeys(FOE_LETTERS, "an enemy"),
    CAPTIVE_LETTER: "whoever must be spared",
    HERO: "the hero",
}
"""What each letter means on the boards of puzzles, besides things."""
Few = Annotated[int, Meta(ge=0, le=9)]
Range = tuple[Few, Few]
"""The minimum and maximum of something, both included."""


class PuzzleThing(Record):
    """A thing that puzzles may have, and its letter on their boards."""

    name: Annotated[Name, Refers("placed", brings=False), Meta(description="which prop or mob")]
    letter: Annotated[Glyph, Meta(description="its sign on the boards, different from all others")]
    bursts: Annotated[
        bool, Meta(description="a board has at most one of what bursts: it wins too often")
    ] = False


class PuzzleRecipe(Record):
    """One kind of puzzle: boards are drawn from it at random, and kept if they turn out to be puzzles."""

    name: Name
    ground: Annotated[
        dict[Sign, Weight], Meta(description="signs of ground, and how likely each is")
    ]
    foes: Annotated[
        dict[Name, Weight],
        Refers("mobs", brings=False),
        Meta(min_length=1, description="enemies, and how likely each is"),
    ]
    goal: Annotated[Goal, Meta(description="what must be done")] = "clear"
    clock: Annotated[Clock, Meta(description="whether the enemies act")] = "still"
    acts: Annotated[int, Meta(ge=1, le=9, description="in how many acts")] = 2
    crowd: Annotated[Range, Meta(description="how many enemies, at least and at most")] = (2, 3)
    things: Annotated[
        dict[Name, Weight],
        Refers("puzzle_things", brings=False),
        Meta(description="things that stand about, and how likely each is"),
    ] = field(default_factory=dict)
    clutter: Annotated[Range, Meta(description="how many things, at least and at most")] = (1, 3)
    always: Annotated[
        Names, Refers("spells", brings=False), Meta(description="spells that every board has")
    ] = ()
    spells: Annotated[
        Names, Refers("spells", brings=False), Meta(description="spells of which it has some")
    ] = ()
    choice: Annotated[Range, Meta(description="how many of these, at least and at most")] = (1, 2)
    friend: Annotated[
        Portion, Meta(description="chance that there is somebody who must be spared")
    ] = 0.0
    captive: Annotated[
        Name | None, Refers("mobs", brings=False), Meta(description="who must be spared")
    ] = None
    leader: Annotated[
        Name | None, Refers("mobs", brings=False), Meta(description="the only one who must die")
    ] = None
    in_sight: Annotated[bool, Meta(description="all enemies are seen from the start")] = True
    hp: Annotated[int, Meta(ge=1, le=999, description="hit points of the hero")] = 20
    wants: Annotated[
        tuple[Text, ...],
        Meta(
            description='beginnings of tricks of which every solution must use one; "cast:" and a spell counts as one'
        ),
    ] = ()
    why: Why = ""


def quick(recipes: Iterable[PuzzleRecipe]) -> list[PuzzleRecipe]:
    """Return the recipes of puzzles that are made in seconds: nobody acts but the hero, and that twice."""
    return [recipe for recipe in recipes if recipe.clock == "still" and recipe.acts == 2]
