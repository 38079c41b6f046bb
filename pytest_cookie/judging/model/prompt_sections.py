"""Sections of a judge's prompt: the brief, the page's structure, its console, the trace, the sound.

Text from the page is in quoted blocks; text outside of them is ours.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from pytest_cookie.core.action import Action, Drag, Look, Resize
from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.game_play import describe_play
from pytest_cookie.core.page import ConsoleMessage, FailedRequest, LibraryAnswer, PageError
from pytest_cookie.core.perception import DESKTOP, StaticPerception
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.core.step_text import (
    describe_answered_dialog,
    describe_hidden,
    describe_manner,
    describe_sounds,
    describe_states,
)
from pytest_cookie.core.trace import Change, Step, Trace
from pytest_cookie.judging.measures.audible_responses import sound_of
from pytest_cookie.judging.model.repeated_lines import shorten_repeats
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted

_MAX_LINES = 40  # of the console; a page can log without end
_LINE = 300  # characters
_STEP = 900  # characters of one step, less in long traces
_TRACE = 60_000  # characters of all steps: about 15,000 tokens
_TEXT = 4_000  # characters of the page's text and of the explorer's report
_SHOWN_TEXTS = 24
"""As many texts as a `Change` holds at most, so that a list of this length may have been cut when it was recorded."""

_LEAST_REPEATED = 4  # texts; the name of a shorter list is as long as the list
_BRIEF = 60  # characters of the effect of a step that no problem names
_LEAST_SHARE = 0.001  # of the window; a smaller share would read 0.0 %
_AT_FIRST = "the page before any action"
"""Step 0. Its thought is the program's, not the explorer's, so it is left out."""

_HOST = re.compile(r"[a-z0-9.-]{1,80}")
"""The host of a picture service. Evidence may come from others, so no other page text appears outside quoted blocks."""

_TRIED = {
    True: "replayed with and without it, the page differs",
    False: "replayed with and without it, the page is the same",
}
_AFRESH = {True: "on a fresh page it has an effect", False: "on a fresh page it has no effect either"}


def format_brief(case: Case) -> Text:
    """The brief of the page."""
    return Text(f"## Brief\nThe page was made for this request:\n{quoted('brief', case.brief)}")


def format_structure(perception: StaticPerception) -> Text:
    """An outline of the rendered page: title, headings, landmarks, controls, media, canvases, the visible text."""
    page = perception.inventory
    if page is None:
        return Text("## Structure of the page\nNot recorded.")
    controls = [
        f"{control.role} “{control.name}”{' (disabled)' if control.disabled else ''}" for control in page.controls
    ]
    lines = [
        f"title: {page.title}; lang: {page.lang or 'not set'}; {page.element_count} elements",
        f"landmarks: {', '.join(page.landmarks) or 'none'}",
        *(f"heading {heading.level}: {heading.text}" for heading in page.headings),
        f"{len(page.controls)} controls:",
        *controls,
        *(
            f"{medium.tag} {'' if medium.loaded else 'NOT LOADED '}alt: {medium.alt}; {medium.source}"
            for medium in page.media
        ),
        *(f"canvas {round(canvas.box.width)} × {round(canvas.box.height)} px" for canvas in page.canvases),
    ]
    outline = list_some(lines, 3 * _MAX_LINES)
    text = f"visible text:\n{_cut(shorten_repeats(page.text), _TEXT)}"
    structure = quoted("structure", outline + chr(10) + text)
    return Text(f"## Structure of the page as it loaded\n{describe_stand_ins(perception.library_answers)}{structure}")


def describe_stand_ins(answers: Iterable[LibraryAnswer]) -> str:
    """What the pictures of other hosts show, by host: replaced ones, and labels as a visitor sees them; "" if none."""
    pictures = [one for one in answers if one.kind == "picture" and _HOST.fullmatch(one.package)]
    replaced = [one for one in pictures if one.shown not in ("label", "initials")]
    told = ""
    if replaced:
        told += (
            f"Pictures from {_by_host(replaced)} were replaced: there is no network, so each shows a painted landscape "
            "or figure of the requested size. Judge their place, size and shape, not their content.\n"
        )
    if labels := [one for one in pictures if one.shown == "label"]:
        told += (
            f"Pictures from {_by_host(labels)} are as every visitor sees them: the service itself shows a plain box "
            "with a text. Judge them as they look: as placeholders, not as pictures.\n"
        )
    return told


def _by_host(pictures: Iterable[LibraryAnswer]) -> str:
    """`picsum.photos (2), placehold.co (1)`."""
    counted = Counter(one.package for one in pictures)
    return ", ".join(f"{host} ({number})" for host, number in sorted(counted.items()))


def format_console(perception: StaticPerception) -> Text:
    """Console, uncaught errors and failed requests while the page loaded."""
    lines = _runtime(perception.console, perception.page_errors, perception.failed_requests)
    text = quoted("console", list_some(lines, _MAX_LINES)) if lines else "Nothing was logged, thrown or refused."
    return Text(f"## Console and errors while the page loaded\n{text}")


def format_trace(trace: Trace, film: FilmSummary | None, *, named: Collection[int] | None = None) -> Text:
    """Every step with its time, action and changes; why the exploration ended; then the explorer's own report.

    With `named`, the other steps are shortened to what was done, except for those right before a named one.
    """
    room = max(200, min(_STEP, _TRACE // max(1, len(trace.steps))))
    lists = _Lists()
    lines = []
    for step in _with_own_sounds(trace.steps):
        index = step.index
        heard, differs = trace.compared_at(index), trace.comparison_at(index).differs
        whole = format_step(step, heard=heard, differs=differs, afresh=trace.afresh_at(index), lists=lists)
        is_whole = named is None or not {step.index, step.index + 1}.isdisjoint(named)
        lines.append(_cut(whole, room) if is_whole else _format_briefly(step))
    length = f"The film is {film.duration_ms / 1000:.1f} s long. " if film and film.file else "There is no film. "
    report = f"The explorer's own report: {_cut(trace.report, _TEXT)}" if trace.report else ""
    played = [f"The game: {describe_play(trace.play)}"] if trace.play else []
    told = [*lines, *played, *([report] if report else [])]
    short = " Steps that no problem names are shortened." if named is not None else ""
    return Text(
        f"## Trace\n{length}Times are seconds of the page's own time, which stands still while the explorer thinks. "
        f"The window is {DESKTOP.width}x{DESKTOP.height} CSS px until a step resizes it. Positions are in CSS px from "
        "its top left corner; that of a control is its centre. Scrolling and pointing to reach a control, and what "
        "the page does by itself, count as no change. "
        f"Features that no step uses were not tried.{short} The exploration stopped because {trace.why_it_ended} "
        f"(`{trace.stopped}`).\n{quoted('trace', chr(10).join(told))}"
    )


def _format_briefly(step: Step) -> str:
    """`step 3 · click “Start” (button) · changed 12.0% of the window`."""
    effect = [_cut(part, _BRIEF) for part in _effect(step)[:1]]
    errors = ["an error was logged or thrown"] if step.page_errors else []
    told = [f"step {step.index}", _cut(_done(step), 2 * _BRIEF), *effect, *errors]
    return " · ".join(" ".join(part.split()) for part in told)


class _Lists:
    """Remembers lists of texts, so that one that comes back is named by its step instead of repeated."""

    def __init__(self) -> None:
        self._known: dict[frozenset[str], str] = {}

    def name(self, label: str, texts: Sequence[str], step: int) -> str:
        """`the 8 texts that vanished in step 3`; "" for a new or a short list."""
        key = frozenset(texts)
        if len(texts) < _LEAST_REPEATED:
            return ""
        known = self._known.get(key, "")
        self._known.setdefault(key, f"the {len(texts)} texts that {label} in step {step}")
        return known


def _with_own_sounds(steps: Sequence[Step]) -> Iterator[Step]:
    """The steps with the sounds that began during them: an onset is recognised late, sometimes in the next step.

    What answered an action stays with it.
    """
    onsets = sorted(
        {sound.at_ms: sound for step in steps for sound in step.change.sounds}.values(), key=lambda one: one.at_ms
    )
    begins_ms = -1
    for step in steps:
        own = tuple(onset for onset in onsets if begins_ms < onset.at_ms <= step.page_ms)
        begins_ms = step.page_ms
        sounds = own or (step.change.sounds if step.change.sounded else ())
        yield step.model_copy(update={"change": step.change.model_copy(update={"sounds": sounds})})


def format_step(
    step: Step,
    *,
    heard: bool | None = None,
    differs: str = "",
    afresh: bool | None = None,
    lists: _Lists | None = None,
) -> str:
    """One step in a line, with the result of a comparison in `heard` and of a trial on a fresh page in `afresh`.

    `differs` is what the input changed by that comparison. A comparison takes the place of "cannot be told".

    The line reads `step 3 · until 4.20 s · click “Start” (button) · changed: …`.
    """
    done = _done(step)
    problems = _runtime(step.console, step.page_errors, step.failed_requests)
    told = [f"step {step.index}", f"until {step.page_ms / 1000:.2f} s", done, *_effect(step, lists)]
    is_answered = heard is not None and step.problem == describe_hidden(step.hidden_by)
    told += [f"problem: {step.problem}"] if step.problem and not is_answered else []
    told += [] if heard is None else [_TRIED[heard]]
    told += [differs] if differs else []
    told += [] if afresh is None else [_AFRESH[afresh]]
    told += [_shown(problems)] if problems else []
    told += [f"thought: {_cut(step.thought, _LINE)}"] if step.thought and not isinstance(step.action, Look) else []
    return " · ".join(" ".join(part.split()) for part in told)


def describe_sound(evidence: Evidence, folder: Path, notes: list[str]) -> list[Text]:
    """The recorded sound in numbers, or the note that the page stayed silent."""
    if evidence.sound_file is None:
        return []
    if not evidence.sound_file:
        return [Text("## Sound\nNothing sounded during the exploration.")]
    sound = sound_of(evidence, folder)
    if sound is None:
        notes.append("the description of the sound cannot be read")
        return []
    return [
        Text(
            f"## Sound, measured by machine\n{sound.summary}\nLoudness {sound.loudness_lufs:.1f} LUFS, peak "
            f"{sound.peak_dbfs:.1f} dBFS, {sound.silent_share:.0%} of the time silent, {sound.clipped_share:.1%} "
            f"clipped. {_describe_onsets(evidence, sound)}"
        )
    ]


def _describe_onsets(evidence: Evidence, sound: SoundDescription) -> str:
    """How many sounds began, and when, unless the steps list them; only those of the film, if it ends earlier."""
    film = film_of(evidence)
    until_ms = film.duration_ms if film and film.file else sound.duration_ms
    times = [moment for moment in sound.onsets_ms if moment <= until_ms]
    if any(step.change.sounds for step in evidence.trace.steps):
        return f"Onsets: {len(times)}; the trace has those of each step (`heard`)."
    listed = ", ".join(f"{moment / 1000:.2f}" for moment in times[:_MAX_LINES])
    rest = len(times) - _MAX_LINES
    more = f" and {rest} more" if rest > 0 else ""
    return f"Onsets: {len(times)}, at (s): {listed or 'none'}{more}."


def film_of(evidence: Evidence) -> FilmSummary | None:
    """The film of the session that used the page, if there is one."""
    sessions = {session.name: session for session in evidence.sessions}
    used = sessions.get(evidence.trace.policy)
    return used.film if used else None


def kind_of(action: Action) -> str:
    """The action without text of the page: `click`, `hold ArrowRight`."""
    if isinstance(action, Look):
        return _AT_FIRST
    key = action.key
    plain = key if len(key) <= 24 and key.isascii() and key.replace("+", "").replace(" ", "").isalnum() else ""
    return f"{action.kind} {plain}".strip()


def _done(step: Step) -> str:
    action = step.action
    if isinstance(action, Look):
        return _AT_FIRST
    name = action.target or action.selector
    words = [action.kind, f"“{_cut(name, 120)}”" if name else "", f"({action.role})" if action.role else ""]
    words += [f"at {_place(action.x, action.y)}" if action.x is not None and action.y is not None else ""]
    if isinstance(action, Drag) and action.to_x is not None and action.to_y is not None:
        named = f"“{_cut(action.to_target, 120)}” at " if action.to_target else ""
        words.append(f"to {named}{_place(action.to_x, action.to_y)}")
    words += [
        f"with “{_cut(action.value, 120)}”" if action.value else "",
        f"({action.intent})" if action.intent else "",
    ]
    done = " ".join(word for word in (*words, *describe_manner(action)) if word)
    return done if step.outcome == "done" else f"{done}: could not be carried out"


def _place(x: float, y: float) -> str:
    return f"({x:.0f}, {y:.0f})"


def _effect(step: Step, lists: _Lists | None = None) -> list[str]:
    if step.action.is_bookkeeping or step.outcome != "done":
        return []
    change = step.change
    aside = [f"changes by itself: {' | '.join(change.by_itself[:_SHOWN_TEXTS])}"] if change.by_itself else []
    aside += [f"heard: {describe_sounds(change)}"] if change.sounds else []
    if not change.seen:
        return (
            aside if step.problem else ["it changed nothing that a user could notice", *aside]
        )  # a problem explains it
    if change.only_sounded:
        return ["it sounded; nothing else that a user could notice changed", *aside]
    return [*(describe_changes(step, lists) or ["changed"]), *aside]


def describe_changes(step: Step, lists: _Lists | None = None) -> list[str]:
    """The changes of a step that a user could see, each as a short text; empty if there were none.

    A list of texts in `lists` is named, not repeated. Windows of two sizes have no share in common.
    """
    if not step.change.seen or step.change.only_sounded:
        return []
    same_window = not isinstance(step.action, Resize)
    told = [_describe_share(step.change.pixels)] if step.change.pixels > 0 and same_window else []
    change = _seen_of(step.change)
    for label, texts in (
        ("appeared", change.appeared_text), ("vanished", change.lost_text),
        ("gone from one place and still in another", change.kept_text),
        ("states", describe_states(change)),
        ("dialogs", tuple(map(describe_answered_dialog, change.dialogs))), ("windows", change.popups),
        ("downloads", change.downloads),
        ("effects", change.effects),
        *((note.label, note.texts) for fact in change.facts.values() for note in fact.notes),
    ):  # fmt: skip
        again = lists.name(label, texts, step.index) if lists and label in ("appeared", "vanished") else ""
        told += [f"{label}: {again or _shown(texts)}"] if texts else []
    told += [f"address: {change.url}"] if change.url else []
    told += [f"scrolled {change.scrolled_px:.0f} px"] if change.scrolled_px else []
    told += [f"scrolled {change.scrolled_x_px:.0f} px sideways"] if change.scrolled_x_px else []
    return [*told, "animated"] if change.animated else told


def _describe_share(share: float) -> str:
    return f"changed {share:.1%} of the window" if share >= _LEAST_SHARE else "changed a small spot of the window"


def _shown(texts: Sequence[str]) -> str:
    shown, rest = texts[:_SHOWN_TEXTS], len(texts) - _SHOWN_TEXTS
    more = [f"and {rest} more"] if rest > 0 else ["and maybe more"] if not rest else []
    return " | ".join([*shown, *more])


def _cut(text: str, limit: int) -> str:
    """The beginning of a text that is longer than `limit` characters, and how many are left out."""
    return text if len(text) <= limit else f"{text[:limit]} [… {len(text) - limit} more characters]"


def _seen_of(change: Change) -> Change:
    """The change without document changes that were out of sight; old evidence does not distinguish the two."""
    if change.shown is not False:
        return change
    texts = dict.fromkeys(("appeared_text", "vanished_text", "kept_text", "states"), ())
    return change.model_copy(update={**texts, "scrolled_px": 0.0, "scrolled_x_px": 0.0})


def _runtime(
    console: Iterable[ConsoleMessage], errors: Iterable[PageError], requests: Iterable[FailedRequest]
) -> list[str]:
    return [
        *(f"uncaught: {error.message[:_LINE]}" for error in errors),
        *(f"console {message.level}: {message.text[:_LINE]}" for message in console),
        *(
            f"request {'refused by the test network' if request.blocked else 'failed'}: {request.url[:_LINE]}"
            for request in requests
        ),
    ]


def list_some(lines: Sequence[str], most: int, length: int = _LINE) -> str:
    """At most `most` lines of at most about `length` characters, and how many more there are."""
    rest = len(lines) - most
    shown = [_cut(" ".join(line.split()), length) for line in lines[:most]]
    return "\n".join([*shown, f"and {rest} more"] if rest > 0 else shown)
