"""`find_absent`: what a clause of the brief asks to be possible and no place of the application offers."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources

from pydantic import TypeAdapter

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.trace import Step
from pytest_cookie.protocols.webtestbench.checklist.check import Check
from pytest_cookie.protocols.webtestbench.probing.results import Place

_LEAST_PLACES = 3
"""Where fewer were looked at, the application may offer it in another."""
_LONGEST = 80
"""Characters; a longer text is content, and offers nothing."""


class Request(FrozenModel):
    """A row of `requests.yaml`, which explains the fields."""

    id: str
    asks: str
    offers: str
    icons: str

    def is_offered(self, texts: Sequence[str], icons: Sequence[str]) -> bool:
        """Whether a text or an icon of a control says so."""
        by_word = any(re.search(self.offers, text, re.IGNORECASE) for text in texts)
        return by_word or any(re.search(rf"(?<![a-z])({self.icons})", icon, re.IGNORECASE) for icon in icons)


@cache
def read_requests() -> tuple[Request, ...]:
    """All rows."""
    text = resources.files(__package__).joinpath("requests.yaml").read_text(encoding="utf-8")
    return TypeAdapter(tuple[Request, ...]).validate_python(parse_data(text))


def find_absent(
    checks: Sequence[Check], steps: Sequence[Step], places: Sequence[Place]
) -> Iterator[tuple[Check, Request]]:
    """The requests that were looked for in several places and in use, and that nothing offers, each once.

    Nothing is said where buttons have neither a word nor a known icon: one of them may offer it.
    """
    if len(places) < _LEAST_PLACES or any(place.unnamed for place in places):
        return
    texts = [name for place in places for name in place.names]
    texts += [step.action.target for step in steps]
    texts += [text for step in steps for text in step.change.appeared_text if len(text) <= _LONGEST]
    icons = [icon for place in places for icon in place.icons]
    for request in read_requests():
        asking = [one for one in checks if one.source == "brief" and re.search(request.asks, one.content, re.I)]
        if asking and not request.is_offered(texts, icons):
            yield asking[0], request
