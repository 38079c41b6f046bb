"""`GamePlayer`: carries out a play: keys and buttons at their moments of page time, with trusted input."""

from playwright.async_api import Page

from pytest_cookie.browser.input.gesture_observer import GestureObserver
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.keyboard import label_keys
from pytest_cookie.core.action import MAX_PLAY_MS, Play
from pytest_cookie.core.play_events import PlayEvent, list_events

_MOUSE = "Input.dispatchMouseEvent"


class GamePlayer:
    """Unlike `Keyboard` and a `Pointer` it has no pace of its own: a play says when each input begins and ends."""

    def __init__(self, page: Page, dispatcher: InputDispatcher, watcher: GestureObserver) -> None:
        self._keyboard = page.keyboard
        self._dispatcher = dispatcher
        self._watcher = watcher
        self._down: list[str] = []
        self._pressed_at: PlayEvent | None = None

    async def play(self, action: Play) -> None:
        """Play until `action.until_ms`. Every key and the button are released in any case."""
        until_ms = min(action.until_ms, self._dispatcher.page_ms + MAX_PLAY_MS)
        try:
            for event in list_events(action.inputs, until_ms):
                await self._dispatcher.wait_until(event.ms)
                await (self._press_key(event) if event.key else self._point(event))
            await self._dispatcher.wait_until(until_ms)
        finally:
            await self._release()

    async def _press_key(self, event: PlayEvent) -> None:
        if event.type == "up":
            if event.key in self._down:
                self._down.remove(event.key)
            self._watcher.keys(label_keys(self._down))
            await self._dispatcher.deliver(self._keyboard.up(event.key))
            return
        if event.key not in self._down:
            self._down.append(event.key)
        self._watcher.keys(label_keys(self._down))
        await self._dispatcher.deliver(self._keyboard.down(event.key))

    async def _point(self, event: PlayEvent) -> None:
        names = {"move": "mouseMoved", "down": "mousePressed", "up": "mouseReleased"}
        if event.type != "move":
            self._pressed_at = event if event.type == "down" else None
        self._watcher.pointer(event.x, event.y, self._pressed_at is not None)
        button = {} if event.type == "move" else {"button": "left", "clickCount": 1}
        buttons = int(self._pressed_at is not None)
        await self._dispatcher.send(_MOUSE, type=names[event.type], x=event.x, y=event.y, buttons=buttons, **button)

    async def _release(self) -> None:
        for key in tuple(self._down):
            await self._press_key(PlayEvent(self._dispatcher.page_ms, "up", key))
        if pressed := self._pressed_at:
            await self._point(PlayEvent(self._dispatcher.page_ms, "up", x=pressed.x, y=pressed.y))
