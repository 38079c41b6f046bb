"""`Observer`: formats a view as the text that accompanies the picture."""

from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent.change_text import describe_step, list_console_lines
from pytest_cookie.exploration.agent.control_list import ControlList
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.llm.messages.prompt import Prompt
from pytest_cookie.llm.messages.quoting import quoted

_TEXT_CHARACTERS = 1_200
_CONSOLE_LINES = 8
_NOT_SHOWN = "- omitted: only the newest observation has it"


class Observer:
    """Fills the observation's prompt. The same view gives the same text, since it only contains page time."""

    def __init__(self, prompt: Prompt, controls: ControlList) -> None:
        self._prompt = prompt
        self._controls = controls

    def whole(self, view: View, *, scale: float, notes: str = "") -> str:
        """Return the full text, for the newest observation."""
        controls = quoted("controls", self._controls.text(view, scale))
        return self._fill(view, scale=scale, notes=notes, controls=controls, text=_visible_text(view))

    def brief(self, view: View, *, scale: float) -> str:
        """Return the text without controls and page text, for older observations."""
        return self._fill(view, scale=scale, notes="", controls=_NOT_SHOWN, text=_NOT_SHOWN)

    def _fill(self, view: View, *, scale: float, notes: str, controls: str, text: str) -> str:
        last, page_facts = view.last, view.page_facts
        return self._prompt.fill(
            step=str(last.index if last else 0),
            steps_left=str(view.steps_left),
            page_seconds=f"{view.observation.page_ms / 1000:.1f}",
            seconds_left=f"{max(0.0, view.page_seconds_left):.1f}",
            window=f"{page_facts.window_width:.0f}x{page_facts.window_height:.0f} CSS px",
            place=quoted("where", "\n".join(_where(view))),
            notes=notes,
            changes=_changes(view, scale),
            console=_console(last),
            controls=controls,
            text=text,
        )


def _changes(view: View, scale: float) -> str:
    if view.last is None:
        return "- no action yet"
    return describe_step(view.last, scale=scale, moves=view.restless).text("changes")


def _where(view: View) -> list[str]:
    observation, page_facts = view.observation, view.page_facts
    below = max(0.0, page_facts.document_height - page_facts.scroll_y - page_facts.window_height)
    lines = [
        f"address: {observation.url[:200]}",
        f"title: {observation.inventory.title[:120]}",
        f"focus: {observation.focus[:120] or 'nothing'}",
        f"scrolled: {page_facts.scroll_y:.0f} px above the window, {below:.0f} px below it",
    ]
    if observation.dialog_open or page_facts.has_modal:
        lines.append("a dialog or veil covers the page")
    if view.restless:
        lines.append("the page moves by itself")
    return lines


def _console(step: Step | None) -> str:
    lines = list_console_lines(step) if step else ()
    if not lines:
        return "- nothing"
    more = len(lines) - _CONSOLE_LINES
    shown = [*lines[:_CONSOLE_LINES], *([f"{more} more"] if more > 0 else [])]
    return quoted("console", "\n".join(shown))


def _visible_text(view: View) -> str:
    inventory = view.observation.inventory
    lines = [" ".join(line.split()) for line in inventory.text.splitlines()]
    text = "\n".join(line for line in lines if line)
    if not text:
        return "- none"
    cut = f"\n(cut; {len(text)} characters in all)" if len(text) > _TEXT_CHARACTERS else ""
    return quoted("visible text", text[:_TEXT_CHARACTERS]) + cut
