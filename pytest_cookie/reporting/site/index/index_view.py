"""The view of the index page: the run, its leaderboards, costs, unreadable records and filters."""

import datetime
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.labels import DIFFICULTIES
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.score import guess_scores
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import WRITTEN_OUT, SliceSpec
from pytest_cookie.core.wording import count
from pytest_cookie.protocols.interaction2code.human.published_table import PublishedTable, published_table
from pytest_cookie.records.people_answers import PeopleAnswers, read_people
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.calibration import judge_notes
from pytest_cookie.reporting.class_agreement import class_agreements, class_rows
from pytest_cookie.reporting.failures import failure_rows, failure_shares
from pytest_cookie.reporting.leaderboard import UNMEASURED, Leaderboard
from pytest_cookie.reporting.missing_items import describe_missing
from pytest_cookie.reporting.model_costs import total_of, usage
from pytest_cookie.reporting.referees import agreement_rows, referee_agreements
from pytest_cookie.reporting.site.index.expenses import Expenses, expenses
from pytest_cookie.reporting.site.index.grid_data import models
from pytest_cookie.reporting.text.quantities import money
from pytest_cookie.reporting.variance import Variance, VarianceRow, explanations, variance_rows
from pytest_cookie.stats import PRELIMINARY_BELOW
from pytest_cookie.stats.criteria import has_missing


@dataclass(frozen=True)
class Choice:
    """A filter: the field's name and label, and its options."""

    name: str
    label: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class RunHead:
    """The head of every page: facts about the run as (term, value) pairs, and people's answers about its items."""

    title: str
    facts: tuple[tuple[str, str], ...]
    scores: ScoreSet
    colophon: str = ""
    people: PeopleAnswers | None = None


@dataclass(frozen=True)
class IndexView:
    """The content of the index page without the grid. `problems` are records that could not be read."""

    head: RunHead
    leaderboards: tuple[Leaderboard, ...]
    expenses: Expenses
    models: tuple[str, ...]
    choices: tuple[Choice, ...]
    slices: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """For each label that the protocol declares, its values for the filter: `topic:forms`, and as text."""
    problems: tuple[str, ...]
    absent: str
    """The number of planned items without a record, as text; empty if there are none."""
    items: int
    cases: int
    repeated: bool
    preliminary_below: int
    variance: tuple[VarianceRow, ...]
    variance_notes: tuple[str, ...]
    referees: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """For every two referees their names, and how far they agree as pairs of a name and a value."""
    classes: tuple[tuple[str, ...], ...]
    """For every two sources of classes: what is classified, both names, items, share of equal classes, κ."""
    failures: tuple[tuple[str, ...], ...]
    """For every reason why items failed or are unscored: source, kind, and the items of each model."""
    published: PublishedTable | None
    """Published means beside the run's."""
    judges: tuple[str, ...]
    """A sentence per judge: how often it is right, if that has been measured."""

    @property
    def unmeasured(self) -> str:
        """How models rank whose scores rest on fewer criteria than the protocol demands; empty if none does."""
        rows = (row for board in self.leaderboards for row in board.rows)
        return UNMEASURED if any(has_missing(row.aggregate.criteria) for row in rows) else ""

    @property
    def asked_models(self) -> bool:
        """Whether any item needed a model call."""
        return any(board.asked_models for board in self.leaderboards)


def index_view(
    run: RunFolder,
    records: Sequence[Record],
    boards: tuple[Leaderboard, ...],
    problems: tuple[str, ...],
    varying: Sequence[Variance],
    slices: dict[str, tuple[str, ...]] | None = None,
) -> IndexView:
    """Build the view of the index page of `run`. `slices`: what `own_slices` finds."""
    ranked, head = models(boards), run_head(run, records)
    return IndexView(
        head=head,
        leaderboards=boards,
        expenses=expenses(records, ranked),
        models=ranked,
        choices=tuple(choice for choice in _choices(records) if len(choice.options) > 1),
        slices=_slice_options(run.slices, slices),
        problems=problems,
        absent=describe_missing(run, len(records) + len(problems)),
        items=len(records),
        cases=len({record.case for record in records}),
        repeated=len({(record.case, record.model) for record in records}) < len(records),
        preliminary_below=PRELIMINARY_BELOW,
        variance=variance_rows(varying, head.scores.ranking),
        variance_notes=explanations(varying, head.scores.ranking),
        referees=tuple(
            (f"{agreement.first} and {agreement.second}", agreement_rows(agreement, head.scores.ranking))
            for agreement in referee_agreements(records, head.scores)
        ),
        classes=class_rows(class_agreements(records)),
        failures=failure_rows(failure_shares(records), ranked),
        published=published_table(run, records, head.scores),
        judges=(*judge_notes(run, records), *(head.people.conclusions if head.people else ())),
    )


def _slice_options(
    specs: Sequence[SliceSpec], slices: dict[str, tuple[str, ...]] | None
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    used = dict.fromkeys(one for values in (slices or {}).values() for one in values)
    options = (
        (spec.label, tuple((one, one.partition(":")[2]) for one in sorted(used) if one.startswith(f"{spec.id}:")))
        for spec in specs
    )
    return tuple((label, values) for label, values in options if len(values) > 1)


def outcomes(records: Sequence[Record]) -> str:
    """`8 (6 scored, 1 failed, 1 unscored)`: all items, and their outcomes."""
    counted = Counter(record.outcome for record in records)
    listed = ", ".join(f"{counted[outcome]} {outcome}" for outcome in ("scored", "failed", "unscored"))
    return f"{len(records)} ({listed})"


def run_head(run: RunFolder, records: Sequence[Record]) -> RunHead:
    """The head of the run's pages; an error message replaces the facts if the manifest cannot be read."""
    title = run.path.resolve().name
    try:
        manifest = run.manifest
    except RecordingError as error:
        facts = (("Items", outcomes(records)), ("Manifest", str(error)))
        return RunHead(title, facts, guess_scores(records))
    colophon = f"pytest-cookie {manifest.version}, {manifest.browser}, Python {manifest.python}, {manifest.platform}"
    return RunHead(title, _facts(manifest, records), manifest.scores, colophon, read_people(run))


def _facts(manifest: Manifest, records: Sequence[Record]) -> tuple[tuple[str, str], ...]:
    return (
        ("Models", ", ".join(manifest.models)),
        ("Judge", manifest.judge.replace(",", ", ")),
        ("Agent", manifest.agent),
        ("Started", _moment(manifest.started)),
        ("Items", outcomes(records)),
        *_expense(records),
    )


def _expense(records: Sequence[Record]) -> tuple[tuple[str, str], ...]:
    """Cost and tokens of all model calls, if there were any."""
    spend = total_of(records)
    if not spend.calls:
        return ()
    replayed = f"{spend.replayed_calls:,} of {count(spend.calls, 'call')}, {money(spend.replayed_usd)}"
    return (
        ("Cost", money(spend.cost_usd)),
        *((("Replayed", replayed),) if spend.replayed_calls else ()),
        ("Tokens", usage(spend.usage)),
    )


def _moment(started: str) -> str:
    try:
        moment = datetime.datetime.fromisoformat(started)
    except ValueError:
        return started
    return f"{moment.day} {moment:%B %Y, %H:%M} {moment.tzname() or ''}".strip()


def _choices(records: Sequence[Record]) -> tuple[Choice, ...]:
    def seen(field: str) -> tuple[str, ...]:
        return tuple(sorted({str(getattr(record, field)) for record in records}))

    difficulties = tuple(level for level in DIFFICULTIES if level in seen("difficulty"))
    found = tuple(outcome for outcome in ("scored", "failed", "unscored") if outcome in seen("outcome"))
    return (
        Choice("domain", "Domain", seen("domain")),
        Choice("leaf", "Task type", seen("leaf")),
        Choice("difficulty", "Difficulty", difficulties),
        Choice("language", "Language", seen("language")),
        Choice("page_type", "Page type", seen("page_type")),
        Choice("voice", "Voice", tuple(sorted({str(record.voice or WRITTEN_OUT) for record in records}))),
        Choice("mode", "Mode", seen("mode")),
        Choice("outcome", "Outcome", found),
    )
