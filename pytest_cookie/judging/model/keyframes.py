"""Chooses keyframes: the few pictures that show what happened, by how much they change. Pure.

A step's result is its screenshot. The way to it is only on the film: a jump that falls short ends where it began. Such
moments are those farthest from a straight line between the pictures chosen so far, in a measure that reflects how far
things moved.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Height × width × 3, sRGB."""

_Profiles = NDArray[np.float32]

TOLERANCE = 12
"""A channel may differ by this much (of 255), since text and film are not rendered bit for bit."""

MIN_RESULT_PIXELS = 4
"""Pixels of a screenshot at half its size; a digit that changes has more."""

MIN_MOTION_SHARE = 3 / 9216
MIN_POINTED_SHARE = 100 / 9216
"""The share of pixels that must change before a moment of the film counts.

Less if only keys act, more if the pointer moves, since the recorder draws it.
"""

MIN_DEVIATION = 2e-5
MAX_MOTION = 6
"""Moments a step, at most."""

_CELLS = ((9, 16), (4, 7))
_SOFTNESS = 0.7
"""In cell sides. Motion beyond the larger cells counts no more than a jump of that length."""


@dataclass(frozen=True)
class Result:
    """The screenshot after a step. All of one window size have pixels of one shape."""

    step: int
    page_ms: int
    pixels: Pixels


@dataclass(frozen=True)
class Frame:
    """A picture of the film, small: it shows from `page_ms` on. All have one shape."""

    page_ms: int
    pixels: Pixels


Manner = Literal["keyed", "dragged", "pointed", "updated", "waiting", "moved"]
"""How a step acts.

`keyed`: keys, whose course matters. `dragged`: a drag, whose result matters, and its course if the result looks like
the start. `pointed`: the pointer moves, so not every change is the page's. `waiting`: no input. `updated`: no input,
and a text or the document changed. `moved`: another window, place or document, so the pictures in between do not count.
"""

Reason = Literal["start", "end", "drag", "wait", "change", "turn"]
"""Why a picture is shown.

`start` and `end` of the exploration; the result of a `drag`; a `wait` during which a text or the document changed;
another `change` of the window; a `turn`ing point of what moves during a step.
"""


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
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class _Candidate:
    """A picture that could be shown.

    Lower tiers come first; within a tier the picture that is `farther` from the others.
    """

    chosen: Chosen
    tier: int
    farther: float


def choose(
    results: Sequence[Result], frames: Sequence[Frame], spans: Sequence[Span], *, limit: int
) -> tuple[Chosen, ...]:
    """Choose at most `limit` pictures, in the order of page time.

    The first and the last result are always chosen; a result that looks like the one before it is not repeated. Then
    every decisive step gets a picture: for keys the first moment on the way, for a drag and for a wait that changed a
    text or the document the result. Then every other acting step gets its result. Then the keyed steps get their
    results and a second moment. The rest goes to other waits and to further moments.
    """
    distinct = _distinct(results)
    moments = _moments(frames, spans, {chosen.step for chosen, _ in distinct})
    candidates = [*_of_results(distinct, spans, {one.chosen.step for one in moments}), *moments]
    taken = [one.chosen for one in _rank(candidates)[: max(0, limit)]]
    return tuple(sorted(taken, key=lambda one: (one.page_ms, one.step, one.kind == "result")))


def _rank(candidates: list[_Candidate]) -> list[_Candidate]:
    """By tier; within a tier results and moments in turn, since their distances are not comparable."""
    turns: list[tuple[int, int, float, _Candidate]] = []
    seen: Counter[tuple[int, str]] = Counter()
    for one in sorted(candidates, key=lambda one: -one.farther):
        group = (one.tier, one.chosen.kind)
        turns.append((one.tier, seen[group], -one.farther, one))
        seen[group] += 1
    return [one for *_, one in sorted(turns, key=lambda turn: turn[:3])]


def differs(first: Pixels, second: Pixels) -> float:
    """Share of pixels that differ, 0 to 1; 1 for pictures of different shape."""
    if first.shape != second.shape:
        return 1.0
    difference = np.abs(first.astype(np.int16) - second.astype(np.int16)).max(axis=2)
    return float((difference > TOLERANCE).mean())


def _distinct(results: Sequence[Result]) -> list[tuple[Chosen, float]]:
    """Each result that does not look like the one before, with its difference from it."""
    kept: list[tuple[Chosen, float]] = []
    last: Pixels | None = None
    for result in results:
        share = 1.0 if last is None else differs(last, result.pixels)
        if last is not None and share * result.pixels[..., 0].size < MIN_RESULT_PIXELS:
            shown, how_much = kept[-1]
            kept[-1] = (replace(shown, also=(*shown.also, result.step)), how_much)
            continue
        kept.append((Chosen(result.step, result.page_ms, "result"), share))
        last = result.pixels
    return kept


def _of_results(
    distinct: list[tuple[Chosen, float]], spans: Sequence[Span], with_moments: set[int]
) -> Iterator[_Candidate]:
    manners = {span.step: span.manner for span in spans}
    for nth, (chosen, share) in enumerate(distinct):
        manner = manners.get(chosen.step, "pointed")
        at_edge = nth in (0, len(distinct) - 1)
        reasons = _reasons(manner, is_first=nth == 0, is_last=nth == len(distinct) - 1)
        tier = 0 if at_edge else _result_tier(manner, has_moments=chosen.step in with_moments)
        yield _Candidate(replace(chosen, reasons=reasons), tier, share)


def _result_tier(manner: Manner, *, has_moments: bool) -> int:
    if manner in ("dragged", "updated"):
        return 1
    if manner == "keyed":
        return 3 if has_moments else 2
    return 4 if manner == "waiting" else 2


def _reasons(manner: Manner, *, is_first: bool, is_last: bool) -> tuple[Reason, ...]:
    what: Reason = "drag" if manner == "dragged" else "wait" if manner == "updated" else "change"
    edges: tuple[Reason, ...] = (*(("start",) if is_first else ()), *(("end",) if is_last else ()))
    return edges if is_first or (what == "change" and edges) else (what, *edges)


def _moments(frames: Sequence[Frame], spans: Sequence[Span], with_result: set[int]) -> list[_Candidate]:
    """Moments as candidates: tier 1 for the first of a keyed step, and of a drag without a result; others later."""
    found = []
    for span in spans:
        if span.manner == "moved":
            continue
        least = MIN_POINTED_SHARE if span.manner == "pointed" else MIN_MOTION_SHARE
        first = 1 if span.manner == "keyed" or (span.manner == "dragged" and span.step not in with_result) else 3
        first = first if span.manner in ("keyed", "dragged") else 4
        for nth, (frame, deviation) in enumerate(_on_the_way(_within(frames, span), least)):
            chosen = Chosen(span.step, frame.page_ms, "motion", reasons=("turn",))
            found.append(_Candidate(chosen, first + 2 * nth, deviation))
    return found


def _within(frames: Sequence[Frame], span: Span) -> list[Frame]:
    """The frames of a step, beginning with the frame shown before it."""
    shown = [frame for frame in frames if span.start_ms <= frame.page_ms < span.end_ms]
    before = [frame for frame in frames if frame.page_ms < span.start_ms][-1:]
    at_start = [Frame(span.start_ms, frame.pixels) for frame in before]
    return shown if shown and shown[0].page_ms == span.start_ms else at_start + shown


def _on_the_way(frames: list[Frame], least: float) -> list[tuple[Frame, float]]:
    """Moments between the first and the last frame, farthest from a straight line between those found before.

    Each comes with its distance; moments that look like a chosen one are skipped.
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
    """The light in soft cells of two sizes, as shares of all: motion by part of a cell changes it by that part."""
    light = pixels.astype(np.float32) / (255.0 * pixels.size)
    height, width = pixels.shape[:2]
    grids = []
    for rows, columns in _CELLS:
        lines = _soft(height, rows) @ light.reshape(height, -1)
        grids.append(_soft(width, columns) @ lines.reshape(rows, width, -1))
    return np.concatenate([grid.ravel() for grid in grids])


@lru_cache(16)
def _soft(length: int, cells: int) -> NDArray[np.float32]:
    """The share of each pixel of a line in each cell: cells × pixels, one bell curve for each cell."""
    centres = (np.arange(cells) + 0.5) * length / cells
    away = (np.arange(length) + 0.5 - centres[:, None]) * cells / length
    bells = np.exp(-0.5 * (away / _SOFTNESS) ** 2)
    return np.asarray(bells / bells.sum(axis=0), dtype=np.float32)


def _deviations(profiles: _Profiles, times: NDArray[np.float32], there: list[int]) -> NDArray[np.float32]:
    """How far each picture is from a straight line in time between its neighbours in `there`, which a steady fade
    follows.
    """
    far = np.zeros(len(profiles), dtype=np.float32)
    for left, right in pairwise(there):
        inner = slice(left + 1, right)
        length = max(float(times[right] - times[left]), 1.0)
        share = ((times[inner] - times[left]) / length)[:, None]
        straight = profiles[left] * (1 - share) + profiles[right] * share
        far[inner] = np.abs(profiles[inner] - straight).sum(axis=1)
    return far
