"""Checks that a translation changed the language only, and kept code, paths, addresses, roles, headings, bullets."""

import re
from collections import Counter
from collections.abc import Iterator

_CODE_BLOCK = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_PATTERNS = {
    "code block": _CODE_BLOCK,
    "code": re.compile(r"(?<!`)`[^`\n]{1,300}`(?!`)"),
    "address": re.compile(r"https?://[^\s)\]>\"'<，。、：；！？）」』]{0,300}[^\s)\]>\"'<，。、：；！？）」』.,:;!?]"),
    "path": re.compile(r"(?<![\w:/])(?:\.{0,2}/)?(?:[\w.-]{1,60}/){1,8}[\w.-]{1,60}\.\w{1,8}\b"),
    "role": re.compile(r"^(?:user|assistant|system)\s*[:：]", re.IGNORECASE | re.MULTILINE),
}
_HEADING = re.compile(r"^(#{1,6})\s", re.MULTILINE)
_BULLET = re.compile(r"^[^\S\n]{0,60}(?:[-*+•]|\d{1,3}[.)])\s", re.MULTILINE)
_NUMBER = re.compile(r"\d+")


def find_structure_changes(original: str, translated: str) -> Iterator[str]:
    """What a translation lost or added, such as `code: \\`a.b\\` is missing`; nothing if it keeps the structure."""
    for kind, pattern in _PATTERNS.items():
        before, after = (Counter(match.strip() for match in pattern.findall(text)) for text in (original, translated))
        if kind == "role":
            before, after = Counter({"role": before.total()}), Counter({"role": after.total()})
        yield from (f"{kind}: {piece[:60]} is missing" for piece in (before - after))
        yield from (f"{kind}: {piece[:60]} was added" for piece in (after - before))
    plain = [_CODE_BLOCK.sub("", text) for text in (original, translated)]
    for name, pattern in (("headings", _HEADING), ("bullets", _BULLET)):
        counts = [len(pattern.findall(text)) for text in plain]
        if counts[0] != counts[1]:
            yield f"{name}: {counts[0]} became {counts[1]}"
    lost = Counter(_NUMBER.findall(plain[0])) - Counter(_NUMBER.findall(plain[1]))
    if lost.total() > max(1, 0.2 * len(_NUMBER.findall(plain[0]))):
        yield f"numbers: {', '.join(list(lost)[:5])} are missing"
