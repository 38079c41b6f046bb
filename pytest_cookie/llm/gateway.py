"""`Gateway`: one try of one call, through litellm. The only module that imports it, and not before the first call.

All calls of a process share one thread with one event loop: there a call that takes too long is cancelled and its
connection closed, however the provider holds it open, and no thread stays behind.
"""

import asyncio
import contextlib
import functools
import importlib
import logging
import os
import threading
import time
import warnings
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as NoResultError
from dataclasses import dataclass
from types import ModuleType
from typing import cast

from pydantic import JsonValue

from pytest_cookie.llm.catalogue import provider_of
from pytest_cookie.llm.failures import CallFailed, failure_of, timed_out, unreadable
from pytest_cookie.llm.messages import Request
from pytest_cookie.llm.reply import Reply, read_reply
from pytest_cookie.llm.wire import Wire, chat_arguments

_THREAD = "pytest-cookie-models"
_TALKATIVE = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "openai._base_client", "httpx", "asyncio", "aiohttp.client")
_FOR_TOOLS = ("litellm.responses.mcp.chat_completions_handler", "litellm.responses.mcp.litellm_proxy_mcp_handler")
_GRACE_SECONDS = 15.0
_STARTING = threading.Lock()


@dataclass(frozen=True)
class Timeouts:
    """Seconds to connect, without a byte (before the first and between any two), and for the whole answer."""

    connect: float = 15.0
    read: float = 600.0
    whole: float = 1200.0


class Gateway:
    """Asks providers. Keys come from the environment, as litellm's documentation names them for each."""

    def __init__(self, timeouts: Timeouts) -> None:
        self.timeouts = timeouts

    def load(self, request: Request) -> ModuleType:
        """Load what a call needs, which takes seconds the first time: they are no part of the call's."""
        return load_litellm(with_tools=bool(request.tools))

    def ask(self, request: Request, seconds: float) -> tuple[Reply, float]:
        """The reply and the seconds that it took, which are at most `seconds`. Raises `CallFailed`."""
        litellm = self.load(request)
        whole = min(seconds, self.timeouts.whole)
        arguments = chat_arguments(request, provider_of(request.model))
        began = time.monotonic()
        answer = _run(self._completed(litellm, arguments, whole, has_schema=request.reply_schema is not None), whole)
        if isinstance(answer, CallFailed):
            raise answer
        reply = read_reply(answer)
        if reply is None:
            raise unreadable("the answer has no choices")
        return reply, time.monotonic() - began

    async def _completed(
        self, litellm: ModuleType, arguments: Wire, whole: float, *, has_schema: bool
    ) -> JsonValue | CallFailed:
        """The answer as plain data. A failure is returned, so that no exception of litellm's is chained to it."""
        import httpx

        warnings.filterwarnings("ignore", message="Pydantic serializer warnings", category=UserWarning)
        read = min(self.timeouts.read, whole)
        timeout = httpx.Timeout(read, connect=min(self.timeouts.connect, whole))
        call = litellm.acompletion(**arguments, timeout=timeout, max_retries=0)
        try:
            answer = await asyncio.wait_for(call, whole)
            return cast(JsonValue, answer.model_dump(mode="json", warnings=False))
        except TimeoutError:
            return timed_out(whole)
        except Exception as error:  # noqa: BLE001 - litellm's border: it raises whatever its providers' code does
            return failure_of(error, str(arguments["model"]), has_schema=has_schema, now=time.time())


@functools.cache
def load_litellm(*, with_tools: bool = False) -> ModuleType:
    """Import litellm with its own map of models, without telemetry and notes on stdout.

    What it imports only in its first call is loaded here, too, where it is as we know it.
    """
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    os.environ.setdefault("LITELLM_TELEMETRY", "False")
    import litellm

    litellm.suppress_debug_info = True
    for name in _TALKATIVE:
        logging.getLogger(name).addFilter(_said_elsewhere)
    for late in ("openai.resources.chat", *(_FOR_TOOLS if with_tools else ())):
        with contextlib.suppress(ImportError):
            importlib.import_module(late)
    return litellm


def knows_provider(name: str) -> bool:
    """Whether litellm has such a provider. Imports litellm."""
    return name in {str(getattr(known, "value", known)) for known in load_litellm().provider_list}


def _said_elsewhere(record: logging.LogRecord) -> bool:
    """Drop what is logged in our own thread: it can hold keys and whole requests, and our errors say what matters."""
    return not (record.threadName or "").startswith(_THREAD)


def _run(call: Coroutine[None, None, JsonValue | CallFailed], seconds: float) -> JsonValue | CallFailed:
    """The call's result from the loop's thread. Where the loop itself is stuck, the wait ends all the same."""
    future = asyncio.run_coroutine_threadsafe(call, shared_loop())
    try:
        return future.result(seconds + _GRACE_SECONDS)
    except NoResultError:
        future.cancel()
        return timed_out(seconds)
    except BaseException:
        future.cancel()
        raise


def shared_loop() -> asyncio.AbstractEventLoop:
    """This process's loop, however many threads ask for it at once."""
    with _STARTING:
        return _loop(os.getpid())


@functools.cache
def _loop(process: int) -> asyncio.AbstractEventLoop:
    """In a thread that ends with the process; a forked process has its own."""
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda _loop, _context: None)
    loop.set_default_executor(ThreadPoolExecutor(max_workers=32, thread_name_prefix=_THREAD))
    threading.Thread(target=loop.run_forever, name=f"{_THREAD}-{process}", daemon=True).start()
    return loop
