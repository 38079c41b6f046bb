"""`InteractionExplorer`: performs every interaction of a case on a rebuilt page, each in a session of its own."""

import shutil
from dataclasses import replace
from pathlib import Path

from pytest_cookie.browser.errors import ClockCannotCarryError, PageGoneError, PageScriptError, PageUnusableError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import ExplorationError, UsageError
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.perception import StaticPerception, Viewport
from pytest_cookie.core.trace import Trace
from pytest_cookie.exploration.explorer import LOCALES, STATIC
from pytest_cookie.exploration.perception.static_perception import perceive
from pytest_cookie.exploration.retry import retry_in_fresh_browser
from pytest_cookie.protocols.interaction2code.attempt import INTERACTIONS, REFERENCE, Attempt
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.perform import perform
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
        note = self._host.clock_note
        with self._host.use_browser():
            try:
                perception, attempts = self._explore(settings, reference, deployment.url, folder)
            except ClockCannotCarryError as error:
                if not self._host.may_change_clock:
                    raise
                note = f"the stepped clock could not drive this page: {error.obstacle}"
                settings = replace(settings, clock="cooperative")
                for name in (STATIC, INTERACTIONS):
                    shutil.rmtree(folder / name, ignore_errors=True)
                perception, attempts = self._explore(settings, reference, deployment.url, folder)
        for attempt in attempts:
            content = attempt.model_dump_json(indent=1, exclude_defaults=True).encode()
            write_bytes(folder / INTERACTIONS / f"{attempt.number}.json", content)
        names = [STATIC, REFERENCE, *([INTERACTIONS] if attempts else [])]
        return Evidence(
            artifact_digest=deployment.artifact_digest,
            explorer=self.id,
            browser=self._host.version,
            clock=settings.clock or self._host.clock,
            clock_note=note,
            sessions=tuple(_session_evidence(folder / name) for name in names),
            perception=perception,
            trace=Trace(policy=INTERACTIONS, summary=f"{len(attempts)} interactions, each in a session of its own."),
        )

    def _explore(
        self, settings: SessionSettings, reference: Reference, url: str, folder: Path
    ) -> tuple[StaticPerception, list[Attempt]]:
        """The page at rest, and every interaction if it can be used."""
        self._ends_at = self._host.workplace.now() + self._max_seconds
        perception = self._perceive(settings, url, folder / STATIC)
        if not perception.loaded or perception.crashed:
            return perception, []
        own = replace(settings, viewport=window_of(reference))
        numbers = range(1, len(reference.fields.interactions) + 1)
        return perception, [self._attempt(own, reference, number, url, folder) for number in numbers]

    def _perceive(self, settings: SessionSettings, url: str, folder: Path) -> StaticPerception:
        def once() -> StaticPerception:
            with self._host.open_session(self._bounded(settings)) as session:
                return perceive(session, url, folder).model_copy(update={"crashed": session.crashed})

        try:
            return retry_in_fresh_browser(once, died=lambda seen: seen.crashed, host=self._host)
        except PageUnusableError as error:
            return StaticPerception(loaded=False, load_problem=str(error), unusable=True)

    def _attempt(self, settings: SessionSettings, reference: Reference, number: int, url: str, folder: Path) -> Attempt:
        def once() -> Attempt:
            return attempt_interaction(self._host, self._bounded(settings), reference, number, url, folder)

        return retry_in_fresh_browser(once, died=lambda attempt: attempt.page_gone, host=self._host)

    def _bounded(self, settings: SessionSettings) -> SessionSettings:
        return replace(settings, max_seconds=self._ends_at - self._host.workplace.now())


def attempt_interaction(
    host: BrowserHost, settings: SessionSettings, reference: Reference, number: int, url: str, folder: Path
) -> Attempt:
    """Perform one interaction of the reference at `url` in a fresh session. Raises `BrowserError`."""
    fields = reference.fields
    (folder / INTERACTIONS).mkdir(parents=True, exist_ok=True)
    known = {each: (edge, reference.target(each)) for each, edge in enumerate(fields.interactions, start=1)}
    shape = reference.picture(fields.interaction(number).source).shape
    try:
        with host.open_session(settings) as session:
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
