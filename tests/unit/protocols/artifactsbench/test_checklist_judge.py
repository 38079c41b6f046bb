"""The verdicts of ArtifactsBench on small evidence: with referees, and without a key."""

from pathlib import Path

import pytest

from pytest_cookie.core.artifact import ArtifactProblem
from pytest_cookie.core.errors import JudgingError, UsageError
from pytest_cookie.core.page import Box, Canvas, Media
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Trace
from pytest_cookie.llm.errors import BudgetSpentError, ProviderError
from pytest_cookie.llm.messages.messages import Picture, Request
from pytest_cookie.protocols.artifactsbench.checklist_judge import ChecklistJudge, MeasuringJudge
from pytest_cookie.protocols.artifactsbench.keyless import PROTOCOL as KEYLESS
from pytest_cookie.protocols.artifactsbench.protocol import PROTOCOL, SCORES, make_judge
from pytest_cookie.protocols.artifactsbench.published_judge import PublishedJudge
from pytest_cookie.protocols.artifactsbench.published_protocol import PROTOCOL as PUBLISHED
from pytest_cookie.protocols.artifactsbench.referee_settings import RefereeSettings
from pytest_cookie.protocols.contract.protocol import JudgeInputs
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.registry import find_protocol
from pytest_cookie.protocols.run.pipeline import check_verdict
from tests.unit.judging.evidence_builders import artifact, case, evidence, inventory, perception, step, trace, views
from tests.unit.protocols.artifactsbench.checklists import CHECKLIST
from tests.unit.protocols.artifactsbench.test_dom_score import GOOD
from tests.unit.protocols.artifactsbench.test_referee import Model, referee, scores
from tests.unit.protocols.artifactsbench.test_staged_captures import painted, used

FIELDS = {"checklist": [item.model_dump(mode="json") for item in CHECKLIST], "interactivity": "II"}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(GOOD)
    return tmp_path


def with_checklist():
    return case().model_copy(update={"fields": FIELDS})


def test_a_referee_gives_scores_items_and_panels(source: Path, tmp_path: Path):
    model = Model(lambda _: scores(5))
    given = used(tmp_path, [("click", painted(9)), ("type", painted(20))], perception=perception())
    verdict = ChecklistJudge((referee(model),)).judge(with_checklist(), artifact(), given, tmp_path, source=source)
    assert SCORES.complaints(verdict.scores) == []
    assert verdict.scores == {"overall": 45.45, "vision": 50.0, "code": 41.67, "dom_score": 100.0}
    assert [(item.id, item.dimension, item.score) for item in verdict.items[8:]] == [
        ("8", "code", 0.5),
        ("9", "code", 0.25),
    ]
    checklist, referees, tokens, *_ = verdict.panels
    assert (referees.title, tokens.title) == ("Referee", "Tokens of the message, estimated")
    assert [row[1:] for row in checklist.rows[4:6]] == [("the pictures", "50 %"), ("the source", "50 %")]
    assert [len(details.steps) for details in checklist.details[4:6]] == [3, 0]
    assert (checklist.details[9].actual, checklist.details[0].steps[0].picture) == ("r9", "static/desktop.png")
    (shown,) = referees.figures
    assert [picture.file for picture in shown.pictures] == ["static/desktop.png", "crawler/1.png", "crawler/2.png"]
    (reply,) = referees.excerpts
    assert reply.text.splitlines()[9:] == ["9: 25 % of the points. r9", "s"]
    assert verdict.conclusions == {"m/x": "s"}
    assert "High at noon" in str(model.asked[0].messages)
    assert verdict.spend.calls == 1


def test_only_pictures_that_the_referee_got_are_shown(source: Path, tmp_path: Path):
    model = Model(lambda _: scores(5))
    given = used(tmp_path, [("click", painted(9)), ("type", painted(9))], perception=perception())
    verdict = ChecklistJudge((referee(model),)).judge(with_checklist(), artifact(), given, tmp_path, source=source)
    checklist, referees, *_ = verdict.panels
    sent = [part.caption for part in model.asked[0].messages[1].parts if isinstance(part, Picture)]
    assert [picture.caption for picture in referees.figures[0].pictures] == sent
    assert [step.text for step in checklist.details[0].steps] == sent
    assert len(sent) == 2
    assert verdict.notes[0] == "2 of 3 pictures: no other window of the page's use looks different"


def test_a_referee_gets_the_whole_reply_where_it_is_asked_for_and_there_is_one(source: Path, tmp_path: Path):
    item = tmp_path / "item"
    (item / "generate").mkdir(parents=True)
    (item / "generate/reply.md").write_text("Here is your tide table, with my reasons.")
    replied = artifact().model_copy(update={"replies": ("generate/reply.md",)})
    for made, settings, shown in (
        (replied, {}, False),
        (replied, {"whole_reply": True}, True),
        (artifact(), {"whole_reply": True}, False),
    ):
        model = Model(lambda _: scores(5))
        judge = ChecklistJudge((referee(model, **settings),))
        judge.judge(with_checklist(), made, evidence(), item / "evidence", source=source)
        message = str(model.asked[0].messages)
        assert ("with my reasons" in message, "High at noon" in message) == (shown, not shown)


def test_two_referees_are_not_fused(source: Path, tmp_path: Path):
    one, other = referee(Model(lambda _: scores(5))), referee(Model(lambda _: scores(10)))
    other.model = "m/y"
    verdict = ChecklistJudge((one, other)).judge(with_checklist(), artifact(), evidence(), tmp_path, source=source)
    assert verdict.scores["vision"] == 50
    assert (verdict.judge, verdict.spend.calls) == ("m/x,m/y", 2)
    assert [(one.judge, one.scores["vision"], one.scores["dom_score"]) for one in verdict.referees] == [
        ("m/x", 50.0, 100.0),
        ("m/y", 100.0, 100.0),
    ]


@pytest.mark.parametrize("error", [BudgetSpentError, ProviderError])
@pytest.mark.parametrize(("kind", "mode"), [(ChecklistJudge, "staged"), (PublishedJudge, "published")])
def test_a_referee_that_fails_does_not_hide_what_those_before_it_cost(source, tmp_path, kind, mode, error):
    def end(_: Request) -> str:
        raise error("it ends here")

    said = scores(5) if mode == "staged" else '{"Overall Score": "5"}'
    one, other = referee(Model(lambda _: said), mode=mode), referee(Model(end), mode=mode)
    with pytest.raises((BudgetSpentError, JudgingError)) as caught:
        kind((one, other)).judge(with_checklist(), artifact(), evidence(), tmp_path, source=source)
    assert caught.value.spend.calls == 1


def test_an_unreadable_reply_gives_no_overall_score(source: Path, tmp_path: Path):
    judge = ChecklistJudge((referee(Model(lambda _: "no idea")),))
    verdict = judge.judge(with_checklist(), artifact(), evidence(), tmp_path, source=source)
    assert (verdict.scores["overall"], verdict.scores["dom_score"], verdict.items) == (None, 100, ())
    why = "m/x gave no checklist_scores in 3 replies: there is no JSON object in it"
    assert why in verdict.notes
    with pytest.raises(JudgingError, match=f"^{why}$"):
        check_verdict(verdict, SCORES, "tip-split")


def test_a_case_without_a_checklist_cannot_be_judged(source: Path, tmp_path: Path):
    with pytest.raises(JudgingError, match="has no checklist"):
        ChecklistJudge((referee(Model(lambda _: scores(5))),)).judge(case(), artifact(), evidence(), tmp_path)


@pytest.mark.parametrize("judge", [MeasuringJudge(), ChecklistJudge((referee(Model(lambda _: scores(5))),))])
def test_no_page_has_the_worst_scores_and_costs_no_call(judge, tmp_path: Path):
    nothing = artifact(problem=ArtifactProblem(kind="no_code", message="The reply has no HTML page."))
    verdict = judge.judge(with_checklist(), nothing, evidence(), tmp_path)
    assert (verdict.runnable, set(verdict.scores.values()), verdict.spend.calls) == (False, {0.0}, 0)


ICON = Media(tag="svg", selector="svg", source="", alt=None, box=Box(x=8, y=8, width=24, height=24))
DRAWING = Canvas(selector="canvas", box=Box(x=0, y=0, width=40, height=40), blank=False)
LITTLE: dict[str, tuple[float, dict[str, object], bool]] = {
    "an-icon": (0.0003, {"media": (ICON,)}, True),
    "a-small-canvas": (0.0003, {"canvases": (DRAWING,)}, True),
    "an-empty-svg": (0, {"media": (ICON,)}, False),
    "a-picture-that-is-missing": (0.0003, {"media": (ICON.model_copy(update={"loaded": False}),)}, False),
    "an-empty-canvas": (0.0003, {"canvases": (DRAWING.model_copy(update={"blank": True}),)}, False),
    "a-line": (0.0003, {}, False),
}


@pytest.mark.parametrize("name", LITTLE)
def test_a_small_drawing_is_no_blank_page(source: Path, tmp_path: Path, name: str):
    ink, shown, runnable = LITTLE[name]
    seen = perception(views=views(ink=ink, text_length=0), inventory=inventory("", **shown))
    judge = ChecklistJudge((referee(Model(lambda _: scores(5))),))
    verdict = judge.judge(
        with_checklist(), artifact(), evidence(perception=seen, trace=trace(step(0, "look"))), tmp_path, source=source
    )
    assert verdict.runnable is runnable
    assert [finding.kind for finding in verdict.findings] == ([] if runnable else ["blank-page"])


def test_without_a_key_the_html_and_interactivity_are_measured(source: Path, tmp_path: Path):
    verdict = MeasuringJudge().judge(with_checklist(), artifact(), evidence(), tmp_path, source=source)
    assert KEYLESS.scores.complaints(verdict.scores) == []
    assert verdict.scores["dom_score"] == 100
    assert verdict.notes == ("no referee judged the checklist: that takes a model as --cookie-judge",)
    assert verdict.panels[0].title == "DOM_SCORE"


@pytest.mark.parametrize(
    ("fields", "asked"),
    [
        ({}, "not given"),
        ({"interactivity": "HD"}, "HD, high dynamics"),
        ({**FIELDS, "interactivity": "SV"}, "SV, static visual"),
    ],
)
def test_the_class_of_a_case_counts_without_a_checklist(source: Path, tmp_path: Path, fields, asked):
    one = case().model_copy(update={"fields": fields})
    verdict = MeasuringJudge().judge(one, artifact(), evidence(), tmp_path, source=source)
    (panel,) = [panel for panel in verdict.panels if panel.title == "Interactivity class"]
    assert panel.rows[0] == ("of the case", asked)


def test_the_protocols_are_registered_and_a_referee_is_a_model():
    assert find_protocol("artifactsbench") is PROTOCOL
    assert find_protocol("artifactsbench-dom") is KEYLESS
    given = JudgeInputs(Settings(), None, Roles())  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="needs a model as --cookie-judge; without a key"):
        make_judge(given)
    judge = make_judge(JudgeInputs(Settings(), None, Roles(judge="a/b,c/d"), RefereeSettings(pictures=1)))  # type: ignore[arg-type]
    assert judge.id == "a/b~1-picture,c/d~1-picture"


def test_options_are_checked():
    assert PROTOCOL.read_options({"pictures": 5, "captions": True}).model_dump()["pictures"] == 5  # type: ignore[union-attr]
    for wrong in ({"pictures": 2}, {"mode": "printed"}, {"picture": 1}):
        with pytest.raises(UsageError):
            PROTOCOL.read_options(wrong)


def test_the_published_way_is_a_protocol_of_its_own():
    published = PROTOCOL.configure({"mode": "published", "repeats": 2})
    assert published is find_protocol("artifactsbench-published")
    assert PROTOCOL.configure({}) is PROTOCOL
    assert published.scores.ids == ("overall",)
    options = published.read_options({"mode": "published", "repeats": 2})
    judge = published.judge(JudgeInputs(Settings(), None, Roles(judge="a/b"), options))  # type: ignore[arg-type,misc]
    assert judge.id == "a/b~published"
    with pytest.raises(UsageError, match="mode"):
        published.read_options({"mode": "staged"})
    given = JudgeInputs(Settings(), None, Roles(judge="a/b"), PROTOCOL.read_options({"mode": "published"}))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="never mixed in one run"):
        make_judge(given)


def test_the_published_way_judges_an_answer_without_a_page_from_its_text(tmp_path: Path):
    (tmp_path / "reply-1.md").write_text("<think>hm</think> Sorry, no page.")
    nothing = artifact(problem=ArtifactProblem(kind="no_code", message="none")).model_copy(
        update={"replies": ("reply-1.md",)}
    )
    unseen = {"perception": StaticPerception(loaded=False), "trace": Trace(policy="timed")}
    seen = evidence(**unseen, artifact_digest=nothing.digest)
    model = Model(lambda _: 'Weak. {"Overall Score": "12"}')
    judge = PublishedJudge((referee(model, mode="published"),))
    verdict = judge.judge(with_checklist(), nothing, seen, tmp_path / "evidence")
    assert (verdict.runnable, verdict.scores) == (True, {"overall": 12.0})
    assert "Sorry, no page." in str(model.asked[0].messages)
    assert "hm" not in str(model.asked[0].messages).split("Sorry")[0][-20:]


def test_the_published_way_keeps_the_reason_of_the_first_scored_reply(tmp_path: Path):
    told = iter(('{"Overall Score": "350", "reason": "Wow."}', '{"Overall Score": "35", "reason": "Flat."}'))
    judge = PublishedJudge((referee(Model(lambda _: next(told)), mode="published", repeats=2),))
    verdict = judge.judge(with_checklist(), artifact(), evidence(), tmp_path)
    assert verdict.conclusions == {"m/x~published": "Flat."}
    assert '"reason": "Flat."' in verdict.panels[0].excerpts[0].text


@pytest.mark.parametrize("reply", ["no idea", '{"Overall Score": "350"}', f'{{"Overall Score": {"9" * 400}}}'])
def test_the_published_way_leaves_out_what_is_no_score(reply: str, tmp_path: Path):
    judge = PublishedJudge((referee(Model(lambda _: reply), mode="published"),))
    verdict = judge.judge(with_checklist(), artifact(), evidence(), tmp_path)
    assert verdict.scores == {"overall": None}
    with pytest.raises(
        JudgingError, match=r"^m/x(~published)? gave (no|the) overall score .*(4 replies|not 0 to 100)$"
    ):
        check_verdict(verdict, PUBLISHED.scores, "tip-split")


def test_the_rendered_page_is_measured_rather_than_its_source(source: Path, tmp_path: Path):
    folder = tmp_path / "evidence"
    (folder / "static").mkdir(parents=True)
    (source / "index.html").write_text("<div id=root></div><script>build()</script>")
    before = MeasuringJudge().judge(with_checklist(), artifact(), evidence(), folder, source=source)
    (folder / "static" / "dom.html").write_text(GOOD)
    after = MeasuringJudge().judge(with_checklist(), artifact(), evidence(), folder, source=source)
    assert before.scores["seo"] < 70
    assert after.scores["dom_score"] == 100
