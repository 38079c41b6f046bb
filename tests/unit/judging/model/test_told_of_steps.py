"""What a provider is told about the steps: no invented thought, and what the positions mean."""

from pathlib import Path

from pytest_cookie.core.trace import Trace
from tests.unit.judging.evidence_builders import step
from tests.unit.judging.model.over_http import HttpJudge
from tests.unit.judging.model.scripted import Item

FORMS = ("problem_detection", "score_adjustment")


def test_step_0_is_the_page_before_any_action_without_a_thought(http_judge: HttpJudge, tmp_path: Path):
    steps = (
        step(0, "look", page_ms=50).model_copy(update={"thought": "What does the page show?"}),
        step(1, ref="b0", page_ms=500).model_copy(update={"thought": "Try the button."}),
    )
    http_judge.judge(Item(tmp_path, trace=Trace(policy="crawler", steps=steps)))
    for form in FORMS:
        text = http_judge.asked[form].text
        assert "step 0 · until 0.05 s · the page before any action\n" in text
        assert "What does the page show?" not in text
        assert "thought: Try the button." in text
    assert "step 0 (the page before any action), 0.05 s" in http_judge.asked["problem_detection"].text
