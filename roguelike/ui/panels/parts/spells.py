"""The known spells, with the keys that cast them."""

from operator import attrgetter

from roguelike.engine.views.records import SpellView
from roguelike.ui.asked import Nth
from roguelike.ui.look.palette import Palette
from roguelike.ui.panels.rows import Line
from roguelike.ui.panels.scene import Scene
from roguelike.ui.panels.side import ACTS, section
from roguelike.ui.widgets import Segment


@section(
    ACTS,
    rank=7,
    keep=2,
    heading="Spells",
    more="spells",
    reads=attrgetter("hud.spells", "hud.mana", "sign"),
)
def spells(scene: Scene, colours: Palette, width: int) -> list[Line]:
    """Return a row for each known spell."""
    mana, known = scene.hud.mana, scene.hud.spells
    return [_spell(spell, mana, colours, scene.sign, width) for spell in known]


def _spell(spell: SpellView, mana: int, colours: Palette, sign: str, width: int) -> Line:
    """Return a spell with its key and cost; if it cannot be cast, say why instead.

    A long name takes the room of the word for mana. If that is too little, the words of its runes give way.
    """
    hotkey = f"{sign}{spell.hotkey} " if 1 <= spell.hotkey <= 9 else "   "
    value = Nth("cast", spell.hotkey)
    room = width - 1 - len(hotkey) - 1
    if spell.affordable and not spell.hindered:
        number, _, unit = spell.price.partition(" ")
        right: tuple[Segment, ...] = ((f"{number} ", colours.text), (f"{unit} ", colours.dim))
        if unit == "mana" and len(spell.title) + len(spell.price) + 1 > room:
            right = right[:1]
        title = _last_words(spell.title, room - sum(len(text) for text, _ in right))
        left = ((f" {hotkey}", colours.key), (title, colours.spell))
        return Line(left, right, value=value)
    lack = f"{spell.cost} (have {mana}) " if spell.cost > mana else f"{spell.price} "
    lack = f"{spell.hindered} " if spell.hindered else lack
    title = _last_words(spell.title, room - len(lack))
    left = ((f"–{hotkey}", colours.disabled), (title, colours.disabled))
    return Line(left, ((lack, colours.disabled),), value=value)


def _last_words(title: str, room: int) -> str:
    """Return the title, or as many of its last words as fit after a "…": a spell's own name stands last in it."""
    words = title.split(" ")
    while len(title) > room and words[1:]:
        words = words[1:]
        title = f"…{' '.join(words)}"
    return title
