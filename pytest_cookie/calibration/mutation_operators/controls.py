"""Controls that are not there, of a wrong kind, or dead: Interaction2Code's failures on interactive elements."""

import re
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.markup import Element
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.target_element import choose, controls, is_field, others, pressed, reach, texts

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
    """A script that lets no press of what `selector` finds through to the page."""
    return f"""
for (const type of {events}) {{
  addEventListener(type, event => {{
    const at = event.target instanceof Element && event.target.closest('{selector}');
    if (at) {{ event.stopImmediatePropagation(); event.preventDefault(); }}
  }}, true);
}}"""


def _missing(page: ArtifactPage, chance: Random) -> Mutant | None:
    victim = choose(page, controls(page), chance)
    if victim is None:
        return None
    return Mutant(
        victim.page.with_style(f"{victim.selector} {{ display: none !important; }}"), victim.where, victim.words
    )


def _no_interaction(page: ArtifactPage, chance: Random) -> Mutant | None:
    victim = choose(page, pressed(page), chance)
    if victim is None:
        return None
    return Mutant(victim.page.with_script(silence(victim.selector)), victim.where, victim.words)


def _partial(page: ArtifactPage, chance: Random) -> Mutant | None:
    """Half of what is pressed is dead, at least two."""
    among = pressed(page)
    if len(among) < 3:
        return None
    chosen = sorted(chance.sample(among, max(2, len(among) // 2)), key=lambda one: -one.start)
    selectors: list[str] = []
    words: list[str] = []
    for element in chosen:  # from the last to the first: a mark moves only what stands behind it
        victim = reach(page, element, chance)
        page = victim.page
        selectors.append(victim.selector)
        words += victim.words
    return Mutant(page.with_script(silence(", ".join(selectors))), f"{len(chosen)} of {len(among)}", tuple(words))


def _wrong_element(page: ArtifactPage, chance: Random) -> Mutant | None:
    """The control is dead, and a text that promises nothing does its work."""
    victim = choose(page, pressed(page), chance)
    if victim is None:
        return None
    place = choose(
        victim.page, [one for one in others(texts(victim.page), victim.element) if not _is_control(one)], chance
    )
    if place is None:
        return None
    script = f"""
let passing = false;
addEventListener('click', event => {{
  if (passing || !(event.target instanceof Element)) return;
  if (event.target.closest('{victim.selector}')) {{ event.stopImmediatePropagation(); event.preventDefault(); }}
  else if (event.target.closest('{place.selector}')) {{
    passing = true;
    document.querySelector('{victim.selector}')?.click();
    passing = false;
  }}
}}, true);"""
    return Mutant(place.page.with_script(script), f"{victim.where}, instead {place.where}", victim.words)


def _is_control(one: Element) -> bool:
    return one.tag in ("button", "a", "label", "summary") or is_field(one)


def _wrong_type(page: ArtifactPage, chance: Random) -> Mutant | None:
    """A slider, a tick, a calendar or a number field becomes a plain line of text."""
    special = [
        one for one in page.elements if one.tag == "input" and one.attributes.get("type", "").lower() in _BECOME_TEXT
    ]
    victim = choose(page, special, chance)
    if victim is None:
        return None
    kind = victim.element.attributes.get("type", "").lower()
    changed = victim.page.with_tag(victim.element, lambda tag: _TYPE.sub('type="text"', tag, count=1))
    return Mutant(changed, f"{victim.where} (was {kind})", (*victim.words, kind))


def _stripped(page: ArtifactPage, chance: Random) -> Mutant | None:
    """Nothing to press, to fill in or to follow; what else has a listener hears of no pointer, only the page itself."""
    if not controls(page) and not re.search(r"<(?:button|input|select|textarea)\b", page.html, re.IGNORECASE):
        return None
    hidden, deaf = "display: none !important;", "pointer-events: none !important; cursor: auto !important;"
    return Mutant(page.with_style(f"{_ALL_CONTROLS} {{ {hidden} }}\n* {{ {deaf} }}"), "all controls")


def _lifeless(page: ArtifactPage, chance: Random) -> Mutant | None:
    """The page as a picture of itself: markup and style without any script."""
    if not any(text.strip() for _, _, text in page.scripts()):
        return None
    bare = _ANY_SCRIPT.sub("", page.html)
    return Mutant(page.with_html(_HANDLER.sub("", bare)), "all scripts")


def _covered(page: ArtifactPage, chance: Random) -> Mutant | None:
    """Something that nobody sees lies over all of the page and takes every press."""
    if not re.search(r"<(?:button|input|select|textarea|a|canvas)\b", page.html, re.IGNORECASE):
        return None
    layer = f"layer-{chance.randrange(10, 99)}"
    styled = page.with_style(f".{layer} {{ position: fixed; inset: 0; z-index: 2147483000; }}")
    return Mutant(styled.with_script(
        f"const sheet = document.createElement('div');\nsheet.className = '{layer}';\ndocument.body.append(sheet);"
    ), "the whole page", (f".{layer}",))  # fmt: skip


def _unlabelled(page: ArtifactPage, chance: Random) -> Mutant | None:
    """No field has a label, no button of a picture a name."""
    bare = page.with_tags(_nameless)
    html = re.sub(r"(<label\b[^<>]{0,400}?)\sfor\s*=\s*(?:\"[^\"]*\"|'[^']*')", r"\1", bare.html)
    html = re.sub(r"<label\b([^<>]{0,400})>", r"<span\1>", html).replace("</label>", "</span>")
    return Mutant(page.with_html(html), "all fields")


def _nameless(tag: str) -> str:
    return re.sub(r"\s(?:aria-label|aria-labelledby|title|placeholder|alt)\s*=\s*(?:\"[^\"]*\"|'[^']*')", "", tag)


def _unfocused(page: ArtifactPage, chance: Random) -> Mutant | None:
    if not controls(page):
        return None
    rule = "*:focus, *:focus-visible, *:focus-within { outline: 0 !important; box-shadow: none !important; }"
    return Mutant(page.with_style(rule), "all controls")


FAMILIES = (
    MutationOperator(
        "element-missing",
        "A control is not there",
        "major",
        ("3", "2", "3a", "14"),
        ("missing", "not there", "absent", "no way to", "cannot"),
        _missing,
        needs_victim=True,
    ),
    MutationOperator(
        "no-interaction",
        "A control does nothing",
        "major",
        ("3", "14", "13"),
        _DEAD,
        _no_interaction,
        needs_victim=True,
    ),
    MutationOperator(
        "partial", "Half of the controls do nothing", "critical", ("3", "14", "13"), _DEAD, _partial, needs_victim=True
    ),
    MutationOperator(
        "wrong-element",
        "Something else does what the control should",
        "major",
        ("3", "14", "13"),
        _DEAD,
        _wrong_element,
        needs_victim=True,
    ),
    MutationOperator(
        "wrong-type",
        "A field is of the wrong type",
        "minor",
        ("3", "13", "14", "4"),
        ("type", "plain text", "text field", "text box"),
        _wrong_type,
        needs_victim=True,
    ),
    MutationOperator(
        "stripped",
        "The page has no controls",
        "critical",
        ("3", "3a", "13", "14", "2"),
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
        (*_DEAD, "nothing on the page", "works", "static", "no script", "empty", "blank"),
        _lifeless,
    ),
    MutationOperator(
        "covered",
        "An unseen layer takes every press",
        "critical",
        ("3", "14", "4", "13"),
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
        "unlabelled", "Fields and buttons have no names", "minor", ("14",), ("name", "label", "unnamed"), _unlabelled
    ),
    MutationOperator("unfocused", "The keyboard's focus cannot be seen", "minor", ("14", "13"), ("focus",), _unfocused),
)
