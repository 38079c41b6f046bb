"""The table of checklist items, which `draft-checklists` writes, people review, and a release reads."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from pydantic import JsonValue, ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.draft_checklists import Drafted, DraftItem
from pytest_cookie.dataset.construction.pool import Query, read_pool, write_table
from pytest_cookie.dataset.importing.checklist_kind import PER_KIND, ItemKind

CHECKLIST_ITEMS = "checklist_items.csv"
POINTS = 10
MOST_EXAMPLES = 3
"""Each is about 900 tokens of every call (ArtifactsBench, Table 7). The paper does not say how many it shows."""
_SEPARATOR = "#"
_KINDS: tuple[ItemKind, ...] = get_args(ItemKind)


@dataclass(frozen=True)
class ChecklistTable:
    """`complete` has the checklists of ten items by the id of their query; `incomplete` says what the others lack.

    `briefs` are those that items were drafted for, as far as the table has them, without differences in white space.
    """

    complete: dict[str, list[JsonValue]] = field(default_factory=dict)
    incomplete: tuple[str, ...] = ()
    briefs: dict[str, set[str]] = field(default_factory=dict)

    def is_outdated(self, query: Query) -> bool:
        """Whether an item of the query's checklist was drafted for another brief."""
        return query.id in self.complete and bool(self.briefs.get(query.id, set()) - {_words(query.text)})

    def fields_of(self, query: Query) -> dict[str, JsonValue]:
        """The checklist of the query as a field of its case; empty without one for this brief."""
        items = self.complete.get(query.id)
        return {"checklist": [*items]} if items and not self.is_outdated(query) else {}


def write_items(drafted: Sequence[Drafted], folder: Path) -> Path:
    """Write `checklist_items.csv`: a pool of the items, with their kind and the brief. Returns its path."""
    table = folder / CHECKLIST_ITEMS
    write_table(table, ["id", "query", "kind", "brief"], _rows(drafted))
    return table


def _rows(drafted: Sequence[Drafted]) -> Iterator[Sequence[object]]:
    for checklist in drafted:
        for number, item in enumerate(checklist.draft.items if checklist.draft else ()):
            name = f"{checklist.query.id}{_SEPARATOR}{number}"
            yield name, f"{item.title}\n\n{item.description}", item.kind, checklist.query.text


def is_item(row: Query) -> bool:
    """Whether a query of a pool is a checklist item: a row that `write_items` wrote."""
    return _SEPARATOR in row.id and row.labels.get("kind") in _KINDS and "brief" in row.labels


def read_checklists(path: Path) -> ChecklistTable:
    """The checklists of a table of items, as drafted, or as reviewers admitted them.

    Raises `UsageError` for a row that is no item.
    """
    items: dict[str, list[DraftItem]] = defaultdict(list)
    briefs: dict[str, set[str]] = defaultdict(set)
    for row in read_pool(path, column="query"):
        case = _case_of(row, path)
        items[case].append(to_item(row, path))
        briefs[case] |= {brief} if (brief := _words(row.labels.get("brief", ""))) else set()
    lacking = {case: text for case, found in items.items() if (text := _lacks(found))}
    return ChecklistTable(
        complete={case: list(_fields(found)) for case, found in items.items() if case not in lacking},
        incomplete=tuple(f"{case} ({text})" for case, text in lacking.items()),
        briefs=briefs,
    )


def _words(text: str) -> str:
    return " ".join(text.split())


def read_examples(path: Path) -> dict[str, str]:
    """Complete checklists of a table with their briefs, as text for a model, by the id of their query.

    Raises `UsageError` if there is none, or for a row that is no item.
    """
    briefs = {_case_of(row, path): row.labels.get("brief", "") for row in read_pool(path, column="query")}
    found = {case: items for case, items in read_checklists(path).complete.items() if briefs[case]}
    if not found:
        raise UsageError(
            f"{path}: no checklist of ten items with its brief; name a table of `dataset draft-checklists`"
        )
    return {
        case: f"{briefs[case]}\n\n{json.dumps(items, ensure_ascii=False)}"
        for case, items in list(found.items())[:MOST_EXAMPLES]
    }


def _case_of(row: Query, path: Path) -> str:
    case, separator, _ = row.id.rpartition(_SEPARATOR)
    if not separator:
        raise UsageError(f"{path}: {row.id!r} is no id of a checklist item, such as tea{_SEPARATOR}0")
    return case


def to_item(row: Query, path: Path) -> DraftItem:
    """The item of a row of `path`. Raises `UsageError` for a row without a title, a description or a kind."""
    title, _, description = row.text.partition("\n")
    try:
        return DraftItem.model_validate(
            {"kind": row.labels.get("kind"), "title": title.strip(), "description": description.strip()}
        )
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        raise UsageError(
            f"{path}: item {row.id}: {'.'.join(map(str, detail['loc']))}: {detail['msg']}; write the title, an empty "
            f"line and the description, and the kind {' or '.join(_KINDS)}"
        ) from error


def _lacks(items: Iterable[DraftItem]) -> str:
    """What is wrong with the numbers of items; "" for five of each kind."""
    kinds = Counter(item.kind for item in items)
    return ", ".join(f"{kinds[kind]} of {PER_KIND} {kind} items" for kind in _KINDS if kinds[kind] != PER_KIND)


def _fields(items: Iterable[DraftItem]) -> Iterator[JsonValue]:
    for number, item in enumerate(items):
        yield {"id": number, **item.model_dump(), "maximum": POINTS}
