"""The interactivity class by what a page responded to."""

from typing import Any

import pytest

from pytest_cookie.core.action import Action, new_action
from pytest_cookie.core.trace import Change, Step, Trace, Trial
from pytest_cookie.protocols.artifactsbench.interactivity import (
    measure_interactivity,
    way_of,
)
from tests.unit.judging.evidence_builders import evidence


def step(index: int, kind: str, selector: str = "", *, seen: bool = True, motion: str = "", **fields: Any) -> Step:
    changed = {name: fields.pop(name) for name in list(fields) if name in Change.model_fields}
    action = new_action(kind, selector=selector, **fields)  # type: ignore[arg-type]
    return Step(index=index, thought="", action=action, change=Change(seen=seen, motion=motion, **changed))  # type: ignore[arg-type]


def clicks(count: int) -> list[Step]:
    return [step(n, "click", f"#b{n}") for n in range(count)]


def links(count: int, **change: Any) -> list[Step]:
    return [step(n, "click", f"#a{n}", role="link", **(change or {"scrolled_px": 700.0})) for n in range(count)]


PAGE = {"url": "http://artifact.localhost/about.html", "appeared_text": ("About us",), "vanished_text": ("Welcome",)}
TAB = step(40, "press", value="Tab", focus="#a1")

CASES: dict[str, tuple[list[Step], float, str]] = {
    "nothing-responds": ([step(1, "click", "#a", seen=False)], 0, "SV"),
    "only-scrolled": ([step(1, "scroll"), step(2, "hover", "#a")], 0, "SV"),
    "animated": ([step(1, "click", "#a", seen=False)], 0.2, "MMD"),
    "one-button": (clicks(1), 0, "MMD"),
    "the-same-button-often": ([step(n, "click", "#a") for n in range(9)], 0, "MMD"),
    "four-buttons": (clicks(4), 0, "HD"),
    "button-and-field": ([*clicks(1), step(5, "type", "#f", value="x")], 0, "HD"),
    "animated-with-a-button": (clicks(1), 0.2, "HD"),
    "a-button-starts-motion": ([step(1, "click", "#a", motion="started")], 0, "HD"),
    "eight-buttons": (clicks(8), 0, "II"),
    "three-ways": ([*clicks(1), step(5, "type", "#f", value="x"), step(6, "press", value="Enter")], 0, "II"),
    "a-game": ([step(1, "hold", value="ArrowLeft")], 0.2, "II"),
    "dragged-scene": ([step(1, "drag", "#c", x=1, y=1, to_x=9, to_y=9)], 0.2, "II"),
    "a-brochure-of-anchors": ([*links(6), TAB], 0, "MMD"),
    "a-brochure-that-moves": ([*links(6), TAB], 0.2, "MMD"),
    "a-site-of-pages": (links(9, **PAGE), 0, "MMD"),
    "buttons-that-only-scroll": (
        [step(n, "click", f"#b{n}", role="button", scrolled_px=60.0) for n in range(5)],
        0,
        "MMD",
    ),
    "a-brochure-by-the-keyboard": (
        [*links(2), step(9, "press", "#a9", value="Enter", role="link", scrolled_px=90.0)],
        0,
        "MMD",
    ),
    "a-link-that-opens-something": ([*links(2), *links(4, appeared_text=("More",), dom_added=3)], 0, "HD"),
    "anchors-beside-a-calculator": ([*links(6), *clicks(1), step(30, "type", "#f", value="x")], 0, "HD"),
    "enter-on-buttons": ([*clicks(1), step(5, "press", "#b9", value="Enter", role="button")], 0, "MMD"),
    "only-the-focus": ([TAB], 0, "SV"),
    "reload-is-no-response": ([step(1, "reload")], 0, "SV"),
}


def test_the_class_follows_from_the_responses(subtests):
    for name in CASES:
        with subtests.test(repr(name)):
            steps, restless, expected = CASES[name]
            whole = evidence(trace=Trace(policy="crawler", steps=tuple(steps), restless=restless))
            found = measure_interactivity(whole)
            assert found is not None
            assert found.interactivity == expected, found


def test_a_trial_decides_where_motion_hid_the_effect():
    steps = (step(1, "press", value="ArrowLeft", seen=True),)
    trace = Trace(policy="crawler", steps=steps, restless=0.2, trials=(Trial(steps=(1,), heard=False),))
    found = measure_interactivity(evidence(trace=trace))
    assert found is not None
    assert (found.interactivity, found.controls) == ("MMD", 0)


def test_an_unused_page_has_no_class():
    assert measure_interactivity(evidence(trace=Trace(policy="crawler"))) is None


@pytest.mark.parametrize(
    ("kind", "way"), [("click", "press"), ("double_click", "press"), ("type", "enter"), ("select", "enter"),
                      ("press", "keys"), ("hold", "keys"), ("drag", "drag")]
)  # fmt: skip
def test_ways_of_input(kind: str, way: str):
    action: Action = new_action(kind, x=1, y=1, to_x=2, to_y=2) if kind == "drag" else new_action(kind)  # type: ignore[arg-type]
    assert way_of(action) == way
