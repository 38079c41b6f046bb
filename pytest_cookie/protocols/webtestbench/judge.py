"""`TestingJudge`: a verdict on each check of the checklist, and how well the bugs agree with people's."""

from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import JudgingError, RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.verdict import Finding, Severity, Verdict
from pytest_cookie.protocols.webtestbench.by_model.labels import CheckReader
from pytest_cookie.protocols.webtestbench.case_fields import WebTestFields
from pytest_cookie.protocols.webtestbench.checklist.author import Author
from pytest_cookie.protocols.webtestbench.matching.match import Match, Matcher
from pytest_cookie.protocols.webtestbench.options import Options
from pytest_cookie.protocols.webtestbench.panels import make_panels
from pytest_cookie.protocols.webtestbench.probing.results import FILE, PROBES, Probes
from pytest_cookie.protocols.webtestbench.scores import PASSED, compute_scores, score_checks
from pytest_cookie.protocols.webtestbench.suspicions import find_suspicions
from pytest_cookie.protocols.webtestbench.verdicts import CheckResult, judge_checks
from pytest_cookie.records.plain_tree import read_plain

VERSION = "7"


class TestingJudge:
    """Reads the exploration and what was tried on fresh pages.

    `author` writes the checklist, `matcher` compares it; `reader`, a model, decides the checks that were not measured.
    """

    __test__ = False  # the name is no test class of pytest
    id = "checks"

    def __init__(
        self, measured: Judge, author: Author, matcher: Matcher, options: Options, reader: CheckReader | None = None
    ) -> None:
        self._measured, self._author, self._matcher, self._options = measured, author, matcher, options
        self._reader = reader
        parts = [f"checks-{VERSION}", measured.version, author.id, matcher.id, *([reader.id] if reader else [])]
        self.version = " ".join(parts)

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict. Raises `JudgingError` if evidence is missing or a model cannot be asked."""
        steps = evidence.trace.steps
        listed = self._author.write(case)
        measured = self._measured.judge(case, artifact, evidence, folder, source=source)
        suspicions = find_suspicions(measured, steps)
        probes = _read_probes(folder)
        results = judge_checks(case, listed.checks, steps, suspicions, probes)
        spend = listed.spend
        if self._reader:
            results, cost = self._reader.label(case, evidence, results, probes)
            spend += cost
        gold = WebTestFields.model_validate(case.fields).gold(self._options.gold)
        match = self._matcher.match(results, gold) if gold else Match({})
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=True,
            scores=compute_scores(results, gold, match.gold_of),
            findings=tuple(_finding(one) for one in results if one.result == "fails"),
            panels=make_panels(results, gold, match.gold_of, steps),
            notes=self._describe(results, has_gold=bool(gold)),
            parts=score_checks(results, gold, match.gold_of),
            spend=spend + match.spend,
        )

    def _describe(self, results: tuple[CheckResult, ...], *, has_gold: bool) -> tuple[str, ...]:
        untested = sum(one.result == "not tested" for one in results)
        notes = [f"{untested} of {len(results)} checks were not tested."] if untested else []
        if has_gold:
            told = "by their words; these numbers are not comparable with published ones"
            matched = f"by the model {self._options.matcher}" if self._options.matcher else told
            notes.append(f"Checks were matched with people's checks {matched}.")
        return tuple(notes)


def _read_probes(folder: Path) -> Probes:
    """What was tried on fresh pages. Raises `JudgingError`."""
    try:
        return Probes.model_validate_json(read_plain(folder / PROBES / FILE))
    except (OSError, RecordingError, ValueError) as error:
        raise JudgingError(f"what was tried on fresh pages cannot be read: {error}") from error


def _finding(one: CheckResult) -> Finding:
    severity: Severity = "major"
    title = one.problem if len(one.problem) <= 200 else f"{one.problem[:199]}…"
    return Finding(
        dimension=PASSED, severity=severity, title=title, why=f"{one.check.content}: {one.why}"[:2_000],
        kind=f"webtestbench-{one.kind}" if one.kind else "", step=one.step, evidence=one.evidence,
    )  # fmt: skip
