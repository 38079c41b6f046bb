"""Whom a defect hits: controls, texts and blocks of a page's source, chosen by chance and named for findings."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.markup import Element

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
    """An element and how to reach it: `selector` finds it alone on `page`, which may have got a mark for that."""

    page: ArtifactPage
    element: Element
    selector: str
    words: tuple[str, ...]

    @property
    def where(self) -> str:
        """The element in a few words for a reader."""
        return f"{self.element.tag} {self.words[0] if self.words else self.selector}"


def pressed(page: ArtifactPage) -> list[Element]:
    """What is pressed: buttons, and what has a handler or a role of one, of the page's source, not of its scripts."""
    return [one for one in page.elements if _is_pressed(one) and _is_open(one)]


def _is_pressed(one: Element) -> bool:
    kind = one.attributes.get("type", "").lower()
    role = one.attributes.get("role", "").lower()
    return (
        one.tag in ("button", "summary")
        or (one.tag == "input" and kind in _PRESSED_INPUTS)
        or role in ("button", "tab", "switch", "menuitem")
        or "onclick" in one.attributes
    )


def controls(page: ArtifactPage) -> list[Element]:
    """What is pressed, filled in or chosen from."""
    return [one for one in page.elements if _is_open(one) and (_is_pressed(one) or is_field(one))]


def is_field(one: Element) -> bool:
    """Whether something can be entered or chosen in it."""
    return one.tag in _FIELDS and one.attributes.get("type", "").lower() not in ("hidden", "submit", "button", "reset")


def texts(page: ArtifactPage, *, least: int = 2) -> list[Element]:
    """Elements of running text or of labels, without others inside, of at least `least` characters."""
    return [
        one for one in page.elements
        if one.tag in _TEXTS and "<" not in one.inner(page.html) and len(one.says(page.html)) >= least and _is_open(one)
    ]  # fmt: skip


def blocks(page: ArtifactPage) -> list[Element]:
    """Parts of the page that hold something: not all of it, nor a wrapper of next to nothing."""
    whole = len(page.html)
    return [
        one for one in page.elements
        if one.tag in _BLOCKS and _is_open(one) and len(one.says(page.html)) >= 12 and one.end - one.start < whole / 2
    ]  # fmt: skip


def _is_open(one: Element) -> bool:
    return "hidden" not in one.attributes and one.attributes.get("aria-hidden") != "true"


def choose(page: ArtifactPage, among: Sequence[Element], chance: Random) -> TargetElement | None:
    """One of them; the page gets a mark on it where it has no `id` to be reached by. None of none.

    What stands in the main part of the page goes before its frame, which is on every page of a site and is used last.
    """
    if not among:
        return None
    return reach(page, chance.choice(_of_main_part(page, among) or among), chance)


def _of_main_part(page: ArtifactPage, among: Sequence[Element]) -> list[Element]:
    mains = [one for one in page.elements if one.tag == "main" or one.attributes.get("role") == "main"]
    return [one for one in among if any(main.start < one.start < main.end for main in mains)]


def reach(page: ArtifactPage, element: Element, chance: Random) -> TargetElement:
    """`element` as a victim."""
    words = _words(page, element)
    if _PLAIN_ID.fullmatch(element.id) and sum(one.id == element.id for one in page.elements) == 1:
        return TargetElement(page, element, f"#{element.id}", words)
    name = f"u{chance.randrange(16**4):04x}"
    marked = page.with_tag(element, lambda tag: _TAG_HEAD.sub(lambda head: f'{head[0]} data-i="{name}"', tag, count=1))
    again = next((one for one in marked.elements if one.start == element.start), element)
    return TargetElement(marked, again, f'[data-i="{name}"]', words)


def _words(page: ArtifactPage, element: Element) -> tuple[str, ...]:
    """How a finding may call it: its text, its labels, its id."""
    said = element.says(page.html) if element.tag not in ("select", "textarea") else ""
    labels = [element.attributes.get(name, "").strip() for name in _LABEL_ATTRIBUTES]
    ids = [f"#{element.id}"] if element.id else []
    return tuple(dict.fromkeys(word[:40] for word in (said, *labels, *ids, *_label_of(page, element)) if word))


def _label_of(page: ArtifactPage, element: Element) -> list[str]:
    """The words of the `<label>` that is for it, or around it."""
    return [
        one.says(page.html)
        for one in page.elements
        if one.tag == "label"
        and ((element.id and one.attributes.get("for") == element.id) or one.start < element.start < one.end)
    ]


def others(
    among: Sequence[Element], victim: Element, *, apart: Callable[[Element], bool] = lambda _: True
) -> list[Element]:
    """Those that are neither the victim nor inside of it nor around it."""
    return [one for one in among if (one.end <= victim.start or one.start >= victim.end) and apart(one)]
