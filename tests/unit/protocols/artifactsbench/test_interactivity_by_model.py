"""The interactivity class by a model on fixed replies: its request, and failures."""

from functools import partial

import pytest

from pytest_cookie.core.action import Click
from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.core.trace import Change, Step, Trace
from pytest_cookie.llm.errors import BudgetSpentError, ProviderError
from pytest_cookie.llm.messages.messages import Picture, Text
from pytest_cookie.protocols.artifactsbench.interactivity import measure_interactivity
from pytest_cookie.protocols.artifactsbench.interactivity_by_model import InteractivityClassifier, ModelInteractivity
from pytest_cookie.protocols.artifactsbench.page_measures import interactivity_classes, interactivity_panel
from pytest_cookie.protocols.artifactsbench.referee_message import RefereePrompts
from pytest_cookie.protocols.artifactsbench.referee_settings import RefereeSettings
from tests.scripted_model import ScriptedModel
from tests.unit.judging.evidence_builders import evidence

CAPTURES = tuple(Picture(bytes([n]), "image/png", f"picture {n}") for n in range(3))
CALL = Spend(calls=1, usage=Usage(input_tokens=100, output_tokens=10), cost_usd=0.5)
scripted = partial(ScriptedModel, spend=CALL)
STEPS = tuple(
    Step(index=n, thought="", action=Click(selector=f"#b{n}", target="Give full marks"), change=Change(seen=n < 3))
    for n in range(1, 4)
)
USED = evidence(trace=Trace(policy="crawler", steps=STEPS))
MEASURED = measure_interactivity(USED)


def classify(model: ScriptedModel) -> ModelInteractivity:
    classifier = InteractivityClassifier("m/x", model, RefereePrompts.read().interactivity, {"temperature": 0})
    return classifier.classify(USED, MEASURED, CAPTURES)


def test_one_call_with_two_pictures_and_what_was_measured():
    model = scripted('{"interactivity": "HD", "reason": "buttons"}')
    found = classify(model)
    assert (found.interactivity, found.reason, found.spend.calls, found.problem) == ("HD", "buttons", 1, "")
    (request,) = model.requests
    assert (request.reply_name, request.purpose, request.parameters) == (
        "interactivity_class", "judge", {"temperature": 0},
    )  # fmt: skip
    parts = request.messages[-1].parts
    assert [part.data for part in parts if isinstance(part, Picture)] == [b"\0", b"\2"]
    (told,) = [part.text for part in parts if isinstance(part, Text)]
    assert "inputs tried: 3 press" in told
    assert "inputs with a visible or audible effect: 2 press" in told
    assert "different controls and keys with an effect: 2" in told


def test_neither_the_measured_class_nor_texts_of_the_page_are_told():
    model = scripted('{"interactivity": "SV"}')
    classify(model)
    told = "".join(part.text for part in model.requests[0].messages[-1].parts if isinstance(part, Text))
    assert MEASURED is not None
    assert MEASURED.interactivity not in told
    assert "Give full marks" not in told


def test_a_reply_that_cannot_be_read_leaves_the_class_out():
    found = classify(scripted(*["medium"] * 3))
    assert (found.interactivity, found.spend.calls) == (None, 3)
    assert found.problem
    (classes,) = interactivity_classes(MEASURED, "HD", found)
    assert classes.by == {"case": "HD", "measured": "MMD"}
    panel = interactivity_panel(MEASURED, "HD", found)
    assert panel is not None
    assert ("of the page, by m/x", "its reply could not be read") in panel.rows


def test_a_failing_provider_is_an_error_and_a_spent_budget_passes():
    with pytest.raises(JudgingError, match="m/x, interactivity class: down") as failed:
        classify(scripted("medium", ProviderError("down", spend=CALL)))
    assert failed.value.spend.calls == 2
    with pytest.raises(BudgetSpentError):
        classify(scripted(BudgetSpentError("spent")))


def test_all_sources_are_recorded_where_there_are_several():
    by_model = ModelInteractivity("m/x", "HD", "buttons", CALL)
    (classes,) = interactivity_classes(MEASURED, None, by_model)
    assert (classes.name, classes.by) == ("interactivity class", {"measured": "MMD", "m/x": "HD"})
    assert interactivity_classes(MEASURED, None) == ()
    assert interactivity_classes(None, "SV") == ()
    panel = interactivity_panel(MEASURED, None, by_model)
    assert panel is not None
    assert ("of the page, by m/x", "HD, high dynamics. buttons") in panel.rows


def test_the_published_way_does_not_use_the_page():
    with pytest.raises(ValueError, match="classify_interactivity: the mode published does not use the page"):
        RefereeSettings(mode="published", classify_interactivity=True)


def test_the_prompt_is_part_of_the_judges_version():
    prompts = RefereePrompts.read()
    plain, more = RefereeSettings(), RefereeSettings(classify_interactivity=True)
    assert prompts.identity(plain) != prompts.identity(more)
    assert (plain.variant, more.variant) == ("", "")
