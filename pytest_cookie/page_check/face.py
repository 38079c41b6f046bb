"""`check`, `load_run` and `judge_run`, for use from Python."""

from pathlib import Path

from pytest_cookie.core.errors import CookieError
from pytest_cookie.core.labels import Language
from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import MEASURED
from pytest_cookie.page_check.checker import Checker, PageCheck
from pytest_cookie.page_check.effort import Effort
from pytest_cookie.page_check.judged_run import judge_again
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.run.project import find_project
from pytest_cookie.records.lock import RunLock
from pytest_cookie.records.run import RunFolder


def check(
    page: str | Path,
    *,
    brief: str | Path = "",
    leaf: str = "",
    language: Language | None = None,
    judge: str = "measured",
    effort: Effort = "full",
    output: str | Path = "reports/checks",
) -> PageCheck:
    """Use one page as a visitor would, and judge it. `Checker` has more options, and starts the
    browser only once for several pages.

    `page` is an HTML file, a folder with an `index.html` or a project, or a text of HTML. The evidence is kept below
    `output`. Raises `UsageError` for a page that does not exist, and `StageError` if the page could not be checked for
    a reason that is not the page's.

    >>> found = check("<title>Hi</title><h1>Hello</h1>", effort="quick")
    >>> found.scores["total"] > 0
    True
    """
    with Checker(judge=judge, effort=effort, output=output) as checker:
        return checker.check(page, brief=brief, leaf=leaf, language=language)


def load_run(path: str | Path) -> tuple[Record, ...]:
    """The records of a run, in the order of its suite.

    Raises `UsageError` if the folder is not a run, and `RecordingError` for a record that cannot be read.

    >>> found = check("<title>Hi</title><h1>Hello</h1>", effort="quick")
    >>> [record.outcome for record in load_run(found.run)]
    ['scored']
    """
    return RunFolder.open(Path(path)).records()


def judge_run(path: str | Path, *, judge: str = MEASURED, budget_usd: float | None = None) -> tuple[Record, ...]:
    """Judge the stored evidence of a run again, without a browser; return its new records, in the order of its suite.

    `judge` is as `--cookie-judge`; `budget_usd` limits what a judging model may cost. Verdicts of other judges stay in
    the run folder, whose report `pytest-cookie report` writes again. An item without evidence keeps its record.
    Raises `UsageError` if the folder is not a run or the judge is unknown, and `CookieError` if no item was judged.

    >>> found = check("<title>Hi</title><h1>Hello</h1>", effort="quick")
    >>> [record.judge for record in judge_run(found.run)]
    ['measured']
    """
    run = RunFolder.open(Path(path))
    project, settings = find_project(run.path)
    with RunLock(run.path).held():
        result = judge_again(run, Roles(judge=judge), project=project, settings=settings, budget_usd=budget_usd).result
        if not result.judged:
            raise CookieError("\n".join([f"{judge} judged none of the items; the run is unchanged", *result.problems]))
        return run.collect()[0]
