"""What a process of other people's said, made harmless: without escapes and controls, bounded, in a line to quote."""

import re
import unicodedata

_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?"
)
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_FRAME = re.compile(r"^\s*(?:at .*|[│╭╰├─╮╯┬┴].*|\d+ [│|].*|\^+|\|.*|[{}\]]+;?|errors: \[.*|code: '.*)$")
_SAID_ANYWAY = re.compile(r"^(?:error during build:|Build failed with \d+ errors?:|Node\.js v.*)$")


def plain(text: str) -> str:
    """The same lines without colours, cursor movements, controls and what reorders text; tabs stay."""
    cleaned = _ESCAPES.sub("", text).replace("\r\n", "\n")
    return "".join(c for c in cleaned if c in "\n\t" or unicodedata.category(c) not in _DROPPED)


def quoted(text: str, limit: int = 400) -> str:
    """One line of at most `limit` characters."""
    line = " ".join(plain(text[: 20 * limit]).split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def telling_lines(text: str, most: int) -> list[str]:
    """The first lines that say something: no stack, no excerpt of a source, no heading that stands over every error."""
    lines = (line.strip() for line in text.splitlines() if not _FRAME.match(line))
    return [line for line in lines if line and not _SAID_ANYWAY.match(line)][:most]
