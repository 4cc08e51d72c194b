"""People to be met below the town: what they say, what one may agree to, and what comes of it for good.

The ford between two clans: whom one stands with, what peace takes, and what comes of murder.
What they say and offer is in tests/golden/told/people.txt (`GOLDEN=write`).
"""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from roguelike.actions import acting, bargaining, moving
from roguelike.components import actors, bargains, vitals
from roguelike.core.geometry import steps_between
from roguelike.core.rng import Stream
from roguelike.effects import dispatch, standing
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.views import choices
from roguelike.mapgen.generation import generate
from roguelike.systems.reputation import PER_DEATH_LEVEL, PER_ENEMY_DEATH_LEVEL, PER_WOUND, remember
from roguelike.testing import Arena
from roguelike.world import ecs, factions, perception
from roguelike.world.catalog import Catalog
from tests.goldens import GOLDEN, compare
from tests.people import FAR_BANK, FORD, FORGE, agree, beside, deeds, meeting, slay, view
from tests.rooms import do, inflict


def test_who_walks_up_to_a_person_in_peace_is_spoken_to() -> None:
    with meeting(FORD) as arena:
        asked = do(arena, moving.Step(-1, 0))
        assert isinstance(asked, acting.Ask)
        assert (asked.what, asked.items) == ("bargain", (arena.find("Captain Ruel of Barbo"),))
        assert "told not to start" in view(arena, "Captain Ruel of Barbo").text


Step = Callable[[Arena], object]
RUEL, ISK = "Captain Ruel of Barbo", "Mother Isk of Cirro"
HADDA, VESSIN, TAM, CLERK = (
    "Hadda Coldhammer", "Vessin the Deserter", "Tam the Locksmith", "Clerk of Accounts",
)  # fmt: skip
CAMP, CELL, OFFICE = "#####\n#@v.#\n#####", "#########\n#@T....S.\n#########", "#####\n#@.C#\n#####"


def says(who: str, deal: str) -> Step:
    """Agree to something face to face."""

    def step(arena: Arena) -> object:
        beside(arena, who)
        return agree(arena, who, deal)

    return step


def thought_of(faction: str, points: int) -> Step:
    """Be thought of so well by a faction."""
    return lambda arena: arena.game.standing.__setitem__(faction, points)


def purse(gold: int) -> Step:
    """Have so much gold."""
    return lambda arena: setattr(ecs.get(arena.player, vitals.Pools), "gold", gold)


def takes_the_amulet(arena: Arena) -> None:
    arena.give(arena.player, "Amulet of Yala")
    arena.wait()


LIGHT = says("Cold Forge", "Light it")
WORD = says(VESSIN, "Buy the watchword")
BARBO, CIRRO = says(RUEL, "Stand with Barbo"), says(ISK, "Stand with Cirro")
TERMS = says(ISK, "Ask what she would settle for")
PEACE = says(RUEL, "Bring him Cirro's terms")
SLAIN = {who: partial(slay, who=who) for who in (HADDA, RUEL, ISK)}
CASES: dict[str, tuple[str, tuple[Step, ...]]] = {
    "Hadda has nothing to give until her forge is lit": (FORGE, ()),
    "Hadda's forge is lit": (FORGE, (LIGHT,)),
    "her people let her friend be": (FORGE, (LIGHT, says(HADDA, "Ask her people's leave"))),
    "Hadda thanks once": (FORGE, (
        LIGHT, says(HADDA, "Ask her people's leave"), says(HADDA, "Ask for her last shirt"),
    )),
    "who robs Hadda is her enemy": (FORGE, (says(HADDA, "Take the axe off her rack"),)),
    "ghosts avenge their smith as they avenge her axe": (FORGE, (SLAIN[HADDA],)),
    **{f"the watchword where one is thought of {points:+}": (CAMP, (thought_of("DarkElf", points), WORD))
       for points in (-80, -59, -41, -40, -20, 0)},
    **{f"the word that he sold, now that one is thought of {points:+}":
       (CAMP, (WORD, thought_of("DarkElf", points))) for points in (70, 29, -41)},
    "who cannot pay for the watchword": (CAMP, (purse(0),)),
    "the locksmith bound": (CELL, ()),
    "the locksmith freed": (CELL, (says(TAM, "Cut his ropes"),)),
    "the way that is on no plan": (CELL, (says(TAM, "Cut his ropes"), says(TAM, "Have him raise the shutter"))),
    "the clerk": (OFFICE, ()),
    "the clerk once the Amulet is taken": (OFFICE, (takes_the_amulet,)),
    "who stands with Barbo": (FORD, (BARBO,)),
    "who stands with Cirro": (FORD, (CIRRO,)),
    "Cirro's terms": (FORD, (TERMS,)),
    "peace": (FORD, (TERMS, PEACE)),
    **{f"peace lets even who slew many of {side} pass": (FORD, (thought_of(side, -100), TERMS, PEACE))
       for side in ("DarkElfB", "DarkElfC")},
    "nobody sends words to a dead captain": (FORD, (SLAIN[RUEL],)),
    "murder of Mother Isk": (FORD, (SLAIN[ISK],)),
    "the dead make no peace": (FORD, (TERMS, SLAIN[ISK])),
    "a peace broken by murder": (FORD, (TERMS, PEACE, SLAIN[RUEL])),
    "thanks for the death across the water": (FORD, (BARBO, SLAIN[ISK])),
}  # fmt: skip
"""What is done, by what it is about, and where."""
SIDES = (
    "Unquiet", "Hammerfall Smiths", "DarkElf", "DarkElfB", "DarkElfC", "Barbo at the Ford", "Cirro at the Ford",
)  # fmt: skip


def comes_of(drawing: str, steps: tuple[Step, ...]) -> Iterator[str]:
    """Yield what comes of deeds: how all take it, whom one leads, and what everybody says and offers."""
    with meeting(drawing) as arena:
        game = arena.game
        arena.set_pools(arena.player, mana=9, max_mana=9)
        purse(200)(arena)
        for step in steps:
            result = step(arena)
            if isinstance(result, acting.Refused):
                yield f"refused: {result.reason}"
        game.enter()
        done = deeds(arena)
        avenging = {side for depth in range(1, 16) for side in game.content.avengers(depth, done)}
        yield f"deeds: {', '.join(done) or 'none'}; avenged by: {', '.join(sorted(avenging)) or 'nobody'}"
        stances = {each: factions.stance(game, each, actors.PLAYER_FACTION) for each in SIDES}
        yield ", ".join(
            f"{each} {stance} {game.standing.get(each, 0):+}" for each, stance in stances.items()
        )
        there = sorted(set(game.level.blockers.values()) - {arena.player})
        named = {each: perception.true_name(each) for each in there}
        led = [name for each, name in named.items() if factions.master_of(each) == arena.player]
        yield f"there: {', '.join(named.values())}; led: {', '.join(led) or 'none'}"
        for each in there:
            shown = choices.bargain_view(game, each)
            if named[each] in (HADDA, RUEL, ISK, VESSIN, TAM, CLERK):
                yield f"{shown.title}: {shown.text}"
                for deal in shown.deals:
                    words = (
                        *(words for words, _ in deal.notes),
                        *(each.label for each in deal.changes),
                    )
                    yield f"  {deal.name}: {', '.join(words)}"


def test_people_say_and_offer_what_they_did_whatever_one_does() -> None:
    rows = []
    for name, (drawing, steps) in CASES.items():
        rows += [f"--- {name}", *comes_of(drawing, steps)]
    compare(GOLDEN / "told" / "people.txt", "\n".join(rows) + "\n")


@pytest.mark.parametrize("esteem", [0, -45, -100])
@pytest.mark.parametrize(
    ("drawing", "who", "deal", "side"),
    [
        (FORGE, "Hadda Coldhammer", "Ask her people's leave", "Unquiet"),
        (FORD, "Captain Ruel of Barbo", "Stand with Barbo", "DarkElfB"),
        (FAR_BANK, "Mother Isk of Cirro", "Stand with Cirro", "DarkElfC"),
    ],
)
def test_only_what_will_be_so_is_promised_to_who_slew_many(
    drawing: str, who: str, deal: str, side: str, esteem: int
) -> None:
    with meeting(drawing) as arena:
        arena.set_pools(arena.player, mana=9, max_mana=9)
        if drawing is FORGE:
            agree(arena, "Cold Forge", "Light it")
        arena.game.standing[side] = esteem
        [offer] = (each for each in view(arena, who).deals if each.name == deal)
        promised = any(words.endswith("will let you be") for words, _ in offer.notes)
        agree(arena, who, deal)
        assert promised
        assert factions.stance(arena.game, side, actors.PLAYER_FACTION) == "ignore"
        assert not any(each in offer.text for each in ("let you", "lets you"))


def test_nobody_greets_whom_the_deed_made_their_enemy(catalog: Catalog) -> None:
    talkers = {
        name: bargain
        for name, entry in catalog.entries["mobs"].items()
        for bargain in entry.templates
        if isinstance(bargain, bargains.Bargain)
    }
    enemies = {
        (effect.mob, deal.deed)
        for bargain in talkers.values()
        for deal in bargain.deals
        for effect in deal.use.effects
        if isinstance(effect, standing.MoveStanding) and effect.points == -factions.MOST_STANDING
    }
    assert ("Vessin the Deserter", "sold the deserter") in enemies
    for name, bargain in talkers.items():
        greeted = {(name, deed) for each in bargain.greetings for deed in each.when.done}
        assert not greeted & enemies


def test_what_comes_of_a_word_is_foreseen_and_taken_back() -> None:
    with meeting(FORD) as arena:
        before = arena.state_hash()
        seen = foresee(
            arena.game,
            arena.player,
            bargaining.Agree(arena.find("Captain Ruel of Barbo"), "Stand with Barbo"),
        )
        assert seen.refused is None
        assert "clan Barbo will let you be" in seen.notes
        assert "clan Cirro think worse of you" in seen.notes
        with rehearsing(arena.game, arena.game.rng):
            agree(arena, "Captain Ruel of Barbo", "Stand with Barbo")
            assert deeds(arena) == ("stood with Barbo",)
        assert arena.state_hash() == before


def test_deeds_are_remembered_by_a_save() -> None:
    with meeting(FORD) as arena:
        agree(arena, "Captain Ruel of Barbo", "Stand with Barbo")
        with Arena.load(arena.save()) as again:
            assert deeds(again) == ("stood with Barbo",)


WHERE = {
    6: ("Hadda Coldhammer", "Cold Forge"),
    9: ("Captain Ruel of Barbo", "Mother Isk of Cirro"),
    10: ("Vessin the Deserter", "Factor of Vel Ashar", "Herbalist of Vel Ashar"),
    12: ("Tam the Locksmith", "Iron Shutter"),
    14: ("Clerk of Accounts",),
}


@pytest.mark.parametrize("depth", WHERE)
def test_each_of_them_is_there_in_every_game(catalog: Catalog, depth: int) -> None:
    for seed in range(25):
        streams = Stream(seed, f"map {depth}"), Stream(seed, f"population {depth}")
        there = {spawn.name for spawn in generate(*streams, depth, catalog.spawn_table).spawns}
        assert there.issuperset(WHERE[depth]), seed


CELL_TILES = 3
HINTS = {"Heap of Straw", "Board of Locks", "Chalk Strokes"}
"""What tells who was brought there, for how long, and where the lever is."""


def test_the_locksmiths_cell_among_the_cells_tells_how_he_came_there(catalog: Catalog) -> None:
    cells = 0
    for seed in range(12):
        streams = Stream(seed, "map 12"), Stream(seed, "population 12")
        spawns = generate(*streams, 12, catalog.spawn_table).spawns
        (cell,) = (each.point for each in spawns if each.name == "Tam the Locksmith")
        near = {each.name for each in spawns if steps_between(each.point, cell) <= CELL_TILES}
        if any(each.name == "Bones" for each in spawns if steps_between(each.point, cell) <= 4):
            cells += 1  # in the other citadel he is kept in a tower
            assert near >= HINTS, seed
            assert any(each.name == "Warder's Table" for each in spawns)
    assert 0 < cells < 12


@pytest.mark.parametrize(
    ("who", "letter", "deal"),
    [
        ("Tam the Locksmith", "T", "Cut his ropes"),
        ("Vessin the Deserter", "v", "Have him draw you the city"),
    ],
)
def test_who_is_told_of_a_place_knows_it(who: str, letter: str, deal: str) -> None:
    with meeting(f"#########\n#@{letter}#....#\n####....#\n#########") as arena:
        ecs.get(arena.player, vitals.Pools).gold = 30
        arena.game.enter()
        arena.game.level.explored[4:, :] = False
        agree(arena, who, deal)
        assert arena.game.level.explored[6, 1]


def test_a_death_that_is_only_foreseen_is_no_deed() -> None:
    with meeting(FORD) as arena:
        arena.set_pools(arena.find(RUEL), hp=1)
        arena.set_pools(arena.player, mana=9, max_mana=9)
        arena.teach("Zap")
        before = arena.state_hash()
        seen = arena.forecast("Zap", (2, 1))
        assert seen.outcomes
        assert not deeds(arena)
        assert arena.state_hash() == before


def test_deeds_to_who_speaks_for_a_faction_count_with_it_by_its_own_measure() -> None:
    arena = meeting("#####\n#@b.#\n#####")
    game, guard = arena.game, arena.find("Barbo Fordguard")
    remember(game, inflict(arena, "damage", guard, amount=1, by=arena.player))
    assert game.standing == {"Barbo at the Ford": PER_WOUND}
    arena.close()


def test_the_death_of_a_plain_member_counts_by_level_with_the_faction_it_speaks_for() -> None:
    arena = meeting("#####\n#@b.#\n#####")
    game, guard = arena.game, arena.find("Barbo Fordguard")
    level = ecs.get(guard, vitals.Pools).level
    arena.set_pools(guard, hp=1)
    remember(game, inflict(arena, "damage", guard, amount=9, by=arena.player))
    assert game.standing["DarkElfB"] == PER_DEATH_LEVEL * level
    assert game.standing["DarkElfC"] == PER_ENEMY_DEATH_LEVEL * level
    assert not ecs.get(arena.player, actors.Player).deeds
    arena.close()


def test_what_servants_do_is_remembered_as_the_players_deed_and_a_strangers_blow_is_not() -> None:
    for allied, done in ((True, ("stood with Barbo", "slew Mother Isk")), (False, ())):
        with meeting(FORD) as arena:
            if allied:
                agree(arena, RUEL, "Stand with Barbo")
                dispatch.drain(arena.game)
            isk = arena.find(ISK)
            arena.set_pools(isk, hp=1)
            remember(arena.game, inflict(arena, "damage", isk, amount=9, by=arena.find(RUEL)))
            assert not arena.alive(isk)
            assert deeds(arena) == done
