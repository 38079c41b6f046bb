"""Parses what scripts of ours return from a page."""

from typing import cast

from pydantic import JsonValue

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.text import sanitize_json


def parse_script_reply(reply: object) -> JsonValue:
    """Return the JSON value of a script's text, with well-formed strings; None if there is none.

    Raises `PageScriptError` if the page has tampered with it.
    """
    if reply is None:
        return None
    try:
        return sanitize_json(cast(JsonValue, load_json(str(reply))))
    except ValueError as error:
        raise PageScriptError(f"the page's own scripts broke the answer: {str(error)[:300]}") from error
