"""A referee on fixed replies: scores, repeats, ablations by a model, and failures."""

import json
from collections.abc import Callable

import pytest

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.llm.errors import BudgetSpentError, ProviderError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Picture, Request, Text
from pytest_cookie.protocols.artifactsbench.referee import Referee
from pytest_cookie.protocols.artifactsbench.referee_message import Material, RefereePrompts
from pytest_cookie.protocols.artifactsbench.referee_settings import RefereeSettings
from tests.unit.protocols.artifactsbench.checklists import CHECKLIST

CAPTURES = tuple(Picture(bytes([n]), "image/png", f"picture {n}") for n in range(3))
MATERIAL = Material("Draw a tide clock.", CHECKLIST, "<html>tide</html>", CAPTURES)
CALL = Spend(calls=1, usage=Usage(input_tokens=100, output_tokens=10), cost_usd=0.5)


def scores(points: float) -> str:
    return json.dumps({"items": [{"id": n, "score": points, "reason": f"r{n}"} for n in range(10)], "summary": "s"})


class Model:
    """Answers by the name of the requested reply, and keeps the requests."""

    def __init__(self, answer: Callable[[Request], str]) -> None:
        self.answer = answer
        self.asked: list[Request] = []

    def complete(self, request: Request) -> Completion:
        self.asked.append(request)
        return Completion(self.answer(request), spend=CALL)


def referee(model: Model, **settings: object) -> Referee:
    return Referee("m/x", model, RefereePrompts.read(), RefereeSettings.model_validate(settings))


def test_staged_gives_items_and_both_kinds():
    result = referee(Model(lambda _: scores(5))).judge(MATERIAL)
    # 25 of 50 vision points, 25 of 60 code points
    assert result.mean("overall") == pytest.approx(100 * 50 / 110)
    assert (result.mean("vision"), result.mean("code")) == (50, pytest.approx(100 * 25 / 60))
    (reply,) = result.replies
    assert [(item.id, item.share, item.reason) for item in reply.items[8:]] == [(8, 50, "r8"), (9, 25, "r9")]
    assert (result.referee, result.mode, result.unparsed) == ("m/x", "staged", 0)
    assert (result.spend.calls, result.account.pictures) == (1, 777)


def test_published_asks_again_until_there_is_a_score():
    model = Model(lambda request: '{"Overall Score": "61"}' if request.sample == 3 else "hm")
    result = referee(model, mode="published").judge(MATERIAL)
    assert (result.mean("overall"), result.mean("vision")) == (61, None)
    assert (result.referee, result.spend.calls) == ("m/x~published", 3)
    assert [request.reply_schema for request in model.asked] == [None] * 3


def test_replies_that_cannot_be_read_are_unscored_and_counted():
    for mode, calls in (("published", 4), ("staged", 3)):
        result = referee(Model(lambda _: "no idea"), mode=mode).judge(MATERIAL)
        assert (result.mean("overall"), result.unparsed, result.spend.calls) == (None, 1, calls)
        assert result.replies[0].problem


def test_five_repeats_have_the_variance_of_the_paper():
    # Table 9, first row: mean 57.09, variance 0.0210 (of rounded scores: 0.0204)
    told = iter(("57.28", "57.13", "57.09", "56.88", "57.09"))
    model = Model(lambda _: f'{{"Overall Score": "{next(told)}"}}')
    result = referee(model, mode="published", repeats=5).judge(MATERIAL)
    assert result.mean("overall") == pytest.approx(57.09, abs=0.005)
    assert result.variance() == pytest.approx(0.0210, abs=0.001)
    assert [request.repeat for request in model.asked] == [1, 2, 3, 4, 5]


def test_an_unparsed_repeat_leaves_the_others():
    told = iter((scores(10 / 2), *["?"] * 3))
    result = referee(Model(lambda _: next(told)), repeats=2).judge(MATERIAL)
    assert (result.unparsed, result.mean("vision"), result.variance()) == (1, 50, None)


def test_captions_are_made_once_and_replace_the_pictures():
    def answer(request: Request) -> str:
        captions = json.dumps({"captions": ["first", "second", "third"]})
        return captions if request.reply_name == "captions" else scores(5)

    model = Model(answer)
    result = referee(model, captions=True, repeats=2).judge(MATERIAL)
    assert [request.reply_name for request in model.asked] == ["captions", "checklist_scores", "checklist_scores"]
    parts = model.asked[1].messages[-1].parts
    assert not any(isinstance(part, Picture) for part in parts)
    assert any(isinstance(part, Text) and "second" in part.text for part in parts)
    assert (result.referee, result.spend.calls) == ("m/x~captions", 3)


def test_a_reworded_checklist_is_asked_for_and_shown():
    words = {"items": [{"id": n, "title": f"Other {n}", "description": "D"} for n in range(10)]}
    model = Model(lambda request: json.dumps(words) if request.reply_name == "rephrased_checklist" else scores(5))
    referee(model, wording="rephrased").judge(MATERIAL)
    shown = "".join(part.text for part in model.asked[1].messages[-1].parts if isinstance(part, Text))
    assert "Other 3" in shown
    assert "Is part 3 there?" not in shown


def test_a_failing_provider_is_an_error_with_the_cost_so_far():
    def fail(request: Request) -> str:
        if request.repeat == 2:
            raise ProviderError("down", spend=CALL)
        return scores(5)

    with pytest.raises(JudgingError, match="m/x: down") as failed:
        referee(Model(fail), repeats=2).judge(MATERIAL)
    assert failed.value.spend.calls == 2


def test_an_exhausted_budget_passes_with_the_cost_so_far():
    def fail(request: Request) -> str:
        if request.repeat == 2:
            raise BudgetSpentError("spent")
        return scores(5)

    with pytest.raises(BudgetSpentError) as failed:
        referee(Model(fail), repeats=2).judge(MATERIAL)
    assert failed.value.spend.calls == 1
