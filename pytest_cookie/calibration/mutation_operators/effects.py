"""Operators on effects of controls: wrong, misplaced, without feedback. After Interaction2Code's effect failures."""

import re
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.mutation_operators.controls import silence
from pytest_cookie.calibration.target_element import (
    choose_target,
    exclude_overlapping,
    find_blocks,
    find_controls,
    find_pressable,
)
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

_DEAD = ("does nothing", "do nothing", "no effect", "nothing happens", "wrong", "instead", "unrelated", "not respond")
_LIVE = re.compile(r"role\s*=\s*[\"']?(?:status|alert|log)|aria-live|<output\b|\btoast\b|\bsnack", re.IGNORECASE)
_PLACES = '[role="status"], [role="alert"], [role="log"], [aria-live], output, [class*="toast"], [id*="toast"]'
_CHECKS = re.compile(
    r"\s(?:required|min|max|step|pattern|minlength|maxlength)(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>]{1,60}))?(?=[\s>/])",
    re.IGNORECASE,
)
_FIELD_TAG = re.compile(r"<(?:input|textarea|select)\b[^<>]{0,2000}>", re.IGNORECASE)


def _wrong_effect(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Makes a control change only its own colour."""
    target = choose_target(page, find_pressable(page), rng)
    if target is None:
        return None
    hue = rng.randrange(360)
    script = f"""{silence(target.selector, "['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup']")}
let lit = false;
addEventListener('click', event => {{
  const at = event.target instanceof Element && event.target.closest('{target.selector}');
  if (!at) return;
  event.stopImmediatePropagation(); event.preventDefault();
  lit = !lit;
  at.style.backgroundColor = lit ? 'hsl({hue} 60% 70%)' : '';
}}, true);"""
    return Mutant(target.page.with_script(script), target.where, target.words)


def _on_wrong_element(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Makes a control trigger another control's function."""
    target = choose_target(page, find_pressable(page), rng)
    if target is None:
        return None
    other = choose_target(
        target.page,
        [
            element
            for element in exclude_overlapping(find_pressable(target.page), target.element)
            if element.tag == "button"
        ],
        rng,
    )
    if other is None or other.selector == target.selector:
        return None
    script = f"""
addEventListener('click', event => {{
  const at = event.target instanceof Element && event.target.closest('{target.selector}');
  if (!at || !event.isTrusted) return;
  event.stopImmediatePropagation(); event.preventDefault();
  document.querySelector('{other.selector}')?.click();
}}, true);"""
    return Mutant(
        other.page.with_script(script), f"{target.where} does what {other.where} does", (*target.words, *other.words)
    )


def _wrong_position(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Moves a control far from its place, over other elements."""
    target = choose_target(page, find_controls(page), rng)
    if target is None:
        return None
    right, down = (
        rng.choice((-1, 1)) * rng.randrange(90, 240),
        rng.choice((-1, 1)) * rng.randrange(120, 260),
    )
    rule = (
        f"{target.selector} {{ position: relative !important; left: {right}px !important; top: {down}px !important; }}"
    )
    return Mutant(target.page.with_style(rule), target.where, target.words)


def _position_after(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Moves a part of the page after the first click."""
    target = choose_target(page, find_blocks(page), rng)
    if target is None:
        return None
    right, down = rng.choice((-1, 1)) * rng.randrange(120, 320), rng.randrange(60, 200)
    script = f"""
addEventListener('click', event => {{
  if (event.target === document.body || event.target === document.documentElement) return;
  for (const at of document.querySelectorAll('{target.selector}')) {{
    at.style.position = 'relative'; at.style.left = '{right}px'; at.style.top = '{down}px';
  }}
}});"""
    return Mutant(target.page.with_script(script), target.where, target.words)


def _no_feedback(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Hides all status messages."""
    if not any(_LIVE.search(text) for text in page.code.values()):
        return None
    return Mutant(page.with_style(f"{_PLACES} {{ display: none !important; }}"), "all messages")


def _alert_storm(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Opens a browser dialog after every click."""
    if not find_controls(page) and not page.code:
        return None
    message = rng.choice(("document.title || 'OK'", "(at.innerText || document.title || 'OK').trim()"))
    script = f"""
addEventListener('click', event => {{
  const at = event.target instanceof Element && event.target.closest('button, a, input, select, [role="button"]');
  if (at) alert({message});
}});"""
    return Mutant(page.with_script(script), "every press")


def _unchecked(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Removes the browser's validation from all fields."""
    html = _FIELD_TAG.sub(lambda tag: _CHECKS.sub("", tag[0]), page.html)
    html = re.sub(r"<form\b", "<form novalidate", html, flags=re.IGNORECASE)
    return Mutant(page.with_html(html), "all fields")


MUTATION_OPERATORS = (
    MutationOperator(
        "wrong-effect",
        "A control does not do what its label says",
        "major",
        ("3", "13", "14"),
        (
            FindingKind.OWN_LOOK_ONLY,
            FindingKind.DEAD_CONTROL,
            FindingKind.INVISIBLE_EFFECT,
            "undo-without-effect",
            "swap-without-effect",
            "clock-not-paused",
            FindingKind.WRONG_INPUT_IGNORED,
        ),
        _DEAD,
        _wrong_effect,
        needs_target=True,
    ),
    MutationOperator(
        "effect-on-wrong-element",
        "A control has another control's function",
        "critical",
        ("3", "13", "14"),
        (
            "acts-on-other-control",
            "wrong-direction",
            "wrong-row-removed",
            "undo-without-effect",
            "swap-without-effect",
            "clock-not-paused",
            "one-way-toggle",
            "toggle-keeps-effect",
            FindingKind.DEAD_CONTROL,
            FindingKind.INVISIBLE_EFFECT,
            FindingKind.OWN_LOOK_ONLY,
        ),
        _DEAD,
        _on_wrong_element,
        needs_target=True,
    ),
    MutationOperator(
        "wrong-position",
        "A control is misplaced",
        "major",
        ("7", "4", "6", "14", "8"),
        (
            FindingKind.OVERLAPPING_CONTROLS,
            FindingKind.OVERLAPPING_TEXT,
            FindingKind.COVERED_CONTROL,
            FindingKind.CONTROL_UNDER_FIXED_ELEMENT,
            FindingKind.SIDEWAYS_OVERFLOW,
        ),
        ("position", "overlap", "covers", "cover", "misplaced", "out of place", "under"),
        _wrong_position,
    ),
    MutationOperator(
        "position-after",
        "A click displaces a part of the page",
        "major",
        ("7", "3", "13", "4", "14"),
        ("jumping-part", FindingKind.COVERED_CONTROL),
        ("position", "jump", "shift", "moves", "misplaced", "overlap"),
        _position_after,
    ),
    MutationOperator(
        "no-feedback",
        "Messages are not visible",
        "major",
        ("13", "3", "14"),
        (
            FindingKind.WRONG_INPUT_IGNORED,
            FindingKind.DEAD_CONTROL,
            FindingKind.INVISIBLE_EFFECT,
            FindingKind.OWN_LOOK_ONLY,
        ),
        (
            "feedback",
            "message",
            "in silence",
            "silent",
            "no word",
            "says nothing",
            "does nothing",
            "visibly",
            "nothing says",
            "confirm",
        ),
        _no_feedback,
    ),
    MutationOperator(
        "alert-storm",
        "Every click opens a browser dialog",
        "major",
        ("13", "14", "3"),
        ("repeated-dialogs", "unprompted-dialog", "browser-dialog"),
        ("alert", "dialog", "interrupt"),
        _alert_storm,
    ),
    MutationOperator(
        "unchecked",
        "Invalid input is accepted",
        "minor",
        ("13", "4", "3"),
        (
            FindingKind.WRONG_INPUT_ACCEPTED,
            FindingKind.WRONG_INPUT_IGNORED,
            FindingKind.INVALID_VALUE,
            FindingKind.RAW_OBJECT,
        ),
        ("invalid", "wrong input", "refus", "validat", "accept", "taken", "NaN", "message"),
        _unchecked,
    ),
)
