"""`Launch`: the executable and flags that start Chromium, and advice for a start that failed."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, BrowserType

from pytest_cookie.browser.clock import ClockKind
from pytest_cookie.browser.process.load_factor import load_factor

_DISABLED = (
    "IsolateOrigins", "site-per-process", "IsolateSandboxedIframes",
    "WebRtcHideLocalIpsWithMdns",  # would announce host names by multicast
    "WaitForLateScrollEvents",  # a frame on demand would wait for a finger that is already gone
    # Playwright's own list, which this one replaces
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
    "--autofill-server-url=about:blank",  # sends no form data to Google's autofill server
    "--disable-blink-features=AutomationControlled",  # `navigator.webdriver`: pages must behave as for people
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # the headless shell's name for the next flag
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # the gateway resolves names
    # workers choose their own seed; a page's seed is set by a script
    "--js-flags=--max-old-space-size=512 --random-seed=1",
    # one process for a page with all its frames, so one clock and one inventory cover all of it
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
    "--disable-partial-raster",  # which parts are redrawn depends on the machine and changes the look of edges
    "--disable-image-animation-resync",
)
"""Every frame is drawn on demand and complete."""

COOPERATIVE_FLAGS = ("--enable-blink-features=CSSImageAnimation",)
"""Lets style sheets pause animated images."""

_START_MS = 45_000
"""Scaled by the load factor."""


@dataclass(frozen=True)
class Launch:
    """One way to start Chromium. With a `channel`, Playwright finds the executable itself."""

    executable: Path | None
    headed: bool = False
    channel: str | None = None
    clock: ClockKind = "cooperative"

    async def start(self, chromium: BrowserType) -> Browser:
        """Start Chromium. Raises Playwright's `Error` if it does not come up."""
        return await chromium.launch(
            executable_path=self.executable,
            channel=self.channel,
            headless=not self.headed,
            args=[*FLAGS, *(STEPPED_FLAGS if self.clock == "stepped" else COOPERATIVE_FLAGS)],
            chromium_sandbox=not _is_root(),
            timeout=_START_MS * load_factor(),
        )

    def explain(self, message: str) -> str:
        """Return the remedy for a start that failed with `message`."""
        what = f"Chromium ({self.channel or self.executable}) did not start"
        if self.executable is not None and not self.executable.is_file():
            return f"{what}: the executable no longer exists. Install it again, or choose another one."
        if "sandbox" in message.lower():
            return (
                f"{what}: the system forbids its sandbox. Allow unprivileged user namespaces (on Ubuntu: "
                "`sysctl kernel.apparmor_restrict_unprivileged_userns=0`), or run in a container as root."
            )
        if "shared libraries" in message:
            return f"{what}: libraries are missing. Run `playwright install-deps chromium` as root."
        if self.headed and ("DISPLAY" in message or "XServer" in message):
            return f"{what}: there is no display. Omit --headed, or run under `xvfb-run`."
        return f"{what}: {message.strip()[:600]}"


def _is_root() -> bool:
    return sys.platform == "linux" and os.geteuid() == 0
