"""`check` and `load_run`, for use from Python."""

from pathlib import Path

from pytest_cookie.core.labels import Language
from pytest_cookie.core.record import Record
from pytest_cookie.page_check.checker import Checker, PageCheck
from pytest_cookie.page_check.effort import Effort
from pytest_cookie.records.run import RunFolder


def check(
    page: str | Path,
    *,
    brief: str = "",
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
