"""Our items in other people's reports: pytest-html's and Allure's, with a picture each. Runs where the item ran."""

from __future__ import annotations

import base64
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from pytest_cookie.plugin.items import ITEM_RUN
from pytest_cookie.reporting.attachments import item_card

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytest_cookie.core.record import Record
    from pytest_cookie.plugin.bench import Bench
    from pytest_cookie.records.run import RunFolder

_THUMBNAIL_WIDTH = 320


def html_extras(record: Record, run: RunFolder, report: Path) -> list[dict[str, str | None]]:
    """What pytest-html shows in an item's row: the first screen, small, and the way to the item's page."""
    from pytest_html import extras

    card = item_card(record, run)
    shown: list[dict[str, str | None]] = []
    if card.picture:
        shown.append(extras.image(_thumbnail(card.picture), mime_type="image/jpeg", extension="jpg"))
    if card.page:
        shown.append(extras.url(Path(os.path.relpath(card.page, report.parent)).as_posix(), name="evidence"))
    return shown


class HtmlAttachments:
    """Gives pytest-html its extras; registered only where `--html` is used."""

    def __init__(self, bench: Bench, report: Path) -> None:
        self._bench = bench
        self._report = report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        run = item.stash.get(ITEM_RUN, None)
        if run is not None and (report.when == "call" or report.failed):
            extras = html_extras(run.record, self._bench.folder, self._report)
            vars(report).setdefault("extras", []).extend(extras)
        return report


class AllureAttachments:
    """Gives Allure a title, the brief, scores and the first screen; registered only where `--alluredir` is used."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        run = item.stash.get(ITEM_RUN, None)
        if run is not None:
            _attach_to_allure(run.record, self._bench.folder)
        yield


def _attach_to_allure(record: Record, run: RunFolder) -> None:
    import allure

    card = item_card(record, run)
    allure.dynamic.title(f"{record.case} · {record.model}")
    allure.dynamic.description(record.brief)
    allure.attach("\n".join(f"{name}: {value}" for name, value in card.scores), "scores", allure.attachment_type.TEXT)
    if card.picture:
        allure.attach.file(str(card.picture), "first screen", allure.attachment_type.PNG)


def _thumbnail(picture: Path) -> str:
    """A small JPEG as base64: 200 full screenshots would make a report of tens of megabytes."""
    with Image.open(picture) as image:
        small = image.convert("RGB")
        small.thumbnail((_THUMBNAIL_WIDTH, _THUMBNAIL_WIDTH))
        buffer = io.BytesIO()
        small.save(buffer, "JPEG", quality=80)
    return base64.b64encode(buffer.getvalue()).decode()
