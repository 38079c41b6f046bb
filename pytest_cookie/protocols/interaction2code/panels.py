"""`make_panels`: what the item's page in the report shows of the interactions."""

from collections.abc import Sequence

from pytest_cookie.core.verdict import Figure, Outline, Panel, RowDetails, ShownPicture
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.comparison import METRICS
from pytest_cookie.protocols.interaction2code.failures.kinds import TITLES
from pytest_cookie.protocols.interaction2code.judge_interaction import InteractionResult
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box

_MAX_TEXT = 300
_MAX_CELL = 2_000


def make_panels(fields: InteractionFields, results: Sequence[InteractionResult]) -> tuple[Panel, ...]:
    """A table of the failures with all pictures side by side, and one of the metrics."""
    failures = Panel(
        title="Interactions",
        columns=("no.", "what happens", "failures", "usability", "confidence"),
        rows=tuple(_failure_row(fields, result) for result in results),
        details=tuple(_details(number, fields, result) for number, result in enumerate(results)),
        figures=tuple(_figure(fields, result) for result in results),
    )
    measured = [name for name in METRICS if any(result.compared.metrics[name] is not None for result in results)]
    metrics = Panel(
        title="Similarity by interaction",
        columns=("no.", *(name.replace("_", " ") for name in measured)),
        rows=tuple(
            (str(result.number), *(_number(result.compared.metrics[name]) for name in measured)) for result in results
        ),
    )
    return failures, metrics


def _failure_row(fields: InteractionFields, result: InteractionResult) -> tuple[str, ...]:
    edge = fields.interaction(result.number)
    failures = "; ".join(TITLES[failure.kind] for failure in result.failures) or "none"
    confidence = ", ".join(f"{failure.confidence:.2f}" for failure in result.failures)
    what = edge.description or edge.action
    return str(result.number), what[:_MAX_TEXT], failures, f"{result.usability:.2f}", confidence


def _details(number: int, fields: InteractionFields, result: InteractionResult) -> RowDetails:
    """What a user does and what has to follow, and how the rebuilt page differs."""
    edge = fields.interaction(result.number)
    expected = f"{edge.action} {edge.value}".strip() + (f": {edge.description}" if edge.description else "")
    found = "; ".join(TITLES[failure.kind] for failure in result.failures)
    actual = found or ("as the reference" if result.implemented else "the interaction is not implemented")
    return RowDetails(row=number, expected=expected[:_MAX_CELL], actual=actual[:_MAX_CELL])


def _figure(fields: InteractionFields, result: InteractionResult) -> Figure:
    """Reference above, rebuilt page below; before at the left, after at the right, with the changed part outlined."""
    what = fields.interaction(result.number).description
    captions = ("Reference, before", "Reference, after", "Rebuilt, before", "Rebuilt, after")
    parts = (None, result.compared.part, None, result.compared.own_part)
    shown = [one for one in zip(captions, result.pictures, parts, strict=True) if one[1]]
    places = {caption: place for place, (caption, _, _) in enumerate(shown)}
    pairs = ((f"Reference, {when}", f"Rebuilt, {when}") for when in ("before", "after"))
    return Figure(
        title=f"Interaction {result.number}" + (f": {what}"[:_MAX_TEXT] if what else ""),
        columns=2,
        pictures=tuple(
            ShownPicture(file=file, caption=caption, outline=_outline(part)) for caption, file, part in shown
        ),
        overlays=tuple((places[one], places[other]) for one, other in pairs if one in places and other in places),
    )


def _outline(part: Box | None) -> Outline | None:
    if part is None:
        return None
    return Outline(left=part.left, top=part.top, width=part.width, height=part.height)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
