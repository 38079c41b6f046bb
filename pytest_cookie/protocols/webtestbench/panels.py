"""`make_panels`: what the item's page in the report shows of the checks."""

from collections.abc import Mapping, Sequence

from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Panel, RowDetails, RowStep
from pytest_cookie.protocols.webtestbench.case_fields import GoldCheck
from pytest_cookie.protocols.webtestbench.checklist.check import SOURCES
from pytest_cookie.protocols.webtestbench.verdicts import CheckResult

_LONGEST = 600
_MOST = 2_000
"""Characters of a cell."""
_MOST_STEPS = 100
_PASSED = {"passes": True, "fails": False}


def make_panels(
    results: Sequence[CheckResult], gold: Sequence[GoldCheck], gold_of: Mapping[str, int], steps: Sequence[Step]
) -> tuple[Panel, ...]:
    """The tester's checks with their results and moments in the film, and the gold checks, if there are any."""
    at = {step.index: step.page_ms for step in steps}
    checks = Panel(
        title="Checks",
        columns=("check", "class", "from", "result", "what was seen", "step", "film"),
        rows=tuple(_row(one, at) for one in results),
        details=tuple(_details(number, one) for number, one in enumerate(results)),
    )
    if not gold:
        return (checks,)
    by_gold = {place: [one for one in results if gold_of.get(one.check.id) == place] for place in range(len(gold))}
    people = Panel(
        title="People's checks",
        columns=("check", "class", "people say", "the tester says", "by its checks"),
        rows=tuple(_gold_row(one, by_gold[place]) for place, one in enumerate(gold)),
    )
    return checks, people


def _row(one: CheckResult, at: Mapping[int, int]) -> tuple[str, ...]:
    seen = f"{one.problem}. {one.why}" if one.problem else one.why
    step = "" if one.step is None else str(one.step)
    moment = at.get(one.step) if one.step is not None else None
    film = "" if moment is None else f"{moment / 1000:.1f} s"
    source = SOURCES[one.check.source]
    return one.check.content[:_LONGEST], one.check.check_class, source, one.result, seen[:_LONGEST], step, film


def _details(number: int, one: CheckResult) -> RowDetails:
    """The check, what was seen, and the picture or the step of the exploration that shows it."""
    path = [RowStep(text=action[:_MOST]) for action in one.path[:_MOST_STEPS]]
    if one.evidence:
        path = [*path, RowStep(text="What shows it", passed=_PASSED.get(one.result), picture=one.evidence)]
    actual = " ".join(part for part in (f"{one.problem}." if one.problem else "", one.why) if part) or one.result
    return RowDetails(
        row=number, expected=one.check.content[:_MOST], actual=actual[:_MOST], step=one.step, steps=tuple(path)
    )


def _gold_row(gold: GoldCheck, ours: Sequence[CheckResult]) -> tuple[str, ...]:
    told = "passes" if gold.passes else f"fails: {gold.bug}" if gold.bug else "fails"
    results = {one.result for one in ours}
    says = next((result for result in ("fails", "passes", "not tested") if result in results), "no check")
    names = "; ".join(one.problem or one.check.content for one in ours)
    return gold.content[:_LONGEST], gold.check_class, told[:_LONGEST], says, names[:_LONGEST]
