"""`NoSandbox`: no sandbox. For machines without one, where the user trusts what is built; every record says so."""

import os
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_cookie.core.build import Isolation
from pytest_cookie.core.errors import BuildError
from pytest_cookie.sandbox import running
from pytest_cookie.sandbox.job import BEGUN, ENVIRONMENT, PROJECT, Ended, Job
from pytest_cookie.sandbox.limits import Limits, limited
from pytest_cookie.sandbox.tools import NodeTools


@dataclass(frozen=True)
class NoSandbox:
    """Runs jobs in a temporary folder, as ourselves, with the network and all files of the machine in reach.

    Time, memory and what is said are bounded as in a sandbox, disk and number of processes are not; a process that
    hides from its parent stays.
    """

    tools: NodeTools
    isolation: Isolation = "none"

    def run(self, job: Job, limits: Limits) -> Ended:
        """Run it to its end, or end it. Raises `BuildError` where it cannot begin."""
        with tempfile.TemporaryDirectory(prefix="pytest-cookie-build-", ignore_cleanup_errors=True) as folder:
            project, temporary = Path(folder, "project"), Path(folder, "tmp")
            project.mkdir()
            temporary.mkdir()
            if job.packages is not None:
                _link(job.packages, project / "node_modules")
            told = {"PATH": self.tools.search_path, "HOME": str(temporary), "TMPDIR": str(temporary)}
            with tempfile.TemporaryFile() as sources:
                job.pack(sources)
                sources.seek(0)
                command = [*(limited(limits, is_alone=False) if shutil.which("prlimit") else []), *job.arguments]
                environment = ENVIRONMENT | told
                ended = running.run(command, limits, stdin=sources, environment=environment, folder=str(project))
        if BEGUN not in ended.log and ended.stopped is None:
            raise BuildError(f"the build did not start: {ended.log.strip()[-500:] or f'exit code {ended.code}'}")
        return replace(ended, log=ended.log.replace(str(project), PROJECT))


def _link(packages: Path, into: Path) -> None:
    """A folder of links, so that what tools leave in `node_modules` stays out of the store."""
    into.mkdir()
    for path in packages.iterdir():
        (into / path.name).symlink_to(path, target_is_directory=path.is_dir())


def bare(tools: NodeTools) -> NoSandbox:
    """Raises `BuildError` on a system whose shell has none of the words that are used."""
    if sys.platform == "win32" or os.name != "posix":
        raise BuildError("projects are built on Linux and macOS alone; point `artifact:` at a folder that is built")
    return NoSandbox(tools)
