"""What the log says, word for word: who did what to whom, with articles, and nothing of what was not perceived.

The lines, with their tones and what stands behind them, are in tests/golden/told/log.txt (`GOLDEN=write`).
"""

from collections.abc import Callable, Iterator

import pytest

from roguelike.actions import carrying, melee, moving, shooting
from roguelike.components import vitals
from roguelike.core.grammar import Message, Noun
from roguelike.core.rng import Stream
from roguelike.effects import dispatch
from roguelike.engine.play.commands import Action
from roguelike.engine.telling.sentences import narrate
from roguelike.testing import Arena
from roguelike.world import changes, ecs
from roguelike.world.game import Cause
from tests.goldens import GOLDEN, compare
from tests.rooms import RULES, Draw, catalog, do, inflict, room

PAIR = "######\n#@g..#\n######"
ALONE = "######\n#@...#\n######"
Case = Callable[[Arena], object]


def told(arena: Arena, *deeds: Callable[[], object]) -> None:
    """Tell the log of deeds that nobody else tells it of."""
    start = len(arena.game.trace)
    for deed in deeds:
        deed()
    dispatch.drain(arena.game)
    narrate(arena.game, start)


def does(arena: Arena, action: Action, by: int = 0) -> None:
    """Have somebody act, and tell it."""
    told(arena, lambda: do(arena, action, by or arena.player))


def begins(arena: Arena, who: str, status: str, **fields: object) -> None:
    """Have a status begin, and tell it; also of the player, "@"."""
    entity = arena.player if who == "@" else arena.find(who)
    told(arena, lambda: inflict(arena, "status", entity, status=status, turns=5, **fields))


def back_and_forth(arena: Arena) -> None:
    arena.teach("Zap")
    arena.cast("Zap", (2, 1))
    arena.teach("Zap", arena.find("Goblin"))
    arena.cast("Zap", (1, 1), by=arena.find("Goblin"))


def deaths(arena: Arena) -> None:
    arena.teach("Flame")
    arena.cast("Flame", (2, 1))
    arena.set_pools(arena.player, hp=1)
    arena.cast("Flame", (1, 1))


def loads(arena: Arena) -> None:
    """Too heavy a load is told once, and its end too."""
    crate = arena.spawn("Crate of Anvils", 1, 1)
    arena.pick_up()
    potion = arena.spawn("Health Potion", 1, 1)
    arena.pick_up()
    arena.drop(potion)
    arena.wait(3)
    arena.drop(crate)
    arena.wait(3)


def strength(arena: Arena) -> None:
    arena.give(arena.player, "Crate of Anvils")
    arena.teach("Giant's Back")
    arena.cast("Giant's Back")
    arena.wait(4)


def the_load_of_another(arena: Arena) -> None:
    arena.spawn("Crate of Anvils", 2, 1)
    does(arena, carrying.PickUp(), arena.find("Goblin"))


def shields(arena: Arena) -> None:
    ogre = arena.find("Ogre")
    arena.teach("Zap")
    inflict(arena, "status", ogre, status="Shielded", strength=6)
    arena.cast("Zap", (2, 1))
    arena.cast("Zap", (2, 1))
    inflict(arena, "status", ogre, status="Shielded", strength=60)
    arena.equip(arena.player, "Needle")
    arena.melee(ogre)


def an_altar(arena: Arena) -> None:
    arena.move(1, 0)
    arena.move(1, 0)
    arena.set_pools(arena.player, hp=3)
    arena.move(-1, 0)


def a_scroll(arena: Arena) -> None:
    arena.identify("Magic Missile Scroll")
    arena.set_pools(arena.find("Goblin"), max_hp=99, hp=99)
    arena.use(arena.give(arena.player, "Magic Missile Scroll"), (2, 1))


def found(arena: Arena, *items: str) -> None:
    for item in items:
        arena.spawn(item, 1, 1)
        arena.pick_up()


def turned_out(arena: Arena, *items: str) -> None:
    for item in items:
        arena.use(arena.give(arena.player, item))


def a_blow_at_something_unseen(arena: Arena) -> None:
    game, kobold = arena.game, arena.find("Kobold")
    for seed in range(4):
        changes.move(game, kobold, (4, 2), Cause("a test"))
        game.level.visible = game.level.visible.copy()
        game.level.visible[4, 2] = False
        arena.set_pools(kobold, hp=9)
        game.rng = Stream(seed, "a test")
        does(arena, melee.Melee(kobold), arena.find("Goblin"))


def a_shot_from_something_unseen(arena: Arena) -> None:
    inflict(arena, "status", arena.player, status="Blind", turns=9)
    arena.wait()
    arena.shoot(arena.player, by=arena.find("Goblin Archer"))


def a_sip(arena: Arena) -> None:
    goblin = arena.find("Goblin")
    arena.teach("Sip", goblin)
    arena.set_pools(goblin, mana=2, max_mana=20)
    arena.set_pools(arena.player, mana=4)
    arena.cast("Sip", (1, 1), by=goblin)


def gold(arena: Arena, *, by_spell: bool) -> None:
    goblin = arena.find("Goblin")
    arena.set_pools(goblin, hp=1)
    ecs.get(goblin, vitals.Pools).gold = 5.0
    arena.teach("Zap")
    while arena.alive(goblin):
        _ = arena.cast("Zap", (2, 1)) if by_spell else arena.melee(goblin)


def deaths_out_of_sight(arena: Arena) -> None:
    """A goblin hexer fled out of sight and died there: the log said only "You find 9 gold."."""
    goblin, rat = arena.find("Goblin"), arena.find("Rat")
    told(
        arena,
        lambda: inflict(arena, "death", goblin, by=arena.player),
        lambda: inflict(arena, "death", rat, by=goblin),
    )


def an_unseen_casters_cloud(arena: Arena) -> None:
    spore = arena.find("Sporecap Mushroom")
    changes.move(arena.game, spore, (6, 2), Cause("a test"))
    arena.cast("ConfusionCloud", by=spore)


def a_puddle(arena: Arena) -> None:
    """A step into it is no news, and a drenching is."""
    arena.move(1, 0)
    arena.move(1, 0)
    arena.wait(6)
    arena.spawn("Goblin", 4, 1)
    arena.set_pools(arena.player, max_mana=9, mana=9)
    arena.teach("Drench")
    arena.cast("Drench", (4, 1))
    arena.wait(6)


def a_cloud(arena: Arena, spell: str) -> None:
    """A cloud is called what it is, and not by the name of its row."""
    orc = arena.find("Orc")
    arena.set_pools(orc, mana=9, max_mana=9)
    arena.teach(spell, orc)
    arena.cast(spell, by=orc)


def a_death_in_a_cloud(arena: Arena) -> None:
    arena.set_pools(arena.player, hp=1)
    arena.cast("PoisonCloud", by=arena.find("Deathcap Mushroom"))
    arena.wait(5)


def the_only_amulet(arena: Arena) -> None:
    found(arena, "Amulet of Yala")
    arena.drop(arena.find("Amulet of Yala"))


def casts(arena: Arena, spell: str, at: tuple[int, int] | None = None, status: str = "") -> None:
    """Have the goblin cast, be it in some state."""
    goblin = arena.find("Goblin")
    arena.teach(spell, goblin)
    arena.set_pools(goblin, mana=20, max_mana=20)
    if status:
        inflict(arena, "status", goblin, status=status, turns=9, what="Fade")
    arena.cast(spell, at, by=goblin)


def a_door_and_a_shot(arena: Arena) -> None:
    """What is in view is worked out at the end of the turn, long after the door was opened."""
    archer = arena.find("Goblin Archer")
    acts = (moving.Step(-1, 0), shooting.Shoot(arena.player))
    told(arena, *(lambda act=act: do(arena, act, archer) for act in acts))


ARCHER = {"A": "Goblin Archer"}
CASES: dict[str, tuple[str, Case]] = {
    "back and forth": (PAIR, back_and_forth),
    "deaths": (PAIR, deaths),
    "upon oneself": (PAIR, lambda a: (a.teach("Venom"), a.cast("Venom", (1, 1)), a.wait())),
    "loads": (ALONE, loads),
    "strength that comes and goes": (PAIR, strength),
    "the load of another": (PAIR, the_load_of_another),
    "shields": ("######\n#@o..#\n######", shields),
    "a bear trap": ("######\n#@^..#\n######", lambda a: a.move(1, 0)),
    "a watch fire": ("######\n#@w..#\n######", lambda a: a.move(1, 0)),
    "a brazier": ("######\n#@*..#\n######", lambda a: a.move(1, 0)),
    "an altar": ("######\n#@a..#\n######", an_altar),
    "a scroll": (PAIR, a_scroll),
    "found": (ALONE, lambda a: found(
        a, "Leather Boots", "Rations", "Torn Trousers", "Steel Greaves +2", "Gauntlets of Ogre Power", "Dagger", "Hide",
        "Beginner's Magic",
    )),
    "turned out": (ALONE, lambda a: turned_out(
        a, "Gauntlets of Ogre Power", "Leather Boots +1", "Dunce Cap", "Longsword +1"
    )),
    "a blow at something unseen": ("########\n#@.g#k.#\n###.####\n########", a_blow_at_something_unseen),
    "a shot from something unseen": ("########\n#@...A.#\n########", a_shot_from_something_unseen),
    "mana that is taken": (PAIR, a_sip),
    "gold of whom a spell kills": (PAIR, lambda a: gold(a, by_spell=True)),
    "gold of whom a blow kills": (PAIR, lambda a: gold(a, by_spell=False)),
    "magic out of sight": ("###########\n#@.#.F.g..#\n#..#......#\n###########",
        lambda a: a.cast("Explode", by=a.find("Firecap Mushroom"))),
    "deaths out of sight": ("###########\n#@.#.g.r..#\n#..#......#\n###########", deaths_out_of_sight),
    "good for friends and bad for foes": ("######\n#@fg.#\n######", lambda a: [
        begins(a, who, status, by=a.player)
        for who, status in (("Friend", "Marked"), ("Goblin", "Marked"), ("Friend", "Hasted"), ("Goblin", "Hasted"))
    ]),
    "won and called": ("######\n#@gk.#\n######", lambda a: [
        begins(a, "Goblin", "Charmed", by=a.player), begins(a, "Kobold", "Summoned", by=a.player)
    ]),
    "an unseen caster's cloud": ("#########\n#@..g#S.#\n#....#..#\n#.......#\n#########", an_unseen_casters_cloud),
    "comes into view within the turn": ("#######\n#@.+A.#\n#######", a_door_and_a_shot),
}  # fmt: skip
OWN: dict[str, tuple[str, Case]] = {
    "statuses as players know them": (ALONE, lambda a: [
        (begins(a, "@", status, what="Dread"), a.wait(6)) for status in ("Feared", "Burning")
    ]),
    "thrown unidentified": (PAIR, lambda a: does(a, shooting.Throw(a.give(a.player, "Panic Scroll"), (3, 1)))),
    "a thrown potion": (PAIR, lambda a: does(a, shooting.Throw(a.give(a.player, "Poison Potion"), (4, 1)))),
    "a puddle": ("#######\n#@,...#\n#######", a_puddle),
    "confusing cloud": ("#######\n#@.O.g#\n#######", lambda a: a_cloud(a, "ConfusionCloud")),
    "poisonous cloud": ("#######\n#@.O.g#\n#######", lambda a: a_cloud(a, "PoisonCloud")),
    "a death in a cloud": ("#######\n#@.P..#\n#######", a_death_in_a_cloud),
    "the only Amulet": (ALONE, the_only_amulet),
    "fades from sight": ("#######\n#@..g.#\n#######", lambda a: casts(a, "Fade")),
    "unseen before": ("#######\n#@#.g.#\n#######", lambda a: casts(a, "Fade")),
    "something casts": ("#######\n#@..g.#\n#######", lambda a: casts(a, "Zap", (1, 1), "Invisible")),
    "oil": (PAIR, lambda a: [begins(a, who, "Oiled", what="Oil") for who in ("@", "Goblin")]),
}  # fmt: skip


def logged(drawing: str, case: Case, *, own: bool) -> Iterator[str]:
    """Yield what the log says of a case: each line with its tone, and with what stands behind it."""
    orc = {"O": "Orc"} if own else {}
    with room(drawing, {**ARCHER, **orc}, raws=None if own else RULES) as arena:
        case(arena)
        for line in arena.game.log:
            yield " ← ".join((f"{line.tone:7} {line.text}", *line.why)).rstrip()
        if arena.game.epitaph:
            yield arena.game.epitaph


def test_what_happens_is_told_word_for_word() -> None:
    rows = []
    for cases, own in ((CASES, False), (OWN, True)):
        for name, (drawing, case) in cases.items():
            rows += [f"--- {name}", *logged(drawing, case, own=own)]
    compare(GOLDEN / "told" / "log.txt", "\n".join(rows) + "\n")


def test_speech_is_quoted(draw: Draw) -> None:
    arena = draw("######\n#@u..#\n######", {"u": "Gaffer"}, minds=True)
    lines = [line for _ in range(40) for line in arena.wait().log]
    assert lines.count("Gaffer says: “Eh?”") == 1


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


@pytest.mark.parametrize("name", ["begins", "ends", "warning"])
def test_of_many_who_are_charmed_it_speaks_as_of_many(name: str) -> None:
    template = getattr(catalog().statuses["Charmed"], name)
    wolves, rat = Noun("wolves", 1, plural=True), Noun("rat", 2)
    many, one = (Message(template, (noun,)).text for noun in (wolves, rat))
    assert many.startswith("The wolves ")
    assert not any(word in f" {many} " for word in (" it ", " you ", " its ", " your "))
    assert one != many.replace("wolves", "rat")


def test_fights_out_of_sight_make_no_lines(draw: Draw) -> None:
    arena = draw("###########\n#@.#.g.r..#\n#..#......#\n###########", minds=True)
    trace = []
    for _ in range(25):
        result = arena.wait()
        trace += list(result.trace)
        assert list(result.log) == []
    assert any(type(change).__name__ == "Rolled" for change in trace)


def test_two_creatures_of_a_kind_say_different_things(draw: Draw) -> None:
    arena = draw("######\n#@pp.#\n#.pp.#\n######", {"p": "Peasant"}, minds=True)
    lines = [line for _ in range(200) for line in arena.wait().log if " says: " in line]
    assert len(lines) > 4
    assert len(set(lines)) == len(lines)
