"""What follows from an act and is foreseen with it: burning, fires entered, clouds that drift.

What follows from an act in the turns to come: statuses to their end, and whatever those bring about in turn.
"""

import pytest

from roguelike.components import actors, spatial
from roguelike.effects.foresight.coming import turns_if_staying
from roguelike.effects.foresight.facts import Appears, Displaced, Driven
from roguelike.effects.foresight.forecast import Trial
from roguelike.engine.foreseeing.aiming import view_now
from roguelike.systems.visibility import look_around
from roguelike.testing import Arena
from roguelike.world import changes, ecs
from roguelike.world.game import Cause
from tests.foreseeing import of_goblin, of_player
from tests.halls import ROW, Stage, afflict, named, set_ground
from tests.lengths import seeds
from tests.rooms import Draw, deaths, inflict, inflict_at, lives, lost, of


def test_whom_an_act_moves_into_a_fire_it_burns(stage: Stage) -> None:
    arena = stage("##########\n#@.t.....#\n##########", {"t": "Hall Troll"}, knows="Rude Gesture")
    troll = arena.find("Hall Troll")
    driven = arena.forecast("Rude Gesture", (3, 1)).outcomes[troll]
    assert driven.later == (0, 0.0, 0)
    (words,) = driven.notes
    inflict_at(arena, "kindle", (3 + int(words.split()[1]), 1), hazard="Fire")
    assert arena.forecast("Rude Gesture", (3, 1)).outcomes[troll].later[0] > 0


@pytest.mark.parametrize(("what", "aim"), [("step", (2, 1)), ("Side Door", (4, 1))])
def test_whoever_goes_into_a_fire_is_warned(stage: Stage, what: str, aim: tuple[int, int]) -> None:
    arena = stage(ROW.replace("g", "."))
    assert of_player(arena, what, aim).later == (0, 0.0, 0)
    inflict_at(arena, "kindle", aim, hazard="Fire")
    found = of_player(arena, what, aim)
    assert found.damage[0] > 0
    assert 0 < found.later[0] < found.later[2] < found.damage[2]


def test_what_a_fire_takes_only_from_whoever_stays_is_told_apart_from_what_they_carry_off(
    stage: Stage,
) -> None:
    """The oil on a creature burns wherever it goes, the flames on the ground do not."""
    arena = stage("##########\n#@..t....#\n##########", {"t": "Hall Troll"})
    for spell in ("Lamp Oil", "Curtain of Embers", "Venom"):
        arena.teach(spell)
    troll = arena.find("Hall Troll")
    dry = arena.forecast("Curtain of Embers", (4, 1)).outcomes[troll]
    assert dry.later[0] > 0
    assert dry.staying == dry.later
    assert arena.forecast("Venom", (4, 1)).outcomes[troll].staying == (0, 0.0, 0)
    arena.cast("Lamp Oil", (4, 1))
    oiled = arena.forecast("Curtain of Embers", (4, 1)).outcomes[troll]
    assert "Burning" in oiled.statuses
    assert 0 < oiled.staying[2] < oiled.later[2]


def test_a_sleeper_may_be_woken_before_it_is_hurt(stage: Stage) -> None:
    arena = stage("##########\n#@..t....#\n##########", {"t": "Hall Troll"}, knows="Venom")
    troll = arena.find("Hall Troll")
    awake = arena.forecast("Venom", (4, 1)).outcomes[troll].later
    ecs.get(troll, actors.Mind).awake = False
    asleep = arena.forecast("Venom", (4, 1)).outcomes[troll].later
    assert asleep[0] <= awake[0] <= awake[2] < asleep[2]


@pytest.mark.parametrize(("act", "is_loud"), [("Blue Carapace", True), ("wait", False)])
def test_whoever_sleeps_and_suffers_may_be_woken_by_a_spell_for_others(
    stage: Stage,
    act: str,
    is_loud: bool,  # noqa: FBT001
) -> None:
    """The noise of a cast woke a goblin that smouldered, and so spared it; nothing was said of it."""
    arena = stage("##########\n#@..t....#\n##########", {"t": "Hall Troll"})
    troll = arena.find("Hall Troll")
    afflict(arena, troll, "Smouldering", 5, 2)
    ecs.get(troll, actors.Mind).awake = False
    arena.teach("Blue Carapace")
    told = arena.forecast(act).outcomes.get(troll)
    assert (told is not None) is is_loud
    if told is not None:
        assert told.later[0] < told.later[2] == told.anyway[2]


@pytest.mark.parametrize(("hazard", "status"), [("Web", "Slowed"), ("Oil", "Oiled")])
def test_how_long_a_status_lasts_if_one_stays_is_what_one_finds(
    stage: Stage, hazard: str, status: str
) -> None:
    arena = stage("##########\n#@..t....#\n##########", {"t": "Hall Troll"})
    troll = arena.find("Hall Troll")
    inflict_at(arena, "kindle", (4, 1), hazard=hazard)
    arena.wait()
    told = turns_if_staying(arena.game, troll)[status]
    assert told > arena.statuses(troll)[status]
    for _ in range(told - 1):
        arena.wait()
    assert status in arena.statuses(troll)
    arena.wait()
    assert status not in arena.statuses(troll)


@pytest.mark.parametrize("beside", [(2, 1), (1, 2), (3, 2), (2, 3)])
def test_a_cloud_may_drift_any_way(draw: Draw, beside: tuple[int, int]) -> None:
    arena = draw("#########\n#.......#\n#.......#\n#......@#\n#########")
    goblin = arena.spawn("Goblin", *beside)
    arena.teach("Fume")
    assert arena.forecast("Fume", (2, 2)).outcomes[goblin].notes["then Confusion"] > 0


@pytest.mark.parametrize(
    ("drawing", "spell", "aim"),
    [
        ("#########\n#.......#\n#.......#\n#...@...#\n#.g.....#\n#########", "Miasma", (6, 2)),
        ("######\n#@g..#\n#....#\n#....#\n######", "Hoarfrost", (2, 1)),
    ],
)
def test_no_way_in_which_clouds_drift_goes_beyond_what_is_told(
    stage: Stage, drawing: str, spell: str, aim: tuple[int, int]
) -> None:
    arena = stage(drawing, hp=60, knows=spell)
    arena.set_pools(arena.find("Goblin"), max_hp=60, hp=60)
    told = arena.forecast(spell, aim).outcomes
    came = set[int]()
    for again in lives(arena, 150):
        again.cast(spell, aim)
        passed = again.wait(8).trace
        for entity in (again.player, again.find("Goblin")):
            later = told[entity].later if entity in told else (0, 0.0, 0)
            assert later[0] <= lost(passed, entity) <= later[2]
            came.add(lost(passed, entity))
    assert len(came) > 3


def test_gas_is_followed_to_where_no_fire_eats_it_up_on_the_way() -> None:
    """Let a fire spread at every chance, and it burns the gas that would have drifted on to somebody."""
    drawing = (
        '#############\n#..,..,~.....#\n#...,..,..".#\n#.#.......".#\n'
        '#,..".~.~...#\n#"@,....."..#\n#...".....,"#\n#############'
    )
    with Arena.from_ascii(drawing, seed=259) as arena:
        drunk = arena.spawn("Drunk", 5, 2)
        ecs.get(arena.spawn("Spore Vent", 5, 5), spatial.Hidden).found = True
        arena.set_pools(drunk, hp=1)
        arena.teach("Explode")
        arena.set_pools(arena.player, max_hp=90, hp=90, max_mana=40, mana=20)
        told = arena.forecast("Explode").outcomes[drunk]
        assert told.later[2] == 1
        assert 0 < told.notes["then dies"] < 0.05
        arena.cast("Explode")
        arena.wait(6)
        assert not arena.alive(drunk)


def test_who_is_fireproof_for_a_turn_more_burns_in_the_turns_after(stage: Stage) -> None:
    """The campaign found it: nobody's time of anything ran out in the coming turns, so that 0 was told, and 2 lost."""
    for seed in range(8):
        arena = stage(ROW, seed=seed)
        goblin = arena.find("Goblin")
        arena.set_pools(goblin, max_hp=90, hp=90)
        afflict(arena, goblin, "Fireproof", 2)
        least, _, most = of_goblin(arena, "Kindling").later
        arena.cast("Kindling", (4, 1))
        hp = arena.hp(goblin)
        arena.wait(6)
        assert 0 < least <= hp - arena.hp(goblin) <= most


def test_the_longer_somebody_is_fireproof_the_less_a_fire_takes(stage: Stage) -> None:
    most = []
    for turns in (30, 2, 1):
        arena = stage(ROW)
        goblin = arena.find("Goblin")
        arena.set_pools(goblin, max_hp=90, hp=90)
        afflict(arena, goblin, "Fireproof", turns)
        most.append(of_goblin(arena, "Kindling").later[2])
    assert 0 < most[0] < most[1] < most[2]


def test_who_is_called_only_for_a_turn_more_is_gone_before_the_poison_has_worked(
    stage: Stage,
) -> None:
    arena = stage(ROW)
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, max_hp=90, hp=90)
    before = of_goblin(arena, "Venom").later
    afflict(arena, goblin, "Summoned", 2)
    least, _, most = of_goblin(arena, "Venom").later
    arena.cast("Venom", (4, 1))
    assert least <= lost(arena.wait(8).trace, goblin) <= most < before[0]


def test_what_a_web_renews_before_it_wears_off_does_not_begin_again(stage: Stage) -> None:
    arena = stage(ROW)
    goblin = arena.find("Goblin")
    afflict(arena, goblin, "Slowed", 1, 10.0)
    arena.teach("Silk Across")
    told = arena.forecast("Silk Across", (4, 1)).outcomes[goblin]
    arena.cast("Silk Across", (4, 1))
    begun = [each.name for each in of(arena.wait(4).trace, changes.StatusBegan, goblin)]
    assert "Slowed" in arena.statuses(goblin)
    assert begun == []
    assert "then Slowed" not in told.notes


def test_whom_a_draught_heals_as_fast_as_poison_hurts_does_not_die_of_it(stage: Stage) -> None:
    """The campaign found it: certain death was told of one who would have lived."""
    arena = stage(ROW)
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, max_hp=20, hp=4)
    afflict(arena, goblin, "Regenerating", 20, 9)
    told = of_goblin(arena, "Venom")
    arena.cast("Venom", (4, 1))
    taken = lost(arena.wait(12).trace, goblin)
    assert arena.alive(goblin)
    assert "then dies" not in told.notes
    assert told.later[0] <= taken <= told.later[2]


def test_whom_an_old_poison_and_a_new_fire_kill_together_is_told_to_die(stage: Stage) -> None:
    def told_and_dies(poison: float) -> tuple[bool, bool]:
        arena = stage(ROW)
        goblin = arena.find("Goblin")
        arena.set_pools(goblin, max_hp=40, hp=32)
        if poison:
            afflict(arena, goblin, "Damage Over Time", 6, poison)
        told = "then dies" in of_goblin(arena, "Kindling").notes
        arena.cast("Kindling", (4, 1))
        arena.wait(8)
        return told, not arena.alive(goblin)

    assert told_and_dies(0) == (False, False)
    assert told_and_dies(5) == (True, True)


def test_what_an_old_poison_takes_besides_is_not_the_doing_of_the_act(stage: Stage) -> None:
    arena = stage(ROW)
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, max_hp=90, hp=90)
    alone = of_goblin(arena, "Kindling").added
    afflict(arena, goblin, "Damage Over Time", 6, 5)
    assert of_goblin(arena, "Kindling").added == pytest.approx(alone)


@pytest.mark.parametrize("blind", [2, 4, 5, 20])
def test_whoever_comes_in_view_in_the_turns_to_come_mends_no_more(draw: Draw, blind: int) -> None:
    arena = draw("#########\n#@.....g#\n#########")
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, max_hp=20, hp=9)
    inflict(arena, "status", goblin, status="Damage Over Time", turns=9, strength=1)
    inflict(arena, "status", arena.player, status="Blinded", turns=blind)
    look_around(arena.game)
    seen = Trial(arena.game, lambda: None, actor=goblin, look=view_now).foreseen(all_seen=True)
    told = seen.outcomes[goblin]
    arena.wait(9)
    assert told.dies_later == float(not arena.alive(goblin))
    assert arena.alive(goblin) == (blind >= 5)


def test_whoever_may_land_beside_a_fire_is_told_the_worst_of_that_among_hundreds_of_places(
    stage: Stage,
) -> None:
    """Some hundred landings are tried, and the one tile to which the fire spreads was none of them."""
    row = "#" + 39 * "." + "#"
    field = "\n".join(["#" * 41, *7 * [row], row.replace(20 * ".", 19 * "." + "@", 1), *7 * [row]])
    arena = stage(field + "\n" + "#" * 41)
    near, burning = (24, 5), (24, 4)
    set_ground(arena, "grass", near, burning)
    inflict_at(arena, "kindle", burning, hazard="Fire")
    told = of_player(arena, "Elsewhere")
    changes.move(arena.game, arena.player, near, Cause("a test"))
    stays = of_player(arena, "wait").staying
    assert 0 < told.later[1] < 1
    assert told.staying[2] >= stays[2] > 0


def test_whoever_vanishes_from_the_blow_that_drives_them_may_be_driven_from_any_place(
    stage: Stage,
) -> None:
    """Six places were tried: that an elf is driven into water was called impossible, and its way was told as one."""
    row = "#.............#\n"
    arena = stage(f"{row * 3}#@.e..........#\n{row * 3}", {"e": "Barbo Dark Elf"})
    set_ground(arena, "shallow water", (8, 3))
    arena.equip(arena.player, "Shoving Hand Crossbow +2")
    told = arena.forecast("shoot", (3, 3)).outcomes[arena.find("Barbo Dark Elf")]
    assert told.statuses["Wet"][0] > 0
    assert Displaced() in told.facts
    assert max(each.tiles for each in told.facts if isinstance(each, Driven)) <= 2


HALL = "#######\n#@.{}..#\n#.....#\n#######"
MEADOW = '#########\n#@..{}"".#\n#....."".#\n#########'
TURNS = 3


def about_to_bleed(
    draw: Draw, drawing: str, mushroom: str, mark: str, seed: int = 0
) -> tuple[Arena, int]:
    """Draw a mushroom that will bleed to death in a turn or two, beside somebody sturdy."""
    arena = draw(drawing.format(mark), hp=90, seed=seed, knows="Bleed")
    bleeder = arena.find(mushroom)
    arena.set_pools(bleeder, hp=1)
    return arena, bleeder


def test_poison_that_somebody_leaves_who_dies_later_is_followed_to_its_end(draw: Draw) -> None:
    arena, deathcap = about_to_bleed(draw, HALL, "Deathcap Mushroom", "P")
    outcome = arena.forecast("Bleed", arena.position(deathcap)).outcomes[arena.player]
    assert "then Damage Over Time" in outcome.notes
    arena.cast("Bleed", arena.position(deathcap))
    turns = [arena.wait() for _ in range(10)]
    assert any(deathcap in deaths(turn.trace) for turn in turns)
    taken = sum(lost(turn.trace, arena.player) for turn in turns)
    assert taken > 0
    assert outcome.later == (taken, taken, taken)
    assert outcome.damage == (0, 0.0, taken)


@pytest.mark.parametrize("seed", seeds(2, 6))
def test_a_fire_that_somebody_lights_who_dies_later_is_followed(draw: Draw, seed: int) -> None:
    arena, firecap = about_to_bleed(draw, MEADOW, "Firecap Mushroom", "F", seed=seed)
    ogre = arena.spawn("Ogre", 6, 1)
    arena.set_pools(ogre, max_hp=90, hp=90)
    outcome = arena.forecast("Bleed", arena.position(firecap)).outcomes[ogre]
    arena.cast("Bleed", arena.position(firecap))
    turns = [lost(arena.wait().trace, ogre) for _ in range(8)]
    assert len([taken for taken in turns if taken]) > 1, "the burst, and then the fire underfoot"
    assert outcome.later[0] <= sum(turns) <= outcome.damage[2]


def test_a_second_poison_tells_what_both_take_and_what_the_first_would_take_anyway(
    draw: Draw,
) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90)
    boar = arena.find("Wild Boar")
    where = arena.position(boar)
    arena.teach("Venom")
    arena.cast("Venom", where)
    first = arena.statuses(boar)["Damage Over Time"]
    outcome = arena.forecast("Venom", where).outcomes[boar]
    arena.cast("Venom", where)
    taken = [lost(arena.wait().trace, boar) for _ in range(20)]
    added = sum(taken[first:])
    assert outcome.added == added > 0
    assert outcome.later == (sum(taken),) * 3
    assert outcome.anyway == (sum(taken[:first]),) * 3
    assert outcome.damage == (0, 0.0, sum(taken))


@pytest.mark.parametrize(("first", "second"), [("Itch", "Venom"), ("Venom", "Itch")])
def test_one_poison_after_another_takes_what_both_would_have_taken(
    draw: Draw, first: str, second: str
) -> None:
    def taken(*spells: str) -> tuple[int, float]:
        """Return what some poisons take one after another, and what the last was foreseen to add."""
        arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90)
        boar = arena.find("Wild Boar")
        told = 0.0
        for spell in spells:
            arena.teach(spell)
            told = arena.forecast(spell, arena.position(boar)).outcomes[boar].added
            arena.cast(spell, arena.position(boar))
        return sum(lost(arena.wait().trace, boar) for _ in range(20)), told

    alone, _ = taken(second)
    both, told = taken(first, second)
    assert both == alone + taken(first)[0]
    assert told == alone


@pytest.mark.parametrize("spell", ["Kindling", "Hoarfrost", "Vitriol"])
def test_what_burns_underfoot_is_followed_until_it_ends(draw: Draw, spell: str) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90, knows=spell)
    boar = arena.find("Wild Boar")
    outcome = arena.forecast(spell, arena.position(boar)).outcomes[boar]
    longest = 0
    for again in lives(arena, 12):
        acted = lost(again.cast(spell, again.position(boar)).trace, boar)
        turns = [lost(again.wait().trace, boar) for _ in range(8)]
        longest = max(longest, *(turn for turn, taken in enumerate(turns, 1) if taken))
        assert outcome.later[0] <= sum(turns) <= outcome.later[2]
        assert outcome.damage[0] <= acted <= acted + sum(turns) <= outcome.damage[2]
    assert longest > TURNS


@pytest.mark.parametrize(
    ("spell", "hazard"), [("Miasma", "Poison Gas"), ("Hoarfrost", "Ice Mist"), ("Kindling", "Fire")]
)
def test_what_an_act_keeps_going_that_was_about_to_end_is_followed(
    draw: Draw, spell: str, hazard: str
) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90)
    boar = arena.find("Wild Boar")
    where = arena.position(boar)
    assert where is not None
    arena.set_pools(boar, max_hp=90, hp=90)
    arena.teach(spell)
    inflict_at(arena, "kindle", where, hazard=hazard, turns=1)
    outcome = arena.forecast(spell, where).outcomes[boar]
    longest = 0
    for again in lives(arena, 12):
        again.cast(spell, where)
        taken = [lost(again.wait().trace, boar) for _ in range(8)]
        longest = max(longest, *(turn for turn, hp in enumerate(taken, 1) if hp))
        assert outcome.later[0] <= sum(taken) <= outcome.later[2]
        assert outcome.anyway[0] <= taken[0] <= outcome.anyway[2], "the first turn came anyway"
    assert longest > 1, "it did not end when it would have"


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_of_a_fire_that_an_act_prolongs_it_is_told_what_it_would_do_anyway(
    draw: Draw, left: int
) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Wild Boar"}, hp=90)
    boar = arena.find("Wild Boar")
    where = arena.position(boar)
    assert where is not None
    arena.teach("Kindling")
    inflict_at(arena, "kindle", where, hazard="Fire", turns=left)
    outcome = arena.forecast("Kindling", where).outcomes[boar]
    for again in lives(arena, 12):
        acted = lost(again.cast("Kindling", where).trace, boar)
        turns = [lost(again.wait().trace, boar) for _ in range(8)]
        assert outcome.later[0] <= sum(turns) <= outcome.later[2]
        assert outcome.anyway[0] <= sum(turns[:left]) <= outcome.anyway[2]
        assert outcome.damage[0] <= acted <= acted + sum(turns) <= outcome.damage[2]
    lasts = 4
    assert (outcome.later[2], outcome.anyway[2]) == (lasts * 5, left * 5), "five a turn at most"
    assert (outcome.added > 0) == (left < lasts)


@pytest.mark.parametrize("hp", [7, 8, 9, 10])
@pytest.mark.parametrize("seed", seeds(1, 3))
def test_whom_a_hard_blow_would_kill_loses_most_in_coming_turns_after_a_light_one(
    draw: Draw, hp: int, seed: int
) -> None:
    arena = draw(HALL.format("g"), raws=None, legend={"g": "Goblin"}, hp=90, seed=seed)
    goblin = arena.find("Goblin")
    where = arena.position(goblin)
    arena.set_pools(goblin, max_hp=hp, hp=hp)
    arena.teach("Hoarfrost")
    outcome = arena.forecast("Hoarfrost", where).outcomes[goblin]
    most = 0
    for again in lives(arena, 60):
        again.cast("Hoarfrost", where)
        turns = [lost(again.wait().trace, goblin) for _ in range(6) if again.alive(goblin)]
        most = max(most, sum(turns))
    assert most == hp - outcome.damage[0], "the weakest blow, and all that is left"
    assert outcome.later[2] == most


@pytest.mark.parametrize(("hp", "dies"), [(8, True), (12, False)])
def test_whoever_regenerates_outlives_what_would_kill_others(
    draw: Draw, hp: int, *, dies: bool
) -> None:
    arena = draw(HALL.format("o"), raws=None, legend={"o": "Gallery Troll"}, hp=90, knows="Venom")
    troll = arena.find("Gallery Troll")
    arena.set_pools(troll, hp=hp)
    outcome = arena.forecast("Venom", arena.position(troll)).outcomes[troll]
    arena.cast("Venom", arena.position(troll))
    turns = [lost(arena.wait().trace, troll) for _ in range(20)]
    assert outcome.later == (sum(turns), sum(turns), sum(turns))
    assert ("then dies" in outcome.notes, arena.alive(troll)) == (dies, not dies)


def test_of_several_who_divide_if_hurt_little_each_may_do_so_alone(stage: Stage) -> None:
    """The mildest dice leave enough of all, the hardest of none: so few samples leave enough of some."""
    arena = stage(
        "########\n#......#\n#@.ccc.#\n#......#\n########",
        {"c": "Gelatinous Cube"},
        knows="Brimstone Rain",
    )
    for cube in named(arena, "Gelatinous Cube"):
        arena.set_pools(cube, max_hp=60, hp=11)
    told = arena.forecast("Brimstone Rain", (4, 2)).facts
    counts = {fact.count: chance for fact, chance in told.items() if type(fact) is Appears}
    assert counts.keys() == {1, 2, 3}
    assert all(0 < chance < 0.01 for chance in counts.values())
