"""Operators on controls: missing, wrong type, or without function. After Interaction2Code's element failures."""

import re
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.markup import MarkupElement
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.target_element import (
    choose_target,
    exclude_overlapping,
    find_controls,
    find_pressable,
    find_texts,
    is_field,
    make_target,
)
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

_DEAD = (
    "does nothing",
    "do nothing",
    "no effect",
    "nothing happens",
    "no response",
    "unresponsive",
    "not respond",
    "dead",
)
_ALL_CONTROLS = (
    'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="slider"], '
    '[role="switch"], [role="menuitem"], [onclick], [contenteditable], [tabindex]'
)
_INPUT_EVENTS = "['click', 'dblclick', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend']"
_ANY_SCRIPT = re.compile(r"<script\b.*?(?:</script\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_HANDLER = re.compile(r"\son[a-z]{3,20}\s*=\s*(?:\"[^\"]*\"|'[^']*')", re.IGNORECASE)
_TYPE = re.compile(r"\btype\s*=\s*[\"']?[\w-]+[\"']?", re.IGNORECASE)
_BECOME_TEXT = frozenset(
    {"range", "date", "time", "number", "checkbox", "radio", "color", "file", "month", "datetime-local"}
)


def silence(selector: str, events: str = _INPUT_EVENTS) -> str:
    """A script that blocks input events on elements matching `selector`."""
    return f"""
for (const type of {events}) {{
  addEventListener(type, event => {{
    const at = event.target instanceof Element && event.target.closest('{selector}');
    if (at) {{ event.stopImmediatePropagation(); event.preventDefault(); }}
  }}, true);
}}"""


def _missing(page: ArtifactPage, rng: Random) -> Mutant | None:
    target = choose_target(page, find_controls(page), rng)
    if target is None:
        return None
    return Mutant(
        target.page.with_style(f"{target.selector} {{ display: none !important; }}"), target.where, target.words
    )


def _no_interaction(page: ArtifactPage, rng: Random) -> Mutant | None:
    target = choose_target(page, find_pressable(page), rng)
    if target is None:
        return None
    return Mutant(target.page.with_script(silence(target.selector)), target.where, target.words)


def _partial(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Disables half of the pressable controls, at least two."""
    among = find_pressable(page)
    if len(among) < 3:
        return None
    chosen = sorted(rng.sample(among, max(2, len(among) // 2)), key=lambda one: -one.start)
    selectors: list[str] = []
    words: list[str] = []
    for element in chosen:  # from last to first: a mark shifts the offsets behind it
        target = make_target(page, element, rng)
        page = target.page
        selectors.append(target.selector)
        words += target.words
    return Mutant(page.with_script(silence(", ".join(selectors))), f"{len(chosen)} of {len(among)}", tuple(words))


def _wrong_element(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Moves a control's function to a plain text."""
    target = choose_target(page, find_pressable(page), rng)
    if target is None:
        return None
    place = choose_target(
        target.page,
        [
            element
            for element in exclude_overlapping(find_texts(target.page), target.element)
            if not _is_control(element)
        ],
        rng,
    )
    if place is None:
        return None
    script = f"""
let passing = false;
addEventListener('click', event => {{
  if (passing || !(event.target instanceof Element)) return;
  if (event.target.closest('{target.selector}')) {{ event.stopImmediatePropagation(); event.preventDefault(); }}
  else if (event.target.closest('{place.selector}')) {{
    passing = true;
    document.querySelector('{target.selector}')?.click();
    passing = false;
  }}
}}, true);"""
    return Mutant(place.page.with_script(script), f"{target.where}, instead {place.where}", target.words)


def _is_control(one: MarkupElement) -> bool:
    return one.tag in ("button", "a", "label", "summary") or is_field(one)


def _wrong_type(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Turns a slider, check box, date or number field into a plain text field."""
    special = [
        element
        for element in page.elements
        if element.tag == "input" and element.attributes.get("type", "").lower() in _BECOME_TEXT
    ]
    target = choose_target(page, special, rng)
    if target is None:
        return None
    kind = target.element.attributes.get("type", "").lower()
    changed = target.page.with_tag(target.element, lambda tag: _TYPE.sub('type="text"', tag, count=1))
    return Mutant(changed, f"{target.where} (was {kind})", (*target.words, kind))


def _stripped(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Hides all controls and links, and disables pointer events on all other elements."""
    if not find_controls(page) and not re.search(r"<(?:button|input|select|textarea)\b", page.html, re.IGNORECASE):
        return None
    hidden, deaf = "display: none !important;", "pointer-events: none !important; cursor: auto !important;"
    return Mutant(page.with_style(f"{_ALL_CONTROLS} {{ {hidden} }}\n* {{ {deaf} }}"), "all controls")


def _lifeless(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Removes all scripts; markup and styles stay."""
    if not any(text.strip() for _, _, text in page.scripts()):
        return None
    bare = _ANY_SCRIPT.sub("", page.html)
    return Mutant(page.with_html(_HANDLER.sub("", bare)), "all scripts")


def _covered(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Covers the page with an invisible layer that takes all clicks."""
    if not re.search(r"<(?:button|input|select|textarea|a|canvas)\b", page.html, re.IGNORECASE):
        return None
    layer = f"layer-{rng.randrange(10, 99)}"
    styled = page.with_style(f".{layer} {{ position: fixed; inset: 0; z-index: 2147483000; }}")
    return Mutant(styled.with_script(
        f"const sheet = document.createElement('div');\nsheet.className = '{layer}';\ndocument.body.append(sheet);"
    ), "the whole page", (f".{layer}",))  # fmt: skip


def _unlabelled(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Removes the labels of all fields and the accessible names of buttons and images."""
    bare = page.with_tags(_nameless)
    html = re.sub(r"(<label\b[^<>]{0,400}?)\sfor\s*=\s*(?:\"[^\"]*\"|'[^']*')", r"\1", bare.html)
    html = re.sub(r"<label\b([^<>]{0,400})>", r"<span\1>", html).replace("</label>", "</span>")
    return Mutant(page.with_html(html), "all fields")


def _nameless(tag: str) -> str:
    return re.sub(r"\s(?:aria-label|aria-labelledby|title|placeholder|alt)\s*=\s*(?:\"[^\"]*\"|'[^']*')", "", tag)


def _unfocused(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not find_controls(page):
        return None
    rule = "*:focus, *:focus-visible, *:focus-within { outline: 0 !important; box-shadow: none !important; }"
    return Mutant(page.with_style(rule), "all controls")


MUTATION_OPERATORS = (
    MutationOperator(
        "element-missing",
        "A control is missing",
        "major",
        ("3", "2", "3a", "14"),
        (FindingKind.MISSING_CONTENT, FindingKind.FEW_WORKING_INPUTS, FindingKind.NO_USABLE_CONTROL),
        ("missing", "not there", "absent", "no way to", "cannot"),
        _missing,
        needs_target=True,
    ),
    MutationOperator(
        "no-interaction",
        "A control does nothing",
        "major",
        ("3", "14", "13"),
        (
            FindingKind.DEAD_CONTROL,
            FindingKind.INVISIBLE_EFFECT,
            FindingKind.OWN_LOOK_ONLY,
            FindingKind.WRONG_INPUT_IGNORED,
        ),
        _DEAD,
        _no_interaction,
        needs_target=True,
    ),
    MutationOperator(
        "partial",
        "Half of the controls do nothing",
        "critical",
        ("3", "14", "13"),
        (
            FindingKind.DEAD_CONTROL,
            FindingKind.INVISIBLE_EFFECT,
            FindingKind.OWN_LOOK_ONLY,
            FindingKind.WRONG_INPUT_IGNORED,
            FindingKind.NOTHING_WORKS,
            FindingKind.FEW_WORKING_INPUTS,
        ),
        _DEAD,
        _partial,
        needs_target=True,
    ),
    MutationOperator(
        "wrong-element",
        "Another element has the control's function",
        "major",
        ("3", "14", "13"),
        (
            FindingKind.DEAD_CONTROL,
            FindingKind.INVISIBLE_EFFECT,
            FindingKind.OWN_LOOK_ONLY,
            FindingKind.WRONG_INPUT_IGNORED,
        ),
        _DEAD,
        _wrong_element,
        needs_target=True,
    ),
    MutationOperator(
        "wrong-type",
        "A field has the wrong type",
        "minor",
        ("3", "13", "14", "4"),
        (
            FindingKind.TEXT_FIELD_AMONG_RADIOS,
            FindingKind.WRONG_INPUT_ACCEPTED,
            FindingKind.WRONG_INPUT_IGNORED,
            FindingKind.INVALID_VALUE,
            FindingKind.RAW_OBJECT,
            FindingKind.DEAD_CONTROL,
        ),
        ("type", "plain text", "text field", "text box"),
        _wrong_type,
        needs_target=True,
    ),
    MutationOperator(
        "stripped",
        "The page has no controls",
        "critical",
        ("3", "3a", "13", "14", "2"),
        (
            FindingKind.NO_USABLE_CONTROL,
            FindingKind.NOTHING_WORKS,
            FindingKind.FEW_WORKING_INPUTS,
            FindingKind.DEAD_STAGE,
        ),
        (
            "no control",
            "nothing to use",
            "nothing that can be",
            "nothing can be",
            "no input",
            "no button",
            "no interact",
            "cannot be used",
            "missing",
            "works",
            "nothing to",
        ),
        _stripped,
    ),
    MutationOperator(
        "lifeless",
        "The page has no scripts",
        "critical",
        ("3", "1", "13", "14", "4", "2"),
        (
            FindingKind.NOTHING_WORKS,
            FindingKind.NO_USABLE_CONTROL,
            FindingKind.FEW_WORKING_INPUTS,
            FindingKind.DEAD_CONTROL,
            FindingKind.DEAD_KEY,
            FindingKind.DEAD_STAGE,
            FindingKind.OWN_LOOK_ONLY,
            FindingKind.MISSING_LINK_TARGET,
            FindingKind.FORM_RELOADS_PAGE,
            FindingKind.ALL_CONTROLS_DISABLED,
            "stale-slider-value",
            FindingKind.BLANK_PAGE,
            FindingKind.EMPTY_BESIDE_SIDEBAR,
            FindingKind.UNFILLED_TEMPLATE,
        ),
        (*_DEAD, "nothing on the page", "works", "static", "no script", "empty", "blank"),
        _lifeless,
    ),
    MutationOperator(
        "covered",
        "An invisible layer takes all clicks",
        "critical",
        ("3", "14", "4", "13"),
        (
            FindingKind.PAGE_COVERED,
            FindingKind.COVERED_CONTROL,
            FindingKind.CONTROL_UNDER_FIXED_ELEMENT,
            FindingKind.DEAD_CONTROL,
            FindingKind.DEAD_STAGE,
            FindingKind.NOTHING_WORKS,
            FindingKind.NO_USABLE_CONTROL,
        ),
        (
            *_DEAD,
            "covered",
            "under something",
            "hidden under",
            "cannot be reached",
            "blocked",
            "overlay",
            "nothing on the page",
            "works",
        ),
        _covered,
    ),
    MutationOperator(
        "unlabelled",
        "Fields and buttons have no names",
        "minor",
        ("14",),
        (FindingKind.UNNAMED_CONTROL, FindingKind.UNDESCRIBED_DRAWING),
        ("name", "label", "unnamed"),
        _unlabelled,
    ),
    MutationOperator(
        "unfocused",
        "Keyboard focus is not visible",
        "minor",
        ("14", "13"),
        ("invisible-focus",),
        ("focus",),
        _unfocused,
    ),
)
