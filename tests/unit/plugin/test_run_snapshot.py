"""The inputs of a run are fixed at its start, also for workers that start later."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.plugin.run_snapshot import HANDED_ON, RunSnapshot

CASE = "- {{id: {id}, leaf: article, language: de, brief: Über „Tee“., artifact: p.html}}\n"


@pytest.fixture
def config(tmp_path: Path) -> SimpleNamespace:
    (tmp_path / "pyproject.toml").write_text("[tool.pytest-cookie]\nmax_steps = 7\n[tool.pytest-cookie.agent]\nx = 1\n")
    (tmp_path / "cases.yaml").write_text(CASE.format(id="one"))
    where = SimpleNamespace(dir=tmp_path)
    return SimpleNamespace(
        rootpath=tmp_path,
        args=[],
        inipath=None,
        invocation_params=where,
        option=SimpleNamespace(
            cookie_cases="cases.yaml",
            cookie_set=None,
            cookie_protocol="cookie",
            cookie_artifacts=None,
            cookie_model=[],
            rootdir=None,
            inifilename=None,
        ),
    )


def test_a_worker_gets_the_snapshot_and_reads_no_file(config: SimpleNamespace, tmp_path: Path):
    read = RunSnapshot.of(config)
    assert (read.settings.max_steps, [case.id for case in read.cases], list(read.changed())) == (7, ["one"], [])
    config.workerinput = {HANDED_ON: read.model_dump_json()}
    (tmp_path / "cases.yaml").write_text(CASE.format(id="another"))
    (tmp_path / "pyproject.toml").unlink()
    assert RunSnapshot.of(config) == read


def test_changed_services_of_a_model_are_named(config: SimpleNamespace, tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text("[tool.pytest-cookie]\ncoding_services = 'lab.py'\n")
    (tmp_path / "lab.py").write_text("def search(query): return ''")
    read = RunSnapshot.of(config)
    (tmp_path / "lab.py").write_text("def search(query): return 'something else'")
    (line,) = read.changed()
    assert line.startswith(f"{tmp_path / 'lab.py'} was changed")


def test_changed_documentation_for_a_model_is_named(config: SimpleNamespace, tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text("[tool.pytest-cookie]\ncoding_docs = 'manual'\n")
    with pytest.raises(UsageError, match=r"coding_docs: .*manual has no file"):
        RunSnapshot.of(config)
    (tmp_path / "manual").mkdir()
    (tmp_path / "manual/a.md").write_text("# Tides")
    read = RunSnapshot.of(config)
    (tmp_path / "manual/a.md").write_text("# Storms")
    (line,) = read.changed()
    assert line.startswith(f"{tmp_path / 'manual/a.md'} was changed")


def test_changed_files_are_named(config: SimpleNamespace, tmp_path: Path):
    read = RunSnapshot.of(config)
    (tmp_path / "cases.yaml").write_text("no: [cases")
    (line,) = read.changed()
    assert line.startswith(f"{tmp_path / 'cases.yaml'} was changed during the run; the original was used")
    (tmp_path / "pyproject.toml").unlink()
    assert len(list(read.changed())) == 2
