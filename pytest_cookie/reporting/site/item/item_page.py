"""`item_page`: the page of one item as HTML, from the files in its folder."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pytest_cookie.core.record import Record
from pytest_cookie.records.files import write_text
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import ITEM_PAGE, RUNNING_PAGE, SOURCE_PAGE, ItemFiles
from pytest_cookie.reporting.site.index.index_view import RunHead
from pytest_cookie.reporting.site.index.plotly_file import ASSETS_FOLDER
from pytest_cookie.reporting.site.item.item_view import item_view
from pytest_cookie.reporting.site.item.live_artifact import running_page
from pytest_cookie.reporting.site.item.lost_points import criteria_line, lost_items
from pytest_cookie.reporting.site.item.navigation import Query, way_up
from pytest_cookie.reporting.site.item.people import people_on_item
from pytest_cookie.reporting.site.render import render, style_of

_STYLES = ("report.css", "item.css")
_SCRIPTS = ("scrolling.js", "item/pictures.js", "item/artifact.js", "item/walk.js")


@dataclass(frozen=True)
class ItemPage:
    """A page, the pages in which the artifact runs and its source is shown ("" for none), and problems with unreadable
    files. `criteria` and `lost`: what `criteria_line` and `lost_items` make of the verdict.
    """

    html: str
    running: str
    source: str
    criteria: str
    lost: str
    problems: tuple[str, ...]


def item_page(
    files: ItemFiles,
    record: Record,
    *,
    query: Query,
    around: tuple[Record | None, Record | None] = (None, None),
    head: RunHead,
) -> ItemPage:
    """The page of `record`, made from its `files`.

    `query`: all items of the same case, including this one; `around`: the items before and after.
    """
    view = item_view(files, record, head.scores, query=query, around=around)
    stylesheet = f"{way_up(record)}{ASSETS_FOLDER}/{_stylesheet()}"
    running = running_page(files, view.entry) if view.entry else ""
    page = render(
        "item.html",
        script=_SCRIPTS,
        stylesheet=stylesheet,
        view=view,
        head=head,
        people=people_on_item(head.people, record, query.members, head.scores),
        running=RUNNING_PAGE if running else "",
    )
    source = render("source.html", stylesheet=stylesheet, view=view, head=head) if view.source else ""
    criteria, lost = criteria_line(view.verdict, head.scores), lost_items(view.verdict, head.scores)
    return ItemPage(page, running, source, criteria, lost, view.problems)


def write_item_page(folder: Path, page: ItemPage) -> None:
    """Write the page and the pages beside it. Raises `RecordingError`."""
    for name, text in ((RUNNING_PAGE, page.running), (SOURCE_PAGE, page.source)):
        if text:
            write_text(folder / name, text, durable=False)
        else:
            (folder / name).unlink(missing_ok=True)
    write_text(folder / ITEM_PAGE, page.html, durable=False)


def write_stylesheet(run: RunFolder) -> None:
    """Write the stylesheet shared by all item pages. Raises `RecordingError`."""
    write_text(run.path / ASSETS_FOLDER / _stylesheet(), style_of(_STYLES), durable=False)


def remove_other_stylesheets(run: RunFolder) -> None:
    """Remove stylesheets of earlier reports, which no page links to."""
    for path in (run.path / ASSETS_FOLDER).glob("item-*.css"):
        if path.name != _stylesheet():
            path.unlink(missing_ok=True)


@cache
def _stylesheet() -> str:
    """`item-3f2a9c01.css`: the hash of its content in the name prevents browsers from using an outdated cached copy."""
    return f"item-{hashlib.blake2b(style_of(_STYLES).encode(), digest_size=4).hexdigest()}.css"
