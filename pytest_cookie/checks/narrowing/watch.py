"""`NarrowingWatch`: compares a list with what a search leaves of it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pytest_cookie.checks.narrowing.fact import NarrowingFact
from pytest_cookie.core.action import Clear, Type
from pytest_cookie.core.page import Control
from pytest_cookie.core.shown_numbers import read_figure_lines, read_figures
from pytest_cookie.exploration.crawler.plan import is_field
from pytest_cookie.exploration.crawler.test_data import classify_field
from pytest_cookie.exploration.effects.row_groups import MAX_ROWS, PageTree
from pytest_cookie.exploration.page_facts import Detail
from pytest_cookie.exploration.watch import Act

_LEAST_ENTRIES = 3  # two alike may be parts of a page
_MOST_TOLD = 4
_SHORTEST = 3  # shorter words are in texts by chance
_LONGEST = 60  # characters of a told text
_PICTURE_PX = 40  # smaller ones are icons of a field
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "heading"})
_PICTURES = frozenset({"img", "svg", "canvas", "picture"})
_PROSE = frozenset({"p", "pre", "section", *_HEADINGS})
"""Parts of an article, which a search may replace by its results."""
_PRESSED = frozenset({"button", "a", "select", "label", "option"})


@dataclass(frozen=True)
class _Entry:
    """An entry of a list: its title, its texts, and its letters in alphabetical order, which marks of a hit leave."""

    title: str
    texts: tuple[str, ...]
    letters: str

    def has(self, query: str) -> bool:
        """Whether one of its texts has the text."""
        return any(query.casefold() in text.casefold() for text in self.texts)


@dataclass
class _Search:
    """A search in progress: its field, the page before it, the list that it narrows, and the text.

    `is_live`: the list follows typing, and not only the key or press after it. `presses` since the text was typed.
    """

    field: str
    before: Act
    parent: str = ""
    is_live: bool = True
    entries: tuple[_Entry, ...] = ()
    query: str = ""
    presses: int = 0


class NarrowingWatch:
    """Follows one search after another. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._search: _Search | None = None
        self._lists: dict[str, tuple[str, bool]] = {}
        self._run = 0

    def compare(self, act: Act) -> NarrowingFact | None:
        """The fact, if a search field was used now or right before, and a list follows it."""
        search = self._search = self._follow(act)
        if search is None:
            return None
        is_typed = act.action.edits_field
        if not search.parent and (parent := _find_narrowed(search.before.tree_before, act.tree_after)):
            self._lists[search.field] = search.parent, search.is_live = parent, is_typed
        if search.parent and not search.entries:
            search.entries = tuple(_read_entries(search.before.tree_before, search.parent))
        if not search.parent or (not search.is_live and not search.presses):
            return None
        fact = self._compare_lists(search, act)
        if not fact.query and not fact.is_doubtful:
            self._search = None
        return fact

    def _follow(self, act: Act) -> _Search | None:
        """The search to which the action belongs."""
        action, search = act.action, self._search
        if isinstance(action, Type | Clear) and act.control and _is_search_field(act.control):
            if search is None or search.field != action.ref:
                is_new = isinstance(action, Type) and not act.control.value
                search = _Search(action.ref, act, *self._lists.get(action.ref, ())) if is_new else None
            if search:
                search.query, search.presses = action.value.strip() if isinstance(action, Type) else "", 0
                self._run += 1
            return search
        if search is None or action.is_idle:
            return search
        search.presses += 1
        return search if action.key == "Enter" or (action.is_click and search.presses == 1) else None

    def _compare_lists(self, search: _Search, act: Act) -> NarrowingFact:
        now = list(_read_entries(act.tree_after, search.parent))
        name = _namer(search.entries)
        there, known = Counter(map(name, now)), Counter(map(name, search.entries))
        left, came = (there & known).total(), (there - known).total()
        matching = [one for one in search.entries if search.query and one.has(search.query)][:_MOST_TOLD]
        return NarrowingFact(
            run=self._run,
            query=search.query[:_LONGEST],
            listed=len(search.entries),
            left=left,
            came=came,
            matching=_titles(matching),
            lost=_titles([one for one in matching if name(one) not in there]),
            is_silent=_is_silent(search.before, act),
            miscounted=_find_miscounted(search, act, left + came) if left and search.query else "",
            words=_suggest_word(search.entries),
        )


def _is_search_field(control: Control) -> bool:
    return is_field(control) and (control.role == "searchbox" or classify_field(control, Detail()) == "search")


def _find_narrowed(before: PageTree, after: PageTree) -> str:
    """The path of the list that lost most entries, "" without one. What went together with an entry is no list."""
    lost: dict[str, int] = {}
    for parent in before.parents:
        items = before.items(parent)
        make = element.make if items and (element := before.element(items[0])) else ""
        if not _LEAST_ENTRIES <= len(items) < MAX_ROWS or make in _PROSE:
            continue
        entries, now = (list(_read_entries(tree, parent)) for tree in (before, after))
        gone = (Counter(entries) - Counter(now)).total()
        is_inside = parent not in after.paths and any(path in lost for path in list(before.around(parent))[1:])
        is_gone = gone == len(entries) and len(now) <= 1  # one may be a message
        if len(entries) >= _LEAST_ENTRIES and gone and not is_inside and (len(now) < len(entries) or is_gone):
            lost[parent] = gone
    return max(lost, key=lambda parent: lost[parent], default="")


def _read_entries(tree: PageTree, parent: str) -> Iterator[_Entry]:
    """The equal items of an element that have a text."""
    for path in tree.items(parent)[:MAX_ROWS]:
        parts = list(_read_parts(tree, path))
        texts = tuple(text for _, text in parts)
        if texts:
            headings = (text for make, text in parts if make in _HEADINGS)
            words = (text for make, text in parts if make not in _PRESSED and _is_wordy(text))
            letters = "".join(sorted(sign for sign in "".join(texts).casefold() if sign.isalnum()))
            yield _Entry(next(headings, next(words, "")), texts, letters)


def _read_parts(tree: PageTree, path: str) -> Iterator[tuple[str, str]]:
    """The makes and texts of an element and of all within it."""
    element = tree.element(path)
    if element and element.text:
        yield element.make, element.text
    for child in tree.children(path):
        yield from _read_parts(tree, child)


def _is_wordy(text: str) -> bool:
    """Whether it may be a name, and no number, date or code."""
    return sum(map(str.isalpha, text)) >= max(_SHORTEST, 1 + sum(map(str.isdigit, text)))


def _namer(entries: Sequence[_Entry]) -> Callable[[_Entry], str]:
    """How entries are told apart: by their letters without figures, such as row numbers, if these differ."""

    def without_figures(entry: _Entry) -> str:
        return "".join(sign for sign in entry.letters if sign.isalpha())

    bare = [without_figures(one) for one in entries]
    return without_figures if len(set(bare)) == len(bare) else lambda entry: entry.letters


def _titles(entries: Sequence[_Entry]) -> tuple[str, ...]:
    return tuple((one.title or one.texts[0])[:_LONGEST] for one in entries[:_MOST_TOLD])


def _suggest_word(entries: Sequence[_Entry]) -> tuple[str, ...]:
    """A word of one title only, from the middle of the list, if there is one."""
    texts = [" ".join(one.texts).casefold() for one in entries]
    for entry in (*entries[len(entries) // 2 :], *entries[: len(entries) // 2]):
        for word in entry.title.split():
            if len(word) >= _SHORTEST and word.isalpha() and sum(word.casefold() in text for text in texts) == 1:
                return (word,)
    return ()


def _is_silent(before: Act, act: Act) -> bool:
    """Whether no text, and no picture, is there that was not before the search."""
    first = before.before.elements
    known = {one.text for one in first.values()}
    for path, one in act.after.elements.items():
        if len(one.text) >= _SHORTEST and one.text not in known:
            return False
        if one.make in _PICTURES and path not in first and min(one.box[2:]) >= _PICTURE_PX:
            return False
    return True


def _find_miscounted(search: _Search, act: Act, count: int) -> str:
    """The line whose only changed figure was the number of entries and is another number now; "" if one agrees."""
    first, now = (
        read_figure_lines(seen.inventory.whole_text.splitlines()) for seen in (search.before.before, act.after)
    )
    own = {text for one in search.entries for text in one.texts}
    found = ""
    for label in first.keys() & now.keys():
        old, new = read_figures(first[label]), read_figures(now[label])
        pairs = [pair for pair in zip(old, new, strict=False) if pair[0] != pair[1]]
        if len(pairs) != 1 or len(old) != len(new) or pairs[0][0] != len(search.entries) or now[label] in own:
            continue
        if pairs[0][1] == count:
            return ""
        found = now[label][:_LONGEST]
    return found
