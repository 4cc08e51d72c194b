"""Effects, handlers, keys and state: every half has its other.

What effects say of themselves in tooltips and on detail pages.
"""

import ast
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import roguelike.components
import roguelike.effects
from roguelike.components import magic
from roguelike.core.effect import EFFECTS, Effect
from roguelike.core.formula import Dice, parse_formula
from roguelike.core.records import Template
from roguelike.effects import (
    becoming,
    damage,
    displacement,
    elements,
    giving,
    healing,
    learning,
    registry,
    summoning,
)
from roguelike.effects.mana import BurnMana, LeechMana, RestoreMana
from roguelike.effects.runes import PlaceRune
from roguelike.effects.statuses import (
    Afflict,
    Cleanse,
    Confuse,
    DamageOverTime,
    Dispel,
    GrantAttributes,
    Slow,
)
from roguelike.engine.state.tables import SAVED
from roguelike.engine.views.use_text import use_text
from roguelike.raws.deliveries import map_keys
from roguelike.testing.catalogs import catalog_for

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
SIX, TWO_DICE = Dice(bonus=6), Dice(2, 6)
BY_POWER = parse_formula("2 + power", ("power",))
WORDS = [
    (damage.Damage(SIX), "6 damage"),
    (damage.Damage(TWO_DICE, "fire"), "2d6 (2-12) fire damage"),
    (damage.Damage(Dice(1, 4, -3)), "1d4-3 (0-1) damage"),
    (healing.Heal(Dice(1, 4)), "restores 1d4 (1-4) health"),
    (RestoreMana(SIX), "restores 6 mana"),
    (healing.Drain(SIX), "drains 6 health (shadow)"),
    (LeechMana(SIX), "takes 6 mana for you"),
    (BurnMana(SIX), "burns 6 mana in its holder, and as much health"),
    (giving.Recharge(), "recharges a rod or staff"),
    (learning.TeachSpell("Zap"), "teaches Zap"),
    (Slow(2.5, 1), "slows by 2.5 for 1 turn"),
    (Slow(-10), "hastens by 10 for 5 turns"),
    (Slow(TWO_DICE), "slows by 7 for 5 turns"),
    (DamageOverTime(BY_POWER, 3), "3 damage a turn for 3 turns"),
    (DamageOverTime(0.5, 3), "0.5 damage a turn for 3 turns"),
    (Confuse(4), "confuses for 4 turns"),
    (GrantAttributes("Bull's Strength", might=2, fitness=-1), "might +2, fitness -1 for 10 turns"),
    (Afflict("Burning", 3, 4), "burning (4) for 3 turns"),
    (Afflict("Burning", 3, TWO_DICE), "burning (2d6 (2-12)) for 3 turns"),
    (Afflict("Asleep", 3), "asleep for 3 turns"),
    (Cleanse(), "cures all ailments"),
    (Cleanse("Burning"), "no longer burning"),
    (Dispel(), "ends helpful magic"),
    (displacement.Knockback(1), "drives 1 tile away"),
    (displacement.Knockback(3, toward=True), "draws 3 tiles near"),
    (
        displacement.Knockback(3, Dice(1, 4)),
        "drives 3 tiles away, 1d4 (1-4) damage for each tile left",
    ),
    (displacement.Teleport(8), "teleports to a random place within 8 tiles"),
    (displacement.Leap(), "takes you there"),
    (displacement.TradePlaces(), "changes places"),
    (summoning.Summon("Imp"), "calls Imp for 20 turns"),
    (summoning.Summon("Imp", 2, 1), "calls Imp ×2 for 1 turn"),
    (
        summoning.Summon("Imp", 1, 9, replaces=True),
        "calls Imp for 9 turns, in place of those called before",
    ),
    (elements.Kindle("Fire"), "fire"),
    (PlaceRune("Rune of Frost"), "rune of frost"),
]


@pytest.mark.parametrize(("record", "words"), WORDS, ids=[words for _, words in WORDS])
def test_an_effect_says_what_it_does(record: Effect, words: str) -> None:
    """Tooltips and pages show the words that stand beside the handler."""
    assert record.words() == words


def test_an_effect_without_words_of_its_own_is_called_by_its_key() -> None:
    """A new effect shows before anybody has written about it."""
    assert becoming.Vanish().words() == "vanish"

    class Unwritten(Effect):
        """Has no words."""

    Unwritten.key = "not_yet_written"
    assert Unwritten().words() == "not yet written"


def test_a_use_joins_the_words_of_its_effects_and_its_delivery() -> None:
    """Effects come first, then shape, range and radius in tiles."""
    delivery = magic.Delivery("bolt", range=6, radius=2)
    assert (
        use_text(magic.Use(delivery, (damage.Damage(SIX), Confuse(4))), OWN)
        == "6 damage, confuses for 4 turns, stops at the first in its way, range 6, radius 2"
    )


def test_a_use_on_its_user_names_no_range() -> None:
    """There a range only says how near an enemy must be."""
    assert (
        use_text(magic.Use(magic.Delivery("self", range=6), (healing.Heal(SIX),)), OWN)
        == "restores 6 health"
    )


def test_the_weaker_of_two_slows_and_the_shorter_of_two_marks_is_left_out() -> None:
    """Mastery of a school adds what a spell may have already."""
    slows = magic.Use(effects=(Slow(3, 3), Slow(2, 2)))
    assert use_text(slows, OWN) == "slows by 3 for 3 turns"
    assert use_text(magic.Use(effects=(Slow(3, 2), Slow(2, 5))), OWN).count("slows") == 2
    assert use_text(magic.Use(effects=(Slow(2, 2), Slow(2, 2))), OWN).count("slows") == 2
    marks = magic.Use(effects=(Afflict("Marked", 5), Afflict("Marked", 2)))
    assert use_text(marks, OWN) == "marked for 5 turns"
    burns = magic.Use(effects=(Afflict("Burning", 3, 4), Afflict("Burning", 2, 9)))
    assert use_text(burns, OWN).count("burning") == 2


def test_a_chain_says_how_many_it_strikes_and_a_wall_how_wide_it_is() -> None:
    """A radius would not tell: it is how far a chain leaps, and how far a wall goes on to either side."""
    chain = magic.Use(magic.Delivery("chain", 6, radius=4, count=3), (damage.Damage(SIX),))
    assert use_text(chain, OWN).endswith(
        "leaps from one enemy to the next, range 6, 3 at most, each within 4 tiles of the last"
    )
    assert use_text(
        magic.Use(magic.Delivery("wall", 6, radius=2), (elements.Kindle("Fire"),)), OWN
    ).endswith("5 tiles wide")
    assert "spares its caster" in use_text(
        magic.Use(magic.Delivery("point", 6, radius=3, spares="self")), OWN
    )


def test_a_use_calls_statuses_what_the_panel_calls_them() -> None:
    """A row's name is for the data: nobody is "feared for 4 turns", or "regenerating (mending)"."""
    assert use_text(magic.Use(effects=(Afflict("Feared", 4),)), OWN) == "afraid for 4 turns"
    assert (
        use_text(magic.Use(effects=(Afflict("Regenerating", 4, 2),)), OWN)
        == "mending (2) for 4 turns"
    )
    assert use_text(magic.Use(effects=(Cleanse("Feared"),)), OWN) == "no longer afraid"
