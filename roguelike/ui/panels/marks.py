"""The marks of a rehearsed turn: where each creature will stand, whom it strikes, what that takes, and who dies of it.

The one decision: a mark belongs to somebody, is made once from what was foreseen, and is the same for every device;
how it is drawn, on its owner's tile or between tiles, is theirs. So a sign can be taken neither for a thing that lies
there nor for somebody else's.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from roguelike.core.geometry import Point, steps_between
from roguelike.engine.foreseeing.aiming import Outcome
from roguelike.engine.foreseeing.intents import Intent
from roguelike.engine.foreseeing.played_turns import NO_RARITY, Reply, into_the_dark
from roguelike.engine.telling.outcomes import LEAST_TOLD
from roguelike.engine.views.records import CreatureView
from roguelike.ui.panels.creature_rows import (
    FRIEND,
    MOOD_SIGNS,
    intent_sign,
    is_bystander,
    relation,
)
from roguelike.ui.panels.reply import is_rare, told_first
from roguelike.ui.panels.scene import Scene
from roguelike.ui.stage.stage import Mark

MOOD_TONES = {"asleep": "info", "unaware": "key"}
"""The colours of moods' signs, by their names in the palette; that of others is an enemy's: whoever flees may shoot."""
LEAST_CHANCE = 0.25
"""How likely a creature must stand on a tile for that to be marked."""
LEAST_LOSS, LEAST_DEATH = 0.05, 0.005
"""The least mean loss in hit points, and the least chance of death, that are marked."""


class MapSign(NamedTuple):
    """A sign for a creature: its glyph, its colour, and whether it stands out."""

    glyph: str
    tone: str
    """The name of its colour in the palette."""
    strong: bool = False


def creature_marks(
    scene: Scene,
    reply: Reply | None,
    outcomes: Mapping[int, Outcome] | None = None,
    *,
    thinking: bool = False,
) -> list[Mark]:
    """Return the marks of all creatures in view: of a reply, or else of what an act would do, by creature.

    While the reply is being worked out hunters have no sign, so that nothing flickers.
    """
    if reply is not None:
        outcomes = {scene.game.player: reply.you, **reply.outcomes}
    stands = {each.entity: each.point for each in scene.creatures}
    stands[scene.game.player] = scene.map.player
    found = list[Mark]()
    if reply is not None:
        straying = scene.game.ask(into_the_dark, reply)
        for creature in scene.nearest:
            if not is_bystander(creature):  # where the peaceful walk is no matter of a fight
                is_hollow = creature.entity in straying or creature.entity in reply.probable
                found += _moves(creature, reply, is_hollow=is_hollow)
            found += _strikes(creature, reply, stands, scene.game.player)
        if any(end != scene.map.player for end in reply.ends.get(scene.game.player, ())):
            hero = scene.game.creature(
                scene.game.player
            )  # others push them, or their own act takes them there
            found += _moves(hero, reply, is_hollow=hero.entity in straying)
    found += _losses(stands, outcomes or {})
    signs = creature_signs(scene, reply, thinking=thinking)
    found += [
        Mark("sign", (stands[entity],), entity, 0.0, 1.0, sign.glyph, sign.tone, sign.strong)
        for entity, sign in signs.items()
    ]
    return found + [
        Mark("letter", (stands[entity],), entity, text=letter, tone="text")
        for entity, letter in scene.letters.items()
        if entity in stands
    ]


def _moves(creature: CreatureView, reply: Reply, *, is_hollow: bool) -> Iterator[Mark]:
    """Yield where a creature may stand at the end of the turn, and the way there; the likeliest place stands out."""
    tone = _tone(creature)
    ends = reply.ends.get(creature.entity, {})
    least, most = LEAST_CHANCE, max(ends.values(), default=0.0)
    probable = reply.probable.get(creature.entity)
    if creature.is_player:  # they are moved: that is no more usual than to stay
        away = [chance for end, chance in ends.items() if end != creature.point]
        most = max(away, default=0.0)
        least = min(least, most) if sum(away) >= LEAST_CHANCE else least
    for end, chance in sorted(ends.items(), key=lambda pair: (-pair[1], pair[0])):
        if end != creature.point and chance >= least:
            yield Mark("way", (creature.point, end), creature.entity, 0.0, chance, tone=tone)
            yield Mark(
                "ghost",
                (end,),
                creature.entity,
                0.0,
                chance,
                creature.glyph,
                tone,
                strong=chance == most if probable is None else end == probable,
                is_hollow=is_hollow,
            )


def _strikes(
    creature: CreatureView, reply: Reply, stands: Mapping[int, Point], player: int
) -> Iterator[Mark]:
    """Yield whom a creature will do something to in this turn, from where it then stands.

    What is rare is shown only if it costs the player something.
    """
    chances: dict[int, float] = {}
    for each in reply.intents.get(creature.entity, ()):
        whom = each.target
        if each.turns == 1 and whom is not None and whom in stands and whom != creature.entity:
            chances[whom] = min(1.0, chances.get(whom, 0.0) + each.chance)
    for target, chance in chances.items():
        loss = reply.dealt(creature.entity) if target == player else 0.0
        if chance >= NO_RARITY or loss >= LEAST_TOLD:
            line = _start(creature, reply, stands[target]), stands[target]
            yield Mark("strike", line, creature.entity, loss, chance, tone=_tone(creature))


def _start(creature: CreatureView, reply: Reply, target: Point) -> Point:
    """Return from where a creature strikes: where it most likely comes beside its target, or else shoots as it stands.

    Who takes the turn to shoot does not move in it.
    """
    ends = reply.ends.get(creature.entity, {})
    beside = [end for end in ends if steps_between(end, target) <= 1]
    if not beside and creature.point in ends:
        return creature.point
    return max(beside or ends, key=lambda end: ends[end], default=creature.point)


def _losses(stands: Mapping[int, Point], outcomes: Mapping[int, Outcome]) -> Iterator[Mark]:
    """Yield what each creature in view loses at once, and who may die of it."""
    for entity, outcome in outcomes.items():
        point = stands.get(entity)
        if point is None:
            continue
        least, mean, _ = outcome.at_once
        if mean >= LEAST_LOSS:
            yield Mark("loss", (point,), entity, mean, 1.0 if least else 0.5)
        if outcome.kill >= LEAST_DEATH:
            yield Mark("dies", (point,), entity, 0.0, outcome.kill)


def _tone(creature: CreatureView) -> str:
    """Return the name of the colour of what a creature does."""
    if creature.is_player:
        return "player"
    return "foe" if creature.hostile else "friend" if creature.friend else "text"


def creature_signs(
    scene: Scene, reply: Reply | None, *, thinking: bool = False
) -> dict[int, MapSign]:
    """Return the sign of each creature in view that has one, by id.

    With a reply it is each acting creature's most likely action, and the most harmful stands out; without one it is its
    mood. That somebody hunts has no sign beside a reply, nor while it is being worked out, so that nothing flickers.
    """
    worst = max(filter(None, reply.taken), key=reply.dealt, default=0) if reply is not None else 0
    seen = {each.entity: each for each in scene.creatures}
    signs: dict[int, MapSign] = {}
    for creature in scene.creatures:
        sign = None
        if reply is not None and creature.mood != "asleep":
            meant = told_first(reply, creature.entity, seen)
            sign = act_sign(creature, meant, reply) if meant is not None else None
        is_told = thinking or reply is not None
        if sign is None and not (is_told and creature.mood == "hunting"):
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


def act_sign(creature: CreatureView, intent: Intent, reply: Reply) -> MapSign | None:
    """Return the sign of what a creature is told to do; None if it is done to nobody, or does not matter.

    What is improbable does not, unless it costs the player something.
    """
    if not (creature.hostile or creature.friend):
        return None
    intents = reply.intents.get(creature.entity, ())
    if is_rare(intent, intents) and reply.dealt(creature.entity) < LEAST_TOLD:
        return None
    sign = intent_sign(intent)
    return MapSign(sign, "foe" if creature.hostile else "friend") if sign else None
