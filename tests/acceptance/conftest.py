"""A user's project: cases of its own that point at tiny pages, and the installed plugin run on them."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy  # noqa: F401 - pytester forgets what its tests load first, and numpy loads only once
import pytest

import pytest_cookie.plugin.install  # noqa: F401 - as numpy: it is slow to load
from tests.acceptance.modelled import Modelled
from tests.provider import Provider
from tests.provider.competent import competent

GOOD_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tea timer</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  body { font: 18px/1.5 system-ui, sans-serif; margin: 0; background: #fbfaf7; color: #1c2b2a }
  main { max-width: 40rem; margin: 0 auto; padding: 24px }
  button { font: inherit; padding: 12px 24px; border: 0; border-radius: 8px; background: #14524c; color: #fff;
           transition: background .2s }
  button:hover, button:focus-visible { background: #0b3330 }
</style></head>
<body><main><h1>Tea timer</h1>
<p>How many cups of tea have you had today? Count every cup and see the total at once.</p>
<button id="add">Count a cup</button> <p role="status">Cups so far: <output>0</output></p></main>
<script>
  let cups = 0
  document.getElementById('add').onclick = () => { document.querySelector('output').textContent = ++cups }
</script></body></html>
"""


_CASES = ("--cookie-cases=cases.yaml", "-p", "no:cacheprovider")


class Project:
    """A folder with cases and pages where pytest runs as a user would run it."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path = pytester.path
        self._cases: list[str] = []

    def page(self, name: str, content: str | bytes = GOOD_PAGE) -> None:
        path = self.path / "pages" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def case(self, case_id: str, page: str, *, leaf: str = "formula-calculator", language: str = "en") -> None:
        self._cases.append(
            f"  - id: {case_id}\n    leaf: {leaf}\n    language: {language}\n"
            f"    brief: A tea timer that counts cups.\n    artifact: pages/{page}\n"
        )
        (self.path / "cases.yaml").write_text("cases:\n" + "".join(self._cases))

    def run(self, *arguments: str, run: str = "run", timeout_seconds: float = 600) -> pytest.RunResult:
        """Run the cases in a process of its own; the run folder is `run`."""
        return self.pytester.runpytest_subprocess(*_CASES, "--cookie-run", run, *arguments, timeout=timeout_seconds)

    def refuse(self, *arguments: str) -> pytest.RunResult:
        """A run that ends before its first item, in this process: that takes a tenth of the time."""
        return self.pytester.runpytest_inprocess(*_CASES, *arguments)

    def records(self, run: str = "run") -> list[dict[str, object]]:
        lines = (self.path / run / "records.jsonl").read_text().splitlines()
        return [json.loads(line) for line in lines]


@pytest.fixture
def pytester(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Runs load neither hypothesis nor anyio, whose plugins import whole packages into every session."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:hypothesispytest -p no:anyio")
    return pytester


@pytest.fixture
def project(pytester: pytest.Pytester) -> Project:
    """Short runs without films; a test that is about them writes its own settings."""
    (pytester.path / "pyproject.toml").write_text(
        "[tool.pytest-cookie]\nmax_steps = 2\nmax_seconds = 15\nfilm = false\n"
    )
    return Project(pytester)


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """A provider with a competent model; the processes of this test find it by environment variables."""
    with Provider(competent) as running:
        for name, value in running.environment.items():
            monkeypatch.setenv(name, value)
        yield running


@pytest.fixture
def modelled(project: Project, provider: Provider) -> Modelled:
    """A project whose roles are all models, with `provider` as their provider."""
    return Modelled(project)


@pytest.fixture
def collected(pytester: pytest.Pytester) -> Callable[..., list[str]]:
    """The ids that a command line selects from the benchmark, in order."""

    def collect(*arguments: str) -> list[str]:
        result = pytester.runpytest_inprocess("--pyargs", "pytest_cookie.benchmark", "--collect-only", "-q", *arguments)
        lines = [line for line in result.outlines if "::test_artifact[" in line]
        return [line.split("::test_artifact[", 1)[1].rstrip("]") for line in lines]

    return collect


def only(folder: Path, pattern: str) -> Path:
    """The one file that matches."""
    found = list(folder.glob(pattern))
    assert len(found) == 1, found
    return found[0]
