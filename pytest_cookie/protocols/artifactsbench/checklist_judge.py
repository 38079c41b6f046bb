"""The judges of ArtifactsBench: referees with a checklist, or measurements alone."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.verdict import MEASURED, RefereeScores, RubricItem, Verdict
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.llm.ask_in_turn import ask_in_turn
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.llm.messages.messages import Picture
from pytest_cookie.protocols.artifactsbench.case_fields import (
    PAGE_CLASS,
    ArtifactsBenchFields,
    Interactivity,
    OptionalFields,
)
from pytest_cookie.protocols.artifactsbench.checklist_file import builtin_checklists
from pytest_cookie.protocols.artifactsbench.checklist_panel import checklist_panel
from pytest_cookie.protocols.artifactsbench.dom_score import DOM_SCORE_VERSION, WEIGHTS
from pytest_cookie.protocols.artifactsbench.interactivity import MeasuredInteractivity, measure_interactivity
from pytest_cookie.protocols.artifactsbench.interactivity_by_model import InteractivityClassifier, ModelInteractivity
from pytest_cookie.protocols.artifactsbench.page_measures import (
    dom_panel,
    interactivity_classes,
    interactivity_panel,
    measure_dom,
    source_as_answer,
)
from pytest_cookie.protocols.artifactsbench.published_generator import read_answer
from pytest_cookie.protocols.artifactsbench.referee import Referee, RefereeResult
from pytest_cookie.protocols.artifactsbench.referee_message import Material
from pytest_cookie.protocols.artifactsbench.referee_report import (
    name_referees,
    referee_notes,
    referee_panels,
    scores_of,
    scores_of_referees,
    summaries,
)
from pytest_cookie.protocols.artifactsbench.staged_captures import (
    CAPTURES_VERSION,
    Capture,
    choose_stages,
    load_captures,
)
from pytest_cookie.protocols.artifactsbench.unusable_page import fail_if_unusable

OVERALL, DOM = "overall", "dom_score"
LABELS = {OVERALL: "checklist", "vision": "vision items", "code": "code items"}
"""The scores of a referee by id."""
REFEREE_SCORES = tuple(LABELS)
_MAX_NOTE = 2_000


def find_fields(case: Case) -> ArtifactsBenchFields | None:
    """The checklist and classes of a case: its own fields, or the built-in ones; None without a checklist."""
    if case.fields.get("checklist"):
        try:
            return ArtifactsBenchFields.model_validate(case.fields)
        except ValidationError as error:
            raise JudgingError(f"{case.origin}: the checklist of {case.id} is wrong: {error}") from error
    return builtin_checklists().get(case.id)


def require_fields(case: Case) -> ArtifactsBenchFields:
    """The same, for a referee. Raises `JudgingError` for a case without a checklist."""
    if (fields := find_fields(case)) is None:
        raise JudgingError(
            f"{case.origin}: {case.id} has no checklist; write one with ten items, or let a model draft it: "
            "pytest-cookie dataset draft-checklists"
        )
    return fields


def note_missing_checklists(cases: Sequence[Case]) -> Iterator[str]:
    """How to get the checklists that cases lack."""
    if lacking := sum(find_fields(case) is None for case in cases):
        yield (
            f"{lacking:,} of {len(cases):,} cases have no checklist, so referees cannot judge them; a model drafts "
            "checklists: pytest-cookie dataset draft-checklists CASES --model=MODEL"
        )


def find_interactivity(case: Case) -> Interactivity | None:
    """The interactivity class that a case names, also one without a checklist."""
    fields = find_fields(case)
    try:
        own = OptionalFields.model_validate(case.fields).interactivity
    except ValidationError as error:
        raise JudgingError(f"{case.origin}: the fields of {case.id} are wrong: {error}") from error
    return own or (fields.interactivity if fields else None)


class MeasuringJudge:
    """Calls no model: DOM_SCORE and its dimensions. A note states that no referee ran."""

    def __init__(self) -> None:
        self.id = MEASURED
        self.version = f"dom-score {DOM_SCORE_VERSION}"

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict. Raises `JudgingError` if the evidence does not belong to the artifact."""
        names = (DOM, *WEIGHTS)
        if failed := fail_if_unusable(artifact, evidence, names, self.id, self.version):
            return failed
        score = measure_dom(artifact, evidence, folder, source)
        values = {DOM: score.total, **score.model_dump()} if score else dict.fromkeys(names)
        measured, asked = measure_interactivity(evidence), find_interactivity(case)
        panels = [dom_panel(score) if score else None, interactivity_panel(measured, asked)]
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=True,
            scores=values,
            classifications=interactivity_classes(measured, asked),
            slices=_page_class(measured),
            panels=tuple(panel for panel in panels if panel),
            notes=("no referee judged the checklist: that takes a model as --cookie-judge",),
        )


def _page_class(measured: MeasuredInteractivity | None) -> dict[str, str]:
    return {PAGE_CLASS: measured.interactivity} if measured else {}


class ChecklistJudge:
    """Referees in the mode `staged`. The first one ranks; the others have their scores beside it, never fused."""

    def __init__(self, referees: Sequence[Referee], classifier: InteractivityClassifier | None = None) -> None:
        self.referees = tuple(referees)
        self.classifier = classifier
        first = self.referees[0]
        self.id = ",".join(referee.id for referee in self.referees)
        prompts = first.prompts.identity(first.settings)
        self.version = f"{prompts} pictures {CAPTURES_VERSION} dom-score {DOM_SCORE_VERSION}"
        self.referee_ids = name_referees([referee.id for referee in self.referees])

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict; without an overall score if the first referee's replies could not be read.

        Raises `JudgingError` for a case without a checklist and a failing provider, and `BudgetSpentError`.
        """
        names = (*REFEREE_SCORES, DOM)
        if failed := fail_if_unusable(artifact, evidence, names, self.id, self.version):
            alike = tuple(RefereeScores(judge=referee, scores=failed.scores) for referee in self.referee_ids)
            return failed.model_copy(update={"referees": alike})
        fields = require_fields(case)
        notes: list[str] = []
        captures, pictures = self._pictures(evidence, folder, notes)
        material = Material(case.brief, fields.checklist, self._answer(artifact, source, folder), pictures)
        results = ask_in_turn(lambda referee: referee.judge(material), self.referees)
        spend = sum((result.spend for result in results), NOTHING)
        interactivity = measure_interactivity(evidence)
        by_model = self._classify(evidence, interactivity, pictures, spend, notes)
        dom = measure_dom(artifact, evidence, folder, source)
        measured: dict[str, float | None] = {DOM: dom.total if dom else None}
        classes = (interactivity, find_interactivity(case), by_model)
        items = _items(results[0], fields)
        panels = [
            checklist_panel(items, fields.checklist, captures, referee=results[0].referee),
            *referee_panels(results, LABELS, captures),
            interactivity_panel(*classes),
            dom_panel(dom) if dom else None,
        ]
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=True,
            scores={**scores_of(results[0], REFEREE_SCORES), **measured},
            missing_because=results[0].problem,
            referees=scores_of_referees(results, REFEREE_SCORES, measured),
            items=items,
            conclusions=summaries(results),
            classifications=interactivity_classes(*classes),
            slices=_page_class(interactivity),
            panels=tuple(panel for panel in panels if panel),
            notes=(*notes, *referee_notes(results)),
            spend=spend + by_model.spend if by_model else spend,
        )

    def _pictures(
        self, evidence: Evidence, folder: Path, notes: list[str]
    ) -> tuple[tuple[Capture, ...], tuple[Picture, ...]]:
        """What the referees see; `notes` says why it is less than the settings ask for."""
        wanted, files = self.referees[0].settings.pictures, EvidencePictures(folder)
        chosen = choose_stages(evidence, files, wanted)
        if len(chosen) < wanted:
            notes.append(f"{len(chosen)} of {wanted} pictures: no other window of the page's use looks different")
        return load_captures(chosen, files, notes)

    def _answer(self, artifact: Artifact, source: Path | None, folder: Path) -> str:
        whole = read_answer(artifact, folder.parent) if self.referees[0].settings.whole_reply else None
        return source_as_answer(artifact, source) if whole is None else whole

    def _classify(
        self, evidence: Evidence, measured: MeasuredInteractivity | None, captures: tuple[Picture, ...], spent: Spend,
        notes: list[str],
    ) -> ModelInteractivity | None:  # fmt: skip
        """The class by a model, where the settings ask for it. `spent` is the cost so far, for errors."""
        if self.classifier is None:
            return None
        try:
            found = self.classifier.classify(evidence, measured, captures)
        except (JudgingError, BudgetSpentError) as error:
            error.spend = spent + error.spend
            raise
        if found.problem:
            notes.append(f"interactivity class by {found.model}: {found.problem}"[:_MAX_NOTE])
        return found


def _items(result: RefereeResult, fields: ArtifactsBenchFields) -> tuple[RubricItem, ...]:
    """The items of the first reply that could be read."""
    reply = next((reply for reply in result.replies if reply.items), None)
    if reply is None:
        return ()
    found = {item.id: item for item in reply.items}
    return tuple(
        RubricItem(
            id=str(item.id), name=item.title, dimension=item.kind, status="scored", score=found[item.id].share / 100,
            reason=found[item.id].reason,
        )
        for item in fields.checklist
    )  # fmt: skip
