"""`ModelMatcher`: a model says which check of the tester is which of people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, Field

from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted
from pytest_cookie.protocols.webtestbench.by_model.asking import PromptedModel
from pytest_cookie.protocols.webtestbench.case_fields import GoldCheck
from pytest_cookie.protocols.webtestbench.matching.match import Match
from pytest_cookie.protocols.webtestbench.verdicts import CheckResult


class Pair(BaseModel):
    """A check of the tester and the check of people that it is about."""

    tester: int = Field(description="Number of the tester's check, from 1.")
    people: int | None = Field(description="Number of people's check, from 1. Null if none is about the same.")


class Pairs(BaseModel):
    """Every check of the tester, once."""

    reply_name: ClassVar[str] = "pairs"

    pairs: list[Pair]


@dataclass(frozen=True)
class ModelMatcher(PromptedModel):
    """Asks `model`. It sees what fails of both lists, but not what passes."""

    prompt_name = "match"

    def match(self, results: Sequence[CheckResult], gold: Sequence[GoldCheck]) -> Match:
        """The gold check of each check. Raises `JudgingError` and `BudgetSpentError`."""
        if not results:
            return Match({})
        ours = [_line(number, one.check.content, one.problem) for number, one in enumerate(results, start=1)]
        theirs = [_line(number, one.content, one.bug) for number, one in enumerate(gold, start=1)]

        def find_fault(reply: Pairs) -> str:
            given = sorted(pair.tester for pair in reply.pairs)
            if given != list(range(1, len(results) + 1)):
                return f"the tester has the checks 1 to {len(results)}; name each of them once"
            beyond = [pair.people for pair in reply.pairs if pair.people and not 0 < pair.people <= len(gold)]
            return f"people have the checks 1 to {len(gold)}; there is no {beyond[0]}" if beyond else ""

        parts = (
            Text(f"## The tester's checks\n{quoted('checks of the tester', chr(10).join(ours))}"),
            Text(f"## People's checks\n{quoted('checks of people', chr(10).join(theirs))}"),
        )
        reply, spend = self.ask(parts, Pairs, find_fault)
        found = {results[pair.tester - 1].check.id: pair.people - 1 for pair in reply.pairs if pair.people}
        return Match(found, spend)


def _line(number: int, content: str, problem: str) -> str:
    return f"{number}. {content}" + (f" (fails: {problem})" if problem else "")
