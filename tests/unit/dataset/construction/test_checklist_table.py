"""Drafted items become a table, which people may correct, and the table becomes checklists of cases."""

import csv
from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.checklist_table import read_checklists, write_items
from pytest_cookie.dataset.construction.draft_checklists import ChecklistDraft, Drafted
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.construction.review import put_together, read_reviews, write_queues

DRAFT = ChecklistDraft.model_validate(
    {
        "items": [
            {
                "kind": kind,
                "title": f"Title of {kind} {number}?",
                "description": "What has to be seen.\n\nTwo parts.",
            }
            for kind in ("vision", "code")
            for number in range(5)
        ]
    }
)
IDS = ["tea", "a#b", "喂"]


def items_of(draft: ChecklistDraft) -> list[dict[str, object]]:
    return [{"id": number, **item.model_dump(), "maximum": 10} for number, item in enumerate(draft.items)]


def test_a_table_is_read_back(tmp_path: Path):
    failed = Drafted(Query("gone", "A page"), None, "no reply")
    found = read_checklists(write_items([*(Drafted(Query(name, "A page"), DRAFT) for name in IDS), failed], tmp_path))
    assert found.complete == dict.fromkeys(IDS, items_of(DRAFT))
    assert found.incomplete == ()


def test_items_are_those_that_reviewers_admitted_as_they_revised_them(tmp_path: Path):
    table = write_items([Drafted(Query(name, "A page"), DRAFT) for name in ("tea", "jam")], tmp_path)
    rows = list(csv.DictReader(table.open(encoding="utf-8")))
    pool = [Query(row["id"], row["query"], {"kind": row["kind"], "brief": row["brief"]}) for row in rows]
    (queue,) = write_queues({"ann": pool}, tmp_path)
    reviewed = list(csv.DictReader(queue.open(encoding="utf-8")))
    for row in reviewed:
        row |= dict.fromkeys(("difficulty_right", "leaf_right", "judge_right", "executable"), "yes")
        row["admit"] = "no" if row["id"] == "jam#7" else "yes"
        row["revised_query"] = "Is the tea hot?\n\nSteam is drawn above the cup." if row["id"] == "tea#0" else ""
    with queue.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, reviewed[0])
        writer.writeheader()
        writer.writerows(reviewed)
    admitted = put_together(read_reviews([queue])).admitted
    path = tmp_path / "admitted.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "query", "kind"])
        writer.writerows([item.id, item.text, item.labels["kind"]] for item in admitted)
    found = read_checklists(path)
    assert list(found.complete) == ["tea"]
    assert found.complete["tea"][0]["title"] == "Is the tea hot?"
    assert found.incomplete == ("jam (4 of 5 code items)",)


WRONG = [
    ("tea,Is it hot? Steam.,vision", "'tea' is no id of a checklist item, such as tea#0"),
    ("tea#0,Is it hot?,vision", "item tea#0: description: .*write the title, an empty line and the description"),
    ('tea#0,"Is it hot?\n\nSteam is drawn above it.",look', "item tea#0: kind: "),
]


def test_rows_that_are_no_items_are_named(tmp_path: Path, subtests: pytest.Subtests):
    for row, message in WRONG:
        with subtests.test(message):
            (tmp_path / "items.csv").write_text(f"id,query,kind\n{row}\n")
            with pytest.raises(UsageError, match=message):
                read_checklists(tmp_path / "items.csv")
