"""Operators on timing: slow handlers, late responses, a busy loop, a page that disappears after a second."""

from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.target_element import find_controls
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

_SORTED = 1_000_000
"""Numbers to sort, more than half a second of CPU time. A fixed amount of work instead of a fixed time, because page
time may not advance while a script runs; sorting, because its speed hardly depends on the browser's compilation."""
_SORTED_IN_A_BEAT = 200_000


def _slow(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not find_controls(page):
        return None
    script = f"""
let rows = [];
const settle = () => {{
  rows = Array.from({{ length: {_SORTED} }}, (_, i) => (i * 7919) % 104729).sort((a, b) => a - b);
}};
for (const type of ['click', 'input', 'keydown']) addEventListener(type, settle, true);"""
    return Mutant(page.with_script(script), "every input")


def _janky(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not page.html.strip():
        return None
    script = f"""
const measure = () => {{
  const rows = Array.from({{ length: {_SORTED_IN_A_BEAT} }}, (_, i) => (i * 7919) % 104729).sort((a, b) => a - b);
  document.documentElement.style.setProperty('--rows', String(rows.length));
}};
setInterval(measure, {rng.randrange(100, 140)});"""
    return Mutant(page.with_script(script), "all the time")


def _gone(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not page.html.strip():
        return None
    script = f"setTimeout(() => document.body.replaceChildren(), {rng.randrange(900, 1600)});"
    return Mutant(page.with_script(script), "the whole page")


def _late(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Delays the response to every click by 2.6 to 3.8 seconds."""
    if not find_controls(page):
        return None
    script = f"""
const passed = new WeakSet();
addEventListener('click', event => {{
  if (passed.has(event) || !(event.target instanceof Element)) return;
  event.stopImmediatePropagation(); event.preventDefault();
  const {{ clientX, clientY }} = event;
  const again = new MouseEvent('click', {{ bubbles: true, cancelable: true, clientX, clientY }});
  passed.add(again);
  setTimeout(() => event.target.dispatchEvent(again), {rng.randrange(2600, 3800)});
}}, true);"""
    return Mutant(page.with_script(script), "every press")


_SLOW = ("slow", "late", "latency", "lag", "delay", "blocks", "heavy", "jank", "stutter", "smooth", "processor",
         "does nothing", "do nothing", "no effect")  # fmt: skip

MUTATION_OPERATORS = (
    MutationOperator(
        "slow-handler",
        "Every input blocks the page",
        "major",
        ("14", "11", "13", "3"),
        ("blocking-input", FindingKind.STUTTERING_PAGE, "late-response"),
        _SLOW,
        _slow,
    ),
    MutationOperator(
        "late-answer",
        "Every click responds seconds later",
        "major",
        ("13", "14", "3"),
        ("late-response", FindingKind.DEAD_CONTROL, FindingKind.NOTHING_WORKS),
        _SLOW,
        _late,
    ),
    MutationOperator(
        "janky-loop",
        "The page is always busy and stutters",
        "major",
        ("11", "12", "14"),
        (FindingKind.STUTTERING_PAGE, "blocking-input"),
        _SLOW,
        _janky,
    ),
    MutationOperator(
        "blank-after-a-second",
        "The page disappears after a second",
        "critical",
        ("1", "3", "4", "13", "14"),
        (
            FindingKind.BLANK_AFTER_LOAD,
            FindingKind.BLANK_IN_USE,
            FindingKind.BLANK_PAGE,
            FindingKind.PAGE_EMPTIES_ITSELF,
        ),
        ("blank", "empty", "nothing is", "nothing to", "gone", "vanish", "disappear", "works"),
        _gone,
    ),
)
