"""Keys that a page mentions, found in its text in the eight languages."""

import re
from collections.abc import Sequence

_NAMED: tuple[tuple[str, str], ...] = (
    ("ArrowRight", r"arrow|方向键|箭头|flèche|flecha|矢印|pfeiltast|방향키|화살표|setas|[←→↑↓]"),
    ("wasd", r"\bw\W{0,3}a\W{0,3}s\W{0,3}d\b"),
    (
        "Space",
        r"\bspace(?:bar)?\b|空格|barre d.espace|\bespace\b|barra espaciadora|barra de espaço|"
        r"スペース|leertaste|스페이스",
    ),
    (
        "Enter",
        r"\b(?:press|hit|key|tap)\W{1,3}enter\b|\benter\W{1,3}(?:key|to)\b|"
        r"回车|touche entrée|tecla intro|エンター|eingabetaste|엔터",
    ),
)

_LEAD = (
    r"(?:按下|按|(?:press|hit|push|tap|key|appuyez sur|touche|pulsa|presiona|tecla|drücke?n?|taste|pressione|aperte)"
    r"(?![a-z]))\s*(?:the\s+|la touche\s+|die\s+|a tecla\s+|la tecla\s+)?[\[(<\"'“「«]?\s{0,9}"
)
_DEED = r"(?:paus|restart|neustart|recommenc|mute|reset|jump|shoot|fire|rotat|resum|rest[ea]|暂停|重新|ポーズ|일시)"

_SINGLE = re.compile(
    rf"{_LEAD}([a-z])(?![a-z0-9'’])"  # press P
    r"|(?<![a-z0-9])([a-z])\s*(?:キー|键|を押|키를|키 )"  # Pキー
    r"|[\[<「]\s*([a-z])\s*[\]>」]"  # [P]
    r"|(?<![\w'’-])((?-i:[A-Z]))\s*[:=]\s*[^\W\d_]{3,}"  # P: pause
    rf"|(?<![\w'’-])((?-i:[A-Z]))(?![a-z0-9])\W{{0,3}}(?:to\s|for\s|zum\s|pour\s|para\s)?\s*{_DEED}",  # P pauses
    re.IGNORECASE,
)

ARROWS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")
_WASD = ("d", "a", "w", "s")
_MAX_LETTERS = 3


def movement_keys(text: str, named: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the movement keys that the page names: arrows before letters, then the space bar and Enter."""
    words = f"{text} {' '.join(named)}".lower()
    keys: list[str] = []
    for key, pattern in _NAMED:
        if re.search(pattern, words, re.IGNORECASE):
            keys += {"ArrowRight": ARROWS, "wasd": _WASD}.get(key, (key,))
    return tuple(keys)


def letter_keys(text: str, named: Sequence[str] = ()) -> tuple[str, ...]:
    """Return up to three single letters that the page assigns a function ("P: pause", <kbd>R</kbd>), in order."""
    found = [name.lower() for name in named if re.fullmatch(r"[A-Za-z]", name)]
    matches = _SINGLE.finditer(text[:5_000])
    found += [next(letter for letter in match.groups() if letter).lower() for match in matches]
    moving = set(movement_keys(text, named))
    return tuple(dict.fromkeys(letter for letter in found if letter not in moving))[:_MAX_LETTERS]
