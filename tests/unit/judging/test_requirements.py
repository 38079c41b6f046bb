"""What leaves and briefs demand, apart from any page."""

import re
from pathlib import Path
from typing import get_args

import pytest

from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.judging.rubric.requirements import Scene, criteria, derive_requirements
from pytest_cookie.judging.rubric.table import RUBRIC
from tests.unit.judging.evidence_builders import case


def test_every_leaf_of_the_taxonomy_has_its_demands():
    assert set(criteria().leaves) == {leaf.slug for leaf in taxonomy().leaves}


def test_every_scene_has_criteria_of_items_that_there_are():
    assert set(criteria().scenes) == set(get_args(Scene))
    items = {item.id for item in RUBRIC}
    assert all(asked and set(asked) <= items for asked in criteria().scenes.values())
    assert all(set(exemption.items) <= items for exemption in criteria().exemptions)


def test_the_coverage_of_the_rubric_is_what_the_page_about_it_says():
    assert list(criteria().coverage) == [item.id for item in RUBRIC]
    page = (Path(__file__).parents[3] / "docs" / "reference" / "rubric" / "index.md").read_text(encoding="utf-8")
    parts = [len(part) for parts in criteria().coverage.values() for part in parts.values()]
    told = re.search(r"(\d+) of (\d+) parts of the criteria are measured \((\d+)%\)", page)
    assert told is not None
    measured = sum(len(parts["measured"]) for parts in criteria().coverage.values())
    assert (int(told[1]), int(told[2]), int(told[3])) == (measured, sum(parts), round(100 * criteria().covered))


def test_dynamic_leaves_are_all_used():
    dynamic = [leaf.slug for leaf in taxonomy().leaves if leaf.page_type == "dynamic"]
    assert all(derive_requirements(case(slug)).interaction != "none" for slug in dynamic)


@pytest.mark.parametrize(("complexity", "asked"), [(1, 3), (2, 4), (3, 6)])
def test_how_much_must_work_follows_the_briefs_complexity(complexity: int, asked: int):
    assert derive_requirements(case("dashboard", complexity=complexity)).working_inputs == asked
    assert derive_requirements(case("article", complexity=complexity)).working_inputs == 1
    assert derive_requirements(case("wallboard", complexity=complexity)).working_inputs == 0


BRIEFS = [
    ("en", "A timer with a beep.", True, False),
    ("en", "No music, please, but a gallery of photos.", False, True),
    ("en", "A ton of sonnets, sono and beeping hearts.", False, False),
    ("en", "A boxing clock with a bell that I hear at each round.", True, False),
    ("en", "A contact form: we would love to hear from you. How can I hear about news?", False, False),
    ("de", "Ein Spiel mit Musik, ohne Bilder.", True, False),
    ("de", "Eine Eieruhr, die man am Ende hört, mit einem Button aus Beton.", True, False),
    ("en", "We hear you, and want to hear your story.", False, False),
    ("de", "Sie hören von uns, denn ich möchte von Ihnen hören.", False, False),
    ("de", "Ein Video von jedem Konzert.", True, False),
    ("fr", "Chaque col avec son heure; on entend par devis une estimation.", False, False),
    ("fr", "Un minuteur avec un son à la fin.", True, False),
    ("fr", "Une horloge sans son.", False, False),
    ("es", "Al final se oye una campana.", True, False),
    ("es", "Ningún sonido, por favor.", False, False),
    ("fr", "Un minuteur avec un bip que l'on entend.", True, False),
    ("es", "Al final, un pitido.", True, False),
    ("pt", "No fim quero ouvir um aviso.", True, False),
    ("pt", "Queremos ouvir a sua opinião, sem música.", False, False),
    ("pt", "Quem somos: a soma aparece somente com sombra.", False, False),
    ("es", "Los datos son de 2020.", False, False),
    ("zh", "不要音效，需要产品图。", False, True),
    ("zh", "倒计时结束时要听到铃声。", True, False),
    ("zh", "希望听到您的意见，按类别展示图片。", False, True),
    ("zh", "特别需要音效。", True, False),
    ("zh", "不仅有音效，还有不同的图片。", True, True),
    ("ja", "音楽は使わない。", False, False),
    ("ko", "음악이 없는 게임.", False, False),
    ("ja", "効果音なしで、写真を並べる。", False, True),
    ("ja", "無料の音楽を流す。", True, False),
    ("ko", "틀리면 화면이 흔들리는 게임.", False, False),
    ("ko", "끝나면 종이 울리는 것이 들리게.", True, False),
    ("ko", "음악 없이 사진만 보여 주세요.", False, True),
]


def test_the_brief_asks_in_its_own_language(subtests):
    for language, brief, sound, imagery in BRIEFS:
        with subtests.test(language=language):
            demands = derive_requirements(case("dashboard", brief, language=language))
            assert (demands.sound, demands.imagery) == (sound, imagery)


def test_an_unknown_leaf_follows_its_page_type():
    assert derive_requirements(case("brand-new", page_type="dynamic")).interaction == "full"
    assert derive_requirements(case("brand-new", page_type="static")).interaction == "light"
