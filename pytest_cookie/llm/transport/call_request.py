"""`CallRequest` and `Outcome`: one attempt of a call as plain data, so that any process can make it."""

from dataclasses import asdict, dataclass
from typing import Literal

from pydantic import JsonValue

from pytest_cookie.llm.transport.chat_arguments import Wire
from pytest_cookie.llm.transport.failures import CallFailed


@dataclass(frozen=True)
class CallRequest:
    """`arguments` of a call of `api`, and timeouts in seconds: to connect, between bytes, for the whole response.

    `seed` is sent if the provider takes one. `responses` is OpenAI's Responses API.
    """

    arguments: Wire
    connect: float
    read: float
    whole: float
    has_schema: bool
    seed: int | None = None
    api: Literal["chat", "responses"] = "chat"

    @property
    def model(self) -> str:
        """The id of the model."""
        return str(self.arguments["model"])

    @property
    def with_tools(self) -> bool:
        """Whether the model may call tools."""
        return "tools" in self.arguments


@dataclass(frozen=True)
class Outcome:
    """The response as plain data or the failure, and the seconds it took."""

    answer: JsonValue
    failed: CallFailed | None
    seconds: float


def order_as_json(order: CallRequest) -> Wire:
    """Serialise for another process."""
    return asdict(order)


def parse_order(data: Wire) -> CallRequest:
    """Inverse of `order_as_json`. Raises `TypeError` for anything else."""
    return CallRequest(**data)  # type: ignore[arg-type]


def outcome_as_json(outcome: Outcome) -> Wire:
    """Serialise for another process."""
    failed = outcome.failed
    failure: Wire | None = None
    if failed:  # its fields by name, since code between may have added attributes to the exception
        failure = {
            "message": str(failed),
            "kind": failed.kind,
            "retry_after": failed.retry_after,
            "maybe_paid": failed.maybe_paid,
            "status": failed.status,
            "parameter": failed.parameter,
        }
    return {"answer": outcome.answer, "seconds": outcome.seconds, "failed": failure}


def parse_outcome(data: Wire) -> Outcome:
    """Inverse of `outcome_as_json`. Raises `KeyError` or `TypeError` for anything else."""
    failed = data["failed"]
    failure = CallFailed(**failed) if isinstance(failed, dict) else None  # type: ignore[arg-type]
    return Outcome(data["answer"], failure, float(data["seconds"]))  # type: ignore[arg-type]
