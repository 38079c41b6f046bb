"""Merges observations of foreign frames into the page's observation, as if they were one document."""

from typing import Any

from pytest_cookie.browser.page.foreign_frames import FRAME_SEPARATOR, ForeignFrame

_LISTS = {"headings": 200, "landmarks": 200, "controls": 400, "media": 200, "canvases": 200}
_TEXT = 20_000
_ELEMENTS = 3_000

Reply = dict[str, Any]
"""The reply of `scripts/observe.js` for a document."""


def merge_frame(page: Reply, inner: Reply, frame: ForeignFrame, *, scrolls: tuple[list[float], list[float]]) -> None:
    """Merge `inner`, observed in `frame`, into `page`. `scrolls`: scroll offsets (x, y) of page and frame."""
    (page_x, page_y), (inner_x, inner_y) = scrolls
    dx, dy = frame.x + page_x - inner_x, frame.y + page_y - inner_y
    for item in (*inner["inventory"]["controls"], *inner["inventory"]["media"], *inner["inventory"]["canvases"]):
        item["selector"] = frame.selector + FRAME_SEPARATOR + item["selector"]
        item["box"] |= {"x": round(item["box"]["x"] + dx, 1), "y": round(item["box"]["y"] + dy, 1)}
    for control in inner["inventory"]["controls"]:
        control["ref"] += frame.mark
    for path, state in list(inner["elements"].items())[: max(0, _ELEMENTS - len(page["elements"]))]:
        x, y, *size = state["box"]
        page["elements"][f"{frame.selector}>{path}"] = {
            **state, "box": [round(x + dx), round(y + dy), *size], "placed": False, "cut": "",
            "parent": f"{frame.selector}>{state['parent']}",
        }  # fmt: skip
    _merge_inventory(page["inventory"], inner["inventory"])
    if page["focus"] == frame.selector and inner["focus"]:
        page["focus"] += FRAME_SEPARATOR + inner["focus"]
    page["scroll_x"] += inner["scroll_x"]
    page["scroll_y"] += inner["scroll_y"]
    page["running_animations"] += inner["running_animations"]
    page["dialog_open"] = page["dialog_open"] or inner["dialog_open"]


def _merge_inventory(page: Reply, inner: Reply) -> None:
    for name, limit in _LISTS.items():
        page[name] = (page[name] + inner[name])[:limit]
    text = f"{page['text']}\n{inner['text']}".strip()
    page["text_length"] += inner["text_length"] + (len(text) - len(page["text"]) - len(inner["text"]))
    page["text"] = text[:_TEXT]
    page["element_count"] += inner["element_count"]
