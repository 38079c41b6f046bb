"""Puts what foreign frames show into what the page shows, as if it were one document."""

from typing import Any

from pytest_cookie.browser.page.foreign_frames import INTO, ForeignFrame

_LISTS = {"headings": 200, "landmarks": 200, "controls": 400, "media": 200, "canvases": 200}
_TEXT = 20_000
_ELEMENTS = 3_000

Seen = dict[str, Any]
"""What `scripts/observe.js` tells of a document."""


def join(page: Seen, inner: Seen, place: ForeignFrame, *, scrolls: tuple[list[float], list[float]]) -> None:
    """Add `inner`, seen in `place`, to `page`. `scrolls` are how far the page and the frame are scrolled, x and y."""
    (page_x, page_y), (inner_x, inner_y) = scrolls
    dx, dy = place.x + page_x - inner_x, place.y + page_y - inner_y
    for one in (*inner["inventory"]["controls"], *inner["inventory"]["media"], *inner["inventory"]["canvases"]):
        one["selector"] = place.selector + INTO + one["selector"]
        one["box"] |= {"x": round(one["box"]["x"] + dx, 1), "y": round(one["box"]["y"] + dy, 1)}
    for control in inner["inventory"]["controls"]:
        control["ref"] += place.mark
    for path, state in list(inner["elements"].items())[: max(0, _ELEMENTS - len(page["elements"]))]:
        x, y, *size = state["box"]
        page["elements"][f"{place.selector}>{path}"] = {
            **state, "box": [round(x + dx), round(y + dy), *size], "placed": False, "cut": "",
        }  # fmt: skip
    _join_inventory(page["inventory"], inner["inventory"])
    if page["focus"] == place.selector and inner["focus"]:
        page["focus"] += INTO + inner["focus"]
    page["scroll_y"] += inner["scroll_y"]
    page["running_animations"] += inner["running_animations"]
    page["dialog_open"] = page["dialog_open"] or inner["dialog_open"]


def _join_inventory(page: Seen, inner: Seen) -> None:
    for name, most in _LISTS.items():
        page[name] = (page[name] + inner[name])[:most]
    text = f"{page['text']}\n{inner['text']}".strip()
    page["text_length"] += inner["text_length"] + (len(text) - len(page["text"]) - len(inner["text"]))
    page["text"] = text[:_TEXT]
    page["element_count"] += inner["element_count"]
