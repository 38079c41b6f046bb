"""`FailureKind`: the ten failures (Interaction2Code, Table 7), with the share of them that people found usable."""

from typing import Literal, get_args

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.verdict import Severity

FailureKind = Literal[
    "element-missing", "no-interaction", "wrong-element", "wrong-element-type", "wrong-element-position",
    "wrong-effect-position", "wrong-effect-type", "effect-on-wrong-element", "partial", "wrong-function", "unknown",
]  # fmt: skip
KINDS: tuple[FailureKind, ...] = tuple(kind for kind in get_args(FailureKind) if kind != "unknown")
"""The ten, in the order (a) to (j) of Table 7."""

TITLES: dict[FailureKind, str] = {
    "element-missing": "Interactive element is missing",
    "no-interaction": "Element does nothing",
    "wrong-element": "Another element has the interaction",
    "wrong-element-type": "Element is of another type",
    "wrong-element-position": "Element is at another place",
    "wrong-effect-position": "Effect appears at another place",
    "wrong-effect-type": "Effect is of another type",
    "effect-on-wrong-element": "Effect is on another element",
    "partial": "Effect is incomplete",
    "wrong-function": "Element does something else",
    "unknown": "Interaction differs from the reference",
}

_USABLE: dict[FailureKind, float] = {
    "element-missing": 0.0, "no-interaction": 0.0693, "wrong-element": 0.9196, "wrong-element-type": 0.8889,
    "wrong-element-position": 0.9783, "wrong-effect-position": 0.9381, "wrong-effect-type": 0.5588,
    "effect-on-wrong-element": 0.0, "partial": 0.7529, "wrong-function": 0.0,
}  # fmt: skip
"""Usability rate of each failure (Table 7)."""

_SHARES: dict[FailureKind, tuple[float, float, float]] = {
    "element-missing": (3.76, 12.99, 4.85), "no-interaction": (37.25, 8.45, 17.53),
    "wrong-element": (5.95, 5.79, 5.79), "wrong-element-type": (2.04, 3.6, 1.41),
    "wrong-element-position": (2.97, 7.98, 3.45), "wrong-effect-position": (3.45, 7.35, 6.88),
    "wrong-effect-type": (0.0, 4.07, 1.25), "effect-on-wrong-element": (0.78, 2.98, 0.94),
    "partial": (15.65, 6.73, 4.85), "wrong-function": (10.17, 2.35, 1.88),
}  # fmt: skip
"""Percent of all interactions with each failure, of three models (Figure 9)."""


def usability_of(kind: FailureKind) -> float:
    """The share of interactions with this failure that people could use; for `unknown`, of all failures together."""
    if kind != "unknown":
        return _USABLE[kind]
    weights = {each: sum(shares) for each, shares in _SHARES.items()}
    return sum(weights[each] * _USABLE[each] for each in weights) / sum(weights.values())


def severity_of(kind: FailureKind) -> Severity:
    """The severity by usability rate: below 0.1 critical, below 0.8 major, else minor."""
    rate = usability_of(kind)
    return "critical" if rate < 0.1 else "major" if rate < 0.8 else "minor"


class Failure(FrozenModel):
    """A failure of one interaction."""

    kind: FailureKind
    """One of the ten, or `unknown`: the interaction differs, and the evidence does not show how."""
    confidence: float
    """How clearly the evidence shows it, 0 to 1."""
    reason: str
    """The evidence."""

    @property
    def usability(self) -> float:
        """The share of interactions with this failure that people could use."""
        return usability_of(self.kind)
