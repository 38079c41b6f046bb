"""Text from pages, models and files, made inert: nothing in it is an order to a terminal or to a CI server.

The one place for it. Every writer to a terminal, a log, JUnit, Markdown or CSV goes through `inert_text` (lines stay)
or `inert_line` (one line, bounded). Letters of all scripts, accents and emoji stay as they are.
"""

import re
import unicodedata

MAX_CHARACTERS = 2_000
"""No line of a terminal report needs more; combining marks take no cells, so width alone bounds nothing."""

_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor movement
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]{0,500}(?:\x07|\x1b\\|\x9c)"  # OSC, DCS…: titles, clipboard
    r"|\x1b[ -/]*[0-~]?"
)
"""One that does not end on its line loses its introducer alone: it hides nothing that stands behind it."""
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\U000e0000-\U000e0fff]")
"""Characters that take no ink and are letters or marks by their category: fillers, joiners, selectors of variants."""
_BRACKET_ORDER = re.compile(r"#(?=#[\w.-]{0,60}\[)")
"""`##[group]`, `##vso[…]`, `##teamcity[…]`: obeyed anywhere in a line."""
_COLON_ORDER = re.compile(r"(?<![\w:\[\]).])::+|:(?=:[a-z][a-z-]*(?:[ \t][^:\n]*)?::)")
"""`::set-output …::`: obeyed where a line begins, which a long text may do anywhere once it is wrapped."""
_FOLD_ORDER = re.compile(r"((?:section|travis_fold|travis_time)(?:_start|_end)?):(?=\w+:)")
"""`section_start:1700000000:name` and alike, which fold a log."""


def inert_text(text: str) -> str:
    """The same lines without escape sequences, controls, invisible characters and orders to CI servers; tabs stay."""
    cleaned = _ESCAPES.sub("", text).replace("\r\n", "\n")
    cleaned = cleaned if cleaned.isascii() and cleaned.isprintable() else "".join(filter(_is_kept, cleaned))
    return _without_orders(cleaned)


def inert_line(text: str) -> str:
    """One line of at most `MAX_CHARACTERS`: white space of any kind is a space."""
    spaced = re.sub(r"\s+", " ", _ESCAPES.sub("", text[: 20 * MAX_CHARACTERS]))[:MAX_CHARACTERS]
    return _without_orders("".join(filter(_is_kept, spaced)).strip())


def _is_kept(character: str) -> bool:
    if character in "\n\t":
        return True
    return unicodedata.category(character) not in _DROPPED and not _UNSEEN.match(character)


def _without_orders(text: str) -> str:
    """A space inside of what would be an order: a reader still sees what was written."""
    text = _BRACKET_ORDER.sub("# ", text)
    text = _COLON_ORDER.sub(lambda found: ": :" + " :" * (len(found[0]) - 2) if len(found[0]) > 1 else ": ", text)
    return _FOLD_ORDER.sub(r"\1 :", text)
