"""Every kind of finding is described once and produced by the code, and the code produces no other."""

import re

from pytest_cookie.checks.registry import BUILT_IN
from pytest_cookie.core.verdict import SEVERITIES, Finding
from pytest_cookie.judging.measures.evasion import find_evasions
from pytest_cookie.judging.measures.injection import find_judge_appeals
from pytest_cookie.judging.measures.runnable import explain_not_runnable, find_gone_blank
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.table import RUBRIC
from tools.reference.findings import findings_of, kinds_of

CHECKS = (explain_not_runnable, find_gone_blank, find_evasions, find_judge_appeals)
STARTS = (*(item.measure for item in RUBRIC), *CHECKS, *(check.find for check in BUILT_IN))
KINDS = dict.fromkeys([*FindingKind, *(kind for check in BUILT_IN for kind in check.kinds)])


def test_kinds_are_short_distinct_ids_in_kebab_case_with_a_sentence():
    assert (
        len({kind.name.lower().replace("_", "-") for kind in FindingKind} - {kind.value for kind in FindingKind}) == 0
    )
    for kind in KINDS:
        assert re.fullmatch(r"[a-z]+(-[a-z]+){1,3}", kind.value), kind
        assert re.fullmatch(r"[A-Z`][^\n]{15,}\.", kind.meaning), kind
    assert len({kind.meaning for kind in KINDS}) == len(KINDS)


def test_every_kind_is_produced_and_every_produced_kind_is_in_the_table():
    produced: dict[str, set[str]] = {}
    for start in STARTS:
        for kind, severities in kinds_of(start).items():
            produced.setdefault(kind, set()).update(severities)
    assert produced.keys() == {kind.value for kind in KINDS}
    assert {
        kind for kind, severities in produced.items() if not severities or not severities <= set(SEVERITIES)
    } == set()


def test_a_stored_finding_without_a_kind_can_be_read():
    stored = '{"dimension": "functionality", "severity": "major", "title": "Save does nothing", "why": "w"}'
    assert Finding.model_validate_json(stored).kind == ""
    written = Finding.model_validate_json(stored).model_copy(update={"kind": FindingKind.DEAD_CONTROL.value})
    assert Finding.model_validate_json(written.model_dump_json()) == written


def test_titles_are_short_and_begin_like_a_sentence(subtests):
    """The parts that depend on the page are names, which are cut as well."""
    for start in STARTS:
        for found in findings_of(start):
            with subtests.test(title=found.title):
                assert len(found.title) <= 70
                assert re.match("[A-Z“…]", found.title)
                assert not found.title.endswith(".")


def test_a_check_reports_the_kinds_that_it_declares(subtests):
    for check in BUILT_IN:
        with subtests.test(check=check.id):
            assert set(kinds_of(check.find)) == {kind.value for kind in check.kinds}
