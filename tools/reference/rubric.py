"""Renders the rubric's pages from the table of items, `guide.yaml`, `requirements.yaml` and the code of the items."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from pytest_cookie.checks.registry import BUILT_IN
from pytest_cookie.core.verdict import SEVERITIES
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.guide import ItemGuide, rubric_guide
from pytest_cookie.judging.rubric.measurement import COSTS
from pytest_cookie.judging.rubric.requirements import Exemption, criteria
from pytest_cookie.judging.rubric.table import RUBRIC, RUBRIC_VERSION, Item
from tools.reference.findings import PossibleFinding, findings_of, grades_of, kinds_of
from tools.reference.reach import Function, constants
from tools.reference.tables import sentence, table

EXTRAS = Path(__file__).parent / "templates" / "rubric"
"""Additional sections of single items: `3.md` is appended to the page of item 3."""


def item_pages() -> dict[str, str]:
    """The page of every item, by its path relative to `docs/reference/`."""
    return {f"rubric/{item.id}.md": _page(item, rubric_guide()[item.id]) for item in RUBRIC}


def item_table() -> str:
    """The table of items with links to their pages."""
    rows = []
    for item in RUBRIC:
        parts = criteria().coverage[item.id]
        covered = f"{len(parts['measured'])} of {len(parts['measured']) + len(parts['not'])}"
        known = _constants_of(item)
        excluded = " ".join(one.format_map(known) for one in rubric_guide()[item.id].excluded_when) or "Always applies."
        rows.append((item.id, f"[{item.name}]({item.id}.md)", item.dimension, covered, excluded))
    return table(("item", "name", "dimension", "parts measured", "does not apply"), rows)


def coverage_line() -> str:
    """The share of the criteria that is measured, and the rubric's version."""
    parts = [part for item in criteria().coverage.values() for part in item["measured"]]
    every = [part for item in criteria().coverage.values() for one in item.values() for part in one]
    covered = f"{len(parts)} of {len(every)} parts of the criteria are measured ({criteria().covered:.0%})"
    return f"{covered}. This is version {RUBRIC_VERSION} of the rubric."


def cost_table() -> str:
    """The cost of a defect by severity."""
    return table(("severity", "cost"), [(severity, f"{cost:.0%}") for severity, cost in COSTS.items()])


def leaf_table() -> str:
    """The table of leaves with scene, interaction and flags."""
    rows = [
        (f"`{name}`", leaf.scene, leaf.interaction, ", ".join(sorted(leaf.flags)))
        for name, leaf in criteria().leaves.items()
    ]
    return table(("leaf", "scene", "interaction", "also asks for"), rows)


def finding_table(findings: Iterable[PossibleFinding]) -> str:
    """The table of findings."""
    return table(("severity", "finding"), [(" or ".join(finding.severities), finding.title) for finding in findings])


def kind_table(checks: Iterable[Function]) -> str:
    """The table of finding kinds, with the items or the checks outside the rubric that report each."""
    places = [(f"[{item.id}](rubric/{item.id}.md)", kinds_of(item.measure)) for item in RUBRIC]
    places += [(f"[{check.item}](rubric/{check.item}.md)", kinds_of(check.find)) for check in BUILT_IN]
    places += [("[checks](checks.md)", kinds_of(check)) for check in checks]
    rows = []
    for kind in dict.fromkeys([*FindingKind, *(kind for check in BUILT_IN for kind in check.kinds)]):
        found = [(place, kinds[kind]) for place, kinds in places if kind in kinds]
        severities = [severity for severity in SEVERITIES if any(severity in given for _, given in found)]
        items = ", ".join(dict.fromkeys(place for place, _ in found))
        rows.append((f"`{kind}`", " or ".join(severities), items, kind.meaning))
    return table(("kind", "severity", "item", "meaning"), rows)


def _page(item: Item, guide: ItemGuide) -> str:
    known, requirements = _constants_of(item), _requirements_of_scenes(item.id)
    equals = sum(other.dimension == item.dimension for other in RUBRIC)
    starts = (item.measure, *(check.find for check in BUILT_IN if check.item == item.id))
    found = [finding for start in starts for finding in findings_of(start)]
    sections = [
        f"# {item.id} {item.name}",
        f"Dimension: {item.dimension}. Weight: one of {equals} equal items, less those that do not apply.",
        "## Measurements",
        _list(guide.measures, known),
        "## Score",
        _list(guide.scoring, known),
        _grades(item, guide),
        "## When it does not apply",
        _not_applicable(item.id, guide, known),
        *(("## Requirements by scene", requirements) if requirements else ()),
        "## Findings",
        finding_table(found) if found else "None.",
        "## Limits",
        _list(guide.blind_to, known),
        *(("## Known false alarms", _list(guide.false_alarms, known)) if guide.false_alarms else ()),
    ]
    extra = EXTRAS / f"{item.id}.md"
    sections += [extra.read_text(encoding="utf-8").strip()] if extra.is_file() else []
    return "\n\n".join(section for section in sections if section) + "\n"


def _constants_of(item: Item) -> dict[str, object]:
    """The constants of the item's code, and of the checks that feed it."""
    known: dict[str, object] = {}
    for check in BUILT_IN:
        known |= constants(check.find) if check.item == item.id else {}
    return known | constants(item.measure)


def _list(sentences: Iterable[str], known: Mapping[str, object]) -> str:
    return "\n".join(f"- {sentence(template.format_map(known))}" for template in sentences)


def _grades(item: Item, guide: ItemGuide) -> str:
    grades = grades_of(item.measure)
    for check in BUILT_IN:
        grades |= grades_of(check.grade) if check.grade and check.item == item.id else {}
    if set(grades) != set(guide.grades):
        raise ValueError(f"guide.yaml and the code of item {item.id} differ in graded measures: {set(grades)}")
    if not grades:
        return ""
    rows = [(name, f"{weight:.0%}", guide.grades[name]) for name, weight in grades.items()]
    explained = "Graded measures lower the score without a finding, each by at most the share in the table."
    return f"{explained}\n\n{table(('measure', 'costs at most', 'full marks'), rows)}"


def _not_applicable(item: str, guide: ItemGuide, known: Mapping[str, object]) -> str:
    rows = [("inapplicable", sentence(template.format_map(known))) for template in guide.excluded_when]
    rows += [("unmeasured", sentence(template.format_map(known))) for template in guide.unmeasured_when]
    rows += [("exempt", sentence(exemption.rule)) for exemption in _exemptions(item)]
    return table(("status", "when"), rows) if rows else "It always applies."


def _exemptions(item: str) -> list[Exemption]:
    """Exempt failures. Rules that exclude the whole item are in the guide."""
    return [
        exemption
        for exemption in criteria().exemptions
        if item in exemption.items and not exemption.rule.startswith("inapplicable")
    ]


def _requirements_of_scenes(item: str) -> str:
    rows = [(scene, sentence(asked[item])) for scene, asked in criteria().scenes.items() if item in asked]
    return table(("scene", "requirement"), rows) if rows else ""
