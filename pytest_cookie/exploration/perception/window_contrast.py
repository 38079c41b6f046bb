"""Checks weak contrast against the window that shows the text, before it is noted.

axe-core derives the background from styles, and takes white where the text leaves its boxes. A picture of the whole
page shows what is fixed, such as a background, in the first window only.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from pydantic import BaseModel, JsonValue, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.legibility import Legibility
from pytest_cookie.core.page import Box, Element
from pytest_cookie.core.page_layout import PageLayout, SetText
from pytest_cookie.core.perception import DESKTOP, AxeViolation
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.perception.contrast import even_colour, needed_contrast, text_contrast
from pytest_cookie.exploration.pictures import decode_pixels

RULE = "color-contrast"
"""The rule of axe-core."""

_MOST_WINDOWS = 8  # each costs a picture; a page of weak texts needs no more to be told
_REST_MS = 250  # what follows the scrolling, such as a header, arrives
_KEY_LETTERS = 40  # of a text; as many as `composition.js` gives
_BETTER = 1.2  # times axe-core's ratio; less is rounding
_FIGURES = re.compile(r"contrast of (?P<ratio>[\d.]{1,9})(?P<between>.{0,200}?background color: )(?P<ground>#\w{3,8})")


class WindowText(BaseModel):
    """A text as a window shows it."""

    selector: str
    text: str
    box: Box
    size: float
    weight: float
    ink: str
    contrast: float | None = None
    ground: str = ""

    @property
    def is_weak(self) -> bool:
        """Whether it has less contrast than it needs."""
        return self.contrast is not None and self.contrast < needed_contrast(self.size, self.weight)


class _Reply(BaseModel):
    texts: tuple[WindowText, ...] = ()


_Key = tuple[str, str]


def measure_in_windows(session: Session, selectors: Iterable[str]) -> dict[_Key, WindowText]:
    """Scroll to the elements and measure their texts, by selector and the first 40 letters; at most eight windows."""
    left, found = list(dict.fromkeys(selectors)), dict[_Key, WindowText]()
    for _ in range(_MOST_WINDOWS):
        if not left:
            break
        try:
            _ask(session, "scroll", left)
            session.wait(_REST_MS)
            texts = _Reply.model_validate(_ask(session, "texts", left)).texts
        except (PageScriptError, ValidationError):
            break
        picture = decode_pixels(session.picture())
        for text in texts:
            contrast, ground = text_contrast(picture, text.box, text.ink), even_colour(picture, text.box)
            found[_key(text)] = text.model_copy(update={"contrast": contrast, "ground": ground})
        seen = {text.selector for text in texts} | {left[0]}
        left = [selector for selector in left if selector not in seen]
    return found


def confirm_contrast(
    session: Session, axe: Sequence[AxeViolation], composition: PageLayout | None, *, listed: int
) -> tuple[tuple[AxeViolation, ...], PageLayout | None]:
    """Drop or correct what the windows refute, of axe-core's violations and of the texts of the page's picture.

    At most `listed` elements of each violation are kept. A weak text below the first window that no window shows has
    no contrast. The page stays scrolled.
    """
    violation = next((one for one in axe if one.rule == RULE), None)
    doubtful = [text for text in composition.texts if _is_doubtful(text)] if composition else []
    selectors = [one.selector for one in (violation.elements if violation else ())]
    selectors += [text.selector for text in doubtful]
    found = measure_in_windows(session, selectors) if selectors else {}
    violations = [_confirm(one, found) if one.rule == RULE else one for one in axe]
    kept = tuple(one.model_copy(update={"elements": one.elements[:listed]}) for one in violations if one.count)
    if composition is None or not doubtful:
        return kept, composition
    texts = tuple(_as_in_window(text, found) if _is_doubtful(text) else text for text in composition.texts)
    return kept, composition.model_copy(update={"texts": texts})


def confirm_faint(session: Session, legibility: Legibility) -> Legibility:
    """Drop faint texts of a picture of the whole page that their windows refute."""
    found = measure_in_windows(session, [text.selector for text in legibility.faint])
    refuted = {key for key, text in found.items() if text.contrast is not None and not text.is_weak}
    kept = tuple(text for text in legibility.faint if (text.selector, text.text[:_KEY_LETTERS]) not in refuted)
    return legibility.model_copy(update={"faint": kept})


def _ask(session: Session, errand: str, selectors: Sequence[str]) -> JsonValue:
    return run_script(session, "window_texts", {"errand": errand, "selectors": list(selectors)})


def _key(text: WindowText | SetText) -> _Key:
    return text.selector, text.text[:_KEY_LETTERS]


def _is_doubtful(text: SetText) -> bool:
    below = text.box.y + text.box.height > DESKTOP.height
    return below and text.contrast is not None and text.contrast < needed_contrast(text.size, text.weight)


def _as_in_window(text: SetText, found: Mapping[_Key, WindowText]) -> SetText:
    shown = found.get(_key(text))
    return text.model_copy(update={"contrast": shown.contrast if shown else None})


def _confirm(violation: AxeViolation, found: Mapping[_Key, WindowText]) -> AxeViolation:
    """The violation with the elements that stay weak; unlisted elements are refuted in the same share."""
    kept = [_correct(one, shown) for one in violation.elements if _stays(one, shown := _worst(one, found))]
    share = len(kept) / max(1, len(violation.elements))
    return violation.model_copy(update={"elements": tuple(kept), "count": round(violation.count * share)})


def _worst(element: Element, found: Mapping[_Key, WindowText]) -> WindowText | None:
    """Its text with the least contrast; None if a window did not show one."""
    texts = [text for (selector, _), text in found.items() if selector == element.selector]
    return min((text for text in texts if text.contrast is not None), key=lambda text: text.contrast or 0, default=None)


def _stays(element: Element, shown: WindowText | None) -> bool:
    return shown is None or shown.is_weak or not _differs(element, shown)


def _differs(element: Element, shown: WindowText) -> bool:
    figures = _FIGURES.search(element.detail)
    return figures is None or (shown.contrast or 0) > _BETTER * float(figures["ratio"])


def _correct(element: Element, shown: WindowText | None) -> Element:
    """The element with the window's figures in axe-core's message, if they are better."""
    if shown is None or not _differs(element, shown):
        return element
    detail = _FIGURES.sub(rf"contrast of {shown.contrast}\g<between>{shown.ground}", element.detail)
    return element.model_copy(update={"detail": detail})
