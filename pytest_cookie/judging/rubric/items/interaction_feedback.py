"""Item 13 of the rubric, interaction feedback: visible responses, and a message for wrong input."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import fmean

from pytest_cookie.core.action import Action, Clear, Click, Press, Type
from pytest_cookie.core.step_text import describe_dialog
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.find_interactions import find_interactions, find_steps_elsewhere
from pytest_cookie.judging.measures.interaction import Interaction
from pytest_cookie.judging.measures.response_time import SLOW_MS, rate_promptness
from pytest_cookie.judging.measures.untested import explain_untested
from pytest_cookie.judging.rubric.check_results import run_checks
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    mark_inapplicable,
    mark_scored,
    mark_unmeasured,
    step_defect,
)
from pytest_cookie.judging.rubric.names import list_names, list_others, locate_unnamed, name_input, quote_texts
from pytest_cookie.judging.text.placeholder_text import is_failed_value

_ANSWER_WITHIN = 4  # steps in which a field without a form may respond
_LONG_ROOM = 100  # characters for names in an explanation
_TYPED_ROLES = frozenset({"textbox", "searchbox", "spinbutton"})
_SUCCESS = re.compile(
    r"\b(success(ful(ly)?)?(?! rate)|thank you|thanks|has been (sent|saved|received|booked)|"
    r"(we|we.ll) (will )?(contact|call) you|"
    r"erfolgreich|vielen dank|danke|gespeichert|gesendet|merci|enregistrée?|envoyée?|succès|gracias|éxito|"
    r"guardad[oa]|enviad[oa]|obrigad[oa]|sucesso|salv[oa])\b|成功(?!率)|谢谢|感谢|已(提交|保存|发送|预约)|ありがとう|完了|送信しました|"
    r"保存しました|성공|감사합니다|저장되었|완료",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\b(not|no|invalid|error|fail\w*|please|must|required|nicht|kein\w*|bitte|fehler|ungültig|pas|erreur|veuillez|"
    r"invalide|por favor|inválid[oa]|falta|erro|não)\b|不|请|无效|错误|失败|ください|エラー|無効|않|오류|실패",
    re.IGNORECASE,
)

# "Please" and "not" also occur on the next step of a form; these words do not
_FAILURE = re.compile(
    r"\b(invalid|error|fail(ed|ure)?|required|missing|fehler\w*|ungültig\w*|fehlt|erreur|invalide|obligatoire|inválid[oa]|"
    r"obligatori[oa]|obrigatóri[oa]|erro)\b|无效|错误|失败|必填|エラー|無効|必須|오류|실패|필수",
    re.IGNORECASE,
)

_LETTERS = re.compile(r"[^\W\d_]{2}")
_FIGURE = re.compile(r"-?\d+(?:[.,]\d+)?")


@dataclass(frozen=True)
class _Rejection:
    """Deliberately wrong input, the steps until it was sent, and the response; `welcomed` if the page accepted it."""

    steps: tuple[Step, ...]
    answered: bool
    by_dialog: bool
    welcomed: bool

    @property
    def step(self) -> Step:
        """The step of the wrong input."""
        return self.steps[0]

    def is_alike(self, other: "_Rejection") -> bool:
        """Whether both are of one field, or were sent by one button."""
        sent, sent_too = self.steps[-1].action, other.steps[-1].action
        by_one_button = _submits(sent) and _submits(sent_too) and _same_field(sent, sent_too)
        return by_one_button or _same_field(self.step.action, other.step.action)


def measure_interaction_feedback(context: RubricContext) -> Measured:
    """Item 13: actions get a visible response, wrong input a message.

    The mean of up to three shares: working inputs with a visible effect (`Change.seen`, or a focus that moves to
    another field); deliberately wrong inputs (`Action.intent`) that got a response: a text that came or went, is still
    shown from an earlier one, or goes when the field is mended; a state that changed; the browser's own message; or the
    focus moving back to or staying in the field, as with that message; and how quickly the page responds
    (`rate_promptness`). A form is observed until it is sent, a field that is not part of a form for four steps.
    Responding with `alert()` counts half. The mean is multiplied by what its checks leave.

    Wrong input without a response is a major defect if two or more got none, else minor. Wrong input that is followed
    by a word of success, or by a form that closes without a word of refusal, was accepted: 0 and a major defect. A
    number that may only be too small is not held against a form that closes. Inputs without any effect, and too few
    working inputs, belong to item 3; if no input works, there is no feedback and the score is 0. Inapplicable on leaves
    that are only read. Known false alarm: fields that accept any value.
    """
    if context.requirements.interaction == "none":
        return mark_inapplicable("pages of this kind are read, not used")
    interactions = [interaction for interaction in find_interactions(context) if interaction.answer == "answered"]
    if not interactions:
        return _nothing_answers(context)
    seen = sum(
        1 for interaction in interactions if any(_is_visible(interaction, step) for step in interaction.steps)
    ) / len(interactions)
    rejections = _rejections(context)
    prompt, checked = rate_promptness(context), run_checks(context, "13")
    left, graded = checked.share_left, [grade.name for grade in checked.grades if grade.score < 1]
    parts = [seen]
    parts += [fmean(_worth(rejection) for rejection in rejections)] if rejections else []
    parts += [prompt] if prompt is not None else []
    defects = [
        *_welcomed(context, rejections),
        *_silent(context, rejections),
        *checked.defects,
    ]
    refused = sum(rejection.answered and not rejection.welcomed for rejection in rejections)
    reason = (
        f"{seen:.0%} of {count(len(interactions), 'working input')} respond visibly"
        + (f"; {refused} of {count(len(rejections), 'wrong input')} refused with a message" if rejections else "")
        + (
            f"; response time: {prompt:.0%} (100 % at once, 0 % after {SLOW_MS / 1000:.0f} s)"
            if prompt is not None
            else ""
        )
        + ("; mean of these" if len(parts) > 1 else "")
        + (f"; times {left:.0%} for {' and '.join(graded) or 'its checks'}" if left < 1 else "")
    )
    return mark_scored(fmean(parts) * left, reason, defects)


def _nothing_answers(context: RubricContext) -> Measured:
    untested = explain_untested(context)
    if untested and not untested.is_by_page:
        return mark_unmeasured(untested.reason)
    return mark_scored(0.0, untested.reason if untested else "no input worked")


def _is_visible(interaction: Interaction, step: Step) -> bool:
    """Whether users can notice the effect; a focus that moves to a field shows its caret there."""
    return step.change.seen or interaction.sends_focus(step)


def _worth(rejection: _Rejection) -> float:
    if rejection.welcomed:
        return 0.0
    return 0.5 if rejection.by_dialog else 1.0 if rejection.answered else 0.0


def _rejections(context: RubricContext) -> list[_Rejection]:
    """Every wrong input with the page's response, except if the page calculated with it and failed, which is item 4's.

    For a form that is sent with wrong or missing input, the response is everything from the wrong input to the sending.
    For a field without a form, it is everything until the field gets other input.
    """
    found: list[_Rejection] = []
    steps, typed, elsewhere = context.trace.steps, None, find_steps_elsewhere(context)
    for position, step in enumerate(steps):
        is_own = step.action.intent == "invalid" and not step.check  # what a check tries, it judges itself
        if not is_own or step.outcome != "done" or step.index in elsewhere:
            continue
        if _submits(step.action):
            found.append(_rejection(context, steps[position if typed is None else typed : position + 1]))
            typed = None
        elif _is_sent(steps, position):
            typed = position
        else:
            found.append(_rejection(context, (step, *_until_mended(steps, position)[:_ANSWER_WITHIN])))
    found = [rejection for rejection in found if not _is_calculated(rejection.step)]
    found = [
        replace(rejection, answered=rejection.answered or _is_told_beside(steps, rejection)) for rejection in found
    ]
    return [_with_standing_message(context, rejection, found) for rejection in found]


def find_accepted_steps(context: RubricContext) -> frozenset[int]:
    """The steps of wrong input that the page accepted with a word of success, or by closing its form."""
    accepted = (rejection for rejection in _rejections(context) if rejection.welcomed)
    return frozenset(step.index for rejection in accepted for step in (rejection.steps[0], rejection.steps[-1]))


def _is_told_beside(steps: tuple[Step, ...], rejection: _Rejection) -> bool:
    """Whether a message stood beside the field all the time: a text that goes when the field gets a right value.

    Figures that change are results. A message that comes when the field is left counts, too: it is from the window.
    """
    after = [step for step in steps if step.index > rejection.step.index and step.action.kind == "type"]
    mended = next((step for step in after if _same_field(step.action, rejection.step.action)), None)
    if mended is None or mended.action.intent != "valid" or mended.change.shown is False:
        return False
    came = {_FIGURE.sub("0", text) for text in mended.change.appeared_text}
    return any(_FIGURE.sub("0", text) not in came and _LETTERS.search(text) for text in mended.change.vanished_text)


def _with_standing_message(context: RubricContext, rejection: _Rejection, all_of_them: list[_Rejection]) -> _Rejection:
    """A repeated wrong input is answered if the message for an earlier one is still on the page.

    The message must be for the same field, or for what the same button sent: one of another field does not count.
    """
    if rejection.answered or rejection.welcomed:
        return rejection
    end = rejection.steps[-1].index
    earlier = [other for other in all_of_them if other.answered and other.steps[-1].index < rejection.step.index]
    earlier = [other for other in earlier if rejection.is_alike(other)]
    told = {text for other in earlier for step in other.steps for text in step.change.appeared_text}
    last = max((step.index for other in earlier for step in other.steps), default=end)
    later = [step for step in context.trace.steps if last < step.index <= end]
    gone = {text for step in later for text in step.change.vanished_text}
    stands = bool(told - gone) and not any(step.action.resets_page for step in later)
    return replace(rejection, answered=stands)


def _is_sent_back(context: RubricContext, window: tuple[Step, ...]) -> bool:
    """Whether the browser's own validation moved the focus from the button back into the field."""
    sent, typed = window[-1].action, any(isinstance(step.action, Type | Clear) for step in window[-2:-1])
    button = context.controls_by_ref.get(sent.ref)
    pressed = isinstance(sent, Press) or (button is not None and button.tag in ("button", "input"))
    stays = window[-1].outcome == "done" and not window[-1].change.focus and not window[-1].change.dialogs
    return typed and pressed and stays and _submits(sent)


def _is_sent(steps: tuple[Step, ...], position: int) -> bool:
    """Whether a form is sent with this wrong input, before the field gets other input."""
    later = _until_mended(steps, position)
    return any(_submits(step.action) and step.action.intent == "invalid" for step in later)


def _submits(action: Action) -> bool:
    """Whether it may submit a form: a click, or a key that is marked as submitting wrong input."""
    return isinstance(action, Click) or (isinstance(action, Press) and action.intent == "invalid")


def _until_mended(steps: tuple[Step, ...], position: int) -> tuple[Step, ...]:
    """The steps after a wrong input, up to the next typing into the same field."""
    own, rest = steps[position].action, steps[position + 1 :]
    end = next((i for i, s in enumerate(rest) if s.action.kind == "type" and _same_field(s.action, own)), len(rest))
    return rest[:end]


def _same_field(one: Action, other: Action) -> bool:
    return (one.ref or one.selector) == (other.ref or other.selector)


def _is_calculated(step: Step) -> bool:
    return any(is_failed_value(text) for text in step.change.appeared_text)


def _rejection(context: RubricContext, window: tuple[Step, ...]) -> _Rejection:
    dialogs = [describe_dialog(dialog) for step in window for dialog in step.change.messages]
    texts = [text for step in window if step.change.shown is not False for text in step.change.appeared_text]
    answered = any(_says_something(step) or step.change.is_refused for step in window) or _is_sent_back(context, window)
    welcomed = any(_SUCCESS.search(text) and not _REFUSAL.search(text) for text in (*texts, *dialogs))
    welcomed = welcomed or _takes_for_a_number(window[0])
    welcomed = welcomed or (_went_through(window) and not any(_FAILURE.search(text) for text in (*texts, *dialogs)))
    return _Rejection(window, answered or bool(dialogs), bool(dialogs) and not answered, welcomed)


def _went_through(window: tuple[Step, ...]) -> bool:
    """Whether the form was sent and disappeared, so the page went on with its input."""
    sent, wrong = window[-1], window[0].action.value
    return _submits(sent.action) and bool(sent.change.fields_gone) and not re.fullmatch(r"-?[\d.]+", wrong)


def _takes_for_a_number(step: Step) -> bool:
    """Whether the page shows letters in place of the field's number: “84 px” became “abc px”."""
    value = step.action.value
    told = [state.texts for state in step.change.states if state.texts]
    old = next((before for before, after in told if after == value and _FIGURE.fullmatch(before)), "")
    echoed = {text.replace(old, value) for text in step.change.vanished_text} if old else set()
    return bool(value) and not re.search(r"\d", value) and bool(echoed & set(step.change.appeared_text))


def _says_something(step: Step) -> bool:
    if step.change.shown is False:
        return False
    own = step.action.target or step.action.role
    states = [state for state in step.change.states if not (state.property == "value" and state.is_change_of(own))]
    refocused = step.action.kind != "type" and bool(step.change.focus) and step.change.focus != step.action.selector
    return bool(step.change.appeared_text or step.change.vanished_text or states or step.change.motion or refocused)


def _welcomed(context: RubricContext, rejections: list[_Rejection]) -> list[Defect]:
    welcomed = [rejection.step for rejection in rejections if rejection.welcomed]
    if not welcomed:
        return []
    step = welcomed[0]
    value, where = step.action.value, name_input(step.action)
    if value:
        title = f"Wrong input is accepted in {where}: “{shorten(value, 12)}”"
        why = "The page accepts input that it should reject. Check it, and show a message beside the field."
    else:
        title = f"An incomplete form is accepted: {where}"
        why = f"{_what_was_empty(context, step)} Mark the required fields, and show a message beside them."
    why += locate_unnamed([step.action])
    return [step_defect(context, step, FindingKind.WRONG_INPUT_ACCEPTED, "major", title, why)]


def _what_was_empty(context: RubricContext, sent: Step) -> str:
    """The fields that were cleared last before this step, or else those of the form that never got input.

    The latter only if the form closed, which shows that they belong to it.
    """
    last: dict[str, Action] = {}
    for step in context.trace.steps:
        if step.index <= sent.index and step.outcome == "done" and step.action.edits_field:
            last[step.action.ref or step.action.selector] = step.action
        elif step.index < sent.index and step.action.resets_page:
            last = {}
    emptied = [action for action in last.values() if isinstance(action, Clear) and action.intent == "invalid"]
    names = list(dict.fromkeys(name_input(action) for action in emptied)) or _never_filled(context, sent, last)
    if not names:
        return "The form was accepted although fields of it were left empty."
    return (
        f"The form was accepted although {list_names(names, _LONG_ROOM)} {'was' if len(names) == 1 else 'were'} empty."
    )


def _never_filled(context: RubricContext, sent: Step, edited: Mapping[str, Action]) -> list[str]:
    typed = {action.target for action in edited.values()}
    empty = {
        control.name
        for control in context.controls
        if control.role in _TYPED_ROLES and control.name and not control.value
    }
    return quote_texts(name for name in dict.fromkeys(sent.change.fields_gone) if name in empty and name not in typed)


def _silent(context: RubricContext, rejections: list[_Rejection]) -> list[Defect]:
    silent = [rejection.step for rejection in rejections if not rejection.answered]
    if not silent or any(rejection.welcomed for rejection in rejections):
        return []
    step = silent[0]
    names = list(dict.fromkeys(name_input(step.action) for step in silent))
    why = (
        f"The page shows no message {_when(step)}, so users do not learn how to correct it. Show one beside the "
        f"field.{list_others(names)}{locate_unnamed([other.action for other in silent])}"
    )
    severity: Severity = "major" if len(silent) == len(rejections) > 1 else "minor"
    title = f"No message for wrong input: {list_names(names)}"
    return [step_defect(context, step, FindingKind.WRONG_INPUT_IGNORED, severity, title, why)]


def _when(step: Step) -> str:
    if step.action.value:
        return f"for “{shorten(step.action.value, 30)}” in {name_input(step.action)}"
    return "for an incomplete form"
