"""`summary.json`: the numbers of a run for programs. Derived from the records and can be rebuilt at any time."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import SliceSpec
from pytest_cookie.records.files import write_model
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.class_agreement import ClassAgreement, class_agreements
from pytest_cookie.reporting.failures import FailureShare, failure_shares
from pytest_cookie.reporting.leaderboard import Leaderboard, leaderboards
from pytest_cookie.reporting.referees import RefereeAgreement, referee_agreements, split_by_referee
from pytest_cookie.reporting.variance import Variance, variances
from pytest_cookie.stats import Aggregate, aggregates
from pytest_cookie.stats.slices import slice_records

SUMMARY_SCHEMA_VERSION: Final = 1
SUMMARY_FILE = "summary.json"


class RunExcerpt(FrozenModel):
    """Facts of the run from its manifest."""

    version: str
    """Version of pytest-cookie."""
    started: str
    """When the run started (ISO 8601)."""
    protocol: str
    """The evaluation protocol."""
    models: tuple[str, ...]
    """The evaluated models."""
    mode: Mode
    """Kind of artifact."""
    agent: str
    """The explorer."""
    judge: str
    """The judge."""
    repeats: int
    """Number of artifacts for each case and model."""
    seed: int
    """Seed of the page's random numbers and of the explorer."""
    browser: str
    """Version of the browser."""
    cases: int
    """Number of cases that the run was made for."""


class Counts(FrozenModel):
    """Number of items by outcome."""

    items: int
    """All items."""
    scored: int
    """Scored items."""
    failed: int
    """Failed items."""
    unscored: int
    """Unscored items."""
    unreadable: int
    """Lines of `records.jsonl` that cannot be read. They are in no other number."""


class Slice(FrozenModel):
    """The results of one model on the items with one label, or on parts of items."""

    protocol: str
    """The evaluation protocol."""
    mode: Mode
    """Kind of artifact."""
    judge: str
    """The judge."""
    agent: str
    """The explorer."""
    label: str
    """Id of the label, such as `difficulty`."""
    value: str
    """The value of the label, such as `hard`. Values of crossed labels are joined by ` · `."""
    part: str = ""
    """What is counted in place of items, such as `tasks`. Empty for items."""
    aggregate: Aggregate
    """The results."""


class Summary(FrozenModel):
    """The run in numbers: the file `summary.json`.

    Every leaderboard specifies its scores. Rates are 0 to 1, money in US dollars, time in
    seconds.
    """

    schema_version: Literal[1] = SUMMARY_SCHEMA_VERSION
    """Version of this schema."""
    run: RunExcerpt | None
    """Facts of the run. Null if the manifest cannot be read."""
    counts: Counts
    """Number of items by outcome."""
    leaderboards: tuple[Leaderboard, ...]
    """One leaderboard for each protocol, mode, judge and explorer."""
    slices: tuple[Slice, ...]
    """The results of each model for each value of each label."""
    variance: tuple[Variance, ...] = ()
    """Where the scores of a model vary. Empty without repeats and with a single judge."""
    referees: tuple[RefereeAgreement, ...] = ()
    """How far every two referees agree. Empty without several."""
    classes: tuple[ClassAgreement, ...] = ()
    """How far every two sources agree on classes of artifacts. Empty without several sources."""
    failures: tuple[FailureShare, ...] = ()
    """Who is at fault for the failed and unscored items of each model. Empty without any."""
    problems: tuple[str, ...] = ()
    """What could not be read."""


def write_summary(run: RunFolder) -> Summary:
    """Write `summary.json` into the run folder and return its content. Raises `RecordingError`."""
    summary = summarize(run)
    write_model(run.path / SUMMARY_FILE, summary)
    return summary


def summarize(run: RunFolder) -> Summary:
    """The summary of `run`. `problems` names an unreadable manifest and unreadable records; the rest is summarized."""
    records, unread = run.read()
    scores = run.scores_of(records)
    problems = list(unread)
    unreadable = len(problems)
    try:
        excerpt = _excerpt(run.manifest)
    except RecordingError as error:
        excerpt = None
        problems.append(str(error))
    return Summary(
        run=excerpt,
        counts=_counts(records, unreadable),
        leaderboards=leaderboards(records, scores),
        slices=tuple(slices(records, scores, run.slices)),
        variance=variances(run, records, scores),
        referees=referee_agreements(records, scores),
        classes=class_agreements(records),
        failures=failure_shares(records),
        problems=tuple(problems),
    )


def _excerpt(manifest: Manifest) -> RunExcerpt:
    shared = manifest.model_dump(include=set(RunExcerpt.model_fields) - {"cases"})
    return RunExcerpt(**shared, cases=len(manifest.cases))


def _counts(records: Sequence[Record], unreadable: int) -> Counts:
    outcomes = Counter(record.outcome for record in records)
    return Counts(
        items=len(records),
        scored=outcomes["scored"],
        failed=outcomes["failed"],
        unscored=outcomes["unscored"],
        unreadable=unreadable,
    )


def slices(records: Iterable[Record], scores: ScoreSet, specs: Sequence[SliceSpec]) -> Iterable[Slice]:
    """Every model for every value of every label, per judge, in display order."""
    groups: dict[tuple[str, Mode, str, str], list[Record]] = defaultdict(list)
    for record in split_by_referee(records, scores.ranking):
        groups[record.protocol, record.mode, record.judge, record.agent].append(record)
    for protocol, mode, judge, agent in sorted(groups):
        for spec in specs:
            for value, members in slice_records(groups[protocol, mode, judge, agent], spec, specs).items():
                for found in aggregates(members, scores):
                    yield Slice(
                        protocol=protocol,
                        mode=mode,
                        judge=judge,
                        agent=agent,
                        label=spec.id,
                        value=value,
                        part=spec.part,
                        aggregate=found,
                    )
