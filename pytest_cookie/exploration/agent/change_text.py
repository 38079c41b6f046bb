"""The effects of a step in words: for the next observation, and as one line for the history."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pytest_cookie.core.page import Box, DownloadedFile
from pytest_cookie.core.step_text import (
    describe_answered_dialog,
    describe_motion,
    describe_sounds,
    describe_state,
)
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import VALIDATION, Change, Step
from pytest_cookie.llm.messages.quoting import quoted

_MAX_TEXTS = 10  # more texts belong to a new view, which the next observation lists anyway
_MAX_LAST_TEXTS = 60
"""A view's texts, where no observation follows."""
_MAX_REGIONS = 3  # the largest regions tell where to look
_TINY_PX = 6
"""Regions smaller than this, in picture pixels, are named only if there are no others."""
_OUTCOME_CHARACTERS = 200  # a past step is one line of the log
_SHORT = 160
_WHY = 80  # the same
_CONSOLE_LINES = 8
_UNSEEN = "in the document alone, not to be seen: "


@dataclass(frozen=True)
class ChangeText:
    """`measured` are our own words; `page` are lines with the page's words, which must be quoted."""

    measured: tuple[str, ...]
    page: tuple[str, ...]

    def text(self, label: str) -> str:
        """Return both, with the page's words quoted."""
        lines = [f"- {line}" for line in self.measured]
        return "\n".join([*lines, quoted(label, "\n".join(self.page))] if self.page else lines)


def describe_step(
    step: Step,
    *,
    scale: float = 1.0,
    moves: bool = False,
    of_drag: tuple[str, ...] = (),
    is_last: bool = False,
) -> ChangeText:
    """Describe everything known about a step. Positions are in picture pixels: the window's times `scale`.

    Background changes of a page that `moves` are not described as effects of the step. `of_drag` is the
    result of a drag, in the page's words. `is_last`: no observation follows that lists what came, so more of it is
    told.
    """
    return ChangeText(
        measured=_measured(step, scale, moves),
        page=(
            *_problem(step), *of_drag, *_page(step.change, _MAX_LAST_TEXTS if is_last else _MAX_TEXTS),
            *_windows(step), *_files(step),
        ),
    )  # fmt: skip


def summarize_step(
    step: Step,
    name: str,
    *,
    moves: bool = False,
    of_drag: tuple[str, ...] = (),
) -> str:
    """Summarize the step in one bounded line: number, action on `name`, outcome, reason. All of it must be quoted."""
    change = step.change.model_copy(update={"focus": ""})
    shown = ("it sounded",) if change.only_sounded else (_share(change),)
    seen = (*_problem(step), *of_drag, *_page(change)) or shown if change.seen or step.problem else ()
    outcome = _join_within(seen, _OUTCOME_CHARACTERS) or _nothing(step, moves)
    return f"{step.index}. {name} → {outcome} (why: {_cut_at_word(step.thought, _WHY)})"


def _console_lines(step: Step) -> tuple[str, ...]:
    """List console messages, uncaught errors and failed requests of the step; the page's words."""
    return (
        *(f"uncaught error: {_short(error.message)}" for error in step.page_errors),
        *(f"console {entry.level}: {_short(entry.text)}" for entry in step.console if entry.level in _LOUD),
        *(f"request failed: {_short(request.url)} ({_short(request.reason, 60)})" for request in step.failed_requests),
    )


def quote_console(step: Step | None) -> str:
    """Quote the first of these lines; "" if there are none."""
    lines = _console_lines(step) if step else ()
    if not lines:
        return ""
    more = len(lines) - _CONSOLE_LINES
    shown = [*lines[:_CONSOLE_LINES], *([f"{more} more"] if more > 0 else [])]
    return quoted("console", "\n".join(shown))


_LOUD = frozenset({"error", "warning", "assert"})


def _nothing(step: Step, moves: bool) -> str:
    if step.replayed is False:
        return "nothing: a replay of the session without this input looks the same"
    by_itself = "no change is known except for background motion"
    return by_itself if moves else "nothing that a user could notice changed"


def _measured(step: Step, scale: float, moves: bool) -> tuple[str, ...]:
    change = step.change
    if step.outcome == "unreachable":
        return ("it could not be carried out",)
    is_reloaded = change.reloaded or (step.action.kind == "reload" and step.outcome == "done")
    lines = ["the page was reloaded"] if is_reloaded else []
    lines += [] if change.seen else [_nothing(step, moves)]
    lines += _dragged(step)
    if step.replayed:
        lines.append("compared with a replay of the session without this input:")
    if change.only_sounded:
        lines.append("it sounds; nothing else that a user could notice changed")
    if change.pixels:
        lines.append(f"{_share(change)}{_where(change, scale)}")
    lines += _scrolled(change)
    if change.dom_added or change.dom_removed:
        lines.append(f"{_unseen(change)}{change.dom_added} elements came, {change.dom_removed} went")
    if change.animated:
        lines.append("it started an animation")
    if change.sounds:
        lines.append(f"heard: {describe_sounds(change)}")
    if change.as_at_first:
        lines.append("the page shows its initial text again")
    return (*lines, *_unused_answers(step))


def _scrolled(change: Change) -> Iterator[str]:
    for px, forth, back in ((change.scrolled_px, "down", "up"), (change.scrolled_x_px, "right", "left")):
        if px:
            yield f"{_unseen(change)}scrolled {forth if px > 0 else back} by {abs(px):.0f} px"


def _dragged(step: Step) -> Iterator[str]:
    if step.has_landed is False:
        yield "the drag moved nothing: the page did not take it, or put it back"
    elif step.action.kind == "drag" and step.change.moved:
        yield f"{step.change.moved} elements are in another place"


def _unused_answers(step: Step) -> tuple[str, ...]:
    count = len(step.action.dialogs) - sum(dialog.is_message for dialog in step.change.dialogs)
    return (f"{count} of the planned answers found no dialog",) if count > 0 else ()


def _share(change: Change) -> str:
    if not change.pixels:
        return "something out of sight changed"
    return f"{change.pixels:.1%} of the pixels changed" if change.pixels >= 0.001 else "a few pixels changed"


def _where(change: Change, scale: float) -> str:
    boxes = sorted(change.regions, key=lambda box: (_is_tiny(box, scale), -box.width * box.height))[:_MAX_REGIONS]
    boxes = [box for box in boxes if not _is_tiny(box, scale)] or boxes
    places = [
        f"{box.width * scale:.0f}x{box.height * scale:.0f} at "
        f"{(box.x + box.width / 2) * scale:.0f},{(box.y + box.height / 2) * scale:.0f}"
        for box in boxes
    ]
    return f", mostly {'; '.join(places)}" if places else ""


def _is_tiny(box: Box, scale: float) -> bool:
    return max(box.width, box.height) * scale < _TINY_PX


def _problem(step: Step) -> tuple[str, ...]:
    return (_short(step.problem, 300),) if step.problem else ()


def _page(change: Change, most: int = _MAX_TEXTS) -> tuple[str, ...]:
    return (
        *_several(f"{_unseen(change)}text appeared", _signs_last(change.appeared_text), most),
        *_several(f"{_unseen(change)}text vanished", _signs_last(change.lost_text), most),
        *_several(f"{_unseen(change)}state", _counted(map(describe_state, change.states))),
        *_several("text gone from one place and still in another", _signs_last(change.kept_text)),
        *_several("changes by itself", change.by_itself),
        *_several("state", describe_motion(change.motion)),  # seen in the pictures, whatever the document shows
        *_several("the address is now", (change.url,) if change.url else ()),
        *_several("the focus is now on", (change.focus,) if change.focus else ()),
        *_several("dialog", tuple(map(describe_answered_dialog, change.dialogs))),
        *_several("window opened", change.popups),
        *_several("file given", change.downloads),
        *_several("the browser's own message beside a field", _validation_messages(change)),
        *_several("asked of the browser", tuple(one for one in change.effects if not one.startswith(VALIDATION))),
        *_several("field gone", change.fields_gone),
        *(line for fact in change.facts.values() for note in fact.notes for line in _several(note.meaning, note.texts)),
    )


def _validation_messages(change: Change) -> tuple[str, ...]:
    """The messages of fields for which the browser did not send the form; no picture shows them."""
    return tuple(one.removeprefix(VALIDATION) for one in change.effects if one.startswith(VALIDATION))


def _unseen(change: Change) -> str:
    return _UNSEEN if change.shown is False else ""


def _several(what: str, texts: tuple[str, ...], most: int = _MAX_TEXTS) -> list[str]:
    lines = [f"{what}: {json.dumps(_short(text), ensure_ascii=False)}" for text in texts[:most]]
    more = len(texts) - most
    return [*lines, f"{what}: {more} more"] if more > 0 else lines


def _counted(texts: Iterable[str]) -> tuple[str, ...]:
    """Each text once, with how often it occurs."""
    return tuple(text if count == 1 else f"{text} ({count} times)" for text, count in Counter(texts).items())


def _signs_last(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The texts in order, but single characters, such as the sign on a button, after all others."""
    return tuple(sorted(texts, key=lambda text: len(text.strip()) <= 1))


def _windows(step: Step) -> list[str]:
    return [
        f"in the window {_short(popup.title or popup.url)}: "
        f"{_short(popup.text or popup.problem or 'nothing to read', 300)}"
        for popup in step.popups[:3]
    ]


def _files(step: Step) -> list[str]:
    return [line for file in step.downloads[:3] for line in _file(file)]


def _file(file: DownloadedFile) -> Iterator[str]:
    kind = f"{file.type or 'unknown type'}, {file.size_bytes} bytes"
    yield f"file {_short(file.name)}: {kind} {_short(file.problem)}".strip()
    if file.head:
        yield f"it begins with: {json.dumps(file.head, ensure_ascii=False)}"


def _join_within(parts: tuple[str, ...], length: int) -> str:
    """Join the first parts that fit, the first one cut at a word if it must be, and say how many are left out."""
    shown = [_cut_at_word(part, length) for part in parts[:1]]
    for part in parts[1:]:
        if len("; ".join([*shown, part])) > length:
            break
        shown.append(part)
    more = len(parts) - len(shown)
    return "; ".join([*shown, *([f"{more} more"] if more else [])])


def _cut_at_word(text: str, length: int) -> str:
    plain = " ".join(text.split())
    if len(plain) <= length:
        return plain
    cut = plain[: length - 1]
    return f"{cut.rpartition(' ')[0] or cut}…"


def _short(text: str, length: int = _SHORT) -> str:
    return shorten(text, length)
