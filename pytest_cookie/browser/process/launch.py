"""`Launch`: with which executable and flags Chromium is started, and what to do where it would not."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, BrowserType

from pytest_cookie.browser.clock import ClockKind
from pytest_cookie.browser.process.load_factor import patience

_DISABLED = (
    "IsolateOrigins", "site-per-process", "IsolateSandboxedIframes",
    "WebRtcHideLocalIpsWithMdns",  # would announce names to the neighbours by multicast
    "WaitForLateScrollEvents",  # a frame of ours would wait for a finger that has long gone
    # as Playwright would have it, whose own list is replaced by this one
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying",
)  # fmt: skip

FLAGS = (
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--autoplay-policy=no-user-gesture-required",
    "--mute-audio",
    "--hide-scrollbars",
    "--autofill-server-url=about:blank",  # no questions about forms to anybody
    "--disable-blink-features=AutomationControlled",  # `navigator.webdriver`: pages shall be as they are for people
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # the name that the headless shell knows
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # names are the gateway's business
    # workers have a seed of their own making; a page's is set by a script
    "--js-flags=--max-old-space-size=512 --random-seed=1",
    # one page is one process, with all its frames, so that one clock and one inventory hold for all of it
    "--disable-site-isolation-trials",
    f"--disable-features={','.join(_DISABLED)}",
)
STEPPED_FLAGS = (
    "--enable-begin-frame-control",
    "--run-all-compositor-stages-before-draw",
    "--disable-new-content-rendering-timeout",
    "--disable-threaded-animation",
    "--disable-threaded-scrolling",
    "--disable-checker-imaging",
    "--disable-partial-raster",  # which parts are drawn anew depends on the machine, and edges look otherwise by it
    "--disable-image-animation-resync",
)
"""Every frame is asked for, and has all in it that belongs to its time."""

COOPERATIVE_FLAGS = ("--enable-blink-features=CSSImageAnimation",)
"""Style sheets can pause animated images."""

_START_MS = 45_000
"""More of them on a busy machine."""


@dataclass(frozen=True)
class Launch:
    """One way to start Chromium. With a `channel` Playwright finds the executable itself."""

    executable: Path | None
    headed: bool = False
    channel: str | None = None
    clock: ClockKind = "cooperative"

    async def start(self, chromium: BrowserType) -> Browser:
        """Start it. Playwright's `Error` where it does not come up."""
        return await chromium.launch(
            executable_path=self.executable,
            channel=self.channel,
            headless=not self.headed,
            args=[*FLAGS, *(STEPPED_FLAGS if self.clock == "stepped" else COOPERATIVE_FLAGS)],
            chromium_sandbox=not _is_root(),
            timeout=_START_MS * patience(),
        )

    def explain(self, message: str) -> str:
        """What to do about a start that failed with `message`."""
        what = f"Chromium ({self.channel or self.executable}) would not start"
        if self.executable is not None and not self.executable.is_file():
            return f"{what}: it is not there any more. Install it again, or name another one."
        if "sandbox" in message.lower():
            return (
                f"{what}: the system forbids its sandbox. Allow unprivileged user namespaces (on Ubuntu: "
                "`sysctl kernel.apparmor_restrict_unprivileged_userns=0`), or run in a container as root."
            )
        if "shared libraries" in message:
            return f"{what}: libraries are missing. Run `playwright install-deps chromium` as root."
        if self.headed and ("DISPLAY" in message or "XServer" in message):
            return f"{what}: there is no display. Leave out --headed, or run below `xvfb-run`."
        return f"{what}: {message.strip()[:600]}"


def _is_root() -> bool:
    return sys.platform == "linux" and os.geteuid() == 0
