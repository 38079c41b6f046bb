"""The scores of WebTestBench: how well a tester finds the bugs that people found."""

from collections.abc import Mapping, Sequence

from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.slices import ItemPart, SliceSpec
from pytest_cookie.protocols.webtestbench.case_fields import CHECK_CLASSES, GoldCheck
from pytest_cookie.protocols.webtestbench.verdicts import CheckResult

PRECISION, RECALL, F1, CHECKS_COVERED, FALSE_ALARMS, PASSED = (
    "precision", "recall", "f1", "checks_covered", "false_alarms", "passed_checks",
)  # fmt: skip

SCORES = ScoreSet((
    ScoreSpec(
        id=PRECISION, label="precision", short="prec.", unit="%",
        about="Share of the checks told as failing whose gold check fails. Null without such checks.",
    ),
    ScoreSpec(
        id=RECALL, label="recall", short="recall", unit="%",
        about="Share of the gold checks that fail that a check told as failing is about. Null if none of gold fails.",
    ),
    ScoreSpec(
        id=F1, label="F1", short="F1", unit="%",
        about="Harmonic mean of precision and recall; 0 if no bug of the gold was found (WebTestBench, section 4).",
    ),
    ScoreSpec(
        id=CHECKS_COVERED, label="checks covered", short="covered", unit="%",
        about="Share of the gold checks that a check of the tester is about, whatever its result.",
    ),
    ScoreSpec(
        id=FALSE_ALARMS, label="false alarms", short="false", unit="%", direction="lower",
        about="Share of the gold checks that pass that a check told as failing is about.",
    ),
    ScoreSpec(
        id=PASSED, label="passed checks", short="passed", unit="%", ranks=True,
        about="Share of the tester's tested checks that pass: the application's score, not the tester's. 0 if none was "
        "tested.",
    ),
))  # fmt: skip


def compute_scores(
    results: Sequence[CheckResult], gold: Sequence[GoldCheck], gold_of: Mapping[str, int]
) -> dict[str, float | None]:
    """All scores, 0 to 100. Those about gold are null without gold."""
    told = [one for one in results if one.result == "fails"]
    tested = [one for one in results if one.result != "not tested"]
    scores: dict[str, float | None] = dict.fromkeys(SCORES.ids)
    scores[PASSED] = _percent(len(tested) - len(told), len(tested)) or 0.0  # it ranks, so it is never null
    if not gold:
        return scores
    bugs = {at for at, one in enumerate(gold) if not one.passes}
    hits = [one for one in told if gold_of.get(one.check.id) in bugs]
    found = {gold_of[one.check.id] for one in hits}
    alarms = {gold_of[one.check.id] for one in told if one.check.id in gold_of} - bugs
    precision, recall = _percent(len(hits), len(told)), _percent(len(found), len(bugs))
    scores[PRECISION], scores[RECALL] = precision, recall
    scores[F1] = None if recall is None else _mean(precision or 0.0, recall)
    scores[CHECKS_COVERED] = _percent(len(set(gold_of.values())), len(gold))
    scores[FALSE_ALARMS] = _percent(len(alarms), len(gold) - len(bugs))
    return scores


CLASS = "check_class"
SLICES = (
    SliceSpec(id="category", label="category"),
    SliceSpec(id=CLASS, label="class of checks", values=CHECK_CLASSES, part="checks", field="class"),
)


def score_checks(
    results: Sequence[CheckResult], gold: Sequence[GoldCheck], gold_of: Mapping[str, int]
) -> tuple[ItemPart, ...]:
    """The scores of every check: of gold how it was met, of the tester's whether it is right and passes."""
    told = {one.check.id for one in results if one.result == "fails"}
    covered, alarmed = set(gold_of.values()), {place for name, place in gold_of.items() if name in told}
    parts = []
    for place, one in enumerate(gold):
        met = 100.0 * (place in alarmed)
        scores: dict[str, float | None] = {CHECKS_COVERED: 100.0 * (place in covered)}
        scores |= {FALSE_ALARMS: met} if one.passes else {RECALL: met}
        parts.append(ItemPart(slices={CLASS: (one.check_class,)}, scores=scores))
    for own in (one for one in results if one.result != "not tested"):
        is_told, match = own.check.id in told, gold_of.get(own.check.id)
        scores = {PASSED: 100.0 * (not is_told)}
        if gold and is_told:
            scores[PRECISION] = 100.0 * (match is not None and not gold[match].passes)
        parts.append(ItemPart(slices={CLASS: (own.check.check_class,)}, scores=scores))
    return tuple(parts)


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _mean(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
