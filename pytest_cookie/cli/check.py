"""`pytest-cookie check`: uses and judges pages."""

import argparse
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_cookie.cli.command import write_outputs
from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.core.labels import DEVICES, LANGUAGES
from pytest_cookie.core.parsing import url_parts
from pytest_cookie.core.verdict import SEVERITIES
from pytest_cookie.page_check.effort import EFFORTS
from pytest_cookie.page_check.fail_on import find_failure, parse_limit
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.project import find_project

if TYPE_CHECKING:
    from pytest_cookie.page_check.checked_page import CheckReport
    from pytest_cookie.page_check.checker import Checker

_FORMATS = ("text", "json", "sarif", "github", "gitlab", "markdown")
_FAILED = 1
_MOST_BRIEF = 100_000
_SUBFOLDER = "checks"
_SERVER_LOG = "server.log"


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    check = commands.add_parser(
        "check",
        help="use pages as a visitor would, and judge them",
        epilog="exit codes: 0 checked, 1 a page does not meet --fail-on, 2 usage error or page not checked",
    )
    check.add_argument(
        "pages",
        nargs="+",
        metavar="PAGE",
        help="HTML file, folder with an index.html, project, or address such as http://localhost:5173; after an "
        "address also paths of the same server, such as /cart",
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
        "--device", choices=(*DEVICES, "both"), default="desktop", help="what pages are used on (default: desktop)"
    )
    check.add_argument(
        "--baseline",
        type=Path,
        metavar="JSON",
        help="earlier output of --format json, whose findings are neither listed nor counted (default: none)",
    )
    check.add_argument(
        "--fail-on",
        type=parse_limit,
        metavar="LIMIT",
        help=f"exit with 1 for a finding of this or a worse severity ({', '.join(SEVERITIES)}), or a total below a "
        "number (default: never)",
    )
    check.add_argument(
        "--watch", action="store_true", help="check again when files change, and say what appeared and went"
    )
    check.add_argument("--format", choices=_FORMATS, default="text", help="form of the output (default: text)")
    check.add_argument(
        "--write",
        action="append",
        default=[],
        type=_parse_file,
        metavar="FORMAT=FILE",
        help="write the result to a file, too, such as json=check.json; may be repeated",
    )
    check.add_argument("--output", type=Path, metavar="DIR", help="folder of the evidence (default: reports/checks)")
    check.add_argument("--open", action="store_true", help="open the report in the web browser")
    check.add_argument(
        "--budget-usd", type=float, metavar="USD", help="budget for model calls in US dollars (default: none)"
    )
    _add_address(check.add_argument_group("pages at addresses"))
    check.set_defaults(command=_run)


def _add_address(group: "argparse._ArgumentGroup") -> None:
    group.add_argument(
        "--start", metavar="COMMAND", help="run this command, such as 'npm run dev', while the address is checked"
    )
    group.add_argument(
        "--start-seconds", type=float, default=60.0, metavar="S", help="how long to wait for its answer (default: 60)"
    )
    group.add_argument(
        "--allow-host", action="append", default=[], metavar="HOST", help="another machine whose address may be used"
    )
    group.add_argument(
        "--storage",
        type=Path,
        metavar="FILE",
        help="cookies and local storage for an address, such as a login, saved by Playwright's storage_state",
    )


def _parse_file(text: str) -> tuple[str, Path]:
    """Format and path. Raises `ArgumentTypeError`."""
    name, _, path = text.partition("=")
    if name not in _FORMATS or not path:
        raise argparse.ArgumentTypeError(f"{text!r}: must be FORMAT=FILE, with {', '.join(_FORMATS)} for FORMAT")
    return name, Path(path)


def _run(options: argparse.Namespace) -> int | None:
    from pytest_cookie.page_check.checker import Checker
    from pytest_cookie.page_check.formats import FORMATS

    project, settings = find_project()
    output = options.output or project / settings.reports / _SUBFOLDER
    if options.watch and options.format != "text":
        raise UsageError(f"--watch prints text; leave out --format {options.format}")
    pages = _list_pages(options.pages)
    with ExitStack() as stack:
        if options.start:
            stack.enter_context(_server(options, pages[0], output))
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
        report = _check_all(checker, pages, options)
        print(FORMATS[options.format](report))
        write_outputs(((path, FORMATS[name](report)) for name, path in options.write), stream=sys.stderr)
        if options.watch:
            _watch(checker, pages, options, report, output)
    failures = [find_failure(page, options.fail_on) for page in report.pages] if options.fail_on else []
    for failure in filter(None, failures):
        print(f"--fail-on: {failure}", file=sys.stderr)
    return _FAILED if any(failures) else None


def _list_pages(given: list[str]) -> list[str]:
    """The pages; a path after an address is one of the same server."""
    from pytest_cookie.page_check.checker import is_address

    first = given[0]
    if not is_address(first):
        return given
    server = url_parts(first)
    origin = f"{server.scheme}://{server.netloc}"
    return [f"{origin}{page}" if page.startswith("/") else page for page in given]


def _check_all(checker: "Checker", pages: list[str], options: argparse.Namespace) -> "CheckReport":
    from pytest_cookie.page_check.checked_page import describe, read_report, report_of

    before = read_report(options.baseline) if options.baseline else None
    brief = _read_brief(options.brief)
    checked = []
    for page in pages:
        for device in DEVICES if options.device == "both" else (options.device,):
            print(f"checking {page} …", file=sys.stderr)
            found = checker.check(
                page,
                brief=brief,
                leaf=options.leaf,
                language=options.language,
                device=device,
                storage=options.storage,
            )
            report = found.write_report()
            print(f"report: {report}", file=sys.stderr)
            if options.open:
                webbrowser.open(report.resolve().as_uri())
            checked.append(describe(found, page).without_known(before))
    return report_of(checked)


def _watch(
    checker: "Checker", pages: list[str], options: argparse.Namespace, report: "CheckReport", output: Path
) -> None:
    """Until the user ends it. Pages at addresses are checked again when a file in the current folder changes."""
    from pytest_cookie.page_check.checker import is_address
    from pytest_cookie.page_check.watch import describe_change, take_snapshot, wait_for_change

    options.open = False
    places = list(dict.fromkeys(Path.cwd() if is_address(page) else Path(page) for page in pages))
    files = take_snapshot(places, left_out=output)
    while True:
        print("waiting for changes; end with Ctrl-C", file=sys.stderr)
        files = wait_for_change(places, files, left_out=output)
        try:
            now = _check_all(checker, pages, options)
        except CookieError as error:  # a page that is half saved; the next change may mend it
            print(f"not checked: {error}", file=sys.stderr)
            continue
        print(describe_change(report, now) or "no finding appeared or went", flush=True)
        report = now


@contextmanager
def _server(options: argparse.Namespace, address: str, output: Path) -> Iterator[None]:
    from pytest_cookie.deployment.served_page import ServedPage
    from pytest_cookie.page_check.served_page import run_server

    page = ServedPage.parse(address, allowed=tuple(options.allow_host))
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
