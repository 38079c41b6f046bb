"""What a page can learn about its browser: an ordinary Chrome with a window, by Chromium's own means where it has any.

A page that treats an automated browser differently would show its judge what nobody else sees. The user agent is set in
the page and not by a flag: with the flag, Playwright takes the browser for one with a window and sets no default fonts.
"""

import platform
import re
import sys
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error, ViewportSize

from pytest_cookie.core.perception import Viewport

PROCESSORS = 4
"""`navigator.hardwareConcurrency`, the same on every machine; `scripts/either_clock/workers.js` hands it on."""
_SCREEN: ViewportSize = {"width": 1920, "height": 1080}
_LEAST_DESKTOP_WIDTH = 1024
"""Narrower viewports are those of phones and tablets, whose browsers fill the screen."""
_TOOLBAR_HEIGHT = 87
"""Tabs and address bar of Chrome."""
_LATENCY_MS = 50
_BYTES_PER_SECOND = 10_000_000 / 8
"""An ordinary connection, for `navigator.connection`; without it the round-trip time is 0, as only on loopback. Nothing
is slowed down."""

# system information in the user agent, which Chrome has frozen
_SYSTEMS = {
    "linux": ("X11; Linux x86_64", "Linux x86_64", "Linux", ""),
    "darwin": ("Macintosh; Intel Mac OS X 10_15_7", "MacIntel", "macOS", "15.0.0"),
    "win32": ("Windows NT 10.0; Win64; x64", "Win32", "Windows", "15.0.0"),
}

# How Chromium disguises the brand that stands for no browser: pieces of its name, its versions, and the order of the
# brands change with the browser's version (components/embedder_support/user_agent_utils.cc).
_FILLERS = " (:-./);=?_"
_FILLER_VERSIONS = ("8", "99", "24")
_ORDERS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


def build_user_agent(version: str) -> str:
    """Chrome's user agent; of its `version`, such as 156.0.8078.108, it has only the first number."""
    return (
        f"Mozilla/5.0 ({_system()[0]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{_major(version)}.0.0.0 "
        "Safari/537.36"
    )


def build_client_hints(version: str) -> dict[str, Any]:
    """Chrome's client hints, as `Emulation.UserAgentMetadata`."""
    _, _, system, system_version = _system()
    major = _major(version)
    brands = _build_brands(major)
    whole = {"Chromium": version, "Google Chrome": version}
    return {
        "brands": brands,
        "fullVersionList": [
            {"brand": one["brand"], "version": whole.get(one["brand"], f"{one['version']}.0.0.0")} for one in brands
        ],
        "fullVersion": version,
        "platform": system,
        "platformVersion": system_version,
        "architecture": "arm" if platform.machine().lower() in ("arm64", "aarch64") else "x86",
        "bitness": "64",
        "model": "",
        "mobile": False,
        "wow64": False,
    }


def _build_brands(major: int) -> list[dict[str, str]]:
    first, second = (_FILLERS[(major + shift) % len(_FILLERS)] for shift in (0, 1))
    filler = {"brand": f"Not{first}A{second}Brand", "version": _FILLER_VERSIONS[major % len(_FILLER_VERSIONS)]}
    brands = [filler, *({"brand": name, "version": str(major)} for name in ("Chromium", "Google Chrome"))]
    placed = zip(_ORDERS[major % len(_ORDERS)], brands, strict=True)
    return [brand for _, brand in sorted(placed, key=lambda one: one[0])]


def _major(version: str) -> int:
    found = re.match(r"\d+", version)
    return int(found.group()) if found else 0


def _system() -> tuple[str, str, str, str]:
    return _SYSTEMS.get(sys.platform, _SYSTEMS["linux"])


def screen_for(viewport: Viewport) -> ViewportSize:
    """The size of the screen around a window with this viewport."""
    if viewport.width < _LEAST_DESKTOP_WIDTH:
        return {"width": viewport.width, "height": viewport.height}
    return {"width": max(_SCREEN["width"], viewport.width), "height": max(_SCREEN["height"], viewport.height)}


async def present_as_ordinary(cdp: CDPSession, *, version: str, locale: str, viewport: Viewport) -> None:
    """Let the documents of a page to come, with their frames and workers, see an ordinary browser of this `version`.

    A window that is resized later fills its screen. Raises Playwright's `Error`.
    """
    identity = {
        "userAgent": build_user_agent(version),
        "userAgentMetadata": build_client_hints(version),
        "platform": _system()[1],
        "acceptLanguage": locale,
    }
    await cdp.send("Emulation.setUserAgentOverride", identity)
    network = {"downloadThroughput": _BYTES_PER_SECOND, "uploadThroughput": _BYTES_PER_SECOND}
    with suppress(Error):  # older versions of Chromium do not have it, and newer ones may lose it
        await cdp.send("Emulation.setHardwareConcurrencyOverride", {"hardwareConcurrency": PROCESSORS})
    with suppress(Error):
        await cdp.send("Network.overrideNetworkState", {"offline": False, "latency": _LATENCY_MS, **network})
    if viewport.width >= _LEAST_DESKTOP_WIDTH:
        window = (await cdp.send("Browser.getWindowForTarget"))["windowId"]
        bounds = {"width": viewport.width, "height": viewport.height + _TOOLBAR_HEIGHT}
        await cdp.send("Browser.setWindowBounds", {"windowId": window, "bounds": bounds})
