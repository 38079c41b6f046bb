"""`PageSound`: runs a page's sound in step with its time, and passes it on with exact page times."""

import asyncio
import base64
import json
from typing import Any

import numpy as np
from playwright.async_api import CDPSession

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock.page_clock import SoundSink
from pytest_cookie.browser.clock.virtual_time import VirtualTime
from pytest_cookie.browser.clock.wakeful_frames import WakefulFrames
from pytest_cookie.browser.process.load_factor import load_factor

_BINDING = "__cookieSound"
_PARTS = ("sound", "audio", "processor", "mixer", "player", "media", "streams")

_WAIT_SECONDS = 5.0
"""Maximum wait for what a page decodes, renders or loads; afterwards page time continues without it."""

_PAUSE_SECONDS = (0.0, 0.001, 0.001, 0.002, 0.004)


def init_script() -> str:
    """Return the script to run in every frame before the page's own scripts and after those that control its clocks."""
    hub, audio, processor, mixer, player, media, streams = (scripts.source(f"stepped_{name}") for name in _PARTS)
    return scripts.bind_natives(f"""(() => {{
const hub = ({hub})({json.dumps({"binding": _BINDING})});
if (!hub) return;
const audio = ({audio})(hub);
if (!audio) return;
({processor})(hub, audio);
const media = ({media})(hub, ({player})(hub, audio, ({mixer})(hub, audio)));
({streams})(hub, audio, media);
}})()""")


class PageSound:
    """Sound of all frames of a page. No cost until one of them may sound."""

    def __init__(self, cdp: CDPSession, time: VirtualTime, listener: SoundSink | None = None) -> None:
        self._time = time
        self.listener = listener
        self._frames = WakefulFrames(cdp, _BINDING, subject="the sound")

    async def attach(self) -> None:
        """Start to listen, from the page's next document on."""
        await self._frames.attach()

    @property
    def is_awake(self) -> bool:
        """Whether anything may sound now."""
        return bool(self._frames.awake)

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be recorded, and why."""
        return self._frames.notes

    async def follow(self) -> None:
        """Render all sound up to the current page time, and wait for what the page needs for it."""
        for frame in sorted(self._frames.awake):
            await self._follow(frame)

    async def _follow(self, frame: int) -> None:
        loop = asyncio.get_running_loop()
        limit_seconds = _WAIT_SECONDS * load_factor()
        ends, pauses, is_waiting = loop.time() + limit_seconds, 0, True
        while (reply := await self._poll(frame)) is not None and reply["next"] != "done":
            if reply["next"] == "flush":
                await self._time.flush()
            await asyncio.sleep(_PAUSE_SECONDS[min(pauses, len(_PAUSE_SECONDS) - 1)])
            pauses += 1
            if is_waiting and loop.time() > ends:
                is_waiting = False
                self._frames.note("something that the page decodes, renders or loads was not ready in time")
                await self._frames.evaluate(frame, f"{_BINDING}.giveUp()")
            elif loop.time() > ends + limit_seconds:
                reply = None
                break
        try:
            is_awake = reply is not None and self._take(reply)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            self._frames.note("the sound of a frame is lost: the page has tampered with its script")
            is_awake = False
        if not is_awake:
            self._frames.forget(frame)

    def _take(self, reply: dict[str, Any]) -> bool:
        """Take notes and sounds; return whether the frame is still awake. Raises various errors for a forged reply."""
        for note in reply["notes"]:
            self._frames.note(note)
        self._pass_on(reply["sounds"])
        return bool(reply["isAwake"])

    async def _poll(self, frame: int) -> dict[str, Any] | None:
        """Poll a frame; None if it is gone or has broken our script."""
        wants_sound = json.dumps(self.listener is not None)
        reply = await self._frames.evaluate(frame, f"{_BINDING}.follow({self._time.now_ms}, {wants_sound})")
        return reply if isinstance(reply, dict) and "next" in reply else None

    def _pass_on(self, sounds: list[dict[str, Any]]) -> None:
        for piece in sounds:
            samples = np.frombuffer(base64.b64decode(piece["samples"]), np.float32).reshape(-1, 2)
            rate = int(piece["rate"])
            if self.listener is not None:
                self.listener.sound(piece["start"] * 1000 / rate, samples, rate)
