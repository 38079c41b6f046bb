"""`Prober`: sends the forms of an exploration again on fresh pages, with entries that should be refused."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, PageUnusableError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Action, Type
from pytest_cookie.core.labels import Language
from pytest_cookie.core.page import Control
from pytest_cookie.core.parsing import strip_fragment
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.crawler.plan import act_on
from pytest_cookie.exploration.crawler.test_data import Meaning, classify_field, is_dated, valid_value
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_facts import read_page_facts
from pytest_cookie.protocols.webtestbench.checklist.rules import Probe
from pytest_cookie.protocols.webtestbench.probing.fresh_page import FreshPage
from pytest_cookie.protocols.webtestbench.probing.paths import SentForm
from pytest_cookie.protocols.webtestbench.probing.results import PROBES, Outcome, ProbeResult
from pytest_cookie.records.files import write_bytes

_PAST, _NEGATIVE, _WRONG_EMAIL, _WRONG_PHONE = "2020", "-3", "anna.miller.example.org", "not a number"
_LATER, _EARLIER = "2032", "2031"
"""Years of a start and of an end before it, both to come, so that only their order is wrong."""
_MONTHS = re.compile(
    r"\b(jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|mon\w*|tue\w*|wed\w*|thu\w*|"
    r"fri\w*|sat\w*|sun\w*|overdue|today|tomorrow|yesterday|ago|in|days?|am|pm)\b",
    re.IGNORECASE,
)
"""Words that differ with a date alone."""
_NOT_LETTERS = re.compile(r"[\W\d_]+")
_MAX_SAID, _LONGEST = 6, 400
_DATED = ("date", "datetime-local")


@dataclass(frozen=True)
class Variant:
    """A form's entries with some changed, by their place among the form's actions. `sent` is how often it is sent."""

    probe: Probe
    changed: Mapping[int, str]
    field: str = ""
    value: str = ""
    sent: int = 1
    is_empty: bool = False


@dataclass(frozen=True)
class _Typed:
    """A typed entry, by its place among the form's actions, with its field and what the field is for."""

    number: int
    action: Action
    control: Control
    meaning: Meaning


@dataclass(frozen=True)
class _Sent:
    """What followed when a form was sent, and what its fields held before."""

    step: Step
    values: Mapping[str, str]
    path: tuple[str, ...]
    is_open: bool
    """Whether the form's fields are still there with what was entered."""


class Prober:
    """Tries the `wanted` probes on the forms, each on a page of its own from `opened`, at most `most` of them."""

    def __init__(
        self,
        opened: Callable[[], AbstractContextManager[Session]],
        url: str,
        folder: Path,
        *,
        wanted: Sequence[Probe],
        most: int,
        language: Language,
    ) -> None:
        self._opened, self._url, self._folder = opened, url, folder
        self._wanted, self._most, self._language = wanted, most, language
        self.results: list[ProbeResult] = []

    def try_forms(self, forms: Sequence[SentForm]) -> None:
        """Fill `results`. The first form of a kind that a probe fits counts. Raises `ExplorationError`."""
        left = [probe for probe in self._wanted if probe]
        for form in forms:
            if not left or len(self.results) >= self._most:
                return
            tried = self._try_form(form, left)
            left = [probe for probe in left if probe not in tried]

    def _try_form(self, form: SentForm, wanted: Sequence[Probe]) -> set[Probe]:
        """The probes that had a clear result."""
        try:
            form, variants, known = self._first(form, wanted)
        except (PageGoneError, PageUnusableError, PageScriptError):
            return set()
        tried: set[Probe] = set()
        if known is None:
            return tried
        for variant in variants:
            if variant.probe in tried or len(self.results) >= self._most:
                continue
            result = self._try(form, variant, known)
            self.results.append(result)
            if result.outcome != "unclear":
                tried.add(variant.probe)
        return tried

    def _first(self, form: SentForm, wanted: Sequence[Probe]) -> tuple[SentForm, list[Variant], _Sent | None]:
        """Send the valid entries once more: what they do on a fresh page, and the variants that its fields allow.

        The form is returned with an entry for each date field that the explorer left empty.
        """
        with self._opened() as session:
            page = FreshPage(session)
            if not page.load(self._url) or not reach(page, form.openers, form.entries[:1]):
                return form, [], None
            form = _with_dates(page, _with_valid(page, form, self._language), language=self._language)
            variants = [one for one in _find_variants(page, form) if one.probe in wanted]
            if not variants:
                return form, [], None
            sent = _send(page, form, {}, is_empty=False)
            return form, variants, sent if sent is not None and _is_taken(sent) else None

    def _try(self, form: SentForm, variant: Variant, known: _Sent) -> ProbeResult:
        outcome: Outcome = "unclear"
        said: tuple[str, ...] = ()
        path: tuple[str, ...] = ()
        picture = ""
        try:
            with self._opened() as session:
                page = FreshPage(session)
                sent = None
                if page.load(self._url):
                    for _ in range(variant.sent):
                        if not reach(page, form.openers, form.entries[:1]):
                            sent = None
                            break
                        sent = _send(page, form, variant.changed, is_empty=variant.is_empty)
                path = tuple(page.path)
                if sent is not None:
                    outcome, said = _judge(sent, known, variant), sent.step.change.appeared_text[:_MAX_SAID]
                    picture = f"{PROBES}/{len(self.results):03}-{variant.probe}.png"
                    write_bytes(self._folder / picture, page.now.screenshot, durable=False)
        except (PageGoneError, PageUnusableError, PageScriptError):
            outcome = "unclear"
        return ProbeResult(
            probe=variant.probe, field=variant.field, value=variant.value, outcome=outcome, step=form.step,
            path=path, said=said, picture=picture, form=form.names[:_LONGEST],
        )  # fmt: skip


def reach(page: FreshPage, openers: Sequence[Action], goal: Sequence[Action]) -> bool:
    """Press as few of the `openers` as it takes until the controls of `goal` are there: the last ones that lead to it.

    Whether they are there.
    """
    if page.shows(goal):
        return True
    for start in range(len(openers) - 1, -1, -1):
        if not page.shows(openers[start : start + 1]):
            continue
        for opener in openers[start:]:
            if page.step(opener, index=0) is None:
                return False
            if page.shows(goal):
                return True
        return False
    return False


def _send(page: FreshPage, form: SentForm, changed: Mapping[int, str], *, is_empty: bool) -> _Sent | None:
    """Fill in the form and send it; None if a control is missing. A disabled button refuses."""
    for number, action in enumerate(form.entries):
        if is_empty and action.edits_field:
            continue
        value = changed.get(number, action.value)
        if not page.shows([action]):
            page.look()
        if not page.do(action.model_copy(update={"value": value, "ref": ""})) and number not in changed:
            return None
    page.session.settle(300)
    now = page.look()
    values = {one.name: one.value for one in now.inventory.controls if one.value}
    control = page.find(form.submit)
    if control is None:
        return None
    if control.disabled:
        step = Step(index=form.step, thought="", action=form.submit, outcome="unreachable")
        return _Sent(step, values, tuple(page.path), is_open=True)
    step_done = page.step(form.submit, index=form.step)
    step = step_done or Step(index=form.step, thought="", action=form.submit, outcome="unreachable")
    fields = [action for action in form.entries if action.edits_field]
    still = [found for action in fields if (found := page.find(action)) and found.value]
    return _Sent(step, values, tuple(page.path), is_open=bool(still) and len(still) == len(fields))


def _is_taken(sent: _Sent) -> bool:
    """Whether the valid entries were taken again: the form went or is empty. A message alone may be a refusal."""
    step = sent.step
    is_refused = step.outcome != "done" or step.change.is_refused or bool(step.page_errors)
    return not is_refused and bool(step.change.url or not sent.is_open)


def _judge(sent: _Sent, known: _Sent, variant: Variant) -> Outcome:
    """Whether it had the effect of the valid entry, judged by structure: no words of any language are needed."""
    change, other = sent.step.change, known.step.change
    if sent.step.outcome != "done" or change.is_refused or sent.step.page_errors:
        return "refused"
    if any(sent.values.get(name, "") != value for name, value in _entered(variant, known).items()):
        return "unclear"  # the field did not take it, or made something else of it
    if bool(change.url) != bool(other.url) or sent.is_open != known.is_open:
        return "refused"
    if bool(change.dom_added) != bool(other.dom_added) or bool(change.fields_gone) != bool(other.fields_gone):
        return "refused"
    if other.url and strip_fragment(change.url) != strip_fragment(other.url) and not re.search(r"\d", other.url):
        return "refused"
    if _words(sent) <= _words(known):
        return "accepted"
    return "refused" if sent.is_open else "unclear"  # the form went, and the page says something else


def _entered(variant: Variant, known: _Sent) -> dict[str, str]:
    return {variant.field: variant.value} if variant.field and variant.field in known.values else {}


def _words(sent: _Sent) -> frozenset[str]:
    """The letters of new texts, without what was entered and what differs with a date alone."""
    change = sent.step.change
    entered = sorted((value for value in sent.values.values() if value.strip()), key=len, reverse=True)
    found = set()
    for text in (*change.appeared_text, *(dialog.text for dialog in change.messages)):
        for value in entered:
            text = text.replace(value, " ")
        found.add(_NOT_LETTERS.sub("", _MONTHS.sub(" ", text)).casefold())
    return frozenset(found | {""})


def _with_valid(page: FreshPage, form: SentForm, language: Language) -> SentForm:
    """The form with plausible values for what was wrong on purpose."""
    if not form.has_wrong:
        return form
    facts = read_page_facts(page.session, page.look().inventory.controls)
    entries = []
    for action in form.entries:
        control = page.find(action) if action.intent == "invalid" and isinstance(action, Type) else None
        value = valid_value(control, facts.of(control), language) if control else action.value
        entries.append(action.model_copy(update={"value": value, "intent": "valid" if control else action.intent}))
    return replace(form, entries=tuple(entries))


def _with_dates(page: FreshPage, form: SentForm, *, language: Language) -> SentForm:
    """The form with a plausible value for each native date field that is empty, at most three."""
    page.look()
    facts = read_page_facts(page.session, page.now.inventory.controls)
    filled = {found.ref for action in form.entries if (found := page.find(action))}
    empty = [
        one
        for one in page.now.inventory.controls
        if is_dated(one) and one.input_type in _DATED and one.ref not in filled and not one.value
        and not one.disabled and not one.covered
    ]  # fmt: skip
    added = [
        act_on(one, "type", valid_value(one, facts.of(one), language, nth=nth)) for nth, one in enumerate(empty[:3])
    ]
    return replace(form, entries=(*form.entries, *added))


def _find_variants(page: FreshPage, form: SentForm) -> Iterator[Variant]:
    """The probes that the fields of a form allow, those that are most often broken first."""
    page.look()
    facts = read_page_facts(page.session, page.now.inventory.controls)
    typed: list[_Typed] = []
    for number, action in enumerate(form.entries):
        control = page.find(action) if isinstance(action, Type) else None
        if control is not None:
            typed.append(_Typed(number, action, control, classify_field(control, facts.of(control))))
    dated = [one for one in typed if one.control.input_type in _DATED and one.meaning != "birth"]
    yield from _date_variants(dated)
    for one in typed:
        yield from _value_variants(one)
    texts = [one.control for one in typed if one.meaning != "search"]
    if texts and not any(control.value for control in texts):
        yield Variant("empty-form", {}, is_empty=True)
    if texts:
        yield Variant("same-entry", {}, sent=2)


def _date_variants(dated: Sequence[_Typed]) -> Iterator[Variant]:
    if dated:
        value = _PAST + dated[0].action.value[4:]
        yield Variant("past-date", {dated[0].number: value}, dated[0].control.name, value)
    if len(dated) > 1:
        first, second = dated[:2]
        changed = {first.number: _LATER + first.action.value[4:], second.number: _EARLIER + second.action.value[4:]}
        yield Variant("end-before-start", changed, second.control.name, changed[second.number])


def _value_variants(one: _Typed) -> Iterator[Variant]:
    is_number = one.control.input_type == "number" or means(one.control.name, "quantity")
    if one.meaning in ("number", "amount", "age") and is_number:
        yield Variant("negative-number", {one.number: _NEGATIVE}, one.control.name, _NEGATIVE)
    if one.meaning == "email":
        yield Variant("wrong-email", {one.number: _WRONG_EMAIL}, one.control.name, _WRONG_EMAIL)
    if one.meaning == "phone":
        yield Variant("wrong-phone", {one.number: _WRONG_PHONE}, one.control.name, _WRONG_PHONE)
