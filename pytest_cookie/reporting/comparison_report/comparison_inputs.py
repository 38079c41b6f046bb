"""Two runs to set against each other: one model of each, mode by mode, and a refusal to compare unlike with unlike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.dataset.taxonomy import did_you_mean
from pytest_cookie.records.comparability import PAGES, Mismatch, mismatches
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.comparison import TIE, Comparison, Contender, compare
from pytest_cookie.stats.pairing import modes_of

Lines: TypeAlias = tuple[tuple[Record, ...], tuple[str, ...]]
"""A run's records, and what of them could not be read."""


@dataclass(frozen=True)
class Entry:
    """A model's records in a run, with the run's manifest and what of the records could not be read."""

    contender: Contender
    manifest: Manifest
    problems: tuple[str, ...]

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Those that the model has items in."""
        return modes_of(self.contender.records)

    def in_mode(self, mode: Mode) -> "Entry":
        """Its items of one mode."""
        own = [record for record in self.contender.records if record.mode == mode]
        return replace(self, contender=replace(self.contender, records=own))


class UncomparedMode(FrozenModel):
    """A mode in which there is nothing to hold against each other, and why."""

    mode: Mode
    why: str


class Comparisons(FrozenModel):
    """Two models compared in each mode apart, for a mean over modes would say nothing of either."""

    comparisons: tuple[Comparison, ...]
    uncompared: tuple[UncomparedMode, ...] = ()


def entry(run: RunFolder, model: str | None, *, option: str, mode: Mode | None = None) -> Entry:
    """The records of `model`, or of the run's only one, in one `mode` or in all.

    Raises `UsageError`; `option` is what names a model.
    """
    return entry_of(run, run.read(), model, option=option, mode=mode)


def entry_of(run: RunFolder, read: Lines, model: str | None, *, option: str, mode: Mode | None = None) -> Entry:
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
    found = Entry(Contender(str(run.path), own), run.manifest, problems)
    if mode is None:
        return found
    if mode not in found.modes:
        raise UsageError(f"{run.path} has no {mode} items of {chosen}; it has {' and '.join(found.modes)}")
    return found.in_mode(mode)


def compare_entries(a: Entry, b: Entry, *, anyway: bool, tie: float = TIE, seed: int = 0) -> Comparisons:
    """Compare two models in each mode that both have.

    Two sides of one mode each are held against each other even if it is not the same one, which is a difference like
    others. Raises `UsageError` where the runs differ in what moves scores by itself, unless `anyway`, and where no
    query can be compared.
    """
    pairs = _by_mode(a, b)
    if not anyway:
        _refuse_unlike(pairs)
    found = [_compared(one, other, tie, seed) for one, other in pairs]
    comparisons = tuple(one for one in found if isinstance(one, Comparison))
    uncompared = (*_one_sided(a, b, pairs), *(one for one in found if isinstance(one, UncomparedMode)))
    if not comparisons:
        raise UsageError(f"{a.contender.run} and {b.contender.run}: {uncompared[-1].why}")
    return Comparisons(comparisons=comparisons, uncompared=uncompared)


def _by_mode(a: Entry, b: Entry) -> list[tuple[Entry, Entry]]:
    if len(a.modes) == len(b.modes) == 1:
        return [(a, b)]
    return [(a.in_mode(mode), b.in_mode(mode)) for mode in a.modes if mode in b.modes]


def _refuse_unlike(pairs: Sequence[tuple[Entry, Entry]]) -> None:
    differing = list(dict.fromkeys(mismatch for pair in pairs for mismatch in differing_terms(*pair)))
    if differing:
        listed = "\n".join(f"  {mismatch}" for mismatch in differing)
        raise UsageError(
            f"these runs were not made alike; to compare all the same: --anyway\n{listed}{_advice(differing)}"
        )


def _compared(a: Entry, b: Entry, tie: float, seed: int) -> Comparison | UncomparedMode:
    try:
        return compare(a.contender, b.contender, tie=tie, seed=seed, differing=differing_terms(a, b))
    except ValueError as error:
        return UncomparedMode(mode=b.modes[0], why=str(error))


def _one_sided(a: Entry, b: Entry, pairs: Sequence[tuple[Entry, Entry]]) -> Iterator[UncomparedMode]:
    paired = {mode for pair in pairs for side in pair for mode in side.modes}
    for run, side in (("A", a), ("B", b)):
        for mode in side.modes:
            if mode not in paired:
                items = len(side.in_mode(mode).contender.records)
                yield UncomparedMode(mode=mode, why=f"only {run} has items in it: {items}")


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
