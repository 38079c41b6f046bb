"""`Scene`: where the controls were and what the page said when a step's picture was taken."""

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel

SCENES_FILE = "scenes.jsonl"
"""In the folder of the exploring session, beside the trace."""

MAX_SCENE_TEXTS = 400
"""Of a moment; a page of more is read from its top."""
MAX_SCENE_TEXT = 80
"""Characters of a text in a scene: enough to tell it from others."""


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
    texts: dict[str, tuple[float, float, float, float]] = Field(default={}, max_length=2 * MAX_SCENE_TEXTS)
    """Text of each element, cut at 80 characters, to its left edge, top edge, width and height, in CSS px of the
    document, if it is new, has moved or has gone since the scene before; gone: width and height are 0. At most 400, and
    400 gone. Of equal texts the first."""
    text: str | None = None
    """Visible text, also of canvases. Null if it is that of the scene before."""
