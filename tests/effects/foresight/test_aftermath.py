"""What follows from an act in the turns to come: statuses to their end, and whatever those bring about in turn."""

import pytest

from roguelike.testing import Arena
from tests.lengths import seeds
from tests.rooms import Draw, deaths, inflict_at, lives, lost

HALL = "#######\n#@.{}..#\n#.....#\n#######"
MEADOW = '#########\n#@..{}"".#\n#....."".#\n#########'
TURNS = 3


def about_to_bleed(
    draw: Draw, drawing: str, mushroom: str, mark: str, seed: int = 0
) -> tuple[Arena, int]:
    """Draw a mushroom that will bleed to death in a turn or two, beside somebody sturdy."""
    arena = draw(drawing.format(mark), hp=90, seed=seed, knows="Bleed")
    bleeder = arena.find(mushroom)
    arena.set_pools(bleeder, hp=1)
    return arena, bleeder


def test_poison_that_somebody_leaves_who_dies_later_is_followed_to_its_end(draw: Draw) -> None:
    arena, deathcap = about_to_bleed(draw, HALL, "Deathcap Mushroom", "P")
    outcome = arena.forecast("Bleed", arena.position(deathcap)).outcomes[arena.player]
    assert "then Damage Over Time" in outcome.notes
    arena.cast("Bleed", arena.position(deathcap))
    turns = [arena.wait() for _ in range(10)]
    assert any(deathcap in deaths(turn.trace) for turn in turns)
    taken = sum(lost(turn.trace, arena.player) for turn in turns)
    assert taken > 0
    assert outcome.later == (taken, taken, taken)
    assert outcome.damage == (0, 0.0, taken)


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_a_fire_that_somebody_lights_who_dies_later_is_followed(draw: Draw, seed: int) -> None:
    arena, firecap = about_to_bleed(draw, MEADOW, "Firecap Mushroom", "F", seed=seed)
    ogre = arena.spawn("Ogre", 6, 1)
    arena.set_pools(ogre, max_hp=90, hp=90)
    outcome = arena.forecast("Bleed", arena.position(firecap)).outcomes[ogre]
    arena.cast("Bleed", arena.position(firecap))
    turns = [lost(arena.wait().trace, ogre) for _ in range(8)]
    assert len([taken for taken in turns if taken]) > 1, "the burst, and then the fire underfoot"
    assert outcome.later[0] <= sum(turns) <= outcome.damage[2]


def test_a_second_poison_tells_what_both_take_and_what_the_first_would_take_anyway(
    draw: Draw,
) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90)
    boar = arena.find("Wild Boar")
    where = arena.position(boar)
    arena.teach("Venom")
    arena.cast("Venom", where)
    first = arena.statuses(boar)["Damage Over Time"]
    outcome = arena.forecast("Venom", where).outcomes[boar]
    arena.cast("Venom", where)
    taken = [lost(arena.wait().trace, boar) for _ in range(20)]
    added = sum(taken[first:])
    assert outcome.added == added > 0
    assert outcome.later == (sum(taken),) * 3
    assert outcome.anyway == (sum(taken[:first]),) * 3
    assert outcome.damage == (0, 0.0, sum(taken))


@pytest.mark.parametrize(("first", "second"), [("Itch", "Venom"), ("Venom", "Itch")])
def test_one_poison_after_another_takes_what_both_would_have_taken(
    draw: Draw, first: str, second: str
) -> None:
    def taken(*spells: str) -> tuple[int, float]:
        """Return what some poisons take one after another, and what the last was foreseen to add."""
        arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90)
        boar = arena.find("Wild Boar")
        told = 0.0
        for spell in spells:
            arena.teach(spell)
            told = arena.forecast(spell, arena.position(boar)).outcomes[boar].added
            arena.cast(spell, arena.position(boar))
        return sum(lost(arena.wait().trace, boar) for _ in range(20)), told

    alone, _ = taken(second)
    both, told = taken(first, second)
    assert both == alone + taken(first)[0]
    assert told == alone


@pytest.mark.parametrize("spell", ["Kindling", "Hoarfrost", "Vitriol"])
def test_what_burns_underfoot_is_followed_until_it_ends(draw: Draw, spell: str) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90, knows=spell)
    boar = arena.find("Wild Boar")
    outcome = arena.forecast(spell, arena.position(boar)).outcomes[boar]
    longest = 0
    for again in lives(arena, 12):
        acted = lost(again.cast(spell, again.position(boar)).trace, boar)
        turns = [lost(again.wait().trace, boar) for _ in range(8)]
        longest = max(longest, *(turn for turn, taken in enumerate(turns, 1) if taken))
        assert outcome.later[0] <= sum(turns) <= outcome.later[2]
        assert outcome.damage[0] <= acted <= acted + sum(turns) <= outcome.damage[2]
    assert longest > TURNS


@pytest.mark.parametrize(
    ("spell", "hazard"), [("Miasma", "Poison Gas"), ("Hoarfrost", "Ice Mist"), ("Kindling", "Fire")]
)
def test_what_an_act_keeps_going_that_was_about_to_end_is_followed(
    draw: Draw, spell: str, hazard: str
) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90)
    boar = arena.find("Wild Boar")
    where = arena.position(boar)
    assert where is not None
    arena.set_pools(boar, max_hp=90, hp=90)
    arena.teach(spell)
    inflict_at(arena, "kindle", where, hazard=hazard, turns=1)
    outcome = arena.forecast(spell, where).outcomes[boar]
    longest = 0
    for again in lives(arena, 12):
        again.cast(spell, where)
        taken = [lost(again.wait().trace, boar) for _ in range(8)]
        longest = max(longest, *(turn for turn, hp in enumerate(taken, 1) if hp))
        assert outcome.later[0] <= sum(taken) <= outcome.later[2]
        assert outcome.anyway[0] <= taken[0] <= outcome.anyway[2], "the first turn came anyway"
    assert longest > 1, "it did not end when it would have"


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_of_a_fire_that_an_act_prolongs_it_is_told_what_it_would_do_anyway(
    draw: Draw, left: int
) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90)
    boar = arena.find("Wild Boar")
    where = arena.position(boar)
    assert where is not None
    arena.teach("Kindling")
    inflict_at(arena, "kindle", where, hazard="Fire", turns=left)
    outcome = arena.forecast("Kindling", where).outcomes[boar]
    for again in lives(arena, 12):
        acted = lost(again.cast("Kindling", where).trace, boar)
        turns = [lost(again.wait().trace, boar) for _ in range(8)]
        assert outcome.later[0] <= sum(turns) <= outcome.later[2]
        assert outcome.anyway[0] <= sum(turns[:left]) <= outcome.anyway[2]
        assert outcome.damage[0] <= acted <= acted + sum(turns) <= outcome.damage[2]
    lasts = 4
    assert (outcome.later[2], outcome.anyway[2]) == (lasts * 5, left * 5), "five a turn at most"
    assert (outcome.added > 0) == (left < lasts)


@pytest.mark.parametrize("hp", [7, 8, 9, 10])
@pytest.mark.parametrize("seed", seeds(1, 3))
def test_whom_a_hard_blow_would_kill_loses_most_in_coming_turns_after_a_light_one(
    draw: Draw, hp: int, seed: int
) -> None:
    arena = draw(HALL.format("g"), raws=None, legend={"g": "Goblin"}, hp=90, seed=seed)
    goblin = arena.find("Goblin")
    where = arena.position(goblin)
    arena.set_pools(goblin, max_hp=hp, hp=hp)
    arena.teach("Hoarfrost")
    outcome = arena.forecast("Hoarfrost", where).outcomes[goblin]
    most = 0
    for again in lives(arena, 60):
        again.cast("Hoarfrost", where)
        turns = [lost(again.wait().trace, goblin) for _ in range(6) if again.alive(goblin)]
        most = max(most, sum(turns))
    assert most == hp - outcome.damage[0], "the weakest blow, and all that is left"
    assert outcome.later[2] == most


@pytest.mark.parametrize(("hp", "dies"), [(8, True), (12, False)])
def test_whoever_regenerates_outlives_what_would_kill_others(
    draw: Draw, hp: int, *, dies: bool
) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Gallery Troll"}, hp=90, knows="Venom")
    troll = arena.find("Gallery Troll")
    arena.set_pools(troll, hp=hp)
    outcome = arena.forecast("Venom", arena.position(troll)).outcomes[troll]
    arena.cast("Venom", arena.position(troll))
    turns = [lost(arena.wait().trace, troll) for _ in range(20)]
    assert outcome.later == (sum(turns), sum(turns), sum(turns))
    assert ("then dies" in outcome.notes, arena.alive(troll)) == (dies, not dies)
