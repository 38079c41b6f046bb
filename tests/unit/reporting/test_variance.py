"""Where scores vary, read from run folders: equal files are one artifact, a panel's judges are separate."""

import re
from pathlib import Path
from statistics import median, variance

import pytest

from pytest_cookie.core.artifact import Artifact, ArtifactFile, ArtifactProblem, ItemKey
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.verdict import StageOpinion, Verdict
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site import write_site
from pytest_cookie.reporting.summary import write_summary
from tests.cookie_scores import report_lines, variance_lines, variance_rows, variances
from tests.scores import scores

PANEL = "panel(acme/a,acme/b)"
HASH = "0" * 64


class Folder:
    """A run that is written item by item."""

    def __init__(self, path: Path) -> None:
        self.run = RunFolder(path)
        self.records: list[Record] = []

    def item(
        self, case: str, repeat: int, total: float, *, digest: str = "", problem: str = "", judge: str = "j"
    ) -> None:
        folder = f"items/{case}/m/html/{repeat}"
        self.records.append(
            Record(
                case=case, model="m", mode="html", repeat=repeat, outcome="scored",
                scores=scores(total, total),
                page_type="static", domain="games", leaf="l", difficulty="easy", language="en", brief="b",
                agent="crawler", judge=judge, folder=folder,
            )
        )  # fmt: skip
        self.run.item(folder).write_record(self.records[-1])
        key = ItemKey(case=case, model="m", mode="html", repeat=repeat)
        files = (ArtifactFile(path="index.html", size_bytes=1, sha256=HASH),) if digest else ()
        bad = ArtifactProblem(kind="no_code", message=problem) if problem else None
        self.run.item(folder).write_artifact(
            Artifact(key=key, files=files, entry=None, digest=digest or HASH, problem=bad)
        )

    def verdict(self, judge: str, points: dict[str, float]) -> None:
        stages = tuple(
            StageOpinion(
                stage=stage, judge=name, scores={} if told is None else {"functionality": told, "aesthetics": told}
            )
            for name, value in points.items()
            for stage, told in (("static", 1.0), ("detection", None), ("adjustment", value))
        )
        percent = 100 * sum(points.values()) / len(points) / 8
        self.run.item(self.records[-1].folder).write_verdict(
            Verdict(
                judge=judge, judge_version="1", runnable=True, scores=scores(percent, percent), stages=stages
            )
        )  # fmt: skip

    def parts(self) -> list[tuple[str, str, str]]:
        (row,) = variance_rows(variances(self.run, self.records))
        return [(part.name, part.deviation, part.share) for part in row.parts]


def test_equal_files_are_one_artifact_explored_again(tmp_path: Path):
    folder = Folder(tmp_path)
    for case, totals in (("one", (10, 14)), ("two", (30, 38))):
        for repeat, total in enumerate(totals, start=1):
            folder.item(case, repeat, total, digest=f"of {case}")
    assert folder.parts() == [("cases + generation", "15.2", "92 %"), ("exploration + judge", "4.5", "8 %")]


def test_other_files_are_generations_and_so_is_what_came_to_nothing(tmp_path: Path):
    folder = Folder(tmp_path)
    for repeat, total in ((1, 10), (2, 14)):
        folder.item("one", repeat, total, digest=f"version {repeat}")
        folder.item("two", repeat, 5 * total - 20, problem="no code")
    assert [name for name, _, _ in folder.parts()] == ["cases", "generation + exploration + judge"]


def test_the_judges_of_a_panel_are_told_apart(tmp_path: Path):
    """Residuals of two judges: differences 0, 2 and 4 of 8 points are 0, 25 and 50 of 100, their variance halved."""
    folder = Folder(tmp_path)
    for number, (a, b) in enumerate(((4, 4), (6, 4), (8, 4))):
        folder.item(f"case-{number}", 1, 50 + 12.5 * number, judge=PANEL)
        folder.verdict(PANEL, {"acme/a": a, "acme/b": b})
    (row,) = variance_rows(variances(folder.run, folder.records))
    assert [(part.name, part.deviation, part.degrees) for part in row.parts] == [
        ("cases + generation + exploration", "0.0", 2),
        ("judge", "17.7", 2),
    ]


def test_a_panel_has_the_share_of_a_median_of_its_judges(tmp_path: Path):
    panel = "panel(acme/a,acme/b,acme/c)"
    folder = Folder(tmp_path)
    for number, points in enumerate(((2.0, 3.0, 4.0), (7.0, 6.0, 8.0), (4.0, 4.0, 5.0))):
        folder.item(f"case-{number}", 1, 12.5 * median(points), judge=panel)
        folder.verdict(panel, dict(zip(("acme/a", "acme/b", "acme/c"), points, strict=True)))
    query, judge = variances(folder.run, folder.records)[0].split.components
    totals = [record.scores["total"] for record in folder.records if record.scores["total"] is not None]
    assert query.deviation**2 == pytest.approx(variance(totals) - 0.4487 * judge.deviation**2)


def test_verdicts_beside_each_other_are_several_judges(tmp_path: Path):
    folder = Folder(tmp_path)
    for number, (a, b) in enumerate(((4, 4), (6, 4), (8, 4))):
        folder.item(f"case-{number}", 1, 12.5 * a, judge="acme/a")
        folder.verdict("acme/a", {"acme/a": a})
        folder.verdict("acme/b", {"acme/b": b})
    (row,) = variance_rows(variances(folder.run, folder.records))
    assert (row.parts[-1].name, row.parts[-1].deviation) == ("judge", "17.7")


def test_without_repeats_nothing_is_said(tmp_path: Path):
    folder = Folder(tmp_path)
    folder.item("one", 1, 10, digest="a")
    folder.item("two", 1, 20, digest="b")
    assert variances(folder.run, folder.records) == ()
    assert variance_lines((), 80) == []


def test_terminal_and_summary_have_it(tmp_path: Path):
    folder = Folder(tmp_path)
    for repeat, total in ((1, 10), (2, 14)):
        folder.item("one", repeat, total, digest="same")
        folder.item("two", repeat, total + 1, digest="also")
    folder.run.write_manifest(
        Manifest(
            version="0", started="2026-01-31T14:05:09+00:00", scores=COOKIE_SCORES, models=("m",), mode="html",
            agent="crawler", judge="j", repeats=2, seed=0, browser="b", python="3", platform="p",
            cases={"one": "1", "two": "2"},
        )
    )  # fmt: skip
    folder.run.collect()
    variance = write_summary(folder.run).variance
    lines = report_lines(folder.records, 72, report=tmp_path / "index.html", variance=variance)
    start = lines.index("sources of variance of the total")
    assert lines[start + 1 : start + 3] == [
        "  m · 2 cases, 4 items",
        "    cases + generation 0.0* (0 %) · exploration + judge 2.8 (100 %)",
    ]
    assert max(map(len, lines[start : start + 6])) <= 72
    page = write_site(folder.run, variance=variance).read_text(encoding="utf-8")
    assert page == write_site(folder.run).read_text(encoding="utf-8")
    assert "Sources of variance" not in write_site(folder.run, variance=()).read_text(encoding="utf-8")
    assert re.findall(r"<td>([a-z +]+)</td>", page) == ["cases + generation", "exploration + judge"]
    assert [one.score for one in variance] == ["functionality", "aesthetics", "total"]


@pytest.mark.parametrize("folder", ["a\0b", "x" * 5_000, "../../elsewhere"])
def test_a_record_with_a_folder_that_cannot_be_has_no_judges(tmp_path: Path, folder: str) -> None:
    made = Folder(tmp_path)
    made.item("a", 1, 50.0)
    made.item("a", 2, 60.0)
    broken = made.records[-1].model_copy(update={"folder": folder})
    (found, *_) = variances(made.run, [made.records[0], broken])
    assert (found.split.items, found.split.judges) == (2, 0)
