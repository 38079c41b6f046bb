"""`Provider`: an OpenAI-compatible endpoint on loopback that logs its requests and behaves as planned."""

import contextlib
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self, cast

from tests.provider.asked import Asked, Asker, MediaStore, parse
from tests.provider.behaviours import Behaviour, Good
from tests.provider.exchange import Exchange
from tests.provider.reply import Reply

KEY = "sk-loopback-5f0c1d9e7b3a42c8"
"""The only accepted key. No other text is like it, so a search finds every leak."""
MAX_LOGGED = 5_000
MAX_BODY_BYTES = 64 << 20

Model = Callable[[Asked], Reply]
Matches = Callable[[Asked], bool]


@dataclass(frozen=True)
class _Rule:
    behaviour: Behaviour
    matches: Matches
    once: bool


@dataclass(frozen=True)
class Answered:
    """A request of the log, the behaviour that answers it, and the status sent: 0 before it is sent."""

    asked: Asked
    behaviour: Behaviour
    status: int


class Provider:
    """Serves while the context is open. `model` answers requests without a planned behaviour.

    `first` plans behaviours that are used once each, in order; `always` plans one for all other requests.
    """

    def __init__(self, model: Model, *, key: str = KEY, latency_seconds: float = 0.0) -> None:
        self.model = model
        self.key = key
        self.latency_seconds = latency_seconds
        self._rules: list[_Rule] = []
        self._log: list[tuple[Exchange, Behaviour]] = []
        self._lock = threading.Lock()
        self._store = MediaStore()
        self._arrived = 0
        self.refused: list[str] = []
        self.stopping = threading.Event()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    @property
    def base_url(self) -> str:
        """`http://127.0.0.1:<port>/v1`."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def environment(self) -> dict[str, str]:
        """Variables for the environment of a client."""
        return {"OPENAI_BASE_URL": self.base_url, "OPENAI_API_KEY": self.key}

    def first(self, *behaviours: Behaviour, asker: Asker | None = None, matches: Matches | None = None) -> None:
        """Each of `behaviours` answers one request, in this order: of `asker`, of what `matches`, or any."""
        self._plan(behaviours, asker, matches, once=True)

    def always(self, behaviour: Behaviour, *, asker: Asker | None = None, matches: Matches | None = None) -> None:
        """`behaviour` answers every such request without a behaviour of `first`."""
        self._plan((behaviour,), asker, matches, once=False)

    def forget(self) -> None:
        """Delete plans and log."""
        with self._lock:
            self._rules.clear()
            self._log.clear()
            self.refused.clear()

    @property
    def log(self) -> tuple[Answered, ...]:
        """The requests and their behaviours, in order of arrival; at most 5,000."""
        with self._lock:
            answered = [Answered(exchange.asked, behaviour, exchange.status) for exchange, behaviour in self._log]
        return tuple(sorted(answered, key=lambda entry: entry.asked.number))

    @property
    def asked(self) -> tuple[Asked, ...]:
        """All requests, in order of arrival."""
        return tuple(answered.asked for answered in self.log)

    def asked_by(self, asker: Asker) -> tuple[Asked, ...]:
        """The requests of one stage."""
        return tuple(asked for asked in self.asked if asked.asker == asker)

    @property
    def counts(self) -> Counter[str]:
        """How many requests came from each stage."""
        return Counter(asked.asker for asked in self.asked)

    def parsed(self, body: bytes) -> Asked:
        """The request in `body`, numbered. Raises `ValueError`."""
        with self._lock:
            self._arrived += 1
            return parse(body, self._arrived, time.monotonic(), self._store)

    def behaviour_for(self, asked: Asked) -> Behaviour:
        """The planned behaviour; one of `first` is used up."""
        with self._lock:
            fitting = [rule for rule in self._rules if rule.matches(asked)]
            once = next((rule for rule in fitting if rule.once), None)
            if once:
                self._rules.remove(once)
            rule = once or next((rule for rule in reversed(fitting)), None)
            return rule.behaviour if rule else Good(self.latency_seconds)

    def keep(self, exchange: Exchange, behaviour: Behaviour) -> None:
        """Add to the log, unless it is full. Called before the reply, so that the log has every answered request."""
        with self._lock:
            if len(self._log) < MAX_LOGGED:
                self._log.append((exchange, behaviour))

    def _plan(
        self, behaviours: tuple[Behaviour, ...], asker: Asker | None, matches: Matches | None, *, once: bool
    ) -> None:
        def fits(asked: Asked) -> bool:
            return (asker is None or asked.asker == asker) and (matches is None or matches(asked))

        with self._lock:
            self._rules += [_Rule(behaviour, fits, once) for behaviour in behaviours]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, provider: Provider) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.provider = provider

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore clients that disconnected; show errors of the provider itself."""
        if not isinstance(sys.exception(), (OSError, ValueError)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60
    disable_nagle_algorithm = True

    @property
    def _provider(self) -> Provider:
        return cast(_Server, self.server).provider

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        if length > MAX_BODY_BYTES:
            self.close_connection = True
            self._refuse(413, "the request is too long")
            return
        body = self.rfile.read(length)
        if self.headers.get("Authorization") != f"Bearer {self._provider.key}":
            self._refuse(401, "the key is wrong")
        elif self.path.rstrip("/") == "/v1/chat/completions" and self.command == "POST":
            self._complete(body)
        else:
            self._refuse(404, f"there is no {self.path}")

    def do_GET(self) -> None:
        self.do_POST()

    def _complete(self, body: bytes) -> None:
        provider = self._provider
        try:
            asked = provider.parsed(body)
        except ValueError as error:
            self._refuse(400, f"the request cannot be read: {error}")
            return
        behaviour = provider.behaviour_for(asked)
        exchange = Exchange(asked, lambda: provider.model(asked), self, provider.stopping)
        provider.keep(exchange, behaviour)
        with contextlib.suppress(ConnectionError):
            behaviour(exchange)

    def _refuse(self, status: int, message: str) -> None:
        self._provider.refused.append(f"{status} {message}")
        body = b'{"error": {"message": "%s", "type": "invalid_request_error"}}' % message.encode().replace(b'"', b"'")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Write no log."""
