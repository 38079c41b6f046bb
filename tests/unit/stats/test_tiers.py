"""Tiers of difficulty by the scores of many models."""

from pathlib import Path

import pytest

from pytest_cookie.cli.dataset.tiers import read_scores
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.tiers import assign_tiers, leave_family_out
from tests.synthetic_run import make_manifest
from tests.unit.stats.record_builder import failed, record

TEN = {f"t{n}": float(n) for n in range(10)}  # t9 is solved best


def test_thirty_forty_thirty():
    tiers = assign_tiers({"m": TEN})
    assert [tiers[f"t{n}"] for n in range(10)] == ["hard"] * 3 + ["medium"] * 4 + ["easy"] * 3


def test_the_published_split_would_be_548_730_547():
    # the paper realized 559/611/655 of 1,825 by another rule; the target is 30/40/30
    tiers = list(assign_tiers({"m": {str(n): float(n) for n in range(1825)}}).values())
    assert (tiers.count("easy"), tiers.count("medium"), tiers.count("hard")) == (548, 730, 547)


def test_the_mean_over_models_counts_and_gaps_are_allowed():
    scores = {"a": {"x": 90, "y": 20, "z": 50}, "b": {"x": 10, "y": 100}}
    # means: x 50, y 60, z 50; equal means by name
    assert assign_tiers(scores, (1 / 3, 1 / 3, 1 / 3)) == {"y": "easy", "x": "medium", "z": "hard"}


def test_the_order_of_the_input_does_not_matter():
    ties = dict.fromkeys("cab", 1.0)
    assert assign_tiers({"m": ties}) == assign_tiers({"m": dict(sorted(ties.items()))})


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.5, 0.4, 0.3), (-0.1, 0.6, 0.5), (float("nan"), 0, 1)])
def test_impossible_shares_are_refused(shares: tuple[float, ...]):
    with pytest.raises(ValueError, match="three shares"):
        assign_tiers({"m": TEN}, shares)


def test_equal_models_are_stable():
    scores = {"a1": TEN, "a2": TEN, "b": TEN}
    found = leave_family_out(scores, {"a1": "A", "a2": "A"})
    assert [(row.family, row.models, row.unchanged, row.kappa) for row in found] == [("A", 1, 1, 1), ("b", 2, 1, 1)]


def test_a_family_that_decides_the_tiers_is_found():
    opposite = {task: 9 - score for task, score in TEN.items()}
    found = {row.family: row for row in leave_family_out({"a": TEN, "b": opposite, "c": TEN}, {"a": "A", "c": "A"})}
    assert found["b"].unchanged == 1
    # without A only b remains, whose order is the opposite: only the four in the middle stay
    assert found["A"].unchanged == pytest.approx(0.4)
    assert found["A"].far_moved == ("t0", "t1", "t2", "t7", "t8", "t9")
    assert found["A"].kappa == pytest.approx(-1)


def test_a_single_family_cannot_be_left_out():
    assert leave_family_out({"a": TEN}, {}) == ()


def test_a_task_that_nobody_s_page_survives_is_the_hardest(tmp_path: Path):
    """A judge may give a failed item no scores; it has the worst one nevertheless."""
    items = [record("a", total=40), failed("b").model_copy(update={"scores": {}}), record("c", total=None)]
    run = RunFolder(tmp_path)
    run.write_manifest(make_manifest())
    (tmp_path / "records.jsonl").write_text("".join(item.model_dump_json() + "\n" for item in items))
    assert read_scores([tmp_path]) == {"m": {"a": 40, "b": 0}}
