"""Controls of which the brief says that they need not work."""

import pytest

from pytest_cookie.judging.brief.unneeded import is_unneeded
from tests.unit.judging.evidence_builders import case, control, subject

LINK = {"role": "link"}
IDLE = [
    ("The header links (Home, About, Prices) don't have to work.", "About", LINK),
    ("A list with a pagination; the page numbers need not work.", "2", {"role": "button"}),
    ("“Imprint” and “Privacy” are just placeholders.", "Privacy", LINK),
    ("No need for the buttons in the footer to work.", "Subscribe", {"selector": "footer > button"}),
    ("This is just a static mock-up for our board.", "Order", {}),
    ("Nothing needs to work yet, we want to see it.", "Order", {}),
    ("Die Links im Menü müssen nicht funktionieren.", "Team", {"role": "link", "selector": "nav > a"}),
    ("导航链接可以不用跳转。", "团队", {"role": "link", "selector": "nav > a"}),
]  # fmt: skip
MEANT = [
    ("The header links (Home, About) don't have to work, but the Order button must.", "Order", {}),
    ("A shop with a static header and decorative lines.", "Order", {}),
    ("The footer links need not work.", "Order", {"role": "link", "selector": "main > a"}),
    ("The form does not work on my phone today, so make it work there.", "Order", {}),
    ("Show placeholders in the fields.", "Order", {}),
]


@pytest.mark.parametrize(("brief", "name", "fields"), IDLE)
def test_a_control_that_need_not_work_is_known_by_name_part_or_role(brief, name, fields):
    language = "zh" if "导航" in brief else "de" if "Menü" in brief else "en"
    assert is_unneeded(control("c0", name, **fields), subject(of=case(brief=brief, language=language)))


@pytest.mark.parametrize(("brief", "name", "fields"), MEANT)
def test_others_have_to_work(brief, name, fields):
    assert not is_unneeded(control("c0", name, **fields), subject(of=case(brief=brief)))


def test_a_control_that_came_later_is_known_by_its_name():
    page = subject(of=case(brief="The tabs “Map” and “Press” need not work."))
    assert is_unneeded(None, page, "Press")
    assert not is_unneeded(None, page, "Send")
