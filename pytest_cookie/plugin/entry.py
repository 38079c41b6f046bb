"""The entry point: options, hooks and fixtures. pytest loads it in every project where the plugin is installed.

Imports only the standard library, pytest and `options`, so that an unused plugin has no cost. The functions below
import everything else once an option or a fixture of the plugin is used.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from pytest_cookie.plugin.options import (
    ABLATIONS,
    BENCHMARK,
    BENCHMARK_FILE,
    BENCHMARK_SETS,
    CASE_SUFFIXES,
    GIVEN,
    INTERRUPTION,
    RUN_PATH,
    apply_defaults,
    check_values,
    hint_at_a_start,
    is_used,
    list_given,
    refuse_missing_extras,
    refuse_unwritable,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from pytest_cookie.core.artifact import Artifact
    from pytest_cookie.core.deployment import Deployment
    from pytest_cookie.core.evidence import Evidence
    from pytest_cookie.core.verdict import Verdict
    from pytest_cookie.plugin.factories import Deploy, Explore, FactoryPipelines, Generate, Judge
    from pytest_cookie.plugin.items import ItemRun


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("cookie", "pytest-cookie: evaluation of web pages made by models")
    _add_subject_options(group)
    _add_judging_options(group)
    _add_run_options(group)


def _add_subject_options(group: pytest.OptionGroup) -> None:
    """Cases, models and artifacts."""
    group.addoption(
        "--cookie-model",
        action="append",
        default=[],
        metavar="MODEL",
        help="model to evaluate, such as openai/gpt-5 or sample/polished; repeatable; short form: --model",
    )
    group.addoption(
        "--cookie-cases",
        metavar="PATH",
        help="YAML file of cases, a folder of such files, or a JSON Lines file of ArtifactsBench (default: the "
        "benchmark's cases)",
    )
    group.addoption(
        "--cookie-set",
        choices=BENCHMARK_SETS,
        help="which of the benchmark's cases: mini (54, one per task type), lite (132, twelve per domain) or full "
        "(1,000) (default: mini)",
    )
    group.addoption(
        "--cookie-artifacts",
        metavar="PATH",
        help="folder of existing artifacts: <case>.html or <case>/, also below <model>/; or <model>.jsonl with "
        "answers; no model generates any",
    )
    group.addoption(
        "--cookie-mode",
        choices=("html", "react"),
        help="kind of artifact that models generate: one HTML page or a React project (default: html)",
    )


def _add_judging_options(group: pytest.OptionGroup) -> None:
    """Protocol, agent, judge, repeats, model calls and thresholds."""
    group.addoption(
        "--cookie-protocol",
        metavar="NAME",
        help="protocol: cookie, artifactsbench, artifactsbench-dom, auigym, interaction2code, vibecode, webtestbench, "
        "or one of a package (default: cookie)",
    )
    group.addoption(
        "--cookie-agent",
        metavar="AGENT",
        help="explorer that uses the page: a model, the protocol's own, or one of a package (default: crawler)",
    )
    group.addoption(
        "--cookie-judge",
        metavar="JUDGE",
        help="judge of the page: measured, a model, one that an installed package adds, or several separated by "
        "commas; MODEL*3 takes three samples of a model's verdict (default: measured)",
    )
    group.addoption(
        "--cookie-repeats",
        type=int,
        metavar="N",
        help="number of artifacts for each case and model, 1 to 1000 (default: 1)",
    )
    group.addoption(
        "--cookie-revisions",
        type=int,
        metavar="N",
        help="number of times that the artifact's model revises it after feedback, 0 to 10, where the protocol can "
        "(default: 0)",
    )
    group.addoption(
        "--cookie-ablation", choices=ABLATIONS, help="kind of evidence to withhold from a judging model (default: none)"
    )
    group.addoption(
        "--cookie-budget-usd",
        type=float,
        metavar="USD",
        help="budget for all model calls, in US dollars; calls that could exceed it are not made (default: none)",
    )
    group.addoption(
        "--cookie-replay",
        choices=("on", "only", "off"),
        help="cached model responses: on reuses them, only fails if one is missing, off ignores them (default: on)",
    )
    group.addoption(
        "--cookie-baseline",
        metavar="RUN",
        help="run folder of the baseline; mean scores may be at most 3 points lower",
    )
    group.addoption(
        "--cookie-fail-under",
        type=float,
        metavar="TOTAL",
        help="minimum mean total score, 0 to 100; below it pytest exits with code 10",
    )


def _add_run_options(group: pytest.OptionGroup) -> None:
    """The run folder, resuming, and the part of the run to execute."""
    group.addoption(
        "--cookie-run", metavar="DIR", help="run folder; an existing run is resumed (default: a new folder in reports/)"
    )
    group.addoption(
        "--cookie-resume",
        metavar="RUN",
        help="run folder to resume; options that are left out keep the run's original values",
    )
    group.addoption(
        "--cookie-resume-anyway",
        action="store_true",
        help="resume a run although its models, judge or settings have changed",
    )
    group.addoption("--cookie-retry-errors", action="store_true", help="retry the unscored items of a resumed run")
    group.addoption(
        "--cookie-shard",
        metavar="i/N",
        help="part i of N of the items to run; off: all (default: from Slurm array, Kubernetes Indexed Job or CI)",
    )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, parser: pytest.Parser, args: list[str]
) -> Generator[None, None, None]:
    """After plugins and conftests have registered their options: `--model` is an alias unless one of them owns it."""
    yield
    from_user = [arg for arg in args if arg == "--model" or arg.startswith("--model=")]
    if from_user and not _is_registered(parser, "--model"):
        args[:] = [arg.replace("--model", "--cookie-model", 1) if arg in from_user else arg for arg in args]
    known, unknown = parser.parse_known_and_unknown_args(args, namespace=None)
    if not is_used(known):
        return
    refuse_missing_extras(unknown)
    if not known.file_or_dir and not early_config.getini("testpaths"):
        args += ["--pyargs", BENCHMARK]


def _is_registered(parser: pytest.Parser, option: str) -> bool:
    _, unknown = parser.parse_known_and_unknown_args([f"{option}=x"])
    return f"{option}=x" not in unknown


def pytest_configure(config: pytest.Config) -> None:
    check_values(config.option)
    labels = "domain, leaf, difficulty, language, page_type, mode, voice"
    config.addinivalue_line("markers", f"cookie({labels}): labels of an item")
    if is_used(config.option):
        from pytest_cookie.core.collecting import pause_garbage_collection

        with pause_garbage_collection():  # saves a seventh of the time
            from pytest_cookie.plugin.install import install

        refuse_unwritable("started in", str(config.invocation_params.dir))
        install(config)
    else:
        config.stash[GIVEN] = list_given(config.option)
    apply_defaults(config.option)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> Generator[None, object, object]:
    """Set up the process of a run.

    Items are few and slow, so the default distribution is xdist's worksteal. Signals end the run as Ctrl-C does; an
    interruption before the session starts or while it ends prints one line instead of a traceback. Characters that the
    terminal cannot encode are escaped.
    """
    if not is_used(config.option):
        return (yield)
    from pytest_cookie.core.streams import escape_unencodable
    from pytest_cookie.records.interruption import Interruption

    option = config.option
    if getattr(option, "numprocesses", None) and option.dist == "no":
        option.dist = "worksteal"
    interruption = config.stash[INTERRUPTION] = Interruption()
    with interruption.handle_signals(), escape_unencodable(sys.stdout, sys.stderr):
        try:
            return (yield)
        except KeyboardInterrupt as stopped:
            if not hasattr(config, "workerinput"):  # execnet interrupts workers that take long to exit
                sys.stderr.write(f"pytest-cookie: {str(stopped) or 'stopped'} {_describe_moment(config)}\n")
            return pytest.ExitCode.INTERRUPTED


def _describe_moment(config: pytest.Config) -> str:
    """When outside the items, where pytest reports it, the session was stopped."""
    run = config.stash.get(RUN_PATH, None)
    if run is None:
        return "before the run began"
    return f"before the report was complete; `pytest-cookie report {run}` writes it"


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Say how to evaluate the file of cases that someone named as if it was a file of tests."""
    try:
        return (yield)
    except pytest.UsageError as error:
        files = [name for name in session.config.args if name.lower().endswith(CASE_SUFFIXES)]
        here = session.config.invocation_params.dir
        if named := next((name for name in files if (here / name).is_file()), None):
            raise pytest.UsageError(*error.args, f"to evaluate cases, write: pytest --cookie-cases {named}") from error
        raise


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config) -> None:
    """Say what starts a run, if options or folders of one were given and no test was collected."""
    if exitstatus != pytest.ExitCode.NO_TESTS_COLLECTED or GIVEN not in config.stash:
        return
    named = config.args if config.args_source == pytest.Config.ArgsSource.ARGS else []
    if hint := hint_at_a_start(config.stash[GIVEN], named, config.invocation_params.dir):
        terminalreporter.write_line(f"pytest-cookie: {hint}")


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """`-n auto`: chosen by memory, items and model calls, because processors are seldom the limit."""
    if not is_used(config.option):
        return None
    from pytest_cookie.plugin.worker_count import choose_workers

    return choose_workers(config)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Give items of the benchmark node ids with the absolute path.

    pytest's own ids omit the path of a file outside the project, and work only when run from the project's root.
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
    """The item under test: its case, key and record."""
    from pytest_cookie.plugin.items import run_item

    yield from run_item(request)


@pytest.fixture
def artifact(cookie_item: ItemRun) -> Artifact:
    """The files that the model generated for the item's case."""
    return cookie_item.artifact()


@pytest.fixture
def deployment(cookie_item: ItemRun, artifact: Artifact) -> Iterator[Deployment]:
    """The artifact served at its fixed origin, until the test ends."""
    yield from cookie_item.deployment(artifact)


@pytest.fixture
def evidence(cookie_item: ItemRun, artifact: Artifact, deployment: Deployment) -> Evidence:
    """The evidence that the agent recorded while using the page."""
    return cookie_item.evidence(artifact, deployment)


@pytest.fixture
def verdict(cookie_item: ItemRun, artifact: Artifact, evidence: Evidence) -> Verdict:
    """The judge's scores and findings."""
    return cookie_item.verdict(artifact, evidence)


@pytest.fixture
def cookie_complaint(cookie_item: ItemRun, request: pytest.FixtureRequest) -> str:
    """Why the item fails: a bad artifact, or a total below `pass_total`. Empty if it passes.

    A completed item of a resumed run needs only its record.
    """
    if not cookie_item.is_settled:
        request.getfixturevalue("verdict")
    return cookie_item.complaint()


@pytest.fixture
def generate(request: pytest.FixtureRequest) -> Generate:
    """Factory: `generate(case, model)` → `Artifact`."""
    return _pipelines(request).generate


@pytest.fixture
def deploy(request: pytest.FixtureRequest) -> Deploy:
    """Factory: `deploy(artifact)` → `Deployment`, served until the test ends."""
    return _pipelines(request).deploy


@pytest.fixture
def explore(request: pytest.FixtureRequest) -> Explore:
    """Factory: `explore(deployment)` → `Evidence`."""
    return _pipelines(request).explore


@pytest.fixture
def judge(request: pytest.FixtureRequest) -> Judge:
    """Factory: `judge(evidence)` → `Verdict`."""
    return _pipelines(request).judge


def _pipelines(request: pytest.FixtureRequest) -> FactoryPipelines:
    from pytest_cookie.plugin.factories import pipelines_of

    return pipelines_of(request)
