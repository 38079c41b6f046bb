"""What a worker is asked, and what it answers: one line of JSON each."""

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.page_check.effort import Effort


class WorkerOptions(FrozenModel):
    """The first line to a worker."""

    effort: Effort
    judge: str
    page_seconds: float


class RewardTask(FrozenModel):
    """A page to score: the text of a reply with HTML in it, or the path of a file or a folder."""

    reply: str = ""
    path: str = ""
    brief: str = ""
    leaf: str = ""


class Reward(FrozenModel):
    """The score of a page."""

    score: float | None
    """The total divided by 100: 0 to 1. None if the page could not be scored for a reason that is not the page's;
    leave such a page out, do not count it as 0."""
    parts: dict[str, float | None] = {}
    """The scores by id, 0 to 1 each. Empty if there are none."""
    reason: str = ""
    """The most severe findings, or why there is no score."""
