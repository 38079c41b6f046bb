"""Functions that take a protocol's scores, with those of Cookie: for tests of everything else."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pytest_cookie.annotation import human_ratings_csv
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSpec
from pytest_cookie.dataset import sample
from pytest_cookie.dataset import validate as validating
from pytest_cookie.gate import GateDecision, GatePolicy, RunFacts, policy
from pytest_cookie.gate import decide as decide_on
from pytest_cookie.judging.rubric.dimensions import ITEMS_OF
from pytest_cookie.plugin import html_report
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.reporting import allure_item, attachments, leaderboard, spread, terminal, variance
from pytest_cookie.reporting.export import write
from pytest_cookie.reporting.export.tables import Table
from pytest_cookie.reporting.export.tables import records_table as table_of_records
from pytest_cookie.reporting.site.index import grid_data, index_view
from pytest_cookie.reporting.site.item import findings, navigation
from pytest_cookie.stats import aggregate as stats_aggregate
from pytest_cookie.stats import aggregates as stats_aggregates
from pytest_cookie.stats import agreement as agreeing
from pytest_cookie.stats import comparison
from pytest_cookie.stats.bootstrap import RESAMPLES, Resampling

TOTAL: ScoreSpec = COOKIE_SCORES.ranking


def leaderboards(records: Iterable[Record]):
    return leaderboard.leaderboards(records, COOKIE_SCORES)


def aggregate(records: Iterable[Record]):
    return stats_aggregate(records, COOKIE_SCORES)


def aggregates(records: Iterable[Record]):
    return stats_aggregates(records, COOKIE_SCORES)


def compare(a, b, **options):
    return comparison.compare(a, b, COOKIE_SCORES, **options)


def decide(records: Sequence[Record], baseline, rules: GatePolicy, *, seed: int = 0, **facts: object) -> GateDecision:
    return decide_on(records, baseline, rules, COOKIE_SCORES, facts=RunFacts(**facts), seed=seed)


def parse_policy(text: str, name: str) -> GatePolicy:
    return policy.parse_policy(text, name, COOKIE_SCORES)


def standard_policy(**options) -> GatePolicy:
    return policy.standard_policy(COOKIE_SCORES, **options)


def report_lines(records: Sequence[Record], width: int, **options) -> list[str]:
    return terminal.report_lines(records, width, COOKIE_SCORES, **options)


def item_lines(records: Sequence[Record], width: int) -> list[str]:
    return terminal.item_lines(records, width, COOKIE_SCORES)


def variances(run, records: Iterable[Record]):
    return variance.variances(run, records, COOKIE_SCORES)


def variance_rows(found, name: str = "total"):
    return variance.variance_rows(found, COOKIE_SCORES.get(name))


def variance_lines(found, width: int) -> list[str]:
    return variance.variance_lines(found, width, TOTAL)


def spread_lines(records: Sequence[Record], width: int) -> list[str]:
    return spread.spread_lines(records, width, COOKIE_SCORES)


def catalogue(blocks, boards) -> grid_data.GridData:
    return grid_data.catalogue(blocks, boards, COOKIE_SCORES)


def records_table(run: str, records: Iterable[Record]) -> Table:
    return table_of_records(run, records, COOKIE_SCORES)


def write_export(run: str, records: Sequence[Record], form: write.Format, output: Path):
    return write.write_export(run, records, COOKIE_SCORES, form, output)


def item_card(record: Record, run):
    return attachments.item_card(record, run, COOKIE_SCORES)


def failure_text(record: Record) -> str:
    return attachments.failure_text(record, COOKIE_SCORES)


def allure_parameters(record: Record):
    return allure_item.allure_parameters(record, COOKIE_SCORES)


def html_cells(record: Record, run) -> list[str]:
    return html_report.html_cells(record, run, COOKIE_SCORES)


def html_extras(record: Record, run, report: Path, *, is_alone: bool):
    return html_report.html_extras(record, run, COOKIE_SCORES, report, is_alone=is_alone)


def Query(members: Sequence[Record]) -> navigation.Query:  # noqa: N802 - replaces the class
    return navigation.Query(members, TOTAL)


def RunHead(title: str, facts, colophon: str = "") -> index_view.RunHead:  # noqa: N802 - replaces the class
    return index_view.RunHead(title, facts, COOKIE_SCORES, colophon)


def LinkTargets(files, steps: dict[int, int], has_film: bool) -> findings.LinkTargets:  # noqa: N802
    return findings.LinkTargets(files, steps, has_film, COOKIE_SCORES)


def read_opinions(path: Path, scale):
    return human_ratings_csv.read_opinions(path, scale, COOKIE_SCORES.ids)


def agreement(records: Iterable[Record], opinions, *, resamples: int = RESAMPLES, **options):
    return agreeing.agreement(records, opinions, COOKIE_SCORES, resampling=Resampling(0, resamples), **options)


def read_fault_list(folder: Path, shown: str):
    return sample.read_fault_list(folder, shown, ITEMS_OF)


def validate(path: Path | None):
    return validating.validate(path, ITEMS_OF)


COLUMNS = human_ratings_csv.columns_for(COOKIE_SCORES.ids)


def rescored(record: Record, changes: dict[str, object]) -> Record:
    """The record with changed fields; fields named like a score set that score."""
    scores = {name: value for name, value in changes.items() if name in COOKIE_SCORES.ids}
    others = {name: value for name, value in changes.items() if name not in scores}
    return record.model_copy(update=others | {"scores": record.scores | scores})
