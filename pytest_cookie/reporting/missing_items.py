"""Selected items without a record: the run was stopped, or is still running."""

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.wording import count
from pytest_cookie.records.run import RunFolder

WHY_MISSING = "The run was stopped or is still running. These items are excluded from all means and counts."


def describe_missing(run: RunFolder, lines: int) -> str:
    """`21 of 24 planned items have no record`, if `records.jsonl` has `lines`; empty if none is missing or known."""
    try:
        planned = run.manifest.planned or 0
    except RecordingError:
        return ""
    absent = planned - lines
    if absent <= 0:
        return ""
    return f"{absent} of {count(planned, 'planned item')} {'has' if absent == 1 else 'have'} no record"
