"""`Stage`: a page in a time of its own, on which plays are tried; see `scripts/rehearsal.js`."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from pydantic import JsonValue, TypeAdapter, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import PlayInput
from pytest_cookie.core.play_events import list_events
from pytest_cookie.exploration.rehearsal.performance import ENDING, STILL_MS, Sample
from pytest_cookie.exploration.rehearsal.search import PlaysSpentError

SAMPLE_MS = 102
"""Six frames."""
_RUN = "(run) => window.__cookie.rehearse(run)"
_HEARS = "() => window.__cookie.hears()"
_PORTION_MS = 3_400
"""Page time of one call: the processor time of a page is known only between calls."""


class StageFellError(Exception):
    """The page cannot be tried: it does not load."""


class Stage:
    """Loads the page anew for every play. `cpu_seconds` bound the processor time of all plays together."""

    def __init__(self, session: Session, url: str, *, most_cpu_seconds: float) -> None:
        self._session = session
        self._url = url
        self._most_cpu_seconds = most_cpu_seconds
        self._cpu_seconds_before = session.cpu_seconds

    def load(self) -> None:
        """Load the page. Raises `StageFellError`."""
        if not self._session.load(self._url, settle_ms=0).loaded:
            raise StageFellError

    def perform(self, inputs: Sequence[PlayInput], *, from_ms: int, until_ms: int) -> tuple[Sample, ...]:
        """Samples of a play, from `from_ms` to its end, at most to `until_ms`.

        Raises `StageFellError`, and `PlaysSpentError` after `most_cpu_seconds`.
        """
        self.load()
        events: list[JsonValue] = [asdict(event) for event in list_events(inputs)]
        samples: list[Sample] = []
        for end_ms in [*range(_PORTION_MS, until_ms, _PORTION_MS), until_ms]:
            if self._session.cpu_seconds - self._cpu_seconds_before > self._most_cpu_seconds:
                raise PlaysSpentError
            run = self._run({
                "inputs": events, "fromMs": from_ms, "untilMs": end_ms,
                "everyMs": SAMPLE_MS, "ending": ENDING, "stillMs": STILL_MS + SAMPLE_MS,
            })  # fmt: skip
            samples += run.samples
            if run.isOver:
                break
        return tuple(samples)

    def _run(self, argument: JsonValue) -> "_Run":
        try:
            return _RUNS.validate_python(self._session.evaluate(_RUN, argument))
        except (ValidationError, PageScriptError):  # it has left for another document
            return _Run((), isOver=True)

    def hears(self) -> frozenset[str]:
        """The kinds of inputs that the loaded page listens to: `key`, `press`, `move`."""
        told = self._session.evaluate(_HEARS)
        return frozenset(map(str, told)) if isinstance(told, list) else frozenset()


@dataclass(frozen=True)
class _Run:
    """What `rehearse` returns."""

    samples: tuple[Sample, ...]
    isOver: bool  # noqa: N815 - a name of the script's


_RUNS = TypeAdapter(_Run)
