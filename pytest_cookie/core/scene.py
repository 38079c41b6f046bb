"""`Scene`: where the controls were and what the page said when a step's picture was taken."""

from pytest_cookie.core.frozen_model import FrozenModel

SCENES_FILE = "scenes.jsonl"
"""In the folder of the exploring session, beside the trace."""


class Scene(FrozenModel):
    """The page at the end of one step: one line of `scenes.jsonl`. For readers of the report; judges do not use it."""

    step: int
    """Number of the step."""
    left: float = 0.0
    """How far the window was scrolled to the right, in CSS px."""
    top: float = 0.0
    """How far the window was scrolled down, in CSS px."""
    boxes: dict[str, tuple[float, float, float, float]] = {}
    """CSS selector of each control to its left edge, top edge, width and height, in CSS px of the document."""
    text: str | None = None
    """Visible text, also of canvases. Null if it is that of the scene before."""
