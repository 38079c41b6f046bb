"""`ModelAuthor`: a model writes the checklist from the brief alone."""

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel

from pytest_cookie.core.case import Case
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.judging.model.prompt_sections import format_brief
from pytest_cookie.protocols.webtestbench.by_model.asking import PromptedModel
from pytest_cookie.protocols.webtestbench.case_fields import CheckClass, WebTestFields
from pytest_cookie.protocols.webtestbench.checklist.author import Checklist
from pytest_cookie.protocols.webtestbench.checklist.check import Check
from pytest_cookie.protocols.webtestbench.checklist.make import make_checklist
from pytest_cookie.protocols.webtestbench.checklist.rules import rules_of
from pytest_cookie.protocols.webtestbench.options import Options

MAX_CHECKS = 60
_LONGEST = 1_000


class WrittenCheck(BaseModel):
    """A check as the model writes it."""

    content: str
    check_class: CheckClass


class WrittenChecklist(BaseModel):
    """The checks of a tester."""

    reply_name: ClassVar[str] = "checklist"

    checks: list[WrittenCheck]


@dataclass(frozen=True)
class ModelAuthor(PromptedModel):
    """Asks `model` for the checklist of each case that has no reviewed one. Replies are cached like all others."""

    prompt_name = "checklist"

    options: Options

    def write(self, case: Case) -> Checklist:
        """The checklist. Raises `JudgingError` and `BudgetSpentError`."""
        if self.options.checklist == "gold" or WebTestFields.model_validate(case.fields).checklist:
            return Checklist(make_checklist(case, self.options))
        reply, spend = self.ask((format_brief(case),), WrittenChecklist, _find_fault)
        checks = tuple(
            Check(
                id=f"c{number}", content=content, check_class=one.check_class, source="model", rules=rules_of(content)
            )
            for number, one in enumerate(reply.checks, start=1)
            if (content := replace_surrogates(one.content).strip()[:_LONGEST])
        )
        return Checklist(checks, spend)


def _find_fault(reply: WrittenChecklist) -> str:
    if not 0 < len(reply.checks) <= MAX_CHECKS:
        return f"it has {len(reply.checks)} checks; write 1 to {MAX_CHECKS}"
    return ""
