"""`pytest-cookie dataset classify-queries`: a model gives cases the interactivity class and topic of their briefs."""

import argparse
import csv
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.inert import inert_cell
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.pool_options import add_output
from pytest_cookie.dataset.construction.released_cases import rewrite_case
from pytest_cookie.dataset.importing.import_cases import write_cases
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.artifactsbench.case_fields import INTERACTIVITY_NAMES, PROTOCOL_NAME, OptionalFields
from pytest_cookie.protocols.artifactsbench.query_class import ClassifiedQuery, classify_queries
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import EXIT_CODES, add_model, open_clerks, report_undecided
from pytest_cookie.records.files import write_text

_CASES, _TABLE = "cases", "query_classes.csv"


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser(
        "classify-queries",
        help="give cases the interactivity class and topic of ArtifactsBench by a model",
        epilog=EXIT_CODES,
    )
    step.add_argument("cases", type=Path, metavar="CASES", help="YAML file of cases, or a folder")
    add_model(step, purpose="classifies the briefs")
    add_output(step, f"{_TABLE}, for review, and new case files")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    folder = options.out / _CASES
    if folder.exists():
        raise UsageError(f"{folder} exists; name another folder as --out")
    cases = load_cases(options.cases, extra=OptionalFields)
    lacking = [case for case in cases if not (case.fields.get("interactivity") and case.fields.get("topic"))]
    if not lacking:
        raise UsageError("every case has a class and a topic")
    with open_clerks(options, options.model, what="classified") as (clerk,):
        found = classify_queries(lacking, clerk)
    added = {
        one.case.id: {"interactivity": one.found.interactivity, "topic": one.found.topic, **_own(one)}
        for one in found
        if one.found
    }
    rewritten = [rewrite_case(case, added.get(case.id, {}), folder) for case in cases]
    write_cases(rewritten, folder, protocol=PROTOCOL_NAME)
    write_text(options.out / _TABLE, _table(found), durable=False)
    classes = Counter(one.found.interactivity for one in found if one.found)
    shown = ", ".join(f"{name} {classes[name]}" for name in INTERACTIVITY_NAMES)
    print(f"{count(classes.total(), 'brief')} classified: {shown}; for review: {options.out / _TABLE}")
    print(f"correct the cases in {folder}, then: pytest --cookie-protocol={PROTOCOL_NAME} --cookie-cases {folder} …")
    return report_undecided([f"{one.case.id}: {one.cause}" for one in found if one.cause])


def _own(one: ClassifiedQuery) -> dict[str, str]:
    """What the case says itself, which stays."""
    return {name: str(value) for name in ("interactivity", "topic") if (value := one.case.fields.get(name))}


def _table(found: Sequence[ClassifiedQuery]) -> str:
    target = io.StringIO()
    rows = csv.writer(target)
    rows.writerow(("case", "score", "interactivity", "topic", "reason", "query"))
    for one in found:
        if one.found:
            shown = one.found
            cells = (one.case.id, shown.score, shown.interactivity, shown.topic, shown.reason, one.case.brief)
            rows.writerow([inert_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return target.getvalue()
