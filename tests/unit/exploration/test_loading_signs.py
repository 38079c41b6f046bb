"""Words and blocks that say that content is still to come, and what only looks like them."""

from dataclasses import replace

from pytest_cookie.browser.page.observation import ElementState
from pytest_cookie.exploration.loading_signs import find_loading_signs
from tests.unit.exploration.pages import observation, picture, text

GREY = (225, 228, 232)


def element(words: str, make: str = "p", parent: str = "main", **fields) -> ElementState:
    return replace(text(words), make=make, parent=parent, **fields)


def words_found(*elements: ElementState) -> tuple[str, ...]:
    return find_loading_signs(observation(elements={f"e{i}": one for i, one in enumerate(elements)}))


def test_words_for_loading_are_found(subtests):
    for words in (
        "Loading…", "Loading tides ...", "loading", "⏳ Loading 45%", "Please wait …", "Fetching the forecast…",
        "加载中…", "正在加载数据…", "読み込み中", "불러오는 중…", "Wird geladen …", "Lade Termine…", "Chargement…",
        "Cargando mapas...", "Carregando…",
    ):  # fmt: skip
        with subtests.test(words):
            assert words_found(element(words)) == (words,)


def test_words_that_only_look_like_it_are_not(subtests):
    for name, elements in {
        "a place": [element("Loading dock")],
        "a sentence": [element("Loading a truck takes two hours; unloading it takes one hour, so plan for three…")],
        "another word": [element("Laden geöffnet…")],
        "a button": [element("Loading…", "button")],
        "in a button": [element("", "button", path := "e9"), element("Loading…", "span", "e0")],
        "the lines of a log": [element(words) for words in ("Loading kernel…", "Mounting disks…", "Ready", "login:")],
        "out of sight": [element("Loading…", inked=False)],
        "a status": [element("White is thinking…", "status")],
    }.items():
        with subtests.test(name):
            assert words_found(*elements) == (), path


def blocks(count: int = 4, parent: str = "list", colour=GREY, size=(400, 60), **fields):
    boxes = [(40, 40 + i * (size[1] + 12), *size) for i in range(count)]
    parents = [f"card{i}" if parent == "card" else parent for i in range(count)]
    elements = {
        f"b{i}": replace(element("", "div", around), box=box, endless=True)
        for i, (around, box) in enumerate(zip(parents, boxes, strict=True))
    }
    around = {f"card{i}": element("", "div", "main") for i in range(count)} if parent == "card" else {}
    rectangles = [(x, y, x + width, y + height) for x, y, width, height in boxes]
    elements = {path: replace(one, **fields) for path, one in elements.items()}
    return observation(elements={**around, **elements}, screenshot=picture(*rectangles, colour=colour))


def test_grey_blocks_that_move_without_end_are_found(subtests):
    for name, seen in {
        "in a list": blocks(),
        "in cards of their own": blocks(parent="card"),
        "dark ones": blocks(colour=(30, 41, 59)),
        "below the window": blocks(count=12),
    }.items():
        with subtests.test(name):
            assert find_loading_signs(seen) == ("",)


def test_ornaments_are_no_blocks(subtests):
    captions = {f"t{i}": element("Dawn", parent=f"card{i}") for i in range(4)}
    cards = blocks(parent="card")
    for name, seen in {
        "two": blocks(count=2),
        "still ones": blocks(endless=False),
        "colours": blocks(colour=(230, 80, 120)),
        "dots": blocks(size=(12, 12)),
        "floating ones": blocks(placed=False),
        "with text": blocks(text="Flowers"),
        "art with captions": replace(cards, elements={**cards.elements, **captions}),
    }.items():
        with subtests.test(name):
            assert find_loading_signs(seen) == ()
