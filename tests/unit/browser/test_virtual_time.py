"""Page time does not go on between a request and its answer, though a budget may have run out in the midst of it."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pytest_cookie.browser.clock import virtual_time
from pytest_cookie.browser.clock.load_gate import GATE_PATH
from pytest_cookie.browser.clock.virtual_time import FRAME_MS, VirtualTime


class Browser:
    """A DevTools session whose budgets run out at once; events of the nth, in `happens`, arrive before its end."""

    def __init__(self, happens: Mapping[int, tuple[str, ...]], kind: str, url: str, loader: str = "L") -> None:
        self.budgets: list[float] = []
        self._kind, self._url, self._loader = kind, url, loader
        self._happens = happens
        self._listeners: dict[str, list[Callable[[Any], object]]] = defaultdict(list)

    def on(self, event: str, listener: Callable[[Any], object]) -> None:
        self._listeners[event].append(listener)

    async def send(self, method: str, arguments: Mapping[str, Any] | None = None) -> dict[str, Any]:
        if method == "Emulation.setVirtualTimePolicy" and arguments:
            events = (*self._happens.get(len(self.budgets), ()), "Emulation.virtualTimeBudgetExpired")
            self.budgets.append(arguments["budget"])
            for event in events:
                asyncio.get_running_loop().call_soon(self.tell, event)
        return {}

    def tell(self, event: str) -> None:
        """What happens at this moment, between two budgets."""
        for listener in self._listeners[event]:
            asked = {"requestId": "1", "type": self._kind, "loaderId": self._loader, "request": {"url": self._url}}
            listener(asked)


def budgets_of(
    happens: Mapping[int, tuple[str, ...]],
    *,
    frames: int = 1,
    before: str = "",
    kind: str = "Fetch",
    url: str = "http://artifact.localhost/feed.json",
    loader: str = "L",
) -> list[float]:
    """The budgets granted for so many frames. `before` is called before the first of them."""

    async def run() -> list[float]:
        browser = Browser(happens, kind, url, loader)
        time = VirtualTime(browser)  # type: ignore[arg-type]
        if before:
            browser.tell(before)
        for _ in range(frames):
            await time.advance(FRAME_MS)
        return browser.budgets

    return asyncio.run(run())


def test_a_page_that_asks_for_nothing_is_given_its_frames_alone():
    assert budgets_of({}, frames=3) == [FRAME_MS] * 3


@pytest.mark.parametrize("end", ["Network.loadingFinished", "Network.loadingFailed"])
def test_an_answer_known_after_the_budget_is_heard_before_time_goes_on(end):
    first, asking, hearing, second = budgets_of({0: ("Network.requestWillBeSent",), 1: (end,)}, frames=2)
    assert (first, asking, hearing) == (FRAME_MS, 0.001, 0.001)
    assert second == pytest.approx(FRAME_MS - 0.002), "time taken for it is no page time"


def test_an_answer_within_the_budget_is_heard_before_the_next():
    granted = budgets_of({0: ("Network.requestWillBeSent", "Network.loadingFinished")}, frames=2)
    assert granted == [FRAME_MS, 0.001, pytest.approx(FRAME_MS - 0.001)]


def test_an_answer_that_takes_a_while_takes_next_to_no_page_time():
    granted = budgets_of({0: ("Network.requestWillBeSent",), 9: ("Network.loadingFinished",)}, frames=2)
    assert granted == [FRAME_MS, *[0.001] * 10, pytest.approx(FRAME_MS - 0.010)]


def test_a_request_that_is_never_answered_is_waited_for_once(monkeypatch):
    monkeypatch.setattr(virtual_time, "_ANSWER_SECONDS", 0.02)
    first, *waiting, second, third = budgets_of({0: ("Network.requestWillBeSent",)}, frames=3)
    assert (first, third) == (FRAME_MS, FRAME_MS)
    assert set(waiting) == {0.001}
    assert second == pytest.approx(FRAME_MS - sum(waiting))


@pytest.mark.parametrize(
    "arrivals", [("Network.responseReceived",), ("Network.responseReceived", "Network.dataReceived")]
)
def test_an_answer_that_the_page_does_not_read_is_waited_for_briefly(monkeypatch, arrivals):
    monkeypatch.setattr(virtual_time, "_ANSWER_SECONDS", 6_000)
    monkeypatch.setattr(virtual_time, "_UNREAD_SECONDS", 0.02)
    first, *waiting, second, third = budgets_of({0: ("Network.requestWillBeSent",), 1: arrivals}, frames=3)
    assert (first, third) == (FRAME_MS, FRAME_MS)
    assert set(waiting) == {0.001}
    assert second == pytest.approx(FRAME_MS - sum(waiting))


def test_an_answer_that_arrives_in_pieces_is_waited_for(monkeypatch):
    monkeypatch.setattr(virtual_time, "_UNREAD_SECONDS", 60)
    pieces = dict.fromkeys(range(2, 9), ("Network.dataReceived",))
    happens = {0: ("Network.requestWillBeSent",), 1: ("Network.responseReceived",), 9: ("Network.loadingFinished",)}
    assert budgets_of(happens | pieces, frames=2) == [FRAME_MS, *[0.001] * 10, pytest.approx(FRAME_MS - 0.010)]


@pytest.mark.parametrize("kind", ["Media", "EventSource", "WebSocket", "Ping"])
def test_what_stays_open_is_not_waited_for(kind):
    assert budgets_of({0: ("Network.requestWillBeSent",)}, frames=2, kind=kind) == [FRAME_MS, FRAME_MS]


def test_the_script_of_a_worker_whose_end_the_page_is_not_told_is_not_waited_for():
    granted = budgets_of({0: ("Network.requestWillBeSent",)}, frames=2, kind="Script", loader="")
    assert granted == [FRAME_MS, FRAME_MS]


def test_what_an_input_asked_for_is_heard_at_its_moment():
    granted = budgets_of({0: ("Network.loadingFinished",)}, before="Network.requestWillBeSent")
    assert granted == [0.001, 0.001, pytest.approx(FRAME_MS - 0.002)]


def test_our_own_request_at_the_gate_is_not_waited_for():
    url = f"http://artifact.localhost{GATE_PATH}"
    assert budgets_of({0: ("Network.requestWillBeSent",)}, frames=2, url=url) == [FRAME_MS, FRAME_MS]


@pytest.mark.parametrize("flushes", [169, 170, 400])
def test_what_is_borrowed_beyond_a_frame_is_taken_off_the_next_ones(monkeypatch, flushes):
    monkeypatch.setattr(virtual_time, "_FLUSH_MS", 0.1)

    async def run() -> list[float]:
        browser = Browser({}, "Fetch", "")
        time = VirtualTime(browser)  # type: ignore[arg-type]
        for _ in range(flushes):
            await time.flush()
        for _ in range(4):
            await time.advance(FRAME_MS)
        return browser.budgets

    granted = asyncio.run(run())
    assert min(granted) == pytest.approx(0.1), "a budget of 0 would never end"
    assert sum(granted) == pytest.approx(4 * FRAME_MS), "borrowed time is no page time"


class Drawer(Browser):
    """Draws for a moment; a second frame meanwhile is what the browser refuses."""

    def __init__(self) -> None:
        super().__init__({}, "Fetch", "")
        self._draws = False
        self.drawn: list[float] = []

    async def send(self, method: str, arguments: Mapping[str, Any] | None = None) -> dict[str, Any]:
        if method != "HeadlessExperimental.beginFrame" or not arguments:
            return {"metrics": []}
        assert not self._draws, "another frame is pending"
        self._draws = True
        await asyncio.sleep(0.01)
        self._draws = False
        self.drawn.append(arguments["frameTimeTicks"])
        return {"hasDamage": True}


def test_frames_are_drawn_one_after_another_whoever_wants_them():
    async def run() -> list[float]:
        drawer = Drawer()
        time = VirtualTime(drawer)  # type: ignore[arg-type]
        first = asyncio.ensure_future(time.frame())
        await asyncio.sleep(0)
        frames = await asyncio.gather(time.frame(), time.frame(), first)
        assert all(frame.damaged for frame in frames)
        return drawer.drawn

    drawn = asyncio.run(run())
    assert len(drawn) == 3
    assert drawn == sorted(set(drawn))
