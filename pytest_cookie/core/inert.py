"""Makes text from pages, models and files inert: it cannot control a terminal or a CI server.

Every writer to a terminal, a log, JUnit, Markdown or CSV uses `inert_text` (keeps lines) or `inert_line` (one line,
bounded). Letters of all scripts, accents and emoji are kept.
"""

import re
import unicodedata

MAX_CHARACTERS = 2_000
"""Enough for any line of a terminal report. Combining marks take no cells, so a width limit is no length limit."""

_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor movement
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]{0,500}(?:\x07|\x1b\\|\x9c)"  # OSC, DCS…: titles, clipboard
    r"|\x1b[ -/]*[0-~]?"
)
"""An escape that does not end on its line loses only its introducer, so it cannot hide the text after it."""
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\U000e0000-\U000e0fff]")
"""Invisible characters that Unicode classifies as letters or marks: fillers, joiners, variation selectors."""
_BRACKET_ORDER = re.compile(r"#(?=#[\w.-]{0,60}\[)")
"""`##[group]`, `##vso[…]`, `##teamcity[…]`: CI commands, obeyed anywhere in a line."""
_COLON_ORDER = re.compile(
    r"(?<![\w:\[\]).])::+|:(?=:[a-z][a-z-]*(?:[ \t][^:\n]*)?::)"
    r"|:(?=:[A-Za-z]\w*(?:-[\w-]*)?[ \t][^:\n]*::|:[A-Za-z]\w*-[\w-]*::)|(?<!\.py):(?=:[A-Za-z]\w*::)"
)
"""`::set-output …::`: a CI command at the start of a line, which wrapping can create anywhere in a long text.

CI servers ignore its case. A word in capitals after a file of Python is the class of a test: `test_a.py::TestIt::…`.
"""
_FOLD_ORDER = re.compile(r"((?:section|travis_fold|travis_time)(?:_start|_end)?):(?=\w+:)")
"""`section_start:1700000000:name` and similar commands, which fold a log."""

_FORMULA = re.compile(r"(^|[;\t\r\n|])(?=[=+\-@\t\r\n＝＋－＠])")
"""The start of a formula: at the start of a cell, or of a part if a spreadsheet splits cells at `;`, tab, `|` or a line
break."""


def inert_text(text: str) -> str:
    """Remove escape sequences, control and invisible characters, and break CI commands. Lines and tabs stay."""
    cleaned = _ESCAPES.sub("", text).replace("\r\n", "\n")
    cleaned = cleaned if cleaned.isascii() and cleaned.isprintable() else "".join(filter(_is_kept, cleaned))
    return _without_orders(cleaned)


def inert_cell(text: str) -> str:
    """`inert_text` for a cell of a CSV file, with an apostrophe before anything that would start a formula."""
    return _FORMULA.sub(r"\1'", inert_text(text))


def inert_line(text: str) -> str:
    """One line of at most `MAX_CHARACTERS`: any white space becomes a space."""
    spaced = re.sub(r"\s+", " ", _ESCAPES.sub("", text[: 20 * MAX_CHARACTERS]))[:MAX_CHARACTERS]
    return _without_orders("".join(filter(_is_kept, spaced)).strip())


def _is_kept(character: str) -> bool:
    if character in "\n\t":
        return True
    return unicodedata.category(character) not in _DROPPED and not _UNSEEN.match(character)


def _without_orders(text: str) -> str:
    """Break CI commands with a space, so that a reader still sees the original text."""
    text = _BRACKET_ORDER.sub("# ", text)
    text = _COLON_ORDER.sub(lambda found: ": :" + " :" * (len(found[0]) - 2) if len(found[0]) > 1 else ": ", text)
    return _FOLD_ORDER.sub(r"\1 :", text)
