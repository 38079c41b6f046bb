"""Pools of raw queries: CSV and JSON lines in, CSV out. Chat logs are merged into one query."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.dataset.importing.artifactsbench import read_tasks
from pytest_cookie.dataset.importing.imported_case import ImportedCase
from pytest_cookie.dataset.importing.json_lines import read_lines
from pytest_cookie.dataset.importing.recognize import holds_tasks
from pytest_cookie.dataset.problem import CaseProblem
from pytest_cookie.dataset.taxonomy import Leaf, taxonomy
from pytest_cookie.language import recognize_language
from pytest_cookie.records.csv_table import read_named_cells
from pytest_cookie.records.files import write_text

MAX_FILE_BYTES = 500_000_000
MAX_QUERY_CHARACTERS = 100_000
_TEXT_COLUMNS = ("query", "brief", "prompt", "question", "text", "instruction")
_MESSAGES = ("messages", "conversation", "turns")
_OTHER = {"query": "other_query"}
"""New names of labels that would be taken for the text where a pool is read again."""


@dataclass(frozen=True)
class Query:
    """A raw query. `id` is unique in its pool; `labels` are its other columns."""

    id: str
    text: str
    labels: dict[str, str] = field(default_factory=dict)


def read_pool(path: Path, *, column: str | None = None) -> list[Query]:
    """The queries of a CSV file (`csv_table`) or JSON lines, in order. Without an `id`, a query gets its number from 1.

    `column` names the query's text; by default one of the usual names is taken. A JSON line may have a list of chat
    messages instead; those of the user become one query. Raises `UsageError` with file and line.
    """
    if path.suffix not in (".jsonl", ".ndjson"):
        return _to_queries(read_named_cells(path, MAX_FILE_BYTES), path, column)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise UsageError(f"{path}: is larger than {MAX_FILE_BYTES // 1_000_000} MB; split it")
        return _read_tasks(path) or _to_queries(_read_json_lines(path), path, column)
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8 text; save it as UTF-8") from error
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error


def _read_tasks(path: Path) -> list[Query]:
    """The tasks of ArtifactsBench with the ids and labels that `cases import` gives them; empty for another file."""
    if not holds_tasks(path):
        return []
    found = read_tasks(path)
    if found.problems:
        raise UsageError(str(found.problems[0]))
    return [
        Query(
            case.id, case.brief, {"leaf": case.leaf, "language": case.language, "source": case.source, **_topic(case)}
        )
        for case in found.cases
    ]


def _topic(case: ImportedCase) -> dict[str, str]:
    return {name: str(case.extra[name]) for name in ("topic", "tier") if name in case.extra}


def _read_json_lines(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    problems: list[CaseProblem] = []
    for line in read_lines(path, problems):
        if problems:
            break
        yield line.number, _flatten(line.value)
    if problems:
        raise UsageError(str(problems[0]))


def _flatten(row: Mapping[str, object]) -> dict[str, str]:
    flat = {name: value for name, value in row.items() if isinstance(value, str)}
    flat |= {name: json.dumps(value) for name, value in row.items() if isinstance(value, int | float | bool)}
    merged = (merge_turns(turns) for name in _MESSAGES if isinstance(turns := row.get(name), list))
    if query := next(filter(None, merged), ""):
        flat = {"query": query, **flat}
    return {_whole(name): _whole(value) for name, value in flat.items()}


def _whole(text: str) -> str:
    """The text without halves of characters, which a cut-off JSON text may have and no file can hold."""
    return text.encode(errors="replace").decode()


def merge_turns(turns: Sequence[object]) -> str:
    """What the user wrote in a conversation, as one text: one paragraph for each turn."""
    said = [
        _text_of(turn.get("content"))
        for turn in turns
        if isinstance(turn, dict) and turn.get("role") in ("user", "human")
    ]
    return "\n\n".join(text.strip() for text in said if text.strip())


def _text_of(content: object) -> str:
    """The text of a message: itself, or its parts of text; pictures are left out."""
    if isinstance(content, list):
        parts = (part.get("text") if isinstance(part, dict) else part for part in content)
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _to_queries(rows: Iterable[tuple[int, dict[str, str]]], path: Path, column: str | None) -> list[Query]:
    queries: list[Query] = []
    seen: dict[str, int] = {}
    for line, row in rows:
        name = column or next((each for each in _TEXT_COLUMNS if each in row), None)
        if name is None or name not in row:
            has = f"; it has {', '.join(row)}"
            known = did_you_mean(column, list(row)) or has if column else f"{has}: name one of them with --column"
            raise UsageError(f"{path}:{line}: no column {column or 'with the query'}{known}")
        text = row[name].strip()
        if not text:
            continue
        if len(text) > MAX_QUERY_CHARACTERS:
            raise UsageError(f"{path}:{line}: has {len(text):,} characters; the maximum is {MAX_QUERY_CHARACTERS:,}")
        query_id = row.get("id", "").strip() or str(len(queries) + 1)
        if query_id in seen:
            raise UsageError(f"{path}:{line}: the id {query_id!r} is already that of line {seen[query_id]}")
        seen[query_id] = line
        labels = {_OTHER.get(label, label): value for label, value in row.items() if label not in (name, "id")}
        queries.append(Query(query_id, text, labels))
    if not queries:
        raise UsageError(f"{path}: has no queries")
    return queries


def unite_pools(pools: Sequence[tuple[str, Sequence[Query]]]) -> list[Query]:
    """All queries, with the name of their pool as `source` unless they have one. Equal ids get that name in front."""
    numbers = Counter(query.id for _, queries in pools for query in queries)
    united = [
        Query(query.id if numbers[query.id] == 1 else f"{name}-{query.id}", query.text, {"source": name} | query.labels)
        for name, queries in pools
        for query in queries
    ]
    if repeated := [each for each, number in Counter(query.id for query in united).items() if number > 1]:
        raise UsageError(f"two files of one name have the id {repeated[0]!r}; rename one of them")
    return united


def name_languages(queries: Sequence[Query]) -> list[Query]:
    """The queries with a label `language`: their own, or the detected one, "" if it is uncertain."""
    return [
        query
        if query.labels.get("language")
        else Query(query.id, query.text, query.labels | {"language": recognize_language(query.text) or ""})
        for query in queries
    ]


def find_leaf(query: Query, slug: str) -> Leaf:
    """The leaf with this slug. Raises `UsageError` that names the query."""
    try:
        return taxonomy().leaf(slug)
    except UsageError as error:
        raise UsageError(f"query {query.id}: {error}") from error


def write_pool(queries: Sequence[Query], path: Path) -> None:
    """Write the queries with all their labels as CSV."""
    labels = list(dict.fromkeys(label for query in queries for label in query.labels))
    rows = ([query.id, query.text, *(query.labels.get(label, "") for label in labels)] for query in queries)
    write_table(path, ["id", "query", *labels], rows)


def write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV file at once. Texts are written as they are, so that they can be read back."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    write_text(path, text.getvalue())
