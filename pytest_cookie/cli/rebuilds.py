"""`pytest-cookie rebuilds`: rates from people's labels of rebuilt interactions; published means beside a run's."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pytest_cookie.cli.command import Commands
from pytest_cookie.core.errors import UsageError

_TAGS, _VISUAL = "tags", "visual"


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    rebuilds = commands.add_parser(
        "rebuilds", help="Interaction2Code: rates from people's labels; published means beside those of a run"
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
    rebuilds.add_argument("--run", type=Path, metavar="RUN", help="run folder, whose means are listed beside them")
    rebuilds.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    if not options.labels and not options.published:
        raise UsageError("name --labels, --published or both")
    if options.labels:
        print("\n".join(_label_lines(options.labels, options.cases, (options.baseline[0], options.baseline[1]))))
    if options.published:
        print("\n".join(_published_lines(options.published, options.run)))


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


def _published_lines(path: Path, run: Path | None) -> Iterator[str]:
    from pytest_cookie.protocols.interaction2code.human.published import comparison_rows, read_published_means

    own = _own_means(run) if run else {}
    rows = comparison_rows(read_published_means(path), own)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    if own:
        yield "comparable only for the same pages, compared as published and with the same CLIP weights"


def _own_means(path: Path) -> Mapping[str, Mapping[str, float | None]]:
    """Means over interactions, by model. Failed items count with zeros."""
    from pytest_cookie.records.run import RunFolder

    run = RunFolder.open(path)
    sums: dict[str, dict[str, list[tuple[float, int]]]] = {}
    for record in run.records():
        if record.protocol != "interaction2code" or record.outcome == "unscored":
            continue
        interactions = run.item(record.folder).read_case().fields.get("interactions")
        weight = len(interactions) if isinstance(interactions, list) else 1
        for name, value in record.scores.items():
            if value is not None:
                sums.setdefault(record.model, {}).setdefault(name, []).append((value, weight))
    if not sums:
        raise UsageError(f"{path} has no scored item of interaction2code")
    return {model: {name: _mean(values) for name, values in scores.items()} for model, scores in sums.items()}


def _mean(values: Sequence[tuple[float, int]]) -> float:
    return sum(value * weight for value, weight in values) / sum(weight for _, weight in values)


def _percent(share: float | None) -> str:
    return "     –" if share is None else f"{share:6.1%}"
