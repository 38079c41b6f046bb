"""`Author`: who writes the checklist of a case: rules, or a model."""

from typing import NamedTuple, Protocol

from pytest_cookie.core.case import Case
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.protocols.webtestbench.checklist.check import Check
from pytest_cookie.protocols.webtestbench.checklist.make import make_checklist
from pytest_cookie.protocols.webtestbench.options import Options


class Checklist(NamedTuple):
    """The checks, and what they cost."""

    checks: tuple[Check, ...]
    spend: Spend = NOTHING


class Author(Protocol):
    """Writes checklists from briefs alone."""

    @property
    def id(self) -> str:
        """A part of a judge's version."""
        ...

    def write(self, case: Case) -> Checklist:
        """The checklist of a case. Raises `JudgingError`."""
        ...


class RuleAuthor:
    """The clauses of the brief, and the rules that it calls for."""

    id = "rules-1"

    def __init__(self, options: Options) -> None:
        self._options = options

    def write(self, case: Case) -> Checklist:
        """The checklist; without a model, it costs nothing."""
        return Checklist(make_checklist(case, self._options))
