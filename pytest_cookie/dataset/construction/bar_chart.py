"""Bar charts as SVG, for the datasheet: readable in both themes, with a table's content in the title of each bar."""

from collections.abc import Sequence
from html import escape

_BAR, _GAP, _LABEL, _WIDTH = 16, 6, 190, 420


def draw_bars(title: str, bars: Sequence[tuple[str, int]]) -> str:
    """A horizontal bar for each label and number, in the given order."""
    height = 34 + len(bars) * (_BAR + _GAP)
    most = max((number for _, number in bars), default=0) or 1
    whole = sum(number for _, number in bars) or 1
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LABEL + _WIDTH + 80} {height}" role="img" '
        f'aria-label="{escape(title)}" font-family="system-ui, sans-serif" font-size="12">',
        "<style>text{fill:#222}rect{fill:#3b6ea5}@media(prefers-color-scheme:dark){text{fill:#ddd}"
        "rect{fill:#7fb0e0}}</style>",
        f'<text x="0" y="16" font-size="14" font-weight="600">{escape(title)}</text>',
    ]
    for place, (label, number) in enumerate(bars):
        top = 28 + place * (_BAR + _GAP)
        width = _WIDTH * number / most
        lines += [
            f'<text x="{_LABEL - 8}" y="{top + 12}" text-anchor="end">{escape(label)}</text>',
            f'<rect x="{_LABEL}" y="{top}" width="{width:.1f}" height="{_BAR}" rx="2">'
            f"<title>{escape(label)}: {number:,} ({number / whole:.1%})</title></rect>",
            f'<text x="{_LABEL + width + 6:.1f}" y="{top + 12}">{number:,}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])
