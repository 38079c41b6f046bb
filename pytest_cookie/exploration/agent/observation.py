"""`Observer`: formats a view as a message: everything at first, later what changed since the message before."""

from collections.abc import Container

from pytest_cookie.exploration.agent.change_text import describe_step, quote_console
from pytest_cookie.exploration.agent.control_list import ControlList
from pytest_cookie.exploration.agent.settings import AgentPrompts
from pytest_cookie.exploration.agent.window_pictures import Shown, WindowPictures
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.llm.messages.messages import Message, Text, user
from pytest_cookie.llm.messages.quoting import quoted

_TEXT_CHARACTERS = 1_200
_REPEATED_TEXT_CHARACTERS = 500
_LEFT_OUT = "[…]"
_LAST_STEPS = 5
"""With so many steps left, each observation names what was never tried; before, only the complete ones."""


class Observer:
    """Fills the prompts of observations. The same views give the same texts, since they only contain page time."""

    def __init__(self, prompts: AgentPrompts, controls: ControlList, pictures: WindowPictures) -> None:
        self._prompts = prompts
        self._controls = controls
        self._pictures = pictures
        self._where: list[str] = []
        self._text: list[str] = []
        self._document = ""
        self.of_drag: tuple[str, ...] = ()
        """The result of the last step, if it was a drag."""

    def is_of_another_page(self, view: View) -> bool:
        """Whether the document or its address, apart from its fragment, is another one than in the last message."""
        return _document(view) != self._document

    def is_obsolete(self, view: View) -> bool:
        """Whether most of the window differs from the last picture."""
        return self._pictures.is_obsolete(view)

    def whole(
        self,
        view: View,
        *,
        scale: float,
        notes: str = "",
        enlarge: tuple[float, float] | None = None,
        repeated: bool = False,
    ) -> Message:
        """Return everything: the controls, the text in view, a picture of the window, and a place of it enlarged.

        If the model has seen most of it before, `repeated` shortens the text and the list of controls far away.
        """
        shown = self._pictures.whole(view, scale, enlarge)
        before, self._text = self._text, list_lines_in_view(view)
        self._document, self._where = _document(view), _where(view)
        window = f"{view.page_facts.window_width:.0f}x{view.page_facts.window_height:.0f} CSS px"
        text = self._prompts.observation.fill(
            **_frame(view),
            window=window,
            place=quoted("where", "\n".join(self._where)),
            notes=notes,
            changes=f"WHAT THE LAST STEP CHANGED\n{self._changes(view, scale)}\n" if _has_acted(view) else "",
            console=quote_console(view.last) or "- nothing",
            controls=quoted("controls", self._controls.text(view, scale, repeated=repeated)),
            text=_visible_text(view, self._text, before, _REPEATED_TEXT_CHARACTERS if repeated else _TEXT_CHARACTERS),
            untried=f"\n{self.untried()}" if _has_acted(view) else "",
        )
        return _message(text, shown)

    def update(self, view: View, *, scale: float, notes: str = "") -> Message:
        """Return what changed since the last message; a picture only if the window changed."""
        shown = self._pictures.changed(view, scale)
        where, lines = _where(view), list_lines_in_view(view)
        console, controls = quote_console(view.last), self._controls.changes(view, scale)
        news = _news(view, self._text, lines)
        parts = [
            notes,
            _new_lines(self._where, where),
            f"WHAT THE LAST STEP CHANGED\n{self._changes(view, scale)}",
            f"NEW ON THE CONSOLE\n{console}" if console else "",
            f"CONTROLS: CHANGES\n{quoted('controls', controls) if controls else '- none'}",
            f"VISIBLE TEXT: CHANGES\n{news}" if news else "",
            shown.note,
            self.untried() if view.steps_left <= _LAST_STEPS else "",
        ]
        self._document, self._where, self._text = _document(view), where, lines
        text = self._prompts.update.fill(**_frame(view), news="\n\n".join(part for part in parts if part))
        return _message(text, shown)

    def glance(self, view: View, *, scale: float) -> str:
        """Return in words what the page shows now, between two calls of a turn."""
        controls = self._controls.text(view, scale, repeated=True)
        lines = "\n".join(list_lines_in_view(view))[:_TEXT_CHARACTERS]
        return f"CONTROLS\n{quoted('controls', controls)}\n\nVISIBLE TEXT\n{quoted('visible text', lines)}"

    def _changes(self, view: View, scale: float) -> str:
        if view.last is None:
            return "- no action yet"
        told = describe_step(view.last, scale=scale, moves=view.restless, of_drag=self.of_drag)
        return told.text("changes")

    def untried(self) -> str:
        """Return what on the page was never used, as a section of a message; "" if everything was."""
        untried = self._controls.list_untried()
        return f"NEVER TRIED YET\n{quoted('never tried', untried)}" if untried else ""


def brief(view: View) -> str:
    """Return what remains of an observation when later ones replace it."""
    return f"OBSERVATION after step {view.last.index if view.last else 0}: replaced by a later one."


def _message(text: str, shown: Shown) -> Message:
    return user(*shown.pictures, Text(text))


def _frame(view: View) -> dict[str, str]:
    last = view.last
    budget = round(view.page_seconds_used + view.page_seconds_left, 1)
    left = round(max(0.0, view.page_seconds_left), 1)
    now_ms = last.page_ms if last else view.observation.page_ms
    return {
        "step": str(last.index if last else 0),
        "steps_left": str(view.steps_left),
        "page_seconds": f"{now_ms / 1000:.1f}",
        "budget": f"{budget:.1f}",
        "seconds_left": f"{left:.1f}",
    }


def _document(view: View) -> str:
    return f"{view.sight.document} {view.observation.url.partition('#')[0]}"


def _has_acted(view: View) -> bool:
    return view.last is not None and view.last.index > 0


def _where(view: View) -> list[str]:
    observation, page_facts = view.observation, view.page_facts
    below = max(0.0, page_facts.document_height - page_facts.scroll_y - page_facts.window_height)
    lines = [
        f"address: {observation.url[:200]}",
        f"title: {observation.inventory.title[:120]}",
        f"focus: {observation.focus[:120] or 'nothing'}",
        f"scrolled: {page_facts.scroll_y:.0f} px above the window, {below:.0f} px below it",
        f"text: {_amount(view.sight.above)} above, {_amount(view.sight.below)} below what is in view",
    ]
    if observation.dialog_open or page_facts.has_modal:
        lines.append("a dialog or veil covers the page")
    if view.restless:
        lines.append("the page moves by itself")
    return lines


def _new_lines(before: list[str], now: list[str]) -> str:
    new = [line for line in now if line not in before and not line.startswith("focus:")]  # a change of the step
    return quoted("where", "\n".join(new)) if new else ""


def _amount(characters: int) -> str:
    return f"{characters:,} characters" if characters else "nothing"


def list_lines_in_view(view: View) -> list[str]:
    """Return the lines of text in view; without a reading of the window, those of the whole page."""
    seen = view.sight.text
    lines = (view.observation.inventory.text if seen is None else seen).splitlines()
    return [line for line in (" ".join(line.split()) for line in lines) if line]


def _visible_text(view: View, lines: list[str], before: list[str], most: int) -> str:
    if not lines:
        return "- none"
    whose = "in view" if view.sight.text is not None else "on the page, in view or not,"
    came = set(lines) - set(before) if before else set()
    return _cut_text(lines, most, whose, came | (set(view.last.change.appeared_text) if view.last else set()))


def _cut_text(lines: list[str], most: int, whose: str, new: Container[str] = ()) -> str:
    """Quote the lines, or as many as fit: those that are `new`, then others from both ends, and say how much that is.

    Pages show their messages at the top, at the bottom or beside what changed, so the middle is left out.
    """
    total = len("\n".join(lines))
    if total <= most:
        return quoted("visible text", "\n".join(lines))
    both_ends = sorted(range(len(lines)), key=lambda at: min(at, len(lines) - 1 - at))
    kept: dict[int, str] = {}
    left = most
    for at in sorted(both_ends, key=lambda at: lines[at] not in new):
        if kept and len(lines[at]) > left:
            break
        kept[at] = lines[at][:left]
        left -= len(kept[at]) + 1
    shown: list[str] = []
    for at in range(len(lines)):
        if at in kept:
            shown.append(kept[at])
        elif not shown or shown[-1] != _LEFT_OUT:
            shown.append(_LEFT_OUT)
    count = sum(map(len, kept.values())) + len(kept) - 1
    return f"{quoted('visible text', chr(10).join(shown))}\n({count:,} of {total:,} characters {whose} are shown)"


def _news(view: View, before: list[str], now: list[str]) -> str:
    """Describe the lines that came into view, except those that the step's changes already name."""
    named = set(view.last.change.appeared_text) if view.last else set()
    came = [line for line in now if line not in set(before)]
    left = len([line for line in before if line not in set(now)])
    told = [line for line in came if line not in named]
    parts = [f"- now in view:\n{_cut_text(told, _TEXT_CHARACTERS, 'that came into view')}"] if told else []
    if left:
        parts.append(f"- {left} of {len(before)} lines are no longer in view")
    return "\n".join(parts)
