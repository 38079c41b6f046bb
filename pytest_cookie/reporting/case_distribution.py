"""The distribution of cases as a terminal table: page type × domain × difficulty × language, and uncovered leaves."""

import textwrap
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Literal

from pytest_cookie.core.case import Case
from pytest_cookie.core.labels import DIFFICULTIES, LANGUAGES, PAGE_TYPES
from pytest_cookie.core.slices import CaseLabels, SliceSpec
from pytest_cookie.dataset.taxonomy import Leaf, taxonomy
from pytest_cookie.reporting.text.terminal_cells import GAP, table_row

_NONE = "·"
_LABELS = (*DIFFICULTIES, *LANGUAGES)


def balance_lines(cases: Sequence[Case], width: int, *, leaves: bool = True) -> list[str]:
    """Cases by page type and domain, by page type and difficulty, and the leaves without a case, in `width` cells.

    With `leaves` the uncovered leaves are named, otherwise counted.
    """
    blocks = [
        [["", "leaves", "cases", *_LABELS]],
        _domains(cases),
        _difficulties(cases),
        [["all", *_cells(cases, taxonomy().leaves)], ["share", "", "", *_shares(cases)]],
    ]
    widths = [max(map(len, column)) for column in zip(*(row for block in blocks for row in block), strict=True)]
    rule = "─" * (sum(widths) + len(GAP) * (len(widths) - 1))
    lines: list[str] = []
    for block in blocks:
        lines += [*(table_row(row, widths) for row in block), rule]
    return [*lines, *_missing(cases, width, named=leaves)]


def label_lines(labels: Sequence[CaseLabels], specs: Sequence[SliceSpec], width: int) -> list[str]:
    """How many cases, or parts of cases, have each value of the labels that a protocol declares, most frequent first.

    A part may have several values (Interaction2Code, Table 3).
    """
    lines: list[str] = []
    for spec in specs:
        parts = [part.slices.get(spec.id, ()) for found in labels for part in found.parts]
        values = (
            [value for several in parts for value in several]
            if spec.part
            else [value for found in labels if (value := found.slices.get(spec.id))]
        )
        if values:
            of = f"{spec.label} of {len(parts)} {spec.part}" if spec.part else spec.label
            listed = ", ".join(f"{value} {number}" for value, number in Counter(values).most_common())
            lines += textwrap.wrap(f"{of}: {listed}", width, subsequent_indent="  ", break_on_hyphens=False)
    return lines


def _domains(cases: Sequence[Case]) -> list[list[str]]:
    rows: list[list[str]] = []
    for page_type in PAGE_TYPES:
        domains = [domain.slug for domain in taxonomy().domains if domain.page_type == page_type]
        rows.append([page_type, *_group(cases, "page_type", page_type)])
        rows += [[f"  {domain}", *_group(cases, "domain", domain)] for domain in domains]
    return rows


def _group(cases: Sequence[Case], label: Literal["page_type", "domain"], value: str) -> list[str]:
    leaves = [leaf for leaf in taxonomy().leaves if getattr(leaf, label) == value]
    return _cells([case for case in cases if getattr(case, label) == value], leaves)


def _difficulties(cases: Sequence[Case]) -> list[list[str]]:
    rows: list[list[str]] = []
    for page_type, difficulty in product(PAGE_TYPES, DIFFICULTIES):
        own = [case for case in cases if (case.page_type, case.difficulty) == (page_type, difficulty)]
        rows.append([f"{page_type} {difficulty}", *_cells(own, ())])
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
    uncovered = "1 leaf has no case" if len(missing) == 1 else f"{len(missing)} leaves have no case"
    if not named:
        return [f"{uncovered}; --list names all cases and the uncovered leaves"]
    lines = [f"{uncovered}:"]
    for domain in taxonomy().domains:
        if slugs := [leaf.slug for leaf in missing if leaf.domain == domain.slug]:
            text = f"{domain.slug}: {', '.join(slugs)}"
            lines += textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    return lines
