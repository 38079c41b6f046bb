"""An item's page begins with the judge's conclusion beside the score, and explains the scale."""

import pytest

from pytest_cookie.core.verdict import StageOpinion, Verdict
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site.item.judgment import Conclusion, conclusions_of
from tests.item_pages import write_item_pages
from tests.modelled_run import write_modelled_run
from tests.scores import scores
from tests.synthetic_run import write_synthetic_run
from tests.unit.reporting.page import Page

CONCLUSION = "The gap is not visible in the source, so nothing is deducted twice."


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
