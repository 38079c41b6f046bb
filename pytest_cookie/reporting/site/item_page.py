"""`item_page`: the page of one item as HTML, from what lies in its folder."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.record import Record
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site.index_view import RunHead
from pytest_cookie.reporting.site.item_view import item_view
from pytest_cookie.reporting.site.render import render

_STYLES = ("report.css", "item.css")
_SCRIPTS = ("item/pictures.js", "item/artifact.js", "item/player.js")


@dataclass(frozen=True)
class ItemPage:
    """A page, and what of its item could not be read."""

    html: str
    problems: tuple[str, ...]


def item_page(
    run: RunFolder,
    record: Record,
    *,
    siblings: Sequence[Record],
    around: tuple[Record | None, Record | None] = (None, None),
    head: RunHead,
) -> ItemPage:
    """The page of `record`. `siblings`: all items of its case, itself among them; `around`: those before and after.

    Raises `RecordingError` where its folder is not in the run.
    """
    view = item_view(run, record, siblings=siblings, around=around)
    return ItemPage(render("item.html", script=_SCRIPTS, styles=_STYLES, view=view, head=head), view.problems)
