"""Plans how to try a game or a simulation: keys that the page names, the pointer on its canvas, waiting."""

import re
from collections.abc import Sequence

from pytest_cookie.core.action import Action, Click, Drag, Hold, Press, Wait
from pytest_cookie.core.case import Case
from pytest_cookie.core.page import Box, Canvas
from pytest_cookie.core.pause_keys import find_pause_keys
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.label_words import means

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


_HOLD_MS = 600  # long enough to see a movement, short enough to stay on the stage
GAME_DOMAIN = "games"
_SMALL_CANVAS_PX = 120  # smaller canvases are icons and sparklines
_COMMON_KEYS = ("ArrowRight", "Space")
_TRIGGERS = frozenset({"Space", "Enter"})
_MOVES = 4  # the four directions
_PAUSE_MS = 4_000


def is_played(case: Case, view: View) -> bool:
    """Whether keys or the pointer control the page: a game, or a canvas on a page that names keys."""
    inventory = view.observation.inventory
    named = movement_keys(inventory.whole_text, view.page_facts.named_keys)
    return case.domain == GAME_DOMAIN or (bool(named) and bool(inventory.canvases))


def plan_game(case: Case, view: View, *, text: str, named: Sequence[str], room: int) -> list[Decision]:
    """Plan the steps for a running game. `text` and the keys `named` are everything shown so far, start screen
    included."""
    letters = letter_keys(text, named)
    pausing = [*find_pause_keys(text), *(["p"] if "p" in letters else [])][:1]
    moving = tuple(key for key in movement_keys(text, named) if key not in pausing)
    steps = _try_movement(moving) if moving else _guess_keys(case)
    has_button = any(means(control.name, "pause") for control in view.observation.inventory.controls)
    for key in dict.fromkeys([*letters, *pausing]):
        steps += _try_pause(key, watches=not has_button) if key in pausing else _try_key(key)
    steps += [Decision(Wait(value="1200"), "Wait a moment: does it continue by itself?")]
    return steps[: max(0, room)]


def point_at_canvas(view: View, turn: int) -> Decision | None:
    """On the largest canvas: click the middle (turn 0), click elsewhere (1), drag across (2); None afterwards.

    Positions are computed at every turn, since the page may have scrolled.
    """
    canvas = _largest(view.observation.inventory.canvases)
    if canvas is None or turn > 2:
        return None
    if turn == 0:
        middle = Click(target="canvas", selector=canvas.selector)
        return Decision(middle, "Click the middle of the canvas: does it respond to the pointer?")
    seen = _visible_part(canvas.box, view)
    return _elsewhere(seen, turn) if seen else None


def drag_on_canvas(view: View, turn: int) -> Decision | None:
    """On the largest canvas: drag at another place at every turn."""
    canvas = _largest(view.observation.inventory.canvases)
    seen = _visible_part(canvas.box, view) if canvas else None
    if seen is None:
        return None
    x, y, width, height = seen
    across, down = (0.15 + 0.13 * turn) % 0.6, (0.2 + 0.17 * turn) % 0.6
    start = {"x": round(x + width * across), "y": round(y + height * down)}
    end = {"to_x": round(x + width * (across + 0.25)), "to_y": round(y + height * (down + 0.2))}
    return Decision(Drag(target="canvas", **start, **end), "Drag on the canvas with this choice: what does it draw?")


def _elsewhere(seen: tuple[float, float, float, float], turn: int) -> Decision:
    x, y, width, height = seen
    place = {"x": round(x + width * 0.3), "y": round(y + height * 0.35)}
    if turn == 1:
        return Decision(Click(target="canvas", **place), "Click another point of the canvas: does the position matter?")
    there = {"to_x": round(x + width * 0.7), "to_y": round(y + height * 0.65)}
    drag = Drag(target="canvas", **place, **there)
    return Decision(drag, "Drag across the canvas: does it draw, rotate or move anything?")


def _try_movement(keys: tuple[str, ...]) -> list[Decision]:
    chosen = keys[:_MOVES] if "Space" not in keys[_MOVES:] else (*keys[: _MOVES - 1], "Space")
    return [Decision(_press(key), f"The page names this key: does {key} do anything?") for key in chosen]


def _press(key: str) -> Action:
    """Hold movement keys, as a player would; press trigger keys."""
    if key in _TRIGGERS:
        return Press(value=key)
    return Hold(value=f"{key}:{_HOLD_MS}")


def _guess_keys(case: Case) -> list[Decision]:
    if case.domain != GAME_DOMAIN:
        return []
    return [
        Decision(_press(key), f"No keys are named; many games listen to {key}. Does this one?") for key in _COMMON_KEYS
    ]


def _try_key(key: str) -> list[Decision]:
    return [Decision(Press(value=key), f"The page mentions the key {_name_key(key)}: does it do anything?")]


def _name_key(key: str) -> str:
    return key.upper() if len(key) == 1 else key


def _try_pause(key: str, *, watches: bool) -> list[Decision]:
    wait = [Decision(Wait(value=str(_PAUSE_MS)), "Wait: does everything stand still?")] if watches else []
    return [*_try_key(key), *wait, Decision(Press(value=key), f"Press {_name_key(key)} again: does it resume?")]


def find_stage(view: View) -> Box | None:
    """The visible part of the largest canvas, in the window's CSS px."""
    canvas = _largest(view.observation.inventory.canvases)
    seen = _visible_part(canvas.box, view) if canvas else None
    return Box(x=seen[0], y=seen[1], width=seen[2], height=seen[3]) if seen else None


def _largest(canvases: tuple[Canvas, ...]) -> Canvas | None:
    large = [canvas for canvas in canvases if min(canvas.box.width, canvas.box.height) >= _SMALL_CANVAS_PX]
    return max(large, key=lambda one: one.box.width * one.box.height, default=None)


def _visible_part(box: Box, view: View) -> tuple[float, float, float, float] | None:
    """Return left, top, width, height of its visible part in the viewport; None if that is too small."""
    around = view.page_facts
    left, top = max(0.0, box.x - around.scroll_x), max(0.0, box.y - around.scroll_y)
    right = min(around.window_width, box.x - around.scroll_x + box.width)
    bottom = min(around.window_height, box.y - around.scroll_y + box.height)
    if right - left < _SMALL_CANVAS_PX / 2 or bottom - top < _SMALL_CANVAS_PX / 2:
        return None
    return left, top, right - left, bottom - top
