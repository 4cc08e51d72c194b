"""The reply to what a command asks for before it can be carried out, and to commands about things, doors and stairs."""

from typing import NoReturn

import pytest

from roguelike.actions import acting
from roguelike.components import actors, items, spatial, vitals
from roguelike.core.records import replace
from roguelike.effects.foresight import sampler
from roguelike.effects.foresight.rehearsal import UndecidedError
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.aiming import Outcome, foresee
from roguelike.engine.foreseeing.blame import hits_on_player
from roguelike.engine.foreseeing.intents import Intent
from roguelike.engine.foreseeing.played_turns import Reply, likely_deaths
from roguelike.engine.foreseeing.reply import SAMPLES, SHARP, Estimate, Rehearsal, reply
from roguelike.engine.play.commands import (
    Action,
    Cast,
    CloseDoor,
    Disarm,
    Drop,
    Equip,
    Melee,
    OpenDoor,
    Pass,
    PickUp,
    Rest,
    Shoot,
    Step,
    TakeOff,
    TakeStairs,
    UseItem,
)
from roguelike.engine.play.dungeon import travel
from roguelike.engine.play.onlookers import Onlookers
from roguelike.engine.play.turn import act_as_able, leave, pass_time, play
from roguelike.lab.campaigns.marks import marks
from roguelike.testing import Arena
from roguelike.world import ecs
from roguelike.world.game import NOBODY
from tests.halls import Stage, set_ground
from tests.laws.test_rehearsed_turns import check
from tests.lengths import seeds
from tests.menagerie import put_to_sleep
from tests.rooms import Draw, inflict, inflict_at, lives, lost, room


def test_a_thing_not_known_is_refused_as_any_of_its_sort() -> None:
    with Arena.from_ascii("######\n#@..o#\n######", {"o": "Orc"}, minds=True) as arena:
        scroll = arena.give(arena.player, "Fireball Scroll")
        assert arena.reply(scroll).refused == arena.forecast(scroll).refused is not None
        assert arena.reply(scroll, (5, 1)).refused == arena.forecast(scroll, (5, 1)).refused
        assert arena.reply(scroll, (3, 1)).refused is None


@pytest.mark.parametrize(
    ("creature", "beside"), [("Quasit", True), ("Deathcap Mushroom", True), ("Cirro Weaver", False)]
)
def test_poison_and_gas_begun_by_the_answer_are_told_as_what_comes_later(
    stage: Stage, creature: str, *, beside: bool
) -> None:
    arena = stage("#########\n#@......#\n#.......#\n#########", minds=True)
    arena.spawn(creature, 2 if beside else 6, 1)
    arena.set_pools(arena.player, max_hp=90, hp=90)
    told = arena.reply("wait").you
    assert 0 < told.later[2] <= told.damage[2]
    taken = []
    for again in lives(arena, 30):
        again.turn("wait")
        at_once, again.minds = 90 - again.hp(again.player), False
        again.wait(20)
        taken.append(90 - at_once - again.hp(again.player))
        assert told.at_once[0] <= at_once <= told.at_once[2]
        assert told.later[0] <= taken[-1] <= told.later[2]
    assert max(taken) > 0


def test_gas_may_take_as_much_by_the_reply_as_by_the_forecast_where_nobody_answers(
    stage: Stage,
) -> None:
    arena = stage("#########\n#.......#\n#...g...#\n#...@...#\n#.......#\n#########", hp=60)
    arena.set_pools(arena.find("Goblin"), max_hp=60, hp=60)
    arena.teach("Miasma")
    told, foreseen = arena.reply("Miasma", (6, 2)), arena.forecast("Miasma", (6, 2))
    replied = {arena.player: told.you, **told.outcomes}
    assert len(foreseen.outcomes) == len(replied) == 2
    for entity, outcome in foreseen.outcomes.items():
        assert replied[entity].damage[2] == outcome.damage[2]


def test_a_fire_that_spreads_to_the_player_burns_on_and_one_elsewhere_is_no_matter(
    draw: Draw,
) -> None:
    arena = draw('########\n#@"....#\n#"..""##\n########', hp=60)
    inflict_at(arena, "kindle", (5, 2), hazard="Blaze", turns=9)
    assert arena.reply("wait").you.later == (0, 0.0, 0)
    set_ground(arena, "grass", (1, 1))
    inflict_at(arena, "kindle", (2, 1), hazard="Blaze", turns=9)
    told, taken = arena.reply("wait").you, set[int]()
    for again in lives(arena, 60):
        again.turn("wait")
        if again.game.level.at[1, 1] != [again.player]:
            taken.add(lost(again.wait(6).trace, again.player))
    assert taken
    assert max(taken) <= told.later[2]


@pytest.mark.parametrize("seed", [4, 8, 9, 10])
def test_steam_that_drifts_onto_the_player_before_they_are_up_is_bounded(seed: int) -> None:
    """From the north, no turn with extreme dice drifted that way: only as many samples as met it could say so."""
    drawing = "#########\n#.......#\n#.......#\n#...@...#\n#########"
    with Arena.from_ascii(drawing, seed=seed) as arena:
        arena.set_pools(arena.player, max_hp=90, hp=90)
        arena.teach("Drench")
        inflict_at(arena, "kindle", (4, 2), hazard="Fire")
        told = arena.reply("Drench", (4, 1)).you.damage[2]
        taken = []
        for again in lives(arena, 60):
            again.turn("Drench", (4, 1))
            again.wait(4)
            taken.append(90 - again.hp(again.player))
        assert max(taken) == told == 1 + 3


def test_the_poison_that_one_has_already_comes_anyway(draw: Draw) -> None:
    arena = draw("#######\n#@...r#\n#######", hp=60, knows="Venom")
    poisoning = arena.reply("Venom", (1, 1)).you
    arena.turn("Venom", (1, 1))
    assert poisoning.later[0] == poisoning.later[2] > 0
    waiting = arena.reply("wait").you
    assert waiting.damage[0] > 0
    assert waiting.later == waiting.anyway
    assert waiting.later[0] == poisoning.later[0] - waiting.damage[0]


@pytest.mark.parametrize("had", [3, 20, 50, 110])
def test_poison_added_to_long_poison_is_told_whole(had: int) -> None:
    """Of a hero poisoned for a hundred turns each further Venom was told as nothing."""
    with Arena.from_ascii("#######\n#@....#\n#######") as arena:
        arena.set_pools(arena.player, hp=900, max_hp=900)
        arena.teach("Venom")
        fresh = arena.forecast("Venom", (1, 1)).outcomes[arena.player].later
        inflict(arena, "damage_over_time", arena.player, damage=4, turns=had)
        assert arena.forecast("Venom", (1, 1)).outcomes[arena.player].added == fresh[1]
        assert arena.reply("Venom", (1, 1)).you.added == fresh[1]
        before = arena.hp(arena.player)
        arena.cast("Venom", (1, 1))
        arena.wait(had + 9)
        assert before - arena.hp(arena.player) == 4 * had + fresh[0]


SLEEPING = """
########
#.+....#
#.@.r..#
#.k..z.#
########
"""
"""A hero with a rat to shoot at, a kobold to strike, a door to open, and an ogre that sleeps near by."""


def commands_beside_a_sleeper(arena: Arena) -> dict[str, Action]:
    """Give the hero what it takes, and return a command of every sort."""
    arena.teach("Zap")
    arena.teach("Nova")
    arena.equip(arena.player, "Shortbow")
    for thing in ("Health Potion", "Fireball Scroll"):
        arena.identify(thing)
    potion = arena.give(arena.player, "Health Potion")
    scroll = arena.give(arena.player, "Fireball Scroll")
    arena.set_pools(arena.player, hp=10, max_hp=30)
    rat, kobold, ogre = (arena.find(name) for name in ("Rat", "Kobold", "Ogre"))
    for foe in (rat, kobold, ogre):
        arena.set_pools(foe, hp=99, max_hp=99)
    put_to_sleep(arena, ogre)
    return {
        "wait": Pass(),
        "rest": Rest(),
        "step": Step(1, 0),
        "open": Step(0, -1),
        "strike": Melee(kobold),
        "shoot": Shoot(rat),
        "cast at": Cast("Zap", arena.position(rat)),
        "cast": Cast("Nova"),
        "drink": UseItem(potion),
        "read": UseItem(scroll, arena.position(rat)),
    }


def test_whatever_the_command_it_says_whom_it_wakes(draw: Draw) -> None:
    arena = draw(SLEEPING, {"+": "Door", "z": "Ogre"}, minds=True)
    commands, ogre = commands_beside_a_sleeper(arena), arena.find("Ogre")
    chances = {}
    for name, command in commands.items():
        told = reply(arena.game, command)
        assert told.refused is None, name
        assert ogre in told.outcomes, name
        chances[name] = told.outcomes[ogre].notes.get("wakes", 0.0)
    assert min(chances.values()) > 0, chances
    assert chances["read"] == chances["cast"] == 1.0, "whoever is hurt wakes"


def test_what_takes_hit_points_is_named_where_nobody_is_to_blame(draw: Draw) -> None:
    arena = draw("#######\n#@...r#\n#######", minds=True)
    inflict_at(arena, "kindle", (1, 1), hazard="Blaze")
    told = arena.reply("wait")
    assert told.you.damage[1] > 0
    assert set(told.taken) == {NOBODY}
    assert told.things == {"the blaze": told.taken[NOBODY]}


def test_what_one_takes_from_oneself_is_named_by_its_cause(draw: Draw) -> None:
    arena = draw("#######\n#@...r#\n#######", minds=True, knows="Kindle")
    arena.set_pools(arena.player, max_hp=60, hp=60, max_mana=60, mana=60)
    arena.cast("Kindle", (1, 1))
    told = arena.reply("wait")
    assert told.you.damage[1] > 0
    assert list(told.things) == ["the blaze"]


@pytest.mark.parametrize("seed", seeds(2, 12))
def test_a_blow_that_may_stun_what_would_burst_is_not_called_certain_death(seed: int) -> None:
    drawing, legend = "#####\n#@F.#\n#####", {"F": "Firecap Mushroom"}
    with Arena.from_ascii(drawing, legend, minds=True, seed=seed) as arena:
        arena.set_pools(arena.player, hp=3, max_hp=60)
        arena.set_pools(arena.find("Firecap Mushroom"), hp=8, max_hp=9)
        arena.equip(arena.player, "Numbing Cudgel +5")
        told = arena.reply("melee", (2, 1))
        assert 0.5 < told.death < 1
        assert told.you.damage[0] == 0


@pytest.mark.parametrize("row", ["#@F.#", "#@Fb#"])
def test_what_bursts_and_loses_all_it_has_by_that_is_gone_and_not_dead(row: str) -> None:
    legend = {"F": "Firecap Mushroom", "b": "Wild Boar"}
    with Arena.from_ascii(f"#####\n{row}\n#####", legend, minds=True) as arena:
        arena.set_pools(arena.player, hp=60, max_hp=60)
        mushroom = arena.find("Firecap Mushroom")
        told = arena.reply("wait").outcomes[mushroom]
        assert told.damage == (9, 9, 9)
        assert (told.kill, told.notes["vanishes"]) == (0, 1)


@pytest.mark.parametrize("most", [2, pytest.param(40, marks=pytest.mark.soak)])
def test_whoever_may_lose_all_they_have_may_die_even_if_no_turn_that_was_played_met_it(
    most: int,
) -> None:
    """The spell must fall just so, the rat must live, turn on the orc, and bite: no sample need meet all of that."""
    drawing = "############\n#.@..o.g...#\n#....r.....#\n############"
    legend, has, aim = {"o": "Orc", "g": "Goblin", "r": "Rat"}, 7, (5, 1)

    def begun(seed: int) -> tuple[Arena, int]:
        """Draw the room, the spell known, the orc wounded."""
        arena = Arena.from_ascii(drawing, legend, minds=True, seed=seed)
        arena.teach("Hoarfrost")
        arena.set_pools(arena.player, max_mana=9, mana=9)
        arena.set_pools(arena.find("Orc"), hp=has)
        return arena, arena.find("Orc")

    def kills(seed: int) -> bool:
        """Return whether the orc falls."""
        arena, orc = begun(seed)
        with arena:
            arena.turn("Hoarfrost", aim)
            return not arena.alive(orc)

    deadly = [seed for seed in range(40) if kills(seed)]
    assert deadly
    for seed in {*range(most), *deadly[:most]}:
        arena, orc = begun(seed)
        with arena:
            told = arena.reply("Hoarfrost", aim).outcomes[orc]
            assert (told.kill > 0) == (told.damage[2] >= has)
            assert told.kill > 0 or seed not in deadly


def test_a_player_who_may_lose_all_they_have_is_never_told_that_they_cannot_die(draw: Draw) -> None:
    arena = draw("#######\n#.rrr.#\n#.r@r.#\n#.rrr.#\n#######", minds=True)
    arena.set_pools(arena.player, max_hp=60, hp=60)
    most = arena.reply("wait").you.damage[2]
    arena.set_pools(arena.player, hp=most)
    told = arena.reply("wait")
    assert told.you.damage[2] == most
    assert 0 < told.death < 0.5
    arena.set_pools(arena.player, hp=most + 1)
    assert arena.reply("wait").death == 0


def test_what_one_pays_oneself_is_told_of_oneself_and_touches_nobody_else() -> None:
    with Arena.from_ascii("######\n#@..o#\n######", {"o": "Orc"}, minds=True) as arena:
        arena.teach("Zap")
        assert set(arena.forecast("Zap", (4, 1)).outcomes) == {arena.find("Orc")}
        assert arena.reply("Zap", (4, 1)).you.mana == (-1, -1.0, -1)


@pytest.mark.parametrize("carried", [0.0, 3.0, 50.0])
def test_what_somebody_carries_in_the_purse_is_not_told_before_it_is_found(
    draw: Draw, carried: float
) -> None:
    arena = draw("######\n#@.r.#\n######", minds=True)
    rat = arena.find("Rat")
    arena.set_pools(rat, hp=1)
    ecs.get(rat, vitals.Pools).gold = carried
    arena.teach("Zap")
    seen = arena.reply("Zap", (3, 1))
    assert seen.outcomes[rat].kill == 1
    assert not seen.outcomes[rat].notes
    assert not seen.you.notes
    arena.turn("Zap", (3, 1))
    assert arena.gold(arena.player) == carried


def test_a_thief_who_runs_with_the_loot_is_told_of_as_a_thief(draw: Draw) -> None:
    arena = draw("##########\n#@t......#\n##########", {"t": "Thief"}, minds=True)
    arena.give(arena.player, "Health Potion")
    thief = arena.find("Thief")
    told = arena.reply("wait")
    stolen = sum(
        chance for words, chance in told.outcomes[thief].notes.items() if "steals" in words
    )
    assert stolen > 0.6
    assert Intent("robs", arena.player, 1.0) in told.intents[thief]


@pytest.mark.parametrize("carried", ["Health Potion", "Dagger", None])
def test_what_others_carry_is_not_told_before_it_is_stolen(
    stage: Stage, carried: str | None
) -> None:
    arena = stage("######\n#so..#\n#...@#\n######", {"s": "Smuggler", "o": "Orc"}, minds=True)
    orc = arena.find("Orc")
    ecs.get(orc, vitals.Pools).gold = 20.0
    if carried is not None:
        arena.give(orc, carried)
    notes = arena.reply("wait").outcomes[arena.find("Smuggler")].notes
    assert set(notes) == {"steals something", "grabs at the orc's belongings in vain"}


def test_a_thief_beside_one_may_rob_one_of_something() -> None:
    with room("######\n#@s..#\n######", {"s": "Smuggler"}, minds=True, raws=None) as arena:
        assert reply(arena.game, Rest()).robbed == 0, "there is nothing to take"
        arena.give(arena.player, "Rations")
        told = reply(arena.game, Rest())
        assert told.you.damage == (0, 0.0, 0)
        assert 0.5 < told.robbed < 1


def test_what_began_in_an_earlier_turn_is_named_and_not_who_began_it() -> None:
    drawing, legend = "#######\n#@...l#\n#######", {"l": "Lizard Shaman"}
    with room(drawing, legend, minds=True, raws=None) as arena:
        arena.set_pools(arena.player, max_hp=90, hp=90)
        shaman = arena.find("Lizard Shaman")
        arena.set_pools(shaman, max_mana=30, mana=30)
        arena.cast("Vitriol", (1, 1), by=shaman)
        arena.set_pools(shaman, mana=0)
        told = reply(arena.game, Rest())
        assert told.you.damage[1] > 0
        assert list(told.things) == ["the acid pool"]
        assert told.taken[shaman] == told.lasting[shaman]
        assert told.taken[shaman] == pytest.approx(told.you.damage[1], abs=0.01)
        assert told.dealt(shaman) == 0, "it may be doing something else now"


GAS = 2
"""Hit points that poison gas takes in a turn."""


def shepherds_room(seed: int) -> Arena:
    """Draw a room with a shepherd that has the mana to breathe out one cloud after another."""
    drawing = "##########\n#@.....S.#\n#........#\n##########"
    legend = {"S": "Spore Shepherd"}
    arena = room(drawing, legend, minds=True, raws=None, hp=90, seed=seed)
    arena.set_pools(arena.find("Spore Shepherd"), max_mana=90, mana=90)
    return arena


@pytest.mark.parametrize("seed", seeds(2, 8))
def test_a_cloud_is_to_blame_itself_whatever_else_comes_of_who_breathed_it_out(seed: int) -> None:
    """The shepherd may breathe out another in the same turn, and the gas that is there drifts in any."""
    with shepherds_room(seed) as arena:
        shepherd = arena.find("Spore Shepherd")
        inflict_at(arena, "kindle", (1, 1), hazard="Poison Gas", turns=9, by=shepherd)
        told = arena.reply("wait")
        casts = next(each.chance for each in told.intents[shepherd] if each.does == "casts Miasma")
        assert told.things == {"the poison gas": pytest.approx(GAS)}
        assert told.lasting == {shepherd: pytest.approx(GAS)}
        assert told.dealt(shepherd) == pytest.approx(told.you.damage[1] - GAS, abs=0.01)
        assert casts - 0.01 < told.dealt(shepherd) < GAS


@pytest.mark.parametrize("seed", seeds(2, 8))
def test_a_cloud_that_somebody_breathes_out_now_is_their_deed(seed: int) -> None:
    with shepherds_room(seed) as arena:
        shepherd = arena.find("Spore Shepherd")
        told = arena.reply("wait")
        casts = next(each.chance for each in told.intents[shepherd] if each.does == "casts Miasma")
        assert not told.things
        assert told.dealt(shepherd) == pytest.approx(told.you.damage[1], abs=0.01)
        assert told.dealt(shepherd) > casts * GAS


BESIDE = "#########\n#g.@....#\n#########"


def goes_on(arena: Arena, start: int) -> list[bool]:
    """Tell of each loss since then for which the goblin is to blame whether it goes on from before."""
    goblin, hits = arena.find("Goblin"), hits_on_player(arena.game, arena.game.trace[start:])
    return [is_old for hit, is_old in hits if hit.cause.by == goblin]


def test_whoever_drives_the_player_into_a_fire_does_what_it_takes(draw: Draw) -> None:
    arena = draw(BESIDE, hp=90)
    inflict_at(arena, "kindle", (4, 1), hazard="Blaze")
    start = len(arena.game.trace)
    inflict(arena, "knockback", arena.player, by=arena.find("Goblin"), tiles=1)
    assert arena.position(arena.player) == (4, 1)
    assert goes_on(arena, start) == [False]


def test_whoever_drives_a_fire_onto_the_player_does_what_it_takes(draw: Draw) -> None:
    arena = draw(BESIDE, raws=None, hp=90)
    inflict_at(arena, "kindle", (2, 1), hazard="Poison Gas")
    start = len(arena.game.trace)
    inflict_at(arena, "gust", (2, 1), by=arena.find("Goblin"), tiles=1)
    assert goes_on(arena, start) == [False]


@pytest.mark.parametrize(
    ("kind", "hazard"), [("kindle", "Blaze"), ("place_rune", "Reproachful Rune")]
)
def test_what_the_player_walks_into_goes_on_from_before(draw: Draw, kind: str, hazard: str) -> None:
    arena = draw(BESIDE, hp=90)
    inflict_at(arena, kind, (4, 1), hazard=hazard, by=arena.find("Goblin"))
    start = len(arena.game.trace)
    arena.turn("step", (4, 1))
    assert set(goes_on(arena, start)) == {True}


@pytest.mark.parametrize("seed", seeds(2, 8))
def test_where_the_confused_stumble_is_told_as_the_forecast_tells_it(seed: int) -> None:
    """One step of nine leads onto the trap: of 32 turns that are played, 3 or 4 do."""
    drawing = "######\n#....#\n#.@^.#\n#....#\n######"
    with Arena.from_ascii(drawing, {"^": "Bear Trap"}, seed=seed) as arena:
        for _, trap in ecs.with_component(spatial.Hidden):
            trap.found = True
        inflict(arena, "status", arena.player, status="Confusion", turns=4)
        told, foreseen = arena.reply("wait"), arena.forecast("wait")
        mean = foreseen.outcomes[arena.player].damage[1]
        assert mean == pytest.approx(6 / 9, abs=0.001)
        assert told.you.damage[1] == pytest.approx(mean, abs=0.11)


def test_whoever_strikes_one_called_in_the_same_turn_is_not_said_to_strike_the_player() -> None:
    with Arena.from_ascii("#######\n#@.o..#\n#######", {"o": "Orc"}, minds=True) as arena:
        arena.teach("Rat Chorus")
        arena.set_pools(arena.player, max_mana=9, mana=9)
        told = arena.reply("Rat Chorus")
        assert told.you.damage == (0, 0.0, 0)
        assert told.intents[arena.find("Orc")] == (Intent("strikes a rat", None, 1.0),)


@pytest.mark.parametrize("spell", ["Zap", "Lullaby", "Falling Sky", "Kindling", "Rat Chorus"])
def test_an_act_shared_up_to_its_first_die_tells_what_acting_anew_tells(
    monkeypatch: pytest.MonkeyPatch, spell: str
) -> None:
    drawing = "#########\n#@...Q.d#\n#..o....#\n#########"
    legend = {"o": "Orc", "Q": "Quasit", "d": "Cinder Hound"}
    with Arena.from_ascii(drawing, legend, minds=True) as arena:
        arena.teach(spell)
        arena.set_pools(arena.player, max_mana=90, mana=90, max_hp=40, hp=40)
        act = acting.answered(Cast(spell, (5, 1)), arena.player, arena.game)
        shared = reply(arena.game, act)
        begun: list[int] = []

        def begin_anew(rehearsal: Rehearsal, *_: object) -> NoReturn:
            """Say that a die falls at once."""
            begun.append(rehearsal.since)
            raise UndecidedError

        monkeypatch.setattr(Rehearsal, "_begin", begin_anew)
        assert reply(arena.game, act) == shared
        assert begun
        assert shared.refused is None


@pytest.mark.parametrize("turns", [1, 3, 4, 7])
def test_played_bit_by_bit_it_tells_after_a_first_estimate_and_ends_as_the_whole(
    turns: int,
) -> None:
    drawing = "#########\n#@o..Q.d#\n#########"
    legend = {"o": "Orc", "Q": "Quasit", "d": "Cinder Hound"}
    with Arena.from_ascii(drawing, legend, minds=True) as arena:
        estimate = Estimate(arena.game, Pass())
        while not estimate.is_telling:
            first = estimate.refined(turns)
        assert sampler.FEWEST <= estimate.played < sampler.FEWEST + turns
        assert not estimate.is_finished
        told = first
        while not estimate.is_finished:
            told = estimate.refined(turns)
        whole = reply(arena.game, Pass())
        stays = likely_deaths(
            whole.outcomes, told.likely
        )  # a death shown on the way is not dropped
        assert estimate.refined(more=lambda: False) == replace(whole, likely=stays)
        assert whole.you.damage[0] <= first.you.damage[0] <= first.you.damage[2]
        assert 0 < first.you.damage[2] <= whole.you.damage[2]


def test_those_whom_the_act_calls_may_fall_before_it_is_the_players_turn_again() -> None:
    drawing = "#########\n#@......#\n#.T.....#\n#TT.....#\n#########"
    with room(drawing, {"T": "Hall Troll"}, raws=None, minds=True) as arena:
        arena.teach("Wolf at the Door")
        arena.set_pools(arena.player, hp=200, max_hp=200, mana=20, max_mana=20)
        seen = arena.reply("Wolf at the Door")
        assert set(seen.fallen) == {"a mangy wolf"}
        assert 0 < seen.fallen["a mangy wolf"] <= 1
        assert not arena.reply("wait").fallen


ROOM = """
########
#.+.k..#
#.@>o..#
#.^....#
########
"""
"""Around the stairs: a kobold, an ogre, a door and a trap."""
SORTS = (
    "wear",
    "wield",
    "take off",
    "drop",
    "drop what is worn",
    "pick up",
    "pick up one",
    "close",
    "open",
    "disarm",
    "leave",
)
STURDY = 200
"""Hit points that no turn of an ogre and a kobold takes."""


def beset(draw: Draw, sort: str = "") -> tuple[Arena, dict[str, Action]]:
    """Draw the hero on the stairs, on top of a potion; return the room with a command of every sort."""
    arena = draw(ROOM, {"o": "Ogre", "k": "Kobold"}, minds=True)
    game, hero = arena.game, arena.player
    arena.set_pools(hero, hp=STURDY, max_hp=STURDY)
    for kind in ("Leather Armor", "Tower Shield", "Longsword", "Health Potion"):
        arena.identify(kind)
    worn = arena.equip(hero, "Leather Armor")
    shield, sword, potion = (
        arena.give(hero, kind) for kind in ("Tower Shield", "Longsword", "Health Potion")
    )
    trap, door = arena.find("Bear Trap"), arena.find("Door")
    ecs.get(trap, spatial.Hidden).found = True
    before: list[Action] = [Step(1, 0), Drop(potion)]
    if sort != "open":
        before.insert(0, OpenDoor(door))
    for action in before:
        play(game, action, travel, minds=False)
    for foe in ("Ogre", "Kobold"):
        ecs.get(arena.find(foe), actors.Mind).target = hero
    return arena, {
        "wear": Equip(shield),
        "wield": Equip(sword),
        "take off": TakeOff(worn),
        "drop": Drop(shield),
        "drop what is worn": Drop(worn),
        "pick up": PickUp(),
        "pick up one": PickUp(potion),
        "close": CloseDoor(door),
        "open": Step(-1, -1),
        "disarm": Disarm(trap),
        "leave": TakeStairs(1),
    }


@pytest.mark.parametrize("sort", SORTS)
def test_whatever_the_command_the_reply_leaves_the_game_as_it_was(draw: Draw, sort: str) -> None:
    arena, commands = beset(draw, sort)
    game, action = arena.game, commands[sort]
    game.enter()
    play(game, Pass(), travel, minds=False)  # buries, and fills what is kept
    before = marks(game, caches=True)
    told = reply(game, action, samples=6)
    assert told.refused is None
    assert {name for name, was in marks(game, caches=True).items() if was != before[name]} == set()
    assert reply(game, action, samples=6) == told
    if sort != "leave":
        check(game, action)


@pytest.mark.parametrize("sort", [each for each in SORTS if each != "leave"])
def test_whatever_the_command_what_comes_lies_within_what_was_told(draw: Draw, sort: str) -> None:
    arena, commands = beset(draw, sort)
    told = reply(arena.game, commands[sort])
    lost = set()
    for again in lives(arena, 60):
        play(again.game, commands[sort], travel)
        lost.add(STURDY - again.hp(again.player))
    assert len(lost) > 1
    assert told.you.damage[0] <= min(lost)
    assert max(lost) <= told.you.damage[2]


BOAR = "######\n#@b..#\n######"


def before_a_boar(seed: int, worn: str = "", carried: str = "") -> Arena:
    """Return a room of the game's own data: the hero faces a wild boar that hunts them."""
    arena = Arena.from_ascii(BOAR, {"b": "Wild Boar"}, minds=True, seed=seed)
    arena.set_pools(arena.player, hp=STURDY, max_hp=STURDY)
    for kind in filter(None, (worn, carried)):
        arena.identify(kind)
    if worn:
        arena.equip(arena.player, worn)
    if carried:
        arena.give(arena.player, carried)
    return arena


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_armour_put_on_before_a_boar_counts_in_what_is_told(seed: int) -> None:
    with before_a_boar(seed, carried="Chainmail Armor") as arena:
        (mail,) = ecs.get(arena.player, items.Pack).items
        told = {what: reply(arena.game, what, samples=200) for what in (Equip(mail), Pass())}
        for action, seen in told.items():
            losses = []
            for again in lives(arena, 100):
                play(again.game, action, travel)
                losses.append(STURDY - again.hp(again.player))
            assert seen.you.damage[0] <= min(losses) <= max(losses) <= seen.you.damage[2]
            spread = max(losses) - min(losses)
            assert abs(seen.you.damage[1] - sum(losses) / len(losses)) <= 0.2 * spread


def mean_loss(told: Reply) -> float:
    """Return the mean of the hit points that the player loses."""
    return told.you.damage[1]


def test_what_is_taken_off_no_longer_turns_blows() -> None:
    """Over several games: in each, the order of turns decides how often the boar strikes."""
    bared = kept = 0.0
    for seed in range(8):
        with before_a_boar(seed, worn="Breastplate") as arena:
            (plate,) = ecs.get(arena.player, items.Pack).worn.values()
            bared += mean_loss(reply(arena.game, TakeOff(plate), samples=100))
            kept += mean_loss(reply(arena.game, Pass(), samples=100))
    assert bared > kept


def test_what_is_not_identified_is_told_as_if_one_waited(draw: Draw) -> None:
    arena = draw("#####\n#@o.#\n#####", {"o": "Ogre"}, minds=True)
    arena.set_pools(arena.player, hp=STURDY, max_hp=STURDY)
    cap = arena.give(arena.player, "Dunce Cap")
    waiting = reply(arena.game, Pass())
    assert reply(arena.game, Equip(cap)) == waiting
    arena.identify("Dunce Cap")
    assert reply(arena.game, Equip(cap)) != waiting


def test_what_a_curse_holds_is_refused(draw: Draw) -> None:
    arena = draw("#####\n#@.r#\n#####", minds=True)
    cap = arena.equip(arena.player, "Dunce Cap")
    for action in (TakeOff(cap), Drop(cap)):
        assert "cursed" in (reply(arena.game, action).refused or "")


@pytest.mark.parametrize("seed", [0, 1, 2, 4])
def test_behind_a_door_closed_before_a_hunter_nothing_is_lost(seed: int) -> None:
    legend = {"+": "Door", "a": "Bandit Archer"}
    with Arena.from_ascii("########\n#@+..a.#\n########", legend, minds=True, seed=seed) as arena:
        door, archer = arena.find("Door"), arena.find("Bandit Archer")
        arena.set_pools(arena.player, hp=STURDY, max_hp=STURDY)
        play(arena.game, OpenDoor(door), travel, minds=False)
        ecs.get(archer, actors.Mind).target = arena.player
        left_open, shut = (reply(arena.game, each) for each in (Pass(), CloseDoor(door)))
        assert shut.refused is None
        assert shut.you.damage == (0, 0.0, 0)
        assert left_open.you.damage[2] > 0


# --- leaving the level


def leaving(draw: Draw) -> tuple[Arena, Reply]:
    """Return a room with the hero on the stairs, and the reply to taking them."""
    arena, commands = beset(draw)
    return arena, reply(arena.game, commands["leave"])


def test_who_leaves_is_told_who_follows_and_nothing_of_the_other_level(draw: Draw) -> None:
    arena, told = leaving(draw)
    assert told.leaves
    assert told.you.damage == (0, 0.0, 0)
    assert set(told.follows) == {arena.find("Ogre"), arena.find("Kobold")}
    assert set(arena.game.levels) == {3}, "nothing is built to tell it"
    assert told.intents == dict.fromkeys(told.intents, ())


def test_who_is_said_to_follow_does_and_nobody_else(draw: Draw) -> None:
    arena, _ = leaving(draw)
    ogre, kobold = arena.find("Ogre"), arena.find("Kobold")
    inflict(arena, "status", kobold, status="Stunned", turns=5)
    told = reply(arena.game, TakeStairs(1))
    assert set(told.follows) == {ogre}
    travel(arena.game, 4)
    assert [ecs.get(foe, spatial.Position).depth for foe in (ogre, kobold)] == [4, 3]


def test_who_comes_after_the_player_later_is_told_with_the_turns_until_then(draw: Draw) -> None:
    """Leaving an archer behind seemed to cost nothing, and it came down the stairs."""
    arena = draw("##########\n#@>.....a#\n##########", {"a": "Goblin Archer"}, minds=True)
    game, archer = arena.game, arena.find("Goblin Archer")
    play(game, Step(1, 0), travel, minds=False)
    ecs.get(archer, actors.Mind).target = arena.player
    told = reply(game, TakeStairs(1))
    assert (told.follows, told.pursues) == ({}, {archer: 3})
    assert planning.fight(game, samples=4).behind == 1
    travel(game, 4)
    pursuing = ecs.get(arena.player, actors.Player).pursuers
    assert pursuing == ((archer, game.turn + 3),)


def test_who_is_said_to_act_first_on_the_other_side_does(draw: Draw) -> None:
    met = set()
    for seed in range(10):
        arena = draw("#####\n#@>o#\n#####", {"o": "Ogre"}, minds=True, seed=seed)
        game, ogre = arena.game, arena.find("Ogre")
        arena.set_pools(arena.player, hp=STURDY, max_hp=STURDY)
        inflict(arena, "status", ogre, status="Slowed", turns=9, strength=4)
        play(game, Step(1, 0), travel, minds=False)
        ecs.get(ogre, actors.Mind).target = arena.player
        told = reply(game, TakeStairs(1)).follows[ogre]
        acted = set[int]()
        onlookers = Onlookers(acts=lambda _, entity, __, acted=acted: acted.add(entity))
        start = len(game.trace)
        act_as_able(game, TakeStairs(1), onlookers)
        leave(game, travel, start)
        pass_time(game, onlookers)
        assert (ogre in acted) == told
        met.add(told)
    assert met == {True, False}


@pytest.mark.parametrize("name", ["Orc", "Bandit Captain"])
@pytest.mark.parametrize("hp", range(2, 7))
def test_a_lone_blow_kills_with_the_chance_of_its_dice(hp: int, name: str) -> None:
    """A captain who hits with 11 faces of 20 was told to hit in 18 of 32 turns."""
    with Arena.from_ascii("####\n#@O#\n####", {"O": name}, minds=True) as arena:
        arena.set_pools(arena.player, hp=hp, max_hp=60)
        exact = foresee(arena.game, arena.find(name), Melee(arena.player)).outcomes
        told = arena.reply("wait")
        assert told.samples == SAMPLES
        assert told.death == pytest.approx(exact[arena.player].kill, abs=0.001)


def test_chances_of_death_are_played_on_for_as_long_as_somebody_thinks() -> None:
    with Arena.from_ascii("####\n#@O#\n####", {"O": "Orc"}, minds=True) as arena:
        arena.set_pools(arena.player, hp=4, max_hp=60)
        estimate = Estimate(arena.game, Pass())
        estimate.refined()
        assert estimate.is_finished
        assert not estimate.is_sharp
        some = iter(range(SAMPLES // 2))
        early = estimate.sharpened(lambda: next(some, None) is not None)
        assert early is None, "these are not yet twice as many"
        told = estimate.sharpened()
        assert estimate.is_sharp
        assert estimate.is_finished
        assert told.samples == SHARP


def test_what_is_shown_of_a_death_does_not_waver_with_its_chance() -> None:
    told = {chance: {1: Outcome(kill=chance)} for chance in (0.19, 0.22, 0.26)}
    assert not likely_deaths(told[0.22], ())
    shown = likely_deaths(told[0.26], ())
    assert shown
    assert likely_deaths(told[0.22], shown) == shown
    assert Reply(outcomes=told[0.22], likely=shown).may_die(1)
    assert not likely_deaths(told[0.19], shown)
