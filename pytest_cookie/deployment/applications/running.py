"""`RunningApplication`: an application with its services, which can be returned to its seeded state."""

import http.client
import re
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, TypeVar

from pytest_cookie.core.build import FailureKind
from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.applications import mail, payments, postgres
from pytest_cookie.deployment.applications.app_database import AppDatabase
from pytest_cookie.deployment.applications.app_fault import AppFaultError
from pytest_cookie.deployment.applications.app_plan import AppPlan, make_environment, own_environment
from pytest_cookie.deployment.applications.app_sandbox import AppGoneError, AppSandbox
from pytest_cookie.deployment.applications.bounded_http import request_status
from pytest_cookie.deployment.applications.caught_mail import Mail
from pytest_cookie.deployment.applications.manifest import Process
from pytest_cookie.deployment.applications.pack_sources import pack_sources
from pytest_cookie.deployment.applications.payments import Payments
from pytest_cookie.deployment.applications.service_ports import PaymentServer, SocketBridge
from pytest_cookie.deployment.applications.webhooks import Webhook, WebhookQueue

_SETUP_SECONDS = 300.0
_HEALTH_SECONDS = 5.0
_PAUSE_SECONDS = 0.05
_NOTIFY_SECONDS = 10.0
_MARK = "pytest-cookie-mark:"
_MARK_LINE = re.compile(rf"\n?{_MARK}\w*\n")
_HOST = {"Host": "artifact.localhost"}
_LOG_CHARACTERS = 1_500

Reply = TypeVar("Reply")


@dataclass
class RunningApplication:
    """Started by `start`; `reset` gives it its seeded state, in new processes. `close` ends it."""

    plan: AppPlan
    database: AppDatabase | None = None
    """Its database, if it needs PostgreSQL. Removed with it."""

    def __post_init__(self) -> None:
        self.payments = Payments(WebhookQueue(self._notify))
        self._catcher = mail.MailCatcher() if "mail" in self.plan.manifest.services else None
        self._sandbox: AppSandbox | None = None
        self._bridges: list[SocketBridge | PaymentServer] = []
        self._state: IO[bytes] | None = None
        self.earlier_log = ""

    @property
    def mails(self) -> tuple[Mail, ...]:
        """The mail that it sent since its last reset."""
        return self._catcher.mails if self._catcher else ()

    @property
    def log(self) -> str:
        """What its processes wrote since the last reset."""
        return _MARK_LINE.sub("", self._raw_log)

    @property
    def _raw_log(self) -> str:
        return self._sandbox.log if self._sandbox else self.earlier_log

    @property
    def fault(self) -> str:
        """Which limits it reached since the last reset; empty for none."""
        services = (*self._bridges, self.payments, *([self._catcher] if self._catcher else []))
        faults = dict.fromkeys([*self._main_fault(), *(one for each in services for one in each.reached)])
        return "; ".join(filter(None, faults))

    def _main_fault(self) -> Iterator[str]:
        if self._sandbox:
            yield from (self._sandbox.fault, *self._sandbox.reached)
        if self.database:
            yield self.database.find_fault()

    def describe_ended(self) -> str:
        """Which processes have ended since the last reset; empty for none."""
        try:
            codes = self._sandbox.exit_codes() if self._sandbox else {}
        except AppGoneError as error:
            return str(error)
        return "; ".join(f"{name} ended with {code}" for name, code in codes.items() if code is not None)

    def start(self) -> None:
        """Run the setup, keep the result as the seeded state, and start all processes.

        Raises `AppFaultError` if the application is at fault, `DeploymentError` if the machine is.
        """
        with TemporaryFile() as sources:
            pack_sources(self.plan.folder, sources)
            self._open(sources)
            for command in self.plan.manifest.setup:
                self._set_up(command)
            self._state = self._guarded(lambda sandbox: sandbox.archive())
        self._end_processes()  # only files and database are the seeded state, not what the setup left running
        if self.database:
            self.database.save()
        self._open(self._state)
        self._start_processes()

    def _set_up(self, command: str) -> None:
        code = self._guarded(lambda sandbox: sandbox.run(command, self._environment(), _SETUP_SECONDS))
        if code != 0:
            ended = "took too long" if code is None else f"ended with {code}"
            kind: FailureKind = "timeout" if code is None else "other"
            raise AppFaultError(f"setup command {command!r} {ended}: {self._tail()}", kind)

    def open_sources(self) -> None:
        """Lay out its files in a sandbox for `run`, without starting a process. Raises as `start`."""
        with TemporaryFile() as sources:
            pack_sources(self.plan.folder, sources)
            self._open(sources)

    def run(self, command: str, seconds: float) -> tuple[int | None, str]:
        """Run a command beside its processes. Returns the exit code, None if it took too long, and the output.

        Raises `AppFaultError` if the sandbox ends.
        """
        begin = self.mark_log()
        code = self._guarded(lambda sandbox: sandbox.run(command, self._environment(), seconds))
        end = self.mark_log()
        return code, _MARK_LINE.sub("", self._raw_log.rpartition(begin)[2].partition(end)[0])

    def mark_log(self) -> str:
        """Write a line into the log, and wait until it arrives: then all earlier output has arrived, too."""
        mark = f"{_MARK}{secrets.token_hex(8)}\n"
        with suppress(AppGoneError):
            order = f"printf '\\n%s\\n' {mark.strip()}"
            if self._sandbox is None:
                return mark
            self._sandbox.run(order, self._environment(), _HEALTH_SECONDS)
            ends = time.monotonic() + _HEALTH_SECONDS
            while mark not in self._raw_log and time.monotonic() < ends:
                time.sleep(_PAUSE_SECONDS)
        return mark

    def archive(self) -> IO[bytes]:
        """Its files as they are now, as a tar archive. Raises `AppFaultError`, `DeploymentError`."""
        return self._guarded(lambda sandbox: sandbox.archive())

    def reset(self) -> None:
        """Give it its seeded state, in new processes, with an empty inbox. Raises as `start`."""
        if self._state is None:
            raise DeploymentError("the application was not started")
        self._end_processes()
        self.payments.forget()
        if self.database:
            self.database.restore()
        self._open(self._state)
        self._start_processes()

    def _open(self, sources: IO[bytes]) -> None:
        sandbox = AppSandbox(
            self.plan.sandbox, self.plan.limits, packages=self.plan.packages, python_packages=self.plan.python_packages
        )
        if self.database:
            sandbox.watched = self.database.watch
        try:
            sandbox.start(sources, self.plan.ports)
        except AppGoneError as error:
            raise AppFaultError(str(error)) from error
        self._sandbox = sandbox
        for port, listening in sandbox.listening.items():
            if port == postgres.PORT and self.database:
                self._bridges.append(SocketBridge(listening, self.database.cluster.socket))
            elif port == mail.PORT and self._catcher:
                self._catcher.listen(listening)
            elif port == payments.PORT:
                self._bridges.append(PaymentServer(listening, self.payments))

    def _start_processes(self) -> None:
        given = self._environment()
        processes = {
            name: {"command": one.command, "folder": one.folder, "environment": given | own_environment(one, given)}
            for name, one in self.plan.manifest.processes.items()
        }
        self._guarded(lambda sandbox: sandbox.start_processes(processes))
        ends = time.monotonic() + self.plan.startup_seconds
        for name, one in self.plan.manifest.processes.items():
            while one.port and not self._is_healthy(one):
                self._check_processes()
                if time.monotonic() > ends:
                    limit = f"{self.plan.startup_seconds:g} s"
                    raise AppFaultError(
                        f"{name} was not healthy at port {one.port}{one.health} within {limit}: {self._tail()}",
                        "timeout",
                    )
                time.sleep(_PAUSE_SECONDS)
        self._check_processes()

    def _check_processes(self) -> None:
        codes = self._guarded(lambda sandbox: sandbox.exit_codes())
        for name, code in codes.items():
            if code is not None and self.plan.manifest.processes[name].port:
                raise AppFaultError(f"{name} ended with {code}: {self._tail()}")

    def _is_healthy(self, process: Process) -> bool:
        assert process.port is not None
        port = process.port

        def connect(seconds: float) -> socket.socket:
            return self._guarded(lambda sandbox: sandbox.connect(port, seconds))

        try:
            return request_status(connect, "GET", process.health, _HOST, seconds=_HEALTH_SECONDS) < 500
        except (OSError, http.client.HTTPException, ValueError):
            return False

    def _guarded(self, ask: Callable[[AppSandbox], Reply]) -> Reply:
        """What the sandbox answers. An application that ended it is at fault."""
        if self._sandbox is None:
            raise AppFaultError("the application is not running")
        try:
            return ask(self._sandbox)
        except AppGoneError as error:
            kind: FailureKind = "memory" if "memory" in self._sandbox.fault else "other"
            raise AppFaultError(f"{error}: {self._end_of_log()}", kind) from error

    def _tail(self) -> str:
        """The end of the log, with all that was written so far."""
        self.mark_log()
        return self._end_of_log()

    def _end_of_log(self) -> str:
        return self.log.strip()[-_LOG_CHARACTERS:] or "it wrote nothing"

    def _environment(self) -> dict[str, str]:
        return make_environment(self.plan, self.database)

    def connect(self, seconds: float) -> socket.socket:
        """A connection to its web process. Raises `OSError`, `AppGoneError`."""
        if self._sandbox is None:
            raise AppGoneError("the application is not running")
        return self._sandbox.connect(self.plan.manifest.web.port or 0, seconds)

    def _notify(self, webhook: Webhook) -> None:
        headers = {**webhook.headers, **_HOST}
        with suppress(OSError, http.client.HTTPException, ValueError, AppGoneError):
            request_status(self.connect, "POST", webhook.path, headers, webhook.body, seconds=_NOTIFY_SECONDS)

    def _end_processes(self) -> None:
        with ExitStack() as steps:
            if self._sandbox is not None:
                steps.callback(self._end_sandbox, self._sandbox)
            for bridge in self._bridges:
                steps.callback(bridge.close)
            self._bridges.clear()

    def _end_sandbox(self, sandbox: AppSandbox) -> None:
        sandbox.end()
        self.earlier_log = self.log
        self._sandbox = None

    def close(self) -> None:
        """End all processes and remove the database. Every step is done, also if another one fails.

        Errors of the application are not raised.
        """
        with ExitStack() as steps:  # the last one is done first
            if self.database:
                steps.callback(self.database.remove)
            if self._state is not None:
                steps.callback(self._state.close)
                self._state = None
            if self._catcher:
                steps.callback(self._catcher.close)
            steps.callback(self.payments.queue.close)
            steps.callback(self._end_processes)
