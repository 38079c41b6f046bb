"""ArtifactsBench's evidence of a page: by their sequence, and by ours in one browser for all pages, in page time.

Theirs: a new browser, the page until its network is idle, three full-page pictures a second apart, no input. `timed` is
the same of ours, which the protocol's published way takes. `staged` takes six pictures before, during and after two
inputs, Tab and Enter, within about a second of page time. Neither includes the exploration by the crawler, whose
pictures the protocol's default way uses.
"""

import hashlib
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from load import Cost

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Press
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import StageError
from pytest_cookie.exploration.timed_screenshots import take_timed_screenshots

_SCRIPT = ((Press(value="Tab"), (100,)), (Press(value="Enter"), (100, 300, 600)))
"""Inputs, each with the ms of page time after it at which a picture is taken."""
_SETTLE_MS = 400


@dataclass(frozen=True)
class Captured:
    """Seconds of wall time and of CPU, and the number of different pictures."""

    seconds: float
    cpu_seconds: float
    distinct: int


def capture_timed(host: BrowserHost, deployment: Deployment) -> Captured | None:
    """Three pictures of the whole page, one second apart; None for a page that cannot be captured."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with Cost() as cost, host.open_session(SessionSettings(gateway=deployment.gateway)) as session:
                found = take_timed_screenshots(session, deployment.url, Path(folder))
        except StageError:
            return None
        distinct = {hashlib.sha256((Path(folder) / name).read_bytes()).digest() for name in found.files}
    return Captured(cost.wall_seconds, cost.cpu_seconds, len(distinct))


def capture_in_stages(host: BrowserHost, deployment: Deployment) -> Captured | None:
    """Pictures before, during and after inputs; None for a page that cannot be captured."""
    try:
        with Cost() as cost, host.open_session(SessionSettings(gateway=deployment.gateway)) as session:
            session.load(deployment.url)
            distinct = {hashlib.sha256(picture).digest() for picture in _pictures_in_stages(session)}
    except StageError:
        return None
    return Captured(cost.wall_seconds, cost.cpu_seconds, len(distinct))


def _pictures_in_stages(session: Session) -> list[bytes]:
    pictures = [session.picture()]
    for action, moments_ms in _SCRIPT:
        session.act(action)
        began = session.page_ms
        for moment_ms in moments_ms:
            session.wait(max(0, began + moment_ms - session.page_ms))
            pictures.append(session.picture())
    session.settle(_SETTLE_MS)
    return [*pictures, session.picture()]


def compare(name: str, pairs: Sequence[tuple[Captured, Captured]]) -> str:
    """Both ways over the same pages: ours, theirs."""
    ours, theirs = ([pair[side] for pair in pairs] for side in (0, 1))
    faster = [their.seconds / our.seconds for our, their in pairs]
    more = sum(our.distinct > their.distinct for our, their in pairs)
    fewer = sum(our.distinct < their.distinct for our, their in pairs)
    return "\n".join(
        [
            f"{name}, {len(pairs)} pages; wall time a page: ours median {_median(ours, 'seconds'):.2f} s, "
            f"theirs {_median(theirs, 'seconds'):.2f} s: {statistics.median(faster):.1f} times faster "
            f"(least {min(faster):.1f}, most {max(faster):.1f})",
            f"  CPU seconds a page: ours median {_median(ours, 'cpu_seconds'):.2f}, "
            f"theirs {_median(theirs, 'cpu_seconds'):.2f}",
            f"  different pictures: ours {sum(page.distinct for page in ours)}, theirs "
            f"{sum(page.distinct for page in theirs)}; more on {more} pages, fewer on {fewer}",
        ]
    )


def _median(found: Sequence[Captured], what: str) -> float:
    return statistics.median(getattr(one, what) for one in found)
