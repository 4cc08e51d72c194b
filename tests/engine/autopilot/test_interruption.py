"""What breaks off a walk, a rest or exploring, and in what words."""

import pytest

from roguelike.actions import moving
from roguelike.components import actors, spatial, vitals
from roguelike.engine.autopilot import explore
from roguelike.engine.play.story import SIGNS
from roguelike.engine.session import Session
from roguelike.testing import Arena
from roguelike.world import ecs
from tests.rooms import component, inflict

LEGEND = {"o": "Orc", "r": "Rat", "g": "Goblin"}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("#@.o....#", "You see an orc."),
        ("#@.r.o..#", "You see a rat and an orc."),
        ("#@.o.orr#", "You see 2 orcs and 2 rats."),
        ("#@.r.ogo#", "You see a rat, 2 orcs and one other."),
        ("#@......#", None),
    ],
)
def test_it_names_the_nearest(row: str, words: str | None) -> None:
    with Arena.from_ascii(f"#########\n{row}\n#########", LEGEND) as arena:
        assert explore.interruption(arena.game) == words


def test_who_runs_away_keeps_nobody_from_walking_but_from_resting() -> None:
    with Arena.from_ascii("#########\n#@...r..#\n#########", LEGEND) as arena:
        ecs.get(arena.find("Rat"), actors.Mind).fear_turns = 5
        assert explore.interruption(arena.game, on_the_way=True) is None
        assert explore.interruption(arena.game) == "You see a rat."


def test_who_fled_for_good_stops_no_walk() -> None:
    """A fox with one hit point left, far away, stopped every walk: no turns of its fear were left."""
    with Arena.from_ascii(
        "###########\n#@.......f#\n###########", {"f": "Fox"}, minds=True
    ) as arena:
        fox = arena.find("Fox")
        arena.set_pools(fox, hp=1, max_hp=11)
        arena.wait(30)
        assert explore.interruption(arena.game, on_the_way=True) is None
        assert Session(arena.game).creature(fox).mood == "fleeing"


def test_it_says_who_sleeps() -> None:
    """Whoever explores on sees why: to walk past is up to them."""
    with Arena.from_ascii("#########\n#@.o.r..#\n#########", LEGEND) as arena:
        ecs.get(arena.find("Orc"), actors.Mind).awake = False
        assert explore.interruption(arena.game) == "You see a sleeping orc and a rat."


def test_who_sees_only_the_unaware_is_told_so_and_goes_on_when_asked_again() -> None:
    """It was said that one sees a fox, for every key again, and nothing would ever change."""
    with Arena.from_ascii("#########\n#@.o.r..#\n#.......#\n#########", LEGEND) as arena:
        orc, rat = (ecs.get(arena.find(name), actors.Mind) for name in ("Orc", "Rat"))
        orc.awake, rat.target = False, arena.player
        session = Session(arena.game)
        arena.game.level.explored[:, 3] = False
        assert session.explore().refused == "You see a sleeping orc and a rat."
        awake = "You see a rat. Awake: walk yourself."
        assert session.explore().refused == awake
        rat.target, session = 0, Session(arena.game)
        told = "You see a sleeping orc and a rat. Explore again to pass by."
        assert session.explore().refused == told
        turn = arena.game.turn
        assert session.explore().refused is None
        assert arena.game.turn > turn


def test_who_sees_only_the_unaware_rests_when_asked_again_until_somebody_notices() -> None:
    """By day, a bear asleep far off kept everybody from resting for good."""
    with Arena.from_ascii("###########\n#@....o..r#\n###########", LEGEND) as arena:
        orc, rat = (ecs.get(arena.find(name), actors.Mind) for name in ("Orc", "Rat"))
        orc.awake = rat.awake = False
        arena.set_pools(arena.player, hp=8, max_hp=90)
        session = Session(arena.game)
        told = session.rest().refused
        assert told.startswith("You see a sleeping orc and a sleeping rat.")
        assert told.endswith("Rest again to rest unnoticed.")
        assert session.rest().refused is None
        for _ in range(5):
            assert session.go_on() is not None
        rat.awake, rat.target = True, arena.player
        assert session.go_on() is None, "it has noticed the player"
        assert session.rest().refused is not None
        again = session.rest().refused
        assert again is not None, "and there is no rest from whoever hunts one"
        assert again.endswith("a rat.")


LANE = "######################\n#@...................#\n######################"


def unexplored(arena: Arena) -> Session:
    """Forget the end of the lane, so that there is something to explore."""
    arena.game.level.explored[12:, :] = False
    arena.set_pools(arena.player, hp=8)
    return Session(arena.game)


def poisoned(arena: Arena, turns: int) -> None:
    """Let poison take a hit point a turn from the player."""
    inflict(arena, "damage_over_time", arena.player, damage=1, turns=turns)


@pytest.mark.parametrize("command", ["explore", "rest", "walk", "run"])
def test_nothing_walks_by_itself_into_its_grave(command: str) -> None:
    """Exploring and resting played on through all of a poison that killed."""
    with Arena.from_ascii(LANE) as arena:
        session = unexplored(arena)
        do = {
            "explore": session.explore,
            "rest": session.rest,
            "walk": lambda: session.walk_to((9, 1)),
            "run": lambda: session.run(1, 0),
        }[command]
        poisoned(arena, 10)
        told = do().refused
        assert told.startswith("You will die in 8 turns if nothing helps: ")
        assert arena.hp(arena.player) == 8
        assert do().refused is None, "asked again, it goes on for one turn"
        assert session.go_on() is None
        assert arena.hp(arena.player) == (8 if command == "rest" else 7)
        assert do().refused is not None, "and is refused again"


def test_a_poison_that_does_not_kill_stops_nobody_who_knew_it_and_one_that_begins_does() -> None:
    with Arena.from_ascii(LANE) as arena:
        session = unexplored(arena)
        poisoned(arena, 3)
        for _ in range(3):
            assert (session.go_on() if session.automatic else session.explore()) is not None
            assert session.automatic is not None
        poisoned(arena, 3)
        assert session.go_on() is not None
        assert session.automatic is None, "its first damage stops the walk"


@pytest.mark.parametrize("command", ["explore", "walk", "run"])
def test_the_confused_do_not_walk_by_themselves_but_rest(command: str) -> None:
    with Arena.from_ascii(LANE) as arena:
        session = unexplored(arena)
        inflict(arena, "confusion", arena.player, turns=9)
        do = {
            "explore": session.explore,
            "walk": lambda: session.walk_to((9, 1)),
            "run": lambda: session.run(1, 0),
        }[command]
        assert do().refused == "You are confused: steps go astray. Again: one turn."
        assert session.rest().refused is None


def test_the_confused_do_not_rest_where_a_stumble_may_kill() -> None:
    """Resting is no step, but the confused stumble instead: one did so into acid, and died of all together."""
    with Arena.from_ascii("#####\n#aaa#\n#a@a#\n#aaa#\n#####", {"a": "Acid Pool"}) as arena:
        session = Session(arena.game)
        arena.set_pools(arena.player, hp=6)
        inflict(arena, "confusion", arena.player, turns=9)
        poisoned(arena, 3)
        assert session.rest().refused == "That could kill you. Again: one turn."
        assert arena.hp(arena.player) == 6


def test_the_starving_are_told_so_and_go_on_turn_by_turn() -> None:
    with Arena.from_ascii(LANE) as arena:
        session = unexplored(arena)
        ecs.get(arena.player, vitals.HungerClock).state = "Starving"
        for _ in range(2):
            assert session.explore().refused == "You are too hungry. Again: one turn."
            assert session.explore().refused is None


def test_the_signs_of_the_amulets_hunter_stop_whoever_rests_each_once() -> None:
    """Exploring went on through all of them, until it stood beside one."""
    with Arena.from_ascii("########\n#@.....#\n#......#\n########", depth=7) as arena:
        arena.give(arena.player, "Amulet of Yala")
        session = Session(arena.game)
        session.do(moving.Pass())
        arena.set_pools(arena.player, hp=1, max_hp=900)
        stops = []
        for _ in SIGNS:
            report = session.rest()
            while report is not None and report.acted:
                report = session.go_on()
            stops.append(session.log[-1].text)
        assert stops == [words for _, words in SIGNS]


def test_a_trap_noticed_on_the_way_is_stopped_before() -> None:
    """Exploring noticed a bear trap, and sprang it with the same step."""
    noticed = 0
    for seed in range(30):
        with Arena.from_ascii(
            "##########\n#@.....t.m#\n##########", {"t": "Bear Trap", "m": "Meat"}, seed=seed
        ) as arena:
            session = Session(arena.game)
            component(arena.find("Bear Trap"), spatial.Hidden).found = False
            session.explore()
            while session.go_on() is not None:
                pass
            if "You notice a bear trap." in arena.log:
                noticed += 1
                assert session.here[0] < 7
                assert arena.hp(arena.player) == 30
                session.explore()
                while session.go_on() is not None:
                    pass
                assert session.here[0] < 7
    assert noticed > 3


@pytest.mark.parametrize("how", ["explore", "walk"])
@pytest.mark.parametrize("trap", ["Bear Trap", "Frost Plate"])
def test_a_trap_that_goes_off_stops_whoever_walks(trap: str, how: str) -> None:
    """Exploring went on from one frost plate through the mist to the next."""
    with Arena.from_ascii(
        "###########\n#@.t.....m#\n###########", {"t": trap, "m": "Meat"}
    ) as arena:
        arena.set_pools(arena.player, hp=50, max_hp=50)
        component(arena.find(trap), spatial.Hidden).found = False
        session = Session(arena.game)
        report = session.explore() if how == "explore" else session.walk_to((8, 1))
        while report is not None and session.automatic is not None:
            report = session.go_on()
        assert arena.hp(arena.player) < 50
        assert session.here == (3, 1)
