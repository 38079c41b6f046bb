"""`make_checklist`: the checks of a case, without a model."""

from collections.abc import Iterator

from pytest_cookie.core.case import Case
from pytest_cookie.protocols.webtestbench.case_fields import WebTestFields
from pytest_cookie.protocols.webtestbench.checklist.check import Check
from pytest_cookie.protocols.webtestbench.checklist.clauses import split_brief
from pytest_cookie.protocols.webtestbench.checklist.rules import read_rules, rules_of
from pytest_cookie.protocols.webtestbench.options import Options


def make_checklist(case: Case, options: Options) -> tuple[Check, ...]:
    """People's checks in the oracle setting, else the reviewed checklist of the case, else one from its brief."""
    fields = WebTestFields.model_validate(case.fields)
    if options.checklist == "gold":
        return tuple(
            Check(id=f"c{number}", content=gold.content, check_class=gold.check_class, source="gold",
                  rules=rules_of(gold.content))
            for number, gold in enumerate(fields.gold(options.gold), start=1)
        )  # fmt: skip
    if fields.checklist:
        return tuple(
            Check(id=f"c{number}", content=one.content, check_class=one.check_class, source="reviewed",
                  rules=rules_of(one.content))
            for number, one in enumerate(fields.checklist, start=1)
        )  # fmt: skip
    found = [*_from_brief(case.brief), *_from_rules(case.brief)]
    return tuple(check.model_copy(update={"id": f"c{number}"}) for number, check in enumerate(found, start=1))


def _from_brief(brief: str) -> Iterator[Check]:
    for clause in split_brief(brief):
        yield Check(
            id="", content=clause.text, check_class="functionality", source="brief", start=clause.start, end=clause.end
        )


def _from_rules(brief: str) -> Iterator[Check]:
    for rule in read_rules():
        if rule.is_called_for(brief):
            yield Check(id="", content=rule.content, check_class=rule.check_class, source="rule", rules=(rule.id,))
