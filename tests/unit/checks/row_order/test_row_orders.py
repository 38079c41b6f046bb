"""Rows are ordered by value or by text after a press that sorts them."""

import pytest

from pytest_cookie.checks.row_order.fact import Ordering
from pytest_cookie.checks.row_order.judge import find_wrong_orders, has_no_order, is_in_text_order, is_ordered
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.text.shown_values import is_missing, read_values
from tests.unit.judging.evidence_builders import page_in_use, step

AS_TEXT = [
    ["10 kg", "102 kg", "11 kg", "3 kg", "4 kg"],
    ["€1,020.50", "€11", "€234.60", "€3"],
    ["98 €", "9 €", "85,50 €", "1.200,00 €"],
    ["1", "10", "11", "2", "2", "3"],
    ["1 Apr 2025", "1 Feb 2025", "12 Jan 2025", "3 Mar 2025"],
    ["05.03.2024", "12.01.2025", "17.02.2024", "28.01.2025"],
    ["10:05", "11:30", "7:15", "9:00"],
    ["1 h", "120 min", "30 min", "5 min"],
    ["–", "1.2k", "12k", "980", "99"],
]
ORDERED = [
    ["3 kg", "4 kg", "10 kg", "102 kg"],
    ["€1,020.50", "€234.60", "€11", "€3"],
    ["1.200,00 €", "98 €", "85,50 €", "9 €"],
    ["–", "1", "2", "10"],
    ["1", "2", "10", "n/a", ""],
    ["1", "2", "10", "11", "24"],  # a total
    ["100", "3", "12", "85", "86"],  # one that is pinned
    ["12 Jan 2025", "1 Feb 2025", "3 Mar 2025", "1 Apr 2025"],
    ["28.01.2024", "17.02.2024", "12.01.2025", "05.03.2025"],
    ["1/2/2025", "3/1/2025", "4/9/2025", "12/1/2025"],  # the month comes first
    ["7:15", "9:00", "10:05", "11:30"],
    ["5 min", "30 min", "1 h", "120 min"],
    ["−5 °C", "−1 °C", "3 °C", "12 °C"],
    ["5 kB", "980 kB", "1.2 MB", "1 GB"],
    ["Ångström", "Bär", "café", "Zoo"],
    ["anna", "Bert", "carla", "Zoe"],
    ["Room 2", "Room 9", "Room 10", "Room 11"],
    ["Room 10", "Room 11", "Room 2", "Room 9"],
    ["The Ark", "A Boat", "The Car", "Door"],
    ["Zoe Adams", "Ann Brown", "Max Clark", "Bea Doe"],
    ["01067", "04109", "10115", "80331"],
    ["v1.2", "v1.9", "v1.10", "v2.0"],
    ["NL-100", "NL-1000", "NL-101", "NL-99"],  # codes
    ["5'9\"", "5'10\"", "6'2\"", "6'10\"", "7'1\""],  # feet and inches
    ["11.2022", "03.2023", "09.2023", "01.2024", "05.2024", "02.2025"],  # months
    ["28.02", "05.03", "12.03", "02.04", "15.04"],  # days without a year
    ["05:20", "09:30", "1:10:00", "2:05:00"],  # minutes, and hours as well
    ["030 1234", "030 98", "040 12", "089 7"],  # telephone
    ["1/4/2024, 11:00 AM", "1/4/2024, 8:05 PM", "1/5/2024, 11:05 AM", "1/5/2024, 9:05 PM", "1/6/2024, 10:05 AM"],
    ["Jan 5, 2024 at 12:05 AM", "Jan 5, 2024 at 11:05 AM", "Jan 5, 2024 at 12:05 PM", "Jan 5, 2024 at 1:05:30 p.m."],
    ["1.2.9", "1.2.10", "1.10.11", "2.0.12"],
    ["1.2.10", "1.2.11", "1.10.10", "2.1.10"],
    ["1 200 €", "3 400 €", "12 000 €", "1 200 300 €"],
]
CHAOS = [
    ["30", "4", "102", "11", "95", "7"],
    ["€30", "€4.50", "€1,020", "€11", "€95", "€7"],
    ["Oak", "Ash", "Yew", "Elm", "Pine", "Fir", "Box", "Hazel", "Bay", "Plum", "Cedar", "Alder", "Lime", "Beech"],
]
ORDERED_OR_UNREADABLE = [
    ["2024-W9", "2024-W10", "2024-W11", "2025-W1", "2025-W2"],
    ["Q1 2023", "Q2 2023", "Q1 2024", "Q3 2024", "Q1 2025"],
    ["2019/20", "2020/21", "2021/22", "2022/23", "2023/24"],
    ["25:10", "9:08", "30:31", "7:15", "2:40"],
    ["9:00 AM", "10:30 AM", "12:15 PM", "1:00 PM", "11:59 PM"],
    ["12:00 AM", "12:30 AM", "1:00 AM", "9:00 AM", "12:00 PM"],
    ["9am", "10am", "12pm", "1pm", "3pm"],
    ["9h30", "10h00", "14h15", "20h45"],
    ["3 d 4 h", "2 d 23 h", "5 h", "10 min"],
    ["¥1,200", "¥12,000", "¥120,000", "¥1,200,000"],
    ["9800", "1.2万", "3.5万", "120万"],
    ["1", "2", "2", "4", "5", "5", "7"],
    ["Mo., 3. März 2025", "Di., 4. März 2025", "Mi., 12. März 2025", "Do., 1. Mai 2025"],
    ["3 de marzo de 2025", "12 de abril de 2025", "1 de mayo de 2025", "20 de agosto de 2025"],
    ["2025. 3. 5.", "2025. 4. 1.", "2025. 11. 20.", "2025. 12. 3."],
    ["5 minutes ago", "2 hours ago", "yesterday", "3 days ago", "2 months ago"],
    ["1d", "3d", "1w", "2w", "1M", "3M", "1Y"],
    ["640×480", "1280×720", "1920×1080", "3840×2160"],
    ["36", "36.5", "37", "37 1/2", "38"],
    ["4.9 (120)", "4.8 (1,200)", "4.5 (9)", "4.1 (33)"],
    ["980", "1,2 Tsd.", "3,4 Mio.", "1 Mrd."],
    ["980M", "1.2B", "12B", "1.1T"],
    ["₹9,999", "₹12,000", "₹1,05,000", "₹12,00,000"],
    ["-300", "-44", "476", "1492"],
    ["5th", "12th", "15th", "19th", "21st"],
    ["10.0.0.2", "10.0.0.10", "10.0.1.1", "192.168.1.1"],
    ["10.0.0.10", "10.0.0.2", "10.0.1.1", "192.168.1.1"],
    ["+1 555 123 4567", "+1 555 987 0000", "+44 20 7946 0958", "+49 30 1234"],
    ["18–24", "25–34", "35–44", "45–54", "55+"],
    ["58.10", "59.44", "1:02.33", "1:10.04", "2:01.00"],
    ["3.9", "3.85", "3.5", "2.75"],
    ["$9.99", "€10.50", "£12", "$15"],
    ["5 Jan", "12 Feb", "1 Mar", "10 Oct"],
    ["Mon 5 Jan", "Tue 6 Jan", "Wed 14 Jan", "Thu 5 Feb"],
    ["15/01/2024, 10:00", "15/01/2024, 09:00", "14/01/2024, 23:00", "3/01/2024, 08:00"],
    ["Jan 5, 2024 11:05 AM", "Jan 5, 2024 12:05 PM", "Jan 5, 2024 1:05 PM", "Jan 5, 2024 3:00 PM"],
    [
        "Jan 5, 2024, 10:05 AM",
        "Jan 5, 2024, 9:05 PM",
        "Jan 6, 2024, 10:05 AM",
        "Jan 6, 2024, 9:05 PM",
        "Jan 7, 2024, 11:00 AM",
        "Jan 7, 2024, 8:00 PM",
    ],
    ["2024-01-05 09:00:10", "2024-01-05 09:00:05", "2024-01-05 09:00:01", "2024-01-05 08:59:59", "2024-01-05 08:59:01"],
    ["11/28", "12/24", "1/3", "2/14"],
    ["1:1", "4:3", "16:10", "16:9", "21:9"],
    ["-350", "-110", "+120", "+450"],
    ["1.2", "1.9", "1.10", "2.2", "2.9", "2.10", "3.1", "3.9", "3.10"],
    ["8 mo", "1 yr", "2 yrs 3 mo", "10 yrs"],
    ["0.5 g", "3 g", "12 g", "100 mg"],
    ["500 ft", "900 ft", "0.3 mi", "2 mi"],
    ["980 ms", "1.2 s", "12 s", "2 min"],
    ["980 Kbps", "1.2 Mbps", "20 Mbps", "1 Gbps"],
    ["−120,00 €", "−9,50 €", "5,00 €", "1.200,00 €"],
    ["($120.00)", "($9.50)", "$5.00", "$1,200.00"],
]
NO_PROOF = [
    ["3", "3", "10", "10"],
    ["High", "Low", "Medium", "High", "Low", "Medium"],  # an order of its own, or groups
    ["Open", "Open", "Closed", "Closed", "New", "New"],
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    ["Free", "$5", "$20", "$100", "$120", "$200", "$3,000"],
    ["12 Nov", "3 Dec", "20 Dec", "7 Jan"],  # over the turn of the year
    ["阿", "波", "次", "的", "饿", "发", "个", "喝", "机", "卡", "了", "么", "你"],
    ["12 (3 %)", "4 (1 %)", "9 (2 %)", "1 (0 %)"],
    ["1", "2", "3", "2"],
    [],
    ["", "–", "n/a"],
]


def test_numbers_in_the_order_of_their_letters(subtests):
    for column in AS_TEXT:
        with subtests.test(column=column):
            for values in (column, column[::-1]):
                assert is_in_text_order(values)
                assert not is_ordered(values)
                assert not has_no_order(values)


def test_orders_by_value_and_by_text(subtests):
    for column in ORDERED + ORDERED_OR_UNREADABLE:
        with subtests.test(column=column):
            for values in (column, column[::-1]):
                assert not is_in_text_order(values), values
                assert not has_no_order(values), values


@pytest.mark.parametrize("column", CHAOS)
def test_columns_without_an_order(column):
    assert has_no_order(column)
    assert not is_in_text_order(column)


def test_what_proves_nothing(subtests):
    for column in NO_PROOF:
        with subtests.test(column=column):
            assert not is_in_text_order(column)
            assert not has_no_order(column)


READINGS = [
    (["(1,200)", "5"], (-1200.0, 5.0)),
    (["US$ 5", "US$ 1,010.5"], (5.0, 1010.5)),
    (["R$ 5,00", "R$ 1.200,00"], (5.0, 1200.0)),
    (["CHF 1'200", "CHF 30"], (1200.0, 30.0)),
    (["1h 20m", "45 min"], (4800.0, 2700.0)),
    (["3 days ago", "2 weeks ago"], (259200.0, 1209600.0)),
    (["10:30 PM", "9:00 AM"], (81000.0, 32400.0)),
    (["980 B", "1.2 MB"], (980.0, 1_200_000.0)),
    (["1,05,000", "3,000"], (105_000.0, 3000.0)),
    (["12 Main Street", "5 Oak Road"], None),
    (["LH 400", "BA 12"], None),
    (["3/5", "4/5"], None),
    (["5 kg", "3 h"], None),
]


def test_texts_are_read_as_values(subtests):
    for texts, values in READINGS:
        with subtests.test(texts=texts):
            assert next(iter(read_values(texts)), None) == values


def test_signs_for_missing_values():
    assert [text for text in ("–", "", "n/a", "k. A.", "0", "No", "-5") if not is_missing(text)] == ["0", "No", "-5"]


def kinds(*columns: list[str], **fields) -> list[str]:
    order = Ordering(**{"columns": tuple(map(tuple, columns)), "pressed": (0,), "reordered": True, **fields})
    pressed = step(0, ref="b1", change=Change(seen=True, facts={"row-order": order}))
    return [defect.kind for defect in find_wrong_orders(page_in_use(pressed))]


def test_only_the_column_below_the_head_counts():
    assert kinds(AS_TEXT[0], CHAOS[0]) == ["sorted-as-text"]
    assert kinds(CHAOS[0], ORDERED[0]) == ["unsorted-column"]
    assert kinds(ORDERED[0], CHAOS[0], AS_TEXT[0]) == []
    assert kinds(["Ann", "Bea", "Cem", "Dan"], ["10", "100", "2", "20"], pressed=(0, 1)) == []  # a name and its badge


def test_an_order_from_before_any_press_is_no_sorting():
    assert kinds(CHAOS[0], as_at_first=True) == []
    assert kinds(CHAOS[0], reordered=False) == []  # rows of another page may have come
    assert kinds(CHAOS[0], reordered=False, claimed=True) == ["unsorted-column"]


def test_without_a_head_only_an_order_by_letters_is_told():
    assert kinds(CHAOS[0], pressed=()) == []
    assert kinds(CHAOS[2][:6], ["1", "10", "100", "2", "20", "3"], pressed=()) == ["sorted-as-text"]
    assert kinds(["1", "10", "2", "3"], pressed=()) == []  # so few may be so by chance
