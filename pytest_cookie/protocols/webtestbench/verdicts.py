"""`judge_checks`: a verdict on each check from the evidence: passes, fails, or not tested."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pytest_cookie.core.case import Case
from pytest_cookie.core.labels import Language
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Finding
from pytest_cookie.judging.brief.vocabulary import stem_words
from pytest_cookie.protocols.webtestbench.checklist.check import Check
from pytest_cookie.protocols.webtestbench.checklist.requests import Request, find_absent
from pytest_cookie.protocols.webtestbench.checklist.rules import read_rules, rules_of
from pytest_cookie.protocols.webtestbench.probing.results import ProbeResult, Probes

Result = Literal["passes", "fails", "not tested"]
_RULES_OF_KIND = {"lost-on-reload": ("kept-entries",)}
"""The rules that a kind of finding breaks."""
_VALUE_KINDS = frozenset({"boundary-value-accepted", "wrong-input-accepted"})
"""Kinds that say in words which rule is broken."""
_QUOTED = re.compile(r"“([^”]{2,60})”")
_LEAST_STEMS = 2
"""Words of a control that a check has to share, so that the control's fault is a fault of the check."""
_WHAT: dict[str, str] = {
    "past-date": "A date in the past is accepted",
    "future-date": "A date to come is accepted",
    "end-before-start": "An end before its start is accepted",
    "negative-number": "A negative number is accepted",
    "wrong-email": "An e-mail address without @ is accepted",
    "wrong-phone": "A phone number with letters is accepted",
    "other-password": "Two different passwords are accepted",
    "unknown-login": "A login without an account is accepted",
    "wrong-password": "A wrong password is accepted",
    "empty-form": "An empty form is accepted",
    "same-entry": "The same entry is accepted twice",
    "kept-entries": "An entry is gone after the view was left",
}
_WHY_LOST = "It was shown after it was sent, and not when the browser's back button led to the view again."


@dataclass(frozen=True)
class CheckResult:
    """A check and what came of it. `problem` says what fails; `step` and `evidence` show it."""

    check: Check
    result: Result
    problem: str = ""
    why: str = ""
    step: int | None = None
    evidence: str = ""
    kind: str = ""
    path: tuple[str, ...] = ()


@dataclass
class _Board:
    """The results so far, by the check's id."""

    checks: Sequence[Check]
    results: dict[str, CheckResult] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)
    """Rules that a probe found kept."""

    def keeps_all(self, check: Check) -> bool:
        """Whether each rule of a check that has a probe was found kept."""
        return all(rule.id in self.kept for rule in read_rules() if rule.probe and rule.id in check.rules)

    def note(self, result: CheckResult) -> None:
        """Take a result; a failure stays."""
        known = self.results.get(result.check.id)
        if known is None or known.result != "fails":
            self.results[result.check.id] = result

    def fails(self, check: Check) -> bool:
        """Whether a check is known to fail."""
        return check.id in self.results and self.results[check.id].result == "fails"

    def of_rule(self, rule: str) -> list[Check]:
        """The checks that are about a rule."""
        return [check for check in self.checks if rule in check.rules]


def judge_checks(
    case: Case, checks: Sequence[Check], steps: Sequence[Step], suspicions: Sequence[Finding], probes: Probes
) -> tuple[CheckResult, ...]:
    """The result of each check, then a check of its own for each confirmed defect that belongs to none.

    A defect of use counts only if it happened again on a fresh page. Nothing fails because of time: what could not be
    tried is not tested.
    """
    board = _Board(checks)
    own = [told for number, probe in enumerate(probes.probes, start=1) for told in _note_probe(board, probe, number)]
    own += list(_note_findings(board, case, steps, suspicions, probes))
    own += [_absent(*pair, probes, number) for number, pair in enumerate(find_absent(checks, steps, probes.places), 1)]
    _note_use(board, steps, case.language)
    listed = [board.results.get(check.id, CheckResult(check, "not tested")) for check in checks]
    return (*listed, *own)


def _note_probe(board: _Board, probe: ProbeResult, number: int) -> Iterator[CheckResult]:
    """Give a probe's result to the checks of its rule.

    What a further field accepts, or a form of which the checklist says nothing, is a check of its own.
    """
    if probe.outcome == "unclear":
        return
    subject = probe.subject or probe.form  # older evidence has no subject
    rules = [rule for rule in read_rules() if rule.probe == probe.probe and rule.is_about(probe.form, subject)]
    if probe.outcome == "refused":
        board.kept.update(rule.id for rule in rules)
        for check in (check for rule in rules for check in board.of_rule(rule.id) if board.keeps_all(check)):
            board.note(CheckResult(check, "passes", "", _refusal(probe), probe.step, probe.picture))
        return
    place = f" by “{probe.field}”" if probe.field else ""
    value = f"“{probe.value}”" if probe.value else "The form"
    effect = _WHY_LOST if probe.probe == "kept-entries" else "It had the effect of the valid entry."
    why = f"{value}: {effect} Seen on a fresh page: {'; '.join(probe.path)}."
    for rule in rules[:1]:
        checks = [check for check in board.of_rule(rule.id) if not board.fails(check)]
        for check in checks:
            board.note(_failure(check, probe, place, why))
        if not checks and not rule.form:
            content = f"{rule.content.removesuffix('.')}: {probe.field}." if probe.field else rule.content
            own = Check(id=f"p{number}", content=content, check_class=rule.check_class, source="rule", rules=(rule.id,))
            yield _failure(own, probe, place, why)


def _failure(check: Check, probe: ProbeResult, place: str, why: str) -> CheckResult:
    problem = f"{_WHAT[probe.probe]}{place}"
    return CheckResult(check, "fails", problem, why, probe.step, probe.picture, probe.probe, probe.path)


def _absent(asking: Check, request: Request, probes: Probes, number: int) -> CheckResult:
    """A row of its own for each thing that the brief asks for and nothing offers."""
    check = asking.model_copy(update={"id": f"a{number}", "content": f"{request.id}: {asking.content}"})
    looked = ", ".join(" → ".join(place.path) or "the first view" for place in probes.places)
    why = f"No control has a word or an icon for it. Looked for in {len(probes.places)} places: {looked}."
    return CheckResult(check, "fails", f"Nothing offers to {request.id}", why, kind="absent")


def _refusal(probe: ProbeResult) -> str:
    what = f"“{probe.value}”" if probe.value else "It"
    return f"{what} was {'still there' if probe.probe == 'kept-entries' else 'refused'} on a fresh page."


def _note_findings(
    board: _Board, case: Case, steps: Sequence[Step], suspicions: Sequence[Finding], probes: Probes
) -> Iterator[CheckResult]:
    """Give each confirmed finding to its checks; those that belong to none are yielded as checks of their own."""
    number = 0
    for finding in suspicions:
        seen = probes.confirmation(finding.step)
        if finding.step is not None and (seen is None or seen.outcome != "again"):
            continue
        path = seen.path if seen else ()
        told = f"{finding.why} It happened again on a fresh page." if seen else finding.why
        picture = finding.evidence
        of_it = _find_checks(board.checks, finding, steps, case.language)
        for check in of_it:
            board.note(CheckResult(check, "fails", finding.title, told, finding.step, picture, finding.kind, path))
        if not of_it:
            number += 1
            check = Check(id=f"f{number}", content=finding.title, check_class="interaction", source="finding")
            yield CheckResult(check, "fails", finding.title, told, finding.step, picture, finding.kind, path)


def _find_checks(
    checks: Sequence[Check],
    finding: Finding,
    steps: Sequence[Step],
    language: Language,
) -> list[Check]:
    rules: tuple[str, ...] = _RULES_OF_KIND.get(finding.kind, ())
    if finding.kind in _VALUE_KINDS:
        rules = rules_of(f"{finding.title} {finding.why}")[:1]
    if of_rule := [check for check in checks if not set(rules).isdisjoint(check.rules)]:
        return of_rule
    step = next((one for one in steps if one.index == finding.step), None)
    words = " ".join([*_QUOTED.findall(finding.title), step.action.target if step else "",
                      *(step.action.within if step else ())])  # fmt: skip
    stems = set(stem_words(words, language))
    ranked = sorted(checks, key=lambda check: -len(stems & set(stem_words(check.content, language))))
    best = ranked[:1]
    enough = best and len(stems & set(stem_words(best[0].content, language))) >= min(_LEAST_STEMS, len(stems))
    return best if enough and stems else []


def _note_use(board: _Board, steps: Sequence[Step], language: Language) -> None:
    """A functionality check passes if a control of its words was used with an effect, and nothing failed there."""
    used = [step for step in steps if step.change.seen and step.action.is_input and step.action.target]
    names = [(step, set(stem_words(step.action.target, language))) for step in used]
    for check in board.checks:
        if check.rules or check.id in board.results:
            continue
        stems = set(stem_words(check.content, language))
        shown = next((step for step, named in names if len(named & stems) >= min(_LEAST_STEMS, len(named)) > 0), None)
        if shown:
            why = f"“{shown.action.target[:60]}” was used and had an effect."
            board.note(CheckResult(check, "passes", "", why, shown.index))
