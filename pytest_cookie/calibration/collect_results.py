"""Reads the results of pairs and baseline artifacts from disk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeAlias

from pytest_cookie.calibration.baseline_artifacts import assign_half
from pytest_cookie.calibration.observability import differences
from pytest_cookie.calibration.plan import Pair, Task
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.verdict import Finding, Verdict
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.stats.calibration import TOTAL, GoodResult, ItemScores, PairResult
from pytest_cookie.stats.controls import PageSize

EvidenceFiles: TypeAlias = tuple[Evidence, Path]
"""The evidence of an item, and the folder of its files."""

_ALARMING = ("critical", "major")
_MOST_TITLES = 10


@dataclass(frozen=True)
class Archive:
    """The folder of all items, read for one judge."""

    evidence: Path
    judge: Judge
    seed: int
    repeats: int

    def item(self, case: Case, operator: str, repeat: int) -> ItemFolder:
        """The folder of an item."""
        return ItemFolder(self.evidence / Task(case, operator, self.seed, repeat).folder)

    def verdicts(self, case: Case, operator: str) -> list[Verdict]:
        """This judge's verdicts on the repeats of an item; missing ones are left out."""
        found: list[Verdict] = []
        for repeat in range(1, self.repeats + 1):
            try:
                verdict = self.item(case, operator, repeat).read_verdict(self.judge.id)
            except RecordingError:
                continue
            if verdict.judge_version == self.judge.version and verdict.scores.get(TOTAL) is not None:
                found.append(verdict)
        return found

    def read_evidence_files(self, case: Case, operator: str, repeat: int) -> EvidenceFiles | None:
        """The evidence of a repeat, and the folder of its files."""
        item = self.item(case, operator, repeat)
        try:
            return item.read_evidence(), item.evidence
        except RecordingError:
            return None

    def why_missing(self, case: Case, operator: str) -> str:
        """Why an item has no verdict, from its record."""
        for repeat in range(1, self.repeats + 1):
            try:
                cause = self.item(case, operator, repeat).read_record().cause
            except RecordingError:
                return "was not run"
            if cause is not None:
                return f"{cause.stage}: {cause.message}"
        return "has no verdict of this judge"


def collect_pair_results(pairs: Sequence[Pair], archive: Archive) -> tuple[PairResult, ...]:
    """The result of each pair, in order."""
    return tuple(_result(pair, archive) for pair in pairs)


def _result(pair: Pair, archive: Archive) -> PairResult:
    case, operator = pair.case, pair.operator
    plain = PairResult(
        artifact=case.id,
        family=operator.id,
        title=operator.title,
        dimension=operator.dimension,
        severity=operator.severity,
        half=assign_half(case),
        where=pair.mutant.where,
        folder=Task(case, operator.id, archive.seed).folder,
    )
    good, mutant = archive.verdicts(case, ""), archive.verdicts(case, operator.id)
    for verdicts, name in ((good, ""), (mutant, operator.id)):
        if len(verdicts) < archive.repeats:
            whose = "mutant" if name else "baseline artifact"
            return plain.model_copy(
                update={"left_out": "unscored", "why": f"{whose}: {archive.why_missing(case, name)}"}
            )
    seen: dict[str, None] = {}
    for repeat in range(1, archive.repeats + 1):
        looks = archive.read_evidence_files(case, "", repeat), archive.read_evidence_files(case, operator.id, repeat)
        if note := _other_clock(*looks):
            return plain.model_copy(update={"left_out": "other clock", "why": note})
        seen |= dict.fromkeys(_differences(*looks))
    if not seen:
        return plain.model_copy(update={"left_out": "not observable", "why": "the evidence of both pages is the same"})
    detected = tuple(detects(one, other, pair) for one, other in zip(mutant, good, strict=True))
    update = {
        "good": _scores(good),
        "twin": _scores(mutant),
        "detected": detected,
        "why": f"differs in {', '.join(seen)}",
        "sizes": _sizes(archive.item(case, "", 1), archive.item(case, operator.id, 1)),
    }
    return plain.model_copy(update=update)


def _sizes(good: ItemFolder, mutant: ItemFolder) -> tuple[PageSize, PageSize] | None:
    try:
        return read_size(good), read_size(mutant)
    except RecordingError:
        return None


def read_size(item: ItemFolder) -> PageSize:
    """How large the page of an item is. Raises `RecordingError` if its evidence cannot be read."""
    page = item.read_evidence().perception.inventory
    files = (path.stat().st_size for path in item.artifact.rglob("*") if path.is_file() and not path.is_symlink())
    return PageSize(file=sum(files), text=page.text_length if page else 0, elements=page.element_count if page else 0)


def _other_clock(good: EvidenceFiles | None, mutant: EvidenceFiles | None) -> str:
    """Why the two pages ran under different clocks, or "". Differences could then come from the clock."""
    if good is None or mutant is None or good[0].clock == mutant[0].clock:
        return ""
    return good[0].clock_note or mutant[0].clock_note or f"clocks: {good[0].clock} and {mutant[0].clock}"


def _differences(good: EvidenceFiles | None, mutant: EvidenceFiles | None) -> tuple[str, ...]:
    if good is None or mutant is None:
        return ("files that cannot be read",)
    return differences(*good, *mutant)


def detects(mutant: Verdict, good: Verdict, pair: Pair) -> bool:
    """Whether a finding on the mutant names the defect and is not also a finding on the baseline artifact."""
    known = {_identity(finding) for finding in good.findings}
    return any(
        pair.operator.is_named_by(finding, pair.mutant.words) and _identity(finding) not in known
        for finding in mutant.findings
    )


def _identity(finding: Finding) -> tuple[str, ...]:
    """By kind, element and severity, or without a kind by title.

    The mutant is the same page, so another element, or a graver finding, comes from the defect.
    """
    if finding.kind:
        return finding.dimension, finding.item, finding.kind, finding.selector, finding.severity
    return finding.dimension, finding.item, finding.title


def _scores(verdicts: Sequence[Verdict]) -> tuple[ItemScores, ...]:
    return tuple(verdict.scores for verdict in verdicts)


def collect_baseline_results(cases: Sequence[Case], archive: Archive) -> tuple[GoodResult, ...]:
    """The result of each baseline artifact with a verdict on every repeat."""
    return tuple(_collect_baseline_results(cases, archive))


def _collect_baseline_results(cases: Sequence[Case], archive: Archive) -> Iterator[GoodResult]:
    for case in cases:
        verdicts = archive.verdicts(case, "")
        if len(verdicts) < archive.repeats:
            continue
        alarms = [
            [finding.title for finding in verdict.findings if finding.severity in _ALARMING] for verdict in verdicts
        ]
        yield GoodResult(
            artifact=case.id,
            half=assign_half(case),
            totals=tuple(total for verdict in verdicts if (total := verdict.scores.get(TOTAL)) is not None),
            alarms=tuple(map(len, alarms)),
            titles=tuple(dict.fromkeys(title for each in alarms for title in each))[:_MOST_TITLES],
        )


def median_seconds(pairs: Sequence[Pair], archive: Archive) -> float | None:
    """The median time to explore and judge an item, in seconds of machine time."""
    found: list[float] = []
    for task in {(pair.case.id, name): (pair.case, name) for pair in pairs for name in ("", pair.operator.id)}.values():
        try:
            seconds = archive.item(*task, 1).read_record().phase_seconds
        except RecordingError:
            continue
        if "explore" in seconds:
            found.append(seconds["explore"] + seconds.get("judge", 0.0))
    return round(median(found), 2) if found else None
