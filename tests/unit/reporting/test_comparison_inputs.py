"""Selection of the two sides of a comparison: models, modes, refused pairs."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.record import Record
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.comparison_report.comparison_inputs import (
    Comparisons,
    ComparisonSide,
    compare_sides,
    select_side,
)
from tests.cookie_scores import rescored
from tests.synthetic_run import POLISHED, make_manifest, make_record


def records(total: float | None, mode: str = "html", *, n: int = 6) -> list[Record]:
    outcome = {"outcome": "unscored"} if total is None else {}
    return [
        rescored(make_record(**outcome), {"case": f"case-{number}", "mode": mode, "total": total})
        for number in range(n)
    ]


def entry_of(folder: Path, name: str, *found: Record, mode: str | None = None) -> ComparisonSide:
    run = RunFolder(folder / name)
    run.path.mkdir(exist_ok=True)
    run.write_manifest(make_manifest())
    (run.path / "records.jsonl").write_text("".join(one.model_dump_json() + "\n" for one in found))
    return select_side(run, None, option="--model-a", mode=mode)


def totals(found: Comparisons) -> dict[str, tuple[float | None, float | None]]:
    return {
        comparison.b.mode: (comparison.differences["total"].a, comparison.differences["total"].b)
        for comparison in found.comparisons
    }


def test_modes_are_compared_apart_and_never_averaged(tmp_path: Path) -> None:
    a = entry_of(tmp_path, "a", *records(90), *records(40, "react"))
    b = entry_of(tmp_path, "b", *records(80), *records(60, "react"))
    found = compare_sides(a, b, anyway=False)
    assert totals(found) == {"html": (90, 80), "react": (40, 60)}
    assert [(len(comparison.queries), comparison.b.items) for comparison in found.comparisons] == [(6, 6), (6, 6)]


def test_an_unscored_mode_is_not_stood_for_by_the_other(tmp_path: Path) -> None:
    a = entry_of(tmp_path, "a", *records(90), *records(40, "react"))
    b = entry_of(tmp_path, "b", *records(80), *records(None, "react"))
    found = compare_sides(a, b, anyway=False)
    assert totals(found) == {"html": (90, 80)}
    assert [(one.mode, one.why) for one in found.uncompared] == [("react", "no case has a judged item on both sides")]


def test_a_mode_of_one_side_alone_is_named(tmp_path: Path) -> None:
    a = entry_of(tmp_path, "a", *records(90))
    b = entry_of(tmp_path, "b", *records(80), *records(60, "react"))
    found = compare_sides(a, b, anyway=False)
    assert totals(found) == {"html": (90, 80)}
    assert [(one.mode, one.why) for one in found.uncompared] == [("react", "only B has items in this mode: 6")]


def test_one_mode_of_several(tmp_path: Path) -> None:
    both = (*records(90), *records(40, "react"))
    a, b = (entry_of(tmp_path, name, *both, mode="react") for name in "ab")
    found = compare_sides(a, b, anyway=False)
    assert (totals(found), found.uncompared) == ({"react": (40, 40)}, ())
    with pytest.raises(UsageError, match=f"c has no react items of {POLISHED}; it has html"):
        entry_of(tmp_path, "c", *records(90), mode="react")


def test_one_mode_against_another_is_unlike_and_can_be_asked_for(tmp_path: Path) -> None:
    a, b = entry_of(tmp_path, "a", *records(90)), entry_of(tmp_path, "b", *records(60, "react"))
    with pytest.raises(UsageError, match="mode: html in A, react in B"):
        compare_sides(a, b, anyway=False)
    (found,) = compare_sides(a, b, anyway=True).comparisons
    assert (found.a.mode, found.b.mode, found.differences["total"].difference.mean) == ("html", "react", -30)
    assert compare_sides(a, b, anyway=True).uncompared == ()


def test_nothing_to_compare_says_why(tmp_path: Path) -> None:
    a, b = entry_of(tmp_path, "a", *records(90)), entry_of(tmp_path, "b", *records(None))
    with pytest.raises(UsageError, match=r"a and .*b: no case has a judged item on both sides"):
        compare_sides(a, b, anyway=False)
