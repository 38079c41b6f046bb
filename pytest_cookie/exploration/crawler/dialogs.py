"""How the crawler treats a dialog that blocks the page: use it a little, then close it, so that the rest is free."""

from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Action
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import called, on
from pytest_cookie.exploration.label_words import means

_PATIENCE = 3


class DialogManners:
    """Counts the turns within a dialog, and the ways out that were tried."""

    def __init__(self) -> None:
        self._turns = 0
        self._ways_out = 0

    def inside(self, view: View) -> tuple[Control, ...] | None:
        """The dialog's controls; None where none blocks, or none of the ways out led out."""
        around = view.surroundings
        if not (around.has_modal or view.observation.dialog_open):
            self._turns = self._ways_out = 0
            return None
        if self._ways_out > 2:
            return None
        controls = view.observation.inventory.controls
        within = tuple(control for control in controls if around.of(control).in_dialog)
        return within or tuple(control for control in controls if not control.covered)

    def has_patience(self) -> bool:
        """Whether there is time for one more thing inside; asking counts."""
        self._turns += 1
        return self._turns <= _PATIENCE and self._ways_out == 0

    def closes(self, control: Control) -> bool:
        """Whether this control is a way out."""
        return means(control.name, "close") or means(control.name, "cancel")

    def agree(self, inside: tuple[Control, ...]) -> Control | None:
        """The control that says yes to what was asked."""
        open_ones = [one for one in inside if not one.disabled and not means(one.name, "cancel")]
        agreeing = [one for one in open_ones if means(one.name, "destroy")]
        agreeing += [one for one in open_ones if means(one.name, "confirm") or means(one.name, "submit")]
        return agreeing[0] if agreeing else None

    def leave(self, inside: tuple[Control, ...]) -> Decision:
        """Its close button, else Escape, else its other buttons that end it."""
        self._ways_out += 1
        exits = [control for control in inside if means(control.name, "close") and not control.disabled]
        exits += [control for control in inside if means(control.name, "cancel") and not control.disabled]
        if self._ways_out == 1 and exits:
            return Decision(on(exits[0], "click"), f"Close the dialog with its {called(exits[0])}: is the page back?")
        if self._ways_out <= 2 or not exits:
            return Decision(Action(kind="press", value="Escape"), "Escape should close a dialog: does it?")
        return Decision(on(exits[-1], "click"), f"The dialog is still there: does the {called(exits[-1])} end it?")
