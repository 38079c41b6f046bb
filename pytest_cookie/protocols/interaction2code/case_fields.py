"""The fields of a case: its interaction graph. Nodes are pictures of the page, edges are interactions."""

from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from pytest_cookie.core.action import ActionKind, new_action
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.dataset.attachment import Attachment


def _use(kind: ActionKind) -> ActionKind:
    action = new_action(kind)
    if action.uses_nothing or action.begins_anew:
        raise ValueError(f"{kind} uses no element of the page")
    return kind


ActionName = Annotated[ActionKind, AfterValidator(_use)]
"""An action on an element of the page, or on the page under the pointer."""
MAX_INTERACTIONS = 12
ScreenId = str


class ReferenceScreen(FrozenModel):
    """A node of the graph: a picture of the whole page."""

    id: ScreenId = Field(pattern=r"^[a-zA-Z0-9_-]{1,40}$")
    """Unique within its case. The first screen shows the page before any interaction."""
    picture: Attachment
    """PNG or WebP of the whole page."""


class Interaction(FrozenModel):
    """An edge of the graph: what a user does, and the screen that follows."""

    source: ScreenId
    """Id of the screen on which it begins."""
    target: ScreenId
    """Id of the screen that follows."""
    action: ActionName = "click"
    """What the user does with the element."""
    value: str = ""
    """The text to type, the option to choose, the key to press."""
    description: str = ""
    """What happens, in words, for models that may read it."""
    tags: tuple[str, ...] = Field(default=(), max_length=30)
    """Tag categories, such as `button` (Table 3)."""
    visual: tuple[str, ...] = Field(default=(), max_length=30)
    """Visual categories, such as `new window` (Table 3)."""
    element: int | None = None
    """Key of the element in the list of elements. Null if that is unknown."""
    element_box: tuple[int, int, int, int] | None = None
    """Left, top, width and height of the element in the picture. Null if that is unknown."""
    marked_before: Attachment | None = None
    """The picture before with a red box around the element, as published."""
    marked_after: Attachment | None = None
    """The picture after with a red box around the effect, as published."""


class InteractionFields(FrozenModel):
    """The fields of a case of Interaction2Code beside the common ones. Interactions are numbered from 1."""

    topic: str = ""
    """Topic of the page, such as `shop`."""
    window: tuple[int, int] | None = None
    """Width and height of the window in CSS px. Without it, the width of the first picture, and 720."""
    screens: tuple[ReferenceScreen, ...] = Field(min_length=2, max_length=2 * MAX_INTERACTIONS)
    """The nodes of the interaction graph."""
    interactions: tuple[Interaction, ...] = Field(min_length=1, max_length=MAX_INTERACTIONS)
    """Its edges."""
    elements: Attachment | None = None
    """JSON with the elements of every screen, as `pytest-cookie dataset record` writes it. Without it, texts need
    OCR, and some failures cannot be distinguished."""

    @model_validator(mode="after")
    def _is_graph(self) -> Self:
        ids = [screen.id for screen in self.screens]
        if len(set(ids)) < len(ids):
            raise ValueError("two screens have the same id")
        for number, edge in enumerate(self.interactions, start=1):
            if missing := [name for name in (edge.source, edge.target) if name not in ids]:
                raise ValueError(f"interaction {number} names the screen {missing[0]!r}, which does not exist")
        return self

    def screen(self, name: str) -> ReferenceScreen:
        """The screen with this id."""
        return next(screen for screen in self.screens if screen.id == name)

    def interaction(self, number: int) -> Interaction:
        """The interaction with this number, from 1."""
        return self.interactions[number - 1]

    def path_to(self, number: int) -> tuple[int, ...]:
        """The interactions to perform before this one. Empty if it begins on the first screen, or on one to which no
        interaction leads, which is another picture of the page at rest."""
        start, goal = self.screens[0].id, self.interaction(number).source
        paths: dict[str, tuple[int, ...]] = {start: ()}
        waiting = [start]
        while waiting and goal not in paths:
            here = waiting.pop(0)
            for step, edge in enumerate(self.interactions, start=1):
                if edge.source == here and edge.target not in paths:
                    paths[edge.target] = (*paths[here], step)
                    waiting.append(edge.target)
        return paths.get(goal, ())
