"""`ComposeApplication`: an application that `docker compose` builds and runs, as Vibe Code Bench publishes it.

`docker compose -p <project> up -d --build` with the public port in `APP_PUBLIC_PORT`. A watchdog process removes the
containers, volumes and images if this process is killed.
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

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.app_plan import STARTUP_SECONDS
from pytest_cookie.deployment.applications.bounded_http import request_status
from pytest_cookie.deployment.applications.mail import Mail
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
_DOWN = ("down", "--volumes", "--remove-orphans", "--rmi", "local")
_WATCHDOG = r"""
trap '' INT TERM HUP
while read -r word; do [ "$word" = done ] && exit 0; done
exec "$@" >/dev/null 2>&1
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
        self._file = folder / files[0]
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
        """Build, start and wait until it answers. Raises `AppFaultError`, `DeploymentError`."""
        self._watchdog = subprocess.Popen(
            ["/bin/sh", "-c", _WATCHDOG, "pytest-cookie-watchdog", *self._command(*_DOWN)],
            stdin=subprocess.PIPE, start_new_session=True, env=self._environment(), cwd="/",
        )  # fmt: skip
        self._up("--build")

    def reset(self) -> None:
        """Remove containers and volumes, and start again. Raises as `start`."""
        self._ask("down", "--volumes", "--remove-orphans", seconds=_DOWN_SECONDS)
        self._up()

    def _up(self, *options: str) -> None:
        try:
            done = self._run("up", "--detach", *options, seconds=self._build_seconds)
        except subprocess.TimeoutExpired as error:
            self._check_docker(needs_registry=True)
            told = f"docker compose up did not end within {self._build_seconds:g} s"
            raise AppFaultError(f"{told}: {_tail(_text(error.stderr))}", "timeout") from error
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

        What it wrote does not tell: programs of the application write "permission denied" and "connection refused" too.
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
        """Keep the log, and remove containers, networks, volumes and built images."""
        with suppress(DeploymentError):
            self.earlier_log = self.log
        with suppress(DeploymentError):
            self._ask(*_DOWN, seconds=_DOWN_SECONDS)
        if self._watchdog is not None and self._watchdog.stdin is not None:
            with suppress(OSError):
                self._watchdog.stdin.write(b"done\n")
                self._watchdog.stdin.close()
            self._watchdog.wait(10)
            self._watchdog = None

    def _command(self, *arguments: str) -> list[str]:
        return [self._docker, "compose", "-p", self.project, "-f", str(self._file), *arguments]

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
