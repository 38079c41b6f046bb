"""`summary.json`: the numbers of a run for programs. Derived from the records and can be rebuilt at any time."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.records.files import write_model
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.leaderboard import Leaderboard, leaderboards
from pytest_cookie.reporting.variance import Variance, variances
from pytest_cookie.stats import Aggregate, aggregates
from pytest_cookie.stats.pairing import LABELS, Label

SUMMARY_SCHEMA_VERSION = 2
SUMMARY_FILE = "summary.json"


class RunExcerpt(FrozenModel):
    """The part of the manifest needed to read the numbers. `cases` counts the run's cases."""

    version: str
    started: str
    protocol: str
    models: tuple[str, ...]
    mode: Mode
    agent: str
    judge: str
    repeats: int
    seed: int
    browser: str
    cases: int


class Counts(FrozenModel):
    """Items by outcome. `items` is the denominator; `unreadable` lines of `records.jsonl` are in no other number."""

    items: int
    scored: int
    failed: int
    unscored: int
    unreadable: int


class Slice(FrozenModel):
    """One model on the items of one label, such as `difficulty` = `hard`, under one judge."""

    protocol: str
    mode: Mode
    judge: str
    agent: str
    label: Label
    value: str
    aggregate: Aggregate


class Summary(FrozenModel):
    """`summary.json`, schema version 2. Scores are 0 to 100, rates 0 to 1, money in US dollars, time in seconds."""

    schema_version: int = SUMMARY_SCHEMA_VERSION
    run: RunExcerpt | None
    counts: Counts
    leaderboards: tuple[Leaderboard, ...]
    slices: tuple[Slice, ...]
    variance: tuple[Variance, ...] = ()
    problems: tuple[str, ...] = ()


def write_summary(run: RunFolder) -> Summary:
    """Write `summary.json` into the run folder and return its content. Raises `RecordingError`."""
    summary = summarize(run)
    write_model(run.path / SUMMARY_FILE, summary)
    return summary


def summarize(run: RunFolder) -> Summary:
    """The summary of `run`. `problems` names an unreadable manifest and unreadable records; the rest is summarized."""
    records, unread = run.read()
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
        leaderboards=leaderboards(records),
        slices=tuple(slices(records)),
        variance=variances(run, records),
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


def slices(records: Iterable[Record]) -> Iterable[Slice]:
    """Every model for every value of every label, per judge; labels in the order of `LABELS`, values sorted."""
    groups: dict[tuple[str, Mode, str, str, int, str], list[Record]] = defaultdict(list)
    for record in records:
        for position, label in enumerate(LABELS):
            key = (record.protocol, record.mode, record.judge, record.agent, position, str(getattr(record, label)))
            groups[key].append(record)
    for key in sorted(groups):
        protocol, mode, judge, agent, position, value = key
        for aggregate in aggregates(groups[key]):
            yield Slice(
                protocol=protocol,
                mode=mode,
                judge=judge,
                agent=agent,
                label=LABELS[position],
                value=value,
                aggregate=aggregate,
            )
