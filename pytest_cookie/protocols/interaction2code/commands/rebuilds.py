"""`pytest-cookie rebuilds`: rates from people's labels of rebuilt interactions; means of runs and published ones."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.contract.commands import Commands

if TYPE_CHECKING:
    from pytest_cookie.protocols.interaction2code.human.published import OwnMeans
    from pytest_cookie.records.run import RunFolder

_TAGS, _VISUAL = "tags", "visual"


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    rebuilds = commands.add_parser(
        "rebuilds",
        help="Interaction2Code: rates from people's labels; means by prompt and modality of runs",
    )
    rebuilds.add_argument("--labels", type=Path, metavar="PATH", help="CSV of labels, or a folder of published JSON")
    rebuilds.add_argument(
        "--cases", type=Path, metavar="PATH", help="the cases of the labels, for rates by category and visual saliency"
    )
    rebuilds.add_argument(
        "--baseline",
        nargs=2,
        default=("gemini", "direct"),
        metavar=("MODEL", "PROMPT"),
        help="whose rebuilds people compared the others with, for the noise ceiling (default: gemini direct)",
    )
    rebuilds.add_argument("--published", type=Path, metavar="FILE", help="CSV of published means")
    rebuilds.add_argument(
        "--run",
        type=Path,
        nargs="+",
        metavar="RUN",
        help="run folder, whose means are listed by prompt and modality; beside --published, also in its report; "
        "repeatable",
    )
    rebuilds.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> RunFolder | None:
    if not (options.labels or options.published or options.run):
        raise UsageError("name --labels, --published or --run")
    if options.labels:
        print("\n".join(_label_lines(options.labels, options.cases, (options.baseline[0], options.baseline[1]))))
    if not (options.published or options.run):
        return None
    runs = [_open(path) for path in options.run or ()]
    print("\n".join(_published_lines(options.published, runs)))
    return runs[0] if options.published and len(runs) == 1 else None


def _label_lines(path: Path, cases: Path | None, baseline: tuple[str, str]) -> Iterator[str]:
    from pytest_cookie.protocols.interaction2code.human.case_groups import read_case_groups
    from pytest_cookie.protocols.interaction2code.human.labels import read_labels
    from pytest_cookie.protocols.interaction2code.human.rates import (
        GroupsOf,
        by_category,
        by_failure,
        by_saliency,
        by_scheme,
        compute_ceiling,
        compute_rates,
    )

    labels = read_labels(path)
    groupings: dict[str, GroupsOf] = {"model and prompt": by_scheme, "failure": by_failure}
    if cases:
        known = read_case_groups(cases)
        groupings |= {
            "tag category": by_category(known.interactions, _TAGS),
            "visual category": by_category(known.interactions, _VISUAL),
            "visual saliency": by_saliency(known.saliency),
        }
    for title, groups_of in groupings.items():
        yield f"by {title:<30} usable        win    tie   lose"
        for name, rates in compute_rates(labels, groups_of).items():
            shares = (rates.share("win"), rates.share("tie"), rates.share("lose"))
            usable = f"{_percent(rates.usability)} of {rates.judged:<5,}"
            yield f"  {name:<30} {usable} {' '.join(map(_percent, shares))}"
        yield ""
    schemes = {(label.model, label.prompt) for label in labels}
    if baseline not in schemes:
        have = ", ".join(f"{model} {prompt}" for model, prompt in sorted(schemes))
        yield f"no noise ceiling: no label is of the baseline {' '.join(baseline)}; name one with --baseline: {have}"
        return
    ceiling = compute_ceiling(labels, baseline)
    yield (
        f"noise ceiling: of {ceiling.compared:,} pairs with the baseline {' '.join(baseline)} that differ in usability "
        "and are no tie, people preferred the "
        f"usable one in {ceiling.agree:,} ({_percent(ceiling.share).strip()})"
    )


def _published_lines(path: Path | None, runs: Sequence[RunFolder]) -> Iterator[str]:
    """The table; published means are also kept in the run folders for their reports."""
    from pytest_cookie.protocols.interaction2code.human.beside_run import store_published
    from pytest_cookie.protocols.interaction2code.human.published import comparison_rows, read_published_means

    published = read_published_means(path) if path else ()
    rows = comparison_rows(published, [row for run in runs for row in _own_means(run)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    if path and runs:
        yield "comparable only for the same pages, compared as published, with OCR and the same CLIP weights"
        for run in runs:
            store_published(run, path, published)


def _open(folder: Path) -> RunFolder:
    from pytest_cookie.records.run import RunFolder

    return RunFolder.open(folder)


def _own_means(run: RunFolder) -> Sequence[OwnMeans]:
    from pytest_cookie.protocols.interaction2code.human.beside_run import compute_own_means

    means = compute_own_means(run, run.records())
    if not means:
        raise UsageError(f"{run.path} has no scored item of interaction2code")
    return means


def _percent(share: float | None) -> str:
    return "     –" if share is None else f"{share:6.1%}"
