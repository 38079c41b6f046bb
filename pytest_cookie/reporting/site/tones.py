"""The colour and the label of each score in the report's pages."""

from pytest_cookie.core.score_spec import ScoreSet

TONES = 6
"""Number of colours in `report.css`."""


def tone_of(scores: ScoreSet, name: str) -> str:
    """The class with the colour of a score: `tone-1` to `tone-6`, or `tone-0` for the score that ranks."""
    position = scores.position(name)
    return "tone-0" if position is None else f"tone-{position % TONES + 1}"


def label_of(scores: ScoreSet, name: str) -> str:
    """The label of a score, its id if the run does not specify it."""
    spec = scores.get(name)
    return spec.label if spec else name
