"""`judge_interaction`: the metrics and failures of one interaction."""

from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.protocols.interaction2code.attempt import Attempt
from pytest_cookie.protocols.interaction2code.comparison import Compared, Screens, TextOf, compare
from pytest_cookie.protocols.interaction2code.failures.attribute import ReferenceInteraction, attribute
from pytest_cookie.protocols.interaction2code.failures.by_pictures import attribute_by_pictures
from pytest_cookie.protocols.interaction2code.failures.kinds import Failure
from pytest_cookie.protocols.interaction2code.marks import find_red_center
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box
from pytest_cookie.protocols.interaction2code.metrics.picture_text import TextReader
from pytest_cookie.protocols.interaction2code.metrics.visual import VisualMeasure
from pytest_cookie.protocols.interaction2code.options import Options
from pytest_cookie.protocols.interaction2code.page.element import PageElement, text_within
from pytest_cookie.protocols.interaction2code.reference import Reference, picture_name, read_picture


@dataclass(frozen=True)
class InteractionResult:
    """The inputs for one interaction. `pictures` are reference before, after, rebuilt before, after."""

    number: int
    implemented: bool
    compared: Compared
    failures: tuple[Failure, ...]
    pictures: tuple[str, str, str, str]

    @property
    def usability(self) -> float:
        """The predicted usability: that of the failure that hinders most, 1 without a failure."""
        return min((failure.usability for failure in self.failures), default=1.0)

    @property
    def after(self) -> str:
        """The rebuilt page afterwards, or else before; "" if there is no picture."""
        return self.pictures[3] or self.pictures[2]


def judge_interaction(
    reference: Reference,
    attempt: Attempt,
    folder: Path,
    options: Options,
    clip: VisualMeasure | None,
    reader: TextReader | None = None,
) -> InteractionResult:
    """Compare an attempt with the reference; `folder` is that of the evidence. Raises `ValueError` and `OSError`."""
    edge = reference.fields.interaction(attempt.number)
    before, after = reference.picture(edge.source), reference.picture(edge.target)
    elements = reference.elements_of(edge.target)
    wanted = Screens(before, after, _text_of(elements), has_texts=elements is not None)
    rebuilt = _read_screens(attempt, folder)
    changes = rebuilt is not None and rebuilt.find_part() is not None
    by_id = options.comparison == "corrected" or attempt.found_by == "id"
    implemented = changes and attempt.found_by != "nothing" and by_id
    compared = compare(
        wanted,
        rebuilt,
        comparison=options.comparison,
        clip=clip,
        reader=reader,
        marked_center=find_red_center(reference, attempt.number),
        implemented=implemented,
    )
    names = picture_name(reference.fields, edge.source), picture_name(reference.fields, edge.target)
    return InteractionResult(
        number=attempt.number,
        implemented=implemented,
        compared=compared,
        failures=(*_without_id(attempt, options), *_attribute(reference, attempt, wanted, rebuilt, compared)),
        pictures=(*names, attempt.before, attempt.after),
    )


def _without_id(attempt: Attempt, options: Options) -> list[Failure]:
    """As published, an interaction without the id that the task asks for was not performed, so nobody could use it."""
    if options.comparison == "corrected" or attempt.found_by != "likeness":
        return []
    reason = "No element has the id that the task asks for. A similar element is not tried, as in the published code."
    return [Failure(kind="element-missing", confidence=0.95, reason=reason)]


def _read_screens(attempt: Attempt, folder: Path) -> Screens | None:
    if not attempt.before or not attempt.after:
        return None
    before, after = read_picture(folder / attempt.before), read_picture(folder / attempt.after)
    return Screens(before, after, _text_of(attempt.elements_after))


def _text_of(elements: tuple[PageElement, ...] | None) -> TextOf:
    def text_of(part: Box | None) -> str | None:
        return None if elements is None else text_within(elements, part)

    return text_of


def _attribute(
    reference: Reference, attempt: Attempt, wanted: Screens, rebuilt: Screens | None, compared: Compared
) -> list[Failure]:
    if attempt.page_gone or rebuilt is None:
        reason = attempt.problem or "The page went away."
        return [Failure(kind="no-interaction", confidence=0.6, reason=reason)]
    edge = reference.fields.interaction(attempt.number)
    target = reference.target(attempt.number)
    before, after = reference.elements_of(edge.source), reference.elements_of(edge.target)
    changes = rebuilt.find_part() is not None
    if target is None or before is None or after is None:
        metrics = compared.metrics
        return attribute_by_pictures(
            attempt, changes=changes, position=metrics["part_position"], appearance=metrics["part_appearance"]
        )
    size = wanted.before.shape[1], wanted.before.shape[0]
    own_size = rebuilt.before.shape[1], rebuilt.before.shape[0]
    known = ReferenceInteraction(target, before, after, size)
    return attribute(known, attempt, own_size, looks_same=not changes)
