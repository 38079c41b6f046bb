"""The distributions of a judge's and people's scores over levels, as bars for the terminal (ArtifactsBench, A.5)."""

from pytest_cookie.core.wording import count
from pytest_cookie.reporting.text.terminal_cells import pad, printable
from pytest_cookie.stats.score_levels import LevelComparison

_BAR = 24
_INDENT = "  "


def distribution_lines(name: str, ratings: int, found: LevelComparison) -> list[str]:
    """A heading, a line for each level with both shares as bars, and the distance of the distributions."""
    longest = max(*found.judge, *found.people)
    width = max(len("points"), *(len(f"{points:g}") for points in found.points))
    side = _BAR + len("100 % ")
    lines = [
        printable(f"distribution of {name}, {count(ratings, 'rating')}"),
        f"{_INDENT}{pad('points', width)}  {pad('judge', side)}  people",
    ]
    for points, judge, people in zip(found.points, found.judge, found.people, strict=True):
        level = pad(f"{points:g}", width, right=True)
        lines.append(f"{_INDENT}{level}  {pad(_share(judge, longest), side)}  {_share(people, longest)}".rstrip())
    moved = f"{100 * found.total_variation:.0f} % of the judge's scores would have to move"
    return [*lines, f"{_INDENT}distance: {moved}; the mean move is {found.wasserstein:.2f} points"]


def _share(share: float, longest: float) -> str:
    """A share and its bar; every share above 0 has one."""
    bar = "█" * max(round(_BAR * share / longest), share > 0)
    return f"{100 * share:3.0f} % {bar}".rstrip()
