"""The interactions that the recorder tries."""

from pytest_cookie.protocols.interaction2code.recording.candidates import MAX_CANDIDATES, list_candidates
from tests.unit.protocols.interaction2code.page_builder import element, page


def test_controls_are_pressed_and_on_request_the_pointer_is_put_over_them():
    selectors = {2: "#interact1", 3: "button + button"}
    presses = [("#interact1", "click"), ("button + button", "click")]
    found = [(one.selector, one.action) for one in list_candidates(page(), selectors)]
    assert found == presses
    hovering = [(one.selector, one.action) for one in list_candidates(page(), selectors, hover=True)]
    assert hovering == [*presses, ("#interact1", "hover"), ("button + button", "hover")]


def test_presses_come_before_the_pointer_where_there_are_too_many():
    many = tuple(element(key, "button", "x", 0, 0) for key in range(1, MAX_CANDIDATES))
    found = list_candidates(many, {one.key: f"#b{one.key}" for one in many}, hover=True)
    assert [one.action for one in found] == ["click"] * (MAX_CANDIDATES - 1) + ["hover"]
