"""Answers to browser dialogs: planned with an action, given in order, and recorded; by default as before."""

import pytest

from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import MAX_ANSWERS, Back, Click, DialogAnswer, Press, Reload
from pytest_cookie.core.page import NativeDialog

PAGE = """<!doctype html><html lang=en><title>Questions</title><style>button { display: block; margin: 8px }</style>
<button id=note onclick="alert('Saved.'); noted.textContent = 'seen'">Note</button>
<button id=remove onclick="noted.textContent = confirm('Delete this entry?') ? 'gone' : 'still here'">Remove</button>
<button id=name onclick="noted.textContent = 'name ' + prompt('Your name?', 'Nobody')">Name</button>
<button id=later onclick="setTimeout(() => { noted.textContent = confirm('Now?') ? 'now' : 'not now' }, 400)">
Later</button>
<button id=many onclick="noted.textContent = [confirm('One?'), confirm('Two?'), prompt('Three?', 'x'),
confirm('Four?')]">Many</button>
<button id=guard onclick="onbeforeunload = (event) => { event.preventDefault() }; noted.textContent = 'unsaved'">
Guard</button>
<a id=away href="/other.html">Away</a><p id=noted></p>"""
OTHER = "<!doctype html><html lang=en><title>Other</title><h1>Other</h1>"
NO = DialogAnswer(accept=False)


@pytest.fixture
def session(session_of) -> Session:
    return session_of(PAGE, files={"/other.html": OTHER})


def press(session: Session, name: str, *answers: DialogAnswer) -> tuple[str, tuple[NativeDialog, ...]]:
    """What the page shows after the press of a button, and the dialogs that came."""
    assert session.act(Click(selector=f"#{name}", dialogs=answers)).done
    session.settle()
    return str(session.evaluate("() => noted.textContent")), session.drain().dialogs


def test_alerts_confirms_and_prompts_are_answered_as_planned(session):
    assert press(session, "note", NO) == ("seen", (NativeDialog(kind="alert", text="Saved.", accepted=False),))
    question = {"kind": "confirm", "text": "Delete this entry?"}
    assert press(session, "remove", NO) == ("still here", (NativeDialog(**question, accepted=False),))
    assert press(session, "remove") == ("gone", (NativeDialog(**question, accepted=True),))
    name = {"kind": "prompt", "text": "Your name?"}
    ann = DialogAnswer(text="Ann")
    assert press(session, "name", ann) == ("name Ann", (NativeDialog(**name, accepted=True, answer="Ann"),))
    assert press(session, "name") == ("name Nobody", (NativeDialog(**name, accepted=True, answer="Nobody"),))
    assert press(session, "name", DialogAnswer(text="")) == ("name ", (NativeDialog(**name, accepted=True),))
    no_text = DialogAnswer(accept=False, text="unused")
    assert press(session, "name", no_text) == ("name null", (NativeDialog(**name, accepted=False),))


def test_several_dialogs_in_a_row_take_the_answers_in_order_and_the_rest_by_default(session):
    shown, dialogs = press(session, "many", NO, DialogAnswer(), DialogAnswer(text="three"))
    assert shown == "false,true,three,true"
    assert [dialog.accepted for dialog in dialogs] == [False, True, True, True]


def test_answers_hold_for_late_dialogs_of_the_action_but_not_for_the_next_action(session):
    press(session, "later", NO)
    session.wait(600)
    assert session.evaluate("() => noted.textContent") == "not now"
    assert session.act(Click(selector="#note", dialogs=(DialogAnswer(), NO))).done
    assert press(session, "remove")[0] == "gone"


def test_a_page_is_left_or_not_as_beforeunload_is_answered(session):
    press(session, "guard")
    outcome = session.act(Reload(dialogs=(NO,)))
    assert (outcome.done, outcome.problem) == (False, "the page was not left: its beforeunload dialog was dismissed")
    session.settle()
    assert session.drain().dialogs == (NativeDialog(kind="beforeunload", accepted=False),)
    assert session.evaluate("() => noted.textContent") == "unsaved"
    assert session.act(Press(value="Tab")).done
    assert session.act(Click(selector="#away", dialogs=(NO,))).done
    session.settle()
    assert session.evaluate("() => noted.textContent") == "unsaved"
    assert session.act(Click(selector="#away")).done
    session.settle()
    assert session.evaluate("() => document.title") == "Other"
    assert session.drain().dialogs == (
        NativeDialog(kind="beforeunload", accepted=False),
        NativeDialog(kind="beforeunload", accepted=True),
    )


def test_back_is_refused_too_and_works_afterwards(session):
    assert session.act(Click(selector="#away")).done
    session.settle()
    session.evaluate("() => { onbeforeunload = (event) => event.preventDefault(); return null }")
    assert session.act(Click(selector="h1")).done  # without a gesture no dialog comes
    assert "was dismissed" in session.act(Back(dialogs=(NO,))).problem
    assert session.evaluate("() => document.title") == "Other"
    assert session.act(Back()).done
    session.settle()
    assert session.evaluate("() => document.title") == "Questions"


def test_planned_answers_count_in_a_flood_of_dialogs(session_of):
    session = session_of(
        '<!doctype html><title>t</title><button id=flood onclick="for (let n = 0; n < 25; n++) alert(n)">Flood'
        "</button><button id=ask onclick=\"document.title = confirm('Sure?')\">Ask</button>"
    )
    session.act(Click(selector="#flood"))
    assert len(session.drain().dialogs) == 20
    session.act(Click(selector="#ask", dialogs=(DialogAnswer(),)))
    assert session.evaluate("() => document.title") == "true"
    assert session.drain().dialogs == (NativeDialog(kind="confirm", text="Sure?", accepted=True),)


def test_the_number_of_answers_is_bounded():
    with pytest.raises(ValueError, match="at most 10"):
        Click(dialogs=(NO,) * (MAX_ANSWERS + 1))
