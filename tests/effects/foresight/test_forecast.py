"""The forecast: exact where it can be, honest where it samples, silent about what its player does not know."""

import json
from random import Random
from typing import Any

import pytest

from roguelike.actions import melee, shooting
from roguelike.core import data_path
from roguelike.effects.foresight.forecast import Forecast, Outcome
from roguelike.effects.foresight.rehearsal import Prefix
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.testing import Arena
from tests.lengths import seeds
from tests.rooms import Draw, deaths, inflict, inflict_at, lost, unchanged

PAIR = "######\n#@o..#\n######"


def outcome(arena: Arena, spell: str, aim: tuple[int, int] | None, name: str) -> Outcome:
    """Return what a spell would do to somebody."""
    arena.teach(spell)
    arena.set_pools(arena.player, max_mana=20, mana=20)
    return arena.forecast(spell, aim).outcomes[arena.find(name)]


def test_two_dice_are_known_exactly(draw: Draw) -> None:
    arena = draw(PAIR)
    found = outcome(arena, "Sparks", (2, 1), "Ogre")
    assert (found.damage, found.healing, found.kill, dict(found.statuses)) == (
        (2, 7.0, 12), (0, 0.0, 0), 0, {},
    )  # fmt: skip


@pytest.mark.parametrize(("hp", "chance"), [(12, 1 / 36), (7, 21 / 36), (2, 1.0), (13, 0.0)])
def test_the_chance_of_a_kill_is_counted(draw: Draw, hp: int, chance: float) -> None:
    arena = draw(PAIR)
    arena.set_pools(arena.find("Ogre"), hp=hp)
    found = outcome(arena, "Sparks", (2, 1), "Ogre")
    assert found.kill == pytest.approx(chance)


def test_what_the_dead_may_leave_does_not_blur_the_chance(draw: Draw) -> None:
    arena = draw("######\n#@R..#\n######", {"R": "Rich Rat"})
    found = outcome(arena, "Sparks", (2, 1), "Rich Rat")
    assert found.kill == pytest.approx(30 / 36)
    assert found.damage == (2, pytest.approx(170 / 36, abs=1e-5), 5)


def test_an_act_that_begins_with_a_roll_is_foreseen_too(draw: Draw) -> None:
    arena = draw(PAIR)
    ogre = arena.find("Ogre")
    with unchanged(arena):
        foreseen = foresee(arena.game, arena.player, melee.Melee(ogre))
    least, mean, most = foreseen.outcomes[ogre].damage
    assert 0 == least < mean < most


@pytest.mark.parametrize("seed", seeds(2, 8))
@pytest.mark.parametrize(
    "spell", ["Sparks", "Ruin", "Singe", "Call", "Blink", "Shove", "Volley", "Doom", "Arc", "Leap"]
)
def test_playing_on_tells_what_doing_it_all_over_tells(
    draw: Draw, monkeypatch: pytest.MonkeyPatch, spell: str, seed: int
) -> None:
    rng = Random(seed)
    rows = ["".join(rng.choice('.....gokFPSB^m"~') for _ in range(9)) for _ in range(3)]
    inner = "\n".join(f"#{row}#" for row in rows)
    arena = draw(f"###########\n{inner}\n#@....F.m.#\n###########", seed=seed, knows=spell)
    arena.set_pools(arena.player, max_hp=90, hp=90)
    found = [arena.forecast(spell, aim) for aim in ((3, 3), (4, 4), (6, 4))]
    monkeypatch.setattr(
        "roguelike.effects.foresight.forecast.run_prefix",
        lambda game, act: Prefix(game, None, (), act),
    )
    again = [arena.forecast(spell, aim) for aim in ((3, 3), (4, 4), (6, 4))]
    for one, other in zip(found, again, strict=True):
        assert (one.refused, list(one.cells), list(one.path)) == (
            other.refused, list(other.cells), list(other.path),
        )  # fmt: skip
        assert told(one) == told(other)


def told(foreseen: Forecast) -> dict[int, object]:
    """Return what a forecast promises those to whom anything happens: bounds and certainties, as samples may differ."""
    return {
        entity: (
            found.damage[::2], found.healing[::2], found.kill == 0, found.kill == 1,
            {name: (chance == 1, turns) for name, (chance, turns) in found.statuses.items()},
        )
        for entity, found in foreseen.outcomes.items()
        if found != Outcome()
    }  # fmt: skip


@pytest.mark.parametrize(("hp", "low", "high"), [(24, 0.0, 0.02), (5, 0.98, 1.0), (14, 0.3, 0.8)])
def test_many_dice_are_sampled_but_never_called_certain(
    draw: Draw, hp: int, low: float, high: float
) -> None:
    arena = draw(PAIR)
    arena.set_pools(arena.find("Ogre"), hp=hp)
    found = outcome(arena, "Ruin", (2, 1), "Ogre")
    assert found.damage[0] == min(4, hp)
    assert found.damage[2] == min(24, hp)
    assert low < found.kill < high


def test_what_is_certain_is_called_so(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.set_pools(arena.find("Ogre"), hp=4)
    assert outcome(arena, "Ruin", (2, 1), "Ogre").kill == 1.0
    arena.set_pools(arena.find("Ogre"), hp=25)
    assert outcome(arena, "Ruin", (2, 1), "Ogre").kill == 0.0


def test_statuses_come_with_chance_and_turns(draw: Draw) -> None:
    arena = draw(PAIR)
    assert dict(outcome(arena, "Web", (2, 1), "Ogre").statuses) == {"Slowed": (1.0, 5)}
    assert dict(outcome(arena, "Daze", (2, 1), "Ogre").statuses) == {"Confusion": (1.0, 3)}


def test_friends_and_the_caster_are_shown(draw: Draw) -> None:
    arena = draw("#######\n#@fg..#\n#######", knows="Blast")
    outcomes = arena.forecast("Blast", (3, 1)).outcomes
    assert set(outcomes) == {arena.player, arena.find("Friend"), arena.find("Goblin")}
    assert all(each.damage == (6, 6.0, 6) for each in outcomes.values())


def test_the_spared_are_shown_unharmed_or_not_at_all(draw: Draw) -> None:
    arena = draw("#######\n#@fg..#\n#######", knows="Ward")
    outcomes = arena.forecast("Ward", (3, 1)).outcomes
    assert outcomes[arena.find("Goblin")].damage == (6, 6.0, 6)
    for spared in (arena.player, arena.find("Friend")):
        assert spared not in outcomes or outcomes[spared].damage == (0, 0.0, 0)


def test_chain_reactions_are_foreseen(draw: Draw) -> None:
    arena = draw("###########\n#@...F.g..#\n###########", knows="Zap")
    arena.set_pools(arena.find("Firecap Mushroom"), hp=5)
    foreseen = arena.forecast("Zap", (5, 1))
    goblin = arena.find("Goblin")
    assert foreseen.outcomes[goblin].kill == 1.0
    assert (8, 1) in foreseen.cells
    assert goblin in deaths(arena.cast("Zap", (5, 1)).trace)


def test_an_uncertain_chain_has_a_chance(draw: Draw) -> None:
    arena = draw("########\n#@..Bg.#\n########")
    arena.set_pools(arena.find("Goblin"), hp=2)
    found = outcome(arena, "Flame", (4, 1), "Goblin")
    assert found.kill == pytest.approx(0.5, abs=0.15)
    assert found.damage == (0, pytest.approx(1.0, abs=0.4), 2)


def test_cells_and_path(draw: Draw) -> None:
    arena = draw(PAIR, knows="Zap")
    foreseen = arena.forecast("Zap", (2, 1))
    assert list(foreseen.cells) == [(2, 1)]
    assert list(foreseen.path) == [(1, 1), (2, 1)]
    arena.teach("Nova")
    around = arena.forecast("Nova")
    assert list(around.path) == []
    assert (4, 1) in around.cells


def test_what_is_shot_or_thrown_has_a_path_and_comes_down_at_its_end(draw: Draw) -> None:
    arena = draw("#########\n#@..g...#\n#.......#\n#########")
    goblin = arena.find("Goblin")
    arena.equip(arena.player, "Sling")
    dagger = arena.give(arena.player, "Dagger")
    for action in (
        shooting.Shoot(goblin),
        shooting.Throw(dagger, (4, 1)),
        shooting.Throw(dagger, (7, 1)),
    ):
        foreseen = foresee(arena.game, arena.player, action)
        assert foreseen.path == ((1, 1), (2, 1), (3, 1), (4, 1))
        assert foreseen.cells == ((4, 1),)
    beside = foresee(arena.game, arena.player, shooting.Throw(dagger, (3, 2)))
    assert beside.outcomes == {}
    assert beside.path[0] == (1, 1)
    assert beside.cells == (beside.path[-1],) == ((3, 2),)


# --- fires and clouds to come


def test_the_next_turns_of_a_fire_are_foreseen_apart(draw: Draw) -> None:
    arena = draw(PAIR, knows="Kindle")
    with unchanged(arena):
        found = arena.forecast("Kindle", (2, 1)).outcomes[arena.find("Ogre")]
        assert found.damage == (0, 0.0, 6)
        assert found.later[0] == found.later[2] == 6
    arena.cast("Kindle", (2, 1))
    assert lost(arena.wait(3).trace, arena.find("Ogre")) == 6


def test_old_fires_are_not_put_down_to_a_new_spell(draw: Draw) -> None:
    arena = draw(PAIR)
    inflict_at(arena, "kindle", (2, 1), hazard="Blaze")
    arena.teach("Zap")
    found = arena.forecast("Zap", (2, 1)).outcomes[arena.find("Ogre")]
    assert found.at_once == (5, 5.0, 5)
    assert found.later == found.anyway != (0, 0.0, 0)


# --- who is not master of what they do


def test_the_confused_and_the_stunned_are_promised_nothing(draw: Draw) -> None:
    for status in ("Confusion", "Stunned"):
        arena = draw("#######\n#@..o.#\n#.....#\n#######", knows="Zap")
        scroll = arena.give(arena.player, "Magic Missile Scroll")
        arena.identify("Magic Missile Scroll")
        inflict(arena, "status", arena.player, status=status, turns=9)
        with unchanged(arena):
            for what in ("Zap", scroll):
                foreseen = arena.forecast(what, (4, 1))
                assert foreseen.refused is None
                assert (list(foreseen.cells), dict(foreseen.outcomes)) == ([], {})
        result = arena.cast("Zap", (4, 1))
        assert lost(result.trace, arena.find("Ogre")) == 0
        assert arena.mana(arena.player) == 4


@pytest.mark.parametrize("spell", ["Rude Gesture", "Fishhook", "Change Partners"])
def test_whom_an_act_moves_it_names_harmed_or_not(draw: Draw, spell: str) -> None:
    arena = draw("###########\n#@..o.....#\n###########")
    ogre = arena.find("Ogre")
    place = arena.position(ogre)
    assert place is not None
    arena.teach(spell)
    outcomes = arena.forecast(spell, place).outcomes
    assert arena.cast(spell, place).refused is None
    assert arena.position(ogre) != place
    assert ogre in outcomes
    assert (arena.player in outcomes) is (spell == "Change Partners")


QUICKSILVER = [
    {
        "name": "Scald",
        "mana_cost": 1,
        "effects": {
            "delivery": {"shape": "point", "range": 6},
            "effects": [
                {"kind": "status", "status": "Burning", "turns": 4, "strength": 1},
                {"kind": "damage", "amount": "1", "element": "water"},
            ],
        },
    },
    {
        "name": "Oblivion",
        "mana_cost": 1,
        "effects": {"delivery": {"shape": "nearest", "range": 6}, "effects": [{"kind": "vanish"}]},
    },
]
"""Spells whose first effect is gone before they are over, or whose target is."""


def own_data() -> dict[str, Any]:
    """Return the game's own data with those spells beside its own."""
    data: dict[str, Any] = json.loads((data_path.data_folder() / "spawns.json").read_text("utf-8"))
    return {**data, "spells": [*data["spells"], *QUICKSILVER]}


def test_a_status_that_ends_within_the_act_is_not_promised() -> None:
    with Arena.from_ascii(PAIR, {"o": "Orc"}, raws=own_data()) as arena:
        orc = arena.find("Orc")
        arena.teach("Scald")
        assert arena.forecast("Scald", (2, 1)).outcomes[orc].statuses == {}
        arena.cast("Scald", (2, 1))
        assert arena.statuses(orc) == {}


def test_who_vanishes_is_named() -> None:
    with Arena.from_ascii(PAIR, {"o": "Orc"}, raws=own_data()) as arena:
        orc = arena.find("Orc")
        arena.teach("Oblivion")
        assert orc in arena.forecast("Oblivion").outcomes
        arena.cast("Oblivion")
        assert not arena.alive(orc)


def test_the_cells_are_those_of_all_whom_an_act_harms_and_of_all_that_it_destroys() -> None:
    drawing = "##########\n#@k.+....#\n#..,,,,r.#\n##########"
    legend = {"k": "Kobold", "r": "Wild Boar", "+": "Door"}
    with Arena.from_ascii(drawing, legend) as arena:
        arena.set_pools(arena.player, max_mana=60, mana=60)
        assert arena.forecast("melee", (2, 1)).cells == ((2, 1),)
        boar = arena.spawn("Lizardman", 6, 2)
        for spell in ("Storm's Favourite", "Acid Breath"):
            arena.teach(spell)
        near = arena.spawn("Lizardman", 3, 2)
        struck = arena.forecast("Quarrelsome Spark")
        assert struck.refused is not None
        arena.teach("Quarrelsome Spark")
        struck = arena.forecast("Quarrelsome Spark", (3, 2))
        assert {near, boar} <= set(struck.outcomes)
        assert {(3, 2), (6, 2)} <= set(struck.cells)
        eaten = arena.forecast("Acid Breath", (3, 1))
        assert eaten.notes["the door is eaten away"] == 1
        assert (4, 1) in eaten.cells
