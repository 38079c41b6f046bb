"""Keyframes: which few pictures tell what an exploration showed, chosen by what changes. Pure.

A step's result is its screenshot. What happened on the way to it is on the film alone: a jump that does not reach the
other side ends where it began. Such moments are found as those that lie farthest from a straight way between the
pictures chosen so far, in a measure that knows how far things moved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Height × width × 3, sRGB."""

_Profiles = NDArray[np.float32]

TOLERANCE = 12
"""A channel may differ by this much (of 255): neither text nor film is drawn bit for bit."""

MIN_RESULT_PIXELS = 4
"""Pixels of a screenshot at half its size; a digit that changes has more."""

MIN_MOTION_SHARE = 3 / 9216
MIN_POINTED_SHARE = 100 / 9216
"""What must change before a moment of the film counts: less of a film on which only keys act, more where the pointer
travels, which the recorder draws in."""

MIN_DEVIATION = 2e-5
MAX_MOTION = 6
"""Moments a step, at most."""

_CELLS = ((9, 16), (4, 7))
_SOFTNESS = 0.7
"""Of a cell's side. What moves farther than the larger cells counts no more than what jumped there."""


@dataclass(frozen=True)
class Result:
    """The picture after a step. All of one window size have pixels of one shape."""

    step: int
    page_ms: int
    pixels: Pixels


@dataclass(frozen=True)
class Frame:
    """A picture of the film, small: it shows from `page_ms` on. All have one shape."""

    page_ms: int
    pixels: Pixels


Manner = Literal["keyed", "pointed", "waiting", "moved"]
"""How a step acts. `keyed`: keys, or a drag: what happens while it lasts is the point. `pointed`: the pointer travels,
so not all that changes is the page's doing. `waiting`: nobody acts. `moved`: another window, place or document: what
lies between tells nothing."""


@dataclass(frozen=True)
class Span:
    """When and how a step took place."""

    step: int
    start_ms: int
    end_ms: int
    manner: Manner = "keyed"


@dataclass(frozen=True)
class Chosen:
    """A picture to show: the result of a step, or a moment on the way to it.

    `also` are later steps after which the page looked the same.
    """

    step: int
    page_ms: int
    kind: Literal["result", "motion"]
    also: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Candidate:
    """A picture that could be shown. The lower `tier`, the sooner; within a tier what is `farther` from the others."""

    chosen: Chosen
    tier: int
    farther: float


def choose(
    results: Sequence[Result], frames: Sequence[Frame], spans: Sequence[Span], *, limit: int
) -> tuple[Chosen, ...]:
    """At most `limit` pictures, in the order of page time.

    The first result is always there; one that looks like that before it is not shown again. Then every acting step gets
    a picture: where keys were used the first moment on the way, else its result. Then the former get their results and
    a second moment. What room is left goes to waiting, and to further moments.
    """
    distinct, moments = _distinct(results), _moments(frames, spans)
    candidates = [*_of_results(distinct, spans, {one.chosen.step for one in moments}), *moments]
    candidates.sort(key=lambda one: (one.tier, -one.farther))
    taken = [one.chosen for one in candidates[: max(0, limit)]]
    return tuple(sorted(taken, key=lambda one: (one.page_ms, one.step, one.kind == "result")))


def differs(first: Pixels, second: Pixels) -> float:
    """Share of pixels that differ, 0 to 1; pictures of different shape differ wholly."""
    if first.shape != second.shape:
        return 1.0
    difference = np.abs(first.astype(np.int16) - second.astype(np.int16)).max(axis=2)
    return float((difference > TOLERANCE).mean())


def _distinct(results: Sequence[Result]) -> list[tuple[Chosen, float]]:
    """Each result that does not look like the one before, with how much it differs from it."""
    kept: list[tuple[Chosen, float]] = []
    last: Pixels | None = None
    for result in results:
        share = 1.0 if last is None else differs(last, result.pixels)
        if last is not None and share * result.pixels[..., 0].size < MIN_RESULT_PIXELS:
            shown, how_much = kept[-1]
            kept[-1] = (Chosen(shown.step, shown.page_ms, "result", (*shown.also, result.step)), how_much)
            continue
        kept.append((Chosen(result.step, result.page_ms, "result"), share))
        last = result.pixels
    return kept


def _of_results(
    distinct: list[tuple[Chosen, float]], spans: Sequence[Span], with_moments: set[int]
) -> Iterator[_Candidate]:
    traits = {span.step: span.manner for span in spans}
    for nth, (chosen, share) in enumerate(distinct):
        manner = traits.get(chosen.step, "pointed")
        first = manner in ("pointed", "moved") or (manner == "keyed" and chosen.step not in with_moments)
        tier = 0 if nth == 0 else 2 if first else 3 if manner == "keyed" else 4
        yield _Candidate(chosen, tier, share)


def _moments(frames: Sequence[Frame], spans: Sequence[Span]) -> list[_Candidate]:
    """The first moment where keys were used is of tier 1, the second of 3; all others come later, by their number."""
    found = []
    for span in spans:
        if span.manner == "moved":
            continue
        least = MIN_POINTED_SHARE if span.manner == "pointed" else MIN_MOTION_SHARE
        for nth, (frame, deviation) in enumerate(_on_the_way(_within(frames, span), least)):
            tier = 2 * nth + (1 if span.manner == "keyed" else 4)
            found.append(_Candidate(Chosen(span.step, frame.page_ms, "motion"), tier, deviation))
    return found


def _within(frames: Sequence[Frame], span: Span) -> list[Frame]:
    """What the film showed in a step, beginning with what it showed before."""
    shown = [frame for frame in frames if span.start_ms <= frame.page_ms < span.end_ms]
    before = [frame for frame in frames if frame.page_ms < span.start_ms][-1:]
    at_start = [Frame(span.start_ms, frame.pixels) for frame in before]
    return shown if shown and shown[0].page_ms == span.start_ms else at_start + shown


def _on_the_way(frames: list[Frame], least: float) -> list[tuple[Frame, float]]:
    """Moments between the first and the last, where the way is farthest from straight between those found before.

    With how far; none that looks like one that is there already.
    """
    if len(frames) <= 2:
        return []
    profiles = np.stack([_profile(frame.pixels) for frame in frames])
    times = np.array([frame.page_ms for frame in frames], dtype=np.float32)
    open_ones = np.ones(len(frames), dtype=np.bool_)
    there = [0, len(frames) - 1]
    found: list[tuple[Frame, float]] = []
    while len(found) < MAX_MOTION:
        deviation = np.where(open_ones, _deviations(profiles, times, there), 0)
        farthest = int(deviation.argmax())
        far = float(deviation[farthest])
        if far < MIN_DEVIATION:
            break
        turning = _turning_point(profiles, open_ones, there, farthest)
        open_ones[turning] = False
        if all(differs(frames[turning].pixels, frames[other].pixels) >= least for other in there):
            found.append((frames[turning], far))
            there = sorted([*there, turning])
    return found


def _turning_point(profiles: _Profiles, open_ones: NDArray[np.bool_], there: list[int], near: int) -> int:
    """Of the pictures between the same two as `near`, the farthest from both: the top of a jump, not the way up."""
    left, right = max(one for one in there if one < near), min(one for one in there if one > near)
    inner = profiles[left + 1 : right]
    apart = np.minimum(np.abs(inner - profiles[left]).sum(axis=1), np.abs(inner - profiles[right]).sum(axis=1))
    return left + 1 + int(np.where(open_ones[left + 1 : right], apart, -1).argmax())


def _profile(pixels: Pixels) -> _Profiles:
    """The light in soft cells of two sizes, as shares of all: what moves by part of a cell changes it by that part."""
    light = pixels.astype(np.float32) / (255.0 * pixels.size)
    height, width = pixels.shape[:2]
    grids = []
    for rows, columns in _CELLS:
        lines = _soft(height, rows) @ light.reshape(height, -1)
        grids.append(_soft(width, columns) @ lines.reshape(rows, width, -1))
    return np.concatenate([grid.ravel() for grid in grids])


@lru_cache(16)
def _soft(length: int, cells: int) -> NDArray[np.float32]:
    """How much of each pixel of a line lies in each cell: cells × pixels, a bell curve each, all of a pixel in some."""
    centres = (np.arange(cells) + 0.5) * length / cells
    away = (np.arange(length) + 0.5 - centres[:, None]) * cells / length
    bells = np.exp(-0.5 * (away / _SOFTNESS) ** 2)
    return np.asarray(bells / bells.sum(axis=0), dtype=np.float32)


def _deviations(profiles: _Profiles, times: NDArray[np.float32], there: list[int]) -> NDArray[np.float32]:
    """How far each picture is from a straight way in time between its neighbours in `there`; a steady fade is on it."""
    far = np.zeros(len(profiles), dtype=np.float32)
    for left, right in pairwise(there):
        inner = slice(left + 1, right)
        length = max(float(times[right] - times[left]), 1.0)
        share = ((times[inner] - times[left]) / length)[:, None]
        straight = profiles[left] * (1 - share) + profiles[right] * share
        far[inner] = np.abs(profiles[inner] - straight).sum(axis=1)
    return far
