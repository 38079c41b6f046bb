"""Counts in the HTML of a rendered page, for `DOM_SCORE`. No browser and no model."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser

from pytest_cookie.core.frozen_model import Count, FrozenModel

MAX_CHARACTERS = 8_000_000
"""The HTML after this many characters is not read."""
_MAX_DEPTH = 512
"""As browsers do: what is nested deeper is counted, without its place."""
_MAX_TAIL = 10_000
"""Characters of an unfinished tag at the end that are still read as text: reading them takes quadratic time."""
_MAX_NAME = 200

_VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
})  # fmt: skip
_SEMANTIC = frozenset({
    "header", "nav", "main", "footer", "section", "article", "aside", "figure", "figcaption", "details",
    "summary", "dialog", "search",
})  # fmt: skip
_DEPRECATED = frozenset({
    "acronym", "applet", "basefont", "big", "blink", "center", "dir", "font", "frame", "frameset",
    "marquee", "nobr", "noframes", "strike", "tt",
})  # fmt: skip
_CONTENT = frozenset({
    "p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "span", "div", "a", "section", "article", "td",
})  # fmt: skip
_FIELDS = frozenset({"input", "select", "textarea"})
_UNLABELLED_TYPES = frozenset({"hidden", "submit", "reset", "button", "image"})
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_NAMING = ("aria-label", "aria-labelledby", "title")
_VAGUE = frozenset({
    "click here", "here", "link", "more", "read more", "hier", "mehr", "weiterlesen", "ici", "plus", "aquí",
    "más", "aqui", "mais", "clique aqui", "点击这里", "更多", "こちら", "여기", "더보기",
})  # fmt: skip
"""Texts of links that say nothing about where they lead."""


class DomFacts(FrozenModel):
    """Counts over one document. Parts of an `svg` count as one element."""

    elements: Count = 0
    """Elements in the body."""
    ids: Count = 0
    """Elements with an id."""
    duplicate_ids: Count = 0
    """Elements whose id another one already has."""
    empty: Count = 0
    """Elements for content that have neither content nor attributes."""
    inline_styles: Count = 0
    """Elements with a `style` attribute."""
    images: Count = 0
    """`img` elements."""
    images_without_alt: Count = 0
    """Those without alternative text; an empty one marks decoration and counts as text."""
    images_without_size: Count = 0
    """Those without `width` and `height` attributes."""
    fields: Count = 0
    """Input elements that need a label."""
    fields_without_label: Count = 0
    """Those without one."""
    buttons_and_links: Count = 0
    """Buttons, and links with a target."""
    unclear_names: Count = 0
    """Those without a name, and links whose text is vague, such as "here"."""
    semantic: Count = 0
    """Elements with a semantic tag, such as `main`."""
    has_main: bool = False
    """Whether there is a `main`, also by role."""
    generic: Count = 0
    """`div` and `span` elements."""
    tables: Count = 0
    """`table` elements."""
    tables_without_header: Count = 0
    """Those with cells, and no header cell among them."""
    title: str = ""
    """Title of the document."""
    has_description: bool = False
    """Whether there is a description for search engines."""
    has_lang: bool = False
    """Whether the language of the document is set."""
    has_viewport: bool = False
    """Whether there is a viewport meta tag."""
    h1: Count = 0
    """Headings of level 1."""
    headings: Count = 0
    """All headings."""
    skipped_levels: Count = 0
    """Headings that are more than one level below the one before."""
    external_scripts: Count = 0
    """Scripts of other hosts."""
    blocking_scripts: Count = 0
    """Scripts with a source in the head that are neither `defer`, `async` nor modules."""
    deprecated: Count = 0
    """Elements with a deprecated tag."""


def read_dom(html: str) -> DomFacts:
    """The counts of a document's HTML, rendered or as written. Never raises."""
    reader = _DomReader()
    reader.feed(html[:MAX_CHARACTERS])
    if len(reader.rawdata) < _MAX_TAIL:
        reader.close()
    return reader.facts()


@dataclass(eq=False)
class _Open:
    """An element that is not closed yet. `text` is only kept for controls and the title."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    has_content: bool = False
    is_named: bool = False
    has_cells: bool = False
    has_header: bool = False


class _DomReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[_Open] = []
        self._depths: Counter[str] = Counter()
        """How many elements of a tag are open."""
        self._named: list[_Open] = []
        """The open controls and titles."""
        self._counts: Counter[str] = Counter()
        self._ids: Counter[str] = Counter()
        self._flags: dict[str, bool] = {}
        self._title = ""
        self._last_level = 0
        self._labels_for: set[str] = set()
        self._unlabelled: list[str] = []
        """Ids of fields without a label so far; "" for a field without an id."""
        self._svg_depth = 0

    def facts(self) -> DomFacts:
        """What was counted."""
        while self._open:
            self._close()
        unlabelled = sum(not name or name not in self._labels_for for name in self._unlabelled)
        return DomFacts(
            **self._counts,
            **self._flags,
            ids=self._ids.total(),
            duplicate_ids=self._ids.total() - len(self._ids),
            fields_without_label=unlabelled,
            title=" ".join(self._title.split()),
        )

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if self._svg_depth:
            self._svg_depth += tag == "svg"
            return
        if tag == "body":
            self.handle_endtag("head")  # whose own end tag may be omitted
        self._count(tag, attributes)
        if self._open:
            self._open[-1].has_content = True
        if self._named and any(attributes.get(name) for name in ("alt", *_NAMING)):
            self._named[-1].is_named = True
        if tag == "svg":
            self._svg_depth = 1
        elif tag not in _VOID and len(self._open) < _MAX_DEPTH:
            self._push(_Open(tag, attributes))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._svg_depth:
            self._svg_depth -= tag == "svg"
        elif self._depths[tag]:
            while self._open[-1].tag != tag:
                self._close()
            self._close()

    def handle_data(self, data: str) -> None:
        if not data.strip():
            return
        if self._open and not self._svg_depth:
            self._open[-1].has_content = True
        for one in self._named[-1:]:  # a title or text in a drawing names the control around it, too
            one.text += data[: _MAX_NAME - len(one.text)]

    def _push(self, one: _Open) -> None:
        self._open.append(one)
        self._depths[one.tag] += 1
        if one.tag == "title" or _is_control(one.tag, one.attributes):
            self._named.append(one)

    def _close(self) -> None:
        one = self._open.pop()
        self._depths[one.tag] -= 1
        if one in self._named[-1:]:
            self._named.pop()
        if one.tag == "title" and not self._title:
            self._title = one.text
        if one.tag in _CONTENT and not (one.has_content or one.attributes):
            self._counts["empty"] += 1
        if one.tag == "table" and one.has_cells and not one.has_header:
            self._counts["tables_without_header"] += 1
        if _is_control(one.tag, one.attributes):
            text = " ".join(one.text.split()).casefold()
            named = one.is_named or any(one.attributes.get(name) for name in _NAMING)
            if not named and (not text or (one.tag == "a" and text.rstrip(".…>» ") in _VAGUE)):
                self._counts["unclear_names"] += 1

    def _count(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._depths["head"] and tag not in {"html", "head", "body", "script", "style", "template"}:
            self._counts["elements"] += 1
            self._counts["inline_styles"] += "style" in attributes
            self._counts["generic"] += tag in {"div", "span"}
            self._counts["semantic"] += tag in _SEMANTIC
            self._counts["deprecated"] += tag in _DEPRECATED
            self._counts["buttons_and_links"] += _is_control(tag, attributes)
        if attributes.get("id"):
            self._ids[attributes["id"]] += 1
        if tag == "main" or attributes.get("role") == "main":
            self._flags["has_main"] = True
        counter = _COUNTERS.get(tag)
        if counter is not None:
            counter(self, attributes)
        elif tag in _FIELDS:
            self._field(tag, attributes)
        elif tag in _HEADINGS:
            self._heading(_HEADINGS[tag])

    def _html(self, attributes: dict[str, str]) -> None:
        self._flags["has_lang"] = bool(attributes.get("lang", "").strip())

    def _meta(self, attributes: dict[str, str]) -> None:
        name = attributes.get("name", "").casefold()
        if name in {"description", "viewport"} and attributes.get("content", "").strip():
            self._flags[f"has_{name}"] = True

    def _image(self, attributes: dict[str, str]) -> None:
        self._counts["images"] += 1
        self._counts["images_without_alt"] += "alt" not in attributes and not attributes.get("aria-label")
        self._counts["images_without_size"] += not ("width" in attributes and "height" in attributes)

    def _script(self, attributes: dict[str, str]) -> None:
        source = attributes.get("src", "")
        if not source:
            return
        self._counts["external_scripts"] += source.startswith(("http://", "https://", "//"))
        deferred = attributes.keys() & {"defer", "async"} or attributes.get("type") == "module"
        self._counts["blocking_scripts"] += bool(self._depths["head"]) and not deferred

    def _label(self, attributes: dict[str, str]) -> None:
        if attributes.get("for"):
            self._labels_for.add(attributes["for"])

    def _table(self, _attributes: dict[str, str]) -> None:
        self._counts["tables"] += 1

    def _header_cell(self, _attributes: dict[str, str]) -> None:
        for table in self._innermost("table"):
            table.has_header = True

    def _cell(self, _attributes: dict[str, str]) -> None:
        for table in self._innermost("table"):
            table.has_cells = True

    def _innermost(self, tag: str) -> list[_Open]:
        return next(([one] for one in reversed(self._open) if one.tag == tag), [])

    def _field(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "input" and attributes.get("type", "text").casefold() in _UNLABELLED_TYPES:
            return
        self._counts["fields"] += 1
        if not self._depths["label"] and not any(attributes.get(name) for name in _NAMING):
            self._unlabelled.append(attributes.get("id", ""))

    def _heading(self, level: int) -> None:
        self._counts["headings"] += 1
        self._counts["h1"] += level == 1
        self._counts["skipped_levels"] += bool(self._last_level) and level > self._last_level + 1
        self._last_level = level


_COUNTERS: dict[str, Callable[[_DomReader, dict[str, str]], None]] = {
    "html": _DomReader._html,
    "meta": _DomReader._meta,
    "img": _DomReader._image,
    "script": _DomReader._script,
    "label": _DomReader._label,
    "table": _DomReader._table,
    "th": _DomReader._header_cell,
    "td": _DomReader._cell,
}


def _is_control(tag: str, attributes: dict[str, str]) -> bool:
    return tag == "button" or (tag == "a" and "href" in attributes)
