"""`expand`: the call `fill` as one call for each of its controls, also for list boxes that the page draws itself."""

from collections.abc import Iterator

from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent.calls import AgentCall, Choose, Click, FieldEntry, Fill, Type
from pytest_cookie.exploration.agent.references import References

_TICKED = frozenset({"checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"})
_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "slider"})
_FIELD_TAGS = frozenset({"input", "textarea", "select"})
_OFF = frozenset({"", "off", "no", "false", "0", "unchecked"})
_OPTIONS = frozenset({"option", "menuitem", "menuitemradio", "menuitemcheckbox", "radio", "gridcell", "treeitem"})
"""Roles of what a list that is open offers."""
_LISTED = 12
"""Options that an answer names: enough to find the right one."""


def expand(call: Fill, references: References) -> list[AgentCall]:
    """The calls that fill in the controls, in the order given. Boxes that are as wanted need none."""
    return [single for entry in call.fields for single in _expand(call, entry, references)]


def _expand(call: Fill, entry: FieldEntry, references: References) -> Iterator[AgentCall]:
    known = references.find(entry.ref)
    control, meant = known.control if known else None, call.input_of(entry)
    if control and control.role in _TICKED:
        if bool(control.checked) != (entry.text.strip().lower() not in _OFF):
            yield Click(thought=call.thought, ref=entry.ref, input=meant if meant == "invalid" else "")
        return
    if control and control.role not in _FIELDS and control.tag not in _FIELD_TAGS:
        yield Click(thought=call.thought, ref=entry.ref)
        yield Choose(thought=call.thought, text=entry.text)
        return
    yield Type(thought=call.thought, ref=entry.ref, text=entry.text, input=meant)
    if control and control.role == "combobox" and control.tag == "input":
        yield Choose(thought=call.thought, text=entry.text, is_optional=True)


def find_option(text: str, references: References) -> Control | None:
    """The option of an open list that is called so: by its whole name, else by the only name that has the text."""
    wanted = text.strip().casefold()
    offered = [one.control for one in references.present if one.control.role in _OPTIONS and not one.control.disabled]
    named = [one for one in offered if one.name.strip().casefold() == wanted]
    partly = [one for one in offered if wanted and wanted in one.name.casefold()]
    return named[0] if named else partly[0] if len(partly) == 1 else None


def list_options(references: References) -> str:
    """The names of the options that are there now, quoted for an answer."""
    names = [one.control.name[:40] for one in references.present if one.control.role in _OPTIONS]
    return ", ".join(names[:_LISTED]) or "none"
