"""The crawler's decisions on synthetic views: no browser, no chance."""

import pytest

from pytest_cookie.checks.registry import make_crawler
from pytest_cookie.core.action import Action, Back, Press
from pytest_cookie.core.page import Box, Canvas
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.agent_protocol import Decision
from pytest_cookie.exploration.crawler.crawler import Crawler
from pytest_cookie.exploration.crawler.plan import mentions
from pytest_cookie.exploration.page_facts import Detail, Draggable, Option, Place
from pytest_cookie.exploration.tactic import Tactic, Turn
from tests.unit.exploration.pages import Desk, case, control, text


def at(y: float, x: float = 10) -> Box:
    return Box(x=x, y=y, width=100, height=30)


def decisions(crawler: Crawler, views, *, of=None) -> list[Action]:
    return [crawler.decide(of or case(), view).action for view in views]


def targets(crawler: Crawler, *controls, turns: int, **fields) -> list[str]:
    desk = Desk()
    return [crawler.decide(case(), desk.view(*controls, **fields)).action.target for _ in range(turns)]


def test_start_comes_first_and_destruction_last():
    controls = (
        control("reset", name="Reset all", box=at(10), kind="a"),
        control("help", name="Help", box=at(50), kind="b"),
        control("go", name="▶ Start", box=at(400), kind="c"),
    )
    assert targets(make_crawler(), *controls, turns=3) == ["▶ Start", "Help", "Reset all"]


def test_one_of_each_kind_before_the_second_of_any():
    controls = (
        *(control(f"tab{i}", "tab", f"Tab {chr(65 + i)}", box=at(10, 100 * i), kind="tabs") for i in range(3)),
        control("save", name="Save", box=at(300), kind="button"),
    )
    assert targets(make_crawler(), *controls, turns=4) == ["Tab A", "Save", "Tab B", "Tab C"]


def test_what_the_brief_mentions_comes_first_where_the_steps_do_not_suffice():
    names = ("About", "Imprint", "Contact", "Newsletter", "Press", "Jobs", "Map", "Filters")
    controls = [control(name, name=name, box=at(40 * row), kind=name) for row, name in enumerate(names)]
    asked = case(brief="A list of parks that one can filter by city.")
    for steps, first in ((30, "About"), (9, "Filters")):
        view = Desk(steps_left=steps).view(*controls)
        assert make_crawler().decide(asked, view).action.target == first


@pytest.mark.parametrize(
    ("brief", "name", "expected"),
    [
        ("Man kann Einträge löschen.", "Eintrag löschen", True),
        ("用户可以收藏文章", "收藏", True),
        ("用户可以收藏文章", "赞", False),
        ("Turn it on and off.", "Off", False),
        ("A list of parks.", "Contact us", False),
    ],
)
def test_a_brief_mentions_a_word_in_any_ending(brief: str, name: str, expected: bool):
    assert mentions(brief, name) == expected


class Insistent(Tactic):
    """Proposes the same step at every turn."""

    worth = 100

    def propose(self, turn: Turn) -> Decision:
        return Decision(Press(value="Escape"), "Once more.")


def test_no_tactic_starves_the_others():
    crawler = Crawler({"insistent": [Insistent()]})
    desk, save = Desk(steps_left=20), control("save", name="Save")
    kinds = [crawler.decide(case(), desk.view(save)).action.kind for _ in range(6)]
    assert kinds == ["press"] * 5 + ["click"]


@pytest.mark.parametrize(
    ("edit", "remove", "people"),
    [
        ("Edit {}", "Remove {}", ("Anna Berg", "Ben Cole", "Carla Diaz", "Dan Eck", "Eva Falk", "Finn Gray")),
        ("编辑{}", "删除{}", ("王小明", "李雷", "韩梅梅", "张伟", "刘洋", "陈静")),
    ],
)
def test_names_with_the_text_of_a_row_do_not_use_up_the_tries_of_another_verb(edit, remove, people):
    rows = [
        control(f"{verb[0]}{row}", name=verb.format(name), box=at(60 * row, 120 * column), kind="row button")
        for row, name in enumerate(people)
        for column, verb in enumerate((edit, remove))
    ]
    details = {item.ref: Detail(within=(people[index // 2], f"0555 {index // 2}")) for index, item in enumerate(rows)}
    chosen = targets(make_crawler(), *rows, turns=6, details=details)
    verbs = [edit.format("") in name for name in chosen]
    assert verbs.count(True) == 2, chosen
    assert verbs.count(False) >= 1, chosen


def test_what_took_its_row_away_is_a_removal_from_then_on(subtests):
    people, wide = ("Anna Berg", "Ben Cole", "Carla Diaz"), ("Help", "Terms", "Print")

    def chosen_then(*, gone: int, **change) -> list[str]:
        rows = [control(f"p{row}", name="Paid", box=at(10 + 60 * row), kind="row button") for row in range(3)]
        others = [control(name, name=name, box=at(400 + 60 * row), kind="plain") for row, name in enumerate(wide)]
        details = {item.ref: Detail(within=(people[row], "12.00")) for row, item in enumerate(rows)}
        texts = {f"li:{row}": text(name) for row, name in enumerate(people)}
        crawler, desk = make_crawler(), Desk()
        first = crawler.decide(case(), desk.view(*rows, *others, details=details, elements=texts)).action
        assert (first.target, first.within) == ("Paid", ("Anna Berg",))
        last = Step(index=1, thought="t", action=first, change=Change(seen=True, **change))
        left = [*rows[gone:], *others]
        view = desk.view(*left, details=details, elements=texts, last=last)
        plain = [crawler.decide(case(), view).action.target, *targets_of(crawler, desk, left, details, turns=4)]
        return [name for name in plain if name in {"Paid", *wide}]

    def targets_of(crawler, desk, controls, details, *, turns):
        views = (desk.view(*controls, details=details) for _ in range(turns))
        return [crawler.decide(case(), view).action.target for view in views]

    for name, fields, order in [
        ("its row left", {"gone": 1, "vanished_text": ("Anna Berg", "3 open")}, ["Help", "Terms", "Print"]),
        ("another view came", {"gone": 1, "vanished_text": ("Anna Berg", "Bills")}, ["Help", "Paid"]),
        ("nothing left", {"gone": 0, "appeared_text": ("Thanks",)}, ["Help", "Paid"]),
    ]:
        with subtests.test(name):
            assert chosen_then(**fields)[: len(order)] == order


def test_a_name_without_a_text_of_its_row_is_no_verb():
    places = [control(f"c{row}", name=f"{'AB'[row % 2]}{row}", box=at(60 * row), kind="place") for row in range(6)]
    details = {place.ref: Detail(within=(f"bed {place.name}",)) for place in places}
    assert len(set(targets(make_crawler(), *places, turns=5, details=details))) == 5


def test_what_a_page_is_for_comes_before_the_frame_around_it():
    controls = (
        control("menu", name="Command palette", box=at(10), kind="a"),
        control("add", name="New card", box=at(300), kind="b"),
        control("more", name="Second card", box=at(400), kind="b"),
    )
    chosen = targets(make_crawler(), *controls, turns=3, details={"menu": Detail(frame=True)})
    assert chosen == ["New card", "Command palette", "Second card"]


def test_what_can_be_reached_comes_before_what_the_page_is_for():
    behind = control("work", name="New card", box=at(300), kind="b", covered=True)
    wall = control("agree", name="Agree to cookies", box=at(700), kind="a")
    assert targets(make_crawler(), behind, wall, turns=1, details={"agree": Detail(frame=True)}) == ["Agree to cookies"]


def test_what_leads_on_is_followed_before_what_leads_back():
    controls = (
        control("back", name="Previous", box=at(10), kind="a"),
        control("on", name="Next", box=at(10, 300), kind="b"),
        control("note", name="Note", box=at(90), kind="c"),
    )
    assert targets(make_crawler(), *controls, turns=3) == ["Next", "Note", "Previous"]


def test_a_column_of_start_dates_does_not_begin_it_all():
    controls = (
        control("name", "generic", "Name", tag="th", box=at(10), kind="a"),
        control("date", "generic", "Start date", tag="th", box=at(10, 300), kind="b"),
    )
    assert targets(make_crawler(), *controls, turns=1) == ["Name"]


def test_what_is_chosen_is_not_chosen_again():
    controls = (
        control("one", "tab", "One", selected=True, kind="tabs"),
        control("two", "tab", "Two", selected=False, kind="tabs"),
        control("a", "radio", "A", checked=True, kind="radios", box=at(100)),
        control("b", "radio", "B", checked=False, kind="radios", box=at(140)),
    )
    assert targets(make_crawler(), *controls, turns=2) == ["Two", "B"]


def test_nothing_is_tried_twice():
    controls = tuple(control(f"b{i}", name=f"Button {chr(65 + i)}", kind=f"k{i}") for i in range(4))
    desk, crawler = Desk(), make_crawler()
    clicked = [crawler.decide(case(), desk.view(*controls)).action.target for _ in range(4)]
    assert sorted(clicked) == ["Button A", "Button B", "Button C", "Button D"]
    assert all(action.kind != "click" for action in decisions(crawler, [desk.view(*controls)] * 3))


def test_a_renamed_control_may_be_pressed_once_more():
    desk, crawler = Desk(), make_crawler()
    names = ["Show", "Hide", "Show", "Hide"]
    actions = decisions(crawler, [desk.view(control("t", name=name)) for name in names])
    assert [action.kind == "click" for action in actions] == [True, True, False, False]


def test_a_counting_name_is_still_the_same_control():
    desk, crawler = Desk(), make_crawler()
    actions = decisions(crawler, [desk.view(control("t", name=f"Clicked {n} times")) for n in range(3)])
    assert [action.kind == "click" for action in actions] == [True, False, False]


def test_links_off_the_site_are_pointed_at_only():
    controls = (
        control("shop", "link", "Our shop", href="https://shop.example/", kind="a"),
        control("mail", "link", "Write to us", href="mailto:a@b.example", kind="b", box=at(90)),
    )
    desk, crawler = Desk(), make_crawler()
    actions = decisions(crawler, [desk.view(*controls, details={"shop": Detail(foreign=True)})] * 2)
    assert [(action.kind, action.target) for action in actions] == [("hover", "Our shop"), ("hover", "Write to us")]


def form():
    controls = (
        control("name", "textbox", "Name", tag="input", input_type="text", box=at(10)),
        control("mail", "textbox", "E-mail", tag="input", input_type="email", box=at(60)),
        control("size", "combobox", "Size", tag="select", box=at(110)),
        control("send", "button", "Send", input_type="submit", box=at(160)),
    )
    options = (Option(label="S", value="s", selected=True), Option(label="M", value="m", selected=False))
    known = {"group": "form f", "form": True}
    details = {
        "name": Detail(required=True, **known),
        "mail": Detail(required=True, **known),
        "size": Detail(options=options, **known),
        "send": Detail(submits=True, **known),
    }
    return controls, details


def test_a_form_is_sent_empty_then_wrong_then_right():
    controls, details = form()
    desk, crawler = Desk(), make_crawler()
    actions = decisions(crawler, [desk.view(*controls, details=details)] * 7)
    assert [(a.kind, a.target, a.intent) for a in actions] == [
        ("click", "Send", "invalid"),
        ("type", "Name", "valid"),
        ("type", "E-mail", "invalid"),
        ("select", "Size", ""),
        ("click", "Send", "invalid"),
        ("type", "E-mail", "valid"),
        ("click", "Send", "valid"),
    ]
    assert actions[3].value == "M"
    assert "@" not in actions[2].value
    assert "@" in actions[5].value


def test_a_button_beside_a_field_is_also_tried_by_itself():
    url = control("u", "textbox", "Address", tag="input", input_type="url", box=Box(x=10, y=10, width=200, height=30))
    paste = control("p", name="Paste", box=Box(x=220, y=10, width=90, height=30))
    other = control("o", name="History", box=at(300), kind="other")
    known = {"u": Detail(group="div row"), "p": Detail(group="div row")}
    crawler, desk = make_crawler(), Desk()
    tried = [crawler.decide(case(), desk.view(url, paste, other, details=known)).action for _ in range(6)]
    presses = [(item.target, item.intent) for item in tried if item.kind == "click"]
    assert presses.count(("Paste", "valid")) == 1
    assert presses.count(("Paste", "")) == 1


def test_little_budget_leaves_out_the_wrong_input():
    controls, details = form()
    desk, crawler = Desk(steps_left=8), make_crawler()
    actions = decisions(crawler, [desk.view(*controls, details=details)] * 4)
    assert [action.intent for action in actions] == ["valid", "valid", "", "valid"]


def test_an_errand_is_dropped_when_its_control_is_gone():
    controls, details = form()
    desk, crawler = Desk(), make_crawler()
    crawler.decide(case(), desk.view(*controls, details=details))
    left = desk.view(control("home", name="Home"))
    assert crawler.decide(case(), left).action.target == "Home"


def test_a_dialog_is_used_then_closed():
    controls = (
        control("open", name="Open", kind="a"),
        control("mode", name="Night mode", kind="b", box=at(200)),
        control("x", name="Close", kind="c", box=at(240)),
    )
    details = {"mode": Detail(in_dialog=True), "x": Detail(in_dialog=True)}
    view = Desk().view(*controls, details=details, has_modal=True)
    actions = decisions(make_crawler(), [view] * 3)
    assert [action.target for action in actions[:2]] == ["Night mode", "Close"]
    assert (actions[2].kind, actions[2].value) == ("press", "Escape")


def test_a_form_in_a_dialog_comes_before_its_other_controls():
    mode = control("mode", name="Bold", kind="b", box=at(100))
    note, send = control("n", "textbox", "Note", tag="input", box=at(150)), control("s", name="Save", box=at(200))
    inside = (mode, note, send)
    details = {one.ref: Detail(in_dialog=True, group="dialog d") for one in inside}
    actions = decisions(make_crawler(), [Desk().view(*inside, details=details, has_modal=True)])
    assert [(action.kind, action.target) for action in actions] == [("type", "Note")]


def test_a_dialog_that_nothing_closes_is_left_by_a_reload():
    view = Desk().view(control("home", name="Home"), details={"home": Detail()}, has_modal=True)
    actions = decisions(make_crawler(), [view] * 6)
    kinds = [action.kind for action in actions]
    assert kinds.count("reload") == 1
    assert kinds.index("reload") == kinds.index("press") + 2


def test_a_game_gets_its_keys_once_it_runs():
    canvas = Canvas(selector="canvas", box=Box(x=0, y=0, width=800, height=600))
    words = "Press Start. Fly with the arrow keys. P pauses."
    desk, crawler = Desk(), make_crawler()
    start = desk.view(control("go", name="Start"), words=words, canvases=(canvas,))
    playing = desk.view(words="Score 0", canvases=(canvas,))
    actions = decisions(crawler, [start, *[playing] * 10], of=case(domain="games"))
    assert actions[0].target == "Start"
    assert [action.value for action in actions[1:5]] == [f"Arrow{way}:600" for way in ("Right", "Left", "Up", "Down")]
    assert [action.value for action in actions[5:9]] == ["p", "4000", "p", "1200"]
    assert (actions[9].kind, actions[9].selector) == ("click", "canvas")
    assert (actions[10].kind, actions[10].x, actions[10].y) == ("click", 240, 210)


def test_a_chart_is_no_game():
    canvas = Canvas(selector="canvas", box=Box(x=0, y=0, width=800, height=400))
    kinds = [action.kind for action in decisions(make_crawler(), [Desk().view(canvases=(canvas,))] * 3)]
    assert kinds == ["click", "click", "drag"]


def test_a_thing_that_was_dropped_is_not_dragged_again_after_another_step():
    """The landing is noted at once, though a start button that the drop brought is pressed before the next drag."""
    cards = tuple(control(f"c{i}", name=f"Card {chr(65 + i)}", box=at(10 + 40 * i), kind="card") for i in range(6))
    start = control("s", name="Start", box=at(400), kind="s")
    thing = Draggable(x=1, y=1, selector="#thing", text="Thing", places=(Place(x=9, y=9), Place(x=5, y=5)))
    crawler, desk = make_crawler(), Desk()
    pressed = crawler.decide(case(), desk.view(*cards, draggables=(thing,))).action
    drag = crawler.decide(case(), desk.view(*cards, draggables=(thing,))).action
    landed = Step(index=2, thought="", action=drag, change=Change(dom_added=1, shown=True))
    after = [crawler.decide(case(), desk.view(*cards, start, last=landed, draggables=(thing,))).action]
    after += [crawler.decide(case(), desk.view(*cards, start, draggables=(thing,))).action for _ in range(2)]
    assert (pressed.target, drag.kind, after[0].target) == ("Card A", "drag", "Start")
    assert {item.kind for item in after} == {"click"}


def test_the_closing_round_ends_with_reload_and_finish():
    desk, crawler = Desk(), make_crawler()
    narrow = control("m", name="☰", box=at(5))
    views = [desk.view(), *[desk.view(narrow)] * 3, desk.view(), desk.view()]
    actions = decisions(crawler, views)
    assert [(action.kind, action.value) for action in actions] == [
        ("resize", "375x812"), ("click", ""), ("resize", "1280x720"), ("reload", ""), ("finish", ""), ("finish", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(("scrolled", "key"), [(300.0, "Tab"), (0.0, "Enter")])
def test_a_tab_that_scrolled_is_followed_by_another_one(scrolled, key):
    button = control("b", name="Save")
    desk, crawler = Desk(seconds_left=4), make_crawler()
    last = Step(
        index=9,
        thought="",
        action=Press(value="Tab"),
        change=Change(seen=True, scrolled_px=scrolled),
    )
    pressed = [crawler.decide(case(), desk.view(button, last=last, focus=button.selector)).action for _ in range(3)]
    assert [action.value for action in pressed] == ["Tab", "Tab", key]


def test_the_closing_round_does_not_look_at_a_dialog():
    crawler = make_crawler()
    crawler.decide(case(), Desk().view(control("o", name="Open")))
    view = Desk(steps_left=10).view(control("x", name="Close"), has_modal=True)
    action = crawler.decide(case(), view).action
    assert (action.kind, action.value) == ("press", "Escape")


def test_the_closing_round_begins_in_time():
    controls = tuple(control(f"b{i}", name=f"B{chr(65 + i)}", kind=f"k{i}") for i in range(20))
    crawler = make_crawler()
    crawler.decide(case(), Desk(steps_left=30).view(*controls))
    assert crawler.decide(case(), Desk(steps_left=10).view(*controls)).action.kind == "press"
    hurried = make_crawler()
    assert hurried.decide(case(), Desk(seconds_left=1.0).view(*controls)).action.kind == "reload"


def test_after_another_page_of_the_site_it_goes_back():
    link = control("about", "link", "About", href="/about")
    desk, crawler = Desk(), make_crawler()
    first = desk.view(link)
    elsewhere = desk.view(url="http://artifact.localhost/about")
    assert [action.kind for action in decisions(crawler, [first, elsewhere])] == ["click", "back"]


ABOUT = "http://artifact.localhost/about.html"


def back_in_vain(index: int) -> Step:
    return Step(index=index, thought="", action=Back(), change=Change())


def test_the_way_back_is_gone_to_its_end_and_no_further():
    links = tuple(control(f"l{i}", "link", f"Link {chr(65 + i)}", href="#", kind=f"k{i}") for i in range(9))
    desk, crawler = Desk(), make_crawler()
    there = desk.view(*links, url=ABOUT)
    crawler.decide(case(), desk.view(control("about", "link", "About", href="about.html")))
    used = [action.kind for action in decisions(crawler, [there] * 3)]
    backs = [crawler.decide(case(), desk.view(*links, url=ABOUT, last=back_in_vain(n))).action.kind for n in range(8)]
    assert used == ["click"] * 3
    assert backs[:5] == ["back"] * 5, "one for each press there, and two to spare"
    assert backs[5:] == ["click"] * 3, "it does not come back, so the controls of this page are tried"


def test_the_first_page_is_the_same_by_its_own_name():
    desk, crawler = Desk(), make_crawler()
    crawler.decide(case(), desk.view(control("a", name="A", kind="a")))
    same = desk.view(control("b", name="B", kind="b"), url="http://artifact.localhost/index.html#top")
    assert crawler.decide(case(), same).action.target == "B"


@pytest.mark.parametrize(("appeared", "kind"), [(("3 results",), "resize"), ((), "press")])
def test_enter_is_for_fields_that_wait_for_it(appeared, kind):
    field = control("q", "searchbox", "Search", tag="input", input_type="search")
    desk, crawler = Desk(), make_crawler()
    typed = crawler.decide(case(), desk.view(field))
    step = Step(index=1, thought="", action=typed.action, change=Change(seen=True, appeared_text=appeared))
    following = crawler.decide(case(), desk.view(field, last=step)).action
    assert following.kind == ("press" if kind == "press" else following.kind)
    assert (following.value == "Enter") == (kind == "press")


def test_a_search_is_emptied_again():
    field = control("q", "searchbox", "Search", tag="input", input_type="search")
    desk, crawler = Desk(), make_crawler()
    actions = decisions(crawler, [desk.view(field, words="apple apple cherry")] * 3)
    assert [(action.kind, action.value) for action in actions] == [
        ("type", "cherry"),
        ("press", "Enter"),
        ("clear", ""),
    ]


def test_what_an_emptied_list_hid_is_tried_after_a_reload():
    desk, crawler = Desk(), make_crawler()
    search = control("only", name="Show none", box=at(10), kind="a")
    row = control("edit", name="Edit", box=at(200), kind="row")
    first = crawler.decide(case(), desk.view(search, row)).action
    second = crawler.decide(case(), desk.view(search)).action
    third = crawler.decide(case(), desk.view(search, row)).action
    assert (first.target, second.kind, third.target) == ("Show none", "reload", "Edit")


def test_a_page_that_shows_everything_is_not_reloaded_before_the_closing_round():
    desk, crawler = Desk(), make_crawler()
    only = control("only", name="Count", box=at(10), kind="a")
    assert crawler.decide(case(), desk.view(only)).action.target == "Count"
    assert crawler.decide(case(), desk.view(only)).action.kind != "reload"
