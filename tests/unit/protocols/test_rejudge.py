"""What becomes of the record of an item that could not be judged again."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import JudgingError, UsageError
from pytest_cookie.llm.errors import BudgetSpentError, ProviderError
from pytest_cookie.protocols.run.rejudge import rejudge
from tests.unit.protocols.judgeable_run import write_judgeable_run


class Fails:
    id, version = "fails", "1"

    def __init__(self, error: Exception) -> None:
        self.error = error

    def judge(self, *_: object, **__: object) -> None:
        raise self.error


@pytest.mark.parametrize(
    ("error", "unscored"),
    [
        (JudgingError("no reply"), 0), (UsageError("install the program for OCR"), 0), (ProviderError("it is down"), 0),
        (BudgetSpentError("no more"), 0), (OSError("disk"), 0), (ZeroDivisionError("a bug"), 1),
    ],
)  # fmt: skip
def test_only_a_bug_removes_the_scores_of_a_record(tmp_path: Path, error: Exception, unscored: int):
    run = write_judgeable_run(tmp_path, ["one"])
    (record,) = run.collect()[0]
    scored = record.model_copy(update={"outcome": "scored", "cause": None, "scores": {"total": 80.0}})
    run.item(record.folder).write_record(scored)
    found = rejudge(run, Fails(error), facts={})  # type: ignore[arg-type]
    assert (found.judged, found.unscored, len(found.problems)) == (0, unscored, 1)
    (kept,) = run.collect()[0]
    assert (kept.outcome == "scored") == (not unscored)
