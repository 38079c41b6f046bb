"""How a form is worked through: pairs of dates, consents, buttons that do not call themselves submit."""

import pytest

from pytest_cookie.core.page import Box
from pytest_cookie.exploration.crawler.forms import PageContext, find_form, plan_form
from pytest_cookie.exploration.page_facts import Detail, Option, PageFacts
from tests.unit.exploration.pages import control

PAGE = PageContext("en")


def field(ref: str, name: str, kind: str = "text", y: float = 10, **fields):
    box = Box(x=10, y=y, width=200, height=30)
    return control(ref, "textbox", name, tag="input", input_type=kind, box=box, **fields)


def button(ref: str, name: str, y: float = 200):
    return control(ref, "button", name, box=Box(x=10, y=y, width=100, height=30))


def form_of(*controls, **details: Detail):
    known = {other.ref: details.get(other.ref, Detail(group="form f", form=True)) for other in controls}
    return find_form(controls[0], controls, PageFacts(details=known))


def actions(form, room: int = 40):
    return [decision.action for decision in plan_form(form, PAGE, room=room)]


def test_the_second_date_is_the_later_one():
    form = form_of(field("a", "Leaves", "date"), field("b", "Comes back", "date"), button("s", "Save"))
    typed = {action.target: action.value for action in actions(form) if action.intent == "valid" and action.value}
    assert typed["Leaves"] < typed["Comes back"]


def test_an_end_before_the_beginning_is_the_wrong_input_of_two_dates():
    form = form_of(field("a", "Leaves", "date"), field("b", "Comes back", "date"), button("s", "Save"))
    wrong = [action for action in actions(form) if action.intent == "invalid" and action.kind == "type"]
    right = next(action for action in actions(form) if action.target == "Leaves")
    assert [(action.target, action.value < right.value) for action in wrong] == [("Comes back", True)]


def test_ok_sends_a_form_that_nothing_else_sends():
    form = form_of(field("n", "Renter *"), button("no", "Cancel", 150), button("ok", "确定"))
    assert form.submit is not None
    assert form.submit.ref == "ok"
    assert actions(form)[0].model_dump(include={"kind", "ref", "intent"}) == {
        "kind": "click", "ref": "ok", "intent": "invalid",
    }  # fmt: skip


def test_the_button_of_a_step_may_stand_below_its_box():
    controls = (field("n", "Name"), field("t", "Town", y=60), button("next", "Weiter", 140), button("x", "Weiter", 900))
    details = {"n": Detail(group="section s"), "t": Detail(group="section s"), "next": Detail(group="div nav")}
    form = find_form(controls[0], controls, PageFacts(details=details))
    assert form.submit is not None
    assert form.submit.ref == "next"


def in_a_dialog(*controls, groups: dict[str, str]):
    """A form in a dialog. Its fields have boxes of their own; controls without a group are outside, in the page."""
    details = {ref: Detail(group=group, in_dialog=True) for ref, group in groups.items()}
    return find_form(controls[0], controls, PageFacts(details=details))


def test_the_button_at_the_foot_of_a_dialog_sends_all_that_it_asks_for():
    title, label, due = field("t", "Title"), button("label", "Add label", 50), field("d", "Due", y=100)
    rest = button("back", "Previous", 400), button("go", "Create", 400), button("add", "Add card", 140)
    inside = {"t": "div a", "label": "", "d": "div b", "go": "", "back": ""}
    form = in_a_dialog(title, label, due, *rest, groups=inside)
    assert form.submit is not None
    assert (form.submit.ref, [one.ref for one, _ in form.fields]) == ("go", ["t", "d"])


def test_no_button_behind_a_dialog_sends_it():
    asked = field("t", "Title"), field("d", "Due", y=60)
    form = in_a_dialog(*asked, button("add", "Save", 140), groups={"t": "", "d": ""})
    assert form.submit is None


@pytest.mark.parametrize(
    ("name", "submits", "submit"),
    [
        ("Next", False, ""),
        ("›", False, ""),
        ("Next", True, "b"),
        ("Search", False, "b"),
        ("Add plant", False, ""),
        ("Neue Pflanze", False, ""),
        ("Add", True, "b"),
    ],
)
def test_the_next_page_of_a_list_and_a_new_entry_send_no_search(name: str, submits: bool, submit: str):
    details = {"q": Detail(group="main m"), "b": Detail(group="main m", submits=submits)}
    form = form_of(field("q", "Search plants", "search"), button("b", name), **details)
    assert (form.submit.ref if form.submit else "") == submit


def test_a_search_in_a_dialog_is_not_sent_by_the_button_of_a_row():
    search = field("q", "Search members", "search")
    form = in_a_dialog(search, button("row", "Add", 140), groups={"q": "div q", "row": "div rows"})
    assert form.submit is None


def test_fields_with_a_button_of_their_own_are_not_asked_for_by_the_way_on():
    controls = (
        field("d", "Date", "date"),
        field("k", "Amount", y=60),
        button("a", "Add", 100),
        button("n", "Next", 150),
    )
    details = {other.ref: Detail(group="main") for other in controls if other.ref != "a"}
    form = find_form(controls[0], controls, PageFacts(details=details))
    assert form.submit is not None
    assert form.submit.ref == "a"


def sender_beside(*others) -> str:
    """Of a field with "Save & exit" below it."""
    exits = control("exit", "button", "Save & exit", box=Box(x=400, y=200, width=100, height=30))
    form = form_of(field("n", "Name", y=80), exits, *others)
    assert form.submit is not None
    return form.submit.ref


@pytest.mark.parametrize(
    ("name", "x", "y", "sender"),
    [
        ("Next →", 520, 204, "other"),
        ("Next →", 520, 600, "exit"),
        ("Next →", 10, 200, "exit"),
        ("Preview", 520, 200, "exit"),
    ],
)
def test_what_leads_on_to_the_right_of_a_sender_in_its_row_sends(name: str, x: int, y: int, sender: str):
    assert sender_beside(control("other", "button", name, box=Box(x=x, y=y, width=90, height=30))) == sender


def test_a_consent_is_ticked_before_the_form_is_sent():
    consent = control("c", "checkbox", "I agree", checked=False)
    steps = actions(form_of(field("n", "Name"), consent, button("s", "Send")))
    assert [(action.target, action.intent) for action in steps[-2:]] == [("I agree", ""), ("Send", "valid")]


def test_a_remark_alone_may_be_empty():
    form = form_of(field("m", "Comment"), button("s", "Send"))
    assert all(action.intent != "invalid" for action in actions(form))


@pytest.mark.parametrize(
    ("name", "is_wrong_sent"),
    [
        ("Paste", False),
        ("Increase quantity", False),
        ("Show", False),
        ("Search", True),
        ("Add", True),
        ("Next", True),
        ("Next week", False),
        ("Nächster Monat", False),
        ("下一页", False),
        ("下一步", True),
    ],
)
def test_wrong_input_is_sent_only_by_a_button_that_says_that_it_sends(name: str, is_wrong_sent: bool):
    """The button right after a field may do anything; it is pressed with a valid value all the same."""
    after = control("x", "button", name, box=Box(x=220, y=10, width=90, height=30))
    known = Detail(group="div row", required=True)
    form = form_of(field("u", "Address", "url"), after, u=known, x=known)
    assert (form.submit, form.is_guessed) == (after, not is_wrong_sent)
    steps = actions(form)
    assert any(step.intent == "invalid" for step in steps) == is_wrong_sent
    assert (steps[-1].ref, steps[-1].intent) == ("x", "valid")


def test_a_button_that_is_disabled_until_the_form_is_complete_sends_it(subtests):
    """It is not pressed while it is disabled, and a wrong last field is left, since many messages come then."""
    waiting = button("s", "Book").model_copy(update={"disabled": True})
    mail, name = field("m", "E-mail", "email"), field("n", "Name", y=60)
    for fields, leaves in (((mail, name), False), ((name, mail), True)):
        with subtests.test(last=fields[-1].name):
            form = form_of(*fields, waiting)
            assert form.submit == waiting
            steps = actions(form)
            assert steps[0].kind == "type"
            assert [step.value for step in steps if step.kind == "press"] == ["Tab"] * leaves
            assert [(step.ref, step.intent) for step in steps if step.kind == "click"] == [
                ("s", "invalid"),
                ("s", "valid"),
            ]
    enabled = button("t", "Send", 240)
    assert form_of(mail, waiting, enabled).submit == enabled
    assert form_of(mail, button("c", "Cancel"), waiting).submit == waiting


def test_without_a_form_the_only_button_after_the_fields_may_send_them(subtests):
    """Words that send are known, and send wrong input, too; with another word, only valid values are sent."""
    text = control("t", "textbox", "Thoughts", tag="textarea", box=Box(x=10, y=60, width=200, height=90))
    box = Detail(group="div box")
    menu = Detail(group="div box", hidden_menu=True)
    for names, sender, is_guessed in (
        (["Publish"], "b0", False),
        (["Update recipe"], "b0", False),
        (["发布"], "b0", False),
        (["Pin to the wall"], "b0", True),
        (["Cancel", "Pin to the wall"], "b1", True),
        (["View poster", "发布时间"], "", False),  # things, and two of them
        (["Photo", "Poll"], "", False),
        (["Clear"], "", False),
        (["Undo"], "", False),
    ):
        with subtests.test(names=names):
            buttons = [button(f"b{place}", name) for place, name in enumerate(names)]
            known = {one.ref: box for one in (text, *buttons)}
            form = form_of(text, *buttons, **known)
            assert (form.submit.ref if form.submit else "", form.is_guessed) == (sender, is_guessed)
    assert form_of(text, button("m", "Audience"), t=box, m=menu).submit is None
    assert form_of(text, button("m", "Pin to the wall", y=20), t=box, m=box).submit is None


def test_a_submit_button_of_any_name_sends_wrong_input():
    after = control("x", "button", "Shorten", box=Box(x=220, y=10, width=90, height=30))
    form = form_of(field("u", "Address", "url"), after, x=Detail(group="form f", form=True, submits=True))
    assert not form.is_guessed
    assert any(action.intent == "invalid" for action in actions(form))


def test_a_form_is_filled_in_with_a_choice_that_is_none_of_its_placeholders():
    job = control("j", "combobox", "Job", tag="select")
    names = ("Please choose", "Driver", "Clerk")
    options = tuple(Option(label=one, value=one if nth else "", selected=nth == 1) for nth, one in enumerate(names))
    form = form_of(field("n", "Name"), job, n=Detail(group="form f"), j=Detail(group="form f", options=options))
    assert [action.value for action in actions(form) if action.kind == "select"] == ["Clerk"]


def test_lists_beside_a_search_are_set_back():
    area = control("a", "combobox", "Area", tag="select")
    options = (Option(label="All", value="", selected=True), Option(label="North", value="n", selected=False))
    known = Detail(group="div f")
    details = {"q": known, "a": Detail(group="div f", options=options)}
    form = form_of(field("q", "Search", "search"), area, **details)
    chosen = [action.value for action in actions(form) if action.kind == "select"]
    assert chosen == ["North", "All"]


def test_lists_and_calendars_of_the_pages_own_are_chosen_from_before_the_form_is_sent(subtests: pytest.Subtests):
    kiln = control("k", "combobox", "Kiln", tag="button")
    day = control("d", "button", "Day of the firing", expanded=False)
    own, opens = Detail(group="form f", form=True), Detail(group="form f", form=True, hidden_menu=True)
    for what, one, detail, room, chosen in (
        ("a list", kiln, own, 40, ["Kiln"]),
        ("a calendar", day, opens, 40, ["Day of the firing"]),
        ("a list in a box", kiln, Detail(group="section s"), 40, ["Kiln"]),
        ("a menu beside the form", day, Detail(group="form f", hidden_menu=True), 40, []),
        ("a list that cannot be used", kiln.model_copy(update={"disabled": True}), own, 40, []),
        ("too few steps", kiln, own, 3, []),
    ):
        with subtests.test(what):
            box = Detail(group=detail.group, form=detail.form or what.startswith("a menu"))
            form = form_of(field("n", "Pot"), one, button("s", "Book"), n=box, s=box, **{one.ref: detail})
            done = actions(form, room)
            assert [action.target for action in done if action.purpose == "choose"] == chosen
            assert [action.target for action in done][-1 - len(chosen) :] == [*chosen, "Book"]


def test_what_is_edited_gets_another_value(subtests: pytest.Subtests):
    send = button("s", "Save")
    for what, name, value in (
        ("a name", "Name", "Anna Miller"),
        ("a title", "Title", "Water the plants"),
        ("empty", "Name", ""),
    ):
        with subtests.test(what):
            typed = [action.value for action in actions(form_of(field("n", name, value=value), send)) if action.value]
            assert typed
            assert value not in typed
