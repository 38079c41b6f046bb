"""`PublishedExplorer`: the capture of ArtifactsBench's code as evidence: three full-page pictures one second apart."""

import io
from pathlib import Path

from PIL import Image
from pydantic import JsonValue

from pytest_cookie.browser.errors import PageGoneError, PageUnusableError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Look, Wait
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.perception import StaticPerception, Viewport
from pytest_cookie.core.trace import Step, Trace
from pytest_cookie.exploration.explorer import STATIC
from pytest_cookie.exploration.fitting_clock import explore_by_fitting_clock
from pytest_cookie.exploration.pictures import thumbnail
from pytest_cookie.exploration.retry import retry_in_fresh_browser
from pytest_cookie.exploration.timed_screenshots import INTERVAL_MS, TimedScreenshots, take_timed_screenshots

TIMED = "timed"
THUMBNAIL_FILE = "thumbnail.jpg"
WINDOW = Viewport(name="desktop", width=1_280, height=720)
PAPER_WINDOW = Viewport(name="desktop", width=1_024, height=768)
"""ArtifactsBench, section 2.2. Their code has the other one."""
_SECONDS = 600.0
"""Machine time of a session: their code waits as long for an idle network."""


class PublishedExplorer:
    """Takes `pictures` full-page pictures of the page in `window`, one second of page time apart, without actions."""

    id = TIMED

    def __init__(self, host: BrowserHost, *, pictures: int, seed: int = 0, window: Viewport = WINDOW) -> None:
        self._host, self._pictures, self._seed, self._window = host, pictures, seed, window

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What the evidence depends on."""
        window = f"{self._window.width}x{self._window.height}"
        return {
            "who": TIMED, "pictures": self._pictures, "interval_ms": INTERVAL_MS, "window": window, "scrolls": False,
            "thumbnail": True,
        }  # fmt: skip

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        """Write `timed/` and a thumbnail below `folder`. A page without a picture has the reason in its perception.

        Raises `BrowserError`.
        """
        settings = SessionSettings(
            gateway=deployment.gateway, viewport=self._window, seed=self._seed, max_seconds=_SECONDS
        )
        used, found = explore_by_fitting_clock(
            self._host,
            settings,
            lambda attempt: (attempt, self._take(attempt.settings, deployment.url, folder / TIMED)),
        )
        if found.files:
            _write_thumbnail(folder / TIMED / found.files[0], folder / STATIC / THUMBNAIL_FILE, self._window.height)
        return Evidence(
            artifact_digest=deployment.artifact_digest,
            explorer=self.id,
            browser=self._host.version,
            clock=used.clock,
            clock_note=used.note,
            sessions=(SessionEvidence(name=TIMED, files=found.files),),
            perception=StaticPerception(loaded=not found.problem, load_problem=found.problem),
            trace=Trace(policy=TIMED, stopped="finished", steps=_steps(found), summary=_summary(found)),
        )

    def _take(self, settings: SessionSettings, url: str, folder: Path) -> TimedScreenshots:
        def once() -> TimedScreenshots:
            with self._host.open_session(settings) as session:
                try:
                    return take_timed_screenshots(session, url, folder, count=self._pictures)
                except PageGoneError as gone:
                    return TimedScreenshots(problem=f"the page ended: {gone}")

        try:
            return retry_in_fresh_browser(
                once, died=lambda found: bool(found.problem), host=self._host, written=(folder,)
            )
        except PageUnusableError as error:
            return TimedScreenshots(problem=str(error))


def _write_thumbnail(picture: Path, to: Path, height: int) -> None:
    """Write the first screen of a full-page picture for the report."""
    to.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(picture) as whole:
        shown = io.BytesIO()
        whole.crop((0, 0, whole.width, min(whole.height, height))).save(shown, "PNG")
    to.write_bytes(thumbnail(shown.getvalue()))


def _steps(found: TimedScreenshots) -> tuple[Step, ...]:
    pictures = zip(found.files, found.page_ms, strict=True)
    return tuple(
        Step(
            index=index,
            thought="The page as it is, untouched.",
            action=Wait(value=str(INTERVAL_MS)) if index else Look(),
            screenshot=name,
            page_ms=page_ms,
        )
        for index, (name, page_ms) in enumerate(pictures)
    )


def _summary(found: TimedScreenshots) -> str:
    if found.problem:
        return f"No picture: {found.problem}"
    cut = "; a picture is shorter than the page" if found.cut else ""
    return f"{len(found.files)} pictures of the whole page, one second apart, without any input{cut}."
