"""Keys of the page in fields: what the watch notes, what the tactic tries, what the judge says. Synthetic pages."""

from typing import Any

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.keys_in_fields.fact import FieldKeys
from pytest_cookie.checks.keys_in_fields.judge import find_keys_in_fields
from pytest_cookie.checks.keys_in_fields.tactic import TypeShortcuts
from pytest_cookie.checks.keys_in_fields.watch import FieldKeysWatch
from pytest_cookie.core.action import Action, Click, Press, Type
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.agent_protocol import View
from pytest_cookie.exploration.page_facts import PageFacts
from pytest_cookie.exploration.watch import Act, watch_all
from tests.unit.exploration.pages import control, observation, text, turn
from tests.unit.judging.evidence_builders import page_in_use, step

KEY_P, INTO_TITLE = Press(value="p"), {"ref": "title", "target": "Title", "selector": "#title", "role": "textbox"}


def page(
    value: str = "", player: str = "Stopped", results: str = "all", *, kind: str = "text", focus: str = ""
) -> Observation:
    field = control("title", "textbox", "Title", tag="input", input_type=kind, value=value)
    elements = {"player": text(player), "list": text(results), "title": text("", f"value={value}")}
    return observation(controls=(field, control("go", name="Go")), elements=elements, focus=focus)


def typed(value: str) -> Type:
    return Type(**INTO_TITLE, value=value)


def noted(*acts: tuple[Action, Observation, Observation]) -> list[FieldKeys]:
    """The facts of these actions in order, without those that have none."""
    watch = FieldKeysWatch()
    return [fact for action, before, after in acts if (fact := watch.compare(Act(action, before, after)))]


def titles(*facts: FieldKeys) -> list[tuple[str, str]]:
    steps = [
        step(index, "type", change=Change(facts={FieldKeys.check: fact}), target="Title")
        for index, fact in enumerate(facts)
    ]
    return [(defect.severity, defect.title) for defect in find_keys_in_fields(page_in_use(*steps))]


def test_a_key_that_acts_outside_of_fields_is_judged_by_what_it_does_in_one(subtests):
    outside = (KEY_P, page(), page(player="Playing"))
    plain = (typed("eae"), page(), page("eae"))
    lost = [("major", "Key P cannot be typed into “Title”")]
    fires = [("major", "Key P also acts on the page while used in “Title”")]
    rows: dict[str, tuple[list[tuple[Action, Observation, Observation]], list[tuple[str, str]]]] = {
        "it reaches the field alone": ([outside, plain, (typed("epe"), page("eae"), page("epe"))], []),
        "it acts, too": ([outside, plain, (typed("epe"), page("eae"), page("epe", "Paused"))], fires),
        "it is lost": ([outside, (typed("map"), page(), page("ma"))], lost),
        "it is lost, and acts outside later": ([(typed("map"), page(), page("ma")), outside], lost),
        "it is lost, and acts nowhere": ([(typed("map"), page(), page("ma"))], []),
        "the field takes digits only": ([outside, (typed("map 1"), page(), page("1"))], []),
        "the field takes numbers": (
            [outside, (typed("4p2"), page(kind="number"), page("42", kind="number"))],
            [],
        ),
        "any text changes the same": (
            [outside, (typed("eae"), page(), page("eae", "Found")), (typed("epe"), page("eae"), page("epe", "None"))],
            [],
        ),
        "a search, whose list is not what the key changes": (
            [outside, plain, (typed("epe"), page("eae"), page("epe", results="none"))],
            [],
        ),
        "a blank": (
            [(Press(value="Space"), page(), page(player="Playing")), (typed("a b"), page(), page("ab"))],
            [("major", "Key Space cannot be typed into “Title”")],
        ),
        "a blank that pressed a button": (
            [(Press(value="Space"), page(focus="#go"), page(player="Go")), (typed("a b"), page(), page("ab"))],
            [],
        ),
        "an arrow": (
            [
                (Press(value="ArrowRight"), page(), page(player="Slide 2")),
                (Press(**INTO_TITLE, value="ArrowRight"), page(), page(player="Slide 3")),
            ],
            [("major", "Key ArrowRight also acts on the page while used in “Title”")],
        ),
        "Enter, which sends": (
            [
                (Press(value="Enter"), page(), page(player="Sent")),
                (Press(**INTO_TITLE, value="Enter"), page(), page(player="Sent again")),
            ],
            [],
        ),
        "a key in a field that has the focus": (
            [(KEY_P, page(focus="#title"), page(player="Playing")), (typed("map"), page(), page("ma"))],
            [],
        ),
    }  # fmt: skip
    for name, (acts, expected) in rows.items():
        with subtests.test(name):
            assert titles(*noted(*acts)) == expected


def view(
    last: Step | None = None, *, keys: tuple[str, ...] = ("P",), hears: bool = True, seen: Observation | None = None
) -> View:
    return View(
        observation=seen or page(),
        page_facts=PageFacts(named_keys=keys, hears_keys=hears),
        last=last,
        steps_left=30,
        seconds_left=30,
        page_seconds_left=30,
    )


def done(action: Action, fact: FieldKeys | None = None) -> Step:
    return Step(index=1, thought="", action=action, change=Change(facts={FieldKeys.check: fact} if fact else {}))


def propose(tactic: TypeShortcuts, seen: View, **fields: Any) -> Action | None:
    tactic.look(seen)
    decision = tactic.propose(turn(seen, 20, **fields))
    return decision.action if decision else None


def test_the_key_is_pressed_outside_then_a_text_without_it_and_one_with_it_are_typed():
    tactic = TypeShortcuts()
    first = propose(tactic, view())
    assert first == Press(value="p")
    acted = propose(tactic, view(done(first, FieldKeys(acts="p"))))
    assert acted
    assert (acted.kind, acted.ref, acted.value) == ("type", "title", "eae")
    second = propose(tactic, view(done(acted)))
    assert second
    assert second.value == "epe"
    assert propose(tactic, view(done(second))) is None


def test_a_key_without_effect_costs_one_press_and_other_pages_none(subtests):
    tactic = TypeShortcuts()
    first = propose(tactic, view())
    assert first
    assert propose(tactic, view(done(first))) is None
    field = control("title", "textbox", "Title", tag="input", input_type="text")
    rows = {
        "no keys are named": view(keys=()),
        "the page does not listen": view(hears=False),
        "no field": view(seen=observation(controls=(control("go"),))),
        "the focus is in the field": view(seen=observation(controls=(field,), focus="#title")),
    }
    for name, seen in rows.items():
        with subtests.test(name):
            assert propose(TypeShortcuts(), seen) is None
    assert propose(TypeShortcuts(), view(), is_played=True) is None


def test_a_character_that_a_field_did_not_get_and_a_key_in_a_name_are_pressed():
    lost = view(done(typed("map"), FieldKeys(lost=("p",))), keys=())
    assert propose(TypeShortcuts(), lost) == Press(value="p")
    button = control("mute", name="Mute (M)")
    named = view(keys=(), seen=observation(controls=(*page().inventory.controls, button)))
    assert propose(TypeShortcuts(), named) == Press(value="m")


def test_stored_facts_are_judged_alike():
    act = Act(Click(ref="go"), page(), page())
    assert watch_all({FieldKeys.check: FieldKeysWatch()}, act) == {}
    change = Change(facts={FieldKeys.check: FieldKeys(fires="p")})
    assert FieldKeys.of(Change.model_validate_json(change.model_dump_json(exclude_defaults=True))) == FieldKeys(
        fires="p"
    )
