"""The layout of the page at rest: a script's measurements, with the contrasts from its screenshot."""

from pathlib import Path

from pydantic import BaseModel, TypeAdapter, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.page_layout import PageLayout, SetText, Shift
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.perception.contrast import text_contrast
from pytest_cookie.exploration.perception.strikes import find_struck
from pytest_cookie.exploration.pictures import Pixels, decode_pixels
from pytest_cookie.records.plain_tree import read_plain

MAX_PARTS = 900
MAX_TEXTS = 300
MAX_SHIFTED = 3  # examples for a finding


class _DrawnText(SetText):
    """A text with the inputs of its contrast; a `doubtful` one has no colour of its own."""

    ink: str
    doubtful: bool


_COMPOSITION = TypeAdapter(PageLayout)


class _CompositionReply(BaseModel):
    """The part of `composition.js`'s reply that is processed further."""

    texts: tuple[_DrawnText, ...] = ()


def listen_for_shifts(session: Session) -> None:
    """Start to record layout shifts, including those since the load. A page that breaks the script has none."""
    try:
        run_script(session, "shifts", MAX_SHIFTED)
    except PageScriptError:
        return


def read_shift(session: Session) -> Shift:
    """Return the shifts so far. Call it before a full-page screenshot, which shifts the layout itself."""
    try:
        return Shift.model_validate(run_script(session, "shifts", MAX_SHIFTED))
    except (PageScriptError, ValidationError):
        return Shift()


def measure_layout(session: Session, picture: Path, shift: Shift) -> PageLayout | None:
    """Measure the page; `picture` is its full screenshot. None if the page breaks the measurement."""
    try:
        reply = run_script(session, "composition", {"parts": MAX_PARTS, "texts": MAX_TEXTS})
        if not isinstance(reply, dict):
            return None
        drawn = _CompositionReply.model_validate(reply).texts
        composed = _COMPOSITION.validate_python({**reply, "texts": (), "shift": shift})
    except (PageScriptError, ValidationError):
        return None
    pixels = decode_pixels(read_plain(picture))
    struck = find_struck(session, drawn, pixels)
    texts = tuple(_with_contrast(text, pixels).model_copy(update={"struck": text.selector in struck}) for text in drawn)
    return composed.model_copy(update={"texts": texts})


def _with_contrast(text: _DrawnText, pixels: Pixels) -> SetText:
    fields = text.model_dump(exclude={"ink", "doubtful", "contrast"})
    contrast = None if text.doubtful else text_contrast(pixels, text.box, text.ink)
    return SetText.model_validate({**fields, "contrast": contrast})
