"""How much page there is: doing nothing earns nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.judging.checks.empty_layout import is_mere_shell
from pytest_cookie.judging.checks.faults import faults_of
from pytest_cookie.judging.checks.interaction import Interaction
from pytest_cookie.judging.checks.interactions import moving_steps, uses_of, why_untested
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.measurement import Defect, Measured, count_of, scored

_LETTERS_OF_A_PAGE = 200
_CONTROLS_OF_A_PAGE = 4
_PICTURES_OF_A_PAGE = 4
_SHELL = 0.25

_FILLING = frozenset({"type", "select"})
_CUT_SHORT = frozenset({"time", "steps", "tokens", "invalid_calls", "cpu", "evidence"})


@dataclass(frozen=True)
class Weight:
    """A factor of 0 to 1 on an item's score, and what makes it less than 1."""

    share: float
    why: str

    def scored(self, score: float, reason: str, defects: Sequence[Defect] = ()) -> Measured:
        """The weighed score, whose reason says so."""
        told = f"; counted at {self.share:.0%}: {self.why}" if self.share < 1 else ""
        return scored(score * self.share, reason + told, defects)


def presence_of(subject: RubricContext) -> Weight:
    """The factor of items that any page passes unless it fails (1 and 5): full from half a page on, else 0.5 more."""
    return Weight(min(1.0, 0.5 + _shown_or_done(subject)), _what_is_there(subject))


def substance_of(subject: RubricContext) -> Weight:
    """How much page there is to be free of faults: the factor of functionality items that only look for faults.

    What the page shows (`fullness_of`); where the brief demands full interaction, what it shows or does, and half of
    that is what it does (`liveliness_of`): the shell of an application is half a page.
    """
    shown = _shown_or_done(subject)
    if subject.demands.interaction != "full" or why_untested(subject):
        return Weight(shown, _what_is_there(subject))
    doing = f"{len(working_inputs(subject))} of at least {count_of(asked_inputs(subject), 'input')} work"
    why = doing if shown == 1 else f"{_what_is_there(subject)}, and {doing}"
    return Weight(shown * (1 + liveliness_of(subject)) / 2, why)


def _shown_or_done(subject: RubricContext) -> float:
    """A small tool that works is a page, however little it shows; a side bar with nothing beside it is none."""
    if is_mere_shell(subject):
        return _SHELL
    done = liveliness_of(subject) if subject.demands.interaction == "full" else 0.0
    return min(1.0, fullness_of(subject).share + done)


def fullness_of(subject: RubricContext) -> Weight:
    """How much the page shows; the factor of aesthetics items.

    One point for 200 letters of text seen at load or in use (an ideogram counts 2.5), for 4 controls, for 4 pictures,
    or for a drawn stage; parts add up, 1 is the most. Where only the shell of the page came, it is a quarter.
    """
    if is_mere_shell(subject):
        return Weight(_SHELL, _what_is_there(subject))
    points = subject.letters / _LETTERS_OF_A_PAGE + len(subject.controls) / _CONTROLS_OF_A_PAGE
    points += _pictures(subject) / _PICTURES_OF_A_PAGE + (1.0 if subject.stage_drawn else 0.0)
    return Weight(min(1.0, points), _what_is_there(subject))


def _what_is_there(subject: RubricContext) -> str:
    if is_mere_shell(subject):
        return "beside the side bar the page is empty"
    parts = (
        count_of(round(subject.letters), "letter"),
        count_of(len(subject.controls), "control"),
        count_of(_pictures(subject), "picture"),
    )
    return f"the page holds little ({', '.join(parts)})"


def _pictures(subject: RubricContext) -> int:
    return sum(1 for medium in subject.inventory.media if medium.loaded) if subject.inventory else 0


def liveliness_of(subject: RubricContext) -> float:
    """How many inputs work, as a share of what the brief asks for, 0 to 1."""
    return min(1.0, len(working_inputs(subject)) / asked_inputs(subject))


def working_inputs(subject: RubricContext) -> list[Interaction]:
    """The inputs that answered and did not fail."""
    uses = uses_of(subject)
    failed = [use for fault in faults_of(subject) for use in fault.uses]
    return [use for use in uses if use.answer == "answered" and use not in failed]


def asked_inputs(subject: RubricContext) -> int:
    """How many inputs must answer: `Requirements.working_inputs`, less what could not be shown, at least one.

    Answers on a stage in motion cannot be seen, so inputs used there are asked for no more. Nor are fields that were
    filled in right before a press that answered: what they do shows in that answer alone. Where time or steps ran out
    before all controls were used, no more is asked for than was tried: untested is not broken.
    """
    uses, moving = uses_of(subject), moving_steps(subject)
    unseen = [use for use in uses if use.answer != "answered" and any(step.index in moving for step in use.steps)]
    sent = _sent_fields(subject, working={use.key for use in working_inputs(subject)})
    asked = subject.demands.working_inputs - len(unseen) - len(sent)
    coverage = subject.trace.coverage
    if subject.trace.stopped in _CUT_SHORT and coverage.controls_exercised < coverage.controls_found:
        asked = min(asked, len(uses))
    return max(1, asked)


def _sent_fields(subject: RubricContext, *, working: set[str]) -> set[str]:
    """Fields that give no answer of their own, and were filled in right before an input that did, as a form is sent."""
    sent: set[str] = set()
    filled: list[str] = []
    for step in subject.trace.steps:
        if step.action.kind in _FILLING and step.outcome == "done":
            filled.append(step.action.ref)
            continue
        if step.change.seen and step.action.ref in working:
            sent.update(filled)
        filled.clear()
    return sent - working - {""}
