"""Adds items to pytest-html: score columns, a picture, links to film and page. Runs in the process of the item."""

from __future__ import annotations

import base64
import html
import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image, UnidentifiedImageError

from pytest_cookie.plugin.items import ITEM_RUN
from pytest_cookie.reporting.attachments import item_card
from pytest_cookie.reporting.item_files import href_between
from pytest_cookie.reporting.text import quantities

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from pytest_cookie.core.record import Record
    from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.records.run import RunFolder

_COLUMN_WIDTH, _OPENED_WIDTH = 128, 480
_AT = 2
"""Position after pytest-html's own columns "Result" and "Test"."""


class HtmlAttachments:
    """Registered if `--html` is used. Workers add extras to reports, the controller writes the columns."""

    def __init__(self, state: SessionState, report: Path) -> None:
        self._state = state
        self._report = report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        run = item.stash.get(ITEM_RUN, None)
        if run is not None and (report.when == "call" or not report.passed):
            is_alone = bool(self._state.config.option.self_contained_html)
            extras = html_extras(run.record, self._state.folder, self._state.scores, self._report, is_alone=is_alone)
            vars(report).setdefault("extras", []).extend(extras)
            vars(report)["cookie_cells"] = html_cells(run.record, self._state.folder, self._state.scores)
        return report

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_table_header(self, cells: list[str]) -> None:
        cells[_AT:_AT] = [
            '<th class="sortable" data-column-type="model">Model</th>',
            *(
                f'<th class="sortable" data-column-type="{spec.id}">{html.escape(spec.title_heading)}</th>'
                for spec in self._state.scores
            ),
            "<th>First screen</th>",
        ]

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_table_row(self, report: pytest.TestReport, cells: list[str]) -> None:
        ours = getattr(report, "cookie_cells", None)
        names = ("model", *self._state.scores.ids, "screen")
        cells[_AT:_AT] = ours or [f'<td class="col-{name}"></td>' for name in names]

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_summary(self, prefix: list[str]) -> None:
        if self._state.run is not None:
            href = href_between(self._report.parent.resolve(), self._state.run.path.resolve() / "index.html")
            prefix.append(f'<p><a href="{html.escape(href)}">All scores, films and findings of this run</a></p>')


def html_cells(record: Record, run: RunFolder, scores: ScoreSet) -> list[str]:
    """The additional cells of a row: model, scores, the first screen. Text is escaped."""
    return [
        f'<td class="col-model">{html.escape(record.model)}</td>',
        *(f'<td class="col-{spec.id}">{_sortable(record.scores.get(spec.id), spec)}</td>' for spec in scores),
        f'<td class="col-screen">{_image(record, run, scores)}</td>',
    ]


def _sortable(value: float | None, spec: ScoreSpec) -> str:
    """pytest-html sorts cells as text, so a hidden position in the range precedes each score; no score sorts first."""
    key = "-" if value is None else f"{100 * spec.share(value):010.6f}"
    return f"<span hidden>{key}</span>{quantities.score(value, spec.digits)}"


def _image(record: Record, run: RunFolder, scores: ScoreSet) -> str:
    picture = item_card(record, run, scores).picture
    data = _thumbnail(picture, _COLUMN_WIDTH) if picture else ""
    alt = html.escape(f"First screen of {record.case} by {record.model}")
    size = f"width: {_COLUMN_WIDTH}px; height: auto"  # pytest-html stretches pictures otherwise
    return f'<img loading="lazy" style="{size}" alt="{alt}" src="data:image/jpeg;base64,{data}">' if data else ""


def html_extras(
    record: Record, run: RunFolder, scores: ScoreSet, report: Path, *, is_alone: bool
) -> list[dict[str, str | None]]:
    """The extras of an expanded row: the first screen, and links to film and item page, relative to `report`.

    The film plays in the row unless the report `is_alone` in one file, because pytest-html embeds no films.
    """
    from pytest_html import extras

    card, base = item_card(record, run, scores), report.parent.resolve()
    shown: list[dict[str, str | None]] = []
    if card.picture and (data := _thumbnail(card.picture, _OPENED_WIDTH)):
        shown.append(extras.image(data, mime_type="image/jpeg", extension="jpg"))
    if card.film:
        href = href_between(base, card.film)
        shown += [] if is_alone else [extras.mp4(href, name="film")]
        shown.append(extras.url(href, name="film"))
    if card.page:
        shown.append(extras.url(href_between(base, card.page), name="item"))
    return shown


def _thumbnail(picture: Path, width: int) -> str:
    """A small JPEG as base64, "" if unreadable. Full screenshots would add tens of megabytes to the report."""
    try:
        with Image.open(picture) as image:
            small = image.convert("RGB")
            small.thumbnail((width, width))
            buffer = io.BytesIO()
            small.save(buffer, "JPEG", quality=80)
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError):
        return ""
    return base64.b64encode(buffer.getvalue()).decode()
