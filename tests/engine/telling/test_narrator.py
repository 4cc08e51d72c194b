"""What the log says, word for word: who did what to whom, with articles, and nothing of what was not perceived."""

import pytest

from roguelike.actions.action import Done, perform
from roguelike.actions.carrying import PickUp
from roguelike.actions.moving import Step
from roguelike.actions.shooting import Shoot, Throw
from roguelike.components.actors import Mind
from roguelike.components.vitals import Pools
from roguelike.core.grammar import Message, Noun, a_or_an
from roguelike.effects.dispatch import drain
from roguelike.engine.telling.sentences import narrate
from roguelike.world import ecs
from roguelike.world.changes import move
from roguelike.world.derived_stats import stats_of
from roguelike.world.game import Cause
from roguelike.world.names import shown_name
from tests.rooms import Draw, catalog, inflict, room

PAIR = "######\n#@g..#\n######"


def test_a_spell_is_told_in_two_lines(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Zap")
    assert list(arena.cast("Zap", (2, 1)).log) == [
        "You cast Zap.",
        "The goblin takes 5 damage from Zap.",
    ]
    goblin = arena.find("Goblin")
    arena.teach("Zap", goblin)
    assert list(arena.cast("Zap", (1, 1), by=goblin).log) == [
        "The goblin casts Zap.",
        "You take 5 damage from Zap.",
    ]


def test_a_bolt_that_flies_on_through_the_dead_is_told_and_counted_as_one_cast() -> None:
    fires = (
        "Ember Dart",
        "Kindling",
        "Hearth Unbound",
        "Curtain of Embers",
        "Slow Match",
        "Pipe Smoke",
    )
    with room("#########\n#@.r.r.r#\n#########", raws=None) as arena:
        for spell in fires:
            arena.teach(spell)
        for rat in arena.game.level.at.values():
            arena.set_pools(rat[0], hp=1, mana=4)
        told = list(arena.cast("Ember Dart", (3, 1)).log)
        assert told.count("The rat dies.") == 3
        assert told.count("You cast Ember Dart.") == 1
        assert arena.game.tallies.spells_cast == 1


def test_a_status_behind_a_line_is_called_as_players_know_it() -> None:
    """The page of the log says why: not "Feared", which only the data knows."""
    with room("#####\n#@..#\n#####", raws=None) as arena:
        for name, called in (("Feared", "afraid"), ("Burning", "burning")):
            inflict(arena, "status", arena.player, status=name, turns=1, what="Dread")
            arena.wait(2)
            told = [line.why for line in arena.game.log if line.why and line.why[-1] != "Dread"]
            assert called in {each for why in told for each in why}
            assert name not in {each for why in told for each in why}


def test_an_unidentified_thing_behind_a_line_is_called_by_its_looks() -> None:
    """The page of the log says why, but not what a scroll is that was only thrown."""
    with room("######\n#@g..#\n######", {"g": "Goblin"}, raws=None) as arena:
        scroll = arena.give(arena.player, "Panic Scroll")
        looks = shown_name(arena.game, scroll)
        assert looks != "Panic Scroll"
        start = len(arena.game.trace)
        assert isinstance(perform(Throw(scroll, (3, 1)), arena.player, arena.game), Done)
        narrate(arena.game, start)
        behind = [line.why for line in arena.game.log if line.text.startswith("You throw")]
        assert behind == [(looks,)]


def test_a_death_is_told(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Flame")
    told = list(arena.cast("Flame", (2, 1)).log)
    assert told[-2:] == ["The goblin dies.", "You find 1 gold."]
    arena.set_pools(arena.player, hp=1)
    assert arena.cast("Flame", (1, 1)).log[-1] == "You die."


def test_ones_own_magic_upon_oneself(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.teach("Venom")
    assert list(arena.cast("Venom", (1, 1)).log) == ["You cast Venom.", "You are poisoned."]
    assert list(arena.wait().log) == ["You take 4 damage from Venom."]


BURDENED = "You carry more than you are strong enough for: it slows you down."
RELIEVED = "What you carry no longer weighs you down."


def test_too_heavy_a_load_is_told_once_and_its_end_too(draw: Draw) -> None:
    arena = draw("######\n#@...#\n######")
    crate = arena.spawn("Crate of Anvils", 1, 1)
    assert list(arena.pick_up().log)[-1] == BURDENED
    potion = arena.spawn("Health Potion", 1, 1)
    assert BURDENED not in arena.pick_up().log
    assert list(arena.drop(potion).log)[1:] == []
    assert list(arena.wait(3).log) == []
    assert list(arena.drop(crate).log)[-1] == RELIEVED
    assert list(arena.wait(3).log) == []


def test_strength_that_comes_and_goes_may_make_the_load_too_heavy(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.give(arena.player, "Crate of Anvils")
    assert stats_of(arena.player).penalty > 0
    arena.teach("Giant's Back")
    assert RELIEVED in arena.cast("Giant's Back").log
    assert BURDENED in arena.wait(4).log


def test_the_load_of_others_is_not_told(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    stats_of(goblin)
    arena.spawn("Crate of Anvils", 2, 1)
    result = perform(PickUp(), goblin, arena.game)
    assert result == Done()
    narrate(arena.game, 0)
    assert BURDENED not in arena.log


def test_a_blow_that_a_shield_takes_whole_is_told(draw: Draw) -> None:
    arena = draw("######\n#@o..#\n######")
    ogre = arena.find("Ogre")
    arena.teach("Zap")
    inflict(arena, "status", ogre, status="Shielded", strength=6)
    assert list(arena.cast("Zap", (2, 1)).log) == [
        "You cast Zap.",
        "Nothing of Zap gets through to the ogre.",
    ]
    assert list(arena.cast("Zap", (2, 1)).log)[1:] == [
        "The ogre is no longer affected: shielded.",
        "The ogre takes 4 damage from Zap.",
    ]
    inflict(arena, "status", ogre, status="Shielded", strength=60)
    arena.equip(arena.player, "Needle")
    assert list(arena.melee(ogre).log)[-1] == "You hit the ogre, but nothing gets through."


@pytest.mark.parametrize("name", ["begins", "ends", "warning"])
def test_of_many_who_are_charmed_it_speaks_as_of_many(name: str) -> None:
    template = getattr(catalog().status("Charmed"), name)
    wolves, rat = Noun("wolves", 1, plural=True), Noun("rat", 2)
    many, one = (Message(template, (noun,)).text for noun in (wolves, rat))
    assert many.startswith("The wolves ")
    assert not any(word in f" {many} " for word in (" it ", " you ", " its ", " your "))
    assert one != many.replace("wolves", "rat")


@pytest.mark.parametrize(
    ("trap", "expected"),
    [
        ("Bear Trap", ["The bear trap goes off!", "You take 6 damage from the bear trap."]),
        ("Watch Fire", ["You take 6 damage from the watch fire."]),
        ("Brazier", ["You take 3 damage from the brazier."]),
    ],
)
def test_traps_and_fires_have_articles(draw: Draw, trap: str, expected: list[str]) -> None:
    arena = draw("######\n#@t..#\n######", {"t": trap})
    assert list(arena.move(1, 0).log) == expected


def test_an_altar_does_not_go_off(draw: Draw) -> None:
    arena = draw("######\n#@a..#\n######")
    assert list(arena.move(1, 0).log) == []
    arena.move(1, 0)
    arena.set_pools(arena.player, hp=3)
    assert list(arena.move(-1, 0).log) == ["You recover 27 health."]


def test_things_that_hurt_have_articles(draw: Draw) -> None:
    arena = draw(PAIR)
    arena.identify("Magic Missile Scroll")
    arena.set_pools(arena.find("Goblin"), max_hp=99, hp=99)
    result = arena.use(arena.give(arena.player, "Magic Missile Scroll"), (2, 1))
    assert result.log[-1] == "The goblin takes 20 damage from the magic missile scroll."


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("Leather Boots", "You pick up leather boots."),
        ("Rations", "You pick up rations."),
        ("Torn Trousers", "You pick up torn trousers."),
        ("Steel Greaves +2", "You pick up Unidentified Steel Greaves."),
        ("Gauntlets of Ogre Power", "You pick up unidentified gauntlets."),
        ("Dagger", "You pick up a dagger."),
        ("Hide", "You pick up a hide."),
        ("Beginner's Magic", "You pick up Beginner's Magic."),
    ],
)
def test_plurals_and_titles_are_picked_up(draw: Draw, item: str, expected: str) -> None:
    arena = draw("####\n#@.#\n####")
    arena.spawn(item, 1, 1)
    (line,) = arena.pick_up().log
    assert line.lower() == expected.lower()


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("Gauntlets of Ogre Power", "The Unidentified Gauntlets are Gauntlets of Ogre Power."),
        ("Leather Boots +1", "The Unidentified Leather Boots are Leather Boots +1."),
        ("Dunce Cap", "The Odd Cap is a Dunce Cap."),
        ("Longsword +1", "The Unidentified Longsword is a Longsword +1."),
    ],
)
def test_what_a_thing_turned_out_to_be(draw: Draw, item: str, expected: str) -> None:
    arena = draw("####\n#@.#\n####")
    log = [line.lower() for line in arena.use(arena.give(arena.player, item)).log]
    assert expected.lower() in log


def test_a_blow_at_something_unseen_names_nothing(draw: Draw) -> None:
    arena = draw("########\n#@.g#k.#\n###.####\n########")
    goblin, kobold = arena.find("Goblin"), arena.find("Kobold")
    game = arena.game
    for seed in range(8):
        move(game, kobold, (4, 2), Cause("a test"))
        game.level.visible = game.level.visible.copy()
        game.level.visible[4, 2] = False
        arena.set_pools(kobold, hp=9)
        game.rng = type(game.rng)(seed, "a test")
        start = len(game.log)
        from roguelike.actions.action import perform
        from roguelike.actions.melee import Melee

        trace = len(game.trace)
        perform(Melee(kobold), goblin, game)
        narrate(game, trace)
        lines = [line.text for line in game.log[start:]]
        assert lines
        assert all("kobold" not in line for line in lines)
        assert "something" in lines[0]


def test_a_shot_from_something_unseen_names_nothing(draw: Draw) -> None:
    arena = draw("########\n#@...A.#\n########", {"A": "Goblin Archer"})
    inflict(arena, "status", arena.player, status="Blind", turns=9)
    arena.wait()
    result = arena.shoot(arena.player, by=arena.find("Goblin Archer"))
    assert result.log[0].startswith(
        ("Something shoots you", "Something misses you", "Something fumbles")
    )


def test_mana_that_somebody_takes_is_lost_and_not_found(draw: Draw) -> None:
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    arena.teach("Sip", goblin)
    arena.set_pools(goblin, mana=2, max_mana=20)
    arena.set_pools(arena.player, mana=4)
    result = arena.cast("Sip", arena.position(arena.player), by=goblin)
    assert arena.mana(arena.player) == 2
    assert list(result.log)[-1] == "You lose 2 mana to Sip."


@pytest.mark.parametrize("by_spell", [True, False])
def test_the_gold_of_the_dead_is_told_however_they_died(draw: Draw, by_spell: bool) -> None:  # noqa: FBT001
    arena = draw(PAIR)
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, hp=1)
    ecs.get(goblin, Pools).gold = 5.0
    arena.teach("Zap")
    told: list[str] = []
    while arena.alive(goblin):
        told = list(
            (arena.cast("Zap", arena.position(goblin)) if by_spell else arena.melee(goblin)).log
        )
    assert arena.gold(arena.player) == 5
    assert "You find 5 gold." in told


def test_fights_out_of_sight_make_no_lines(draw: Draw) -> None:
    arena = draw("###########\n#@.#.g.r..#\n#..#......#\n###########", minds=True)
    trace = []
    for _ in range(25):
        result = arena.wait()
        trace += list(result.trace)
        assert list(result.log) == []
    assert any(type(change).__name__ == "Rolled" for change in trace)


def test_magic_out_of_sight_makes_no_lines(draw: Draw) -> None:
    arena = draw("###########\n#@.#.F.g..#\n#..#......#\n###########")
    cap = arena.find("Firecap Mushroom")
    result = arena.cast("Explode", by=cap)
    assert result.refused is None
    assert list(result.log) == []


def test_whom_ones_own_poison_kills_out_of_sight_is_told_as_something() -> None:
    """A goblin hexer fled out of sight and died there: the log said only "You find 9 gold."."""
    with room("###########\n#@.#.g.r..#\n#..#......#\n###########") as arena:
        goblin, rat = arena.find("Goblin"), arena.find("Rat")
        lines, start = len(arena.game.log), len(arena.game.trace)
        inflict(arena, "death", goblin, by=arena.player)
        inflict(arena, "death", rat, by=goblin)
        narrate(arena.game, start)
        assert [line.text for line in arena.game.log[lines:]] == [
            "Something that you hurt dies out of sight.",
            "You find 1 gold.",
        ]


@pytest.mark.parametrize(
    ("name", "status", "tone"),
    [
        ("Friend", "Marked", "bad"),
        ("Goblin", "Marked", "good"),
        ("Friend", "Hasted", "good"),
        ("Goblin", "Hasted", "bad"),
        ("Goblin", "Charmed", "good"),
        ("Goblin", "Summoned", "good"),
    ],
)
def test_what_helps_ones_side_is_told_as_good_and_what_hurts_it_as_bad(
    name: str, status: str, tone: str
) -> None:
    """The rats that one had called answered in the colour of dangers, and were poisoned in that of luck."""
    with room("######\n#@fg.#\n######") as arena:
        start = len(arena.game.trace)
        inflict(arena, "status", arena.find(name), status=status, turns=5, by=arena.player)
        narrate(arena.game, start)
        assert arena.game.log[-1].tone == tone


def test_what_is_seen_of_an_unseen_casters_work_is_told(draw: Draw) -> None:
    arena = draw("#########\n#@..g#S.#\n#....#..#\n#.......#\n#########")
    spore = arena.find("Sporecap Mushroom")
    move(arena.game, spore, (6, 2), Cause("a test"))
    result = arena.cast("ConfusionCloud", by=spore)
    assert not any("sporecap" in line.lower() for line in result.log)


def test_speech_is_quoted(draw: Draw) -> None:
    arena = draw("######\n#@u..#\n######", {"u": "Gaffer"}, minds=True)
    lines = [line for _ in range(40) for line in arena.wait().log]
    assert lines.count("Gaffer says: “Eh?”") == 1
    assert arena.game.world
    from tests.rooms import component

    assert component(arena.find("Gaffer"), Mind).quips_said == 1


def test_two_creatures_of_a_kind_say_different_things(draw: Draw) -> None:
    arena = draw("######\n#@pp.#\n#.pp.#\n######", {"p": "Peasant"}, minds=True)
    lines = [line for _ in range(200) for line in arena.wait().log if " says: " in line]
    assert len(lines) > 4
    assert len(set(lines)) == len(lines)


def test_a_step_into_a_puddle_is_no_news_and_a_drenching_is() -> None:
    arena = room("#######\n#@,...#\n#######", raws=None)
    arena.move(1, 0)
    assert "Wet" in arena.statuses(arena.player)
    arena.move(1, 0)
    arena.wait(6)
    assert "Wet" not in arena.statuses(arena.player)
    assert not any("wet" in line or "dry" in line for line in arena.log)
    goblin = arena.spawn("Goblin", 4, 1)
    arena.set_pools(arena.player, max_mana=9, mana=9)
    arena.teach("Drench")
    arena.cast("Drench", (4, 1))
    assert "Wet" in arena.statuses(goblin)
    arena.wait(6)
    told = [line for line in arena.log if line.startswith("The goblin is")]
    assert told[-3:] == [
        "The goblin is wet through.",
        "The goblin is driven back.",
        "The goblin is dry again.",
    ]
    arena.close()


CLOUDS = {"ConfusionCloud": "confusion cloud", "PoisonCloud": "poison cloud"}


@pytest.mark.parametrize(("spell", "words"), CLOUDS.items())
def test_a_cloud_is_called_what_it_is_and_not_by_the_name_of_its_row(
    spell: str, words: str
) -> None:
    with room("#######\n#@.o.g#\n#######", {"o": "Orc"}, raws=None) as arena:
        orc = arena.find("Orc")
        arena.set_pools(orc, mana=9, max_mana=9)
        arena.teach(spell, orc)
        arena.cast(spell, by=orc)
        lines = [line.text for line in arena.game.log]
        assert f"The orc casts {words.title()}." in lines
        deeds = [line.deed.what for line in arena.game.log if line.deed is not None]
        behind = [*deeds, *(each for line in arena.game.log for each in line.why)]
        assert words.title() in deeds
        assert not [each for each in (*lines, *behind) if spell in each]


def test_who_dies_of_a_cloud_dies_of_a_cloud() -> None:
    with room("#######\n#@.P..#\n#######", {"P": "Deathcap Mushroom"}, raws=None) as arena:
        cap = arena.find("Deathcap Mushroom")
        arena.set_pools(arena.player, hp=1)
        arena.cast("PoisonCloud", by=cap)
        arena.wait(5)
        assert not arena.alive(arena.player)
        assert arena.game.epitaph == "Killed by a poison cloud"
        assert "You take 1 damage from the poison cloud." in arena.log


def test_there_is_only_one_amulet() -> None:
    with room("#####\n#@..#\n#####", raws=None) as arena:
        arena.spawn("Amulet of Yala", 1, 1)
        arena.pick_up()
        arena.drop(arena.find("Amulet of Yala"))
        assert arena.log[-2:] == [
            "You pick up the Amulet of Yala.",
            "You drop the Amulet of Yala.",
        ]


def test_a_thrown_potion_is_first_called_by_its_looks_and_then_by_what_it_turns_out_to_be() -> None:
    with room("#######\n#@..g.#\n#######", raws=None) as arena:
        potion = arena.give(arena.player, "Poison Potion")
        looks = shown_name(arena.game, potion)
        start, told = len(arena.game.trace), len(arena.game.log)
        assert isinstance(perform(Throw(potion, (4, 1)), arena.player, arena.game), Done)
        drain(arena.game)
        narrate(arena.game, start)
        assert [line.text for line in arena.game.log[told:]][:2] == [
            f"You throw {a_or_an(looks.lower())}.",
            f"The {looks.lower()} is a poison potion.",
        ]


def test_whoever_fades_from_sight_is_seen_to_do_so() -> None:
    with room("#######\n#@..g.#\n#######", raws=None) as arena:
        goblin = arena.find("Goblin")
        arena.teach("Fade", goblin)
        arena.set_pools(goblin, mana=20, max_mana=20)
        assert list(arena.cast("Fade", by=goblin).log) == [
            "The goblin casts Fade.",
            "The goblin fades from sight.",
        ]


def test_of_one_unseen_before_no_fading_is_told() -> None:
    with room("#######\n#@#.g.#\n#######", raws=None) as arena:
        goblin = arena.find("Goblin")
        arena.teach("Fade", goblin)
        arena.set_pools(goblin, mana=20, max_mana=20)
        assert not list(arena.cast("Fade", by=goblin).log)


def test_something_casts_what_strikes_you_from_out_of_sight() -> None:
    with room("#######\n#@..g.#\n#######", raws=None) as arena:
        goblin = arena.find("Goblin")
        arena.teach("Zap", goblin)
        arena.set_pools(goblin, mana=20, max_mana=20)
        inflict(arena, "status", goblin, status="Invisible", turns=9, what="Fade")
        told = list(arena.cast("Zap", (1, 1), by=goblin).log)
        assert told[0] == "Something casts Zap."
        assert told[1].startswith("You take")


def test_whoever_comes_into_view_within_the_turn_is_named_when_the_shot_is_fired() -> None:
    """What is in view is worked out at the end of the turn, long after the door was opened."""
    with room("#######\n#@.+A.#\n#######", {"A": "Goblin Archer"}) as arena:
        game, archer = arena.game, arena.find("Goblin Archer")
        start, told = len(game.trace), len(game.log)
        for act in (Step(-1, 0), Shoot(arena.player)):
            assert isinstance(perform(act, archer, game), Done)
        drain(game)
        narrate(game, start)
        shots = [line.text for line in game.log[told:] if "you" in line.text]
        assert shots
        assert all(shot.startswith("The goblin archer ") for shot in shots)


def test_oil_on_the_player_is_a_warning_and_on_others_a_detail() -> None:
    with room("#####\n#@g.#\n#####", raws=None) as arena:
        for entity, tone in ((arena.player, "warn"), (arena.find("Goblin"), "dim")):
            start = len(arena.game.trace)
            inflict(arena, "status", entity, status="Oiled", turns=6, what="Oil")
            narrate(arena.game, start)
            assert "slick with oil" in arena.game.log[-1].text
            assert arena.game.log[-1].tone == tone
