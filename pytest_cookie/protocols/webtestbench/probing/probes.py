"""`Prober`: sends the forms of an exploration again on fresh pages, with entries that should be refused."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, PageUnusableError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Action, Type
from pytest_cookie.core.labels import Language
from pytest_cookie.core.parsing import strip_fragment
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.crawler.plan import act_on
from pytest_cookie.protocols.webtestbench.checklist.rules import Probe, is_probe_about
from pytest_cookie.protocols.webtestbench.probing.completion import Attempt, complete, with_dates, with_valid
from pytest_cookie.protocols.webtestbench.probing.fresh_page import FreshPage
from pytest_cookie.protocols.webtestbench.probing.paths import SentForm
from pytest_cookie.protocols.webtestbench.probing.results import PROBES, FormTrial, Outcome, Place, ProbeResult
from pytest_cookie.protocols.webtestbench.probing.round_trip import leave_and_return
from pytest_cookie.protocols.webtestbench.probing.survey import Survey
from pytest_cookie.protocols.webtestbench.probing.variants import VALID, Variant, find_typed, find_variants
from pytest_cookie.records.files import write_bytes

_MONTHS = re.compile(
    r"\b(jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|mon\w*|tue\w*|wed\w*|thu\w*|"
    r"fri\w*|sat\w*|sun\w*|overdue|today|tomorrow|yesterday|ago|in|days?|am|pm)\b",
    re.IGNORECASE,
)
"""Words that differ with a date alone."""
_NOT_LETTERS = re.compile(r"[\W\d_]+")
_MAX_SAID, _LONGEST = 6, 400
_SHORTEST = 4
"""Shorter entries are in other texts by chance."""
_OPENING_MS = 300
"""Page time for a list or a calendar to open."""
_MOST_SURVEYED = 5
"""Forms of a survey that are completed."""
_LOGINS = 2
"""Room for logins where there is an entrance: one without an account, and one with a wrong password."""
_MOST_OF_KIND = 2
"""Fields in which one kind of entry is tried: people report a budget and a number of guests apart."""


@dataclass(frozen=True)
class Sent:
    """What followed when a form was sent, and what its fields held before."""

    step: Step
    values: Mapping[str, str]
    path: tuple[str, ...]
    is_open: bool
    """Whether the form's fields are still there with what was entered."""


@dataclass(frozen=True)
class _First:
    """A form, the entries to try on it, and what its valid entries did."""

    form: SentForm
    variants: list[Variant]
    known: Sent
    is_entrance: bool
    """Whether it has a password."""


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
        self.forms: list[FormTrial] = []
        self.places: Sequence[Place] = ()
        self.entrance: SentForm | None = None
        """The form that registers or logs in, once the page took it."""
        self._tried: Counter[Probe] = Counter()

    def try_forms(self, forms: Sequence[SentForm]) -> None:
        """Fill `results` from forms that the page took. Raises `ExplorationError`."""
        for form in forms:
            self._try_form(form, partial(self._repeat, form=form))

    def try_attempts(self, attempts: Sequence[Attempt]) -> None:
        """The same with forms that the page did not take: they are completed first."""
        for attempt in attempts:
            self._try_form(None, partial(self._complete, attempt=attempt))

    def survey(self, known: Sequence[SentForm]) -> None:
        """The same with forms that the explorer did not find; again as a member, once the page took a registration."""
        survey = Survey([frozenset(one.target for one in form.entries if one.edits_field) for form in known])
        for _ in range(2):
            was_member = self.entrance is not None
            try:
                with self._opened() as session:
                    found = sorted(survey.find(FreshPage(session), self._begin), key=lambda one: one.is_guessed)
            except (PageGoneError, PageUnusableError, PageScriptError):
                return
            finally:
                self.places = survey.places
            self.try_attempts(found[:_MOST_SURVEYED])
            if was_member or self.entrance is None:
                return

    def _begin(self, page: FreshPage) -> bool:
        """Whether the page is in its first state, for members where there is an entrance."""
        entrance = self.entrance
        if not page.load(self._url):
            return False
        return entrance is None or not reach(page, entrance.openers, entrance.entries[:1]) or bool(send(page, entrance))

    def _try_form(self, known: SentForm | None, first: Callable[[FreshPage], _First | None]) -> None:
        """Try the probes that fit a form whose valid entries the page takes."""
        if self._is_full() or (known and not self._left(known)):
            return
        try:
            with self._opened() as session:
                page = FreshPage(session)
                begun = first(page) if page.load(self._url) else None
                if begun is not None and is_taken(begun.known):
                    self._come_back(page, begun)
        except (PageGoneError, PageUnusableError, PageScriptError):
            return
        taken = begun is not None and is_taken(begun.known)
        self.forms.append(FormTrial(form=begun.form.names[:_LONGEST] if begun else "", taken=taken))
        if begun is None or not taken:
            return
        if self.entrance is None and begun.is_entrance:
            self.entrance = begun.form
        for variant in begun.variants:
            if variant.probe not in self._left(begun.form) or self._is_full() or self._is_known(variant):
                continue
            result = self._try(begun.form, variant, begun.known)
            self.results.append(result)
            if result.outcome != "unclear":
                self._tried[variant.probe] += 1 if variant.changed or variant.instead else _MOST_OF_KIND

    def _is_known(self, variant: Variant) -> bool:
        """Whether a field of that name was tried: one in another form says nothing new."""
        named = [one for one in self.results if variant.label and one.field == variant.label]
        return any(one.probe == variant.probe for one in named)

    def _come_back(self, page: FreshPage, begun: _First) -> None:
        """Note whether what was just sent is still there after the view was left; once."""
        if self._tried["kept-entries"] or self._is_full():
            return
        found = leave_and_return(page, [action.value for action in begun.form.entries if isinstance(action, Type)])
        if found is None:
            return
        entry, is_kept = found
        self._tried["kept-entries"] += 1
        picture = f"{PROBES}/{len(self.results):03}-kept-entries.png"
        write_bytes(self._folder / picture, page.now.screenshot, durable=False)
        self.results.append(
            ProbeResult(
                probe="kept-entries", value=entry, outcome="refused" if is_kept else "accepted", step=begun.form.step,
                path=tuple(page.path), picture=picture, form=begun.form.names[:_LONGEST],
                subject=begun.form.subject[:_LONGEST],
            )
        )  # fmt: skip

    def _is_full(self) -> bool:
        """Whether there is no room for more, apart from the logins that an entrance calls for."""
        return len(self.results) + (_LOGINS if self.entrance else 0) >= self._most

    def _left(self, form: SentForm) -> list[Probe]:
        """The probes that are wanted of a form."""
        left = [one for one in self._wanted if self._tried[one] < _MOST_OF_KIND]
        return [one for one in left if is_probe_about(one, form.names, form.subject)]

    def _repeat(self, page: FreshPage, form: SentForm) -> _First | None:
        """Send the valid entries once more: what they do on a fresh page, and the variants that its fields allow.

        The form gets an entry for each date field that the explorer left empty.
        """
        if not self.arrive(page, form.openers, form.entries[:1]):
            return None
        form = with_dates(page, with_valid(page, form, self._language), language=self._language)
        variants, is_entrance = self._fitting(page, form)
        sent = send(page, form) if variants or is_entrance else None
        return _First(form, variants, sent, is_entrance) if sent else None

    def _complete(self, page: FreshPage, attempt: Attempt) -> _First | None:
        """Fill in the whole form, with its list boxes and calendars, and send it."""
        if not self.arrive(page, attempt.openers, [attempt.first]):
            return None
        found = complete(page, attempt, self._language)
        if found is None:
            return None
        variants, is_entrance = self._fitting(page, found.form)
        if not found.fill(page):
            return None
        variants += [
            Variant("past-date", {}, label=day.label, value=day.earlier.target, instead={day.number: day.earlier})
            for day in found.days
            if day.earlier is not None and "past-date" in self._left(found.form)
        ]
        sent = submit(page, found.form)
        if sent is None or (found.is_guessed and not _shows_entry(sent)):
            return None
        return _First(found.form, variants, sent, is_entrance)

    def arrive(self, page: FreshPage, openers: Sequence[Action], goal: Sequence[Action]) -> bool:
        """Bring a fresh page to a form. Where only members come, register first, if the page took that before."""
        if reach(page, openers, goal):
            return True
        entrance = self.entrance
        if entrance is None or not page.load(self._url) or not reach(page, entrance.openers, entrance.entries[:1]):
            return False
        return send(page, entrance) is not None and reach(page, openers, goal)

    def _fitting(self, page: FreshPage, form: SentForm) -> tuple[list[Variant], bool]:
        """The variants that its fields allow, and whether one is a password."""
        left, typed = self._left(form), find_typed(page, form)
        is_entrance = any(one.meaning == "password" for one in typed)
        return [one for one in find_variants(typed) if one.probe in left], is_entrance

    def _try(self, form: SentForm, variant: Variant, known: Sent) -> ProbeResult:
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
                        if not self.arrive(page, form.openers, form.entries[:1]):
                            sent = None
                            break
                        sent = send(page, form, variant)
                path = tuple(page.path)
                if sent is not None:
                    outcome, said = _judge(sent, known, variant), sent.step.change.appeared_text[:_MAX_SAID]
                    picture = f"{PROBES}/{len(self.results):03}-{variant.probe}.png"
                    write_bytes(self._folder / picture, page.now.screenshot, durable=False)
        except (PageGoneError, PageUnusableError, PageScriptError):
            outcome = "unclear"
        return ProbeResult(
            probe=variant.probe, field=variant.label or variant.field, value=variant.value, outcome=outcome,
            step=form.step, path=path, said=said, picture=picture, form=form.names[:_LONGEST],
            subject=form.subject[:_LONGEST],
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


def send(page: FreshPage, form: SentForm, variant: Variant = VALID) -> Sent | None:
    """Fill in the form and send it; None if a control is missing. A disabled button or day refuses."""
    for number, action in enumerate(form.entries):
        if variant.is_empty and action.edits_field:
            continue
        action = variant.instead.get(number, action)
        if not page.shows([action]):
            page.session.settle(_OPENING_MS)
            page.look()
        value = variant.changed.get(number, action.value)
        if page.do(action.model_copy(update={"value": value, "ref": ""})) or number in variant.changed:
            continue
        if number in variant.instead:
            return Sent(_refused(form), {}, tuple(page.path), is_open=True)
        return None
    return submit(page, form)


def submit(page: FreshPage, form: SentForm) -> Sent | None:
    """Press the button that sends a form that is filled in; None if it is missing."""
    page.session.settle(_OPENING_MS)
    now = page.look()
    values = {one.name: one.value for one in now.inventory.controls if one.value}
    control = page.find(form.submit) or page.find_renamed(form.submit)
    if control is None:
        return None
    form = replace(form, submit=act_on(control, "click"))
    if control.disabled:
        return Sent(_refused(form), values, tuple(page.path), is_open=True)
    fields = [action for action in form.entries if action.edits_field]

    def is_open() -> bool:
        still = [found for action in fields if (found := page.find(action)) and found.value]
        return bool(still) and len(still) == len(fields)

    step = page.step(form.submit, index=form.step or 0, is_pending=is_open) or _refused(form)
    return Sent(step, values, tuple(page.path), is_open=is_open())


def _refused(form: SentForm) -> Step:
    return Step(index=form.step or 0, thought="", action=form.submit, outcome="unreachable")


def is_taken(sent: Sent) -> bool:
    """Whether the valid entries were taken again: the form went, is empty, or an entry is shown elsewhere, too.

    A message alone may be a refusal.
    """
    step = sent.step
    is_refused = step.outcome != "done" or step.change.is_refused or bool(step.page_errors)
    return not is_refused and bool(step.change.url or not sent.is_open or _shows_entry(sent))


def _shows_entry(sent: Sent) -> bool:
    """Whether something came that shows what was entered, as in an editor that stays open."""
    change = sent.step.change
    entered = [value for value in sent.values.values() if len(value) >= _SHORTEST]
    return bool(change.dom_added) and any(value in text for value in entered for text in change.appeared_text)


def _judge(sent: Sent, known: Sent, variant: Variant) -> Outcome:
    """Whether it had the effect of the valid entry, judged by structure: no words of any language are needed."""
    change, other = sent.step.change, known.step.change
    if sent.step.outcome != "done" or change.is_refused or sent.step.page_errors:
        return "refused"
    if any(sent.values.get(name, "") != value for name, value in _entered(variant, known).items()):
        return "unclear"  # the field did not take it, or made something else of it
    if bool(change.url) != bool(other.url) or sent.is_open != known.is_open:
        return "refused"
    told = _words(sent)
    is_alike = not sent.is_open and told <= _words(known) and told > {""}  # it says nothing else, perhaps less
    if bool(change.fields_gone) != bool(other.fields_gone):
        return "refused"
    if bool(change.dom_added) != bool(other.dom_added) and not is_alike:
        return "refused"
    if other.url and strip_fragment(change.url) != strip_fragment(other.url) and not re.search(r"\d", other.url):
        return "refused"
    if told <= _words(known):
        return "accepted"
    return "refused" if sent.is_open else "unclear"  # the form went, and the page says something else


def _entered(variant: Variant, known: Sent) -> dict[str, str]:
    return {variant.field: variant.value} if variant.field and variant.field in known.values else {}


def _words(sent: Sent) -> frozenset[str]:
    """The letters of new texts, without what was entered and what differs with a date alone."""
    change = sent.step.change
    entered = sorted((value for value in sent.values.values() if value.strip()), key=len, reverse=True)
    found = set()
    for text in (*change.appeared_text, *(dialog.text for dialog in change.messages)):
        for value in entered:
            text = text.replace(value, " ")
        found.add(_NOT_LETTERS.sub("", _MONTHS.sub(" ", text)).casefold())
    return frozenset(found | {""})
