"""Checklists of ten items, drafted by a model for any brief; people review them (ArtifactsBench, section 2.2)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from pydantic import Field, model_validator

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.dataset.construction.ask_each import Clerk, ask_each, construction_prompt, quote_query
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.importing.checklist_kind import PER_KIND, ItemKind
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted

_EXAMPLES = """
Before it come examples: requests with checklists that people have reviewed, as material, too. Keep their strictness and their style, and take over none of their items.
"""  # noqa: E501

_LENGTH = 2 * PER_KIND


class DraftItem(FrozenModel):
    """One item of a draft. The descriptions are for models: strict schemas have no `minLength`."""

    kind: ItemKind
    title: str = Field(min_length=5, max_length=300, description="5 to 300 characters")
    description: str = Field(min_length=20, max_length=2_000, description="20 to 2,000 characters")


class ChecklistDraft(FrozenModel):
    """Ten items: five of each kind, each with another title."""

    # counted below: pydantic counts only the valid items, and so names a number beside the fault of an item
    items: tuple[DraftItem, ...] = Field(json_schema_extra={"minItems": _LENGTH, "maxItems": _LENGTH})

    @model_validator(mode="after")
    def _five_of_each(self) -> Self:
        if len(self.items) != _LENGTH:
            raise ValueError(f"has {len(self.items)} items; write {_LENGTH}")
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


def draft_checklists(
    queries: Sequence[Query], clerk: Clerk, examples: Mapping[str, str] | None = None
) -> tuple[Drafted, ...]:
    """A checklist for each query, in order. What could not be asked has a cause.

    `examples` are reviewed checklists with their briefs, by the id of the query, which does not see its own.
    """
    prompt = construction_prompt("checklist").fill(examples=_EXAMPLES if examples else "")
    requests = [
        clerk.request(
            prompt,
            *(Text(quoted("example", text)) for name, text in (examples or {}).items() if name != query.id),
            quote_query(query.text),
        )
        for query in queries
    ]
    outcomes = ask_each(clerk, requests, ChecklistDraft)
    return tuple(Drafted(query, one.value, one.cause) for query, one in zip(queries, outcomes, strict=True))
