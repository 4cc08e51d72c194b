"""The rarest spell: the last turn is taken back, whole and exactly, once on each level, for half of all mana."""

from collections.abc import Callable

import pytest

from roguelike.actions import moving, spell_use
from roguelike.effects.foresight.forecast import Outcome
from roguelike.engine.play.dungeon import travel
from roguelike.engine.session import Session
from roguelike.store import invariants
from roguelike.testing import Arena
from tests.halls import Stage
from tests.rooms import inflict, unchanged

FIGHT = "########\n#@.oo..#\n#......#\n########"


def with_mana(arena: Arena, mana: int = 20) -> Arena:
    """Let the player know the spell, and another, with so much mana."""
    arena.teach("Yesterday")
    arena.teach("Quarrelsome Spark")
    arena.set_pools(arena.player, max_hp=200, hp=200, max_mana=mana, mana=mana)
    return arena


def known(arena: Arena) -> tuple[object, ...]:
    """Return where everybody is, and how they are, but for the player's mana."""
    everybody = sorted(set(arena.game.level.blockers.values()))
    return (
        arena.game.turn,
        arena.game.now,
        tuple(
            (each, arena.position(each), arena.hp(each), tuple(arena.statuses(each)))
            for each in everybody
        ),
    )


@pytest.mark.parametrize("minds", [False, True])
def test_all_is_as_it_was_before_the_turn_but_for_the_price(stage: Stage, minds: bool) -> None:  # noqa: FBT001
    arena = with_mana(stage(FIGHT, minds=minds))
    arena.turn("wait")
    before, rng = known(arena), arena.game.rng.state()
    arena.turn("Quarrelsome Spark", (3, 1))
    assert known(arena) != before
    result = arena.turn("Yesterday")
    assert result.refused is None
    assert known(arena) == before
    assert arena.game.rng.state() == rng
    assert arena.mana(arena.player) == 20 - 10
    assert invariants.faults(arena.game) == []


def test_who_does_the_same_again_fares_the_same_again(stage: Stage) -> None:
    arena = with_mana(stage(FIGHT, minds=True), 40)
    arena.turn("wait")
    arena.turn("Quarrelsome Spark", (3, 1))
    first = known(arena)
    arena.turn("Yesterday")
    arena.turn("Quarrelsome Spark", (3, 1))
    assert known(arena) == first


def test_the_dead_live_again(stage: Stage) -> None:
    arena = with_mana(stage("#####\n#@o.#\n#####"))
    orc = arena.find("Orc")
    arena.set_pools(orc, hp=1)
    arena.turn("wait")
    arena.teach("Zap")
    arena.turn("Zap", (2, 1))
    arena.turn("wait") if arena.alive(orc) else None
    assert not arena.alive(orc)
    told = arena.forecast("Yesterday")
    assert told.notes == {"orc lives again": 1.0}
    arena.turn("Yesterday")
    assert arena.hp(orc) == 1


def test_the_forecast_says_what_would_be_and_leaves_it(stage: Stage) -> None:
    arena = with_mana(stage(FIGHT))
    arena.turn("Quarrelsome Spark", (3, 1))
    orc = arena.at(3, 1)[0]
    hurt = arena.hp(orc)
    with unchanged(arena):
        told = arena.forecast("Yesterday")
        assert told.outcomes[arena.player].notes == {"your last turn is taken back": 1.0}
        assert told.outcomes[arena.player].mana == (-7, -7.0, -7), "the Spark's three come back"
        healed = arena.max_hp(orc) - hurt
        assert told.outcomes[orc].healing == (healed, healed, healed)
        assert arena.reply("Yesterday").order == ()


def told_and_done(arena: Arena) -> None:
    """Hold what taking the turn back is said to do, alone and as a whole turn, against what it does."""
    seen = sorted({each for each in arena.game.level.blockers.values() if arena.alive(each)})

    def state() -> dict[int, tuple[int, int, dict[str, int], tuple[int, int] | None]]:
        """Return hit points, mana, statuses and place of everybody who is seen."""
        return {e: (arena.hp(e), arena.mana(e), arena.statuses(e), arena.position(e)) for e in seen}

    before, forecast, reply = state(), arena.forecast("Yesterday"), arena.reply("Yesterday")
    told = forecast.outcomes
    assert {arena.player: reply.you, **reply.outcomes} == told
    assert arena.turn("Yesterday").refused is None
    moved = False
    for each, (hp, mana, statuses, place) in state().items():
        was_hp, was_mana, had, stood = before[each]
        outcome = told.get(each, Outcome())
        assert outcome.healing[1] - outcome.damage[1] == hp - was_hp
        assert outcome.mana[1] == mana - was_mana
        back = statuses.keys() - had.keys()
        assert outcome.statuses == {name: (1.0, statuses[name]) for name in back}
        lost = {f"loses {name}" for name in had.keys() - statuses.keys()}
        assert set(outcome.notes) - {"your last turn is taken back"} == lost
        moved = moved or place != stood
        assert reply.ends[each] == {place: pytest.approx(1)}
    assert ("all stand where they stood a turn ago" in forecast.notes) == moved


def test_what_is_told_is_what_comes_of_it_where_blows_fell(stage: Stage) -> None:
    arena = with_mana(stage(FIGHT, minds=True))
    arena.turn("wait")
    hale = arena.hp(arena.player)
    while arena.hp(arena.player) == hale:
        hale = arena.hp(arena.player)
        arena.turn("wait")
    told_and_done(arena)


def test_what_is_told_is_what_comes_of_it_where_somebody_walked(stage: Stage) -> None:
    arena = with_mana(stage("########\n#@....o#\n#......#\n########", minds=True))
    arena.turn("step", (2, 1))
    told_and_done(arena)


@pytest.mark.parametrize("spell", ["Patch Up", "Blue Carapace", "Make Haste", "Web"])
def test_what_is_told_is_what_comes_of_it_where_spells_were_cast(stage: Stage, spell: str) -> None:
    arena = with_mana(stage(FIGHT))
    arena.teach(spell)
    arena.set_pools(arena.player, hp=20)
    arena.turn(spell, (3, 1))
    told_and_done(arena)


def test_a_status_that_goes_on_is_no_reason_to_warn(stage: Stage) -> None:
    arena = with_mana(stage(FIGHT))
    arena.teach("Blue Carapace")
    arena.turn("Blue Carapace")
    arena.turn("wait")
    assert arena.statuses(arena.player)
    assert arena.forecast("Yesterday").outcomes[arena.player].statuses == {}


def test_once_on_each_level_at_half_of_all_mana(stage: Stage) -> None:
    arena = with_mana(stage(FIGHT), 9)
    assert arena.turn("Yesterday").refused == "There is no turn to take back yet."
    arena.turn("wait")
    arena.set_pools(arena.player, mana=4)
    assert arena.turn("Yesterday").refused == "Yesterday costs 5 mana: you have 4."
    arena.set_pools(arena.player, mana=5)
    assert arena.turn("Yesterday").refused is None
    assert arena.mana(arena.player) == 4
    arena.set_pools(arena.player, mana=9)
    arena.turn("wait")
    assert arena.turn("Yesterday").refused == "You have taken back a turn here already."


def test_nothing_is_remembered_for_who_does_not_know_how(stage: Stage) -> None:
    arena = stage(FIGHT)
    arena.turn("wait")
    assert arena.game.yesterday == b""


def test_it_is_saved_and_goes_back_as_exactly(stage: Stage) -> None:
    arena = with_mana(stage(FIGHT))
    arena.turn("Quarrelsome Spark", (3, 1))
    with Arena.load(arena.save()) as again:
        assert again.state_hash() == arena.state_hash()
        again.turn("Yesterday")
        arena.game.enter()
        arena.turn("Yesterday")
        assert again.state_hash() == arena.state_hash()


def test_a_game_is_played_back_through_it(begin: Callable[..., tuple[Session, Arena]]) -> None:
    commands = [
        moving.Pass(),
        moving.Step(1, 0),
        moving.Step(0, 1),
        spell_use.Cast("Yesterday"),
        moving.Step(1, 0),
        moving.Pass(),
    ]
    found = []
    for _ in range(2):
        session, arena = begin()
        arena.teach("Yesterday")
        hashes = [(session.do(each).acted, arena.state_hash()) for each in commands]
        found.append(hashes)
    assert found[0] == found[1]
    assert found[0][3][0]


def test_the_stairs_are_taken_back_too(begin: Callable[..., tuple[Session, Arena]]) -> None:
    session, arena = begin()
    arena.teach("Yesterday")
    session.do(moving.Pass())
    game = arena.game
    before = game.turn, game.depth

    game.yesterday = b""
    session.do(moving.Pass())
    travel(game, 2)
    assert game.depth == 2
    session.do(spell_use.Cast("Yesterday"))
    assert (game.turn, game.depth) == before
    assert invariants.faults(game) == []


def test_who_died_on_the_level_that_was_left_is_not_looked_for_on_this_one(
    begin: Callable[..., tuple[Session, Arena]],
) -> None:
    session, arena = begin()
    game = arena.game
    arena.teach("Yesterday")
    far = (game.level.width - 2, game.level.height - 2)
    rat = arena.spawn("Rat", *far)
    session.do(moving.Pass())
    inflict(arena, "damage", rat, amount="900")
    assert not arena.alive(rat)

    travel(game, 2)
    game.level.visible = game.level.visible | True
    told = arena.forecast("Yesterday")
    assert told.refused is None
    assert told.notes == {"all stand where they stood a turn ago": 1.0}
