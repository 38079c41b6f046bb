"""Every component of the scaffold, on pages that are built in the sandbox, used and judged as a model's would be."""

import shutil
from pathlib import Path

import pytest

from pytest_cookie.core.build import Build
from pytest_cookie.generation.react.scaffold import SCAFFOLD
from pytest_cookie.sandbox.packages import default_store
from tests.acceptance.conftest import Project

GALLERY = Path(__file__).parent.parent / "projects" / "gallery"
CHAPTERS = ("actions", "fields", "choices", "overlays", "wayfinding", "data", "structure")
CASE = """  - id: gallery-{chapter}
    leaf: form-workflow
    language: en
    brief: The components of a boat club's design system, each with what it does, light and dark. Begin with {chapter}.
    artifact: {chapter}/
"""
STORE = default_store()
"""Read before pytester gives each test a home of its own."""
NO_SANDBOX = shutil.which("bwrap") is None or shutil.which("npm") is None


def lay_out(folder: Path, chapter: str) -> None:
    """The scaffold with the gallery in it, which opens on that chapter."""
    SCAFFOLD.lay_out(folder)
    shutil.copytree(GALLERY, folder, dirs_exist_ok=True)
    (folder / "src/gallery/home.ts").write_text(f'export const HOME = "/{chapter}"\n')


@pytest.mark.slow
@pytest.mark.skipif(NO_SANDBOX, reason="needs bubblewrap and npm (make sandbox)")
def test_every_component_is_built_and_the_measured_judge_likes_it(project: Project):
    for chapter in CHAPTERS:
        lay_out(project.path / chapter, chapter)
    (project.path / "cases.yaml").write_text("cases:\n" + "".join(CASE.format(chapter=chapter) for chapter in CHAPTERS))
    (project.path / "pyproject.toml").write_text(
        f'[tool.pytest-cookie]\nmax_steps = 16\nmax_seconds = 60\npackages = "{STORE}"\n'
    )
    project.run("-n", "2", timeout_seconds=3600)  # where no package is there yet, a registry may take its time
    records = project.records()
    builds = [Build.model_validate(record["build"]) for record in records]
    assert [build.failure for build in builds] == [None] * len(CHAPTERS)
    assert [build.types and build.types.errors for build in builds] == [0] * len(CHAPTERS)
    assert {build.isolation for build in builds} == {"bubblewrap"}
    scores = {record["case"]: (record["scores"]["functionality"], record["scores"]["aesthetics"]) for record in records}
    assert min(min(pair) for pair in scores.values()) >= 90, scores
    findings = [finding for record in records for finding in record["findings"]]
    assert [finding for finding in findings if finding["severity"] == "critical"] == []
