"""The dashboard: one picture of an episode, at most 1920 × 1080 px (AUI-Gym, section 4.2).

It shows the parts of the window that were touched, in order, each with its number and action, under a header with the
task, the expected and the real result. Presses have a circle, drags an arrow. The more steps, the smaller each part.
The whole final window is at the lower right, twice as wide and high.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from pytest_cookie.core.action import Action, Drag, Scroll
from pytest_cookie.protocols.auigym.dashboard_font import find_font
from pytest_cookie.protocols.auigym.episode import ENDINGS, Episode, EpisodeStep
from pytest_cookie.protocols.auigym.step_text import describe_action
from pytest_cookie.protocols.auigym.tasks import Task

MAX_WIDTH, MAX_HEIGHT = 1920, 1080
_MARGIN, _CAPTION, _HEADER_LINE = 12, 44, 24
_HEADER_WIDTH = 1_180
"""In px of the picture, and with margins the least width of a dashboard."""
_MOST_COLUMNS = 16
_CELL = (400, 225)
"""Largest part of a window, in px of the picture."""
_LEAST_CROP = (560, 315)
"""Smallest part of the window that is shown, in CSS px, so that the surroundings stay recognizable."""
_FULL = 0.62
"""A change that covers more of the window's width is shown with the whole window."""
_RED, _INK, _GRAY, _GREEN = (214, 31, 31), (20, 20, 20), (96, 96, 96), (20, 120, 50)
_SIZE, _SMALL_SIZE = 18, 15
"""Of the header's text and of captions, in px."""
_HEADER_LINES = {"Task": 2, "Expected": 2, "Result": 3}
"""Most lines of each part of the header."""
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
    header = _header(episode, task)
    grid = _lay_out(len(cells), len(header))
    board = Image.new("RGB", grid.size, "white")
    draw = ImageDraw.Draw(board)
    for line, (text, color) in enumerate(header):
        draw.text((_MARGIN, 4 + line * _HEADER_LINE), text, color, find_font(text, _SIZE))
    for number, cell in enumerate(cells):
        _draw_cell(board, cell, grid.place(number), grid.cell)
    end = _Cell(windows[-1], (0, 0, *windows[-1].size), "end")
    _draw_cell(board, end, grid.end, grid.end_size)
    target = BytesIO()
    board.save(target, "JPEG", quality=_QUALITY)
    return target.getvalue()


def _header(episode: Episode, task: Task) -> list[tuple[str, tuple[int, int, int]]]:
    """Lines of text with their colors."""
    solved = episode.ending == "solved"
    seen = "; ".join(f"{asked} is {value}" for asked, value in episode.answers.items())
    said = f"the agent said: {episode.reason}" if episode.reason else ""
    result = "; ".join(text for text in (ENDINGS[episode.ending], seen, said) if text)
    result = f"{'success' if solved else 'failure'}: {result}"
    parts = (("Task", task.do, _INK), ("Expected", task.outcome, _INK), ("Result", result, _GREEN if solved else _RED))
    return [
        (line, color)
        for name, text, color in parts
        for line in _wrap(f"{name}: {text}", _HEADER_WIDTH, _SIZE, _HEADER_LINES[name])
    ]


@dataclass(frozen=True)
class _Grid:
    """Where everything goes, in px of the picture: rows of cells; the last four are the final window."""

    columns: int
    rows: int
    cell: tuple[int, int]
    top: int

    @property
    def size(self) -> tuple[int, int]:
        width, height = self._pitch
        least = _HEADER_WIDTH + 2 * _MARGIN
        return min(MAX_WIDTH, max(least, _MARGIN + self.columns * width)), min(
            MAX_HEIGHT, self.top + self.rows * height
        )

    @property
    def end(self) -> tuple[int, int]:
        return self._at(self.columns - 2, self.rows - 2)

    @property
    def end_size(self) -> tuple[int, int]:
        width, _ = self._pitch
        return 2 * width - _MARGIN, (2 * width - _MARGIN) * 9 // 16

    @property
    def _pitch(self) -> tuple[int, int]:
        return self.cell[0] + _MARGIN, self.cell[1] + _CAPTION + _MARGIN

    def place(self, number: int) -> tuple[int, int]:
        """The upper left corner of a step, by rows around the end."""
        above = self.columns * (self.rows - 2)
        if number < above:
            return self._at(number % self.columns, number // self.columns)
        beside = self.columns - 2
        row, column = divmod(number - above, beside)
        return self._at(column, self.rows - 2 + row)

    def _at(self, column: int, row: int) -> tuple[int, int]:
        width, height = self._pitch
        return _MARGIN + column * width, self.top + row * height


def _lay_out(steps: int, header_lines: int) -> _Grid:
    """As large as fits, at most `_CELL`, with little empty room."""
    top = header_lines * _HEADER_LINE + _MARGIN
    layouts = []
    for columns in range(2, _MOST_COLUMNS + 1):
        rows = max(2, math.ceil((steps + 4) / columns))
        room = (MAX_HEIGHT - top) // rows - _CAPTION - _MARGIN
        width = min(_CELL[0], (MAX_WIDTH - _MARGIN) // columns - _MARGIN, room * 16 // 9)
        layouts.append((width, -columns * rows, columns, rows))
    width, _, columns, rows = max(layouts)
    return _Grid(columns, rows, (width, width * 9 // 16), top)


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
        f"{number + 1} {describe_action(action)}{note}\n{' '.join(step.thought.split())}",
        action,
        is_bad=bool(note),
    )


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
        draw.text(place, _fit(text, size[0], _SMALL_SIZE), color if line == 0 else _INK, find_font(text, _SMALL_SIZE))


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


def _fit(text: str, width: float, size: int) -> str:
    """The text on one line, shortened to fit."""
    return _wrap(text, width, size, 1)[0]


def _wrap(text: str, width: float, size: int, most: int) -> list[str]:
    """The text in at most `most` lines, broken at spaces or, in a long word, anywhere; the rest is cut."""
    font, left, lines = find_font(text, size), " ".join(text.split()), list[str]()
    while font.getlength(left) > width:
        end = bisect_right(range(1, len(left)), width, key=lambda length: font.getlength(left[:length] + "…"))
        if len(lines) == most - 1:
            return [*lines, f"{left[:end]}…"]
        space = left.rfind(" ", end // 2, end + 1)
        cut = space if space > 0 else max(1, end)
        lines.append(left[:cut])
        left = left[cut:].lstrip()
    return [*lines, left]


def _open(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        return picture.convert("RGB")
