"""The progress of a run as text: items done, running phases, money, time left. `plugin` draws it."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.stages import Stage
from pytest_cookie.reporting.text.quantities import duration, money
from pytest_cookie.reporting.text.terminal_cells import cut, printable, width_of

PHASES: dict[Stage, str] = {"generate": "generating", "deploy": "serving", "explore": "exploring", "judge": "judging"}
"""What an item is doing in each phase."""
_GAP = " · "
_START, _WAITS = "starting", "waiting for a browser"
_MIN_RECENT = 20
_TRIM = 0.1
_BAR_CELLS = 16
_MIN_BAR_WIDTH = 100
_LONG_SECONDS = 60.0


class ModelCall(FrozenModel):
    """A model call that has no response yet. `since` is in seconds since 1970."""

    model: str = Field(max_length=500)
    since: float


class WorkerActivity(FrozenModel):
    """What a worker is doing, as it writes to its own file. `since` and `phase_since` are seconds since 1970.

    `waits`: it waits for a free browser slot. `call` is the model call that it has been waiting for the longest.
    """

    item: str = Field(max_length=500)
    phase: Stage | None = None
    since: float
    phase_since: float
    waits: bool = False
    call: ModelCall | None = None

    def describe_call(self, now: float) -> str:
        """`, for 14 s waiting for openai/gpt-5`; "" without a call, or before it takes a second."""
        waited = now - self.call.since if self.call else 0.0
        return f", for {duration(waited)} waiting for {printable(self.call.model)}" if self.call and waited >= 1 else ""

    @property
    def word(self) -> str:
        """The current phase, in a few words."""
        if self.waits:
            return _WAITS
        return PHASES.get(self.phase, self.phase) if self.phase else _START


@dataclass(frozen=True)
class Money:
    """The cost of model calls so far, in US dollars.

    `left` is the rest of the budget, None without a budget; `is_whole` is false if the price of a call is unknown.
    """

    spent: float
    left: float | None = None
    is_whole: bool = True

    def describe(self) -> str:
        """`$0.42 spent`, `over $0.42 spent` if some prices are unknown, `price unknown` if no price is known."""
        if self.is_whole:
            return f"{money(self.spent)} spent"
        return f"over {money(self.spent)} spent" if self.spent else "price unknown"


@dataclass
class RemainingTimeEstimate:
    """The durations of recent items, to estimate the time left: the first items predict the last ones poorly."""

    workers: int = 1
    _recent: deque[float] = field(default_factory=deque)

    def add(self, seconds: float) -> None:
        """Add the duration of one item on its worker."""
        self._recent.append(seconds)
        while len(self._recent) > max(_MIN_RECENT, 4 * self.workers):
            self._recent.popleft()

    def seconds_left(self, waiting: int, ages: Sequence[float]) -> float | None:
        """Seconds until the last item ends: `waiting` have not begun, the others have been running for `ages` seconds.

        None before the first item has ended, and if only items are left that already take longer than usual: nothing
        tells how much longer. So the estimate never grows until an item ends.
        """
        if not self._recent or not (waiting or ages):
            return None
        usual = _trimmed_mean(self._recent)
        running = [max(usual - age, 0.0) for age in ages]
        return max([(sum(running) + waiting * usual) / max(1, self.workers), *running]) or None


def _trimmed_mean(values: Sequence[float]) -> float:
    """The mean without the highest and lowest tenth: one slow item must not move the whole estimate."""
    cut_off = int(len(values) * _TRIM)
    return fmean(sorted(values)[cut_off : len(values) - cut_off])


@dataclass(frozen=True)
class RunProgress:
    """The state of a run at one moment. `before` counts the items done by earlier sessions.

    `running` items have begun; `doing` describes them as far as known. `now` is seconds since 1970.
    """

    done: int
    total: int
    before: int = 0
    failed: int = 0
    unscored: int = 0
    running: int = 0
    doing: tuple[WorkerActivity, ...] = ()
    money: Money | None = None
    seconds_left: float | None = None
    now: float = 0.0

    def log_line(self) -> str:
        """One line for a log, with everything known."""
        doing = [*self._phases(), *self._longest()]
        return _GAP.join([self._share(), *self._counts(), *doing, *self._money(), *self._time()])

    def live_lines(self, width: int) -> tuple[str, str]:
        """Two lines for a terminal, at most `width` cells wide: the progress, and what runs now."""
        return self._first_line(width), cut(f"  {self._now_line(width - 2)}", width).rstrip()

    def _first_line(self, width: int) -> str:
        parts = [self._share(), *self._counts(), *self._money(), *self._time()]
        bar = f"{_bar(self.done, self.total)} " if width >= _MIN_BAR_WIDTH else ""
        line = bar + _GAP.join(parts)
        if width_of(line) > width:  # the budget can be read elsewhere, the time left cannot
            line = _GAP.join([self._share(), *self._counts(), *self._money()[:1], *self._time()])
        return cut(line, width)

    def _now_line(self, width: int) -> str:
        if not self.doing:
            return f"{self.running} running" if self.running else ""
        if len(self.doing) == 1:
            (only,) = self.doing
            for_ = duration(max(0.0, self.now - only.phase_since))
            return cut(f"{only.word} {for_}{only.describe_call(self.now)}{_GAP}{printable(only.item)}", width)
        return cut(_GAP.join([*self._phases(), *self._longest()]), width)

    def _longest(self) -> list[str]:
        """The item that has been running for the longest time, if that is long; its phase as well."""
        longest = min(self.doing, key=lambda activity: activity.since, default=None)
        if longest is None or self.now - longest.since < _LONG_SECONDS:
            return []
        doing = f"{longest.word}{longest.describe_call(self.now)}"
        return [f"longest {duration(self.now - longest.since)}, {doing}: {printable(longest.item)}"]

    def _share(self) -> str:
        return f"{self.done}/{self.total}" + (f" ({100 * self.done // self.total} %)" if self.total else "")

    def _counts(self) -> list[str]:
        counts = ((self.before, "done before"), (self.failed, "failed"), (self.unscored, "unscored"))
        return [f"{number} {word}" for number, word in counts if number]

    def _phases(self) -> list[str]:
        """`2 exploring · 1 judging`, in phase order; then waiting items, and items that have just started."""
        current = [activity.word for activity in self.doing]
        words = (*PHASES.values(), _WAITS, _START)
        return [f"{current.count(word)} {word}" for word in words if word in current]

    def _money(self) -> list[str]:
        if self.money is None:
            return []
        spent = self.money.describe()
        return [spent] if self.money.left is None else [spent, f"{money(max(0.0, self.money.left))} left"]

    def _time(self) -> list[str]:
        return [] if self.seconds_left is None else [f"about {roughly(self.seconds_left)} left"]


def _bar(done: int, total: int) -> str:
    filled = _BAR_CELLS * done // total if total else 0
    return "█" * filled + "░" * (_BAR_CELLS - filled)


def roughly(seconds: float) -> str:
    """`20 s`, `4 min`, `2 h 5 min`: rounded to the precision of an estimate."""
    if seconds < 90:
        return f"{max(5, 5 * round(seconds / 5))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
