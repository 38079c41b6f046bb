"""Records and their findings as two flat tables, for spreadsheets and data frames. `docs/export.md` has the schema."""

from pytest_cookie.reporting.export.write import FORMATS, Format, Written, format_of, write_export

__all__ = ["FORMATS", "Format", "Written", "format_of", "write_export"]
