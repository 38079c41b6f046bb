"""`-n auto` of a run: the number of workers, and when xdist chooses it."""

import pytest

from pytest_cookie.browser.process.machine_resources import count_processors
from pytest_cookie.plugin import worker_count as auto
from pytest_cookie.plugin.session_state import SessionState
from pytest_cookie.plugin.worker_count import BY_HAND, choose_workers
from pytest_cookie.protocols.run.parallelism import Machine

CASES = "cases:\n" + "".join(
    f"  - {{id: case-{n}, leaf: {'puzzle' if n else 'formula-calculator'}, language: en, brief: A page {n}.}}\n"
    for n in range(40)
)


@pytest.fixture(autouse=True)
def surroundings(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BY_HAND, raising=False)
    (pytester.path / "cases.yaml").write_text(CASES)
    (pytester.path / "pyproject.toml").write_text("[tool.pytest-cookie]\ncalls_at_once = 5\n")


def config_of(pytester: pytest.Pytester, *arguments: str) -> pytest.Config:
    return pytester.parseconfig("--cookie-cases=cases.yaml", "--model=openai/any", "-n", "auto", *arguments)


def test_a_run_with_models_gets_a_worker_per_concurrent_call(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(auto, "Machine", _Large)
    assert choose_workers(config_of(pytester)) == 5
    config = config_of(pytester, "--cookie-agent=gemini/any")
    assert choose_workers(config) == 10
    state = SessionState.of(config)
    assert state
    assert state.workers
    assert state.workers.why == "models are called, at most 10 calls at a time"
    assert state.workers.most == 10


def test_workers_do_not_exceed_the_selected_items(pytester: pytest.Pytester):
    assert choose_workers(config_of(pytester, "-k", "calculator")) == 1
    assert choose_workers(config_of(pytester, "--cookie-shard=1/1000")) == 1


def test_a_run_without_models_gets_a_worker_per_processor(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(auto, "Machine", _Large)
    config = pytester.parseconfig("--model=sample/polished", "-n", "auto")
    assert choose_workers(config) == 3


def test_xdist_chooses_for_logical_and_by_its_variable(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    assert choose_workers(config_of(pytester, "-n", "logical")) is None
    monkeypatch.setenv(BY_HAND, "7")
    assert choose_workers(config_of(pytester)) is None


def test_usage_errors_are_raised_before_any_worker_starts(pytester: pytest.Pytester):
    with pytest.raises(pytest.UsageError, match="no samples called sample/shiny"):
        choose_workers(config_of(pytester, "--model=sample/shiny"))


def test_the_default_machine_is_this_one():
    assert Machine.here().processors == count_processors()


class _Large:
    @staticmethod
    def here() -> Machine:
        return Machine(processors=3, free_bytes=64_000_000_000)
