"""`ScriptedAgent`: carries out fixed actions."""

from collections.abc import Sequence

from pytest_cookie.core.action import Action, Finish
from pytest_cookie.core.case import Case
from pytest_cookie.exploration.agent_protocol import Agent, Decision, View


class ScriptedAgent(Agent):
    """Finds the target of an action without a ref by its name among the page's controls."""

    name = "scripted"
    patience = None

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = list(actions)
        self.views: list[View] = []

    def decide(self, case: Case, view: View) -> Decision:
        """The next action."""
        self.views.append(view)
        if not self._actions:
            return Decision(Finish(), "That was all.")
        action = self._actions.pop(0)
        control = next((one for one in view.observation.inventory.controls if one.name == action.target), None)
        if control is not None:
            action = action.model_copy(update={"ref": control.ref, "selector": control.selector, "role": control.role})
        return Decision(action, "Next.")
