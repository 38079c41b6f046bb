"""Six runs of one benchmark: their order, what is comparable, what changed, what began to fail."""

import shutil
from collections.abc import Sequence
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
from pytest_cookie.reporting.run_history.history_lines import failing_in_words
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
    told = [
        failing_in_words(_found(folder), item.model_copy(update=changes)).partition("; ")[2]
        for changes in ({}, {"now": "unscored"}, {"now": "scored", "failing_since": None})
    ]
    assert told == ["fails since 7-wed", "failed since 7-wed, then unscored", "now scored"]


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


def _split(whole: Path, folder: Path, starts: Sequence[str]) -> None:
    """The run `whole` as shards that began at `starts`."""
    run = RunFolder(whole)
    records = run.records()
    for number, started in enumerate(starts):
        shard = RunFolder(folder / f"{whole.name}-{number + 1}")
        shard.path.mkdir(parents=True)
        own = {"shard": f"{number + 1}/{len(starts)}", "whole": len(records), "started": started}
        shard.write_manifest(run.manifest.model_copy(update=own))
        shard.write_records(records[number :: len(starts)])


def test_shards_of_a_run_are_one_run(folder: Path, tmp_path: Path, subtests: pytest.Subtests) -> None:
    nights = shutil.copytree(folder, tmp_path / "nights")
    parts = [f"2026-02-07T{time}:00+00:00" for time in ("10:20", "10:50", "11:30")]
    first = RunFolder(nights / "5-fri").manifest.model_copy(update={"started": parts[0]})
    RunFolder(nights / "5-fri").write_manifest(first)
    whole = _found(nights)
    with subtests.test("beside the run that was merged from them"):
        _split(nights / "5-fri", nights, parts)
        assert _found(nights) == whole
    shutil.rmtree(nights / "5-fri")
    with subtests.test("in its place"):
        found = _found(nights)
        assert [run.name for run in found.runs][4:] == ["5-fri-1 and 2 other shards", "4-sat"]
        assert (found.series, found.kinds, found.failing) == (whole.series, whole.kinds, whole.failing)
    with subtests.test("two of them are one baseline of the last runs"):
        run = RunFolder(nights / "4-sat")
        policy = standard_policy(run.scores_of(run.records()), has_baseline=True)
        decision, _ = gate_run(run, policy, baseline=baseline_of_last(nights, run, 2))
        names = (f"{POLISHED} · {nights / '5-fri-1'} and 2 other shards", f"{POLISHED} · {nights / '6-thu'}")
        assert decision.baseline == " and ".join(names)
    with subtests.test("those of another night, of other options and of the same number are another run"):
        _split(nights / "4-sat", nights, ["2026-02-08T11:00:00+00:00", "2026-02-09T11:00:00+00:00"])
        second = RunFolder(nights / "5-fri-2")
        second.write_manifest(second.manifest.model_copy(update={"seed": 1}))
        third = RunFolder(nights / "5-fri-3")
        third.write_manifest(third.manifest.model_copy(update={"shard": "1/3"}))
        names = ["5-fri-1", "5-fri-2", "5-fri-3", "4-sat", "4-sat-1", "4-sat-2"]
        assert [run.name for run in _found(nights).runs][4:] == names


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
