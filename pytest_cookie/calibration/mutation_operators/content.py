"""Operators on content: wrong language, placeholder text, missing images, broken characters, invalid numbers."""

import re
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.target_element import find_texts
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

_ENGLISH = (
    "Save changes", "Delete", "Add new entry", "Settings", "Please try again", "Search results", "Cancel",
    "Show details", "Total amount", "Last updated", "Welcome back", "No data available", "Export file", "Go back",
)  # fmt: skip
_GERMAN = (
    "Änderungen speichern", "Löschen", "Neuen Eintrag anlegen", "Einstellungen", "Bitte versuchen Sie es erneut",
    "Suchergebnisse", "Abbrechen", "Einzelheiten anzeigen", "Gesamtbetrag", "Zuletzt geändert", "Willkommen zurück",
    "Keine Daten vorhanden", "Datei ausgeben", "Zurück zur Übersicht", "Übersicht über den Monat",
)  # fmt: skip
_FILLER = (
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit.",
    "Sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.",
    "Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris.",
)
_SOURCE = re.compile(r"(<img\b[^<>]{0,4000}?\ssrc\s*=\s*)(\"[^\"]*\"|'[^']*')", re.IGNORECASE)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def _wrong_language(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Translates half of the texts to another language: English, or German on an English page."""
    among = find_texts(page)
    if len(among) < 2:
        return None
    phrases = list(_GERMAN if page.language in ("en", "") else _ENGLISH)
    rng.shuffle(phrases)
    chosen = rng.sample(among, max(2, len(among) // 2))
    words = {element.start: phrases[n % len(phrases)] for n, element in enumerate(chosen)}
    for element in sorted(chosen, key=lambda one: -one.start):
        page = page.with_inner(element, words[element.start])
    return Mutant(page, f"{len(chosen)} of {len(among)} texts", tuple(dict.fromkeys(words.values())))


def _filler(page: ArtifactPage, rng: Random) -> Mutant | None:
    among = [
        text
        for text in find_texts(page, least=20)
        if text.tag in ("p", "li", "td", "dd", "figcaption", "span", "h2", "h3")
    ]
    if not among:
        return None
    chosen = rng.sample(among, min(len(among), 4))
    for element in sorted(chosen, key=lambda one: -one.start):
        page = page.with_inner(element, rng.choice(_FILLER))
    return Mutant(page, f"{len(chosen)} texts")


def _broken_images(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Changes image addresses to files that do not exist."""
    folder = rng.choice(("img", "images", "assets"))
    html = _SOURCE.sub(lambda found: f'{found[1]}"{folder}/photo-{rng.randrange(1, 99)}.jpg"', page.html)
    return Mutant(page.with_html(html), "all pictures", (f"{folder}/",))


def _broken_characters(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Decodes non-ASCII texts with the wrong encoding."""
    among = [text for text in find_texts(page) if not text.visible_text(page.html).isascii()]
    if not among:
        return None
    for element in sorted(among, key=lambda one: -one.start):
        wrong = element.inner(page.html).encode().decode("cp1252", errors="replace")
        page = page.with_inner(element, wrong)
    return Mutant(page, f"{len(among)} texts")


def _no_figures(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Replaces numbers in the page by `NaN` or `undefined`."""
    among = [text for text in find_texts(page, least=1) if _FIGURE.search(text.visible_text(page.html))]
    if not among:
        return None
    chosen = rng.sample(among, min(len(among), 3))
    wrong = rng.choice(("NaN", "undefined"))
    for element in sorted(chosen, key=lambda one: -one.start):
        page = page.with_inner(element, _FIGURE.sub(wrong, element.inner(page.html), count=1))
    return Mutant(page, f"{len(chosen)} texts", (wrong,))


def _no_headings(page: ArtifactPage, rng: Random) -> Mutant | None:
    """Replaces all headings and landmarks by plain blocks."""
    names = r"h[1-6]|main|header|footer|nav|section|article|aside"
    html = re.sub(rf"<({names})\b", "<div", page.html, flags=re.IGNORECASE)
    html = re.sub(rf"</(?:{names})>", "</div>", html, flags=re.IGNORECASE)
    return Mutant(page.with_html(html), "all headings and landmarks")


MUTATION_OPERATORS = (
    MutationOperator(
        "wrong-language",
        "Texts are in another language",
        "major",
        ("2a", "2"),
        (FindingKind.WRONG_LANGUAGE,),
        ("language", "English", "German", "French"),
        _wrong_language,
    ),
    MutationOperator(
        "filler",
        "Placeholder text replaces content",
        "major",
        ("4", "2", "2a"),
        (FindingKind.PLACEHOLDER_TEXT,),
        ("lorem", "filler", "placeholder"),
        _filler,
    ),
    MutationOperator(
        "broken-images",
        "Images are missing",
        "major",
        ("15", "1", "4"),
        (FindingKind.BROKEN_PICTURE,),
        ("picture", "image", "missing", "broken", "load"),
        _broken_images,
    ),
    MutationOperator(
        "broken-characters",
        "Characters are garbled",
        "major",
        ("4", "2a", "2"),
        (FindingKind.BROKEN_CHARACTERS,),
        ("character", "encoding", "mojibake", "broken", "garbled", "language"),
        _broken_characters,
    ),
    MutationOperator(
        "no-figures",
        "Numbers are NaN or undefined",
        "major",
        ("4",),
        (FindingKind.INVALID_VALUE,),
        ("NaN", "undefined"),
        _no_figures,
    ),
    MutationOperator(
        "no-headings",
        "The page has no headings",
        "minor",
        ("7",),
        (FindingKind.NO_HEADINGS, FindingKind.FEW_HEADINGS, FindingKind.MISSING_STRUCTURE),
        ("heading", "landmark", "structure"),
        _no_headings,
    ),
)
