"""`Panel`: several judges on the same evidence, the median of their scores, and how far apart they are."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median, stdev

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.verdict import Finding, ScoreSpread, Verdict
from pytest_cookie.judging.rubric.dimensions import DIMENSIONS, Dimension, scores_of
from pytest_cookie.judging.rubric.severity import sort_by_severity
from pytest_cookie.llm.errors import BudgetSpentError

_PANEL_VERSION = "1"


class Panel:
    """A `Judge` (`core.stages`) of at least two judges.

    They work one after another without seeing each other's verdict. `id` is `panel(a,b,c)`, in the given order, and
    `version` names all of theirs, unless `name` gives both.
    """

    def __init__(self, judges: Sequence[Judge], *, name: tuple[str, str] | None = None) -> None:
        if len(judges) < 2:
            raise ValueError("a panel has at least two judges")
        self.judges = tuple(judges)
        ids, versions = (judge.id for judge in judges), (judge.version for judge in judges)
        self.id, version = name or (f"panel({','.join(ids)})", "; ".join(versions))
        self.version = f"panel {_PANEL_VERSION}: {version}"

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The median of each dimension.

        The cost of failed judges counts too. Raises `BudgetSpentError`, and `JudgingError` if more than half of the
        judges fail.
        """
        verdicts: list[Verdict] = []
        failures: list[str] = []
        failed_spend = NOTHING
        for judge in self.judges:
            try:
                verdicts.append(judge.judge(case, artifact, evidence, folder, source=source))
            except JudgingError as error:
                failures.append(f"{judge.id} gave no verdict: {error}")
                failed_spend = failed_spend + error.spend
            except BudgetSpentError as error:
                error.spend = sum((verdict.spend for verdict in verdicts), failed_spend) + error.spend
                raise
        spend = sum((verdict.spend for verdict in verdicts), failed_spend)
        if 2 * len(verdicts) < len(self.judges) or not verdicts:
            raise JudgingError(
                f"{len(failures)} of {len(self.judges)} judges failed: {'; '.join(failures)}", spend=spend
            )
        return self._together(verdicts, failures).model_copy(update={"spend": spend})

    def _together(self, verdicts: list[Verdict], failures: list[str]) -> Verdict:
        ablations = {verdict.ablation for verdict in verdicts}
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=all(verdict.runnable for verdict in verdicts),
            scores=scores_of(*(_median(verdicts, name) for name in DIMENSIONS)),
            items=next((verdict.items for verdict in verdicts if verdict.items), ()),
            findings=_findings(verdicts),
            stages=tuple(stage for verdict in verdicts for stage in verdict.stages),
            spreads=tuple(spread for name in DIMENSIONS if (spread := _measure_spread(verdicts, name))),
            ablation=ablations.pop() if len(ablations) == 1 else None,
            notes=(
                *(_spread(verdicts, name) for name in DIMENSIONS),
                *failures,
                *(f"{verdict.judge}: {note}" for verdict in verdicts for note in verdict.notes),
            ),
        )


def _scores(verdicts: list[Verdict], dimension: Dimension) -> list[tuple[str, float]]:
    told = ((verdict.judge, verdict.scores.get(dimension)) for verdict in verdicts)
    return [(judge, float(score)) for judge, score in told if score is not None]


def _median(verdicts: list[Verdict], dimension: Dimension) -> float | None:
    scores = [score for _, score in _scores(verdicts, dimension)]
    return round(median(scores), 2) if scores else None


def _spread(verdicts: list[Verdict], dimension: Dimension) -> str:
    """Each judge's score, and the difference between the highest and the lowest."""
    scores = _scores(verdicts, dimension)
    if not scores:
        return f"{dimension}: no judge gave a score"
    each = ", ".join(f"{judge} {score:.2f}" for judge, score in scores)
    low, high = min(score for _, score in scores), max(score for _, score in scores)
    return f"{dimension}: {each}; spread {high - low:.2f}"


def _measure_spread(verdicts: list[Verdict], dimension: Dimension) -> ScoreSpread | None:
    """The same as numbers; None if no judge gave a score."""
    scores = dict(_scores(verdicts, dimension))
    if not scores:
        return None
    values = list(scores.values())
    deviation = round(stdev(values), 2) if len(values) > 1 else None
    return ScoreSpread(dimension=dimension, scores=scores, low=min(values), high=max(values), deviation=deviation)


def _findings(verdicts: list[Verdict]) -> tuple[Finding, ...]:
    """All findings, worst first, each with its judges.

    A finding that several judges made in the same words appears once.
    """
    whose: dict[Finding, list[str]] = {}
    for verdict in verdicts:
        for finding in verdict.findings:
            whose.setdefault(finding, []).append(verdict.judge)
    told = [found.model_copy(update={"why": f"{found.why} [{', '.join(judges)}]"}) for found, judges in whose.items()]
    return tuple(sort_by_severity(told))
