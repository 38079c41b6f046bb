"""`PageEvents`: records what a page does between two observations, and answers dialogs that would block it."""

import asyncio
from collections import deque
from collections.abc import Coroutine, Sequence
from typing import Any, Literal

from playwright.async_api import CDPSession, ConsoleMessage, Dialog, Download, Error, Frame, Page

from pytest_cookie.browser.page.observation import Happenings
from pytest_cookie.browser.page.popups import watch_window_openings
from pytest_cookie.browser.page.traffic import Traffic
from pytest_cookie.browser.process.event_loop import close_unstarted
from pytest_cookie.core.action import MAX_ANSWER_TEXT, DialogAnswer
from pytest_cookie.core.page import ConsoleMessage as ConsoleLine
from pytest_cookie.core.page import FailedRequest, LibraryAnswer, NativeDialog, PageError
from pytest_cookie.core.text import sanitize_json

CONSOLE_CAP = 500
_CAP = 200
_MAX_UNSORTED = 2_000
"""Events whose order depends on the machine are kept up to this number, sorted, and only then cut."""
_ANSWERED_DIALOGS = 20
_TEXT = 2_000
_DRIVER_MESSAGE = "GL Driver Message"
"""Chromium's graphics driver logs this when a screenshot is taken: caused by us, not by the page."""
_DIALOG_KINDS: dict[str, Literal["alert", "confirm", "prompt", "beforeunload"]] = {
    "alert": "alert", "confirm": "confirm", "prompt": "prompt", "beforeunload": "beforeunload",
}  # fmt: skip
_NETWORK_MESSAGE = "Failed to load resource"
_NAME = 500
_FORM_REASONS = frozenset({"formSubmissionGet", "formSubmissionPost"})


class PageEvents:
    """Everything a page did since the last `drain`; each list is capped, so floods are cheap."""

    def __init__(self, page: Page, cdp: CDPSession) -> None:
        self.crash = asyncio.Event()
        self.stay = asyncio.Event()
        """Set when a `beforeunload` dialog is dismissed, until the next answers are planned."""
        self.traffic = Traffic(page.context, self._on_failed_request, self._on_library_answer)
        self._page = page
        self._dialogs_seen = 0
        self._planned_answers: deque[DialogAnswer] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._clear()
        page.on("console", self._on_console)
        page.on("pageerror", self._on_page_error)
        page.on("dialog", self._on_dialog)
        page.on("download", self._on_download)
        page.on("framenavigated", self._on_navigation)
        page.on("domcontentloaded", self._on_document)
        page.on("websocket", self.traffic.watch_socket)
        page.on("crash", self._on_closed)
        page.on("close", self._on_closed)
        watch_window_openings(cdp, self._on_window_open)
        cdp.on("Page.frameRequestedNavigation", self._on_requested_navigation)

    @property
    def crashed(self) -> bool:
        """Whether the renderer died, or the page closed itself."""
        return self.crash.is_set()

    def _clear(self) -> None:
        self._console: list[ConsoleLine] = []
        self._page_errors: list[PageError] = []
        self._failed_requests: list[FailedRequest] = []
        self._library_answers: dict[LibraryAnswer, None] = {}
        self._dialogs: list[NativeDialog] = []
        self._popups: list[str] = []
        self._downloads: list[str] = []
        self._navigations: list[str] = []
        self._documents: list[str] = []
        self._forms: list[str] = []

    def drain(self, step: int) -> Happenings:
        """Return the recorded events, marked with `step`, and start over."""
        mark = {"step": step}
        drained = Happenings(
            console=tuple(line.model_copy(update=mark) for line in _sort_network_lines(self._console)),
            page_errors=tuple(error.model_copy(update=mark) for error in self._page_errors),
            failed_requests=tuple(request.model_copy(update=mark) for request in _sort_requests(self._failed_requests)),
            library_answers=tuple(
                answer.model_copy(update=mark) for answer in sorted(self._library_answers, key=str)[:_CAP]
            ),
            dialogs=tuple(self._dialogs),
            popups=tuple(self._popups),
            downloads=tuple(self._downloads),
            navigations=tuple(self._navigations),
            documents=tuple(self._documents),
            forms=tuple(self._forms),
        )
        self._clear()
        return drained

    def note_fault(self, message: str) -> None:
        """Record an error of the page that was not thrown: a script that never yields, or takes all memory."""
        self._page_errors.append(PageError(message=message))

    def _on_console(self, message: ConsoleMessage) -> None:
        if len(self._console) >= _MAX_UNSORTED or _DRIVER_MESSAGE in message.text:
            return
        location = message.location
        source = f"{location['url']}:{location['lineNumber'] + 1}" if location.get("url") else ""
        self._console.append(
            ConsoleLine(
                level=message.type, text=sanitize_json(message.text[:_TEXT]), source=sanitize_json(source[:300])
            )
        )

    def _on_page_error(self, error: Error) -> None:
        if len(self._page_errors) < _CAP:
            message = f"{error.name}: {error.message}" if error.name else error.message
            stack = (error.stack or "")[:_TEXT]
            self._page_errors.append(PageError(message=sanitize_json(message[:_TEXT]), stack=sanitize_json(stack)))

    def _on_failed_request(self, request: FailedRequest) -> None:
        if len(self._failed_requests) < _MAX_UNSORTED:
            self._failed_requests.append(request)

    def _on_library_answer(self, answer: LibraryAnswer) -> None:
        if len(self._library_answers) < _MAX_UNSORTED:
            self._library_answers[answer] = None

    def plan_answers(self, answers: Sequence[DialogAnswer]) -> None:
        """Answer the next dialogs so, in order, and later ones by default. Replaces the answers planned before."""
        self._planned_answers = deque(answers)
        self.stay.clear()

    def _on_dialog(self, dialog: Dialog) -> None:
        """Answer at once, since the dialog blocks the page. A flood is dismissed unrecorded, except for planned answers
        and `beforeunload`, which would keep every other document from loading."""
        self._dialogs_seen += 1
        planned = self._planned_answers.popleft() if self._planned_answers else None
        if planned is None and self._dialogs_seen > _ANSWERED_DIALOGS:
            self._start_answer(dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss())
            return
        answer = planned or DialogAnswer()
        kind = _DIALOG_KINDS.get(dialog.type, "alert")
        text = ""
        if kind == "prompt" and answer.accept:
            text = dialog.default_value if answer.text is None else answer.text
        self._dialogs.append(
            NativeDialog(
                kind=kind,
                text=sanitize_json(dialog.message[:_TEXT]),
                accepted=answer.accept,
                answer=sanitize_json(text[:MAX_ANSWER_TEXT]),
            )
        )
        if kind == "beforeunload" and not answer.accept:
            self.stay.set()
        if not answer.accept:
            self._start_answer(dialog.dismiss())
        else:
            self._start_answer(dialog.accept(text) if kind == "prompt" else dialog.accept())

    def _on_download(self, download: Download) -> None:
        if len(self._downloads) < _CAP:
            self._downloads.append(sanitize_json(download.suggested_filename[:_NAME]))

    def _on_navigation(self, frame: Frame) -> None:
        if frame == self._page.main_frame and len(self._navigations) < _CAP:
            self._navigations.append(sanitize_json(frame.url[:_NAME]))

    def _on_document(self, page: Page) -> None:
        if len(self._documents) < _CAP:
            self._documents.append(page.url[:_NAME])

    def _on_requested_navigation(self, request: dict[str, object]) -> None:
        is_here = request.get("disposition") == "currentTab"
        if is_here and request.get("reason") in _FORM_REASONS and len(self._forms) < _CAP:
            self._forms.append(sanitize_json(str(request.get("url", ""))[:_NAME]))

    def _on_window_open(self, opening: dict[str, object]) -> None:
        """Reported by the page itself, in its own order; the window follows when the machine has created it."""
        if len(self._popups) < _CAP:
            self._popups.append(sanitize_json(str(opening.get("url", ""))[:_NAME]))

    def _on_closed(self, _: Page) -> None:
        self.crash.set()

    def _start_answer(self, answer: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(_answer_dialog(answer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: close_unstarted(answer))


def _sort_requests(requests: list[FailedRequest]) -> list[FailedRequest]:
    """Sort by address, since the order of answers depends on the machine. Return the first 200."""
    ordered = sorted(requests, key=lambda request: (request.url, request.method, request.resource_type, request.reason))
    return ordered[:_CAP]


def _sort_network_lines(lines: list[ConsoleLine]) -> list[ConsoleLine]:
    """Sort the browser's own lines about requests among their positions; the page's lines keep their order.

    Returns the first 500.
    """
    network_lines = iter(
        sorted((line for line in lines if _is_network_line(line)), key=lambda line: (line.source, line.text))
    )
    return [next(network_lines) if _is_network_line(line) else line for line in lines[:CONSOLE_CAP]]


def _is_network_line(line: ConsoleLine) -> bool:
    return line.level == "error" and line.text.startswith(_NETWORK_MESSAGE)


async def _answer_dialog(answer: Coroutine[Any, Any, None]) -> None:
    """Ignore that the dialog is already gone."""
    try:
        await answer
    except Error:
        return
