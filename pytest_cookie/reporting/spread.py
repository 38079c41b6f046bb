"""How far the verdicts of a panel, or the samples of one judge, lie apart: lines for the terminal."""

from collections.abc import Iterator, Sequence
from statistics import fmean, median

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import ScoreSpread
from pytest_cookie.core.wording import count
from pytest_cookie.reporting.text.quantities import score
from pytest_cookie.reporting.text.terminal_cells import wrapped


def spread_lines(records: Sequence[Record], width: int, scores: ScoreSet) -> list[str]:
    """For each judge with several scores per item: typical and largest spread of each score. Not for referees."""
    lines: list[str] = []
    spread = [record for record in records if record.spreads and not record.referees]
    for judge in dict.fromkeys(record.judge for record in spread):
        for line in _lines(judge, [record for record in spread if record.judge == judge], scores):
            lines += wrapped(line, width)
    return lines


def _lines(judge: str, records: list[Record], scores: ScoreSet) -> Iterator[str]:
    for spec in scores:
        found = [(spread, record) for record in records if (spread := _of(record, spec)) is not None]
        if not found:
            continue
        ranges = [spread.high - spread.low for spread, _ in found]
        widest, record = max(found, key=lambda pair: pair[0].high - pair[0].low)
        deviations = [spread.deviation for spread, _ in found if spread.deviation is not None]
        mean = f", mean SD {score(fmean(deviations), spec.digits)}" if deviations else ""
        yield (
            f"{judge}: spread of {spec.label} over {count(len(found), 'item')}: "
            f"median {score(median(ranges), spec.digits)} {spec.unit or 'points'}, "
            f"largest {score(widest.low, spec.digits)}–{score(widest.high, spec.digits)} "
            f"({record.case} · {record.model}){mean}"
        )


def _of(record: Record, spec: ScoreSpec) -> ScoreSpread | None:
    """The spread, if at least two scores exist."""
    return next((spread for spread in record.spreads if spread.dimension == spec.id and len(spread.scores) > 1), None)
