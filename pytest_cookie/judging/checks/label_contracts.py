"""Compares what labels promise with what controls did: undo, swap, remove, keep, show a value, stay in place.

Item 3 counts broken contracts.
"""

import re
from collections.abc import Iterator

from pytest_cookie.core.parsing import parse_shown_whole
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import MAX_CONTROL_NAME, Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import Defect
from pytest_cookie.judging.rubric.names import name_input, name_subject, name_use_of_target, quote_names
from pytest_cookie.records.change_text import describe_jump

_FEWEST_TEXTS = 2
_SHORTEST_ENTRY = 3
_TEXTS_KEPT = 24
"""The number of texts that a change keeps: a list of that length may be cut."""
_SELECT_ROLES = frozenset({"combobox", "listbox"})
_KEEP = re.compile(
    r"localstorage|indexeddb|\b(persist\w{0,20}|(survive|after|keep\w{0,20}|remember\w{0,20}|still there)\b[^.]{0,40}"
    r"\b(reload\w{0,20}|refresh\w{0,20}|clos(e|es|ed|ing)|reopen\w{0,20}|restart)|"
    r"saved? (locally|in the browser)|keep everything in the browser)|"
    r"(neu ?laden|aktualisier\w{0,20}|schließ\w{0,20}|zumach\w{0,20})[^.]{0,40}"
    r"(erhalten|noch da|nicht (weg|verloren)|bleib\w{0,20})|"
    r"(bleib\w{0,20}|erhalten|gespeichert|merk\w{0,20})[^.]{0,40}(neu ?laden|browser|schließ\w{0,20})|"
    r"(recharge\w{0,20}|rafraîchi\w{0,20}|ferm\w{0,20})[^.]{0,40}"
    r"(perd\w{0,20}|gard\w{0,20}|conserv\w{0,20}|retrouv\w{0,20}|là)|"
    r"(recarg\w{0,20}|cerr\w{0,20}|actualiz\w{0,20})[^.]{0,40}"
    r"(pierd\w{0,20}|perd\w{0,20}|conserv\w{0,20}|guard\w{0,20}|sigu\w{0,20})|"
    r"(guard\w{0,20}|salv\w{0,20}|conserv\w{0,20}|mant\w{0,20})[^.]{0,40}(navegador|recarg\w{0,20})|"
    r"刷新[^。，]{0,8}(不丢|还在|保留|不能丢|不会丢)|重新打开|关(掉|闭|了)[^。]{0,12}(还在|不丢|保留)|存(在|到)(浏览器|本地)|本地存储|保存在(浏览器|本地)|"
    r"再読み込み|リロード|閉じても|ブラウザに保存|새로 ?고침|닫아도|껐다 켜도|브라우저에 저장",
    re.IGNORECASE,
)
_ARROW_KEYS = re.compile(
    r"\b(arrow|cursor) keys?\b|touches? (fléchées?|directionnelles?)|teclas? de (flecha|dirección|direção)|"
    r"teclas? (direccionales|direcionais)|pfeiltasten?|方向[键鍵]|箭头键|矢印キー|방향키|화살표 ?키",
    re.IGNORECASE,
)
_IF_CHOSEN = re.compile(
    r"focus|select|choos|chosen|drag|hold|fokus|auswähl|markier|sélection|chois|eleg|seleccion|selecion|escolh|选|選|焦点|포커스|선택",
    re.IGNORECASE,
)


def find_broken_contracts(context: RubricContext) -> list[Defect]:
    """One defect for each kind of broken contract; contracts that were not tried or cannot be checked give none."""
    return [
        *_undo(context),
        *_swap(context),
        *_removal(context),
        *_keeping(context),
        *_again(context),
        *_readouts(context),
        *_astray(context),
        *_keys(context),
    ]


def _undo(context: RubricContext) -> Iterator[Defect]:
    """An undo that restores no part of the removal right before it."""
    steps = context.trace.steps
    for position, step in enumerate(steps):
        if step.action.purpose != "undo" or step.outcome != "done" or step.page_errors or not step.change.seen:
            continue  # silence and exceptions are separate faults
        taken = _taken(steps, position)
        if taken and not taken & set(step.change.appeared_text):
            title = f"{name_subject(step.action)} does not restore the removed entry"
            why = f"{_listed(taken)} was removed right before and did not come back. Restore what was removed."
            yield _defect(context, FindingKind.UNDO_WITHOUT_EFFECT, step, title, why)
            return


def _taken(steps: tuple[Step, ...], position: int) -> set[str]:
    """The texts that the removal before this step took away, without those of a confirmation dialog."""
    window = list(steps[max(0, position - 2) : position])
    begin = next((i for i, step in enumerate(window) if step.action.purpose == "destroy"), None)
    return set() if begin is None else _gone(window[begin:])


def _gone(window: list[Step]) -> set[str]:
    appeared_texts = {text for step in window for text in step.change.appeared_text}
    gone = {text for step in window for text in step.change.vanished_text} - appeared_texts
    return {text for text in gone if len(text) > 1 and _figure(text) is None}


def _swap(context: RubricContext) -> Iterator[Defect]:
    """A swap after which two lists do not hold each other's values; checked if a list's value changed at all."""
    lists = {control.name[:60] for control in context.controls if control.role in _SELECT_ROLES and control.name}
    for step in context.trace.steps:
        if step.action.purpose != "swap" or step.outcome != "done":
            continue
        changed = [(one.control, *one.texts) for one in step.change.states if one.texts and one.control in lists]
        if changed and sorted(old for _, old, _ in changed) != sorted(new for _, _, new in changed):
            said = _describe_swap(context, step, changed)
            title = f"{name_subject(step.action)} does not swap the two values"
            yield _defect(
                context,
                FindingKind.SWAP_WITHOUT_EFFECT,
                step,
                title,
                f"{said} Exchange the two values.",
            )
            return


def _describe_swap(context: RubricContext, swap: Step, changed: list[tuple[str, str, str]]) -> str:
    """What happened to the lists: those that changed, and those that kept a value which another one took."""
    told = [f"“{name}” went from “{old}” to “{new}”" for name, old, new in changed]
    values = {one.name[:MAX_CONTROL_NAME]: one.value for one in context.controls if one.role in _SELECT_ROLES}
    for step in context.trace.steps:
        changes = step.change.states if step.index < swap.index else ()
        values |= {one.control: one.texts[1] for one in changes if one.texts and one.control in values}
    taken = {new for _, _, new in changed}
    for name in dict.fromkeys(name for name, _, _ in changed):
        values.pop(name, None)
    told += [f"“{name}” kept “{value}”" for name, value in values.items() if value in taken]
    return f"{'; '.join(told)}."


def _removal(context: RubricContext) -> Iterator[Defect]:
    """A removal that keeps its own row and takes away another, or lowers the count all the same.

    Rows are identified by texts that occur once on the page.
    """
    steps = context.trace.steps
    for position, step in enumerate(steps):
        row = set(step.action.within)
        if step.action.purpose != "destroy" or step.outcome != "done" or len(row) < _FEWEST_TEXTS:
            continue
        window = [step, *_answer_to_question(steps, position)]
        gone = _gone(window)
        cut = any(len(one.change.vanished_text) >= _TEXTS_KEPT for one in window)
        if row & gone or cut or _is_elsewhere(window) or (len(gone) < _FEWEST_TEXTS and not _counts_down(window)):
            continue
        title = f"{name_subject(step.action)} removes another row"
        instead = f"and {_listed(gone)} is gone instead" if len(gone) >= _FEWEST_TEXTS else "but the count falls by one"
        yield _defect(
            context,
            FindingKind.WRONG_ROW_REMOVED,
            step,
            title,
            f"It is in the row of {_listed(row)}. That row stays, {instead}. Remove its own row.",
            critical=True,
        )
        return


def _answer_to_question(steps: tuple[Step, ...], position: int) -> tuple[Step, ...]:
    """The press that confirms a removal, if the page asked for one."""
    asked = bool(steps[position].change.dom_added) and not steps[position].change.dom_removed
    following = steps[position + 1 : position + 2]
    return following if asked and all(one.action.kind == "click" for one in following) else ()


def _counts_down(window: list[Step]) -> bool:
    """Whether a number went down by one and no text disappeared except that of the confirmation."""
    before = {_figure(text) for step in window for text in step.change.vanished_text} - {None}
    after = {_figure(text) for step in window for text in step.change.appeared_text} - {None}
    return not _gone(window) and any(number - 1 in after for number in before if number is not None)


def _figure(text: str) -> int | None:
    """The number, if the text is a count and contains no other character."""
    return None if text[:1] in ("+", "-") else parse_shown_whole(text)


def _is_elsewhere(window: list[Step]) -> bool:
    return any(step.change.url for step in window)


def _keeping(context: RubricContext) -> Iterator[Defect]:
    """Entries that the brief wants kept, that the page showed or counted, and that a reload discards."""
    steps = context.trace.steps
    reload = next((step for step in steps if step.action.kind == "reload" and step.change.as_at_first), None)
    if reload is None or context.inventory is None or not _KEEP.search(context.case.brief):
        return
    lost_entry = _lost_entry(steps, reload)
    if lost_entry:
        value, step = lost_entry
        title = f"An entry is lost on reload: “{shorten(value, 36)}”"
        used = name_use_of_target(step.action)
        why = (
            f"The brief wants it kept. It was on the page after {used}, and a reload removed it. Store it, for "
            "example in `localStorage`."
        )
        yield _defect(context, FindingKind.LOST_ON_RELOAD, reload, title, why, critical=True)
        return
    first = set(context.inventory.text.replace("\t", "\n").splitlines())
    for step in steps[: reload.index]:
        counted = _counted(step, first)
        later = [text for one in steps[step.index + 1 : reload.index] for text in one.change.appeared_text]
        if counted and counted[0] not in later and not _taken_back(steps, step, reload):
            title = f"Entries are lost on reload: “{shorten(counted[1], 12)}” is “{shorten(counted[0], 12)}” again"
            why = (
                f"The brief wants entries kept. One was accepted and counted after a click on "
                f"{name_input(step.action)}. After a reload the page is as before. Store entries, for example in "
                "`localStorage`."
            )
            yield _defect(context, FindingKind.LOST_ON_RELOAD, reload, title, why, critical=True)
            return


def _lost_entry(steps: tuple[Step, ...], reload: Step) -> tuple[str, Step] | None:
    """A typed text that appeared as an entry of its own and vanished with the reload."""
    typed = [step for step in steps[: reload.index] if step.action.kind == "type" and step.action.intent == "valid"]
    for entered in typed:
        value = entered.action.value
        shown = [step for step in steps[entered.index + 1 : reload.index] if value in step.change.appeared_text]
        if len(value) > _SHORTEST_ENTRY and shown and value in reload.change.vanished_text:
            return value, shown[0]
    return None


def _counted(step: Step, first: set[str]) -> tuple[str, str] | None:
    """A figure of the page as loaded that changed when a form was sent and closed."""
    if step.action.kind != "click" or step.action.intent != "valid" or not step.change.fields_gone:
        return None
    for old in step.change.vanished_text:
        for new in step.change.appeared_text:
            if old in first and new not in first and re.search(r"\d", old) and _shape(old) == _shape(new):
                return old, new
    return None


def _shape(text: str) -> str:
    return re.sub(r"\d+", "0", text)


def _taken_back(steps: tuple[Step, ...], sent: Step, reload: Step) -> bool:
    """Whether the entry was removed again on the way, or may have been."""
    typed = {step.action.value for step in steps[: sent.index] if step.action.intent == "valid" and step.action.value}
    for position in range(sent.index + 1, reload.index):
        step = steps[position]
        if step.action.purpose == "undo" and step.change.seen:
            return True
        gone = _gone([step, *_answer_to_question(steps, position)]) if step.action.purpose == "destroy" else set()
        if any(value in text for text in gone for value in typed):
            return True
    return False


def _again(context: RubricContext) -> Iterator[Defect]:
    """A button that worked once, and has no effect after other input that caused no response either."""
    answered: dict[str, Step] = {}
    fresh: set[str] = set()
    for step in context.trace.steps:
        ref = step.action.ref
        if step.action.sets_value and step.outcome == "done" and step.action.intent != "invalid":
            own = any(one.property == "value" for one in step.change.states)
            fresh = set(answered) if own and not step.change.appeared_text else set()
        elif step.action.resets_page:
            answered, fresh = {}, set()
        elif step.action.kind == "click" and step.action.role == "button" and ref and step.outcome == "done":
            if step.change.seen or step.page_errors:
                answered.setdefault(ref, step)
            elif ref in fresh and step.action.intent != "invalid":
                title = f"{name_subject(step.action)} works only once"
                why = (
                    f"It worked in step {answered[ref].index}. After other input, a click on it has no effect. "
                    "Let it work each time."
                )
                yield _defect(context, FindingKind.WORKS_ONCE, step, title, why, minor=True)
                return


def _readouts(context: RubricContext) -> Iterator[Defect]:
    """A slider whose value label stays at its first value."""
    told = [(label, step) for step in context.trace.steps for label in step.change.stale]
    for label, step in {label.control: (label, step) for label, step in reversed(told)}.values():
        title = f"The text beside slider “{shorten(label.control, 28)}” does not follow it"
        why = (
            f"It stays “{shorten(label.text, 60)}” when the slider moves, so users read a wrong value. Update it in "
            "the `input` event."
        )
        yield _defect(context, FindingKind.STALE_SLIDER_VALUE, step, title, why, minor=True)


def _astray(context: RubricContext) -> Iterator[Defect]:
    """A part of the page that jumps out of its place; pieces of a game may."""
    if context.case.domain == "games" or context.requirements.drawn:
        return
    jumped = (step for step in context.trace.steps if step.change.astray and step.outcome == "done")
    if step := next(jumped, None):
        where = shorten(describe_jump(step.change.astray[0]), 100)
        title = f"{name_subject(step.action)} makes a part of the page jump"
        why = f"{where}. It was in its place before, and everything around it stays in place. Keep it there."
        yield _defect(context, FindingKind.JUMPING_PART, step, title, why)


def _keys(context: RubricContext) -> Iterator[Defect]:
    """Arrow keys that the page mentions, regardless of focus, and that have no effect.

    On a stage, keys count only if a trial on a fresh page showed that they have no effect.
    """
    if context.inventory is None:
        return
    said = next((line for line in context.inventory.whole_text.splitlines() if _ARROW_KEYS.search(line)), "")
    pressed = [step for step in context.trace.steps if _is_arrow(step) and step.outcome == "done"]
    if context.stage_drawn:
        answered = any(step.index not in context.refuted_steps for step in pressed)
    else:
        answered = any(step.change.seen or step.page_errors or step.problem for step in pressed)
    if said and pressed and not answered and not _IF_CHOSEN.search(said):
        key = pressed[0].action.key
        title = f"Key “{key}”, which the page mentions, does nothing"
        yield _defect(
            context,
            FindingKind.DEAD_KEY,
            pressed[0],
            title,
            f"The page says “{shorten(said.strip(), 100)}”, but does not respond to the key. Handle it.",
        )


def _is_arrow(step: Step) -> bool:
    action = step.action
    return action.key.startswith("Arrow") and not action.names_element


def _listed(texts: set[str]) -> str:
    return quote_names(sorted(texts), 100)


def _defect(
    context: RubricContext,
    kind: FindingKind,
    step: Step,
    title: str,
    why: str,
    *,
    critical: bool = False,
    minor: bool = False,
) -> Defect:
    severity: Severity = "critical" if critical else "minor" if minor else "major"
    return Defect(kind, severity, title, why, step.action.selector, step.index, context.picture_of(step))
