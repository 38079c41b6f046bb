"""Chooses keyframes: the few pictures that show what happened, by how much they change. Pure.

A step's result is its screenshot. The way to it is only on the film: a jump that falls short ends at its start. Such
moments are those farthest from a straight line between the pictures chosen so far, in a measure that reflects how far
things moved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.judging.model.keyframe_selection import (
    NEARLY_SHARE,
    Candidate,
    Chosen,
    Pixels,
    Reason,
    differs,
    select,
)

_Profiles = NDArray[np.float32]

MIN_RESULT_PIXELS = 4
"""Pixels of a screenshot at half its size; a digit that changes has more."""

MIN_MOTION_SHARE = NEARLY_SHARE
MIN_POINTED_SHARE = 100 / 9216
"""The share of pixels that must change before a moment of the film counts.

Less if only keys act, more if the pointer moves, since the recorder draws it.
"""

MIN_DEVIATION = 2e-5  # of profiles whose cells sum to the mean light; less is noise of the encoder
LONG_WAIT_MS = 3_000
"""Such a wait is shown by its begin, middle and end, if these differ."""

_SPARSE = 5  # every fifth pixel of every fifth row tells most differences
_SMALL_COLUMNS, _SMALL_ROWS = 128, 72
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


MIN_ENTERED_SHARE = 0.02
"""The share of pixels in which the result of an entry must be new: more than the field and its focus ring."""

Manner = Literal["keyed", "dragged", "pointed", "entered", "updated", "waiting", "moved"]
"""How a step acts.

`keyed`: keys, whose course matters. `dragged`: a drag, whose result matters, and its course if the result looks like
the start. `pointed`: the pointer moves, so not every change is the page's. `entered`: a field gets a value, or the
focus moves, which the trace tells as well. `waiting`: no input. `updated`: no input,
and a text or the document changed. `moved`: another window, place or document, so the pictures in between do not count.
"""


@dataclass(frozen=True)
class Span:
    """When and how a step took place."""

    step: int
    start_ms: int
    end_ms: int
    manner: Manner = "keyed"
    is_asked: bool = False
    """Whether the brief names what is used, or the step shows how the page answers a special or a wrong input."""


def choose(
    results: Sequence[Result], frames: Sequence[Frame], spans: Sequence[Span], *, limit: int
) -> tuple[Chosen, ...]:
    """Choose at most `limit` pictures, in the order of page time.

    The first and the last result are always chosen; a result that looks like an earlier one is not repeated, nor is a
    field that gets a value. Then every decisive step gets a picture: for keys the first moment on the way, for a drag,
    for what the brief names, and for a wait that changed a text or the document the result. Then every other acting
    step gets its result if that shows something new, and a long wait its middle and its end. Then the keyed
    steps get their results and a second moment. The rest goes to other waits and to further moments. Where not all fit,
    they are spread over the session and over what differs.
    """
    distinct = _distinct(results)
    moments = [
        *_moments(frames, spans, {result.chosen.step for result in distinct}),
        *(one for span in spans for one in _middle_of_wait(_within(frames, span), span)),
    ]
    candidates = [*_of_results(distinct, spans, {moment.chosen.step for moment in moments}), *moments]
    duration_ms = max((candidate.chosen.page_ms for candidate in candidates), default=0)
    taken = select(candidates, limit=max(0, limit), duration_ms=duration_ms)
    return tuple(sorted(taken, key=lambda one: (one.page_ms, one.step, one.kind == "result")))


@dataclass(frozen=True)
class _Distinct:
    """A result that looks like no earlier one, and its difference from the most similar one."""

    chosen: Chosen
    share: float
    pixels: Pixels


def _distinct(results: Sequence[Result]) -> list[_Distinct]:
    """Each result that looks like no earlier one."""
    kept: list[_Distinct] = []
    for result in results:
        same = next((at for at, other in enumerate(kept) if looks_alike(other.pixels, result.pixels)), None)
        if same is not None:
            shown = kept[same].chosen
            kept[same] = replace(kept[same], chosen=replace(shown, also=(*shown.also, result.step)))
            continue
        few = result.pixels[::_SPARSE, ::_SPARSE]
        share = min((differs(other.pixels[::_SPARSE, ::_SPARSE], few) for other in kept), default=1.0)
        kept.append(_Distinct(Chosen(result.step, result.page_ms, "result"), share, result.pixels))
    return kept


def looks_alike(one: Pixels, other: Pixels) -> bool:
    """Whether two screenshots at half their size differ in fewer pixels than a digit has; not with different shapes."""
    if one.shape != other.shape:
        return False
    few = (
        one[::_SPARSE, ::_SPARSE],
        other[::_SPARSE, ::_SPARSE],
    )  # most pictures differ in these already
    if differs(*few) * few[0][..., 0].size >= MIN_RESULT_PIXELS:
        return False
    return differs(one, other) * one[..., 0].size < MIN_RESULT_PIXELS


def _of_results(distinct: list[_Distinct], spans: Sequence[Span], with_moments: set[int]) -> Iterator[Candidate]:
    by_step = {span.step: span for span in spans}
    last = max((max((one.chosen.step, *one.chosen.also)) for one in distinct), default=0)
    for nth, one in enumerate(distinct):
        span = by_step.get(one.chosen.step, Span(one.chosen.step, 0, 0, "pointed"))
        is_last = last in (one.chosen.step, *one.chosen.also)
        at_edge = nth == 0 or is_last
        if span.manner == "entered" and one.share < MIN_ENTERED_SHARE and not at_edge:
            continue
        reasons = _reasons(span.manner, is_first=nth == 0, is_last=is_last)
        tier = 0 if at_edge else _result_tier(span, has_moments=one.chosen.step in with_moments)
        yield Candidate(replace(one.chosen, reasons=reasons), tier, one.share, _shrink(one.pixels))


def _shrink(pixels: Pixels) -> Pixels | None:
    """The pixels at the size of the film's small frames; None for a window of another shape."""
    height, width = pixels.shape[:2]
    if height < _SMALL_ROWS or height * _SMALL_COLUMNS != width * _SMALL_ROWS or height % _SMALL_ROWS:
        return None
    by = height // _SMALL_ROWS
    blocks = pixels.reshape(_SMALL_ROWS, by, _SMALL_COLUMNS, by, 3).mean(axis=(1, 3))
    return np.asarray(blocks.round(), dtype=np.uint8)


def _result_tier(span: Span, *, has_moments: bool) -> int:
    if span.manner in ("dragged", "updated") or span.is_asked:
        return 1
    if span.manner == "keyed":
        return 3 if has_moments else 2
    return 4 if span.manner == "waiting" and not _is_long_wait(span) else 2


def _is_long_wait(span: Span) -> bool:
    return span.manner in ("waiting", "updated") and span.end_ms - span.start_ms >= LONG_WAIT_MS


def _reasons(manner: Manner, *, is_first: bool, is_last: bool) -> tuple[Reason, ...]:
    what: Reason = "drag" if manner == "dragged" else "wait" if manner == "updated" else "change"
    edges: tuple[Reason, ...] = (*(("start",) if is_first else ()), *(("end",) if is_last else ()))
    return edges if is_first or (what == "change" and edges) else (what, *edges)


def _moments(frames: Sequence[Frame], spans: Sequence[Span], with_result: set[int]) -> list[Candidate]:
    """Moments as candidates: tier 1 for the first of a keyed step, and of a drag without a result; others later."""
    found = []
    for span in spans:
        if span.manner == "moved":
            continue
        least = {"pointed": MIN_POINTED_SHARE, "entered": MIN_ENTERED_SHARE}.get(span.manner, MIN_MOTION_SHARE)
        first = 1 if span.manner == "keyed" or (span.manner == "dragged" and span.step not in with_result) else 3
        first = first if span.manner in ("keyed", "dragged") else 4
        for nth, (frame, deviation) in enumerate(_on_the_way(_within(frames, span), least)):
            chosen = Chosen(span.step, frame.page_ms, "motion", reasons=("turn",))
            found.append(Candidate(chosen, first + 2 * nth, deviation, frame.pixels))
    return found


def _middle_of_wait(frames: list[Frame], span: Span) -> Iterator[Candidate]:
    """The middle of a long wait, if it differs from begin and end. The step before and its own result show these."""
    half_ms = (span.start_ms + span.end_ms) / 2
    before_half = [frame for frame in frames if frame.page_ms <= half_ms]
    if not _is_long_wait(span) or not before_half:
        return
    middle, edges = before_half[-1], (frames[0], frames[-1])
    apart = min(differs(middle.pixels, edge.pixels) for edge in edges)
    if apart >= MIN_MOTION_SHARE:
        yield Candidate(Chosen(span.step, middle.page_ms, "motion", reasons=("middle",)), 2, apart, middle.pixels)


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
