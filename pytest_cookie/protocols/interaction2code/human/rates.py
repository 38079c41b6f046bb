"""Rates from people's labels: usability, win/tie/lose, by category and saliency; and how far labels agree."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pytest_cookie.protocols.interaction2code.case_fields import Interaction
from pytest_cookie.protocols.interaction2code.human.labels import PREFERENCES, HumanLabel, Preference

GroupsOf = Callable[[HumanLabel], Iterable[str]]


@dataclass(frozen=True)
class Rates:
    """`usable` of `judged` interactions could be used; `preferred` counts comparisons with the baseline."""

    usable: int
    judged: int
    preferred: Mapping[Preference, int]

    @property
    def usability(self) -> float | None:
        """Usability rate (Interaction2Code, equation 3), None without a label."""
        return self.usable / self.judged if self.judged else None

    def share(self, preference: Preference) -> float | None:
        """Share of comparisons with this result, None without one."""
        total = sum(self.preferred.values())
        return self.preferred.get(preference, 0) / total if total else None


@dataclass(frozen=True)
class Ceiling:
    """How often two labels of people agree: a bound for what a measure can reach."""

    agree: int
    compared: int

    @property
    def share(self) -> float | None:
        """Share of the pairs that agree, None without a pair."""
        return self.agree / self.compared if self.compared else None


def compute_rates(labels: Iterable[HumanLabel], groups_of: GroupsOf) -> dict[str, Rates]:
    """The rates of each group; a label may belong to several."""
    grouped: dict[str, list[HumanLabel]] = defaultdict(list)
    for label in labels:
        for group in groups_of(label):
            grouped[group].append(label)
    return {name: _rates(members) for name, members in sorted(grouped.items())}


def by_scheme(label: HumanLabel) -> Sequence[str]:
    """Groups by model and prompt."""
    return (f"{label.model} ({label.prompt})",)


def by_failure(label: HumanLabel) -> Sequence[str]:
    """Groups by the failure that people saw: the usability rate of each is its severity."""
    return (label.failure,) if label.failure else ()


def by_category(interactions: Mapping[tuple[str, int], Interaction], kind: str) -> GroupsOf:
    """Groups by the `tags` or the `visual` categories of the interactions, which are known by page and number."""

    def groups_of(label: HumanLabel) -> Sequence[str]:
        found = interactions.get((label.page, label.interaction))
        categories: tuple[str, ...] = getattr(found, kind) if found else ()
        return categories

    return groups_of


def by_saliency(groups: Mapping[tuple[str, int], str]) -> GroupsOf:
    """Groups by visual saliency, known by page and number."""

    def groups_of(label: HumanLabel) -> Sequence[str]:
        group = groups.get((label.page, label.interaction))
        return (group,) if group else ()

    return groups_of


PUBLISHED_BASELINE = ("gemini", "direct")
"""Model and prompt with whose rebuilds people compared all others in the published labels."""


def compute_ceiling(labels: Iterable[HumanLabel], baseline: tuple[str, str] = PUBLISHED_BASELINE) -> Ceiling:
    """How often usability and preference agree, where both differ between a rebuild and the baseline's.

    If people could use just one of two rebuilds of an interaction, they should prefer it. Ties are left out.
    """
    known = {label.key: label for label in labels}
    agree = compared = 0
    for label in known.values():
        other = known.get((*baseline, label.page, label.interaction))
        if other is None or other is label or label.preference in (None, "tie"):
            continue
        if label.usable is None or other.usable is None or label.usable == other.usable:
            continue
        compared += 1
        agree += (label.preference == "win") == label.usable
    return Ceiling(agree, compared)


def _rates(labels: Sequence[HumanLabel]) -> Rates:
    judged = [label for label in labels if label.usable is not None]
    preferred: Counter[Preference] = Counter(label.preference for label in labels if label.preference)
    counts = {name: preferred[name] for name in PREFERENCES if preferred[name]}
    return Rates(sum(bool(label.usable) for label in judged), len(judged), counts)
