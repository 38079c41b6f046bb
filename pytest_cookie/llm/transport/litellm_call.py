"""`LiteLLMCaller`: one attempt of one call, through litellm. The only module that imports it, at the first call.

All calls of a process share one thread with one event loop. A call that takes too long is cancelled there and its
connection closed, even if the provider keeps it open, and no thread stays behind. In a run with several workers the
call server makes the calls, so that it alone loads litellm.
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

from pytest_cookie.core.collecting import pause_garbage_collection
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.llm.messages.reply import Reply, read_reply
from pytest_cookie.llm.transport.call_request import CallRequest, Outcome, order_as_json, parse_outcome
from pytest_cookie.llm.transport.chat_arguments import OURS, Wire, chat_arguments
from pytest_cookie.llm.transport.failures import failure_of, timed_out, unreadable
from pytest_cookie.llm.transport.http_guard import Passage, guarded_passage
from pytest_cookie.llm.transport.ipc_client import IpcClient, IpcError
from pytest_cookie.llm.transport.model_info import provider_of
from pytest_cookie.llm.transport.responses_arguments import responses_arguments
from pytest_cookie.llm.transport.secrets import without_secrets_in

_THREAD = "pytest-cookie-models"
_TALKATIVE = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "openai._base_client", "httpx", "asyncio")
_FOR_TOOLS = ("litellm.responses.mcp.chat_completions_handler", "litellm.responses.mcp.litellm_proxy_mcp_handler")
_GRACE_SECONDS = 15.0
_STARTING = threading.Lock()


@dataclass(frozen=True)
class Timeouts:
    """Seconds to connect, to wait for the first or next byte, and for the whole response."""

    connect: float = 15.0
    read: float = 600.0
    whole: float = 1200.0


class LiteLLMCaller:
    """Calls providers. Keys come from the environment, under the names litellm documents."""

    def __init__(self, timeouts: Timeouts, line: IpcClient | None = None) -> None:
        self.timeouts = timeouts
        self._line = line
        self._loaded: set[bool] = set()

    def load(self, request: Request) -> None:
        """Load litellm before the call, so that the seconds it takes do not count towards the call's timeout."""
        with_tools = bool(request.tools or request.computer)
        if self._line is not None and with_tools not in self._loaded:
            try:
                self._line.load(with_tools=with_tools)
                self._loaded.add(with_tools)
            except (IpcError, TimeoutError):
                self._line = None
        if self._line is None:
            load_litellm(with_tools=with_tools)

    def ask(self, request: Request, seconds: float) -> tuple[Reply, float]:
        """Return the reply and the seconds it took, at most `seconds`. Raises `CallFailed`."""
        self.load(request)
        outcome = self._carry_out(self._order(request, min(seconds, self.timeouts.whole)))
        if outcome.failed:
            raise outcome.failed
        reply = read_reply(outcome.answer)
        if reply is None:
            raise unreadable("the response has no choices and no output")
        return reply, outcome.seconds

    def _order(self, request: Request, whole: float) -> CallRequest:
        tool = request.computer
        uses_responses = tool is not None and tool.uses_responses
        return CallRequest(
            arguments=responses_arguments(request, tool)
            if tool and uses_responses
            else chat_arguments(request, provider_of(request.model)),
            api="responses" if uses_responses else "chat",
            connect=min(self.timeouts.connect, whole),
            read=min(self.timeouts.read, whole),
            whole=whole,
            has_schema=request.reply_schema is not None,
            seed=seed_of(request),
        )

    def _carry_out(self, order: CallRequest) -> Outcome:
        if self._line is not None:
            try:
                return parse_outcome(self._line.carry_out(order_as_json(order), order.whole + _GRACE_SECONDS))
            except TimeoutError:
                return Outcome(None, timed_out(order.whole), order.whole)
            except (IpcError, LookupError, TypeError) as error:
                self._line = None  # this process makes its own calls from now on
                if not isinstance(error, IpcError) or error.maybe_sent:
                    return Outcome(None, unreadable("the process that makes the calls has ended"), 0.0)
        return _run(carry_out(load_litellm(with_tools=order.with_tools), order), order.whole)


async def carry_out(litellm: ModuleType, order: CallRequest) -> Outcome:
    """Make one attempt. Failures are returned, so that no litellm exception is chained to them."""
    import httpx

    warnings.filterwarnings("ignore", message="Pydantic serializer warnings", category=UserWarning)
    began, answer, failed = time.monotonic(), None, None
    timeout = httpx.Timeout(order.read, connect=order.connect)
    with guarded_passage() as passage:
        complete = litellm.aresponses if order.api == "responses" else litellm.acompletion
        call = complete(**with_seed(litellm, order.arguments, order.seed), timeout=timeout, max_retries=0)
        try:
            completion = await asyncio.wait_for(call, order.whole)
            answer = _as_data(completion, passage)
        except TimeoutError:
            failed = timed_out(order.whole)
        except Exception as error:  # noqa: BLE001 - litellm raises whatever its providers' code raises
            parameters = order.arguments.keys() - OURS
            failed = failure_of(
                error, order.model, has_schema=order.has_schema, now=time.time(), parameters=sorted(parameters)
            )
    if passage.refused:
        answer, failed = None, passage.refused
    return Outcome(answer, failed, time.monotonic() - began)


def seed_of(request: Request) -> int | None:
    """The seed that a later sample offers to the provider; None if it needs none, or has one in its parameters."""
    return request.sample if request.sample > 1 and "seed" not in request.parameters else None


def with_seed(litellm: ModuleType, arguments: Wire, seed: int | None) -> Wire:
    """The arguments of a call with `seed`, if litellm knows that the provider takes one."""
    if seed is None:
        return arguments
    try:
        supported = litellm.get_supported_openai_params(model=arguments["model"]) or ()
    except Exception:  # noqa: BLE001 - litellm raises several types for a model that it does not know
        supported = ()
    return {**arguments, "seed": seed} if "seed" in supported else arguments


def _as_data(completion: Any, passage: Passage) -> JsonValue:  # noqa: ANN401 - litellm has no types to us
    """The response without keys, and without usage if the provider's token counts are impossible."""
    answer = without_secrets_in(cast(JsonValue, completion.model_dump(mode="json", warnings=False)))
    if passage.has_odd_usage and isinstance(answer, dict):
        answer["usage"] = None
    return answer


@functools.cache
def load_litellm(*, with_tools: bool = False) -> ModuleType:
    """Import litellm with its bundled model map, without telemetry or output on stdout.

    Modules that litellm imports during its first call are loaded here, too, if they exist under the known names.
    """
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    os.environ.setdefault("LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS", "True")
    os.environ.setdefault("LITELLM_TELEMETRY", "False")
    os.environ["DISABLE_AIOHTTP_TRANSPORT"] = "True"  # clients that litellm makes while it is imported use httpx, too
    with pause_garbage_collection():  # saves a quarter of litellm's import time
        import litellm

        for late in ("openai.resources.chat", *(_FOR_TOOLS if with_tools else ())):
            with contextlib.suppress(ImportError):
                importlib.import_module(late)
    litellm.suppress_debug_info = True
    litellm.disable_aiohttp_transport = True  # httpx, which `http_guard` guards, makes all calls
    for name in _TALKATIVE:
        logging.getLogger(name).addFilter(_is_from_another_thread)
    return cast(ModuleType, litellm)


def knows_provider(name: str) -> bool:
    """Whether litellm knows this provider. Imports litellm."""
    return name in {str(getattr(known, "value", known)) for known in load_litellm().provider_list}


def _is_from_another_thread(record: logging.LogRecord) -> bool:
    """Drop log records of our own thread: they can hold keys and whole requests. Our errors carry the reason."""
    return not (record.threadName or "").startswith(_THREAD)


def _run(call: Coroutine[None, None, Outcome], seconds: float) -> Outcome:
    """The call's result from the loop's thread. The wait ends even if the loop is stuck."""
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
    """The event loop of this process. Thread-safe."""
    with _STARTING:
        return _loop(os.getpid())


@functools.cache
def _loop(process: int) -> asyncio.AbstractEventLoop:
    """Runs in a daemon thread; a forked process starts its own."""
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda _loop, _context: None)
    loop.set_default_executor(ThreadPoolExecutor(max_workers=32, thread_name_prefix=_THREAD))
    threading.Thread(target=loop.run_forever, name=f"{_THREAD}-{process}", daemon=True).start()
    return loop
