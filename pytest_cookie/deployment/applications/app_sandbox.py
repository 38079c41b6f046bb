"""`AppSandbox`: the processes of an application in a sandbox of their own, and the sockets into and out of it.

The sandbox has a loopback network without any way out. What crosses its border are open sockets: it hands out those
on which its services are to be reached, and fresh ones through which the gateway connects to the application.
"""

import json
import os
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil

from pytest_cookie.core.errors import DeploymentError
from pytest_cookie.deployment.applications.sandbox_control import NoReplyError, Order, Reply, SandboxControl
from pytest_cookie.sandbox.bubblewrap import MEMORY_FOLDERS, Bubblewrap
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.running import KeptLog, measure_files, own_bytes
from pytest_cookie.sandbox.system_calls import filter_file

INSIDE = Path(__file__).with_name("inside.py")
_INSIDE_PATH = "/opt/inside.py"
PYTHON_PACKAGES = "/opt/python"
"""Where the application finds distributions of Python that it may import."""
BEGUN = "pytest-cookie: the application's sandbox begins"
_START_SECONDS = 60.0
_REPLY_SECONDS = 30.0
_ARCHIVE_SECONDS = 120.0
_TAR_MB_PER_FILE = 0.0015
_LOOK_SECONDS = 0.5
_END_SECONDS = 5.0
APP_LIMITS = Limits(seconds=900, process_mb=2_000, tree_mb=1_500, disk_mb=400, processes=200, log_mb=8)
"""Limits of an application. `seconds` is processor time of each process; `log_mb` is how much of its output counts."""


class AppGoneError(Exception):
    """The application ended, or exceeded its limits. This is its own fault."""


@dataclass
class AppSandbox:
    """A started sandbox. `fault` describes what the application did wrong; empty without a fault."""

    sandbox: Bubblewrap
    limits: Limits = APP_LIMITS
    packages: Path | None = None
    python_packages: tuple[Path, ...] = ()
    fault: str = ""
    reached: tuple[str, ...] = ()
    """Which limits it reached that do not end it."""
    watched: Callable[[], str] = lambda: ""
    """Asked twice a second for a fault that ends the application."""
    listening: dict[int, socket.socket] = field(default_factory=dict)
    """Sockets on which the application's connections to its services arrive, by port."""

    def start(self, sources: IO[bytes], ports: Sequence[int]) -> None:
        """Lay out the archive `sources` and open `ports`.

        Raises `AppGoneError` if the sources do not fit, `DeploymentError` if the sandbox does not start.
        """
        self._lock = threading.RLock()
        self._log = KeptLog()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control = SandboxControl(ours)
        with theirs, filter_file() as calls:
            python = str(Path(sys.base_prefix) / "bin" / "python3")
            prefix = self.sandbox.command(self.limits, calls, packages=self.packages, extra=self._shown())
            command = [*prefix, python, "-I", "-S", _INSIDE_PATH, str(theirs.fileno()), json.dumps(list(ports))]
            sources.seek(0)
            try:
                self._process = subprocess.Popen(
                    command, stdin=sources, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/",
                    env={"PATH": os.defpath}, start_new_session=True, umask=0o022,
                    pass_fds=(calls.fileno(), theirs.fileno()),
                )  # fmt: skip
            except OSError as error:
                ours.close()
                raise DeploymentError(f"cannot start {command[0]}: {error.strerror or error}") from error
        self._ending = threading.Event()
        self._readers = [threading.Thread(target=each, daemon=True) for each in (self._read, self._watch)]
        for reader in self._readers:
            reader.start()
        try:
            reply, files = self._control.receive(_START_SECONDS)
        except NoReplyError as error:
            self.end()
            if self.fault:
                raise AppGoneError(self.fault) from error
            raise DeploymentError(f"the sandbox did not start: {self.log.strip()[-500:] or error}") from error
        if problem := reply.get("problem"):
            self.end()
            raise AppGoneError(f"its files do not fit into its sandbox: {problem}")
        self.listening = {port: socket.socket(fileno=file) for port, file in zip(ports, files, strict=True)}

    def _shown(self) -> list[str]:
        folders = ("/opt", PYTHON_PACKAGES)
        shown = [part for folder in folders for part in ("--perms", "0755", "--dir", folder)]
        shown += ["--ro-bind", str(INSIDE), _INSIDE_PATH]
        for path in self.python_packages:
            shown += ["--ro-bind", str(path), f"{PYTHON_PACKAGES}/{path.name}"]
        return shown

    @property
    def log(self) -> str:
        """The output of all processes, with the middle left out."""
        return self._log.text().replace(f"{BEGUN}\n", "")

    def run(self, command: str, environment: Mapping[str, str], seconds: float) -> int | None:
        """Run a command to its end; None if it took too long. Raises `AppGoneError`."""
        order = {"order": "run", "command": command, "environment": dict(environment), "seconds": seconds}
        code = self._ask(order, seconds + _REPLY_SECONDS)[0].get("code")
        return code if isinstance(code, int) else None

    def start_processes(self, processes: Mapping[str, Order]) -> None:
        """Start processes: `command`, `folder` and `environment` by name. Raises `AppGoneError`."""
        self._ask({"order": "start", "processes": {name: dict(one) for name, one in processes.items()}})

    def exit_codes(self) -> dict[str, int | None]:
        """The exit codes by process, None for one that runs. Raises `AppGoneError`."""
        reply = self._ask({"order": "states"})[0]
        return {name: code if isinstance(code, int) else None for name, code in reply.items()}

    def connect(self, port: int, seconds: float) -> socket.socket:
        """A connection to a port of the application. Raises `OSError`, `AppGoneError`."""
        _, files = self._ask({"order": "socket"})
        if not files:
            raise AppGoneError("the sandbox gave no socket")
        connection = socket.socket(fileno=files[0])
        try:
            connection.settimeout(seconds)
            connection.connect(("127.0.0.1", port))
        except OSError:
            connection.close()
            raise
        return connection

    def archive(self) -> IO[bytes]:
        """The project's files as an archive, in memory. Raises `AppGoneError`, `DeploymentError`."""
        with self._lock:
            _, files = self._ask({"order": "archive"})
            most = round((1.25 * self.limits.disk_mb + _TAR_MB_PER_FILE * self.limits.files) * 1e6)
            archive = _spool(files[0], most)
            problem = self._guard(lambda: self._control.receive(_REPLY_SECONDS))[0].get("problem")
        if problem:
            archive.close()
            raise AppGoneError(f"its files cannot be copied: {problem}")
        archive.seek(0)
        return archive

    def _ask(self, order: Order, seconds: float = _REPLY_SECONDS) -> Reply:
        with self._lock:
            return self._guard(lambda: self._control.ask(order, seconds))

    def _guard(self, ask: Callable[[], Reply]) -> Reply:
        try:
            return ask()
        except NoReplyError as error:
            raise AppGoneError(self.fault or str(error)) from error

    def _read(self) -> None:
        pipe = self._process.stderr
        assert pipe is not None
        with suppress(OSError, ValueError):
            while chunk := os.read(pipe.fileno(), 1 << 16):
                self._log.add(chunk)
                if self._log.size > self.limits.log_mb * 1e6:
                    self._stop(f"it wrote more than {self.limits.log_mb:g} MB of output")

    def _watch(self) -> None:
        while not self._ending.wait(_LOOK_SECONDS) and self._process.poll() is None:
            tree = self._tree()
            if sum(map(own_bytes, tree)) > self.limits.tree_mb * 1e6:
                self._stop(f"it used more than {self.limits.tree_mb:,} MB of memory")
            files, is_full = measure_files(tree, MEMORY_FOLDERS)
            if files > self.limits.files:
                self._stop(f"it made more than {self.limits.files:,} files")
            if is_full:
                self.reached = (f"it filled its disk of {self.limits.disk_mb:,} MB",)
            if fault := self.watched():
                self._stop(fault)

    def _stop(self, fault: str) -> None:
        self.fault = self.fault or fault
        self._kill()

    def _tree(self) -> list[psutil.Process]:
        try:
            root = psutil.Process(self._process.pid)
            return [root, *root.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def _kill(self) -> None:
        """Kill the first process of the sandbox's process namespace; the kernel ends all others with it.

        The process outside, which waits for it, then ends by itself and leaves no process or file behind.
        """
        with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            for process in psutil.Process(self._process.pid).children():
                process.kill()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def end(self) -> None:
        """End all processes and close all sockets. Safe to call twice."""
        self._ending.set()
        self._kill()
        self._process.wait()
        self._control.close()
        for listener in self.listening.values():
            listener.close()
        self.listening = {}
        for reader in self._readers:
            reader.join(_END_SECONDS)
        if self._process.stderr is not None:
            self._process.stderr.close()


def _spool(source: int, most: int) -> IO[bytes]:
    """What arrives on a pipe, in memory. Reading ends after `most` bytes, or when the pipe is silent for too long."""
    try:
        kept = os.fdopen(os.memfd_create("application"), "w+b")
        with os.fdopen(source, "rb", buffering=0) as pipe:
            ready = select.poll()
            ready.register(pipe, select.POLLIN)
            while most > 0 and ready.poll(_ARCHIVE_SECONDS * 1_000) and (chunk := pipe.read(1 << 20)):
                kept.write(chunk)
                most -= len(chunk)
        kept.flush()
    except OSError as error:
        raise DeploymentError(f"cannot keep the application's files: {error.strerror or error}") from error
    return kept
