"""What the index page shows: leaderboards, then a row a case with its items side by side."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.calibration import judge_notes
from pytest_cookie.reporting.expense import total_of, usage
from pytest_cookie.reporting.item_files import ITEM_PAGE, Picture, files_of, href_between
from pytest_cookie.reporting.leaderboard import Leaderboard, leaderboards
from pytest_cookie.reporting.quantities import money
from pytest_cookie.reporting.terminal import by_severity, why


@dataclass(frozen=True)
class ItemCell:
    """One item in its case's row. `defects` reads `1 critical, 2 minor`, `worst` is the gravest finding's title."""

    record: Record
    name: str
    href: str
    picture: Picture | None
    defects: str
    worst: str


@dataclass(frozen=True)
class CaseRow:
    """A case and its items, the models in the order of the leaderboard."""

    first: Record
    cells: tuple[ItemCell, ...]


@dataclass(frozen=True)
class Choice:
    """A filter: the field's name and label, and what can be chosen."""

    name: str
    label: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class RunHead:
    """What was run, for the head of every page: (term, value) pairs."""

    title: str
    facts: tuple[tuple[str, str], ...]
    colophon: str = ""


@dataclass(frozen=True)
class IndexView:
    """Everything on the index page. `problems` are records that could not be read."""

    head: RunHead
    leaderboards: tuple[Leaderboard, ...]
    rows: tuple[CaseRow, ...]
    choices: tuple[Choice, ...]
    problems: tuple[str, ...]
    items: int
    judges: tuple[str, ...]
    """How often each judge is right, as far as that has been measured, a sentence each."""

    @property
    def asked_models(self) -> bool:
        """Whether a model was asked for any item."""
        return any(board.asked_models for board in self.leaderboards)


def index_view(run: RunFolder, records: Sequence[Record]) -> IndexView:
    """Gather the index page of `run`."""
    boards = leaderboards(records)
    return IndexView(
        head=run_head(run, records),
        leaderboards=boards,
        rows=_rows(run.path.resolve(), run, records, boards),
        choices=_choices(records, boards),
        problems=run.problems(),
        items=len(records),
        judges=judge_notes(run, records),
    )


def outcomes(records: Sequence[Record]) -> str:
    """`8 (6 scored, 1 failed, 1 unscored)`: the denominator and what it is made of."""
    counted = Counter(record.outcome for record in records)
    listed = ", ".join(f"{counted[outcome]} {outcome}" for outcome in ("scored", "failed", "unscored"))
    return f"{len(records)} ({listed})"


def run_head(run: RunFolder, records: Sequence[Record]) -> RunHead:
    """What was run; where the manifest cannot be read that is said in its place."""
    title = run.path.resolve().name
    try:
        manifest = run.manifest
    except RecordingError as error:
        return RunHead(title, (("Items", outcomes(records)), ("Manifest", str(error))))
    colophon = f"pytest-cookie {manifest.version}, {manifest.browser}, Python {manifest.python}, {manifest.platform}"
    return RunHead(title, _facts(manifest, records), colophon)


def _facts(manifest: Manifest, records: Sequence[Record]) -> tuple[tuple[str, str], ...]:
    return (
        ("Models", ", ".join(manifest.models)),
        ("Judge", manifest.judge),
        ("Agent", manifest.agent),
        ("Started", _moment(manifest.started)),
        ("Items", outcomes(records)),
        *_expense(records),
    )


def _expense(records: Sequence[Record]) -> tuple[tuple[str, str], ...]:
    """What all calls of models took, where there were any."""
    spend = total_of(records)
    return (("Cost", money(spend.cost_usd)), ("Tokens", usage(spend.usage))) if spend.calls else ()


def _moment(started: str) -> str:
    try:
        moment = datetime.datetime.fromisoformat(started)
    except ValueError:
        return started
    return f"{moment.day} {moment:%B %Y, %H:%M} {moment.tzname() or ''}".strip()


def _rows(base: Path, run: RunFolder, records: Sequence[Record], boards: Sequence[Leaderboard]) -> tuple[CaseRow, ...]:
    order = {model: index for index, model in enumerate(_models(boards))}
    by_case: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_case[record.case].append(record)
    several = len({(record.mode, record.judge, record.agent) for record in records}) > 1
    rows = []
    for members in by_case.values():
        members.sort(key=lambda record: (order[record.model], record.mode, record.repeat))
        cells = tuple(_cell(base, run, record, several=several) for record in members)
        rows.append(CaseRow(members[0], cells))
    return tuple(rows)


def _cell(base: Path, run: RunFolder, record: Record, *, several: bool) -> ItemCell:
    files = files_of(record, run)
    return ItemCell(
        record=record,
        name=_name(record, several=several),
        href=href_between(base, files.folder / ITEM_PAGE) if files else "",
        picture=files.thumbnail(record, base=base) if files else None,
        defects=defects(record),
        worst=by_severity(record.findings)[0].title if record.findings else (why(record) if record.cause else ""),
    )


def _name(record: Record, *, several: bool) -> str:
    parts = [record.model]
    if several:
        parts += [record.mode, record.judge, record.agent]
    if record.repeat > 1:
        parts.append(f"r{record.repeat}")
    return " · ".join(parts)


def defects(record: Record) -> str:
    """How many findings of each severity; "no findings" only of an item that was judged."""
    counted = Counter(finding.severity for finding in record.findings)
    listed = ", ".join(f"{counted[name]} {name}" for name in ("critical", "major", "minor") if counted[name])
    return listed or ("" if record.outcome == "unscored" else "no findings")


def _models(boards: Sequence[Leaderboard]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.aggregate.model for board in boards for row in board.rows))


def _choices(records: Sequence[Record], boards: Sequence[Leaderboard]) -> tuple[Choice, ...]:
    def seen(field: str) -> tuple[str, ...]:
        return tuple(sorted({str(getattr(record, field)) for record in records}))

    difficulties = tuple(level for level in ("easy", "medium", "hard") if level in seen("difficulty"))
    found = tuple(outcome for outcome in ("scored", "failed", "unscored") if outcome in seen("outcome"))
    return (
        Choice("model", "Model", _models(boards)),
        Choice("domain", "Domain", seen("domain")),
        Choice("difficulty", "Difficulty", difficulties),
        Choice("language", "Language", seen("language")),
        Choice("outcome", "Outcome", found),
    )
