"""Measures texts in the colours of a state: in the window at each step, and on the whole page in another theme."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, JsonValue, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.browser.session import Session
from pytest_cookie.core.legibility import FaintText, Legibility
from pytest_cookie.core.page import Box
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.perception.contrast import colour_contrast, even_colour, needed_contrast, text_contrast
from pytest_cookie.exploration.pictures import Pixels, decode_pixels
from pytest_cookie.records.plain_tree import read_plain

_MOST_MEASURED = 60
_MOST_WHOLE = 200
_MOST_FAINT = 40
_LEAST_DIMMED = 1.5  # dimmed texts are meant to step back, but not to vanish


class _Text(BaseModel):
    selector: str
    text: str
    box: Box
    letters: int
    size: float
    weight: float
    heading: bool
    control: bool
    field: bool
    dimmed: bool
    ink: str

    @property
    def needed(self) -> float:
        """The contrast that WCAG 2.2, 1.4.3, requires."""
        return needed_contrast(self.size, self.weight)


class _Reply(BaseModel):
    letters: int
    fresh: float
    texts: tuple[_Text, ...]


class StateLegibility:
    """Measures, at each look of an exploration, the texts in colours that no earlier look had."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._looks: dict[str, tuple[str, str]] = {}

    def note(self, seen: Observation) -> Legibility | None:
        """Return the legibility of new texts in the window; None if there are none, or the page gives no answer.

        Free if no text or look has changed since the last call.
        """
        looks = {path: _look(element) for path, element in seen.elements.items()}
        if looks == self._looks:
            return None
        self._looks = looks
        return measure_legibility(self._session, lambda: decode_pixels(seen.screenshot))


def _look(element: ElementState) -> tuple[str, str]:
    return element.text, element.look


def note_colours_at_rest(session: Session) -> None:
    """Remember the colours of the document's texts; the first call of a document does not measure."""
    with suppress(PageScriptError):
        run_script(session, "legibility", {"whole": False, "most": 0})


def measure_whole_page(session: Session, picture: Path, *, max_height: int) -> Legibility | None:
    """Take a picture of the whole page and measure all texts whose colours differ from those of the first call."""
    session.full_screenshot(picture, max_height=max_height)
    return measure_legibility(session, lambda: decode_pixels(read_plain(picture)), whole=True)


def measure_legibility(session: Session, picture: Callable[[], Pixels], *, whole: bool = False) -> Legibility | None:
    """Measure against `picture`, which is decoded only if there is anything to measure."""
    options: JsonValue = {"whole": whole, "most": _MOST_WHOLE if whole else _MOST_MEASURED}
    try:
        reply = _Reply.model_validate(run_script(session, "legibility", options))
    except (PageScriptError, ValidationError):
        return None
    if not reply.fresh and not reply.texts:
        return None
    pixels = picture() if reply.texts else None
    faint = [] if pixels is None else [found for text in reply.texts if (found := _measure(text, pixels))]
    faint.sort(key=lambda one: one.contrast)
    return Legibility(
        letters=reply.letters, recoloured=round(min(1.0, reply.fresh), 2), faint=tuple(faint[:_MOST_FAINT])
    )


def _measure(text: _Text, pixels: Pixels) -> FaintText | None:
    """The better of the pixels' and the style's colours: a text that is not drawn at all is no matter of colours.

    Of a field only the colour counts, as its text may be anywhere in it. Text that its opacity dims is not meant now,
    unless it can hardly be seen.
    """
    ground = even_colour(pixels, text.box)
    drawn = None if text.field else text_contrast(pixels, text.box, text.ink)
    stated = colour_contrast(text.ink, ground)
    known = [item for item in (drawn, stated) if item is not None]
    if not known or not ground:
        return None
    contrast = max(known)
    if contrast >= (_LEAST_DIMMED if text.dimmed else text.needed):
        return None
    fields = text.model_dump(exclude={"box", "weight", "field", "dimmed"})
    return FaintText(**fields, contrast=contrast, needed=text.needed, ground=ground)
