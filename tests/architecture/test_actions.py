"""Kinds of action are told apart where they are defined: everybody else asks the action itself."""

import ast
from collections.abc import Iterator
from pkgutil import iter_modules

import roguelike.actions
from roguelike.actions import acting
from tests.architecture.conftest import nodes_of

DEFINED = "roguelike/actions/"
WHENCE = ("roguelike.actions.", "roguelike.engine.play.commands")
FACADES = {"commands", *(each.name for each in iter_modules(roguelike.actions.__path__))}
"""Modules through which kinds of action are named: `commands.Cast`, `spell_use.Cast`."""
KINDS = {kind.__name__ for kind in acting.ACTIONS.values()} | {"Aimed", "Power"}

Sources = dict[str, ast.Module]


def kinds_named(tree: ast.Module) -> set[str]:
    """The names by which a module knows kinds of action."""
    return {
        alias.asname or alias.name
        for node in nodes_of(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(WHENCE)
        for alias in node.names
        if alias.name in KINDS
    }


def mentions(node: ast.AST, kinds: set[str]) -> bool:
    """Whether a kind of action is named somewhere below a node."""
    return any(
        (isinstance(each, ast.Name) and each.id in kinds)
        or (
            isinstance(each, ast.Attribute)
            and isinstance(each.value, ast.Name)
            and each.value.id in FACADES
            and each.attr in KINDS
        )
        for each in ast.walk(node)
    )


def asked_of(node: ast.AST) -> ast.AST | None:
    """What a node asks the class of something against: a case, isinstance, a comparison of types."""
    match node:
        case ast.MatchClass(cls=cls):
            return cls
        case ast.Call(func=ast.Name("isinstance" | "issubclass"), args=[_, kinds]):
            return kinds
        case ast.Compare(left=ast.Call(func=ast.Name("type"))):
            return node
    return None


def told_apart(tree: ast.Module) -> Iterator[int]:
    """The lines on which a module tells kinds of action apart."""
    kinds = kinds_named(tree)
    for node in nodes_of(tree):
        asked = asked_of(node)
        if asked is not None and mentions(asked, kinds):
            yield getattr(node, "lineno", getattr(asked, "lineno", 0))


def test_nobody_asks_which_kind_an_action_is(sources: Sources) -> None:
    found = {
        f"{path}:{line}"
        for path, tree in sources.items()
        if not path.startswith(DEFINED)
        for line in told_apart(tree)
    }
    assert not found, "say it on the class, in roguelike/actions, and ask the action"


def test_each_way_of_asking_is_found() -> None:
    text = """
from roguelike.actions.spell_use import Cast
from roguelike.engine.play import commands
match action:
    case Cast(spell):
        pass
isinstance(action, Cast | str)
isinstance(action, commands.Throw)
type(action) is Cast
isinstance(action, str)
Cast("Zap")
isinstance(action, moving.Step)
"""
    assert sorted(told_apart(ast.parse(text))) == [5, 7, 8, 9, 12]
