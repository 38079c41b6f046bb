"""Drafted items become a table, which people may correct, and the table becomes checklists of cases."""

import csv
import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.checklist_table import read_checklists, read_examples, write_items
from pytest_cookie.dataset.construction.draft_checklists import ChecklistDraft, Drafted, draft_checklists
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.construction.review import put_together, read_reviews, write_queues
from pytest_cookie.llm.messages.schema import strict_schema
from tests.unit.dataset.construction.scripted_chat import ScriptedChat, asked, clerk

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


def test_a_faulty_item_of_a_draft_is_the_one_fault():
    short = DRAFT.model_dump()
    short["items"][3]["description"] = "Steam is seen."
    few = {"items": DRAFT.model_dump()["items"][1:]}
    for reply, message in (
        (short, ["String should have at least 20 characters"]),
        (few, ["Value error, has 9 items; write 10"]),
    ):
        with pytest.raises(ValidationError) as refused:
            ChecklistDraft.model_validate(reply)
        assert [fault["msg"] for fault in refused.value.errors()] == message
    schema = json.dumps(strict_schema(ChecklistDraft))
    assert "20 to 2,000 characters" in schema
    assert '"minItems": 10' in schema


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


def test_reviewed_checklists_are_examples_for_other_briefs(tmp_path: Path):
    table = write_items([Drafted(Query(name, f"A page with {name}"), DRAFT) for name in ("tea", "jam")], tmp_path)
    examples = read_examples(table)
    assert list(examples) == ["tea", "jam"]
    chat = ScriptedChat()
    draft_checklists([Query("jam", "A page with jam"), Query("cat", "A page with a cat")], clerk(chat), examples)
    own, other = ("\n".join(said.text for said in asked(request).messages) for request in chat.requests)
    for shown in ("A page with tea", "Title of vision 0?", "examples: requests with checklists"):
        assert shown in own
        assert shown in other
    assert ("A page with jam" in other, own.count("A page with jam")) == (True, 1)
    draft_checklists([Query("cat", "A page with a cat")], clerk(chat))
    assert "example" not in asked(chat.requests[-1]).messages[0].text
    with pytest.raises(UsageError, match="no checklist of ten items with its brief"):
        read_examples(write_items([Drafted(Query("tea", ""), DRAFT)], tmp_path))
