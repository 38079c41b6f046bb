"""How much page there is: doing nothing earns nothing."""

from pytest_cookie.judging.faults import faults_of
from pytest_cookie.judging.subject import Subject, letter_weight
from pytest_cookie.judging.uses import Use, moving_steps, uses_of

_LETTERS_OF_A_PAGE = 200
_CONTROLS_OF_A_PAGE = 8
_PICTURES_OF_A_PAGE = 4


def substance_of(subject: Subject) -> float:
    """How much page there is to be free of faults, 0 to 1. Functionality items that only look for faults have it as
    a factor.

    Where the brief demands full interaction, half of it is what the page does (`liveliness_of`): the shell of an
    application is half a page. Else it is what the page shows (`fullness_of`).
    """
    shown = fullness_of(subject)
    if subject.demands.interaction != "full" or not subject.trace.steps:
        return shown
    return shown * (1 + liveliness_of(subject)) / 2


def fullness_of(subject: Subject) -> float:
    """How much the page shows, 0 to 1; the factor of aesthetics items.

    One point for 200 letters of text seen at load or in use (an ideogram counts 2.5), for 8 controls, for 4 pictures,
    or for a drawn stage; parts add up, 1 is the most.
    """
    if subject.inventory is None:
        return 0.0
    letters = sum(letter_weight(character) for character in subject.inventory.text[:2000])
    letters += sum(letter_weight(character) for text, _ in subject.appeared for character in text)
    pictures = sum(1 for medium in subject.inventory.media if medium.loaded)
    points = letters / _LETTERS_OF_A_PAGE + len(subject.controls) / _CONTROLS_OF_A_PAGE
    return min(1.0, points + pictures / _PICTURES_OF_A_PAGE + (1.0 if subject.stage_drawn else 0.0))


def liveliness_of(subject: Subject) -> float:
    """How many inputs work, as a share of what the brief asks for, 0 to 1."""
    return min(1.0, len(working_inputs(subject)) / asked_inputs(subject))


def working_inputs(subject: Subject) -> list[Use]:
    """The inputs that answered and did not fail."""
    uses = uses_of(subject)
    failed = [use for fault in faults_of(subject) for use in fault.uses]
    return [use for use in uses if use.answer == "answered" and use not in failed]


def asked_inputs(subject: Subject) -> int:
    """How many inputs must answer: `Demands.working_inputs`, less what could not be shown, at least one.

    Answers on a stage in motion cannot be seen, so inputs used there are asked for no more. Where time or steps ran
    out before all controls were used, no more is asked for than was tried: untested is not broken.
    """
    uses, moving = uses_of(subject), moving_steps(subject)
    unseen = [use for use in uses if use.answer != "answered" and any(step.index in moving for step in use.steps)]
    asked = subject.demands.working_inputs - len(unseen)
    coverage = subject.trace.coverage
    if subject.trace.stopped in ("time", "steps") and coverage.controls_exercised < coverage.controls_found:
        asked = min(asked, len(uses))
    return max(1, asked)
