"""The pointer of a mouse that lies still while another document is loaded under it."""

import asyncio
from types import SimpleNamespace
from typing import Any

from pytest_cookie.browser.input.input_timing import InputTiming
from pytest_cookie.browser.input.mouse import Mouse
from pytest_cookie.browser.input.target import Target


class Wire:
    """Keeps the moves that are sent."""

    def __init__(self) -> None:
        self.moves: list[tuple[float, float]] = []

    async def pause(self, _: float) -> None:
        return

    async def send(self, _: str, **event: Any) -> None:
        self.moves.append((event["x"], event["y"]))

    async def dispatch_and_advance(self, _: float, method: str, **event: Any) -> None:
        await self.send(method, **event)


def test_a_new_document_gets_a_move_although_the_pointer_is_there_already(subtests):
    """Without one its hover has no effect: the page never hears of the pointer."""
    for at in ((300.0, 200.0), (5.0, 5.0)):
        with subtests.test(at=at):
            heard: dict[str, Any] = {}
            page: Any = SimpleNamespace(on=heard.__setitem__, viewport_size={"width": 1280, "height": 720})
            wire: Any = Wire()
            mouse = Mouse(page, wire, InputTiming(1), SimpleNamespace(pointer=lambda *_: None))  # type: ignore[arg-type]
            target = Target(*at)

            def point(mouse: Mouse = mouse, target: Target = target, wire: Any = wire) -> list[tuple[float, float]]:
                wire.moves.clear()
                asyncio.run(mouse.point(target))
                return list(wire.moves)

            assert point()[-1] == at
            assert point() == []
            heard["domcontentloaded"](page)
            again = point()
            assert again[0] != at
            assert again[-1] == at
            assert point() == []
