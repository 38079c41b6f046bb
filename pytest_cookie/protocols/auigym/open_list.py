"""`is_on_open_list`: whether a point lies on the opened list of a `<select>`.

Chromium draws such a list in a window of its own above the page. It is in the picture, but presses by the DevTools
protocol go through it to whatever lies below, which no person could press. Keys reach it.
"""

from pytest_cookie.core.action import Action
from pytest_cookie.exploration.page_session import WindowSession

LIST_TAKES_KEYS = (
    "A list of options is open there, which takes keys only. Type the option's text and a line break, or press Escape"
)
_ON_OPEN_LIST = """([x, y]) => {
  let el = null;
  try { el = document.querySelector("select:open"); } catch { return false; }
  if (!el) return false;
  const box = el.getBoundingClientRect(), groups = el.querySelectorAll("optgroup").length;
  const rows = Math.min(20, el.options.length + groups);
  const row = Math.max(16, parseFloat(getComputedStyle(el).fontSize) * 2), height = rows * row;
  const opensBelow = box.bottom + height <= innerHeight || box.top < innerHeight - box.bottom;
  const top = opensBelow ? box.bottom : box.top - height;
  return x >= box.left && x <= box.right && y >= top && y <= top + height;
}"""


def is_on_open_list(session: WindowSession, action: Action) -> bool:
    """Whether a press would go through an open list. Its height is estimated: at most 20 rows of two font sizes."""
    if not action.is_click or action.x is None or action.y is None:
        return False
    return session.evaluate(_ON_OPEN_LIST, [action.x, action.y], outside=True) is True
