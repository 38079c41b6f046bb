"""Artifacts that exist before a run: samples and provided files, and the limits of their size.

Apart from the composition of stages, so that planning a run does not load them.
"""

from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.builtin import builtin_samples_folder
from pytest_cookie.generation.file_intake import IntakeLimits
from pytest_cookie.generation.ready_files import SAMPLE_PREFIX, HandedIn, SampleFiles, Stock
from pytest_cookie.protocols.contract.settings import Settings


def stock_of(settings: Settings, handed_in: HandedIn | None = None, *, samples: Path | None = None) -> Stock:
    """The samples of a protocol, by default those shipped for Cookie, and provided artifacts."""
    return Stock(SampleFiles(samples or builtin_samples_folder(), intake_limits(settings)), handed_in)


def intake_limits(settings: Settings) -> IntakeLimits:
    """The maximum sizes of pages and artifacts."""
    return IntakeLimits(page_bytes=round(settings.max_page_mb * 1e6), total_bytes=round(settings.max_artifact_mb * 1e6))


def refuse_other_artifacts(case: Case, models: Sequence[str], what: str) -> None:
    """Raise `UsageError` if artifacts are not the samples of `case`, which `what` was written for."""
    if other := next((model for model in models if not model.startswith(SAMPLE_PREFIX)), None):
        raise UsageError(
            f"{other}: the {what} name elements of the samples of {case.id}, which other artifacts do not have. Name a "
            "model as --cookie-agent, or evaluate --model=sample/polished"
        )
