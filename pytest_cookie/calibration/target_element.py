"""The target elements of defects: controls, texts and blocks of a page's source, chosen at random."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.markup import MarkupElement

_FIELDS = frozenset({"input", "select", "textarea"})
_TEXTS = frozenset(
    {"p", "h1", "h2", "h3", "h4", "li", "label", "td", "th", "span", "button", "a", "dt", "dd", "figcaption"}
)
_BLOCKS = frozenset(
    {"section", "article", "form", "table", "ul", "ol", "div", "aside", "fieldset", "figure", "nav", "dl"}
)
_PRESSED_INPUTS = frozenset({"button", "submit", "reset", "checkbox", "radio"})
_LABEL_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "name")
_PLAIN_ID = re.compile(r"[A-Za-z_][\w-]{0,60}")
_TAG_HEAD = re.compile(r"<[a-zA-Z][a-zA-Z0-9-]*")


@dataclass(frozen=True)
class TargetElement:
    """An element with a unique `selector` on `page`; `page` may contain an added attribute for that."""

    page: ArtifactPage
    element: MarkupElement
    selector: str
    words: tuple[str, ...]

    @property
    def where(self) -> str:
        """A short description of the element for a reader."""
        return f"{self.element.tag} {self.words[0] if self.words else self.selector}"


def find_pressable(page: ArtifactPage) -> list[MarkupElement]:
    """Elements to click in the page's source: buttons, and elements with a click handler or a button's role."""
    return [element for element in page.elements if _is_pressed(element) and _is_open(element)]


def _is_pressed(one: MarkupElement) -> bool:
    kind = one.attributes.get("type", "").lower()
    role = one.attributes.get("role", "").lower()
    return (
        one.tag in ("button", "summary")
        or (one.tag == "input" and kind in _PRESSED_INPUTS)
        or role in ("button", "tab", "switch", "menuitem")
        or "onclick" in one.attributes
    )


def find_controls(page: ArtifactPage) -> list[MarkupElement]:
    """Pressable elements and fields."""
    return [element for element in page.elements if _is_open(element) and (_is_pressed(element) or is_field(element))]


def is_field(one: MarkupElement) -> bool:
    """Whether it is a field for typing or choosing a value."""
    return one.tag in _FIELDS and one.attributes.get("type", "").lower() not in ("hidden", "submit", "button", "reset")


def find_texts(page: ArtifactPage, *, least: int = 2) -> list[MarkupElement]:
    """Text and label elements without child elements, with at least `least` characters."""
    return [
        element
        for element in page.elements
        if element.tag in _TEXTS
        and "<" not in element.inner(page.html)
        and len(element.visible_text(page.html)) >= least
        and _is_open(element)
    ]


def find_blocks(page: ArtifactPage) -> list[MarkupElement]:
    """Blocks with some text that make up less than half of the page."""
    whole = len(page.html)
    return [
        element
        for element in page.elements
        if element.tag in _BLOCKS
        and _is_open(element)
        and len(element.visible_text(page.html)) >= 12
        and element.end - element.start < whole / 2
    ]


def _is_open(one: MarkupElement) -> bool:
    return "hidden" not in one.attributes and one.attributes.get("aria-hidden") != "true"


def choose_target(page: ArtifactPage, among: Sequence[MarkupElement], rng: Random) -> TargetElement | None:
    """A random element of `among`, marked with an attribute if it has no unique `id`; None if `among` is empty.

    Elements in the main part of the page are preferred to header, footer and navigation, which the agent uses last.
    """
    if not among:
        return None
    return make_target(page, rng.choice(_of_main_part(page, among) or among), rng)


def _of_main_part(page: ArtifactPage, among: Sequence[MarkupElement]) -> list[MarkupElement]:
    mains = [element for element in page.elements if element.tag == "main" or element.attributes.get("role") == "main"]
    return [element for element in among if any(main.start < element.start < main.end for main in mains)]


def make_target(page: ArtifactPage, element: MarkupElement, rng: Random) -> TargetElement:
    """The target for `element`."""
    words = _words(page, element)
    if _PLAIN_ID.fullmatch(element.id) and sum(one.id == element.id for one in page.elements) == 1:
        return TargetElement(page, element, f"#{element.id}", words)
    name = f"u{rng.randrange(16**4):04x}"
    marked = page.with_tag(element, lambda tag: _TAG_HEAD.sub(lambda head: f'{head[0]} data-i="{name}"', tag, count=1))
    again = next((one for one in marked.elements if one.start == element.start), element)
    return TargetElement(marked, again, f'[data-i="{name}"]', words)


def _words(page: ArtifactPage, element: MarkupElement) -> tuple[str, ...]:
    """The names a finding may use for it: its text, its labels, its id."""
    text = element.visible_text(page.html) if element.tag not in ("select", "textarea") else ""
    labels = [element.attributes.get(name, "").strip() for name in _LABEL_ATTRIBUTES]
    ids = [f"#{element.id}"] if element.id else []
    return tuple(dict.fromkeys(word[:40] for word in (text, *labels, *ids, *_label_of(page, element)) if word))


def _label_of(page: ArtifactPage, element: MarkupElement) -> list[str]:
    """The texts of the `<label>` elements that refer to it or contain it."""
    return [
        one.visible_text(page.html)
        for one in page.elements
        if one.tag == "label"
        and ((element.id and one.attributes.get("for") == element.id) or one.start < element.start < one.end)
    ]


def exclude_overlapping(
    among: Sequence[MarkupElement], target: MarkupElement, *, apart: Callable[[MarkupElement], bool] = lambda _: True
) -> list[MarkupElement]:
    """The elements that neither contain the target nor are contained in it."""
    return [
        element for element in among if (element.end <= target.start or element.start >= target.end) and apart(element)
    ]
