"""The scores of AUI-Gym on hand-worked episodes."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.evidence import SessionEvidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.verdict import Classification
from pytest_cookie.llm.errors import BudgetSpentError, ProviderError
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.judge import SCORES, TaskJudge
from pytest_cookie.protocols.auigym.picture_judge import PictureJudge
from pytest_cookie.protocols.auigym.pooled_decisions import ALWAYS, CHECKERS, pool_decisions
from pytest_cookie.protocols.auigym.rounds import Revision
from pytest_cookie.records.item_sessions import SessionOutcome, SessionStore
from pytest_cookie.reporting.class_agreement import class_agreements
from tests.scripted_model import ScriptedModel
from tests.unit.judging.evidence_builders import artifact, case, evidence
from tests.unit.protocols.part_scores import assert_means, values_of
from tests.unit.stats.record_builder import record

TASKS = [
    {
        "id": name, "kind": "core", "do": f"Do {name}.", "outcome": "Done.", "checker": 'visible("#box")',
        "solution": [{"kind": "click", "selector": "#one"}],
    }
    for name in ("a", "b", "c", "d")
]  # fmt: skip
CASE = case().model_copy(update={"fields": {"tag": "tool", "tasks": TASKS}})
SESSIONS = (SessionEvidence(name="static"), SessionEvidence(name="tasks/a"))


def done() -> ScriptedModel:
    """A judge of pictures that finds every task done."""
    return ScriptedModel({"done": True, "reason": "r"}, spend=Spend(calls=1, cost_usd=0.1))


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
    assert_means(verdict, *SCORES.ids)
    assert values_of(verdict, "task_kind") == [("core",)] * 4


def test_a_page_that_does_not_load_fails_all_tasks(tmp_path):
    verdict = judged(tmp_path, perception=StaticPerception(loaded=False, load_problem="it never came"))
    assert (verdict.runnable, verdict.scores["success_rate"]) == (False, 0)
    assert verdict.findings[0].why == "it never came"


def test_a_page_that_crashes_after_it_loaded_fails_all_tasks(tmp_path):
    verdict = judged(tmp_path, perception=StaticPerception(loaded=True, crashed=True))
    assert (verdict.runnable, verdict.scores["success_rate"]) == (False, 0)
    assert "crashes" in verdict.findings[0].why


@pytest.mark.parametrize("error", [BudgetSpentError("no more"), ProviderError("no answer")])
def test_a_judge_that_fails_does_not_hide_what_those_before_it_cost(tmp_path, error):
    sessions = store_round(tmp_path, 0, dict.fromkeys("abcd", "solved"))
    judges = (
        PictureJudge("m/x", done(), {}),
        PictureJudge("m/y", ScriptedModel(error), {}),
    )
    with pytest.raises((BudgetSpentError, JudgingError)) as caught:
        TaskJudge(judges).judge(CASE, artifact(), evidence(sessions=sessions), tmp_path)
    assert caught.value.spend.calls == 4


def test_missing_episodes_are_no_score(tmp_path):
    with pytest.raises(JudgingError, match="tasks/c"):
        judged(tmp_path, "solved", "solved")


def store_round(folder: Path, number: int, endings: dict[str, str]) -> tuple[SessionEvidence, ...]:
    prefix = f"revisions/{number}/" if number else ""
    stored = []
    for name, end in endings.items():
        (folder / "end.png").write_bytes(b"png")
        episode = Episode.model_validate({"task": name, "ending": end, "picture": "end.png"})
        store = SessionStore(folder, {})
        stored.append(store.run(f"{prefix}tasks/{name}", {}, lambda folder, one=episode: SessionOutcome(one)))
    if number:
        revision = Revision(number=number, coder="m", prompt="p", artifact=artifact(), lines_added=3, lines_removed=1)
        stored.append(SessionStore(folder, {}).run(f"{prefix}coder", {}, lambda folder: SessionOutcome(revision)))
    return tuple(one.evidence for one in stored)


def test_the_last_revision_counts_and_what_it_broke_is_a_finding(tmp_path):
    first = dict.fromkeys("abcd", "unsupported") | {"a": "solved", "b": "stuck"}
    second = dict.fromkeys("abcd", "solved") | {"a": "step_limit", "d": "unsupported"}
    sessions = store_round(tmp_path, 0, first) + store_round(tmp_path, 1, second)
    verdict = TaskJudge((PictureJudge("openai/eye", done(), {}),)).judge(
        CASE, artifact(), evidence(sessions=sessions), tmp_path
    )
    assert verdict.scores == {
        "completeness": 75, "success_of_supported": pytest.approx(100 * 2 / 3), "success_rate": 50,
    }  # fmt: skip
    panels = {panel.title: panel.rows for panel in verdict.panels}
    assert [row[:6] for row in panels["Revisions"]] == [
        ("0", "50 %", "25 %", "", "", ""), ("1", "75 %", "50 %", "b, c", "a", "+3 −1"),
    ]  # fmt: skip
    assert panels["Why tasks failed"] == (
        ("the maximum number of actions was reached", "1"), ("the page does not have what the task needs", "1"),
    )  # fmt: skip
    (opinion,) = panels["Judges of the last picture, compared with the checkers"]
    assert opinion == ("openai/eye", "3", "66.7 % (21–94)", "0.500", "0.667", "1.000", "0.800", "0.000")
    assert [one.by for one in verdict.classifications] == [
        {"checkers": checked, "openai/eye": "done", ALWAYS: "not done"} for checked in ("not done", "done", "done")
    ]
    found = class_agreements([record("one", classifications=verdict.classifications)])
    assert {(one.first, one.second): (one.items, one.same) for one in found} == {
        ("checkers", "openai/eye"): (3, pytest.approx(2 / 3)), ("checkers", ALWAYS): (3, pytest.approx(1 / 3)),
        ("openai/eye", ALWAYS): (3, 0),
    }  # fmt: skip
    assert "A revision broke a task: Do a." in [finding.title for finding in verdict.findings]
    assert (verdict.judge, verdict.spend.calls, verdict.notes) == (
        "checkers+openai/eye", 3, ("scores are those of revision 1",),
    )  # fmt: skip


def test_decisions_are_pooled_over_the_tasks_of_all_items():
    def decided(**by: str) -> Classification:
        return Classification(name="task", by={ALWAYS: "not done", **by})

    # eye: 1 hit, 1 false alarm, 1 miss, 2 rejections: balanced (1/2 + 2/3) / 2, all other shares 1/2
    rows = [("done", "done"), ("not done", "done"), ("done", "not done"), *[("not done", "not done")] * 2]
    given = [decided(**{CHECKERS: truth, "m/eye": said}) for truth, said in rows]
    other = Classification(name="interactivity class", by={CHECKERS: "SV", "m/eye": "II"})
    found = pool_decisions(
        [record("one", classifications=(*given[:2], other)), record("two", classifications=tuple(given[2:]))]
    )
    eye, always = found["m/eye"], found[ALWAYS]
    assert (eye.accuracy.n, eye.accuracy.mean, eye.balanced_accuracy) == (5, 3 / 5, pytest.approx(7 / 12))
    assert (eye.precision, eye.recall, eye.f1) == (0.5, 0.5, 0.5)
    assert (always.accuracy.mean, always.balanced_accuracy, always.recall, always.precision) == (3 / 5, 0.5, 0, None)
    assert pool_decisions([record("one")]) == {}
