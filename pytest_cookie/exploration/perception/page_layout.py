"""How the page at rest is put together: what the script tells of it, with the contrasts that its picture shows."""

from pathlib import Path

from pydantic import BaseModel, TypeAdapter, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.page_layout import PageLayout, SetText, Shift
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.perception.contrast import text_contrast
from pytest_cookie.exploration.pictures import Pixels, pixels_of

MAX_PARTS = 900
MAX_TEXTS = 300
MAX_SHIFTED = 3


class _DrawnText(SetText):
    """A text with what its contrast is worked out from; a `doubtful` one shows none of its own."""

    ink: str
    doubtful: bool


_COMPOSITION = TypeAdapter(PageLayout)


class _Told(BaseModel):
    """The one part of what `composition.js` gives that is worked on further."""

    texts: tuple[_DrawnText, ...] = ()


def listen_for_shifts(session: Session) -> None:
    """Begin to hear layout shifts; those since the load are heard too. A page that breaks the listening has none."""
    try:
        run_script(session, "shifts", MAX_SHIFTED)
    except PageScriptError:
        return


def heard_shift(session: Session) -> Shift:
    """What was heard so far. To be asked before a picture of the whole page: taking it moves things by itself."""
    try:
        return Shift.model_validate(run_script(session, "shifts", MAX_SHIFTED))
    except (PageScriptError, ValidationError):
        return Shift()


def compose(session: Session, picture: Path, shift: Shift) -> PageLayout | None:
    """Measure the page as it stands; `picture` shows it whole. None where the page breaks the measuring."""
    try:
        told = run_script(session, "composition", {"parts": MAX_PARTS, "texts": MAX_TEXTS})
        if not isinstance(told, dict):
            return None
        drawn = _Told.model_validate(told).texts
        composed = _COMPOSITION.validate_python({**told, "texts": (), "shift": shift})
    except (PageScriptError, ValidationError):
        return None
    pixels = pixels_of(picture.read_bytes())
    return composed.model_copy(update={"texts": tuple(_with_contrast(text, pixels) for text in drawn)})


def _with_contrast(text: _DrawnText, pixels: Pixels) -> SetText:
    told = text.model_dump(exclude={"ink", "doubtful", "contrast"})
    contrast = None if text.doubtful else text_contrast(pixels, text.box, text.ink)
    return SetText.model_validate({**told, "contrast": contrast})
