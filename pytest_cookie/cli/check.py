"""`pytest-cookie check`: uses and judges one page."""

import argparse
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import LANGUAGES
from pytest_cookie.core.verdict import SEVERITIES
from pytest_cookie.page_check.effort import EFFORTS
from pytest_cookie.page_check.fail_on import find_failure, parse_limit
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.project import find_project

_FORMATS = ("text", "json", "sarif", "github", "markdown")
_FAILED = 1
_MOST_BRIEF = 100_000
_SUBFOLDER = "checks"
_SERVER_LOG = "server.log"


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    check = commands.add_parser(
        "check",
        help="use a page as a visitor would, and judge it",
        epilog="exit codes: 0 checked, 1 the page does not meet --fail-on, 2 usage error or page not checked",
    )
    check.add_argument(
        "page", help="HTML file, folder with an index.html, project, or address such as http://localhost:5173"
    )
    check.add_argument("--brief", default="", metavar="TEXT|FILE", help="what the page should be (default: not judged)")
    check.add_argument("--leaf", default="", help="task type, see pytest-cookie cases --list (default: guessed)")
    check.add_argument("--language", choices=LANGUAGES, help="language of the brief (default: guessed)")
    check.add_argument("--judge", default="measured", help="judge, as --cookie-judge (default: measured)")
    check.add_argument("--agent", default="crawler", help="agent that uses the page (default: crawler)")
    check.add_argument(
        "--effort", choices=EFFORTS, default="full", help="quick takes 12 steps and no film (default: full)"
    )
    check.add_argument(
        "--fail-on",
        type=parse_limit,
        metavar="LIMIT",
        help=f"exit with 1 for a finding of this or a worse severity ({', '.join(SEVERITIES)}), or a total below a "
        "number (default: never)",
    )
    check.add_argument(
        "--start", metavar="COMMAND", help="run this command, such as 'npm run dev', while the address is checked"
    )
    check.add_argument(
        "--start-seconds", type=float, default=60.0, metavar="S", help="how long to wait for its answer (default: 60)"
    )
    check.add_argument(
        "--allow-host", action="append", default=[], metavar="HOST", help="another machine whose address may be used"
    )
    check.add_argument("--format", choices=_FORMATS, default="text", help="form of the output (default: text)")
    check.add_argument("--output", type=Path, metavar="DIR", help="folder of the evidence (default: reports/checks)")
    check.add_argument("--open", action="store_true", help="open the report in the web browser")
    check.add_argument(
        "--budget-usd", type=float, metavar="USD", help="budget for model calls in US dollars (default: none)"
    )
    check.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    from pytest_cookie.page_check.checker import Checker
    from pytest_cookie.page_check.formats import FORMATS, describe

    project, settings = find_project()
    output = options.output or project / settings.reports / _SUBFOLDER
    brief = _read_brief(options.brief)
    print(f"checking {options.page} …", file=sys.stderr)
    with ExitStack() as stack:
        if options.start:
            stack.enter_context(_server(options, output))
        checker = stack.enter_context(
            Checker(
                judge=options.judge,
                agent=options.agent,
                effort=options.effort,
                output=output,
                settings=settings,
                budget_usd=options.budget_usd,
                allowed_hosts=tuple(options.allow_host),
            )
        )
        found = checker.check(options.page, brief=brief, leaf=options.leaf, language=options.language)
    checked = describe(found, options.page)
    print(FORMATS[options.format](checked))
    report = found.write_report()
    print(f"report: {report}", file=sys.stderr)
    if options.open:
        webbrowser.open(report.resolve().as_uri())
    failure = find_failure(found.verdict, options.fail_on) if options.fail_on else ""
    if failure:
        print(f"--fail-on: {failure}", file=sys.stderr)
        return _FAILED
    return None


@contextmanager
def _server(options: argparse.Namespace, output: Path) -> Iterator[None]:
    from pytest_cookie.page_check.served_page import ServedPage, run_server

    page = ServedPage.parse(options.page, allowed=tuple(options.allow_host))
    output.mkdir(parents=True, exist_ok=True)
    with run_server(options.start, page, seconds=options.start_seconds, log=output / _SERVER_LOG):
        yield


def _read_brief(given: str) -> str:
    """The text, or the content of a file of this name."""
    if "\n" in given or not given.strip():
        return given
    try:
        path = Path(given)
        if not path.is_file():
            if path.suffix in (".txt", ".md"):
                raise UsageError(f"--brief: {given} does not exist")
            return given
        with path.open(encoding="utf-8") as file:
            return file.read(_MOST_BRIEF)
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise UsageError(f"--brief: {given} is not a text file in UTF-8") from error
        return given  # too long for the name of a file
