"""`Job`: a command to run in a copy of a project, and the folders to return. `Ended`: its result."""

import os
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal, Protocol

from pytest_cookie.core.build import Isolation
from pytest_cookie.sandbox.limits import Limits

PROJECT = "/project"
"""The project's path in the sandbox, as it appears in logs."""

StopReason = Literal["time", "memory", "log", "output", "files"]

BEGUN = "pytest-cookie: the command begins"
"""The first line of every log. If it is missing, the sandbox did not start."""

_BUILT = "built: "

ENVIRONMENT = {
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "TERM": "dumb",
    "NO_COLOR": "1",
    "FORCE_COLOR": "0",
    "NEXT_TELEMETRY_DISABLED": "1",
    "ASTRO_TELEMETRY_DISABLED": "1",
    "npm_config_update_notifier": "false",
}
"""A command's whole environment, with `PATH` and `TMPDIR`. `CI` is not set, as some tools then fail on warnings."""

SCRIPT = f"""
tar -xof - || exit 125
exec 3>&1 1>&2 </dev/null
echo '{BEGUN}'
command=$1 entry=$2
shift 2
sh -c "$command" 3>&-
code=$?
[ "$code" = 0 ] || exit "$code"
for folder; do
  if [ -f "$folder/$entry" ]; then
    echo "{_BUILT}$folder"
    tar -cf - --exclude=./node_modules -C "$folder" . >&3
    break
  fi
done
exit 0
"""
"""Runs in an empty folder. It extracts the sources from stdin, writes the built folder as an archive to stdout, and all
logs to stderr, whose last line names that folder."""

_STAMP = 1_577_836_800
_LEFT_OUT = frozenset({"node_modules", ".git"})


@dataclass(frozen=True)
class Job:
    """`command` is a line for `sh`, run in a copy of `sources` with `packages` as its `node_modules`.

    The first of `folders` that contains `entry` afterwards is returned.
    """

    sources: Path
    command: str
    packages: Path | None = None
    folders: tuple[str, ...] = ()
    entry: str = "index.html"

    @property
    def arguments(self) -> list[str]:
        """The shell, its script and the script's arguments."""
        return ["sh", "-c", SCRIPT, "sh", self.command, self.entry, *self.folders]

    def pack(self, into: IO[bytes]) -> None:
        """Write the sources as an archive: only plain files, and the same bytes for the same sources.

        A site that is already in an output folder is left out.
        """
        left_out = {name for name in self.folders if (self.sources / name / self.entry).is_file()} - {"."}
        with tarfile.open(fileobj=into, mode="w") as archive:
            for path in sorted(self.sources.rglob("*")):
                name = path.relative_to(self.sources)
                derived = not _LEFT_OUT.isdisjoint(name.parts) or any(map(name.is_relative_to, left_out))
                if derived or path.is_symlink() or not path.is_file():
                    continue
                with path.open("rb") as file:
                    member = tarfile.TarInfo(name.as_posix())
                    member.size, member.mtime, member.mode = os.fstat(file.fileno()).st_size, _STAMP, 0o644
                    archive.addfile(member, file)


@dataclass(frozen=True)
class Ended:
    """How a command ended. `code` is the shell's exit code, or 128 plus the number of the signal that ended it.

    `log` is its standard error, with the middle cut if it is long; `output` the returned archive, b"" for none.
    `stopped` names the limit it passed, None if it exited by itself.
    """

    code: int
    log: str
    seconds: float
    output: bytes = field(default=b"", repr=False)
    stopped: StopReason | None = None

    @property
    def folder(self) -> str:
        """The returned folder, "" for none."""
        last = self.log.rstrip().rpartition("\n")[2]
        return last.removeprefix(_BUILT) if self.output and last.startswith(_BUILT) else ""


class Sandbox(Protocol):
    """An environment that runs jobs."""

    @property
    def isolation(self) -> Isolation:
        """The isolation between jobs and the machine."""
        ...

    def run(self, job: Job, limits: Limits) -> Ended:
        """Run the job until it exits or passes a limit, and clean up. Raises `BuildError` if it cannot start."""
        ...
