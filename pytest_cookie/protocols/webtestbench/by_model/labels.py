"""`CheckReader`: a model gives each check its result from the record of the application's use."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from pydantic import BaseModel, Field

from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.judging.model.prompt_sections import film_of, format_brief, format_trace
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted
from pytest_cookie.protocols.webtestbench.by_model.asking import PromptedModel
from pytest_cookie.protocols.webtestbench.probing.results import Probes
from pytest_cookie.protocols.webtestbench.verdicts import CheckResult

_LONGEST = 600
_TAKEN = {
    "accepted": "The page accepted a wrong entry",
    "refused": "The page refused a wrong entry",
    "unclear": "It is unclear whether the page took a wrong entry",
}
_STAYS = {
    "accepted": "An entry was gone after the view was left",
    "refused": "An entry was still there after the view was left",
    "unclear": "It is unclear whether an entry stays after the view is left",
}
_HAPPENED = {
    "again": "happened again",
    "not again": "did not happen again",
    "not reached": "could not be repeated",
}


class Label(BaseModel):
    """The result of one check."""

    number: int = Field(description="Number of the check, from 1.")
    result: Literal["passes", "fails", "not tested"]
    problem: str
    step: int | None


class Labels(BaseModel):
    """The results of all checks, each once."""

    reply_name: ClassVar[str] = "labels"

    checks: list[Label]


@dataclass(frozen=True)
class CheckReader(PromptedModel):
    """Asks `model`. What was measured and confirmed stays; the model decides the rest."""

    prompt_name = "labels"

    def label(
        self, case: Case, evidence: Evidence, results: Sequence[CheckResult], probes: Probes
    ) -> tuple[tuple[CheckResult, ...], Spend]:
        """The results. Raises `JudgingError` and `BudgetSpentError`."""

        def find_fault(reply: Labels) -> str:
            given = sorted(label.number for label in reply.checks)
            wanted = list(range(1, len(results) + 1))
            return "" if given == wanted else f"there are the checks 1 to {len(results)}; label each of them once"

        checks = "\n".join(
            f"{number}. {one.check.content}{' (measured: fails)' if one.result == 'fails' else ''}"
            for number, one in enumerate(results, start=1)
        )
        parts = (
            format_brief(case),
            format_trace(evidence.trace, film_of(evidence)),
            Text(f"## Tried on fresh pages\n{quoted('fresh pages', _describe(probes))}"),
            Text(f"## Checks\n{quoted('checks', checks)}"),
        )
        reply, spend = self.ask(parts, Labels, find_fault)
        steps = {step.index for step in evidence.trace.steps}
        labels = {label.number: label for label in reply.checks}
        told = tuple(
            one if one.result == "fails" else _labelled(one, labels[number], steps, probes)
            for number, one in enumerate(results, start=1)
        )
        return told, spend


def _labelled(one: CheckResult, label: Label, steps: set[int], probes: Probes) -> CheckResult:
    """The check with the model's label. What the step that it names did not do again on a fresh page is no failure."""
    step = label.step if label.step in steps else None
    confirmed = probes.confirmation(step)
    problem = replace_surrogates(label.problem).strip()[:_LONGEST] or "It fails"
    if label.result == "fails" and confirmed and confirmed.outcome == "not again":
        return replace(one, result="not tested", problem="", why=f"{problem} It did not happen again.", step=step)
    again = "It happened again on a fresh page." if confirmed and confirmed.outcome == "again" else "Not tried again."
    if label.result == "fails":
        return replace(one, result="fails", problem=problem, why=f"Read from the record by a model. {again}", step=step)
    return replace(one, result=label.result, problem="", why="Read from the record by a model.", step=step)


def _describe(probes: Probes) -> str:
    lines = []
    for one in probes.probes:
        said = (_STAYS if one.probe == "kept-entries" else _TAKEN)[one.outcome]
        what = f"“{one.value}” in {one.field}" if one.field else "the whole form"
        lines.append(f"{said}: {what} ({one.probe.replace('-', ' ')})")
    lines += [f"What seemed wrong in step {one.step} {_HAPPENED[one.outcome]}" for one in probes.confirmations]
    return "\n".join(lines) or "nothing"
