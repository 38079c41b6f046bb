"""How far the verdicts of a panel, or the samples of one judge, lie apart: lines for the terminal."""

import textwrap
from collections.abc import Iterator, Sequence
from statistics import fmean, median

from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import DIMENSIONS, Dimension, ScoreSpread
from pytest_cookie.core.wording import count
from pytest_cookie.reporting.text.terminal_cells import printable


def spread_lines(records: Sequence[Record], width: int) -> list[str]:
    """For each judge with several scores per item: typical and largest spread in each dimension."""
    lines: list[str] = []
    for judge in dict.fromkeys(record.judge for record in records if record.spreads):
        for line in _lines(judge, [record for record in records if record.judge == judge]):
            lines += textwrap.wrap(printable(line), width, subsequent_indent="  ")
    return lines


def _lines(judge: str, records: list[Record]) -> Iterator[str]:
    for dimension in DIMENSIONS:
        found = [(spread, record) for record in records if (spread := _of(record, dimension)) is not None]
        if not found:
            continue
        ranges = [spread.high - spread.low for spread, _ in found]
        widest, record = max(found, key=lambda one: one[0].high - one[0].low)
        deviations = [spread.deviation for spread, _ in found if spread.deviation is not None]
        yield (
            f"{judge}: spread of {dimension} over {count(len(found), 'item')}: median {median(ranges):.1f} points, "
            f"largest {widest.low:.1f}–{widest.high:.1f} ({record.case} · {record.model}), "
            f"mean SD {fmean(deviations):.1f}"
        )


def _of(record: Record, dimension: Dimension) -> ScoreSpread | None:
    """The spread, if at least two scores exist."""
    return next((one for one in record.spreads if one.dimension == dimension and len(one.scores) > 1), None)
