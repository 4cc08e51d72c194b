"""Whatever is offered or thrown comes as foreseen, and the sheet says after it what was shown before."""

import pytest

from roguelike.actions import acting, bargaining, growing, shooting
from roguelike.components import bargains, growth, items, magic, vitals
from roguelike.core.rng import Stream
from roguelike.effects import dispatch, experience
from roguelike.engine.session import Session
from roguelike.engine.views import choices
from roguelike.engine.views.items import dormant_views, spell_views
from roguelike.engine.views.records import SpellView
from roguelike.store import invariants
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs
from tests.foreseeing import hold
from tests.rooms import component, do

CATALOG = catalog_for(None)
HALL = """
#########
#.......#
#.G.r.o.#
#.A@.k..#
#....f..#
#########
"""


def deals() -> list[tuple[str, str]]:
    """List every deal of the data: the fixture, and what the deal is called."""
    return [
        (name, deal.name)
        for name in CATALOG.names("props")
        for part in CATALOG.templates("props", name)
        if isinstance(part, bargains.Bargain)
        for deal in part.deals
    ]


def hall(seed: int, fixture: str = "Statue") -> Arena:
    """Draw the hall with a fixture beside a player who can pay for anything and is in need of everything."""
    legend = {
        "A": fixture,
        "G": "Grating",
        "r": "Rat",
        "o": "Orc",
        "k": "Kobold",
        "f": "Watch Fire",
    }
    arena = Arena.from_ascii(HALL, legend, seed=seed)
    arena.set_pools(arena.player, max_hp=60, hp=30, max_mana=20, mana=10)
    ecs.get(arena.player, vitals.Pools).gold = 500.0
    for name in ("Iron Key", "Meat"):
        arena.give(arena.player, name)
    return arena


@pytest.mark.parametrize(("fixture", "deal"), deals())
def test_every_deal_of_the_game_is_kept_as_foreseen(fixture: str, deal: str) -> None:
    held = []
    for seed in range(2):
        with hall(seed, fixture) as arena:
            thing = arena.find(fixture)
            held.append(hold(arena, bargaining.Agree(thing, deal), arena.player, seed=seed))
            assert invariants.faults(arena.game) == []
    assert held == ["Agree"] * 2


def test_every_kind_of_thing_is_thrown_as_foreseen() -> None:
    held = set()
    names = [name for name in CATALOG.names("items") if name not in CATALOG.generated]
    aims = ((4, 2), (3, 4), (5, 3), (3, 3), (7, 3), (6, 1))
    for seed, name in enumerate(names):
        with hall(seed) as arena:
            arena.identify(name)
            thing = arena.give(arena.player, name)
            kind = ecs.get(thing, items.Item)
            broken = shooting.shatters(thing)
            held.add(
                hold(arena, shooting.Throw(thing, aims[seed % len(aims)]), arena.player, seed=seed)
            )
            assert invariants.faults(arena.game) == []
            assert kind.shatters or not broken
    assert "Throw" in held


ALONE = "#####\n#@..#\n#####"
SPELLS = ("Zap", "Rat Chorus", "Kindling", "Long Shadow", "Patch Up")
NONE = choices.Figure(("-",))
SAMPLE = 80
"""How many pairs of a spell and a rune are tried in one run."""


def holders() -> list[str]:
    """List the fixtures and people who offer something."""
    return [
        name
        for section in ("props", "mobs")
        for name in CATALOG.names(section)
        if any(isinstance(part, bargains.Bargain) for part in CATALOG.templates(section, name))
    ]


def check(
    shown: tuple[choices.Difference, ...], before: choices.Figures, after: choices.Figures
) -> None:
    """Hold what was shown against the sheet before and after; health and mana at hand are no figures of it."""
    told = {each.label for each in shown if each.label in before or each.label in after}
    sheets = before, after
    changed = {
        label
        for label in {*before, *after}
        if len({sheet.get(label, NONE).parts for sheet in sheets}) > 1
    }
    assert told == changed
    for each in shown:
        if each.label in changed:
            assert each.before in ", ".join(before.get(each.label, NONE).parts)
            assert each.after in ", ".join(after.get(each.label, NONE).parts)


@pytest.mark.parametrize("holder", holders())
def test_a_deal_changes_on_the_sheet_what_was_shown(holder: str) -> None:
    with hall(0, holder) as arena:
        thing = arena.find(holder)
        arena.game.enter()
        names = [deal.name for deal in choices.bargain_view(arena.game, thing).deals]
    assert names
    for name in names:
        with hall(1, holder) as arena:
            for spell in SPELLS:
                arena.teach(spell)
            arena.game.enter()
            game, thing = arena.game, arena.find(holder)
            (deal,) = [
                each for each in choices.bargain_view(game, thing).deals if each.name == name
            ]
            before = choices.figures_of(game)
            if not deal.reason:
                acting.perform(bargaining.Agree(thing, name), arena.player, game)
                dispatch.drain(game)
                check(deal.changes, before, choices.figures_of(game))


@pytest.mark.parametrize("level", [2, 9])
@pytest.mark.parametrize("name", CATALOG.offers)
def test_an_offer_changes_on_the_sheet_what_was_shown(name: str, level: int) -> None:
    with Arena.from_ascii(ALONE) as arena:
        arena.set_level(arena.player, level)
        spell, colon, _ = name.partition(": ")
        for each in (*SPELLS, *([spell] if colon else [])):
            arena.teach(each)
        arena.game.enter()
        card = card_of(arena, spell)
        component(arena.player, growth.Talents).waiting = (growth.Choice(level, (name,)),)
        choice, before = choices.choice_view(arena.game), choices.figures_of(arena.game)
        is_told = choice.offers[0].changes or name.removeprefix("Learn ") in arena.known_spells()
        assert is_told or not experience.fitness(arena.game, arena.player, 14)(CATALOG.offers[name])
        do(arena, growing.ChooseOffer(name))
        dispatch.drain(arena.game)
        check(choice.offers[0].changes, before, choices.figures_of(arena.game))
        assert (card_of(arena, spell) != card) == (choice.offers[0].group == "upgrade")


def card_of(arena: Arena, spell: str) -> SpellView | None:
    """Return what is told of a known spell."""
    known = (*spell_views(arena.game), *dormant_views(arena.game))
    return next((each for each in known if each.name == spell), None)


def test_a_rune_makes_of_a_spell_what_was_shown() -> None:
    runes = [
        name
        for name in CATALOG.names("items")
        if any(isinstance(part, magic.Rune) for part in CATALOG.templates("items", name))
    ]
    pairs, rng, made = [(spell, rune) for spell in CATALOG.spells for rune in runes], Stream(1), 0
    for number in range(SAMPLE):
        spell, rune = rng.choice(pairs) if number else ("Yesterday", "Silent Rune")
        with Arena.from_ascii(ALONE) as arena:
            arena.set_level(arena.player, 12)
            arena.teach(spell)
            item = arena.give(arena.player, rune)
            session = Session(arena.game)
            (view,) = [
                each
                for each in session.ask(choices.inscription_views, item)
                if each.before.name == spell
            ]
            refused = arena.inscribe(spell, rune).refused
            assert (refused or "") == view.reason
            if view.after is not None:
                spells = (*spell_views(arena.game), *dormant_views(arena.game))
                (now,) = [each for each in spells if each.name == spell]
                assert (now.title, now.price, now.summary) == (
                    view.after.title, view.after.price, view.after.summary,
                )  # fmt: skip
                made += 1
    assert made > SAMPLE // 8
