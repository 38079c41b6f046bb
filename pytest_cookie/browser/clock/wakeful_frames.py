"""`WakefulFrames`: the frames of a page that have said that they need to be asked at every step, and how to ask."""

from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.core.text import of_page

_MAX_NOTES = 50
_MAX_NOTE = 600


class WakefulFrames:
    """Scripts of ours in a page call `binding` when there is something to do; until then they cost nothing.

    `subject` is what they are there for, such as "the sound".
    """

    def __init__(self, cdp: CDPSession, binding: str, *, subject: str) -> None:
        self._cdp = cdp
        self._subject = subject
        self._binding = binding
        self._awake: dict[int, None] = {}
        self._notes: dict[str, None] = {}
        cdp.on("Runtime.bindingCalled", self._on_called)

    async def take_hold(self) -> None:
        """Listen to the page's documents from the next on."""
        await self._cdp.send("Runtime.enable")  # without it the binding would not outlive the blank page
        await self._cdp.send("Runtime.addBinding", {"name": self._binding})

    @property
    def awake(self) -> tuple[int, ...]:
        """The execution contexts of those frames, in the order in which they called."""
        return tuple(self._awake)

    def forget(self, frame: int) -> None:
        """It has nothing to do any more, or is gone."""
        self._awake.pop(frame, None)

    @property
    def notes(self) -> tuple[str, ...]:
        """What they said, each once."""
        return tuple(self._notes)

    def note(self, what: object) -> None:
        """Keep a note, unless there are too many."""
        if len(self._notes) < _MAX_NOTES:
            self._notes[of_page(str(what)[:_MAX_NOTE])] = None

    def _on_called(self, call: dict[str, Any]) -> None:
        if call.get("name") == self._binding:
            self._awake[int(call["executionContextId"])] = None

    async def evaluate(self, frame: int, expression: str) -> object:
        """Its value; None where the frame is gone."""
        asked = {"expression": expression, "contextId": frame, "returnByValue": True}
        try:
            answer = await self._cdp.send("Runtime.evaluate", asked)
        except Error:
            return None
        if thrown := answer.get("exceptionDetails"):
            what = thrown.get("exception", {}).get("description") or thrown.get("text", "")
            self.note(f"{self._subject} of a frame is lost: {what}")
        value: object = answer.get("result", {}).get("value")
        return value
