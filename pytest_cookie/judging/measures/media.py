"""Pictures that do not load, show nothing or are stretched (items 4, 7 and 15), and how findings name media."""

from collections.abc import Iterator

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import Element, FailedRequest, Media
from pytest_cookie.core.parsing import parse_number, url_parts
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.context import RubricContext, is_own_fault
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import page_defect
from pytest_cookie.judging.rubric.names import (
    capitalise,
    list_names,
    list_others,
    locate_selectors,
    locate_unnamed,
    name_element,
    read_tag,
)

_FAR_OFF = 1.33  # a third off shows at a glance
_TITLE_ROOM = 36  # characters for names in a title


def find_broken_pictures(context: RubricContext) -> Iterator[Defect]:
    """Images of the page that did not load, at load or later in use; images that the sandbox refuses are exempt."""
    media = context.inventory.media if context.inventory else ()
    images = [medium for medium in media if medium.tag == "img"]
    broken = [medium for medium in images if not medium.loaded and not is_foreign(context, medium)]
    names = [_name(medium) for medium in broken]
    told = {medium.source for medium in broken}
    asked = [request for request in _asked_in_vain(context) if request.url not in told]
    names += [f"“{shorten(r.url.rpartition('/')[2], 32)}”" for r in asked]
    if names:
        address = broken[0].source if broken else asked[0].url
        fix = "Correct the address or include the file."
        why = f"{_why_not_loaded(context, address)}Users see a gap or the browser's icon for a missing image. {fix}"
        everything = len(broken) == len(images) and len(images) > 1
        selector = broken[0].selector if broken else ""
        do = "Images do" if len(names) > 1 else "An image does"
        title = f"{do} not load: {list_names(names, _TITLE_ROOM)}"
        yield page_defect(
            context,
            FindingKind.BROKEN_PICTURE,
            "critical" if everything else "major",
            title,
            f"{why}{list_others(names, listed_room=_TITLE_ROOM)}{_locate_unnamed(broken)}",
            selector,
        )


def _why_not_loaded(context: RubricContext, address: str) -> str:
    """The address of an image and why its request failed; "" without an address, as for an empty `src`."""
    if not address or address.startswith("data:"):
        return ""
    in_use = [request for step in context.trace.steps for request in step.failed_requests]
    failed = next((r for r in (*context.perception.failed_requests, *in_use) if r.url == address), None)
    file = shorten(address.removeprefix(f"{ORIGIN}/"), 80)
    return f"`{file}`: {shorten(failed.reason, 80)}. " if failed and failed.reason else f"`{file}` did not load. "


def _asked_in_vain(context: RubricContext) -> list[FailedRequest]:
    requests = [r for step in context.trace.steps for r in step.failed_requests]
    pictures = [r for r in requests if r.resource_type == "image" and is_own_fault(r)]
    return list({request.url: request for request in pictures}.values())


def is_foreign(context: RubricContext, medium: Media) -> bool:
    """Whether a picture is on another host, which the network policy refuses.

    That is not the page's fault (B.4.1, third-party services), except for a picture that no server provides. An image
    that never loaded may have no source; it is excused if a picture request was refused.
    """
    requests = context.perception.failed_requests
    if not medium.source:
        return any(r.blocked and r.resource_type == "image" for r in requests)
    if any(r.url == medium.source and not r.blocked for r in requests):
        return False
    return medium.source.startswith(("http://", "https://", "//")) and not medium.source.startswith(f"{ORIGIN}/")


def find_placeholder_pictures(context: RubricContext) -> Iterator[Defect]:
    """Images that are plain boxes with a text; minor, major if there are no others. None if the brief allows them."""
    media = context.inventory.media if context.inventory else ()
    boxes = [medium for medium in media if medium.source in context.placeholder_boxes]
    if boxes:
        names = [_name(medium) for medium in boxes]
        severity: Severity = "minor" if any(medium.tag == "img" for medium in context.pictures) else "major"
        are = "Images are placeholders" if len(boxes) > 1 else "An image is a placeholder"
        why = (
            f"{url_parts(boxes[0].source).hostname} shows a plain box with a text. Use images that belong to the "
            f"content.{list_others(names, listed_room=_TITLE_ROOM)}{_locate_unnamed(boxes)}"
        )
        title = f"{are}: {list_names(names, _TITLE_ROOM)}"
        yield page_defect(context, FindingKind.PLACEHOLDER_PICTURE, severity, title, why, boxes[0].selector)


def find_stretched_pictures(context: RubricContext) -> Iterator[Defect]:
    """Pictures and canvases stretched by a box of another aspect ratio, at the widest width that has some."""
    for view in context.perception.views:
        if view.layout.stretched:
            first = view.layout.stretched[0]
            stretched = view.layout.stretched
            names = [name_element(element) for element in stretched]
            times = _leading_number(first.detail)
            little = 1 / _FAR_OFF <= times <= _FAR_OFF
            severity: Severity = "minor" if little else "major"
            are = "Images are" if len(stretched) > 1 else "An image is"
            title = f"{are} stretched at {view.viewport.width} px: {list_names(names, _TITLE_ROOM)}"
            others = f"{list_others(names, listed_room=_TITLE_ROOM)}{locate_unnamed(stretched)}"
            why = f"{_explain_stretching(names[0], times)} Keep its proportions: {_how_to_fit(first)}.{others}"
            yield Defect(FindingKind.STRETCHED_PICTURE, severity, title, why, first.selector, evidence=view.screenshot)
            return


def _explain_stretching(name: str, times: float) -> str:
    """By how much an image is drawn too tall or too wide."""
    if not times:
        return f"The proportions of {name} are not its own."
    how = f"{times:.1f} times too tall" if times > 1 else f"{1 / times:.1f} times too wide"
    return f"{capitalise(name)} is drawn {how}."


def _how_to_fit(element: Element) -> str:
    return (
        "set `height: auto`" if read_tag(element.selector) == "canvas" else "set `height: auto` or `object-fit: cover`"
    )


def _leading_number(detail: str) -> float:
    """The number that begins the detail; 0 if there is none, since page scripts can alter it."""
    return parse_number(detail.partition(" ")[0]) or 0.0


def name_media(media: list[Media]) -> str:
    """The first names of media for a title: their alt text, or else the names of their files."""
    return list_names([_name(medium) for medium in media])


def name_other_media(media: list[Media]) -> str:
    """The names that `name_media` leaves out and the selectors of those without one, as sentences; "" for none."""
    return f"{list_others([_name(medium) for medium in media])}{_locate_unnamed(media)}"


def _locate_unnamed(media: list[Media]) -> str:
    return locate_selectors([medium.selector for medium in media if not _text(medium)])


def _text(medium: Media) -> str:
    return (medium.alt or medium.source.rpartition("/")[2]).strip()


def _name(medium: Media) -> str:
    return name_element(Element(selector=medium.selector, text=_text(medium)))
