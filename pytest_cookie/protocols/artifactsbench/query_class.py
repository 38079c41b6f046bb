"""Interactivity class and topic of queries, by a model that sees the query alone (ArtifactsBench, A.14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, get_args

from pydantic import AfterValidator, Field

from pytest_cookie.core.case import Case
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.text import clip
from pytest_cookie.dataset.construction.ask_each import Clerk, ask_each, quote_query
from pytest_cookie.dataset.importing.artifactsbench_topics import Topic
from pytest_cookie.llm.messages.prompt import read_prompt
from pytest_cookie.protocols.artifactsbench.case_fields import Interactivity

_UP_TO: tuple[tuple[int, Interactivity], ...] = ((0, "SV"), (3, "MMD"), (6, "HD"), (10, "II"))
"""The highest score of each class (ArtifactsBench, Figure 14)."""
_MAX_REASON = 400


class QueryClass(FrozenModel):
    """The reply of a classifying model."""

    reply_name: ClassVar[str] = "query_class"

    score: int = Field(ge=0, le=10)
    topic: Topic
    reason: Annotated[str, AfterValidator(lambda text: clip(text, _MAX_REASON))] = ""

    @property
    def interactivity(self) -> Interactivity:
        """The class of the score."""
        return next(found for highest, found in _UP_TO if self.score <= highest)


@dataclass(frozen=True)
class ClassifiedQuery:
    """A case with the class of its brief, or the reason for having none."""

    case: Case
    found: QueryClass | None
    cause: str = ""


def classify_queries(cases: Sequence[Case], clerk: Clerk) -> tuple[ClassifiedQuery, ...]:
    """The class of each brief, in order."""
    prompt = read_prompt(Path(__file__).parent / "prompts" / "query-class.md").fill(topics=", ".join(get_args(Topic)))
    outcomes = ask_each(clerk, [clerk.request(prompt, quote_query(case.brief)) for case in cases], QueryClass)
    return tuple(ClassifiedQuery(case, one.value, one.cause) for case, one in zip(cases, outcomes, strict=True))
