"""Explains to a model that a control has vanished, and lists the controls that replaced it."""

from collections.abc import Sequence

from pytest_cookie.exploration.agent.references import KnownControl
from pytest_cookie.llm.messages.quoting import quoted

_LISTED = 5
_NAME = 60


def describe_vanished(gone: KnownControl, present: Sequence[KnownControl]) -> str:
    """Return the error for a call that names `gone`: its description, the control in its place, similar controls."""
    lines = [f"gone: {_describe(gone)}"]
    in_place = [one for one in present if one.control.in_viewport and _holds_middle(one, gone)]
    if in_place:
        smallest = min(in_place, key=lambda one: one.box.width * one.box.height)
        lines.append(f"in its place: {_describe(smallest)}")
    alike = sorted((one for one in present if one.control.role == gone.control.role), key=lambda one: _rank(one, gone))
    lines += [f"like it: {_describe(one)}" for one in alike[:_LISTED] if one not in in_place]
    more = f", {len(alike) - _LISTED} more like it are not listed" if len(alike) > _LISTED else ""
    count = f"{len(present)} controls are there now{more}" if present else "there are no controls now"
    return f"e{gone.number} is no longer on the page; {count}.\n{quoted('controls now', chr(10).join(lines))}"


def _describe(known: KnownControl) -> str:
    control, identity = known.control, known.identity
    where = [f'row "{_short(identity.row)}"'] if identity.row and identity.row != control.name else []
    where += [f'in "{_short(identity.section)}"'] if identity.section else []
    return " ".join([f"[e{known.number}]", control.role or control.tag, f'"{_short(control.name)}"', *where])


def _rank(one: KnownControl, gone: KnownControl) -> tuple[bool, bool, bool, int]:
    return (
        one.control.name != gone.control.name,
        one.identity.section != gone.identity.section,
        not one.control.in_viewport,
        one.number,
    )


def _holds_middle(one: KnownControl, gone: KnownControl) -> bool:
    x, y = gone.box.x + gone.box.width / 2, gone.box.y + gone.box.height / 2
    return 0 <= x - one.box.x <= one.box.width and 0 <= y - one.box.y <= one.box.height


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _NAME else f"{plain[: _NAME - 1]}…"
