"""Selects one model from each of two runs, compares them mode by mode, and refuses runs that are not comparable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.records.comparability import PAGES, Mismatch, mismatches
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.comparison import TIE, Comparison, Contender, compare
from pytest_cookie.stats.pairing import modes_of

Lines: TypeAlias = tuple[tuple[Record, ...], tuple[str, ...]]
"""A run's records, and a problem for each line that could not be read."""


@dataclass(frozen=True)
class ComparisonSide:
    """One side of a comparison: a model's records in a run, the run's manifest, and its unreadable records.

    `run` is the folder of the files that the records name.
    """

    contender: Contender
    manifest: Manifest
    problems: tuple[str, ...]
    run: RunFolder

    @property
    def modes(self) -> tuple[Mode, ...]:
        """The modes of the model's items."""
        return modes_of(self.contender.records)

    def in_mode(self, mode: Mode) -> "ComparisonSide":
        """This side, reduced to the items of one mode."""
        own = [record for record in self.contender.records if record.mode == mode]
        return replace(self, contender=replace(self.contender, records=own))


class UncomparedMode(FrozenModel):
    """A mode that cannot be compared, and why."""

    mode: Mode
    why: str


class Comparisons(FrozenModel):
    """Two models compared separately in each mode: a mean over modes would be meaningless."""

    comparisons: tuple[Comparison, ...]
    uncompared: tuple[UncomparedMode, ...] = ()


def select_side(run: RunFolder, model: str | None, *, option: str, mode: Mode | None = None) -> ComparisonSide:
    """The records of `model`, or of the run's only model, in one `mode` or in all.

    `option` is the option that selects a model, for messages. Raises `UsageError`.
    """
    return select_side_of(run, run.read(), model, option=option, mode=mode)


def select_side_of(
    run: RunFolder, read: Lines, model: str | None, *, option: str, mode: Mode | None = None
) -> ComparisonSide:
    """The same from records already `read`, to select several models without reading the run again."""
    records, problems = read
    models = list(dict.fromkeys(record.model for record in records))
    if not models:
        why = f" that can be read: {problems[0]}" if problems else ""
        raise UsageError(
            f"{run.path} has no records{why}; if the run was stopped, first run: pytest-cookie report {run.path}"
        )
    if model is None and len(models) > 1:
        raise UsageError(f"{run.path} has several models; choose one with {option}: {', '.join(models)}")
    chosen = models[0] if model is None else model
    own = [record for record in records if record.model == chosen]
    if not own:
        near = did_you_mean(chosen, tuple(models)) or f"; it has {', '.join(models)}"
        raise UsageError(f"{run.path} has no model {chosen!r}{near}")
    found = ComparisonSide(Contender(str(run.path), own), run.manifest, problems, run)
    if mode is None:
        return found
    if mode not in found.modes:
        raise UsageError(f"{run.path} has no {mode} items of {chosen}; it has {' and '.join(found.modes)}")
    return found.in_mode(mode)


def compare_sides(
    a: ComparisonSide,
    b: ComparisonSide,
    *,
    anyway: bool,
    tie: float = TIE,
    seed: int = 0,
    intended: frozenset[str] = frozenset(),
) -> Comparisons:
    """Compare two models in each mode that both have.

    Two sides with one mode each are compared even if the modes differ; that is one of the reported differences.
    `intended` names the settings that are compared, such as `judge`. Raises `UsageError` if the runs differ in other
    settings that change scores, unless `anyway`, or if no query can be compared.
    """
    pairs = _by_mode(a, b)
    if not anyway:
        _refuse_unlike(pairs, intended)
    found = [_compared(one, other, tie, seed, intended) for one, other in pairs]
    comparisons = tuple(result for result in found if isinstance(result, Comparison))
    uncompared = (*_one_sided(a, b, pairs), *(result for result in found if isinstance(result, UncomparedMode)))
    if not comparisons:
        raise UsageError(f"{a.contender.run} and {b.contender.run}: {uncompared[-1].why}")
    return Comparisons(comparisons=comparisons, uncompared=uncompared)


def _by_mode(a: ComparisonSide, b: ComparisonSide) -> list[tuple[ComparisonSide, ComparisonSide]]:
    if len(a.modes) == len(b.modes) == 1:
        return [(a, b)]
    return [(a.in_mode(mode), b.in_mode(mode)) for mode in a.modes if mode in b.modes]


def _refuse_unlike(pairs: Sequence[tuple[ComparisonSide, ComparisonSide]], intended: frozenset[str]) -> None:
    found = (mismatch for pair in pairs for mismatch in differing_terms(*pair) if mismatch.what not in intended)
    differing = list(dict.fromkeys(found))
    if differing:
        listed = "\n".join(f"  {mismatch}" for mismatch in differing)
        raise UsageError(
            f"these runs used different settings; use --anyway to compare them nevertheless\n"
            f"{listed}{_advise(differing)}"
        )


def _compared(
    a: ComparisonSide, b: ComparisonSide, tie: float, seed: int, intended: frozenset[str]
) -> Comparison | UncomparedMode:
    differing = [mismatch for mismatch in differing_terms(a, b) if mismatch.what not in intended]
    try:
        return compare(
            a.contender,
            b.contender,
            common_scores(a, b),
            specs=b.manifest.slices,
            tie=tie,
            seed=seed,
            differing=differing,
        )
    except ValueError as error:
        return UncomparedMode(mode=b.modes[0], why=str(error))


def common_scores(a: ComparisonSide, b: ComparisonSide) -> ScoreSet:
    """The scores of both sides. Raises `UsageError` if the score that ranks differs: no number would mean anything."""
    ranking = a.manifest.scores.ranking
    other = b.manifest.scores.ranking
    if ranking.meaning != other.meaning:
        why = f"{ranking.label} ranks in A, {other.label} in B"
        if ranking.label == other.label:
            why = f"they define {ranking.label} differently"
        raise UsageError(f"{a.contender.run} and {b.contender.run} cannot be compared: {why}")
    meanings = {spec.meaning for spec in a.manifest.scores}
    shared = {spec.id: spec for spec in b.manifest.scores if spec.meaning in meanings}
    return ScoreSet(
        tuple(
            spec if all(part in shared for part in spec.mean_of) else spec.model_copy(update={"mean_of": ()})
            for spec in shared.values()
        )
    )


def _one_sided(
    a: ComparisonSide, b: ComparisonSide, pairs: Sequence[tuple[ComparisonSide, ComparisonSide]]
) -> Iterator[UncomparedMode]:
    paired = {mode for pair in pairs for side in pair for mode in side.modes}
    for run, side in (("A", a), ("B", b)):
        for mode in side.modes:
            if mode not in paired:
                items = len(side.in_mode(mode).contender.records)
                yield UncomparedMode(mode=mode, why=f"only {run} has items in this mode: {items}")


def _advise(differing: Sequence[Mismatch]) -> str:
    """A hint if one side is ready files: the mismatch is expected, as they were not made from these prompts."""
    if not any(mismatch.what == PAGES for mismatch in differing):
        return ""
    return (
        "\n  To compare a model with ready files, such as samples or pages made by people, use --anyway if this is the "
        "only\n  difference listed."
    )


def differing_terms(a: ComparisonSide, b: ComparisonSide) -> list[Mismatch]:
    """The settings that make the two sides incomparable."""
    return mismatches(a.manifest, b.manifest, a.contender.records, b.contender.records)


def remarks(a: ComparisonSide, b: ComparisonSide) -> Sequence[str]:
    """Other differences, which rarely change scores: pytest-cookie version, browser, platform."""
    pairs = [
        (name, getattr(a.manifest, name), getattr(b.manifest, name)) for name in ("version", "browser", "platform")
    ]
    return [f"{name}: {one} in A, {other} in B" for name, one, other in pairs if one != other]
