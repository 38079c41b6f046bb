"""`Options`: the table `[tool.pytest-cookie.protocol]` of WebTestBench."""

from typing import Literal

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.protocols.webtestbench.case_fields import Gold


class Options(FrozenModel):
    """Where the checklist comes from, and how it is compared with people's checks."""

    checklist: Literal["brief", "gold"] = "brief"
    """`brief`: made from the brief alone. `gold`: people's checks are given without their results (the oracle setting
    of the paper)."""
    gold: Gold = "original"
    """The annotation to compare with: `original`, or `revised` by other people."""
    author: str = Field(default="", max_length=200)
    """Model that writes the checklist from the brief. Without it, rules write it."""
    matcher: str = Field(default="", max_length=200)
    """Model that says which check of the tester is which of the gold. Without it, their words are compared, and the
    numbers are not comparable with published ones."""
    probes: int = Field(default=8, ge=0, le=40)
    """The most forbidden entries and logins that are tried on fresh pages."""
    confirmations: int = Field(default=6, ge=0, le=40)
    """The most suspected defects that are tried again on fresh pages."""
