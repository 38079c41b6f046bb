"""`Match`: the tester's checks and the gold checks that they are about."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.protocols.webtestbench.case_fields import GoldCheck
from pytest_cookie.protocols.webtestbench.verdicts import CheckResult


class Match(NamedTuple):
    """For each check of the tester, by its id, the place of the gold check that it is about. Others are left out."""

    gold_of: Mapping[str, int]
    spend: Spend = NOTHING


class Matcher(Protocol):
    """Matches a checklist with gold."""

    @property
    def id(self) -> str:
        """A part of a judge's version."""
        ...

    def match(self, results: Sequence[CheckResult], gold: Sequence[GoldCheck]) -> Match:
        """The gold check of each check. Raises `JudgingError`."""
        ...
