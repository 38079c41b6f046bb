"""Which keys a page asks for, read from its text in the eight languages."""

import re
from collections.abc import Sequence

_NAMED: tuple[tuple[str, str], ...] = (
    ("ArrowRight", r"arrow|方向键|箭头|flèche|flecha|矢印|pfeiltast|방향키|화살표|setas|[←→↑↓]"),
    ("wasd", r"\bw\W{0,3}a\W{0,3}s\W{0,3}d\b"),
    (
        "Space",
        r"\bspace(?:bar)?\b|空格|barre d.espace|\bespace\b|barra espaciadora|スペース|leertaste|스페이스|barra de espaço",
    ),
    (
        "Enter",
        r"\b(?:press|hit|key|tap)\W{1,3}enter\b|\benter\W{1,3}(?:key|to)\b|回车|touche entrée|tecla intro|エンター|eingabetaste|엔터",
    ),
)

_SINGLE = re.compile(
    r"(?:press|hit|push|tap|key|按|按下|appuyez sur|touche|pulsa|presiona|tecla|drücke?n?|taste|pressione|aperte)"
    r"\s*(?:the\s+|la touche\s+|die\s+|a tecla\s+|la tecla\s+)?[\[(<\"'“「«]?\s*([a-z])\b(?![a-z'’])"
    r"|\b([a-z])\s*(?:キー|键|を押|키를|키 )"
    r"|[\[(<「]\s*([a-z])\s*[\])>」]"
    r"|(?:^|[\s,;·•|(/])([a-z])\s*(?:[:=–—-]|to\s|for\s|zum\s|pour\s|para\s)\s*[^\W\d_]{3,}",
    re.IGNORECASE,
)

ARROWS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")
_WASD = ("d", "a", "w", "s")
_MAX_LETTERS = 3


def movement_keys(text: str, named: Sequence[str] = ()) -> tuple[str, ...]:
    """The keys that move something, if the page names any: arrows before letters, then the space bar and Enter."""
    words = f"{text} {' '.join(named)}".lower()
    keys: list[str] = []
    for key, pattern in _NAMED:
        if re.search(pattern, words, re.IGNORECASE):
            keys += {"ArrowRight": ARROWS, "wasd": _WASD}.get(key, (key,))
    return tuple(keys)


def letter_keys(text: str, named: Sequence[str] = ()) -> tuple[str, ...]:
    """Single letters that the page says do something ("P: pause", <kbd>R</kbd>), at most three, in order."""
    found = [name.lower() for name in named if re.fullmatch(r"[A-Za-z]", name)]
    for match in _SINGLE.finditer(text[:5_000]):
        found.append(next(letter for letter in match.groups() if letter).lower())
    moving = set(movement_keys(text, named))
    return tuple(dict.fromkeys(letter for letter in found if letter not in moving))[:_MAX_LETTERS]
