import re

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import DIFFICULTIES, MODES, PAGE_TYPES
from pytest_cookie.dataset import taxonomy

DOMAINS = {
    "content": 8,
    "utilities": 6,
    "datavis": 6,
    "applications": 4,
    "management": 5,
    "productivity": 3,
    "multimedia": 5,
    "analytics": 6,
    "graphics": 4,
    "games": 4,
    "simulation": 3,
}


def test_the_tree_has_the_papers_shape_in_the_papers_order():
    domains = taxonomy().domains
    assert {domain.slug: len(domain.leaves) for domain in domains} == DOMAINS
    assert [domain.slug for domain in domains] == list(DOMAINS)
    assert [domain.page_type for domain in domains] == ["static"] * 3 + ["dynamic"] * 8
    assert len(taxonomy().leaves) == 54
    assert [leaf.position for leaf in taxonomy().leaves] == list(range(54))


def test_leaves_know_where_they_hang():
    leaf = taxonomy().leaf("what-if")
    assert (leaf.name, leaf.domain, leaf.page_type) == ("Data-driven Simulation", "analytics", "dynamic")
    assert taxonomy().leaf("archive").page_type == "static"
    assert taxonomy().domain("games").leaves[0].slug == "puzzle"


def test_slugs_names_and_definitions_are_unique():
    leaves = taxonomy().leaves
    for field in ("slug", "definition"):
        values = [getattr(leaf, field) for leaf in leaves]
        assert len(set(values)) == len(values), field
    assert len({(leaf.domain, leaf.name) for leaf in leaves}) == 54


def test_definitions_are_one_to_three_sentences():
    for leaf in taxonomy().leaves:
        sentences = re.findall(r"[^.]+\.(?=\s|$)", leaf.definition)
        assert 1 <= len(sentences) <= 3, leaf.slug
        assert "".join(sentences) == leaf.definition, leaf.slug
        assert len(leaf.definition) >= 80, leaf.slug


def test_no_slug_contains_a_word_by_which_k_selects_something_else():
    labels = {*PAGE_TYPES, *DIFFICULTIES, *MODES, *DOMAINS}
    for domain in taxonomy().domains:
        for word in labels - {domain.slug}:
            assert word not in domain.slug
            for leaf in domain.leaves:
                assert word not in leaf.slug, f"-k {word} would select {leaf.slug}"


@pytest.mark.parametrize(
    ("given", "suggested"),
    [
        ("unitconverter", "unit-converter"),
        ("Blog / Article", "article"),
        ("dashbord", "dashboard"),
        ("PUZZLE", "puzzle"),
    ],
)
def test_an_unknown_leaf_names_the_nearest(given, suggested):
    with pytest.raises(UsageError, match=f"unknown leaf '{given}'; did you mean .*'{suggested}'"):
        taxonomy().leaf(given)


def test_an_unknown_leaf_or_domain_without_a_near_one_gets_no_suggestion():
    with pytest.raises(UsageError, match=r"unknown leaf 'xyzzy'$"):
        taxonomy().leaf("xyzzy")
    with pytest.raises(UsageError, match="unknown domain 'game'; did you mean 'games'"):
        taxonomy().domain("game")
