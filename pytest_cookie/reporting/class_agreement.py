"""How far sources agree on classes of artifacts, such as a case, a measurement and a model: for summary and reports."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import Classification
from pytest_cookie.core.wording import count
from pytest_cookie.reporting.text.quantities import coefficient, percent
from pytest_cookie.reporting.text.terminal_cells import wrapped
from pytest_cookie.stats.kappa import cohen_kappa


class ClassAgreement(FrozenModel):
    """How far two sources agree on the classes of artifacts."""

    name: str
    """What is classified, such as `interactivity class`."""
    first: str
    """A source: `case`, `measured`, or a model."""
    second: str
    """Another one."""
    items: int
    """Number of artifacts, or of parts such as tasks, that both classified."""
    same: float
    """Share of these with the same class, 0 to 1."""
    kappa: float | None
    """Cohen's κ. Null if both gave every artifact the same class."""


def class_agreements(records: Iterable[Record]) -> tuple[ClassAgreement, ...]:
    """The agreement of every two sources on every classification; empty without several sources."""
    found: dict[str, list[Classification]] = {}
    for record in records:
        for classification in record.classifications:
            found.setdefault(classification.name, []).append(classification)
    return tuple(
        agreement
        for name, given in found.items()
        for first, second in combinations(
            dict.fromkeys(source for classification in given for source in classification.by), 2
        )
        if (agreement := _agreement(name, first, second, given)) is not None
    )


def _agreement(name: str, first: str, second: str, given: Sequence[Classification]) -> ClassAgreement | None:
    classes = [classification.by for classification in given]
    pairs = [(by[first], by[second]) for by in classes if first in by and second in by]
    if not pairs:
        return None
    same = sum(one == other for one, other in pairs) / len(pairs)
    return ClassAgreement(name=name, first=first, second=second, items=len(pairs), same=same, kappa=cohen_kappa(pairs))


def class_rows(agreements: Iterable[ClassAgreement]) -> tuple[tuple[str, ...], ...]:
    """For each agreement what is classified, both sources, number of items, share of equal classes and κ, as text."""
    return tuple(
        (
            agreement.name,
            f"{agreement.first} and {agreement.second}",
            str(agreement.items),
            percent(agreement.same),
            coefficient(agreement.kappa),
        )
        for agreement in agreements
    )


def class_lines(agreements: Iterable[ClassAgreement], width: int) -> list[str]:
    """A line of the terminal for each agreement."""
    lines: list[str] = []
    for found in agreements:
        alike = f"{percent(found.same)} of {count(found.items, 'item')} alike, κ {coefficient(found.kappa)}"
        lines += wrapped(f"{found.name}, {found.first} and {found.second}: {alike}", width)
    return lines
