"""Controls that need not work according to the brief: declared unnecessary, or named only for their look."""

import re
from collections.abc import Iterator
from functools import lru_cache

from pytest_cookie.core.labels import Language
from pytest_cookie.core.page import Control
from pytest_cookie.judging.brief.extract import extract_requirements
from pytest_cookie.judging.brief.vocabulary import find_concepts, read_concepts, read_data
from pytest_cookie.judging.rubric.context import RubricContext

_CLAUSE = re.compile(
    r"[.;!?。；！？\n](?!\d)|,\s{1,9}(?=but\b|only\b|however\b|aber\b|mais\b|pero\b|mas\b)|，(?=但|只)"
)
_PLACES = {
    "nav": re.compile(r"\bnav|menu", re.IGNORECASE),
    "footer": re.compile(r"footer|contentinfo", re.IGNORECASE),
    "header": re.compile(r"header|banner|\bnav", re.IGNORECASE),
    "pag": re.compile(r"pag(e|ination|er|inator)", re.IGNORECASE),
}
"""What the selector of a control in such a part of the page has."""

_ROLES = ("link", "button")
_PAGE_NUMBER = re.compile(r"\d{1,4}")
_PAGE_LINK = re.compile(r"\d{1,4}|[«»‹›←→<>…]+|prev(ious)?|next|first|last", re.IGNORECASE)
_SHORTEST_LABEL = 3  # characters; shorter names are common words
_LONGEST_LABEL = 60  # characters; a longer name is no name that a brief would list


def is_unneeded(control: Control | None, context: RubricContext, label: str = "") -> bool:
    """Whether such a control need not work according to the brief, so that its silence is no fault.

    `label` names a control that came later, of which there is no inventory.
    """
    brief, language = context.case.brief, context.case.language
    name = control.name if control else label
    if any(_is_meant(clause, name, control) for clause in _find_idle(brief, language)):
        return True
    found = extract_requirements(brief, language)
    unneeded = {requirement.value for requirement in found if requirement.kind == "control" and not requirement.wanted}
    if control is None or not unneeded:
        return False
    named = {match.concept.id for match in find_concepts(control.name, language)}
    shown = {
        concept.id
        for concept in read_concepts()
        if (control.input_type or control.tag) in concept.facts.get("types", ())
    }
    return bool(unneeded & (named | shown))


def _is_meant(clause: str, name: str, control: Control | None) -> bool:
    """Whether a clause about what need not work means a control: by its name, else by its part of the page or role.

    An empty clause means everything.
    """
    if not clause:
        return True
    plain = name.strip()
    if (_PAGE_NUMBER.fullmatch(plain) or _SHORTEST_LABEL <= len(plain) <= _LONGEST_LABEL) and _names(clause, plain):
        return True
    parts = read_data("grammar")["idle"]["parts"]
    meant = {part for part, pattern in parts.items() if re.search(pattern, clause, re.IGNORECASE)}
    if "pag" in meant and _PAGE_LINK.fullmatch(plain):
        return True
    places = meant & _PLACES.keys()
    if places:
        return control is not None and any(_PLACES[place].search(control.selector) for place in places)
    return control is not None and control.role in meant.intersection(_ROLES)


def _names(clause: str, name: str) -> bool:
    around = (r"(?<!\w)", r"(?!\w)") if name.isascii() else ("", "")
    return re.search(f"{around[0]}{re.escape(name)}{around[1]}", clause, re.IGNORECASE) is not None


@lru_cache(maxsize=256)
def _find_idle(brief: str, language: Language) -> tuple[str, ...]:
    """The clauses of a brief about what need not work; "" if nothing need."""
    rules = read_data("grammar")["idle"][language]
    if re.search(rules["all"], brief, re.IGNORECASE):
        return ("",)
    idle = re.compile(rules["idle"], re.IGNORECASE)
    return tuple(clause for clause in _clauses(brief) if idle.search(clause))


def _clauses(brief: str) -> Iterator[str]:
    start = 0
    for gap in _CLAUSE.finditer(brief):
        yield brief[start : gap.start()]
        start = gap.end()
    yield brief[start:]
