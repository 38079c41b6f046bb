"""Item 7 of the rubric, layout rationality: hierarchy, order and space on the page at rest."""

from collections.abc import Sequence

from pytest_cookie.core.page import FIELD_ROLES, Control, Element
from pytest_cookie.core.perception import DESKTOP
from pytest_cookie.core.text import shorten
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.content_amount import weigh_fullness
from pytest_cookie.judging.measures.media import find_stretched_pictures
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.grade import Grade, describe_grades, rate_value, sum_deductions
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    describe_costs,
    interpolate,
    mark_unmeasured,
    page_defect,
    subtract_costs,
)
from pytest_cookie.judging.rubric.names import (
    list_names,
    list_others,
    locate_unnamed,
    name_control,
    quote_texts,
    shorten_selector,
)
from pytest_cookie.judging.visual.alignment import measure_regularity

_LONG_TEXT = 600  # letters; shorter pages need no headings
_LETTERS_A_HEADING = 2500  # about 400 words
_STRUCTURE_TITLES = {
    "landmark-one-main": "The page has no `<main>` landmark",
    "region": "Content lies outside of all landmarks",
    "page-has-heading-one": "The page has no `<h1>` heading",
    "heading-order": "Heading levels are skipped",
    "list": "A list contains more than list items",
    "listitem": "A list item is not part of a list",
}
_STRUCTURE_TODO = {
    "landmark-one-main": "Put the main content into `<main>`.",
    "region": "Put all content into landmarks such as `<header>`, `<main>` and `<footer>`.",
    "page-has-heading-one": "Give the page an `<h1>`.",
    "heading-order": "Let headings go down one level at a time.",
    "list": "Put only `<li>` directly into `<ul>` and `<ol>`.",
    "listitem": "Put each `<li>` into a `<ul>` or `<ol>`.",
}
_HANDLE_SHARE = 1 / 3
"""Of the shorter side of a card; a handle or a cross on its edge is smaller."""
_SHAPES = frozenset({"path", "polygon", "polyline", "line", "circle", "ellipse", "g"})
"""Parts of drawings that do not fill their boxes, so overlapping boxes are no evidence."""
_NAME_IN_PAIR = 14  # characters, since a title has two names
_EXAMPLES = 3  # selectors in an explanation
_FEW_BOXES = 8  # of fewer boxes, the distances say little
_POOR_SHIFT = 0.25  # the limit of Web Vitals


def measure_layout_rationality(context: RubricContext) -> Measured:
    """Item 7: visible hierarchy, separate modules, and controls that keep clear of each other.

    At desktop width: a text of over 600 letters without any heading (major), or with fewer than one heading for 2,500
    letters (minor); controls that partly overlap (major from three pairs, else minor); a page that is nearly empty or
    has no calm area (ink under 0.5 % or over 98 %, minor; drawn stages exempt); stretched pictures if item 15 does not
    apply; no landmark such as main or nav on a page of over 600 letters, or other structure that axe-core reports as
    missing (minor, together one). Multiplied by `weigh_fullness`. Not measured: balance, alignment between modules.
    Known false alarms: poster pages with text in pictures; a chart whose script corrects for the shape of its box.
    """
    view = context.view("desktop")
    if context.inventory is None or view is None:
        return mark_unmeasured("the page at desktop width was not recorded")
    grades = _grades_of_layout(context)
    defects = [
        *_hierarchy(context),
        *_colliding(context),
        *_density(context, view.ink),
        *_structure(context),
        *_jumping(context),
        *_askew(context),
        *(() if context.requirements.imagery else find_stretched_pictures(context)),
    ]
    headings, landmarks = len(context.inventory.headings), len(context.inventory.landmarks)
    reason = (
        f"{count(headings, 'heading')}, {count(landmarks, 'landmark')}, {view.ink:.0%} of the page drawn"
        f"{describe_costs(defects)}{describe_grades(grades)}"
    )
    return weigh_fullness(context).apply(subtract_costs(defects) - sum_deductions(grades), reason, defects)


def _grades_of_layout(context: RubricContext) -> list[Grade]:
    composition = context.perception.composition
    if composition is None:
        return []
    regularity = measure_regularity(composition)
    texts = [text for text in composition.texts if text.letters > 0]
    covered = sum(text.covered for text in texts) / max(10, len(texts))
    kept = composition.distances / composition.boxes if composition.boxes >= _FEW_BOXES else 1.0
    return [
        Grade("lines", regularity.lines.score, 0.15),
        Grade("upright", regularity.upright.score, 0.3),
        Grade("apart", regularity.apart.score, 0.25),
        Grade("inside", regularity.inside.score, 0.15),
        Grade("uncovered", interpolate(covered, good=0.0, bad=0.4), 0.25),
        Grade("room", rate_value(kept, good=0.5, fine=0.3, bad=0.0), 0.2),
        Grade("stillness", rate_value(composition.shift.score, good=0.005, fine=0.1, bad=0.6), 0.2),
    ]


def _hierarchy(context: RubricContext) -> list[Defect]:
    inventory = context.inventory
    if inventory is None or inventory.text_length < _LONG_TEXT or context.requirements.drawn:
        return []
    if not inventory.headings:
        why = (
            f"{inventory.text_length} letters of text without a heading are hard to scan. Give each section a heading."
        )
        return [page_defect(context, FindingKind.NO_HEADINGS, "major", "A long page has no headings", why)]
    if inventory.text_length / len(inventory.headings) > _LETTERS_A_HEADING:
        headings = count(len(inventory.headings), "heading")
        why = (
            f"{inventory.text_length} letters of text have only {headings}, which makes them hard to scan. "
            "Give each section a heading."
        )
        return [page_defect(context, FindingKind.FEW_HEADINGS, "minor", "Too few headings for the amount of text", why)]
    return []


def _colliding(context: RubricContext) -> list[Defect]:
    shown = [c for c in context.controls if c.in_viewport and not c.covered and c.box.width > 0 and c.box.height > 0]
    shown = [control for control in shown if control.tag not in _SHAPES]
    pairs = _find_colliding(shown)
    if not pairs:
        return []
    first, second = pairs[0]
    names = [f"{name_control(a)} and {name_control(b)}" for a, b in pairs]
    more = f" (and {count(len(pairs) - 1, 'more pair')})" if len(pairs) > 1 else ""
    title = f"Controls overlap: {_name_briefly(first)} and {_name_briefly(second)}{more}"
    why = (
        f"Their areas overlap at {DESKTOP.width} px, so it is unclear which one a click hits. Move them "
        f"apart.{list_others(names, listed_room=1)}{locate_unnamed([other for pair in pairs for other in pair])}"
    )
    return [
        page_defect(
            context,
            FindingKind.OVERLAPPING_CONTROLS,
            "major" if len(pairs) >= 3 else "minor",
            title,
            why,
            first.selector,
        )
    ]


def _find_colliding(controls: list[Control]) -> list[tuple[Control, Control]]:
    """Pairs in page order. From top to bottom, each control is compared with those that begin above its end."""
    falling = sorted(enumerate(controls), key=lambda numbered: numbered[1].box.y)
    found: list[tuple[int, int]] = []
    for position, (i, upper) in enumerate(falling):
        for j, lower in falling[position + 1 :]:
            if lower.box.y >= upper.box.y + upper.box.height:
                break
            if _collide(upper, lower):
                found.append((min(i, j), max(i, j)))
    return [(controls[i], controls[j]) for i, j in sorted(found)]


def _name_briefly(control: Control) -> str:
    return name_control(control.model_copy(update={"name": shorten(control.name, _NAME_IN_PAIR)}))


def _collide(a: Control, b: Control) -> bool:
    """Whether they share over a quarter of the smaller one, and neither contains the other as a card does a button."""
    width = min(a.box.x + a.box.width, b.box.x + b.box.width) - max(a.box.x, b.box.x)
    height = min(a.box.y + a.box.height, b.box.y + b.box.height) - max(a.box.y, b.box.y)
    if width <= 2 or height <= 2:
        return False
    share = width * height / min(a.box.width * a.box.height, b.box.width * b.box.height)
    return 0.25 < share < 0.9 and not _is_handle(a, b) and not _is_handle(b, a)


def _is_handle(small: Control, card: Control) -> bool:
    """Whether it is a small part on the edge of something that is no field: a handle, a cross, a badge."""
    areas = [control.box.width * control.box.height for control in (small, card)]
    thin = min(small.box.width, small.box.height) <= _HANDLE_SHARE * min(card.box.width, card.box.height)
    return card.role not in FIELD_ROLES and thin and areas[0] <= _HANDLE_SHARE**2 * areas[1]


def _density(context: RubricContext, ink: float) -> list[Defect]:
    if context.stage_drawn or 0.005 <= ink <= 0.98:
        return []
    title = "The page is nearly empty" if ink < 0.005 else "The page has no empty space"
    todo = "Show the content that the brief asks for." if ink < 0.005 else "Leave some space between the parts."
    kind = FindingKind.NEARLY_EMPTY_PAGE if ink < 0.005 else FindingKind.CROWDED_PAGE
    return [
        page_defect(context, kind, "minor", title, f"{ink:.1%} of its pixels differ from the background colour. {todo}")
    ]


def _jumping(context: RubricContext) -> list[Defect]:
    """A cumulative layout shift above 0.25, which Web Vitals call poor; pages that move by themselves are exempt."""
    composition = context.perception.composition
    if composition is None or composition.shift.score <= _POOR_SHIFT or context.perception.restless > 0:
        return []
    score, selectors = composition.shift.score, composition.shift.selectors
    why = (
        f"Visible content moves without any action: the cumulative layout shift is {score:.2f}, and up to 0.1 is good. "
        "Reserve space for content that loads late."
    )
    selector = selectors[0] if selectors else ""
    return [
        page_defect(context, FindingKind.LAYOUT_SHIFT, "minor", "Content shifts while the page loads", why, selector)
    ]


def _askew(context: RubricContext) -> list[Defect]:
    composition = context.perception.composition
    named = measure_regularity(composition).upright.named if composition else []
    if not named:
        return []
    quoted = quote_texts(named)
    why = "Its neighbours are not rotated, so this does not look intended. Remove the rotation." + list_others(quoted)
    title = f"A part of the page is rotated: {list_names(quoted)}"
    return [page_defect(context, FindingKind.ASKEW_PART, "minor", title, why)]


def _structure(context: RubricContext) -> list[Defect]:
    """Missing structure, titled by its gravest part; the explanation names all."""
    inventory = context.inventory
    broken = {violation.rule: violation for violation in context.perception.axe if violation.rule in _STRUCTURE_TITLES}
    without = inventory is not None and inventory.text_length >= _LONG_TEXT and not inventory.landmarks
    rules = [rule for rule in _STRUCTURE_TITLES if rule in broken or (without and rule == "landmark-one-main")]
    if not rules:
        return []
    title = "The page has no landmarks such as `<main>` or `<nav>`" if without else _STRUCTURE_TITLES[rules[0]]
    todo = " ".join(_STRUCTURE_TODO[rule] for rule in rules)
    why = f"Screen reader users navigate by headings, lists and landmarks. {todo}"
    others = [element for violation in broken.values() for element in violation.elements]
    titled = broken.get(rules[0])
    first = next(iter(_within_document(titled.elements if titled else ())), "")
    return [page_defect(context, FindingKind.MISSING_STRUCTURE, "minor", title, f"{why}{_locate(others)}", first)]


def _within_document(elements: Sequence[Element]) -> list[str]:
    """The selectors of the elements, except the whole document."""
    return list(dict.fromkeys(one.selector for one in elements if one.selector not in ("", "html", "body")))


def _locate(elements: list[Element]) -> str:
    """The first of these selectors, for an explanation."""
    named = [f"`{shorten_selector(selector)}`" for selector in _within_document(elements)]
    return f" For example: {', '.join(named[:_EXAMPLES])}." if named else ""
