"""Drafts of checklists are files of their own, whatever the ids of their queries."""

from pathlib import Path

from pytest_cookie.dataset.construction.draft_checklists import ChecklistDraft, Drafted, write_checklists
from pytest_cookie.dataset.construction.pool import Query

ITEMS = [
    {"kind": kind, "title": f"Title of {kind} {number}", "description": "What has to be seen on the page."}
    for kind in ("vision", "code")
    for number in range(5)
]


def test_ids_that_are_no_names_of_files_have_files_of_their_own(tmp_path: Path):
    ids = ["plain-1", "a/b", "a-b", "a b", "../up", "喂", "x" * 300, "x" * 301]
    draft = ChecklistDraft.model_validate({"items": ITEMS})
    write_checklists([Drafted(Query(name, "A page"), draft) for name in ids], tmp_path)
    written = sorted(path.name for path in tmp_path.glob("*.yaml"))
    assert len(written) == len(ids)
    assert {"plain-1.yaml", "a-b.yaml", "喂.yaml"} <= set(written)
