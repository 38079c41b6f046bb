"""`Workbench`: the application while a model builds it: started in its sandbox, and looked at in a browser."""

import tarfile
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PurePosixPath

from pytest_cookie.browser.errors import (
    BrowserGoneError,
    PageGoneError,
    PageScriptError,
    TimeIsUpError,
)
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.page.observation import Happenings
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.build import Build
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.text import shorten
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.deployer import ApplicationDeployer
from pytest_cookie.deployment.applications.manifest import ManifestError
from pytest_cookie.deployment.applications.not_offered import NotOfferedError
from pytest_cookie.deployment.applications.running import RunningApplication
from pytest_cookie.exploration.fitting_clock import explore_by_fitting_clock
from pytest_cookie.exploration.jpeg import to_jpeg
from pytest_cookie.exploration.page_facts import read_page_facts
from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.generation.coding.tool_output import cut
from pytest_cookie.generation.coding.workspace import Workspace
from pytest_cookie.llm.messages.quoting import quoted
from pytest_cookie.protocols.vibecode.agent.window import Window
from pytest_cookie.protocols.vibecode.open_address import SETTLE_MS, open_address
from pytest_cookie.protocols.vibecode.script import Command, Open
from pytest_cookie.sandbox.builder import BuildReport
from pytest_cookie.sandbox.project import DERIVED

COMMAND_SECONDS = 120.0
_MAX_FILE = 2_000_000
_MAX_PROBLEMS = 10
_MAX_OUTPUT = 15_000
_MAX_NAMES, _MAX_NAME = 50, 200
_MAX_ENTRIES = 20_000
_MORE = f"There are more than {_MAX_ENTRIES:,} files and folders; the others, and deleted files, were left as they were"
_NOT_KEPT = "Not kept, since they are no text, too large, too many or have a name that is not allowed"


@dataclass
class Workbench:
    """Starts the sources of `workspace`; at most one application runs. A context manager."""

    workspace: Workspace
    deployer: ApplicationDeployer
    host: BrowserHost
    log: Path
    max_seconds: float = 120.0
    """Limit of one look in the browser."""
    _serving: ExitStack = field(default_factory=ExitStack)
    _gateway: str = ""

    def build(self, sources: Path, into: Path, *, entry: str = "index.html") -> BuildReport:
        """Start the application in place of the one that runs. A `ProjectBuilder`, to which starting is building."""
        self.close()
        key = ItemKey(case="workbench", model="workbench", mode="html")
        artifact = Artifact(key=key, files=(), entry=None, digest="", prompt="workbench")
        with ExitStack() as stack:
            deployment = stack.enter_context(self.deployer.deploy(artifact, sources, built=into, log=self.log))
            build = deployment.build or Build(tool="application")
            if build.failure is None:
                self._gateway = deployment.gateway
                self._serving = stack.pop_all()
        return BuildReport(build, self.output if build.failure is None else "")

    @property
    def application(self) -> RunningApplication:
        """The application that runs. Raises `RefusedError` if none does."""
        found = self.deployer.running.get(self._gateway)
        if not isinstance(found, RunningApplication):
            raise RefusedError("the application does not run; call start_app")
        return found

    @property
    def output(self) -> str:
        """What the application that runs wrote."""
        self.application.mark_log()
        return self.application.log

    def run(self, command: str, *, in_app: bool) -> str:
        """Run a command beside the application, or with a copy of the project, whose changes are kept."""
        try:
            if in_app:
                code, output = self.application.run(command, COMMAND_SECONDS)
                return _describe(code, output)
            with closing(self.deployer.open_sources(self.workspace.root)) as shell:
                code, output = shell.run(command, COMMAND_SECONDS)
                changes = self._take_over(shell)
        except (AppFaultError, ManifestError, NotOfferedError) as error:
            raise RefusedError(f"the command was not run to its end:\n{quoted('why', str(error))}") from error
        except tarfile.TarError as error:
            raise RefusedError(f"the files that the command left cannot be read: {error}") from error
        return "\n".join([_describe(code, output), *changes])

    def _take_over(self, shell: RunningApplication) -> list[str]:
        """Apply a command's changes to the project, and describe them. Leaves out files that a project may not have."""
        changes: dict[str, list[str]] = {"Changed files": [], "Deleted files": [], _NOT_KEPT: []}
        left: set[str] = set()
        with shell.archive() as spooled, tarfile.open(fileobj=spooled) as archive:
            for member in islice(archive, _MAX_ENTRIES):
                path = PurePosixPath(member.name)
                left.add(path.as_posix())
                if not member.isfile() or not DERIVED.isdisjoint(path.parts):
                    continue
                is_kept = member.size <= _MAX_FILE and self.workspace.may_have(path.as_posix())
                opened = archive.extractfile(member) if is_kept else None
                if done := self._write(path.as_posix(), opened.read() if opened else None):
                    changes[done].append(path.as_posix())
            is_whole = archive.next() is None
        for gone in self.workspace.paths() if is_whole else ():
            if gone not in left:
                self.workspace.delete(gone)
                changes["Deleted files"].append(gone)
        lines = [f"{done}: {_list(paths)}" for done, paths in changes.items() if paths]
        return lines if is_whole else [*lines, _MORE]

    def _write(self, name: str, content: bytes | None) -> str:
        """Store a file that a command left: how it changed, "" if it did not. `content` is None if it is too large."""
        try:
            if content is None:
                return _NOT_KEPT
            if self.workspace.exists(name) and self.workspace.read_bytes(name) == content:
                return ""
            self.workspace.write_text(name, content.decode())
        except (RefusedError, UnicodeDecodeError):  # names, sizes and kinds of files that a project may not have
            return _NOT_KEPT
        return "Changed files"

    def browse(self, commands: tuple[Command, ...]) -> tuple[str, bytes]:
        """Open the application in a fresh browser session and follow `commands`.

        Returns what happened with what the page shows at the end, and a JPEG of the window. Raises `RefusedError` for a
        page that cannot be used, `BrowserError` if the browser fails twice.
        """
        settings = SessionSettings(gateway=self._address(), max_seconds=self.max_seconds)
        try:
            return explore_by_fitting_clock(self.host, settings, lambda one: self._look(one.settings, commands))
        except (PageGoneError, PageScriptError, TimeIsUpError) as error:
            if isinstance(error, PageGoneError):  # what ended the page may persist in its browser
                self.host.renew()
            raise RefusedError(f"the page cannot be used: {error}") from error

    def _look(self, settings: SessionSettings, commands: tuple[Command, ...]) -> tuple[str, bytes]:
        try:
            return self._look_once(settings, commands)
        except BrowserGoneError:  # ended from outside: not the application's fault
            self.host.renew()
            return self._look_once(settings, commands)

    def _look_once(self, settings: SessionSettings, commands: tuple[Command, ...]) -> tuple[str, bytes]:
        with self.host.open_session(settings) as session:
            problems = _follow(session, commands)
            seen = session.observe()
            window = Window.of(seen, read_page_facts(session, seen.inventory.controls))
            happened = [*problems, *_list_problems(session.drain())]
            told = [*([quoted("what happened", "\n".join(happened))] if happened else []), window.describe()]
            return "\n".join(told), to_jpeg(window.png)

    def _address(self) -> str:
        assert self.application
        return self._gateway

    def close(self) -> None:
        """End the application."""
        self._serving.close()
        self._serving, self._gateway = ExitStack(), ""


def _list(paths: list[str]) -> str:
    more = f" and {len(paths) - _MAX_NAMES} more" if len(paths) > _MAX_NAMES else ""
    listed = ", ".join(shorten(path, _MAX_NAME) for path in paths[:_MAX_NAMES])
    return listed.encode(errors="replace").decode() + more


def _describe(code: int | None, output: str) -> str:
    ended = f"It was ended after {COMMAND_SECONDS:g} s." if code is None else f"Exit code {code}."
    return f"{ended}\n{quoted('output', cut(output.strip(), _MAX_OUTPUT) or '(none)')}"


def _follow(session: Session, commands: tuple[Command, ...]) -> list[str]:
    """What could not be carried out; it ends there."""
    if not commands or not isinstance(commands[0], Open):
        commands = (Open(f"{ORIGIN}/"), *commands)
    for command in commands:
        if isinstance(command, Open):
            if problem := open_address(session, command.url):
                return [f"{command.url} did not load: {problem}"]
            continue
        outcome = session.act(command)
        session.settle(SETTLE_MS)
        if not outcome.done:
            return [f"{command.kind} {command.selector or command.value} was not possible: {outcome.problem}"]
    return []


def _list_problems(seen: Happenings) -> list[str]:
    lines = [f"uncaught error: {error.message[:300]}" for error in seen.page_errors]
    lines += [
        f"console {message.level}: {message.text[:300]}"
        for message in seen.console
        if message.level in ("error", "warning")
    ]
    lines += [f"request failed: {request.url[:200]} ({request.reason[:80]})" for request in seen.failed_requests]
    lines += [f"dialog ({dialog.kind}, accepted): {dialog.text[:200]}" for dialog in seen.dialogs]
    return lines[:_MAX_PROBLEMS]
