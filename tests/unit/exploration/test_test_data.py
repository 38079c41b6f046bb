import re
from itertools import product

import pytest

from pytest_cookie.core.labels import LANGUAGES
from pytest_cookie.exploration.crawler.test_data import (
    classify_field,
    earlier_value,
    further_value,
    other_value,
    search_term,
    valid_value,
    wrong_value,
)
from pytest_cookie.exploration.page_facts import Detail
from tests.unit.exploration.pages import control


def field(name: str = "Field", **fields):
    return control("f", "textbox", name, tag="input", **fields)


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("E-Mail-Adresse", "email"), ("手机号", "phone"), ("Votre nom", "name"),
        ("Código postal", "postcode"), ("電話番号", "phone"), ("메시지", "message"),
        ("Preço", "amount"), ("Suche", "search"), ("Neue Aufgabe", "title"),
    ],
)  # fmt: skip
def test_the_label_says_what_is_asked_for(name, meaning):
    assert classify_field(field(name), Detail()) == meaning


FITTING = [
    ("Date of birth", {"input_type": "date"}, {}, "en", r"19\d\d-.*"),
    ("Geburtsdatum", {"input_type": "text"}, {"placeholder": "TT.MM.JJJJ"}, "de", r"\d\d\.05\.1988"),
    ("Date de naissance", {}, {"hint": "JJ/MM/AAAA"}, "fr", r"\d\d/05/1988"),
    ("Fecha de nacimiento", {}, {"placeholder": "31/12/1990"}, "es", r"\d\d/05/1988"),
    ("出生日期", {"input_type": "date"}, {}, "zh", r"1988-.*"),
    ("生年月日", {}, {}, "ja", r"1988-.*"),
    ("생년월일", {}, {"max": "2000-01-01"}, "ko", r"1988-.*"),
    ("Data de nascimento", {"input_type": "date"}, {"max": "2000-01-01"}, "pt", r"1988-.*"),
    ("Arrival date", {}, {"placeholder": "MM/DD/YYYY"}, "en", r"03/\d\d/2027"),
    ("Arrival date", {}, {"placeholder": "e.g. 12/31/2026"}, "en", r"03/\d\d/2027"),
    ("Tax number", {}, {"hint": "nine digits"}, "en", r"\d{9}"),
    ("Code", {}, {"placeholder": "6-digit code"}, "en", r"\d{6}"),
    ("Phone", {"input_type": "tel"}, {"hint": "Exactly nine digits"}, "en", r"\d{9}"),
    ("Phone", {"input_type": "number"}, {}, "en", r"\d{10,}"),
    ("Phone", {}, {"inputmode": "numeric", "minlength": "14"}, "en", r"\d{14}"),
    ("Kundennummer (neunstellig)", {}, {}, "de", r"\d{9}"),
    ("验证码", {}, {"placeholder": "请输入6位验证码"}, "zh", r"\d{6}"),
    ("Numéro de dossier", {}, {"hint": "huit chiffres"}, "fr", r"\d{8}"),
    ("Número de socio", {}, {"hint": "siete dígitos"}, "es", r"\d{7}"),
    ("会員番号", {}, {"placeholder": "8桁の数字"}, "ja", r"\d{8}"),
    ("회원 번호", {}, {"hint": "숫자 7자리"}, "ko", r"\d{7}"),
    ("Matrícula", {}, {"hint": "nove dígitos"}, "pt", r"\d{9}"),
    ("Postcode", {}, {"inputmode": "numeric", "pattern": "[0-9]{5}"}, "de", r"\d{5}"),
    ("郵便番号", {}, {}, "ja", r"\d{3}-\d{4}"),
    ("PIN", {}, {"inputmode": "numeric", "pattern": r"\d{4}"}, "en", r"\d{4}"),
    ("IBAN", {}, {}, "de", r"DE\d{20}"),
    ("Card number", {}, {"autocomplete": "cc-number"}, "en", r"4\d{15}"),
    ("Expires", {}, {"placeholder": "MM/YY"}, "en", r"\d\d/\d\d"),
    ("Uhrzeit", {"input_type": "text"}, {}, "de", r"\d\d:\d\d"),
    ("Start time", {}, {"placeholder": "9:00 AM"}, "en", r"\d:30 PM"),
    ("Vorname", {}, {"pattern": "[A-Za-zäöüß]+"}, "de", r"Jörg"),
    ("Nachname", {}, {}, "de", r"Schäfer"),
    ("Ticket", {}, {"placeholder": "e.g. RK-2041"}, "en", r"RK-204\d"),
    ("Reason", {}, {"minlength": "20"}, "en", r".{20,}"),
    ("Group size", {"input_type": "number"}, {"hint": "at most 2 digits", "max": "20"}, "en", r"\d{1,2}"),
]


def test_a_value_fits_what_the_field_says_in_any_language(subtests):
    for name, given, told, language, form in FITTING:
        with subtests.test(name=name, **told):
            for value_of in (valid_value, further_value):
                assert re.fullmatch(form, value_of(field(name, **given), Detail(**told), language))


def test_the_type_outweighs_the_label():
    assert classify_field(field("Name", input_type="email"), Detail()) == "email"
    assert classify_field(field("Name", input_type="tel"), Detail()) == "phone"


def test_every_language_has_its_values_and_another_one_for_a_second_entry(subtests):
    for language in LANGUAGES:
        with subtests.test(language=language):
            for name in ("Name", "City", "Message", "Title", "Phone", "Anything"):
                assert valid_value(field(name), Detail(), language), name
            for name in ("Name", "Message", "Title", "Anything", "E-Mail", "Amount", "Number", "Age"):
                assert further_value(field(name), Detail(), language) != valid_value(field(name), Detail(), language)


def test_a_second_entry_keeps_the_limits_of_its_field():
    number = control("n", "spinbutton", "Guests", tag="input", input_type="number")
    assert further_value(number, Detail(min="1", max="8"), "en") == "7"
    assert further_value(field("Name"), Detail(maxlength="4"), "en") == "Ben "
    assert further_value(field(input_type="date"), Detail(), "en") == "2027-03-17"
    assert further_value(field(input_type="date"), Detail(), "en", nth=1) == "2027-03-19"
    assert further_value(field("Post code", input_type="text"), Detail(), "en") == "50667"


def test_numbers_keep_their_limits():
    number = control("n", "spinbutton", "Guests", tag="input", input_type="number")
    assert valid_value(number, Detail(min="1", max="8"), "en") == "5"
    assert valid_value(number, Detail(min="1", max="8", step="any"), "en") == "4.5"
    assert valid_value(number, Detail(min="0", max="1", step="0.25"), "en") == "0.5"
    assert valid_value(number, Detail(min="50"), "en") == "51"
    assert wrong_value(number, Detail(min="1", max="8")).value == "0"
    assert wrong_value(number, Detail(max="8")).value == "9"


def test_dates_keep_their_limits():
    date = field("Date", input_type="date")
    assert valid_value(date, Detail(min="2030-01-01"), "en") == "2030-01-01"
    assert valid_value(date, Detail(max="2026-12-31"), "en") == "2026-12-31"


def test_patterns_are_met_where_they_are_simple():
    assert re.fullmatch(r"\d{6}", valid_value(field("Code"), Detail(pattern=r"\d{6}"), "en"))


def test_wrong_values_are_wrong():
    assert "@" not in wrong_value(field("E-mail"), Detail()).value
    assert wrong_value(field("Menge"), Detail()).value == "abc"
    assert wrong_value(field("Name"), Detail()) is None


def test_a_search_term_is_a_word_that_stands_once():
    assert search_term("apple pear apple cherry plum pear banana") in {"cherry", "plum", "banana"}
    assert search_term("a b c") == ""


def test_a_field_that_holds_a_number_wants_one():
    assert valid_value(field("Temperature in °F", input_type="text", value="350"), Detail(), "en") == "12"
    assert wrong_value(field("Temperature in °F", input_type="text", value="350"), Detail()).value == "abc"


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("date", ("2027-03-11", "2027-03-15", "2027-03-17")),
        ("time", ("10:30", "14:30", "16:30")),
        ("month", ("2027-01", "2027-03", "2027-04")),
        ("week", ("2027-W09", "2027-W11", "2027-W12")),
        ("datetime-local", ("2027-03-11T14:30", "2027-03-15T14:30", "2027-03-17T14:30")),
    ],
)
def test_dates_and_times_have_an_order(kind, values):
    dated = field(input_type=kind)
    first, second = valid_value(dated, Detail(), "en"), valid_value(dated, Detail(), "en", nth=1)
    assert (earlier_value(dated, Detail(), "en"), first, second) == values


def test_a_second_try_takes_the_fields_own_example():
    assert other_value(field("Kennung"), Detail(placeholder="z. B. RK-2041"), "de") == "RK-2041"
    assert other_value(field("Day", input_type="date"), Detail(min="2026-01-01"), "en") == "2026-01-01"
    assert other_value(field("Tel"), Detail(), "en") == valid_value(field("Tel"), Detail(), "en")


def test_a_second_try_follows_the_message_that_came(subtests):
    for entered, hint, second in (
        ("01715550123", "Nine digits", "017155501"),
        ("01715550123", "Not a phone number", "01715550123"),
        ("", "Nine digits", "017155501"),
    ):
        with subtests.test(entered=entered, hint=hint):
            assert other_value(field("Tel", value=entered), Detail(hint=hint), "de") == second


def test_a_search_takes_what_the_lists_hold():
    cells = ("QC-1", "Harbour lamp", "Rent", "QC-2", "Castle lamp", "Rent", "QC-3", "Bridge lamp", "Rent")
    assert search_term("Menu Imprint", cells) == "Harbour"
    assert search_term("apple apple cherry", ()) == "cherry"


@pytest.mark.parametrize("kind", ["date", "week", "time", "month", "datetime-local"])
def test_dates_have_no_pattern(kind):
    own = valid_value(field(input_type=kind), Detail(), "en")
    assert valid_value(field(input_type=kind), Detail(pattern=r"\d{5}"), "en") == own
    assert further_value(field(input_type=kind), Detail(pattern=r"\d+"), "en") != own


def test_limits_that_are_no_numbers_to_reckon_with_are_none(subtests):
    number = control("n", "spinbutton", "Guests", tag="input", input_type="number")
    for name, limit in product(("min", "max", "step"), ("Infinity", "-inf", "nan", "1e999", "1e308", "1e-320")):
        with subtests.test(name=name, limit=limit):
            assert float(valid_value(number, Detail(**{name: limit}), "en")) >= 0
            assert wrong_value(number, Detail(**{name: limit})) is not None


def test_a_pattern_cannot_keep_us_busy():
    assert valid_value(field("Name"), Detail(pattern=r"(\w|[\w ])+!"), "en") == "Anna Miller"


def test_a_wrong_value_is_one_that_the_pattern_refuses(subtests):
    for pattern, value in [("[A-Z]{2}", "?"), (r".*\S.*", "   "), (".*", None), (r"(.)\1", None)]:
        with subtests.test(pattern):
            wrong = wrong_value(field("Name"), Detail(pattern=pattern))
            assert (wrong and wrong.value) == value
