"""`describe_action`: an action by coordinates in words, for dashboards and prompts."""

from pytest_cookie.core.action import Action, Drag, Scroll
from pytest_cookie.core.step_text import describe_manner

_MAX_VALUE = 80


def describe_action(action: Action) -> str:
    """Such as `click at 284,292`, `type “Cosmos”`, `scroll down at 640,360`."""
    words = [action.kind.replace("_", " ")]
    if isinstance(action, Scroll):
        words.append(_direction(action))
    elif action.value:
        value = action.value if len(action.value) <= _MAX_VALUE else f"{action.value[: _MAX_VALUE - 1]}…"
        words.append(f"“{value}”".replace("\n", "⏎"))
    if action.x is not None and action.y is not None:
        words.append(f"at {action.x:.0f},{action.y:.0f}")
    if isinstance(action, Drag) and action.to_x is not None and action.to_y is not None:
        words.append(f"to {action.to_x:.0f},{action.to_y:.0f}")
    manner = describe_manner(action.model_copy(update={"sideways": False}) if isinstance(action, Scroll) else action)
    return " ".join((*words, *manner))


def _direction(action: Scroll) -> str:
    is_back = action.value.startswith("-")
    if action.sideways:
        return "left" if is_back else "right"
    return "up" if is_back else "down"
