"""Items that were selected to run and left no record: a run that was stopped, or is still at work."""

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.text.quantities import count

WHY_ABSENT = "The run was stopped before them, or is still at work. They are in no mean and in no denominator."


def absent_in_words(run: RunFolder, lines: int) -> str:
    """`21 of 24 planned items have no record`, where the records have `lines`; empty where none is absent or known."""
    try:
        planned = run.manifest.planned or 0
    except RecordingError:
        return ""
    absent = planned - lines
    if absent <= 0:
        return ""
    return f"{absent} of {count(planned, 'planned item')} {'has' if absent == 1 else 'have'} no record"
