"""`Job`: a command to run in a copy of a project, and what is to be handed out afterwards. And how it ended."""

import io
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal, Protocol

from pytest_cookie.core.build import Isolation
from pytest_cookie.sandbox.limits import Limits

PROJECT = "/project"
"""Where a project lies while it is built, as what is said of it tells."""

StopReason = Literal["time", "memory", "log", "output", "files"]

BEGUN = "pytest-cookie: the command begins"
"""The first line of every log: without it, it was the sandbox that did not start."""

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
"""All that a command is told of its surroundings, with `PATH` and `TMPDIR`. Not `CI`: some tools fail on warnings
then."""

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
"""Runs in the empty folder that is to be the project. Sources come by stdin, what is made of them goes to stdout, and
everything that is said to stderr; its last line names the folder that is handed out."""

_STAMP = 1_577_836_800
_LEFT_OUT = frozenset({"node_modules", ".git"})


@dataclass(frozen=True)
class Job:
    """`command` is a line for `sh`, run in a copy of `sources` with `packages` as its `node_modules`.

    Of `folders` the first that holds `entry` afterwards is handed out.
    """

    sources: Path
    command: str
    packages: Path | None = None
    folders: tuple[str, ...] = ()
    entry: str = "index.html"

    @property
    def arguments(self) -> list[str]:
        """The shell, its script and what that is told."""
        return ["sh", "-c", SCRIPT, "sh", self.command, self.entry, *self.folders]

    def pack(self, into: IO[bytes]) -> None:
        """The sources as an archive: plain files alone, the same bytes for the same sources.

        A site that stands where the build is to leave one is none of them.
        """
        left_out = {name for name in self.folders if (self.sources / name / self.entry).is_file()} - {"."}
        with tarfile.open(fileobj=into, mode="w") as archive:
            for path in sorted(self.sources.rglob("*")):
                name = path.relative_to(self.sources)
                derived = not _LEFT_OUT.isdisjoint(name.parts) or any(name.is_relative_to(one) for one in left_out)
                if derived or path.is_symlink() or not path.is_file():
                    continue
                content = path.read_bytes()
                member = tarfile.TarInfo(name.as_posix())
                member.size, member.mtime, member.mode = len(content), _STAMP, 0o644
                archive.addfile(member, io.BytesIO(content))


@dataclass(frozen=True)
class Ended:
    """How a command ended. `code` is the shell's: 128 and the signal's number where a signal ended it.

    `log` is what it said, at most its beginning and its end; `output` the archive that it handed out, b"" for none.
    `stopped` says which limit it passed, None where it ended by itself.
    """

    code: int
    log: str
    seconds: float
    output: bytes = field(default=b"", repr=False)
    stopped: StopReason | None = None

    @property
    def folder(self) -> str:
        """Which folder was handed out, "" for none."""
        last = self.log.rstrip().rpartition("\n")[2]
        return last.removeprefix(_BUILT) if self.output and last.startswith(_BUILT) else ""


class Sandbox(Protocol):
    """Where jobs are run."""

    @property
    def isolation(self) -> Isolation:
        """What keeps them from the machine."""
        ...

    def run(self, job: Job, limits: Limits) -> Ended:
        """Run it to its end, or end it. Nothing of it is left. Raises `BuildError` where it could not begin."""
        ...
