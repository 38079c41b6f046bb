"""The ready files of deploy/: valid by the schemas of their systems, right in their shell, and without a secret."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import check_jsonschema
import kubernetes_validate
import pytest
import yaml
from click.testing import CliRunner

from tests.sharded_run import KEYS, write_shards

DEPLOY = Path(__file__).parents[3] / "deploy"
GITHUB = DEPLOY / "github" / "benchmark.yml"
KUBERNETES = DEPLOY / "kubernetes" / "job.yaml"
ARRAY, MERGE = DEPLOY / "slurm" / "array.sbatch", DEPLOY / "slurm" / "merge.sbatch"
FILES = (GITHUB, KUBERNETES, ARRAY, MERGE)


def manifests() -> dict[str, dict]:
    return {manifest["metadata"]["name"]: manifest for manifest in yaml.safe_load_all(KUBERNETES.read_text())}


def container(job: str) -> dict:
    (only,) = manifests()[job]["spec"]["template"]["spec"]["containers"]
    return only


def steps(job: str) -> dict[str, dict]:
    return {step.get("name", step.get("uses", step.get("run"))): step for step in workflow()["jobs"][job]["steps"]}


def workflow() -> dict:
    return yaml.safe_load(GITHUB.read_text())


@pytest.mark.parametrize("version", ["1.33", "1.37"])
def test_kubernetes_takes_the_manifest(version: str):
    """Strictly: a field that is misspelt or in the wrong place is refused. 1.33 is where all fields were there."""
    assert list(manifests()) == ["cookie-runs", "cookie-shards", "cookie-merge"]
    for manifest in manifests().values():
        kubernetes_validate.validate(manifest, version, strict=True)
    misspelt = manifests()["cookie-shards"]
    misspelt["spec"]["completionmode"] = misspelt["spec"].pop("completionMode")
    with pytest.raises(kubernetes_validate.ValidationError, match="completionmode"):
        kubernetes_validate.validate(misspelt, version, strict=True)


def test_the_indexed_job_says_how_many_shards_there_are():
    job = manifests()["cookie-shards"]["spec"]
    environment = {variable["name"]: variable["value"] for variable in container("cookie-shards")["env"]}
    assert job["completionMode"] == "Indexed"
    assert str(job["completions"]) == environment["PYTEST_COOKIE_SHARDS"]
    assert job["podReplacementPolicy"] == "Failed"  # or two pods might write one shard
    assert {"name": "shm", "mountPath": "/dev/shm"} in container("cookie-shards")["volumeMounts"]
    labels = {name: one["metadata"]["labels"]["step"] for name, one in manifests().items()}
    assert labels == {"cookie-runs": "shards", "cookie-shards": "shards", "cookie-merge": "merge"}


def test_github_takes_the_workflow(tmp_path: Path):
    check = ["--builtin-schema", "vendor.github-workflows"]
    assert CliRunner().invoke(check_jsonschema.main, [*check, str(GITHUB)]).exit_code == 0
    misspelt = tmp_path / "benchmark.yml"
    misspelt.write_text(GITHUB.read_text().replace("runs-on:", "run-on:"))
    assert CliRunner().invoke(check_jsonschema.main, [*check, str(misspelt)]).exit_code == 1


def test_the_matrix_has_the_shards_that_its_command_says():
    shards = workflow()["jobs"]["shard"]["strategy"]["matrix"]["shard"]
    assert shards == list(range(1, len(shards) + 1))
    assert f'--cookie-shard="$SHARD/{len(shards)}"' in steps("shard")["run the shard"]["run"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_there_is_no_secret_and_no_host_in_it(path: Path):
    text = path.read_text()
    keys = [line for line in text.splitlines() if "KEY" in line and not line.lstrip().startswith("#")]
    assert all("${{ secrets." in line or "secretRef" in line for line in keys)
    assert not re.search(r"https?://|ghcr\.io|docker\.io|\.com/", text)
    assert max(map(len, text.splitlines())) <= 120


def test_what_comes_from_outside_is_no_part_of_a_script():
    """`${{ … }}` in a `run:` would be pasted into the shell as it is."""
    for job in workflow()["jobs"].values():
        assert not [step["run"] for step in job["steps"] if "${{" in step.get("run", "")]


@pytest.fixture
def stubs(tmp_path: Path) -> dict[str, str]:
    """`pytest` and `pytest-cookie` that write down how they were called and end with `$CODE`."""
    (tmp_path / "bin").mkdir()
    for name in ("pytest", "pytest-cookie"):
        stub = tmp_path / "bin" / name
        stub.write_text(f'#!/bin/sh\necho {name} "$@" >> {tmp_path}/calls\nexit ${{CODE:-0}}\n')
        stub.chmod(0o755)
    return {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}


def run(command: list[str], folder: Path, environment: dict[str, str]) -> int:
    return subprocess.run(command, cwd=folder, env=environment, check=False, timeout=60).returncode


def calls(folder: Path) -> list[str]:
    return (folder / "calls").read_text().splitlines()


TASK = {"SLURM_ARRAY_JOB_ID": "17", "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8"}


@pytest.mark.parametrize(("code", "ends_with"), [("0", 0), ("1", 0), ("2", 1), ("4", 1)])
def test_a_slurm_task_runs_its_shard_and_bad_artifacts_are_no_failure(tmp_path: Path, stubs, code: str, ends_with: int):
    shard = tmp_path / "reports" / "slurm-17" / "shard-3"
    shard.mkdir(parents=True)
    (shard / "run.lock").write_text("left by a task that was killed")
    ended = run(["bash", str(ARRAY), "--model=openai/gpt-5", "-k", "a b"], tmp_path, stubs | TASK | {"CODE": code})
    assert ended == ends_with
    run_folder = "--cookie-run=reports/slurm-17/shard-3"
    assert calls(tmp_path) == [f"pytest --cookie-shard=3/8 {run_folder} -n auto --model=openai/gpt-5 -k a b"]
    assert not (shard / "run.lock").exists()


def test_a_slurm_task_that_is_run_again_alone_says_what_it_is_a_part_of(tmp_path: Path, stubs):
    again = {"SLURM_ARRAY_JOB_ID": "99", "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "1"}
    told = {"SHARDS": "8", "RUN": "reports/slurm-17"}
    assert run(["bash", str(ARRAY)], tmp_path, stubs | again | told) == 0
    assert calls(tmp_path) == ["pytest --cookie-shard=3/8 --cookie-run=reports/slurm-17/shard-3 -n auto"]


@pytest.mark.parametrize("code", [0, 10])
def test_slurm_merges_and_ends_as_the_gate_does(tmp_path: Path, stubs, code: int):
    for index in (1, 2):
        (tmp_path / "reports" / "slurm-17" / f"shard-{index}").mkdir(parents=True)
    stub = tmp_path / "bin" / "pytest-cookie"
    stub.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n[ "$1" = merge ] || exit {code}\n')
    assert run(["bash", str(MERGE), "reports/slurm-17", "--baseline", "last"], tmp_path, stubs) == code
    folder = "reports/slurm-17"
    assert calls(tmp_path) == [
        f"merge {folder}/merged {folder}/shard-1 {folder}/shard-2",
        f"gate {folder}/merged --markdown {folder}/gate.md --baseline last",
    ]


@pytest.mark.parametrize(("code", "ends_with"), [("1", 0), ("3", 1)])
def test_a_pod_runs_its_shard(tmp_path: Path, stubs, code: str, ends_with: int):
    pod = {"JOB_COMPLETION_INDEX": "0", "MODEL": "openai/gpt-5", "CODE": code}
    script = container("cookie-shards")
    assert run([*script["command"], *script["args"]], tmp_path, stubs | pod) == ends_with
    (called,) = calls(tmp_path)
    assert "--model=openai/gpt-5 --cookie-run=shard-0 -n auto" in called
    assert "--cookie-shard" not in called  # it is read from the environment


def test_githubs_shard_runs_and_is_packed(tmp_path: Path, stubs):
    job = stubs | {"MODEL": "openai/gpt-5", "SHARD": "2", "CODE": "1"}
    assert run(["bash", "-e", "-c", steps("shard")["run the shard"]["run"]], tmp_path, job) == 0
    assert "--cookie-shard=2/4 --cookie-run=shard-2 -n auto" in calls(tmp_path)[0]
    (tmp_path / "shard-2").mkdir()
    assert run(["bash", "-e", "-c", steps("shard")["pack it"]["run"]], tmp_path, job) == 0
    with tarfile.open(tmp_path / "shard-2.tar") as packed:
        assert packed.getnames() == ["shard-2"]


def test_githubs_last_job_merges_and_decides_for_real(tmp_path: Path):
    """The command itself on four small shards."""
    for shard in write_shards(tmp_path, 4):
        with tarfile.open(f"{shard}.tar", "w") as packed:
            packed.add(shard, shard.name)
        shutil.rmtree(shard)
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(DEPLOY.parent), os.environ.get("PYTHONPATH", "")]),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
    }
    assert run(["bash", "-e", "-c", steps("gate")["merge"]["run"]], tmp_path, environment) == 0
    assert len((tmp_path / "merged" / "records.jsonl").read_text().splitlines()) == len(KEYS)
    assert run(["bash", "-e", "-c", steps("gate")["decide"]["run"]], tmp_path, environment) == 0
    assert "sample/polished" in (tmp_path / "summary.md").read_text()


def test_githubs_last_job_ends_as_the_gate_does_and_tells_why(tmp_path: Path, stubs):
    (tmp_path / "gate.md").write_text("worse")
    job = stubs | {"CODE": "10", "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
    assert run(["bash", "-e", "-c", steps("gate")["decide"]["run"]], tmp_path, job) == 10
    assert (tmp_path / "summary.md").read_text() == "worse"
