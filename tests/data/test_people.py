"""People to be met below the town: what they say, what one may agree to, and what comes of it for good.

The ford between two clans: whom one stands with, what peace takes, and what comes of murder.
"""

import pytest

from roguelike.actions import acting, bargaining, moving
from roguelike.components import actors, bargains, vitals
from roguelike.core.geometry import steps_between
from roguelike.core.rng import Stream
from roguelike.effects import dispatch, standing
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.foreseeing.aiming import foresee
from roguelike.engine.play.dungeon import HATED
from roguelike.mapgen.generation import generate
from roguelike.systems.reputation import PER_DEATH_LEVEL, PER_ENEMY_DEATH_LEVEL, PER_WOUND, remember
from roguelike.testing import Arena
from roguelike.world import ecs, factions, perception
from roguelike.world.catalog import Catalog
from tests.people import FAR_BANK, FORD, FORGE, agree, beside, deeds, meeting, offers, slay, view
from tests.rooms import do, inflict


def test_who_walks_up_to_a_person_in_peace_is_spoken_to() -> None:
    with meeting(FORD) as arena:
        asked = do(arena, moving.Step(-1, 0))
        assert isinstance(asked, acting.Ask)
        assert (asked.what, asked.items) == ("bargain", (arena.find("Captain Ruel of Barbo"),))
        assert "told not to start" in view(arena, "Captain Ruel of Barbo").text


def test_hadda_has_nothing_to_give_until_her_forge_is_lit() -> None:
    with meeting(FORGE) as arena:
        arena.set_pools(arena.player, mana=9, max_mana=9)
        assert offers(arena, "Hadda Coldhammer") == ["Take the axe off her rack"]
        assert isinstance(agree(arena, "Cold Forge", "Light it"), acting.Done)
        assert len(offers(arena, "Hadda Coldhammer")) == 4
        assert "it makes a sound" in view(arena, "Hadda Coldhammer").text


def test_hadda_thanks_once_and_her_people_let_her_friend_be() -> None:
    with meeting(FORGE) as arena:
        arena.set_pools(arena.player, mana=9, max_mana=9)
        assert factions.stance(arena.game, "Unquiet", actors.PLAYER_FACTION) == "attack"
        agree(arena, "Cold Forge", "Light it")
        agree(arena, "Hadda Coldhammer", "Ask her people's leave")
        assert factions.stance(arena.game, "Unquiet", actors.PLAYER_FACTION) == "ignore"
        assert offers(arena, "Hadda Coldhammer") == []
        assert isinstance(
            agree(arena, "Hadda Coldhammer", "Ask for her last shirt"), acting.Refused
        )


def test_who_robs_hadda_is_her_enemy() -> None:
    with meeting(FORGE) as arena:
        assert isinstance(
            agree(arena, "Hadda Coldhammer", "Take the axe off her rack"), acting.Done
        )
        assert factions.stance(arena.game, "Hammerfall Smiths", actors.PLAYER_FACTION) == "attack"
        assert arena.game.standing["Unquiet"] < 0


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


def test_ghosts_avenge_their_smith_as_they_avenge_her_axe() -> None:
    with meeting(FORGE) as arena:
        slay(arena, "Hadda Coldhammer")
        assert arena.game.standing["Unquiet"] <= HATED
        assert "Unquiet" in arena.game.content.avengers(7, deeds(arena))


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


@pytest.mark.parametrize("esteem", [-80, -59, -41, -40, -20, 0])
def test_the_watchword_is_sold_only_to_whom_it_opens_the_citadel(esteem: int) -> None:
    with meeting("#####\n#@v.#\n#####") as arena:
        ecs.get(arena.player, vitals.Pools).gold = 200
        arena.game.standing["DarkElf"] = esteem
        is_sold = "Buy the watchword" in offers(arena, "Vessin the Deserter")
        assert is_sold == (esteem >= -40)
        assert ("They talk of nothing else" in view(arena, "Vessin the Deserter").text) != is_sold
        agree(arena, "Vessin the Deserter", "Buy the watchword")
        opens = factions.stance(arena.game, "DarkElf", actors.PLAYER_FACTION) == "ignore"
        assert opens == is_sold


def test_vessin_tells_the_truth_of_the_word_that_he_sold() -> None:
    with meeting("#####\n#@v.#\n#####") as arena:
        ecs.get(arena.player, vitals.Pools).gold = 200
        agree(arena, "Vessin the Deserter", "Buy the watchword")
        for esteem, words in ((70, "Say it slowly"), (29, "and then you cut somebody")):
            arena.game.standing["DarkElf"] = esteem
            assert words in view(arena, "Vessin the Deserter").text
        arena.game.standing["DarkElf"] = -41
        assert "No word opens a gate for you now" in view(arena, "Vessin the Deserter").text


def test_who_cannot_pay_for_the_watchword_is_told_what_it_does() -> None:
    with meeting("#####\n#@v.#\n#####") as arena:
        ecs.get(arena.player, vitals.Pools).gold = 0
        [word] = (
            each for each in view(arena, "Vessin the Deserter").deals if "watchword" in each.name
        )
        assert [words for words, _ in word.notes] == ["the unsworn dark elves will let you be"]


def test_who_frees_the_locksmith_is_shown_a_way_that_is_on_no_plan() -> None:
    with meeting("#########\n#@T....S.\n#########") as arena:
        assert offers(arena, "Tam the Locksmith") == ["Cut his ropes"]
        agree(arena, "Tam the Locksmith", "Cut his ropes")
        agree(arena, "Tam the Locksmith", "Have him raise the shutter")
        assert arena.find("Raised Shutter")


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


def test_the_clerk_takes_nothing_once_the_amulet_is_taken() -> None:
    with meeting("#####\n#@.C#\n#####") as arena:
        assert "Pay the first instalment" in offers(arena, "Clerk of Accounts")
        arena.give(arena.player, "Amulet of Yala")
        arena.wait()
        assert offers(arena, "Clerk of Accounts") == ["Ask what is owed"]
        assert view(arena, "Clerk of Accounts").text.startswith("“He has set out.")


RUEL, ISK = "Captain Ruel of Barbo", "Mother Isk of Cirro"


@pytest.mark.parametrize(
    ("who", "deal", "friends", "foes", "turned"),
    [
        ("Captain Ruel of Barbo", "Stand with Barbo", "DarkElfB", "DarkElfC", "Cirro at the Ford"),
        ("Mother Isk of Cirro", "Stand with Cirro", "DarkElfC", "DarkElfB", "Barbo at the Ford"),
    ],
)
def test_who_stands_with_one_clan_has_its_peace_and_the_other_against_them(
    who: str, deal: str, friends: str, foes: str, turned: str
) -> None:
    with meeting(FORD) as arena:
        beside(arena, who)
        assert isinstance(agree(arena, who, deal), acting.Done)
        game = arena.game
        assert factions.stance(game, friends, actors.PLAYER_FACTION) == "ignore"
        assert game.standing[foes] < 0
        assert factions.stance(game, turned, actors.PLAYER_FACTION) == "attack"
        ours = [
            e
            for e in sorted(set(game.level.blockers.values()))
            if factions.master_of(e) == arena.player
        ]
        assert {perception.true_name(entity) for entity in ours if entity != arena.player} == {
            who,
            f"{deal.rpartition(' ')[2]} Fordguard",
        }


def carry_terms(arena: Arena) -> None:
    """Hear on the far bank what Cirro would settle for, and come back to the captain."""
    beside(arena, ISK)
    assert isinstance(agree(arena, ISK, "Ask what she would settle for"), acting.Done)
    beside(arena, RUEL)


@pytest.mark.parametrize("side", ["DarkElfB", "DarkElfC"])
def test_peace_at_the_ford_takes_words_from_both_banks_and_lets_even_who_slew_many_pass(
    side: str,
) -> None:
    with meeting(FORD) as arena:
        ecs.get(arena.player, vitals.Pools).gold = 50
        assert "Bring him Cirro's terms" not in offers(arena, RUEL)
        arena.game.standing[side] = -100
        carry_terms(arena)
        [terms] = (each for each in view(arena, RUEL).deals if "terms" in each.name)
        assert f"{arena.game.content.called(side)} will let you be" in dict(terms.notes)
        assert "Experience" in {each.label for each in terms.changes}
        assert isinstance(agree(arena, RUEL, "Bring him Cirro's terms"), acting.Done)
        for each in ("DarkElfB", "DarkElfC"):
            assert factions.stance(arena.game, each, actors.PLAYER_FACTION) == "ignore"
        assert offers(arena, RUEL) == []
        assert "Half the toll" in view(arena, RUEL).text


@pytest.mark.parametrize(
    ("victim", "clan", "rivals", "deed"),
    [
        (RUEL, "DarkElfB", "DarkElfC", "slew Captain Ruel"),
        (ISK, "DarkElfC", "DarkElfB", "slew Mother Isk"),
    ],
)
def test_murder_at_the_ford_costs_as_much_as_taking_sides(
    victim: str, clan: str, rivals: str, deed: str
) -> None:
    with meeting(FORD) as arena:
        slay(arena, victim)
        assert deeds(arena) == (deed,)
        assert arena.game.standing[clan] <= HATED
        assert clan in arena.game.content.avengers(10, deeds(arena))
        assert arena.game.standing[rivals] > 0


def test_the_dead_make_no_peace() -> None:
    with meeting(FORD) as arena:
        ecs.get(arena.player, vitals.Pools).gold = 50
        carry_terms(arena)
        assert "Bring him Cirro's terms" in offers(arena, RUEL)
        slay(arena, ISK)
        assert offers(arena, RUEL) == ["Stand with Barbo"]
        assert "You have killed the old woman" in view(arena, RUEL).text


def test_a_peace_broken_by_murder_is_spoken_of() -> None:
    with meeting(FORD) as arena:
        ecs.get(arena.player, vitals.Pools).gold = 50
        carry_terms(arena)
        agree(arena, RUEL, "Bring him Cirro's terms")
        slay(arena, RUEL)
        assert "He kept his half of it" in view(arena, ISK).text


def test_nobody_sends_words_to_a_dead_captain() -> None:
    with meeting(FORD) as arena:
        slay(arena, RUEL)
        assert offers(arena, ISK) == ["Stand with Cirro"]
        assert "He had been told not to start" in view(arena, ISK).text


def test_who_fought_beside_a_bank_is_thanked_for_the_death_across_the_water() -> None:
    with meeting(FORD) as arena:
        agree(arena, RUEL, "Stand with Barbo")
        slay(arena, ISK)
        assert deeds(arena) == ("stood with Barbo", "slew Mother Isk")
        assert view(arena, RUEL).text.startswith("“The water is ours.")


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
