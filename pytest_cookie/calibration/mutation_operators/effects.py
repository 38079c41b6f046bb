"""What a press does: something else, elsewhere, once, or without a word. Interaction2Code's failures of effects."""

import re
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.mutation_operators.controls import silence
from pytest_cookie.calibration.target_element import blocks, choose, controls, others, pressed

_DEAD = ("does nothing", "do nothing", "no effect", "nothing happens", "wrong", "instead", "unrelated", "not respond")
_LIVE = re.compile(r"role\s*=\s*[\"']?(?:status|alert|log)|aria-live|<output\b|\btoast\b|\bsnack", re.IGNORECASE)
_PLACES = '[role="status"], [role="alert"], [role="log"], [aria-live], output, [class*="toast"], [id*="toast"]'
_CHECKS = re.compile(
    r"\s(?:required|min|max|step|pattern|minlength|maxlength)(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'<>]{1,60}))?(?=[\s>/])",
    re.IGNORECASE,
)
_FIELD_TAG = re.compile(r"<(?:input|textarea|select)\b[^<>]{0,2000}>", re.IGNORECASE)


def _wrong_effect(page: ArtifactPage, chance: Random) -> Mutant | None:
    """The control changes its own colour and nothing else."""
    victim = choose(page, pressed(page), chance)
    if victim is None:
        return None
    hue = chance.randrange(360)
    script = f"""{silence(victim.selector, "['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup']")}
let lit = false;
addEventListener('click', event => {{
  const at = event.target instanceof Element && event.target.closest('{victim.selector}');
  if (!at) return;
  event.stopImmediatePropagation(); event.preventDefault();
  lit = !lit;
  at.style.backgroundColor = lit ? 'hsl({hue} 60% 70%)' : '';
}}, true);"""
    return Mutant(victim.page.with_script(script), victim.where, victim.words)


def _on_wrong_element(page: ArtifactPage, chance: Random) -> Mutant | None:
    """One control does another one's work."""
    victim = choose(page, pressed(page), chance)
    if victim is None:
        return None
    other = choose(
        victim.page, [one for one in others(pressed(victim.page), victim.element) if one.tag == "button"], chance
    )
    if other is None or other.selector == victim.selector:
        return None
    script = f"""
addEventListener('click', event => {{
  const at = event.target instanceof Element && event.target.closest('{victim.selector}');
  if (!at || !event.isTrusted) return;
  event.stopImmediatePropagation(); event.preventDefault();
  document.querySelector('{other.selector}')?.click();
}}, true);"""
    return Mutant(
        other.page.with_script(script), f"{victim.where} does what {other.where} does", (*victim.words, *other.words)
    )


def _wrong_position(page: ArtifactPage, chance: Random) -> Mutant | None:
    """A control stands far from where it belongs, over other things."""
    victim = choose(page, controls(page), chance)
    if victim is None:
        return None
    right, down = (
        chance.choice((-1, 1)) * chance.randrange(90, 240),
        chance.choice((-1, 1)) * chance.randrange(120, 260),
    )
    rule = (
        f"{victim.selector} {{ position: relative !important; left: {right}px !important; top: {down}px !important; }}"
    )
    return Mutant(victim.page.with_style(rule), victim.where, victim.words)


def _position_after(page: ArtifactPage, chance: Random) -> Mutant | None:
    """Once something is pressed, a part of the page stands where it should not."""
    victim = choose(page, blocks(page), chance)
    if victim is None:
        return None
    right, down = chance.choice((-1, 1)) * chance.randrange(120, 320), chance.randrange(60, 200)
    script = f"""
addEventListener('click', event => {{
  if (event.target === document.body || event.target === document.documentElement) return;
  for (const at of document.querySelectorAll('{victim.selector}')) {{
    at.style.position = 'relative'; at.style.left = '{right}px'; at.style.top = '{down}px';
  }}
}});"""
    return Mutant(victim.page.with_script(script), victim.where, victim.words)


def _no_feedback(page: ArtifactPage, chance: Random) -> Mutant | None:
    """What the page says of what was done is never seen."""
    if not any(_LIVE.search(text) for text in page.code.values()):
        return None
    return Mutant(page.with_style(f"{_PLACES} {{ display: none !important; }}"), "all messages")


def _alert_storm(page: ArtifactPage, chance: Random) -> Mutant | None:
    """Every press is answered by a dialog of the browser's, which has to be closed first."""
    if not controls(page) and not page.code:
        return None
    said = chance.choice(("document.title || 'OK'", "(at.innerText || document.title || 'OK').trim()"))
    script = f"""
addEventListener('click', event => {{
  const at = event.target instanceof Element && event.target.closest('button, a, input, select, [role="button"]');
  if (at) alert({said});
}});"""
    return Mutant(page.with_script(script), "every press")


def _unchecked(page: ArtifactPage, chance: Random) -> Mutant | None:
    """Nothing that is entered is checked by the browser."""
    html = _FIELD_TAG.sub(lambda tag: _CHECKS.sub("", tag[0]), page.html)
    html = re.sub(r"<form\b", "<form novalidate", html, flags=re.IGNORECASE)
    return Mutant(page.with_html(html), "all fields")


FAMILIES = (
    MutationOperator(
        "wrong-effect",
        "A control does something else than it says",
        "major",
        ("3", "13"),
        _DEAD,
        _wrong_effect,
        needs_victim=True,
    ),
    MutationOperator(
        "effect-on-wrong-element",
        "A control does another one's work",
        "critical",
        ("3", "13"),
        _DEAD,
        _on_wrong_element,
        needs_victim=True,
    ),
    MutationOperator(
        "wrong-position",
        "A control stands where it does not belong",
        "major",
        ("7", "4", "6", "14", "8"),
        ("position", "overlap", "covers", "cover", "misplaced", "out of place", "under"),
        _wrong_position,
    ),
    MutationOperator(
        "position-after",
        "A press sends a part of the page astray",
        "major",
        ("7", "3", "13", "4", "14"),
        ("position", "jump", "shift", "moves", "misplaced", "overlap"),
        _position_after,
    ),
    MutationOperator(
        "no-feedback",
        "Messages are never seen",
        "major",
        ("13", "3", "14"),
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
        "Every press opens a browser dialog",
        "major",
        ("13", "14", "3"),
        ("alert", "dialog", "interrupt"),
        _alert_storm,
    ),
    MutationOperator(
        "unchecked",
        "Wrong input is not refused",
        "minor",
        ("13", "4", "3"),
        ("invalid", "wrong input", "refus", "validat", "accept", "taken", "NaN", "message"),
        _unchecked,
    ),
)
