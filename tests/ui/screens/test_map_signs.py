"""Marks on the map: what creatures are up to, what they will do to whom, and that every mark has an owner."""

from typing import Any

import esper
import pytest

from roguelike.components import actors, magic
from roguelike.core.geometry import Point
from roguelike.core.records import replace
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.toolkit.palette import palette
from roguelike.ui.panels.marks import _moves
from roguelike.ui.stage.stage import Mark, Stage
from tests.rooms import inflict
from tests.ui.conftest import Builder
from tests.ui.panels.written import ME

HALL = """
    ###########
    #.........#
    #.........#
    #.@.....o.#
    #.........#
    #.........#
    ###########
"""
BESIDE = HALL.replace("@.....o", "@o.....")
HERE, ORC = (2, 3), (8, 3)
LEGEND = {"o": "Orc", "g": "Goblin"}


def set_mind(room: Any, **fields: object) -> None:
    room.arena.game.enter()
    mind = esper.component_for_entity(room.arena.find("Orc"), actors.Mind)
    for name, value in fields.items():
        setattr(mind, name, value)


def marks(room: Any, kind: str) -> list[Mark]:
    """Return the marks of a kind that are shown now."""
    room.text  # noqa: B018  (drawn anew)
    shown = room.device.frame.stage
    assert isinstance(shown, Stage)
    return [mark for mark in shown.marks if mark.kind == kind]


def signs(room: Any) -> dict[Point, str]:
    return {mark.cells[0]: mark.text for mark in marks(room, "sign")}


@pytest.mark.parametrize(
    ("fields", "sign"),
    [
        ({"awake": False}, "z"),
        ({}, "?"),
        ({"target": 1}, "!"),
        ({"target": 1, "fear_turns": 4}, "»"),
    ],
)
def test_a_mood_belongs_to_whoever_has_it(
    stage: Builder, fields: dict[str, object], sign: str
) -> None:
    room = stage(HALL, LEGEND, spells=["Zap"])
    set_mind(room, **fields)
    room.press("x")
    assert signs(room) == {ORC: sign}
    assert marks(room, "sign")[0].owner == room.arena.find("Orc")


def test_namesakes_have_letters_that_stand_in_the_list_and_are_kept(stage: Builder) -> None:
    room = stage(HALL.replace("@.....o.", "@.g.g.og"), LEGEND, minds=True)
    room.advance(3)
    goblins = [mark.owner for mark in marks(room, "letter")]
    assert [mark.text for mark in marks(room, "letter")] == ["a", "b", "c"]
    listed = " ".join(row.split("│")[-1] for row in room.text if "Goblin" in row)
    assert set("abc") <= set(listed.replace("Goblin", "").replace("strikes", ""))
    inflict(room.arena, "damage", goblins[0], amount=99)
    room.advance(1)
    assert [mark.text for mark in marks(room, "letter")] == ["b", "c"], "nobody gets another's"


def test_who_strikes_has_a_line_to_whom_and_what_that_takes_stands_at_them(stage: Builder) -> None:
    room = stage(BESIDE, LEGEND, minds=True)
    room.advance(3)
    assert room.shows("strikes "), "the list says it too"
    (strike,) = marks(room, "strike")
    assert strike.cells == ((3, 3), HERE)
    assert strike.owner == room.arena.find("Orc")
    (loss,) = marks(room, "loss")
    assert (loss.cells, loss.owner) == ((HERE,), room.arena.player)
    reply = room.arena.reply("wait")
    assert loss.amount == reply.you.at_once[1]
    assert strike.amount == reply.dealt(strike.owner) > 0
    assert signs(room) == {(3, 3): "†"}
    assert room.glyph((3, 3)) == "o"


def test_who_may_shoot_or_come_shoots_from_where_it_stands(stage: Builder) -> None:
    """Its line began at its ghost, as if it stepped aside first, and shot then."""
    room = stage(HALL, {"o": "Imp"}, minds=True)
    room.advance(3)
    assert (ORC,) not in [mark.cells for mark in marks(room, "ghost")] != []
    assert [mark.cells for mark in marks(room, "strike")] == [(ORC, HERE)]


def test_who_comes_has_a_ghost_where_it_will_stand_and_the_turns_it_takes(stage: Builder) -> None:
    room = stage(HALL.replace("@.....o.", "@..o...."), LEGEND, minds=True)
    set_mind(room, target=1, last_seen=HERE)
    assert room.shows("Wait  …")
    room.advance(3)
    assert room.shows("strikes in 3")
    assert signs(room) == {(5, 3): "3"}
    ends = room.arena.reply("wait").ends[room.arena.find("Orc")]
    ghosts = {mark.cells[0]: mark.chance for mark in marks(room, "ghost")}
    assert ghosts == {
        end: chance for end, chance in ends.items() if end != (5, 3) and chance >= 0.25
    }
    assert [mark.cells for mark in marks(room, "way")] == [((5, 3), end) for end in ghosts]
    for end in ghosts:
        assert room.glyph(end) != "o", "nobody stands there yet"


def test_of_two_places_where_one_may_stand_the_likelier_stands_out(stage: Builder) -> None:
    """Two ghosts drawn alike were taken for two creatures, of which one never came."""
    room = stage(HALL, {"o": "Imp"}, minds=True)
    room.advance(3)
    ends = room.arena.reply("wait").ends[room.arena.find("Imp")]
    ghosts = marks(room, "ghost")
    assert len(ghosts) > 1
    for mark in ghosts:
        assert mark.strong == (mark.chance == max(ends.values()))


MOAT = """
    ###########
    #@~~o.....#
    #.#######.#
    #.........#
    ###########
"""


def test_where_one_stands_if_the_dark_is_open_stands_out_and_is_hollow(
    stage: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ghost that only shut ground gave was drawn like the other: of 93 such, 20 went there, and 55 to the other."""
    monkeypatch.undo()
    room = stage(MOAT, LEGEND, minds=True)
    set_mind(room, target=1, last_seen=(1, 1))
    level = room.session.game.level
    level.explored[6:] = level.explored[:, 3:] = False
    level.visible = level.visible & level.explored
    room.think()
    (ghost,) = marks(room, "ghost")
    assert (ghost.cells, ghost.strong, ghost.is_hollow) == (((5, 1),), True, True)
    assert room.shows("may circle")
    assert not room.shows("50%")
    reply = replace(room.arena.reply("wait"), probable={room.arena.find("Orc"): (4, 1)})
    (orc,) = room.session.creatures()
    assert not any(mark.strong for mark in _moves(orc, reply, is_hollow=True))


def test_where_others_drive_the_hero_stands_a_ghost(stage: Builder) -> None:
    """A warden's Rude Gesture had a line to the hero, and nothing said where they would be then."""
    room = stage(HALL.replace(".@.....o.", "....@o..."), {"o": "Bandit"}, minds=True)
    bandit, hero = room.arena.find("Bandit"), room.arena.player
    room.arena.set_pools(bandit, mana=9, max_mana=9)
    push = magic.Ability("Rude Gesture", 1.0, 1.5)
    esper.add_component(bandit, magic.Abilities((push,)))
    room.advance(3)
    ends = room.arena.reply("wait").ends[hero]
    assert ends.keys() == {(2, 3)}
    assert [mark.cells for mark in marks(room, "ghost") if mark.owner == hero] == [((2, 3),)]
    assert [mark.cells for mark in marks(room, "way") if mark.owner == hero] == [((5, 3), (2, 3))]


def test_while_aiming_the_answer_to_the_aim_is_shown(stage: Builder) -> None:
    room = stage(BESIDE, LEGEND, spells=["Zap"], minds=True)
    room.press("ctrl+1")
    assert room.shows("Then")
    orc = room.arena.find("Orc")
    assert [mark.owner for mark in marks(room, "loss")] == [orc], "what it does is known at once"
    room.advance(3)
    assert room.names[-1] == "Targeting"
    assert signs(room) == {(3, 3): "†"}
    assert {mark.owner for mark in marks(room, "loss")} == {orc, room.arena.player}
    assert [mark.cells for mark in marks(room, "path")] == [((3, 3),)]
    assert [mark.cells for mark in marks(room, "cursor")] == [((3, 3),)]


def test_a_hovered_step_shows_the_answer_to_the_step(stage: Builder) -> None:
    room = stage(BESIDE, LEGEND, minds=True)
    room.hover(*room.cell((1, 3)))
    room.think()
    assert signs(room)[3, 3] in "†234"
    assert room.play.view.pointed.is_asked


def test_only_paths_areas_and_cursors_have_no_owner(stage: Builder) -> None:
    room = stage(BESIDE, LEGEND, spells=["Zap"], minds=True)
    room.press("ctrl+1")
    room.advance(3)
    shown = room.device.frame.stage.marks
    assert {mark.kind for mark in shown if mark.owner is None} == {"path", "area", "cursor"}


def test_in_cells_nothing_but_creatures_stands_on_the_map(stage: Builder) -> None:
    crowd = "#######\n#ggggg#\n#g@ggg#\n#ggggg#\n#######"
    room = stage(crowd, LEGEND, minds=True)
    room.advance(3)
    for x in range(1, 6):
        for y in range(1, 4):
            assert room.glyph((x, y)) == ("@" if (x, y) == (2, 2) else "g")


def test_tiles_of_two_cells_have_their_owners_sign_in_the_second(stage: Builder) -> None:
    room = stage(HALL.replace("@.....o.", "@..o...."), LEGEND, minds=True)
    set_mind(room, target=1, last_seen=HERE)
    room.advance(3)
    for point, sign in (((5, 3), "o3"), ((2, 3), "@ ")):
        x, y = room.cell(point)
        assert "".join(chr(code) for code in room.console.ch[x : x + 2, y]) == sign
    for mark in marks(room, "ghost"):
        x, y = room.cell(mark.cells[0])
        assert chr(room.console.ch[x + 1, y]) == "o"


def test_peaceful_creatures_have_no_sign(stage: Builder) -> None:
    room = stage(HALL, {"o": "Peasant"})
    assert signs(room) == {}


def test_who_flees_is_harmless_in_colour_only_if_nothing_comes_of_them(stage: Builder) -> None:
    """Somebody who fled was green, whatever they could still do."""
    for kind, is_safe in (("Orc", True), ("Bandit Archer", False)):
        room = stage(HALL, {"o": kind}, minds=True)
        foe = room.arena.find(kind)
        room.arena.game.enter()
        mind = esper.component_for_entity(foe, actors.Mind)
        mind.target, mind.fear_turns = room.arena.player, 1 if kind == "Bandit Archer" else 12
        room.advance(3)
        y = next(y for y, row in enumerate(room.text) if kind.split()[-1] in row)
        deed = room.text[y].rstrip()
        shade = tuple(room.console.rgb["fg"][len(deed) - 1, y].tolist())
        assert (shade == palette().good) == is_safe, deed


def test_a_hero_who_is_likely_moved_has_a_ghost_where_they_most_likely_come_to() -> None:
    """Driven one tile or two, each seldom, they stayed where they were on the map."""
    here, near, far = (4, 4), (3, 4), (2, 4)
    ends = {ME.entity: {here: 0.7, near: 0.16, far: 0.14}}
    hero = replace(ME, point=here)
    moves = [*_moves(hero, Reply(ends=ends), is_hollow=False)]
    assert [(mark.kind, mark.cells[-1], mark.chance) for mark in moves] == [
        ("way", near, 0.16), ("ghost", near, 0.16),
    ]  # fmt: skip
    ends = {ME.entity: {here: 0.8, near: 0.1, far: 0.1}}
    assert not [*_moves(hero, Reply(ends=ends), is_hollow=False)]
