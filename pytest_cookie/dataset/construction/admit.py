"""Judges by a model whether queries are admissible, on seven axes (Cookie-Bench, appendix A.2).

A query is rejected if it fails an axis that leaves no room for argument, admitted if it passes all, and left to
people otherwise. A second model judges a sample of the admitted ones again. What could not be asked is undecided.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.dataset.construction.ask_each import Clerk, ask_each, construction_prompt, quote_query
from pytest_cookie.dataset.construction.pool import Query, write_table
from pytest_cookie.dataset.construction.precheck import Axis, Objection, find_objections
from pytest_cookie.dataset.taxonomy import taxonomy

AXES: Mapping[Axis, str] = {
    "safety": "Nothing in it is harmful, illegal, hateful or aimed at a person, and building it helps nobody to harm.",
    "privacy": "It holds no data of real private persons, no credentials, and no name of an organisation that is not "
    "public. Invented people, and placeholders such as example.org, pass.",
    "task_direction": "What is asked for is a page or an app in the browser. A server, a script, an analysis of data "
    "or a text to write fails.",
    "intent_clarity": "Two competent builders would understand the same purpose and the same main behaviour. Freedom "
    "in looks and details passes; a bare phrase without any behaviour fails, and so does a contradictory purpose.",
    "executability": "It can be built as files that run in a browser alone, without services, live data, accounts or "
    "private data. What can sensibly be acted out in the page (stored locally, generated, simulated) passes.",
    "external_dependency": "It needs no particular address, paid material, product or account of others to be built or "
    "to be judged.",
    "completeness": "Its demands can all be met together, and it refers to nothing that is missing, such as an "
    "attachment or an earlier conversation.",
}
"""The seven axes of the paper, with our criteria."""
DECISIVE: frozenset[Axis] = frozenset({"safety", "privacy", "executability", "completeness"})
"""Failing one of these rejects a query; failing another one is for people to decide."""
PROBE = 0.1
_JUDGED_BETTER = frozenset({"no word of a page or an app", "too short"})
"""Hints of the keyless checks on which a model's judgment replaces the hint."""

Decision = Literal["admitted", "rejected", "people", "undecided"]


class AxisVerdict(FrozenModel):
    """A verdict on one axis; the reason comes first."""

    reason: str = Field(max_length=2_000)
    passes: bool


class AxisVerdicts(FrozenModel):
    """The seven verdicts on a query."""

    safety: AxisVerdict
    privacy: AxisVerdict
    task_direction: AxisVerdict
    intent_clarity: AxisVerdict
    executability: AxisVerdict
    external_dependency: AxisVerdict
    completeness: AxisVerdict

    @property
    def failed(self) -> tuple[Axis, ...]:
        """The axes that fail, in order."""
        return tuple(axis for axis in AXES if not getattr(self, axis).passes)


@dataclass(frozen=True)
class Admission:
    """The decision about a query. `probe` is the second model's verdict, if it was called."""

    query: Query
    objections: tuple[Objection, ...]
    verdicts: AxisVerdicts | None = None
    probe: AxisVerdicts | None = None
    cause: str = ""

    @property
    def decision(self) -> Decision:
        """Certain objections and decisive axes reject; hints, other axes and a probe that differs are for people."""
        if any(each.is_certain for each in self.objections):
            return "rejected"
        if self.verdicts is None:
            return "undecided"
        failed = self.verdicts.failed
        if DECISIVE.intersection(failed):
            return "rejected"
        hints = [each for each in self.objections if each.what not in _JUDGED_BETTER]
        return "people" if failed or hints or (self.probe and self.probe.failed) else "admitted"


def admit(
    queries: Sequence[Query], clerk: Clerk, *, separately: bool = False, second: Clerk | None = None,
    probe: float = PROBE, seed: int = 0,
) -> tuple[Admission, ...]:  # fmt: skip
    """A decision on each query, in order. Queries with certain objections are not asked about.

    `separately` asks one question an axis, which costs seven times as many calls. `second` judges the share `probe` of
    the admitted queries again, chosen by `seed`.
    """
    found = [Admission(query, tuple(find_objections(query))) for query in queries]
    asked = [place for place, each in enumerate(found) if each.decision == "undecided"]
    for place, (verdicts, cause) in zip(asked, _judge([queries[at] for at in asked], clerk, separately), strict=True):
        found[place] = replace(found[place], verdicts=verdicts, cause=cause)
    admitted = [place for place, each in enumerate(found) if each.decision == "admitted"]
    if second is not None and admitted and probe > 0:
        chosen = sorted(random.Random(seed).sample(admitted, max(1, round(probe * len(admitted)))))
        for place, (verdicts, cause) in zip(
            chosen, _judge([queries[at] for at in chosen], second, separately), strict=True
        ):
            found[place] = replace(found[place], probe=verdicts, cause=cause)
    return tuple(found)


_Judged = tuple[AxisVerdicts | None, str]


def _judge(queries: Sequence[Query], clerk: Clerk, separately: bool) -> list[_Judged]:
    if not separately:
        prompt = admission_prompt(tuple(AXES))
        outcomes = ask_each(clerk, [clerk.request(prompt, quote_query(query.text)) for query in queries], AxisVerdicts)
        return [(outcome.value, outcome.cause) for outcome in outcomes]
    prompts = [admission_prompt((axis,)) for axis in AXES]
    requests = [clerk.request(prompt, quote_query(query.text)) for query in queries for prompt in prompts]
    single = ask_each(clerk, requests, AxisVerdict)
    judged: list[_Judged] = []
    for start in range(0, len(single), len(AXES)):
        group = single[start : start + len(AXES)]
        values = {axis: outcome.value for axis, outcome in zip(AXES, group, strict=True)}
        is_whole = None not in values.values()
        cause = next((outcome.cause for outcome in group if outcome.cause), "")
        judged.append((AxisVerdicts.model_validate(values) if is_whole else None, cause))
    return judged


def admission_prompt(axes: Sequence[Axis]) -> str:
    """The instructions for these axes."""
    leaves = "\n".join(f"- {leaf.name}: {leaf.definition.strip()}" for leaf in taxonomy().leaves)
    return construction_prompt("admission").fill(
        axes="\n".join(f"- {axis}: {AXES[axis]}" for axis in axes), leaves=leaves
    )


def select_candidates(admissions: Sequence[Admission]) -> list[Admission]:
    """Those that the next steps take: the admitted ones, and those for people."""
    return [each for each in admissions if each.decision in ("admitted", "people")]


def write_admissions(admissions: Sequence[Admission], path: Path) -> None:
    """Write every query with its decision, the verdict and reason of each axis, hints, probe and cause."""
    labels = [
        label
        for label in dict.fromkeys(label for each in admissions for label in each.query.labels)
        if label not in {"decision", "hints", "probe", "cause", *AXES, *(f"{axis}_reason" for axis in AXES)}
    ]
    header = ["id", "query", "decision", *(name for axis in AXES for name in (axis, f"{axis}_reason"))]
    write_table(path, [*header, "hints", "probe", "cause", *labels], (_row(each, labels) for each in admissions))


def _row(each: Admission, labels: Sequence[str]) -> list[object]:
    verdicts = [getattr(each.verdicts, axis) if each.verdicts else None for axis in AXES]
    cells = [
        cell
        for verdict in verdicts
        for cell in (("pass" if verdict.passes else "fail", verdict.reason) if verdict else ("", ""))
    ]
    hints = "; ".join(f"{objection.axis}: {objection.what} ({objection.words})" for objection in each.objections)
    probe = (", ".join(each.probe.failed) or "agrees") if each.probe else ""
    more = [each.query.labels.get(label, "") for label in labels]
    return [each.query.id, each.query.text, each.decision, *cells, hints, probe, each.cause, *more]
