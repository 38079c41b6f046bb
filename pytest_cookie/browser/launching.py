"""`Launch`: with which executable and flags Chromium is started, and what to do where it would not."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, BrowserType

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
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",  # the name that the headless shell knows
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # names are the gateway's business
    "--js-flags=--max-old-space-size=512",
)
_START_MS = 45_000


@dataclass(frozen=True)
class Launch:
    """One way to start Chromium. With a `channel` Playwright finds the executable itself."""

    executable: Path | None
    headed: bool = False
    channel: str | None = None

    async def start(self, chromium: BrowserType) -> Browser:
        """Start it. Playwright's `Error` where it does not come up."""
        return await chromium.launch(
            executable_path=self.executable,
            channel=self.channel,
            headless=not self.headed,
            args=list(FLAGS),
            chromium_sandbox=not _is_root(),
            timeout=_START_MS,
        )

    def explain(self, message: str) -> str:
        """What to do about a start that failed with `message`."""
        what = f"Chromium ({self.channel or self.executable}) would not start"
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
