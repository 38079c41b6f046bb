"""`Verdict`: what follows from its scores."""

from pytest_cookie.core.verdict import Verdict


def test_the_total_has_two_digits():
    verdict = Verdict(judge="j", judge_version="1", runnable=True, functionality=80.33, aesthetics=66.7)
    assert verdict.scores["total"] == 73.52  # not 73.515
