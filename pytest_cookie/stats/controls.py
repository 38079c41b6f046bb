"""Controls: what a judge's accuracy would be if it only took the larger of two pages for the better one.

A judge that reads pages has to do better than these. Each control looks at one size of a page and at nothing else; one
more, for a judge compared with people, looks at the model alone.
"""

from typing import Literal, get_args

from pydantic import NonNegativeInt

from pytest_cookie.core.frozen_model import FrozenModel

ControlId = Literal["file", "text", "elements"]
CONTROLS: tuple[ControlId, ...] = get_args(ControlId)
CONTROL_NAMES: dict[ControlId, str] = {
    "file": "longer file",
    "text": "more visible text",
    "elements": "more elements",
}
OWN_AVERAGE = "average"
"""The control that gives every page the judge's mean score of its model on the other cases."""
ALL_CONTROL_NAMES: dict[str, str] = {
    **{name: CONTROL_NAMES[name] for name in CONTROLS},
    OWN_AVERAGE: "model's own average",
}


class PageSize(FrozenModel):
    """How large a page is: `file` in bytes of its files, `text` in visible characters, `elements` of its document."""

    file: NonNegativeInt
    text: NonNegativeInt
    elements: NonNegativeInt


def larger_wins(control: ControlId, better: PageSize, worse: PageSize) -> float:
    """1 if the better page is the larger one, 0.5 for equal sizes, 0 if the worse page is larger."""
    ahead = getattr(better, control) - getattr(worse, control)
    return 0.5 if ahead == 0 else float(ahead > 0)
