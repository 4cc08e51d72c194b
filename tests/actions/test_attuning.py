"""Attunement: of many spells a few are ready, which is changed at rest only, and nobody loses a spell."""

from typing import Any

import pytest

from roguelike.actions import acting, arranging
from roguelike.components import actors, growth, magic
from roguelike.effects import quiet
from roguelike.engine.state.snapshot import read, restore, write
from roguelike.testing import Arena
from roguelike.world import changes, figures, perception
from roguelike.world.game import Cause
from tests.halls import stage_of
from tests.rooms import component, do, fingerprint, inflict, unchanged

ALONE = "#######\n#@....#\n#######"
SIX = ("Zap", "Web", "Venom", "Ember Dart", "Kindling", "Fade")


def studied(drawing: str = ALONE, spells: tuple[str, ...] = SIX, **options: Any) -> Arena:
    """Draw a room whose player has learned spells as books teach them."""
    arena = stage_of(drawing, **options)
    for spell in spells:
        inflict(arena, "teach_spell", arena.player, spell=spell)
    return arena


def test_a_newcomer_sees_no_difference() -> None:
    with studied(spells=SIX[:4]) as arena:
        assert perception.ready_names(arena.player) == arena.known_spells() == list(SIX[:4])
        assert component(arena.player, magic.KnownSpells).ready is None
        assert figures.places_of(arena.game, arena.player) == 4


def test_what_there_is_no_place_for_is_known_and_cannot_be_cast() -> None:
    with studied() as arena:
        assert arena.known_spells() == list(SIX)
        assert perception.ready_names(arena.player) == list(SIX[:4])
        with unchanged(arena):
            assert "not attuned" in (arena.cast("Kindling", (3, 1)).refused or "")


def test_the_log_says_that_there_is_no_place() -> None:
    with studied(spells=("Zap", "Fade", "Venom", "Ember Dart")) as arena:
        log = arena.use(arena.give(arena.player, "Arachnophilia 101")).log
        assert "keep it for later: no more can be attuned" in " ".join(log)


def test_more_levels_have_more_places() -> None:
    with studied() as arena:
        places = []
        for level in (1, 4, 5, 8, 9, 12, 13):
            arena.set_level(arena.player, level)
            wells = component(arena.player, growth.Talents).taken.count(
                "Deep Well"
            )  # each has one more
            places.append(figures.places_of(arena.game, arena.player) - wells)
        assert places == [4, 4, 5, 5, 6, 6, 7]


def test_at_rest_one_is_attuned_instead_of_another_by_its_hotkey() -> None:
    with studied() as arena:
        game = arena.game
        full = acting.perform(arranging.Attune("Fade"), arena.player, game)
        assert isinstance(full, acting.Refused)
        assert "You can attune 4 spells" in full.reason
        assert acting.perform(arranging.Attune("Fade", "Web"), arena.player, game) == acting.Done()
        assert perception.ready_names(arena.player) == ["Zap", "Fade", "Venom", "Ember Dart"]
        assert sorted(arena.known_spells()) == sorted(SIX)
        assert arena.cast("Fade").refused is None
        assert arena.cast("Web", (4, 1)).refused is not None
        with Arena.load(arena.save()) as again:
            assert again.state_hash() == arena.state_hash()
            assert perception.ready_names(again.player) == ["Zap", "Fade", "Venom", "Ember Dart"]


def test_a_free_place_needs_no_other_to_go() -> None:
    with studied() as arena:
        arena.set_level(arena.player, 13)
        assert do(arena, arranging.Attune("Fade")) == acting.Done()
        assert do(arena, arranging.Attune("Kindling")) == acting.Done()
        assert component(arena.player, magic.KnownSpells).ready is None


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (arranging.Attune("Noon"), "You do not know the spell Noon."),
        (arranging.Attune("Zap"), "Zap is attuned already."),
        (arranging.Attune("Fade", "Kindling"), "Kindling is not attuned."),
    ],
)
def test_nonsense_is_refused(action: arranging.Attune, reason: str) -> None:
    with studied() as arena, unchanged(arena):
        assert do(arena, action) == acting.Refused(reason)


def test_with_an_enemy_in_sight_nothing_is_changed() -> None:
    with studied("#######\n#@...o#\n#######") as arena:
        before = fingerprint(arena)
        refused = do(arena, arranging.Attune("Fade", "Web"))
        assert refused == acting.Refused("You cannot collect your thoughts with an enemy in sight.")
        assert fingerprint(arena) == before


def test_nor_behind_a_corner_from_who_hunted_one_a_moment_ago() -> None:
    """In any fight one stepped behind a wall and changed the build."""
    room = "#########\n#@....o.#\n#.#######\n#.#######\n#########"
    with studied(room, minds=True) as arena:
        orc = arena.find("Orc")
        component(orc, actors.Mind).target = arena.player
        arena.wait()
        for _ in range(2):
            arena.move(0, 1)
        told = "To collect your thoughts takes a quiet moment, and you are hunted."
        assert do(arena, arranging.Attune("Fade", "Web")) == acting.Refused(told)
        arena.game.change(changes.Died(orc, Cause("chance")))
        arena.wait(quiet.HUNTED_TURNS)
        assert do(arena, arranging.Attune("Fade", "Web")) == acting.Done()


def test_hotkeys_are_moved_within_what_is_ready() -> None:
    with studied() as arena:
        do(arena, arranging.ArrangeSpell("Zap", 9))
        assert perception.ready_names(arena.player) == ["Web", "Venom", "Ember Dart", "Zap"]


def test_only_what_is_ready_counts_for_mastery() -> None:
    with studied() as arena:
        assert figures.mastery_in(arena.game, arena.player, "fire").spells == 1
        do(arena, arranging.Attune("Kindling", "Zap"))
        assert figures.mastery_in(arena.game, arena.player, "fire").spells == 2


def test_a_taught_spell_is_ready_even_beyond_the_places() -> None:
    with studied() as arena:
        arena.teach("Noon")
        assert arena.cast("Noon", (1, 1)).refused is None
        assert "Kindling" not in perception.ready_names(arena.player)


def test_a_save_without_choices_loses_no_spell() -> None:
    with stage_of(ALONE) as arena:
        for spell in SIX:
            arena.teach(spell)
        snapshot = read(write(arena.game))
        snapshot.rules.components.talents = []
        again = Arena(restore(snapshot, arena.game.content))
        assert again.known_spells() == list(SIX)
        assert perception.ready_names(again.player) == list(SIX[:4])
        assert component(again.player, growth.Talents) == growth.Talents()
        again.close()
