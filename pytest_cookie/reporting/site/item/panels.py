"""Views of a judge's panels: tables, and pictures side by side with a part outlined."""

from collections.abc import Mapping
from dataclasses import dataclass

from pytest_cookie.core.text import clip
from pytest_cookie.core.verdict import (
    Excerpt,
    Figure,
    Outline,
    Panel,
    RowDetails,
    RowStep,
    ShownPicture,
    Verdict,
)
from pytest_cookie.reporting.item_files import ItemFiles, PictureFile


@dataclass(frozen=True)
class OutlinedPicture:
    """A picture with its caption. `outline` is left, top, width and height in percent of the picture, None for none.

    `picture` is None if the file is missing.
    """

    caption: str
    picture: PictureFile | None
    outline: tuple[str, str, str, str] | None


@dataclass(frozen=True)
class FigureView:
    """Pictures side by side, and pairs of them that are laid over each other."""

    title: str
    columns: int
    pictures: tuple[OutlinedPicture, ...]
    overlays: tuple[tuple[OutlinedPicture, OutlinedPicture], ...]


@dataclass(frozen=True)
class ExcerptView:
    """A folded text as lines, each with its kind: `added`, `removed`, `place` or "" for all others."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class RowStepView:
    """A step with its picture; `picture` is None if it is missing or if there is none."""

    step: RowStep
    picture: PictureFile | None


@dataclass(frozen=True)
class RowView:
    """A row of a panel: its cells, and its details, None for none. `name` is the first cell with text.

    `step_href` leads to the step of the exploration, `seconds` is its moment; both "" for none.
    """

    cells: tuple[str, ...]
    details: RowDetails | None
    name: str
    steps: tuple[RowStepView, ...]
    step_href: str
    seconds: str


@dataclass(frozen=True)
class PanelView:
    """A panel with its rows, figures and texts."""

    panel: Panel
    rows: tuple[RowView, ...]
    figures: tuple[FigureView, ...]
    excerpts: tuple[ExcerptView, ...]


def panel_views(verdict: Verdict | None, files: ItemFiles, begun: Mapping[int, int]) -> tuple[PanelView, ...]:
    """The views of the verdict's panels. `begun` are the steps of the exploration with their start in ms."""
    return tuple(_panel(panel, files, begun) for panel in (verdict.panels if verdict else ()))


def _panel(panel: Panel, files: ItemFiles, begun: Mapping[int, int]) -> PanelView:
    figures = tuple(_figure(figure, files) for figure in panel.figures)
    details = {one.row: one for one in panel.details}
    rows = tuple(_row(cells, details.get(number), files, begun) for number, cells in enumerate(panel.rows))
    return PanelView(panel, rows, figures, tuple(_excerpt(excerpt) for excerpt in panel.excerpts))


def _row(cells: tuple[str, ...], details: RowDetails | None, files: ItemFiles, begun: Mapping[int, int]) -> RowView:
    name = next((cell for cell in cells if cell), "")
    if details is None:
        return RowView(cells, None, name, (), "", "")
    begin = begun.get(details.step) if details.step is not None else None
    return RowView(
        cells=cells,
        details=details,
        name=name,
        steps=tuple(RowStepView(step, _row_picture(step, files)) for step in details.steps),
        step_href="" if begin is None else f"#step-{details.step}",
        seconds="" if begin is None else f"{begin / 1000:.3f}",
    )


def _row_picture(step: RowStep, files: ItemFiles) -> PictureFile | None:
    return files.picture((f"evidence/{step.picture}",), label=clip(step.text, 120)) if step.picture else None


def _excerpt(excerpt: Excerpt) -> ExcerptView:
    is_diff = excerpt.kind == "diff"
    lines = tuple((_diff_kind(line) if is_diff else "", line) for line in excerpt.text.split("\n"))
    return ExcerptView(excerpt.title, lines)


def _diff_kind(line: str) -> str:
    if line.startswith(("--- ", "+++ ", "@@ ")):
        return "place"
    return {"+": "added", "-": "removed"}.get(line[:1], "")


def _figure(figure: Figure, files: ItemFiles) -> FigureView:
    pictures = tuple(_picture(picture, files) for picture in figure.pictures)
    pairs = ((pictures[one], pictures[other]) for one, other in figure.overlays if _are_in(pictures, one, other))
    return FigureView(figure.title, figure.columns, pictures, tuple(pairs))


def _are_in(pictures: tuple[OutlinedPicture, ...], one: int, other: int) -> bool:
    """Whether both numbers are those of pictures that exist."""
    return all(0 <= place < len(pictures) and pictures[place].picture for place in (one, other))


def _picture(shown: ShownPicture, files: ItemFiles) -> OutlinedPicture:
    picture = files.picture((f"evidence/{shown.file}",), label=shown.caption)
    outline = _percents(shown.outline, picture) if shown.outline and picture else None
    return OutlinedPicture(shown.caption, picture, outline)


def _percents(outline: Outline, picture: PictureFile) -> tuple[str, str, str, str] | None:
    """None for a part that does not lie in the picture."""
    if outline.left + outline.width > picture.width or outline.top + outline.height > picture.height:
        return None
    left, width = (f"{100 * value / picture.width:.3f}" for value in (outline.left, outline.width))
    top, height = (f"{100 * value / picture.height:.3f}" for value in (outline.top, outline.height))
    return left, top, width, height
