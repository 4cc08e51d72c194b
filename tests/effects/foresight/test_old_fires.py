"""What fires that burn already do to whatever an act brings them: fuel, somebody, or more turns to burn."""

import pytest

from roguelike.actions import carrying, moving
from roguelike.components import actors, hazards, vitals
from roguelike.effects.foresight.coming import (
    FIRE_TURNS,
    Anyway,
    Scope,
    anyway_of,
    followed_turns,
)
from roguelike.effects.foresight.facts import BurnsOn
from roguelike.effects.foresight.forecast import Outcome
from roguelike.effects.foresight.rehearsal import rehearsing
from roguelike.engine.foreseeing.aiming import foresee, view_now
from roguelike.engine.foreseeing.reply import reply
from roguelike.testing import Arena
from roguelike.world import ecs, figures, known_level
from tests.halls import Stage, afflict, set_ground
from tests.rooms import Draw, inflict, lives, lost

FIRESIDE = "#########\n#.......#\n#@...o..#\n#.......#\n#########"
MEADOW = '#########\n#...""".#\n#..@""".#\n#...""".#\n#########'
BARE = MEADOW.replace('"', ".")
KEEPER = {"K": "The Keeper of the Last Door"}
Things = list[tuple[str, int, int]]
Point = tuple[int, int]


def foreseen(arena: Arena, what: str, aim: Point, target: int) -> Outcome:
    """Return what an act is foreseen to do to somebody, who is nobody's concern if it says nothing."""
    if what != "step":
        arena.teach(what)
    return arena.forecast(what, aim).outcomes.get(target, Outcome())


def played(arena: Arena, what: str, aim: Point | None, target: int, seeds: int = 12) -> list[int]:
    """Do an act, or nothing, with some seeds and then let ten turns pass; return what each time somebody loses."""
    found = []
    for again in lives(arena, seeds):
        x, y = again.position(again.player) or (0, 0)
        taken = 0
        if aim is not None and what == "step":
            taken += lost(again.move(aim[0] - x, aim[1] - y).trace, target)
        elif aim is not None:
            taken += lost(again.cast(what, aim).trace, target)
        for _ in range(10):
            taken += lost(again.wait().trace, target) if again.alive(again.player) else 0
        found.append(taken)
    return found


def hall(draw: Draw, drawing: str, things: Things, hp: int = 99) -> Arena:
    """Draw a hall with a sturdy player, a boar if it has one, and some things in it."""
    arena = draw(drawing, raws=None, legend={"o": "Wild Boar"}, hp=99)
    if "o" in drawing:
        arena.set_pools(arena.find("Wild Boar"), max_hp=hp, hp=hp)
    for thing, x, y in things:
        arena.spawn(thing, x, y)
    return arena


def somebody(arena: Arena, drawing: str) -> int:
    """Return the boar, or the player where there is none."""
    return arena.find("Wild Boar") if "o" in drawing else arena.player


@pytest.mark.parametrize(
    ("what", "aim", "drawing", "things", "hp"),
    [
        ("Lamp Oil", (5, 2), FIRESIDE, [("Fire", 6, 1)], 15),
        ("Miasma", (4, 2), FIRESIDE, [("Fire", 7, 2)], 99),
        ("Silk Across", (5, 2), FIRESIDE, [("Fire", 6, 2)], 99),
        ("step", (4, 2), MEADOW, [("Fire", 5, 2)], 99),
        ("step", (4, 2), MEADOW, [("Fire", 6, 2)], 99),
        ("step", (4, 2), BARE, [("Oil", 4, 2), ("Fire", 5, 2)], 99),
    ],
)
def test_what_an_act_brings_to_a_fire_that_burns_already_is_foreseen_to_burn(
    draw: Draw, what: str, aim: Point, drawing: str, things: Things, hp: int
) -> None:
    arena = hall(draw, drawing, things, hp)
    target = somebody(arena, drawing)
    told = foreseen(arena, what, aim, target)
    taken = played(arena, what, aim, target)
    assert max(taken) > 0
    assert told.later[2] > 0
    assert told.damage[0] <= min(taken) <= max(taken) <= told.damage[2]
    assert bool(told.notes.get("then dies")) == (max(taken) >= hp)


def test_what_a_fire_takes_anyway_is_not_told_of_the_act_that_feeds_it(draw: Draw) -> None:
    """The fire is under one, and may spread to the grass under another, whether or not there is oil beside it."""
    arena = hall(draw, '###########\n#@........#\n#....".....#\n###########', [("Fire", 4, 2)])
    inside, beside = arena.spawn("Goblin", 4, 2), arena.spawn("Goblin", 5, 2)
    oiled = arena.spawn("Goblin", 4, 1)
    for each in (inside, beside, oiled):
        arena.set_pools(each, max_hp=99, hp=99)
    arena.teach("Lamp Oil")
    told = arena.forecast("Lamp Oil", (3, 1)).outcomes
    assert [max(played(arena, "wait", None, each)) > 0 for each in (inside, beside, oiled)] == [
        True,
        True,
        False,
    ]
    assert set(told) == {oiled}
    assert told[oiled].later[2] >= max(played(arena, "Lamp Oil", (3, 1), oiled)) > 0


@pytest.mark.parametrize("drawing", [MEADOW, BARE])
def test_the_reply_to_a_step_beside_a_fire_tells_what_follows_if_the_ground_burns(
    draw: Draw, drawing: str
) -> None:
    arena = hall(draw, drawing, [("Fire", 5, 2)])
    you = reply(arena.game, moving.Step(1, 0)).you
    taken = played(arena, "step", (4, 2), arena.player)
    assert (max(taken) > 0) == (drawing == MEADOW)
    assert you.later[1] >= sum(taken) / len(taken) / 2
    assert (you.later[2] > 0) == (drawing == MEADOW)
    assert you.damage[0] <= min(taken) <= max(taken) <= you.damage[2]


def test_whoever_is_proof_against_fire_only_until_it_comes_is_told_what_it_takes(
    draw: Draw,
) -> None:
    arena = draw('##########\n#@.."""".#\n##########', raws=None, hp=99)
    goblin = arena.spawn("Goblin", 7, 1)
    arena.set_pools(goblin, max_hp=60, hp=60)
    inflict(arena, "status", goblin, status="Fireproof", turns=3)
    told = foreseen(arena, "Kindling", (4, 1), goblin)
    assert max(played(arena, "Kindling", (4, 1), goblin)) <= told.damage[2]
    assert told.damage[2] >= 15


def test_a_fire_that_comes_back_and_one_that_kills_the_player_first_are_told(draw: Draw) -> None:
    arena = draw('########\n#@""".##\n########', raws=None, hp=99)
    goblin = arena.spawn("Goblin", 5, 1)
    for thing, hp in ((arena.player, 3), (goblin, 60)):
        arena.set_pools(thing, max_hp=60, hp=hp)
    arena.spawn("Fire", 1, 1)
    arena.spawn("Fire", 4, 1)
    told = foreseen(arena, "Kindling", (3, 1), goblin)
    assert max(played(arena, "Kindling", (3, 1), goblin, seeds=20)) <= max(told.damage[2], 0)


def test_poise_that_an_act_takes_is_missed_when_the_mist_freezes(draw: Draw) -> None:
    """What was shrugged off left no room for the next; of that nothing was told."""
    arena = draw(FIRESIDE, raws=None, legend={"o": "Arbat Dark Elf Leader"}, hp=99)
    arena.spawn("Ice Mist", 5, 2)
    leader = arena.find("Arbat Dark Elf Leader")
    inflict(arena, "status", leader, status="Wet", turns=9)
    told = foreseen(arena, "Lullaby", (5, 2), leader)
    assert "Asleep" not in told.statuses
    assert told.coming["Frozen"] == 1.0


def test_a_ring_taken_off_in_a_fire_warded_from_it(draw: Draw) -> None:
    arena = draw(FIRESIDE.replace("o", "."), raws=None, hp=99)
    arena.spawn("Fire", 1, 2)
    ring = arena.equip(arena.player, "Ring of Embers")
    told = foresee(arena.game, arena.player, carrying.TakeOff(ring)).outcomes[arena.player]
    assert told.later[1] > told.anyway[1] > 0


def test_ice_that_melts_under_whoever_burns_puts_them_out(stage: Stage) -> None:
    """Only where a fire may reach was ground looked at; who burns was told to go on burning in the water."""
    arena = stage("########\n#@..g..#\n########", knows="Ember Dart")
    goblin = arena.find("Goblin")
    set_ground(arena, "ice", (4, 1))
    afflict(arena, goblin, "Burning", 2, 5)
    told = arena.forecast("Ember Dart", (4, 1)).outcomes[goblin]
    arena.cast("Ember Dart", (4, 1))
    assert lost([*arena.wait().trace, *arena.wait().trace], goblin) == 0
    assert told.anyway[0] > told.later[2] == 0


def test_a_door_that_is_closed_keeps_gas_out(draw: Draw) -> None:
    arena = draw("########\n#@+...##\n########", raws=None, legend={"+": "Door"}, hp=99)
    arena.move(1, 0)
    arena.spawn("Poison Gas", 3, 1)
    told = foresee(arena.game, arena.player, moving.CloseDoor(arena.find("Door"))).outcomes[
        arena.player
    ]
    assert told.later[2] < told.anyway[2]


def test_whoever_suffers_and_is_left_out_of_sight_mends_and_loses_more_before_it_dies(
    draw: Draw,
) -> None:
    arena = draw("##########\n#@.......#\n#.########\n##########", raws=None, legend={}, hp=99)
    goblin = arena.spawn("Goblin", 8, 1)
    ecs.get(goblin, actors.Mind).target = 0
    arena.set_pools(goblin, max_hp=60, hp=12)
    inflict(arena, "status", goblin, status="Bleeding", turns=30, strength=1)
    told = foresee(arena.game, arena.player, moving.Step(0, 1)).outcomes.get(goblin)
    assert told.later[1] > told.anyway[1]


def test_who_comes_near_somebody_who_turns_upon_all_around_as_it_bleeds_is_told(draw: Draw) -> None:
    """Death alone was thought to reach others; what a creature does at two thirds of its health does, too."""
    arena = draw(
        "###############\n#....@...K....#\n###############", raws=None, hp=99, legend=KEEPER
    )
    keeper = arena.find("The Keeper of the Last Door")
    arena.set_pools(keeper, max_hp=100, hp=68)
    inflict(arena, "status", keeper, status="Bleeding", turns=5, strength=3)
    told = foreseen(arena, "step", (6, 1), arena.player)
    assert told.later[1] > told.anyway[1] == 0


def test_of_hundreds_of_clouds_fewer_turns_are_foreseen(draw: Draw) -> None:
    """With thousands each key took seconds; what is told is what the turns that were followed come to."""
    floor = [(x, y) for y in range(1, 21) for x in range(1, 23)]
    rows = ["".join("#."[(x, y) in floor] for x in range(24)) for y in range(22)]
    rows[5] = "#....@" + rows[5][6:]
    arena = draw("\n".join(rows), raws=None, hp=99)
    for number, spot in enumerate(floor):
        arena.spawn("Poison Gas", *spot)
        with known_level.as_known(arena.game, arena.player):
            turns = followed_turns(arena.game)
        assert turns == FIRE_TURNS or number > 100
    assert 1 < turns < FIRE_TURNS
    later = foresee(arena.game, arena.player, moving.Pass()).outcomes[arena.player].later
    taken = sum(lost(arena.wait().trace, arena.player) for _ in range(turns))
    assert 0 < later[0] <= taken <= later[2]


def test_no_death_is_sure_that_a_level_gained_before_may_avert(draw: Draw) -> None:
    """The player was told to die for certain, and rose in the very turn before: what falls by their fire may pay."""
    arena = hall(draw, FIRESIDE, [("Fire", 1, 2)], hp=22)
    pools = ecs.get(arena.player, vitals.Pools)
    arena.set_pools(arena.player, hp=8)
    pools.xp = figures.experience_to_leave(arena.game.content, pools.level) - 1
    told = foreseen(arena, "Kindling", (5, 2), arena.player)
    assert 0.99 < told.dies_later < 1
    assert told.later[2] > 8


def test_what_comes_without_any_act_is_found_once_for_all_questions_of_a_moment(draw: Draw) -> None:
    """It was worked out anew at each move of the cursor, and took half of the time beside a fire."""
    game = hall(draw, MEADOW, [("Fire", 4, 1)]).game

    def asked() -> Anyway:
        with known_level.as_known(game, game.player):
            return anyway_of(game, Scope(look=view_now))

    before = asked()
    assert before.fires
    assert asked() is before
    with known_level.as_known(game, game.player), rehearsing(game, game.rng):
        assert anyway_of(game, Scope(look=view_now)) is not before
    assert asked() is before
    game.caches.moment += 1
    assert asked() is not before


def test_who_would_mend_unseen_may_be_drawn_by_the_noise_of_what_blinds_the_player(
    stage: Stage,
) -> None:
    """It was told to mend, and so to lose more before it died; the noise drew it, and whoever hunts does not mend."""
    arena = stage("###########\n#@.......w#\n###########", {"w": "Glowcap Wisp"})
    wisp = arena.find("Glowcap Wisp")
    arena.set_pools(wisp, max_hp=33, hp=33)
    afflict(arena, wisp, "Damage Over Time", 11, 4)
    arena.teach("Noon")
    told = arena.forecast("Noon", (1, 1)).outcomes[wisp]
    assert told.anyway == (33, 33.0, 33)
    assert told.later[0] <= 33 < told.later[2]


# --- what only some dice of the act, or some of the turns to come, lead to


def test_a_status_that_few_blows_bring_is_followed_beside_one_who_bursts_anyway(draw: Draw) -> None:
    """Neither the hardest blow, which kills, nor a miss left the wound; and what burst anyway hid that one did."""
    arena = draw(
        "###########\n#@g......S#\n###########", raws=None, hp=99, legend={"S": "Sporecap Mushroom"}
    )
    goblin, mushroom = arena.find("Goblin"), arena.find("Sporecap Mushroom")
    arena.equip(arena.player, "Barbed War Axe +2")
    arena.set_pools(goblin, max_hp=12, hp=12)
    arena.set_pools(mushroom, max_hp=9, hp=3)
    inflict(arena, "status", mushroom, status="Bleeding", turns=9, strength=2)
    told = arena.forecast("melee", (2, 1)).outcomes[goblin]
    assert 0 < told.statuses["Bleeding"][0] < told.kill
    assert told.later[2] == 5


@pytest.mark.parametrize("seed", [0, 1])
def test_nobody_surely_freezes_whom_a_fire_may_free_of_the_mist(draw: Draw, seed: int) -> None:
    """Either the mist went everywhere, or the fire nowhere: of a fire that clears a thin mist nothing was told."""
    arena = draw(
        '##########\n#........#\n#@""".W..#\n#."""....#\n#........#\n##########',
        raws=None,
        hp=99,
        legend={"W": "Pit Warden"},
        knows="Kindling",
        seed=seed,
    )
    warden = arena.find("Pit Warden")
    x, y = arena.position(warden)
    set_ground(arena, "ice", (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
    set_ground(arena, "grass", (x - 1, y))
    ecs.get(warden, vitals.Pools).unsteady = 7
    for spot in ((x - 1, y), (x, y), (x, y + 1), (x + 1, y)):
        ecs.get(arena.spawn("Ice Mist", *spot), hazards.Hazard).turns = 3
    inflict(arena, "status", warden, status="Wet", turns=9)
    told = arena.forecast("Kindling", (x, y)).outcomes[warden]
    assert told.coming["Frozen"] == pytest.approx(0.96, abs=0.1), "it came in 288 of 300"
    assert told.coming["Frozen"] < 1


@pytest.mark.parametrize("hp", [5, 6])
def test_what_mild_steam_does_to_whom_an_answer_spares_is_told(draw: Draw, hp: int) -> None:
    """The imp answers by chance; then hard dice kill the wet one behind the player before the steam can blind it."""
    arena = draw(
        "##########\n#........#\n#.g@..i..#\n#........#\n##########",
        raws=None,
        hp=99,
        legend={"i": "Imp"},
        knows="Cinder Breath",
        seed=1,
    )
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, max_hp=hp, hp=hp)
    inflict(arena, "status", goblin, status="Wet", turns=9)
    inflict(arena, "status", goblin, status="Damage Over Time", turns=4, strength=2)
    told = arena.forecast("Cinder Breath", (6, 2)).outcomes[goblin]
    assert 0 < told.coming["Blinded"] < 0.1


def test_what_an_answer_may_take_is_told_though_hard_dice_leave_nobody_to_give_it(
    draw: Draw,
) -> None:
    """Mild dice spared the imp, but then its answer was as mild."""
    drawing = "##########\n#@..iggg.#\n##########"
    worst = []
    for hp in (5, 99):
        arena = draw(drawing, raws=None, hp=99, legend={"i": "Imp"}, knows="Quarrelsome Spark")
        imp = arena.find("Imp")
        arena.set_pools(imp, max_hp=99, hp=hp)
        told = arena.forecast("Quarrelsome Spark", (4, 1)).outcomes
        assert (told[imp].kill > 0) == (hp == 5)
        worst.append(told[arena.player].damage[2])
    assert worst[0] == worst[1] > 5


def test_the_most_that_several_take_is_told_though_hard_dice_end_it_before(draw: Draw) -> None:
    """With the hardest dice the first answer kills the player, and there is nobody left for a second."""
    arena = draw(
        "##########\n#........#\n#.@.i....#\n#...i....#\n##########",
        raws=None,
        hp=99,
        legend={"i": "Imp"},
        knows="Hearth Unbound",
    )
    arena.set_pools(arena.player, hp=14)
    imp = arena.game.level.blockers[4, 2]
    told = arena.forecast("Hearth Unbound", (4, 2)).outcomes[imp].damage
    taken = [lost(again.cast("Hearth Unbound", (4, 2)).trace, imp) for again in lives(arena, 60)]
    assert told[0] <= min(taken)
    assert 19 < max(taken) <= told[2]


def test_whom_a_new_fire_takes_sooner_than_what_they_die_of_anyway_is_told(draw: Draw) -> None:
    """All they had was lost in both futures, so nothing was said of those who would burn first."""
    arena = draw('###########\n#@..."""g.#\n###########', raws=None, hp=99, knows="Kindling")
    goblin = arena.find("Goblin")
    set_ground(arena, "grass", arena.position(goblin))
    arena.set_pools(goblin, max_hp=60, hp=31)
    inflict(arena, "status", goblin, status="Bleeding", turns=30, strength=3)
    told = arena.forecast("Kindling", (5, 1)).outcomes[goblin]
    assert told.later == told.anyway == (31, 31.0, 31)
    assert told.staying[2] > 0


def test_whom_one_bursts_upon_who_bleeds_to_death_by_an_act_is_told(draw: Draw) -> None:
    arena = draw(
        "##########\n#@..Fg...#\n##########",
        raws=None,
        hp=99,
        legend={"F": "Firecap Mushroom"},
        knows="Paper Cuts",
    )
    mushroom, goblin = arena.find("Firecap Mushroom"), arena.find("Goblin")
    arena.set_pools(mushroom, max_hp=5, hp=5)
    told = arena.forecast("Paper Cuts", arena.position(mushroom)).outcomes
    assert told[mushroom].dies_later == 1.0
    assert told[goblin].later[0] > told[goblin].anyway[2] == 0


@pytest.mark.parametrize("turns", [6, 7, 8, 9])
def test_a_fire_that_comes_neither_at_once_nor_as_late_as_it_can_is_told(
    draw: Draw, turns: int
) -> None:
    """The first one found the goblin proof against it, the last one came no more; few samples lay in between."""
    arena = draw('##########\n#@."""g..#\n##########', raws=None, hp=99, knows="Kindling", seed=2)
    goblin = arena.find("Goblin")
    set_ground(arena, "grass", arena.position(goblin))
    inflict(arena, "status", goblin, status="Fireproof", turns=turns)
    told = foreseen(arena, "Kindling", (3, 1), goblin)
    assert 0 < max(played(arena, "Kindling", (3, 1), goblin, seeds=60)) <= told.later[2]


def test_who_sleeps_in_an_old_fire_is_told_its_bounds_where_a_noise_may_wake_them(
    draw: Draw,
) -> None:
    """They were told of by one course of the dice alone, as of no concern to the act."""
    arena = hall(draw, FIRESIDE, [("Fire", 5, 2)], hp=99)
    boar = arena.find("Wild Boar")
    ecs.get(boar, actors.Mind).awake = False
    told = foreseen(arena, "Blue Carapace", (1, 2), boar)
    ecs.get(boar, actors.Mind).awake = False
    taken = played(arena, "Blue Carapace", (1, 2), boar, seeds=30)
    assert told.later[0] <= min(taken) < max(taken) <= told.later[2]


def test_what_an_old_fire_may_take_is_told_of_who_gains_by_a_death_to_come(draw: Draw) -> None:
    """Whoever gains by it had their statuses played with those of the dying, and not the fire that came to them."""
    arena = hall(draw, '##########\n#"""@...g#\n##########', [("Fire", 2, 1)])
    goblin, player = arena.find("Goblin"), arena.player
    set_ground(arena, "grass", arena.position(player))
    arena.set_pools(goblin, hp=5)
    inflict(arena, "status", player, status="Bleeding", turns=8, strength=4)
    told = foreseen(arena, "Slow Match", (8, 1), player)
    taken = played(arena, "Slow Match", (8, 1), player)
    assert told.later[0] <= min(taken) < max(taken) <= told.later[2]
    assert told.anyway[2] > 32, "the fire, too"


@pytest.mark.parametrize("other", [".", "o"])
def test_smoke_that_few_wounds_call_forth_is_followed(stage: Stage, other: str) -> None:
    """All but the lightest kill; of what burns it was thought that the hardest or the lightest leaves it, too."""
    arena = stage(
        f"##########\n#{other}...dg.@#\n##########",
        {"d": "Barbo Dark Elf"},
        knows="Brimstone Rain",
    )
    elf, goblin = arena.find("Barbo Dark Elf"), arena.find("Goblin")
    arena.set_pools(elf, hp=4)
    told = arena.forecast("Brimstone Rain", (3, 1)).outcomes
    assert 0 < 1 - told[elf].kill < 0.01
    assert 0 < told[goblin].coming["Blinded"] < 0.01


def test_who_drops_smoke_twice_may_come_back_beside_the_first(stage: Stage) -> None:
    """Hard dice kill the elf before any smokes, and of all that mild ones lead to one landing alone was followed."""
    arena = stage(
        "###########\n#.........#\n#.........#\n#..d.....@#\n#.........#\n###########",
        {"d": "Barbo Dark Elf"},
        knows="Storm's Favourite",
    )
    elf = arena.find("Barbo Dark Elf")
    arena.set_pools(elf, hp=12)
    told = arena.forecast("Storm's Favourite", (3, 3)).outcomes[elf]
    assert told.kill > 0.5
    assert 0 < told.coming["Blinded"] < 0.01


def test_smoke_is_followed_of_each_who_may_drop_some(stage: Stage) -> None:
    """All clouds were thought alike, and where both drop smoke and go there is nobody left to be blinded."""
    arena = stage(
        "#########\n#.......#\n#~dd...@#\n#########",
        {"d": "Barbo Dark Elf"},
        knows="Hoarfrost",
    )
    told = arena.forecast("Hoarfrost", (2, 2)).outcomes
    elves = [arena.game.level.blockers[x, 2] for x in (2, 3)]
    assert all(0 < told[each].coming["Blinded"] < 0.1 for each in elves)


FROSTY = "##########\n#@..R{}#\n##########"
"""A fiend that puts out what burns around it as soon as it is at half of its health."""


def test_a_fire_may_be_put_out_soon_by_whom_little_more_wears_down(stage: Stage) -> None:
    """Mild dice never wore it down, and hard ones had hurt it more by then: in between it lost less than in both."""
    arena = stage(FROSTY.format("...."), {"R": "Rime Fiend"}, knows="Kindling")
    fiend = arena.find("Rime Fiend")
    arena.set_pools(fiend, max_hp=60, hp=43)
    told = arena.forecast("Kindling", (4, 1)).outcomes[fiend].later
    taken = []
    for again in lives(arena, 4):
        again.cast("Kindling", (4, 1))
        taken.append(sum(lost(again.wait().trace, fiend) for _ in range(6)))
    assert told[0] <= min(taken) < max(taken) <= told[2]
    assert min(taken) < 4


def test_a_fire_that_hurts_little_may_burn_on_that_a_hot_one_has_put_out(stage: Stage) -> None:
    arena = stage(FROSTY.format('""""'), {"R": "Rime Fiend"}, knows="Kindling")
    arena.set_pools(arena.find("Rime Fiend"), max_hp=60, hp=58)
    assert 0 < arena.forecast("Kindling", (4, 1)).facts[BurnsOn(FIRE_TURNS)] < 1


def test_of_whom_one_bursts_upon_anyway_less_is_left_after_a_wound(stage: Stage) -> None:
    """A wound was thought to change nothing for whoever suffers nothing but a burst, with no fire near."""
    arena = stage("########\n#@..gF.#\n########", {"F": "Firecap Mushroom"}, knows="Ember Dart")
    goblin, mushroom = arena.find("Goblin"), arena.find("Firecap Mushroom")
    arena.set_pools(goblin, hp=12)
    arena.set_pools(mushroom, max_hp=16, hp=8)
    afflict(arena, mushroom, "Bleeding", 4, 4)
    told = arena.forecast("Ember Dart", (4, 1)).outcomes[goblin]
    at_once, later = [], []
    for again in lives(arena, 4):
        at_once.append(lost(again.cast("Ember Dart", (4, 1)).trace, goblin))
        later.append(lost([*again.wait().trace, *again.wait().trace], goblin))
    assert {*map(sum, zip(at_once, later, strict=True))} == {12}
    assert told.later[0] <= min(later) <= max(later) <= told.later[2] < told.anyway[0] == 12


def test_what_several_may_take_together_leaves_less_to_bleed_away(stage: Stage) -> None:
    """The hardest blow kills the fiend before it freezes all around it; after both the imp may bleed to death."""
    arena = stage(
        "########\n#..i...#\n#.@.R..#\n########",
        {"i": "Imp", "R": "Rime Fiend"},
        knows="Hearth Unbound",
    )
    imp, fiend = arena.find("Imp"), arena.find("Rime Fiend")
    arena.set_pools(imp, max_hp=55, hp=34)
    arena.set_pools(fiend, max_hp=11, hp=10)
    afflict(arena, imp, "Bleeding", 3, 3)
    told = arena.forecast("Hearth Unbound", (4, 2)).outcomes[imp]
    assert told.later[0] <= 34 - told.at_once[2] < told.later[2] == 9
    assert 0 < told.dies_later < 0.01
