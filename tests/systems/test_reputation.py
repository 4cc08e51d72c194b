"""Factions remember harm and help, and treat the player by it."""

import pytest

from roguelike.actions import senses
from roguelike.effects import dispatch
from roguelike.engine.play import commands
from roguelike.engine.session import Session
from roguelike.engine.views.creatures import creature_view
from roguelike.engine.views.discoveries import standing_views
from roguelike.systems.reputation import remember
from roguelike.testing import Arena
from roguelike.world import changes, factions
from roguelike.world.game import Cause, Single
from tests.rooms import effect, inflict, room

HALL = """
    #########
    #@p.a.b.#
    #.......#
    #########
"""
LEGEND = {"p": "Patron", "a": "Arbat Dark Elf", "b": "Barbo Dark Elf"}


def _hall() -> Arena:
    arena = room(HALL, LEGEND)
    arena.set_pools(arena.player, max_hp=500, hp=500, max_mana=500, mana=500)
    for spell in ("Bind Wounds", "Falling Sky", "Ember Dart"):
        arena.teach(spell)
    return arena


def test_a_blow_makes_the_peaceful_wary_for_good() -> None:
    arena = _hall()
    game, patron = arena.game, arena.find("Patron")
    assert senses.reaction(game, patron, game.player) == "ignore"
    arena.cast("Ember Dart", (2, 1))
    assert game.standing["Townsfolk"] <= factions.HOSTILE
    if arena.alive(patron):
        assert senses.reaction(game, patron, game.player) == "flee"
    assert any("will not forget" in line for line in arena.log)
    again = Arena.load(arena.save())
    assert again.game.standing == game.standing
    again.close()
    arena.close()


def test_the_death_of_an_enemy_wins_a_clan_over() -> None:
    arena = _hall()
    game, arbat = arena.game, arena.find("Arbat Dark Elf")
    assert senses.reaction(game, arbat, game.player) == "attack"
    for _ in range(5):
        barbo = arena.find("Barbo Dark Elf")
        arena.set_pools(barbo, hp=1)
        before = game.standing.get("DarkElfA", 0)
        for _ in range(9):
            if arena.alive(barbo):
                arena.cast("Falling Sky", (7, 1))
        if arena.alive(barbo):
            arena.melee(barbo)
        assert game.standing["DarkElfA"] > before
        arena.wait()
        arena.spawn("Barbo Dark Elf", 6, 1)
        game.standing["DarkElfA"] = max(game.standing.get("DarkElfA", 0), factions.FRIENDLY - 6)
        if game.standing["DarkElfA"] >= factions.FRIENDLY:
            break
    assert game.standing["DarkElfB"] < 0
    game.standing["DarkElfA"] = factions.FRIENDLY
    assert senses.reaction(game, arbat, game.player) == "ignore"
    assert any("clan Arbat" in trait for trait in creature_view(game, arbat).traits)
    arena.close()


def test_healing_is_remembered() -> None:
    arena = _hall()
    patron = arena.find("Patron")
    arena.set_pools(patron, hp=1)
    arena.cast("Bind Wounds", (2, 1))
    assert arena.game.standing["Townsfolk"] > 0
    arena.close()


def test_those_who_were_seen_are_listed_and_nobody_else() -> None:
    with room("##########\n#@p.a.r#b#\n#......###\n##########", LEGEND | {"r": "Rat"}) as arena:
        session = Session(arena.game)
        for _ in range(5):
            session.do(commands.Rest())
        views = {view.name: view for view in session.ask(standing_views)}
        assert views.keys() == {"The townsfolk", "Clan Arbat"}, "rats are no people"
        assert views["The townsfolk"].treats == "ignore"
        assert views["Clan Arbat"].treats == "attack"
        assert views["Clan Arbat"].text == f"attack you until you gain {factions.FRIENDLY} points"
        with Arena.load(arena.save()) as again:
            assert again.game.met == arena.game.met
            assert standing_views(again.game) == tuple(views.values())


@pytest.mark.parametrize(
    ("hall", "harm", "said"),
    [
        (HALL, 3, ""),
        (HALL, 90, ""),
        ("#######\n#@.#p.#\n#######", 3, "Somebody you do not see is hurt. "),
        ("#######\n#@.#p.#\n#######", 90, "Somebody you do not see dies. "),
    ],
)
def test_who_harms_a_friend_out_of_sight_is_told_why_they_bear_a_grudge(
    hall: str, harm: int, said: str
) -> None:
    with room(hall, LEGEND) as arena:
        patron = arena.find("Patron")
        arena.set_pools(patron, max_hp=90, hp=90)
        arena.game.trace.clear()
        remember(arena.game, inflict(arena, "damage", patron, by=arena.player, amount=harm))
        assert [
            change.message.template
            for change in arena.game.trace
            if isinstance(change, changes.Told)
        ] == [f"{said}Word goes round: {{1}} will not forget what you did."]


@pytest.mark.parametrize("harm", [3, 90])
@pytest.mark.parametrize("goes_first", [True, False])
def test_whom_a_deed_drives_out_of_view_was_seen(harm: int, *, goes_first: bool) -> None:
    """What was said hung on where they went, which nobody can foretell."""
    with room("#######\n#@p#..#\n#######", LEGEND) as arena:
        game, patron, cause = arena.game, arena.find("Patron"), Cause("Gust", arena.player)
        arena.set_pools(patron, max_hp=90, hp=90)
        game.trace.clear()
        if goes_first:
            changes.move(game, patron, (5, 1), cause)
        game.push(effect("damage", amount=harm), Single(patron), arena.player, cause)
        dispatch.drain(game)
        if not goes_first and patron not in game.dead:
            changes.move(game, patron, (5, 1), cause.then("smoke"))
        remember(game, game.trace[:])
        said = [each.message for each in game.trace if type(each) is changes.Told]
        assert said[-1].template == "Word goes round: {1} will not forget what you did."


def test_help_and_harm_are_seen_on_the_list() -> None:
    with room(HALL, LEGEND) as arena:
        session = Session(arena.game)
        arena.game.standing |= {
            "DarkElfA": factions.FRIENDLY,
            "Townsfolk": factions.HOSTILE,
            "DarkElfC": 4,
        }
        first, *_, last = session.ask(standing_views)
        assert (first.name, first.points, first.treats) == (
            "Clan Arbat",
            factions.FRIENDLY,
            "ignore",
        )
        assert first.text == "let you be"
        assert (last.name, last.points, last.treats) == ("The townsfolk", factions.HOSTILE, "flee")
        assert last.text == "will not forget what you did"


def test_who_is_met_changes_no_hash() -> None:
    with room(HALL, LEGEND) as arena:
        before = arena.state_hash()
        arena.game.met.add("Demons")
        assert arena.state_hash() == before
