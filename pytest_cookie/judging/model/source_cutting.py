"""Cuts long source text by its structure: blobs and long literals first, then the insides of blocks.

Every pass reads the text once; the number of passes does not depend on the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{400,}+={0,2}")
_ENCODED = re.compile(r"(data:[\w/+.;=-]{0,100},)[A-Za-z0-9+/%=_.~-]{200,}+")
_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?")
_OPENING = re.compile(r"<(script|style)\b")
_NUMBERS = re.compile(r"\[[\d\s,.eE+-]{400,}+\]")
_TEXT_NODE = re.compile(r">([^<>]{121,}+)<")
_OUTLINE = re.compile(r"""(\bd=["'])([MmLlHhVvCcSsQqTtAaZz\d\s,.eE+-]{80,}+)(["'])""")
_BRACE = re.compile(r"([{}])")
_IN_USE = re.compile(r":(?:hover|focus|active|checked|disabled|invalid|target)|\b(?:from|to)\s{0,9}$|%\s{0,9}$")
_UNSEEN = (
    "transition", "animation", "display:none", "visibility", "overflow", "position", "z-index", "pointer-events",
    "cursor", "outline", "content:", "scroll", "user-select", "touch-action", "inset", "opacity", "clip", "will-change",
)  # fmt: skip
"""Beginnings of the declarations, without spaces, whose effect a picture does not show."""

_SHORT_STYLE = 2_000  # characters; not worth a cut
_INDENTED = (".md", ".txt", ".vue", ".svelte", ".pug")
_MAX_LINE = 600  # characters; longer lines are minified code or data
_LINE_HEAD, _LINE_TAIL = 300, 80
_MAX_STRING, _STRING_HEAD = 300, 120
_LADDER = (40, 15, 5, 2, 1)
"""Lines kept at the beginning of each block, from the mildest cut to the hardest."""

_Kind = Literal["markup", "script", "style"]
_HEAD_SHARE = 0.7  # the beginning has the structure, the end the start-up code
_MARKUP_SHARE = 0.5  # of the room, at most, before scripts and styles


@dataclass(frozen=True)
class _Section:
    """A stretch of a file. `style` and `script` have their tags with the markup around them."""

    kind: _Kind
    text: str


def drop_data(text: str) -> str:
    """The text without encoded data: pictures, fonts and sounds embedded as letters."""
    text = _ENCODED.sub(lambda found: f"{found[1]}{_left_out(len(found[0]) - len(found[1]), 'of data')}", text)
    return _BASE64.sub(lambda found: _left_out(len(found[0]), "of data"), text)


def drop_layout(path: str, text: str) -> str:
    """The text without indentation and outlines of vector pictures, whose look is in pictures; its lines stay.

    Files whose indentation has a meaning keep it.
    """
    if path.lower().endswith(_INDENTED):
        return text
    text = _OUTLINE.sub(lambda found: f"{found[1]}{_left_out(len(found[2]), 'of a drawing')}{found[3]}", text)
    return "\n".join(line.strip() for line in text.split("\n"))


def drop_looks(path: str, text: str) -> str:
    """The text without the style declarations that pictures show: colours, sizes, type, spacing at rest.

    What no picture shows stays: rules for hover and focus, steps of animations, queries, transitions, what is hidden,
    clipped or placed above something. Rules without anything else go; their lines stay.
    """
    if path.lower().endswith(".css"):
        return _without_looks(text)
    return "".join(_without_looks(part.text) if part.kind == "style" else part.text for part in _sections(text))


def _without_looks(style: str) -> str:
    """Tokens alternate between texts and braces; a body is a text between an opening and a closing one."""
    if len(style) <= _SHORT_STYLE:
        return style
    tokens = _BRACE.split(style)
    for at in range(2, len(tokens) - 2, 2):
        selector, opens, body, closes = tokens[at - 2], tokens[at - 1], tokens[at], tokens[at + 1]
        if (opens, closes) != ("{", "}") or _IN_USE.search(selector) or "@" in selector:
            continue
        kept = [part.strip() for part in body.split(";") if part.replace(" ", "").strip().lower().startswith(_UNSEEN)]
        lines = "\n" * body.count("\n")
        tokens[at] = f"{'; '.join(kept)}{lines}"
        if not kept:
            tokens[at - 2 : at + 2] = ["\n" * selector.count("\n"), "", lines, ""]
    return "".join(tokens)


def cut_source(text: str, limit: int) -> str:
    """The text in at most `limit` characters, with its skeleton and the beginnings of its blocks."""
    if len(text) <= limit:
        return text
    text = _without_literals(text)
    if len(text) <= limit:
        return text
    sections = list(_sections(text))
    allowed = _shares(sections, limit)
    cut = "".join(_cut(section, room) for section, room in zip(sections, allowed, strict=True))
    return _head_and_tail(cut, limit)


def fair_shares(lengths: list[int], limit: int) -> list[int]:
    """The share of `limit` for each length: short ones get all they need, the others equal parts of the rest."""
    shares, left = [0] * len(lengths), limit
    for done, index in enumerate(sorted(range(len(lengths)), key=lengths.__getitem__)):
        shares[index] = min(lengths[index], left // (len(lengths) - done))
        left -= shares[index]
    return shares


def _without_literals(text: str) -> str:
    text = _STRING.sub(lambda found: _abridged(found[0]), text)
    text = _NUMBERS.sub(lambda found: f"[{_left_out(len(found[0]) - 2, 'of numbers')}]", text)
    return "\n".join(_line(line) for line in text.split("\n"))


def _abridged(literal: str) -> str:
    if len(literal) <= _MAX_STRING:
        return literal
    return f"{literal[:_STRING_HEAD]}{_left_out(len(literal) - _STRING_HEAD - 1)}{literal[-1]}"


def _line(line: str) -> str:
    if len(line) <= _MAX_LINE:
        return line
    return f"{line[:_LINE_HEAD]}{_left_out(len(line) - _LINE_HEAD - _LINE_TAIL)}{line[-_LINE_TAIL:]}"


def _left_out(count: int, what: str = "left out") -> str:
    return f"[… {count} characters {what} …]"


def _sections(text: str) -> Iterator[_Section]:
    """A file as markup with scripts and styles between; one without such tags is a single section."""
    lowered, at = text.lower(), 0
    if len(lowered) != len(text):  # some letters get longer in lower case and would shift everything after them
        lowered = text
    if "<script" not in lowered and "<style" not in lowered:
        yield _Section("markup" if lowered.lstrip().startswith("<") else "script", text)
        return
    while opening := _OPENING.search(lowered, at):
        kind: _Kind = "script" if opening[1] == "script" else "style"
        inside = lowered.find(">", opening.end()) + 1
        ends = lowered.find(f"</{kind}", inside) if inside else -1
        if ends < 0:
            break
        yield _Section("markup", text[at:inside])
        yield _Section(kind, text[inside:ends])
        at = ends
    yield _Section("markup", text[at:])


def _shares(sections: list[_Section], limit: int) -> list[int]:
    """Markup first, up to half of the room; scripts and styles share the rest, styles a third as much."""
    markup = sum(len(section.text) for section in sections if section.kind == "markup")
    code = sum(len(section.text) for section in sections if section.kind != "markup")
    for_markup = max(limit - code, min(markup, round(limit * _MARKUP_SHARE)))
    is_markup = [section.kind == "markup" for section in sections]
    of_markup = fair_shares([len(section.text) for section in sections if section.kind == "markup"], for_markup)
    weighed = [
        len(section.text) if section.kind == "script" else len(section.text) // 3
        for section in sections
        if section.kind != "markup"
    ]
    of_code = fair_shares(weighed, limit - sum(of_markup))
    markups, codes = iter(of_markup), iter(of_code)
    return [next(markups) if is_markup_section else next(codes) for is_markup_section in is_markup]


def _cut(section: _Section, room: int) -> str:
    if len(section.text) <= room:
        return section.text
    if section.kind == "markup":
        return _head_and_tail(_TEXT_NODE.sub(lambda found: f">{_text(found[1])}<", section.text), room)
    lines = section.text.split("\n")
    for kept in _LADDER:
        outline = _outline(lines, kept)
        if len(outline) <= room:
            return outline
    return _head_and_tail(outline, room)


def _text(text: str) -> str:
    return f"{text[:80]}{_left_out(len(text) - 80)}"


def _outline(lines: list[str], kept: int) -> str:
    """Lines that open a block, and `kept` lines after each."""
    out: list[str] = []
    since, skipped = 0, 0
    for line in lines:
        since = 0 if line.rstrip().endswith(("{", "(", "[", "=>")) else since + 1
        if since <= kept:
            if skipped:
                out.append(f"[… {skipped} lines left out …]")
            skipped = 0
            out.append(line)
        else:
            skipped += 1
    if skipped:
        out.append(f"[… {skipped} lines left out …]")
    return "\n".join(out)


def _head_and_tail(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    room = max(0, limit - len(_left_out(len(text))) - 2)
    head = round(room * _HEAD_SHARE)
    tail = text[len(text) - (room - head) :] if room > head else ""
    return f"{text[:head]}\n{_left_out(len(text) - room)}\n{tail}"[:limit]
