"""`ScriptedAgent`: an agent that carries out a fixed list of actions."""

from collections.abc import Sequence

from pytest_cookie.core.action import Action, Finish
from pytest_cookie.core.case import Case
from pytest_cookie.exploration.agent_protocol import Agent, Decision, View


class ScriptedAgent(Agent):
    """Carries out actions in order. An action with a target goes to the control of that name."""

    name = "scripted"
    patience = None

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = list(actions)
        self.views: list[View] = []

    def decide(self, case: Case, view: View) -> Decision:
        """Return the next action."""
        self.views.append(view)
        if not self._actions:
            return Decision(Finish(), "That was all.")
        action = self._actions.pop(0)
        named = (control for control in view.observation.inventory.controls if control.name == action.target)
        control = next(named, None) if action.target else None
        if control is not None:
            action = action.model_copy(update={"ref": control.ref, "selector": control.selector, "role": control.role})
        return Decision(action, "Next.")
