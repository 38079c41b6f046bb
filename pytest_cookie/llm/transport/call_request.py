"""`CallRequest`: one try of one call as plain data, so that it can be carried out in this process or in another."""

from dataclasses import asdict, dataclass

from pydantic import JsonValue

from pytest_cookie.llm.transport.chat_arguments import Wire
from pytest_cookie.llm.transport.failures import CallFailed


@dataclass(frozen=True)
class CallRequest:
    """`arguments` of a chat completion; seconds to connect, without a byte, and for the whole answer."""

    arguments: Wire
    connect: float
    read: float
    whole: float
    has_schema: bool

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
    """What came of an order: the answer as plain data, or why there is none; and the seconds that it took."""

    answer: JsonValue
    failed: CallFailed | None
    seconds: float


def order_as_json(order: CallRequest) -> Wire:
    """For another process."""
    return asdict(order)


def order_of(told: Wire) -> CallRequest:
    """What `order_as_json` made. Raises `TypeError` for anything else."""
    return CallRequest(**told)  # type: ignore[arg-type]


def outcome_as_json(outcome: Outcome) -> Wire:
    """For another process."""
    failed = outcome.failed
    told: Wire = {"answer": outcome.answer, "seconds": outcome.seconds, "failed": None}
    if failed is not None:
        told["failed"] = {
            "message": str(failed),
            "kind": failed.kind,
            "retry_after": failed.retry_after,
            "maybe_paid": failed.maybe_paid,
            "status": failed.status,
        }
    return told


def outcome_of(told: Wire) -> Outcome:
    """What `outcome_as_json` made. Raises `KeyError` or `TypeError` for anything else."""
    failed = told["failed"]
    failure = CallFailed(**failed) if isinstance(failed, dict) else None  # type: ignore[arg-type]
    return Outcome(told["answer"], failure, float(told["seconds"]))  # type: ignore[arg-type]
