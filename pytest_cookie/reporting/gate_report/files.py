"""A gate's decisions as files: Markdown for a pull request, JUnit XML for a CI server."""

from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as Xml

from pytest_cookie.gate import GateDecision, RuleVerdict
from pytest_cookie.reporting.gate_report.decision_lines import (
    NEEDED,
    PRELIMINARY,
    UNLIKE,
    WARNING,
    count_of,
    explanation,
    gravest_in_words,
    is_preliminary,
    measured,
    must_be,
    outcome_in_words,
    queries,
    span,
    to_tell,
)
from pytest_cookie.reporting.text.markdown import escaped, table
from pytest_cookie.reporting.text.terminal_cells import printable


def gate_markdown(decisions: Sequence[GateDecision]) -> str:
    """A section per model, or per model and mode if it has several. Several sections start with the worst outcome."""
    gravest = gravest_in_words(decisions)
    lines = [f"**{escaped(gravest)}**", ""] if gravest else []
    return "\n".join([*lines, *(line for decision in decisions for line in _section(decision))])


def _section(decision: GateDecision) -> Iterator[str]:
    yield f"## Gate: {escaped(decision.name)}"
    yield ""
    yield f"**{outcome_in_words(decision)}**" + (f" against {escaped(decision.baseline)}" if decision.baseline else "")
    yield ""
    heading = ["rule", "", "measured", "95 %", "must be", "n", "needed", "if equal"]
    yield from table(heading, [_row(rule) for rule in decision.rules], texts=(0, 1))
    yield ""
    if any(to_tell(rule) for rule in decision.rules):
        yield f"{NEEDED} If equal: the same, assuming there is no true difference from the baseline."
        yield ""
    if any(map(is_preliminary, decision.rules)):
        yield escaped(PRELIMINARY)
        yield ""
    yield from (f"- **{UNLIKE}** {escaped(str(mismatch))}" for mismatch in decision.mismatches)
    yield from (f"- {escaped(rule.name)}: {escaped(explanation(rule))}" for rule in decision.rules if explanation(rule))
    yield from (f"- **{WARNING}** {escaped(remark)}" for remark in decision.remarks)
    yield ""


def _row(rule: RuleVerdict) -> list[str]:
    answer = rule.answer if rule.answer == "pass" else f"**{rule.answer}**"
    if_equal = "" if rule.needed_if_equal is None else queries(rule.needed_if_equal)
    numbers = [measured(rule), span(rule), must_be(rule), escaped(count_of(rule)), to_tell(rule), if_equal]
    return [escaped(rule.name), answer, *numbers]


def gate_junit(decisions: Sequence[GateDecision]) -> str:
    """A test suite per model, a test case per rule. `fail` is a failure; `cannot tell` and `broken` are errors."""
    root = Xml.Element("testsuites")
    for decision in decisions:
        answers = Counter(rule.answer for rule in decision.rules)
        suite = Xml.SubElement(
            root,
            "testsuite",
            name=f"gate: {printable(decision.name)}",
            tests=str(len(decision.rules)),
            failures=str(answers["fail"]),
            errors=str(answers["cannot tell"] + answers["broken"]),
            skipped="0",
        )
        for rule in decision.rules:
            _case(suite, rule)
        if decision.remarks:
            warnings = "\n".join(printable(f"{WARNING} {remark}") for remark in decision.remarks)
            Xml.SubElement(suite, "system-out").text = warnings
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: Xml.Element, rule: RuleVerdict) -> None:
    case = Xml.SubElement(suite, "testcase", classname="pytest_cookie.gate", name=printable(rule.name), time="0")
    if rule.answer == "pass":
        return
    parts = [
        f"{measured(rule)}, must be {must_be(rule)}" if must_be(rule) else "",
        f"95 %: {span(rule)}" if span(rule) else "",
        f"{to_tell(rule)} cases needed to decide" if to_tell(rule) and not explanation(rule) else "",
        explanation(rule),
    ]
    text = printable("; ".join(part for part in parts if part))
    Xml.SubElement(case, "failure" if rule.answer == "fail" else "error", message=text, type=rule.answer)
