"""`Attempt`: one interaction as it was performed on a rebuilt page. The file `evidence/interactions/<n>.json`."""

from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.protocols.interaction2code.page.element import PageElements

INTERACTIONS = "interactions"
"""The folder of the attempts, below the evidence folder."""
REFERENCE = "reference"
"""The folder with copies of the case's files, below the evidence folder."""

FoundBy = Literal["id", "likeness", "nothing"]


class Attempt(FrozenModel):
    """An interaction on a rebuilt page. Pictures are PNG of the whole page, relative to the evidence folder."""

    number: int
    """Number of the interaction, from 1."""
    found_by: FoundBy = "nothing"
    """How its element was found: by the id that the task asks for, by likeness with the reference, or not at all."""
    target: int = 0
    """Key of the element. 0 if it was not found."""
    done: bool = False
    """Whether the action could be carried out."""
    action: str = ""
    """The kind of action. Differs from the reference's where the element is of another kind."""
    problem: str = ""
    """Why it could not, or what went wrong."""
    page_gone: bool = False
    """Whether the page crashed, left, or could not be loaded."""
    before: InnerPath = ""
    """The page before. Empty if there is no picture."""
    after: InnerPath = ""
    """The page afterwards. Empty if there is no picture."""
    dialogs: tuple[str, ...] = ()
    """Messages of the browser's own dialogs."""
    popups: int = 0
    """Number of windows that opened."""
    elements_before: PageElements = ()
    """Its visible elements before."""
    elements_after: PageElements = ()
    """Its visible elements afterwards."""
