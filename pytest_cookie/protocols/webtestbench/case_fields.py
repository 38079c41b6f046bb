"""The fields of a case: people's checks, which are the gold, and a checklist that was reviewed."""

from typing import Literal, get_args

from pydantic import ConfigDict, Field

from pytest_cookie.core.frozen_model import FrozenModel

CheckClass = Literal["functionality", "constraint", "interaction", "content"]
CHECK_CLASSES: tuple[CheckClass, ...] = get_args(CheckClass)
Gold = Literal["original", "revised"]
_MOST = 100


class GoldCheck(FrozenModel):
    """A check that people wrote for the application, and whether it passes there."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    content: str = Field(min_length=1, max_length=1_000)
    """What has to be true of the application."""
    check_class: CheckClass = Field(alias="class")
    """What it is about. `constraint`: a rule that the brief need not state."""
    passes: bool
    """Whether people found it to be true."""
    bug: str = Field(default="", max_length=2_000)
    """What people saw where it fails."""


class ReviewedCheck(FrozenModel):
    """A check of a checklist that was read and corrected by a person."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    content: str = Field(min_length=1, max_length=1_000)
    """What has to be true of the application."""
    check_class: CheckClass = Field(default="functionality", alias="class")
    """What it is about."""


class WebTestFields(FrozenModel):
    """The fields of a case of `webtestbench` beside the common ones."""

    category: str = Field(default="", max_length=60)
    """Category of the application, such as `Commerce`."""
    checks: tuple[GoldCheck, ...] = Field(default=(), max_length=_MOST)
    """People's checks. Without them, the application is tested, and precision, recall, F1 and coverage are null."""
    revised_checks: tuple[GoldCheck, ...] = Field(default=(), max_length=_MOST)
    """The same by other people."""
    checklist: tuple[ReviewedCheck, ...] = Field(default=(), max_length=_MOST)
    """A reviewed checklist. It takes the place of the one that is made from the brief."""

    def gold(self, which: Gold) -> tuple[GoldCheck, ...]:
        """The checks of one annotation."""
        return self.checks if which == "original" else self.revised_checks
