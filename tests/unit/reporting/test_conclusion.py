"""An item's page begins with the judge's conclusion beside the score, and explains the scale."""

from pathlib import Path

import pytest

from pytest_cookie.core.record import RUNNING, Cause
from pytest_cookie.core.verdict import Panel, RowDetails, RubricItem, StageOpinion, Verdict
from pytest_cookie.protocols.artifactsbench.protocol import SCORES as ARTIFACTSBENCH
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site.item.judgment import Conclusion, conclusions_of
from tests.item_pages import write_item_pages
from tests.modelled_run import write_modelled_run
from tests.scores import scores
from tests.synthetic_run import make_manifest, make_record, write_synthetic_run
from tests.unit.reporting.page import Page

CONCLUSION = "The gap is not visible in the source, so nothing is deducted twice."
ITEMS = (
    RubricItem(id="0", name="Is the code clear?", dimension="code", status="scored", score=0.9, reason="nearly"),
    RubricItem(id="1", name="Is the <tide> drawn?", dimension="vision", status="scored", score=0.2, reason="not drawn"),
)
PANEL = Panel(
    title="Checklist, judged by m",
    columns=("item", "points"),
    rows=tuple((item.name, "") for item in ITEMS),
    details=tuple(RowDetails(row=row, actual=item.reason) for row, item in enumerate(ITEMS)),
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The text of every item's page, from its first score on, by case and model."""
    texts = {}
    for write in (write_modelled_run, write_synthetic_run):
        root = write(tmp_path_factory.mktemp("run") / "run")
        write_item_pages(RunFolder.open(root))
        for path in (root / "items").glob("*/*/*/*/index.html"):
            case, model = path.relative_to(root / "items").parts[:2]
            text = Page(path).text
            texts[f"{write.__name__[6:-4]}/{case}/{model}"] = text[text.index("Total") :]
    return texts


def begin(text: str) -> str:
    """The text before the brief."""
    return text[: text.index("Brief")]


def test_the_conclusion_of_a_model_stands_beside_the_score(pages: dict[str, str]) -> None:
    text = begin(pages["modelled/moth-and-lanterns/openai-author-large"])
    assert f"Conclusion of the judge {CONCLUSION}" in text
    assert "Functionality 87.5 7.00 of 8" in text
    assert "Aesthetics 81.2 6.50 of 8" in text
    assert (
        "Judges score from 0 to 8. Scores range from 0 to 100. The total is the mean of functionality and aesthetics."
        in text
    )
    assert "62.5: usable, but a requested feature is missing or fails." in text


def test_each_judge_of_a_panel_concludes(pages: dict[str, str]) -> None:
    text = begin(pages["modelled/hostile-strings/openai-hostile"])
    assert "Conclusions of the judges openai/judge-a The gap" in text
    assert text.count(CONCLUSION) == 3


def test_a_judge_that_writes_nothing_is_represented_by_its_worst_findings(pages: dict[str, str]) -> None:
    scored = {name: begin(text) for name, text in pages.items() if name.startswith("synthetic") and "scored" in text}
    told = [text for text in scored.values() if "Its most severe findings:" in text]
    assert told
    assert all("The scores follow from the rubric items below. Scores range from 0 to 100." in text for text in told)
    unscored = [text for text in pages.values() if "Why this item is unscored" in text]
    assert unscored
    assert not [text for text in unscored if "Conclusion of the judge" in begin(text)]


def test_the_last_stage_that_scores_concludes() -> None:
    def stage(name: str, text: str) -> StageOpinion:
        return StageOpinion.model_validate({"stage": name, "judge": "m", "reasoning": text})

    def verdict(*stages: StageOpinion) -> Verdict:
        return Verdict(judge="m", judge_version="1", runnable=True, scores=scores(50, 50), stages=stages)

    three = (stage("static", "first"), stage("detection", "summary"), stage("adjustment", "last"))
    assert conclusions_of(verdict(*three)) == (Conclusion("m", "last"),)
    assert conclusions_of(verdict(*three[:2], stage("adjustment", ""))) == (Conclusion("m", "first"),)
    assert conclusions_of(verdict()) == conclusions_of(None) == ()


def test_a_judge_with_a_checklist_and_no_findings_tells_its_summary_and_lost_points_first(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    shown = "Where 45.0 points of the checklist went −40.0 of 50.0 Is the <tide> drawn? vision items not drawn"
    lowest = "The items with the least of their points: Is the <tide> drawn? 20 %, vision items Is the code clear?"
    summary = f"Conclusion of the judge {CONCLUSION}"
    run = RunFolder.create(tmp_path / "run")
    run.write_manifest(make_manifest().model_copy(update={"scores": ARTIFACTSBENCH, "protocol": "artifactsbench"}))
    for name, overall, items, text, wanted in (
        ("both", 55.0, ITEMS, CONCLUSION, (summary, shown)),
        ("a stored verdict without the summary", 55.0, ITEMS, "", (shown,)),
        ("a mean of replies, to which the items of one do not add up", 61.0, ITEMS, "", (lowest,)),
        ("the overall score alone", 61.0, (), "", ("No findings. What the score is made of: Checklist, judged by m",)),
    ):
        with subtests.test(name):
            given = {"overall": overall, "vision": 20.0, "code": 90.0, "dom_score": 98.5}
            verdict = Verdict(
                judge="m", judge_version="1", runnable=True, scores=given, items=items, panels=(PANEL,),
                conclusions={"m": text} if text else {},
            )  # fmt: skip
            record = make_record(protocol="artifactsbench", judge="m", folder="items/c/m/html/1", scores=given)
            run.item(record.folder).write_verdict(verdict)
            run.write_records([record])
            (path,) = write_item_pages(run)
            page = begin(Page(path).text)
            assert [one for one in wanted if one not in page] == []
            assert ("No findings" in page) == (not items)
            assert path.read_text().count('href="#panel-1-row-0"') == 1 + bool(items)


def test_the_page_of_an_item_that_is_not_done_says_so(tmp_path: Path) -> None:
    run = RunFolder.create(tmp_path / "run")
    run.write_manifest(make_manifest())
    cause = Cause(stage="worker", kind=RUNNING, message="not done yet: the run was still going on")
    run.write_records([make_record(outcome="unscored", cause=cause)])
    text = Page(write_item_pages(run)[0]).text
    assert "Not done yet The run was still going on when this report was made." in text
    assert "at fault" not in text
