import pytest

from pytest_cookie.core.wording import count
from pytest_cookie.reporting.text.quantities import duration, money, percent, score, span
from pytest_cookie.stats import mean_interval


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (score(None), "–"),
        (score(0), "0.0"),
        (score(81.25), "81.2"),
        (percent(None), "–"),
        (percent(2 / 3), "67 %"),
        (money(0), "$0"),
        (money(0.0123), "$0.0123"),
        (money(0.4157), "$0.42"),
        (money(12.5), "$12.50"),
        (duration(8.44), "8.4 s"),
        (duration(59.7), "60 s"),
        (duration(200), "3 min 20 s"),
        (duration(7500), "2 h 5 min"),
        (count(1, "item"), "1 item"),
        (count(0, "item"), "0 items"),
        (count(2, "entry", "entries"), "2 entries"),
    ],
)
def test_in_words(told: str, expected: str) -> None:
    assert told == expected


def test_one_value_has_no_span() -> None:
    assert span(mean_interval([50])) == ""
    assert span(mean_interval([])) == ""
    assert span(mean_interval([40, 50, 60], bounds=(0, 100))) == "25–75"
