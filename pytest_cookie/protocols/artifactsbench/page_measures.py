"""What ArtifactsBench measures without a model: DOM_SCORE and the interactivity class, as parts of a verdict."""

from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.core.verdict import MEASURED, Classification, Panel
from pytest_cookie.exploration.explorer import STATIC
from pytest_cookie.exploration.rendered_dom import DOM_FILE
from pytest_cookie.protocols.artifactsbench.case_fields import INTERACTIVITY_NAMES, Interactivity
from pytest_cookie.protocols.artifactsbench.dom_facts import MAX_CHARACTERS, read_dom
from pytest_cookie.protocols.artifactsbench.dom_score import NAMES, WEIGHTS, DomScore, score_dom
from pytest_cookie.protocols.artifactsbench.interactivity import MeasuredInteractivity
from pytest_cookie.protocols.artifactsbench.interactivity_by_model import ModelInteractivity

_TEXTS: dict[str, str] = {
    ".html": "html", ".htm": "html", ".css": "css", ".js": "javascript", ".mjs": "javascript", ".svg": "svg",
    ".jsx": "jsx", ".tsx": "tsx", ".ts": "typescript", ".vue": "vue", ".svelte": "svelte", ".json": "json",
}  # fmt: skip
_MAX_FILES = 60
TITLE = "Interactivity class"
RENDERED = f"{STATIC}/{DOM_FILE}"
"""The rendered HTML, in the evidence folder."""


def measure_dom(artifact: Artifact, evidence: Evidence, folder: Path, source: Path | None) -> DomScore | None:
    """DOM_SCORE of the rendered page, in `folder`; of its source in older evidence; None without either.

    Names are checked by axe-core, too.
    """
    html = _read(folder / RENDERED)
    if html is None and source is not None and artifact.entry:
        html = _read(source / artifact.entry)
    return None if html is None else score_dom(read_dom(html), evidence.perception.axe)


def dom_panel(score: DomScore) -> Panel:
    """The five dimensions as a table."""
    rows = [(NAMES[name], f"{weight:.2f}", f"{getattr(score, name):.1f}") for name, weight in WEIGHTS.items()]
    return Panel(
        title="DOM_SCORE", columns=("dimension", "weight", "score"), rows=(*rows, ("sum", "", f"{score.total:.1f}"))
    )


def interactivity_panel(
    measured: MeasuredInteractivity | None, asked: Interactivity | None, by_model: ModelInteractivity | None = None
) -> Panel | None:
    """The classes by case, measurement and model, with the measurements; None if the page was not used."""
    if measured is None:
        return None
    rows: list[tuple[str, str]] = [
        ("of the case", _named(asked) if asked else "not given"),
        ("of the page, measured", _named(measured.interactivity)),
    ]
    if by_model is not None:
        shown = _named(by_model.interactivity) if by_model.interactivity else "its reply could not be read"
        reason = replace_surrogates(by_model.reason)
        rows.append((f"of the page, by {by_model.model}", f"{shown}. {reason}" if reason else shown))
    rows += [
        ("controls with an effect", str(measured.controls)),
        ("ways of input", ", ".join(measured.ways) or "none"),
        ("moves by itself", "yes" if measured.moves else "no"),
    ]
    return Panel(title=TITLE, columns=("", "class or count"), rows=tuple(rows))


def _named(interactivity: Interactivity) -> str:
    return f"{interactivity}, {INTERACTIVITY_NAMES[interactivity]}"


def interactivity_classes(
    measured: MeasuredInteractivity | None, asked: Interactivity | None, by_model: ModelInteractivity | None = None
) -> tuple[Classification, ...]:
    """The classes by their source; empty with fewer than two, which could not be compared."""
    found: dict[str, str | None] = {"case": asked, MEASURED: measured.interactivity if measured else None}
    if by_model is not None:
        found[by_model.model] = by_model.interactivity
    known = {source: value for source, value in found.items() if value is not None}
    return (Classification(name=TITLE.lower(), by=known),) if len(known) > 1 else ()


def source_as_answer(artifact: Artifact, source: Path | None) -> str:
    """The artifact's text files as the code blocks of an answer, the page first; "" without them."""
    return "\n\n".join(_blocks(artifact, source)) if source is not None else ""


def _blocks(artifact: Artifact, source: Path) -> Iterator[str]:
    paths = [file.path for file in artifact.files]
    for path in sorted(paths, key=lambda path: (path != artifact.entry, path))[:_MAX_FILES]:
        language = _TEXTS.get(Path(path).suffix.lower())
        text = _read(source / path) if language else None
        if text is not None:
            yield f"{path}\n```{language}\n{text}\n```"


def _read(path: Path) -> str | None:
    try:
        with path.open("rb") as stream:
            return stream.read(MAX_CHARACTERS).decode("utf-8", "replace")
    except OSError:
        return None
