"""When a check of a page fails: at a severity of findings, or below a total."""

import argparse
import math
from typing import TYPE_CHECKING, TypeAlias

from pytest_cookie.core.verdict import SEVERITIES, Severity
from pytest_cookie.core.wording import count

if TYPE_CHECKING:
    from pytest_cookie.page_check.checked_page import CheckedPage  # it loads the browser

Limit: TypeAlias = Severity | float


def parse_limit(text: str) -> Limit:
    """A severity, or a total from 0 to 100. Raises `ArgumentTypeError` for anything else."""
    for severity in SEVERITIES:
        if text == severity:
            return severity
    try:
        total = float(text)
    except ValueError:
        total = math.nan
    if 0 <= total <= 100:
        return total
    raise argparse.ArgumentTypeError(f"{text!r}: must be {', '.join(SEVERITIES)}, or a total from 0 to 100")


def find_failure(page: "CheckedPage", limit: Limit) -> str:
    """Why the page does not meet the limit; "" if it does. A page that does not run meets none."""
    if not page.runnable:
        return f"{page.page}: the page does not run"
    if isinstance(limit, str):
        counted = SEVERITIES[: SEVERITIES.index(limit) + 1]
        found = sum(placed.finding.severity in counted for placed in page.findings)
        return f"{page.page}: {count(found, 'finding')} of severity {' or '.join(counted)}" if found else ""
    total = page.scores.get("total")
    is_below = total is None or total < limit
    return f"{page.page}: total {total or 0:.1f} is below {limit:g}" if is_below else ""
