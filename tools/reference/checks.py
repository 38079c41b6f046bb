"""Renders a page for each built-in check from its folder: what it watches, does and finds."""

from importlib import import_module
from inspect import getdoc

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.registry import BUILT_IN, folder_of
from pytest_cookie.judging.rubric.table import RUBRIC
from tools.reference.findings import findings_of, kinds_of
from tools.reference.models import model_sections
from tools.reference.rubric import finding_table
from tools.reference.tables import table

_ITEMS = {item.id: item.name for item in RUBRIC}


def check_pages() -> dict[str, str]:
    """The page of every check and their list, by path relative to `docs/reference/`."""
    pages = {f"checks/{check.id}.md": _page(check) for check in BUILT_IN}
    return pages | {"checks/index.md": _index()}


def _index() -> str:
    rows = [
        (f"[{check.id}]({check.id}.md)", _summary(check), _item(check), _parts(check))
        for check in sorted(BUILT_IN, key=lambda check: check.id)
    ]
    told = (
        "A check is everything about one kind of fault: what is watched around every action, what the crawler does to "
        "bring it to light, and what the measured judge says of it. Packages "
        "[add their own](../../how-to/add-a-check.md)."
    )
    return f"# Checks\n\n{told}\n\n{table(('check', 'what it holds', 'item', 'has'), rows)}\n"


def _page(check: Check) -> str:
    costs = f"{check.weight:g} times the cost of its severity" if check.weight != 1 else "the cost of its severity"
    sections = [f"# {check.id}", _summary(check), f"Item: {_item(check)}. Each finding takes {costs} off its score."]
    if check.fact:
        sections += ["## Watched", "Facts of a step, in `facts` of its `change`:", model_sections([check.fact], set())]
    if tactics := check.tactics():
        rows = [(str(tactic.worth), (getdoc(type(tactic)) or "").replace("\n", " ")) for tactic in tactics]
        sections += ["## What the crawler does", table(("worth", "tactic"), rows)]
    meanings = {kind.value: kind.meaning for kind in check.kinds}
    rows = [(f"`{kind}`", " or ".join(severities), meanings[kind]) for kind, severities in kinds_of(check.find).items()]
    sections += ["## Findings", table(("kind", "severity", "meaning"), rows), finding_table(findings_of(check.find))]
    return "\n\n".join(sections) + "\n"


def _item(check: Check) -> str:
    return f"[{check.item} {_ITEMS[check.item]}](../rubric/{check.item}.md)"


def _parts(check: Check) -> str:
    parts = {"watch": check.watch, "tactics": check.tactics(), "grade": check.grade}
    return ", ".join([*(name for name, part in parts.items() if part), "judge"])


def _summary(check: Check) -> str:
    """The docstring of its folder, without its first word and colon."""
    return (getdoc(import_module(folder_of(check))) or "").replace("\n", " ")
