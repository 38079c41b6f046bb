"""What was tried on fresh pages: the files `probes.json` of an item's evidence."""

from typing import Literal

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath

PROBES = "probes"
"""Folder of the evidence, and the session's name."""
FILE = "probes.json"
Outcome = Literal["accepted", "refused", "unclear"]
ConfirmationOutcome = Literal["again", "not again", "not reached"]


class ProbeResult(FrozenModel):
    """An entry that should be refused, sent on a fresh page instead of the valid one that the page took."""

    probe: str
    """Name of the probe, such as `past-date`."""
    field: str = ""
    """Name of the field. Empty if the whole form was meant."""
    value: str = ""
    """What was entered."""
    outcome: Outcome
    """`accepted`: it had the effect of the valid entry. `refused`: it had not. `unclear`: it could not be entered."""
    form: str = ""
    """The names of the form's controls and of what opened it."""
    subject: str = ""
    """The names of what opened it and of what sends it."""
    step: int | None
    """The step of the exploration that sent the valid entry. Null if it sent none, as for a login."""
    path: tuple[str, ...] = ()
    """The actions on the fresh page, in words."""
    said: tuple[str, ...] = ()
    """New texts of the page after it was sent."""
    picture: InnerPath = ""
    """Picture of the window afterwards, relative to `evidence/`."""


class Confirmation(FrozenModel):
    """A suspected defect, tried again on a fresh page by the shortest path to it."""

    step: int
    """The step of the exploration in which it was seen."""
    outcome: ConfirmationOutcome
    """Whether the same happened again. `not reached`: the path to it could not be repeated."""
    path: tuple[str, ...] = ()
    """The actions on the fresh page, in words."""
    picture: InnerPath = ""
    """Picture of the window afterwards, relative to `evidence/`."""


class FormTrial(FrozenModel):
    """A form that was filled in with valid entries on a fresh page."""

    form: str
    """The names of its controls and of what opened it. Empty if it could not be filled in."""
    taken: bool
    """Whether the page took it: only then are entries tried that it should refuse."""


class Place(FrozenModel):
    """A place of the application that was looked at on a fresh page: a view, or an open dialog."""

    path: tuple[str, ...]
    """The actions that lead there, in words."""
    names: tuple[str, ...] = ()
    """The names of its controls."""
    icons: tuple[str, ...] = ()
    """What the icons of its controls without a name are called in the page's source."""
    unnamed: int = 0
    """Number of controls without a name or such an icon."""


class Probes(FrozenModel):
    """Everything that was tried on fresh pages."""

    probes: tuple[ProbeResult, ...] = ()
    """The entries that should be refused."""
    forms: tuple[FormTrial, ...] = ()
    """The forms that were filled in before."""
    places: tuple[Place, ...] = ()
    """The places that were looked at to find forms."""
    confirmations: tuple[Confirmation, ...] = ()
    """The suspected defects."""
    note: str = ""
    """Why not everything was tried. Empty if it was."""

    def confirmation(self, step: int | None) -> Confirmation | None:
        """The confirmation of what was seen in a step, if it was tried again."""
        return next((one for one in self.confirmations if one.step == step), None)
