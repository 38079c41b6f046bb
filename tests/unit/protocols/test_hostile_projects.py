"""Projects whose files make our code raise: they are failed with 0, whatever is raised, wherever it is."""

import json
import shutil
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.build import Build
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import BuildError
from pytest_cookie.deployment.project import ProjectDeployer
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.records.run import RunFolder
from pytest_cookie.sandbox.builder import Builder, BuildSettings
from pytest_cookie.sandbox.job import BEGUN, Ended
from tests.unit.protocols.one_page import OnePage, pipeline, walk

PLAIN = json.dumps({"scripts": {"build": "true"}})


class BuiltProject(OnePage):
    """Generates a `package.json`, and builds it as users' projects are built."""

    def __init__(self, package: str, store: Path) -> None:
        super().__init__()
        self.package, self.store = package, store

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        made = super().generate(case, key, folder)
        (folder / "package.json").write_text(self.package)
        return made.model_copy(update={"needs_build": True})

    def deploy(
        self, artifact: Artifact, folder: Path, *, built: Path, log: Path, before: Build | None = None
    ) -> AbstractContextManager[Deployment]:
        builder = Builder(BuildSettings(self.store))
        return ProjectDeployer(StaticDeployer(), builder).deploy(artifact, folder, built=built, log=log, before=before)


@pytest.fixture(autouse=True)
def _no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is built in these tests; they end before, or here."""

    def away(*_: object) -> None:
        raise BuildError("no sandbox")

    monkeypatch.setattr("pytest_cookie.sandbox.builder.find_bubblewrap", away)
    monkeypatch.setattr("pytest_cookie.sandbox.builder.find_node", lambda: None)


def result_of(run: RunFolder, tmp_path: Path, package: str) -> dict[str, object]:
    shutil.rmtree(run.path / "items", ignore_errors=True)
    walk(pipeline(run, BuiltProject(package, tmp_path / "store")))
    return json.loads((run.path / "items/one/ready/html/1/record.json").read_text())


def test_a_project_that_cannot_be_read_or_started_fails_with_zero(subtests, run: RunFolder, tmp_path: Path):
    scripts = {
        "a zero": '{"scripts": {"build": "a\\u0000b"}}',
        "half of a pair": '{"scripts": {"build": "\\ud800"}}',
        "half of a pair as a name": '{"scripts": {"build": "true", "\\udfff": "x"}}',
        "an argument that Linux refuses": json.dumps({"scripts": {"build": "x" * 900_000}}),
        "three scripts": json.dumps({"scripts": dict.fromkeys(("prebuild", "build", "postbuild"), "x" * 60_000)}),
        "deep": '{"scripts": ' + "[" * 100_000,
        "a long number": '{"scripts": {"build": ' + "9" * 9_000 + "}}",
        "a version of half a pair": '{"scripts": {"build": "true"}, "dependencies": {"a": "\\ud800"}}',
    }
    for kind, package in scripts.items():
        with subtests.test(kind):
            record = result_of(run, tmp_path, package)
            assert (record["outcome"], record["scores"]["total"]) == ("failed", 0)
            assert "package.json" in str(record["build"]["failure"])


PLACES = (
    "sandbox.builder.read_project", "sandbox.packages.read_lock_file", "sandbox.packages.Packages",
    "sandbox.builder.Job", "sandbox.builder.attribute", "deployment.project.plain", "deployment.static.StaticSite",
)  # fmt: skip


def test_what_reading_a_project_raises_is_its_own_fault(
    subtests, run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    errors = (RecursionError("too deep"), UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates"), KeyError("\0"))
    ended = Ended(code=1, log=f"{BEGUN}\nit does not build", seconds=1.0)
    monkeypatch.setattr(Builder, "_sandbox", SimpleNamespace(run=lambda *_: ended, isolation=""))
    for place in PLACES:
        for error in errors:

            def raising(*_: object, error: Exception = error, **__: object) -> None:
                raise error

            with subtests.test(place, error=error), monkeypatch.context() as patch:
                patch.setattr(f"pytest_cookie.{place}", raising)
                record = result_of(run, tmp_path, PLAIN)
                assert (record["outcome"], record["scores"]["total"]) == ("failed", 0)
                assert type(error).__name__ in record["build"]["failure"]["message"]


def test_a_machine_that_cannot_build_is_not_the_projects_fault(run: RunFolder, tmp_path: Path):
    with pytest.raises(BuildError, match="no sandbox"):
        result_of(run, tmp_path, PLAIN)
