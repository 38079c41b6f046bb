"""`pytest-cookie agree`: compares a run's judge with human ratings."""

import argparse
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.annotation.human_ratings_csv import add_scale, read_opinions
from pytest_cookie.annotation.webdevjudge import read_feasibility
from pytest_cookie.cli.command import WIDEST, write_outputs
from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import Record
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.human_rating import HumanRating
from pytest_cookie.records.people_answers import PeopleAnswers, write_people
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.agreement import agreement_lines, agreement_sentences, feasibility_lines
from pytest_cookie.stats.agreement import Place, agreement, place_of
from pytest_cookie.stats.bootstrap import Resampling
from pytest_cookie.stats.controls import PageSize
from pytest_cookie.stats.webdevjudge import feasibility_agreement


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    agree = commands.add_parser("agree", help="compare a judge with human ratings of the same artifacts")
    agree.add_argument("run", type=Path, help="run folder, or a .jsonl file of feasibility answers")
    agree.add_argument(
        "human", type=Path, help="CSV file of human scores or ranks, or a .jsonl file of human feasibility labels"
    )
    add_scale(agree)
    agree.add_argument(
        "--tie",
        type=float,
        default=0.0,
        metavar="POINTS",
        help="largest difference of the judge's scores that counts as a tie, in percent of a score's range: points of "
        "0 to 100 (default: 0)",
    )
    agree.add_argument(
        "--seed", type=int, default=0, metavar="N", help="random seed of the confidence intervals (default: 0)"
    )
    agree.add_argument("--json", type=Path, metavar="FILE", help="output file for the results as JSON")
    agree.add_argument(
        "--store",
        action="store_true",
        help="store the ratings in the run, and write its report with them beside the judge's scores",
    )
    agree.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    if options.run.suffix == ".jsonl":
        answers, labels = read_feasibility(options.run), read_feasibility(options.human)
        answered = feasibility_agreement(answers, labels, seed=options.seed)
        print("\n".join(feasibility_lines(answered)))
        write_outputs([(options.json, answered)])
        return
    run = RunFolder.open(options.run)
    records = _records(run)
    scores = run.scores_of(records)
    judge = _only_judge(records)
    opinions = read_opinions(options.human, options.scale, scores.ids)
    found = agreement(
        records,
        opinions,
        scores,
        scale=options.scale,
        tie=options.tie,
        resampling=Resampling(options.seed),
        sizes=_sizes(run, records, opinions),
    )
    if not found.scores:
        raise UsageError(f"no opinion in {options.human} is about an artifact that {options.run} has scored")
    print("\n".join(agreement_lines(found, judge, WIDEST)))
    write_outputs([(options.json, found)])
    if options.store:
        from pytest_cookie.reporting.site import write_site

        write_people(run, PeopleAnswers.of(opinions, options.scale, agreement_sentences(found, judge)))
        print(f"report: {write_site(run)}")


def _sizes(run: RunFolder, records: Sequence[Record], opinions: Sequence[HumanRating]) -> dict[Place, PageSize]:
    """How large the rated pages are. A page without evidence, as one that was never built, has no size."""
    from pytest_cookie.calibration.collect_results import read_size  # loads the browser's library

    rated = {(opinion.case, opinion.model) for opinion in opinions}
    sizes: dict[Place, PageSize] = {}
    for record in records:
        if (record.case, record.model) in rated:
            with contextlib.suppress(RecordingError):
                sizes[place_of(record)] = read_size(run.item(record.folder))
    return sizes


def _records(run: RunFolder) -> tuple[Record, ...]:
    for problem in run.problems():
        print(problem, file=sys.stderr)
    records = run.records()
    if not records:
        raise UsageError(f"{run.path} has no records; if it was stopped, first run: pytest-cookie report {run.path}")
    return records


def _only_judge(records: Sequence[Record]) -> str:
    """The judge of all records, or the first of several referees: its scores are those of the records."""
    judges = sorted({record.referees[0].judge if record.referees else record.judge for record in records})
    if len(judges) > 1:
        raise UsageError(
            f"the run has verdicts of several judges: {', '.join(judges)}; judge it with one: pytest-cookie judge"
        )
    return judges[0]
