"""The reply to what a command asks for before it can be carried out."""

from roguelike.testing import Arena


def test_a_thing_not_known_is_refused_as_any_of_its_sort() -> None:
    with Arena.from_ascii("######\n#@..o#\n######", {"o": "Orc"}, minds=True) as arena:
        scroll = arena.give(arena.player, "Fireball Scroll")
        assert arena.reply(scroll).refused == arena.forecast(scroll).refused is not None
        assert arena.reply(scroll, (5, 1)).refused == arena.forecast(scroll, (5, 1)).refused
        assert arena.reply(scroll, (3, 1)).refused is None
