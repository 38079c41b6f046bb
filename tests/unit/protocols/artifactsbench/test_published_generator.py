"""The page of an answer by the published rules, in place of the one that ours find."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.generation.answers import take_answer
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, IntakeLimits, write_in
from pytest_cookie.protocols.artifactsbench.published_generator import PublishedGenerator
from tests.unit.judging.evidence_builders import case

KEY = ItemKey(case="x", model="m", mode="html", repeat=1)
TWO = "```html\n<html><h1>first</h1></html>\n```\nbetter:\n```html\n<html><h1>last</h1></html>\n```"
DRAWING = "<svg xmlns='http://www.w3.org/2000/svg'><circle r='9'/></svg>"


@dataclass
class Answers:
    """A generator of answers; None gives a ready file."""

    text: str | None

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        if self.text is None:
            return write_in({"ready.html": "<h1>ready</h1>"}, key, folder, entry="ready.html", limits=DEFAULT_LIMITS)
        return take_answer(self.text, key, folder, DEFAULT_LIMITS)


@pytest.mark.parametrize(
    ("answer", "page"),
    [
        (TWO, "<html><h1>first</h1></html>\n"),
        (f"<think><html>draft</html></think> {DRAWING}", DRAWING),
        ("No page.", None),
        (None, "<h1>ready</h1>"),
    ],
    ids=["first-block", "drawing", "none", "ready-file"],
)
def test_the_page_is_that_of_the_published_rules(tmp_path: Path, answer: str | None, page: str | None):
    folder = tmp_path / "artifact"
    made = PublishedGenerator(Answers(answer)).generate(case(), KEY, folder)
    assert bool(made.problem) == (page is None)
    if page is not None:
        assert (folder / str(made.entry)).read_text() == page
        assert [file.path for file in made.files] == [made.entry]
    assert made.replies == (() if answer is None else ("reply-1.md",))


def test_the_limits_of_the_settings_hold(tmp_path: Path):
    made = PublishedGenerator(Answers(TWO), IntakeLimits(page_bytes=20)).generate(case(), KEY, tmp_path / "artifact")
    assert made.problem is not None
    assert made.problem.kind == "too_large"
