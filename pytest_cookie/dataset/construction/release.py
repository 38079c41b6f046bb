"""A versioned release of a benchmark: case files to run, and datasheet, data, canary and checksums for publication."""

import hashlib
import json
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.inner_path import leads_out
from pytest_cookie.core.labels import DIFFICULTIES, LANGUAGES, PAGE_TYPES, VOICES, slug
from pytest_cookie.dataset.builtin import BENCHMARK_SETS
from pytest_cookie.dataset.construction.bar_chart import draw_bars
from pytest_cookie.dataset.construction.measures import count_bins, count_words, measure_likeness, measure_sentences
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.importing.import_cases import write_cases
from pytest_cookie.dataset.importing.imported_case import ImportedCase
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.records.files import write_bytes, write_text
from pytest_cookie.records.plain_tree import read_bounded, read_bounded_text

CHECKSUMS = "SHA256SUMS"
CASES = "cases"
"""The folder for `pytest --cookie-cases`."""
_IN_ROWS = ("tier", "checklist")
"""Fields of cases that the data have, too; a checklist as JSON."""
_OTHER = {"brief": "other_brief"}
"""New names of labels that are columns of a release."""
_CANARY = uuid.UUID("6f1d3a52-7c0e-5d1b-9c39-2f4b8a6e0d17")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))
_WORDS = (20, 40, 60, 90, 120, 160, 200, 250, 350)
_SENTENCES = (6, 10, 14, 18, 22, 30)
_COSINES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85)


@dataclass(frozen=True)
class Release:
    """What a release is called. `version` reads 1.2.0."""

    name: str
    version: str
    license: str = "other"

    @property
    def canary(self) -> str:
        """A string that occurs nowhere else, the same in all versions: filter training data by it."""
        return f"BENCHMARK DATA, NOT FOR TRAINING. canary {uuid.uuid5(_CANARY, self.name)}"


Bars = Sequence[tuple[str, int]]


def describe_pool(queries: Sequence[Query]) -> dict[str, tuple[str, Bars]]:
    """The distributions of the datasheet: file name → title and bars. Labels that no query has are left out."""
    charts: dict[str, tuple[str, Bars]] = {}
    orders: dict[str, Sequence[str]] = {
        "page_type": PAGE_TYPES,
        "domain": [domain.slug for domain in taxonomy().domains],
        "leaf": [leaf.slug for leaf in taxonomy().leaves],
        "difficulty": DIFFICULTIES,
        "language": LANGUAGES,
        "voice": VOICES,
        "register": (),
        "source": (),
    }
    for label, order in orders.items():
        counts = Counter(value for query in queries if (value := query.labels.get(label)))
        if counts:
            names = [*(name for name in order if counts[name]), *sorted(counts.keys() - set(order))]
            charts[label] = (label.replace("_", " ").capitalize(), [(name, counts[name]) for name in names])
    texts = [query.text for query in queries]
    lengths, sentences = [float(count_words(text)) for text in texts], [measure_sentences(text) for text in texts]
    charts["length"] = ("Length in words (two ideograms count as one)", count_bins(lengths, _WORDS))
    charts["readability"] = ("Words of a sentence, mean of a brief", count_bins(sentences, _SENTENCES))
    charts["likeness"] = ("Cosine with the nearest other brief", count_bins(measure_likeness(texts), _COSINES))
    return charts


def write_release(
    queries: Sequence[Query], cases: Sequence[ImportedCase], release: Release, folder: Path, *, protocol: str = ""
) -> list[Path]:
    """Write `cases/`, `README.md`, `plots/`, `data/test.parquet` and `.jsonl`, `release.json` and `SHA256SUMS`.

    Beside the whole, `data/` has a file for each language, voice and set if there are several, which the card names as
    configurations. `cases` has the case of each query, whose id the data have; `protocol` is that of their further
    fields. Raises `UsageError` if the folder has another release, or without the extras `dataset` and `parquet`.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file; a release gets a folder of its own")
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty; a release gets a folder of its own")
    charts = describe_pool(queries)
    rows = [
        {"id": case.id, "brief": query.text}
        | {_OTHER.get(name, name): value for name, value in query.labels.items()}
        | {name: _cell(case.extra[name]) for name in _IN_ROWS if name in case.extra}
        | {"canary": release.canary}
        for query, case in zip(queries, cases, strict=True)
    ]
    names = list(dict.fromkeys(name for row in rows for name in row))
    rows = [{name: row.get(name, "") for name in names} for row in rows]
    files = {f"plots/{name}.svg": draw_bars(title, bars).encode() for name, (title, bars) in charts.items()}
    configs = _configs(rows)
    files |= {path: _to_parquet(some) for path, some in configs.values()}
    files["data/test.jsonl"] = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    paths = {name: path for name, (path, _) in configs.items()}
    files["README.md"] = _datasheet(queries, release, charts, paths).encode()
    about = {"name": release.name, "version": release.version, "queries": len(queries), "canary": release.canary}
    files["release.json"] = (json.dumps(about, indent=1) + "\n").encode()
    for name, content in files.items():
        write_bytes(folder / name, content)
    for path in write_cases(cases, folder / CASES, protocol=protocol):
        files[path.relative_to(folder).as_posix()] = read_bounded(path)
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items()))
    write_text(folder / CHECKSUMS, sums)
    return [folder / name for name in (*files, CHECKSUMS)]


def verify_release(folder: Path) -> list[str]:
    """The files of a release that are missing or changed. Raises `UsageError` without checksums."""
    try:
        lines = read_bounded_text(folder / CHECKSUMS).splitlines()
    except OSError as error:
        raise UsageError(f"{folder} has no {CHECKSUMS}, so it is not a release") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{folder / CHECKSUMS} is not text; get the release again") from error
    if not lines:
        raise UsageError(f"{folder / CHECKSUMS} is empty, so the release cannot be verified; get it again")
    problems = []
    for line in lines:
        digest, _, name = line.partition("  ")
        path = folder / name
        if not name or leads_out(name):
            problems.append(f"{line[:100]!r} names no file of the release")
        elif not path.is_file():
            problems.append(f"{name} is missing")
        elif _digest_of(path) != digest:
            problems.append(f"{name} was changed")
    return problems


def _cell(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _configs(rows: Sequence[dict[str, str]]) -> dict[str, tuple[str, Sequence[dict[str, str]]]]:
    """The configurations of the card: name → path and rows. A set holds the smaller ones, as `--cookie-set` does."""
    found: dict[str, Sequence[dict[str, str]]] = {"default": rows}
    for label in ("language", "voice"):
        values = sorted({row[label] for row in rows if row.get(label)})
        if len({row.get(label) for row in rows}) > 1:
            found |= {f"{label}-{slug(value)}": [row for row in rows if row[label] == value] for value in values}
    for number, name in enumerate(BENCHMARK_SETS[:-1], start=1):
        if some := [row for row in rows if row.get("set") in BENCHMARK_SETS[:number]]:
            found[f"set-{name}"] = some
    return {
        name: ("data/test.parquet" if name == "default" else f"data/{name}/test.parquet", some)
        for name, some in found.items()
    }


def _to_parquet(rows: Sequence[dict[str, str]]) -> bytes:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise UsageError("releases need pyarrow: pip install 'pytest-cookie[parquet]'") from error
    stream = BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), stream)
    return stream.getvalue()


def _datasheet(
    queries: Sequence[Query], release: Release, charts: dict[str, tuple[str, Bars]], configs: dict[str, str]
) -> str:
    """The card: front matter as https://huggingface.co/docs/hub/datasets-cards describes it, then the distributions."""
    languages = sorted({language for query in queries if (language := query.labels.get("language"))})
    size = next((name for most, name in _SIZES if len(queries) < most), "n>100K")
    front = ["---", f"license: {release.license}", "language:", *(f"- {name}" for name in languages)]
    front += ["size_categories:", f"- {size}", f"pretty_name: {json.dumps(release.name)}"]
    front += ["task_categories:", "- text-generation", "tags:", "- web", "- code", "- benchmark", "configs:"]
    for name, path in configs.items():
        front += [f"- config_name: {name}", *(["  default: true"] if name == "default" else []), "  data_files:"]
        front += ["  - split: test", f"    path: {path}"]
    front.append("---")
    lines = [*front, "", f"# {release.name} {release.version}", "", f"`{release.canary}`", ""]
    lines += [
        f"{len(queries):,} briefs for web pages. Each row has the brief and its labels. There are no reference "
        "solutions: an artifact is scored by using it in a browser.",
        "",
        f"Evaluate a model on them: `pytest --cookie-cases {CASES} --model=MODEL`, with the package pytest-cookie.",
        "",
        "Do not train on this data. Every row carries the canary, so that filters find it. "
        f"`{CHECKSUMS}` has the checksum of every file.",
        "",
    ]
    for name, (title, bars) in charts.items():
        lines += [f"## {title}", "", f"![{title}](plots/{name}.svg)", "", "| | briefs | share |", "|---|---:|---:|"]
        whole = sum(number for _, number in bars) or 1
        lines += [f"| {label.replace('|', '∣')} | {number:,} | {number / whole:.1%} |" for label, number in bars]
        lines.append("")
    return "\n".join(lines)


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
