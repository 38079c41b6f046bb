"""Names of controls whose markup a page quotes as code: on documentation they are specimens, there to be looked at."""

import re
from html.parser import HTMLParser

_MOST_READ = 1_000_000
_NAME = re.compile(r">\s*([^<>\n]{1,60}?)\s*</|\b(?:aria-label|value|title|alt|type)\s*=\s*\"([^\"\n]{1,60})\"")


class _Quotes(HTMLParser):
    """Gathers the text of `pre` and `code`, whatever colours it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.code: list[str] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._depth += tag in ("pre", "code")

    def handle_endtag(self, tag: str) -> None:
        self._depth = max(0, self._depth - (tag in ("pre", "code")))

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.code.append(data)


def quoted_names(document: str) -> frozenset[str]:
    """What stands between tags, or in an attribute that names, in the code that the first million letters quote.

    In small letters. A document that cannot be read quotes nothing.
    """
    quotes = _Quotes()
    try:
        quotes.feed(document[:_MOST_READ])
    except AssertionError:  # the standard library's reader gives up so on some broken markup
        return frozenset()
    return frozenset(
        " ".join((text or value).split()).casefold() for text, value in _NAME.findall("".join(quotes.code))
    )
