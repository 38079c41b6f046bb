"""`FeasibilityAgreement`: a judge's answers on the feasibility of tasks, compared with human labels."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.records.human_rating import Feasibility
from pytest_cookie.stats.bootstrap import RESAMPLES, bootstrap_interval
from pytest_cookie.stats.interval import Interval, clustered_rate
from pytest_cookie.stats.kappa import cohen_kappa

_Page = Sequence[tuple[bool, bool]]


class FeasibilityAgreement(FrozenModel):
    """Rates of 0 to 1 and κ, each with its interval by page; `n` is the number of pages.

    `unanswered` labels lack an answer and are not counted; `unlabelled` answers lack a label. A feasible task is the
    positive class, as in WebDevJudge-Unit.
    """

    tasks: int
    unanswered: int
    unlabelled: int
    accuracy: Interval
    precision: Interval
    recall: Interval
    f1: Interval
    kappa: Interval


def feasibility_agreement(
    answers: Sequence[Feasibility], labels: Sequence[Feasibility], *, seed: int = 0, resamples: int = RESAMPLES
) -> FeasibilityAgreement:
    """Compare answers with labels of the same tasks on the same pages."""
    answered = {(answer.page, answer.task): answer.feasible for answer in answers}
    pages: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for label in labels:
        if (answer := answered.get((label.page, label.task))) is not None:
            pages[label.page].append((answer, label.feasible))
    tasks = sum(map(len, pages.values()))

    def measured(statistic: Callable[[int, int, int, int], float | None]) -> Interval:
        def of_pages(clusters: Sequence[_Page]) -> float | None:
            pairs = [pair for page in clusters for pair in page]
            return statistic(
                *(pairs.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False)))
            )

        return bootstrap_interval(list(pages.values()), of_pages, seed=seed, resamples=resamples)

    return FeasibilityAgreement(
        tasks=tasks,
        unanswered=len(labels) - tasks,
        unlabelled=len(answers) - tasks,
        accuracy=_right(pages.values(), among=lambda answer, label: True),
        precision=_right(pages.values(), among=lambda answer, label: answer),
        recall=_right(pages.values(), among=lambda answer, label: label),
        f1=measured(lambda tp, fp, fn, tn: _ratio(2 * tp, 2 * tp + fp + fn)),
        kappa=measured(_kappa),
    )


def _right(pages: Iterable[_Page], *, among: Callable[[bool, bool], bool]) -> Interval:
    """The share of correct answers among the selected ones, with an interval by page."""
    meant = [[answer == label for answer, label in page if among(answer, label)] for page in pages]
    return clustered_rate([(sum(right), len(right)) for right in meant])


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _kappa(tp: int, fp: int, fn: int, tn: int) -> float | None:
    cells = [((True, True), tp), ((True, False), fp), ((False, True), fn), ((False, False), tn)]
    return cohen_kappa(pair for pair, count in cells for _ in range(count))
