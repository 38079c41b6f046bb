"""Finds lines that go through text: a rule, a border or a bar of something else."""

from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.page import Box
from pytest_cookie.core.page_layout import SetText
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.pictures import TOLERANCE, Pixels

_BESIDE_PX = 5  # a line also goes on beside the text; a dash or a box in the font does not
_MIDDLE = (0.28, 0.72)  # of the height of the line; an underline lies below
_MOST_THICK = 0.3  # of the height; more is a background
_LEAST_ALIKE = 0.5  # of the row; letters may lie on the line
_LEAST_WIDTH, _LEAST_HEIGHT = 20, 10  # px


class _Reply(BaseModel):
    struck: tuple[str, ...] = ()


def find_struck(session: Session, texts: Sequence[SetText], pixels: Pixels) -> tuple[str, ...]:
    """Return the selectors of texts with a line through them in the picture of the page that is not meant as such."""
    suspects = list(dict.fromkeys(text.selector for text in texts if has_line(pixels, text.box)))
    if not suspects:
        return ()
    try:
        return _Reply.model_validate(run_script(session, "strikes", list(suspects))).struck
    except (PageScriptError, ValidationError):
        return ()


def has_line(pixels: Pixels, box: Box) -> bool:
    """Whether a thin horizontal line of one colour goes through the middle of the box and on at both sides.

    The background beside the text is the same above and below the line.
    """
    top, bottom, left, right = round(box.y), round(box.y + box.height), round(box.x), round(box.x + box.width)
    outer_left, outer_right = left - _BESIDE_PX, right + _BESIDE_PX
    if right - left < _LEAST_WIDTH or bottom - top < _LEAST_HEIGHT or min(top, outer_left) < 0:
        return False
    if bottom > pixels.shape[0] or outer_right > pixels.shape[1]:
        return False
    part = pixels[top:bottom, outer_left:outer_right].astype(np.int16)
    colours = part[:, :1]
    is_alike = np.abs(part - colours).max(axis=2) <= TOLERANCE
    goes_on = is_alike[:, :_BESIDE_PX].all(axis=1) & is_alike[:, -_BESIDE_PX:].all(axis=1)
    goes_through = is_alike.mean(axis=1) >= _LEAST_ALIKE
    grounds = part[[0, -1], 0]
    if np.abs(grounds[0] - grounds[1]).max() > TOLERANCE:
        return False
    is_line = goes_on & goes_through & (np.abs(colours[:, 0] - grounds[0]).max(axis=1) > 2 * TOLERANCE)
    rows = np.flatnonzero(is_line)
    if not rows.size or rows.size > _MOST_THICK * len(part):
        return False
    return bool(_MIDDLE[0] * len(part) <= rows.min() and rows.max() <= _MIDDLE[1] * len(part))
