"""`checklist_panel`: the items of the checklist with what they demand, the referee's reason, and what it looked at."""

from collections.abc import Sequence

from pytest_cookie.core.text import clip
from pytest_cookie.core.verdict import Panel, RowDetails, RowStep, RubricItem
from pytest_cookie.protocols.artifactsbench.case_fields import ChecklistItem
from pytest_cookie.protocols.artifactsbench.staged_captures import Capture

_MAX_CELL = 2_000
_MAX_TITLE = 120


def checklist_panel(
    items: Sequence[RubricItem], checklist: Sequence[ChecklistItem], captures: Sequence[Capture], *, referee: str
) -> Panel | None:
    """The items as the model `referee` judged them; None if no reply could be read.

    Items of kind `vision` are judged by the `captures`. A reply does not say which of them decided, so each of these
    items has them all.
    """
    asked = {str(item.id): item for item in checklist}
    if not items:
        return None
    pictures = tuple(RowStep(text=capture.caption or "Before use", picture=capture.path) for capture in captures)
    return Panel(
        title=clip(f"Checklist, judged by {referee}", _MAX_TITLE),
        columns=("item", "judged by", "points"),
        rows=tuple(
            (
                clip(item.name, _MAX_CELL),
                "the pictures" if captures and asked[item.id].kind == "vision" else "the source",
                "–" if item.score is None else f"{100 * item.score:.0f} %",
            )
            for item in items
        ),
        details=tuple(
            RowDetails(
                row=number,
                expected=clip(asked[item.id].description, _MAX_CELL),
                actual=clip(item.reason, _MAX_CELL),
                steps=pictures if asked[item.id].kind == "vision" else (),
            )
            for number, item in enumerate(items)
        ),
    )
