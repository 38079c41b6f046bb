"""What leaves and briefs demand, apart from any page."""

import pytest

from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.judging.scenes import LEAVES, demands_of
from tests.unit.judging.evidence_builders import case


def test_every_leaf_of_the_taxonomy_has_its_demands():
    assert set(LEAVES) == {leaf.slug for leaf in taxonomy().leaves}


def test_dynamic_leaves_are_all_used():
    dynamic = [leaf.slug for leaf in taxonomy().leaves if leaf.page_type == "dynamic"]
    assert all(demands_of(case(slug)).interaction != "none" for slug in dynamic)


@pytest.mark.parametrize(("complexity", "asked"), [(1, 3), (2, 4), (3, 6)])
def test_how_much_must_work_follows_the_briefs_complexity(complexity: int, asked: int):
    assert demands_of(case("dashboard", complexity=complexity)).working_inputs == asked
    assert demands_of(case("article", complexity=complexity)).working_inputs == 1
    assert demands_of(case("wallboard", complexity=complexity)).working_inputs == 0


@pytest.mark.parametrize(
    ("language", "brief", "sound", "imagery"),
    [
        ("en", "A timer with a beep.", True, False),
        ("en", "No music, please, but a gallery of photos.", False, True),
        ("en", "A ton of sonnets, sono and beeping hearts.", False, False),
        ("de", "Ein Spiel mit Musik, ohne Bilder.", True, False),
        ("es", "Los datos son de 2020.", False, False),
        ("zh", "不要音效，需要产品图。", False, True),
        ("ja", "効果音なしで、写真を並べる。", False, True),
        ("ko", "음악 없이 사진만 보여 주세요.", False, True),
    ],
)
def test_the_brief_asks_in_its_own_language(language, brief, sound, imagery):
    demands = demands_of(case("dashboard", brief, language=language))
    assert (demands.sound, demands.imagery) == (sound, imagery)


def test_an_unknown_leaf_follows_its_page_type():
    assert demands_of(case("brand-new", page_type="dynamic")).interaction == "full"
    assert demands_of(case("brand-new", page_type="static")).interaction == "light"
