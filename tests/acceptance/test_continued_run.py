"""A killed run is resumed: completed phases are kept, and paid calls are not repeated."""

import shlex
import shutil
from pathlib import Path

import psutil
import pytest

from tests.acceptance.interrupted import PATIENCE_SECONDS, Background, moments
from tests.acceptance.modelled import JUDGE, MODEL, Modelled, timeless
from tests.provider import Provider
from tests.provider.asked import Asked
from tests.provider.behaviours import Hang

CASES, AUTHOR = "--cookie-cases=cases.yaml", f"--model={MODEL}"
FIRST, SECOND = "tally-one", "tally-two"
DONE = ("artifact", "artifact.json", "evidence", "reply-1.md", "deployment.log")


def about_second(asked: Asked) -> bool:
    return SECOND in asked.text


@pytest.fixture
def two(modelled: Modelled) -> Modelled:
    """Two briefs, with long time limits for responses."""
    for case in (FIRST, SECOND):
        modelled.brief(case, f"A tally for cups of tea, called {case}.")
    modelled.settings("max_steps = 1\nfilm = false\ncall_seconds = 600\nanswer_seconds = 900")
    return modelled


def finished(two: Modelled, *arguments: str) -> tuple[int, str]:
    """Run a session to its end; exit code and output."""
    with Background(two.project, *arguments) as background:
        return background.finish()


def forget_answers(path: Path) -> None:
    """Delete the cache, so that the provider sees repeated calls."""
    shutil.rmtree(path / "reports" / ".replay")


@pytest.mark.slow
def test_a_killed_controller_costs_what_was_under_way_and_no_more(two: Modelled, provider: Provider):
    provider.always(Hang(seconds=600), asker="judge", matches=about_second)
    with Background(two.project, CASES, AUTHOR, JUDGE, "--cookie-run=run", "-n", "1") as background:
        background.wait_for_phase(SECOND, "evidence/evidence.json")
        background.wait_until(lambda: any(map(about_second, provider.asked_by("judge"))))
        left = background.kill()
    assert left, "the worker should outlive the controller"
    _, alive = psutil.wait_procs(left, PATIENCE_SECONDS)
    assert not alive
    before = {name: moments(two.item(SECOND) / name) for name in DONE}
    first = moments(two.item(FIRST))
    provider.forget()
    forget_answers(two.path)
    code, said = finished(two, "--cookie-resume=run")
    assert (code, "1 of 2 items completed before" in said) == (0, True), said
    assert {asked.asker for asked in provider.asked} == {"judge"}
    assert all(map(about_second, provider.asked))
    assert {name: moments(two.item(SECOND) / name) for name in DONE} == before
    after = moments(two.item(FIRST))
    assert {path: after[path] for path in first} == first
    assert not list((two.path / "run").rglob(".*")), "the killed process left files"
    assert not (two.path / "run" / "run.lock").exists()

    code, said = finished(two, CASES, AUTHOR, JUDGE, "--cookie-run=whole")
    assert code == 0, said
    whole, continued = two.records("whole"), two.records()
    assert {case: timeless(record) for case, record in continued.items()} == {
        case: timeless(record) for case, record in whole.items()
    }


@pytest.mark.long
def test_ctrl_c_ends_cleanly_and_says_how_to_go_on(two: Modelled, provider: Provider):
    provider.always(Hang(), asker="generate", matches=about_second)
    with Background(two.project, CASES, AUTHOR, "--cookie-run=run") as background:
        background.wait_until(lambda: any(map(about_second, provider.asked_by("generate"))))
        assert background.interrupt() == pytest.ExitCode.INTERRUPTED
        said = background.output
    assert two.outcomes() == {FIRST: "scored", SECOND: "unscored"}
    told = next(line for line in said.splitlines() if "continue with: " in line)
    assert told.startswith("1 of 2 items not done; continue with: pytest ")
    assert not (two.path / "run" / "run.lock").exists()
    command = shlex.split(told.partition("continue with: pytest ")[2])

    refused = two.project.pytester.runpytest_inprocess(*command, "--cookie-judge=openai/other")
    said = refused.stdout.str() + refused.stderr.str()
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    assert "run holds a run with different options or inputs; " in said
    assert "\n  judge: originally measured, now openai/other" in said
    assert two.outcomes()[SECOND] == "unscored"

    provider.forget()
    forget_answers(two.path)
    code, said = finished(two, *command, "--junitxml=junit.xml")
    assert (code, "continue with" in said) == (0, False), said
    assert [about_second(asked) for asked in provider.asked] == [True]
    assert set(two.outcomes().values()) == {"scored"}
    assert (two.path / "junit.xml").read_text().count('name="outcome" value="scored"') == 2
