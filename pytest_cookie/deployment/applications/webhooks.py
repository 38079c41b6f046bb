"""`WebhookQueue`: sends events to the application, one after another, in a thread of its own."""

import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_MAX_WAITING = 100
_FORGET_SECONDS = 30.0


@dataclass(frozen=True)
class Webhook:
    """An event for a path of the application."""

    path: str
    body: bytes
    headers: Mapping[str, str]


class WebhookQueue:
    """Keeps at most 100 events waiting and drops further ones. `send` must end by itself, and raise no exception."""

    def __init__(self, send: Callable[[Webhook], None]) -> None:
        self._send = send
        self._waiting: deque[tuple[Webhook, threading.Event]] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_sending = self._is_closed = False
        self.reached: tuple[str, ...] = ()
        """Which limit was reached since the last `forget`."""

    def put(self, webhook: Webhook) -> threading.Event:
        """Append an event. The result is set when it was sent, or dropped."""
        sent = threading.Event()
        with self._changed:
            if self._is_closed or len(self._waiting) >= _MAX_WAITING:
                self.reached = (f"more than {_MAX_WAITING} events of payments were waiting for its webhook",)
                sent.set()
                return sent
            self._waiting.append((webhook, sent))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="webhooks", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        return sent

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_closed)
                if self._is_closed:
                    return
                webhook, sent = self._waiting.popleft()
                self._is_sending = True
            try:
                self._send(webhook)
            finally:
                with self._changed:
                    self._is_sending = False
                    self._changed.notify_all()
                sent.set()

    def forget(self) -> None:
        """Drop waiting events, and wait for the event that is being sent: none reaches a later application."""
        with self._changed:
            self._drop()
            self._changed.wait_for(lambda: not self._is_sending, timeout=_FORGET_SECONDS)
            self.reached = ()

    def close(self) -> None:
        """Send no more."""
        with self._changed:
            self._is_closed = True
            self._drop()
            self._changed.notify_all()

    def _drop(self) -> None:
        for _, sent in self._waiting:
            sent.set()
        self._waiting.clear()
