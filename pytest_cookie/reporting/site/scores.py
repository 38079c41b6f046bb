"""Scores as the scripts of the report need them, and sentences about their scale."""

from collections.abc import Iterator, Sequence

from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.reporting.site.environment import harmless
from pytest_cookie.reporting.site.index.chunks import Json
from pytest_cookie.reporting.site.tones import label_of, tone_of


def described(scores: ScoreSet) -> Json:
    """The specifications for the scripts of the index page, in order."""
    return [
        {
            "id": spec.id,
            "label": harmless(spec.label),
            "title": harmless(spec.title),
            "unit": harmless(spec.unit),
            "low": spec.low,
            "high": spec.high,
            "digits": spec.digits,
            "lower": spec.direction == "lower",
            "ranks": spec.ranks,
            "tone": tone_of(scores, spec.id),
        }
        for spec in scores
    ]


def scale_sentences(scores: ScoreSet) -> str:
    """The ranges of the scores, and which are means of others."""
    return " ".join([*_ranges(list(scores)), *means_of_others(scores)])


def means_of_others(scores: ScoreSet) -> Iterator[str]:
    """`The total is the mean of speed and size.`"""
    for spec in scores:
        if spec.mean_of:
            *most, last = [label_of(scores, name) for name in spec.mean_of]
            listed = f"{', '.join(most)} and {last}" if most else last
            yield f"The {spec.label} is the mean of {listed}."


def _ranges(specs: Sequence[ScoreSpec]) -> Iterator[str]:
    if len({(spec.bounds, spec.unit, spec.direction) for spec in specs}) == 1:
        subject = "Scores range" if len(specs) > 1 else f"The {specs[0].label} ranges"
        yield f"{subject} from {range_of(specs[0])}."
        return
    yield from (f"{spec.title}: {range_of(spec)}." for spec in specs)


def range_of(spec: ScoreSpec) -> str:
    """`0 to 100 %`, and that lower is better if it is."""
    unit = f" {spec.unit}" if spec.unit else ""
    return f"{spec.low:g} to {spec.high:g}{unit}" + (", lower is better" if spec.direction == "lower" else "")


def failed_counts_as(scores: ScoreSet) -> str:
    """`0` if that is the worst value of every score, otherwise `the worst value`."""
    worst = {spec.worst for spec in scores}
    return f"{worst.pop():g}" if len(worst) == 1 else "the worst value"
