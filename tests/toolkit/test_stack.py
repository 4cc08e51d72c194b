from collections.abc import Callable
from typing import ClassVar

import pytest
from tcod.console import Console

from roguelike.devices import loop
from roguelike.devices.headless import Headless
from roguelike.toolkit.inputs import Closed, Input, Key, Mouse, Pasted, Resized, SecondClick
from roguelike.toolkit.screen import Clear, Pop, Push, Quit, Replace, Screen, Stay, Transition
from roguelike.toolkit.stack import ScreenStack


class Page(Screen):
    """Shows one word and answers each input with the next transition that it was given."""

    name: ClassVar[str] = "Page"

    def __init__(self, word: str = "page", *answers: Transition) -> None:
        self.word = word
        self.answers = list(answers)
        self.seen: list[Input] = []
        self.results: list[object] = []
        self.closed = 0

    def draw(self, console: Console) -> None:
        console.print(0, 0, self.word, fg=(200, 100, 50))

    def on_input(self, event: Input) -> Transition:
        self.seen.append(event)
        return self.answers.pop(0) if self.answers else Stay()

    def on_result(self, result: object) -> Transition:
        self.results.append(result)
        return Stay()

    def on_close(self) -> None:
        self.closed += 1


class Popup(Page):
    name: ClassVar[str] = "Popup"
    opaque: ClassVar[bool] = False

    def draw(self, console: Console) -> None:
        console.print(0, 1, self.word, fg=(200, 100, 50))


class Overlay(Popup):
    name: ClassVar[str] = "Overlay"
    dims: ClassVar[bool] = False


def test_a_result_reaches_the_screen_below() -> None:
    below = Page()
    stack = ScreenStack(below, Popup("menu", Pop("sword")))
    assert stack.handle(Key("enter"))
    assert stack.names == ["Page"]
    assert below.results == ["sword"]


def test_leaving_without_a_result_tells_nobody() -> None:
    below = Page()
    stack = ScreenStack(below, Popup("menu", Pop()))
    stack.handle(Key("escape"))
    assert below.results == []


def test_a_result_may_lead_on_to_another_screen() -> None:
    class Asks(Page):
        def on_result(self, result: object) -> Transition:
            return Push(Popup(str(result)))

    stack = ScreenStack(Asks(), Popup("first", Pop("second")))
    stack.handle(Key("enter"))
    assert stack.names == ["Asks", "Popup"]


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        (lambda: Push(Popup()), ["Page", "Page", "Popup"]),
        (lambda: Replace(Popup()), ["Page", "Popup"]),
        (lambda: Clear(Popup()), ["Popup"]),
        (Pop, ["Page"]),
        (Quit, []),
        (Stay, ["Page", "Page"]),
    ],
)
def test_each_transition_changes_the_stack_as_it_says(
    answer: Callable[[], Transition], names: list[str]
) -> None:
    stack = ScreenStack(Page(), Page("top", answer()))
    assert stack.handle(Key("x"))
    assert stack.names == names
    assert stack.running == bool(names)


def test_staying_unchanged_asks_for_no_redraw() -> None:
    assert not ScreenStack(Page("page", Stay(redraw=False))).handle(Key("x"))
    assert not ScreenStack(Screen()).handle(Key("x"))


def test_closing_lets_every_screen_save_even_when_one_fails() -> None:
    class Fails(Page):
        def on_close(self) -> None:
            raise OSError("disk full")

    below = Page()
    stack = ScreenStack(below, Fails())
    with pytest.raises(OSError, match="disk full"):
        stack.handle(Closed())
    assert below.closed == 1
    assert not stack.running


def test_popups_draw_over_the_dimmed_screen_and_hidden_ones_not_at_all() -> None:
    console = Console(20, 3, order="F")
    ScreenStack(Page("hidden"), Page("page"), Popup("popup")).draw(console)
    rows = str(console)
    assert "page" in rows
    assert "popup" in rows
    assert "hidden" not in rows
    assert tuple(console.rgb["fg"][0, 0]) == (100, 50, 25)
    assert tuple(console.rgb["fg"][0, 1]) == (200, 100, 50)
    assert console.rgba["fg"][0, 0, 3] == 255


def test_an_overlay_leaves_what_is_below_as_bright_as_it_was() -> None:
    console = Console(20, 3, order="F")
    ScreenStack(Page("page"), Overlay("aim")).draw(console)
    assert tuple(console.rgb["fg"][0, 0]) == (200, 100, 50)


def test_each_drawing_starts_from_a_clear_console() -> None:
    console = Console(20, 3, order="F")
    stack = ScreenStack(Page("something long"))
    stack.draw(console)
    stack.apply(Replace(Page("short")))
    stack.draw(console)
    assert "long" not in str(console)


def test_the_loop_draws_only_what_changed_and_ends_when_asked() -> None:
    page = Page("page", Stay(redraw=False), Stay(redraw=False), Stay())
    backend = Headless()
    for name in "abc":
        backend.feed(Key(name))
    loop.Loop(ScreenStack(page), backend).run()
    assert page.seen == [Key("a"), Key("b"), Key("c")]
    assert backend.frames == 2
    assert backend.rows[0].startswith("page")
    assert len(backend.rows) == 50
    assert page.closed == 1


def test_the_loop_follows_a_new_size() -> None:
    backend = Headless()
    backend.resize(100, 60)
    backend.feed(Resized(100, 60))
    loop.Loop(ScreenStack(Page("page", Stay(redraw=False))), backend).run()
    assert (backend.shown.width, backend.shown.height) == (100, 60)


def test_what_can_wait_is_done_after_each_frame_and_may_call_for_another() -> None:
    backend = Headless()
    frames: list[int] = []

    def settle() -> bool:
        frames.append(backend.frames)
        return len(frames) == 1

    backend.feed(Key("a"))
    loop.Loop(ScreenStack(Page("page", Stay())), backend, after_frame=settle).run()
    assert frames == [1, 2]


def test_an_interceptor_keeps_what_it_deals_with_to_itself() -> None:
    page = Page()
    backend = Headless()
    backend.feed(Key("f11"), Key("a"))
    other = {"f11": None, "a": Key("b")}
    meant = lambda event: other[event.name] if isinstance(event, Key) else event  # noqa: E731
    loop.Loop(ScreenStack(page), backend, meant).run()
    assert page.seen == [Key("b")]


def test_what_comes_after_the_end_of_the_program_means_nothing() -> None:
    backend, asked = Headless(), list[Input]()
    backend.feed(Key("q"), Key("f12"))

    def meant(event: Input) -> Input:
        asked.append(event)
        return event

    loop.Loop(ScreenStack(Page("page", Quit())), backend, meant).run()
    assert asked == [Key("q")]


def test_what_is_pasted_is_dropped_with_one_line_unless_there_is_a_field() -> None:
    page = Page("page", Stay())
    stack = ScreenStack(page)
    assert stack.handle(Pasted("Qy"))
    stack.handle(Mouse("move", 3, 3))
    assert page.seen == [Mouse("move", 3, 3)]
    assert page.answer == "Pasted text is not played."
    stack.handle(Key("a"))
    assert not page.answer


def test_animation_time_passes_before_the_inputs_of_the_same_moment() -> None:
    order: list[str] = []

    class Moves(Page):
        @property
        def animating(self) -> bool:
            return True

        def update(self, seconds: float) -> bool:
            assert 0 <= seconds <= loop.IDLE_SECONDS
            order.append("update")
            return True

        def on_input(self, event: Input) -> Transition:
            order.append("input")
            return Quit()

    backend = Headless()
    backend.feed(Key("a"))
    loop.Loop(ScreenStack(Moves()), backend).run()
    assert order == ["update", "input"]


def shown(*screens: Screen) -> ScreenStack:
    """Open screens, and show them."""
    stack = ScreenStack(*screens)
    stack.draw(Console(20, 3, order="F"))
    return stack


def test_a_press_does_not_reach_a_screen_that_was_never_shown() -> None:
    popup = Popup("sell it?")
    stack = shown(Page("shop", Push(popup)))
    stack.handle(Key("a"))
    assert not stack.handle(Mouse("press", 10, 5, "left"))
    stack.handle(Key("b"))
    assert popup.seen == [Key("b")]


def test_a_screen_is_laid_out_before_each_input_that_no_frame_precedes() -> None:
    sizes: list[tuple[int, int]] = []

    class Laid(Page):
        def lay_out(self, columns: int, rows: int) -> None:
            sizes.append((columns, rows))

    stack = shown(Laid("list"))
    for name in "abc":
        stack.handle(Key(name))
    assert sizes == [(20, 3), (20, 3)]


def test_the_second_of_a_double_click_does_not_reach_the_screen_that_the_first_opened() -> None:
    popup = Popup("sell it?")
    stack = shown(Page("shop", Push(popup)))
    stack.handle(Mouse("press", 10, 5, "left"))
    for _ in range(2):
        assert not stack.handle(Mouse("press", 10, 5, "left", again=True))
        stack.draw(Console(20, 3, order="F"))
    assert popup.seen == []
    stack.handle(Mouse("press", 11, 5, "left"))
    assert len(popup.seen) == 1


def test_the_second_of_a_double_click_does_not_reach_the_screen_below_a_closed_one() -> None:
    below = Page("map")
    stack = shown(below, Popup("aim", Pop("fire")))
    stack.handle(Mouse("press", 10, 5, "left"))
    stack.draw(Console(20, 3, order="F"))
    assert not stack.handle(Mouse("press", 10, 5, "left", again=True))
    assert (below.results, below.seen) == (["fire"], [])


def test_both_of_a_double_click_reach_a_screen_that_stays() -> None:
    page = Page("options")
    stack = shown(page)
    stack.handle(Mouse("press", 10, 5, "left"))
    stack.handle(Mouse("press", 10, 5, "left", again=True))
    assert len(page.seen) == 2


PRESS = Mouse("press", 10, 5, "left")


@pytest.mark.parametrize(
    ("second", "seconds", "again"),
    [
        (PRESS, 0.12, True),
        (Mouse("press", 11, 6, "left"), 0.12, True),
        (PRESS, 0.35, False),
        (Mouse("press", 12, 5, "left"), 0.12, False),
        (Mouse("press", 10, 5, "right"), 0.12, False),
    ],
)
def test_two_presses_make_a_double_click_if_they_are_close_in_time_and_place(
    second: Mouse, seconds: float, *, again: bool
) -> None:
    clicks = SecondClick()
    assert clicks.marked(PRESS, 5.0) == PRESS
    assert clicks.marked(Mouse("move", 10, 5), 5.05) == Mouse("move", 10, 5)
    marked = clicks.marked(second, 5.0 + seconds)
    assert isinstance(marked, Mouse)
    assert marked.again is again


def test_the_loop_marks_double_clicks() -> None:
    page = Page()
    backend = Headless()
    backend.feed(PRESS, PRESS)
    loop.Loop(ScreenStack(page), backend).run()
    assert [event.again for event in page.seen if isinstance(event, Mouse)] == [False, True]
