"""`pytest-cookie dataset`: the steps without a model, from raw files to balanced languages."""

import csv
import json
from pathlib import Path

from tests.acceptance.command import pytest_cookie

BRIEF = "A tea timer with three presets, a bell at the end, and a big round clock that my grandmother can read."
OTHER = "Show the tides of our harbour on a clock face, and when the ferry can leave with two metres of draught."
GERMAN = "Ein Sitzplan für unseren Chor: vierzig Stühle in fünf Reihen, Sopran links, Bässe hinten, zum Verschieben."


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.open(encoding="utf-8")))


def test_files_and_chats_become_one_pool_with_languages(tmp_path: Path):
    (tmp_path / "forum.csv").write_text(f'id,query\na,"{BRIEF}"\n')
    chat = {"id": "a", "messages": [{"role": "user", "content": GERMAN}, {"role": "assistant", "content": "Gern!"},
                                    {"role": "user", "content": "Und bitte druckbar."}]}  # fmt: skip
    (tmp_path / "chats.jsonl").write_text(json.dumps(chat) + "\n")
    result = pytest_cookie(tmp_path, "dataset", "import", "forum.csv", "chats.jsonl")
    assert (result.returncode, result.stderr) == (0, "")
    rows = table(tmp_path / "pool.csv")
    assert [(row["id"], row["source"], row["language"]) for row in rows] == [
        ("forum-a", "forum", "en"), ("chats-a", "chats", "de"),
    ]  # fmt: skip
    assert rows[1]["query"] == f"{GERMAN}\n\nUnd bitte druckbar."
    assert result.stdout.splitlines()[0] == "2 queries from 2 files"


def test_duplicates_are_merged_and_shown(tmp_path: Path):
    (tmp_path / "pool.csv").write_text(f'id,query\na,"{BRIEF}"\nb,"{BRIEF.upper()}"\nc,"{BRIEF} x"\nd,"{OTHER}"\n')
    result = pytest_cookie(tmp_path, "dataset", "deduplicate", "pool.csv", "--out", "found")
    assert result.returncode == 0
    assert len(table(tmp_path / "found/semantic_deduped_queries.csv")) == 2
    assert len(table(tmp_path / "found/query_groups.csv")) == 4
    assert any(line.split()[:2] == ["kept", "2"] for line in result.stdout.splitlines())
    assert "the least alike that were merged:" in result.stdout
    groups = table(tmp_path / "found/query_groups.csv")
    assert {row["id"]: row["why"] for row in groups if row["representative"] == "c"} == {
        "c": "representative", "a": "simhash", "b": "equal",
    }  # fmt: skip
    assert pytest_cookie(tmp_path, "dataset", "deduplicate", "pool.csv", "--cosine", "0.1").returncode == 2


def test_checks_tell_their_precision(tmp_path: Path):
    (tmp_path / "pool.csv").write_text(
        'query,admitted\n"A page that mails anna.berg@web-post.de",no\n"Clone of Spotify as a page",no\n'
        f'"A page on the history of Spotify",yes\n"{OTHER}",yes\n'
    )
    result = pytest_cookie(tmp_path, "dataset", "check", "pool.csv")
    assert result.returncode == 0
    assert "50%  product name (1 of 2)" in result.stdout
    assert [row["decision"] for row in table(tmp_path / "dataset/checked.csv")] == [
        "rejected", "look", "look", "passed",
    ]  # fmt: skip


def test_languages_reach_their_targets(tmp_path: Path):
    rows = [f'{number},"{BRIEF} {number}",en,timer,easy' for number in range(6)]
    (tmp_path / "pool.csv").write_text(
        "\n".join(["id,query,language,leaf,difficulty", *rows]).replace("timer", "puzzle")
    )
    result = pytest_cookie(tmp_path, "dataset", "rebalance", "pool.csv", "--targets", "en=4,fr=2")
    assert (result.returncode, result.stderr) == (0, "")
    assert "fr" in result.stdout
    actions = sorted(row["final_language"] for row in table(tmp_path / "dataset/rebalanced.csv"))
    assert actions == ["en"] * 4 + ["fr"] * 2
    refused = pytest_cookie(tmp_path, "dataset", "rebalance", "pool.csv", "--targets", "en=40")
    assert refused.returncode == 2
    assert "fewer than the targets' 40" in refused.stderr
