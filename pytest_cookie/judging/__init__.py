"""Evidence → Verdict. Judging reads only files, so every verdict can be made again from a stored run."""

from pytest_cookie.judging.measured_judge import MeasuredJudge

__all__ = ["MeasuredJudge"]
