"""The rules of a puzzle, shared by playing and solving it: what an act is, what wins, what loses."""

from typing import Literal

import esper

from roguelike.actions.action import Action, Done, Final
from roguelike.actions.moving import Rest, Step
from roguelike.actions.senses import is_hostile
from roguelike.actions.spell_use import Cast
from roguelike.components.actors import Mind
from roguelike.components.vitals import Pools
from roguelike.core.formula import parse_formula
from roguelike.core.geometry import Point
from roguelike.core.records import Record, replace
from roguelike.engine.play.onlookers import Onlookers
from roguelike.engine.play.turn import act_as_able, pass_time
from roguelike.mapgen.boards import STEP, WAIT, Board, Deed, Task
from roguelike.mapgen.drawn_text import PrefabError
from roguelike.raws.catalog import Catalog
from roguelike.world import ecs, space
from roguelike.world.game import Game
from roguelike.world.terrain import Tile

Standing = Literal["", "won", "died", "harmed", "failed"]
"""The state of a puzzle: open, won, the player dead, a creature dead that must live, no act left."""


class Roles(Record):
    """Which creatures must die, which must live, and each creature's letter on the board, by id."""

    letters: dict[int, str]
    foes: tuple[int, ...]
    friends: tuple[int, ...]


def roles_of(game: Game, board: Board) -> Roles:
    """Find the role of each creature on a board just set up. Raises PrefabError if one of them had no room."""
    task = task_of(board)
    signs = dict(board.cells())
    letters = {
        entity: signs[point]
        for entity, _ in ecs.with_component(Mind)
        if space.is_here(game, entity)
        and (point := space.point_of(entity)) is not None
        and signs.get(point) in board.legend
    }
    if absent := (task.kill | task.spare) - {*letters.values()}:
        name = board.legend[min(absent)][1]
        raise PrefabError(f"{board.name}: {name} has no room where it is drawn")
    foes = tuple(
        entity
        for entity, sign in sorted(letters.items())
        if (sign in task.kill if task.kill else is_hostile(game, entity))
    )
    friends = tuple(entity for entity, sign in sorted(letters.items()) if sign in task.spare)
    return Roles(letters, foes, friends)


def task_of(board: Board) -> Task:
    """Return the task of a puzzle's board; ValueError for any other board."""
    if board.task is None:
        raise ValueError(f"{board.name} is no puzzle")
    return board.task


def set_hit_points(board: Board, roles: Roles) -> None:
    """Give each creature the hit points that the board says."""
    life = task_of(board).life
    for entity, letter in roles.letters.items():
        if letter in life:
            pools = ecs.get(entity, Pools)
            pools.hp = pools.max_hp = life[letter]


def play_act(game: Game, action: Action, task: Task, done: int, onlookers: Onlookers) -> Final:
    """Let the player act after `done` acts; then time passes as the task's clock says."""
    result = act_as_able(game, action, onlookers)
    if isinstance(result, Done) and result.takes_turn and passes(task, done):
        pass_time(game, onlookers, minds=task.clock == "runs")
    return result


def passes(task: Task, done: int) -> bool:
    """Return whether time passes after the next act."""
    return task.clock == "runs" or done + 1 >= task.acts


def turns_to_come(task: Task, done: int) -> int:
    """Return how many more times time passes after `done` acts."""
    return sum(passes(task, each) for each in range(done, task.acts))


def without_experience(catalog: Catalog) -> Catalog:
    """Return the same data, except that deaths give no experience."""
    figures = {**catalog.compiled.figures, "kill": parse_formula("0", ())}
    compiled = replace(catalog.compiled, figures=figures)
    return Catalog(catalog.data_hash, compiled, catalog.folders, catalog.packs)


def standing(game: Game, board: Board, roles: Roles, done: int) -> Standing:
    """Return the state of a puzzle after a number of acts."""
    dead = game.dead
    if game.player in dead:
        return "died"
    if any(is_gone(game, each) for each in roles.friends):
        return "harmed"
    is_out = done >= task_of(board).acts
    match board.goal:
        case "clear":
            is_won = all(is_gone(game, each) for each in roles.foes)
        case "cross":
            is_won = _is_on_stairs(game)
        case _:
            is_won = is_out
    return "won" if is_won else "failed" if is_out else ""


def is_gone(game: Game, entity: int) -> bool:
    """Return whether a creature is dead, buried or not."""
    return entity in game.dead or not esper.entity_exists(entity)


def _is_on_stairs(game: Game) -> bool:
    """Return whether the player stands on the stairs."""
    here = space.point_of(game.player)
    return here is not None and game.level.tiles[here] == Tile.DOWN_STAIRS


# --- acts in words


def action_of(deed: Deed, here: Point) -> Action:
    """Return the command that a deed stands for, for a player on the tile `here`."""
    match deed.what:
        case "wait":
            return Rest()
        case "step" if deed.at is not None:
            return Step.between(here, deed.at)
    return Cast(deed.what, deed.at)


def deed_of(action: Action, here: Point) -> Deed:
    """Return the deed for a command; ValueError for one that cannot be part of a solution."""
    if action.used_spell:
        return Deed(action.used_spell, action.aim)
    if action.step is not None:
        return Deed(STEP, (here[0] + action.step[0], here[1] + action.step[1]))
    if action.waits:
        return Deed(WAIT)
    raise ValueError(f"{action} is no act of a solution")
