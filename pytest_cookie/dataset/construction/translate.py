"""Translates queries into their assigned languages in batches of ten, and checks that each keeps its structure.

A translation that lost something is requested again, alone and with its problems. If it still lacks something, it is
dropped.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Language
from pytest_cookie.dataset.construction.ask_each import Clerk, Outcome, ask_each, construction_prompt
from pytest_cookie.dataset.construction.rebalance import Assignment
from pytest_cookie.dataset.construction.translation import find_structure_changes
from pytest_cookie.dataset.language_check import detect_other_language
from pytest_cookie.language import LANGUAGE_NAMES
from pytest_cookie.llm.messages.messages import Request, Text
from pytest_cookie.llm.messages.quoting import quoted

BATCH = 10
_BATCH_CHARACTERS = 12_000
"""A batch of long queries is smaller, so that its reply is not cut off."""
_CORRECTIONS = 2


class TranslatedQuery(FrozenModel):
    """One translation; `id` is that of the block."""

    id: str
    text: str


class TranslationReply(FrozenModel):
    """The translations of a batch, in any order."""

    translations: tuple[TranslatedQuery, ...]


@dataclass(frozen=True)
class Translated:
    """An assignment with its text in the final language; `text` is None with `problems` if there is none.

    `was_read`: the problems are those of a translation. Otherwise they are the reason why there is no reply.
    """

    assignment: Assignment
    text: str | None = None
    problems: tuple[str, ...] = ()
    was_read: bool = False


def translate(assignments: Sequence[Assignment], clerk: Clerk) -> tuple[Translated, ...]:
    """The text of each assignment that is not dropped, in order: its own, or the translation.

    Corrections of a translation that failed in the end are rejected, so that the same command asks for new ones.
    Raises `UsageError` for a language without a name.
    """
    found = [
        Translated(each, each.query.text if each.action == "kept" else None)
        for each in assignments
        if each.action != "dropped"
    ]
    open_places = [place for place, each in enumerate(found) if each.text is None]
    batches = _batches(found, open_places)
    requests = [_request(clerk, [found[place] for place in batch]) for batch in batches]
    for batch, outcome in zip(batches, ask_each(clerk, requests, TranslationReply), strict=True):
        for number, place in enumerate(batch, start=1):
            found[place] = _read(found[place], str(number), outcome)
    corrections: dict[int, list[Outcome[TranslationReply]]] = defaultdict(list)
    for _ in range(_CORRECTIONS):
        wrong = [place for place in open_places if found[place].text is None and found[place].problems]
        requests = [_request(clerk, [found[place]]) for place in wrong]
        for place, outcome in zip(wrong, ask_each(clerk, requests, TranslationReply), strict=True):
            found[place] = _read(found[place], "1", outcome)
            corrections[place].append(outcome)
    for outcome in (each for place in open_places if found[place].text is None for each in corrections[place]):
        outcome.reject()
    return tuple(found)


def _batches(found: Sequence[Translated], places: Sequence[int]) -> list[list[int]]:
    by_language: dict[str, list[int]] = defaultdict(list)
    for place in places:
        by_language[found[place].assignment.final].append(place)
    batches: list[list[int]] = []
    for group in by_language.values():
        batch: list[int] = []
        for place in group:
            length = sum(len(found[each].assignment.query.text) for each in (*batch, place))
            if batch and (len(batch) == BATCH or length > _BATCH_CHARACTERS):
                batches.append(batch)
                batch = []
            batch = [*batch, place]
        batches.append(batch)
    return batches


def _language(code: str) -> Language:
    for language in get_args(Language):
        if language == code:
            return language  # type: ignore[no-any-return]
    raise UsageError(f"queries cannot be translated into {code!r}; known are {', '.join(LANGUAGE_NAMES)}")


def _request(clerk: Clerk, batch: Sequence[Translated]) -> Request:
    language = LANGUAGE_NAMES[_language(batch[0].assignment.final)]
    problems = [f"- {problem}" for each in batch if each.was_read for problem in each.problems]
    note = "\nYour last translation had these faults; avoid them:\n" + "\n".join(problems) + "\n" if problems else ""
    prompt = construction_prompt("translation").fill(language=language, problems=note)
    parts = [Text(quoted(str(number), each.assignment.query.text)) for number, each in enumerate(batch, start=1)]
    return clerk.request(prompt, Text("\n\n".join(part.text for part in parts)))


def _read(each: Translated, number: str, outcome: Outcome[TranslationReply]) -> Translated:
    if outcome.value is None:
        return replace(each, problems=(outcome.cause,), was_read=False)
    each = replace(each, was_read=True)
    text = next(
        (translation.text.strip() for translation in outcome.value.translations if translation.id.strip() == number), ""
    )
    if not text:
        return replace(each, problems=("the reply has no translation with this id",))
    problems = tuple(find_translation_problems(each.assignment.query.text, text, each.assignment.final))
    return replace(each, problems=problems) if problems else replace(each, text=text, problems=())


def find_translation_problems(original: str, translated: str, language: str) -> list[str]:
    """The errors of a translation: another structure, or another language."""
    problems = list(find_structure_changes(original, translated))
    if other := detect_other_language([translated], _language(language)):
        problems.append(f"it reads as {LANGUAGE_NAMES[other[0]]}, not as {LANGUAGE_NAMES[_language(language)]}")
    return problems
