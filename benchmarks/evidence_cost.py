"""The evidence of ArtifactsBench in two ways on one page: theirs, and ours in one browser for all pages, in page time.

Theirs: a new browser, the page until its network is idle, three full-page pictures a second apart, no input. Ours: six
pictures before, during and after an input, Tab and Enter, over 1.6 s of page time.
"""

import hashlib
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from load import Cost

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Press
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import StageError
from pytest_cookie.exploration.staged_interaction import StagedAction, stage

_SCRIPT = (
    StagedAction(Press(value="Tab"), (100,)),
    StagedAction(Press(value="Enter"), (100, 500, 1_000)),
)


@dataclass(frozen=True)
class Captured:
    """Seconds of wall time and of CPU, and the number of different pictures."""

    seconds: float
    cpu_seconds: float
    distinct: int


def capture_in_stages(host: BrowserHost, deployment: Deployment) -> Captured | None:
    """Our way; None for a page that cannot be captured."""
    try:
        with Cost() as cost, host.open_session(SessionSettings(gateway=deployment.gateway)) as session:
            session.load(deployment.url)
            found = stage(session, _SCRIPT)
    except StageError:
        return None
    pictures = (found.before, *found.during, found.after)
    distinct = {hashlib.sha256(one.png).digest() for one in pictures}
    return Captured(cost.wall_seconds, cost.cpu_seconds, len(distinct))


def compare(pairs: Sequence[tuple[Captured, Captured]]) -> str:
    """Both ways over the same pages: ours, theirs."""
    ours, theirs = ([pair[side] for pair in pairs] for side in (0, 1))
    faster = [their.seconds / our.seconds for our, their in pairs]
    more = sum(our.distinct > their.distinct for our, their in pairs)
    fewer = sum(our.distinct < their.distinct for our, their in pairs)
    return "\n".join(
        [
            f"{len(pairs)} pages; wall time a page: ours median {_median(ours, 'seconds'):.2f} s, "
            f"theirs {_median(theirs, 'seconds'):.2f} s: {statistics.median(faster):.1f} times faster "
            f"(least {min(faster):.1f}, most {max(faster):.1f})",
            f"CPU seconds a page: ours median {_median(ours, 'cpu_seconds'):.2f}, "
            f"theirs {_median(theirs, 'cpu_seconds'):.2f}",
            f"different pictures: ours {sum(one.distinct for one in ours)}, theirs "
            f"{sum(one.distinct for one in theirs)}; more on {more} pages, fewer on {fewer}",
        ]
    )


def _median(found: Sequence[Captured], what: str) -> float:
    return statistics.median(getattr(one, what) for one in found)
