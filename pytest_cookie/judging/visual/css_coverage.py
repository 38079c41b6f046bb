"""Whether a page is dressed at all: what the browser does by default is not the page's merit. For items 8 to 10."""

from pytest_cookie.core.perception import Styling
from pytest_cookie.judging.rubric.measurement import format_count

_SYSTEM_FACES = frozenset({"times new roman", "times", "serif", "-webkit-standard", "liberation serif", "dejavu serif"})
PAINTED = 3
"""Backgrounds that make a page painted."""
_A_FEW = 2
"""One thing that moves is no motion of a page: a wheel that turns while it loads is one."""
DRESSED = 4
"""Signs of dressing that make a page a dressed one."""


def find_signs_of_dressing(styling: Styling) -> dict[str, bool]:
    """Seven signs by name, and which of them the page has."""
    return {
        "own type face": _own_faces(styling) * 2 > sum(styling.font_families.values()),
        "sizes of type": len(styling.font_sizes) >= 3,
        "backgrounds": styling.backgrounds >= PAINTED,
        "shadows or round corners": styling.shadows > 0 or bool(styling.radii),
        "style rules": styling.styled_rules >= 8,
        "hover or focus rules": styling.hover_rules > 0,
        "motion": styling.transitioned_controls > 0 or styling.animations >= _A_FEW,
    }


def _own_faces(styling: Styling) -> int:
    """Characters in a type face other than the browser's own."""
    return sum(count for face, count in styling.font_families.items() if face.lower() not in _SYSTEM_FACES)


def describe_undressed(styling: Styling) -> str:
    """What a reason says of an undressed page; "" of others."""
    share, count = share_of_dressing(styling), sum(find_signs_of_dressing(styling).values())
    if share == 1:
        return ""
    there = "the browser's own look is no merit of the page" if styling.unstyled else f"{count} of {DRESSED} signs"
    return f"; times {share:.0%}, as it is hardly dressed (item 10): {there}"


def describe_dressing(styling: Styling) -> str:
    """What there is of each sign of dressing, in numbers."""
    own_type = _own_faces(styling) / max(1, sum(styling.font_families.values()))
    moving = styling.transitioned_controls + styling.animations
    parts = (
        f"{own_type:.0%} of its text in another type than the browser's own",
        f"letters of {format_count(len(styling.font_sizes), 'height')}",
        format_count(styling.backgrounds, "background"),
        format_count(styling.shadows, "shadow"),
        format_count(sum(styling.radii.values()), "rounded part"),
        f"{format_count(styling.styled_rules, 'style rule')}, {styling.hover_rules} of them for pointer or focus",
        format_count(moving, "moving part"),
    )
    return ", ".join(parts)


def share_of_dressing(styling: Styling) -> float:
    """How far the page is dressed at all, 0 to 1: what the browser does by default is not the page's merit."""
    return min(1.0, sum(find_signs_of_dressing(styling).values()) / DRESSED)
