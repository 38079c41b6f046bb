"""Run folders without a browser: the same items as one run and as its shards, with small files."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.record import Cause, Manifest, Record
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.shard import Shard
from tests.synthetic_run import make_manifest, make_record

CASES = tuple(f"case-{number}" for number in range(6))
MODELS = ("sample/polished", "openai/gpt-5")
KEYS = tuple(ItemKey(case=case, model=model, mode="html") for case in CASES for model in MODELS)
INTERRUPTED = Cause(stage="worker", kind="interrupted", message="the run ended before this item did")


def manifest(**changes: object) -> Manifest:
    fields = {
        "models": MODELS,
        "cases": {case: hashlib.sha256(case.encode()).hexdigest() for case in CASES},
        "planned": len(KEYS),
        "prompts": {"generate": "generation 1 aa"},
        "options": {"film": True, "keyword": "", "markexpr": "", "numprocesses": 2, "cookie_budget_usd": None},
    }
    return make_manifest().model_copy(update=fields | changes)


def record(key: ItemKey, **changes: object) -> Record:
    """A scored record; its scores are by its key, so different items have different ones."""
    code = hashlib.sha256(key.model_dump_json().encode()).digest()
    scores = {"functionality": 50.0 + code[0] % 50, "aesthetics": 50.0 + code[1] % 50}
    fields = {
        "model": key.model,
        "repeat": key.repeat,
        **scores,
        "total": sum(scores.values()) / 2,
        "folder": f"items/{key.case}/{key.model.replace('/', '-')}/{key.mode}/{key.repeat}",
        "phase_seconds": {"explore": 8.0},
        "cost_usd": 0.25,
    }
    made = make_record(**(fields | {name: value for name, value in changes.items() if name in Record.model_fields}))
    return made.model_copy(update={"case": key.case, **changes})


def unscored(key: ItemKey, **changes: object) -> Record:
    nothing = {"outcome": "unscored", "functionality": None, "aesthetics": None, "total": None, "cause": INTERRUPTED}
    return record(key, **(nothing | changes))


def write_item(run: Path, one: Record) -> Path:
    folder = run / one.folder
    (folder / "artifact").mkdir(parents=True)
    (folder / "evidence" / "agent").mkdir(parents=True)
    (folder / "artifact" / "index.html").write_text(f"<h1>{one.case} by {one.model}</h1>")
    (folder / "evidence" / "agent" / "film.mp4").write_bytes(b"film of " + one.case.encode())
    (folder / "index.html").write_text("a page of the report")
    (folder / "record.json").write_text(one.model_dump_json())
    return folder


def write_run(
    path: Path, records: Iterable[Record], made_with: Manifest | None = None, *, plan: Iterable[ItemKey] = ()
) -> Path:
    """Without a `plan` it is not known which items were selected, only how many."""
    path.mkdir(parents=True)
    run = RunFolder(path)
    run.write_manifest(made_with or manifest())
    for written in records:
        write_item(path, written)
    (path / "items").mkdir(exist_ok=True)
    if planned := [record(key).folder for key in plan]:
        run.plan(planned)
    run.collect()
    return path


def keys_of(index: int, count: int, keys: Sequence[ItemKey] = KEYS) -> list[ItemKey]:
    shard = Shard(index=index, count=count)
    return [key for key in keys if shard.holds(key)]


def write_shard(path: Path, index: int, count: int, *, keys: Sequence[ItemKey] = KEYS, **changes: object) -> Path:
    """A shard with all its items scored; `changes` are the manifest's."""
    mine = keys_of(index, count, keys)
    told = {"planned": len(mine), "shard": f"{index}/{count}", "whole": len(keys)}
    return write_run(path, map(record, mine), manifest(**(told | changes)), plan=mine)


def write_shards(folder: Path, count: int) -> list[Path]:
    return [write_shard(folder / f"shard-{index}", index, count) for index in range(1, count + 1)]
