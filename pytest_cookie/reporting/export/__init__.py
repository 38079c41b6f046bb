"""Records and findings as two flat tables, for spreadsheets and data frames: `docs/reference/export.md`."""

from pytest_cookie.reporting.export.write import FORMATS, Format, Written, format_of, write_export

__all__ = ["FORMATS", "Format", "Written", "format_of", "write_export"]
