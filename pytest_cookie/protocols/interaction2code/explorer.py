"""`InteractionExplorer`: performs every interaction of a case on a rebuilt page, each in a session of its own."""

import shutil
from dataclasses import replace
from pathlib import Path

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, PageUnusableError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import ExplorationError, UsageError
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.perception import StaticPerception, Viewport
from pytest_cookie.core.trace import Trace
from pytest_cookie.exploration.explorer import LOCALES, STATIC
from pytest_cookie.exploration.fitting_clock import ClockAttempt, explore_by_fitting_clock
from pytest_cookie.exploration.item_time import ItemTime, Opener
from pytest_cookie.exploration.perception.static_perception import perceive
from pytest_cookie.exploration.retry import retry_in_fresh_browser
from pytest_cookie.protocols.interaction2code.attempt import INTERACTIONS, REFERENCE, Attempt
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.perform import perform, picture_names
from pytest_cookie.protocols.interaction2code.reference import ELEMENTS_FILE, Reference, marked_name, picture_name
from pytest_cookie.records.files import write_bytes

DEFAULT_HEIGHT = 720
"""Default height of the window."""


class InteractionExplorer:
    """An `Explorer` that does what the reference's user did."""

    id = "interactions"

    def __init__(self, host: BrowserHost, *, seed: int, max_item_seconds: float) -> None:
        self._host = host
        self._seed = seed
        self._max_seconds = max_item_seconds
        self._ends_at = 0.0

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        """Write `static/`, `reference/` and `interactions/` below `folder`.

        A page that the stepped clock cannot drive is explored again in real time, unless the stepped clock was
        requested. Raises `BrowserError`, `ExplorationError`, `RecordingError`.
        """
        fields = InteractionFields.model_validate(case.fields)
        reference = copy_reference(case, fields, folder)
        settings = SessionSettings(gateway=deployment.gateway, locale=LOCALES[case.language], seed=self._seed)
        used, perception, attempts = explore_by_fitting_clock(
            self._host, settings, lambda attempt: self._explore(attempt, reference, deployment.url, folder)
        )
        for attempt in attempts:
            content = attempt.model_dump_json(indent=1, exclude_defaults=True).encode()
            write_bytes(folder / INTERACTIONS / f"{attempt.number}.json", content)
        names = [STATIC, REFERENCE, *([INTERACTIONS] if attempts else [])]
        return Evidence(
            artifact_digest=deployment.artifact_digest,
            explorer=self.id,
            browser=self._host.version,
            clock=used.clock,
            clock_note=used.note,
            sessions=tuple(_session_evidence(folder / name) for name in names),
            perception=perception,
            trace=Trace(policy=INTERACTIONS, summary=f"{len(attempts)} interactions, each in a session of its own."),
        )

    def _explore(
        self, used: ClockAttempt, reference: Reference, url: str, folder: Path
    ) -> tuple[ClockAttempt, StaticPerception, list[Attempt]]:
        """The page at rest, and every interaction if it can be used."""
        for name in (STATIC, INTERACTIONS):
            shutil.rmtree(folder / name, ignore_errors=True)
        time = ItemTime(self._host, self._max_seconds)
        perception = self._perceive(time, used.settings, url, folder / STATIC)
        if not perception.loaded or perception.crashed:
            return used, perception, []
        own = replace(used.settings, viewport=window_of(reference))
        numbers = range(1, len(reference.fields.interactions) + 1)
        return used, perception, [self._attempt(time, own, reference, number, url, folder) for number in numbers]

    def _perceive(self, time: ItemTime, settings: SessionSettings, url: str, folder: Path) -> StaticPerception:
        def once() -> StaticPerception:
            with time.open_session(settings) as session:
                return perceive(session, url, folder).model_copy(update={"crashed": session.crashed})

        try:
            return retry_in_fresh_browser(once, died=lambda seen: seen.crashed, host=self._host, written=(folder,))
        except PageUnusableError as error:
            return StaticPerception(loaded=False, load_problem=str(error), unusable=True)

    def _attempt(
        self, time: ItemTime, settings: SessionSettings, reference: Reference, number: int, url: str, folder: Path
    ) -> Attempt:
        def once() -> Attempt:
            return attempt_interaction(time, settings, reference, number, url, folder)

        pictures = tuple(folder / INTERACTIONS / name for name in picture_names(number))
        return retry_in_fresh_browser(once, died=lambda attempt: attempt.page_gone, host=self._host, written=pictures)


def attempt_interaction(
    opener: Opener, settings: SessionSettings, reference: Reference, number: int, url: str, folder: Path
) -> Attempt:
    """Perform one interaction of the reference at `url` in a fresh session. Raises `BrowserError`."""
    fields = reference.fields
    (folder / INTERACTIONS).mkdir(parents=True, exist_ok=True)
    known = {each: (edge, reference.target(each)) for each, edge in enumerate(fields.interactions, start=1)}
    shape = reference.picture(fields.interaction(number).source).shape
    try:
        with opener.open_session(settings) as session:
            loaded = session.load(url)
            if not loaded.loaded:
                return Attempt(number=number, page_gone=True, problem=loaded.problem)
            path = fields.path_to(number)
            return perform(session, number, path, known, (shape[1], shape[0]), folder / INTERACTIONS)
    except (PageGoneError, PageUnusableError, PageScriptError) as error:
        return Attempt(number=number, page_gone=True, problem=str(error))


def copy_reference(case: Case, fields: InteractionFields, folder: Path) -> Reference:
    """Copy the case's pictures and elements into the evidence. Raises `ExplorationError`, `RecordingError`."""
    try:
        for screen in fields.screens:
            write_bytes(folder / picture_name(fields, screen.id), screen.picture.read(case.folder))
        if fields.elements:
            write_bytes(folder / REFERENCE / ELEMENTS_FILE, fields.elements.read(case.folder))
        for number, edge in enumerate(fields.interactions, start=1):
            if edge.marked_before:
                name = marked_name(number, "before", edge.marked_before)
                write_bytes(folder / name, edge.marked_before.read(case.folder))
            if edge.marked_after:
                name = marked_name(number, "after", edge.marked_after)
                write_bytes(folder / name, edge.marked_after.read(case.folder))
        reference = Reference.read(fields, folder)
        for screen in fields.screens:
            reference.picture(screen.id)
    except (UsageError, ValueError) as error:
        raise ExplorationError(f"the reference of {case.id} ({case.origin}): {error}") from error
    return reference


def window_of(reference: Reference) -> Viewport:
    """The size of the window for the interactions."""
    width = reference.picture(reference.fields.screens[0].id).shape[1]
    size = reference.fields.window or (width, DEFAULT_HEIGHT)
    return Viewport(name="desktop", width=size[0], height=size[1])


def _session_evidence(folder: Path) -> SessionEvidence:
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return SessionEvidence(name=folder.name, files=tuple(files))
