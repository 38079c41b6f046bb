"""Records and findings as two flat tables, for spreadsheets and data frames: `docs/reference/export.md`."""

from pytest_cookie.reporting.export.exporter import ExportedRun, Exporter, export_run
from pytest_cookie.reporting.export.write import FORMATS, Format, Written, format_of, write_export

__all__ = [
    "FORMATS", "ExportedRun", "Exporter", "Format", "Written", "export_run", "format_of", "write_export",
]  # fmt: skip
