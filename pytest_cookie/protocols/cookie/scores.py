"""What Cookie's scores mean: two dimensions and their mean (Cookie-Bench B.5)."""

from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.judging.rubric.dimensions import DIMENSIONS, MAX_DIMENSION_SCORE, TOTAL

_SHORT = {"functionality": "func.", "aesthetics": "aesth."}
_ANCHORS = (
    "100: everything the brief asks for works, without a fault. 75: good, with something smaller missing or wrong. "
    "62.5: usable, but a requested feature is missing or fails. 25: little works. 0: nothing serves the brief."
)

COOKIE_SCORES = ScoreSet(
    (
        *(ScoreSpec(id=name, label=name, short=_SHORT[name], judged_out_of=MAX_DIMENSION_SCORE) for name in DIMENSIONS),
        ScoreSpec(id=TOTAL, label=TOTAL, ranks=True, mean_of=DIMENSIONS, about=_ANCHORS),
    )
)
