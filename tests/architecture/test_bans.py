"""What no module may name, save the one that owns it.

ruff holds the same bans, but an exemption there lifts all of them from a file. Here each ban has its own owners.
Kinds of action are told apart where they are defined: everybody else asks the action itself.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pkgutil import iter_modules

import esper
import pytest

import roguelike.actions
from roguelike.actions import acting
from tests.architecture.conftest import nodes_of

Sources = dict[str, ast.Module]

ESPER_READS = {
    "component_for_entity",
    "components_for_entity",
    "entity_exists",
    "get_component",
    "get_components",
    "has_component",
    "has_components",
    "try_component",
    "try_components",
}
ESPER_REST = {
    name
    for name, value in vars(esper).items()
    if callable(value) and not name.startswith("_") and value.__module__ == "esper"
} - ESPER_READS


@dataclass(frozen=True)
class Ban:
    """Names, by the start of their dotted path, and the places that may use them."""

    why: str
    names: tuple[str, ...]
    owners: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()


BANS = {
    "screen": Ban(
        "only the screen draws, listens and opens windows",
        ("tcod.console", "tcod.context", "tcod.event", "tcod.tileset", "tcod.render", "tcod.sdl"),
        owners=(
            "roguelike/ui/",
            "roguelike/toolkit/",
            "roguelike/devices/",
            "roguelike/runs/",
            "roguelike/practice/",
            "roguelike/puzzles/",
            "roguelike/store/",
            "roguelike/title/",
            "roguelike/wizard/",
            "roguelike/lab/font/",
            "roguelike/lab/benchmark/",
        ),
    ),
    "legacy": Ban("tcod's old interface is on its way out", ("tcod.libtcodpy", "libtcodpy")),
    "worlds": Ban(
        "one module owns esper's world functions",
        tuple(f"esper.{name}" for name in sorted(ESPER_REST)),
        owners=("roguelike/world/ecs.py",),
    ),
    "chance": Ban(
        "every roll comes from a stream of the game",
        ("random", "numpy.random", "tcod.random", "secrets"),
        spared=("random.Random",),
    ),
    "code": Ban(
        "saves and replays hold data, never code", ("pickle", "shelve", "marshal", "eval", "exec")
    ),
}


def _aliases(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield every imported name of a module and the dotted path it stands for."""
    for node in nodes:
        match node:
            case ast.Import(names=names):
                for alias in names:
                    first = alias.name.partition(".")[0]
                    yield alias.asname or first, alias.name if alias.asname else first
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for alias in names:
                    yield alias.asname or alias.name, f"{module}.{alias.name}"


def _dotted(node: ast.AST) -> str | None:
    """Return `a.b.c` for a chain of attributes."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            start = _dotted(value)
            return start and f"{start}.{attr}"
    return None


@cache
def named(tree: ast.Module) -> tuple[tuple[int, str], ...]:
    """Return the line and the full dotted path of everything a module imports or names: the same for every ban."""
    return tuple(sorted(set(_named(tree))))


def _named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield them, some of them twice."""
    nodes = nodes_of(tree)
    aliases = dict(_aliases(nodes))
    for node in nodes:
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names if "." in alias.name)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield from ((node.lineno, f"{module}.{alias.name}") for alias in names)
            case ast.Call(func=ast.Name(id="eval" | "exec" as builtin)):
                yield node.lineno, builtin
            case ast.Attribute():
                first, _, rest = (_dotted(node) or "").partition(".")
                if first in aliases:
                    yield node.lineno, f"{aliases[first]}.{rest}"


def _within(name: str, starts: tuple[str, ...]) -> bool:
    return any(name == start or name.startswith(f"{start}.") for start in starts)


def breaches(ban: Ban, sources: Sources) -> list[str]:
    """Return `file:line names it` for each breach of a ban."""
    return [
        f"{path}:{line} names {name}: {ban.why}"
        for path, tree in sources.items()
        if not path.startswith(ban.owners or ("nobody",))
        for line, name in named(tree)
        if _within(name, ban.names) and not _within(name, ban.spared)
    ]


@pytest.mark.parametrize("ban", BANS.values(), ids=BANS)
def test_no_module_breaks_a_ban(ban: Ban, sources: Sources) -> None:
    assert not breaches(ban, sources)


@pytest.mark.parametrize(
    ("ban", "text"),
    [
        ("screen", "import tcod.event"),
        ("screen", "from tcod.event import KeySym"),
        ("screen", "from tcod import console"),
        ("screen", "import tcod as t\nt.context.new()"),
        ("worlds", "import esper\nesper.create_entity()"),
        ("worlds", "from esper import switch_world as go"),
        ("chance", "import random\nrandom.shuffle([])"),
        ("chance", "from random import randint"),
        ("chance", "import numpy as np\nnp.random.default_rng()"),
        ("code", "def load():\n    from pickle import loads"),
        ("code", "eval('1')"),
    ],
)
def test_a_breach_is_seen(ban: str, text: str) -> None:
    assert breaches(BANS[ban], {"roguelike/engine/sample.py": ast.parse(text)})


@pytest.mark.parametrize(
    "text",
    [
        "from random import Random\nRandom(7).random()",
        "import random\nstream = random.Random(7)",
        "import esper\nesper.try_component(1, int)",
        "import tcod.map\nimport tcod.path",
    ],
)
def test_what_is_allowed_is_not_a_breach(text: str) -> None:
    sample = {"roguelike/engine/sample.py": ast.parse(text)}
    assert not [breach for ban in BANS.values() for breach in breaches(ban, sample)]


def test_the_list_of_esper_functions_is_whole() -> None:
    assert {"switch_world", "create_entity", "delete_entity", "clear_dead_entities"} <= ESPER_REST
    assert vars(esper).keys() >= ESPER_READS


DEFINED = "roguelike/actions/"
WHENCE = ("roguelike.actions.", "roguelike.engine.play.commands")
FACADES = {"commands", *(each.name for each in iter_modules(roguelike.actions.__path__))}
"""Modules through which kinds of action are named: `commands.Cast`, `spell_use.Cast`."""
KINDS = {kind.__name__ for kind in acting.ACTIONS.values()} | {"Aimed", "Power"}


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
