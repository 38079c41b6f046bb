"""Item 2a of the rubric, on known-good and known-bad evidence: one language, the one that was asked for."""

import pytest

from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.language_consistency import measure_language_consistency
from tests.unit.judging.evidence_builders import TEXT, case, inventory, page_in_use, step, subject, trace

GERMAN_RECIPE = (
    "Ein Becher Mehl wiegt etwa hundertzwanzig Gramm.\nButter wird weich gewogen und nicht geschmolzen.\n"
    "Den Ofen immer zuerst vorheizen, bevor der Teig hineinkommt.\nUmluft ist zwanzig Grad heißer als Oberhitze."
)
GERMAN = "Bitte geben Sie eine gültige Menge ein.\nWählen Sie zuerst die Zutat aus der Liste aus."


def in_german(page):
    return measure_language_consistency(page_in_use(step(0), of=case(language="de"), inventory=page))


def test_the_briefs_language_is_expected():
    assert measure_language_consistency(subject()).score == 1
    assert in_german(inventory(GERMAN)).score == 1
    foreign = in_german(inventory())
    assert foreign.score == 0
    assert foreign.defects[0].severity == "critical"


def test_an_english_message_in_a_german_page_is_told_with_its_step():
    used = trace(
        step(
            3,
            "type",
            ref="b1",
            value="abc",
            change=Change(seen=True, appeared_text=("Please enter a valid number above zero",)),
        )
    )
    mixed = measure_language_consistency(
        subject(of=case(language="de"), inventory=inventory(f"{GERMAN}\n{GERMAN_RECIPE}"), trace=used)
    )
    assert mixed.score is not None
    assert 0 < mixed.score < 1
    assert mixed.defects[0].step == 3
    assert "English" in mixed.defects[0].why


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh", "青屿空气质量仪，激光传感器八秒出数\nType-C\nPM2.5 / CO₂\n规格参数与常见问题"),
        ("ja", "電車の時刻表を表示します。\n次の電車を待っています\n時刻表一覧表示\n東京駅前広場"),
        ("ko", "장바구니에 상품을 담았습니다\n주문 내역을 확인하세요"),
        ("pt", "Escolha a quantidade e o ingrediente da receita.\nO resultado aparece logo abaixo do campo."),
        ("es", "Elige la cantidad y el ingrediente de la receta.\nEl resultado aparece justo debajo."),
        ("fr", "Choisissez la quantité et l’ingrédient de la recette.\nLe résultat s’affiche juste en dessous."),
    ],
)  # fmt: skip
def test_each_language_is_known_as_itself(language, text):
    assert (
        measure_language_consistency(page_in_use(step(0), of=case(language=language), inventory=inventory(text))).score
        == 1
    )


def test_names_numbers_and_labels_prove_nothing():
    few = inventory("OK\nDashboard\n12 kg\nhttps://example.org/a/b\nReset")
    assert (
        measure_language_consistency(page_in_use(step(0), of=case(language="de"), inventory=few)).status == "unmeasured"
    )


def test_filler_latin_is_no_spanish():
    filler = inventory(f"{TEXT}\nLorem ipsum dolor sit amet, consectetur adipisicing elit saepe nostrum ullam.")
    assert measure_language_consistency(subject(inventory=filler)).score == 1


def test_broken_characters_are_no_language():
    rubbish = "Wählen Sie die Zutat aus der Liste".encode().decode("latin-1")
    broken = (
        GERMAN + f"\n{rubbish}" + "\n" + "青屿只有手心大小，它测二氧化碳".encode().decode("cp1252", errors="replace")
    )
    assert in_german(inventory(broken)).score == 1


def test_a_language_that_the_brief_names_is_welcome():
    lesson = case(language="de", brief="Eine Seite, mit der ich Englisch lernen kann.")
    page = inventory(GERMAN + "\nThe quick brown fox jumps over the lazy dog.")
    assert measure_language_consistency(page_in_use(step(0), of=lesson, inventory=page)).score == 1


def test_english_labels_in_another_interface_are_told():
    page = inventory("器材管理页面，显示全部器材\nNext\nPrev\n今日应还的器材列表")
    measured = measure_language_consistency(page_in_use(step(0), of=case(language="zh"), inventory=page))
    assert measured.score is not None
    assert measured.score < 1
    assert "“Next”, “Prev”" in measured.defects[0].title
    assert measure_language_consistency(subject(inventory=inventory(f"{TEXT}\nNext\nPrev"))).score == 1


def test_names_are_not_translated(subtests):
    page = "The market opens at nine and closes when the last bread is sold.\nBring a bag, and something warm to drink."
    rows = [
        ("Trio Conceição Guimarães\nAssociação Recreativa Lousã", 0),
        ("Consulte a nossa lista de preços antes de encomendar", 1),
        ("Consulte A Nossa Lista De Preços", 1),
    ]
    for line, found in rows:
        with subtests.test(line):
            measured = measure_language_consistency(subject(inventory=inventory(f"{page}\n{line}")))
            assert len(measured.defects) == found
