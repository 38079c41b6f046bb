"""Shards become one run: the run that it would have been, or a word on why not."""

import shutil
from pathlib import Path

import pytest

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.protocols.run.model_access import ANSWERS as ANSWERS_OF_A_RUN
from pytest_cookie.protocols.run.model_access import STATE
from pytest_cookie.records.merge import Merge, plan_merge, whole_folder
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.untrusted_runs import ANSWERS
from tests.cookie_scores import rescored
from tests.sharded_run import (
    CASES,
    KEYS,
    MODELS,
    keys_of,
    manifest,
    record,
    unscored,
    write_run,
    write_shard,
    write_shards,
)


def merged(out: Path, *runs: Path, **options: object) -> Merge:
    plan = plan_merge(runs, **options)
    with whole_folder(out) as folder:
        plan.write(folder)
    return plan


def files(run: Path) -> dict[str, bytes]:
    """Everything in a run's items, but for the report's pages."""
    found = {path.relative_to(run).as_posix(): path for path in (run / "items").rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if name.count("/") > 5 or path.name != "index.html"}


@pytest.mark.parametrize("count", [1, 2, 3, 40])
def test_shards_come_to_the_run_that_they_are_parts_of(tmp_path: Path, count: int):
    whole = write_run(tmp_path / "whole", map(record, KEYS), plan=KEYS)
    plan = merged(tmp_path / "merged", *reversed(write_shards(tmp_path, count)))
    assert (plan.gaps, plan.remarks) == ((), ())
    out = RunFolder(tmp_path / "merged")
    assert out.manifest == RunFolder(whole).manifest
    for name in ("records.jsonl", "planned.txt"):
        assert (out.path / name).read_bytes() == (whole / name).read_bytes()
    assert files(out.path) == files(whole)
    assert len(files(out.path)) == 3 * len(KEYS)


def test_judged_items_take_no_room_and_unfinished_ones_are_apart(tmp_path: Path):
    done, broken = KEYS[:2]
    run = write_run(tmp_path / "run", [record(done), unscored(broken)], manifest(planned=2))
    plan = merged(tmp_path / "merged", run)
    film = "evidence/agent/film.mp4"
    assert (tmp_path / "merged" / record(done).folder / film).samefile(run / record(done).folder / film)
    # next to it is a log that may be written on
    log = Path(record(done).folder) / "record.json"
    assert not (tmp_path / "merged" / log).samefile(run / log)
    copied = tmp_path / "merged" / record(broken).folder / film
    assert not copied.samefile(run / record(broken).folder / film)
    assert copied.read_bytes() == (run / record(broken).folder / film).read_bytes()
    assert plan.gaps == ("1 of 2 items unscored: worker: interrupted (1)",)


def test_a_missing_shard_is_named_with_its_items_and_can_come_later(tmp_path: Path):
    whole = write_run(tmp_path / "whole", map(record, KEYS))
    first, second, third = write_shards(tmp_path, 3)
    lacking = len(keys_of(2, 3))
    plan = merged(tmp_path / "part", first, third)
    assert plan.gaps == (f"missing shards of 3: 2; they have {lacking} of {len(KEYS)} items",)
    part = RunFolder(tmp_path / "part").manifest
    assert (part.shard, part.planned, part.whole) == ("1,3/3", len(KEYS) - lacking, len(KEYS))
    assert merged(tmp_path / "all", tmp_path / "part", second).gaps == ()
    assert RunFolder(tmp_path / "all").manifest == RunFolder(whole).manifest
    assert (RunFolder(tmp_path / "part").planned() or set()) == {
        record(key).folder for i in (1, 3) for key in keys_of(i, 3)
    }
    assert (tmp_path / "all" / "records.jsonl").read_bytes() == (whole / "records.jsonl").read_bytes()


def test_of_many_missing_shards_some_are_named(tmp_path: Path):
    plan = plan_merge([write_shard(tmp_path / "one", 2, 10, whole=None)])
    assert plan.gaps == ("missing shards of 10: 1, 3, 4, 5, 6 and 4 more; their number of items is unknown",)
    assert (plan.manifest.shard, plan.manifest.whole) == ("2/10", None)


def test_items_without_a_record_are_named_where_that_can_be_known(tmp_path: Path):
    first, second = write_shards(tmp_path, 2)
    lost = record(keys_of(1, 2)[0])
    (first / lost.folder / "record.json").unlink()
    plan = plan_merge([first, second])
    planned = len(keys_of(1, 2))
    assert plan.gaps == (f"{first}: 1 of {planned} items without a record: {lost.folder}",)
    assert plan.manifest.planned == len(KEYS)
    assert any(f"{lost.folder}/record.json" in remark for remark in plan.remarks)


def test_where_no_plan_is_written_missing_items_are_counted(tmp_path: Path):
    run = write_run(tmp_path / "run", map(record, KEYS[:3]), manifest(planned=5))
    plan = plan_merge([run])
    assert plan.gaps == (f"{run}: 2 of 5 items without a record",)
    assert plan.manifest.planned == 5


def test_a_run_that_was_ended_before_it_began_is_named(tmp_path: Path):
    run = write_run(tmp_path / "run", [], manifest(planned=None))
    assert plan_merge([run]).gaps == (f"{run} ended before its items were selected",)


def test_a_run_of_the_items_that_were_missing_fills_the_gap(tmp_path: Path):
    run = write_run(tmp_path / "run", map(record, KEYS[:-1]), plan=KEYS)
    rest = write_run(tmp_path / "rest", [record(KEYS[-1])], manifest(planned=1), plan=KEYS[-1:])
    plan = plan_merge([run, rest])
    assert (plan.gaps, plan.manifest.planned, len(plan.items)) == ((), len(KEYS), len(KEYS))


def test_the_same_result_twice_is_one_and_the_same_folder_twice_is_none(tmp_path: Path):
    first, second = write_shards(tmp_path, 2)
    again = write_run(tmp_path / "again", [record(key, phase_seconds={"explore": 9.5}) for key in keys_of(1, 2)],
                      RunFolder(first).manifest)  # fmt: skip
    (tmp_path / "link").symlink_to(second)
    plan = plan_merge([first, second, again, second, tmp_path / "link"])
    assert len(plan.items) == plan.manifest.planned == len(KEYS)
    assert plan.remarks == (f"{len(keys_of(1, 2))} items in several runs, with the same result",)
    assert {item.run for item in plan.items} == {first, second}


def test_of_the_same_item_the_judged_one_is_taken_and_of_unscored_ones_what_came_furthest(tmp_path: Path):
    judged_later, never, lost = KEYS[:3]
    requeued = write_run(tmp_path / "a", [unscored(judged_later), unscored(never)], manifest(planned=3))
    fresh = write_run(tmp_path / "b", [record(judged_later), unscored(never, cost_usd=1.0)], manifest(planned=3))
    (fresh / unscored(never).folder / "artifact.json").write_text("{}")
    plan = plan_merge([requeued, fresh])
    assert [item.run for item in plan.items] == [fresh, fresh]
    assert set(plan.remarks) == {
        f"{judged_later.case} · {judged_later.model} · html · r1: judged only in {fresh}; taken from there",
        f"{never.case} · {never.model} · html · r1: unscored in all; taken from {fresh}",
    }
    assert lost not in {item.record.case for item in plan.items}


def test_different_results_are_refused_until_the_user_chooses(tmp_path: Path):
    better = rescored(record(KEYS[0]), {"total": 99.0, "outcome": "failed"})
    a = write_run(tmp_path / "a", [record(KEYS[0])], manifest(planned=1))
    b = write_run(tmp_path / "b", [better], manifest(planned=1))
    with pytest.raises(UsageError) as caught:
        plan_merge([a, b])
    said = str(caught.value)
    assert "to choose: --duplicates=first or last" in said
    assert (
        f'{a} and {b} differ in outcome "scored" and "failed", total {record(KEYS[0]).scores["total"]} and 99.0' in said
    )
    assert [item.run for item in plan_merge([a, b], preference="first").items] == [a]
    last = plan_merge([a, b], preference="last")
    assert [item.run for item in last.items] == [b]
    assert last.remarks == (f"case-0 · sample/polished · html · r1: different results; taken from {b}",)


UNLIKE = (
    ({"judge": "openai/judge"}, "judge: measured in {a}; openai/judge in {b}"),
    ({"agent": "openai/agent"}, "agent: crawler in {a}; openai/agent in {b}"),
    ({"version": "0.2.0"}, "version: 0.1.0 in {a}; 0.2.0 in {b}"),
    ({"judge_version": "rubric 8"}, "judge version:  in {a}; rubric 8 in {b}"),
    ({"seed": 7}, "seed: 0 in {a}; 7 in {b}"),
    ({"browser": "Chromium 99"}, "browser: Chromium 156 in {a}; Chromium 99 in {b}"),
    ({"prompts": {"generate": "generation 2 bb"}}, "prompts of generate: generation 1 aa in {a}; generation 2 bb"),
    ({"options": {"film": False}}, "option film: True in {a}; False in {b}"),
    ({"options": {"keyword": "games"}}, "option keyword:  in {a}; games in {b}"),
    ({"cases": manifest().cases | {"case-1": "f" * 64}}, "text or labels of case-1: several versions"),
    ({"cases": dict.fromkeys(CASES[1:], "0" * 64)}, "cases: {b} lacks case-0, which other shards have"),
    ({"models": MODELS[:1]}, "models: sample/polished, openai/gpt-5 in {a}; sample/polished in {b}"),
    ({"repeats": 2}, "repeats: 1 in {a}; 2 in {b}"),
    ({"whole": 99}, "items of all shards: 12 in {a}; 99 in {b}"),
    ({"shard": "2/3"}, "shards: shards of 2 in {a}; shards of 3 in {b}"),
    ({"shard": None}, "shards: shards of 2 in {a}; a whole run in {b}"),
)  # fmt: skip


def test_shards_that_were_not_made_alike_are_refused_and_told(subtests: pytest.Subtests, tmp_path: Path):
    a = write_shard(tmp_path / "a", 1, 2)
    for number, (changes, said) in enumerate(UNLIKE):
        with subtests.test(changes=changes):
            b = write_shard(tmp_path / f"b{number}", 2, 2, **changes)
            with pytest.raises(UsageError) as caught:
                plan_merge([a, b])
            assert said.format(a=a, b=b) in str(caught.value)
            assert "--anyway" in str(caught.value)
            plan = plan_merge([a, b], anyway=True)
            assert any(said.format(a=a, b=b) in remark for remark in plan.remarks)
            assert len(plan.items) == len(KEYS)


def test_where_when_and_for_how_much_may_differ(tmp_path: Path):
    first = write_shard(tmp_path / "a", 1, 2, started="2026-02-03T11:00:00+00:00", platform="Linux 6.1",
                        options={"numprocesses": 2, "cookie_budget_usd": 1.5, "film": True, "keyword": ""})  # fmt: skip
    second = write_shard(tmp_path / "b", 2, 2, started="2026-02-03T10:00:00+00:00", platform="Linux 6.6",
                         options={"numprocesses": 8, "cookie_budget_usd": 2, "film": True, "keyword": ""})  # fmt: skip
    told = plan_merge([first, second]).manifest
    assert (told.started, told.platform) == ("2026-02-03T10:00:00+00:00", "Linux 6.1, Linux 6.6")
    assert told.options == {"numprocesses": "2 | 8", "cookie_budget_usd": 3.5, "film": True, "keyword": ""}


def test_whole_runs_of_other_models_become_one(tmp_path: Path):
    runs = [
        write_run(
            tmp_path / name,
            [record(key) for key in KEYS if key.model == model],
            manifest(models=(model,), planned=len(CASES), prompts=prompts),
        )
        for name, model, prompts in (("a", MODELS[1], {"generate": "generation 1 aa"}), ("b", MODELS[0], {}))
    ]
    plan = merged(tmp_path / "merged", *runs)
    assert (plan.remarks, plan.gaps) == ((), ())
    assert (plan.manifest.models, plan.manifest.planned) == (MODELS[::-1], len(KEYS))
    assert len(RunFolder(tmp_path / "merged").records()) == len(KEYS)


def test_items_that_would_lie_on_each_other_are_refused(tmp_path: Path):
    one, other = (key.model_copy(update={"model": model}) for key, model in ((KEYS[0], "a/b"), (KEYS[0], "a-b")))
    runs = [
        write_run(tmp_path / name, [record(key, folder="items/case-0/a-b/html/1")], manifest(models=(key.model,)))
        for name, key in (("a", one), ("b", other))
    ]
    with pytest.raises(UsageError) as caught:
        plan_merge(runs)
    assert "both have the folder items/case-0/a-b/html/1" in str(caught.value)


def test_evidence_of_the_users_own_tests_comes_along_once(tmp_path: Path):
    shards = write_shards(tmp_path, 2)
    for number, shard in enumerate(shards):
        for name in ("test-in-all", f"test-{number}"):
            (shard / "tests" / name / "evidence").mkdir(parents=True)
            (shard / "tests" / name / "evidence" / "trace.json").write_text(str(number))
    merged(tmp_path / "merged", *shards)
    found = {path.parent.parent.name: path.read_text() for path in (tmp_path / "merged" / "tests").rglob("*.json")}
    assert found == {"test-in-all": "0", "test-0": "0", "test-1": "1"}


def test_answers_that_runs_keep_for_themselves_come_along_once(tmp_path: Path):
    shards = write_shards(tmp_path, 2)
    names = [f"{digit * 2}/{digit * 64}.json" for digit in "abc"]
    for number, (shard, kept) in enumerate(zip(shards, (names[:2], names[1:]), strict=True)):
        for name in [*kept, "aa/notes.txt"]:
            (shard / ANSWERS / name).parent.mkdir(parents=True, exist_ok=True)
            (shard / ANSWERS / name).write_text(str(number))
    merged(tmp_path / "merged", *shards)
    out = tmp_path / "merged" / ANSWERS
    found = {path.relative_to(out).as_posix(): path.read_text() for path in out.rglob("*") if path.is_file()}
    assert found == dict(zip(names, "001", strict=True))
    assert f"{STATE}/{ANSWERS_OF_A_RUN}" == ANSWERS


def test_nothing_is_written_over_and_nothing_stays_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shards = write_shards(tmp_path / "shards", 2)
    for taken in (shards[0], tmp_path / "shards" / "shard-1" / "manifest.json"):
        with pytest.raises(UsageError, match="already exists; choose another folder"):
            merged(taken, *shards)
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="already exists; choose another folder"):
        merged(tmp_path / "link", *shards)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.link", full)
        patch.setattr(shutil, "copyfile", full)
        with pytest.raises(RecordingError, match="No space left on device"):
            merged(tmp_path / "merged", *shards)
    assert {path.name for path in tmp_path.iterdir()} == {"shards", "link"}
    (tmp_path / "merged").mkdir()  # empty: it may be there
    merged(tmp_path / "merged", *shards)
    assert len(RunFolder(tmp_path / "merged").records()) == len(KEYS)


def test_where_nothing_can_be_linked_files_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shards = write_shards(tmp_path, 2)

    def other_disk(*_: object, **__: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr("os.link", other_disk)
    merged(tmp_path / "merged", *shards)
    assert files(tmp_path / "merged") == files(shards[0]) | files(shards[1])
    film = next((tmp_path / "merged").rglob("film.mp4"))
    assert film.stat().st_nlink == 1
