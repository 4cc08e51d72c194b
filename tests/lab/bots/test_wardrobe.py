"""What a mage puts on: what is better than what it takes the place of, and then no more."""

from roguelike.core.rng import Stream
from roguelike.engine.play.commands import Equip
from roguelike.engine.session import Session
from roguelike.lab.bots.item_habits import dress_lightly
from roguelike.testing import Arena

RINGS = ("Ring of Butterfingers", "Ring of Keen Eyes", "Ring of Rime")


def test_a_cursed_ring_does_not_make_it_change_the_other_for_ever() -> None:
    with Arena.from_ascii("###\n#@#\n###") as room:
        for ring in RINGS:
            room.identify(ring)
        cursed, worn, _ = (room.give(room.player, ring) for ring in RINGS)
        session = Session(room.game)
        assert session.do(Equip(cursed)).acted
        assert session.do(Equip(worn)).acted
        # The other two rings are worth the same, and the cursed one does not make way.
        ideas = list(dress_lightly(session, Stream("anything")))
        assert not [idea for idea in ideas if isinstance(idea, Equip)]
