"""What forecasts once left out or got wrong, each as a drawn room, with the game's own data."""

from collections import Counter
from contextlib import suppress

import pytest

from roguelike.actions.action import attempt
from roguelike.actions.carrying import Equip
from roguelike.actions.melee import Melee
from roguelike.actions.shooting import Shoot
from roguelike.actions.spell_use import Cast
from roguelike.components.spatial import Body
from roguelike.components.vitals import Pools
from roguelike.core.rng import Stream
from roguelike.effects import registry
from roguelike.effects.dispatch import drain
from roguelike.effects.foresight.forecast import Outcome
from roguelike.effects.foresight.rehearsal import rehearsing, run_prefix
from roguelike.engine.aiming import foresee
from roguelike.engine.reply import reply
from roguelike.testing import Arena
from roguelike.testing.catalogs import catalog_for
from roguelike.world import ecs
from roguelike.world.changes import Died
from roguelike.world.figures import experience_to_leave
from tests.halls import Stage, afflict
from tests.rooms import Draw, fingerprint, inflict_at

ROW = "##########\n#@..g..o.#\n##########"
RINGS = ("Ring of Wit", "Ring of Butterfingers", "Ring of Embers", "Ring of Mending")
SQUARE = """
############
#..........#
#....oo....#
#.@..oo....#
#..........#
############
"""


def foes(arena: Arena) -> list[int]:
    """List everybody but the player, by id."""
    return sorted(set(arena.game.level.blockers.values()) - {arena.player})


def of_player(arena: Arena, what: str | int, aim: tuple[int, int] | None = None) -> Outcome:
    """Return what the player would come to."""
    if isinstance(what, str) and what not in ("wait", "step", "melee", "shoot"):
        arena.teach(what)
    return arena.forecast(what, aim).outcomes.get(arena.player, Outcome())


def of_goblin(arena: Arena, what: str, aim: tuple[int, int] = (4, 1)) -> Outcome:
    """Return what the goblin would come to."""
    if what not in ("wait", "step", "melee", "shoot"):
        arena.teach(what)
    return arena.forecast(what, aim).outcomes.get(arena.find("Goblin"), Outcome())


# --- blows and shots at those whom nobody sees


def test_a_shot_at_the_unseen_is_refused_and_leaves_no_second_shadow(stage: Stage) -> None:
    arena = stage("########\n#@..r..#\n########", {"r": "Rat"}, hp=1)
    rat = arena.find("Rat")
    arena.equip(arena.player, "Shortbow")
    afflict(arena, rat, "Invisible", 9)
    before = fingerprint(arena)
    assert foresee(arena.game, arena.player, Shoot(rat)).refused == "You see nobody there."
    assert arena.forecast("shoot", (4, 1)).refused == "You see nobody there."
    assert fingerprint(arena) == before
    assert arena.game.level.at[4, 1] == [rat]


def test_whoever_stands_on_a_tile_is_entered_there_once(stage: Stage) -> None:
    arena = stage()
    goblin = arena.find("Goblin")
    spot = arena.position(goblin)
    assert spot is not None
    with pytest.raises(ValueError, match="twice"):
        arena.game.level.place(goblin, spot, ecs.get(goblin, Body))


# --- chances


@pytest.mark.parametrize(
    ("spell", "share"), [("Falling Sky", 0.4), ("Brimstone Rain", 0.5), ("Ricochet", 0.6)]
)
def test_chances_to_kill_are_those_of_real_executions(
    stage: Stage, spell: str, share: float
) -> None:
    arena = stage(SQUARE)
    arena.teach(spell)
    least, _, most = of_orcs(arena, spell)[0].damage
    for orc in foes(arena):
        arena.set_pools(orc, hp=round(least + (most - least) * share))
    foreseen = arena.forecast(spell, (5, 3)).outcomes
    died = executions(arena, spell, (5, 3), 2000)
    for orc, outcome in foreseen.items():
        assert outcome.kill == pytest.approx(died[orc] / 2000, abs=0.03)


@pytest.mark.parametrize("spell", ["Dawn's Rebuke", "Falling Sky", "Brimstone Rain"])
def test_what_hits_all_alike_is_shown_alike(stage: Stage, spell: str) -> None:
    arena = stage(SQUARE)
    arena.teach(spell)
    least, _, most = of_orcs(arena, spell)[0].damage
    for orc in foes(arena):
        arena.set_pools(orc, hp=(least + most) // 2)
    first, *others = of_orcs(arena, spell)
    assert 0 < first.kill < 1
    assert len(others) == 3
    assert all((other.kill, other.damage) == (first.kill, first.damage) for other in others)


def of_orcs(arena: Arena, spell: str) -> list[Outcome]:
    """Return what a spell amid four orcs does to each that it reaches."""
    outcomes = arena.forecast(spell, (5, 3)).outcomes
    return [outcomes[orc] for orc in foes(arena) if orc in outcomes]


def executions(arena: Arena, spell: str, aim: tuple[int, int], times: int) -> Counter[int]:
    """Cast a spell so many times with honest dice, taking it back each time; count who died how often."""
    game, rng = arena.game, Stream("executions")
    died: Counter[int] = Counter()

    def act() -> None:
        attempt(Cast(spell, aim), arena.player, game)

    with rehearsing(game, rng):
        prefix = run_prefix(game, act)
        for _ in range(times):
            died.update(
                prefix.play(rng, lambda _, changes: [c.entity for c in changes if type(c) is Died])
            )
    return died


def test_the_most_healing_includes_a_kill_by_what_the_weapon_drinks(stage: Stage) -> None:
    arena = stage("######\n#@g..#\n######")
    player, goblin = arena.player, arena.find("Goblin")
    arena.equip(player, "Thirsty Longsword +1")
    arena.set_pools(player, hp=2)
    arena.set_pools(goblin, hp=9)
    pools = ecs.get(player, Pools)
    pools.xp = experience_to_leave(arena.game.content, pools.level) - 1
    told = arena.forecast("melee", (2, 1)).outcomes[player].healing
    rng = Stream("thirst")
    most = 0
    for _ in range(600):
        with rehearsing(arena.game, rng):
            attempt(Melee(goblin), player, arena.game)
            drain(arena.game)
            most = max(most, arena.hp(player) - 2)
    assert most == told[2]


def test_a_few_hundred_rolls_are_all_tried(stage: Stage) -> None:
    arena = stage("######\n#@g..#\n######")
    arena.equip(arena.player, "Longsword")
    arena.set_pools(arena.find("Goblin"), hp=5)
    of = of_goblin(arena, "melee", (2, 1))
    assert of.kill * 20 * 8 == pytest.approx(round(of.kill * 20 * 8), abs=1e-6)


@pytest.mark.parametrize(
    ("weapon", "hp", "status"),
    [("Numbing Shortsword +1", 4, "Stunned"), ("Barbed War Axe +2", 5, "Bleeding")],
)
def test_a_status_that_only_a_middling_blow_can_bring_is_named(
    weapon: str, hp: int, status: str
) -> None:
    with Arena.from_ascii("####\n#@m#\n####", {"m": "Deathcap Mushroom"}) as arena:
        mushroom = arena.find("Deathcap Mushroom")
        arena.equip(arena.player, weapon)
        arena.set_pools(mushroom, hp=hp)
        arena.set_pools(arena.player, hp=30)
        found = arena.forecast("melee", (2, 1)).outcomes[mushroom].statuses
        assert 0 < found[status][0] < 0.1


# --- what is not a number


@pytest.mark.parametrize(
    ("spell", "words"),
    [
        ("Rude Gesture", "driven 2 tiles"),
        ("Fishhook", "drawn 2 tiles"),
        ("Drench", "driven 1 tile"),
        ("Change Partners", "changes places with you"),
    ],
)
def test_whoever_is_moved_is_told_so(stage: Stage, spell: str, words: str) -> None:
    assert of_goblin(stage(ROW), spell).notes == {words: 1.0}


def test_the_caster_is_told_where_they_go(stage: Stage) -> None:
    assert of_player(stage(ROW), "Change Partners", (4, 1)).notes == {
        "changes places with the goblin": 1.0
    }
    assert of_player(stage(), "Elsewhere").notes == {"moves elsewhere": 1.0}


def test_a_step_goes_without_saying(stage: Stage) -> None:
    assert of_player(stage(ROW), "step", (2, 1)) == Outcome()


def test_lost_haste_and_broken_shields_are_told(stage: Stage) -> None:
    arena = stage(ROW)
    afflict(arena, arena.find("Goblin"), "Hasted", 9, -3.0)
    found = of_goblin(arena, "Web")
    assert (found.notes, found.statuses) == ({"loses Hasted": 1.0}, {})
    arena = stage(ROW)
    afflict(arena, arena.find("Goblin"), "Shielded", 9, 3.0)
    assert of_goblin(arena, "Zap").notes == {"shield breaks": 1.0}
    arena = stage(ROW)
    afflict(arena, arena.find("Goblin"), "Shielded", 9, 30.0)
    assert of_goblin(arena, "Zap").notes == {"shield weakens": 1.0}


@pytest.mark.parametrize(
    ("row", "spell", "aim", "words"),
    [
        ("#@..+..g.#", "Acid Breath", (4, 1), "the door is eaten away"),
        ("#@..~~~g.#", "Rime Lance", (5, 1), "ice closes over the deep"),
        ("#@......g#", "Pipe Smoke", (4, 1), "leaves smoke"),
        ('#@.."""".#', "Kindling", (4, 1), "the grass catches fire"),
    ],
)
def test_what_becomes_of_the_ground_is_told(
    stage: Stage, row: str, spell: str, aim: tuple[int, int], words: str
) -> None:
    arena = stage(f"##########\n{row}\n##########")
    arena.teach(spell)
    assert arena.forecast(spell, aim).notes[words] == 1.0


def test_how_many_come_is_told(draw: Draw) -> None:
    arena = draw("########\n#@.....#\n#....o.#\n########")
    arena.teach("Call")
    assert set(arena.forecast("Call").notes) == {"a sprite appears ×2"}


def test_mana_that_is_paid_or_taken_is_told(stage: Stage) -> None:
    cost = catalog_for(None).spells["Change Partners"].mana_cost
    assert of_player(stage(ROW), "Change Partners", (4, 1)).mana == (-cost, -cost, -cost)


# --- what follows


@pytest.mark.parametrize("spell", ["Itch", "Venom", "Paper Cuts"])
def test_statuses_that_hurt_are_followed_to_their_end(stage: Stage, spell: str) -> None:
    arena = stage(ROW)
    goblin = arena.find("Goblin")
    found = of_goblin(arena, spell)
    least, _, most = found.later
    assert 0 < least <= most
    assert found.damage[2] == found.damage[0] + most
    hp = arena.hp(goblin)
    arena.cast(spell, (4, 1))
    arena.wait(20)
    assert least <= hp - arena.hp(goblin) <= found.damage[2]


def test_burning_is_followed(stage: Stage) -> None:
    burning = [
        name
        for name in sorted(catalog_for(None).spells)
        for each in catalog_for(None).spells[name].use.effects
        if getattr(each, "status", "") == "Burning"
    ]
    assert burning
    for spell in burning:
        arena = stage(ROW)
        found = of_goblin(arena, spell, (2, 1) if "Touch" in spell else (4, 1))
        if "Burning" in found.statuses:
            assert found.later[2] > 0


def test_smoke_says_that_everyone_in_it_will_be_blinded(stage: Stage) -> None:
    arena = stage("########\n#.g.o..#\n#@.....#\n########")
    arena.teach("Pipe Smoke")
    found = arena.forecast("Pipe Smoke", (3, 1)).outcomes
    for foe in foes(arena):
        assert found[foe].notes["then Blinded"] > 0


def test_whom_an_act_moves_into_a_fire_it_burns(stage: Stage) -> None:
    arena = stage("##########\n#@.t.....#\n##########", {"t": "Hall Troll"})
    arena.teach("Rude Gesture")
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


@pytest.mark.parametrize("beside", [(2, 1), (1, 2), (3, 2), (2, 3)])
def test_a_cloud_may_drift_any_way(draw: Draw, beside: tuple[int, int]) -> None:
    arena = draw("#########\n#.......#\n#.......#\n#......@#\n#########")
    goblin = arena.spawn("Goblin", *beside)
    arena.teach("Fume")
    assert arena.forecast("Fume", (2, 2)).outcomes[goblin].notes["then Confusion"] > 0


# --- every command


def test_every_command_can_be_foreseen_by_its_name(stage: Stage) -> None:
    arena = stage("######\n#@g..#\n######")
    arena.equip(arena.player, "Shortbow")
    goblin = arena.find("Goblin")
    assert arena.forecast("wait").outcomes == {}
    blow = arena.forecast("melee", (2, 1)).outcomes[goblin]
    assert blow.damage[2] > 0
    assert arena.forecast("step", (2, 1)).outcomes[goblin] == blow  # bumping is striking
    assert arena.forecast("shoot", (2, 1)).outcomes[goblin].damage[2] > 0
    assert arena.forecast("melee", (1, 1)).refused
    assert arena.forecast("melee", (4, 1)).refused
    assert arena.forecast("step", (4, 1)).refused == "That is more than a step away."
    potion = arena.give(arena.player, "Health Potion")
    arena.identify("Health Potion")
    arena.set_pools(arena.player, hp=5)
    assert arena.forecast(potion).outcomes[arena.player].healing[2] > 0
    assert arena.forecast("melee", (1, 1), by=goblin).outcomes[arena.player].damage[2] > 0
    with pytest.raises(ValueError, match="tile"):
        arena.forecast("step")


# --- no mark, whatever goes wrong


SCENE = '''
###############
#...."""".~~..#
#@.g."o"".~~+.#
#..k.""""..F..#
###############
'''


def whole(arena: Arena) -> tuple[object, ...]:
    """Return all that a rehearsal must put back, the caches too."""
    game, level = arena.game, arena.game.level
    return (
        *fingerprint(arena),
        id(game.caches),
        {kind: id(answer) for kind, (_, answer) in game.caches.kept.items()},
        level.walkable.tobytes(),
        level.transparent.tobytes(),
        tuple(level.crowd),
        sorted(level.shut),
        sorted(level.screens),
        sorted(level.hazards.items()),
        sorted(level.stains),
    )


def test_unknown_rings_are_put_on_alike_as_far_as_the_player_is_told() -> None:
    told = set()
    for name in RINGS:
        with Arena.from_ascii(ROW, {"g": "Goblin", "o": "Orc"}, minds=True) as arena:
            arena.set_pools(arena.player, hp=10)
            wear = Equip(arena.give(arena.player, name))
            seen = foresee(arena.game, arena.player, wear)
            assert seen.refused is None
            assert seen.outcomes == {}
            told.add(repr(reply(arena.game, wear, samples=8)))
            arena.identify(name)
            assert foresee(arena.game, arena.player, wear).outcomes
    assert len(told) == 1


def test_what_a_scroll_would_tell_of_a_thing_is_not_told_before_it_is_read() -> None:
    with Arena.from_ascii(ROW, {"g": "Goblin", "o": "Orc"}) as arena:
        arena.identify("Identify Scroll")
        scroll = arena.give(arena.player, "Identify Scroll")
        potion = arena.give(arena.player, "Poison Potion")
        called = arena.shown_name(potion).lower()
        seen = arena.forecast(scroll)
        assert seen.notes == {f"you learn what the {called} is": 1.0}
        assert seen.outcomes == {}
        assert arena.use(scroll).log == (f"The {called} is a poison potion.",)


@pytest.mark.parametrize("kind", sorted(registry.HANDLERS, key=lambda kind: kind.__name__))
def test_a_fault_in_any_handler_leaves_no_mark(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, kind: type
) -> None:
    arena = stage(SCENE, {"k": "Kobold", "F": "Firecap Mushroom"}, hp=6)
    arena.set_pools(arena.player, hp=3)
    tried = [*spells_with(kind), "Zap", "Kindling"]
    for spell in tried:
        arena.teach(spell)
    before = whole(arena)
    handler = registry.HANDLERS[kind]

    def faulty(effect: object, hit: registry.Hit, game: object) -> None:
        handler(effect, hit, game)
        raise ZeroDivisionError

    monkeypatch.setitem(registry.HANDLERS, kind, faulty)
    for spell in tried:
        for aim in ((3, 2), (6, 2)):
            with suppress(ZeroDivisionError):
                arena.forecast(spell, aim)
            assert whole(arena) == before


def spells_with(kind: type) -> list[str]:
    """List up to two spells that have an effect of some kind."""
    spells = catalog_for(None).spells
    return [
        name for name in sorted(spells) if any(type(e) is kind for e in spells[name].use.effects)
    ][:2]


WIDE = """
##################
#................#
#................#
#..@.....o.......#
#................#
#................#
##################
"""


@pytest.mark.parametrize("aim", [(4, 2), (4, 4), (5, 3)])
def test_a_flight_that_leaves_known_ground_does_not_turn_back_from_it(
    stage: Stage, aim: tuple[int, int]
) -> None:
    arena = stage(WIDE)
    arena.teach("Ricochet")
    told = arena.forecast("Ricochet", aim)
    flown = next(each.path for each in arena.cast("Ricochet", aim).trace if hasattr(each, "path"))
    assert told.path == flown[: len(told.path)]
