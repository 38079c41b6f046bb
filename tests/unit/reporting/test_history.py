"""Six runs of one benchmark: their order, what is comparable, what changed, what began to fail."""

from pathlib import Path

import pytest

from pytest_cookie.cli import main
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.record import Manifest
from pytest_cookie.gate import standard_policy
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.run_series import find_runs, moment_of_start
from pytest_cookie.reporting.gate_report.run_gate import baseline_of_last, gate_run
from pytest_cookie.reporting.run_history.history import History, history
from tests.six_runs import NAMES, write_six_runs
from tests.synthetic_run import FLAWED, POLISHED
from tests.unit.reporting.page import Page


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_six_runs(tmp_path_factory.mktemp("nightly"))


def _found(folder: Path, **options: object) -> History:
    return history(find_runs([folder])[0], **options)  # type: ignore[arg-type]


def test_runs_are_in_the_order_of_their_start(folder: Path) -> None:
    assert [run.name[2:] for run in _found(folder).runs] == list(NAMES)
    assert [run.name[2:] for run in _found(folder, last=2).runs] == ["fri", "sat"]


def test_a_change_is_computed_only_between_comparable_runs(folder: Path) -> None:
    polished, flawed = _found(folder).series
    assert (polished.model, flawed.model) == (POLISHED, FLAWED)
    gains = [point.gain.mean if point.gain else None for point in polished.points]
    assert gains == [None, pytest.approx(4), pytest.approx(4), None, pytest.approx(4), pytest.approx(4)]
    assert [point.is_comparable for point in polished.points] == [True, True, True, False, True, True]
    assert [str(one) for one in polished.points[1].differing] == [
        "prompts of generate: generate v1 in A, generate v2 in B"
    ]
    assert [str(one) for one in polished.points[3].differing] == ["judge version: 7 in A, 8 in B"]
    assert polished.points[0].scores["total"].mean == pytest.approx(73)


def test_an_item_fails_since_a_run(folder: Path) -> None:
    (item,) = _found(folder).failing
    assert (item.case, item.model, item.first_failed, item.last_scored) == ("moth-and-lanterns", FLAWED, 2, 1)
    assert (item.now, item.failing_since) == ("failed", 2)


def test_kinds_that_changed_come_first(folder: Path) -> None:
    late, dead = _found(folder).kinds
    assert (late.kind, late.items, late.shares[-1]) == ("late-kind", (0, 0, 0, 0, 8, 8), 1.0)
    assert (dead.kind, dead.shares) == ("dead-control", (0.5,) * 6)


def test_other_protocols_and_empty_selections_are_named(folder: Path, tmp_path: Path) -> None:
    other = write_six_runs(tmp_path / "other") / "9-mon"
    manifest = Manifest.model_validate_json((other / "manifest.json").read_text())
    (other / "manifest.json").write_text(manifest.model_copy(update={"protocol": "acme"}).model_dump_json())
    found = history(find_runs([folder, other])[0])
    assert [(one.run, one.why) for one in found.left_out] == [("9-mon", "its protocol is acme 1, not cookie 1")]
    with pytest.raises(UsageError, match="none of the 6 runs has react items of nobody"):
        _found(folder, model="nobody", mode="react")
    with pytest.raises(UsageError, match="is not a run folder and holds none"):
        find_runs([tmp_path])


def test_the_page_needs_no_other_file_and_runs_no_data(folder: Path, tmp_path: Path) -> None:
    assert main(["history", str(folder), "--html", str(tmp_path / "page"), "--json", str(tmp_path / "h.json")]) == 0
    assert [path.name for path in (tmp_path / "page").iterdir()] == ["index.html"]
    page = Page(tmp_path / "page" / "index.html")
    assert [attributes for tag, attributes in page.tags if tag == "script"] == [{}, {}]
    assert [one for one in page.addresses() if not one.startswith(("#", "data:image/svg+xml,"))] == []
    assert sum(tag == "circle" for tag, _ in page.tags) == 12
    assert "first failed in 7-wed, scored before in 8-tue; fails since 7-wed" in page.text
    assert History.model_validate_json((tmp_path / "h.json").read_text()) == _found(folder)


def test_the_last_runs_are_a_baseline_together(folder: Path, subtests: pytest.Subtests) -> None:
    run = RunFolder(folder / "4-sat")
    policy = standard_policy(run.scores_of(run.records()), has_baseline=True)
    for last, gain, named in (
        (1, 4.0, ("5-fri",)),
        (2, 6.0, ("5-fri", "6-thu")),
        (3, 6.0, ("5-fri", "6-thu")),  # the one before was judged by another version of the judge
    ):
        with subtests.test(last=last):
            baseline = baseline_of_last(folder, run, last, model=POLISHED)
            (decision,) = gate_run(run, policy, baseline=baseline, model=POLISHED)
            total = next(rule for rule in decision.rules if rule.rule == "total" and rule.is_difference)
            assert total.measured.mean == pytest.approx(gain)
            assert decision.baseline == " and ".join(f"{POLISHED} · {folder / name}" for name in named)
    with subtests.test("runs with other settings are skipped"):
        # the first run has another prompt for pages, like every run before the second
        early = RunFolder(folder / "8-tue")
        decision, _ = gate_run(early, policy, baseline=baseline_of_last(folder, early, 3))
        assert decision.outcome == "broken"
    with (
        subtests.test("no earlier run"),
        pytest.raises(UsageError, match="no run with records that started"),
    ):
        baseline_of_last(folder, RunFolder(folder / "9-mon"), 2)


def test_a_start_that_is_no_date_comes_first() -> None:
    assert moment_of_start("yesterday") == 0.0
    assert moment_of_start("2026-02-03T10:20:30") == moment_of_start("2026-02-03T10:20:30+00:00") > 0
