"""The static site of a run: `index.html` and a page per item, which open from disk without server or network."""

from pytest_cookie.reporting.site.calibration_view import write_calibration_page
from pytest_cookie.reporting.site.write import write_site

__all__ = ["write_calibration_page", "write_site"]
