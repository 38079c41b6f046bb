"""Agreement between a judge and people as a terminal table: a column per score, each value with its interval."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pytest_cookie.core.wording import count
from pytest_cookie.reporting.score_distribution import distribution_lines
from pytest_cookie.reporting.text.quantities import NOTHING, coefficient, percent, signed
from pytest_cookie.reporting.text.terminal_cells import cut, printable, table, wrapped
from pytest_cookie.stats.agreement import Agreement, ControlAgreement, PeopleAgreement, ScoreAgreement
from pytest_cookie.stats.controls import ALL_CONTROL_NAMES
from pytest_cookie.stats.interval import Interval
from pytest_cookie.stats.webdevjudge import FeasibilityAgreement

_MAX_NAMED = 3
_Show = Callable[[ScoreAgreement], str]
_Row = tuple[str, _Show | None]


def rate_in_words(interval: Interval | None) -> str:
    """`71 % (60–80 %)`, a dash for None."""
    if interval is None or interval.mean is None:
        return NOTHING
    value = f"{100 * interval.mean:.0f} %"
    if interval.low is None or interval.high is None:
        return value
    return f"{value} ({100 * interval.low:.0f}–{100 * interval.high:.0f} %)"


def coefficient_in_words(interval: Interval | None) -> str:
    """`0.71 (0.60 to 0.80)`, a dash for None."""
    if interval is None or interval.mean is None:
        return NOTHING
    value = coefficient(interval.mean)
    if interval.low is None or interval.high is None:
        return value
    return f"{value} ({coefficient(interval.low)} to {coefficient(interval.high)})"


def _of_people(show: Callable[[PeopleAgreement], str]) -> _Show:
    return lambda score: NOTHING if score.people is None else show(score.people)


_CONTROLLED: dict[str, Callable[[ControlAgreement], str]] = {
    "  same preference": lambda control: rate_in_words(control.pairwise),
    "  … beyond chance, κ": lambda control: coefficient_in_words(control.pairwise_kappa),
    "  model ranking, footrule": lambda control: coefficient_in_words(control.footrule),
    "  scores, Spearman's ρ": lambda control: coefficient_in_words(control.spearman),
}
"""The figures that do not depend on the scale of the scores, which a control does not have."""
_JUDGE: tuple[_Row, ...] = (
    ("cases", lambda score: str(score.footrule.n)),
    ("artifacts", lambda score: str(score.artifacts)),
    ("pairs, by rater", lambda score: str(score.pairs)),
    ("judge vs people", None),
    ("  same preference", lambda score: rate_in_words(score.pairwise)),
    ("  … beyond chance, κ", lambda score: coefficient_in_words(score.pairwise_kappa)),
    ("  model ranking, footrule", lambda score: coefficient_in_words(score.footrule)),
    ("  scores, Spearman's ρ", lambda score: coefficient_in_words(score.spearman)),
    ("  scores, α interval", lambda score: coefficient_in_words(score.alpha_interval)),
    ("  scores, α ordinal", lambda score: coefficient_in_words(score.alpha_ordinal)),
    ("  whole points, κ squared", lambda score: coefficient_in_words(score.squared_kappa)),
    ("  whole points, κ", lambda score: coefficient_in_words(score.kappa)),
)
_PEOPLE: tuple[_Row, ...] = (
    ("people vs people", None),
    ("  same preference", _of_people(lambda people: rate_in_words(people.pairwise))),
    ("  … beyond chance, κ", _of_people(lambda people: coefficient_in_words(people.pairwise_kappa))),
    ("  scores, α ordinal", _of_people(lambda people: coefficient_in_words(people.alpha_ordinal))),
)


def agreement_lines(found: Agreement, judge: str, width: int) -> list[str]:
    """The whole report on the agreement of `judge` with the people. Table cells are never cut."""
    people = count(len(found.raters), "person", "people")
    title = f"judge {judge} compared with {people} · {count(found.opinions, 'rating')}"
    lines = [cut(printable(title), width), "", *_table(found.scores), ""]
    for score in found.scores:
        if score.levels is not None:
            lines += [*distribution_lines(score.name, score.ratings, score.levels), ""]
    return [*lines, *_remarks(found, width)]


def _table(scores: Sequence[ScoreAgreement]) -> list[str]:
    rows = [*_with_controls(_JUDGE), *(_PEOPLE if any(score.people for score in scores) else ())]
    headings = [score.name + (" (ranks)" if score.given_as == "ranks" else "") for score in scores]
    shown = [[name, *([show(score) for score in scores] if show else [""] * len(scores))] for name, show in rows]
    return table([["", *headings], *(row for row in shown if set(row[1:]) != {NOTHING})])


def _with_controls(rows: Sequence[_Row]) -> Iterator[_Row]:
    """The rows, each figure followed by that of every control."""
    for name, show in rows:
        yield name, show
        for control, called in ALL_CONTROL_NAMES.items() if name in _CONTROLLED else ():
            yield f"    {called}", partial(_of_control, control, _CONTROLLED[name])


def _of_control(control: str, show: Callable[[ControlAgreement], str], score: ScoreAgreement) -> str:
    return next((show(one) for one in score.controls if one.control == control), NOTHING)


def unbeaten_in_words(score: ScoreAgreement) -> str:
    """That the judge is not certainly better than a control; empty if it is, or if there are no controls."""
    unbeaten = [one for one in score.controls if not one.is_beaten]
    if not unbeaten:
        return ""
    listed = ", ".join(
        f"“{ALL_CONTROL_NAMES[one.control]}” ({rate_in_words(one.pairwise)}, difference {_points(one.ahead)})"
        for one in unbeaten
    )
    return (
        f"{score.name}: the judge, with {rate_in_words(score.pairwise)} equal preferences, does not certainly beat "
        f"{listed}. A rule that does not look at how a page works may do as well."
    )


def agreement_sentences(found: Agreement, judge: str) -> tuple[str, ...]:
    """For each score how often the judge prefers as people do, and which controls it does not certainly beat."""
    people = count(len(found.raters), "person", "people")
    return tuple(
        f"By {score.name}, {judge} prefers the same of two artifacts as {people} did in "
        f"{rate_in_words(score.pairwise)} of {count(score.pairs, 'pair')}.{_unbeaten_in_short(score)}"
        for score in found.scores
        if score.pairs
    )


def _unbeaten_in_short(score: ScoreAgreement) -> str:
    unbeaten = [one for one in score.controls if not one.is_beaten and one.ahead.mean is not None]
    listed = ", ".join(f"{ALL_CONTROL_NAMES[one.control]} ({percent(one.pairwise.mean)})" for one in unbeaten)
    return f" It does not certainly beat rules that do not look at how a page works: {listed}." if listed else ""


def _points(interval: Interval) -> str:
    """`−5 points, −12 to +3`, of a difference of shares."""
    if interval.mean is None:
        return NOTHING
    mean = f"{signed(100 * interval.mean, 0)} points"
    if interval.low is None or interval.high is None:
        return mean
    return f"{mean}, {signed(100 * interval.low, 0)} to {signed(100 * interval.high, 0)}"


def _remarks(found: Agreement, width: int) -> list[str]:
    low, high = found.scale
    tie = f"scores at most {found.tie:g} of 100 points apart" if found.tie else "only equal scores"
    remarks = [
        f"In parentheses: 95 % intervals, by resampling whole cases. People rated on a scale of {low:g} to {high:g}. "
        f"Ties of the judge: {tie}. A failed item scores 0."
    ]
    if any(score.controls for score in found.scores):
        remarks.append(
            "Below a figure of the judge: the same for controls, which take the longer file, more visible text or more "
            "elements for the better page, or every page for as good as the judge's mean of its model elsewhere."
        )
    remarks += [text for score in found.scores if (text := unbeaten_in_words(score))]
    if found.unmatched:
        remarks.append(f"left out, matching no artifact of the run or several: {_named(found.unmatched)}")
    if found.unscored:
        remarks.append(f"left out, unscored in the run: {_named(found.unscored)}")
    return [line for remark in remarks for line in wrapped(remark, width)]


def _named(names: Sequence[str]) -> str:
    different = list(dict.fromkeys(names))
    rest = len(different) - _MAX_NAMED
    return "; ".join(different[:_MAX_NAMED]) + (f"; and {rest} more" if rest > 0 else "")


def feasibility_lines(found: FeasibilityAgreement) -> list[str]:
    """Accuracy, precision, recall, F1 and κ of the answers on whether tasks can be done."""
    rows = [
        ("accuracy", rate_in_words(found.accuracy)),
        ("precision", rate_in_words(found.precision)),
        ("recall", rate_in_words(found.recall)),
        ("F1", rate_in_words(found.f1)),
        ("κ", coefficient_in_words(found.kappa)),
    ]
    lines = [f"{count(found.tasks, 'task')} on {count(found.accuracy.n, 'page')}", ""]
    lines += [f"{name:<9}  {cell}" for name, cell in rows]
    lines += ["", "In parentheses: 95 % intervals, by resampling whole pages. Positive means the task can be done."]
    if found.unanswered or found.unlabelled:
        lines.append(f"left out: {found.unanswered} without an answer, {found.unlabelled} without a label")
    return lines
