"""The judge as a whole: three stages, their ablations, the requests of each, and the parts of a verdict."""

import dataclasses
import json

import pytest

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.artifact import ArtifactProblem
from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.core.verdict import StageOpinion
from pytest_cookie.llm.errors import BudgetSpentError, ProviderError
from pytest_cookie.llm.messages.messages import Picture, Sound, Video
from tests.unit.judging.evidence_builders import case
from tests.unit.judging.model.scripted import (
    JUMPING,
    NO_CHANGE,
    PRICE,
    PROMPTS,
    STATIC,
    Item,
    ScriptedModel,
    judge,
    media_of,
    other,
    parts_of,
    problem,
    text_of,
)


@pytest.fixture
def item(tmp_path):
    return Item(tmp_path)


def adjusted(*functionality, aesthetics=()):
    rows = lambda told: [{"problem": number, "points": points, "reason": "r"} for number, points in told]  # noqa: E731
    return {
        "functionality": {"adjustments": rows(functionality)},
        "aesthetics": {"adjustments": rows(aesthetics)},
        "reasoning": "Weighed.",
    }


# --- three stages


def test_a_good_page_keeps_what_stage_one_gave(item):
    model = ScriptedModel()
    verdict = item.judged_by(model)
    assert model.asked == ["static_scoring", "problem_detection", "score_adjustment"]
    assert (verdict.scores["functionality"], verdict.scores["aesthetics"]) == (93.75, 75.0)
    assert [stage.stage for stage in verdict.stages] == ["static", "detection", "adjustment"]
    assert verdict.spend == PRICE + PRICE + PRICE
    assert [finding.title for finding in verdict.findings] == ["the title is cut off"]
    assert verdict.judge == "openai/x"
    assert verdict.ablation is None


def test_a_failed_jump_costs_what_it_is_worth_and_says_where(item):
    model = ScriptedModel(
        problem_detection={"problems": [problem()], "summary": "s"}, score_adjustment=adjusted((1, -1.0))
    )
    verdict = item.judged_by(model)
    assert verdict.scores["functionality"] == 81.25  # (7.5 − 1) of 8
    assert verdict.scores["aesthetics"] == 75.0
    finding = verdict.findings[0]
    assert (finding.severity, finding.step, finding.video_ms) == ("major", JUMPING, 1_300)
    assert finding.evidence == "crawler/steps/003.png"
    assert "(-1.00 of 8" in finding.why
    assert verdict.stages[-1].scores["functionality"] == 6.5


def test_stage_three_is_shown_the_jump_that_stage_one_could_not_see(item):
    model = ScriptedModel()
    verdict = item.judged_by(model)
    asked = model.request("problem_detection")
    captions = [part.caption for part in parts_of(asked, Picture)]
    assert sum(f"step {JUMPING} (press Space)" in caption and "under way" in caption for caption in captions) >= 2
    assert "step 3 · until 2.99 s · press with “Space”" in text_of(asked)
    assert "it changed nothing that a user could notice" in text_of(asked)
    assert any("film.mp4: Keyframe" in seen for seen in verdict.stages[1].saw)
    assert not any("press" in part.caption for part in parts_of(model.request("static_scoring"), Picture))


def test_version_names_prompts_and_changes_with_them(item):
    first = judge(ScriptedModel())
    changed = dataclasses.replace(PROMPTS, score_adjustment=dataclasses.replace(PROMPTS.score_adjustment, text="x"))
    assert PROMPTS.identity() in first.version
    assert changed.identity() != PROMPTS.identity()
    assert changed.identity("no_video") == PROMPTS.identity("no_video")


def test_the_repeat_of_the_item_is_that_of_the_calls(item):
    item.artifact = item.artifact.model_copy(update={"key": item.artifact.key.model_copy(update={"repeat": 3})})
    model = ScriptedModel()
    item.judged_by(model)
    assert {request.repeat for request in model.requests} == {3}


def test_parameters_go_with_every_call(item):
    model = ScriptedModel()
    item.judged_by(model, parameters={"temperature": 0})
    assert all(request.parameters == {"temperature": 0} for request in model.requests)
    assert {request.purpose for request in model.requests} == {"judge"}


# --- no page


def test_what_is_no_page_costs_no_call_and_gets_what_every_judge_gives(item):
    model = ScriptedModel()
    item.artifact = item.artifact.model_copy(
        update={"problem": ArtifactProblem(kind="not_html", message="No HTML."), "entry": None}
    )
    verdict = item.judged_by(model, "no_video")
    plain = make_measured_judge().judge(case(), item.artifact, item.evidence, item.folder)
    assert model.requests == []
    assert (verdict.runnable, verdict.scores["functionality"], verdict.scores["aesthetics"]) == (False, 0, 0)
    assert verdict.findings == plain.findings
    assert verdict.judge == "openai/x~no_video"
    assert verdict.spend == NOTHING


def test_evidence_of_another_artifact_is_refused_before_any_call(item):
    model = ScriptedModel()
    item.artifact = other(item)
    with pytest.raises(JudgingError, match="explore again"):
        item.judged_by(model)
    assert model.requests == []


# --- ablations


def test_without_vision_the_source_alone_is_sent(item):
    model = ScriptedModel()
    verdict = item.judged_by(model, "no_vision")
    (asked,) = model.requests
    said = text_of(asked)
    assert media_of(asked) == []
    assert "const gravity" in said
    assert "Super Mario" in said
    for absent in ("## Structure", "## Console", "## Facts", "## Trace", "game ready"):
        assert absent not in said
    assert (verdict.judge, verdict.ablation) == ("openai/x~no_vision", "no_vision")
    assert verdict.scores["functionality"] == 93.75


def test_without_video_one_picture_comes_with_the_source(item):
    model = ScriptedModel()
    verdict = item.judged_by(model, "no_video", takes_video=True, takes_audio=True)
    (asked,) = model.requests
    (picture,) = media_of(asked)
    assert "1280 px" in picture.caption
    assert "const gravity" in text_of(asked)
    assert "## Trace" not in text_of(asked)
    assert verdict.judge == "openai/x~no_video"


def test_without_a_static_score_nothing_of_stage_one_is_sent(item):
    model = ScriptedModel(
        problem_detection={"problems": [problem()], "summary": ""},
        score_adjustment=adjusted((1, -2.0), (None, -1.0), aesthetics=((None, -3.0),)),
    )
    verdict = item.judged_by(model, "no_static_score")
    assert model.asked == ["problem_detection", "score_adjustment"]
    for request in model.requests:
        assert "Provisional scores, from" not in text_of(request)
        assert "const gravity" not in text_of(request)
        assert "## Trace" in text_of(request)
    assert media_of(model.requests[1])  # stage 1 did not see the page
    assert (verdict.scores["functionality"], verdict.scores["aesthetics"]) == (62.5, 62.5)
    assert sum("of 8" in finding.why for finding in verdict.findings) == 3


def test_without_deferral_each_step_is_scored_by_itself_and_the_last_counts(item):
    scores = iter([6.5, 6.5, 2.0])
    model = ScriptedModel(
        step_scoring=lambda request: {"functionality": next(scores), "aesthetics": 6.0, "reasoning": "Seen."}
    )
    verdict = item.judged_by(model, "no_deferred_scoring")
    assert model.asked == ["static_scoring", "step_scoring", "step_scoring", "step_scoring"]
    assert (verdict.scores["functionality"], verdict.scores["aesthetics"]) == (25.0, 75.0)
    first, second, third = (model.request("step_scoring", nth) for nth in range(3))
    assert "step 1 ·" in text_of(first)
    assert "step 2 ·" not in text_of(first)
    assert "7.50 of 8" in text_of(first)
    assert "step 1 ·" not in text_of(second)
    assert "6.50 of 8" in text_of(third)
    assert all(len(media_of(request)) == 1 for request in (first, second, third))
    fall = verdict.findings[0]
    assert (fall.severity, fall.step) == ("critical", JUMPING)
    assert verdict.ablation == "no_deferred_scoring"


def test_ablated_judges_have_names_and_versions_of_their_own():
    ablations = (None, "no_vision", "no_video", "no_static_score", "no_deferred_scoring")
    judges = [judge(ScriptedModel(), ablation) for ablation in ablations]
    assert len({one.id for one in judges}) == 5


# --- film and sound


def test_a_model_that_takes_video_gets_the_film_and_no_keyframes(item):
    model = ScriptedModel()
    item.judged_by(model, takes_video=True)
    asked = model.request("problem_detection")
    (film,) = media_of(asked)
    assert isinstance(film, Video)
    assert film.data == (item.folder / "crawler" / "film.mp4").read_bytes()
    assert not any(parts_of(request, Video) for request in model.requests if request is not asked)


def test_a_model_that_takes_none_gets_none(item):
    model = ScriptedModel()
    item.judged_by(model)
    assert not any(parts_of(request, Video | Sound) for request in model.requests)


def test_a_film_that_is_too_large_is_shown_in_keyframes_and_that_is_said(item):
    model = ScriptedModel()
    verdict = item.judged_by(model, takes_video=True, max_video_bytes=1_000)
    assert not parts_of(model.request("problem_detection"), Video)
    assert parts_of(model.request("problem_detection"), Picture)
    assert any("too large" in note for note in verdict.notes)


def test_keyframes_are_bounded_in_number_and_size(tmp_path):
    model = ScriptedModel()
    Item(tmp_path, shrinks_by=1).judged_by(model, max_keyframes=3)
    pictures = parts_of(model.request("problem_detection"), Picture)
    assert len(pictures) == 3
    assert all(len(picture.data) < 80_000 for picture in pictures)


def test_without_a_film_the_steps_pictures_are_shown_and_that_is_said(tmp_path):
    model = ScriptedModel()
    verdict = Item(tmp_path, film=False).judged_by(model)
    assert parts_of(model.request("problem_detection"), Picture)
    assert any("no film" in note for note in verdict.notes)


def test_a_broken_film_is_said_and_does_not_end_the_verdict(item):
    (item.folder / "crawler" / "film.mp4").write_bytes(b"broken")
    verdict = item.judged_by(ScriptedModel())
    assert any("film cannot be read" in note for note in verdict.notes)
    assert verdict.scores["functionality"] == 93.75


# --- what a reply may not do


def test_what_names_nothing_that_is_there_is_dropped_with_a_note(item):
    model = ScriptedModel(
        problem_detection={"problems": [problem(step=99, video_seconds=400.0)], "summary": ""},
        score_adjustment=adjusted((1, -1.0), (1, -1.0), (7, -3.0), (None, -2.0), (None, 6.0), aesthetics=((1, -1.0),)),
    )
    verdict = item.judged_by(model)
    finding = verdict.findings[0]
    assert (finding.step, finding.video_ms, finding.evidence) == (None, None, "static/desktop.png")
    assert verdict.stages[-1].scores["functionality"] == 7.0  # 7.5 − 1 + the 0.5 that stage 1 took off
    assert verdict.scores["aesthetics"] == 75.0
    told = " ".join(verdict.notes)
    for words in (
        "step 99",
        "400.0 s",
        "no problem 7",
        "counted already",
        "without a problem",
        "given back",
        "belongs to func",
    ):
        assert words in told, words


def test_scores_stay_on_the_scale(item):
    problems = [problem(title=f"p{n}", severity="critical") for n in range(5)]
    model = ScriptedModel(
        problem_detection={"problems": problems, "summary": ""},
        score_adjustment=adjusted(*((n, -4.0) for n in range(1, 6))),
    )
    assert item.judged_by(model).scores["functionality"] == 0.0


def test_deductions_that_are_written_as_negative_numbers_are_deductions(item):
    said = json.loads(json.dumps(STATIC))
    said["functionality"]["deductions"][0]["points"] = -0.5
    assert item.judged_by(ScriptedModel(static_scoring=said)).scores["functionality"] == 93.75


def test_a_deduction_that_is_given_back_is_no_finding(item):
    verdict = item.judged_by(ScriptedModel(score_adjustment=adjusted((None, 0.5))))
    assert verdict.scores["functionality"] == 100.0
    assert verdict.findings == ()


def test_a_problem_that_costs_nothing_says_so(item):
    model = ScriptedModel(problem_detection={"problems": [problem()], "summary": ""})
    verdict = item.judged_by(model)
    assert "costs nothing" in verdict.findings[0].why
    assert verdict.scores["functionality"] == 93.75


# --- malformed replies and providers that fail


def test_a_reply_of_the_wrong_form_is_asked_for_again(item):
    replies = iter(["I would rather not say.", json.dumps(STATIC)])
    model = ScriptedModel(static_scoring=lambda request: next(replies))
    verdict = item.judged_by(model)
    assert model.asked[:2] == ["static_scoring", "static_scoring"]
    assert verdict.scores["functionality"] == 93.75
    assert verdict.spend.calls == 4


@pytest.mark.parametrize("reply", ["", "{}", '{"functionality": 8}', "null", '{"problems": "none"}', "[" * 5_000])
def test_a_reply_that_stays_of_the_wrong_form_is_no_zero(item, reply):
    model = ScriptedModel(problem_detection=reply)
    with pytest.raises(JudgingError, match="problem-detection") as failed:
        item.judged_by(model, repairs=1)
    assert failed.value.spend.calls == 3


def test_a_provider_that_fails_leaves_the_item_unscored_with_what_was_spent(item):
    model = ScriptedModel(score_adjustment=ProviderError("down", spend=PRICE))
    with pytest.raises(JudgingError, match="down") as failed:
        item.judged_by(model)
    assert failed.value.spend == PRICE + PRICE + PRICE


def test_a_spent_budget_passes_through_with_what_was_spent(item):
    with pytest.raises(BudgetSpentError) as stopped:
        item.judged_by(ScriptedModel(score_adjustment=BudgetSpentError("enough")))
    assert stopped.value.spend == PRICE + PRICE


# --- the explorer's impression


def impression(**fields):
    prompt = PROMPTS.static_scoring.identity
    told = {
        "stage": "static",
        "judge": "openai/x",
        "scores": {"functionality": 4.0, "aesthetics": 5.0},
        "prompt": prompt,
        "spend": PRICE,
    }
    return StageOpinion(**{**told, **fields})


def test_what_this_judge_told_the_explorer_is_its_stage_one(tmp_path):
    model = ScriptedModel()
    verdict = Item(tmp_path, impression=impression()).judged_by(model)
    assert model.asked == ["problem_detection", "score_adjustment"]
    assert (verdict.scores["functionality"], verdict.scores["aesthetics"]) == (50.0, 62.5)
    assert verdict.spend == PRICE + PRICE


@pytest.mark.parametrize("differs", [{"judge": "openai/y"}, {"prompt": "static-scoring 0 0000"}])
def test_what_another_judge_told_it_is_not(tmp_path, differs):
    model = ScriptedModel()
    verdict = Item(tmp_path, impression=impression(**differs)).judged_by(model)
    assert model.asked[0] == "static_scoring"
    assert any("this judge formed its own" in note for note in verdict.notes)


@pytest.mark.parametrize("ablation", ["no_vision", "no_video", "no_static_score"])
def test_a_judge_that_is_given_less_does_not_see_what_the_explorer_was_told(tmp_path, ablation):
    model = ScriptedModel(score_adjustment=NO_CHANGE)
    verdict = Item(tmp_path, impression=impression()).judged_by(model, ablation)
    assert verdict.scores["functionality"] != 50.0


def test_the_first_impression_is_stage_one(item):
    model = ScriptedModel()
    said = judge(model).first_impression(
        case(brief="Super Mario"), item.evidence.perception, item.folder / "static", item.source
    )
    item.judged_by(other := ScriptedModel())
    assert (said.stage, said.judge, said.scores["functionality"]) == ("static", "openai/x", 7.5)
    assert said.spend == PRICE
    sent = [len(part.data) for part in parts_of(model.requests[0], Picture)]
    assert sent == [len(part.data) for part in parts_of(other.request("static_scoring"), Picture)]


def test_a_first_impression_that_fails_says_what_it_cost(item):
    model = ScriptedModel(static_scoring="no")
    with pytest.raises(JudgingError) as failed:
        judge(model).first_impression(case(), item.evidence.perception, item.folder / "static", item.source)
    assert failed.value.spend.calls == 3
