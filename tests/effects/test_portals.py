"""The town portal: there and back to the very tile, safe from passers-by and saves."""

from roguelike.components import actors, spatial
from roguelike.effects import quiet
from roguelike.engine.play import commands
from roguelike.engine.session import Session
from roguelike.engine.state.snapshot import read as read_state
from roguelike.engine.state.snapshot import restore, state_hash, write
from roguelike.testing import Arena
from roguelike.world import ecs, perception, space
from tests.rooms import Begin, Draw, unchanged, walk

SCROLL = "Town Portal Scroll"


def away(begin: Begin) -> tuple[Session, Arena, tuple[int, int]]:
    """Stand somewhere on the third level, off its stairs and hunted by nobody, with a portal scroll."""
    session, arena = begin()
    session.do(commands.wizardry.ToggleGod())
    session.do(commands.wizardry.Travel(3))
    arena.give(arena.player, SCROLL)
    x, y = session.here
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        if session.game.level.is_free((x + dx, y + dy)):
            session.do(commands.Step(dx, dy))
            break
    lull(session)
    return session, arena, session.here


def lull(session: Session) -> None:
    """Let some time have passed since anybody hunted the player."""
    session.game.enter()
    for _, mind in ecs.with_component(actors.Mind):
        mind.awake, mind.target, mind.last_seen = False, 0, None
    ecs.get(session.game.player, actors.Player).hunted = -quiet.HUNTED_TURNS * 2


def read(session: Session, arena: Arena) -> str | None:
    """Read the scroll, its kind known: an unknown one would ask where, as all unknown scrolls do."""
    arena.identify(SCROLL)
    pack = next(
        item.entity for item in session.pack() if perception.true_name(item.entity) == SCROLL
    )
    return session.do(commands.UseItem(pack)).refused


def gates() -> list[tuple[int, spatial.Gate]]:
    """List all portals of the game."""
    return ecs.with_component(spatial.Gate)


def test_a_portal_opens_for_nobody_who_is_hunted(begin: Begin) -> None:
    session, arena, _ = away(begin)
    x, y = session.here
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    orc = arena.spawn("Orc", *next(spot for spot in around if session.game.level.is_free(spot)))
    mind = ecs.get(orc, actors.Mind)
    mind.awake, mind.target = True, arena.player
    arena.identify(SCROLL)
    with unchanged(arena):
        assert read(session, arena) == "A way home takes a quiet moment, and you are hunted."
        assert session.game.depth == 3
        assert SCROLL in arena.inventory()
    mind.target = 0
    assert read(session, arena) is None
    assert session.game.depth == 1


def test_a_portal_leads_to_town_and_back_to_the_same_tile(begin: Begin) -> None:
    session, arena, left = away(begin)
    assert read(session, arena) is None
    assert session.game.depth == 1
    assert SCROLL not in arena.inventory()
    ((gate, leads),) = gates()
    assert (leads.x, leads.y, leads.depth) == (*left, 3)
    goal = space.point_of(gate)
    assert goal is not None
    assert goal != session.here
    walk(session, goal)
    assert session.game.depth == 3
    assert session.here == left
    assert [entity for entity, _ in gates() if entity not in session.game.dead] == []
    assert any("step through the portal" in line.text for line in session.log)


def test_nobody_follows_through_a_portal(begin: Begin) -> None:
    session, arena, _ = away(begin)
    x, y = session.here
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    free = next(spot for spot in around if session.game.level.is_free(spot))
    orc = arena.spawn("Orc", *free)
    ecs.get(orc, actors.Mind).awake = True
    read(session, arena)
    assert session.game.depth == 1
    assert ecs.get(orc, spatial.Position).depth == 3


def test_a_portal_survives_a_save(begin: Begin) -> None:
    session, arena, left = away(begin)
    read(session, arena)
    before = state_hash(session.game)
    again = restore(read_state(write(session.game)), session.game.content)
    assert state_hash(again) == before
    ((gate, _),) = gates()
    goal = space.point_of(gate)
    assert goal is not None
    resumed = Session(again)
    walk(resumed, goal)
    assert (resumed.game.depth, resumed.here) == (3, left)
    ecs.drop_world(again.world)


def test_in_town_the_scroll_is_kept(begin: Begin) -> None:
    session, arena = begin()
    arena.give(arena.player, SCROLL)
    arena.identify(SCROLL)
    before = state_hash(session.game)
    assert read(session, arena) == "You are in town already."
    assert state_hash(session.game) == before
    assert SCROLL in arena.inventory()


def test_with_the_amulet_the_scroll_is_kept(begin: Begin) -> None:
    session, arena, _ = away(begin)
    arena.identify(SCROLL)
    arena.give(arena.player, "Amulet of Yala")
    assert read(session, arena) == "The air tears, sees what you carry, and closes again."
    assert session.game.depth == 3
    assert SCROLL in arena.inventory()


def test_a_creature_on_the_portal_does_not_use_it_up(begin: Begin) -> None:
    session, arena, _ = away(begin)
    read(session, arena)
    ((gate, _),) = gates()
    x, y = space.point_of(gate) or (0, 0)
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    dx, dy = next(s for s in steps if session.game.level.is_free((x - s[0], y - s[1])))
    rat = arena.spawn("Rat", x - dx, y - dy)
    arena.move(dx, dy, by=rat)
    assert arena.position(rat) == (x, y)
    assert [entity for entity, _ in gates()] == [gate]


def test_a_new_portal_closes_the_old(begin: Begin) -> None:
    session, arena, _ = away(begin)
    read(session, arena)
    session.do(commands.wizardry.Travel(2))
    lull(session)
    arena.give(arena.player, SCROLL)
    read(session, arena)
    session.game.enter()
    assert [gate.depth for entity, gate in gates() if entity not in session.game.dead] == [2]


def test_no_level_opens_a_way_home_twice(begin: Begin) -> None:
    session, arena, left = away(begin)
    assert read(session, arena) is None
    ((gate, _),) = gates()
    goal = space.point_of(gate)
    assert goal is not None
    walk(session, goal)
    assert session.here == left
    lull(session)
    arena.give(arena.player, SCROLL)
    with unchanged(arena):
        assert read(session, arena) == "A way home has opened here once, and none does twice."
    session.do(commands.wizardry.Travel(2))
    lull(session)
    assert read(session, arena) is None


def test_a_creature_gets_nothing_from_the_scroll(draw: Draw) -> None:
    arena = draw("#####\n#@.g#\n#####")
    goblin = arena.find("Goblin")
    scroll = arena.give(goblin, SCROLL)
    with unchanged(arena):
        assert arena.use(scroll, by=goblin).refused is not None
