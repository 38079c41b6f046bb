"""What the crawler does because of what just happened, on synthetic views."""

import pytest

from pytest_cookie.checks.registry import make_crawler
from pytest_cookie.core.action import Action, Click, Type
from pytest_cookie.core.page import Box, Canvas, Heading
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.crawler.crawler import Crawler
from pytest_cookie.exploration.page_facts import Detail, Option
from tests.unit.exploration.pages import Desk, case, control, text


def at(y: float) -> Box:
    return Box(x=10, y=y, width=100, height=30)


def after(action: Action, **change) -> Step:
    return Step(index=1, thought="", action=action, change=Change(seen=True, **change))


def field(ref: str, name: str, kind: str = "text", y: float = 10, **fields):
    return control(ref, "textbox", name, tag="input", input_type=kind, box=at(y), **fields)


def in_form(*controls, **details: Detail) -> dict[str, Detail]:
    return {other.ref: details.get(other.ref, Detail(group="form f", form=True)) for other in controls}


def walk(crawler: Crawler, view, turns: int) -> list[Action]:
    return [crawler.decide(case(), view).action for _ in range(turns)]


def test_a_removal_that_is_asked_about_is_confirmed_and_then_taken_back():
    crawler, desk = make_crawler(), Desk(steps_left=16)
    rows = {"li": text("Tulip"), "li:2": text("Rose")}
    remove = control("x", name="Delete")
    view = desk.view(remove, elements=rows, details={"x": Detail(within=("Tulip", "not an element's own text"))})
    first = crawler.decide(case(), view).action
    assert (first.target, first.purpose, first.within) == ("Delete", "destroy", ("Tulip",))
    ask = (control("yes", name="Delete", kind="a"), control("no", name="Cancel", kind="b"))
    asked = desk.view(
        *ask, has_modal=True, last=after(first), details={other.ref: Detail(in_dialog=True) for other in ask}
    )
    yes = crawler.decide(case(), asked).action
    assert (yes.ref, yes.purpose) == ("yes", "destroy")
    gone = desk.view(control("u", name="Undo"), last=after(yes, vanished_text=("Tulip",)))
    undo = crawler.decide(case(), gone).action
    assert (undo.target, undo.purpose) == ("Undo", "undo")


def test_nothing_is_taken_back_where_nothing_went():
    crawler, desk = make_crawler(), Desk()
    undo = control("u", name="Undo")
    last = after(Click(target="Delete", purpose="destroy"))
    action = crawler.decide(case(), desk.view(control("s", name="Show", box=at(5), kind="s"), undo, last=last)).action
    assert action.target == "Show"


def test_a_refused_form_is_tried_once_more_with_other_values():
    day, send = field("d", "Day", "date"), control("s", name="Send", input_type="submit", box=at(80))
    details = in_form(day, send, s=Detail(group="form f", form=True, submits=True))
    crawler, desk = make_crawler(), Desk(steps_left=60)
    crawler.decide(case(), desk.view(day, send, details=details))
    sent = Click(ref="s", target="Send", intent="valid")
    filled = day.model_copy(update={"value": "2027-03-15"})
    marked = {**details, "d": Detail(group="form f", form=True, invalid=True)}
    crawler._queue.clear()
    views = [desk.view(filled, send, details=marked, last=after(sent)) for _ in range(2)]
    again = [crawler.decide(case(), view).action for view in views]
    assert [(action.kind, action.intent) for action in again] == [("type", "valid"), ("click", "valid")]
    assert again[0].value != "2027-03-15"
    third = crawler.decide(case(), views[1]).action
    assert third.kind != "type"


def test_a_text_of_a_refusal_tells_that_right_values_are_refused_too(subtests):
    """The page says of 12 seats what it said before, alone or among other things; it is given another number."""
    told, said = "Enter an address. Between 1 and 8 seats.", "Between 1 and 8 seats."
    bubble = ("validation message: Value must be less than or equal to 8.",)
    seats = control("n", "spinbutton", "Seats", tag="input", input_type="number", box=at(10))
    send = control("s", name="Send", input_type="submit", box=at(80))
    details = in_form(seats, send, s=Detail(group="form f", form=True, submits=True))
    for refusal, answer, value in (
        (told, {"appeared_text": (said,)}, "2"),
        (said, {"appeared_text": (said,)}, "2"),
        (said, {"effects": bubble}, "2"),
        (said, {"appeared_text": ("12 seats are booked",)}, ""),
    ):
        with subtests.test(refusal=refusal, answer=answer):
            crawler, desk = make_crawler(), Desk(steps_left=60)
            crawler.decide(case(), desk.view(seats, send, details=details))
            crawler._queue.clear()
            filled = seats.model_copy(update={"value": "12"})
            wrong = after(Click(ref="s", target="Send", intent="invalid"), appeared_text=(refusal,))
            crawler._follow_ups.look(desk.view(filled, send, details=details, last=wrong))
            right = after(Click(ref="s", target="Send", intent="valid"), **answer)
            action = crawler.decide(case(), desk.view(filled, send, details=details, last=right)).action
            assert (action.value if action.kind == "type" else "") == value


TASK = Detail(group="form f", form=True, placeholder="A task")


def entered(view_of, **change):
    """What the crawler does once its first entry was taken with this change."""
    task, add = field("t", "Task"), control("a", name="Add", input_type="submit", box=at(10))
    details = {"t": TASK, "a": Detail(group="form f", form=True, submits=True)}
    crawler, desk = make_crawler(), Desk(steps_left=60)
    typed = crawler.decide(case(), desk.view(task, add, details=details)).action
    sent = crawler.decide(case(), desk.view(task, add, details=details)).action
    assert (typed.kind, sent.kind, sent.intent) == ("type", "click", "valid")
    change = {name: tuple(text.format(typed.value) for text in value) for name, value in change.items()}
    last = after(sent, dom_added=3, **change)
    return typed, walk(crawler, desk.view(*view_of(task, add), details=details, last=last), 2)


def test_what_was_entered_gets_a_second_entry_beside_it():
    first, (typed, sent) = entered(lambda *form: form, appeared_text=("{}", "1 left"))
    assert (typed.kind, typed.ref, typed.intent) == ("type", "t", "valid")
    assert typed.value not in ("", first.value)
    assert (sent.kind, sent.ref, sent.intent) == ("click", "a", "valid")


@pytest.mark.parametrize(
    ("button", "within", "removes"),
    [
        ("Delete", ("Call the bank",), True),
        ("×", ("Call the bank", "today"), True),
        ("Delete Call the bank", (), True),
        ("Delete", ("Garden party",), False),  # another row
        ("Done", ("Call the bank",), False),
        ("Delete all", (), False),
    ],
)
def test_an_entry_of_its_own_is_removed_again(button, within, removes):
    crawler, desk = make_crawler(), Desk(steps_left=60)
    task, add = field("t", "Task", value=""), control("a", name="Add", input_type="submit", box=at(10))
    details = {"t": TASK, "a": Detail(group="form f", form=True, submits=True), "x": Detail(within=within)}
    remove = control("x", name=button, box=at(90))
    last = None
    for _ in range(4):
        action = crawler.decide(case(), desk.view(task, add, details=details, last=last)).action
        last = after(action, dom_added=3, appeared_text=("Call the bank", *crawler._follow_ups._typed))
    crawler._follow_ups._typed = ["Call the bank"]
    decision = crawler.decide(case(), desk.view(task, add, remove, details=details, last=last))
    assert ("just added" in decision.thought) is removes
    assert not removes or (decision.action.ref, decision.action.purpose) == ("x", "destroy")


def test_fields_that_went_with_an_empty_form_are_filled_in_when_they_are_back():
    name, on = field("n", "E-mail", "email"), control("on", name="Next", box=at(60))
    details = {"n": Detail(group="form f", required=True), "on": Detail(group="form f")}
    crawler, desk = make_crawler(), Desk(steps_left=60)
    empty = crawler.decide(case(), desk.view(name, on, details=details)).action
    assert (empty.ref, empty.intent) == ("on", "invalid")
    went = after(empty, fields_gone=("E-mail",), appeared_text=("Step 2",))
    crawler.decide(case(), desk.view(control("back", name="Back"), last=went))
    back = after(Click(ref="back", target="Back"), appeared_text=("Step 1",))
    view = desk.view(name, on, details=details, last=back)
    assert [item.kind for item in walk(crawler, view, 2)] == ["type", "click"]


def test_one_form_gets_one_second_entry():
    task, add = field("t", "Task"), control("a", name="Add", input_type="submit", box=at(10))
    details = {"t": TASK, "a": Detail(group="form f", form=True, submits=True)}
    crawler, desk = make_crawler(), Desk(steps_left=60)
    values, last = [], None
    for _ in range(12):
        action = crawler.decide(case(), desk.view(task, add, details=details, last=last)).action
        values += [action.value] if action.kind == "type" and action.intent == "valid" else []
        # the page shows every entry beside the earlier ones
        last = after(action, dom_added=3, appeared_text=tuple(values)) if action.kind == "click" else after(action)
    assert len(values) == 2


@pytest.mark.parametrize(
    ("view_of", "change"),
    [
        pytest.param(lambda *form: form, {"appeared_text": ("Thank you",)}, id="a message is no entry"),
        pytest.param(
            lambda *form: form, {"appeared_text": ("{}",), "fields_gone": ("Task",)}, id="the form is another one"
        ),
        pytest.param(lambda task, add: (add,), {"appeared_text": ("{}",)}, id="the field is gone"),
    ],
)
def test_no_second_entry_where_none_was_made(view_of, change):
    _, actions = entered(view_of, **change)
    assert all(action.kind != "type" for action in actions)


def test_a_form_without_a_button_gets_its_second_entry_by_enter():
    task = field("t", "Task")
    details = {"t": Detail(group="box b", placeholder="A task")}
    crawler, desk = make_crawler(), Desk(steps_left=60)
    typed, sent = walk(crawler, desk.view(task, details=details), 2)
    assert (typed.kind, sent.value) == ("type", "Enter")
    last = after(sent, dom_added=1, appeared_text=(typed.value,))
    again, by_enter = walk(crawler, desk.view(task, details=details, last=last), 2)
    assert (again.kind, by_enter.value, again.value != typed.value) == ("type", "Enter", True)


def test_a_form_that_is_gone_is_not_worked_on():
    name, send = field("n", "Name"), control("s", name="Next", box=at(60))
    details = in_form(name, send)
    crawler, desk = make_crawler(), Desk(steps_left=60)
    first = crawler.decide(case(), desk.view(name, send, details=details)).action
    assert (first.kind, first.intent) == ("click", "invalid")
    on_from_there = desk.view(send, details=details, last=after(first, fields_gone=("Name",)))
    assert crawler.decide(case(), on_from_there).action.intent == ""


def test_next_is_pressed_on_every_step_of_a_way():
    crawler, desk = make_crawler(), Desk(steps_left=60)
    onward = control("n", name="Weiter")
    targets = []
    for title in ("Step 1", "Step 2", "Step 3"):
        view = desk.view(onward)
        headed = view.observation.inventory.model_copy(update={"headings": (Heading(level=2, text=title),)})
        object.__setattr__(view.observation, "inventory", headed)
        targets.append(crawler.decide(case(), view).action.target)
    assert targets == ["Weiter"] * 3
    assert crawler.decide(case(), view).action.target != "Weiter"


def test_a_search_is_tried_from_a_later_page():
    search, onward = field("q", "Search", "search"), control("n", name="Next", box=at(400))
    crawler, desk = make_crawler(), Desk(steps_left=60)
    first = {f"table>tr:{n}>td": text(f"Harbour {n}") for n in range(3)}
    second = {f"table>tr:{n}>td": text(f"Castle {n}") for n in range(3)}
    tried = [crawler.decide(case(), desk.view(search, onward, elements=first)).action for _ in range(3)]
    assert [action.kind for action in tried] == ["type", "press", "clear"]
    pressed = crawler.decide(case(), desk.view(search, onward, elements=first)).action
    assert pressed.target == "Next"
    turned = desk.view(search, onward, elements=second, last=after(pressed))
    assert crawler.decide(case(), turned).action.value == "Harbour 0"


def test_before_the_time_is_up_one_thing_is_removed():
    crawler = make_crawler()
    others = tuple(control(f"b{i}", name=f"B{chr(65 + i)}", kind=f"k{i}") for i in range(20))
    remove = control("x", name="Remove", kind="row", box=at(500))
    crawler.decide(case(), Desk(steps_left=50).view(*others, remove))
    assert crawler.decide(case(), Desk(steps_left=20).view(*others, remove)).action.target != "Remove"
    assert crawler.decide(case(), Desk(steps_left=15).view(*others, remove)).action.target == "Remove"


def test_what_a_tick_enables_comes_next():
    crawler, desk = make_crawler(), Desk()
    tick = control("t", "checkbox", "Row 1", checked=False, kind="ticks", box=at(50))
    bulk = control("b", name="Archive all", disabled=True, kind="bulk", box=at(900))
    other = control("o", name="Columns", kind="other", box=at(100))
    assert crawler.decide(case(), desk.view(tick, bulk, other)).action.target == "Row 1"
    enabled = bulk.model_copy(update={"disabled": False})
    assert crawler.decide(case(), desk.view(tick, enabled, other)).action.target == "Archive all"


def test_a_list_is_set_to_both_extremes():
    days = control("d", "combobox", "Period", tag="select")
    options = tuple(Option(label=f"{n} days", value=str(n), selected=n == 30) for n in (7, 30, 90))
    actions = walk(make_crawler(), Desk().view(days, details={"d": Detail(options=options)}), 2)
    assert [action.value for action in actions] == ["7 days", "90 days"]


def test_after_the_reload_what_was_begun_is_resumed():
    crawler, desk = make_crawler(), Desk()
    kinds = [crawler.decide(case(), desk.view()).action.kind for _ in range(3)]
    assert kinds == ["resize", "resize", "reload"]
    offered = desk.view(control("r", name="Entwurf verwerfen", kind="a"), control("c", name="Fortsetzen", kind="b"))
    action = crawler.decide(case(), offered).action
    assert (action.target, action.purpose) == ("Fortsetzen", "resume")


@pytest.mark.parametrize(
    ("restless", "said", "waits"), [(True, ("Lives 2",), 5), (True, (), 2), (False, ("Lives 2",), 1)]
)
def test_a_game_is_watched_until_it_rests_or_says_nothing_new(restless, said, waits):
    canvas = Canvas(selector="canvas", box=Box(x=0, y=0, width=800, height=600))
    crawler, desk = make_crawler(), Desk(steps_left=60)
    actions, last = [], None
    for _ in range(14):
        view = desk.view(words="Score", canvases=(canvas,), last=last)
        object.__setattr__(view, "restless", restless)
        actions.append(crawler.decide(case(domain="games"), view).action)
        last = after(actions[-1], appeared_text=said)
    assert sum(action.kind == "wait" and action.value == "4000" for action in actions) == waits


@pytest.mark.parametrize(("typed", "other"), [("S", "7"), ("12", "abc")])
def test_a_field_that_refuses_what_is_typed_is_typed_into_otherwise(typed, other):
    crawler, desk = make_crawler(), Desk()
    cell = field("c1", "Row 1, column 1")
    refused = Step(index=1, thought="", action=Type(ref="c1", selector="#c1", value=typed))
    action = crawler.decide(case(), desk.view(cell, last=refused)).action
    assert (action.kind, action.ref, action.value) == ("type", "c1", other)
    again = Step(index=2, thought="", action=action)
    assert crawler.decide(case(), desk.view(cell, last=again)).action.value != typed


def test_a_field_that_takes_the_text_is_let_be():
    crawler, desk = make_crawler(), Desk()
    taken = Step(index=1, thought="", action=Type(ref="c1", selector="#c1", value="S"))
    for seen in (field("c1", "Cell", value="S"), control("b", name="Go")):
        assert crawler.decide(case(), desk.view(seen, last=taken)).action.value not in ("7", "abc")
