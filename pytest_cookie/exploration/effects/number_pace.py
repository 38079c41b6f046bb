"""`NumberPaces`: numbers that change by themselves at a steady pace, and jump with an action. Pure."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.parsing import parse_shown_whole
from pytest_cookie.core.trace import NumberJump

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


class NumberPaces:
    """Gets every observation in order; elements are named by their paths."""

    def __init__(self) -> None:
        self._courses: dict[str, Course] = {}

    def note(self, seen: Observation) -> None:
        """Take the numbers of an observation into account."""
        for path, state in seen.elements.items():
            words, values = _split(state.text[:_MAX_TEXT])
            if not values:
                continue
            course = self._courses.get(path)
            if course is None or course.words != words:
                course = self._courses[path] = Course(words)
            if not course.samples or course.samples[-1].at_ms < seen.page_ms:
                course.samples.append(_Sample(seen.page_ms, values))

    def forget(self) -> None:
        """Start over for another document."""
        self._courses.clear()

    def snapshot(self) -> Mapping[str, Course]:
        """The present values and rates, for `find_jumps` after an action."""
        return {path: replace(course, samples=course.samples.copy()) for path, course in self._courses.items()}

    def find_jumps(
        self, known: Mapping[str, Course], before: Observation, after: Observation, covers: Callable[[str], bool]
    ) -> tuple[NumberJump, ...]:
        """The numbers that are not where their own pace leads, of elements that the page changes by itself.

        `known` is the snapshot that was taken before the action.
        """
        found = []
        for path, state in after.elements.items():
            course, earlier = known.get(path), before.elements.get(path)
            if course is None or earlier is None or not course.is_known or not covers(path):
                continue
            if (jump := self._jump(path, course, earlier.text, state.text, after.page_ms)) is not None:
                found.append(jump)
        return tuple(found[:_MAX_JUMPS])

    def _jump(self, path: str, course: Course, before: str, after: str, at_ms: int) -> NumberJump | None:
        words, values = _split(after[:_MAX_TEXT])
        last, paces = course.samples[-1], course.paces()
        if words != course.words:
            if _DIGITS.sub("", words) == _DIGITS.sub("", course.words):
                return None  # the number took another form, as 00:09 does that becomes 00:010
            is_over = any(
                pace and pace.rate < 0 and not _continue(value, pace.rate, at_ms - last.at_ms)
                for value, pace in zip(last.values, paces, strict=True)
            )
            return None if is_over else NumberJump(before=before[:_MAX_TEXT], after=after[:_MAX_TEXT])
        expected = [
            _continue(value, pace.rate, at_ms - last.at_ms) if pace else None
            for value, pace in zip(last.values, paces, strict=True)
        ]
        away = [value - told if told is not None else 0.0 for value, told in zip(values, expected, strict=True)]
        if not any(pace and abs(far) > pace.tolerance for far, pace in zip(away, paces, strict=True)):
            return None
        jumped = [far if pace and abs(far) > pace.tolerance else 0.0 for far, pace in zip(away, paces, strict=True)]
        self._courses[path] = course.shifted(jumped)
        self._courses[path].samples.append(_Sample(at_ms, values))
        return NumberJump(before=before[:_MAX_TEXT], after=after[:_MAX_TEXT], expected=_write(after, expected))


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
