"""The single events of a play, in order: keys and buttons that go down and up, and movements of the pointer."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from pytest_cookie.core.action import PlayInput

KEY_REPEATS_AFTER_MS, KEY_REPEATS_MS = 400, 50
"""As usual on a keyboard."""


@dataclass(frozen=True)
class PlayEvent:
    """An event at a moment of page time; a `key`, or else the pointer at `x` and `y`. `repeat`: a key that is held."""

    ms: int
    type: Literal["down", "up", "move"]
    key: str = ""
    x: float = 0.0
    y: float = 0.0
    repeat: bool = False


def list_events(inputs: Iterable[PlayInput], until_ms: int | None = None) -> list[PlayEvent]:
    """The events of all inputs in order of time; of equal time in the order of the inputs.

    A key that another input holds already only repeats, as on a real keyboard, and goes up with the last of them; so
    does the button. What is held at `until_ms` goes up then.
    """
    events = [event for one in inputs for event in (_of_keys(one) if one.key else _of_pointer(one))]
    if until_ms is not None:
        begun = [event for event in events if event.ms < until_ms or event.type == "up"]
        events = [replace(event, ms=min(event.ms, until_ms)) for event in begun]
    return list(_without_doubles(sorted(events, key=lambda event: event.ms)))


def _without_doubles(events: Iterable[PlayEvent]) -> Iterator[PlayEvent]:
    held: Counter[str] = Counter()
    for event in events:
        if event.type == "down" and not event.repeat:
            held[event.key] += 1
            if held[event.key] == 1:
                yield event
            elif event.key:
                yield replace(event, repeat=True)
        elif event.type == "up":
            held[event.key] -= 1
            if held[event.key] == 0:
                yield event
        else:
            yield event


def _of_keys(one: PlayInput) -> Iterator[PlayEvent]:
    keys = [key for key in one.key.split("+") if key]
    for key in keys:
        yield PlayEvent(one.at_ms, "down", key)
    for ms in range(KEY_REPEATS_AFTER_MS, one.hold_ms, KEY_REPEATS_MS):
        yield PlayEvent(one.at_ms + ms, "down", keys[-1], repeat=True)
    for key in reversed(keys):
        yield PlayEvent(one.at_ms + one.hold_ms, "up", key)


def _of_pointer(one: PlayInput) -> Iterator[PlayEvent]:
    x, y = one.x or 0.0, one.y or 0.0
    yield PlayEvent(one.at_ms, "move", x=x, y=y)
    if one.hold_ms:
        yield PlayEvent(one.at_ms, "down", x=x, y=y)
        yield PlayEvent(one.at_ms + one.hold_ms, "up", x=x, y=y)
