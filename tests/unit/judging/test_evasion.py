"""A page's reactions to being observed are reported once a kind, without a cost."""

import pytest

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.evidence import FROM_OUTSIDE, SessionEvidence
from pytest_cookie.judging.checks.evasion import find_evasions
from tests.unit.judging.evidence_builders import artifact, case, evidence, subject


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("if (navigator.webdriver) hide()", "“navigator.webdriver” occurs in the source, index.html, line 2"),
        ("navigator ?. webdriver", "navigator ?. webdriver"),
        ("navigator['webdriver']", "webdriver"),
        ("/HeadlessChrome/.test(navigator.userAgent)", "HeadlessChrome"),
        ("window.__playwright__binding__", "__playwright__binding__"),
        ("globalThis.__cookieTime", "__cookieTime"),
        ("// navigator.webdriver", "in a comment of the source, index.html, line 2"),
    ],
)
def test_who_looks_for_a_test_is_told_where(tmp_path, source, words):
    (tmp_path / "index.html").write_text(f"<script>\n{source}\n</script>")
    (found,) = find_evasions(subject(), tmp_path)
    assert found.severity == "minor"
    assert words in found.why


@pytest.mark.parametrize(
    "source", ["Selenium in soil", "a headless horseman", "document.cookie", "const webdriver = 1"]
)
def test_what_only_sounds_alike_is_left_alone(tmp_path, source):
    (tmp_path / "index.html").write_text(source)
    assert find_evasions(subject(), tmp_path) == []


def test_a_page_that_was_looked_at_from_outside_is_told_and_it_costs_nothing(tmp_path):
    seen = evidence()
    broken = seen.model_copy(update={"sessions": (SessionEvidence(name="crawler", notes=(FROM_OUTSIDE,)),)})
    plain, verdict = (make_measured_judge().judge(case(), artifact(), page, tmp_path) for page in (seen, broken))
    (more,) = [finding for finding in verdict.findings if finding not in plain.findings]
    assert "changes built-in JavaScript" in more.title
    assert (verdict.scores["functionality"], verdict.scores["aesthetics"]) == (
        plain.scores["functionality"],
        plain.scores["aesthetics"],
    )
