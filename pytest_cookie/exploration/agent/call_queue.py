"""`CallQueue`: the calls of one reply, carried out one after another, and what is answered to each."""

from collections import deque
from dataclasses import dataclass

from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent.action_builder import Deed, Workbench
from pytest_cookie.exploration.agent.calls import Call, Pointed
from pytest_cookie.exploration.agent.change_text import told
from pytest_cookie.exploration.agent.conversation import Reply
from pytest_cookie.exploration.agent.tools import parse
from pytest_cookie.llm.messages.messages import Message, Text
from pytest_cookie.llm.messages.tool_calls import InvalidCallError


@dataclass(frozen=True)
class QueuedCall:
    """A call on its way: `meant` is what it asks for, `deed` what that is on the page as it is now."""

    id: str
    meant: Call
    deed: Deed


class CallQueue:
    """Made of a reply that has calls. Every call is answered, whatever becomes of it."""

    def __init__(self, reply: Reply, workbench: Workbench) -> None:
        self._ids = tuple(call.id for call in reply.calls)
        self._answers: dict[str, str] = {}
        self._waiting: deque[tuple[str, Call]] = deque()
        self._url = workbench.url
        self._left_out = reply.left_out
        self._in_hand: QueuedCall | None = None
        for call in reply.calls:
            try:
                meant = parse(call)
                workbench.deed(meant)
            except InvalidCallError as error:
                self._answers[call.id] = f"Not carried out. {error}"
            else:
                self._waiting.append((call.id, meant))

    def next(self, workbench: Workbench) -> QueuedCall | None:
        """The next that can be carried out on the page as it is now; the others are dropped with a word."""
        while self._waiting:
            call_id, meant = self._waiting.popleft()
            try:
                self._require_same_page(meant, workbench)
                self._in_hand = QueuedCall(call_id, meant, workbench.deed(meant))
            except InvalidCallError as error:
                self._answers[call_id] = f"Dropped, since the page changed: {error}"
                continue
            return self._in_hand
        return None

    def _require_same_page(self, meant: Call, workbench: Workbench) -> None:
        if isinstance(meant, Pointed) and not meant.ref and meant.x is not None and workbench.url != self._url:
            raise InvalidCallError("the address is another one; look before you use coordinates")

    def done(self, step: Step, *, scale: float, moves: bool) -> QueuedCall | None:
        """The call in hand became `step`. What the last one changed stands in the observation that follows."""
        errand, self._in_hand = self._in_hand, None
        if errand:
            changes = (
                told(step, scale=scale, moves=moves).text("changes") if self._waiting else "See the next observation."
            )
            self._answers[errand.id] = f"Step {step.index}, until {step.page_ms / 1000:.1f} s of page time.\n{changes}"
        return errand

    def answers(self) -> tuple[Message, ...]:
        """One for each call, in order."""
        said = [self._answers.get(one, "Not carried out: the exploration ended before it.") for one in self._ids]
        if self._left_out:
            said[-1] += f"\n{self._left_out} more calls were left out: there may be {len(self._ids)} a turn."
        return tuple(
            Message("tool", (Text(text),), tool_call_id=one) for one, text in zip(self._ids, said, strict=True)
        )

    @property
    def problems(self) -> str:
        """What was wrong with those that were not carried out."""
        return "; ".join(self._answers.values())
