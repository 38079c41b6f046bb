"""The action text of UI-TARS: every form that its versions write, and invalid ones."""

import pytest

from pytest_cookie.core.action import Click, DoubleClick, Drag, Finish, Press, RightClick, Scroll, Type, Wait
from pytest_cookie.protocols.auigym.coordinate_actions import NextAction, UnreadableReplyError, read_json
from pytest_cookie.protocols.auigym.ui_tars import Frame, read_ui_tars

FRAME = Frame(1280, 720)
REPLY = "Thought: I press Save.\nAction: {}"


ACTIONS = [
    ("click(point='640 210')", Click(x=640, y=210)),
    ("click(point='<point>640 210</point>')", Click(x=640, y=210)),
    ("click(start_box='(640,210)')", Click(x=640, y=210)),
    ("click(start_box='<|box_start|>(640,210)<|box_end|>')", Click(x=640, y=210)),
    ("click(start_box='[600, 200, 680, 220]')", Click(x=640, y=210)),
    ('click(point="640 210")', Click(x=640, y=210)),
    ("click( point = '640.5, 210' )", Click(x=640.5, y=210)),
    ("left_double(point='5 6')", DoubleClick(x=5, y=6)),
    ("right_single(point='5 6')", RightClick(x=5, y=6)),
    ("drag(start_point='1 2', end_point='30 40')", Drag(x=1, y=2, to_x=30, to_y=40)),
    ("drag(start_box='(1,2)', end_box='(30,40)')", Drag(x=1, y=2, to_x=30, to_y=40)),
    ("hotkey(key='ctrl c')", Press(value="Control+c")),
    ("hotkey(key='ctrl shift z')", Press(value="Control+Shift+z")),
    ("hotkey(key='enter')", Press(value="Enter")),
    ("hotkey(hotkey='down')", Press(value="ArrowDown")),
    ("type(content='green tea')", Type(value="green tea")),
    ("type(content='green tea\\n')", Type(value="green tea\n")),
    ("type(content='it\\'s \\\"hot\\\"')", Type(value='it\'s "hot"')),
    ("type(content='it's hot')", Type(value="it's hot")),
    ("type(content='a (b) c')", Type(value="a (b) c")),
    ("type(content='click(point=1)')", Type(value="click(point=1)")),
    ("type(content='line one\n\nline two')", Type(value="line one\n\nline two")),
    ("type(content='f(x)\nclick(me)')", Type(value="f(x)\nclick(me)")),
    ("type(content='it's one\ntwo')", Type(value="it's one\ntwo")),
    ("finished(content='a\n\nb')", Finish(value="a\n\nb")),
    ("hotkey(key='page down')", Press(value="PageDown")),
    ("hotkey(key='ctrl arrow left')", Press(value="Control+ArrowLeft")),
    ("hotkey(key='shift page_up')", Press(value="Shift+PageUp")),
    ("scroll(point='640 360', direction='down')", Scroll(x=640, y=360, value="400")),
    ("scroll(start_box='(640,360)', direction='up')", Scroll(x=640, y=360, value="-400")),
    ("scroll(direction='left')", Scroll(value="-400", sideways=True)),
    ("wait()", Wait(value="5000")),
    ("finished(content='It is saved.')", Finish(value="It is saved.")),
    ("finished()", Finish()),
    ("call_user()", Finish()),
    ("click(point='1 2')\n\nclick(point='3 4')", Click(x=1, y=2)),
    ("click(point='1 2')\nclick(point='3 4')", Click(x=1, y=2)),
    ("click(point='1280 720')", Click(x=1279, y=719)),
]


def test_actions(subtests):
    for action, expected in ACTIONS:
        with subtests.test(repr(action)):
            turn = read_ui_tars(REPLY.format(action), FRAME)
            assert turn.action == expected
            assert turn.thought == "I press Save."


@pytest.mark.parametrize(
    ("coordinates", "text", "place"),
    [("thousandths", "500 500", (640, 360)), ("resized", "1288 728", (1279, 719)), ("resized", "644 364", (640, 360))],
)
def test_coordinates_of_other_versions(coordinates, text, place):
    turn = read_ui_tars(f"Action: click(point='{text}')", Frame(1280, 720, coordinates))
    assert (turn.action.x, turn.action.y) == pytest.approx(place)


IMPOSSIBLE_ACTIONS = [
    ("I do not know what to do.", "no action"),
    ("", "no action"),
    ("Action: fly(point='1 2')", "no action fly"),
    ("Action: click()", "click needs a point"),
    ("Action: click(point='1')", "is no point"),
    ("Action: click(point='1 2 3')", "is no point"),
    ("Action: click(point='2000 10')", "outside of the window"),
    ("Action: click(point='-1 10')", "outside of the window"),
    ("Action: drag(start_point='1 2')", "drag needs two points"),
    ("Action: type(content='')", "type needs a text"),
    ("Action: scroll(point='1 2', direction='inwards')", "scroll needs a direction"),
    ("Action: hotkey(key='')", "keys"),
    ("Action: __import__('os').system('x')", "no action"),
]


def test_what_cannot_be_carried_out_is_told(subtests):
    for reply, message in IMPOSSIBLE_ACTIONS:
        with subtests.test(repr(reply)), pytest.raises(UnreadableReplyError, match=message):
            read_ui_tars(reply, FRAME)


def test_replies_in_json_go_the_same_way():
    fields = {"thought": "t", "x": 3, "y": 4, "to_x": None, "to_y": None, "text": "", "keys": "", "direction": ""}
    turn = read_json(NextAction.model_validate({"action": "click", **fields}), "{}", 1280, 720)
    assert (turn.action, turn.thought) == (Click(x=3, y=4), "t")
    with pytest.raises(UnreadableReplyError, match="needs two points"):
        read_json(NextAction.model_validate({"action": "drag", **fields}), "{}", 1280, 720)


@pytest.mark.parametrize("kind", ["finished", "type", "hotkey", "wait"])
def test_places_that_an_action_does_not_use_may_be_anywhere(kind: str):
    given = {"thought": "", "action": kind, "x": -1, "y": -1, "to_x": 9_999, "to_y": -1, "text": "t", "keys": "Enter"}
    turn = read_json(NextAction.model_validate({**given, "direction": ""}), "", 1280, 720)
    assert turn.action.kind == {"finished": "finish", "hotkey": "press"}.get(kind, kind)


@pytest.mark.parametrize(
    "text", ["a" * 200_000, "content='" * 50_000, "a = '" * 50_000, "\\" * 200_000, f"point='1 2'{' ' * 200_000}x"]
)
def test_replies_without_end_take_no_endless_time(text: str):
    with pytest.raises(UnreadableReplyError):
        read_ui_tars(f"Action: drag({text})", FRAME)
