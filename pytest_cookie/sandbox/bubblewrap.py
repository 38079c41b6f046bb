"""`Bubblewrap`: a sandbox of Linux namespaces. No network, no files but the machine's programs, no leftovers.

The project is an in-memory file system of limited size that vanishes with its last process. Root creates the
namespaces and runs the command as another user; any other user runs it in a user namespace.
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from pytest_cookie.core.build import Isolation
from pytest_cookie.core.errors import BuildError
from pytest_cookie.sandbox import running
from pytest_cookie.sandbox.job import BEGUN, ENVIRONMENT, PROJECT, Ended, Job
from pytest_cookie.sandbox.limits import Limits, limited
from pytest_cookie.sandbox.packages import WRITABLE
from pytest_cookie.sandbox.system_calls import filter_file
from pytest_cookie.sandbox.tools import NodeTools

_NEEDED = {"bwrap": "bubblewrap", "prlimit": "util-linux", "setpriv": "util-linux"}
_SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SHOWN_OF_ETC = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
_HOSTS = Path(__file__).with_name("hosts")
"""The sandbox's hosts file. Without it a bundler's own server could not listen on `localhost`."""
_FIRST_USER, _USERS = 61_184, 4_096
"""A part of the range of systemd's dynamic users, which own no files. Each of our processes takes two that follow each
other, since limits count by user: one for the judged application, one for its services."""
_PROBE_SECONDS = 60.0
MEMORY_FOLDERS = (PROJECT, "/tmp", "/dev/shm", *(f"{PROJECT}/node_modules/{name}" for name in WRITABLE))
"""The folders that a command can write to."""


@dataclass(frozen=True)
class Bubblewrap:
    """`user` runs the command, None for the current user. `nested` adds a user namespace that allows no further ones;
    not every machine lets another user have one."""

    tools: NodeTools
    user: int | None
    nested: bool = True
    isolation: Isolation = "bubblewrap"

    def for_service(self) -> "Bubblewrap":
        """The same sandbox under this process's second user, whose limits the judged application cannot exhaust."""
        return self if self.user is None else replace(self, user=self.user + 1)

    def run(self, job: Job, limits: Limits) -> Ended:
        """Run the job until it exits or passes a limit. Raises `BuildError` if the sandbox does not start."""
        with tempfile.TemporaryFile() as sources, filter_file() as calls:
            job.pack(sources)
            sources.seek(0)
            command = [*self.command(limits, calls, packages=job.packages), *job.arguments]
            environment, passed = {"PATH": os.defpath}, [calls.fileno()]
            ended = running.run(
                command, limits, stdin=sources, environment=environment, passed=passed, in_memory=MEMORY_FOLDERS
            )
        if BEGUN not in ended.log and ended.stopped is None:
            raise BuildError(f"the sandbox did not start: {ended.log.strip()[-500:] or f'exit code {ended.code}'}")
        return ended

    def command(
        self, limits: Limits, calls: IO[bytes], *, packages: Path | None = None, extra: Sequence[str] = ()
    ) -> list[str]:
        """The command prefix that runs a command in the sandbox, in the empty project folder.

        `calls` is the open file of a seccomp filter; if it is empty, no filter is set. `extra` are options of
        bubblewrap, such as files to show.
        """
        whole = [_program("bwrap"), *self._namespaces(), "--die-with-parent", "--new-session", "--clearenv"]
        if os.fstat(calls.fileno()).st_size:
            whole += ["--seccomp", str(calls.fileno())]
        for name, value in (ENVIRONMENT | {"PATH": self.tools.search_path, "TMPDIR": "/tmp"}).items():
            whole += ["--setenv", name, value]
        whole += [*_machine(self.tools), *_memory_files(limits)]
        if packages is not None:
            whole += ["--ro-bind", str(packages), f"{PROJECT}/node_modules"]
            for name in WRITABLE:
                if (packages / name).is_dir():
                    whole += ["--perms", "1777", "--size", "64000000", "--tmpfs", f"{PROJECT}/node_modules/{name}"]
        whole += [*extra, "--remount-ro", "/", "--remount-ro", "/dev", "--chdir", PROJECT, "--"]
        return [*whole, *self._other_user(), *limited(limits)]

    def _namespaces(self) -> list[str]:
        if self.user is None:
            return ["--unshare-all", "--unshare-user", *(["--disable-userns"] if self.nested else [])]
        return ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]

    def _other_user(self) -> list[str]:
        if self.user is None:
            return []
        ids = [f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups"]
        become = [_program("setpriv"), *ids, "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--"]
        if not self.nested:
            return become
        inner = ["--unshare-user", "--disable-userns", "--dev-bind", "/", "/", "--chdir", PROJECT]
        return [*become, _program("bwrap"), *inner, "--die-with-parent", "--"]


def find_bubblewrap(tools: NodeTools) -> Bubblewrap:
    """The strictest variant that works on this machine, tried once. Raises `BuildError`, which names the problem."""
    if sys.platform != "linux":
        raise BuildError(
            f"the sandbox needs Linux, and this is {platform.system()}; run pytest-cookie in a container "
            "(docs/how-to/run-in-a-container.md), or on Windows in WSL 2"
        )
    missing = sorted({package for program, package in _NEEDED.items() if shutil.which(program) is None})
    if missing:
        raise BuildError(f"{' and '.join(missing)} is missing; install it (apt-get install {' '.join(missing)})")
    user = _choose_user(os.getpid()) if os.geteuid() == 0 else None
    best = Bubblewrap(tools, user)
    problem = _problem(best)
    if problem:
        best = replace(best, nested=False)
        problem = _problem(best) and problem
    if problem:
        raise BuildError(f"bubblewrap does not work on this machine: {problem}")
    return best


def _choose_user(pid: int) -> int:
    """The first of the two users of a process."""
    return _FIRST_USER + 2 * (pid % (_USERS // 2))


def _problem(sandbox: Bubblewrap) -> str:
    """The reason why the sandbox cannot run a command, "" if it can."""
    environment = {"PATH": os.defpath}
    try:
        with filter_file() as calls:
            command, passed = [*sandbox.command(Limits(), calls), "true"], [calls.fileno()]
            done = subprocess.run(
                command, capture_output=True, timeout=_PROBE_SECONDS, env=environment, check=False, pass_fds=passed
            )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    stderr = done.stderr.decode(errors="replace").strip()
    return "" if done.returncode == 0 else stderr[-300:] or f"exit code {done.returncode}"


def _machine(tools: NodeTools) -> list[str]:
    """Binds the machine's programs read-only; of `/etc`, the linker's files and `localhost`."""
    shown = ["--ro-bind", "/usr", "/usr"]
    for name in _SYSTEM:
        path = Path(name)
        if path.is_symlink():
            shown += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            shown += ["--ro-bind", name, name]
    parents = {Path("/etc"), *(parent for path in tools.shown for parent in path.parents if parent != Path("/"))}
    for parent in sorted(parents):
        shown += ["--perms", "0755", "--dir", str(parent)]  # bubblewrap's default excludes other users
    for name in _SHOWN_OF_ETC:
        shown += ["--ro-bind-try", name, name]
    shown += ["--ro-bind", str(_HOSTS), "/etc/hosts"]
    for path in tools.shown:
        shown += ["--ro-bind", str(path), str(path)]
    return [*shown, "--proc", "/proc", "--dev", "/dev"]


def _memory_files(limits: Limits) -> list[str]:
    sizes = {"/dev/shm": 64, "/tmp": limits.disk_mb // 2, PROJECT: limits.disk_mb}
    mounted: list[str] = []
    for path, size_mb in sizes.items():
        mounted += ["--perms", "1777", "--size", str(size_mb * 1_000_000), "--tmpfs", path]
    return mounted


def _program(name: str) -> str:
    return shutil.which(name) or name
