"""Checklists of ten items, drafted by a model for any brief; people review them (ArtifactsBench, section 2.2)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Self

import yaml
from pydantic import Field, model_validator

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.dataset.construction.ask_each import Clerk, ask_each, construction_prompt, quote_query
from pytest_cookie.dataset.construction.pool import Query, write_table
from pytest_cookie.dataset.importing.checklist_kind import PER_KIND, ItemKind
from pytest_cookie.records.files import write_text

POINTS = 10
ITEM_SEPARATOR = "#"
_LONGEST_NAME = 200
"""Bytes. Common file systems take 255, with the ending."""


class DraftItem(FrozenModel):
    """One item of a draft."""

    kind: ItemKind
    title: str = Field(min_length=5, max_length=300)
    description: str = Field(min_length=20, max_length=2_000)


class ChecklistDraft(FrozenModel):
    """Ten items: five of each kind, each with another title."""

    items: Annotated[tuple[DraftItem, ...], Field(min_length=2 * PER_KIND, max_length=2 * PER_KIND)]

    @model_validator(mode="after")
    def _five_of_each(self) -> Self:
        kinds = Counter(item.kind for item in self.items)
        if kinds["vision"] != PER_KIND:
            raise ValueError(f"has {kinds['vision']} items of kind vision; write {PER_KIND} of each kind")
        titles = Counter(item.title.casefold().strip() for item in self.items)
        if repeated := [title for title, number in titles.items() if number > 1]:
            raise ValueError(f"has two items with the title {repeated[0]!r}")
        return self


@dataclass(frozen=True)
class Drafted:
    """A query with its checklist, or the reason for having none."""

    query: Query
    draft: ChecklistDraft | None
    cause: str = ""


def draft_checklists(queries: Sequence[Query], clerk: Clerk) -> tuple[Drafted, ...]:
    """A checklist for each query, in order. What could not be asked has a cause."""
    prompt = construction_prompt("checklist").fill()
    outcomes = ask_each(clerk, [clerk.request(prompt, quote_query(query.text)) for query in queries], ChecklistDraft)
    return tuple(Drafted(query, one.value, one.cause) for query, one in zip(queries, outcomes, strict=True))


def write_checklists(drafted: Sequence[Drafted], folder: Path) -> Path:
    """Write `<id>.yaml` for each checklist, and `checklist_items.csv`, which is a pool for `dataset review`.

    Returns the table.
    """
    for checklist in drafted:
        if checklist.draft is not None:
            write_text(folder / f"{_file_name(checklist.query.id)}.yaml", _yaml(checklist.query.id, checklist.draft))
    table = folder / "checklist_items.csv"
    write_table(table, ["id", "query", "kind", "brief"], _rows(drafted))
    return table


def _rows(drafted: Sequence[Drafted]) -> Iterator[Sequence[object]]:
    for checklist in drafted:
        for number, item in enumerate(checklist.draft.items if checklist.draft else ()):
            name = f"{checklist.query.id}{ITEM_SEPARATOR}{number}"
            yield name, f"{item.title}\n\n{item.description}", item.kind, checklist.query.text


def _yaml(case: str, draft: ChecklistDraft) -> str:
    items = [{"id": number, **item.model_dump(), "maximum": POINTS} for number, item in enumerate(draft.items)]
    text: str = yaml.safe_dump({"case": case, "checklist": items}, allow_unicode=True, sort_keys=False, width=120)
    return text


def _file_name(name: str) -> str:
    """The name itself if it can be a file's; else its usable characters and a hash, so that no two have the same."""
    plain = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name).lstrip(".")
    if plain == name and len(plain.encode()) <= _LONGEST_NAME:
        return plain
    return f"{plain[:40] or 'case'}-{sha256(name.encode(errors='replace')).hexdigest()[:8]}"
