"""The scores of AUI-Gym on hand-worked episodes."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.evidence import SessionEvidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.judge import SCORES, TaskJudge
from pytest_cookie.records.item_sessions import SessionOutcome, SessionStore
from tests.unit.judging.evidence_builders import artifact, case, evidence

TASKS = [
    {
        "id": name, "kind": "core", "do": f"Do {name}.", "outcome": "Done.", "checker": 'visible("#box")',
        "solution": [{"kind": "click", "selector": "#one"}],
    }
    for name in ("a", "b", "c", "d")
]  # fmt: skip
CASE = case().model_copy(update={"fields": {"tag": "tool", "tasks": TASKS}})
SESSIONS = (SessionEvidence(name="static"), SessionEvidence(name="tasks/a"))


def judged(folder: Path, *endings: str, **facts):
    for name, end in zip("abcd", endings, strict=False):
        episode = Episode.model_validate({"task": name, "ending": end})
        SessionStore(folder, {}).run(f"tasks/{name}", {}, lambda folder, episode=episode: SessionOutcome(episode))
    return TaskJudge().judge(CASE, artifact(), evidence(**{"sessions": SESSIONS} | facts), folder)


@pytest.mark.parametrize(
    ("endings", "complete", "of_supported", "success"),
    [
        (("solved",) * 4, 100, 100, 100),
        (("solved", "unsolved", "unsupported", "true_at_start"), 50, 50, 25),
        (("unsupported",) * 4, 0, None, 0),
        (("solved", "action_failed", "page_gone", "solved"), 75, 100 * 2 / 3, 50),
    ],
)
def test_scores(tmp_path, endings, complete, of_supported, success):
    verdict = judged(tmp_path, *endings)
    assert verdict.scores == {
        "completeness": complete,
        "success_of_supported": of_supported if of_supported is None else pytest.approx(of_supported),
        "success_rate": success,
    }
    assert SCORES.complaints(verdict.scores) == []
    assert len(verdict.findings) == sum(end != "solved" for end in endings)
    assert [row[0] for row in verdict.panels[0].rows] == ["a", "b", "c", "d"]


def test_a_page_that_does_not_load_fails_all_tasks(tmp_path):
    verdict = judged(tmp_path, perception=StaticPerception(loaded=False, load_problem="it never came"))
    assert (verdict.runnable, verdict.scores["success_rate"]) == (False, 0)
    assert verdict.findings[0].why == "it never came"


def test_missing_episodes_are_no_score(tmp_path):
    with pytest.raises(JudgingError, match="tasks/c"):
        judged(tmp_path, "solved", "solved")
