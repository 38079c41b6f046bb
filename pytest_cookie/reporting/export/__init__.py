"""A run for other programs: two flat tables (`docs/reference/export.md`), and the formats of trackers and reports."""

from pytest_cookie.reporting.export.built_in import BUILT_IN
from pytest_cookie.reporting.export.configured import check_exports, write_exports
from pytest_cookie.reporting.export.exported_run import ExportedModel, ExportedRun
from pytest_cookie.reporting.export.exporter import Exporter, export_run
from pytest_cookie.reporting.export.write import FORMATS, Format, Written, format_of, write_export

__all__ = [
    "BUILT_IN", "FORMATS", "ExportedModel", "ExportedRun", "Exporter", "Format", "Written", "check_exports",
    "export_run", "format_of", "write_export", "write_exports",
]  # fmt: skip
