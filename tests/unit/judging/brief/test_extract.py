"""Requirements and refusals are extracted from briefs in eight languages."""

import pytest

from pytest_cookie.judging.brief.extract import extract_requirements
from pytest_cookie.judging.brief.numbers import read_number, read_numbers

WANTED = [
    ("en", "A board with a search box, sortable columns and 10 per page.", {"search", "sort", "pagination"}),
    ("en", "Sliders for both lengths; Undo and redo; still there after a reload.", {"slider", "undo", "redo", "kept"}),
    ("de", "Suchfeld, Schieberegler und eine Tabelle, dazu Pfeiltasten.", {"search", "slider", "table", "arrows"}),
    ("fr", "Des filtres, une courbe et un pied de page ; encore là demain.", {"filter", "chart", "footer", "kept"}),
    ("es", "Un buscador, tarjetas, un mapa y botón de copiar.", {"search", "map", "copy"}),
    ("pt", "Com busca, tabela, contador regressivo e desfazer.", {"search", "table", "countdown", "undo"}),
    ("zh", "列表要能搜索、筛选、排序，每页 8 条，可以导出。", {"search", "filter", "sort", "pagination", "export"}),
    ("ja", "検索と並べ替え、グラフと履歴。スライダーで動かす。", {"search", "sort", "chart", "history", "slider"}),
    ("ko", "검색과 정렬, 달력, 다크 모드. 껐다 켜도 남게.", {"search", "sort", "calendar", "theme", "kept"}),
]
NOT_NEEDED = [
    ("en", "A catalogue with filters. The filters need not work, and no login.", {"login", "filter"}),
    ("en", "A shop front; the filters need not work, the map can be left out, without cart or search.",
     {"filter", "map", "cart", "search"}),
    ("de", "Ohne Anmeldung; die Filter müssen nicht funktionieren.", {"login", "filter"}),
    ("fr", "Sans connexion ; les filtres n'ont pas besoin de fonctionner.", {"login", "filter"}),
    ("es", "Sin inicio de sesión; los filtros no hace falta que funcionen.", {"login", "filter"}),
    ("pt", "Sem login; os filtros não precisam funcionar.", {"login", "filter"}),
    ("zh", "不需要登录，筛选可以不做，也没有购物车。", {"login", "filter", "cart"}),
    ("ja", "ログインは不要です。検索はなし。", {"login", "search"}),
    ("ko", "로그인은 필요 없어요. 검색 없이.", {"login", "search"}),
]  # fmt: skip
COUNTS = [
    ("en", "a system with nine planets and 40 stations, 3 minutes long", {("planets", 9), ("stations", 40)}),
    ("de", "mit drei Karten, zwölf Monaten und vier Reitern", {("karten", 3), ("reitern", 4)}),
    ("fr", "trois onglets pendant deux heures", {("onglets", 3)}),
    ("es", "doce publicaciones y dos minutos", {("publicaciones", 12)}),
    ("pt", "três modelos e dez segundos", {("modelos", 3)}),
    ("zh", "放十二张卡片", {("张卡片", 12)}),
    ("ja", "三つのタブ", {("つのタブ", 3)}),
    ("ko", "카드 세 개의 그림", {("개의그림", 3)}),
]
NEITHER = [
    ("en", "Two kinds of users, sort of. It has to go live by May. Plan it on graph paper."),
    ("es", "Que funcione de verdad en el navegador, en una página; una hanegada son 831 m²."),
    ("de", "Wir sind elf Leute und schreiben seit zwei Jahren."),
]


def _values(language, brief, *, wanted=True, kinds=None):
    found = extract_requirements(brief, language)
    return {
        requirement.value
        for requirement in found
        if requirement.wanted is wanted and (kinds is None or requirement.kind in kinds)
    }


def test_named_things_are_found_in_any_inflection(subtests):
    for language, brief, values in WANTED:
        with subtests.test(language=language):
            assert values <= _values(language, brief)


def test_what_is_not_needed_is_not_wanted(subtests):
    for language, brief, values in NOT_NEEDED:
        with subtests.test(language=language):
            assert values <= _values(language, brief, wanted=False)


def test_a_refusal_ends_with_its_clause():
    assert {"search", "filter"} <= _values("en", "No internet here. A search field. Never lose it, and a filter.")
    assert {"search"} <= _values("zh", "没结果就说没结果，要能搜索")


def test_things_are_counted_and_time_is_not(subtests):
    for language, brief, counts in COUNTS:
        with subtests.test(language=language):
            found = extract_requirements(brief, language)
            assert {
                (requirement.value, requirement.number) for requirement in found if requirement.kind == "count"
            } == counts


@pytest.mark.parametrize(("language", "brief"), NEITHER)
def test_nothing_is_read_into_prose(language, brief):
    assert not _values(language, brief, kinds={"control", "part", "colour", "media", "name", "count"})


QUOTES = ["“”", "„“", "«»", "»«", "「」", "『』", '""', "‘’"]


def test_quoted_texts_in_all_quotation_marks(subtests):
    for marks in QUOTES:
        with subtests.test(marks=marks):
            brief = f"the button {marks[0]}Send off{marks[1]}"
            (found,) = [requirement for requirement in extract_requirements(brief, "en") if requirement.kind == "text"]
            assert (found.words, found.value, brief[found.start :][:8]) == ("Send off", "sendoff", "Send off")


def test_lists_of_names():
    brief = "Units (cup, ounce, gram). Sections: Wiring, First start, Daily working. Rain (so we left, ate, slept)."
    assert _values("en", brief, kinds={"name"}) == {"cup", "ounce", "gram", "wiring", "firststart", "dailyworking"}
    assert _values("zh", "颜色（雾白、苔绿、墨灰）", kinds={"name"}) == {"雾白", "苔绿", "墨灰"}
    assert _values("de", "Reise: Name, Kirche und Abfahrt.", kinds={"name"}) == {"name", "kirche", "abfahrt"}


def test_a_colour_in_a_name_is_no_colour_of_the_page():
    brief = "Cards (Blue Lake bean, Crimson pea, Boltardy beet) on a dark background with orange buttons."
    assert _values("en", brief, kinds={"colour"}) == {"dark", "orange"}


def test_figures_have_units_or_stand_in_tables():
    found = extract_requirements("It weighs 138 g and costs 1.250,50 €.\nOct; 41; 9; 12\nNov; 38; 13; 10", "en")
    assert [(requirement.words, requirement.number) for requirement in found if requirement.kind == "figure"] == [
        ("138 g", 138), ("1.250,50 €", 1250.5), ("41", 41), ("12", 12), ("38", 38), ("13", 13), ("10", 10),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,058", {1058, 1.058}), ("1.058.444", {1058444}), ("30 820,80", {30820.8}), ("10.0", {10}), ("22,4", {22.4}),
        ("１２３", {123}), ("6.10.2025", set()),
    ],
)  # fmt: skip
def test_numbers_are_read_in_every_spelling(text, values):
    assert read_number(text) == values
    assert values <= read_numbers(f"about {text} of them")


def test_positions_point_into_the_brief():
    brief = "We need a filter, “Quick look” and three cards. Dark background."
    for requirement in extract_requirements(brief, "en"):
        assert brief[requirement.start : requirement.start + len(requirement.words)] == requirement.words


@pytest.mark.parametrize(
    ("brief", "concepts"),
    [
        ("キャッチコピーを大きく", ()),  # a headline, not copying
        ("リンクのコピーができる", ("copy",)),
        ("人数の表示を大きく", ()),  # showing, not a table
        ("料金の表を見せる", ("table",)),
    ],
)
def test_japanese_words_within_longer_ones_are_not_asked_for(brief, concepts):
    assert {requirement.value for requirement in extract_requirements(brief, "ja")} & {"copy", "table"} == set(concepts)
