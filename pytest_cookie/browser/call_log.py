"""`CallLog`: the calls of a session that its page can notice, so that another session can repeat them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class LoggedCall:
    """A call by the method's name and arguments."""

    name: str
    arguments: tuple[Any, ...]
    named: dict[str, Any]

    def repeat(self, session: object) -> Any:  # noqa: ANN401 - whatever the method returns
        """Make the same call on another session. Raises what the method raises."""
        return getattr(session, self.name)(*self.arguments, **self.named)


@dataclass
class CallLog:
    """Calls in order. A call made by another one is part of that one."""

    calls: list[LoggedCall] = field(default_factory=list)
    _depth: int = 0

    def run(self, call: LoggedCall, method: Callable[[], T]) -> T:
        """Note the call unless another one is under way, and make it."""
        if self._depth == 0:
            self.calls.append(call)
        self._depth += 1
        try:
            return method()
        finally:
            self._depth -= 1


class _Logged(Protocol):
    log: CallLog


S = TypeVar("S", bound=_Logged)


def logged(method: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Decorate a method whose calls are noted in the `log` of its object."""

    @wraps(method)
    def call(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.log.run(LoggedCall(method.__name__, args, dict(kwargs)), lambda: method(self, *args, **kwargs))

    return call
