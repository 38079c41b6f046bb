"""A comparison in a terminal: differences with their intervals, by label, and the queries that became worse."""

import textwrap
from collections.abc import Callable, Iterator, Sequence

from pytest_cookie.core.score_spec import ScoreSpec
from pytest_cookie.core.slices import COMMON_IDS
from pytest_cookie.core.verdict import Finding
from pytest_cookie.core.wording import count
from pytest_cookie.reporting.comparison_report.comparison_inputs import Comparisons
from pytest_cookie.reporting.text.quantities import p_value, score, signed, signed_span
from pytest_cookie.reporting.text.terminal_cells import cut, pad, printable, table, width_of
from pytest_cookie.stats import PRELIMINARY_BELOW
from pytest_cookie.stats.comparison import Comparison, Difference, Side, SliceDifferences
from pytest_cookie.stats.interval import Interval
from pytest_cookie.stats.pairing import LeftOut, QueryDifference, difference_of
from pytest_cookie.stats.preferences import preference

_HIDDEN = COMMON_IDS - {"domain", "difficulty"}
"""Labels that only the Markdown has."""
_MAX_QUERIES = 8
_MAX_FINDINGS = 3
_MAX_LEFT_OUT = 8
_MAX_NAME = 24
_MAX_OTHERS = 4


def comparison_lines(found: Comparisons, width: int, *, remarks: Sequence[str] = ()) -> list[str]:
    """The whole report, a section per mode, no line wider than `width` cells."""
    lines = [line for line in modes_in_words(found) for line in textwrap.wrap(line, width)]
    for comparison in found.comparisons:
        section = _section(comparison, width, remarks, in_mode_of(comparison, found))
        lines += ["", *section] if lines else section
    return [cut(line, width) for line in lines]


def modes_in_words(found: Comparisons) -> Iterator[str]:
    """A note if several modes are compared, and one for each mode that cannot be."""
    modes = [comparison.b.mode for comparison in found.comparisons]
    if len(modes) > 1:
        yield f"Modes are compared separately: {' and '.join(modes)}."
    yield from (f"{mode.mode} is not compared: {mode.why}" for mode in found.uncompared)


def in_mode_of(one: Comparison, among: Comparisons) -> str:
    """` in react` if several modes are compared, otherwise ""; ends the title of a list."""
    return f" in {one.b.mode}" if len(among.comparisons) > 1 else ""


def _section(found: Comparison, width: int, remarks: Sequence[str], in_mode: str) -> list[str]:
    lines = [
        *_title(found, remarks),
        "",
        *table(_overall(found)),
        "",
        *textwrap.wrap(outcome_in_words(found), width),
        "",
        *_slices(found),
        *_explained(found, width),
        "",
        *_regressions(found, in_mode),
        *_gains(found, in_mode),
        *_left_out(found, in_mode),
    ]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _title(found: Comparison, remarks: Sequence[str]) -> Iterator[str]:
    for name, side in (("A", found.a), ("B", found.b)):
        unscored = f", {side.unscored} unscored" if side.unscored else ""
        items = f"{count(side.items, 'item')}, {side.failed} failed{unscored}{unmeasured_in_words(side)}"
        yield printable(f"{name}  {side.model} · {side.run} · {side.mode} · {items}")
    yield printable(f"judge {found.judge} · agent {found.agent} · {compared_in_words(found)}")
    if found.mismatches:
        yield "Compared despite different settings:"
        yield from (f"  {printable(str(mismatch))}" for mismatch in found.mismatches)
    yield from (f"also different: {printable(remark)}" for remark in remarks)


def compared_in_words(found: Comparison) -> str:
    """`23 queries compared, 1 query left out`."""
    left_out = {item.case for item in found.left_out} - {query.case for query in found.queries}
    compared = count(len(found.queries), "case", "cases")
    return f"{compared} compared, {count(len(left_out), 'case', 'cases')} left out"


def outcome_in_words(found: Comparison) -> str:
    """The conclusion from the interval of the score that ranks, as a sentence."""
    one, spec = found.ranking.difference, found.scores.ranking
    if one.low is None or one.high is None:
        return "Too few cases to decide whether B is better or worse."
    if one.low <= 0 <= one.high:
        span = signed_span(one, spec.digits)
        return f"No significant difference of the {spec.label}: the interval, {span}, includes 0."
    side = "above" if one.low > 0 else "below"
    better = "better" if (one.low > 0) == (spec.direction == "higher") else "worse"
    if found.certain is not None and not _excludes_zero(found.certain, above=one.low > 0):
        leading = found.b if better == "better" else found.a
        return (
            f"B looks {better}, but that is not certain: {leading.model} has{unmeasured_in_words(leading)[1:]}. "
            f"With these as failed, the difference is {signed(found.certain.mean, spec.digits)} "
            f"({signed_span(found.certain, spec.digits)})."
        )
    return f"B is {better}: the whole interval of the {spec.label} is {side} 0."


def _excludes_zero(interval: Interval, *, above: bool) -> bool:
    if interval.low is None or interval.high is None:
        return False
    return interval.low > 0 if above else interval.high < 0


def unmeasured_in_words(side: Side) -> str:
    """`, 28 of 180 criteria unmeasured`; empty if none are missing."""
    found = side.criteria
    return f", {found.missing} of {found.demanded} criteria unmeasured" if found and found.missing else ""


def _overall(found: Comparison) -> list[list[str]]:
    rows = [["", "A", "B", "B − A", "95 %", "p", "win", "tie", "loss"]]
    for spec in found.scores:
        one = found.differences[spec.id]
        rows.append([spec.heading, *means_in_words(one, spec), *outcomes_in_words(one)])
    return rows


def means_in_words(one: Difference, spec: ScoreSpec) -> list[str]:
    """Both means, their difference, and its interval."""
    difference = [signed(one.difference.mean, spec.digits), signed_span(one.difference, spec.digits)]
    return [score(one.a, spec.digits), score(one.b, spec.digits), *difference]


def outcomes_in_words(one: Difference) -> list[str]:
    """The p-value, and the number of wins, ties and losses."""
    return [p_value(one.p), str(one.wins), str(one.ties), str(one.losses)]


def _slices(found: Comparison) -> Iterator[str]:
    label_of, others = found.scores.ranking.brief, found.scores.others[:_MAX_OTHERS]
    rows = [["", "cases", f"{label_of} A", f"{label_of} B", "B − A", "95 %", *(spec.brief for spec in others)]]
    for spec in found.specs:
        parts = [_slice(part, found.scores.ranking, others) for part in found.slices if part.label == spec.id]
        if parts and spec.id not in _HIDDEN:
            whose = f" ({spec.part})" if spec.part else " of B" if spec.of_artifact else ""
            rows += [[f"by {printable(spec.label + whose)}", *[""] * (len(rows[0]) - 1)], *parts]
    yield from table(rows)
    yield ""


def _slice(one: SliceDifferences, ranking: ScoreSpec, others: Sequence[ScoreSpec]) -> list[str]:
    found = one.differences[ranking.id]
    n = found.difference.n
    return [
        f"  {printable(one.value)}",
        f"{n}{'*' if n < PRELIMINARY_BELOW else ' '}",
        *means_in_words(found, ranking),
        *(signed(one.differences[spec.id].difference.mean, spec.digits) for spec in others),
    ]


def _explained(found: Comparison, width: int) -> list[str]:
    shown = [found.differences, *(part.differences for part in found.slices if part.label not in _HIDDEN)]
    few = any(differences[found.scores.ranking.id].difference.n < PRELIMINARY_BELOW for differences in shown)
    text = (
        f"{tie_in_words(found)} 95 %: interval by resampling cases. p: how often swapping A and B at random "
        "gives a difference at least as large (sign-flip test)."
    )
    return textwrap.wrap(
        text + (f" * fewer than {PRELIMINARY_BELOW} cases: preliminary, the interval is rough." if few else ""),
        width,
    )


def tie_in_words(found: Comparison) -> str:
    """The margin as a sentence."""
    if not found.tie:
        return "Only equal scores are a tie."
    if all(spec.bounds == (0, 100) and not spec.unit for spec in found.scores):
        return f"A tie is a difference of at most {found.tie:g} of 100 points."
    return f"A tie is a difference of at most {found.tie:g} % of a score's range."


def _regressions(found: Comparison, in_mode: str) -> Iterator[str]:
    worse = queries_by_gain(found, lambda gain: preference(gain, 0.0, found.margin) < 0)
    yield from _queries(found, worse, f"became worse{in_mode}, largest loss first", _new_findings)


def _gains(found: Comparison, in_mode: str) -> Iterator[str]:
    better = queries_by_gain(found, lambda gain: preference(gain, 0.0, found.margin) > 0)[::-1]
    yield from _queries(found, better, f"became better{in_mode}, largest gain first", lambda query: iter(()))


def queries_by_gain(found: Comparison, is_wanted: Callable[[float], bool]) -> list[QueryDifference]:
    """The queries with a wanted gain of B, largest loss first."""
    return [query for query in found.queries if (gain := found.gain(query)) is not None and is_wanted(gain)]


def scores_in_words(found: Comparison, query: QueryDifference) -> tuple[str, str, str]:
    """The score of A and of B that ranks, and their difference."""
    spec = found.scores.ranking
    a, b = (score(side.get(spec.id), spec.digits) for side in (query.a, query.b))
    return a, b, signed(difference_of(query, spec.id), spec.digits)


def _queries(
    found: Comparison, queries: Sequence[QueryDifference], what: str, detail: Callable[[QueryDifference], Iterator[str]]
) -> Iterator[str]:
    if not queries:
        return
    yield f"{count(len(queries), 'case', 'cases')} {what}"
    name_width = min(_MAX_NAME, max(width_of(printable(query.case)) for query in queries[:_MAX_QUERIES]))
    for query in queries[:_MAX_QUERIES]:
        a, b, difference = scores_in_words(found, query)
        where = f"{query.domain}, {query.difficulty}, {query.language}"
        name = pad(printable(query.case), name_width)
        yield f"  {difference:>6}  {a:>5} → {b:>5}  {name}  {printable(where)}"
        yield from detail(query)
    if len(queries) > _MAX_QUERIES:
        yield f"  … and {len(queries) - _MAX_QUERIES} more; use --markdown or --json to get all"
    yield ""


def _new_findings(query: QueryDifference) -> Iterator[str]:
    for finding in query.new_findings[:_MAX_FINDINGS]:
        yield f"{'':25}new finding, {finding_in_short(finding)}"
    rest = len(query.new_findings) - _MAX_FINDINGS
    if rest > 0:
        yield f"{'':25}… and {rest} more"


def finding_in_short(finding: Finding) -> str:
    """`major: The button does nothing`."""
    return printable(f"{finding.severity}: {finding.title}")


def _left_out(found: Comparison, in_mode: str) -> Iterator[str]:
    causes = [item for item in found.left_out if item.why != "unscored on the other side"]
    if not causes:
        return
    others = len(found.left_out) - len(causes)
    of_others = f", and {others} whose counterpart is unscored" if others else ""
    yield f"{count(len(causes), 'item')} left out{in_mode}{of_others}"
    yield from (f"  {left_out_in_short(cause)}" for cause in causes[:_MAX_LEFT_OUT])
    if len(causes) > _MAX_LEFT_OUT:
        yield f"  … and {len(causes) - _MAX_LEFT_OUT} more; use --markdown or --json to get all"


def left_out_in_short(one: LeftOut) -> str:
    """`case-10 in A: unscored: explore: BrowserError: …`."""
    repeat = f" r{one.repeat}" if one.repeat > 1 else ""
    return printable(f"{one.case}{repeat} in {one.run}: {one.why}" + (f": {one.cause}" if one.cause else ""))
