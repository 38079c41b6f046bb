"""`write_comparison`: writes the page of a comparison with its pictures and films into a folder of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.wording import count
from pytest_cookie.records.files import write_text
from pytest_cookie.reporting.comparison_report.comparison_inputs import Comparisons
from pytest_cookie.reporting.comparison_report.lineup import Lineup
from pytest_cookie.reporting.site.comparison.comparison_view import comparison_view
from pytest_cookie.reporting.site.comparison.people import PeopleView
from pytest_cookie.reporting.site.comparison.shown_files import PAGE, ShownFiles
from pytest_cookie.reporting.site.index.index_view import RunHead
from pytest_cookie.reporting.site.render import render

_SCRIPTS = ("index/state.js", "scrolling.js", "item/pictures.js", "comparison.js")
_STYLES = ("report.css", "comparison.css")


@dataclass(frozen=True)
class WrittenComparison:
    """The page, the number of its queries, and the size of the folder."""

    page: Path
    queries: int
    size_bytes: int


def write_comparison(
    lineup: Lineup,
    found: Sequence[Sequence[Comparisons]],
    folder: Path,
    *,
    people: PeopleView | None = None,
    remarks: Sequence[str] = (),
) -> WrittenComparison:
    """Write `index.html` and `files/` into `folder`; the page makes no request and needs none of the runs.

    Raises `UsageError` if the folder holds other files, `RecordingError` if it cannot be written.
    """
    files = ShownFiles(folder)
    files.prepare()
    view = comparison_view(lineup, found, files, people=people, remarks=remarks)
    page = render("comparison.html", script=_SCRIPTS, styles=_STYLES, view=view, head=_head(lineup, len(view.rows)))
    write_text(folder / PAGE, page)
    return WrittenComparison(folder / PAGE, len(view.rows), files.size_bytes + len(page.encode()))


def _head(lineup: Lineup, queries: int) -> RunHead:
    sides = lineup.strands[0].sides
    runs = list(dict.fromkeys(side.run.path.resolve().name for side in sides))
    judges = list(dict.fromkeys(record.judge for side in sides for record in side.contender.records))
    facts = (
        ("Runs" if len(runs) > 1 else "Run", ", ".join(runs)),
        ("Judges" if len(judges) > 1 else "Judge", ", ".join(judges)),
        ("Compared", count(queries, "case", "cases")),
    )
    manifest = sides[-1].manifest
    title = " and ".join(lineup.columns) if len(lineup.columns) == 2 else f"{len(lineup.columns)} models"
    return RunHead(title, facts, manifest.scores, f"pytest-cookie {manifest.version}, {manifest.browser}")
