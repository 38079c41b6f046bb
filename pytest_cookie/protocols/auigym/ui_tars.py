"""Reads the action text of UI-TARS, such as `Thought: …` and `Action: click(point='640 210')`."""

import re
from dataclasses import dataclass

from pytest_cookie.protocols.auigym.coordinate_actions import Move, Turn, UnreadableReplyError, to_action
from pytest_cookie.protocols.auigym.options import Coordinates

_NAME = re.compile(r"\b([a-z_]+)\(")
_QUOTED = r"""(?:'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)")"""
_NAMED = re.compile(r"\b(\w++)\s*+=\s*+(?=['\"])")
_TEXT = re.compile(_QUOTED, re.DOTALL)
_ARGUMENTS = re.compile(rf"(?:\s*+\w++\s*+=\s*+{_QUOTED}\s*+,?+)*+\s*+\)", re.DOTALL)
"""The rest of a call whose arguments are quoted as they should be; texts may have line breaks and parentheses."""
_CONTENT = re.compile(r"\bcontent\s*+=\s*+(['\"])")
_TWO_WORDS = re.compile(r"\b(page|arrow|caps)[ _-]+(?=[a-z])", re.IGNORECASE)
"""The first word of a key with two."""
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_ESCAPES = {"n": "\n", "t": "\t"}
_KINDS = {
    "click": "click", "left_single": "click", "left_double": "double_click", "right_single": "right_click",
    "hover": "hover", "drag": "drag", "select": "drag", "hotkey": "hotkey", "press": "hotkey", "type": "type",
    "scroll": "scroll", "wait": "wait", "finished": "finished", "call_user": "finished",
}  # fmt: skip
_FACTOR = 28
"""Sides of pictures of Qwen2.5-VL, on which UI-TARS 1.5 is built, are multiples of it."""


@dataclass(frozen=True)
class Frame:
    """The window in CSS px, and the meaning of coordinates in it."""

    width: int
    height: int
    coordinates: Coordinates = "window"

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point of a reply in CSS px."""
        match self.coordinates:
            case "window":
                return x, y
            case "thousandths":
                return x * self.width / 1000, y * self.height / 1000
            case "resized":
                return x * self.width / _resized(self.width), y * self.height / _resized(self.height)


def read_ui_tars(text: str, frame: Frame) -> Turn:
    """The first action of a reply. Raises `UnreadableReplyError` if there is none that can be carried out."""
    before, found, after = text.rpartition("Action:") if text.count("Action:") == 1 else text.partition("Action:")
    thought = before.partition("Thought:")[2].strip() or before.strip() if found else ""
    body = (after if found else text).strip()
    call = _NAME.search(body)
    if call is None:
        raise UnreadableReplyError("the reply has no action such as click(point='640 210')")
    kind = _KINDS.get(call[1])
    if kind is None:
        raise UnreadableReplyError(f"there is no action {call[1]}()")
    arguments = _arguments(_cut_arguments(body, call.end()))
    return Turn(thought, to_action(_move(kind, arguments, frame), frame.width, frame.height), text)


def _cut_arguments(body: str, start: int) -> str:
    """The text of a call's arguments, which begin at `start`. Without right quotes, to a blank line or another call."""
    if quoted := _ARGUMENTS.match(body, start):
        return body[start : quoted.end() - 1]
    first, *others = body[start:].split("\n")
    lines = [first]
    for line in others:
        if not line.strip() or (lines[-1].rstrip().endswith(")") and _NAME.match(line.strip())):
            break
        lines.append(line)
    return "\n".join(lines).rstrip().removesuffix(")")


def _move(kind: str, arguments: dict[str, str], frame: Frame) -> Move:
    start = _point(arguments, ("point", "start_point", "start_box"), frame)
    end = _point(arguments, ("end_point", "end_box"), frame)
    return Move(
        kind=kind,
        x=start[0] if start else None,
        y=start[1] if start else None,
        to_x=end[0] if end else None,
        to_y=end[1] if end else None,
        text=_unescape(arguments.get("content", "")),
        keys=_TWO_WORDS.sub(r"\1", arguments.get("key", arguments.get("hotkey", ""))).strip().replace(" ", "+"),
        direction=arguments.get("direction", ""),
    )


def _arguments(text: str) -> dict[str, str]:
    """Quoted arguments. A `content` with quotes that were not escaped reaches to the last quote."""
    found: dict[str, str] = {}
    ends = 0
    for named in _NAMED.finditer(text):
        quoted = _TEXT.match(text, named.end()) if named.start() >= ends else None
        if quoted:
            found[named[1]], ends = quoted[1] or quoted[2] or "", quoted.end()
    whole, opening = text.rstrip(), _CONTENT.search(text)
    if opening and opening.end() < len(whole) and whole.endswith(opening[1]):
        found["content"] = whole[opening.end() : -1]
    return found


def _point(arguments: dict[str, str], names: tuple[str, ...], frame: Frame) -> tuple[float, float] | None:
    """A point, or the middle of a box of four numbers."""
    given = next((arguments[name] for name in names if name in arguments), None)
    if given is None:
        return None
    numbers = [float(number) for number in _NUMBER.findall(given)]
    if len(numbers) == 4:
        numbers = [(numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2]
    if len(numbers) != 2:
        raise UnreadableReplyError(f"{given[:60]!r} is no point")
    return frame.place(*numbers)


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)


def _resized(side: int) -> int:
    return round(side / _FACTOR) * _FACTOR
