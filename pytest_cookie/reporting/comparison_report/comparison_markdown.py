"""A comparison as Markdown, for a pull request or an archive: every slice, and every query that became worse."""

from collections.abc import Iterator, Sequence

from pytest_cookie.core.wording import count
from pytest_cookie.reporting.comparison_report.comparison_inputs import Comparisons
from pytest_cookie.reporting.comparison_report.comparison_lines import (
    compared_in_words,
    finding_in_short,
    in_mode_of,
    left_out_in_short,
    means_in_words,
    modes_in_words,
    outcome_in_words,
    outcomes_in_words,
    queries_by_gain,
    scores_in_words,
    tie_in_words,
    unmeasured_in_words,
)
from pytest_cookie.reporting.text.markdown import escaped, table
from pytest_cookie.reporting.text.quantities import signed
from pytest_cookie.stats import PRELIMINARY_BELOW
from pytest_cookie.stats.comparison import Comparison
from pytest_cookie.stats.pairing import QueryDifference
from pytest_cookie.stats.preferences import preference

_PRELIMINARY = r"\*"
_MAX_QUERIES = 200
_MAX_LEFT_OUT = 200


def comparison_markdown(found: Comparisons, *, remarks: Sequence[str] = ()) -> str:
    """The whole report, a section per mode. Lists end after 200 queries, because code forges limit comment length."""
    lines = [line for note in modes_in_words(found) for line in (escaped(note), "")]
    for comparison in found.comparisons:
        lines += _section(comparison, remarks, in_mode_of(comparison, found))
    return "\n".join(lines)


def _section(found: Comparison, remarks: Sequence[str], in_mode: str) -> Iterator[str]:
    yield f"## {escaped(found.b.model)} against {escaped(found.a.model)}{in_mode}"
    yield ""
    yield from (*_head(found, remarks), "", *_overall(found), "", *_slices(found))
    yield from (*_worse(found, in_mode), *_rest(found, in_mode))


def _head(found: Comparison, remarks: Sequence[str]) -> Iterator[str]:
    for name, side in (("A", found.a), ("B", found.b)):
        outcomes = f"{side.scored} scored, {side.failed} failed, {side.unscored} unscored"
        items = f"{count(side.items, 'item')}, {outcomes}{unmeasured_in_words(side)}"
        yield f"- {name}: {escaped(side.model)} in {escaped(side.run)}, {side.mode}: {items}"
    yield f"- {compared_in_words(found)}; judge {escaped(found.judge)}, agent {escaped(found.agent)}"
    for mismatch in found.mismatches:
        yield f"- **different settings:** {escaped(str(mismatch))}"
    for remark in remarks:
        yield f"- also different: {escaped(remark)}"


def _overall(found: Comparison) -> list[str]:
    rows = []
    for spec in found.scores:
        one = found.differences[spec.id]
        a, b, difference, span = means_in_words(one, spec)
        rows.append([escaped(spec.heading), a, b, f"**{difference}**", span, *outcomes_in_words(one)])
    lines = table(["", "A", "B", "B − A", "95 %", "p", "win", "tie", "loss"], rows)
    return [
        *lines,
        "",
        f"{outcome_in_words(found)} {tie_in_words(found)} 95 %: by resampling cases; p: sign-flip test.",
    ]


def _slices(found: Comparison) -> Iterator[str]:
    rows = []
    ranking, others = found.scores.ranking, found.scores.others
    for spec in found.specs:
        for one in (part for part in found.slices if part.label == spec.id):
            _, _, difference, span = means_in_words(one.differences[ranking.id], ranking)
            queries = one.differences[ranking.id].difference.n
            n = f"{queries}{_PRELIMINARY if queries < PRELIMINARY_BELOW else ''}"
            rest = (signed(one.differences[spec.id].difference.mean, spec.digits) for spec in others)
            shown = [n, difference, span, *rest]
            rows.append([escaped(f"{spec.label}{' of B' if spec.of_artifact else ''}: {one.value}"), *shown])
    headings = [ranking.label, "95 %", *(spec.label for spec in others)]
    yield from table(["", "cases", *map(escaped, headings)], rows)
    yield ""
    yield f"{_PRELIMINARY} fewer than {PRELIMINARY_BELOW} cases: preliminary."
    yield ""


def _worse(found: Comparison, in_mode: str) -> Iterator[str]:
    worse = queries_by_gain(found, lambda gain: preference(gain, 0.0, found.margin) < 0)
    yield f"### {count(len(worse), 'case', 'cases')} became worse{in_mode}"
    yield ""
    if worse:
        heading = ["case", "labels", "A", "B", "B − A", "new findings"]
        yield from table(heading, [_query(found, query) for query in worse[:_MAX_QUERIES]], texts=(0, 1, 5))
    if len(worse) > _MAX_QUERIES:
        yield ""
        yield f"… and {len(worse) - _MAX_QUERIES} more"
    yield ""


def _query(found: Comparison, query: QueryDifference) -> list[str]:
    findings = "<br>".join(escaped(finding_in_short(finding)) for finding in query.new_findings)
    labels = escaped(f"{query.domain}, {query.difficulty}, {query.language}")
    return [escaped(query.case), labels, *scores_in_words(found, query), findings]


def _rest(found: Comparison, in_mode: str) -> Iterator[str]:
    if not found.left_out:
        return
    yield f"### {count(len(found.left_out), 'item')} left out{in_mode}"
    yield ""
    yield from (f"- {escaped(left_out_in_short(item))}" for item in found.left_out[:_MAX_LEFT_OUT])
    if len(found.left_out) > _MAX_LEFT_OUT:
        yield f"- … and {len(found.left_out) - _MAX_LEFT_OUT} more"
    yield ""
