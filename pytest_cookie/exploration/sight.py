"""`Sight`: the text in view, and the features that distinguish a page's controls. For agents that are models."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.page_scripts import run_script


class Identity(BaseModel):
    """The features that distinguish a control for a person, besides its role and name.

    `node` is a number of its element, new for every element and document. `row` is the text of the row, card or list
    item that it is in, without the words of buttons and fields. `section` is the heading or label of the nearest part
    of the page. `distinction` tells it from the others of its row: its title or its cell's, else the head of its
    column. `is_container`: it has controls of its own, such as a card to drag; `row` is then its own text, as its name
    changes with their labels.
    """

    model_config = ConfigDict(frozen=True)

    node: str = ""
    row: str = ""
    section: str = ""
    distinction: str = ""
    is_container: bool = False


class Sight(BaseModel):
    """The content of the window at one moment.

    `text` is the text in view, one line a block; None if it could not be read. `above` and `below` are the characters
    that scrolling, of the window or of a box in it, would bring into view. `document` differs for every document.
    """

    model_config = ConfigDict(frozen=True)

    document: str = ""
    text: str | None = None
    above: int = 0
    below: int = 0
    identities: dict[str, Identity] = {}

    def of(self, control: Control) -> Identity:
        """Return the identity of `control`; without one, its `ref` identifies the element."""
        return self.identities.get(control.ref, Identity(node=control.ref))


NO_SIGHT = Sight()
"""For agents that do not read the window, and pages that give no usable reply."""


def read_sight(session: Session, controls: Sequence[Control], *, moment: int) -> Sight:
    """Read it from the page. Empty if the reply is malformed. `moment` must differ for each call of an exploration."""
    listed: list[JsonValue] = [[control.ref, control.selector] for control in controls]
    try:
        return Sight.model_validate(run_script(session, "sight", {"controls": listed, "moment": moment}))
    except (PageScriptError, ValidationError):
        return NO_SIGHT
