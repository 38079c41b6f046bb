"""Pictures of the whole page at fixed intervals, without any interaction.

The capture of ArtifactsBench's code: load, wait until the network is idle, three full-page pictures one second apart,
at 1280 × 720. Here the second is page time, so that a busy machine does not change the pictures. The page is not
scrolled: what appears on scrolling is not in their pictures either.
"""

from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.browser.session import Session

COUNT = 3  # as in ArtifactsBench
INTERVAL_MS = 1_000  # as in ArtifactsBench


@dataclass(frozen=True)
class TimedScreenshots:
    """Files in the folder that was given, with the page time of each picture in ms since the first one.

    `problem`: why there is no picture; then `files` is empty. `cut`: whether a picture is shorter than the page.
    """

    files: tuple[str, ...] = ()
    page_ms: tuple[int, ...] = ()
    cut: bool = False
    problem: str = ""


def take_timed_screenshots(
    session: Session, url: str, folder: Path, *, count: int = COUNT, interval_ms: int = INTERVAL_MS
) -> TimedScreenshots:
    """Load `url` and write `timed-1.png` and so on to `folder`.

    Raises `PageGoneError`, `PageScriptError` if a picture does not arrive, and `BrowserError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    outcome = session.load(url)
    if not outcome.loaded:
        return TimedScreenshots(problem=outcome.problem)
    files: list[str] = []
    moments: list[int] = []
    was_cut = False
    for number in range(1, count + 1):
        if moments:
            session.wait(max(0, moments[0] + (number - 1) * interval_ms - session.page_ms))
        moments.append(session.page_ms)
        files.append(f"timed-{number}.png")
        was_cut |= session.full_screenshot(folder / files[-1], scrolls=False)
    return TimedScreenshots(tuple(files), tuple(moment - moments[0] for moment in moments), was_cut)
