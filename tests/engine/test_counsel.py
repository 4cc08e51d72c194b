"""Counsel: what the player could do, by what it costs; what it leaves out; how it is worked out bit by bit."""

import pytest

from roguelike.actions import acting, item_use, melee, moving, shooting, spell_use
from roguelike.engine.foreseeing import planning
from roguelike.engine.foreseeing.counsel import Counsel, Sampling, commands_of
from roguelike.engine.foreseeing.reply import reply
from roguelike.lab.campaigns.marks import marks
from roguelike.testing import Arena
from roguelike.world.game import Game
from roguelike.world.terrain import Tile
from tests.actions.test_shooting import hall
from tests.rooms import Draw, inflict, room

BESET = """
########
#......#
#..b...#
#.@b...#
#..b...#
########
"""
BRUTES = {"b": "Brute"}


def beset(draw: Draw, hp: int = 3) -> Arena:
    """Return a room in which a hero with hardly any hit points is struck from three sides."""
    arena = draw(BESET, BRUTES, minds=True)
    arena.set_pools(arena.player, hp=hp, max_hp=60)
    return arena


def test_what_saves_stands_before_what_kills(draw: Draw) -> None:
    arena = beset(draw)
    arena.identify("Great Health Potion")
    potion = arena.give(arena.player, "Great Health Potion")
    rows = Counsel(arena.game).finish()
    assert rows[0].action == item_use.UseItem(potion)
    assert rows[0].words == "drink the Great Health Potion"
    risks = [round(row.reply.death, 2) for row in rows]
    assert risks == sorted(risks)
    assert risks[-1] > risks[0]


def test_of_what_risks_the_same_the_smaller_loss_stands_first(draw: Draw) -> None:
    arena = beset(draw, hp=60)
    rows = Counsel(arena.game).finish()
    assert {row.reply.death for row in rows} == {0.0}
    losses = [round(row.loss) for row in rows]
    assert losses == sorted(losses)
    assert losses[0] < losses[-1]


def test_of_what_costs_the_same_the_greater_gain_stands_first(draw: Draw) -> None:
    arena = draw("##########\n#@....r..#\n##########", knows="Sparks")
    rows = Counsel(arena.game, minds=False).finish()
    assert isinstance(rows[0].action, spell_use.Cast)
    assert {row.loss for row in rows} == {0.0}
    assert rows[0].gain > rows[1].gain


def test_every_sort_of_command_is_offered(draw: Draw) -> None:
    arena = draw("#######\n#r@+.o#\n#.....#\n#######", {"+": "Door"})
    arena.game.level.tiles[2, 1] = Tile.DOWN_STAIRS
    arena.teach("Zap")
    arena.teach("Ward")
    arena.teach("Nova")
    arena.equip(arena.player, "Shortbow")
    arena.identify("Fireball Scroll")
    arena.give(arena.player, "Fireball Scroll")
    arena.move(1, 0)
    rat, ogre = arena.find("Rat"), arena.find("Ogre")
    commands = list(commands_of(arena.game))
    kinds = {type(each) for each in commands}
    assert {
        moving.Rest,
        melee.Melee,
        shooting.Shoot,
        spell_use.Cast,
        item_use.UseItem,
        moving.Step,
        moving.TakeStairs,
        moving.CloseDoor,
    } <= kinds
    assert melee.Melee(rat) in commands
    assert shooting.Shoot(ogre) in commands
    assert spell_use.Cast("Zap", arena.position(rat)) in commands
    assert spell_use.Cast("Ward", arena.position(arena.player)) in commands, (
        "what does good is aimed at oneself"
    )
    assert spell_use.Cast("Nova") in commands
    rows = Counsel(arena.game, minds=False).finish()
    assert moving.TakeStairs(1) in [row.action for row in rows]
    assert moving.TakeStairs(-1) not in [row.action for row in rows], "what is refused is no choice"
    assert "close the door" in [row.words for row in rows]


@pytest.mark.parametrize("status", ["Asleep", "Confusion"])
def test_who_has_no_choice_is_offered_nothing_but_to_wait(draw: Draw, status: str) -> None:
    """The confused stumble about whatever they mean to do, and no potion is drunk."""
    arena = beset(draw)
    arena.teach("Zap")
    assert len(list(commands_of(arena.game))) > 1
    inflict(arena, "status", arena.player, status=status, turns=4)
    assert list(commands_of(arena.game)) == [moving.Rest()]
    (row,) = Counsel(arena.game).finish()
    assert row.reply.you.damage[2] > 0


def test_unknown_things_are_not_named(draw: Draw) -> None:
    arena = beset(draw)
    arena.give(arena.player, "Great Health Potion")
    arena.give(arena.player, "Fireball Scroll")
    assert not [each for each in commands_of(arena.game) if isinstance(each, item_use.UseItem)]


def test_a_spell_without_mana_or_voice_is_no_choice(draw: Draw) -> None:
    arena = beset(draw)
    arena.teach("Zap")
    arena.set_pools(arena.player, mana=0)
    assert not [each for each in commands_of(arena.game) if isinstance(each, spell_use.Cast)]
    arena.set_pools(arena.player, mana=4)
    assert [each for each in commands_of(arena.game) if isinstance(each, spell_use.Cast)]
    inflict(arena, "status", arena.player, status="Silenced", turns=5)
    assert not [each for each in commands_of(arena.game) if isinstance(each, spell_use.Cast)]


def test_what_is_not_seen_changes_nothing(draw: Draw) -> None:
    drawing = "#########\n#@...#..#\n#....#.{}#\n#########"
    tables = []
    for letter in ".o":
        arena = draw(drawing.format(letter), minds=True, knows="Blink")
        tables.append([(row.words, row.danger) for row in Counsel(arena.game).finish()])
    assert tables[0] == tables[1]


def test_no_refuge_is_left_out_for_somebody_unseen_who_stands_there(draw: Draw) -> None:
    """The row of the tile was missing where a bat stood that nobody sees."""
    tables = []
    for letter in ".b":
        arena = draw(f"#########\n#..o@.{letter}##\n#########", {"b": "Bat"}, minds=True)
        arena.teach("Jump")
        if letter == "b":
            inflict(arena, "status", arena.find("Bat"), status="Invisible", turns=50)
        counsel = Counsel(arena.game)
        tables.append({row.words for row in counsel.finish()})
    assert "cast Jump at the tile 2 E" in tables[0]
    assert tables[0] == tables[1]


def test_it_is_worked_out_bit_by_bit_and_leaves_no_mark(draw: Draw) -> None:
    arena = beset(draw, hp=20)
    arena.teach("Zap")
    before = marks(arena.game, caches=True)
    counsel, listed = Counsel(arena.game), []
    while not counsel.is_finished:
        counsel.refine(4)
        assert marks(arena.game, caches=True) == before
        listed.append(len(counsel.rows))
    assert listed == sorted(listed)
    assert counsel.has_listed_all
    samples = [row.reply.samples for row in counsel.rows]
    assert max(samples) > min(samples), "the best are looked at more closely"
    again = Counsel(arena.game)
    again.refine(10_000)
    assert again.rows == counsel.rows, "in whatever bits it is asked for, it says the same"


def test_the_first_rows_are_of_the_best_aims_and_the_others_follow(draw: Draw) -> None:
    arena = beset(draw, hp=20)
    arena.teach("Zap")
    counsel = Counsel(arena.game)

    def aims() -> int:
        return sum(isinstance(row.action, spell_use.Cast) for row in counsel.rows)

    while not counsel.has_first_rows:
        counsel.refine(4)
    assert (aims(), counsel.has_listed_all) == (1, False)
    rows = Counsel(arena.game, rough=counsel).finish()
    assert aims() == 1
    assert {row.action for row in rows} == {row.action for row in Counsel(arena.game).finish()}


def test_the_most_that_any_row_tells_is_that_of_the_reply() -> None:
    """Of a bear that claws for up to 14, the last rows said "≤11" to the end."""
    drawing = "#####\n#...#\n#.@B#\n#...#\n#####"
    with Arena.from_ascii(drawing, {"B": "Blind Cave Bear"}, minds=True, seed="1") as arena:
        arena.set_pools(arena.player, hp=60, max_hp=60, mana=20, max_mana=20)
        arena.teach("Zap")
        for thing in ("Rations", "Dried Sausage"):
            arena.give(arena.player, thing)
        counsel = Counsel(arena.game)
        counsel.finish()
        assert len(counsel.table) > 6
        for _, row in counsel.table:
            told = reply(arena.game, row.action).you.at_once
            assert row.reply.you.at_once[2] == told[2], row.words


def test_the_most_that_the_first_rows_tell_is_that_of_the_reply() -> None:
    """By two extreme turns alone the most of one row was 69, and 72 were lost in a turn of sixty."""
    drawing = "#########\n#aag....#\n#.@gg...#\n#aga....#\n#########"
    legend = {"a": "Arbat Duellist", "g": "Goblin Archer"}
    with Arena.from_ascii(drawing, legend, minds=True) as arena:
        arena.set_pools(arena.player, hp=200, max_hp=200, mana=40, max_mana=40)
        for spell in ("Falling Sky", "Noon", "Dread"):
            arena.teach(spell)
        counsel = Counsel(arena.game)
        counsel.finish()
        for _, row in counsel.table[:6]:
            told = reply(arena.game, row.action).you.at_once
            assert row.reply.you.at_once[2] == told[2], row.words


def test_namesakes_are_told_apart_by_where_they_are(draw: Draw) -> None:
    arena = beset(draw)
    words = [row.words for row in Counsel(arena.game).finish()]
    assert {"strike the brute (1 NE)", "strike the brute (1 E)", "strike the brute (1 SE)"} <= set(
        words
    )
    assert len(words) == len(set(words))


def test_a_potion_that_breaks_is_thrown_at_foes_and_one_that_mends_is_not() -> None:
    with hall() as arena:
        potions = {
            name: arena.give(arena.player, name) for name in ("Poison Potion", "Health Potion")
        }
        unknown = arena.give(arena.player, "Sleep Potion")
        axe = arena.give(arena.player, "War Axe")
        for name in potions:
            arena.identify(name)
        thrown = {
            each.item: each.target
            for each in commands_of(arena.game)
            if isinstance(each, shooting.Throw)
        }
        goblin = arena.position(arena.find("Goblin"))
        assert thrown == {potions["Poison Potion"]: goblin, axe: goblin}
        assert unknown not in thrown


def worked_out(arena: Arena) -> Counsel:
    """Return the table, worked out to its end."""
    counsel = Counsel(arena.game)
    counsel.finish()
    return counsel


def test_no_scroll_is_spent_to_save_a_hit_point_or_two() -> None:
    drawing = "########\n#......#\n#.@r...#\n#......#\n########"
    with Arena.from_ascii(drawing, {"r": "Rat"}, minds=True) as arena:
        for scroll in ("Lightning Scroll", "Teleport Scroll", "Sleep Scroll"):
            arena.identify(scroll)
            arena.give(arena.player, scroll)
        table = worked_out(arena).table
        assert table[0][1].words == "strike the rat"
        dear = [cost for cost, row in table if "Scroll" in row.words]
        assert dear
        assert min(dear) >= table[0][0] + 4


def test_a_potion_that_heals_is_kept_until_it_may_save_a_life() -> None:
    with Arena.from_ascii("#####\n#@b.#\n#####", {"b": "Bandit"}, minds=True) as arena:
        arena.identify("Health Potion")
        arena.give(arena.player, "Health Potion")
        arena.set_pools(arena.player, hp=36, max_hp=60)
        assert worked_out(arena).table[0][1].words == "strike the bandit"
        arena.set_pools(arena.player, hp=3, max_hp=60)
        assert worked_out(arena).table[0][1].words == "drink the Health Potion"


def test_what_is_thrown_must_be_fetched_again() -> None:
    drawing = "########\n#@..r..#\n########"
    with Arena.from_ascii(drawing, {"r": "Rat"}, minds=True) as arena:
        arena.give(arena.player, "Dagger")
        costs = {row.words: cost for cost, row in worked_out(arena).table}
        assert costs["throw the Dagger at the rat"] > 0


@pytest.mark.parametrize("name", ["Orc", "Bandit Captain", "Fungus Man"])
def test_to_step_away_for_ever_is_not_cheaper_than_to_fight(name: str) -> None:
    """Whoever steps back from an orc that follows has the same turn before them again."""
    drawing = "##########\n#........#\n#...@o...#\n#........#\n##########"
    with Arena.from_ascii(drawing, {"o": name}, minds=True) as arena:
        arena.equip(arena.player, "Longsword")
        arena.set_pools(arena.player, hp=60, max_hp=60)
        table = worked_out(arena).table
        steps = [(cost, row) for cost, row in table if isinstance(row.action, moving.Step)]
        assert min(row.loss for _, row in steps) < next(
            row.loss for _, row in table if isinstance(row.action, melee.Melee)
        )
        assert table[0][1].words == f"strike the {name.lower()}"


def test_the_table_is_sorted_by_death_and_then_by_the_cost_all_told(draw: Draw) -> None:
    arena = beset(draw, hp=12)
    arena.teach("Zap")
    arena.identify("Great Health Potion")
    arena.give(arena.player, "Great Health Potion")
    table = worked_out(arena).table
    keys = [(row.danger[0], cost) for cost, row in table]
    assert keys == sorted(keys)
    assert all(cost >= round(row.loss) for cost, row in table)


def test_where_nobody_is_after_the_player_standing_still_costs_nothing(draw: Draw) -> None:
    arena = draw("######\n#@...#\n######", knows="Blink")
    table = worked_out(arena).table
    costs = {row.words: cost for cost, row in table}
    assert costs["wait"] == costs["step east"] == 0
    assert isinstance(table[-1][1].action, spell_use.Cast), "mana is not spent for nothing"
    assert table[-1][0] > 0


THREE_OFF = """
#########
#.......#
#.....o.#
#.@..o..#
#.....o.#
#.......#
#########
"""


def three_off(foe: str, spell: str) -> Arena:
    """Return a room with a hero of sixth level, bow in hand, who knows a spell, and three enemies at the end of it."""
    arena = Arena.from_ascii(THREE_OFF, {"o": foe}, minds=True)
    arena.set_level(arena.player, 6)
    arena.set_pools(arena.player, hp=40, max_hp=40, mana=12, max_mana=12)
    arena.equip(arena.player, "Shortbow")
    arena.teach(spell)
    return arena


@pytest.mark.parametrize(
    ("foe", "spell"),
    [("Orc", "Hoarfrost"), ("Orc", "Hearth Unbound"), ("Hall Troll", "Hearth Unbound")],
)
def test_mana_that_buys_far_more_harm_than_a_shot_is_not_charged(foe: str, spell: str) -> None:
    """Hoarfrost on three orcs stood below a shot at one of them, and what kills all three below waiting."""
    with three_off(foe, spell) as arena:
        table = worked_out(arena).table
        places = [type(row.action) for _, row in table]
        assert shooting.Shoot in places
        assert places[0] is spell_use.Cast, [(cost, row.words) for cost, row in table]
        assert table[0][0] <= min(
            cost for cost, row in table if isinstance(row.action, shooting.Shoot)
        )


def test_mana_that_buys_no_more_than_a_blow_is_charged() -> None:
    drawing = "########\n#......#\n#.@r...#\n#......#\n########"
    with Arena.from_ascii(drawing, {"r": "Mangy Wolf"}, minds=True) as arena:
        arena.equip(arena.player, "Longsword")
        arena.teach("Drench")
        arena.set_pools(arena.player, mana=12, max_mana=12)
        table = worked_out(arena).table
        costs = {type(row.action): cost for cost, row in reversed(table)}
        assert table[0][1].words == "strike the mangy wolf"
        assert costs[spell_use.Cast] > costs[melee.Melee]


def test_equal_rows_stand_by_the_fight_after_them_whatever_the_clock_says() -> None:
    with room("#########\n#@......#\n#......o#\n#########", minds=True, hp=30) as arena:
        game = arena.game
        arena.turn("wait")
        quick = Sampling(first=2, samples=4, best=2, thorough=False)
        one, other = planning.Considered(game, quick), planning.Considered(game, quick)
        one.finish()
        while not other.is_finished:
            other.refine(1, lambda: False)
        assert [row.action for _, row in one.table] == [row.action for _, row in other.table]
        plain = Counsel(game, quick)
        plain.finish()
        (cost, best), *_ = one.table
        equals = [
            row for each, row in plain.table if (each, row.danger[0]) == (cost, best.danger[0])
        ]
        assert len(equals) > 1
        assert best.action in [row.action for row in equals]
        told = {
            row.action: fight_after(game, row.action)
            for row in equals[: planning.FEW_EQUALS]
            if not row.action.leaves
        }
        assert told[best.action] == max(told.values())


def test_what_is_worked_out_of_one_game_is_told_of_it_while_another_is_looked_at() -> None:
    """On a drawn board, with a plan and counsel open over the title, the program ended with an error."""
    drawing = "#########\n#@......#\n#......o#\n#########"
    quick = Sampling(first=2, samples=4, best=2)
    with room(drawing, minds=True, hp=30) as arena, room("#@#", hp=7) as elsewhere:
        game = arena.game
        arena.turn("wait")
        found = []
        for other in (game, elsewhere.game):
            counsel, fight = planning.Considered(game, quick), planning.FightEstimate(game)
            other.enter()
            while not counsel.is_finished:
                counsel.refine(1, lambda: False)
                other.enter()
            while not fight.is_finished:
                fight.refine(lambda: False)
                other.enter()
            table = counsel.table
            other.enter()
            found.append((table, fight.told))
        assert found[0] == found[1]


def fight_after(game: Game, action: acting.Action) -> float:
    """Return what the fight after a command promises."""
    estimate = planning.FightEstimate(game, planning.EVENLY, first=action)
    estimate.refine()
    assert estimate.told is not None
    return planning.promise(game, estimate.told)
