"""Revisions in the report: tasks gained and lost, pictures, and a diff of the source."""

from pathlib import Path

import pytest

from pytest_cookie.core.verdict import Panel
from pytest_cookie.protocols.auigym.episode import Dashboard, Episode
from pytest_cookie.protocols.auigym.revision_panels import revision_panels
from pytest_cookie.protocols.auigym.rounds import Comment, Revision, Round
from pytest_cookie.protocols.auigym.source_diff import MAX_LINES, count_changes, diff_sources
from pytest_cookie.protocols.auigym.tasks import Task
from tests.unit.judging.evidence_builders import artifact

TASKS = tuple(Task(id=name, kind="core", do=f"Do {name}.", outcome="Done.") for name in ("a", "b", "c"))


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


def episode(task: str, ending: str, number: int, checker: str = "x") -> Episode:
    folder = f"{number}/{task}"
    tried = ending != "unsupported"
    step = {"action": {"kind": "click", "x": 1, "y": 1}, "done": True, "holds": False, "picture": f"{folder}/first.jpg"}
    board = Dashboard(file=f"{folder}/dashboard.jpg", pixels=1, screenshot_pixels=9)
    facts = {"steps": [step], "picture": f"{folder}/end.png", "dashboard": board, "checker": checker} if tried else {}
    return Episode.model_validate({"task": task, "ending": ending, **facts})


def panels(folder: Path) -> list[Panel]:
    source = write(folder / "source", page_html="<p>one</p>\n<script>alert(1)</script>\n")
    write(folder / "revisions/1/coder/artifact", index_html="<p>two</p>\n<script>alert(1)</script>\n")
    comment = Comment(issues=("too small",), changes=("make it larger",), tasks=("b",))
    revision = Revision(
        number=1, coder="m", prompt="p", artifact=artifact(), unsupported={"a": "no button"}, comment=comment,
        lines_added=1, lines_removed=1,
    )  # fmt: skip
    before = {"a": "unsupported", "b": "solved", "c": "solved"}
    after = {"a": "solved", "b": "stuck", "c": "solved"}
    rounds = [
        Round(0, {task: episode(task, ending, 0) for task, ending in before.items()}),
        Round(1, {task: episode(task, end, 1, "y") for task, end in after.items()}, revision=revision),
    ]
    return revision_panels(rounds, TASKS, folder, source)


def test_tasks_that_changed_are_named_with_their_results_and_pictures(tmp_path):
    rates, tasks = panels(tmp_path)
    assert rates.rows[1] == ("1", "100 %", "67 %", "a", "b", "+1 −1")
    assert tasks.columns == ("task", "at first", "revision 1")
    assert tasks.rows == (
        ("a: Do a.", "the page does not have what the task needs", "done"),
        ("b: Do b.", "done", "several actions in a row changed nothing (by another checker)"),
    )
    shown = {figure.title: [picture.file for picture in figure.pictures] for figure in tasks.figures}
    assert shown == {
        "The page as it begins": ["0/b/first.jpg", "1/a/first.jpg"],
        "Do a.": ["0/b/first.jpg", "1/a/end.png"],
        "Do b.": ["0/b/end.png", "1/b/dashboard.jpg"],
    }
    assert "not tried" in tasks.figures[1].pictures[0].caption


def test_what_the_coder_was_told_and_what_it_changed(tmp_path):
    told, changed = panels(tmp_path)[0].excerpts
    for text in ("Do a. (no button)", "- Do b.", "- too small", "- make it larger"):
        assert text in told.text
    assert (changed.kind, changed.title) == ("diff", "What revision 1 changed: +1 −1 lines")
    lines = changed.text.split("\n")
    assert lines[:2] == ["--- page.html", "+++ index.html"]
    assert lines[3:] == ["-<p>one</p>", "+<p>two</p>", " <script>alert(1)</script>"]


def test_one_round_has_no_panels(tmp_path):
    assert revision_panels([Round(0, {})], TASKS, tmp_path, None) == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a_html": "x"}, {"a_html": "x"}, []),
        ({"a_html": "x"}, {"b_html": "x"}, []),
        ({"a_html": "x", "b_js": "y"}, {"a_html": "x"}, ["--- b.js", "+++ (none)", "-y"]),
        ({"a_html": "x"}, {"a_html": "x", "b_js": "y"}, ["--- (none)", "+++ b.js", "+y"]),
        ({"a_html": "x" * 999}, {"a_html": ""}, [f"-{'x' * 299}…"]),
        ({"a_html": "x"}, {"a_html": "y\n" * 7_000}, ["@@ too large to compare: 1 and 7,000 lines @@"]),
        ({"a_html": ""}, {"a_html": "y\n" * 1_000}, [f"… and {1_000 + 3 - MAX_LINES} more lines"]),
    ],
    ids=["equal", "renamed", "removed", "added", "wide", "large", "long"],
)
def test_diffs(tmp_path, before, after, expected):
    lines = diff_sources(write(tmp_path / "before", **before), write(tmp_path / "after", **after)).split("\n")
    assert len(lines) <= MAX_LINES + 1
    assert lines == [""] if not expected else all(line in lines for line in expected)


@pytest.mark.parametrize(
    ("before", "after", "counts"),
    [
        ("a\nb", "a\nb", (0, 0)), ("a\nb", "b\na", (0, 0)), ("a\nb", "a\nc\nd", (2, 1)), ("a", "a\na", (1, 0)),
        ("--- a", "a", (1, 1)), (f"{'x' * 200_000}\nold", f"{'x' * 200_000}\nnew\nnewer", (2, 1)),
    ],
)  # fmt: skip
def test_lines_that_are_new_and_gone_are_counted_in_the_whole_source(tmp_path, before, after, counts):
    folders = [write(tmp_path / name, index_html=text) for name, text in (("before", before), ("after", after))]
    assert count_changes(*folders) == counts
