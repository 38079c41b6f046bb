"""Item 5 of the rubric, no console errors."""

import re

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import ConsoleMessage, PageError
from pytest_cookie.core.text import shorten
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.content_amount import weigh_presence
from pytest_cookie.judging.measures.syntax_errors import is_unparsed
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import Measured, describe_costs, page_defect, step_defect, subtract_costs
from pytest_cookie.judging.rubric.names import describe_error


def measure_no_console_errors(context: RubricContext) -> Measured:
    """Item 5: no runtime errors on the console; warnings are exempt (B.4).

    Defects: uncaught exceptions while loading or idle (major for each distinct one) and console lines at level error
    (minor each). The score is multiplied by `weigh_presence`. Exempt and only listed: requests refused by the network
    policy and the browser's own messages about failed requests (items 1, 3 and 15 count those). Scripts that do not
    parse belong to item 1, exceptions caused by an action to item 3. Known false alarm: a page that logs a handled
    problem with `console.error`.
    """
    errors = _distinct_errors(context)
    lines = _distinct_lines(context)
    defects = [_uncaught(context, error) for error in errors] + [_logged(context, line) for line in lines]
    blocked = sum(request.blocked for request in context.perception.failed_requests)
    exempt = f"; {count(blocked, 'request')} to other hosts refused, exempt" if blocked else ""
    reason = (
        f"{count(len(errors), 'uncaught error')} while loading or idle, "
        f"{count(len(lines), 'error line')}{exempt}{describe_costs(defects)}"
    )
    return weigh_presence(context).apply(subtract_costs(defects), reason, defects)


def _distinct_errors(context: RubricContext) -> list[PageError]:
    idle = [e for s in context.trace.steps if s.action.uses_nothing for e in s.page_errors]
    thrown = [error for error in (*context.perception.page_errors, *idle) if not is_unparsed(error.message)]
    return list({_gist(error.message): error for error in reversed(thrown)}.values())[::-1]


def _distinct_lines(context: RubricContext) -> list[ConsoleMessage]:
    in_use = [message for step in context.trace.steps for message in step.console]
    thrown = [e.message for e in context.perception.page_errors] + [
        e.message for s in context.trace.steps for e in s.page_errors
    ]
    found: dict[str, ConsoleMessage] = {}
    for message in (*context.perception.console, *in_use):
        if message.level == "error" and not _echoes(message, thrown):
            found.setdefault(_gist(message.text), message)
    return list(found.values())


def _echoes(message: ConsoleMessage, thrown: list[str]) -> bool:
    """Whether the browser only repeats a failed request or an uncaught exception, which other items count."""
    text = message.text
    if "Failed to load resource" in text or "net::ERR_" in text or "blocked by CORS policy" in text:
        return True
    return any(error and (error in text or text in error) for error in thrown)


def _gist(text: str) -> str:
    """The message with every number replaced by 0, so that one cause in a loop is one defect."""
    return re.sub(r"\d+", "0", text[:200])


def _uncaught(context: RubricContext, error: PageError) -> Defect:
    why = f"{describe_error(error)} The code after it does not run. Correct the script."
    title = f"A script fails without any action{_name_type(error)}"
    return page_defect(context, FindingKind.UNCAUGHT_ERROR, "major", title, why)


def _logged(context: RubricContext, line: ConsoleMessage) -> Defect:
    step = next((step for step in context.trace.steps if line in step.console), None)
    why = f"The page itself logs `{shorten(line.text, 200)}`{_place(line)}. Remove its cause."
    title = "The page logs an error on the console"
    return step_defect(context, step, FindingKind.CONSOLE_ERROR, "minor", title, why, "")


def _name_type(error: PageError) -> str:
    """`: ReferenceError`; "" if the message does not begin with a type."""
    found = re.match(r"[A-Z]\w{0,28}Error(?=:)", error.message)
    return f": {found.group()}" if found else ""


def _place(line: ConsoleMessage) -> str:
    source = shorten(line.source.removeprefix(f"{ORIGIN}/"), 60)
    return f" ({source})" if source else ""
