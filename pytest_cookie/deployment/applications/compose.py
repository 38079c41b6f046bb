"""`ComposeApplication`: an application that `docker compose` builds and runs, as Vibe Code Bench publishes it.

`docker compose -p <project> up -d --build` with the public port in `APP_PUBLIC_PORT`. A watchdog process removes the
containers, volumes and images if this process is killed, or could not remove them. The application runs from a copy of
its files, which every start replaces: containers may write to the folders that they mount.
"""

import http.client
import os
import re
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.app_plan import STARTUP_SECONDS
from pytest_cookie.deployment.applications.bounded_http import request_status
from pytest_cookie.deployment.applications.caught_mail import Mail
from pytest_cookie.deployment.applications.compose_file import check_compose_file
from pytest_cookie.deployment.applications.manifest import COMPOSE_FILES, ManifestError
from pytest_cookie.deployment.applications.missing_services import docker_problem
from pytest_cookie.deployment.applications.payments import Payments

_BUILD_SECONDS = 1_800.0
_DOWN_SECONDS = 180.0
_PAUSE_SECONDS = 0.5
_HEALTH_SECONDS = 5.0
_PROBE_SECONDS = 60.0
_LOG_CHARACTERS = 1_500
_SMALLEST_IMAGE = "hello-world"
_UNREACHABLE = re.compile(
    r"(?m)^(?:target \S+: |ERROR: )?(?:failed to solve: .*(?:failed to do request: |failed to fetch oauth token: |"
    r"(?:: | )(?:429|5\d\d) )|Error response from daemon: (?:(?:Get|Head|Post) \"?https?://|toomanyrequests))"
)
"""The last lines of Docker where a registry did not answer it, unlike one that does not have the image."""
_PORT_IN_USE = re.compile("port is already allocated|address already in use")
_RESET = ("down", "--timeout", "1", "--volumes", "--remove-orphans")
_DOWN = (*_RESET, "--rmi", "local")
_WATCHDOG = r"""
trap '' INT TERM HUP
scratch=$1
shift
while read -r word; do [ "$word" = done ] && exit 0; done
"$@" >/dev/null 2>&1
rm -rf -- "$scratch"
"""
"""Waits for a word on its standard input, or for the process at the other end of the pipe to end."""


def find_docker() -> str:
    """The program `docker`. Raises `DeploymentError` without one."""
    found = shutil.which("docker")
    if found is None:
        raise DeploymentError("the application runs in containers; install Docker with its plugin compose")
    return found


class ComposeApplication:
    """Started by `start`; `reset` gives it empty volumes and new containers. `close` removes all of them."""

    def __init__(
        self,
        folder: Path,
        *,
        startup_seconds: float = STARTUP_SECONDS,
        build_seconds: float = _BUILD_SECONDS,
        docker: str = "",
    ) -> None:
        files = [name for name in COMPOSE_FILES if (folder / name).is_file()]
        if not files:
            raise ManifestError(f"there is no compose file: {', '.join(COMPOSE_FILES)}")
        self._folder, self._file = folder, files[0]
        self._scratch = TemporaryDirectory(prefix="pytest-cookie-compose-", ignore_cleanup_errors=True)
        self._starts = 0
        self._startup_seconds = startup_seconds
        self._build_seconds = build_seconds
        self._docker = docker or find_docker()
        self.project = f"pytest-cookie-{os.getpid()}-{secrets.token_hex(4)}"
        self._port = _free_port()
        self._watchdog: subprocess.Popen[bytes] | None = None
        self.payments = Payments()
        self.mails: tuple[Mail, ...] = ()
        self.fault = ""
        self.earlier_log = ""

    def start(self) -> None:
        """Build, start and wait until it answers. Raises `AppFaultError`, `ManifestError`, `DeploymentError`."""
        check_compose_file(self._folder / self._file)
        self._renew_copy()
        self._watchdog = subprocess.Popen(
            ["/bin/sh", "-c", _WATCHDOG, "pytest-cookie-watchdog", self._scratch.name, *self._command(*_DOWN)],
            stdin=subprocess.PIPE, start_new_session=True, env=self._environment(), cwd="/",
        )  # fmt: skip
        self._up("--build")

    def reset(self) -> None:
        """Remove containers and volumes, and start again with the files as they were. Raises as `start`."""
        self._remove(*_RESET)
        self._renew_copy()
        self._up()

    def _renew_copy(self) -> None:
        self._starts += 1
        try:
            if self._copy.exists():  # what a container wrote, only its user may be able to remove
                shutil.rmtree(self._copy.rename(self._copy.with_name(f"before-{self._starts}")), ignore_errors=True)
            shutil.copytree(self._folder, self._copy, symlinks=True)
        except (OSError, shutil.Error) as error:
            raise DeploymentError(f"the application's files cannot be copied: {error}") from error

    @property
    def _copy(self) -> Path:
        return Path(self._scratch.name) / "application"

    def _up(self, *options: str, may_lose_port: bool = True) -> None:
        try:
            done = self._run("up", "--detach", *options, seconds=self._build_seconds)
        except subprocess.TimeoutExpired as error:
            self._check_docker(needs_registry=True)
            reason = f"docker compose up did not end within {self._build_seconds:g} s"
            raise AppFaultError(f"{reason}: {_tail(_text(error.stderr))}", "timeout") from error
        if done.returncode and self._lost_port(done.stderr):
            if not may_lose_port:
                raise DeploymentError(f"the application's port was taken twice: {_tail(done.stderr)}")
            self._remove(*_RESET)
            self._port = _free_port()
            self._up(*options, may_lose_port=False)
            return
        if done.returncode:
            self._check_docker(needs_registry=bool(_UNREACHABLE.search(done.stderr)))
            raise AppFaultError(f"docker compose up ended with {done.returncode}: {_tail(done.stderr)}")
        ends = time.monotonic() + self._startup_seconds
        while not self._is_healthy():
            if time.monotonic() > ends:
                raise AppFaultError(
                    f"the application did not answer within {self._startup_seconds:g} s: {_tail(self.log)}", "timeout"
                )
            time.sleep(_PAUSE_SECONDS)

    def _check_docker(self, *, needs_registry: bool) -> None:
        """Raise `DeploymentError` if Docker does not work without the application either.

        Its output is no proof: programs of the application write "permission denied" and "connection refused" too.
        """
        if problem := docker_problem(self._docker):
            raise DeploymentError(f"Docker does not work: {problem}")
        if needs_registry:
            try:
                done = self._docker_run(["manifest", "inspect", _SMALLEST_IMAGE], seconds=_PROBE_SECONDS)
                problem = _tail(done.stderr) if done.returncode else ""
            except subprocess.TimeoutExpired as error:
                problem = str(error)
            if problem:
                raise DeploymentError(f"Docker reaches no registry of images: {problem}")

    def _lost_port(self, told: str) -> bool:
        """Whether another process took the public port after it was chosen; an application may name other ports."""
        return bool(re.search(rf":{self._port}\b", told)) and bool(_PORT_IN_USE.search(told))

    def _remove(self, *arguments: str) -> None:
        """Raises `DeploymentError` if something may be left."""
        done = self._ask(*arguments, seconds=_DOWN_SECONDS)
        if done.returncode:
            raise DeploymentError(f"docker compose {arguments[0]} ended with {done.returncode}: {_tail(done.stderr)}")

    def _is_healthy(self) -> bool:
        host = {"Host": "artifact.localhost"}
        try:
            return request_status(self.connect, "GET", "/", host, seconds=_HEALTH_SECONDS) < 500
        except (OSError, http.client.HTTPException, ValueError):
            return False

    def connect(self, seconds: float) -> socket.socket:
        """A connection to its public port. Raises `OSError`."""
        return socket.create_connection(("127.0.0.1", self._port), timeout=seconds)

    @property
    def log(self) -> str:
        """What its containers wrote."""
        return self._ask("logs", "--no-color", "--tail", "2000", seconds=60).stdout

    def describe_ended(self) -> str:
        """Which containers have ended; empty for none."""
        listed = self._ask("ps", "--all", "--status", "exited", "--services", seconds=60).stdout.split()
        return f"ended: {', '.join(listed)}" if listed else ""

    def close(self) -> None:
        """Keep the log, and remove containers, networks, volumes and built images. A failed step is tried twice."""
        with self._scratch:
            if self._watchdog is None:
                return
            with suppress(DeploymentError):
                self.earlier_log = self.log
            try:
                self._remove(*_DOWN)
                self._end_watchdog(b"done\n", seconds=10)
            except DeploymentError as error:
                left = f"if containers are left, remove them: docker compose -p {self.project} down --volumes"
                self.earlier_log += f"\n{error}\n{left}\n"
                self._end_watchdog(b"", seconds=_DOWN_SECONDS)

    def _end_watchdog(self, word: bytes, *, seconds: float) -> None:
        """Without the word it removes the rest before it ends."""
        assert self._watchdog is not None
        assert self._watchdog.stdin is not None
        with suppress(OSError):
            self._watchdog.stdin.write(word)
            self._watchdog.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._watchdog.wait(seconds)
        self._watchdog = None

    def _command(self, *arguments: str) -> list[str]:
        return [self._docker, "compose", "-p", self.project, "-f", str(self._copy / self._file), *arguments]

    def _environment(self) -> dict[str, str]:
        given = {"APP_PUBLIC_PORT": str(self._port), "APP_PUBLIC_URL": "http://artifact.localhost"}
        known = ("PATH", "HOME", "DOCKER_HOST", "DOCKER_CONFIG", "DOCKER_CONTEXT", "XDG_RUNTIME_DIR")
        return {name: os.environ[name] for name in known if name in os.environ} | given

    def _ask(self, *arguments: str, seconds: float) -> "subprocess.CompletedProcess[str]":
        """Run `docker compose`. Raises `DeploymentError` if it does not end."""
        try:
            return self._run(*arguments, seconds=seconds)
        except subprocess.TimeoutExpired as error:
            raise DeploymentError(f"docker compose {arguments[0]}: {error}") from error

    def _run(self, *arguments: str, seconds: float) -> "subprocess.CompletedProcess[str]":
        return self._docker_run(self._command(*arguments)[1:], seconds=seconds)

    def _docker_run(self, arguments: Sequence[str], *, seconds: float) -> "subprocess.CompletedProcess[str]":
        try:
            return subprocess.run(
                [self._docker, *arguments], capture_output=True, encoding="utf-8", errors="replace", timeout=seconds,
                check=False, env=self._environment(), stdin=subprocess.DEVNULL,
            )  # fmt: skip
        except OSError as error:
            raise DeploymentError(f"docker {arguments[0]}: {error}") from error


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def _text(output: bytes | str | None) -> str:
    return output.decode(errors="replace") if isinstance(output, bytes) else output or ""


def _tail(text: str) -> str:
    return text.strip()[-_LOG_CHARACTERS:] or "it wrote nothing"
