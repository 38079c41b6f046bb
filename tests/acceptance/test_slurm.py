"""The Slurm array for real: four tasks, one requeued in the midst of its work, merged: equal to one run."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.conftest import Project
from tests.acceptance.modelled import timeless
from tests.slurm_cluster import SlurmCluster

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(sys.executable).parent
ARRAY = ROOT / "deploy" / "slurm" / "array.sbatch"
ITEMS = 8


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[SlurmCluster]:
    cluster = SlurmCluster(tmp_path / "slurm")
    yield cluster
    cluster.close()


def records(run: Path) -> dict[str, dict]:
    lines = (run / "records.jsonl").read_text().splitlines()
    return {record["case"]: timeless(record) for record in map(json.loads, lines)}


@pytest.mark.slow
def test_an_array_with_a_task_that_was_killed_comes_to_what_one_run_comes_to(cluster: SlurmCluster, project: Project):
    (project.path / "pyproject.toml").write_text("[tool.pytest-cookie]\nmax_steps = 2\nfilm = false\n")
    project.page("good.html")
    for number in range(ITEMS):
        project.case(f"page-{number}", "good.html")
    cluster.environment |= {
        "HOME": os.environ.get("HOME", "/"),  # where a library of packages may be
        "PATH": f"{PROGRAMS}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "PYTEST_XDIST_AUTO_NUM_WORKERS": "1",
    }
    wanted = ["--array=1-4", "--cpus-per-task=1", "--mem=1G", str(ARRAY), "--cookie-cases=cases.yaml"]
    job = cluster.said("sbatch", "--parsable", *wanted, folder=project.path)
    reports = project.path / "reports" / f"slurm-{job}"
    cluster.wait_until(lambda: list(reports.glob("shard-*/items/*/*/*/*/artifact.json")))
    begun = min(reports.glob("shard-*/items/*/*/*/*/artifact.json")).relative_to(reports).parts[0]
    cluster.said("scontrol", "requeue", f"{job}_{begun.removeprefix('shard-')}")
    cluster.wait_until(lambda: cluster.is_done(job))
    logs = {path.name: path.read_text() for path in project.path.glob(f"cookie-{job}-*.log")}
    assert len(logs) == 4
    continued = [name for name, said in logs.items() if "cookie: resumes" in said]
    assert continued == [f"cookie-{job}-{begun.removeprefix('shard-')}.log"], logs

    shards = sorted(map(str, reports.glob("shard-*")))
    command = [str(PROGRAMS / "pytest-cookie"), "merge", "merged", *shards]
    merged = subprocess.run(
        command, cwd=project.path, env=cluster.environment, check=False, capture_output=True, text=True
    )
    assert merged.returncode == 0, merged.stdout + merged.stderr
    project.run("--cookie-shard=off", run="whole")
    assert records(project.path / "merged") == records(project.path / "whole")
    assert len(records(project.path / "whole")) == ITEMS
