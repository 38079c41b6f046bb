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

LEAST_NEW_SHARE = 0.004
"""Beyond the decisive tiers, a picture has to differ from all others in this share of its pixels, a line of text."""

_QUITE_NEW_SHARE = 0.1  # of its pixels; a picture that differs in more is not preferred for it

_DECISIVE_TIERS = 1  # in these tiers every step gets its picture, however close or alike
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
    one, and beyond the decisive tiers any picture that shows next to nothing new.
    """
    ordered = sorted(candidates, key=lambda one: one.tier)
    selected: list[Candidate] = []
    new = [1.0] * len(ordered)
    """How much each candidate differs from all selected ones."""
    apart_ms = duration_ms / max(1, limit)
    for tier, group in groupby(enumerate(ordered), key=lambda pair: pair[1].tier):
        left = sorted(group, key=lambda pair: -pair[1].farther)
        information = {at: 1 - nth / len(left) for nth, (at, _) in enumerate(left)}
        taken: Counter[str] = Counter()
        while left and len(selected) < limit:
            # results and moments in turn, since their differences are not comparable
            kind = min({rival.chosen.kind for _, rival in left}, key=lambda kind: (taken[kind], kind))
            rivals = [pair for pair in left if pair[1].chosen.kind == kind]
            worth = {at: information[at] * _distance(one, selected, apart_ms) * _newness(new[at]) for at, one in rivals}
            at, best = max(rivals, key=lambda pair: worth[pair[0]])
            left = [pair for pair in left if pair[0] != at]
            if tier > _DECISIVE_TIERS and new[at] < LEAST_NEW_SHARE:
                continue
            if not _is_redundant(best, selected, apart_ms if tier > _DECISIVE_TIERS else 0.0):
                selected.append(best)
                taken[kind] += 1
                new = [min(share, _apart(one, best)) for share, one in zip(new, ordered, strict=True)]
    return [candidate.chosen for candidate in selected]


def _distance(one: Candidate, selected: Sequence[Candidate], apart_ms: float) -> float:
    """0.3 right beside a selected picture, up to 1 at the mean distance between pictures."""
    gap_ms = min((abs(one.chosen.page_ms - other.chosen.page_ms) for other in selected), default=apart_ms)
    return 0.3 + 0.7 * min(1.0, gap_ms / apart_ms if apart_ms else 1.0)


def _newness(share: float) -> float:
    """0.3 for a picture that looks like a selected one, up to 1."""
    return 0.3 + 0.7 * min(1.0, share / _QUITE_NEW_SHARE)


def _apart(one: Candidate, other: Candidate) -> float:
    """The share of pixels in which they differ; 1 if they cannot be compared."""
    return 1.0 if one.small is None or other.small is None else differs(one.small, other.small)


def _is_redundant(one: Candidate, selected: Sequence[Candidate], apart_ms: float) -> bool:
    if one.chosen.kind == "result":
        return False
    return any(
        (abs(one.chosen.step - other.chosen.step) <= 1 and _apart(one, other) < NEARLY_SHARE)
        or (
            other.chosen.step == one.chosen.step
            and abs(other.chosen.page_ms - one.chosen.page_ms) < _NEAR_SHARE * apart_ms
        )
        for other in selected
    )


def differs(first: Pixels, second: Pixels) -> float:
    """Share of pixels that differ, 0 to 1; 1 for pictures of different shape."""
    if first.shape != second.shape:
        return 1.0
    return float(find_differences(first, second).mean())


def find_differences(first: Pixels, second: Pixels) -> NDArray[np.bool_]:
    """Which pixels of two pictures of one shape differ: rows × columns."""
    apart = np.abs(first.astype(np.int16) - second.astype(np.int16)) > TOLERANCE
    return apart[..., 0] | apart[..., 1] | apart[..., 2]  # numpy is slow at `any` over three neighbours
