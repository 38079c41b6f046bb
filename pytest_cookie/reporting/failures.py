"""Who is at fault for items without a score or with the worst one: shares by source and kind (Cookie-Bench, 5.1)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import MODEL_REFUSED, Record
from pytest_cookie.core.verdict import SEVERITIES
from pytest_cookie.reporting.text.quantities import percent
from pytest_cookie.reporting.text.terminal_cells import wrapped

FailureSource = Literal["model", "build", "provider", "machine", "judge", "run", "bug"]
SOURCES: tuple[FailureSource, ...] = get_args(FailureSource)
_MOST_KINDS = 4


class FailureShare(FrozenModel):
    """The failed and unscored items of a model for one reason."""

    model: str
    """The model."""
    source: FailureSource
    """`model`: the artifact cannot be used. `build`: the project does not build. `provider`: a provider of models did
    not answer. `machine`: browser, disk, sandbox or a missing file. `judge`: no verdict. `run`: it ended before, or was
    out of budget. `bug`: of pytest-cookie or an installed package."""
    kind: str
    """What happened: the kind of the finding, of the failed build, or of the error."""
    items: int
    """Number of items."""
    share: float
    """Share of the model's failed and unscored items, 0 to 1."""


def source_of(record: Record) -> tuple[FailureSource, str] | None:
    """Source and kind of a failed or unscored item; None for a scored one."""
    cause = record.cause
    if record.outcome == "scored":
        return None
    if record.build and record.build.failure:
        return "build", record.build.failure.kind
    if cause is None:
        worst = min(record.findings, key=lambda finding: SEVERITIES.index(finding.severity), default=None)
        return "model", worst.kind if worst and worst.kind else "other"
    if cause.bug_times or cause.package:
        return "bug", cause.kind
    if cause.by_provider or cause.kind == MODEL_REFUSED:
        return "provider", cause.kind
    if cause.is_of_the_run:
        return "run", cause.kind
    return "judge" if cause.stage == "judge" and cause.kind != "RecordingError" else "machine", cause.kind


def failure_shares(records: Iterable[Record]) -> tuple[FailureShare, ...]:
    """The shares of each model, by source and then by frequency; empty if every item is scored."""
    counted: dict[str, Counter[tuple[FailureSource, str]]] = defaultdict(Counter)
    for record in records:
        if found := source_of(record):
            counted[record.model][found] += 1
    return tuple(
        FailureShare(model=model, source=source, kind=kind, items=number, share=number / found.total())
        for model, found in counted.items()
        for (source, kind), number in sorted(
            found.items(), key=lambda one: (SOURCES.index(one[0][0]), -one[1], one[0][1])
        )
    )


def failure_rows(shares: Sequence[FailureShare], models: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Rows of a table: source, kind, and for each model `3 (75 %)`, or nothing."""
    cells = {(one.source, one.kind, one.model): f"{one.items} ({percent(one.share)})" for one in shares}
    reasons = sorted({(SOURCES.index(one.source), one.kind) for one in shares})
    return tuple(
        (SOURCES[place], kind, *(cells.get((SOURCES[place], kind, model), "") for model in models))
        for place, kind in reasons
    )


def failure_lines(records: Sequence[Record], width: int) -> list[str]:
    """The shares over all models as a paragraph of the terminal; empty if every item is scored."""
    found = Counter(reason for record in records if (reason := source_of(record)))
    parts = []
    for source in SOURCES:
        kinds = Counter({kind: number for (one, kind), number in found.items() if one == source})
        if kinds:
            named = ", ".join(f"{kind} {number}" for kind, number in kinds.most_common(_MOST_KINDS))
            more = ", …" if len(kinds) > _MOST_KINDS else ""
            parts.append(f"{source} {percent(kinds.total() / found.total())} ({named}{more})")
    return wrapped(f"failed and unscored items by source: {'; '.join(parts)}", width) if parts else []
