"""`NoSandbox`: no sandbox, for machines without one if the user trusts the projects. Every record names it."""

import os
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_cookie.core.build import Isolation
from pytest_cookie.core.errors import BuildError
from pytest_cookie.records.temp_dir import TempDir
from pytest_cookie.sandbox import running
from pytest_cookie.sandbox.job import BEGUN, ENVIRONMENT, PROJECT, Ended, Job
from pytest_cookie.sandbox.limits import Limits, limited
from pytest_cookie.sandbox.tools import NodeTools


@dataclass(frozen=True)
class NoSandbox:
    """Runs jobs in a temporary folder as the current user, with access to the network and the machine's files.

    Time, memory and output are limited as in a sandbox; disk space and the number of processes are not. A process that
    detaches from its parent survives.
    """

    tools: NodeTools
    isolation: Isolation = "none"

    def run(self, job: Job, limits: Limits) -> Ended:
        """Run the job until it exits or passes a limit. Raises `BuildError` if it cannot start."""
        with TempDir("build") as folder:
            project, temporary = folder / "project", folder / "tmp"
            project.mkdir()
            temporary.mkdir()
            if job.packages is not None:
                _link(job.packages, project / "node_modules")
            paths = {"PATH": self.tools.search_path, "HOME": str(temporary), "TMPDIR": str(temporary)}
            with tempfile.TemporaryFile() as sources:
                job.pack(sources)
                sources.seek(0)
                command = [*(limited(limits, is_alone=False) if shutil.which("prlimit") else []), *job.arguments]
                environment = ENVIRONMENT | paths
                ended = running.run(command, limits, stdin=sources, environment=environment, folder=str(project))
        if BEGUN not in ended.log and ended.stopped is None:
            raise BuildError(f"the build did not start: {ended.log.strip()[-500:] or f'exit code {ended.code}'}")
        return replace(ended, log=ended.log.replace(str(project), PROJECT))


def _link(packages: Path, into: Path) -> None:
    """Make a folder of links, so that files that tools write to `node_modules` stay out of the store."""
    into.mkdir()
    for path in packages.iterdir():
        (into / path.name).symlink_to(path, target_is_directory=path.is_dir())


def bare(tools: NodeTools) -> NoSandbox:
    """A `NoSandbox` for this machine. Raises `BuildError` on a system without a POSIX shell."""
    if sys.platform == "win32" or os.name != "posix":
        raise BuildError("projects are built only on Linux and macOS; point `artifact:` at a folder that is built")
    return NoSandbox(tools)
