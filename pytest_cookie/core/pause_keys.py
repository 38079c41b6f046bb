"""Finds the keys that a page names for its pause: "P pauses", "Pause: Space", "按空格键暂停"."""

import re

_SPACE = (
    r"space ?bar|space|leertaste|barre d.espace|espace|barra espaciadora|barra de espaço|空格|スペース|"
    r"스페이스 ?바|스페이스"
)
_ESCAPE = r"escape|esc|échap"
_KEY = rf"(?<![^\W\d_])(?:[A-Z]|(?i:{_SPACE}|{_ESCAPE}))(?![^\W\d_]|['’])"
_CJK_KEY = rf"(?:[A-Z]|(?i:{_SPACE}|{_ESCAPE}))"
_OR = r"(?:\s?/\s?|\s(?:or|oder|ou|o|u)\s)"
_KEYS = rf"(?P<{{}}>{_KEY}(?:{_OR}{_KEY})?)"
_PAUSE = r"(?:paus[a-z]{0,6}|mettre en pause|anhalten|detener)"
_VERB_KEY = _KEY.replace("[A-Z]", "[B-DF-HJ-NP-TVWXZ]", 1)  # in "A pausa dura" the letter is an article
_END = r"(?=\s*(?:[\])>/,;.·|\n]|$))"  # in "Pause: A short break" it is one, too
_MARK = r"[\"'”’»\])>]?\s?(?i:key|taste)?\s?"
_NAMED = re.compile(
    rf"{_KEYS.format('first')}{_MARK}(?:[:=–—→-]|(?i:to|for|zum|pour|para))\s?(?i:{_PAUSE})\b"  # P to pause
    rf"|(?P<verb>{_VERB_KEY}){_MARK}(?i:pauses|pausiert|hält an|met en pause|pausa)\b"  # P pauses
    # Pause: P
    rf"|(?i:\b{_PAUSE})\s?(?:[:=(\[]|(?i:with|by|mit|avec|con|com)\s)\s?[\"'“‘«\[(<]?"
    rf"{_KEYS.format('last')}{_END}"
    rf"|(?P<zh>{_CJK_KEY})\s?键?\s?(?:可以?)?暂停|暂停\s?[:：(（]\s?(?P<zh_last>{_CJK_KEY})"
    rf"|(?P<ja>{_CJK_KEY})\s?(?:キー)?\s?[で:：]\s?(?:一時停止|ポーズ)"
    rf"|(?:一時停止|ポーズ)\s?[:：(（]\s?(?P<ja_last>{_CJK_KEY})"
    rf"|(?P<ko>{_CJK_KEY})\s?(?:키)?\s?(?:로|를 눌러|:)?\s?(?:일시 ?정지|멈)"
    rf"|일시 ?정지\s?[:(]\s?(?P<ko_last>{_CJK_KEY})"
)  # fmt: skip
_SPLIT = re.compile(_OR)
_LONGEST = 20_000


def find_pause_keys(text: str) -> tuple[str, ...]:
    """The keys, as an action names them: `p`, `Space`, `Escape`; in the order of the text.

    Only what is said of the key itself counts: in "Jump Space Pause P" either key could be meant.
    """
    named = (next(group for group in match.groups() if group) for match in _NAMED.finditer(text[:_LONGEST]))
    return tuple(dict.fromkeys(_as_pressed(key) for keys in named for key in _SPLIT.split(keys)))


def _as_pressed(name: str) -> str:
    if len(name) == 1:
        return name.lower()
    return "Escape" if re.fullmatch(_ESCAPE, name, re.IGNORECASE) else "Space"
