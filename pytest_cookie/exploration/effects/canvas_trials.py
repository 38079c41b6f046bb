"""`CanvasTrials`: the effects of inputs on a canvas that moves by itself, by comparison with a run without them."""

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.browser.page.observation import ActionOutcome
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Action, Click, Drag, Press, hover_over
from pytest_cookie.core.trace import Comparison, Step, Trial
from pytest_cookie.exploration.effects.change import MIN_PIXELS
from pytest_cookie.exploration.effects.picture_difference import count_differing, describe_difference
from pytest_cookie.exploration.pictures import changed_mask, decode_pixels
from pytest_cookie.records.files import write_bytes

_MAX_BUTTONS, _MAX_KEYS, _MAX_PLACES = 4, 4, 1  # a pad of arrows has four buttons
_MAX_RUNS = 4
_MAX_STARTS = 3
_ARRIVED_MS, _BEGUN_MS = 400, 600
_LOOKS_MS = (85, 340)
_TURNS = 2
"""An input may have no effect at one moment and one a little later."""
_DEAFEN = """(isDeaf) => {
  const deafen = window.__cookie?.deafen;
  if (!deafen || document.querySelector("iframe, frame, object, embed")) return false;
  deafen(isDeaf);
  return true;
}"""

_Looks = tuple[bytes, ...]


@dataclass(frozen=True)
class _Input:
    """An action whose effect was hidden in each of its `steps`."""

    action: Action
    steps: tuple[int, ...]


class _CannotTellError(Exception):
    """The page cannot be run so that its runs are comparable."""


class CanvasTrials:
    """Runs the page again: once deaf to all inputs, then hearing them from the first on, from the second on, and so on.

    All runs get the same inputs at the same page times, in sessions of one seed from `opened`, whose pages can be deaf.
    If a run hears an input and looks like the deaf run, the input has no effect, and the next input meets the same page
    in both. If it looks different, the input has an effect, and that run ends. A page that looks different while it is
    deaf proves no effect.

    Of an input with an effect, the two pictures that differ most are saved in `folder`: at half of a hold, a moment
    after the input, or a little later. A jump may have landed by then.

    A missing effect counts only if the page could respond: not after the last heard input, when the game may be over,
    and, unless an earlier action started the game, not before the first heard input, which may start it.
    """

    def __init__(self, opened: Callable[[], AbstractContextManager[Session]], url: str, folder: Path) -> None:
        self._opened = opened
        self._url = url
        self._folder = folder
        self._compared: dict[int, Comparison] = {}
        self._starts: tuple[Action, ...] = ()

    def of(self, steps: Sequence[Step]) -> tuple[Trial, ...]:
        """A trial for each hidden input of an exploration, if possible. Raises `ExplorationError`."""
        inputs = _hidden_inputs(steps)
        if not inputs:
            return ()
        self._starts = _starts(steps[: min(other.steps[0] for other in inputs)])
        if len(self._starts) > _MAX_STARTS:
            return ()  # the path to this state is unknown
        try:
            return self._tried(self._within_reach(inputs))
        except _CannotTellError:
            return ()

    def _within_reach(self, inputs: Sequence[_Input]) -> list[_Input]:
        """Those that are there once it has begun: a button of the end is not."""
        with self._opened() as session:
            self._begin(session)
            return [
                decision for decision in inputs if all(session.act(part).done for part in _approach(decision.action))
            ]

    def _tried(self, inputs: Sequence[_Input]) -> tuple[Trial, ...]:
        deaf: list[_Looks] = []
        with suppress(_CannotTellError):  # the input's target is covered by then, for example by the end of a game
            deaf.extend(self._run(inputs, hears_from=len(inputs)))
        inputs = inputs[: max(0, len(deaf) - 1) // _TURNS]
        del deaf[1 + len(inputs) * _TURNS :]
        heard: list[bool] = []
        for _ in range(_MAX_RUNS):
            if len(heard) == len(inputs):
                break
            heard += self._heard_from(len(heard), inputs, deaf)
        moving = [_moves(deaf[1 + nth * _TURNS : 1 + (nth + 1) * _TURNS]) for nth in range(len(inputs))]
        able = self._is_able(heard)
        told = zip(inputs, heard, moving, able, strict=False)
        return tuple(
            Trial(steps=one.steps, heard=answers, compared=self._compared.get(one.steps[0]))
            for one, answers, *telling in told
            if answers or all(telling)
        )

    def _is_able(self, heard: Sequence[bool]) -> list[bool]:
        """For each input, whether the page could respond."""
        if not any(heard):
            return [True] * len(heard)
        first = 0 if self._starts else heard.index(True)
        last = len(heard) - heard[::-1].index(True)
        return [first <= nth < last for nth in range(len(heard))]

    def _heard_from(self, first: int, inputs: Sequence[_Input], deaf: Sequence[_Looks]) -> list[bool]:
        """Whether the `first` input is answered, and each after it up to the next one that is."""
        unheard = 0
        with closing(self._run(inputs, hears_from=first)) as run:
            for turn, (looks, without) in enumerate(zip(run, deaf, strict=True)):
                nth = (turn - 1) // _TURNS
                if any(map(_is_unlike, looks, without)):
                    if nth < first:
                        raise _CannotTellError
                    step = inputs[nth].steps[0]
                    self._compared[step] = save_comparison(without, looks, self._folder, step)
                    return [*[False] * (nth - first), True]
                unheard = nth + 1 - first
        return [False] * unheard

    def _run(self, inputs: Sequence[_Input], *, hears_from: int) -> Generator[_Looks]:
        """The page at its start, then after every turn of every input; it hears only the later inputs."""
        with self._opened() as session:
            self._begin(session)
            yield (session.picture(),)
            for nth, one in enumerate(inputs):
                for _ in range(_TURNS):
                    for part in _approach(one.action):
                        _act(session, part)
                    _require_deaf(session, is_deaf=nth < hears_from)
                    held = _act(session, one.action).held
                    _require_deaf(session, is_deaf=False)
                    yield (*([held] if held else []), *_looked_at(session))

    def _begin(self, session: Session) -> None:
        if not session.load(self._url).loaded:
            raise _CannotTellError
        session.wait(_ARRIVED_MS)
        for start in self._starts:
            _act(session, start)
            session.wait(_BEGUN_MS)


def _act(session: Session, action: Action) -> ActionOutcome:
    outcome = session.act(action)
    if not outcome.done:
        raise _CannotTellError
    return outcome


def _looked_at(session: Session) -> Generator[bytes]:
    for pause_ms in _LOOKS_MS:
        session.wait(pause_ms)
        yield session.picture()


def deafen(session: Session, *, is_deaf: bool | None) -> bool:
    """Let the page hear no inputs, or all; None ends the comparison. Return whether it was possible.

    During a comparison the browser itself ignores keys: they scroll nowhere, whether or not the page hears them.
    """
    return bool(session.evaluate(_DEAFEN, is_deaf))


def _require_deaf(session: Session, *, is_deaf: bool) -> None:
    if not deafen(session, is_deaf=is_deaf):
        raise _CannotTellError


def _hidden_inputs(steps: Sequence[Step]) -> list[_Input]:
    """Inputs used while something moved by itself, without any visible effect."""
    told = {_identity(step.action) for step in steps if step.change.seen}
    hidden: dict[tuple[str, ...], list[Step]] = {}
    for step in steps:
        is_hidden = step.outcome == "done" and bool(step.hidden_by)
        if is_hidden and not step.change.seen and _identity(step.action) not in told:
            hidden.setdefault(_identity(step.action), []).append(step)
    inputs = [
        _Input(used[0].action.model_copy(update={"ref": ""}), tuple(step.index for step in used))
        for used in hidden.values()
    ]
    kinds = (_is_button, _MAX_BUTTONS), (_is_key, _MAX_KEYS), (_is_place, _MAX_PLACES)
    return [
        item for is_kind, most in kinds for item in [decision for decision in inputs if is_kind(decision.action)][:most]
    ]


def _identity(action: Action) -> tuple[str, ...]:
    return action.kind, action.selector, action.value, str(action.x), str(action.y)


def _is_button(action: Action) -> bool:
    return action.kind == "click" and bool(action.selector) and action.role == "button"


def _is_key(action: Action) -> bool:
    return action.is_keyboard and not action.selector and action.value != "Tab"


def _is_place(action: Action) -> bool:
    return isinstance(action, Click | Drag) and not action.role


def _starts(steps: Sequence[Step]) -> tuple[Action, ...]:
    """Earlier presses with an effect, which have started the game."""
    begun = [step.action for step in steps if step.outcome == "done" and step.change.seen and _is_press(step.action)]
    return tuple(action.model_copy(update={"ref": ""}) for action in begun)


def _is_press(action: Action) -> bool:
    return isinstance(action, Click | Press) and action.value != "Tab"


def _approach(action: Action) -> tuple[Action, ...]:
    """The pointer comes to its place first: what that does is not the effect of a press."""
    if not action.selector and action.x is None:
        return ()
    return (hover_over(action),)


def _moves(turns: Sequence[_Looks]) -> bool:
    """A still game, which is over or has not begun, need not respond."""
    return len({look for looks in turns for look in looks}) > 1


def save_comparison(without: Sequence[bytes], then: Sequence[bytes], folder: Path, step: int) -> Comparison:
    """The pair of pictures of one moment that differ most, saved below the session's `folder`, with what differs."""
    pairs = list(zip(without, then, strict=True))
    old, new = max(pairs, key=lambda pair: count_differing(*map(decode_pixels, pair)))
    names = f"screenshots/{step:03}-without.png", f"screenshots/{step:03}-with.png"
    for name, png in zip(names, (old, new), strict=True):
        write_bytes(folder / name, png, durable=False)
    return Comparison(
        without_input=names[0],
        with_input=names[1],
        differs=describe_difference(decode_pixels(old), decode_pixels(new)),
    )


def _is_unlike(one: bytes, other: bytes) -> bool:
    if one == other:
        return False
    first, then = decode_pixels(one), decode_pixels(other)
    return first.shape != then.shape or int(changed_mask(first, then).sum()) >= MIN_PIXELS
