"""What makes a watched page be checked again, and what is said of the difference."""

import os
from pathlib import Path

from pytest_cookie.core.verdict import Finding
from pytest_cookie.page_check.checked_page import CheckedPage, CheckReport, PlacedFinding, report_of
from pytest_cookie.page_check.watch import describe_change, take_snapshot, wait_for_change


def report(*titles: str, total: float | None) -> CheckReport:
    placed = tuple(
        PlacedFinding(
            finding=Finding(dimension="functionality", severity="major", title=title, why="w"),
            file="a.html", line=4, picture="",
        )
        for title in titles
    )  # fmt: skip
    page = CheckedPage(
        page="a.html", device="desktop", brief="", leaf="article", language="en", guessed=(), judge="j",
        runnable=True, scores={"total": total}, findings=placed, criteria=(), run="run",
    )  # fmt: skip
    return report_of([page])


def test_a_change_is_what_appeared_what_went_and_the_total():
    before, after = report("Dead", "Dead", "Pale", total=70.0), report("Dead", "Wide", total=80.5)
    assert describe_change(before, after).splitlines() == [
        "gone     major: Dead (line 4)",
        "gone     major: Pale (line 4)",
        "appeared major: Wide (line 4)",
        "total    70.0 → 80.5",
    ]
    assert describe_change(after, after) == ""
    assert describe_change(before, report("Dead", "Dead", "Pale", total=None)) == "total    70.0 → not measured"


def test_files_that_nobody_edits_do_not_count(tmp_path: Path):
    for name in ("index.html", "css/a.css", "node_modules/x.js", ".git/HEAD", "reports/checks/r.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1", "utf-8")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = take_snapshot([tmp_path, tmp_path / "gone.html"], left_out=tmp_path / "reports")
    assert {Path(name).relative_to(tmp_path).as_posix() for name in found} == {"index.html", "css/a.css"}


def test_waiting_ends_when_a_change_is_over(tmp_path: Path):
    page = tmp_path / "a.html"
    page.write_text("1", "utf-8")
    before = take_snapshot([page], left_out=tmp_path / "out")
    writes = iter([None, "12", "123", None, None])
    waits = 0

    def sleep(seconds: float) -> None:
        nonlocal waits
        waits += 1
        if text := next(writes):
            page.write_text(text, "utf-8")
            os.utime(page, ns=(waits, waits))

    after = wait_for_change([page], before, left_out=tmp_path / "out", sleep=sleep)
    assert after != before
    assert waits == 4
