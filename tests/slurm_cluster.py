"""A Slurm cluster of one node, for a test: Debian's slurm-wlm, with all that it writes in one folder."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

_PROGRAMS = ("slurmctld", "slurmd", "sbatch", "squeue", "scontrol")
_PATIENCE_SECONDS = 1_800.0
_CONFIGURATION = """
ClusterName=cookie
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
SlurmctldPort={controller_port}
SlurmdPort={node_port}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 RealMemory=64000
PartitionName=all Nodes=ALL Default=YES State=UP
"""


class SlurmCluster:
    """Running from construction to `close`; skips the test if Slurm is missing or may not be started.

    A node that claims four processors, so that four tasks of one run at once.
    """

    def __init__(self, folder: Path) -> None:
        if missing := [name for name in _PROGRAMS if shutil.which(name) is None]:
            pytest.skip(f"Slurm is not installed: no {', '.join(missing)} (Debian: slurm-wlm)")
        if os.geteuid() != 0:
            pytest.skip("only root may start a cluster that runs jobs")
        self._folder = folder
        for name in ("state", "spool"):
            (folder / name).mkdir(parents=True)
        self.environment = os.environ | {"SLURM_CONF": str(self._configure())}
        self._processes: list[subprocess.Popen[bytes]] = []
        try:
            self._start_all()
        except BaseException:
            self.close()
            raise

    def _configure(self) -> Path:
        path = self._folder / "slurm.conf"
        host = socket.gethostname().partition(".")[0]
        ports = {"controller_port": _free_port(), "node_port": _free_port()}
        path.write_text(_CONFIGURATION.format(folder=self._folder, host=host, **ports))
        return path

    def _start_all(self) -> None:
        self._start("slurmctld", "-D")
        self._start("slurmd", "-D")
        self.wait_until(lambda: "idle" in self.said("sinfo", "--noheader", "--format=%t", may_fail=True))

    def _start(self, *command: str) -> None:
        with (self._folder / f"{command[0]}.output").open("wb") as output:
            self._processes.append(
                subprocess.Popen(command, env=self.environment, stdout=output, stderr=output, start_new_session=True)
            )

    def wait_until(self, is_so: Callable[[], object]) -> None:
        """Until it is so; fails where a daemon ends before."""
        ends = time.monotonic() + _PATIENCE_SECONDS
        while not is_so():
            gone = [process.args for process in self._processes if process.poll() is not None]
            assert not gone, f"{gone} ended: {self.told}"
            assert time.monotonic() < ends, f"it did not come so far: {self.told}"
            time.sleep(0.2)

    def said(self, *command: str, folder: Path | None = None, may_fail: bool = False) -> str:
        """The output of a command of Slurm's."""
        done = subprocess.run(
            command, cwd=folder, env=self.environment, check=False, capture_output=True, text=True, timeout=120
        )
        assert may_fail or done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout.strip()

    def is_done(self, job: str) -> bool:
        """Whether none of its tasks waits or runs."""
        states = self.said("squeue", "--noheader", "--array", "--format=%T", "--states=all", f"--jobs={job}").split()
        return bool(states) and set(states) <= {"COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL"}

    @property
    def told(self) -> str:
        """The ends of all logs."""
        logs = sorted([*self._folder.glob("*.log"), *self._folder.glob("*.output")])
        return "\n".join(f"{path.name}: {path.read_text(errors='replace')[-1500:]}" for path in logs)

    def close(self) -> None:
        """End it."""
        for process in reversed(self._processes):
            process.terminate()
        for process in reversed(self._processes):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
