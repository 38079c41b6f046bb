"""Every kind of action has one class, and keeps it in JSON."""

from typing import get_args

from pytest_cookie.core.action import Action, ActionKind, hover_over, new_action

KINDS = frozenset(get_args(ActionKind))
CLASSES = get_args(get_args(Action)[0])


def test_each_kind_has_one_class_and_keeps_it_through_json() -> None:
    assert sorted(kind.model_fields["kind"].default for kind in CLASSES) == sorted(KINDS)
    for kind in CLASSES:
        stored = kind(value="x").model_dump(mode="json", exclude_defaults=True)
        assert stored == {"kind": kind.model_fields["kind"].default, "value": "x"}
        assert new_action(**stored) == kind(value="x")


def test_hovering_over_a_drag_moves_to_its_start() -> None:
    drag = new_action("drag", x=1, y=2, to_x=3, to_y=4, value="fling", role="slider")
    assert hover_over(drag) == new_action("hover", x=1, y=2, role="slider")
