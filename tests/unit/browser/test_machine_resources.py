"""What a container or a batch job leaves of a machine."""

from pathlib import Path

import psutil
import pytest

from pytest_cookie.browser.process.machine_resources import count_processors, measure_free_memory

MB = 1 << 20


def cgroups(folder: Path, own: str, **files: str) -> tuple[Path, Path]:
    """`files`: `a__b` is the file b in the folder a."""
    (folder / "own").write_text(own)
    for name, content in files.items():
        path = folder / "cgroup" / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return folder / "cgroup", folder / "own"


def test_without_limits_it_is_the_machine(tmp_path: Path):
    root, own = cgroups(tmp_path, "0::/\n", cpu_dot_max="max 100000\n", memory_dot_max="max\n", memory_dot_current="5")
    assert 1 <= count_processors(root, own) == count_processors(tmp_path / "none", tmp_path / "none")
    assert 0 < measure_free_memory(root, own) <= psutil.virtual_memory().total


@pytest.mark.parametrize("quota", ["50000 100000", "100000 100000"])
def test_a_quota_of_a_container_counts(tmp_path: Path, quota: str):
    root, own = cgroups(tmp_path, "0::/\n", cpu_dot_max=quota)
    assert count_processors(root, own) == 1


def test_the_memory_of_a_job_is_what_it_or_its_parent_leaves_and_caches_give_way(tmp_path: Path):
    root, own = cgroups(
        tmp_path,
        "0::/slurm/job_7\n",
        slurm__job_7__memory_dot_max=str(300 * MB),
        slurm__job_7__memory_dot_current=str(280 * MB),
        slurm__job_7__memory_dot_stat=f"anon 5\ninactive_file {30 * MB}\n",
        slurm__memory_dot_max=str(400 * MB),
        slurm__memory_dot_current=str(360 * MB),
    )
    assert measure_free_memory(root, own) == 40 * MB
    (root / "slurm/memory.max").write_text("max")
    assert measure_free_memory(root, own) == 50 * MB


def test_version_1_of_cgroups_is_read_too(tmp_path: Path):
    root, own = cgroups(
        tmp_path,
        "5:cpu,cpuacct:/job\n4:memory:/job\n0::/\n",
        cpu__job__cpu_dot_cfs_quota_us="100000",
        cpu__job__cpu_dot_cfs_period_us="100000",
        memory__job__memory_dot_limit_in_bytes=str(64 * MB),
        memory__job__memory_dot_usage_in_bytes=str(60 * MB),
        memory__job__memory_dot_stat=f"total_inactive_file {2 * MB}",
        memory__memory_dot_limit_in_bytes="9223372036854771712",
        memory__memory_dot_usage_in_bytes="0",
    )
    assert measure_free_memory(root, own) == 6 * MB
    assert count_processors(root, own) == 1
    (root / "cpu/job/cpu.cfs_quota_us").write_text("-1")
    assert count_processors(root, own) == count_processors(tmp_path / "none", tmp_path / "none")


def test_what_cannot_be_read_is_no_limit(tmp_path: Path):
    root, own = cgroups(tmp_path, "nonsense\n0::/../up\n", cpu_dot_max="x", memory_dot_max="12", memory_dot_current="")
    assert count_processors(root, own) >= 1
    assert measure_free_memory(root, own) > 0
