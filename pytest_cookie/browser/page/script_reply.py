"""The border at which what scripts of ours tell of a page comes into Python."""

import json
from typing import cast

from pydantic import JsonValue

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.core.text import of_page


def read_answer(told: object) -> JsonValue:
    """The JSON value of the text that a script gave, well-formed; None where it gave nothing.

    Raises `PageScriptError` where a page has made something else of it.
    """
    if told is None:
        return None
    try:
        return of_page(cast(JsonValue, json.loads(str(told))))
    except (ValueError, RecursionError) as error:
        raise PageScriptError(f"the page's own scripts broke the answer: {str(error)[:300]}") from error
