"""The questions of a task: those of its form, and those made from the rubric, the case, or the judge's findings."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from pydantic import JsonValue

from pytest_cookie.annotation.form import AnyQuestion, ChoiceQuestion, Form, ScaleQuestion
from pytest_cookie.annotation.form_files import PACKAGE
from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.inert import inert_line
from pytest_cookie.core.record import Record
from pytest_cookie.judging.rubric.dimensions import ITEMS_OF
from pytest_cookie.judging.rubric.requirements import Scene, criteria, criterion

MOST_SUBSTEPS = 200
_Each = ChoiceQuestion | ScaleQuestion


def questions_of(form: Form, record: Record, fields: Mapping[str, JsonValue] | None = None) -> tuple[AnyQuestion, ...]:
    """All questions about a record, in order. `fields` are the extra fields of its case."""
    if form.each is None:
        return _for_interactions(form, list_interactions(fields or {})) if form.expand else form.questions
    if form.expand == "rubric":
        made = tuple(_of_rubric(form.each, record.leaf))
    elif form.expand == "substeps":
        made = tuple(_of_substeps(form.each, list_substeps(fields or {})))
    else:
        made = tuple(_of_findings(form.each, record))
    return (*made, *form.questions)


def list_interactions(fields: Mapping[str, JsonValue]) -> list[str]:
    """The descriptions of the interactions in a case's extra fields; they may be empty."""
    given = fields.get("interactions")
    entries = [entry for entry in given if isinstance(entry, dict)] if isinstance(given, list) else []
    return [inert_line(str(entry.get("description") or ""))[:200] for entry in entries[:MOST_SUBSTEPS]]


def _for_interactions(form: Form, descriptions: list[str]) -> tuple[AnyQuestion, ...]:
    """The form's questions for each interaction, or once for a case without any."""
    made: list[AnyQuestion] = []
    for number, description in enumerate(descriptions, start=1):
        for question in form.questions:
            changes = {
                "id": interaction_id(question.id, number),
                "label": f"Interaction {number}: {question.label}",
                "about": description if question is form.questions[0] else question.about,
                "when": {interaction_id(name, number): wanted for name, wanted in question.when.items()},
            }
            made.append(question.model_copy(update=changes))
    return tuple(made) or form.questions


def interaction_id(question: str, number: int) -> str:
    """The id of a question about the interaction `number`, from 1."""
    return f"{question}.{number}"


@cache
def rubric_items() -> dict[str, dict[str, str]]:
    """Name and question of each rubric item, by id."""
    text = (resources.files(PACKAGE) / "rubric_items.yaml").read_text(encoding="utf-8")
    items: dict[str, dict[str, str]] = parse_data(text)
    return items


def _of_rubric(each: _Each, leaf: str) -> Iterator[_Each]:
    row = criteria().leaves.get(leaf)
    scene: Scene = row.scene if row else "generic"
    for number, item in rubric_items().items():
        dimension = next(name for name, items in ITEMS_OF.items() if number in items)
        exempt = [rule.rule for rule in criteria().exemptions if number in rule.items]
        asked = {"id": f"item.{number}", "label": f"{number} · {item['name']}", "about": item["asks"]}
        asked |= {"criterion": criterion(scene, number), "exemption": "; ".join(exempt), "dimension": dimension}
        yield each.model_copy(update=asked)


def list_substeps(fields: Mapping[str, JsonValue]) -> list[str]:
    """The substeps in a case's extra fields: `substeps`, `steps`, or those of each of its `workflows` or `tasks`.

    A substep is a text, or an object with `text`, `description`, `title` or `name`.
    """
    found: list[str] = []
    for name in ("substeps", "steps"):
        found += _texts(fields.get(name))
    for name in ("workflows", "tasks"):
        groups = fields.get(name)
        for group in list(groups.values()) if isinstance(groups, dict) else groups if isinstance(groups, list) else []:
            if isinstance(group, dict):
                inner = _texts(group.get("substeps")) or _texts(group.get("steps"))
                found += inner or _texts([group])
    return found[:MOST_SUBSTEPS]


def _texts(value: JsonValue) -> list[str]:
    found = []
    for one in value if isinstance(value, list) else []:
        if isinstance(one, dict):
            one = next((one[key] for key in ("text", "description", "title", "name") if one.get(key)), "")
        if isinstance(one, str) and one.strip():
            found.append(inert_line(one)[:400])
    return found


def _of_substeps(each: _Each, substeps: list[str]) -> Iterator[_Each]:
    for number, text in enumerate(substeps, start=1):
        yield each.model_copy(update={"id": f"step.{number}", "label": text})


def _of_findings(each: _Each, record: Record) -> Iterator[_Each]:
    """The judge's findings, without their severity's cost or any score."""
    for number, finding in enumerate(record.findings, start=1):
        where = f" ({inert_line(finding.selector)[:120]})" if finding.selector else ""
        title = inert_line(finding.title)[:399] or "Finding without a title"
        yield each.model_copy(
            update={"id": f"finding.{number}", "label": title, "about": f"{inert_line(finding.why)[:1000]}{where}"}
        )
