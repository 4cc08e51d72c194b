"""The recorder: it sees what happens and changes nothing of it."""

import pytest

from roguelike.components import vitals
from roguelike.engine.play.commands import Action, Cast, Pass, PickUp, Rest, Step
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import state_hash
from roguelike.lab.balance.playing import BREAK_TURNS, Recorder, play_game
from roguelike.lab.bots.roster import make_bot
from roguelike.testing import Arena
from roguelike.world import changes, ecs
from roguelike.world.catalog import Catalog
from roguelike.world.game import Cause
from tests.rooms import component, inflict

LONG = pytest.mark.soak


def watched(room: Arena) -> Recorder:
    return Recorder("somebody", Session(room.game))


@pytest.mark.parametrize("turns", [100, pytest.param(300, marks=LONG)])
@pytest.mark.parametrize("bot", ["greedy", "mage"])
def test_a_game_that_is_watched_goes_as_one_that_is_not(
    catalog: Catalog, bot: str, turns: int
) -> None:
    session = Session.start("7", catalog)
    player = make_bot(bot, "7")
    player.play(session, until=turns)
    alone = state_hash(session.game)
    ecs.drop_world(session.game.world)
    record = play_game(bot, "7", turns, catalog)
    assert alone.startswith(record.state_hash)
    assert len(record.state_hash) == 12
    assert record.turns == sum(record.turns_at.values()) == sum(record.hunger.values()) > 0


@pytest.mark.parametrize("turns", [300, pytest.param(1200, marks=LONG)])
def test_the_sums_are_those_of_the_game(catalog: Catalog, turns: int) -> None:
    session = Session.start("41", catalog)
    recorder, bot = Recorder("greedy", session), make_bot("greedy", "41")
    while not session.is_over and session.game.turn < turns:
        bot.take_turn(session, recorder.read)
    tallies, record = session.game.tallies, recorder.close()
    # The choice of a new level takes no time, and is read all the same.
    offers = [count for name, count in record.chosen.items() if name in catalog.offers]
    assert sum(offers) == record.level - 1 > 0
    assert sum(record.taken.values()) == tallies.damage_taken > 0
    assert sum(record.cast.values()) == tallies.spells_cast > 0
    # The game credits the player alone; the record, servants too.
    assert sum(record.dealt.values()) >= tallies.damage_dealt > 0
    assert (record.kills, record.deepest) == (tallies.kills, tallies.deepest)
    assert sum(record.found.values()) == sum(record.finds.values()) > 0
    assert sum(record.used.values()) == sum(record.uses.values()) > 0
    assert set(record.level_at) == set(range(1, record.deepest + 1))
    ecs.drop_world(session.game.world)


def test_who_hurts_whom_with_what() -> None:
    with Arena.from_ascii("######\n#@og.#\n######", {"o": "Orc", "g": "Goblin"}) as room:
        recorder = watched(room)
        room.teach("Zap")
        room.cast("Zap", (2, 1))
        recorder.read()
        assert recorder.record.dealt == {"Zap": 5}
        assert recorder.record.cast == {"Zap": 1}
        orc = room.find("Orc")
        while room.hp(room.player) == 30:
            room.melee(room.player, by=orc)
            recorder.read()
        assert recorder.record.taken == {"Orc": 30 - room.hp(room.player)}
        # What creatures do to each other is nobody's merit.
        while room.hp(orc) == room.max_hp(orc) - 5:
            room.melee(orc, by=room.find("Goblin"))
            recorder.read()
        assert recorder.record.dealt == {"Zap": 5}


def test_a_find_counts_once_and_what_is_used_by_its_name() -> None:
    with Arena.from_ascii("####\n#@!#\n####", {"!": "Health Potion"}) as room:
        room.give(room.player, "Rations")
        recorder = watched(room)
        room.move(1, 0)
        for _ in range(2):
            room.pick_up()
            recorder.read()
            room.drop(room.find("Health Potion"))
            recorder.read()
        room.pick_up()
        recorder.read()
        assert recorder.record.found == {"Health Potion": 1}
        assert recorder.record.finds == {"consumable": 1}
        component(room.player, vitals.HungerClock).state = "Hungry"
        room.use(room.find("Rations"))
        recorder.read()
        assert recorder.record.used == {"Rations": 1}
        assert recorder.record.uses == {"food": 1}


def test_a_death_says_of_what_even_when_the_killer_is_gone() -> None:
    with Arena.from_ascii("####\n#@o#\n####", {"o": "Orc"}) as room:
        recorder = watched(room)
        orc = room.find("Orc")
        room.set_pools(room.player, hp=1)
        while room.alive(room.player):
            room.melee(room.player, by=orc)
            recorder.read()
        record = recorder.close()
        assert (record.end, record.killer, record.died_at) == ("dead", "Orc", 3)
        assert record.epitaph == "Killed by an orc"


def test_mana_danger_score_and_what_was_left_are_kept() -> None:
    with Arena.from_ascii("#######\n#@.o!.#\n#######", {"o": "Orc", "!": "Health Potion"}) as room:
        room.teach("Zap")
        room.set_pools(room.player, hp=20, max_hp=40, mana=9, max_mana=9)
        recorder = watched(room)
        session = Session(room.game)
        for action in (Cast("Zap", (3, 1)), Rest()):
            session.do(action)
            recorder.read()
        orc = room.find("Orc")
        room.set_pools(orc, hp=1)
        assert session.do(Cast("Zap", room.position(orc))).acted
        recorder.read()
        room.set_pools(room.player, hp=40)
        for action in (Step(1, 0), Step(1, 0), Step(1, 0), PickUp()):
            session.do(action)
            recorder.read()
        record = recorder.close()
    assert record.mana_on == {"Zap": 2}
    assert min(record.lowest_at.values()) <= 0.5
    assert record.left == {"Health Potion": 1}
    assert record.score > 0


def test_fights_moments_of_danger_and_rest_are_kept_by_depth() -> None:
    with Arena.from_ascii(
        "########\n#@.og..#\n########", {"o": "Orc", "g": "Goblin"}, minds=True
    ) as room:
        room.set_pools(room.player, hp=40, max_hp=40, mana=4, max_mana=8)
        recorder, session = watched(room), Session(room.game)

        def give(action: Action) -> None:
            session.do(action)
            recorder.read(action)

        give(Pass())
        (bout,) = recorder.record.fights
        assert (bout.depth, bout.begun, bout.mana) == (room.game.depth, 1.0, 0.5)
        assert not recorder.record.moments_at
        room.set_pools(room.player, hp=29)
        give(Pass())
        assert bout.foes == 2
        assert bout.lowest <= 0.725
        assert recorder.record.moments_at == {room.game.depth: 1}
        for foe in ("Orc", "Goblin"):
            inflict(room, "damage", room.find(foe), amount=99)
        for _ in range(BREAK_TURNS + 2):
            give(Rest())
        assert recorder.record.rest_at == {room.game.depth: BREAK_TURNS + 2}
        assert recorder.record.fights == [bout]


def test_a_choice_of_a_new_level_is_counted() -> None:
    with Arena.from_ascii("###\n#@#\n###") as room:
        recorder = watched(room)
        room.game.change(changes.OfferTaken(Cause("a level"), room.player, "Might"))
        recorder.read()
        assert recorder.close().chosen == {"Might": 1, "origin: Drunk": 1}
