"""`pytest-cookie dataset tiers`: difficulty after the fact, by the scores of many models."""

import argparse
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import TIERS
from pytest_cookie.core.parsing import parse_number
from pytest_cookie.core.score import score_of
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.pool import MAX_FILE_BYTES, write_table
from pytest_cookie.dataset.construction.pool_options import add_output, describe_bar
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.csv_table import read_named_cells
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.tiers import SHARES, TierStability, assign_tiers, leave_family_out

_Scores = dict[str, dict[str, float]]
_FEW_MODELS = 5
_MAX_NAMED = 5


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("tiers", help="divide tasks into easy, medium and hard by the scores of models")
    step.add_argument(
        "scores", type=Path, nargs="+", help="run folders, or CSV files with the columns model, task and score"
    )
    step.add_argument(
        "--families",
        type=Path,
        metavar="CSV",
        help="table with the columns model and family (default: the first word of the model's name)",
    )
    step.add_argument(
        "--shares", default=",".join(f"{share:g}" for share in SHARES), metavar="E,M,H",
        help="shares of easy, medium and hard tasks (default: 0.3,0.4,0.3)",
    )  # fmt: skip
    add_output(step, "tiers.csv")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    scores = read_scores(options.scores)
    families = _families(options.families) if options.families else {model: first_word(model) for model in scores}
    try:
        shares = [float(part) for part in options.shares.split(",")]
        tiers = assign_tiers(scores, shares)
        stability = leave_family_out(scores, families, shares)
    except ValueError as error:
        raise UsageError(f"--shares={options.shares}: {error}") from error
    means = {task: fmean(of[task] for of in scores.values() if task in of) for task in tiers}
    rows = ((task, f"{means[task]:.2f}", tiers[task]) for task in sorted(tiers, key=lambda task: (-means[task], task)))
    write_table(options.out / "tiers.csv", ["id", "mean", "tier"], rows)
    numbers = Counter(tiers.values())
    print(f"{count(len(tiers), 'task')} by {count(len(scores), 'model')}")
    print("\n".join(describe_bar(tier, numbers[tier], len(tiers)) for tier in TIERS))
    if len(scores) < _FEW_MODELS:
        print(f"with only {count(len(scores), 'model')}, tiers say as much about the models as about the tasks")
    print("without one family of models:")
    print("\n".join(_line(result) for result in stability) or "  no other family remains")
    print(f"written: {options.out / 'tiers.csv'}")


def _line(found: TierStability) -> str:
    kappa = "κ –" if found.kappa is None else f"κ {found.kappa:.2f}"
    named = ", ".join(found.far_moved[:_MAX_NAMED]) + (" …" if len(found.far_moved) > _MAX_NAMED else "")
    far = f"; from easy to hard or back: {named}" if named else ""
    kept = f"{100 * found.unchanged:.0f} % keep their tier"
    return f"  {found.family}: {kept}, {kappa}, by {count(found.models, 'model')}{far}"


def first_word(model: str) -> str:
    """`openai/gpt-5-mini` → `gpt`."""
    name = model.rpartition("/")[2]
    letters = next((at for at, letter in enumerate(name) if not letter.isalpha()), len(name))
    return name[:letters].lower() or name


def read_scores(paths: list[Path]) -> _Scores:
    """The mean score by model and task, higher is better. Failed items have the worst, unscored ones are left out.

    Raises `UsageError` with file and line.
    """
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for path in paths:
        for model, task, score in _of_run(path) if path.is_dir() else _of_table(path):
            found[model][task].append(score)
    if not found:
        raise UsageError("there are no scores in what was named")
    return {model: {task: fmean(values) for task, values in tasks.items()} for model, tasks in found.items()}


def _of_run(path: Path) -> list[tuple[str, str, float]]:
    run = RunFolder.open(path)
    records = run.records()
    ranking = run.scores_of(records).ranking
    values = ((record, score_of(record, ranking)) for record in records)
    return [(record.model, record.case, ranking.sign * value) for record, value in values if value is not None]


def _of_table(path: Path) -> list[tuple[str, str, float]]:
    rows: list[tuple[str, str, float]] = []
    for line, row in read_named_cells(path, MAX_FILE_BYTES, ("model", "task", "score")):
        number = parse_number(row["score"])
        if number is None:
            raise UsageError(f"{path}:{line}: score: must be a number, not {row['score']!r}")
        rows.append((row["model"], row["task"], number))
    return rows


def _families(path: Path) -> dict[str, str]:
    return {row["model"]: row["family"] for _, row in read_named_cells(path, MAX_FILE_BYTES, ("model", "family"))}
