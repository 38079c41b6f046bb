"""`Check`: one thing that has to be true of an application, and how it can be tried."""

from typing import Literal

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.protocols.webtestbench.case_fields import CheckClass

Source = Literal["brief", "rule", "model", "reviewed", "gold", "finding"]
SOURCES: dict[Source, str] = {
    "brief": "brief",
    "rule": "rule",
    "model": "model",
    "reviewed": "reviewed checklist",
    "gold": "people",
    "finding": "seen in use",
}
"""Where a check comes from, in words."""


class Check(FrozenModel):
    """A check of a tester's checklist."""

    id: str
    """Unique in its checklist, such as `c3`."""
    content: str
    """What has to be true of the application."""
    check_class: CheckClass
    """What it is about."""
    source: Source
    """Where it comes from."""
    rules: tuple[str, ...] = ()
    """The rules whose probes try it. Empty if none does."""
    start: int | None = Field(default=None, ge=0)
    """Where its words begin in the brief. Null if they are not in it."""
    end: int | None = Field(default=None, ge=0)
    """Where they end."""
