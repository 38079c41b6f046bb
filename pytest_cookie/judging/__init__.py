"""Evidence → Verdict. Judging reads only files, so every verdict can be made again from a stored run."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_cookie.judging.measured_judge import MeasuredJudge

__all__ = ["MeasuredJudge"]


def __getattr__(name: str) -> object:
    """Load the judge when it is used: parts such as the table of requirements are needed without it, and quickly."""
    if name == "MeasuredJudge":
        from pytest_cookie.judging.measured_judge import MeasuredJudge

        return MeasuredJudge
    raise AttributeError(name)
