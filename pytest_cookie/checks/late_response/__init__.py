"""Late response: the page shows no sign for over a second that it accepted an input."""

from pytest_cookie.checks.check import Check
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.measures.response_time import LATE_MS, measure_delays
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import list_names, locate_unnamed, name_input, name_subject

LATE_RESPONSE = CheckKind("late-response", "Responses appear more than a second after the input.")

_VERY_LATE_MS = 2_000  # from here on two late responses are major
_FEW = 2  # one may be the page's heaviest


def report_late_answers(context: RubricContext) -> list[Defect]:
    """One defect for all responses that take over a second, the slowest first."""
    late = sorted((pair for pair in measure_delays(context) if pair[1] > LATE_MS), key=lambda pair: -pair[1])
    if not late:
        return []
    step, ms = late[0]
    severity: Severity = "major" if ms > _VERY_LATE_MS and len(late) >= _FEW else "minor"
    title = f"{name_subject(step.action)} takes {ms / 1000:.1f} s to respond"
    others = list(dict.fromkeys(name_input(one.action) for one, _ in late[1:] if one.action.ref != step.action.ref))
    why = (
        "The page shows no sign that it accepted the input until then, so users press again or give up. Respond at "
        f"once, for example with a loading message.{locate_unnamed([step.action])}"
    )
    why += f" Also over {LATE_MS / 1000:.0f} s: {list_names(others, room=120)}." if others else ""
    return [step_defect(context, step, LATE_RESPONSE, severity, title, why)]


CHECK = Check(id="late-response", item="13", find=report_late_answers, kinds=(LATE_RESPONSE,), weight=0)
"""Without weight: how quickly the page responds is a part of its item."""
