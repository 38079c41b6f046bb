"""Operators on appearance: missing styles, poor readability, misplaced parts, overflow, inconsistent design."""

import re
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.target_element import TargetElement, choose_target, find_blocks, find_texts
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

_STYLE = re.compile(
    r"<style\b(?:(?!</style\b).)*+(?:</style\s{0,9}>)?|<link\b[^<>]{0,400}stylesheet[^<>]{0,400}>",
    re.IGNORECASE | re.DOTALL,
)
"""As a browser reads it: a style sheet that is not closed reaches to the end."""
_STYLE_ATTRIBUTE = re.compile(r"\sstyle\s*=\s*(?:\"[^\"]*\"|'[^']*')", re.IGNORECASE)
_RUNNING = "p, li, label, td, th, dd, dt, small, figcaption, legend, output, span"
_PARTS = "body > *:not(script, style, dialog), main > *"
_VIEWPORT = re.compile(r"<meta\b[^<>]{0,200}name\s*=\s*[\"']?viewport[^<>]{0,200}>", re.IGNORECASE)


def _unstyled(page: ArtifactPage, rng: Random) -> Mutant | None:
    bare = page.with_tags(lambda tag: _STYLE_ATTRIBUTE.sub("", tag))
    return Mutant(bare.with_html(_STYLE.sub("", bare.html)), "all of it")


def _low_contrast(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not find_texts(page):
        return None
    rule = f"{_RUNNING} {{ opacity: {rng.choice(('.3', '.34', '.38'))} !important; }}"
    return Mutant(page.with_style(rule), "running text and labels")


def _overlap(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Moves a part of the page up, over the part above it."""
    target = choose_target(page, find_blocks(page)[1:], rng)
    return _placed(target, f"margin-top: -{rng.randrange(56, 110)}px !important; position: relative;")


def _shifted(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Shifts and rotates a part of the page out of its column."""
    target = choose_target(page, find_blocks(page), rng)
    side = rng.choice(("-", ""))
    return _placed(
        target, f"transform: translateX({side}{rng.randrange(60, 140)}px) rotate({side}{rng.randrange(2, 5)}deg);"
    )


def _placed(target: TargetElement | None, rules: str) -> Mutant | None:
    if target is None:
        return None
    return Mutant(target.page.with_style(f"{target.selector} {{ {rules} }}"), target.where, target.words[1:])


def _overflow(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Makes the page 620 to 740 px wide on a phone."""
    if not page.html.strip():
        return None
    wide = rng.randrange(620, 740)
    rules = f"{_PARTS} {{ min-width: {wide}px !important; max-width: none !important; }}"
    rules += "\nhtml, body { overflow-x: visible !important; }"
    return Mutant(page.with_style(f"@media (max-width: 700px) {{\n{rules}\n}}"), "at 375 px")


def _no_viewport(page: ArtifactPage, rng: Random) -> Mutant | None:
    return Mutant(page.with_html(_VIEWPORT.sub("", page.html)), "the viewport tag")


def _truncated_text(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not find_texts(page, least=12):
        return None
    width = f"max-width: {rng.randrange(6, 9)}ch !important;"
    rules = f"{width} white-space: nowrap !important; overflow: hidden !important;"
    cut = "p, h1, h2, h3, h4, li, label, th, td, button, legend"
    return Mutant(page.with_style(f"{cut} {{ {rules} }}"), "texts and labels")


def _clash(page: ArtifactPage, rng: Random) -> Mutant | None:
    start = rng.randrange(0, 30)
    hues = [(start + step * 45) % 360 for step in range(8)]
    rng.shuffle(hues)
    among = f":is({_PARTS}, section, article, button, td, li)"
    rules = [
        f"{among}:nth-child(8n + {n + 1}) {{ background: hsl({hue} 95% 55%) !important; }}"
        for n, hue in enumerate(hues)
    ]
    return Mutant(page.with_style("\n".join(rules)), "grounds of parts and buttons") if page.html.strip() else None


def _ragged(page: ArtifactPage, rng: Random) -> Mutant | None:
    faces = ["cursive", "monospace", "serif", "fantasy", "sans-serif"]
    rng.shuffle(faces)
    among = ":is(p, li, td, th, label, button, h1, h2, h3, span, dd, dt, input)"
    odd = zip(faces, (11, 13, 17, 19, 23), (1, 3, 7, 5, 9), (0, 3, 7, 11, 19), strict=True)
    rules = [
        f"{among}:nth-child(5n + {n + 1}) {{ font: {size}px/1.2 {face} !important; "
        f"padding: {pad}px {pad + 4}px !important; border-radius: {radius}px !important; }}"
        for n, (face, size, pad, radius) in enumerate(odd)
    ]
    return Mutant(page.with_style("\n".join(rules)), "type and distances") if find_texts(page) else None


def _crammed(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not page.html.strip():
        return None
    rule = "* { margin: 0 !important; padding: 0 !important; gap: 0 !important; line-height: 1 !important; }"
    return Mutant(page.with_style(rule), "all distances")


def _tiny(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not find_texts(page):
        return None
    return Mutant(page.with_style(f"* {{ font-size: {rng.choice((7, 8))}px !important; }}"), "all text")


def _still(page: ArtifactPage, rng: Random) -> Mutant | None:
    if not any("transition" in text or "animation" in text for text in page.code.values()):
        return None
    rule = "*, *::before, *::after { transition: none !important; animation: none !important; }"
    html = re.sub(r":hover\b", ":not(*)", page.html)
    return Mutant(page.with_html(html).with_style(rule), "all transitions")


def _stretched(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Stretches images to the full width with a fixed height, which distorts them."""
    if not any(element.tag in ("img", "canvas", "video") for element in page.elements):
        return None
    tall = rng.randrange(40, 80)
    size = (
        f"width: 100% !important; max-width: 100% !important; height: {tall}px !important; object-fit: fill !important;"
    )
    return Mutant(page.with_style(f"img, canvas, video {{ {size} }}"), "all pictures")


MUTATION_OPERATORS = (
    MutationOperator(
        "unstyled",
        "The page has no styles",
        "critical",
        ("10", "8", "9", "7", "12", "4", "6"),
        (FindingKind.UNSTYLED_PAGE, FindingKind.PLAIN_PAGE),
        ("unstyled", "undressed", "no style", "browser's own", "bare", "default", "plain"),
        _unstyled,
    ),
    MutationOperator(
        "low-contrast",
        "Text is too faint to read",
        "major",
        ("9",),
        (FindingKind.LOW_CONTRAST,),
        ("contrast", "pale", "faint", "legib"),
        _low_contrast,
    ),
    MutationOperator(
        "overlap",
        "A part of the page overlaps another",
        "major",
        ("7", "4", "6", "14"),
        (
            FindingKind.OVERLAPPING_CONTROLS,
            FindingKind.OVERLAPPING_TEXT,
            FindingKind.COVERED_CONTROL,
            FindingKind.CONTROL_UNDER_FIXED_ELEMENT,
        ),
        ("overlap", "covered", "covers", "collid", "over each other", "under"),
        _overlap,
    ),
    MutationOperator(
        "shifted",
        "A part of the page is shifted and rotated",
        "major",
        ("7", "6", "4", "8"),
        (
            FindingKind.ASKEW_PART,
            FindingKind.OVERLAPPING_CONTROLS,
            FindingKind.OVERLAPPING_TEXT,
            FindingKind.SIDEWAYS_OVERFLOW,
        ),
        (
            "overlap",
            "align",
            "askew",
            "tilt",
            "rotat",
            "shift",
            "sideways",
            "sticks out",
            "overflow",
            "collid",
            "covered",
            "beyond",
        ),
        _shifted,
    ),
    MutationOperator(
        "overflow-375",
        "The page is wider than a phone",
        "major",
        ("6",),
        (FindingKind.SIDEWAYS_OVERFLOW,),
        ("375", "sideways", "overflow", "scrolls", "beyond", "narrow", "mobile"),
        _overflow,
    ),
    MutationOperator(
        "no-viewport",
        "The viewport tag is missing",
        "minor",
        ("6",),
        (FindingKind.NO_VIEWPORT_META,),
        ("viewport", "mobile", "zoom"),
        _no_viewport,
    ),
    MutationOperator(
        "truncated-text",
        "Texts are cut off",
        "major",
        ("4", "6", "7"),
        (FindingKind.CUT_OFF_TEXT,),
        ("cut", "truncat", "clipped"),
        _truncated_text,
    ),
    MutationOperator(
        "clashing-colours",
        "Every part has a different garish colour",
        "major",
        ("9", "10"),
        (FindingKind.LOW_CONTRAST,),
        ("hue", "colour", "color", "palette", "contrast", "clash"),
        _clash,
    ),
    MutationOperator(
        "ragged-type",
        "Typefaces, sizes and spacing are inconsistent",
        "major",
        ("8", "7", "10", "4", "6"),
        (FindingKind.TOO_MANY_FONT_SIZES, FindingKind.TOO_MANY_FONT_FAMILIES),
        ("size", "face", "font", "distance", "grid", "radi", "inconsist", "irregular", "typeface"),
        _ragged,
    ),
    MutationOperator(
        "crammed",
        "All spacing is removed",
        "major",
        ("7", "8", "10", "14"),
        (FindingKind.CROWDED_PAGE, FindingKind.OVERLAPPING_CONTROLS, FindingKind.SMALL_TARGET),
        ("spac", "distance", "cram", "crowd", "collid", "small", "padding", "margin", "room", "tight", "dens"),
        _crammed,
    ),
    MutationOperator(
        "tiny-text",
        "All text is tiny",
        "major",
        ("8", "10", "14", "7", "9"),
        (FindingKind.TINY_TEXT,),
        ("small", "tiny", "size", "legib"),
        _tiny,
    ),
    MutationOperator(
        "still",
        "Hover effects and transitions are missing",
        "minor",
        ("12", "10", "13"),
        (FindingKind.NO_TRANSITIONS,),
        ("transition", "hover", "abrupt", "animation", "motion"),
        _still,
    ),
    MutationOperator(
        "stretched-pictures",
        "Images are distorted",
        "major",
        ("15", "7"),
        (FindingKind.STRETCHED_PICTURE,),
        ("stretch", "distort", "shape", "aspect", "squash", "proportion"),
        _stretched,
    ),
)
