"""Problems in a file of cases, as messages: file, line, field, and what to write instead."""

from collections.abc import Sequence
from typing import NamedTuple

from pydantic_core import ErrorDetails

from pytest_cookie.core.case import Case, Complexity, ComplexityScore
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import LANGUAGES, VOICES
from pytest_cookie.core.text import clip
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.core.yaml_document import ValuePath
from pytest_cookie.dataset.id_suggestion import suggest_id
from pytest_cookie.dataset.select import label_words
from pytest_cookie.dataset.taxonomy import taxonomy

MAX_LISTED = 50
MAX_CHARACTERS = 500

_DERIVED = {
    "page_type": "is derived from `leaf`; remove it",
    "domain": "is derived from `leaf`; remove it",
    "difficulty": "is derived from `complexity`; remove it",
    "<<": "is not supported; write the merged fields out",
}
_MISSING = {
    "id": "is missing; write a short name in lowercase letters, digits and hyphens",
    "brief": "is missing; write the task as a user would phrase it",
    "leaf": "is missing; write the leaf of the brief, or one leaf for all cases at the top of the file",
    "language": f"is missing; write the language of the brief: {', '.join(LANGUAGES)}",
    **dict.fromkeys((*Complexity.model_fields, "score"), "is missing; write 1 (easy), 2 (medium) or 3 (hard)"),
}
_EXPECTED = {
    "id": "at most 60 lowercase letters, digits, `-`, `_` and `.`, starting with a letter or digit",
    "language": f"one of {', '.join(LANGUAGES)}",
    "voice": f"one of {', '.join(VOICES)}",
    "version": "a whole number from 1",
    "score": "1, 2 or 3",
    "complexity": f"six scores of 1, 2 or 3: {', '.join(Complexity.model_fields)}",
    **dict.fromkeys(Complexity.model_fields, "1, 2 or 3, or a `score` with a `reason`"),
}
_TEXT_REFUSED = {"string_too_short": "is empty", "string_type": "must be text", "string_unicode": "must be text"}


class CaseProblem(NamedTuple):
    """A problem in a file. `line` is 1-based, 0 if unknown; `field` reads `cases[0].leaf`."""

    file: str
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return ": ".join(part for part in (where, _one_line(self.field), _one_line(self.message)) if part)


def problems_error(problems: Sequence[CaseProblem], *, most: int | None = MAX_LISTED) -> UsageError:
    """The problems as one `UsageError`, a line each, sorted by file and line; lists all leaves if a leaf was wrong."""
    lines = [str(problem) for problem in sorted(set(problems))]
    shown = lines[:most]
    if len(lines) > len(shown):
        shown.append(f"… and {len(lines) - len(shown)} more")
    if any(problem.field.rpartition(".")[2] == "leaf" for problem in problems):
        shown.append("The leaves are:")
        shown += [f"  {domain.slug}: {', '.join(leaf.slug for leaf in domain.leaves)}" for domain in taxonomy().domains]
    return UsageError("\n".join(shown))


def _one_line(text: str) -> str:
    # messages quote values of the file, which may be megabytes long
    return " ".join(clip(text, MAX_CHARACTERS).splitlines())


def field_name(place: ValuePath) -> str:
    """`("cases", 1, "id")` as `cases[1].id`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return text.removeprefix(".")


def describe_unknown_field(name: str, known: tuple[str, ...], readers: Sequence[str] = ()) -> str:
    """The message for a field that does not exist here; `readers` are the protocols that define it."""
    if name in _DERIVED:
        return _DERIVED[name]
    if readers:
        protocols = f"the protocol {readers[0]}" if len(readers) == 1 else f"the protocols {', '.join(readers)}"
        return (
            f"is a field of {protocols}; use --cookie-protocol={readers[0]}, or in `pytest-cookie cases` "
            f"--protocol={readers[0]}"
        )
    hint = did_you_mean(name, known) or f"; the known fields are {', '.join(known)}"
    return f"is not a known field{hint}"


def find_label_word(case: Case) -> str | None:
    """The message for an id that contains a label word, which `-k` would match; None for a good id."""
    others = label_words() - {case.page_type, case.domain}
    for word in sorted(others):
        if word in case.id:
            free = suggest_id(case.id, others, otherwise=case.leaf)
            return f"{case.id!r} contains the label {word!r}, so `-k {word}` would select it; use for example {free!r}"
    return None


def describe_error(detail: ErrorDetails) -> str:
    """The message for a validation error of pydantic in a case, with what to write instead."""
    name = next((part for part in reversed(detail["loc"]) if isinstance(part, str)), "")
    given = _shortened(detail["input"])
    is_of_case = len(detail["loc"]) == 1 or detail["loc"][:1] == ("complexity",)  # else of a protocol
    if detail["type"] == "missing":
        return _MISSING.get(name, "is missing") if is_of_case else "is missing"
    if detail["type"] == "extra_forbidden":
        known = tuple(ComplexityScore.model_fields)
        return describe_unknown_field(name, known) if is_of_case else "is not a known field"
    if is_of_case and name in _EXPECTED:
        return f"must be {_EXPECTED[name]}, not {given}"
    return _TEXT_REFUSED.get(detail["type"], detail["msg"])


def _shortened(given: object) -> str:
    if isinstance(given, str):
        short = clip(given, 60)
        return short if short.lstrip("-").isdecimal() else repr(short)
    return {dict: "a mapping", list: "a list", type(None): "nothing"}.get(type(given), str(given))
