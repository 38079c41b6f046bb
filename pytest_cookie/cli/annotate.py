"""`pytest-cookie annotate`: people rate, rank and review the artifacts of a run in the browser."""

import argparse
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_cookie.annotation.application import AnnotationApp
    from pytest_cookie.annotation.open_study import OpenedStudy
    from pytest_cookie.annotation.server import Listening
    from pytest_cookie.protocols.contract.commands import Commands

_INSTALL = "annotate needs a web server: pip install 'pytest-cookie[annotate]'"


def add(commands: "Commands") -> None:
    """Add the command to the parser."""
    annotate = commands.add_parser("annotate", help="let people rate, rank and review a run's artifacts in the browser")
    annotate.add_argument("run", type=Path, help="run folder, such as reports/2026-01-31T14-05-09")
    annotate.add_argument(
        "--form",
        action="append",
        default=[],
        metavar="NAME",
        help="kind of task, or a YAML file with one; may be repeated (default: those used before, else points8)",
    )
    annotate.add_argument("--list", action="store_true", help="list the kinds of tasks and exit")
    _add_design(annotate.add_argument_group("study"))
    _add_server(annotate.add_argument_group("server"))
    _add_files(annotate.add_argument_group("files"))
    annotate.set_defaults(command=_run)


def _add_design(study: "argparse._ArgumentGroup") -> None:
    study.add_argument("--overlap", type=int, metavar="K", help="number of raters for each task (default: 2)")
    study.add_argument(
        "--slice", type=int, metavar="N", help="number of tasks that every rater gets before all others (default: 0)"
    )
    study.add_argument(
        "--check-every", type=int, metavar="N", help="answers between two attention checks; 0 for none (default: 0)"
    )
    study.add_argument(
        "--practice",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="begin with practice tasks (default: yes)",
    )
    study.add_argument(
        "--arbitrate",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="let a third rater decide where two differ (default: yes)",
    )
    study.add_argument("--raters", default="", metavar="A,B", help="the only names to rate under (default: any)")
    study.add_argument("--seed", type=int, metavar="N", help="random seed of order and slice (default: 0)")
    study.add_argument(
        "--tie",
        type=float,
        default=0.0,
        metavar="POINTS",
        help="largest difference of the judge's scores that is a tie, in percent of a score's range (default: 0)",
    )


def _add_server(server: "argparse._ArgumentGroup") -> None:
    server.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS", help="address to listen on (default: 127.0.0.1)"
    )
    server.add_argument(
        "--name", default="", metavar="HOST", help="host name under which others reach it (default: the address)"
    )
    server.add_argument("--port", type=int, default=0, metavar="N", help="port, and the next one; 0: any (default: 0)")
    server.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="file of two tokens, for raters and for results; created if missing (default: new tokens every time)",
    )
    server.add_argument("--no-browser", action="store_true", help="only print the addresses")


def _add_files(files: "argparse._ArgumentGroup") -> None:
    files.add_argument("--export", type=Path, metavar="DIR", help="write the answers as files and exit")
    files.add_argument(
        "--import",
        dest="import_files",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="import preferences, labels of interactions or a ranking of models, and exit; may be repeated",
    )
    files.add_argument(
        "--against", default="", metavar="MODEL", help="baseline of imported Interaction2Code preferences"
    )


def _run(options: argparse.Namespace) -> None:
    from pytest_cookie.annotation.open_study import describe_forms, open_study
    from pytest_cookie.core.errors import UsageError

    if options.list:
        print("\n".join(describe_forms(options.run)))
        return
    names = ("overlap", "slice", "check_every", "practice", "arbitrate", "seed")
    opened = open_study(options.run, options.form, {name: getattr(options, name) for name in names}, tie=options.tie)
    try:
        if options.import_files or options.export:
            _import_and_export(options, opened)
            return
        _check_access(options)
        if not all(find_spec(name) for name in ("starlette", "uvicorn")):
            raise UsageError(_INSTALL)
        _serve(options, opened)
    finally:
        opened.store.close()


def _import_and_export(options: argparse.Namespace, opened: "OpenedStudy") -> None:
    from pytest_cookie.annotation.imports import import_file

    for path in options.import_files:
        found = import_file(path, opened.study, options.against)
        left = f", {found.unmatched} match no item of the run, or several" if found.unmatched else ""
        print(f"imported: {path}: {found.kind}, {found.stored} stored{left}")
    if options.export:
        for path in opened.export.write(options.export):
            print(f"written: {path}")
            if path.name.startswith("human-"):
                form = path.name.removeprefix("human-").removesuffix(".csv")
                ends = opened.export.scale(form)
                scale = f" --scale {ends[0]:g}-{ends[1]:g}" if ends else ""
                print(f"  compare with the judge: pytest-cookie agree {options.run} {path}{scale}")


def _check_access(options: argparse.Namespace) -> None:
    """Raise `UsageError` for an address that others can reach, without a token file or a name for browsers."""
    from pytest_cookie.annotation.server import is_loopback, is_wildcard
    from pytest_cookie.core.errors import UsageError

    if is_loopback(options.host):
        return
    if options.token_file is None:
        raise UsageError(f"--host {options.host}: others can reach it, so it needs --token-file FILE")
    if is_wildcard(options.host) and not options.name:
        raise UsageError(f"--host {options.host}: add --name, the host name under which raters open it")


def _serve(options: argparse.Namespace, opened: "OpenedStudy") -> None:
    """The web server is loaded while the browser starts: its requests wait at the sockets."""
    from pytest_cookie.annotation.server import listen, new_token, read_tokens, serve

    tokens = read_tokens(options.token_file) if options.token_file else (new_token(), new_token())
    listening = listen(options.host, options.port, options.name)
    _print_addresses(options, listening, tokens)
    if not options.no_browser:
        webbrowser.open(f"{listening.app_origin}/#token={tokens[0]}")
    serve(_application(options, opened, listening, tokens), listening)


def _application(
    options: argparse.Namespace, opened: "OpenedStudy", listening: "Listening", tokens: tuple[str, str]
) -> "AnnotationApp":
    import secrets

    from pytest_cookie.annotation.application import Access, AnnotationApp
    from pytest_cookie.annotation.artifact_server import ArtifactServer
    from pytest_cookie.annotation.open_study import ResultsReader
    from pytest_cookie.annotation.session import AnnotationSession

    artifacts = ArtifactServer(secrets.token_bytes(32))
    artifacts.app_origin, artifacts.origin = listening.app_origin, listening.artifact_origin
    raters = tuple(name.strip() for name in options.raters.split(",") if name.strip())
    access = Access(*tokens, listening.hosts, raters)
    session = AnnotationSession(opened.run, opened.study, artifacts)
    reader = ResultsReader(options.run, options.tie)
    application = AnnotationApp(session, artifacts, access, reader.results, reader.file)
    application.artifact_port = listening.artifact_port
    return application


def _print_addresses(options: argparse.Namespace, listening: "Listening", tokens: tuple[str, str]) -> None:
    from pytest_cookie.annotation.server import is_loopback

    print(f"rate:    {listening.app_origin}/#token={tokens[0]}")
    print(f"results: {listening.app_origin}/#token={tokens[1]}&view=results")
    print(f"answers: {options.run}/annotation/answers.sqlite")
    if not is_loopback(options.host):
        _print_exposure(options, listening)
    print("stop with Ctrl-C", flush=True)


def _print_exposure(options: argparse.Namespace, listening: "Listening") -> None:
    print(
        f"exposed: everybody who reaches {options.host} can open ports {listening.app_port} and "
        f"{listening.artifact_port}. With the first token they see briefs and artifacts of this run and answer under "
        "any allowed name; with the second, all answers, names of models and scores. The connection is not encrypted: "
        "use a network that you trust, or a proxy with TLS.",
        file=sys.stderr,
    )
