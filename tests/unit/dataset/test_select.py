from itertools import product

import pytest

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case, Complexity, fit_scores
from pytest_cookie.core.labels import MODES, Difficulty, slug
from pytest_cookie.dataset import item_name, label_values, label_words, model_slugs, taxonomy


def case(case_id: str, *, leaf: str = "puzzle", language: str = "en", level: Difficulty = "easy") -> Case:
    place = taxonomy().leaf(leaf)
    return Case(
        id=case_id,
        brief="a brief",
        page_type=place.page_type,
        domain=place.domain,
        leaf=leaf,
        language=language,
        complexity=Complexity.model_validate(fit_scores(level)),
        source="",
        version=1,
        origin="x.yaml:1",
        digest="",
    )


def key(of: Case, model: str = "sample/polished", *, mode: str = "html", repeat: int = 1) -> ItemKey:
    return ItemKey(case=of.id, model=model, mode=mode, repeat=repeat)


def test_the_name_reads_as_documented():
    one = case("crossing", leaf="action", language="de", level="hard")
    assert item_name(one, key(one, repeat=2)) == "games-action-hard-de-crossing-html-r2-sample-polished"


def test_label_words_are_page_types_difficulties_modes_and_domains():
    assert len(label_words()) == 2 + 4 + 2 + 11
    assert {"static", "hard", "react", "datavis", "games"} <= label_words()


@pytest.mark.parametrize("model", ["openai/gpt-hard", "statically/games-1", "my-html-model", "easy", "analytics/react"])
def test_no_label_word_survives_in_the_slug_of_a_model(model):
    slug = model_slugs([model])[model]
    assert not [word for word in label_words() if word in slug]


def test_models_with_the_same_slug_are_told_apart():
    models = ["a/b", "a-b", "A b", "a.b", "other"]
    slugs = model_slugs(models)
    assert slugs["other"] == "other"
    assert slugs["a.b"] == "a.b"
    assert len(set(slugs.values())) == 5
    assert all(slugs[model].startswith("a-b-") for model in ("a/b", "a-b", "A b"))


def test_a_model_that_is_named_like_the_way_out_is_told_apart_too():
    hashed = model_slugs(["a/b", "a-b"])["a/b"]
    models = ["a/b", "a-b", hashed]
    assert len(set(model_slugs(models).values())) == 3


def test_slugs_do_not_depend_on_the_order_or_on_repetition():
    models = ["a/b", "x", "a-b"]
    assert model_slugs(models) == model_slugs([*reversed(models), "x"])


def test_half_a_character_has_a_slug():
    assert slug("\ud800") == slug("\ud800") != slug("\ud801")


def test_no_two_items_share_a_name():
    ids = ["a", "a-r1", "a-r1-b", "en-a", "b-en", "r1", "r1-a", "a_b", "a.b", "a-b", "physics-a"]
    cases = [case(each, leaf=leaf) for each, leaf in zip(ids, ["puzzle", "physics"] * 6, strict=False)]
    models = ["m", "r1-m", "b-r1", "r1", "a/b", "a-b", "x-html-r1", "react", "1", "11", "r11"]
    slugs = model_slugs(models)
    names = [
        item_name(case, key(case, model, mode=mode, repeat=repeat), model_slug=slugs[model])
        for case, model, mode, repeat in product(cases, models, MODES, (1, 11, 111))
    ]
    assert len(set(names)) == len(names) == 11 * 11 * 2 * 3


def test_the_labels_and_their_values_are_those_of_a_case():
    values = label_values()
    assert set(values) - {"mode"} == {"domain", "leaf", "difficulty", "language", "page_type", "voice"}
    assert (len(values["domain"]), len(values["leaf"])) == (11, 54)
    assert values["language"] == ("zh", "en", "fr", "es", "ja", "de", "ko", "pt")
