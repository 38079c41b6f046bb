"""The order of failed requests depends on the machine, so they are recorded by address."""

from pytest_cookie.browser.page.page_events import _sort_network_lines, _sort_requests
from pytest_cookie.core.page import ConsoleMessage, FailedRequest


def line(text: str, source: str, level: str = "error") -> ConsoleMessage:
    return ConsoleMessage(level=level, text=text, source=source)


def request(url: str) -> FailedRequest:
    return FailedRequest(url=url, method="GET", resource_type="image", reason="HTTP 404")


def test_failed_requests_are_told_by_address():
    one, two = [request("/b.png"), request("/a.png")], [request("/a.png"), request("/b.png")]
    assert _sort_requests(one) == _sort_requests(two) == two


def test_what_the_page_says_keeps_its_place_between_them():
    lost = "Failed to load resource: the server responded with a status of 404"
    lines = [line(lost, "/b.png"), line("mine", "page.js", "log"), line(lost, "/a.png"), line("too", "page.js")]
    told = [(line.text, line.source) for line in _sort_network_lines(lines)]
    assert told == [(lost, "/a.png"), ("mine", "page.js"), (lost, "/b.png"), ("too", "page.js")]


def test_which_of_too_many_are_told_does_not_depend_on_their_order_either():
    many = [request(f"/{number:03}.png") for number in range(300)]
    assert _sort_requests(many[::-1]) == _sort_requests(many) == many[:200]
    lost = [line("Failed to load resource: none", f"/{number:03}.png") for number in range(600)]
    assert _sort_network_lines(lost[::-1]) == _sort_network_lines(lost) == lost[:500]
