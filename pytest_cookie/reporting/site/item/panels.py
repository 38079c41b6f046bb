"""Views of a judge's panels: tables, and pictures side by side with a part outlined."""

from dataclasses import dataclass

from pytest_cookie.core.verdict import Excerpt, Figure, Outline, Panel, ShownPicture, Verdict
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
    """Pictures side by side."""

    title: str
    columns: int
    pictures: tuple[OutlinedPicture, ...]


@dataclass(frozen=True)
class ExcerptView:
    """A folded text as lines, each with its kind: `added`, `removed`, `place` or "" for all others."""

    title: str
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PanelView:
    """A panel with its figures and texts."""

    panel: Panel
    figures: tuple[FigureView, ...]
    excerpts: tuple[ExcerptView, ...]


def panel_views(verdict: Verdict | None, files: ItemFiles) -> tuple[PanelView, ...]:
    """The views of the verdict's panels."""
    return tuple(_panel(panel, files) for panel in (verdict.panels if verdict else ()))


def _panel(panel: Panel, files: ItemFiles) -> PanelView:
    figures = tuple(_figure(figure, files) for figure in panel.figures)
    return PanelView(panel, figures, tuple(_excerpt(excerpt) for excerpt in panel.excerpts))


def _excerpt(excerpt: Excerpt) -> ExcerptView:
    is_diff = excerpt.kind == "diff"
    lines = tuple((_diff_kind(line) if is_diff else "", line) for line in excerpt.text.split("\n"))
    return ExcerptView(excerpt.title, lines)


def _diff_kind(line: str) -> str:
    if line.startswith(("--- ", "+++ ", "@@ ")):
        return "place"
    return {"+": "added", "-": "removed"}.get(line[:1], "")


def _figure(figure: Figure, files: ItemFiles) -> FigureView:
    return FigureView(figure.title, figure.columns, tuple(_picture(picture, files) for picture in figure.pictures))


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
