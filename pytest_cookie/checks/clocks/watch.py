"""`ClockWatch`: numbers that change by themselves at a steady pace, and jump with an action. Pure."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.clocks.fact import ClockFact, NumberJump
from pytest_cookie.core.parsing import parse_shown_whole, strip_fragment
from pytest_cookie.exploration.watch import Act

_SAMPLES = 12
_LEAST_SAMPLES = 4  # two intervals could agree by chance
_LEAST_SPAN_MS = 1_500  # longer than a clock's second
_LEAST_STEPS = 3
_MAX_TEXT = 200  # numbers of interest are at the beginning of short texts
_MAX_JUMPS = 6
_NUMBER = re.compile(r"\d{1,6}(?::\d\d){1,2}|\d{1,3}(?:,\d{3})+|\d{1,12}(?:\.\d{1,6})?")
"""A time such as 1:05, a number with commas between thousands, or a plain number."""

_DIGITS = re.compile(r"[#\d:.,]")


@dataclass(frozen=True)
class _Sample:
    """The numbers of a text at a moment of page time."""

    at_ms: int
    values: tuple[float, ...]


@dataclass(frozen=True)
class _Pace:
    """`rate` per ms; a value up to `tolerance` away from the expected one is no jump."""

    rate: float
    tolerance: float


@dataclass(frozen=True)
class Course:
    """The samples of a text, whose words apart from its numbers are `words`."""

    words: str
    samples: deque[_Sample] = field(default_factory=lambda: deque(maxlen=_SAMPLES))

    def shifted(self, by: Iterable[float]) -> "Course":
        """As if the numbers had always been so much greater: the pace goes on after a jump."""
        offsets = tuple(by)
        moved = (
            replace(sample, values=tuple(value + more for value, more in zip(sample.values, offsets, strict=True)))
            for sample in self.samples
        )
        return replace(self, samples=deque(moved, maxlen=_SAMPLES))

    @property
    def is_known(self) -> bool:
        """Whether it was watched long enough."""
        samples = self.samples
        return len(samples) >= _LEAST_SAMPLES and samples[-1].at_ms - samples[0].at_ms >= _LEAST_SPAN_MS

    def paces(self) -> list[_Pace | None]:
        """For each number its pace, None if it is not steady."""
        times = [sample.at_ms for sample in self.samples]
        return [_pace(times, values) for values in zip(*(other.values for other in self.samples), strict=True)]


class ClockWatch:
    """Learns the paces of numbers from every look at the page; elements are named by their paths."""

    def __init__(self) -> None:
        self._looks: list[Observation] = []
        self._url = ""
        self._courses: dict[str, Course] = {}

    def look(self, seen: Observation) -> None:
        """Keep an observation until the next action is compared."""
        self._looks.append(seen)

    def compare(self, act: Act) -> ClockFact | None:
        """The numbers that are not where their own pace leads, of elements that the page changes by itself."""
        looks, self._looks = self._looks, []
        for seen in looks:
            if seen.page_ms <= act.before.page_ms:
                self._learn(seen)
        found = list(self._find_jumps(act)) if act.action.is_input and not act.action.replaces_view else []
        if act.action.replaces_view:
            self._courses.clear()
        for seen in looks:
            if seen.page_ms > act.before.page_ms:
                self._learn(seen)
        self._courses |= {path: course for path, course, _ in found if course}
        jumps = tuple(jump for _, _, jump in found)[:_MAX_JUMPS]
        return ClockFact(jumps=jumps) if jumps else None

    def _learn(self, seen: Observation) -> None:
        if strip_fragment(seen.url) != self._url:
            self._courses.clear()
            self._url = strip_fragment(seen.url)
        for path, state in seen.elements.items():
            words, values = _split(state.text[:_MAX_TEXT])
            if not values:
                continue
            course = self._courses.get(path)
            if course is None or course.words != words:
                course = self._courses[path] = Course(words)
            if not course.samples or course.samples[-1].at_ms < seen.page_ms:
                course.samples.append(_Sample(seen.page_ms, values))

    def _find_jumps(self, act: Act) -> Iterator[tuple[str, Course | None, NumberJump]]:
        """The path and the jump of each such number, with its course from now on, which is None in other words."""
        for path, state in act.after.elements.items():
            course, earlier = self._courses.get(path), act.before.elements.get(path)
            if course is None or earlier is None or not course.is_known or not act.quiet.covers(path):
                continue
            if (found := _find_jump(course, earlier.text, state.text, act.after.page_ms)) is not None:
                yield path, *found


def _find_jump(course: Course, before: str, after: str, at_ms: int) -> tuple[Course | None, NumberJump] | None:
    words, values = _split(after[:_MAX_TEXT])
    last, paces = course.samples[-1], course.paces()
    if words != course.words:
        if _DIGITS.sub("", words) == _DIGITS.sub("", course.words):
            return None  # the number took another form, as 00:09 does that becomes 00:010
        if _split(before[:_MAX_TEXT])[0] != course.words:
            return None  # an earlier action replaced the number already
        is_over = any(
            pace and pace.rate < 0 and not _continue(value, pace.rate, at_ms - last.at_ms)
            for value, pace in zip(last.values, paces, strict=True)
        )
        return None if is_over else (None, NumberJump(before=before[:_MAX_TEXT], after=after[:_MAX_TEXT]))
    expected = [
        _continue(value, pace.rate, at_ms - last.at_ms) if pace else None
        for value, pace in zip(last.values, paces, strict=True)
    ]
    away = [value - told if told is not None else 0.0 for value, told in zip(values, expected, strict=True)]
    jumped = [far if pace and abs(far) > pace.tolerance else 0.0 for far, pace in zip(away, paces, strict=True)]
    if not any(jumped):
        return None
    goes_on = course.shifted(jumped)
    goes_on.samples.append(_Sample(at_ms, values))
    return goes_on, NumberJump(before=before[:_MAX_TEXT], after=after[:_MAX_TEXT], expected=_write(after, expected))


def _continue(value: float, rate: float, passed_ms: int) -> float:
    """The value after some time; what counts down ends at 0."""
    then = value + rate * passed_ms
    return max(0.0, then) if rate < 0 <= value else then


def _pace(times: list[int], values: tuple[float, ...]) -> _Pace | None:
    """The pace of a number; None if it is not steady: if it is further from a straight line than one of its steps, or
    if it has taken so few steps that it may just have begun, as a clock does that was started."""
    rate = (values[-1] - values[0]) / (times[-1] - times[0])
    residual = max(abs(one - values[0] - rate * (at - times[0])) for at, one in zip(times, values, strict=True))
    steps = [abs(then - one) for one, then in pairwise(values) if then != one]
    if 0 < len(steps) < _LEAST_STEPS:
        return None
    tick = min(steps, default=0.0)
    return _Pace(rate, residual + tick) if residual <= tick else None


def _split(text: str) -> tuple[str, tuple[float, ...]]:
    """The text without its numbers, and the numbers; times in their smallest unit."""
    return _NUMBER.sub("#", text), tuple(_value(found[0]) for found in _NUMBER.finditer(text))


def _value(number: str) -> float:
    if ":" in number:
        value = 0
        for part in number.split(":"):
            value = 60 * value + (parse_shown_whole(part) or 0)
        return float(value)
    return float(number.replace(",", ""))


def _write(text: str, values: list[float | None]) -> str:
    """The text with other numbers, in the same form; a number that is None stays."""
    left = iter(values)

    def written(found: re.Match[str]) -> str:
        value = next(left)
        if value is None:
            return found[0]
        parts = found[0].count(":")
        if not parts:
            return f"{value:.0f}"
        rest, told = divmod(round(value), 60)
        minutes = f"{rest // 60}:{rest % 60:02d}" if parts > 1 else f"{rest}"
        return f"{minutes}:{told:02d}"

    return _NUMBER.sub(written, text[:_MAX_TEXT])
