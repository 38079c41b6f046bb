"""`InteractionJudge`: compares every interaction with the reference, and names its failures; calls no model."""

from collections.abc import Mapping
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import JudgingError, RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.slices import ItemPart
from pytest_cookie.core.verdict import Finding, Verdict
from pytest_cookie.core.wording import join_sentences
from pytest_cookie.protocols.interaction2code.attempt import INTERACTIONS, Attempt
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.comparison import worst_metrics
from pytest_cookie.protocols.interaction2code.failures.kinds import TITLES, Failure, severity_of
from pytest_cookie.protocols.interaction2code.judge_interaction import InteractionResult, judge_interaction
from pytest_cookie.protocols.interaction2code.metrics.picture_text import TextReader
from pytest_cookie.protocols.interaction2code.metrics.visual import VisualMeasure
from pytest_cookie.protocols.interaction2code.options import Options
from pytest_cookie.protocols.interaction2code.panels import make_panels
from pytest_cookie.protocols.interaction2code.reference import Reference
from pytest_cookie.protocols.interaction2code.scores import IMPLEMENTED, SCORES, USABILITY
from pytest_cookie.records.plain_tree import read_plain

VERSION = "5"


class InteractionJudge:
    """Reads pictures, elements and attempts from the evidence. `clip` is None without weights, `reader` without OCR."""

    id = "interactions"

    def __init__(self, options: Options, clip: VisualMeasure | None = None, reader: TextReader | None = None) -> None:
        self.options = options
        self.clip = clip
        self.reader = reader
        self.version = f"interactions-{VERSION}-{options.comparison}" + (f" ({reader.identity})" if reader else "")

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict on all interactions. Raises `JudgingError` if evidence is missing."""
        fields = InteractionFields.model_validate(case.fields)
        seen = evidence.perception
        if artifact.problem is not None or not evidence.sessions or not seen.loaded or seen.crashed:
            crash = "it crashes the browser" if seen.crashed else ""
            why = str(artifact.problem or "") or seen.load_problem or crash or "it was not opened"
            zero = dict.fromkeys(SCORES.ids, 0.0) | worst_metrics(
                self.clip, self.reader, has_texts=fields.elements is not None
            )
            finding = Finding(dimension=USABILITY, severity="critical", title="The page cannot be used", why=why)
            return self._verdict(zero, runnable=False).model_copy(update={"findings": (finding,)})
        try:
            reference = Reference.read(fields, folder)
            results = [
                judge_interaction(reference, _read(folder, number), folder, self.options, self.clip, self.reader)
                for number in range(1, len(fields.interactions) + 1)
            ]
        except (OSError, RecordingError, ValueError) as error:
            raise JudgingError(f"the interactions of {case.id} cannot be compared: {error}") from error
        findings = tuple(_finding(result, failure, fields) for result in results for failure in result.failures)
        notes = (f"Compared as {self.options.comparison}.", *([f"OCR: {self.reader.identity}."] if self.reader else []))
        parts = tuple(
            ItemPart(scores={name: _clamped(_value(result, name)) for name in SCORES.ids}) for result in results
        )
        update = {"findings": findings, "panels": make_panels(fields, results), "notes": notes, "parts": parts}
        return self._verdict(_mean_scores(results)).model_copy(update=update)

    def _verdict(self, scores: Mapping[str, float | None], *, runnable: bool = True) -> Verdict:
        return Verdict(judge=self.id, judge_version=self.version, runnable=runnable, scores=dict(scores))


def _read(folder: Path, number: int) -> Attempt:
    return Attempt.model_validate_json(read_plain(folder / INTERACTIONS / f"{number}.json"))


def _mean_scores(results: list[InteractionResult]) -> dict[str, float | None]:
    """The mean of each score over the interactions that have it, from 0 to 1: CLIP's cosine of equal pictures can be a
    little more."""
    found: dict[str, float | None] = {}
    for name in SCORES.ids:
        values = [value for result in results if (value := _value(result, name)) is not None]
        found[name] = _clamped(sum(values) / len(values) if values else None)
    return found


def _clamped(value: float | None) -> float | None:
    return None if value is None else min(1.0, max(0.0, value))


def _value(result: InteractionResult, name: str) -> float | None:
    own = {USABILITY: result.usability, IMPLEMENTED: float(result.implemented)}
    return own[name] if name in own else result.compared.metrics[name]


def _finding(result: InteractionResult, failure: Failure, fields: InteractionFields) -> Finding:
    edge = fields.interaction(result.number)
    what = edge.description or edge.action
    title = f"{TITLES[failure.kind]}: interaction {result.number}, {what}"
    return Finding(
        dimension=USABILITY,
        severity=severity_of(failure.kind),
        title=title if len(title) <= 200 else f"{title[:199]}…",
        why=f"{_sentence(failure.reason)} Confidence {failure.confidence:.2f}."[:600],
        kind=f"interaction2code-{failure.kind}",
        evidence=result.after,
    )


def _sentence(reason: str) -> str:
    return join_sentences([f"{reason[:1].upper()}{reason[1:]}"])
