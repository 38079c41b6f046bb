"""`PageSound`: lets a page's sound go on in step with its time, and hands on what is heard, with exact page times."""

import asyncio
import base64
import json
from typing import Any

import numpy as np
from playwright.async_api import CDPSession

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock.page_clock import Listener
from pytest_cookie.browser.clock.virtual_time import VirtualTime
from pytest_cookie.browser.clock.wakeful_frames import WakefulFrames
from pytest_cookie.browser.process.load_factor import patience

_BINDING = "__cookieSound"
_PARTS = ("sound", "audio", "processor", "mixer", "player", "media", "streams")

_PATIENCE_SECONDS = 5.0
"""For what a page decodes, renders or loads; longer, and page time goes on without it."""

_NAP_SECONDS = (0.0, 0.001, 0.001, 0.002, 0.004)


def init_script() -> str:
    """What has to run in every frame before the page's own scripts, and after those that rule its clocks."""
    hub, audio, processor, mixer, player, media, streams = (scripts.source(f"stepped_{name}") for name in _PARTS)
    return scripts.beforehand(f"""(() => {{
const hub = ({hub})({json.dumps({"binding": _BINDING})});
if (!hub) return;
const audio = ({audio})(hub);
if (!audio) return;
({processor})(hub, audio);
const media = ({media})(hub, ({player})(hub, audio, ({mixer})(hub, audio)));
({streams})(hub, audio, media);
}})()""")


class PageSound:
    """Of all frames of a page. Costs nothing until one of them says that it may sound."""

    def __init__(self, cdp: CDPSession, time: VirtualTime, listener: Listener | None = None) -> None:
        self._time = time
        self.listener = listener
        self._frames = WakefulFrames(cdp, _BINDING, subject="the sound")

    async def take_hold(self) -> None:
        """Listen to the page's documents from the next on."""
        await self._frames.take_hold()

    @property
    def is_awake(self) -> bool:
        """Whether anything may sound now."""
        return bool(self._frames.awake)

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be recorded, and why."""
        return self._frames.notes

    async def follow(self) -> None:
        """Render all that sounds up to the present page time; what the page waits for beside it is waited for."""
        for frame in sorted(self._frames.awake):
            await self._follow(frame)

    async def _follow(self, frame: int) -> None:
        loop = asyncio.get_running_loop()
        bearable = _PATIENCE_SECONDS * patience()
        ends, naps, is_patient = loop.time() + bearable, 0, True
        while (told := await self._ask(frame)) is not None and told["next"] != "done":
            if told["next"] == "flush":
                await self._time.flush()
            await asyncio.sleep(_NAP_SECONDS[min(naps, len(_NAP_SECONDS) - 1)])
            naps += 1
            if is_patient and loop.time() > ends:
                is_patient = False
                self._frames.note("something that the page decodes, renders or loads was not there in time")
                await self._frames.evaluate(frame, f"{_BINDING}.giveUp()")
            elif loop.time() > ends + bearable:
                told = None
                break
        try:
            is_awake = told is not None and self._take(told)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            self._frames.note("the sound of a frame is lost: the page has changed what tells of it")
            is_awake = False
        if not is_awake:
            self._frames.forget(frame)

    def _take(self, told: dict[str, Any]) -> bool:
        """Whether the frame is still awake. Raises whatever comes of what a page has made up."""
        for note in told["notes"]:
            self._frames.note(note)
        self._hand_on(told["sounds"])
        return bool(told["isAwake"])

    async def _ask(self, frame: int) -> dict[str, Any] | None:
        """None where the frame is gone, or has broken what we put into it."""
        wanted = json.dumps(self.listener is not None)
        told = await self._frames.evaluate(frame, f"{_BINDING}.follow({self._time.now_ms}, {wanted})")
        return told if isinstance(told, dict) and "next" in told else None

    def _hand_on(self, sounds: list[dict[str, Any]]) -> None:
        for piece in sounds:
            samples = np.frombuffer(base64.b64decode(piece["samples"]), np.float32).reshape(-1, 2)
            rate = int(piece["rate"])
            if self.listener is not None:
                self.listener.sound(piece["start"] * 1000 / rate, samples, rate)
