"""A resumed run restores its options, skips items outside its plan, and prints the command that completes it."""

import argparse
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.record import Cause, Manifest
from pytest_cookie.core.spend import Spend
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.llm.cost.ledger import Ledger
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.llm.transport.shared_state import State
from pytest_cookie.plugin.resume import (
    describe_next_steps,
    open_run,
    previous_models,
    restore_options,
    strip_run_options,
)
from pytest_cookie.plugin.session_state import SessionState
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.run.model_access import STATE
from pytest_cookie.protocols.run.suite import PlannedItem, Suite
from pytest_cookie.records.run import RunFolder
from tests.synthetic_run import make_manifest, make_record

OMITTED = {
    "cookie_model": [], "cookie_cases": None, "cookie_set": None, "cookie_protocol": None, "cookie_mode": None,
    "cookie_agent": None, "cookie_judge": None, "cookie_repeats": None, "cookie_ablation": None,
    "cookie_revisions": None,
    "cookie_budget_usd": None, "cookie_replay": None, "cookie_shard": None, "cookie_run": None, "cookie_resume": None,
    "cookie_resume_anyway": False, "cookie_retry_errors": False, "keyword": "", "markexpr": "", "file_or_dir": [],
}  # fmt: skip
BEGUN = make_manifest().model_copy(
    update={
        "models": ("acme/a", "acme/b"),
        "cases": {"one": "1", "two": "2"},
        "agent": "acme/agent",
        "repeats": 2,
        "options": {"cookie_judge": "acme/x,acme/y", "cookie_budget_usd": 5.0, "cookie_replay": "off", "keyword": ""},
    }
)


@dataclass
class _Plugins:
    def getplugin(self, name: str) -> None:
        return None


@dataclass
class _Invocation:
    dir: Path
    args: tuple[str, ...] = ()


@dataclass
class Config:
    """The part of pytest's config that is used here."""

    option: argparse.Namespace
    invocation_params: _Invocation
    pluginmanager: _Plugins = field(default_factory=_Plugins)
    cleanups: list[Callable[[], None]] = field(default_factory=list)

    def add_cleanup(self, clean: Callable[[], None]) -> None:
        self.cleanups.append(clean)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    run = RunFolder.create(tmp_path / "run")
    run.write_manifest(BEGUN)
    return run


def config(run: RunFolder, *arguments: str, **options: object) -> Config:
    here = run.path.parent
    return Config(argparse.Namespace(**OMITTED | {"cookie_run": "run"} | options), _Invocation(here, arguments))


def state(run: RunFolder, *arguments: str, **options: object) -> SessionState:
    """A session with the run's models and three cases; the last one is new to the run."""
    (run.path.parent / "cases.yaml").write_text(
        "".join(f"- {{id: {name}, leaf: article, language: en, brief: b}}\n" for name in ("one", "two", "new"))
    )
    cases = load_cases(run.path.parent / "cases.yaml")
    items = tuple(
        PlannedItem(f"{case.id}-{model}", case, ItemKey(case=case.id, model=model, mode="html"), f"{case.id}/{model}")
        for case in cases
        for model in BEGUN.models
    )
    made = SessionState(config(run, *arguments, **options), Settings(), run.path.parent)  # type: ignore[arg-type]
    made.suite = Suite(cases, BEGUN.models, items)
    return made


def opened(run: RunFolder, now: Manifest = BEGUN, **options: object) -> SessionState:
    made = state(run, **options)
    try:
        made.run = open_run(made, now)
    finally:
        for clean in made.config.cleanups:  # type: ignore[attr-defined]
            clean()
    return made


def test_the_calls_of_earlier_sessions_are_counted(run: RunFolder):
    assert opened(run).calls_before == 0
    with closing(State(run.path / STATE)) as state:
        ledger = Ledger(state)
        for answered in (True, True, False):
            call = ledger.set_aside(Request("acme/a", (), "judge"), None, wait_seconds=0)
            if answered:
                ledger.book(call, Spend(calls=1), most_usd=None)
    assert opened(run).calls_before == 2


def test_omitted_options_keep_the_runs_original_values(run: RunFolder):
    made = config(run, cookie_run=None, cookie_resume="run")
    restore_options(made)  # type: ignore[arg-type]
    now = vars(made.option)
    assert (now["cookie_run"], now["cookie_model"], now["cookie_agent"]) == (
        "run",
        ["acme/a", "acme/b"],
        "acme/agent",
    )
    assert (now["cookie_judge"], now["cookie_repeats"], now["cookie_mode"]) == (
        "acme/x,acme/y",
        2,
        "html",
    )
    assert (now["cookie_budget_usd"], now["cookie_replay"], now["cookie_shard"]) == (5.0, "off", None)


def test_given_options_take_precedence(run: RunFolder):
    run.write_manifest(BEGUN.model_copy(update={"shard": "2/3"}))
    options = {"cookie_model": ["acme/c"], "cookie_agent": "crawler", "cookie_budget_usd": 9.0}
    made = config(run, cookie_run=None, cookie_resume="run", **options)
    restore_options(made)  # type: ignore[arg-type]
    assert {name: getattr(made.option, name) for name in options} == options
    assert made.option.cookie_shard == "2/3"


def test_a_run_named_by_cookie_run_restores_no_options(run: RunFolder):
    made = config(run)
    restore_options(made)  # type: ignore[arg-type]
    now = vars(made.option)
    assert (now["cookie_agent"], now["cookie_judge"], now["cookie_repeats"]) == (
        "crawler",
        "measured",
        1,
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cookie_resume": "run", "cookie_run": "other"}, "already names the run; remove --cookie-run"),
        ({"cookie_resume": "nowhere"}, "nowhere is not a run folder"),
        ({"cookie_resume": "broken"}, "broken cannot be resumed: .*manifest.json is not a valid Manifest"),
        ({"cookie_resume": "elsewhere"}, "the run read its cases from mine.yaml, which does not exist here"),
    ],
)
def test_options_that_cannot_be_restored_are_usage_errors(run: RunFolder, options: dict, message: str):
    here = run.path.parent
    (here / "broken").mkdir()
    (here / "broken" / "manifest.json").write_text("{}")
    away = RunFolder.create(here / "elsewhere")
    away.write_manifest(BEGUN.model_copy(update={"options": {"cookie_cases": "mine.yaml"}}))
    with pytest.raises(UsageError, match=message):
        restore_options(config(run, **{"cookie_run": None} | options))  # type: ignore[arg-type]


def test_a_resumed_run_has_its_planned_items_and_new_ones(run: RunFolder):
    run.plan(["one/acme/a", "two/acme/b"])
    (run.path / "models").mkdir()
    (run.path / "models" / "out-of-budget").touch()
    now = BEGUN.model_copy(update={"cases": {**BEGUN.cases, "new": "3"}})
    made = opened(run, now, cookie_resume_anyway=True)
    assert made.left_out == {"one-acme/b", "two-acme/a"}
    assert (made.is_continued, made.keeps_plan) == (True, True)
    assert not made.is_out_of_budget, "the new budget decides"
    assert not (run.path / "run.lock").exists()
    made.select(["one/acme/a", "new/acme/a"])
    assert run.manifest.planned == 3


@pytest.mark.parametrize(
    "options", [{"keyword": "two"}, {"markexpr": "easy"}, {"file_or_dir": ["a.py::test_artifact[x]"]}]
)
def test_a_selection_replaces_the_plan(run: RunFolder, options: dict):
    run.plan(["one/acme/a"])
    made = opened(run, **options)
    assert (made.left_out, made.keeps_plan) == (frozenset(), False)


@pytest.mark.parametrize("planned", [None, ()])
def test_without_a_plan_all_items_run(run: RunFolder, planned: tuple[str, ...] | None):
    if planned is not None:
        run.plan(planned)
    assert opened(run).left_out == frozenset()


def test_a_run_with_other_inputs_is_not_resumed(run: RunFolder):
    other = BEGUN.model_copy(update={"agent": "crawler", "seed": 7})
    with pytest.raises(UsageError) as refused:
        opened(run, other)
    assert str(refused.value).endswith(
        "--cookie-resume-anyway to repeat the affected phases and keep the rest\n"
        "  agent: originally acme/agent, now crawler\n  seed: originally 0, now 7"
    )
    assert run.manifest == BEGUN
    assert not (run.path / "run.lock").exists()
    opened(run, other, cookie_resume_anyway=True)
    assert run.manifest.agent == "crawler"
    assert [len(session.changed) for session in run.manifest.continued] == [2]


def test_another_shard_is_never_resumed(run: RunFolder):
    with pytest.raises(UsageError, match=r"use another folder with --cookie-run\n  shard: originally None"):
        opened(run, BEGUN.model_copy(update={"shard": "2/3"}), cookie_resume_anyway=True)


@pytest.mark.parametrize("flag", ["cookie_resume_anyway", "cookie_retry_errors"])
def test_a_missing_run_cannot_be_resumed(run: RunFolder, flag: str):
    with pytest.raises(UsageError, match=f"--{flag.replace('_', '-')} needs a run to resume"):
        opened(run, cookie_run="new", **{flag: True})
    assert not (run.path.parent / "new").exists()


def test_the_models_of_a_resumed_run_keep_their_names(run: RunFolder):
    assert previous_models(state(run)) == BEGUN.models
    assert previous_models(state(run, cookie_run="new")) == ()


def test_the_next_steps_follow_from_the_unfinished_items(run: RunFolder):
    made = opened(run, keyword="")
    made.config.invocation_params.args = ("--model=acme/a", "-n", "2", "--cookie-run", "run")  # type: ignore[misc]
    run.plan(["a", "b", "c", "d"])
    done = make_record().model_copy(update={"folder": "a"})

    def unscored(folder: str, kind: str):
        cause = Cause(stage="explore", kind=kind, message="m")
        return done.model_copy(update={"folder": folder, "outcome": "unscored", "cause": cause})

    command = "pytest --model=acme/a -n 2 --cookie-resume=run"
    hung, stopped = unscored("b", "BrowserError"), unscored("c", "interrupted")
    assert describe_next_steps(made, run, [done, hung, stopped]) == [
        f"2 of 4 items not done; continue with: {command}",
        f"1 unscored item; retry with: {command} --cookie-retry-errors",
    ]
    everything = [done.model_copy(update={"folder": folder}) for folder in "abcd"]
    assert describe_next_steps(made, run, everything) == []


@pytest.mark.parametrize(
    ("arguments", "left"),
    [
        (["--model=m", "--cookie-run", "run", "-n", "2"], ["--model=m", "-n", "2"]),
        (["--cookie-run=run", "--cookie-retry-errors", "-q"], ["-q"]),
        (["--cookie-resume", "--odd name", "--cookie-resume-anyway"], []),
        (["--cookie-runner=x", "-k", "--cookie-run"], ["--cookie-runner=x", "-k"]),
    ],
)
def test_a_repeated_command_omits_the_options_that_name_the_run(arguments: list[str], left: list[str]):
    assert strip_run_options(arguments) == left
