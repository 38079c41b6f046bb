"""Whether a page is dressed at all: what the browser does by default is not the page's merit. For items 8 to 10."""

from pytest_cookie.core.perception import Styling

_SYSTEM_FACES = frozenset({"times new roman", "times", "serif", "-webkit-standard", "liberation serif", "dejavu serif"})
PAINTED = 3
"""Backgrounds that make a page painted."""
DRESSED = 4
"""Signs of dressing that make a page more than the browser's own defaults."""


def signs_of_dressing(styling: Styling) -> dict[str, bool]:
    """Seven signs by name, and which of them the page has."""
    own_faces = sum(count for face, count in styling.font_families.items() if face.lower() not in _SYSTEM_FACES)
    return {
        "own type face": own_faces * 2 > sum(styling.font_families.values()),
        "sizes of type": len(styling.font_sizes) >= 3,
        "backgrounds": styling.backgrounds >= PAINTED,
        "shadows or round corners": styling.shadows > 0 or bool(styling.radii),
        "style rules": styling.styled_rules >= 8,
        "hover or focus rules": styling.hover_rules > 0,
        "motion": styling.transitioned_controls > 0 or styling.animations > 0,
    }


def bare(styling: Styling) -> str:
    """What a reason says of an undressed page; "" of others."""
    share = dressing_of(styling)
    return "" if share == 1 else f"; times {share:.0%}: the browser's own look is no merit of the page"


def dressing_of(styling: Styling) -> float:
    """How far the page is dressed at all, 0 to 1: what the browser does by default is not the page's merit."""
    return min(1.0, sum(signs_of_dressing(styling).values()) / DRESSED)
