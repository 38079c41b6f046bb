"""`WakefulFrames`: frames of a page that requested to be polled at every step, and how to poll them."""

from typing import Any

from playwright.async_api import CDPSession, Error

from pytest_cookie.core.text import sanitize_json

_MAX_NOTES = 50
_MAX_NOTE = 600


class WakefulFrames:
    """Scripts of ours in a page call `binding` when there is work; until then they have no cost.

    `subject` names what they handle, such as "the sound".
    """

    def __init__(self, cdp: CDPSession, binding: str, *, subject: str) -> None:
        self._cdp = cdp
        self._subject = subject
        self._binding = binding
        self._awake: dict[int, None] = {}
        self._notes: dict[str, None] = {}
        cdp.on("Runtime.bindingCalled", self._on_called)

    async def attach(self) -> None:
        """Start to listen, from the page's next document on."""
        await self._cdp.send("Runtime.enable")  # without it the binding would be lost with the blank page
        await self._cdp.send("Runtime.addBinding", {"name": self._binding})

    @property
    def awake(self) -> tuple[int, ...]:
        """Execution contexts of these frames, in the order of their calls."""
        return tuple(self._awake)

    def forget(self, frame: int) -> None:
        """Stop polling a frame that has no work or is gone."""
        self._awake.pop(frame, None)

    @property
    def notes(self) -> tuple[str, ...]:
        """Their notes, without duplicates."""
        return tuple(self._notes)

    def note(self, text: object) -> None:
        """Keep a note, up to a limit."""
        if len(self._notes) < _MAX_NOTES:
            self._notes[sanitize_json(str(text)[:_MAX_NOTE])] = None

    def _on_called(self, call: dict[str, Any]) -> None:
        if call.get("name") == self._binding:
            self._awake[int(call["executionContextId"])] = None

    async def evaluate(self, frame: int, expression: str) -> object:
        """Return the expression's value; None if the frame is gone."""
        parameters = {"expression": expression, "contextId": frame, "returnByValue": True}
        try:
            answer = await self._cdp.send("Runtime.evaluate", parameters)
        except Error:
            return None
        if thrown := answer.get("exceptionDetails"):
            text = thrown.get("exception", {}).get("description") or thrown.get("text", "")
            self.note(f"{self._subject} of a frame is lost: {text}")
        value: object = answer.get("result", {}).get("value")
        return value
