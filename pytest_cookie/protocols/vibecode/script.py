"""The script of a substep: lines such as `click #save`, which become actions.

`open /path` loads a page of the application, `open inbox:/` the inbox, `open payments:/` the payment service. `type`,
`select`, `upload`, `press` and `wait` take a value: `type #name = Ada`, `press Enter`, `wait 500`. `click`, `hover`,
`double_click`, `clear` take a selector; `back` and `reload` take no argument.
"""

from dataclasses import dataclass
from typing import TypeAlias, get_args

from pydantic import ValidationError

from pytest_cookie.core.action import (
    Action,
    ActionBase,
    ActionKind,
    Back,
    Clear,
    Click,
    DoubleClick,
    Hover,
    Press,
    Reload,
    Resize,
    Scroll,
    Select,
    Type,
    Upload,
    Wait,
    new_action,
)  # fmt: skip
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.deployment.applications import payments
from pytest_cookie.deployment.applications.caught_mail import INBOX_HOST

_ORIGINS = {"inbox": f"http://{INBOX_HOST}", "payments": f"http://{payments.HOST}"}


def _kinds(*classes: type[ActionBase]) -> frozenset[str]:
    return frozenset(action_class.model_fields["kind"].default for action_class in classes)


_WITH_VALUE = _kinds(Type, Select, Upload)
_WITH_SELECTOR = _kinds(Click, DoubleClick, Hover, Clear) | _WITH_VALUE
_ALONE = _kinds(Press, Wait, Scroll, Resize)
_BARE = _kinds(Back, Reload)
KINDS = tuple(kind for kind in get_args(ActionKind) if kind in _WITH_SELECTOR | _ALONE | _BARE)


@dataclass(frozen=True)
class Open:
    """Load a page, as if the user entered its address."""

    url: str


Command: TypeAlias = Open | Action


def parse_line(line: str) -> Command:
    """The command of one line. Raises `ValueError`."""
    verb, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if verb == "open":
        return Open(read_address(rest or "/"))
    if verb not in KINDS:
        raise ValueError(f"{line!r}: a line begins with open, {', '.join(KINDS)}")
    fields: dict[str, str] = {}
    if verb in _WITH_VALUE:
        fields["selector"], separator, fields["value"] = (part.strip() for part in rest.partition(" = "))
        if not separator and verb != "upload":
            raise ValueError(f"{line!r}: write {verb} SELECTOR = VALUE")
    elif verb in _WITH_SELECTOR:
        fields["selector"] = rest
    elif verb in _ALONE:
        fields["value"] = rest
    if any(not value for name, value in fields.items() if (verb, name) != ("upload", "value")):
        raise ValueError(f"{line!r}: {verb} needs {' and '.join(fields)}")
    try:
        return new_action(next(kind for kind in KINDS if kind == verb), **fields)
    except ValidationError as error:
        raise ValueError(f"{line!r}: {error.errors()[0]['msg']}") from error


def read_address(place: str) -> str:
    """The address of `/path`, `inbox:/path`, `payments:/path`, or a whole address of these. Raises `ValueError`."""
    if place.startswith("/"):
        return f"{ORIGIN}{place}"
    if any(place == origin or place.startswith(f"{origin}/") for origin in (ORIGIN, *_ORIGINS.values())):
        return place
    name, separator, path = place.partition(":")
    if name not in _ORIGINS or not separator or not path.startswith("/"):
        raise ValueError(f"open {place}: an address is /path, inbox:/path or payments:/path")
    return f"{_ORIGINS[name]}{path}"


def describe_command(command: Command) -> str:
    """The command in words, such as `click "Save"`."""
    if isinstance(command, Open):
        return f"open {command.url}"
    words = [command.kind, f'{command.role} "{command.target}"'.strip() if command.target else command.role]
    words += [repr(command.value)] if command.value else []
    words += ["(cancels the dialog)"] if any(not dialog.accept for dialog in command.dialogs) else []
    return " ".join(word for word in words if word)[:400]
