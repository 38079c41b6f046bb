"""Runs other work with litellm than chat completions: on the shared loop, guarded, with failures classified."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from types import ModuleType
from typing import TypeVar

from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.llm.transport.chat_arguments import chat_arguments
from pytest_cookie.llm.transport.failures import CallFailed, failure_of, timed_out
from pytest_cookie.llm.transport.http_guard import CapturedRequest, guarded_passage
from pytest_cookie.llm.transport.litellm_call import load_litellm, seed_of, shared_loop, with_seed
from pytest_cookie.llm.transport.model_info import provider_of

T = TypeVar("T")
_CAPTURE_SECONDS = 120.0


def perform(
    work: Callable[[ModuleType], Awaitable[T]], model: str, *, seconds: float, max_bytes: int | None = None
) -> T:
    """The result of `work`, which makes calls for `model`. Raises `CallFailed`.

    It ends after `seconds`. A response is at most `max_bytes` long, by default as long as a completion.
    """
    litellm = load_litellm()

    async def guarded() -> T | CallFailed:
        failed: CallFailed | None = None
        with guarded_passage(max_bytes=max_bytes) as passage:
            try:
                return await asyncio.wait_for(work(litellm), seconds)
            except TimeoutError:
                failed = timed_out(seconds)
            except Exception as error:  # noqa: BLE001 - litellm raises whatever its providers' code raises
                failed = failure_of(error, model, has_schema=False, now=time.time())
        return passage.refused or failed

    outcome = _result(guarded())
    if isinstance(outcome, CallFailed):
        raise outcome
    return outcome


def capture_request(request: Request) -> CapturedRequest:
    """The HTTP request that litellm would send for `request`, which is not sent. Raises `CallFailed`."""
    litellm = load_litellm(with_tools=bool(request.tools))
    arguments = with_seed(litellm, chat_arguments(request, provider_of(request.model)), seed_of(request))

    async def captured() -> CapturedRequest | CallFailed:
        failed: CallFailed | None = None
        with guarded_passage(captures=True) as passage:
            try:
                call = litellm.acompletion(**arguments, timeout=_CAPTURE_SECONDS, max_retries=0)
                await asyncio.wait_for(call, _CAPTURE_SECONDS)
            except Exception as error:  # noqa: BLE001 - as above; `CapturedError` comes in another exception's form
                failed = failure_of(error, request.model, has_schema=False, now=time.time())
        return (
            passage.captured or passage.refused or failed or CallFailed("litellm sends nothing for this model", "final")
        )

    outcome = _result(captured())
    if isinstance(outcome, CallFailed):
        raise outcome
    return outcome


def _result(work: Awaitable[T]) -> T:
    async def awaited() -> T:
        return await work

    future = asyncio.run_coroutine_threadsafe(awaited(), shared_loop())
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise
