"""Actions, effects and systems change state by Changes; they assign only to what is declared as bookkeeping.

What a name stands for is read from the function itself: an annotation, or the component class in the call that it was
fetched with. What that does not tell is judged by the name of the field, as if it were the strictest of its owners.
"""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

import roguelike.components
from roguelike.components import actors
from roguelike.core.records import State, field_names
from roguelike.systems.ai.actor import Actor
from roguelike.world import bookkeeping
from roguelike.world.game import Caches
from tests.architecture.conftest import nodes_of

Sources = dict[str, ast.Module]
LAYERS = ("roguelike/actions/", "roguelike/effects/", "roguelike/systems/")
DERIVED = {actors.StatsCache, actors.DerivedStats}
"""Components that are worked out from the state."""
FETCHES = {"get", "try_component", "component_for_entity", "with_component", "get_component"}
MUTATORS = {
    "add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault",
    "sort", "update",
}  # fmt: skip


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(roguelike.components.__path__):
        yield importlib.import_module(f"roguelike.components.{found.name}")


COMPONENTS = {
    name: kind
    for module in _modules()
    for name, kind in inspect.getmembers(module, inspect.isclass)
    if issubclass(kind, State) and kind.__module__ == module.__name__ and kind not in DERIVED
}
"""Every component that can be assigned to at all, by name."""
FREE = {kind.__name__ for kind in bookkeeping.BOOKKEEPING}
GUARDED = {
    name for kind in COMPONENTS.values() if kind.__name__ not in FREE for name in field_names(kind)
}
"""Fields of components that change by Changes alone."""
OF_AN_ACTOR = {
    name: kind.__name__ for name, kind in Actor.__annotations__.items() if isinstance(kind, type)
}
"""What an AI's actor holds, by field: its Mind and others of its components."""
GAME_STATE = {
    "dead", "depth", "identified", "levels", "player", "standing", "tallies", "tiles", "stains",
    "at", "blockers",
}  # fmt: skip
"""Fields of the game and of levels that change by Changes, or that only the engine sets."""


def _called(node: ast.expr | None) -> str | None:
    """Return the class that an annotation or an argument names: of `Mind | None`, Mind."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Constant(value=str(name)):
            return name
        case ast.BinOp(left=left):
            return _called(left)
    return None


def _fetched(node: ast.expr) -> str | None:
    """Return the component class that a value is fetched as."""
    match node:
        case ast.Call(func=ast.Attribute(attr=attr), args=[*_, last]) if attr in FETCHES:
            return _called(last)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
        case ast.BoolOp(values=[first, *_]) | ast.NamedExpr(value=first):
            return _fetched(first)
        case ast.Subscript(value=ast.Name(id="row"), slice=kind):
            return _called(kind)
        case ast.Attribute(value=ast.Name(id="actor"), attr=attr):
            return OF_AN_ACTOR.get(attr)
    return None


def _kinds(function: ast.AST) -> dict[str, str]:  # noqa: C901  (one case for each way to name a component)
    """Map the names of a function to the classes that they hold, as far as it says."""
    found: dict[str, str] = {}

    def note(target: ast.expr | None, kind: str | None) -> None:
        if isinstance(target, ast.Name) and kind is not None:
            found[target.id] = kind

    for node in ast.walk(function):
        match node:
            case ast.arg(arg=name, annotation=annotation) if _called(annotation):
                found[name] = _called(annotation) or ""
            case ast.AnnAssign(target=target, annotation=annotation):
                note(target, _called(annotation))
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for target, value in zip(targets, values, strict=False):
                    note(target, _fetched(value))
            case ast.Assign(targets=[target], value=value):
                note(target, _fetched(value))
            case ast.NamedExpr(target=target, value=value):
                note(target, _fetched(value))
            case (
                ast.For(target=ast.Tuple(elts=[_, target]), iter=value)
                | ast.comprehension(target=ast.Tuple(elts=[_, target]), iter=value)
            ):
                note(target, _fetched(value))
            case (
                ast.For(
                    target=ast.Tuple(elts=[_, one, other]),
                    iter=ast.Call(func=ast.Attribute(attr="with_both"), args=[first, second]),
                )
                | ast.comprehension(
                    target=ast.Tuple(elts=[_, one, other]),
                    iter=ast.Call(func=ast.Attribute(attr="with_both"), args=[first, second]),
                )
            ):
                note(one, _called(first))
                note(other, _called(second))
    return found


def _written(node: ast.AST) -> Iterator[ast.Attribute]:
    """Yield the fields that a statement or call writes to: assigned, filled by an index, or changed in place."""
    targets: list[ast.expr] = []
    match node:
        case ast.Assign(targets=several) | ast.Delete(targets=several):
            targets = several
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            targets = [target]
        case ast.Call(func=ast.Attribute(value=target, attr=attr)) if attr in MUTATORS:
            targets = [target]
    for target in targets:
        for each in target.elts if isinstance(target, ast.Tuple) else (target,):
            inner = each.value if isinstance(each, ast.Subscript) else each
            if isinstance(inner, ast.Attribute):
                yield inner


def _offence(field: ast.Attribute, kinds: dict[str, str]) -> str | None:
    """Return what is wrong with a field's being written to."""
    owner = (
        kinds.get(field.value.id) if isinstance(field.value, ast.Name) else _fetched(field.value)
    )
    if isinstance(field.value, ast.Name) and field.value.id == "self":
        return None
    if owner in ("Game", "Level") or ast.unparse(field.value) in ("game", "game.level", "level"):
        return f"the {field.attr} of {owner or 'the game'}" if field.attr in GAME_STATE else None
    if owner in COMPONENTS:
        return None if owner in FREE else f"{owner}.{field.attr}"
    if owner is None and field.attr in GUARDED:
        return f"some {field.attr}"
    return None


def offences(tree: ast.Module, path: str) -> Iterator[str]:
    """Yield where a module writes to state that is not its to write to."""
    for function in nodes_of(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        kinds = _kinds(function)
        for node in ast.walk(function):
            for field in _written(node):
                if wrong := _offence(field, kinds):
                    yield f"{path}:{field.lineno} {function.name} writes {wrong}"
            match node:
                case ast.Call(func=ast.Name(id="setattr")):
                    yield f"{path}:{node.lineno} {function.name} sets a field by name"


def test_state_changes_by_changes_or_is_declared_bookkeeping(sources: Sources) -> None:
    found = [
        each
        for path, tree in sources.items()
        if path.startswith(LAYERS)
        for each in offences(tree, path)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "ecs.get(entity, Pools).hp = 3",
        "ecs.get(entity, vitals.Pools).hp = 3",
        "pools = vitals.Pools(); pools.hp = 3",
        "pools = esper.component_for_entity(entity, Pools); pools.hp -= 3",
        "for _, duration in ecs.with_component(Duration): duration.turns -= 1",
        "pack = esper.try_component(entity, Pack); pack.items.append(1)",
        "row[Hazard].turns = 1",
        "for _, mind, pools in ecs.with_both(Mind, Pools): pools.hp -= 1",
        "what.hp = 3",
        "game.dead.add(entity)",
        "setattr(pools, name, 3)",
    ],
)
def test_an_assignment_past_the_changes_is_found(line: str) -> None:
    assert list(offences(ast.parse(f"def f(game, entity):\n    {line}"), "here")) or list(
        offences(ast.parse("def f(game, entity):\n    " + "\n    ".join(line.split("; "))), "here")
    )


def test_bookkeeping_is_free() -> None:
    lines = "mind = ecs.get(entity, Mind)\n    mind.fear_turns -= 1\n    mind.target, mind.leader = 0, 0"
    assert list(offences(ast.parse(f"def f(game, entity):\n    {lines}"), "here")) == []


def test_the_lists_name_what_there_is() -> None:
    assert {*bookkeeping.BOOKKEEPING} <= {*COMPONENTS.values()}
    assert "population" in field_names(Caches)
    assert {"Pools", "Hazard", "Duration", "Pack"} <= {*COMPONENTS} - FREE
