"""`pytest-cookie dataset admit`: a model judges whether queries are admissible."""

import argparse
from collections import Counter
from collections.abc import Sequence

from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.admit import AXES, PROBE, Admission, admit, select_candidates, write_admissions
from pytest_cookie.dataset.construction.pool_options import add_output, add_pool, describe_bar, read_queries
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import EXIT_CODES, add_model, open_clerks, report_undecided

_DECISIONS = {"admitted": "admitted", "people": "for people", "rejected": "rejected", "undecided": "undecided"}


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("admit", help="judge by a model whether queries are admissible", epilog=EXIT_CODES)
    add_pool(step)
    add_model(step, purpose="judges the queries")
    step.add_argument("--second-model", metavar="MODEL", help="model that judges some of the admitted queries again")
    step.add_argument(
        "--probe", type=float, default=PROBE, metavar="SHARE", help=f"share of these, 0 to 1 (default: {PROBE})"
    )
    step.add_argument("--seed", type=int, default=0, help="seed of their choice (default: 0)")
    step.add_argument(
        "--separately", action="store_true", help="ask about each axis in a call of its own, at seven times the calls"
    )
    add_output(step, "admissions.csv and candidates.csv")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    queries = read_queries(options)
    models = [options.model, *([options.second_model] if options.second_model else [])]
    with open_clerks(options, *models, what="judged") as clerks:
        found = admit(
            queries,
            clerks[0],
            separately=options.separately,
            second=clerks[1] if len(clerks) > 1 else None,
            probe=options.probe,
            seed=options.seed,
        )
        write_admissions(found, options.out / "admissions.csv")
        write_admissions(select_candidates(found), options.out / "candidates.csv")
        print("\n".join(_summary(found)))
    print(f"written: {options.out / 'admissions.csv'}")
    print(f"admitted or for people: {options.out / 'candidates.csv'}")
    is_short = any(each.decision == "undecided" for each in found)
    return report_undecided(
        [each.cause for each in found if each.cause],
        absent_from=options.out / "candidates.csv" if is_short else None,
    )


def _summary(found: Sequence[Admission]) -> list[str]:
    decisions: Counter[str] = Counter(each.decision for each in found)
    lines = [count(len(found), "query", "queries")]
    lines += [describe_bar(words, decisions[name], len(found)) for name, words in _DECISIONS.items() if decisions[name]]
    failed = Counter(axis for each in found if each.verdicts for axis in each.verdicts.failed)
    if failed:
        lines += [
            "",
            "failed axes:",
            *(f"  {failed[axis]:>8,}  {axis.replace('_', ' ')}" for axis in AXES if failed[axis]),
        ]
    if probed := [each for each in found if each.probe]:
        agree = sum(not each.probe.failed for each in probed if each.probe)
        lines.append(f"second model: admits {agree} of {len(probed)} again; the others go to people")
    return lines
