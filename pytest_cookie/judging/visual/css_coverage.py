"""Signs of styling: how far a page differs from the browser's defaults. For items 8 to 10."""

from pytest_cookie.core.perception import Styling
from pytest_cookie.core.wording import count

_SYSTEM_FACES = frozenset({"times new roman", "times", "serif", "-webkit-standard", "liberation serif", "dejavu serif"})
PAINTED = 3
"""The number of backgrounds that makes a page painted."""
_A_FEW = 2
"""A single animation is no sign: a loading spinner is one."""
DRESSED = 4
"""The number of signs that makes a page styled."""


def find_signs_of_dressing(styling: Styling) -> dict[str, bool]:
    """Seven signs by name, and whether the page has each."""
    return {
        "own font": _own_faces(styling) * 2 > sum(styling.font_families.values()),
        "font sizes": len(styling.font_sizes) >= 3,
        "backgrounds": styling.backgrounds >= PAINTED,
        "shadows or round corners": styling.shadows > 0 or bool(styling.radii),
        "style rules": styling.styled_rules >= 8,
        "hover or focus rules": styling.hover_rules > 0,
        "motion": styling.transitioned_controls > 0 or styling.animations >= _A_FEW,
    }


def _own_faces(styling: Styling) -> int:
    """Characters in a font other than the browser's default."""
    return sum(letters for face, letters in styling.font_families.items() if face.lower() not in _SYSTEM_FACES)


def describe_undressed(styling: Styling) -> str:
    """The addition to a reason for an unstyled page; "" for others."""
    share, signs = share_of_dressing(styling), sum(find_signs_of_dressing(styling).values())
    if share == 1:
        return ""
    there = "the browser's own look earns no points" if styling.unstyled else f"{signs} of {DRESSED} signs"
    return f"; times {share:.0%} for little styling (item 10): {there}"


def describe_dressing(styling: Styling) -> str:
    """The amount of each sign of styling, in numbers."""
    own_type = _own_faces(styling) / max(1, sum(styling.font_families.values()))
    moving = styling.transitioned_controls + styling.animations
    parts = (
        f"{own_type:.0%} of its text in another type than the browser's own",
        count(len(styling.font_sizes), "letter height"),
        count(styling.backgrounds, "background"),
        count(styling.shadows, "shadow"),
        count(sum(styling.radii.values()), "rounded part"),
        f"{count(styling.styled_rules, 'style rule')}, {styling.hover_rules} of them for pointer or focus",
        count(moving, "moving part"),
    )
    return ", ".join(parts)


def share_of_dressing(styling: Styling) -> float:
    """How far the page is styled, 0 to 1; browser defaults do not count."""
    return min(1.0, sum(find_signs_of_dressing(styling).values()) / DRESSED)
