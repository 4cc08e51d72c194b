"""Signs beside creatures: each says a creature's mood or, while the player chooses, its most likely action.

The one decision: a sign never covers anybody. It stands on a free tile next to its creature, above it if there is room,
and has a background of its own, so that it does not look like an item.
If no tile is free there is no sign: the list says the same in words.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from roguelike.core.geometry import Point
from roguelike.engine.foreseeing.intents import Intent
from roguelike.engine.foreseeing.played_turns import Reply
from roguelike.engine.views.records import CreatureView
from roguelike.ui.panels.creature_rows import FRIEND, MOOD_SIGNS, intent_sign, relation
from roguelike.ui.panels.reply import NO_RARITY, likeliest
from roguelike.ui.panels.scene import Scene
from roguelike.ui.stage.cells import is_open
from roguelike.ui.stage.stage import Mark, Stage

PLACES = ((0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1))
"""Where a sign may stand relative to its creature, best first."""
MOOD_TONES = {"asleep": "info", "unaware": "key", "fleeing": "good"}
"""The colours of moods' signs, by their names in the palette; that of others is an enemy's."""


class MapSign(NamedTuple):
    """A sign for a creature: its glyph, its colour, and whether it stands out."""

    glyph: str
    tone: str
    """The name of its colour in the palette."""
    strong: bool = False


def creature_signs(
    scene: Scene, reply: Reply | None, *, thinking: bool = False
) -> dict[int, MapSign]:
    """Return the sign of each creature in view that has one, by id.

    With a reply it is each acting creature's most likely action, and the most harmful stands out; without one it is its
    mood. While the reply is being worked out hunters have no sign, so that nothing flickers.
    """
    worst = max(filter(None, reply.taken), key=reply.dealt, default=0) if reply is not None else 0
    signs: dict[int, MapSign] = {}
    for creature in scene.creatures:
        sign = None
        if reply is not None and creature.mood != "asleep":
            meant = reply.intents.get(creature.entity, ())
            sign = act_sign(creature, meant) if meant else None
        if sign is None and not (thinking and creature.mood == "hunting"):
            sign = mood_sign(creature)
        if sign is not None:
            signs[creature.entity] = sign._replace(strong=creature.entity == worst)
    return signs


def mood_sign(creature: CreatureView) -> MapSign | None:
    """Return the sign of a creature's mood, or of a friend."""
    if relation(creature) == "friend":
        return MapSign(FRIEND, "friend")
    sign = MOOD_SIGNS[creature.mood]
    return MapSign(sign, MOOD_TONES.get(creature.mood, "foe")) if sign else None


def act_sign(creature: CreatureView, intents: Iterable[Intent]) -> MapSign | None:
    """Return the sign of the first intent; None if it is improbable, is done to nobody, or does not matter.

    Only whoever cannot do anything to the player within the horizon has the colour of what is harmless.
    """
    first = likeliest(list(intents))
    if first.chance < NO_RARITY or not (creature.hostile or creature.friend):
        return None
    if first.is_safe and MOOD_SIGNS[creature.mood]:
        return MapSign(MOOD_SIGNS[creature.mood], "good")
    sign = intent_sign(first)
    return MapSign(sign, "foe" if creature.hostile else "friend") if sign else None


# Putting them on the map


def draw_signs(
    stage: Stage,
    scene: Scene,
    signs: dict[int, MapSign],
    blocked: Iterable[Point] = (),
    marked: Collection[Point] = (),
) -> None:
    """Mark the signs, those of near enemies first, on empty tiles that are not `blocked`.

    Tiles that are `marked` by a path or a blast are used last and keep the colour of their ground.
    """
    if not signs:
        return
    taken = {*(thing.point for thing in scene.map.things), scene.map.player, *blocked}
    for creature in scene.nearest:
        sign = signs.get(creature.entity)
        if sign is None:
            continue
        x, y = creature.point
        spots = [(x + dx, y + dy) for dx, dy in PLACES]
        spot = _free_spot(stage, scene, spots, taken, marked)
        if spot is not None:
            taken.add(spot)
            stage.marks.append(
                Mark(
                    "sign",
                    (spot,),
                    creature.entity,
                    text=sign.glyph,
                    tone=sign.tone,
                    strong=sign.strong,
                )
            )


def _free_spot(
    stage: Stage, scene: Scene, spots: Iterable[Point], taken: set[Point], marked: Collection[Point]
) -> Point | None:
    """Return the first tile on which a sign may stand, preferably one that is not `marked`.

    It is open ground in view and on the screen, with nothing on it.
    """
    free = [
        spot
        for spot in spots
        if spot not in taken
        and is_open(scene.map, spot, scene.map.visible)
        and stage.camera.cell_of(spot) is not None
    ]
    return next((spot for spot in free if spot not in marked), free[0] if free else None)
