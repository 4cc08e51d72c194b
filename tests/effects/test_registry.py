"""Effects, handlers, keys and state: every half has its other."""

import ast
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import roguelike.components
import roguelike.effects
from roguelike.core.effect import EFFECTS, Effect
from roguelike.core.records import Template
from roguelike.effects.registry import CHOICES, HANDLERS
from roguelike.engine.state.tables import SAVED
from roguelike.raws.deliveries import map_keys

SOURCE_KEYS = (
    "provides_healing", "provides_mana", "teach_spell", "ranged", "damage", "area_of_effect",
    "confusion", "magic_mapping", "town_portal", "food", "remove_curse", "identify",
    "single_activation", "target_self", "particle_line", "particle", "slow", "damage_over_time",
)  # fmt: skip
"""Every key that the data of the game ours grew out of may use."""


def test_every_effect_has_a_handler_and_every_handler_an_effect() -> None:
    assert set(EFFECTS.values()) == set(HANDLERS)


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
    for kind, handler in HANDLERS.items():
        assert inspect.getmodule(handler) is inspect.getmodule(kind), kind


def test_every_effect_says_what_it_does() -> None:
    for kind in HANDLERS:
        assert (kind.__doc__ or "").strip().endswith("."), kind


def test_only_effects_on_items_offer_a_choice() -> None:
    assert CHOICES
    for kind in CHOICES:
        assert kind.lands_on == "item", kind
    for kind in HANDLERS:
        if kind.lands_on == "item":
            assert kind in CHOICES, kind


@pytest.mark.parametrize("key", SOURCE_KEYS)
def test_every_key_of_the_source_game_is_known(key: str) -> None:
    assert key in map_keys()


def test_handlers_do_not_call_handlers() -> None:
    names = {handler.__name__ for handler in HANDLERS.values()}
    folder = Path(inspect.getfile(roguelike.effects)).parent
    for path in folder.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
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
