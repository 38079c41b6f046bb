"""Selects keyframes among candidates: decisive ones first, spread over the session, none twice. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Height × width × 3, sRGB."""

TOLERANCE = 12
"""A channel may differ by this much (of 255), since text and film are not rendered bit for bit."""

NEARLY_SHARE = 3 / 9216
"""Pictures that differ in less than this share of their pixels are nearly the same."""

_DECISIVE_TIERS = 2  # in these tiers every step gets its picture, however close
_NEAR_SHARE = 1 / 3
"""Further moments of one step are at least this share of the mean distance between pictures apart."""

Reason = Literal["start", "end", "drag", "wait", "change", "turn", "middle"]
"""Why a picture is shown.

`start` and `end` of the exploration; the result of a `drag`; a `wait` during which a text or the document changed; the
`middle` of a long wait; another `change` of the window; a `turn`ing point of what moves during a step.
"""


@dataclass(frozen=True)
class Chosen:
    """A picture to show: the result of a step, or a moment on the way to it.

    `also` are other steps after which the page looked the same.
    """

    step: int
    page_ms: int
    kind: Literal["result", "motion"]
    also: tuple[int, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """A picture that could be shown.

    Lower tiers come first; within a tier the picture that is `farther` from the others. `small` are its pixels at the
    size of the film's small frames, None if its window has another shape.
    """

    chosen: Chosen
    tier: int
    farther: float
    small: Pixels | None = None


def select(candidates: Iterable[Candidate], *, limit: int, duration_ms: int) -> list[Chosen]:
    """At most `limit` candidates, by tier.

    Where a tier has more than fit, those that differ much and are far in time from the pictures selected so far. A
    moment that nearly looks like a selected picture is left out, and so is a further moment of a step that is close to
    one.
    """
    selected: list[Candidate] = []
    apart_ms = duration_ms / max(1, limit)
    for tier, group in groupby(sorted(candidates, key=lambda one: one.tier), key=lambda one: one.tier):
        left = sorted(group, key=lambda one: -one.farther)
        information = {id(one): 1 - nth / len(left) for nth, one in enumerate(left)}
        taken: Counter[str] = Counter()
        while left and len(selected) < limit:
            # results and moments in turn, since their differences are not comparable
            kind = min({rival.chosen.kind for rival in left}, key=lambda kind: (taken[kind], kind))
            rivals = [rival for rival in left if rival.chosen.kind == kind]
            best = max(rivals, key=lambda one: information[id(one)] * _distance(one, selected, apart_ms))
            left = [rival for rival in left if rival is not best]
            if not _is_redundant(best, selected, apart_ms if tier > _DECISIVE_TIERS else 0.0):
                selected.append(best)
                taken[kind] += 1
    return [candidate.chosen for candidate in selected]


def _distance(one: Candidate, selected: Sequence[Candidate], apart_ms: float) -> float:
    """0.3 right beside a selected picture, up to 1 at the mean distance between pictures."""
    gap_ms = min((abs(one.chosen.page_ms - other.chosen.page_ms) for other in selected), default=apart_ms)
    return 0.3 + 0.7 * min(1.0, gap_ms / apart_ms if apart_ms else 1.0)


def _is_redundant(one: Candidate, selected: Sequence[Candidate], apart_ms: float) -> bool:
    if one.chosen.kind == "result":
        return False
    return any(
        _is_nearly(one, other)
        or (
            other.chosen.step == one.chosen.step
            and abs(other.chosen.page_ms - one.chosen.page_ms) < _NEAR_SHARE * apart_ms
        )
        for other in selected
    )


def _is_nearly(one: Candidate, other: Candidate) -> bool:
    """Whether they nearly look alike and are of one step, or of two in a row."""
    if one.small is None or other.small is None or abs(one.chosen.step - other.chosen.step) > 1:
        return False
    return differs(one.small, other.small) < NEARLY_SHARE


def differs(first: Pixels, second: Pixels) -> float:
    """Share of pixels that differ, 0 to 1; 1 for pictures of different shape."""
    if first.shape != second.shape:
        return 1.0
    return float(find_differences(first, second).mean())


def find_differences(first: Pixels, second: Pixels) -> NDArray[np.bool_]:
    """Which pixels of two pictures of one shape differ: rows × columns."""
    apart = np.abs(first.astype(np.int16) - second.astype(np.int16)) > TOLERANCE
    return apart[..., 0] | apart[..., 1] | apart[..., 2]  # numpy is slow at `any` over three neighbours
