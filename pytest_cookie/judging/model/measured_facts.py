"""The measured facts of a judge's prompt: numbers and suspected faults, without scores.

A fact is here only if the evidence proves it. Left out are the rubric's reasons, which contain its scores; counts of
controls, which grow when a page renders its controls again; and responses to wrong input, which the rubric also credits
to later steps: here each response is listed with its own step.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from pytest_cookie.core.page import Element
from pytest_cookie.core.perception import Styling, ViewportPerception
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.measures.breakdown import find_breakdowns
from pytest_cookie.judging.measures.faults import find_faults, report_faults
from pytest_cookie.judging.measures.response_time import measure_delays
from pytest_cookie.judging.model.prompt_sections import describe_changes, describe_stand_ins, kind_of, list_some
from pytest_cookie.judging.rubric.check_results import run_checks
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.table import RUBRIC
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted

_MAX_LINES = 60  # for each block of facts
_MAX_NAMES = 20  # in one fact
_RECORDED_ELEMENTS = 10
"""As many elements as a list of the layout holds at most, so that a list of this length may have been cut."""

_NAME = 60  # characters
_LINE = 600  # characters
_LOGIC = "3"
_LEFT_OUT = frozenset({"8", "10", "12", "13"})
"""Items whose findings are grades in words (regularity, refinement, transitions: the styles are listed as numbers), or
credit a response to wrong input to later steps (feedback)."""

_INTRODUCTION = (
    "A program measured these; no person or model has judged them, and they contain no scores. The numbers are exact. "
    "A suspected fault may be none, since the program understands no meaning."
)


def format_facts(context: RubricContext, onsets_ms: Sequence[int] = ()) -> Text:
    """The measured facts, for a prompt. `onsets_ms` are the moments at which a sound begins, in page time."""
    sounding = _sounding_steps(context.evidence.trace.steps, onsets_ms)
    facts = replace(context, audible_steps=context.audible_steps | sounding)
    blocks = (
        ("The page at rest", list(_at_rest(facts))),
        ("The page in use", list(_in_use(facts, sounding))),
        ("Suspected faults", [_suspicion(defect) for defect in _suspected(facts)]),
    )
    lines = [f"{head}:\n{list_some(rows, _MAX_LINES, _LINE)}" for head, rows in blocks if rows]
    stand_ins = describe_stand_ins(context.perception.library_answers)
    return Text(f"## Measured facts\n{_INTRODUCTION}\n{stand_ins}{quoted('measured facts', chr(10).join(lines))}")


def _sounding_steps(steps: Sequence[Step], onsets_ms: Sequence[int]) -> frozenset[int]:
    """The steps during which a sound begins, whatever the reason."""
    found, begins_ms = set[int](), 0
    for step in steps:
        if any(begins_ms <= onset <= step.page_ms for onset in onsets_ms):
            found.add(step.index)
        begins_ms = step.page_ms
    return frozenset(found)


def _at_rest(context: RubricContext) -> Iterator[str]:
    page = context.perception
    yield (
        f"loaded with HTTP {page.http_status}; uncaught errors: {len(page.page_errors)}; "
        f"failed requests: {len(page.failed_requests)}"
    )
    yield from map(_at_width, page.views)
    if context.styling:
        yield from _styles(context.styling)
    for violation in page.axe:
        first = [f"first “{shorten(element.text or element.selector, _NAME)}”" for element in violation.elements[:1]]
        yield f"axe-core, {violation.impact}: {', '.join([violation.rule, f'elements: {violation.count}', *first])}"
    if page.lost_anchors:
        yield f"links to a place that does not exist: {_names(page.lost_anchors)}"
    yield from page.partly


def _at_width(view: ViewportPerception) -> str:
    layout = view.layout
    told = [
        f"{view.viewport.width} px wide: the page is {layout.document_height:.0f} px high and has {view.text_length} "
        "characters of visible text"
    ]
    told += [f"it scrolls sideways by {layout.overflow_px:.0f} px"] if layout.overflow_px >= 1 else []
    for what, elements in (
        ("sticking out sideways", layout.overflowing),
        ("text cut off by its box", layout.truncated),
        ("text covered by other text", layout.overlapping),
        ("controls under something else", layout.covered_controls),
        ("controls under something fixed at every scroll position", layout.buried_controls),
        ("controls under 24 × 24 px", layout.small_targets),
        ("stretched pictures", layout.stretched),
    ):
        more = " and maybe more, which were not recorded" if len(elements) == _RECORDED_ELEMENTS else ""
        told += [f"{what}: {_names(elements)}{more}"] if elements else []
    return "; ".join(told)


def _styles(styling: Styling) -> Iterator[str]:
    sizes = sorted(styling.font_sizes.items(), key=lambda pair: -pair[1])
    yield f"font sizes in px (characters): {_some([f'{size} ({count})' for size, count in sizes])}"
    families = sorted(styling.font_families.items(), key=lambda pair: -pair[1])
    fonts = _some([f"{shorten(name, _NAME)} ({count})" for name, count in families])
    yield f"first font that the styles name, installed or not (characters): {fonts}"
    yield (
        f"controls with a transition or animation: {_share_of_controls(styling)}; style rules for hover or focus: "
        f"{styling.hover_rules}; animated elements: {styling.animations}; viewport meta tag: "
        f"{'yes' if styling.viewport_meta else 'no'}"
    )


def _share_of_controls(styling: Styling) -> str:
    """In words, since the outline of the page counts its controls in another way."""
    share = styling.transitioned_controls / max(1, styling.controls)
    return "none" if share == 0 else "all" if share == 1 else "most" if share > 0.5 else "some"


def _in_use(context: RubricContext, sounding: frozenset[int]) -> Iterator[str]:
    if sounding:
        yield f"a sound began in steps: {', '.join(map(str, sorted(sounding)))}"
    delays = measure_delays(context)
    if delays:
        slowest, delay_ms = max(delays, key=lambda pair: pair[1])
        yield (
            f"time from an input to its first visible change of the document: at most {delay_ms} ms "
            f"(step {slowest.index}); measured for {len(delays)} steps"
        )
    yield from _named_actions(context.evidence.trace.steps)
    for step in context.evidence.trace.steps:
        if step.action.intent == "invalid" and step.outcome == "done":
            yield _wrong_input(step)
        if step.change.reloaded:
            state = "as before any action" if step.change.as_at_first else "not as before any action"
            yield f"step {step.index} loaded the page again: its text was then {state}"


def _named_actions(steps: Sequence[Step]) -> Iterator[str]:
    """What followed each action that the brief names, in all of its steps."""
    for words, of_words in groupby(steps, key=lambda step: step.asked):
        if words:
            told = [f"step {step.index} ({kind_of(step.action)}): {_response(step)}" for step in of_words]
            yield f"the brief names “{words}”, so it was tried: {'; '.join(told)}"


def _response(step: Step) -> str:
    if step.outcome != "done":
        return f"not possible: {step.problem}"
    return ", ".join(describe_changes(step)) or step.problem or "no visible change"


def _wrong_input(step: Step) -> str:
    """A deliberately wrong input with the changes of its own step; later steps have causes of their own."""
    action = step.action
    name = shorten(action.target or action.selector, _NAME)
    value = f" “{shorten(action.value, _NAME)}”" if action.value else ""
    response = "; ".join(describe_changes(step)) or "no response"
    return f"step {step.index}: wrong on purpose: {action.kind}{value} “{name}”; in the same step: {response}"


def _suspected(context: RubricContext) -> Iterator[Defect]:
    """Faults that the rubric's checks suspect. That too few inputs work is left out: it depends on its expectations."""
    for item in RUBRIC:
        if item.id == _LOGIC and context.requirements.interaction != "none":
            yield from _of_logic(context)
        elif item.id not in (_LOGIC, *_LEFT_OUT):
            yield from item.measure(context).defects


def _of_logic(context: RubricContext) -> Iterator[Defect]:
    yield from find_breakdowns(context)
    yield from report_faults(context, find_faults(context))
    yield from run_checks(context, _LOGIC).defects_of_weight(1)


def _suspicion(defect: Defect) -> str:
    where = "" if defect.step is None else f" (step {defect.step})"
    return f"{defect.title}: {defect.why}{where}"


def _names(elements: Sequence[Element]) -> str:
    names = [
        shorten(element.text or element.selector, _NAME) + (f" ({element.detail})" if element.detail else "")
        for element in elements
    ]
    return _some([f"“{name}”" for name in names])


def _some(names: Sequence[str]) -> str:
    """Up to 20 names, and how many more there are."""
    rest = len(names) - _MAX_NAMES
    shown = ", ".join(names[:_MAX_NAMES])
    return f"{shown} and {rest} more" if rest > 0 else shown
