"""Gives each query one leaf of the taxonomy, in one pass over all definitions (Cookie-Bench, appendix A.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, WithJsonSchema

from pytest_cookie.core.case import Complexity, ComplexityScore
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.core.yaml_document import load_yaml
from pytest_cookie.dataset.construction.ask_each import Clerk, Outcome, ask_each, construction_prompt, quote_query
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.difficulty import difficulty_rubric
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.records.plain_tree import read_bounded_text

Definitions = Mapping[str, str]
"""The definition of each leaf, by its slug."""


def _slug(text: str) -> str:
    plain = text.strip().lower()
    for leaf in taxonomy().leaves:
        if plain in (leaf.slug, leaf.name.lower()):
            return leaf.slug
    raise ValueError(
        f"{text[:60]!r} is no key of the list{did_you_mean(plain, [leaf.slug for leaf in taxonomy().leaves])}"
    )


class LeafReply(FrozenModel):
    """The key of one leaf; its name is taken too."""

    task_scenario: Annotated[
        str,
        AfterValidator(_slug),
        WithJsonSchema({"type": "string", "enum": [leaf.slug for leaf in taxonomy().leaves]}),
    ]


_AMPLIFIERS = [each.name for each in difficulty_rubric().amplifiers]


def _amplifier(text: str) -> str:
    if text.strip().lower() not in _AMPLIFIERS:
        raise ValueError(f"{text[:60]!r} is no amplifier of the list")
    return text.strip().lower()


class DifficultyReply(FrozenModel):
    """The six scores and the amplifiers of a query."""

    scores: Complexity
    amplifiers: tuple[
        Annotated[str, AfterValidator(_amplifier), WithJsonSchema({"type": "string", "enum": _AMPLIFIERS})], ...
    ] = Field(max_length=17)


@dataclass(frozen=True)
class Classified:
    """A query with its leaf and, if asked for, its difficulty; `causes` has the reasons for missing ones."""

    query: Query
    leaf: str = ""
    difficulty: DifficultyReply | None = None
    cause: str = ""
    replies: int = 0

    def labelled(self) -> Query:
        """The query with its labels: leaf, domain, page type, six scores with reasons, difficulty and amplifiers."""
        labels = dict(self.query.labels)
        if self.leaf:
            leaf = taxonomy().leaf(self.leaf)
            labels |= {"leaf": leaf.slug, "domain": leaf.domain, "page_type": leaf.page_type}
        if self.difficulty:
            scores = self.difficulty.scores
            for name in Complexity.model_fields:
                one: ComplexityScore = getattr(scores, name)
                labels |= {name: str(one.score), f"{name}_reason": one.reason}
            labels |= {"difficulty": scores.difficulty, "amplifiers": ", ".join(self.difficulty.amplifiers)}
        return Query(self.query.id, self.query.text, labels | {"cause": self.cause})


def default_definitions() -> dict[str, str]:
    """The built-in definitions."""
    return {leaf.slug: leaf.definition.strip() for leaf in taxonomy().leaves}


def read_definitions(path: Path) -> dict[str, str]:
    """The built-in definitions with those of a YAML file of `slug: definition` in their place. Raises `UsageError`."""
    try:
        found = load_yaml(read_bounded_text(path))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read as YAML: {error}") from error
    if not isinstance(found, dict) or not all(isinstance(text, str) and text.strip() for text in found.values()):
        raise UsageError(f"{path}: must be a mapping of leaves to definitions")
    return default_definitions() | {taxonomy().leaf(str(slug)).slug: text.strip() for slug, text in found.items()}


def classification_prompt(definitions: Definitions) -> str:
    """The instructions with all definitions."""
    leaves = "\n".join(f"- {leaf.slug} ({leaf.name}): {definitions[leaf.slug]}" for leaf in taxonomy().leaves)
    return construction_prompt("classification").fill(leaves=leaves)


def difficulty_prompt() -> str:
    """The instructions with the rubric."""
    rubric = difficulty_rubric()
    dimensions = [
        "\n".join([f"{each.name}: {each.asks}", *(f"  {score}: {text}" for score, text in each.criteria.items())])
        for each in rubric.dimensions
    ]
    amplifiers = "\n".join(f"- {each.name}: {each.adds}" for each in rubric.amplifiers)
    return construction_prompt("difficulty").fill(dimensions="\n".join(dimensions), amplifiers=amplifiers)


def ask_leaves(
    queries: Sequence[Query], clerk: Clerk, definitions: Definitions, *, sample: int = 1
) -> tuple[Outcome[LeafReply], ...]:
    """One leaf for each query. A malformed reply is requested again, three replies in all."""
    prompt = classification_prompt(definitions)
    return ask_each(
        clerk, [clerk.request(prompt, quote_query(each.text), sample=sample) for each in queries], LeafReply
    )


def classify(
    queries: Sequence[Query], clerk: Clerk, definitions: Definitions, *, grade: bool = False
) -> tuple[Classified, ...]:
    """Each query with its leaf; with `grade`, also with its difficulty, by a second question."""
    leaves = ask_leaves(queries, clerk, definitions)
    grades: Sequence[Outcome[DifficultyReply]] = ()
    if grade:
        prompt = difficulty_prompt()
        grades = ask_each(clerk, [clerk.request(prompt, quote_query(each.text)) for each in queries], DifficultyReply)
    found = []
    for place, (query, leaf) in enumerate(zip(queries, leaves, strict=True)):
        graded = grades[place] if grades else Outcome[DifficultyReply](None)
        found.append(
            Classified(
                query,
                leaf=leaf.value.task_scenario if leaf.value else "",
                difficulty=graded.value,
                cause="; ".join(cause for cause in (leaf.cause, graded.cause) if cause),
                replies=leaf.replies,
            )
        )
    return tuple(found)
