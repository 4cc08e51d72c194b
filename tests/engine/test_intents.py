"""What everybody intends, where they end, in which order they act, in drawn rooms; the campaign tries real levels."""

import pytest

from roguelike.components import actors
from roguelike.engine.foreseeing.intents import HORIZON_TURNS, Intent
from roguelike.engine.foreseeing.reply import Estimate, reply
from roguelike.engine.play.commands import Pass, TakeStairs
from roguelike.lab.campaigns.foresight_law import reveal
from roguelike.lab.campaigns.marks import marks
from roguelike.systems.visibility import look_around
from roguelike.testing import Arena, Reply
from roguelike.world import ecs
from tests.rooms import lives

ROUND_THE_WATER = """
    ###############
    #.............#
    #......o......#
    #..~~~~~~~~~..#
    #......@......#
    ###############
"""


def drawn(drawing: str, legend: dict[str, str], *, hp: int = 300, seed: int = 0) -> Arena:
    """Draw a room of the game's own data in which everybody thinks, and the hero is sturdy."""
    arena = Arena.from_ascii(drawing, legend, minds=True, seed=seed)
    arena.set_pools(arena.player, hp=hp, max_hp=hp, mana=30, max_mana=30)
    return arena


def words(told: Reply, entity: int) -> list[str]:
    """Return what a creature may do, in words, the likeliest first."""
    return [intent.does for intent in told.intents[entity]]


def test_who_comes_round_the_water_never_backs_away_and_strikes_when_told() -> None:
    """An enemy on its way round "backed away" five turns running, in the colour of what is harmless."""
    with drawn(ROUND_THE_WATER, {"o": "Kobold"}) as arena:
        kobold, due = arena.find("Kobold"), [HORIZON_TURNS + 1]
        said = []
        for turn in range(1, 20):
            told = arena.reply("wait")
            first = told.intents[kobold][0]
            said.append(first.does)
            assert not first.is_safe or first.does == "waits"
            if first.turns > 1 and first.chance >= 0.95:
                assert first.target == arena.player
                due.append(turn + first.turns - 1)
            if first.does == "strikes":
                break
            arena.wait(1)
        assert turn <= due[1]
        assert said[0] == "10 steps off"
        assert said[-3:] == ["strikes in 3 turns", "strikes in 2 turns", "strikes"]


def test_who_stands_behind_others_is_blocked_and_not_safe() -> None:
    with drawn("########\n#@.#####\n##.ooo.#\n########", {"o": "Orc"}) as arena:
        first, second, third = sorted(set(arena.game.level.blockers.values()) - {arena.player})
        arena.game.level.explored[:] = True  # else they may go where nobody has looked
        for _ in range(4):
            told, here = arena.reply("wait"), arena.position(third)
            (intent,) = told.intents[third]
            assert not intent.is_safe
            # Who takes the place of the one before is not told to be blocked.
            assert (intent.does == "blocked") == (told.ends[third] == {here: 1.0})
            arena.wait(1)
        assert intent == Intent("blocked", None, 1.0, 0)
        assert words(told, first) == words(told, second) == ["strikes"]


def test_who_raises_the_alarm_is_told_to() -> None:
    """It came in each of a hundred turns, and the panel said "9 steps"."""
    legend = {"C": "Bandit Captain", "b": "Bandit"}
    with drawn("#########\n#@...C.b#\n#########", legend) as arena:
        captain = arena.find("Bandit Captain")
        ecs.get(arena.find("Bandit"), actors.Mind).awake = False
        mind = ecs.get(captain, actors.Mind)
        mind.awake, mind.has_raised_alarm = True, False
        assert words(arena.reply("wait"), captain) == ["raises the alarm"]
        assert "The bandit captain raises the alarm!" in arena.wait(1).log


def test_who_dies_of_poison_on_the_way_is_not_blocked() -> None:
    """Alone in an empty hall, a goblin that walked two tiles a turn with Venom in it was "held up"."""
    with drawn("##########\n#@.....g.#\n##########", {"g": "Goblin"}) as arena:
        goblin = arena.find("Goblin")
        arena.teach("Venom")
        arena.turn("Venom", (7, 1))
        told = arena.reply("wait").intents[goblin]
        assert told == (Intent("dies soon", None, 1.0, 0, is_safe=True),)
        arena.wait(HORIZON_TURNS)
        assert not arena.alive(goblin)
        assert arena.hp(arena.player) == 300


@pytest.mark.parametrize(
    ("drawing", "legend", "does", "is_safe"),
    [
        ("#########\n#@......#\n#~~~~~~~#\n#k......#\n#########", {"k": "Kobold"}, "has no way to you", True),
        ("##########\n#@.o..k..#\n##########", {"o": "Orc", "k": "Rat"}, "hunts the orc", True),
        ("###########\n#@....k...#\n#.........#\n###########", {"k": "Bandit Archer"}, "shoots in 2 turns", False),
        ("##########\n#@......k#\n##########", {"k": "Kobold"}, "waits", True),
    ],
)  # fmt: skip
def test_whoever_does_nothing_now_is_told_by_what_comes_of_it(
    drawing: str,
    legend: dict[str, str],
    does: str,
    is_safe: bool,  # noqa: FBT001
) -> None:
    with drawn(drawing, legend) as arena:
        (intent,) = arena.reply("wait").intents[arena.find(legend["k"])]
        assert (intent.does, intent.is_safe) == (does, is_safe)


FIREBUG = "##########\n#........#\n#@.....g.#\n#........#\n##########"
"""A firebug in reach of its spells, of which it has three."""


@pytest.mark.parametrize("seed", range(4))
def test_a_deed_and_a_time_are_said_only_if_all_futures_share_them(seed: int) -> None:
    """A firebug "casts Ember Dart in 4 turns" was said of futures in which it did so sooner, or did something else."""
    with drawn(FIREBUG, {"g": "Goblin Firebug"}, seed=seed) as arena:
        told = arena.reply("wait").intents[arena.find("Goblin Firebug")]
        later = [each.does for each in told if each.turns > 1]
        casts = [first_cast(again) for again in lives(arena, 30)]
        assert len({turn for turn, _ in casts}) > 1
        assert len({what for _, what in casts}) > 1
        assert later
        for does in later:
            assert does.startswith(("casts within ", "may cast in "))


def first_cast(arena: Arena) -> tuple[int, str]:
    """Wait until the firebug casts something; return in which turn it does, and what."""
    for turn in range(1, 3 * HORIZON_TURNS):
        begun = len(arena.game.log)
        arena.wait(1)
        for line in arena.game.log[begun:]:
            _, is_cast, what = line.text.partition("goblin firebug casts ")
            if is_cast:
                return turn, what.rstrip(".")
    raise AssertionError


def test_who_stands_in_the_light_of_a_hidden_fire_stays_in_view() -> None:
    """A hedge witch "leaves view" in five turns of standing there: the fire is not known, so it did not shine."""
    with drawn(
        "################\n#@..........k..#\n############.###\n###########..###\n################",
        {"k": "Kobold"},
    ) as arena:
        arena.spawn("Watch Fire", 11, 3)
        level, kobold = arena.game.level, arena.find("Kobold")
        level.lit = False
        level.explored[:] = False
        look_around(arena.game)
        assert not level.visible[11, 3]
        assert arena.reply("wait").intents[kobold] == (Intent("waits", None, 1.0, 0, is_safe=True),)
        arena.wait(1)
        assert level.visible[arena.position(kobold)]


def test_who_hunts_somebody_else_names_them() -> None:
    with drawn("##########\n#@.o..r..#\n##########", {"o": "Orc", "r": "Rat"}) as arena:
        (intent,) = arena.reply("wait").intents[arena.find("Rat")]
        assert (intent.does, intent.target, intent.turns) == ("hunts the orc", arena.find("Orc"), 0)


@pytest.mark.parametrize(("spell", "does"), [("Dread", "flees"), ("Lullaby", "cannot act")])
def test_what_an_act_makes_of_somebody_is_their_intent(spell: str, does: str) -> None:
    with drawn("##########\n#@..o....#\n#........#\n##########", {"o": "Orc"}) as arena:
        arena.teach(spell)
        told = arena.reply(spell, (4, 1))
        assert does in words(told, arena.find("Orc"))
        assert all(each.is_safe for each in told.intents[arena.find("Orc")] if each.does == does)


def test_whoever_answers_a_wound_is_said_to_hit_back_whatever_its_own_turn_is() -> None:
    """An imp that fled, and might cast the bolt back first, was said to flee with 62%, and its loss to be a blow's."""
    with drawn("##########\n#@..i....#\n#........#\n##########", {"i": "Imp"}) as arena:
        imp = arena.find("Imp")
        arena.teach("Zap")
        arena.set_pools(imp, hp=15, max_hp=60)
        told = arena.reply("Zap", (4, 1))
        shares = {each.does: each.chance for each in told.intents[imp]}
        assert shares["flees"] == 1.0
        assert 0.2 < shares["hits back"] < 0.5
        assert told.taken[imp] > 0
        assert not any(each.is_safe for each in told.intents[imp] if each.does == "hits back")
        assert "hits back" not in words(arena.reply("wait"), imp)


def test_who_hit_back_at_one_act_of_a_plan_does_not_at_the_next() -> None:
    with drawn("##########\n#@..i....#\n#........#\n##########", {"i": "Imp"}) as arena:
        imp = arena.find("Imp")
        arena.teach("Zap")
        arena.set_pools(imp, hp=60, max_hp=60)
        first, second = arena.plan([("Zap", (4, 1)), ("wait", None)])
        assert "hits back" in words(first, imp)
        assert "hits back" not in words(second, imp)


def test_a_cloud_beside_the_player_is_something_done_to_them() -> None:
    """A spell at an empty tile has no target; the gas that it lets loose drifts onto the player."""
    with drawn("#########\n#@......#\n#.......#\n#########", {}) as arena:
        weaver = arena.spawn("Cirro Weaver", 6, 1)
        told = arena.reply("wait")
        assert told.taken or any("in " in each.does for each in told.intents[weaver])


def test_looking_ahead_bit_by_bit_leaves_the_game_as_it_was_and_ends_as_the_whole() -> None:
    with drawn(
        "#########\n#@.o.Q.d#\n#########", {"o": "Orc", "Q": "Quasit", "d": "Cinder Hound"}
    ) as arena:
        whole, estimate = arena.reply("wait"), Estimate(arena.game, Pass())
        before = marks(arena.game, caches=True)
        assert estimate.refined().intents != whole.intents
        while not estimate.has_looked_ahead:
            told = estimate.looking_ahead(lambda: False)
        assert told == whole
        assert marks(arena.game, caches=True) == before


# --- where everybody ends


def test_ends_add_up_to_the_chance_of_being_there() -> None:
    with drawn("#######\n#@o..o#\n#######", {"o": "Orc"}) as arena:
        near, far = arena.at(2, 1)[0], arena.at(5, 1)[0]
        arena.set_pools(near, hp=2)
        told = arena.reply("melee", (2, 1))
        assert sum(told.ends[near].values()) == pytest.approx(
            1 - told.outcomes[near].kill, abs=1e-3
        )
        assert sum(told.ends[far].values()) == pytest.approx(1)
        assert told.ends[arena.player] == {(1, 1): pytest.approx(1)}
        found = {near: set(), far: set()}
        for again in lives(arena, 40):
            again.turn("melee", (2, 1))
            for each, places in found.items():
                places.add(again.position(each) if again.alive(each) else None)
        for each, places in found.items():
            assert places - {None} <= told.ends[each].keys()


def test_what_is_certain_is_so_however_many_turns_are_played() -> None:
    """The sum of many small shares was more than 1 by a hair: so was the chance of a ghost."""
    with drawn("#######\n#@o...#\n#######", {"o": "Orc"}) as arena:
        told = arena.reply("wait", samples=700)
        assert [max(ends.values()) for ends in told.ends.values()] == [1.0, 1.0]


def test_in_a_crowd_they_do_too() -> None:
    """Who died of several blows of several enemies was told more exactly, and their ends were counted as before."""
    crowd = "#######\n#.ooo.#\n#.o@o.#\n#.....#\n#######"
    for hp in (3, 4, 6):
        with drawn(crowd, {"o": "Rat"}, hp=hp) as arena:
            for foe in sorted(set(arena.game.level.blockers.values()) - {arena.player}):
                arena.set_pools(foe, hp=2)
            told = arena.reply("melee", (2, 2))
            for each, ends in told.ends.items():
                outcome = told.you if each == arena.player else told.outcomes.get(each)
                dies = outcome.kill if outcome else 0.0
                assert sum(ends.values()) == pytest.approx(1 - dies, abs=1e-3)


def test_who_leaves_the_level_ends_nowhere_on_it() -> None:
    with drawn("#####\n#@>o#\n#####", {"o": "Orc"}) as arena:
        arena.turn("step", (2, 1))
        assert not any(reply(arena.game, TakeStairs(1)).ends.values())


# --- the order


def test_whom_a_blow_wakes_may_act_and_may_not() -> None:
    """A hit wakes at once, a miss too late: the order named nobody, and one acted in half of the turns."""
    with drawn("#####\n###@#\n#b.b#\n#####", {"b": "Bramble Lurker"}) as arena:
        reveal(arena.game)
        told = arena.reply("melee", (3, 2))
        assert told.order
        assert not any(told.certain)


def test_where_one_lands_by_chance_nobody_is_sure_to_act() -> None:
    drawing = "##############\n#............#\n#@o.........o#\n#............#\n##############"
    with drawn(drawing, {"o": "Orc"}) as arena:
        scroll = arena.give(arena.player, "Teleport Scroll")
        arena.identify("Teleport Scroll")
        told = arena.reply(scroll)
        assert told.order
        assert not any(told.certain)
        assert all(arena.reply("wait").certain)


def test_who_may_be_killed_first_is_not_sure_to_act_nor_anybody_after_the_heros_death() -> None:
    with drawn("######\n#o@o.#\n######", {"o": "Orc"}) as arena:
        near = arena.at(3, 1)[0]
        arena.set_pools(near, hp=2)
        struck = arena.reply("melee", (3, 1))
        assert dict(zip(struck.order, struck.certain, strict=True))[near] is False
        arena.set_pools(arena.player, hp=3)
        told = arena.reply("wait")
        assert 0 < told.death < 1
        assert told.certain[0]
        assert not any(told.certain[1:])
