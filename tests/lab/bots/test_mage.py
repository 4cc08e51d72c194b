"""The mage bot: what it wears and buys, what it keeps away from, and that all this makes it outlive the greedy bot.

Which spell a mage casts: what is running already is no gain, and strangers stand in nobody's way.
"""

import sys
from collections.abc import Iterator
from statistics import median

import pytest

from roguelike.components import actors, magic
from roguelike.engine.play.commands import Cast, TakeStairs
from roguelike.engine.session import Session
from roguelike.lab.bots import appraisal, fighting, item_habits, retreat, shopping, spellcasting
from roguelike.lab.bots.roster import make_bot
from roguelike.lab.simulate import simulate
from roguelike.testing import Arena
from roguelike.world import ecs, perception
from roguelike.world.catalog import Catalog
from roguelike.world.spells import inscribed_on
from roguelike.world.terrain import Tile
from tests.lab.bots.playing import LUCK, hunted, played

FEW_TURNS = 60
ALL_SEEDS, ALL_TURNS = [str(seed) for seed in range(100)], 10_000
CLEARLY = 1.5
"""How many times the greedy bot's the mage's medians must be, of turns and of depth."""
CITY, CAVERNS = 10, 4
TROLLS_DEN = "################\n#@.%........T..#\n#.............%#\n################"
HALL = "###############\n#@............#\n###############"


@pytest.fixture
def hall() -> Iterator[Arena]:
    with Arena.from_ascii(HALL) as arena:
        yield arena


def test_it_lays_down_what_slows_it_and_puts_on_what_protects(hall: Arena) -> None:
    sword = hall.equip(hall.player, "Rusty Longsword")
    armor = hall.give(hall.player, "Leather Armor")
    dagger = hall.give(hall.player, "Dagger")
    session = played(hall, 4, item_habits.dress_lightly)
    worn = {view.entity for view in session.pack() if view.worn}
    assert worn == {armor, dagger}
    assert item_habits.worth_wearing(hall.game, sword) < item_habits.worth_wearing(
        hall.game, dagger
    )


def test_it_sells_the_sword_and_sets_out_with_food_first(catalog: Catalog) -> None:
    session, bot = Session.start("3", catalog), make_bot("mage", "3")
    while session.game.depth == 1 and session.game.turn < 400:
        bot.take_turn(session)
    names = [view.name for view in session.pack()]
    ecs.drop_world(session.game.world)
    assert session.game.depth == 2
    assert "Rusty Longsword" not in names
    assert any(name.startswith(("Rations", "Meat")) for name in names)


def test_what_it_needs_it_does_not_sell(hall: Arena) -> None:
    for name in ("Rations", "Health Potion", "Beginner's Magic"):
        hall.give(hall.player, name)
        hall.identify(name)
    hide = hall.give(hall.player, "Hide")
    assert shopping.surplus(hall.game) == [hide]
    hall.teach("Zap")
    assert len(shopping.surplus(hall.game)) == 2


def test_danger_grows_with_their_number_and_falls_with_mana(hall: Arena) -> None:
    hall.teach("Zap")
    foes = [hall.spawn("Goblin", x, 1) for x in (8, 10, 12)]
    assert 0 < appraisal.danger(hall.game, foes[:1]) < appraisal.danger(hall.game, foes)
    before = appraisal.danger(hall.game, foes)
    hall.set_pools(hall.player, mana=0)
    assert appraisal.danger(hall.game, foes) > before


def test_it_goes_away_from_a_sleeper_that_it_dreads(hall: Arena) -> None:
    bear = hall.spawn("Blind Cave Bear", 6, 1)
    ecs.get(bear, actors.Mind).awake = False
    assert appraisal.danger(hall.game, [bear], rested=True) > appraisal.DREADFUL
    caution = retreat.Caution()
    session = played(hall, 20, caution.watch, caution.shrink_back, caution.explore)
    assert session.here == (1, 1)


def test_it_goes_about_a_sleeper_that_it_came_upon_at_close_quarters() -> None:
    room = "#########\n#@......#\n#.......#\n#....B..#\n#########"
    with Arena.from_ascii(room, {"B": "Blind Cave Bear"}) as arena:
        ecs.get(arena.find("Blind Cave Bear"), actors.Mind).awake = False
        arena.spawn("Rations", 1, 3)
        caution = retreat.Caution()
        played(arena, 4, caution.watch, caution.explore)
        assert "Rations" in arena.inventory()


def test_it_explores_past_a_sleeper_that_it_does_not_dread(hall: Arena) -> None:
    rat = hall.spawn("Rat", 6, 1)
    ecs.get(rat, actors.Mind).awake = False
    assert appraisal.danger(hall.game, [rat], rested=True) <= appraisal.DREADFUL
    hall.spawn("Rations", 3, 1)
    caution = retreat.Caution()
    played(hall, 3, caution.watch, caution.shrink_back, caution.explore)
    assert "Rations" in hall.inventory()


def test_it_leaves_by_the_stairs_when_that_leaves_some_behind() -> None:
    with Arena.from_ascii("#########\n#gg@....#\n#########", {"g": "Goblin"}) as arena:
        arena.game.level.tiles[3, 1] = Tile.UP_STAIRS
        hunted(arena)
        arena.set_pools(arena.player, mana=0, hp=10)
        ideas = list(retreat.Caution().leave(Session(arena.game), arena.game.rng))
        assert TakeStairs(-1) in ideas


def test_it_stays_on_the_stairs_when_all_would_follow() -> None:
    with Arena.from_ascii("#########\n#.g@g...#\n#########", {"g": "Goblin"}) as arena:
        arena.game.level.tiles[3, 1] = Tile.UP_STAIRS
        hunted(arena)
        arena.set_pools(arena.player, mana=0, hp=10)
        assert list(retreat.Caution().leave(Session(arena.game), arena.game.rng)) == []


def test_where_there_is_no_other_way_it_dares_more(hall: Arena) -> None:
    bear = hall.spawn("Blind Cave Bear", 12, 1)
    ecs.get(bear, actors.Mind).awake = False
    hall.teach("Zap")
    hall.set_level(hall.player, 2)
    nerve = appraisal.Nerve()
    before = nerve.danger(hall.game, [bear])
    caution = retreat.Caution(nerve)
    session = played(hall, 15, caution.watch, caution.shrink_back, caution.explore)
    assert session.here[0] < 6, "for as long as it is careful it keeps off"
    assert not list(caution.take_heart(session, hall.game.rng))
    assert 0 < nerve.danger(hall.game, [bear]) <= before / 2


Games = tuple[list[int], list[int]]
"""The turns that each game of a bot lasted, and the depths they came to."""


def told(name: str, turns: list[int], depths: list[int], most: int) -> None:
    """Print the medians of one bot."""
    medians = f"median {median(turns):g} turns, depth {median(depths):g}"
    sys.stdout.write(f"\n{name} bot, {len(turns)} seeds, at most {most} turns: {medians}\n")


def lasts(name: str, most: int) -> int:
    """Let a bot play where a troll sleeps beside things to take; return how many turns it lasted."""
    with Arena.from_ascii(TROLLS_DEN, {"T": "Gallery Troll", "%": "Rations"}, minds=True) as den:
        ecs.get(den.find("Gallery Troll"), actors.Mind).awake = False
        den.teach("Zap")
        session, bot = Session(den.game), make_bot(name, "1")
        bot.play(session, until=most)
        return session.game.turn


def test_it_outlives_the_greedy_bot() -> None:
    """The short form of the next: what sleeps in the caverns is what the greedy ones die of."""
    assert lasts("greedy", FEW_TURNS) < FEW_TURNS
    assert lasts("mage", FEW_TURNS) == FEW_TURNS


@pytest.mark.soak
def test_it_clearly_outlives_the_greedy_bot_on_a_hundred_seeds() -> None:
    """The long form, every turn of it checked; it takes an hour or two."""
    found: dict[str, Games] = {}
    for name in ("greedy", "mage"):
        report = simulate(name, ALL_SEEDS, ALL_TURNS)
        assert not report.failures
        games = report.games
        found[name] = [game.turns for game in games], [game.deepest for game in games]
        told(name, *found[name], ALL_TURNS)
    (greedy, greedy_depths), (mage, mage_depths) = found["greedy"], found["mage"]
    assert median(mage) >= CLEARLY * median(greedy)
    assert median(mage_depths) >= CLEARLY * median(greedy_depths)
    assert max(mage_depths) >= CITY
    assert sum(depth > CAVERNS for depth in greedy_depths) <= len(ALL_SEEDS) / 3


def test_it_dares_more_after_walking_to_and_fro_before_what_it_does_not_see() -> None:
    """Between two tiles, each nearer to what the other kept it from, it spent 50,000 turns."""
    room = "##########\n#%..@...B#\n##########"
    with Arena.from_ascii(room, {"B": "Blind Cave Bear", "%": "Rations"}) as arena:
        ecs.get(arena.find("Blind Cave Bear"), actors.Mind).awake = False
        caution, session = retreat.Caution(), Session(arena.game)
        list(caution.watch(session, arena.game.rng))
        for turn in range(retreat.LATELY // 3 + 1):
            assert caution._dreaded, turn
            assert next(caution.explore(session, arena.game.rng), None) is not None
            arena.game.turn += 1  # it is where it was
        assert not caution._dreaded


LANE = "##########\n#@...g...#\n##########"


def test_who_is_poisoned_to_death_is_not_poisoned_again() -> None:
    with Arena.from_ascii(LANE, {"g": "Goblin"}) as arena:
        arena.teach("Venom")
        arena.set_pools(arena.player, mana=20, max_mana=20)
        goblin = arena.find("Goblin")
        session, venom = Session(arena.game), Cast("Venom", (5, 1))
        fresh = spellcasting._promise(session, venom)
        arena.cast("Venom", (5, 1))
        arena.set_pools(goblin, hp=2)
        assert spellcasting._promise(session, venom) <= 0 < fresh


def test_unknown_rods_and_scrolls_are_not_tried_where_others_stand_by() -> None:
    for stranger, tried in ((False, True), (True, False)):
        with Arena.from_ascii(LANE, {"g": "Goblin"}) as arena:
            arena.give(arena.player, "Fireball Scroll")
            if stranger:
                arena.spawn("Barkeep", 7, 1)
            ecs.get(arena.find("Goblin"), actors.Mind).target = arena.player
            assert bool(list(fighting.zap(Session(arena.game), LUCK))) is tried


@pytest.mark.parametrize("depth", [1, 2])
def test_no_spell_reaches_around_the_corners_of_the_town(depth: int) -> None:
    """Somebody died there whom the mage could not see, and no shop served it again: it starved, rich."""
    corner = "##########\n#........#\n#@......g#\n########.#\n##########"
    with Arena.from_ascii(corner, {"g": "Goblin"}, depth=depth) as arena:
        arena.teach("Hearth Unbound")
        arena.set_pools(arena.player, mana=20, max_mana=20)
        arena.game.level.explored[:] = True
        cast = Cast("Hearth Unbound", (8, 2))
        assert (8, 3) in Session(arena.game).forecast(cast).cells
        assert not arena.game.level.visible[8, 3]
        assert (spellcasting._promise(Session(arena.game), cast) > 0) is (depth > 1)


ROOM = "#######\n#@....#\n#######"
SPELLS = ("Itch", "Drench", "Open Window", "Zap", "Ember Dart", "Rude Gesture", "Storm's Favourite")


def test_what_is_worth_most_is_ready_whenever_it_was_learned() -> None:
    with Arena.from_ascii(ROOM) as arena:
        for name in SPELLS:
            arena.teach(name)
        ecs.get(arena.player, magic.KnownSpells).ready = 3
        played(arena, 8, spellcasting.Attunement().attune)
        ready = perception.ready_names(arena.player)
        assert len(ready) < len(perception.known_names(arena.player)), (
            "there are fewer places than spells"
        )
        worth = {name: spellcasting._worth(arena.game, name) for name in SPELLS}
        assert sorted(ready) == sorted(sorted(SPELLS, key=worth.__getitem__)[-len(ready) :])


def test_with_an_enemy_in_view_nothing_is_changed() -> None:
    with Arena.from_ascii("#######\n#@...g#\n#######", {"g": "Goblin"}) as arena:
        for name in SPELLS:
            arena.teach(name)
        ecs.get(arena.player, magic.KnownSpells).ready = 3
        session = Session(arena.game)
        assert not list(spellcasting.Attunement().attune(session, arena.game.rng))


def test_a_rune_goes_on_the_spell_that_gains_most() -> None:
    with Arena.from_ascii(ROOM) as arena:
        for name in ("Zap", "Storm's Favourite"):
            arena.teach(name)
        rune = arena.give(arena.player, "Thrifty Rune")
        gains = {
            name: spellcasting._gain(arena.game, name, "Thrifty Rune")
            for name in ("Zap", "Storm's Favourite")
        }
        played(arena, 1, spellcasting.inscribe)
        best = max(gains, key=gains.__getitem__)
        assert (inscribed_on(arena.player, best) == ("Thrifty Rune",)) == (gains[best] > 0)
        assert (rune in arena.inventory()) is False
