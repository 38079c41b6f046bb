"""The entry point that pytest loads in every project where we are installed, so it must cost nothing.

It imports the standard library and pytest alone. Everything else of ours is imported inside the functions below,
once an option or a fixture of ours is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from pytest_cookie.core.artifact import Artifact
    from pytest_cookie.core.deployment import Deployment
    from pytest_cookie.core.evidence import Evidence
    from pytest_cookie.core.verdict import Verdict
    from pytest_cookie.plugin.factories import Deploy, Explore, Generate, Judge
    from pytest_cookie.plugin.items import ItemRun

BENCHMARK = "pytest_cookie.benchmark"
ABLATIONS = ("no_vision", "no_video", "no_static_score", "no_deferred_scoring")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("cookie", "pytest-cookie: how good are the web artifacts this model makes?")
    group.addoption(
        "--cookie-model",
        action="append",
        default=[],
        metavar="MODEL",
        help="model to evaluate, repeatable; also --model",
    )
    group.addoption(
        "--cookie-cases", metavar="PATH", help="a YAML file of cases, or a folder; default: the benchmark's"
    )
    group.addoption("--cookie-mode", choices=("html", "react"), default="html", help="how artifacts are generated")
    group.addoption("--cookie-agent", default="crawler", metavar="AGENT", help="who uses the page (default: crawler)")
    group.addoption("--cookie-judge", default="measured", metavar="JUDGE", help="who judges it (default: measured)")
    group.addoption(
        "--cookie-repeats", type=int, default=1, metavar="N", help="artifacts per case and model (default: 1)"
    )
    group.addoption("--cookie-ablation", choices=ABLATIONS, help="withhold a part of the evidence from a model judge")
    group.addoption(
        "--cookie-budget-usd", type=float, metavar="USD", help="stop before the call of a model that could cost more"
    )
    group.addoption(
        "--cookie-replay",
        choices=("on", "only", "off"),
        default="on",
        help="answer calls of models that were made before from the cache; `only`: make no other (default: on)",
    )
    group.addoption("--cookie-baseline", metavar="RUN", help="a run folder that no score may be clearly below")
    group.addoption("--cookie-fail-under", type=float, metavar="TOTAL", help="end with code 10 below this mean total")
    group.addoption("--cookie-run", metavar="DIR", help="run folder (default: a new folder in reports/)")


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, parser: pytest.Parser, args: list[str]
) -> Generator[None, None, None]:
    """After plugins and conftests had their say about options: `--model` means ours unless it is theirs."""
    yield
    from_user = [arg for arg in args if arg == "--model" or arg.startswith("--model=")]
    if from_user and _nobody_owns(parser, "--model"):
        args[:] = [arg.replace("--model", "--cookie-model", 1) if arg in from_user else arg for arg in args]
    known = parser.parse_known_args(args, namespace=None)
    if (known.cookie_model or known.cookie_cases) and not known.file_or_dir and not early_config.getini("testpaths"):
        args += ["--pyargs", BENCHMARK]


def _nobody_owns(parser: pytest.Parser, option: str) -> bool:
    _, unknown = parser.parse_known_and_unknown_args([f"{option}=x"])
    return f"{option}=x" in unknown


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "cookie(domain, leaf, difficulty, language, page_type, mode): labels of an item")
    if _is_used(config):
        from pytest_cookie.plugin.install import install

        install(config)


@pytest.hookimpl(wrapper=True)
def pytest_cmdline_main(config: pytest.Config) -> Generator[None, object, object]:
    """Items are few and slow: unless the user chose, idle workers take work from busy ones (xdist's worksteal)."""
    option = config.option
    if _is_used(config) and getattr(option, "numprocesses", None) and option.dist == "no":
        option.dist = "worksteal"
    return (yield)


def _is_used(config: pytest.Config) -> bool:
    return bool(config.option.cookie_model or config.option.cookie_cases)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "cookie_item" in metafunc.fixturenames:
        from pytest_cookie.plugin.items import parametrize

        parametrize(metafunc)


@pytest.fixture
def cookie_item(request: pytest.FixtureRequest) -> Iterator[ItemRun]:
    """The item under test: its case, its key, and how far it has come."""
    from pytest_cookie.plugin.items import run_item

    yield from run_item(request)


@pytest.fixture
def artifact(cookie_item: ItemRun) -> Artifact:
    """The files that the model made for the item's case."""
    return cookie_item.artifact()


@pytest.fixture
def deployment(cookie_item: ItemRun, artifact: Artifact) -> Iterator[Deployment]:
    """The artifact served at its fixed origin, until the test ends."""
    yield from cookie_item.deployment(artifact)


@pytest.fixture
def evidence(cookie_item: ItemRun, artifact: Artifact, deployment: Deployment) -> Evidence:
    """What the agent saw and recorded when it used the page."""
    return cookie_item.evidence(artifact, deployment)


@pytest.fixture
def verdict(cookie_item: ItemRun, artifact: Artifact, evidence: Evidence) -> Verdict:
    """The judge's scores and findings."""
    return cookie_item.verdict(artifact, evidence)


@pytest.fixture
def cookie_complaint(cookie_item: ItemRun, verdict: Verdict) -> str:
    """Why the item does not pass: a bad artifact, or a total below `pass_total`; empty where it does."""
    return cookie_item.complaint(verdict)


@pytest.fixture
def generate(request: pytest.FixtureRequest) -> Generate:
    """Factory: `generate(case, model)` → `Artifact`."""
    from pytest_cookie.plugin.factories import workbench

    return workbench(request).generate


@pytest.fixture
def deploy(request: pytest.FixtureRequest) -> Deploy:
    """Factory: `deploy(artifact)` → `Deployment`, served until the test ends."""
    from pytest_cookie.plugin.factories import workbench

    return workbench(request).deploy


@pytest.fixture
def explore(request: pytest.FixtureRequest) -> Explore:
    """Factory: `explore(deployment)` → `Evidence`."""
    from pytest_cookie.plugin.factories import workbench

    return workbench(request).explore


@pytest.fixture
def judge(request: pytest.FixtureRequest) -> Judge:
    """Factory: `judge(evidence)` → `Verdict`."""
    from pytest_cookie.plugin.factories import workbench

    return workbench(request).judge
