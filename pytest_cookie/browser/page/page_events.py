"""`PageEvents`: writes down what a page does by itself between two looks at it, and answers what would block it."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from playwright.async_api import CDPSession, ConsoleMessage, Dialog, Download, Error, Frame, Page

from pytest_cookie.browser.page.observation import Happenings
from pytest_cookie.browser.page.traffic import Traffic
from pytest_cookie.browser.process.event_loop import close_unbegun
from pytest_cookie.core.page import ConsoleMessage as ConsoleLine
from pytest_cookie.core.page import FailedRequest, LibraryAnswer, PageError
from pytest_cookie.core.text import of_page

CONSOLE_CAP = 500
_CAP = 200
_HELD = 2_000
"""Of what comes in the machine's own order so much is held until it is put in order, and cut only then."""
_ANSWERED_DIALOGS = 20
_TEXT = 2_000
_DRIVERS_WORD = "GL Driver Message"
"""The graphics driver complains when a picture is taken of what it drew: our doing, not the page's."""
_NETWORK_WORD = "Failed to load resource"
_NAME = 500


class PageEvents:
    """Everything a page did since the last `drain`; each list is capped, so that a flood costs nothing."""

    def __init__(self, page: Page, cdp: CDPSession) -> None:
        self.crash = asyncio.Event()
        self.traffic = Traffic(page.context, self._on_failed_request, self._on_library_answer)
        self._page = page
        self._dialogs_seen = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._clear()
        page.on("console", self._on_console)
        page.on("pageerror", self._on_page_error)
        page.on("dialog", self._on_dialog)
        page.on("download", self._on_download)
        page.on("framenavigated", self._on_navigation)
        page.on("domcontentloaded", self._on_document)
        page.on("websocket", self.traffic.watch_socket)
        page.on("crash", self._on_end)
        page.on("close", self._on_end)
        cdp.on("Page.windowOpen", self._on_window_open)

    @property
    def crashed(self) -> bool:
        """Whether the renderer died, or the page closed itself."""
        return self.crash.is_set()

    def _clear(self) -> None:
        self._console: list[ConsoleLine] = []
        self._page_errors: list[PageError] = []
        self._failed_requests: list[FailedRequest] = []
        self._library_answers: dict[LibraryAnswer, None] = {}
        self._dialogs: list[str] = []
        self._popups: list[str] = []
        self._downloads: list[str] = []
        self._navigations: list[str] = []
        self._documents: list[str] = []

    def drain(self, step: int) -> Happenings:
        """What there is, marked with `step`; the diary starts anew."""
        mark = {"step": step}
        drained = Happenings(
            console=tuple(line.model_copy(update=mark) for line in _network_lines_in_order(self._console)),
            page_errors=tuple(error.model_copy(update=mark) for error in self._page_errors),
            failed_requests=tuple(request.model_copy(update=mark) for request in _in_order(self._failed_requests)),
            library_answers=tuple(
                answer.model_copy(update=mark) for answer in sorted(self._library_answers, key=str)[:_CAP]
            ),
            dialogs=tuple(self._dialogs),
            popups=tuple(self._popups),
            downloads=tuple(self._downloads),
            navigations=tuple(self._navigations),
            documents=tuple(self._documents),
        )
        self._clear()
        return drained

    def note_fault(self, message: str) -> None:
        """A script that never yields, or takes all memory, is an error of the page, though nothing was thrown."""
        self._page_errors.append(PageError(message=message))

    def _on_console(self, message: ConsoleMessage) -> None:
        if len(self._console) >= _HELD or _DRIVERS_WORD in message.text:
            return
        place = message.location
        source = f"{place['url']}:{place['lineNumber'] + 1}" if place.get("url") else ""
        self._console.append(
            ConsoleLine(level=message.type, text=of_page(message.text[:_TEXT]), source=of_page(source[:300]))
        )

    def _on_page_error(self, error: Error) -> None:
        if len(self._page_errors) < _CAP:
            message = f"{error.name}: {error.message}" if error.name else error.message
            stack = (error.stack or "")[:_TEXT]
            self._page_errors.append(PageError(message=of_page(message[:_TEXT]), stack=of_page(stack)))

    def _on_failed_request(self, request: FailedRequest) -> None:
        if len(self._failed_requests) < _HELD:
            self._failed_requests.append(request)

    def _on_library_answer(self, answer: LibraryAnswer) -> None:
        if len(self._library_answers) < _HELD:
            self._library_answers[answer] = None

    def _on_dialog(self, dialog: Dialog) -> None:
        self._dialogs_seen += 1
        if dialog.type == "beforeunload" and self._dialogs_seen > _ANSWERED_DIALOGS:
            self._do(dialog.accept())  # it asks whether to go: refused, nothing could ever load again
            return
        if self._dialogs_seen > _ANSWERED_DIALOGS:
            self._do(dialog.dismiss())
            return
        self._dialogs.append(f"{dialog.type}: {of_page(dialog.message[:_TEXT])}")
        self._do(dialog.accept(dialog.default_value) if dialog.type == "prompt" else dialog.accept())

    def _on_download(self, download: Download) -> None:
        if len(self._downloads) < _CAP:
            self._downloads.append(of_page(download.suggested_filename[:_NAME]))

    def _on_navigation(self, frame: Frame) -> None:
        if frame == self._page.main_frame and len(self._navigations) < _CAP:
            self._navigations.append(of_page(frame.url[:_NAME]))

    def _on_document(self, page: Page) -> None:
        if len(self._documents) < _CAP:
            self._documents.append(page.url[:_NAME])

    def _on_window_open(self, opening: dict[str, object]) -> None:
        """Said by the page itself, in its own order; the window comes when the machine has made it."""
        if len(self._popups) < _CAP:
            self._popups.append(of_page(str(opening.get("url", ""))[:_NAME]))

    def _on_end(self, _: Page) -> None:
        self.crash.set()

    def _do(self, answer: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(_ignoring_late_answers(answer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: close_unbegun(answer))


def _in_order(requests: list[FailedRequest]) -> list[FailedRequest]:
    """By address: which of several requests is answered first is the machine's affair. The first 200."""
    ordered = sorted(requests, key=lambda one: (one.url, one.method, one.resource_type, one.reason))
    return ordered[:_CAP]


def _network_lines_in_order(lines: list[ConsoleLine]) -> list[ConsoleLine]:
    """What the browser says of requests, by address, in the places where it said it; the page's lines as they are.

    The first 500.
    """
    said = iter(sorted((line for line in lines if _is_of_network(line)), key=lambda line: (line.source, line.text)))
    return [next(said) if _is_of_network(line) else line for line in lines[:CONSOLE_CAP]]


def _is_of_network(line: ConsoleLine) -> bool:
    return line.level == "error" and line.text.startswith(_NETWORK_WORD)


async def _ignoring_late_answers(answer: Coroutine[Any, Any, None]) -> None:
    """A dialog that has gone meanwhile needs no answer any more."""
    try:
        await answer
    except Error:
        return
