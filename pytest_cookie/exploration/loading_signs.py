"""Signs that a page is loading content: words such as "Loading …", and empty grey blocks that pulse or shimmer."""

import re
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.exploration.pictures import decode_pixels

_WORDS = (
    "loading", "please wait", "fetching", "retrieving",
    "加载中", "正在加载", "载入中", "正在获取", "请稍候",
    "読み込み中", "ロード中", "お待ちください", "불러오는 중", "로딩", "로드 중",
    "chargement", "veuillez patienter", "cargando", "espere", "carregando", "aguarde",
    "wird geladen", "lädt", "lade", "bitte warten",
)  # fmt: skip
_MOST_LETTERS = 60  # longer texts tell about loading
_ALONE = re.compile(rf"^\W{{0,9}}(?:{'|'.join(_WORDS)})\W{{0,9}}\d{{0,4}}\W{{0,9}}$", re.IGNORECASE)
_GOES_ON = re.compile(
    rf"^\W{{0,9}}(?:{'|'.join(_WORDS)})(?![a-zß-ÿ]).{{0,60}}(?:…|\.\.\.|⋯)\s{{0,2}}\d{{0,4}}\s{{0,2}}%?\s{{0,2}}$",
    re.IGNORECASE,
)
_PRESSED = frozenset({"a", "button", "label", "option", "summary", "input", "textarea", "link"})
"""Their words are names of what they do, or states of a control."""
_LINES_BESIDE = 3
_LEAST_BLOCKS = 3  # one or two may be ornaments
_LEAST_WIDTH, _LEAST_HEIGHT = 40, 8  # px; smaller ones are dots and lines
_GREY = 40  # of 255: how far the channels of a block's mean colour may differ
_EVEN = 16  # of 255: standard deviation; a picture has more


def find_loading_signs(seen: Observation) -> tuple[str, ...]:
    """Return what says that content is still to come: texts as they are shown, and "" for blocks.

    A text counts if it is a word for loading, or starts with one and ends with an ellipsis, beside controls and lists
    of such lines, which logs are. Blocks count if at least three are grey, empty and animated without end.
    """
    texts = dict.fromkeys(
        state.text.strip()
        for path, state in seen.elements.items()
        if _tells_loading(state) and not _is_pressed(seen, path) and not _is_line(seen, path)
    )
    return (*texts, *([""] if _has_blocks(seen) else ()))


def _tells_loading(state: ElementState) -> bool:
    text = state.text.strip()
    if not text or len(text) > _MOST_LETTERS or not state.inked or state.blends:
        return False
    return bool(_ALONE.match(text) or _GOES_ON.match(text))


def _is_pressed(seen: Observation, path: str) -> bool:
    return any(state.make in _PRESSED for state in _with_ancestors(seen, path))


def _is_line(seen: Observation, path: str) -> bool:
    """Whether several elements of the same make beside it have other texts: they are the lines of a log, or cells."""
    own = seen.elements[path]
    beside = (state for state in seen.elements.values() if state.parent == own.parent and state.make == own.make)
    return sum(state.text.strip() not in ("", own.text.strip()) for state in beside) >= _LINES_BESIDE


def _with_ancestors(seen: Observation, path: str) -> Iterator[ElementState]:
    known: set[str] = set()
    while path in seen.elements and path not in known:
        known.add(path)
        yield seen.elements[path]
        path = seen.elements[path].parent


def _has_blocks(seen: Observation) -> bool:
    """Whether three blocks are side by side, or in parents without any text, such as cards of blocks."""
    parents = {state.parent for state in seen.elements.values()}
    blocks: dict[str, list[ElementState]] = defaultdict(list)
    for path, state in seen.elements.items():
        if state.endless and state.placed and not state.text and path not in parents and _is_block(state):
            blocks[state.parent].append(state)
    if sum(map(len, blocks.values())) < _LEAST_BLOCKS:
        return False
    texts = {id(one) for path, state in seen.elements.items() if state.text for one in _with_ancestors(seen, path)}
    groups = [
        group
        for parent, group in blocks.items()
        if len(group) >= _LEAST_BLOCKS or (parent in seen.elements and id(seen.elements[parent]) not in texts)
    ]
    return sum(map(len, groups)) >= _LEAST_BLOCKS and all(_is_grey(seen, block) for group in groups for block in group)


def _is_block(state: ElementState) -> bool:
    return state.box[2] >= _LEAST_WIDTH and state.box[3] >= _LEAST_HEIGHT


def _is_grey(seen: Observation, block: ElementState) -> bool:
    """Whether its part of the window is grey and even; true outside of the window, where nothing is known."""
    x, y, width, height = block.box
    left, top = x - round(seen.window_at[0]), y - round(seen.window_at[1])
    part = decode_pixels(seen.screenshot)[max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)]
    if not part.size:
        return True
    colour = part.reshape(-1, 3).mean(axis=0)
    return float(colour.max() - colour.min()) <= _GREY and float(np.max(part.std(axis=(0, 1)))) <= _EVEN
