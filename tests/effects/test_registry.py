"""Effects, handlers, keys and state: every half has its other.

What effects say of themselves in tooltips and on detail pages.
"""

import ast
import importlib
import inspect
import json
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import roguelike.components
import roguelike.effects
from roguelike.components import magic
from roguelike.core.effect import EFFECTS, Effect
from roguelike.core.records import Template
from roguelike.effects import (
    registry,
)
from roguelike.engine.state.tables import SAVED
from roguelike.engine.views.use_text import use_text
from roguelike.raws.deliveries import map_keys
from roguelike.testing.catalogs import catalog_for
from tests.goldens import GOLDEN, TESTS, compare
from tests.rooms import effect

SOURCE_KEYS = (
    "provides_healing", "provides_mana", "teach_spell", "ranged", "damage", "area_of_effect",
    "confusion", "magic_mapping", "town_portal", "food", "remove_curse", "identify",
    "single_activation", "target_self", "particle_line", "particle", "slow", "damage_over_time",
)  # fmt: skip
"""Every key that the data of the game ours grew out of may use."""


def test_every_effect_has_a_handler_and_every_handler_an_effect() -> None:
    assert set(EFFECTS.values()) == set(registry.HANDLERS)


def test_every_subclass_is_declared() -> None:
    assert {kind.__name__ for kind in Effect.__subclasses__()} >= {
        kind.__name__ for kind in EFFECTS.values()
    }
    declared = {kind.__name__ for kind in EFFECTS.values()}
    for module in pkgutil.iter_modules(roguelike.effects.__path__):
        found = importlib.import_module(f"roguelike.effects.{module.name}")
        for name, kind in inspect.getmembers(found, inspect.isclass):
            if issubclass(kind, Effect) and kind is not Effect:
                assert name in declared, name


def test_effect_and_handler_share_a_file() -> None:
    for kind, handler in registry.HANDLERS.items():
        assert inspect.getmodule(handler) is inspect.getmodule(kind), kind


def test_every_effect_says_what_it_does() -> None:
    for kind in registry.HANDLERS:
        assert (kind.__doc__ or "").strip().endswith("."), kind


def test_only_effects_on_items_offer_a_choice() -> None:
    assert registry.CHOICES
    for kind in registry.CHOICES:
        assert kind.lands_on == "item", kind
    for kind in registry.HANDLERS:
        if kind.lands_on == "item":
            assert kind in registry.CHOICES, kind


@pytest.mark.parametrize("key", SOURCE_KEYS)
def test_every_key_of_the_source_game_is_known(key: str) -> None:
    assert key in map_keys()


def test_handlers_do_not_call_handlers() -> None:
    names = {handler.__name__ for handler in registry.HANDLERS.values()}
    folder = Path(inspect.getfile(roguelike.effects)).parent
    modules = {each.name for each in pkgutil.iter_modules(roguelike.effects.__path__)}
    for path in folder.glob("*.py"):
        calls = set[str]()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name)):
                    calls.add(name)
                case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)):
                    calls |= {name} if module in modules else set()
        assert not calls & names, path.name


def test_no_handler_assigns_to_anything() -> None:
    for path in Path(inspect.getfile(roguelike.effects)).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "@handles(" in text else ():
            targets = (
                node.targets
                if isinstance(node, ast.Assign)
                else [node.target]
                if isinstance(node, ast.AugAssign | ast.AnnAssign)
                else []
            )
            inner = [each for target in targets for each in ast.walk(target)]
            stores = [
                ast.unparse(each)
                for each in inner
                if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
            ]
            assert not stores, (path.name, stores)


def test_all_state_is_saved_and_no_template_is() -> None:
    saved = {kind.__name__ for kind in SAVED.values()}
    for module in pkgutil.iter_modules(roguelike.components.__path__):
        found = importlib.import_module(f"roguelike.components.{module.name}")
        for name, kind in inspect.getmembers(found, inspect.isclass):
            if kind.__module__ != found.__name__:
                continue
            doc = kind.__doc__ or ""
            if re.search(r"\bState\b[.:]", doc):
                assert name in saved, f"{name} is state and not saved"
            if issubclass(kind, Template):
                assert name not in saved, f"{name} is a template"


OWN = catalog_for(None)
TOLD = json.loads((TESTS / "fixtures" / "effects.json").read_text(encoding="utf-8"))
"""Effects, and uses with their deliveries, as rows of data: what is said of them is golden."""


def use_of(row: dict[str, Any]) -> magic.Use:
    """Make a use as data would."""
    effects = tuple(effect(**each) for each in row["effects"])
    return magic.Use(magic.Delivery(**row["delivery"]), effects)


def test_effects_and_uses_say_what_they_do_as_they_did() -> None:
    """Tooltips and pages show the words that stand beside the handler; statuses are called what the panel calls them.

    Of two slows the weaker, and of two marks the shorter is left out: mastery adds what a spell may have already.
    """
    rows = [f"{row} <- {effect(**row).words()}" for row in TOLD["effects"]]
    rows += [f"{row} <- {use_text(use_of(row), OWN)}" for row in TOLD["uses"]]
    compare(GOLDEN / "told" / "effects.txt", "\n".join(rows) + "\n")


def test_an_effect_without_words_of_its_own_is_called_by_its_key() -> None:
    """A new effect shows before anybody has written about it."""

    class Unwritten(Effect):
        """Has no words."""

    Unwritten.key = "not_yet_written"
    assert Unwritten().words() == "not yet written"
