"""Two runs to set against each other: one model of each, and a refusal where that would compare unlike with unlike."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pytest_cookie.core.comparability import PAGES, Mismatch, mismatches
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.dataset.taxonomy import did_you_mean
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.comparison import TIE, Comparison, Contender, compare

Lines: TypeAlias = tuple[tuple[Record, ...], tuple[str, ...]]
"""A run's records, and what of them could not be read."""


@dataclass(frozen=True)
class Entry:
    """A model's records in a run, with the run's manifest and what of the records could not be read."""

    contender: Contender
    manifest: Manifest
    problems: tuple[str, ...]


def entry(run: RunFolder, model: str | None, *, option: str) -> Entry:
    """The records of `model`, or of the run's only one. Raises `UsageError`; `option` is what names a model."""
    return entry_of(run, run.read(), model, option=option)


def entry_of(run: RunFolder, read: Lines, model: str | None, *, option: str) -> Entry:
    """The same of records that were `read` before, for whoever asks for one model after the other."""
    records, problems = read
    models = list(dict.fromkeys(record.model for record in records))
    if not models:
        raise UsageError(f"{run.path} has no records; if the run was stopped: pytest-cookie report {run.path}")
    if model is None and len(models) > 1:
        raise UsageError(f"{run.path} has several models; choose one with {option}: {', '.join(models)}")
    chosen = models[0] if model is None else model
    own = [record for record in records if record.model == chosen]
    if not own:
        near = did_you_mean(chosen, tuple(models)) or f"; it has {', '.join(models)}"
        raise UsageError(f"{run.path} has no model {chosen!r}{near}")
    return Entry(Contender(str(run.path), own), run.manifest, problems)


def compare_entries(a: Entry, b: Entry, *, anyway: bool, tie: float = TIE, seed: int = 0) -> Comparison:
    """Compare two models. Raises `UsageError` where the runs differ in what moves scores by itself, unless `anyway`."""
    differing = differing_terms(a, b)
    if differing and not anyway:
        listed = "\n".join(f"  {mismatch}" for mismatch in differing)
        raise UsageError(
            f"these runs were not made alike; to compare all the same: --anyway\n{listed}{_advice(differing)}"
        )
    try:
        return compare(a.contender, b.contender, tie=tie, seed=seed, differing=differing)
    except ValueError as error:
        raise UsageError(f"{a.contender.run} and {b.contender.run}: {error}") from error


def _advice(differing: Sequence[Mismatch]) -> str:
    """Where a model is held against ready files, nothing went wrong: they just were not made by these prompts."""
    if not any(one.what == PAGES for one in differing):
        return ""
    return (
        "\n  Ready files, such as samples or pages that people made, can be what a model is held against. If that is "
        "the question,\n  and nothing else here is in its way, --anyway is the answer."
    )


def differing_terms(a: Entry, b: Entry) -> list[Mismatch]:
    """What keeps the two from being compared."""
    return mismatches(a.manifest, b.manifest, a.contender.records, b.contender.records)


def remarks(a: Entry, b: Entry) -> Sequence[str]:
    """What differs, too, and might explain a difference, though mostly it does not: versions, browsers, platforms."""
    pairs = [
        (name, getattr(a.manifest, name), getattr(b.manifest, name)) for name in ("version", "browser", "platform")
    ]
    return [f"{name}: {one} in A, {other} in B" for name, one, other in pairs if one != other]
