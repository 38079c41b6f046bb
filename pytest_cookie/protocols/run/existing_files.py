"""Artifacts that exist before a run: samples and provided files, and the limits of their size.

Apart from the composition of stages, so that planning a run does not load them.
"""

from pathlib import Path

from pytest_cookie.dataset.builtin import builtin_samples_folder
from pytest_cookie.generation.file_intake import IntakeLimits
from pytest_cookie.generation.ready_files import HandedIn, SampleFiles, Stock
from pytest_cookie.protocols.contract.settings import Settings


def stock_of(settings: Settings, handed_in: HandedIn | None = None, *, samples: Path | None = None) -> Stock:
    """The samples of a protocol, by default those shipped for Cookie, and provided artifacts."""
    return Stock(SampleFiles(samples or builtin_samples_folder(), intake_limits(settings)), handed_in)


def intake_limits(settings: Settings) -> IntakeLimits:
    """The maximum sizes of pages and artifacts."""
    return IntakeLimits(page_bytes=round(settings.max_page_mb * 1e6), total_bytes=round(settings.max_artifact_mb * 1e6))
