"""A page that a server delivers, such as a development server: reached through the gateway, and only it."""

import contextlib
import ipaddress
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import psutil
from pydantic import ValidationError

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.build import Build
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.errors import DeploymentError, UsageError
from pytest_cookie.core.parsing import url_parts
from pytest_cookie.core.stored_state import StoredState
from pytest_cookie.deployment.applications.app_gateway import AppGateway
from pytest_cookie.deployment.applications.caught_mail import Mail
from pytest_cookie.deployment.applications.payments import Payments
from pytest_cookie.deployment.library.library import Library
from pytest_cookie.deployment.static import DeploymentLog
from pytest_cookie.records.plain_tree import read_bounded

ADDRESS = ("http://", "https://")
_HTTP_PORT = 80
_POLL_SECONDS = 0.2
_END_SECONDS = 5.0
_MOST_LOG = 2_000


@dataclass(frozen=True)
class ServedPage:
    """The server at `host` and `port`, and the path of the page with its query, without the leading slash."""

    host: str
    port: int
    path: str

    @classmethod
    def parse(cls, address: str, *, allowed: tuple[str, ...] = ()) -> "ServedPage":
        """Raises `UsageError` for another scheme than HTTP, and for a host that is neither this machine nor allowed."""
        url = url_parts(address)
        if url.scheme != "http":
            raise UsageError(f"{address}: only http:// can be checked; serve the page without TLS on this machine")
        host = url.hostname or ""
        if not (_is_here(host) or host in allowed):
            raise UsageError(f"{address}: {host} is not this machine; to use it anyway add --allow-host {host}")
        query = f"?{url.query}" if url.query else ""
        try:
            return cls(host, url.port or _HTTP_PORT, f"{url.path.lstrip('/')}{query}")
        except ValueError as error:
            raise UsageError(f"{address}: {error}") from error

    def connect(self, seconds: float) -> socket.socket:
        """A connection to the server. Raises `OSError`."""
        return socket.create_connection((self.host, self.port), timeout=seconds)

    def answers(self) -> bool:
        """Whether the server accepts connections now."""
        try:
            self.connect(1.0).close()
        except OSError:
            return False
        return True


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
        if not self.page.answers():
            raise DeploymentError(
                f"nothing answers at http://{self.page.host}:{self.page.port}; start the server first"
            )
        with closing(DeploymentLog(log)) as lines:
            gateway = AppGateway(_Application(self.page), lines.add, self.library)
            with closing(gateway):
                url = f"{ORIGIN}/{self.page.path}"
                state = self.state.moved(self.page.host, self.page.port, ORIGIN) if self.state else None
                yield Deployment(url=url, gateway=gateway.address, artifact_digest=artifact.digest, state=state)
        lines.check()


@dataclass
class _Application:
    page: ServedPage
    payments: Payments = field(default_factory=Payments)
    mails: tuple[Mail, ...] = ()

    def connect(self, seconds: float) -> socket.socket:
        return self.page.connect(seconds)


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


def _is_here(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
