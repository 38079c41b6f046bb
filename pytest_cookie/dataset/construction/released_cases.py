"""Queries of a pool as cases, which `write_cases` writes and `pytest --cookie-cases` runs."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

from pydantic import JsonValue

from pytest_cookie.core.case import Case, Complexity, fit_scores
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import DIFFICULTIES, LANGUAGES, Language
from pytest_cookie.dataset.construction.pool import Query, find_leaf
from pytest_cookie.dataset.difficulty import Score
from pytest_cookie.dataset.id_suggestion import suggest_id
from pytest_cookie.dataset.importing.imported_case import ImportedCase, detect_language
from pytest_cookie.dataset.select import label_words
from pytest_cookie.dataset.taxonomy import Leaf

_DIMENSIONS = tuple(Complexity.model_fields)
_SCORES = tuple(str(score) for score in get_args(Score))
_LONGEST_ID = 54
"""An id has at most 60 characters; the rest is for the number of a repeated one."""
_MAX_LISTED = 10


def to_cases(queries: Sequence[Query], fields: Mapping[str, dict[str, JsonValue]]) -> tuple[ImportedCase, ...]:
    """A case for each query, in order. `fields` are further fields by the id of the query.

    Leaf, language, the six scores, difficulty and source come from the labels; a language that is not named is
    detected. Ids are made valid. Raises `UsageError` that lists the queries without a leaf, or in a language that is
    none of the benchmark's.
    """
    if missing := [query.id for query in queries if not query.labels.get("leaf")]:
        raise UsageError(
            f"{len(missing)} of {len(queries)} queries have no leaf: {_listed(missing)}. A case needs one; run "
            "`pytest-cookie dataset classify`, or write it in the column `leaf`"
        )
    if foreign := [query.id for query in queries if query.labels.get("language") not in (None, "", *LANGUAGES)]:
        raise UsageError(
            f"the language of {_listed(foreign)} is none of {', '.join(LANGUAGES)}; translate them with "
            "`pytest-cookie dataset rebalance --translate`, or leave them out"
        )
    taken: set[str] = set()
    return tuple(_to_case(query, fields.get(query.id, {}), taken) for query in queries)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:_MAX_LISTED]) + (" …" if len(names) > _MAX_LISTED else "")


def _to_case(query: Query, fields: dict[str, JsonValue], taken: set[str]) -> ImportedCase:
    leaf = find_leaf(query, query.labels["leaf"])
    complexity = _complexity(query.labels)
    return ImportedCase(
        id=_unique(_valid_id(query.id, leaf), taken),
        brief=query.text.strip(),
        leaf=leaf.slug,
        language=_language(query),
        source=query.labels.get("source", ""),
        extra={**({"complexity": complexity} if complexity else {}), **fields},
    )


def _language(query: Query) -> Language:
    named = query.labels.get("language")
    return next((language for language in LANGUAGES if language == named), None) or detect_language(query.text)


def _valid_id(name: str, leaf: Leaf) -> str:
    plain = re.sub(r"[^a-z0-9_.-]+", "-", name.lower()).strip("-_.")
    others = label_words() - {leaf.page_type, leaf.domain}
    return suggest_id(plain, others, otherwise=leaf.slug)[:_LONGEST_ID].rstrip("-_.")


def _unique(name: str, taken: set[str]) -> str:
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    taken.add(free)
    return free


def _complexity(labels: Mapping[str, str]) -> dict[str, JsonValue]:
    """The six scores, in agreement with `difficulty`, which people may have corrected; empty without both.

    Without six scores, they are those of the difficulty as a whole.
    """
    level = next((level for level in DIFFICULTIES if level == labels.get("difficulty")), None)
    given = {name: labels.get(name, "") for name in _DIMENSIONS}
    scores = {name: int(score) for name, score in given.items() if score in _SCORES}
    if len(scores) < len(given):
        return {**fit_scores(level)} if level else {}
    return {**(fit_scores(level, scores) if level else scores)}


def rewrite_case(case: Case, fields: Mapping[str, JsonValue], folder: Path | None = None) -> ImportedCase:
    """The case with further fields, to be written again.

    With the `folder` that it is written to, its artifact is named relative to its new file; else it has none.
    """
    extra: dict[str, JsonValue] = {"version": case.version} if case.version > 1 else {}
    extra["complexity"] = case.complexity.model_dump(mode="json")
    if case.voice:
        extra["voice"] = case.voice
    if case.cdn:
        extra["cdn"] = True
    if folder and case.artifact:
        extra["artifact"] = Path(os.path.relpath(case.artifact, folder.resolve() / case.domain)).as_posix()
        if case.entry:
            extra["entry"] = case.entry
    further = {name: value for name, value in {**case.fields, **fields}.items() if value not in (None, "", [])}
    return ImportedCase(case.id, case.brief, case.leaf, case.language, case.source, extra={**extra, **further})
