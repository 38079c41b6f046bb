"""How the crawler handles a dialog that blocks the page: use it a little, then close it."""

from pytest_cookie.core.action import Press, Reload
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.label_words import means

_MAX_TURNS = 3  # then it is closed, so that the page behind it is tried, too


class DialogHandler:
    """Counts the turns within a dialog and the attempts to leave it."""

    def __init__(self) -> None:
        self._turns = 0
        self._exit_attempts = 0

    def inside(self, view: View) -> tuple[Control, ...] | None:
        """Return the dialog's controls; None if no dialog blocks the page, or it cannot be closed."""
        around = view.page_facts
        if not (around.has_modal or view.observation.dialog_open):
            self._turns = self._exit_attempts = 0
            return None
        if self._exit_attempts > 2:
            return None
        controls = view.observation.inventory.controls
        within = tuple(control for control in controls if around.of(control).in_dialog)
        return within or tuple(control for control in controls if not control.covered)

    def has_patience(self) -> bool:
        """Whether to try one more thing inside; each call counts."""
        self._turns += 1
        return self._turns <= _MAX_TURNS and self._exit_attempts == 0

    def closes(self, control: Control) -> bool:
        """Whether this control closes the dialog."""
        return means(control.name, "close") or means(control.name, "cancel")

    def agree(self, inside: tuple[Control, ...]) -> Control | None:
        """Return the control that confirms the question."""
        open_ones = [control for control in inside if not control.disabled and not means(control.name, "cancel")]
        agreeing = [candidate for candidate in open_ones if means(candidate.name, "destroy")]
        agreeing += [
            open_one for open_one in open_ones if means(open_one.name, "confirm") or means(open_one.name, "submit")
        ]
        return agreeing[0] if agreeing else None

    def leave(self, inside: tuple[Control, ...]) -> Decision:
        """Press its close button, else Escape, else another button that ends it; else reload, as it covers the rest."""
        self._exit_attempts += 1
        exits = [control for control in inside if means(control.name, "close") and not control.disabled]
        exits += [control for control in inside if means(control.name, "cancel") and not control.disabled]
        if self._exit_attempts == 1 and exits:
            return Decision(
                act_on(exits[0], "click"), f"Close the dialog with its {describe_control(exits[0])}: is the page back?"
            )
        if self._exit_attempts <= 2:
            return Decision(Press(value="Escape"), "Escape should close a dialog: does it?")
        if not exits:
            return Decision(Reload(), "Neither a button nor Escape closes it: is the page free after a reload?")
        return Decision(
            act_on(exits[-1], "click"), f"The dialog is still there: does the {describe_control(exits[-1])} end it?"
        )
