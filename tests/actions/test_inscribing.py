"""Runes on known spells: what each makes of a spell, sockets, refusals, the price of taking one off.

Attunement: of many spells a few are ready, which is changed at rest only, and nobody loses a spell.
"""

from typing import Any

import pytest

from roguelike.actions import acting, arranging, inscribing, item_use, spell_use
from roguelike.components import actors, growth, magic, vitals
from roguelike.effects import quiet
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import read, restore, state_hash, write
from roguelike.engine.views import choices
from roguelike.testing import Arena
from roguelike.world import changes, ecs, figures, perception
from roguelike.world.game import Cause
from roguelike.world.spells import own_entities, spell_of
from tests.goldens import compare_faults, wrong
from tests.halls import CLOSE, afflict, stage_of
from tests.rooms import component, do, fingerprint, inflict, of, unchanged

HALL = """
#################
#...............#
#......o........#
#..@..g.........#
#...............#
#################
"""


def hall(*spells: str, **options: Any) -> Arena:
    """Draw the hall with a goblin four tiles off and an orc beside it; the player knows some spells."""
    arena = stage_of(HALL, **options)
    for spell in spells:
        arena.teach(spell)
    return arena


def lost(arena: Arena, name: str, act: Any) -> int:
    """Return the hit points that somebody loses by an act."""
    whom = arena.find(name)
    before = arena.hp(whom)
    act()
    return before - arena.hp(whom)


def test_wide_reaches_a_tile_farther_and_is_dearer() -> None:
    with hall("Hearth Unbound") as arena:
        before = set(arena.forecast("Hearth Unbound", (6, 3)).cells)
        assert arena.inscribe("Hearth Unbound", "Wide Rune").refused is None
        after = set(arena.forecast("Hearth Unbound", (6, 3)).cells)
        assert before < after
        assert spell_of(arena.game, arena.player, "Hearth Unbound").title == "wide Hearth Unbound"
        assert arena.known_spells() == ["Hearth Unbound"]
        mana = arena.mana(arena.player)
        arena.cast("Hearth Unbound", (6, 3))
        assert mana - arena.mana(arena.player) == 8


def test_long_reaches_what_was_out_of_range() -> None:
    with hall("Zap") as arena:
        far = (11, 3)
        assert "out of range" in (arena.cast("Zap", far).refused or "")
        arena.inscribe("Zap", "Long Rune")
        assert "out of range" not in (arena.cast("Zap", far).refused or "")


def test_twin_strikes_the_nearest_other_enemy_too() -> None:
    with hall("Zap") as arena:
        arena.inscribe("Zap", "Twin Rune")
        goblin, orc = arena.find("Goblin"), arena.find("Orc")
        seen = arena.forecast("Zap", (6, 3))
        assert set(seen.outcomes) == {goblin, orc}
        assert seen.outcomes[goblin].damage == seen.outcomes[orc].damage
        hp = arena.hp(orc)
        arena.cast("Zap", (6, 3))
        assert arena.hp(orc) < hp


def test_bound_waits_for_whoever_treads_there_and_survives_a_save() -> None:
    with hall("Ember Dart") as arena:
        arena.inscribe("Ember Dart", "Bound Rune")
        goblin = arena.find("Goblin")
        assert lost(arena, "Goblin", lambda: arena.cast("Ember Dart", (5, 3))) == 0
        with Arena.load(arena.save()) as again:
            assert again.state_hash() == arena.state_hash()
            harm = lost(again, "Goblin", lambda: again.move(-1, 0, by=goblin))
            assert 4 <= harm <= 9
            assert not [e for e in again.at(5, 3) if e != goblin]


def test_what_is_bound_is_felt_in_the_forecast_of_who_is_pulled_over_it() -> None:
    with hall("Ember Dart", "Fishhook") as arena:
        arena.inscribe("Ember Dart", "Bound Rune")
        arena.cast("Ember Dart", (4, 3))
        goblin = arena.find("Goblin")
        plain = 2
        assert arena.forecast("Fishhook", (6, 3)).outcomes[goblin].damage[2] > plain + 3


def test_its_layer_treads_on_what_is_bound_unharmed() -> None:
    with hall("Ember Dart") as arena:
        arena.inscribe("Ember Dart", "Bound Rune")
        arena.cast("Ember Dart", (4, 3))
        hp = arena.hp(arena.player)
        arena.move(1, 0)
        assert arena.position(arena.player) == (4, 3)
        assert arena.hp(arena.player) == hp


def test_slow_burning_harms_by_and_by() -> None:
    with hall("Ember Dart") as arena:
        arena.inscribe("Ember Dart", "Slow-Burning Rune")
        assert lost(arena, "Goblin", lambda: arena.cast("Ember Dart", (6, 3))) == 0
        assert "Smouldering" in arena.statuses(arena.find("Goblin"))
        assert lost(arena, "Goblin", lambda: arena.wait(4)) > 0


def test_drawing_draws_in_whom_it_would_drive_away() -> None:
    with hall("Rude Gesture") as arena:
        arena.inscribe("Rude Gesture", "Drawing Rune")
        arena.cast("Rude Gesture", (6, 3))
        assert arena.position(arena.find("Goblin")) == (4, 3)
        assert arena.inscribe("Fishhook", "Drawing Rune").refused is not None


def test_silent_wakes_nobody_and_needs_no_voice() -> None:
    with hall("Zap") as arena:
        arena.inscribe("Zap", "Silent Rune")
        trace = arena.cast("Zap", (6, 3)).trace
        assert [each.silent for each in of(trace, changes.Unleashed)] == [True]

        afflict(arena, arena.player, "Silenced", 5, 0)
        assert arena.cast("Zap", (6, 3)).refused is None


def test_blood_is_paid_in_hit_points_and_never_to_the_death() -> None:
    with hall("Zap") as arena:
        arena.inscribe("Zap", "Blood Rune")
        arena.set_pools(arena.player, mana=0, hp=3)
        trace = arena.cast("Zap", (6, 3)).trace
        assert [(c.before, c.after) for c in of(trace, changes.PoolChanged, arena.player)] == [
            (3, 1)
        ]
        with unchanged(arena):
            refused = arena.cast("Zap", (6, 3)).refused
            assert refused == "Blood Zap costs 2 health: you would not live to see it."


def test_another_element_meets_another_resistance() -> None:
    with stage_of("#######\n#@.g..#\n#######", {"g": "Cinder Hound"}, knows="Ember Dart") as arena:
        assert lost(arena, "Cinder Hound", lambda: arena.cast("Ember Dart", (3, 1))) == 0
        arena.inscribe("Ember Dart", "Frost Rune")
        assert lost(arena, "Cinder Hound", lambda: arena.cast("Ember Dart", (3, 1))) > 0


def test_merciful_spares_friends_and_oneself() -> None:
    with stage_of(CLOSE, knows="Noon") as arena:
        assert "Blinded" in arena.forecast("Noon", (5, 3)).outcomes[arena.player].statuses
        arena.inscribe("Noon", "Merciful Rune")
        own = arena.forecast("Noon", (5, 3)).outcomes[arena.player]
        assert (own.damage, dict(own.statuses)) == ((0, 0.0, 0), {})


def test_a_spell_has_one_socket_at_first_and_more_with_levels() -> None:
    with hall("Hearth Unbound") as arena:
        assert arena.inscribe("Hearth Unbound", "Wide Rune").refused is None
        with unchanged(arena):
            refused = arena.inscribe("Hearth Unbound", "Merciful Rune").refused
            assert refused == "Hearth Unbound holds no more runes: Wide Rune is on it."
        component(arena.player, vitals.Pools).level = 6
        assert arena.inscribe("Hearth Unbound", "Merciful Rune").refused is None
        title = spell_of(arena.game, arena.player, "Hearth Unbound").title
        assert title == "wide merciful Hearth Unbound"


def test_nobody_elses_spell_is_changed() -> None:
    with hall("Zap") as arena:
        goblin = arena.find("Goblin")
        arena.teach("Zap", goblin)
        arena.inscribe("Zap", "Long Rune")
        assert spell_of(arena.game, goblin, "Zap").title == "Zap"
        assert spell_of(arena.game, arena.player, "Zap").use.delivery.range == 9
        (own,) = own_entities(arena.player)
        assert ecs.get(own, magic.Inscription).runes == ("Long Rune",)


def test_an_inscription_is_saved_and_keeps_its_hotkey() -> None:
    with hall("Web", "Zap", "Venom") as arena:
        arena.inscribe("Zap", "Long Rune")
        with Arena.load(arena.save()) as again:
            assert again.state_hash() == arena.state_hash()
            assert again.known_spells() == ["Web", "Zap", "Venom"]
            assert spell_of(again.game, again.player, "Zap").title == "long Zap"


def test_using_a_rune_asks_for_a_spell() -> None:
    with hall("Zap") as arena:
        rune = arena.give(arena.player, "Long Rune")
        asked = do(arena, item_use.UseItem(rune))
        assert isinstance(asked, acting.Ask)
        assert (asked.what, asked.items) == ("spell", (rune,))
        assert do(arena, inscribing.Inscribe(rune, "Zap")) == acting.Done()
        assert arena.inventory() == []


@pytest.mark.parametrize(
    ("spells", "rune", "reason"),
    [
        ((), "Long Rune", "You know no spell to inscribe it on."),
        (("Zap",), "Dagger", "The Dagger is no rune."),
    ],
)
def test_what_cannot_be_inscribed_is_refused(
    spells: tuple[str, ...], rune: str, reason: str
) -> None:
    with hall(*spells) as arena:
        item = arena.give(arena.player, rune)
        with unchanged(arena):
            assert do(arena, inscribing.Inscribe(item, "Zap")) == acting.Refused(reason)


def test_why_a_rune_does_not_fit_is_told_as_it_was() -> None:
    told = []
    for spell, rune in wrong("runes"):
        with hall(spell) as arena, unchanged(arena):
            told.append(((spell, rune), str(arena.inscribe(spell, rune).refused)))
    compare_faults("runes", told)


@pytest.mark.parametrize(
    ("spell", "rune"), [("Hoarfrost", "Long Rune"), ("Long Shadow", "Thrifty Rune")]
)
def test_no_rune_goes_on_a_spell_twice(spell: str, rune: str) -> None:
    with hall(spell) as arena:
        arena.set_level(arena.player, 12)
        assert arena.inscribe(spell, rune).refused is None
        with unchanged(arena):
            title = spell_of(arena.game, arena.player, spell).title
            words = f"{title[0].upper()}{title[1:]} has that rune already."
            assert arena.inscribe(spell, rune).refused == words


def test_why_a_second_rune_does_not_fit_is_said_of_what_the_first_made() -> None:
    with hall("Zap") as arena:
        arena.set_level(arena.player, 12)
        arena.inscribe("Zap", "Piercing Rune")
        refused = arena.inscribe("Zap", "Fanning Rune").refused
        assert refused == "Piercing Zap touches many as it is."


def test_a_rune_comes_off_again_for_some_of_the_maximum_mana() -> None:
    with hall("Zap") as arena:
        arena.inscribe("Zap", "Long Rune")
        arena.set_pools(arena.player, max_mana=5, mana=5)
        assert do(arena, inscribing.Erase("Zap", "Long Rune")) == acting.Done()
        assert (arena.max_mana(arena.player), arena.mana(arena.player)) == (4, 4)
        assert arena.inventory() == ["Long Rune"]
        assert spell_of(arena.game, arena.player, "Zap").title == "Zap"
        nothing = do(arena, inscribing.Erase("Zap", "Long Rune"))
        assert nothing == acting.Refused("There is no Long Rune on Zap.")


def test_what_others_hold_on_to_does_not_come_off() -> None:
    with hall("Zap") as arena:
        component(arena.player, vitals.Pools).level = 12
        arena.inscribe("Zap", "Leaping Rune")
        arena.inscribe("Zap", "Wide Rune")
        refused = do(arena, inscribing.Erase("Zap", "Leaping Rune"))
        assert isinstance(refused, acting.Refused)
        assert refused.reason.endswith("Zap has no blast to widen.")


def test_a_spell_without_its_rune_is_shown_before_it_comes_off() -> None:
    with hall("Zap", "Yesterday") as arena:
        component(arena.player, vitals.Pools).level = 12
        for spell, rune in (
            ("Zap", "Leaping Rune"),
            ("Zap", "Wide Rune"),
            ("Yesterday", "Silent Rune"),
        ):
            arena.inscribe(spell, rune)
        session = Session(arena.game)
        zap, yesterday, *_ = session.hud().spells
        shown = session.ask(choices.erasure_view, zap).after
        assert shown is not None
        do(arena, inscribing.Erase("Zap", "Wide Rune"))
        now = session.hud().spells[0]
        assert (now.title, now.price, now.summary, now.runes) == (
            shown.title, shown.price, shown.summary, shown.runes,
        )  # fmt: skip
        arena.set_pools(arena.player, max_mana=1)
        lacking = "That takes 1 point of your maximum mana, and you have 1."
        assert session.ask(choices.erasure_view, yesterday) == choices.InscriptionView(
            yesterday, None, lacking
        )


def test_what_costs_a_share_of_all_mana_is_shown_at_its_price_before_a_rune_is_inscribed() -> None:
    with hall("Yesterday") as arena:
        arena.set_pools(arena.player, max_mana=40, mana=40)
        rune = arena.give(arena.player, "Silent Rune")
        session = Session(arena.game)
        (shown,) = session.ask(choices.inscription_views, rune)
        assert shown.after is not None
        arena.inscribe("Yesterday", "Silent Rune")
        (now,) = session.hud().spells
        assert shown.after.price == now.price == "21 mana"


def test_inscribing_on_trial_leaves_no_mark() -> None:
    with hall("Zap") as arena:
        rune = arena.give(arena.player, "Twin Rune")
        session = Session(arena.game)
        before = state_hash(arena.game)
        with session.ask(choices.trying, inscribing.Inscribe(rune, "Zap")):
            assert len(session.forecast(spell_use.Cast("Zap", (6, 3))).outcomes) == 2
        assert state_hash(arena.game) == before
        assert len(arena.forecast("Zap", (6, 3)).outcomes) == 1


def test_a_creature_casts_what_its_nature_has_inscribed() -> None:
    use = {
        "delivery": {"shape": "bolt", "range": 4},
        "effects": [{"kind": "damage", "amount": "3"}],
    }
    rune = {
        "word": "far",
        "does": "reaches twice as far",
        "unfit": "has no range",
        "rewrites": [{"kind": "scale", "what": "delivery.range", "by": 2}],
    }
    darts = {"spell": "Dart", "chance": 1, "range": 8, "runes": ["Far"]}
    data = {
        "spells": [{"name": "Dart", "mana_cost": 1, "effects": use}],
        "items": [{"name": "Far", "rune": rune}],
        "mobs": [{"name": "Imp", "mana": 9, "abilities": [darts]}],
    }
    with Arena.from_ascii("##########\n#@......i#\n##########", {"i": "Imp"}, raws=data) as arena:
        imp = arena.find("Imp")
        assert arena.cast("Dart", (1, 1), by=imp).refused is None
        assert arena.hp(arena.player) == 27


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
