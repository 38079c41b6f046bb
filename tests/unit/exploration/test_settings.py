"""Which settings the crawler puts back before it tries the next control, from synthetic views."""

from typing import Any

from pytest_cookie.core.action import Action, Click, Reload, Select, Type
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.crawler.settings import Settings
from pytest_cookie.exploration.page_facts import Detail, Option
from tests.unit.exploration.pages import Desk, control

PAD = control("pad", kind="pads")


def plan(before: tuple[Control, ...], after: tuple[Control, ...], *used: Action, of: Control = PAD, **fields: Any):
    """What is put back before `of` is tried, after these inputs led from one view to the other."""
    desk, settings = Desk(), Settings()
    settings.look(desk.view(*before, PAD, **{name: fields[name] for name in fields if name == "details"}))
    for index, action in enumerate(used, start=1):
        settings.look(desk.view(*after, PAD, last=Step(index=index, thought="", action=action), **fields))
    planned = settings.plan(desk.view(*after, PAD, **fields), [of])
    return [f"{action.kind} {action.ref} {action.value}".strip() for action in planned]


def test_settings_that_changed_are_put_back_by_an_input_of_their_kind(subtests):
    def setting(ref: str, role: str, **fields: Any) -> Control:
        return control(ref, role, **{"kind": ref, **fields})

    def chip(ref: str, *, checked: bool | None = None) -> Control:
        return control(ref, kind="chips", checked=checked)

    volume = {"tag": "input", "input_type": "range"}
    unit = {"tag": "select"}
    options = {"unit": Detail(options=(Option(label="km", value="km", selected=True),))}
    rows: dict[str, tuple[Any, ...]] = {
        "a slider at its end": (
            [setting("volume", "slider", value="80", **volume)],
            [setting("volume", "slider", value="0", **volume)],
            [Type(ref="volume", value="0")],
            {},
            ["type volume 80"],
        ),
        "a choice": (
            [setting("unit", "combobox", value="km", **unit)],
            [setting("unit", "combobox", value="miles", **unit)],
            [Select(ref="unit", value="miles")],
            {"details": options},
            ["select unit km"],
        ),
        "a number": (
            [setting("speed", "spinbutton", value="4", tag="input", input_type="number")],
            [setting("speed", "spinbutton", value="0", tag="input", input_type="number")],
            [Type(ref="speed", value="0")],
            {},
            ["type speed 4"],
        ),
        "an empty number, on which other controls work": (
            [setting("amount", "spinbutton", tag="input", input_type="number")],
            [setting("amount", "spinbutton", value="12", tag="input", input_type="number")],
            [Type(ref="amount", value="12")],
            {},
            [],
        ),
        "a search": (
            [setting("find", "searchbox", tag="input", input_type="search")],
            [setting("find", "searchbox", value="zzz", tag="input", input_type="search")],
            [Type(ref="find", value="zzz")],
            {},
            ["clear find"],
        ),
        "an unticked all": (
            [setting("all", "checkbox", checked=True)],
            [setting("all", "checkbox", checked=False)],
            [Click(ref="all")],
            {},
            ["click all"],
        ),
        "a mute": (
            [setting("mute", "button", checked=False)],
            [setting("mute", "button", checked=True)],
            [Click(ref="mute")],
            {},
            ["click mute"],
        ),
        "a closed panel": (
            [setting("panel", "button", expanded=True)],
            [setting("panel", "button", expanded=False)],
            [Click(ref="panel")],
            {},
            ["click panel"],
        ),
        "an opened panel": (
            [setting("panel", "button", expanded=False)],
            [setting("panel", "button", expanded=True)],
            [Click(ref="panel")],
            {},
            [],
        ),
        "a filter, chosen by the one that was chosen at first": (
            [chip("every", checked=True), chip("done", checked=False), chip("open", checked=False)],
            [chip("every", checked=False), chip("done", checked=False), chip("open", checked=True)],
            [Click(ref="done"), Click(ref="open")],
            {},
            ["click every"],
        ),
        "a toggle in a row of an entry": (
            [setting("done", "checkbox", checked=False)],
            [setting("done", "checkbox", checked=True)],
            [Click(ref="done")],
            {"details": {"done": Detail(within=("Buy milk",))}},
            [],
        ),
        "a setting that is as at first": (
            [setting("volume", "slider", value="80", **volume)],
            [setting("volume", "slider", value="80", **volume)],
            [Type(ref="volume", value="80")],
            {},
            [],
        ),
        "nothing behind an open dialog": (
            [setting("all", "checkbox", checked=True)],
            [setting("all", "checkbox", checked=False)],
            [Click(ref="all")],
            {"has_modal": True},
            [],
        ),
        "nothing after a reload": (
            [setting("all", "checkbox", checked=True)],
            [setting("all", "checkbox", checked=False)],
            [Click(ref="all"), Reload()],
            {},
            [],
        ),
    }
    for name, (before, after, used, fields, expected) in rows.items():
        with subtests.test(name):
            assert plan(tuple(before), tuple(after), *used, **fields) == expected


def test_a_setting_stays_while_its_group_is_tested_or_something_that_came_by_it_is_untried():
    own = control("own", kind="own", checked=False)
    pressed = own.model_copy(update={"checked": True})
    alike, came = control("other", kind="own", checked=False), control("came", kind="came")
    assert plan((own,), (pressed,), Click(ref="own")) == ["click own"]
    assert plan((own,), (pressed, alike), Click(ref="own"), of=alike) == []
    assert plan((own,), (pressed, came), Click(ref="own"), of=came) == []


def test_a_setting_that_does_not_stay_put_back_is_left_after_two_tries():
    desk, settings = Desk(), Settings()
    off, on = control("own", kind="own", checked=False), control("own", kind="own", checked=True)
    settings.look(desk.view(off, PAD))
    counts = []
    for index in range(1, 5):
        settings.look(desk.view(on, PAD, last=Step(index=index, thought="", action=Click(ref="own"))))
        counts.append(len(settings.plan(desk.view(on, PAD), [PAD])))
    assert counts == [1, 1, 0, 0]


def test_a_page_that_was_paused_goes_on_before_the_next_trial(subtests):
    rows = {
        "paused by us": ("Pause", "Resume", True, "go"),
        "in German": ("Anhalten", "Weiter", True, "go"),
        "by its sign": ("⏸", "▶", True, "go"),
        "by the page": ("Pause", "Resume", False, None),
        "still running": ("Pause", "Pause", True, None),
        "no pause": ("Sort", "Sorted", True, None),
    }
    for name, (before, after, is_used, expected) in rows.items():
        with subtests.test(name):
            desk, settings = Desk(), Settings()
            settings.look(desk.view(control("go", name=before)))
            step = Step(index=1, thought="", action=Click(ref="go" if is_used else "pad"))
            view = desk.view(control("go", name=after), PAD, last=step)
            settings.look(view)
            found = settings.find_paused(view)
            assert (found.ref if found else None) == expected


def test_a_pause_that_does_not_end_is_tried_twice():
    desk, settings = Desk(), Settings()
    settings.look(desk.view(control("go", name="Pause")))
    view = desk.view(control("go", name="Resume"), last=Step(index=1, thought="", action=Click(ref="go")))
    settings.look(view)
    assert [settings.find_paused(view) is not None for _ in range(3)] == [True, True, False]
