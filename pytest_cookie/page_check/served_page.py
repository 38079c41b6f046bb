"""The stages of a page that a server delivers, and a command that starts the server."""

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import psutil
from pydantic import ValidationError

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.build import Build
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.stored_state import StoredState
from pytest_cookie.deployment.library.library import Library
from pytest_cookie.deployment.served_page import ServedPage
from pytest_cookie.records.plain_tree import read_bounded

_POLL_SECONDS = 0.2
_END_SECONDS = 5.0
_MOST_LOG = 2_000


def read_state(path: Path) -> StoredState:
    """Cookies and local storage in a file by Playwright's `storage_state`. Raises `UsageError`."""
    try:
        return StoredState.model_validate_json(read_bounded(path))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
    except ValidationError as error:
        raise UsageError(
            f"{path} is not a state that Playwright saved; make one with: "
            "npx playwright codegen --save-storage=state.json ADDRESS"
        ) from error


@dataclass(frozen=True)
class ServedPageStages:
    """Generator and deployer of a page that a server delivers: there are no files, and requests are passed on.

    `state` has cookies and local storage of the server's origin.
    """

    page: ServedPage
    library: Library | None
    state: StoredState | None = None

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """An artifact without files."""
        folder.mkdir(parents=True, exist_ok=True)
        digest = sha256(f"{self.page.host}:{self.page.port}/{self.page.path}".encode()).hexdigest()
        return Artifact(key=key, files=(), entry="index.html", digest=digest)

    @contextmanager
    def deploy(
        self, artifact: Artifact, folder: Path, *, built: Path, log: Path, before: Build | None = None
    ) -> Iterator[Deployment]:
        """Pass requests for the artifact's origin on to the server until the context ends. Raises `DeploymentError`."""
        state = self.state.moved(self.page.host, self.page.port, ORIGIN) if self.state else None
        with self.page.pass_on(log, self.library) as gateway:
            yield Deployment(url=self.page.url, gateway=gateway, artifact_digest=artifact.digest, state=state)


@contextmanager
def run_server(command: str, page: ServedPage, *, seconds: float, log: Path) -> Iterator[None]:
    """Run a command until the context ends, and begin when the server answers. Its output goes to `log`.

    Raises `UsageError` if another server answers already, if the command ends, or after `seconds`.
    """
    place = f"http://{page.host}:{page.port}"
    if page.answers():
        raise UsageError(f"--start: something answers at {place} already; end it, or leave out --start")
    with log.open("wb") as output:
        try:
            process = subprocess.Popen(
                shlex.split(command), stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise UsageError(f"--start: cannot run {command!r}: {error}") from error
        try:
            _wait_for(page, process, command, place, seconds, log)
            yield
        finally:
            _end(process)


def _wait_for(
    page: ServedPage, process: "subprocess.Popen[bytes]", command: str, place: str, seconds: float, log: Path
) -> None:
    ends = time.monotonic() + seconds
    while not page.answers():
        said = _tail(log)
        if process.poll() is not None:
            raise UsageError(f"--start: {command!r} ended with {process.returncode} before {place} answered\n{said}")
        if time.monotonic() > ends:
            raise UsageError(f"--start: nothing answers at {place} after {seconds:g} s\n{said}")
        time.sleep(_POLL_SECONDS)


def _tail(log: Path) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _MOST_LOG))
        return file.read(_MOST_LOG).decode("utf-8", "replace").strip()


def end_tree(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process and its descendants one by one, for Windows, which has no groups of processes."""
    with contextlib.suppress(psutil.NoSuchProcess):
        command = psutil.Process(process.pid)
        for each in (*command.children(recursive=True), command):
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()
    process.wait(_END_SECONDS)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the command and the processes that it started."""
    if sys.platform == "win32":
        end_tree(process)
        return
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(_END_SECONDS)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
    process.wait()
