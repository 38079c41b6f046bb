import json

import pytest

from pytest_cookie.core.slices import COMMON, SliceSpec
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.leaderboard import leaderboards
from pytest_cookie.reporting.site.index.charts import charts
from pytest_cookie.reporting.summary import Summary, summarize, write_summary
from tests.cookie_scores import COOKIE_SCORES
from tests.synthetic_run import FLAWED, POLISHED


def test_the_file_reads_back_as_it_was_made(run: RunFolder) -> None:
    written = write_summary(run)
    path = run.path / "summary.json"
    assert Summary.model_validate_json(path.read_bytes()) == summarize(run) == written
    assert json.loads(path.read_text(encoding="utf-8"))["schema_version"] == 1


def test_counts_are_of_items_by_outcome(run: RunFolder) -> None:
    counts = summarize(run).counts
    assert (counts.items, counts.scored, counts.failed, counts.unscored, counts.unreadable) == (8, 6, 1, 1, 0)


def test_a_slice_is_one_model_on_one_value_of_one_label(run: RunFolder) -> None:
    found = {(part.label, part.value, part.aggregate.model): part.aggregate for part in summarize(run).slices}
    assert found["difficulty", "easy", FLAWED].judged["total"].mean == pytest.approx((49.75 + 0) / 2)
    assert found["difficulty", "easy", FLAWED].n == 2
    assert found["domain", "games", POLISHED].judged["total"].mean == 85
    assert found["language", "de", FLAWED].unscored == 1
    assert found["language", "de", FLAWED].judged["total"].mean is None
    assert found["page_type", "static", POLISHED].n == 2
    assert len(found) == 2 * (2 + 4 + 3 + 3)


def test_voices_are_a_slice_of_runs_that_have_them(run: RunFolder) -> None:
    lines = (run.path / "records.jsonl").read_text(encoding="utf-8").splitlines()
    spoken = [
        json.dumps(record | ({"voice": "spoken"} if record["domain"] == "games" else {}))
        for record in map(json.loads, lines)
    ]
    (run.path / "records.jsonl").write_text("".join(f"{line}\n" for line in spoken), encoding="utf-8")
    found = [part for part in summarize(run).slices if part.label == "voice"]
    counts = {(part.value, part.aggregate.model): part.aggregate.n for part in found}
    games = sum(json.loads(line)["domain"] == "games" for line in lines)
    assert {value for value, _ in counts} == {"spoken", "written out"}
    assert sum(items for (value, _), items in counts.items() if value == "spoken") == games
    assert sum(counts.values()) == len(lines)


def test_labels_that_the_manifest_declares_are_slices(run: RunFolder) -> None:
    meal, step = SliceSpec(id="meal", label="meal"), SliceSpec(id="tool", label="tool", part="steps")
    run.write_manifest(run.manifest.model_copy(update={"slices": (*COMMON, meal, step)}))
    lines = (run.path / "records.jsonl").read_text(encoding="utf-8").splitlines()
    parts = [{"slices": {"tool": ["oven"]}, "scores": {"total": total}} for total in (10, 30)]
    labelled = [json.loads(line) | {"slices": {"meal": "pie"}, "parts": parts} for line in lines]
    (run.path / "records.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in labelled), encoding="utf-8")
    found = {(one.label, one.value, one.part): one.aggregate for one in summarize(run).slices}
    assert found["meal", "pie", ""].n == 4
    assert (found["tool", "oven", "steps"].n, found["tool", "oven", "steps"].judged["total"].n) == (8, 4)
    heatmaps = charts(run.records(), leaderboards(run.records(), COOKIE_SCORES), run.slices)[0]["heatmaps"]
    assert [(one["label"], one["values"], one["counted"]) for one in heatmaps][-2:] == [
        ("Meal", ["pie"], "items"), ("Tool", ["oven"], "steps"),
    ]  # fmt: skip


def test_what_cannot_be_read_is_named_and_the_rest_counts(run: RunFolder) -> None:
    with (run.path / "records.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"case": "half a rec')
    (run.path / "manifest.json").write_text("{}", encoding="utf-8")
    summary = summarize(run)
    assert summary.run is None
    assert (summary.counts.items, summary.counts.unreadable) == (8, 1)
    assert "records.jsonl:9" in summary.problems[0]
    assert "manifest.json" in summary.problems[1]
