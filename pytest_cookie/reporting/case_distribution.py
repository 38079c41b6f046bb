"""The distribution of cases as a terminal table: page type × domain × difficulty × language, and uncovered leaves."""

import textwrap
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from pytest_cookie.core.case import Case
from pytest_cookie.core.labels import DIFFICULTIES, LANGUAGES, PAGE_TYPES
from pytest_cookie.dataset.taxonomy import Leaf, taxonomy

_NONE = "·"
_GAP = "  "
_LABELS = (*DIFFICULTIES, *LANGUAGES)
_Row = tuple[str, list[str]]


def balance_lines(cases: Sequence[Case], width: int, *, leaves: bool = True) -> list[str]:
    """Cases by page type and domain, by page type and difficulty, and the leaves without a case, in `width` cells.

    With `leaves` the uncovered leaves are named, otherwise counted.
    """
    blocks: list[list[_Row]] = [
        [("", ["leaves", "cases", *_LABELS])],
        _domains(cases),
        _difficulties(cases),
        [("all", _cells(cases, taxonomy().leaves)), ("share", ["", "", *_shares(cases)])],
    ]
    rows = [row for block in blocks for row in block]
    name_width = max(len(name) for name, _ in rows)
    widths = [max(map(len, column)) for column in zip(*(cells for _, cells in rows), strict=True)]
    rule = "─" * (name_width + sum(len(_GAP) + each for each in widths))
    lines: list[str] = []
    for block in blocks:
        lines += [*(_line(row, name_width, widths) for row in block), rule]
    return [*lines, *_missing(cases, width, named=leaves)]


def _line(row: _Row, name_width: int, widths: Sequence[int]) -> str:
    name, cells = row
    return _GAP.join([name.ljust(name_width), *(cell.rjust(each) for cell, each in zip(cells, widths, strict=True))])


def _domains(cases: Sequence[Case]) -> list[_Row]:
    rows: list[_Row] = []
    for page_type in PAGE_TYPES:
        domains = [domain.slug for domain in taxonomy().domains if domain.page_type == page_type]
        rows.append((page_type, _group(cases, "page_type", page_type)))
        rows += [(f"  {domain}", _group(cases, "domain", domain)) for domain in domains]
    return rows


def _group(cases: Sequence[Case], label: Literal["page_type", "domain"], value: str) -> list[str]:
    leaves = [leaf for leaf in taxonomy().leaves if getattr(leaf, label) == value]
    return _cells([case for case in cases if getattr(case, label) == value], leaves)


def _difficulties(cases: Sequence[Case]) -> list[_Row]:
    rows: list[_Row] = []
    for page_type in PAGE_TYPES:
        for difficulty in DIFFICULTIES:
            own = [case for case in cases if (case.page_type, case.difficulty) == (page_type, difficulty)]
            rows.append((f"{page_type} {difficulty}", _cells(own, ())))
    return rows


def _cells(cases: Sequence[Case], leaves: Sequence[Leaf]) -> list[str]:
    covered = f"{len({case.leaf for case in cases})}/{len(leaves)}" if leaves else ""
    return [covered, str(len(cases)), *(str(count) if count else _NONE for count in _counts(cases))]


def _counts(cases: Sequence[Case]) -> list[int]:
    counts = Counter(label for case in cases for label in (case.difficulty, case.language))
    return [counts[label] for label in _LABELS]


def _shares(cases: Sequence[Case]) -> list[str]:
    return [f"{count / len(cases):.0%}" if cases else "" for count in _counts(cases)]


def _missing(cases: Sequence[Case], width: int, *, named: bool) -> list[str]:
    covered = {case.leaf for case in cases}
    missing = [leaf for leaf in taxonomy().leaves if leaf.slug not in covered]
    if not missing:
        return [f"All {len(taxonomy().leaves)} leaves have a case."]
    count = "1 leaf has no case" if len(missing) == 1 else f"{len(missing)} leaves have no case"
    if not named:
        return [f"{count}; --list names all cases and the uncovered leaves"]
    lines = [f"{count}:"]
    for domain in taxonomy().domains:
        if slugs := [leaf.slug for leaf in missing if leaf.domain == domain.slug]:
            text = f"{domain.slug}: {', '.join(slugs)}"
            lines += textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    return lines
