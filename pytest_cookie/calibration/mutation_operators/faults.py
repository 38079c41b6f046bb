"""Operators on code: errors, stale values, lost data, wrong calculations, truncated source."""

import re
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.mutation_operators.controls import silence
from pytest_cookie.calibration.target_element import choose_target, find_pressable
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

_STORE_READ = re.compile(r"(\.\s*+getItem\s*+\(\s*+)([^()]{1,120})(\s*+\))")
_SHOWS = re.compile(r"\.(textContent|innerText)(\s*=(?!=))")
_SHOWN_BY_ID = re.compile(r"(?:getElementById\(|querySelector\(|\$\()\s*['\"]#?([\w-]{1,60})['\"]\s*\)\s*$")
_SUM = re.compile(r"(?<=[\w)\]] )([*/+-])(?= [A-Za-z_(])(?! ['\"`])")
_SWAP = {"*": "+", "/": "*", "-": "+", "+": "-"}
_WRITTEN = re.compile(r"\$\{([A-Za-z_]\w{0,40}\.[A-Za-z_]\w{0,40})\}")
_EVERY_SECOND = re.compile(r"(setInterval\s*\((?:(?!setInterval).){1,1500}?,\s*)1000(\s*\))", re.DOTALL)
_ELAPSED = re.compile(r"(\(\s*[\w.()]{1,40}\s*-\s*[\w.()]{1,40}\s*\)\s*/\s*)1000\b")
_DELAYS = re.compile(r"(setInterval\s*\(\s*[\w.$]{1,60}\s*,\s*)(\d{2,5})(\s*\))")
_KEYS = re.compile(r"['\"]key(?:down|up|press)['\"]|\bonkey(?:down|up|press)\b", re.IGNORECASE)
_CUT = (0.72, 0.93)
_NAMES = ("entries", "settings", "results", "session", "model", "selection")
_LOSSES = (
    "update",
    "stale",
    "stays",
    "does nothing",
    "do nothing",
    "no effect",
    "old value",
    "not change",
    "unchanged",
)


def _error_on_use(page: ArtifactPage, rng: Random) -> Mutant | None:
    target = choose_target(page, find_pressable(page), rng)
    if target is None:
        return None
    name = rng.choice(_NAMES)
    script = f"""
const {name}Of = at => at.dataset.{name};
addEventListener('click', event => {{
  const at = event.target instanceof Element && event.target.closest('{target.selector}');
  if (!at) return;
  event.stopImmediatePropagation(); event.preventDefault();
  {name}Of(at).forEach(one => at.dispatchEvent(new CustomEvent('change', {{ detail: one }})));
}}, true);"""
    return Mutant(target.page.with_script(script), target.where, target.words)


def _error_at_load(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not page.html.strip():
        return None
    name = rng.choice(_NAMES)
    return Mutant(page.with_script(f"document.querySelector('.{name}-panel').classList.add('is-ready');"), "at load")


def _stale(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Breaks one statement that updates a displayed value."""
    places = [(path, at + match.start(), match) for path, at, text in page.scripts() for match in _SHOWS.finditer(text)]
    if not places:
        return None
    path, start, match = rng.choice(places)
    text = page.text(path)
    end = start + len(match[0])
    named = _SHOWN_BY_ID.search(text[max(0, start - 120) : start])
    words = (f"#{named[1]}",) if named else ()
    changed = page.with_text(path, f"{text[:start]}.ariaDescription{match[2]}{text[end:]}")
    return Mutant(changed, words[0] if words else f"{path}, {match[0].strip()} at {start}", words)


def _lost(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Reads stored values under a wrong key."""
    changed = page
    for path, text in page.code.items():
        if "localStorage" in text:
            changed = changed.with_text(path, _STORE_READ.sub(r"\g<1>\g<2> + '.v2'\g<3>", text))
    return Mutant(changed, "what is stored")


def _stuck(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Blocks all input after a few uses."""
    if not find_pressable(page) and not any("'click'" in text or "onclick" in text for text in page.code.values()):
        return None
    most = rng.randrange(3, 6)
    script = f"""
let uses = 0;
for (const type of ['click', 'input', 'change', 'keydown', 'pointerdown', 'mousedown', 'touchstart', 'submit']) {{
  addEventListener(type, event => {{
    if (type === 'click' || type === 'keydown') uses += 1;
    if (uses > {most}) {{ event.stopImmediatePropagation(); if (type === 'submit') event.preventDefault(); }}
  }}, true);
}}"""
    return Mutant(page.with_script(script), f"after {most} uses")


def _stuck_control(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Makes one control work only once."""
    target = choose_target(page, [element for element in find_pressable(page) if element.tag != "summary"], rng)
    if target is None:
        return None
    script = f"""
let sent = 0;
addEventListener('click', event => {{
  const at = event.target instanceof Element && event.target.closest('{target.selector}');
  if (at && (sent += 1) > 1) {{ event.stopImmediatePropagation(); event.preventDefault(); }}
}}, true);"""
    return Mutant(target.page.with_script(script), target.where, target.words)


def _dead_keys(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not any(_KEYS.search(text) for text in page.code.values()):
        return None
    script = """for (const type of ['keydown', 'keyup', 'keypress']) {
  addEventListener(type, event => event.stopImmediatePropagation(), true);
}"""
    head = re.search(r"<head\b[^<>]{0,400}>", page.html, re.IGNORECASE)
    if head is None:
        return Mutant(page.with_script(script), "all keys")
    # before the page's own listeners, because listeners of one target run in order of registration
    html = f"{page.html[: head.end()]}\n<script>\n{script}\n</script>{page.html[head.end() :]}"
    return Mutant(page.with_html(html), "all keys")


def _wrong_function(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Replaces one arithmetic operator."""
    places = [
        (path, at + match.start(), match[1]) for path, at, text in page.scripts() for match in _SUM.finditer(text)
    ]
    if not places:
        return None
    path, start, operator = rng.choice(places)
    text = page.text(path)
    line = text[text.rfind("\n", 0, start) + 1 : start + 40].strip()[:80]
    return Mutant(page.with_text(path, f"{text[:start]}{_SWAP[operator]}{text[start + 1 :]}"), f"{path}: {line}")


def _undefined(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Makes a template string use a property that does not exist."""
    places = [
        (path, at + match.start(), match[1]) for path, at, text in page.scripts() for match in _WRITTEN.finditer(text)
    ]
    if not places:
        return None
    path, start, field = rng.choice(places)
    text = page.text(path)
    end = start + len(field) + 2
    return Mutant(page.with_text(path, f"{text[:end]}Text{text[end:]}"), f"{path}: {field}")


def _drift(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Makes a timer run too slowly, or scales the elapsed time."""
    slow = str(rng.randrange(1300, 1900))
    changed = page
    for path, text in page.code.items():
        slowed = _EVERY_SECOND.sub(lambda found: f"{found[1]}{slow}{found[2]}", text)
        slowed = _ELAPSED.sub(lambda found: f"{found[1]}{slow}", slowed)
        if slowed == text:
            slowed = _DELAYS.sub(lambda found: f"{found[1]}{int(found[2]) * 16 // 10}{found[3]}", text)
        changed = changed.with_text(path, slowed) if slowed != text else changed
    return Mutant(changed, "the timer")


def _truncated(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Cuts the source off, as if the model ran out of tokens."""
    if len(page.html) < 200:
        return None
    low, high = _CUT
    return Mutant(page.with_html(page.html[: int(len(page.html) * rng.uniform(low, high))]), "the end of the source")


def _blank(page: ArtifactPage, rng: Random) -> Mutant | None:
    body = next((element for element in page.elements if element.tag == "body"), None)
    if body is None or body.end == body.open_end:
        return None
    return Mutant(page.with_inner(body, "\n"), "the whole page")


def _dead_form(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Makes submitting a form have no effect."""
    forms = [element for element in page.elements if element.tag == "form"]
    target = choose_target(page, forms, rng)
    if target is None:
        return None
    return Mutant(target.page.with_script(silence(target.selector, "['submit']")), target.where, target.words[1:])


_DEAD = (
    "does nothing",
    "do nothing",
    "no effect",
    "nothing happens",
    "not respond",
    "unresponsive",
    "stops",
    "no longer",
    "works",
)

MUTATION_OPERATORS = (
    MutationOperator(
        "error-on-use",
        "A control throws an error",
        "critical",
        ("3", "5", "13", "14"),
        (FindingKind.ERROR_ON_USE, FindingKind.UNCAUGHT_ERROR, FindingKind.CONSOLE_ERROR),
        ("forEach", "TypeError", "undefined", "error", "throws"),
        _error_on_use,
    ),
    MutationOperator(
        "error-at-load",
        "The page throws an error at load",
        "major",
        ("5", "1", "3"),
        (FindingKind.UNCAUGHT_ERROR, FindingKind.CONSOLE_ERROR),
        ("classList", "TypeError", "error", "null"),
        _error_at_load,
    ),
    MutationOperator(
        "stale-state",
        "A displayed value is not updated",
        "major",
        ("3", "13", "14", "4", "2a", "2"),
        (
            FindingKind.DEAD_CONTROL,
            FindingKind.INVISIBLE_EFFECT,
            FindingKind.OWN_LOOK_ONLY,
            FindingKind.NOTHING_WORKS,
            "stale-slider-value",
            FindingKind.WRONG_INPUT_IGNORED,
            FindingKind.MISSING_CONTENT,
        ),
        _LOSSES,
        _stale,
    ),
    MutationOperator(
        "lost-on-reload",
        "Data is lost after a reload",
        "critical",
        ("3", "14"),
        (FindingKind.LOST_ON_RELOAD,),
        ("reload", "lost", "persist", "saved", "kept"),
        _lost,
    ),
    MutationOperator(
        "stuck-after-uses",
        "The page stops responding after some uses",
        "critical",
        ("3", "13", "14"),
        (
            FindingKind.STOPS_RESPONDING,
            "stuck-control",
            "works-once",
            "one-way-toggle",
            FindingKind.DEAD_CONTROL,
            FindingKind.DEAD_STAGE,
            FindingKind.NOTHING_WORKS,
        ),
        _DEAD,
        _stuck,
    ),
    MutationOperator(
        "stuck-control",
        "A control works only once",
        "major",
        ("3", "13", "14"),
        ("stuck-control", "works-once", "one-way-toggle", FindingKind.DEAD_CONTROL),
        _DEAD,
        _stuck_control,
        needs_target=True,
    ),
    MutationOperator(
        "dead-form",
        "Submitting a form has no effect",
        "critical",
        ("3", "13", "14"),
        (
            FindingKind.DEAD_CONTROL,
            FindingKind.INVISIBLE_EFFECT,
            FindingKind.OWN_LOOK_ONLY,
            FindingKind.NOTHING_WORKS,
            FindingKind.WRONG_INPUT_IGNORED,
        ),
        _DEAD,
        _dead_form,
    ),
    MutationOperator(
        "dead-keys",
        "Keyboard input has no effect",
        "major",
        ("3", "13", "14"),
        (FindingKind.DEAD_KEY, FindingKind.DEAD_STAGE, FindingKind.DEAD_CONTROL, FindingKind.NOTHING_WORKS),
        ("key", "keyboard", "arrow", "stage", *_DEAD),
        _dead_keys,
    ),
    MutationOperator(
        "wrong-function",
        "One calculation is wrong",
        "major",
        ("3", "2", "4"),
        (
            "wrong-direction",
            FindingKind.INVALID_VALUE,
            FindingKind.RAW_OBJECT,
            "clock-drift",
            FindingKind.PAGE_NUMBER_BEYOND_LAST,
        ),
        ("wrong", "incorrect", "calculat", "sum", "total", "result"),
        _wrong_function,
    ),
    MutationOperator(
        "undefined-shown",
        "The page shows undefined",
        "major",
        ("4", "3", "13"),
        (FindingKind.INVALID_VALUE, FindingKind.UNDEFINED_IN_NAME),
        ("undefined",),
        _undefined,
    ),
    MutationOperator(
        "timer-drift",
        "A timer runs too slowly",
        "major",
        ("3", "13"),
        ("clock-drift",),
        ("timer", "second", "drift", "slow", "clock", "countdown"),
        _drift,
    ),
    MutationOperator(
        "truncated-source",
        "The source is truncated",
        "critical",
        ("1", "3", "5", "13", "4", "2", "10", "14"),
        (
            FindingKind.CUT_OFF_SOURCE,
            FindingKind.UNPARSED_SCRIPT,
            FindingKind.UNCAUGHT_ERROR,
            FindingKind.ERROR_ON_USE,
            FindingKind.BLANK_PAGE,
            FindingKind.EMPTY_BESIDE_SIDEBAR,
            FindingKind.NOTHING_WORKS,
            FindingKind.NO_USABLE_CONTROL,
        ),
        (
            "cut",
            "truncat",
            "SyntaxError",
            "Unexpected",
            "incomplete",
            "unfinished",
            "nothing on the page",
            "nothing works",
            "blank",
            "empty",
            "not defined",
        ),
        _truncated,
    ),
    MutationOperator(
        "blank",
        "The page is blank",
        "critical",
        ("1", "3", "4", "2"),
        (FindingKind.BLANK_PAGE, FindingKind.BLANK_AFTER_LOAD, FindingKind.EMPTY_BESIDE_SIDEBAR),
        ("blank", "empty", "nothing to see", "no content", "nothing is"),
        _blank,
    ),
)
