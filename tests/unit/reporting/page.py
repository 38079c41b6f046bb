"""A page of the report, taken apart."""

import re
from html.parser import HTMLParser
from pathlib import Path


class Page(HTMLParser):
    """The tags of a page, and the text outside of style and script."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(path.read_text(encoding="utf-8"))
        self.text = re.sub(r"\s+", " ", self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in {"td", "th", "dt", "dd", "div", "p", "li"}:
            self.text += " "

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] not in {"style", "script"}:
            self.text += re.sub(r"\s+", " ", data)

    def addresses(self) -> list[str]:
        named = ("href", "src", "data-src")
        return [value for _, attributes in self.tags for name in named if (value := attributes.get(name))]
