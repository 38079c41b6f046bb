"""`PersistenceFact`: what a reload undid."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact


class PersistenceFact(Fact):
    """What a reload undid."""

    check: ClassVar[str] = "persistence"

    put_back: str
    """Text of what the step before had moved or switched, and which is as it was before that step."""
