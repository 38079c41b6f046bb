"""Known-good and known-bad evidence for item 2, intent alignment."""

import pytest

from pytest_cookie.core.trace import Change
from pytest_cookie.judging.measures.content_amount import grade_amount
from pytest_cookie.judging.rubric.items.intent_alignment import measure_intent_alignment
from tests.unit.judging.evidence_builders import case, inventory, step, subject, trace

LANDING = case("product-landing", "页面介绍「青屿」，重量 138 g，续航 30 天，屏幕 1.9 英寸。", language="zh")


def _score(met, page):
    return pytest.approx(0.6 * min(1, (met - 0.1) / 0.85) + 0.4 * grade_amount(page), abs=1e-3)


def test_literals_of_the_brief_are_looked_for():
    full = subject(of=LANDING, inventory=inventory("青屿 重量１３８g 续航 30 天 屏幕 1.9英寸"))
    assert measure_intent_alignment(full).score == _score(1, full)
    part = subject(of=LANDING, inventory=inventory("青屿 重量 138 g"))
    half = measure_intent_alignment(part)
    assert half.score == _score((0.6 + 0.7) / (0.6 + 3 * 0.7), part)
    assert "30 天" in half.defects[0].title


def test_what_appears_in_use_is_on_the_page_too():
    used = trace(step(0, ref="b0", change=Change(seen=True, appeared_text=("续航 30 天", "屏幕 1.9 英寸"))))
    page = subject(of=LANDING, inventory=inventory("青屿 138 g"), trace=used)
    assert measure_intent_alignment(page).score == _score(1, page)


def test_an_article_after_a_year_is_no_unit():
    french = case(
        "article", "Fondée en 1926 l'usine, en 1930 l’école, en 1950 héberge 3 kg, « Nef » et « Orgue ».", language="fr"
    )
    page = subject(of=french, inventory=inventory("3 kg Nef Orgue"))
    found = measure_intent_alignment(page)
    assert (found.score, found.defects) == (_score(1, page), ())


@pytest.mark.parametrize("of", [case("dashboard", "“A”, 3 kg, 4 kg, 5 kg"), case("article", "An article on bees.")])
def test_intent_is_not_guessed(of):
    assert measure_intent_alignment(subject(of=of)).status == "inapplicable"
