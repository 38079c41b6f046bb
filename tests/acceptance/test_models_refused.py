"""A model that refuses every call: the run ends with one message, without further calls, and can be resumed."""

import pytest

from tests.acceptance.modelled import AGENT, JUDGE, MODEL, Modelled
from tests.provider import Provider
from tests.provider.behaviours import KeyRefused

AUTHOR = f"--model={MODEL}"
CASES = {f"tally-{number}": f"A tally for cups of tea, number {number}." for number in range(3)}
PAGE = "<!doctype html><title>Tally</title><h1>Cups of tea</h1><button>Add</button>"


@pytest.mark.parametrize("role", [AUTHOR, AGENT, JUDGE])
def test_without_a_key_nothing_runs(modelled: Modelled, provider: Provider, monkeypatch: pytest.MonkeyPatch, role: str):
    for case, brief in CASES.items():
        modelled.brief(case, brief, page="" if role == AUTHOR else PAGE)
    monkeypatch.delenv("OPENAI_API_KEY")
    result = modelled.project.run(role)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{MODEL}: the environment variable OPENAI_API_KEY is not set*"])
    assert provider.asked == ()
    assert not (modelled.path / "run").exists()


@pytest.mark.long
def test_a_rejected_key_ends_the_run_and_another_key_resumes_it(modelled: Modelled, provider: Provider):
    modelled.settings("max_steps = 1")
    for case, brief in list(CASES.items())[:2]:
        modelled.brief(case, brief)
    provider.always(KeyRefused())
    result = modelled.project.run(AUTHOR)
    assert len(provider.asked) == 1
    assert set(modelled.outcomes().values()) == {"unscored"}
    causes = [record["cause"] for record in modelled.records().values()]
    assert {cause["kind"] for cause in causes} == {"ModelRefusedError"}
    assert all("OPENAI_API_KEY" in cause["message"] for cause in causes)
    result.assert_outcomes(errors=1, skipped=1)
    result.stdout.fnmatch_lines([f"stopped: {MODEL} gave no answer: HTTP 401*", "2 of 2 items not done; continue*"])
    provider.forget()
    modelled.project.run("--cookie-resume=run", run="")
    assert set(modelled.outcomes().values()) == {"scored"}
    assert provider.counts["generate"] == 2


@pytest.mark.long
def test_a_rejected_judge_ends_the_items_of_its_run(modelled: Modelled, provider: Provider):
    modelled.settings("max_steps = 1")
    for case, brief in CASES.items():
        modelled.brief(case, brief, page=PAGE)
    provider.always(KeyRefused())
    modelled.project.run(JUDGE).assert_outcomes(errors=1, skipped=2)
    assert len(provider.asked) == 1
