"""Evidence → Verdict. Judging never sees a browser, so every verdict can be made again from what is stored."""

from pytest_cookie.judging.measured_judge import MeasuredJudge

__all__ = ["MeasuredJudge"]
