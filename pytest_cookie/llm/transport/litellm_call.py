"""`LiteLLMCaller`: one attempt of one call, through litellm. The only module that imports it, at the first call.

All calls of a process share one thread with one event loop: there a call that takes too long is cancelled and its
connection closed, however the provider holds it open, and no thread stays behind. Where a run has several workers, a
switchboard makes their calls, so that it alone loads litellm.
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
from typing import Any, cast

from pydantic import JsonValue

from pytest_cookie.core.collecting import without_collecting
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.llm.messages.reply import Reply, read_reply
from pytest_cookie.llm.transport.call_request import CallRequest, Outcome, order_as_json, outcome_of
from pytest_cookie.llm.transport.chat_arguments import chat_arguments
from pytest_cookie.llm.transport.failures import failure_of, timed_out, unreadable
from pytest_cookie.llm.transport.http_guard import Passage, guarded_passage
from pytest_cookie.llm.transport.ipc_client import IpcClient, IpcError
from pytest_cookie.llm.transport.model_info import provider_of
from pytest_cookie.llm.transport.secrets import without_secrets_in

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


class LiteLLMCaller:
    """Asks providers. Keys come from the environment, as litellm's documentation names them for each."""

    def __init__(self, timeouts: Timeouts, line: IpcClient | None = None) -> None:
        self.timeouts = timeouts
        self._line = line
        self._loaded: set[bool] = set()

    def load(self, request: Request) -> None:
        """Load what a call needs, which takes seconds the first time: they are no part of the call's."""
        with_tools = bool(request.tools)
        if self._line is not None and with_tools not in self._loaded:
            try:
                self._line.load(with_tools=with_tools)
                self._loaded.add(with_tools)
            except (IpcError, TimeoutError):
                self._line = None
        if self._line is None:
            load_litellm(with_tools=with_tools)

    def ask(self, request: Request, seconds: float) -> tuple[Reply, float]:
        """The reply and the seconds that it took, which are at most `seconds`. Raises `CallFailed`."""
        self.load(request)
        outcome = self._carried_out(self._order(request, min(seconds, self.timeouts.whole)))
        if outcome.failed:
            raise outcome.failed
        reply = read_reply(outcome.answer)
        if reply is None:
            raise unreadable("the answer has no choices")
        return reply, outcome.seconds

    def _order(self, request: Request, whole: float) -> CallRequest:
        return CallRequest(
            arguments=chat_arguments(request, provider_of(request.model)),
            connect=min(self.timeouts.connect, whole),
            read=min(self.timeouts.read, whole),
            whole=whole,
            has_schema=request.reply_schema is not None,
        )

    def _carried_out(self, order: CallRequest) -> Outcome:
        if self._line is not None:
            try:
                return outcome_of(self._line.carry_out(order_as_json(order), order.whole + _GRACE_SECONDS))
            except TimeoutError:
                return Outcome(None, timed_out(order.whole), order.whole)
            except (IpcError, LookupError, TypeError) as error:
                self._line = None  # from now on this process makes its calls itself
                if not isinstance(error, IpcError) or error.maybe_sent:
                    return Outcome(None, unreadable("the process that makes the calls has ended"), 0.0)
        return _run(carry_out(load_litellm(with_tools=order.with_tools), order), order.whole)


async def carry_out(litellm: ModuleType, order: CallRequest) -> Outcome:
    """Try once. A failure is returned, so that no exception of litellm's is chained to it."""
    import httpx

    warnings.filterwarnings("ignore", message="Pydantic serializer warnings", category=UserWarning)
    began, answer, failed = time.monotonic(), None, None
    timeout = httpx.Timeout(order.read, connect=order.connect)
    with guarded_passage() as passage:
        call = litellm.acompletion(**order.arguments, timeout=timeout, max_retries=0)
        try:
            completion = await asyncio.wait_for(call, order.whole)
            answer = _as_data(completion, passage)
        except TimeoutError:
            failed = timed_out(order.whole)
        except Exception as error:  # noqa: BLE001 - litellm's border: it raises whatever its providers' code does
            failed = failure_of(error, order.model, has_schema=order.has_schema, now=time.time())
    if passage.refused:
        answer, failed = None, passage.refused
    return Outcome(answer, failed, time.monotonic() - began)


def _as_data(completion: Any, passage: Passage) -> JsonValue:  # noqa: ANN401 - litellm has no types to us
    """The answer without keys, and without token counts where the provider's could not be true."""
    answer = without_secrets_in(cast(JsonValue, completion.model_dump(mode="json", warnings=False)))
    if passage.has_odd_usage and isinstance(answer, dict):
        answer["usage"] = None
    return answer


@functools.cache
def load_litellm(*, with_tools: bool = False) -> ModuleType:
    """Import litellm with its own map of models, without telemetry and notes on stdout.

    What it imports only in its first call is loaded here, too, where it is as we know it.
    """
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    os.environ.setdefault("LITELLM_TELEMETRY", "False")
    with without_collecting():  # a fourth of the seconds that litellm takes
        import litellm

        for late in ("openai.resources.chat", *(_FOR_TOOLS if with_tools else ())):
            with contextlib.suppress(ImportError):
                importlib.import_module(late)
    litellm.suppress_debug_info = True
    for name in _TALKATIVE:
        logging.getLogger(name).addFilter(_said_elsewhere)
    return cast(ModuleType, litellm)


def knows_provider(name: str) -> bool:
    """Whether litellm has such a provider. Imports litellm."""
    return name in {str(getattr(known, "value", known)) for known in load_litellm().provider_list}


def _said_elsewhere(record: logging.LogRecord) -> bool:
    """Drop what is logged in our own thread: it can hold keys and whole requests, and our errors say what matters."""
    return not (record.threadName or "").startswith(_THREAD)


def _run(call: Coroutine[None, None, Outcome], seconds: float) -> Outcome:
    """The call's result from the loop's thread. Where the loop itself is stuck, the wait ends all the same."""
    future = asyncio.run_coroutine_threadsafe(call, shared_loop())
    try:
        return future.result(seconds + _GRACE_SECONDS)
    except NoResultError:
        future.cancel()
        return Outcome(None, timed_out(seconds), seconds)
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
