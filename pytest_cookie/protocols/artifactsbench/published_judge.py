"""The judge of the published way: one message, only the overall score, mean over the replies that could be read."""

from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.llm.ask_in_turn import ask_in_turn
from pytest_cookie.protocols.artifactsbench.checklist_judge import OVERALL, require_fields
from pytest_cookie.protocols.artifactsbench.page_measures import source_as_answer
from pytest_cookie.protocols.artifactsbench.published_extraction import judged_answer
from pytest_cookie.protocols.artifactsbench.published_generator import read_answer
from pytest_cookie.protocols.artifactsbench.referee import Referee, RefereeResult
from pytest_cookie.protocols.artifactsbench.referee_message import Material, choose_captures
from pytest_cookie.protocols.artifactsbench.referee_report import (
    name_referees,
    referee_notes,
    referee_panels,
    scores_of,
    scores_of_referees,
    summaries,
)
from pytest_cookie.protocols.artifactsbench.staged_captures import Capture, load_captures

_NAMES = (OVERALL,)
_LOWEST, _HIGHEST = 0.0, 100.0


class PublishedJudge:
    """Referees in the mode `published`. No answer fails: one without a page is judged from its text."""

    def __init__(self, referees: Sequence[Referee]) -> None:
        self.referees = tuple(referees)
        first = self.referees[0]
        self.id = ",".join(referee.id for referee in self.referees)
        self.version = first.prompts.identity(first.settings)
        self.referee_ids = name_referees([referee.id for referee in self.referees])

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict; without a score if no reply could be read, so that the item is not in the mean.

        How the authors count such an item is not known. Raises `JudgingError` for a case without a checklist, other
        evidence and a failing provider, and `BudgetSpentError`.
        """
        if evidence.artifact_digest != artifact.digest:
            raise JudgingError("the evidence is of another artifact: take the pictures again")
        fields = require_fields(case)
        notes: list[str] = []
        steps = [step for step in evidence.trace.steps if step.screenshot]
        sent = [steps[index] for index in choose_captures(len(steps), self.referees[0].settings.pictures)]
        chosen = [Capture("before", f"{evidence.trace.policy}/{step.screenshot}", step.index) for step in sent]
        captures, pictures = load_captures(chosen, EvidencePictures(folder), notes, whole=True)
        answer = read_answer(artifact, folder.parent)
        text = source_as_answer(artifact, source) if answer is None else judged_answer(answer)
        material = Material(case.brief, fields.checklist, text, pictures)
        results = ask_in_turn(lambda referee: _without_impossible(referee.judge(material)), self.referees)
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=True,
            scores=scores_of(results[0], _NAMES),
            missing_because=results[0].problem,
            referees=scores_of_referees(results, _NAMES, {}),
            conclusions=summaries(results),
            panels=tuple(referee_panels(results, {OVERALL: "overall score"}, captures)),
            notes=(*notes, *referee_notes(results)),
            spend=sum((result.spend for result in results), NOTHING),
        )


def _without_impossible(result: RefereeResult) -> RefereeResult:
    """Scores outside 0 to 100 count as unparsed. Their code has no limit, so one such reply moves a whole mean."""
    return result.model_copy(
        update={
            "replies": tuple(
                reply
                if reply.overall is None or _LOWEST <= reply.overall <= _HIGHEST
                else reply.model_copy(
                    update={
                        "overall": None,
                        "problem": f"{result.referee} gave the overall score {reply.overall:g}, not 0 to 100",
                    }
                )
                for reply in result.replies
            )
        }
    )
