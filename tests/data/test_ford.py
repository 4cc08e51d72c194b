"""The ford between two clans: whom one stands with, what peace takes, and what comes of murder."""

import pytest

from roguelike.actions import acting
from roguelike.components import actors, vitals
from roguelike.effects import dispatch
from roguelike.engine.play.dungeon import HATED
from roguelike.systems.reputation import PER_DEATH_LEVEL, PER_ENEMY_DEATH_LEVEL, PER_WOUND, remember
from roguelike.testing import Arena
from roguelike.world import ecs, factions, perception
from tests.people import FORD, agree, beside, deeds, meeting, offers, slay, view
from tests.rooms import inflict

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
def test_peace_at_the_ford_lets_even_who_slew_many_pass(side: str) -> None:
    with meeting(FORD) as arena:
        ecs.get(arena.player, vitals.Pools).gold = 50
        arena.game.standing[side] = -100
        carry_terms(arena)
        [terms] = (
            each for each in view(arena, "Captain Ruel of Barbo").deals if "terms" in each.name
        )
        assert f"{arena.game.content.called(side)} will let you be" in dict(terms.notes)
        agree(arena, "Captain Ruel of Barbo", "Bring him Cirro's terms")
        assert factions.stance(arena.game, side, actors.PLAYER_FACTION) == "ignore"


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


def test_peace_at_the_ford_takes_words_from_both_banks() -> None:
    with meeting(FORD) as arena:
        ecs.get(arena.player, vitals.Pools).gold = 50
        assert "Bring him Cirro's terms" not in offers(arena, "Captain Ruel of Barbo")
        beside(arena, "Mother Isk of Cirro")
        agree(arena, "Mother Isk of Cirro", "Ask what she would settle for")
        beside(arena, "Captain Ruel of Barbo")
        [terms] = (
            each for each in view(arena, "Captain Ruel of Barbo").deals if "terms" in each.name
        )
        assert "Experience" in {each.label for each in terms.changes}
        assert isinstance(
            agree(arena, "Captain Ruel of Barbo", "Bring him Cirro's terms"), acting.Done
        )
        for side in ("DarkElfB", "DarkElfC"):
            assert factions.stance(arena.game, side, actors.PLAYER_FACTION) == "ignore"
        assert offers(arena, "Captain Ruel of Barbo") == []
        assert "Half the toll" in view(arena, "Captain Ruel of Barbo").text


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
