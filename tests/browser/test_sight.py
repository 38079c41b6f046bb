"""What of a page has ink, what flies and what flees from the pointer, in a real browser."""

import pytest

from pytest_cookie.core.trace import Action

PAGE = """<!doctype html><title>t</title><style>body { background: #fff; color: #222 }</style><body>
<p id="plain">Some words</p>
<p id="clear" style="color: transparent">Some words</p>
<p id="white" style="color: #fff">Some words</p>
<p id="faint" style="opacity: .01">Some words</p>
<p id="speck" style="font-size: 1px">Some words</p>
<p id="reader" style="position: absolute; width: 1px; height: 1px; overflow: hidden">Some words</p>
<p id="away" style="position: absolute; left: -4000px">Some words</p>
<div style="height: 30px; width: 90px; overflow: hidden"><p id="cut" style="margin-top: 200px">Some words</p></div>
<p id="lit" style="color: #fff; background: #274">Some words</p>
<p id="glow" style="color: transparent; text-shadow: 0 0 2px #000">Some words</p>
<div style="height: 40px; overflow: auto"><p id="below" style="margin-top: 200px">Some words</p></div>
<button id="go">Go on</button></body>"""

FLEES = """<script>
go.style.cssText = 'position: absolute; left: 40px; top: 400px';
let turn = 0;
addEventListener('pointermove', ({ clientX: x, clientY: y }) => {
  const { left, top, right, bottom } = go.getBoundingClientRect();
  if (x > left - 30 && x < right + 30 && y > top - 30 && y < bottom + 30)
    go.style.left = `${[700, 40, 380][turn++ % 3]}px`;
});
</script>"""

FLIES = """<style>@keyframes fly { to { left: 900px } }
#go { position: absolute; left: 0; top: 400px; width: 50px; animation: fly 2s linear infinite alternate }
</style>"""


@pytest.mark.parametrize(
    ("name", "inked", "blends"),
    [
        ("plain", True, False), ("clear", False, True), ("white", True, True), ("faint", False, False),
        ("speck", False, True), ("reader", False, False), ("away", False, False), ("cut", False, False),
        ("lit", True, False), ("glow", True, False), ("below", True, False),
    ],
)  # fmt: skip
def test_ink_is_what_a_person_could_see(session_of, name, inked, blends):
    element = session_of(PAGE).observe().elements[f"#{name}"]
    assert (element.inked, element.blends) == (inked, blends)


def test_a_button_that_flees_is_not_pressed(session_of):
    session = session_of(PAGE + FLEES)
    outcome = session.act(Action(kind="click", selector="#go"))
    assert not outcome.done
    assert outcome.problem == "it moved away from the pointer"
    assert session_of(PAGE).act(Action(kind="click", selector="#go")).done


def test_a_target_that_flies_by_itself_is_pressed_where_it_was(session_of):
    assert session_of(PAGE + FLIES).act(Action(kind="click", selector="#go")).done
