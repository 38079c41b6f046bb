"""Items 7 to 10 of the rubric, the page at rest: layout, regularity, colour, refinement."""

from statistics import fmean

from pytest_cookie.core.page import Control
from pytest_cookie.core.perception import AxeViolation, Styling
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.measurement import (
    Defect,
    Measured,
    and_more,
    cost_of,
    count_of,
    falling,
    left_after,
    scored,
    shortened,
    unmeasured,
)
from pytest_cookie.judging.subject import Subject
from pytest_cookie.judging.substance import fullness_of

_LONG_TEXT = 600
_LETTERS_A_HEADING = 2500
_STRUCTURE_RULES = frozenset(
    {"list", "listitem", "heading-order", "landmark-one-main", "region", "page-has-heading-one"}
)
_SYSTEM_FACES = frozenset({"times new roman", "times", "serif", "-webkit-standard", "liberation serif", "dejavu serif"})
_HELP = 120  # letters of what axe-core says of a rule; its longest of these has 73
_LEAST_SHARE = 0.01
_GRID = 4.0
_LEAST_HUE_SHARE = 0.02
_LEAST_TEXTS = 20
_PAINTED = 3
_DRESSED = 4  # signs of dressing that make a page more than the browser's own defaults


def layout_rationality(subject: Subject) -> Measured:
    """Item 7. Hierarchy and separation of modules are there, controls keep clear of each other.

    Measured at desktop width: a long text (over 600 letters) without any heading (major), with less than a heading
    for 2,500 letters (minor); controls that partly lie over each other (major from three pairs on, else minor); a
    page that is nearly empty or has no calm area (ink under 0.5 % or over 98 %, minor; drawn stages exempt); no
    landmark such as main or nav on a page of over 600 letters, or other structure that axe-core misses (minor,
    together one). Multiplied by `fullness_of`. Not measured: balance, alignment between modules. Known false
    alarm: poster pages with text in pictures.
    """
    view = subject.view("desktop")
    if subject.inventory is None or view is None:
        return unmeasured("the page at desktop width was not recorded")
    defects = [*_hierarchy(subject), *_colliding(subject), *_density(subject, view.ink), *_structure(subject)]
    headings, landmarks = len(subject.inventory.headings), len(subject.inventory.landmarks)
    reason = (
        f"{count_of(headings, 'heading')}, {count_of(landmarks, 'landmark')}, {view.ink:.0%} of the page drawn"
        f"{cost_of(defects)}"
    )
    return fullness_of(subject).scored(left_after(defects), reason, defects)


def _hierarchy(subject: Subject) -> list[Defect]:
    inventory = subject.inventory
    if inventory is None or inventory.text_length < _LONG_TEXT or subject.demands.drawn:
        return []
    if not inventory.headings:
        why = f"{inventory.text_length} letters of text without a heading: nothing guides the eye."
        return [Defect("major", "A long page without headings", why, evidence=subject.picture())]
    if inventory.text_length / len(inventory.headings) > _LETTERS_A_HEADING:
        why = f"{inventory.text_length} letters under {len(inventory.headings)} headings are hard to scan."
        return [Defect("minor", "Few headings for much text", why, evidence=subject.picture())]
    return []


def _colliding(subject: Subject) -> list[Defect]:
    shown = [c for c in subject.controls if c.in_viewport and not c.covered and c.box.width > 0 and c.box.height > 0]
    pairs = [(a, b) for i, a in enumerate(shown) for b in shown[i + 1 :] if _collide(a, b)]
    if not pairs:
        return []
    first, second = pairs[0]
    more = f" and {len(pairs) - 1} more pairs like it" if len(pairs) > 1 else ""
    title = f"Controls lie over each other: “{_name(first)}” and “{_name(second)}”{more}"
    why = "Their areas overlap, so it is unclear which one a click hits."
    return [Defect("major" if len(pairs) >= 3 else "minor", title, why, first.selector, evidence=subject.picture())]


def _collide(a: Control, b: Control) -> bool:
    """They share over a quarter of the smaller one, and neither holds the other (a button on a card is meant)."""
    width = min(a.box.x + a.box.width, b.box.x + b.box.width) - max(a.box.x, b.box.x)
    height = min(a.box.y + a.box.height, b.box.y + b.box.height) - max(a.box.y, b.box.y)
    if width <= 2 or height <= 2:
        return False
    share = width * height / min(a.box.width * a.box.height, b.box.width * b.box.height)
    return 0.25 < share < 0.9


def _name(control: Control) -> str:
    return shortened(control.name or control.selector, 40)


def _density(subject: Subject, ink: float) -> list[Defect]:
    if subject.stage_drawn or 0.005 <= ink <= 0.98:
        return []
    title = "The page is nearly empty" if ink < 0.005 else "The page leaves no calm area"
    return [Defect("minor", title, f"{ink:.1%} of its pixels differ from the ground.", evidence=subject.picture())]


def _structure(subject: Subject) -> list[Defect]:
    """What is missing is told in axe-core's own words; the names of its rules mean nothing to a reader."""
    inventory = subject.inventory
    violations = (violation for violation in subject.perception.axe if violation.rule in _STRUCTURE_RULES)
    broken = sorted({shortened(violation.help, _HELP).rstrip(".") for violation in violations})
    if inventory and inventory.text_length >= _LONG_TEXT and not inventory.landmarks:
        broken.insert(0, "The page has no landmarks such as main or nav")
    if not broken:
        return []
    why = "Parts of the page are not marked as what they are, so readers who navigate by structure get lost."
    return [Defect("minor", "Weak structure", f"{why} {'. '.join(broken)}.", evidence=subject.picture())]


def interface_regularity(subject: Subject) -> Measured:
    """Item 8. Type, distances and corners follow a system.

    Measured, the mean of four: sizes of type that carry at least 1 % of the text (1 up to 7, 0 from 14 on); type
    faces likewise (1 up to 3, 0 from 6 on); the share of margins, paddings and gaps on a grid of 4 px, half a pixel
    of play (1 from 60 % on, 0 at 25 %, which is chance); corner radii that make at least 3 % of all corners (1 up
    to 5, 0 from 11 on). Multiplied by `fullness_of`, and by signs / 4 where item 10 counts
    under four signs of dressing. Known false alarm: fluid type and distances (`clamp`,
    percent) are systematic without being round.
    """
    styling = subject.styling
    if styling is None or not styling.font_sizes:
        return unmeasured("no text whose type could be measured")
    sizes = _in_use(styling.font_sizes, _LEAST_SHARE)
    faces = _in_use(styling.font_families, _LEAST_SHARE)
    radii = _in_use(styling.radii, 0.03)
    on_grid = _share_on_grid(styling)
    parts = [
        falling(sizes, good=7, bad=14),
        falling(faces, good=3, bad=6),
        falling(on_grid, good=0.6, bad=0.25),
        falling(radii, good=5, bad=11),
    ]
    defects = []
    if sizes > 10:
        defects.append(_too_many(subject, sizes, "sizes of type"))
    if faces > 4:
        defects.append(_too_many(subject, faces, "type faces"))
    reason = (
        f"sizes of type: {sizes} ({parts[0]:.0%}), type faces: {faces} ({parts[1]:.0%}), distances on a 4 px grid: "
        f"{on_grid:.0%} ({parts[2]:.0%}), corner radii: {radii} ({parts[3]:.0%}); the mean of the four{_bare(styling)}"
    )
    return fullness_of(subject).scored(fmean(parts) * _dressing(styling), reason, defects)


def _in_use(counts: dict[str, int], least: float) -> int:
    total = sum(counts.values())
    return sum(1 for count in counts.values() if count >= least * total)


def _share_on_grid(styling: Styling) -> float:
    uses = [(float(px), count) for px, count in styling.gaps.items()]
    total = sum(count for _, count in uses)
    on_grid = sum(count for px, count in uses if min(px % _GRID, _GRID - px % _GRID) <= 0.5)
    return on_grid / total if total else 1.0


def _too_many(subject: Subject, count: int, what: str) -> Defect:
    return Defect(
        "minor",
        f"{count} {what} on one page",
        "So many look accidental rather than chosen.",
        evidence=subject.picture(),
    )


def colour_harmony(subject: Subject) -> Measured:
    """Item 9. Contrast and a palette that holds together.

    Measured, 60 % contrast and 40 % palette. Contrast: elements whose text axe-core finds too weak for WCAG AA, as
    a share of the elements that may carry text (a third of all, at least 20): 1 at none, 0 from 25 % on. Palette:
    hues in 30-degree steps that cover at least 2 % of the saturated area: 1 up to 4, 0 from 10 on; without any
    saturated colour 1 where three or more backgrounds are painted, else 0.5. Multiplied by `fullness_of` and signs of
    dressing as item 8.
    Whether the colours suit the scene is not measured. Known false alarms: charts and games need many hues; text
    over pictures is not checked by axe-core.
    """
    styling = subject.styling
    if styling is None:
        return unmeasured("the page's colours were not recorded")
    hues, dressing, weight = _hues(styling), _dressing(styling), fullness_of(subject)
    palette = falling(hues, good=4, bad=10) if hues else _without_hues(styling)
    if subject.perception.axe_problem:
        reason = f"{count_of(hues, 'hue')}; contrast unmeasured: {subject.perception.axe_problem}{_bare(styling)}"
        return weight.scored(palette * dressing, reason)
    violation = next((v for v in subject.perception.axe if v.rule == "color-contrast"), None)
    weak = violation.count if violation else 0
    elements = subject.inventory.element_count if subject.inventory else 0
    share = weak / max(_LEAST_TEXTS, elements / 3)
    contrast = falling(share, good=0.0, bad=0.25)
    reason = (
        f"{count_of(weak, 'text')} with too little contrast ({contrast:.0%}, weighs 60 %); "
        f"{count_of(hues, 'hue')} ({palette:.0%}, weighs 40 %){_bare(styling)}"
    )
    defects = [_weak_contrast(subject, violation, share)] if violation else []
    return weight.scored((0.6 * contrast + 0.4 * palette) * dressing, reason, defects)


def _without_hues(styling: Styling) -> float:
    return 1.0 if styling.backgrounds >= _PAINTED else 0.5


def _hues(styling: Styling) -> int:
    total = sum(styling.hues.values())
    return sum(1 for area in styling.hues.values() if area > _LEAST_HUE_SHARE * total)


def _weak_contrast(subject: Subject, violation: AxeViolation, share: float) -> Defect:
    first = violation.elements[0] if violation.elements else None
    named = f", such as {and_more([shortened(e.text or e.selector, 30) for e in violation.elements])}" if first else ""
    detail = f" {shortened(first.detail, 160)}" if first and first.detail else ""
    severity: Severity = "major" if violation.count >= (4 if share > 0.08 else 10) else "minor"
    have = "text has" if violation.count == 1 else "texts have"
    title = f"{violation.count} {have} too little contrast{named}"
    return Defect(
        severity, title, f"They are hard to read for many people (WCAG 2.2, 1.4.3).{detail}",
        first.selector if first else "", evidence=subject.picture(),
    )  # fmt: skip


def design_refinement(subject: Subject) -> Measured:
    """Item 10. Design intent beyond bare content: only its measurable edge.

    Measured: how many of seven signs of dressing the page has (a type face other than the browser's own, three or
    more sizes of type, backgrounds on three or more elements, shadows or rounded corners, 12 style rules or more,
    rules for hover or focus, transitions or animations). Score: signs / 7. An undressed page (under four signs)
    has 0 and a major defect. Whether the dress is a good one is not measured. Known false alarm: deliberately plain
    pages.
    """
    styling = subject.styling
    if styling is None:
        return unmeasured("the page's style was not recorded")
    signs = _signs_of_dressing(styling)
    count = sum(signs.values())
    missing = [sign for sign, there in signs.items() if not there]
    reason = f"{count} of {len(signs)} signs of dressing" + (f"; missing: {', '.join(missing)}" if missing else "")
    if count >= _DRESSED:
        return fullness_of(subject).scored(count / len(signs), reason)
    why = "The page shows the browser's own defaults: nothing but its content was designed."
    return scored(0.0, reason, [Defect("major", "The page is undressed", why, evidence=subject.picture())])


def _signs_of_dressing(styling: Styling) -> dict[str, bool]:
    own_faces = sum(count for face, count in styling.font_families.items() if face.lower() not in _SYSTEM_FACES)
    return {
        "own type face": own_faces * 2 > sum(styling.font_families.values()),
        "sizes of type": len(styling.font_sizes) >= 3,
        "backgrounds": styling.backgrounds >= _PAINTED,
        "shadows or round corners": styling.shadows > 0 or bool(styling.radii),
        "style rules": styling.styled_rules >= 12,
        "hover or focus rules": styling.hover_rules > 0,
        "motion": styling.transitioned_controls > 0 or styling.animations > 0,
    }


def _bare(styling: Styling) -> str:
    share = _dressing(styling)
    return "" if share == 1 else f"; times {share:.0%}: the browser's own look is no merit of the page"


def _dressing(styling: Styling) -> float:
    """How far the page is dressed at all, 0 to 1: what the browser does by default is not the page's merit."""
    return min(1.0, sum(_signs_of_dressing(styling).values()) / _DRESSED)
