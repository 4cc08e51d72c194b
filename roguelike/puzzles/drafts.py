"""Drafts: randomly drawn boards, before their numbers are fitted."""

from random import Random

from roguelike.components.puzzles import CAPTIVE_LETTER, FOE_LETTERS, Goal, PuzzleRecipe
from roguelike.core.geometry import Point, steps_between
from roguelike.core.records import State, field
from roguelike.mapgen.blueprint import Section
from roguelike.mapgen.boards import Board, Deed, Hero, Task, parse_board, written
from roguelike.puzzles.puzzle import Puzzle
from roguelike.raws.catalog import Catalog

ENDLESS = 90
"""Hit points of creatures whose own are fitted later."""
RICH = 20
"""Mana while nothing is fitted."""
WIDTHS, HEIGHTS = (7, 10), (5, 7)
"""Least and greatest size of a room in tiles, without its walls."""
NEAR = 1
"""The most steps between a captive and the nearest enemy."""
WADED, WADING = '~"', 0.4
"""Ground on which enemies may stand, and the share of them that do."""


class Draft(State):
    """A board in the making; letters and signs are those of its file."""

    recipe: PuzzleRecipe
    cells: dict[Point, str]
    width: int
    height: int
    legend: dict[str, tuple[Section, str]]
    spells: tuple[str, ...]
    hp: int
    mana: int = RICH
    life: dict[str, int] = field(default_factory=dict)
    under: dict[str, str] = field(default_factory=dict)
    kill: str = ""
    spare: str = ""
    name: str = "Untitled"
    grade: int = 1
    solution: tuple[Deed, ...] = ()
    tempting: Deed | None = None
    cast: tuple[str, ...] = ()
    """The spells that are cast in the line to which its numbers are fitted."""

    @classmethod
    def of(cls, board: Board) -> "Draft":
        """Return the draft of an existing puzzle."""
        task, hero = board.task, board.hero
        if task is None:
            raise ValueError(f"{board.name} is no puzzle")
        recipe = PuzzleRecipe(board.key, {}, {}, board.goal, task.clock, task.acts, hp=hero.hp)
        cells = {(x, y): sign for y, row in enumerate(board.rows) for x, sign in enumerate(row)}
        width, height = len(board.rows[0]), len(board.rows)
        draft = cls(
            recipe, cells, width, height, dict(board.legend), hero.spells, hero.hp, hero.mana
        )
        draft.life, draft.under, draft.name = dict(task.life), dict(board.under), board.name
        draft.kill, draft.spare = "".join(sorted(task.kill)), "".join(sorted(task.spare))
        return draft

    @property
    def goal(self) -> Goal:
        """The goal of its recipe; another that needs no stairs while the stairs are not placed yet."""
        is_placed = self.recipe.goal != "cross" or ">" in self.cells.values()
        return self.recipe.goal if is_placed else "clear"

    def rows(self) -> list[str]:
        """Return the map, row by row, with the walls around it."""
        return [
            "".join(self.cells.get((x, y), "#") for x in range(self.width))
            for y in range(self.height)
        ]

    def board(self) -> Board:
        """Return the board; PrefabError if it is not valid."""
        return parse_board(written(self._board()), "draft.txt")

    def _board(self) -> Board:
        """Return the board as it is, unchecked."""
        recipe = self.recipe
        kill, spare = frozenset(self.kill), frozenset(self.spare)
        task = Task(
            recipe.acts,
            recipe.clock,
            kill,
            spare,
            self.life,
            self.grade,
            self.solution,
            self.tempting,
        )
        return Board(
            "draft", self.name, tuple(self.rows()), self.legend, "puzzle", goal=self.goal, under=self.under,
            hero=Hero(self.hp, self.mana, self.spells), task=task,
        )  # fmt: skip

    def opened(self, catalog: Catalog) -> Puzzle:
        """Return a puzzle in play."""
        return Puzzle.lesson(self.board(), catalog)


def draw(rng: Random, recipe: PuzzleRecipe, catalog: Catalog) -> Draft:
    """Draw a room as the recipe says; no numbers are fitted yet."""
    width, height = rng.randint(*WIDTHS) + 2, rng.randint(*HEIGHTS) + 2
    signs: list[str] = list(recipe.ground)
    weights = list(recipe.ground.values())
    cells = {
        (x, y): rng.choices(signs, weights)[0]
        for x in range(1, width - 1)
        for y in range(1, height - 1)
    }
    chosen = rng.sample(recipe.spells, rng.randint(*recipe.choice))
    draft = Draft(
        recipe, cells, width, height, {}, tuple(sorted({*recipe.always, *chosen})), recipe.hp
    )
    _place(draft, rng, "@", left=True)
    _place_folk(draft, rng)
    _place_things(draft, rng, catalog)
    return draft


def _place(
    draft: Draft, rng: Random, sign: str, *, ground: str = ".", near: str = "", left: bool = False
) -> None:
    """Put a sign on a free tile of some kinds of ground: near the sign `near`, or on the left half if requested."""
    beside = [spot for spot, cell in draft.cells.items() if cell == near]
    free = [
        spot
        for spot, cell in draft.cells.items()
        if cell in ground
        and (not left or spot[0] <= draft.width // 2)
        and all(steps_between(spot, other) <= NEAR for other in beside)
    ]
    if free:
        spot = rng.choice(free)
        if draft.cells[spot] != ".":
            draft.under[sign] = draft.cells[spot]
        draft.cells[spot] = sign


def _place_folk(draft: Draft, rng: Random) -> None:
    """Put the enemies into the room, each with its own letter, and the creature that must be spared."""
    recipe = draft.recipe
    names = rng.choices(list(recipe.foes), list(recipe.foes.values()), k=rng.randint(*recipe.crowd))
    if recipe.leader is not None:
        names.append(recipe.leader)
        draft.kill = FOE_LETTERS[len(names) - 1]
    wet = "".join(sign for sign in recipe.ground if sign in WADED)
    for letter, name in zip(FOE_LETTERS, names, strict=False):
        draft.legend[letter] = ("mobs", name)
        draft.life[letter] = ENDLESS
        wades = rng.random() < WADING and any(sign in wet for sign in draft.cells.values())
        _place(draft, rng, letter, ground=wet if wades else ".")
    if rng.random() < recipe.friend and recipe.captive is not None:
        draft.legend[CAPTIVE_LETTER] = ("mobs", recipe.captive)
        draft.life[CAPTIVE_LETTER] = ENDLESS
        draft.spare = CAPTIVE_LETTER
        _place(draft, rng, CAPTIVE_LETTER, near=FOE_LETTERS[0] if recipe.goal == "save" else "")


def _place_things(draft: Draft, rng: Random, catalog: Catalog) -> None:
    """Put traps, fires, doors and mushrooms into the room."""
    recipe = draft.recipe
    if not recipe.things:
        return
    names = rng.choices(
        list(recipe.things), list(recipe.things.values()), k=rng.randint(*recipe.clutter)
    )
    for place, name in enumerate(names):
        thing = catalog.compiled.puzzle_things[name]
        if thing.bursts and name in names[:place]:
            continue
        letter, section = thing.letter, catalog.section_of(name)
        draft.legend[letter] = (section if section == "mobs" else "props", name)
        if section == "mobs":
            draft.life[letter] = rng.randint(2, 8)
        _place(draft, rng, letter)
