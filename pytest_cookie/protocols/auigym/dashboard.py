"""The dashboard: one picture of an episode, at most 1920 × 1080 px (AUI-Gym, section 4.2).

It shows the parts of the window that were touched, in order, each with its number and action, under a header with the
task, the expected and the real result. Presses have a circle, drags an arrow. The more steps, the smaller each part.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

from pytest_cookie.core.action import Action, Drag, Scroll
from pytest_cookie.protocols.auigym.episode import ENDINGS, Episode, EpisodeStep
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.records.action_text import describe_manner

MAX_WIDTH, MAX_HEIGHT = 1920, 1080
_MARGIN, _CAPTION, _HEADER_LINE = 12, 44, 24
_CELL = (480, 270)
"""Largest part of a window, in px of the picture."""
_LEAST_CROP = (560, 315)
"""Smallest part of the window that is shown, in CSS px, so that the surroundings stay recognizable."""
_FULL = 0.62
"""A change that covers more of the window's width is shown with the whole window."""
_RED, _INK, _GRAY, _GREEN = (214, 31, 31), (20, 20, 20), (96, 96, 96), (20, 120, 50)
_FONT, _SMALL = ImageFont.load_default(size=18), ImageFont.load_default(size=15)
_QUALITY = 85

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class _Cell:
    """A part of a window with its caption."""

    window: Image.Image
    box: Box
    caption: str
    action: Action | None = None
    is_bad: bool = False


def draw_dashboard(episode: Episode, task: Task, evidence: Path) -> bytes:
    """The dashboard as JPEG. Reads the pictures of the episode below `evidence`. Raises `OSError` if one is missing."""
    windows = [_open(evidence / step.picture) for step in episode.steps]
    windows.append(_open(evidence / episode.picture) if episode.picture else windows[-1])
    cells = [_step_cell(windows, number, step) for number, step in enumerate(episode.steps)]
    cells.append(_Cell(windows[-1], _changed_box(windows[-2], windows[-1]), "end"))
    columns, width, height = _layout(len(cells))
    header = _header(episode, task)
    rows = math.ceil(len(cells) / columns)
    size = (
        _MARGIN + columns * (width + _MARGIN),
        len(header) * _HEADER_LINE + _MARGIN + rows * (height + _CAPTION + _MARGIN),
    )
    board = Image.new("RGB", (min(MAX_WIDTH, size[0]), min(MAX_HEIGHT, size[1])), "white")
    draw = ImageDraw.Draw(board)
    for line, (text, color) in enumerate(header):
        draw.text((_MARGIN, 4 + line * _HEADER_LINE), _fit(text, board.width - 2 * _MARGIN, _FONT), color, _FONT)
    for number, cell in enumerate(cells):
        left = _MARGIN + (number % columns) * (width + _MARGIN)
        top = len(header) * _HEADER_LINE + _MARGIN + (number // columns) * (height + _CAPTION + _MARGIN)
        _draw_cell(board, cell, (left, top), (width, height))
    target = BytesIO()
    board.save(target, "JPEG", quality=_QUALITY)
    return target.getvalue()


def _header(episode: Episode, task: Task) -> list[tuple[str, tuple[int, int, int]]]:
    solved = episode.ending == "solved"
    result = ("success: " if solved else "failure: ") + ENDINGS[episode.ending]
    seen = "; ".join(f"{asked} is {value}" for asked, value in episode.answers.items())
    return [
        (f"Task: {task.do}", _INK),
        (f"Expected: {task.outcome}", _INK),
        (f"Result: {result}. {seen}", _GREEN if solved else _RED),
    ]


def _layout(cells: int) -> tuple[int, int, int]:
    """Columns, and width and height of a part: as large as fits, at most `_CELL`, with little empty room."""
    layouts = []
    for columns in range(1, min(cells, 8) + 1):
        rows = math.ceil(cells / columns)
        room = (MAX_HEIGHT - 3 * _HEADER_LINE - _MARGIN) // rows - _CAPTION - _MARGIN
        width = min(_CELL[0], (MAX_WIDTH - _MARGIN) // columns - _MARGIN, room * 16 // 9)
        layouts.append((width, -columns * rows, columns))
    width, _, columns = max(layouts)
    return columns, width, width * 9 // 16


def _step_cell(windows: Sequence[Image.Image], number: int, step: EpisodeStep) -> _Cell:
    window, action = windows[number], step.action
    if action.x is not None and action.y is not None and not isinstance(action, Scroll):
        points = [(action.x, action.y)]
        if isinstance(action, Drag) and action.to_x is not None and action.to_y is not None:
            points.append((action.to_x, action.to_y))
        box = _box_around(points, window.size)
    else:
        window, box = windows[number + 1], _changed_box(window, windows[number + 1])
    note = "" if step.done else " (failed)"
    note = note or (" (nothing changed)" if not step.changed else "")
    return _Cell(
        window,
        box,
        f"{number + 1} {_describe(action)}{note}\n{' '.join(step.thought.split())}",
        action,
        is_bad=bool(note),
    )


def _describe(action: Action) -> str:
    place = f"{action.x:.0f},{action.y:.0f}" if action.x is not None and action.y is not None else ""
    end = ""
    if isinstance(action, Drag) and action.to_x is not None and action.to_y is not None:
        end = f"to {action.to_x:.0f},{action.to_y:.0f}"
    words = (
        action.kind.replace("_", " "),
        place,
        end,
        action.value[:60].replace("\n", "\\n"),
        *describe_manner(action),
    )
    return " ".join(word for word in words if word)


def _box_around(points: Sequence[tuple[float, float]], size: tuple[int, int]) -> Box:
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    return _widen((min(xs), min(ys), max(xs), max(ys)), size)


def _changed_box(before: Image.Image, after: Image.Image) -> Box:
    """The part that changed; the whole window if most of it or none of it changed."""
    changed = ImageChops.difference(before, after).point(lambda value: 255 if value > 24 else 0).getbbox()
    if changed is None or changed[2] - changed[0] > _FULL * after.width:
        return (0, 0, *after.size)
    return _widen(changed, after.size)


def _widen(box: tuple[float, float, float, float], size: tuple[int, int]) -> Box:
    """At least `_LEAST_CROP` around the middle of `box`, with a margin, of the shape 16:9, within the window."""
    width = max(_LEAST_CROP[0], (box[2] - box[0]) * 1.3, (box[3] - box[1]) * 1.3 * 16 / 9)
    width = min(width, size[0], size[1] * 16 / 9)
    height = width * 9 / 16
    left = min(max(0.0, (box[0] + box[2] - width) / 2), size[0] - width)
    top = min(max(0.0, (box[1] + box[3] - height) / 2), size[1] - height)
    return round(left), round(top), round(left + width), round(top + height)


def _draw_cell(board: Image.Image, cell: _Cell, at: tuple[int, int], size: tuple[int, int]) -> None:
    part = cell.window.crop(cell.box).resize(size, Image.Resampling.LANCZOS)
    board.paste(part, at)
    draw = ImageDraw.Draw(board)
    color = _RED if cell.is_bad else _GRAY
    draw.rectangle((at[0] - 1, at[1] - 1, at[0] + size[0], at[1] + size[1]), outline=color, width=1)
    if cell.action is not None:
        _mark(draw, cell, at, size)
    for line, text in enumerate(cell.caption.splitlines()[:2]):
        place = (at[0], at[1] + size[1] + 3 + line * 19)
        draw.text(place, _fit(text, size[0], _SMALL), color if line == 0 else _INK, _SMALL)


def _mark(draw: ImageDraw.ImageDraw, cell: _Cell, at: tuple[int, int], size: tuple[int, int]) -> None:
    action = cell.action
    if action is None or action.x is None or action.y is None or isinstance(action, Scroll):
        return
    scale = size[0] / (cell.box[2] - cell.box[0])

    def place(x: float, y: float) -> tuple[float, float]:
        return at[0] + (x - cell.box[0]) * scale, at[1] + (y - cell.box[1]) * scale

    x, y = place(action.x, action.y)
    draw.ellipse((x - 14, y - 14, x + 14, y + 14), outline=_RED, width=3)
    if isinstance(action, Drag) and action.to_x is not None and action.to_y is not None:
        end = place(action.to_x, action.to_y)
        draw.line((x, y, *end), fill=_RED, width=3)
        angle = math.atan2(end[1] - y, end[0] - x)
        for turn in (2.6, -2.6):
            tip = (end[0] + 14 * math.cos(angle + turn), end[1] + 14 * math.sin(angle + turn))
            draw.line((*end, *tip), fill=_RED, width=3)


def _fit(text: str, width: float, font: ImageFont.FreeTypeFont | ImageFont.ImageFont) -> str:
    """The text on one line, cut to fit."""
    text = " ".join(text.split())
    if font.getlength(text) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if font.getlength(text[:middle] + "…") <= width else (low, middle - 1)
    return text[:low] + "…"


def _open(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        return picture.convert("RGB")
