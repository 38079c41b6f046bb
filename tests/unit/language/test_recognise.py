import pytest

from pytest_cookie.core.labels import LANGUAGES
from pytest_cookie.language import LANGUAGE_NAMES, language_of

TEXTS = {
    "zh": "列表要能按名称或编号搜索，按状态筛选，每页八条。",
    "en": "The list can be searched by name and sorted by price, eight rows a page.",
    "fr": "La liste se filtre par quartier et se trie par prix, huit lignes par page.",
    "es": "La lista se puede buscar por nombre y ordenar por precio, ocho filas por página.",
    "ja": "一覧は名前で検索でき、価格で並べ替えられるようにしてください。",
    "de": "Die Liste soll sich nach Namen durchsuchen und nach Preis sortieren lassen.",
    "ko": "목록은 이름으로 검색하고 가격순으로 정렬할 수 있어야 합니다.",
    "pt": "A lista pode ser pesquisada por nome e ordenada por preço, oito linhas por página.",
}


def test_every_language_has_its_text_and_its_name():
    assert tuple(TEXTS) == tuple(LANGUAGE_NAMES) == LANGUAGES


def test_each_is_recognised_whatever_was_expected():
    for language in LANGUAGES:
        assert {language_of(TEXTS[language], expected) for expected in LANGUAGES} == {language}


def test_what_has_no_words_is_in_no_language():
    for expected in LANGUAGES:
        for text in ("12 / 34 — 56", "", " \n", "…", "\ud800", "OK"):
            assert language_of(text, expected) is None, (text, expected)


@pytest.mark.parametrize("expected", ["en", "de", "fr", "es", "pt"])
def test_words_of_many_languages_are_foreign_to_none_of_them(expected):
    assert language_of("Taxi Hotel Radio", expected) in (expected, None)


MESSAGES = (
    ("Save your changes first", "en"),
    ("Änderungen zuerst speichern", "de"),
    ("Enregistrez les modifications d’abord", "fr"),
    ("Guarda primero los cambios", "es"),
    ("Guarde primeiro as alterações", "pt"),
    ("먼저 변경 사항을 저장하세요", "ko"),
    ("先に変更を保存してください", "ja"),
    ("请先保存您的更改", "zh"),
)


def test_a_message_of_a_few_words_is_enough(subtests: pytest.Subtests):
    for text, language in MESSAGES:
        with subtests.test(text=text):
            assert {language_of(text, expected) for expected in LANGUAGES} <= {language, None}
            assert language_of(text, language) == language
