"""Shows an exploration to a model: the film itself, or keyframes of it; and the sound."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pytest_cookie.core.action import DoubleClick, Drag, Finish, Hover, Look, RightClick, Type, Wait
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.model.film import UnreadableFilmError, read_pictures_at, read_small_frames, sound_of
from pytest_cookie.judging.model.keyframe_pictures import KeyframePictures, set_side_by_side
from pytest_cookie.judging.model.keyframe_selection import Chosen, Reason
from pytest_cookie.judging.model.keyframes import Frame, Manner, Result, Span, choose
from pytest_cookie.judging.model.pictures import fit, halve, make_picture
from pytest_cookie.judging.model.prompt_sections import film_of, kind_of
from pytest_cookie.judging.model.settings import JudgeSettings
from pytest_cookie.llm.messages.messages import Part, Picture, Sound, Text, Video
from pytest_cookie.records.plain_tree import read_plain

_MAX_TELLING = 3
"""Pictures of the use that the last stage gets: the screens that differ most from the start and from one another."""

_MAX_COMPARISONS = 4
"""Pairs of pictures with and without an input, of about 255 tokens each."""

_COMPARED_PX = (64, 36)  # of pictures whose looks are compared as a whole
_LEAST_WORD = 4  # letters; shorter words of a control's name are in most briefs

_FOCUS_KEYS = frozenset({"Tab", "Shift+Tab"})
_MOVING_ROLES = frozenset({"", "canvas", "img", "application", "generic"})
"""Roles of targets on which a key moves something; on a control, its result says all."""

_WHY: dict[Reason, str] = {
    "start": "the start of the exploration",
    "end": "the end of the exploration",
    "drag": "the result of the drag",
    "wait": "text or document changed during the wait",
    "change": "",
    "middle": "the middle of a long wait",
    "turn": "a turning point of what moves or changes",
}
_NO_EFFECT = "differs by scrolling, pointing or by itself; the input changed nothing"
_DRAWN = " Pointer, pressed keys and rings around clicks are drawn in by the recorder; they are not part of the page."


@dataclass
class MediaAttachments:
    """Parts of a prompt, their description for `StageOpinion.saw`, and notes for the reader.

    `telling` are the moments that say most about the looks of the page in use, for a later stage.
    """

    parts: list[Part] = field(default_factory=list)
    saw: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    telling: "MediaAttachments | None" = None

    def add(self, part: Picture | Sound | Video, path: str) -> None:
        """Show the file at `path`, relative to the evidence folder."""
        self.parts.append(part)
        self.saw.append(f"evidence/{path}: {part.caption}")

    @property
    def sound(self) -> "MediaAttachments":
        """The sound alone."""
        parts = [part for part in self.parts if isinstance(part, Sound)]
        return MediaAttachments([*parts], [seen for seen in self.saw if seen.endswith(tuple(p.caption for p in parts))])


def show_exploration(
    evidence: Evidence, pictures: EvidencePictures, settings: JudgeSettings, brief: str
) -> MediaAttachments:
    """The film, or keyframes and sound, by what the model takes. `brief` names what keyframes have to show.

    The film goes to a model that takes video, if it is small enough; else keyframes, and the sound if it takes audio.
    """
    showing, film, folder = MediaAttachments(), film_of(evidence), pictures.folder
    if film is not None and film.file and settings.takes_video:
        _show_film(showing, evidence, folder, film, settings)
    keyframes = MediaAttachments()
    _show_keyframes(keyframes, evidence, pictures, settings, brief)
    showing.telling = keyframes.telling
    if not showing.parts:
        showing.parts += keyframes.parts
        showing.saw += keyframes.saw
        showing.notes += keyframes.notes
        if film is not None and film.audio_codec and settings.takes_audio:
            _play_sound(showing, evidence, folder, film, settings)
    return showing


def picture_after(evidence: Evidence, step: Step, pictures: EvidencePictures) -> MediaAttachments:
    """The picture of the window after a step."""
    showing = MediaAttachments()
    path = f"{evidence.trace.policy}/{step.screenshot}"
    image = pictures.read(path) if step.screenshot else None
    if image is None:
        showing.notes.append(f"step {step.index} has no picture")
        return showing
    scale = _describe_scale(image)
    caption = f"The window after step {step.index} ({kind_of(step.action)}), {step.page_ms / 1000:.2f} s; {scale}"
    showing.add(make_picture(fit(image), caption), path)
    return showing


def _show_film(
    showing: MediaAttachments, evidence: Evidence, folder: Path, film: FilmSummary, settings: JudgeSettings
) -> None:
    path = f"{evidence.trace.policy}/{film.file}"
    try:
        size_bytes = (folder / path).stat().st_size
        data = read_plain(folder / path, size_bytes) if size_bytes <= settings.max_video_bytes else None
    except (OSError, RecordingError) as problem:
        why = problem.strerror if isinstance(problem, OSError) else problem
        showing.notes.append(f"the film cannot be read ({why}): keyframes instead")
        return
    if data is None:
        size = f"{size_bytes / 1e6:.1f} MB, of {settings.max_video_bytes / 1e6:.1f} MB that may be sent"
        showing.notes.append(f"the film is too large ({size}): keyframes instead")
        return
    caption = f"The whole exploration, {film.duration_ms / 1000:.1f} s"
    size = f"It is {film.width}x{film.height} px."
    drawn = _DRAWN if film.hand_drawn else ""
    showing.parts.append(Text(f"## Film\nIts times are those of the trace. {size}{drawn}"))
    showing.add(Video(data, "video/webm" if film.file.endswith(".webm") else "video/mp4", caption), path)


def _play_sound(
    showing: MediaAttachments, evidence: Evidence, folder: Path, film: FilmSummary, settings: JudgeSettings
) -> None:
    path = f"{evidence.trace.policy}/{film.file}"
    try:
        data = sound_of(folder / path, settings.max_sound_seconds)
    except UnreadableFilmError as problem:
        showing.notes.append(f"the sound cannot be read: {problem}")
        return
    if data:
        length = min(film.duration_ms / 1000, settings.max_sound_seconds)
        showing.add(Sound(data, "wav", f"The sound of the exploration, its first {length:.1f} s"), path)


def _show_keyframes(
    showing: MediaAttachments, evidence: Evidence, pictures: EvidencePictures, settings: JudgeSettings, brief: str
) -> None:
    film, policy = film_of(evidence), evidence.trace.policy
    session = pictures.folder / policy
    results = [
        Result(step.index, step.page_ms, halve(image))
        for step in evidence.trace.steps
        if (image := _after(pictures, policy, step)) is not None
    ]
    frames = _frames(session, film, showing.notes)
    chosen = choose(results, frames, find_spans(evidence, film, brief), limit=settings.max_keyframes)
    moments = _moments(session, film, chosen, showing.notes)
    steps = {step.index: step for step in evidence.trace.steps}
    hand = _DRAWN if film and film.hand_drawn and moments else ""
    without = _without_picture(results, chosen)
    shown = [
        (number, one, image)
        for number, one in enumerate(chosen, start=1)
        if (image := _after(pictures, policy, steps[one.step]) if one.kind == "result" else moments.get(one.page_ms))
    ]
    made = KeyframePictures()
    sizes = "; ".join(dict.fromkeys(_describe_scale(image) for _, one, image in shown if one.kind == "result"))
    scale = f" Windows are {sizes}; parts of them are scaled less." if sizes else ""
    scale += " Pictures of motion are smaller." if any(one.kind == "motion" for _, one, _ in shown) else ""
    heading = f"{len(chosen)} pictures of the exploration, chosen by what they add, in order.{scale}{without}{hand}"
    showing.parts.append(Text(f"## Keyframes\n{heading}"))
    telling = _most_telling(shown)
    showing.telling = MediaAttachments()
    on_canvas = find_steps_on_canvas(evidence.trace.steps)
    for number, one, image in shown:
        file = steps[one.step].screenshot if one.kind == "result" else (film.file if film else "")
        is_whole, is_result = one.step in on_canvas, one.kind == "result"
        picture = made.result(number, image, is_whole=is_whole) if is_result else made.motion(image)
        told = write_caption(one, steps[one.step])
        note = f" ({picture.note})" if picture.note else ""
        showing.add(make_picture(picture.image, f"Keyframe {number}: {told}{note}"), f"{policy}/{file}")
        if number in telling:
            showing.telling.add(make_picture(fit(image, tiles=1), f"In use, {told}"), f"{policy}/{file}")
    _show_comparisons(showing, evidence, pictures)


def find_steps_on_canvas(steps: Sequence[Step]) -> frozenset[int]:
    """The steps that may move something on a canvas: keys, waits and presses on it, where a canvas is used at all."""
    pressed = {step.index for step in steps if step.action.selector.endswith("canvas") or step.hidden_by == "canvas"}
    others = {step.index for step in steps if _manner_of(step) in ("keyed", "waiting", "updated")}
    return frozenset(pressed | others) if pressed else frozenset()


def _show_comparisons(showing: MediaAttachments, evidence: Evidence, pictures: EvidencePictures) -> None:
    """The moments with and without an input whose effect the page's own motion hides, side by side; a few."""
    trace, shown = evidence.trace, set[str]()
    for step in trace.steps:
        compared = trace.comparison_at(step.index)
        paths = [f"{trace.policy}/{path}" for path in (compared.without_input, compared.with_input) if path]
        images = [image for path in paths if (image := pictures.read(path)) is not None]
        if len(images) < 2 or paths[1] in shown or len(shown) >= _MAX_COMPARISONS:
            continue
        shown.add(paths[1])
        differs = f": {compared.differs}" if compared.differs else ""
        caption = f"Step {step.index} ({kind_of(step.action)}) replayed: left without it, right with it{differs}"
        showing.add(make_picture(set_side_by_side(*images), caption), paths[1])


def _describe_scale(image: Image.Image) -> str:
    """`1280x720 CSS px, shown at 0.711 of their size`; `375x812 CSS px` where they keep it."""
    scale = fit(image).width / image.width
    return f"{image.width}x{image.height} CSS px{f', shown at {scale:.3g} of their size' if scale < 1 else ''}"


def _most_telling(shown: Sequence[tuple[int, Chosen, Image.Image]]) -> frozenset[int]:
    """The numbers of the keyframes that differ most from the first one and from one another; of its shape only."""
    if not shown:
        return frozenset()
    shape = _shape(shown[0][2])
    looks = {number: _looks(image) for number, _, image in shown if _shape(image) == shape}
    taken = [shown[0][0]]
    while len(taken) <= _MAX_TELLING and len(taken) < len(looks):
        apart = {
            number: min(float(np.abs(look - looks[other]).mean()) for other in taken)
            for number, look in looks.items()
            if number not in taken
        }
        taken.append(max(apart, key=lambda number: (apart[number], -number)))
    return frozenset(taken[1:])


def _shape(image: Image.Image) -> float:
    return round(image.width / image.height, 1)


def _looks(image: Image.Image) -> NDArray[np.float32]:
    return np.asarray(image.resize(_COMPARED_PX, Image.Resampling.BOX), dtype=np.float32)


def _without_picture(results: Sequence[Result], chosen: Sequence[Chosen]) -> str:
    shown = {step for choice in chosen for step in (choice.step, *choice.also)}
    others = [str(result.step) for result in results if result.step not in shown]
    return f" Steps without a picture: {', '.join(others)}." if others else ""


def write_caption(chosen: Chosen, step: Step) -> str:
    """The step, the moment and why it is shown; contains no text of the page.

    `step 4 (hold ArrowRight), 12.30 s, while it is under way: a turning point of what moves`
    """
    when = "after it" if chosen.kind == "result" else "while it is under way"
    why = " and ".join(filter(None, (_explain(reason, step) for reason in chosen.reasons)))
    same = f"; the same after step {', '.join(map(str, chosen.also))}" if chosen.also else ""
    moment = f"step {step.index} ({kind_of(step.action)}), {chosen.page_ms / 1000:.2f} s, {when}"
    return f"{moment}{': ' if why else ''}{why}{same}"


def _explain(reason: Reason, step: Step) -> str:
    """Why a picture is shown. A moment of a step without motion shows the focus, or the state before the effect."""
    if reason == "change" and not step.change.seen and not step.problem:
        return _NO_EFFECT
    if reason != "turn" or step.change.animated or step.change.motion:
        return _WHY[reason]
    action = step.action
    if action.edits_field:
        return "between typing and its result" if isinstance(action, Type) else "between the input and its result"
    if action.is_keyboard and action.target:
        return "between the key and its result"
    return "between the click and its result" if action.is_click else _WHY[reason]


def find_spans(evidence: Evidence, film: FilmSummary | None, brief: str) -> list[Span]:
    """When each step took place: between chapters of the film, else from the end of the step before to its own end."""
    asked = _find_asked(evidence.trace.steps, brief)
    told = {chapter.step: chapter.page_ms for chapter in (film.chapters if film else ())}
    steps = [step for step in evidence.trace.steps if not isinstance(step.action, Finish)]
    ends = film.duration_ms if film else steps[-1].page_ms if steps else 0
    spans = []
    before = 0
    for step, following in pairwise([*steps, None]):
        if step is None:
            continue
        start = told.get(step.index, before)
        end = told.get(following.index, step.page_ms) if following else ends
        if not isinstance(step.action, Look):
            is_asked = step.index in asked
            spans.append(Span(step.index, start, max(start, end), manner=_manner_of(step), is_asked=is_asked))
        before = step.page_ms
    return spans


def _find_asked(steps: Sequence[Step], brief: str) -> frozenset[int]:
    """The steps whose result is needed: the first visible use of what the brief names, of a gesture, of wrong input."""
    words, seen, found = _words(brief), set[str](), set[int]()
    for step in steps:
        action = step.action
        if step.outcome == "done" and step.asked:
            found.add(step.index)
        if step.outcome != "done" or not step.change.seen or action.is_bookkeeping:
            continue
        name = action.target.casefold()
        is_named = not action.edits_field and (not words.isdisjoint(_words(name)) or _is_quoted(name, brief))
        is_special = isinstance(action, Hover | DoubleClick | RightClick)
        is_wrong = action.intent == "invalid" and bool(step.change.appeared_text)
        if (is_named and name not in seen) or is_special or is_wrong:
            found.add(step.index)
        seen.add(name)
    return frozenset(found)


def _words(text: str) -> frozenset[str]:
    words = "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split()
    return frozenset(word for word in words if len(word) >= _LEAST_WORD)


def _is_quoted(name: str, brief: str) -> bool:
    """Whether a name in a script without spaces occurs in the brief."""
    return len(name) > 1 and not name.isascii() and name in brief.casefold()


def _manner_of(step: Step) -> Manner:
    action = step.action
    if isinstance(action, Drag):
        return "dragged"
    if action.edits_field and not _changes_texts(step.change):
        return "entered"
    if action.is_keyboard:
        if action.key in _FOCUS_KEYS:
            return "entered"
        return "pointed" if action.target and action.role not in _MOVING_ROLES else "keyed"
    if isinstance(action, Wait):
        return "updated" if _changes_document(step.change) else "waiting"
    return "moved" if action.moves_everything else "pointed"


def _changes_texts(change: Change) -> bool:
    """Whether a text appeared or vanished visibly, as a message does."""
    return bool((change.appeared_text or change.vanished_text) and change.shown is not False) or bool(change.dialogs)


def _changes_document(change: Change) -> bool:
    """Whether a text, a state, the elements or the address changed visibly."""
    changed = change.appeared_text or change.vanished_text or change.states or change.dom_added or change.dom_removed
    return bool((changed and change.shown is not False) or change.url or change.popups)


def _after(pictures: EvidencePictures, policy: str, step: Step) -> Image.Image | None:
    return pictures.read(f"{policy}/{step.screenshot}") if step.screenshot else None


def _frames(session: Path, film: FilmSummary | None, notes: list[str]) -> list[Frame]:
    if film is None or not film.file:
        notes.append("there is no film, so events within a step were not shown")
        return []
    try:
        return read_small_frames(session / film.file, film.duration_ms)
    except UnreadableFilmError as problem:
        notes.append(f"the film cannot be read, so events within a step were not shown: {problem}")
        return []


def _moments(
    session: Path, film: FilmSummary | None, chosen: tuple[Chosen, ...], notes: list[str]
) -> dict[int, Image.Image]:
    wanted = {choice.page_ms for choice in chosen if choice.kind == "motion"}
    if film is None or not wanted:
        return {}
    try:
        return read_pictures_at(session / film.file, wanted)
    except UnreadableFilmError as problem:
        notes.append(f"the film cannot be read: {problem}")
        return {}
