"""Shortens lists that a text repeats, such as the options of equal drop-down lists."""

_LEAST_LINES = 4  # the note itself takes a line


def shorten_repeats(text: str) -> str:
    """The text, with each run of four or more lines that occurred before replaced by one line.

    `[the 6 lines from “+ water…” to “Gate border” again]`. Blank lines do not count.
    """
    lines = text.split("\n")
    first: dict[tuple[str, ...], int] = {}
    shown: list[str] = []
    at = 0
    while at < len(lines):
        key = tuple(lines[at : at + _LEAST_LINES])
        length = _same_lines(lines, first[key], at) if key in first else 0
        repeated = [line.strip() for line in lines[at : at + length] if line.strip()]
        if len(repeated) >= _LEAST_LINES:
            shown.append(f"[the {len(repeated)} lines from “{repeated[0]}” to “{repeated[-1]}” again]")
            at += length
        else:
            first.setdefault(key, at)
            shown.append(lines[at])
            at += 1
    return "\n".join(shown)


def _same_lines(lines: list[str], earlier: int, later: int) -> int:
    """The number of lines from `later` on that equal those from `earlier` on, without an overlap of the two."""
    most = min(later - earlier, len(lines) - later)
    return next((offset for offset in range(most) if lines[earlier + offset] != lines[later + offset]), most)
