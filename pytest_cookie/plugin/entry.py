"""The entry point that pytest loads in every project where we are installed, so it must cost nothing.

It imports the standard library and pytest alone. Everything else of ours is imported inside the functions below,
once an option or a fixture of ours is used.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import argparse
    from collections.abc import Generator, Iterator

    from pytest_cookie.core.artifact import Artifact
    from pytest_cookie.core.deployment import Deployment
    from pytest_cookie.core.evidence import Evidence
    from pytest_cookie.core.interruption import Interruption
    from pytest_cookie.core.verdict import Verdict
    from pytest_cookie.plugin.factories import Deploy, Explore, Generate, Judge
    from pytest_cookie.plugin.items import ItemRun

BENCHMARK = "pytest_cookie.benchmark"
BENCHMARK_FILE = Path(__file__).parents[1] / "benchmark.py"
MAX_REPEATS = 1_000
MAX_MODEL_CHARACTERS = 200
ABLATIONS = ("no_vision", "no_video", "no_static_score", "no_deferred_scoring")

_EXTRAS = {
    **dict.fromkeys(("--html", "--self-contained-html"), ("pytest-html", "pytest-cookie[html]")),
    **dict.fromkeys(("--alluredir", "--clean-alluredir"), ("allure-pytest", "pytest-cookie[allure]")),
    **dict.fromkeys(("--headed", "--browser-channel"), ("pytest-playwright", "pytest-cookie[playwright]")),
}
"""Options of other plugins that runs of ours honour: the plugin, and the extra that brings it."""

_DEFAULTS: dict[str, str | int] = {
    "cookie_mode": "html",
    "cookie_agent": "crawler",
    "cookie_judge": "measured",
    "cookie_repeats": 1,
    "cookie_replay": "on",
}
"""Not the parser's: a run that is continued has its own."""


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
    group.addoption(
        "--cookie-artifacts",
        metavar="PATH",
        help="artifacts that are there already, PATH/<case>.html or PATH/<case>/, also below PATH/<model>/",
    )
    group.addoption("--cookie-mode", choices=("html", "react"), help="how artifacts are generated (default: html)")
    group.addoption("--cookie-agent", metavar="AGENT", help="who uses the page (default: crawler)")
    group.addoption("--cookie-judge", metavar="JUDGE", help="who judges it (default: measured)")
    group.addoption("--cookie-repeats", type=int, metavar="N", help="artifacts per case and model (default: 1)")
    group.addoption("--cookie-ablation", choices=ABLATIONS, help="withhold a part of the evidence from a model judge")
    group.addoption(
        "--cookie-budget-usd", type=float, metavar="USD", help="stop before the call of a model that could cost more"
    )
    group.addoption(
        "--cookie-replay",
        choices=("on", "only", "off"),
        help="answer calls of models that were made before from the cache; `only`: make no other (default: on)",
    )
    group.addoption("--cookie-baseline", metavar="RUN", help="a run folder that no score may be clearly below")
    group.addoption("--cookie-fail-under", type=float, metavar="TOTAL", help="end with code 10 below this mean total")
    group.addoption(
        "--cookie-run", metavar="DIR", help="run folder; one that holds a run is continued (default: new, in reports/)"
    )
    group.addoption(
        "--cookie-resume", metavar="RUN", help="continue a run; what else is not said is as when it was begun"
    )
    group.addoption(
        "--cookie-resume-anyway", action="store_true", help="continue it though it was begun with something else"
    )
    group.addoption("--cookie-retry-errors", action="store_true", help="of a continued run, try unscored items again")
    group.addoption(
        "--cookie-shard",
        metavar="i/N",
        help="run part i of N of the items (default: as a Slurm array, an Indexed Job, a CI says); `off`: all",
    )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, parser: pytest.Parser, args: list[str]
) -> Generator[None, None, None]:
    """After plugins and conftests had their say about options: `--model` means ours unless it is theirs."""
    yield
    from_user = [arg for arg in args if arg == "--model" or arg.startswith("--model=")]
    if from_user and _nobody_owns(parser, "--model"):
        args[:] = [arg.replace("--model", "--cookie-model", 1) if arg in from_user else arg for arg in args]
    known, unknown = parser.parse_known_and_unknown_args(args, namespace=None)
    if not _asks(known):
        return
    _refuse_missing_extras(unknown)
    if not known.file_or_dir and not early_config.getini("testpaths"):
        args += ["--pyargs", BENCHMARK]


def _refuse_missing_extras(unknown: list[str]) -> None:
    """An option of a plugin that works with ours but is not installed: say what to install."""
    for argument in unknown:
        option = argument.partition("=")[0]
        if found := _EXTRAS.get(option):
            plugin, extra = found
            raise pytest.UsageError(f"{option} needs {plugin}, which is not installed: pip install '{extra}'")


def _nobody_owns(parser: pytest.Parser, option: str) -> bool:
    _, unknown = parser.parse_known_and_unknown_args([f"{option}=x"])
    return f"{option}=x" in unknown


def pytest_configure(config: pytest.Config) -> None:
    refuse_nonsense(config.option)
    config.addinivalue_line("markers", "cookie(domain, leaf, difficulty, language, page_type, mode): labels of an item")
    if _is_used(config):
        from pytest_cookie.plugin.install import install

        _refuse_unwritable("started in", str(config.invocation_params.dir))
        install(config)
    take_defaults(config)


def take_defaults(config: pytest.Config) -> None:
    """For what nobody has said."""
    for name, value in _DEFAULTS.items():
        if getattr(config.option, name) is None:
            setattr(config.option, name, value)


def refuse_nonsense(option: argparse.Namespace) -> None:
    """Values that mean nothing are refused even where this run would not use them."""
    for name in filter(_is_ours, vars(option)):
        _refuse_unwritable(f"--{name.replace('_', '-')}", getattr(option, name))
    for model in option.cookie_model:
        _refuse_odd_model(model)
    repeats, usd, total = option.cookie_repeats, option.cookie_budget_usd, option.cookie_fail_under
    if repeats is not None and not 1 <= repeats <= MAX_REPEATS:
        raise pytest.UsageError(f"--cookie-repeats={repeats}: at least 1 and at most {MAX_REPEATS}")
    if usd is not None and not 0 < usd < math.inf:
        raise pytest.UsageError(f"--cookie-budget-usd={usd:g}: more than nothing, or no such option")
    if total is not None and not 0 <= total <= 100:
        raise pytest.UsageError(f"--cookie-fail-under={total:g}: a total from 0 to 100")
    if option.cookie_artifacts == "":  # of an unset variable; models would be asked, and paid, for what is there
        raise pytest.UsageError("--cookie-artifacts: names no folder and no file")


def _is_ours(name: str) -> bool:
    return name.startswith("cookie_")


def _refuse_unwritable(name: str, value: object) -> None:
    """Bytes of a command line that are no UTF-8 are lone surrogates in Python, which no JSON file can hold."""
    for text in value if isinstance(value, list) else [value]:
        if isinstance(text, str) and ("\0" in text or not _is_utf8(text)):
            raise pytest.UsageError(
                f"{name}={text!a}: not text in {sys.getfilesystemencoding()}, which names of models, files and "
                "folders have to be, for records and reports tell them (PYTHONUTF8=1 makes it UTF-8)"
            )


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _refuse_odd_model(model: str) -> None:
    if not model.strip():
        raise pytest.UsageError(f"--cookie-model={model!a}: names no model; is a variable not set?")
    if not model.isprintable():
        raise pytest.UsageError(f"--cookie-model={model!a}: has characters that cannot be shown")
    if len(model) > MAX_MODEL_CHARACTERS:
        raise pytest.UsageError(
            f"--cookie-model={model[:40]}…: has {len(model):,} characters, more than {MAX_MODEL_CHARACTERS}"
        )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> Generator[None, object, object]:
    """Around everything that a run of ours does.

    Items are few and slow: unless the user chose, idle workers take work from busy ones (xdist's worksteal). Signals
    end it as Ctrl-C does; what ends it before there is a session leaves a line, no traceback. Terminals that cannot
    show a character get an escape.
    """
    if not _is_used(config):
        return (yield)
    from pytest_cookie.core.interruption import Interruption
    from pytest_cookie.core.streams import escaping

    option = config.option
    if getattr(option, "numprocesses", None) and option.dist == "no":
        option.dist = "worksteal"
    interruption = config.stash[INTERRUPTION] = Interruption()
    with interruption.listening(), escaping(sys.stdout, sys.stderr):
        try:
            return (yield)
        except KeyboardInterrupt as stopped:
            sys.stderr.write(f"pytest-cookie: {str(stopped) or 'stopped'} before the run began\n")
            return pytest.ExitCode.INTERRUPTED


INTERRUPTION: pytest.StashKey[Interruption] = pytest.StashKey()
"""What has ended the session from outside, in runs of ours."""


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """`-n auto`: by what bounds a run of ours, which is seldom the processors."""
    if not _is_used(config):
        return None
    from pytest_cookie.plugin.worker_count import choose_workers

    return choose_workers(config)


def _is_used(config: pytest.Config) -> bool:
    return _asks(config.option)


def _asks(option: argparse.Namespace) -> bool:
    """Whether it names what to evaluate."""
    return bool(option.cookie_model or option.cookie_cases or option.cookie_artifacts or option.cookie_resume)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """The benchmark has its whole path in the ids of its items.

    pytest's own ids have none for a file outside of the project, and cannot be pasted back elsewhere than in its root.
    """
    if module_path != BENCHMARK_FILE:
        return None
    module: pytest.Module = pytest.Module.from_parent(parent, path=module_path, nodeid=module_path.as_posix())
    return module


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
def cookie_complaint(cookie_item: ItemRun, request: pytest.FixtureRequest) -> str:
    """Why the item does not pass: a bad artifact, or a total below `pass_total`; empty where it does.

    Of an item that was done before its record is enough.
    """
    if not cookie_item.is_settled:
        request.getfixturevalue("verdict")
    return cookie_item.complaint()


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
