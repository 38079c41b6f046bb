"""`References`: short names of controls, `e1`, `e2` …, each of one control for the whole exploration.

A control keeps its number as long as it is the same thing to a person. Frameworks replace elements when they render
again, and reuse an element for another item of a list, so neither the element nor its position decides alone. The
controls of an observation are matched with those known before, in this order:

1. the same role, name, row, section and distinction within the row, such as the head of its column. Among equal ones
   the same element comes first, then the order on the page;
2. the same element, if its words changed in part, or if no other control of its kind changed its words at that moment.
   A calendar that shows other days in the same elements shows other controls: their titles, or the numbers in the names
   of several controls of a row, changed together;
3. the same role and name, if the name is the only such one and has a word of the row ("Edit North bed"), whatever else
   the row says, such as a total;
4. the same role and name, or a name that differs in numbers: with the same row, also in another section, if only one
   control fits; or with the row that shares most of its words, at least half.

A number is never given to another control. One that vanished gets it back when it returns alone, or together with all
of its like.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from pytest_cookie.core.page import Box, Control
from pytest_cookie.core.parsing import parse_shown_whole
from pytest_cookie.exploration.sight import NO_SIGHT, Identity, Sight

_FORM = re.compile(r"\[?\s*e?(\d{1,5})\s*\]?", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"\w+")
_SHARED_WORDS = 0.5  # a row that keeps half of its words is the same row
_SHORT_WORD = 2  # articles and units identify no row


@dataclass(eq=False)
class KnownControl:
    """A control that has a number. `is_present`: it was there in the newest observation."""

    number: int
    control: Control
    identity: Identity
    is_present: bool = True

    @property
    def key(self) -> tuple[str, ...]:
        """The features that distinguish it for a person."""
        return _key(self.control, self.identity)

    @property
    def box(self) -> Box:
        """Its last known box."""
        return self.control.box


class References:
    """Numbers controls in order of appearance, so that the same page gives the same names."""

    def __init__(self) -> None:
        self._known: dict[int, KnownControl] = {}
        self._numbers: dict[str, int] = {}

    def meet(self, controls: tuple[Control, ...], sight: Sight = NO_SIGHT) -> None:
        """Recognise the controls of an observation, and number those that are new."""
        matching = _Matching(self._known, controls, sight)
        found = matching.run()
        for known in self._known.values():
            known.is_present = False
        self._numbers = {}
        for control in controls:
            number = found.get(control.ref) or len(self._known) + 1
            self._known[number] = KnownControl(number, control, sight.of(control))
            self._numbers[control.ref] = number

    def number(self, control: Control) -> int:
        """Return the number of a control of the newest observation."""
        return self._numbers[control.ref]

    def name(self, control: Control) -> str:
        """Return its name, such as `e12`."""
        return f"e{self.number(control)}"

    def find(self, reference: str) -> KnownControl | None:
        """Return the control called `e12`, `12` or `[e12]`, present or not; None for an unknown name."""
        form = _FORM.fullmatch(reference.strip())
        number = parse_shown_whole(form[1]) if form else None
        return self._known.get(number) if number is not None else None

    def find_return(self, gone: KnownControl) -> KnownControl | None:
        """The control that a vanished one came back as: the only one of its role and name, in a section as before.

        A page that draws a form again may give it another row or place, and with that another number.
        """
        if not gone.control.name:
            return None
        alike = [one for one in self.present if one.control.role == gone.control.role]
        named = [one for one in alike if one.control.name == gone.control.name]
        return named[0] if len(named) == 1 and named[0].identity.section == gone.identity.section else None

    @property
    def known(self) -> list[KnownControl]:
        """All controls that have a number, present or not."""
        return list(self._known.values())

    @property
    def present(self) -> list[KnownControl]:
        """The controls of the newest observation, by number."""
        return [known for known in self._known.values() if known.is_present]


class _Matching:
    """Matches the controls of one observation with known ones."""

    def __init__(self, known: dict[int, KnownControl], controls: tuple[Control, ...], sight: Sight) -> None:
        self._present = [item for item in known.values() if item.is_present]
        self._gone = [one for one in known.values() if not one.is_present]
        self._new = [KnownControl(0, control, sight.of(control)) for control in controls]
        self._shown: Counter[Hashable] = Counter(one.key for one in self._new)
        self._named = Counter(one.key[:3] for one in self._new)
        self._same_elements = pairs = self._pairs_by_element()
        self._rewritten = Counter(old.control.kind for old, new in pairs if not _shares_words(old, new))
        self._renumbered = Counter(_row_of(old) for old, new in pairs if _differs_in_numbers(old.control, new.control))
        self._found: dict[str, int] = {}

    def run(self) -> dict[str, int]:
        """Return numbers by `ref`."""
        self._match_equal(self._present)
        self._match_elements()
        self._match_names_of_rows(self._present)
        self._match_alike(_is_renumbered)
        self._match_alike(_is_moved)
        self._match_similar_rows()
        self._match_returned()
        self._match_names_of_rows(self._gone)
        return self._found

    def _take(self, known: KnownControl, new: KnownControl) -> None:
        self._found[new.control.ref] = known.number
        self._new.remove(new)
        (self._present if known.is_present else self._gone).remove(known)

    def _match_equal(self, candidates: list[KnownControl]) -> None:
        for key, news in _grouped(self._new, lambda one: one.key).items():
            olds = [candidate for candidate in candidates if candidate.key == key]
            by_node = {other.identity.node: other for other in olds}
            for new in news:
                if old := by_node.pop(new.identity.node, None):
                    self._take(old, new)
            rest = [item for item in olds if item.identity.node in by_node]
            for old, new in zip(rest, [one for one in news if one.control.ref not in self._found], strict=False):
                self._take(old, new)

    def _pairs_by_element(self) -> list[tuple[KnownControl, KnownControl]]:
        by_node = {item.identity.node: item for item in self._present}
        nodes = Counter(one.identity.node for one in self._new)  # from a page's script: they need not be unique
        return [
            (old, new) for new in self._new if nodes[new.identity.node] == 1 and (old := by_node.get(new.identity.node))
        ]

    def _match_elements(self) -> None:
        for old, new in self._same_elements:
            same_role = old.control.role == new.control.role and old.control.tag == new.control.tag
            if same_role and old in self._present and new in self._new and not self._is_reused(old, new):
                self._take(old, new)

    def _is_reused(self, old: KnownControl, new: KnownControl) -> bool:
        """Whether their element shows something else now, as others of its kind or row do."""
        if _differs_in_numbers(old.control, new.control) and self._renumbered[_row_of(old)] > 1:
            return True
        return not _shares_words(old, new) and self._rewritten[old.control.kind] > 1

    def _match_alike(self, is_alike: Callable[[KnownControl, KnownControl], bool]) -> None:
        """Match pairs that are alike, if each is the other's only candidate."""
        olds = _grouped(self._present, _kind_of)
        pairs = [(old, new) for new in self._new for old in olds.get(_kind_of(new), ()) if is_alike(old, new)]
        of_old, of_new = Counter(old.number for old, _ in pairs), Counter(new.control.ref for _, new in pairs)
        for old, new in pairs:
            if of_old[old.number] == of_new[new.control.ref] == 1:
                self._take(old, new)

    def _match_names_of_rows(self, candidates: list[KnownControl]) -> None:
        """Match controls whose name identifies their row, so that the rest of the row's words may change."""
        olds = _grouped((candidate for candidate in candidates if _names_its_row(candidate)), lambda one: one.key[:3])
        for new in [item for item in self._new if _names_its_row(item) and self._named[item.key[:3]] == 1]:
            if len(found := olds.get(new.key[:3], [])) == 1:
                self._take(found[0], new)

    def _match_similar_rows(self) -> None:
        """Match rows with the row that shares most of their words, if each is the other's best.

        Equal controls of equal rows are matched together, in order, if none came or went.
        """
        olds, news = _grouped(self._present, lambda one: one.key), _grouped(self._new, lambda one: one.key)
        shared = {
            (old, new): _share_of_words(first[0].identity.row, then[0].identity.row)
            for old, first in olds.items()
            for new, then in news.items()
            if _has_similar_row(first[0], then[0])
        }
        for (old, new), share in shared.items():
            rivals = [other for pair, other in shared.items() if (pair[0] == old) != (pair[1] == new)]
            if share > max(rivals, default=0.0) and len(olds[old]) == len(news[new]):
                for one, other in zip(olds[old], news[new], strict=True):
                    self._take(one, other)

    def _match_returned(self) -> None:
        """Match vanished controls that return: alone, or together with all of their like."""
        for key, news in _grouped(self._new, lambda one: one.key).items():
            olds = [item for item in self._gone if item.key == key]
            is_whole = len(olds) == len(news) == self._shown[key]
            if is_whole:
                for old, new in zip(olds, news, strict=True):
                    self._take(old, new)


def _grouped(
    controls: Iterable[KnownControl], key_of: Callable[[KnownControl], Hashable]
) -> dict[Hashable, list[KnownControl]]:
    groups: dict[Hashable, list[KnownControl]] = {}
    for control in controls:
        groups.setdefault(key_of(control), []).append(control)
    return groups


def _key(control: Control, identity: Identity) -> tuple[str, ...]:
    name = "" if identity.is_container else control.name
    return control.role, control.tag, name, identity.row, identity.section, identity.distinction


def _kind_of(known: KnownControl) -> Hashable:
    role, tag, name, *_ = known.key
    return role, tag, _NUMBER.sub("#", name)


def _is_renumbered(old: KnownControl, new: KnownControl) -> bool:
    """Whether only numbers of the name and a part of the section's words differ: "Likes 3" and "Likes 4"."""
    same_row = old.identity.row == new.identity.row and _is_same_data(old, new)
    return same_row and _are_similar(old.identity.section, new.identity.section)


def _is_moved(old: KnownControl, new: KnownControl) -> bool:
    """Whether only the section differs. It needs a row: a name alone does not distinguish controls of two sections."""
    return bool(old.identity.row) and old.key[:4] == new.key[:4] and _is_same_data(old, new)


def _shares_words(one: KnownControl, other: KnownControl) -> bool:
    """Whether half of the words stayed: of the row if they have one, as buttons of a list are all called alike."""
    if not _is_same_data(one, other):
        return False
    if one.identity.row and other.identity.row:
        return _are_similar(one.identity.row, other.identity.row)
    return _are_similar(one.control.name, other.control.name)


def _has_similar_row(old: KnownControl, new: KnownControl) -> bool:
    rows = old.identity.row, new.identity.row
    return old.key[:3] == new.key[:3] and all(rows) and _are_similar(*rows) and _is_same_data(old, new)


def _is_same_data(old: KnownControl, new: KnownControl) -> bool:
    """Whether what distinguishes it within its row kept its numbers and half of its words: "5 Jan", "5 Jan: done"."""
    before, now = old.identity.distinction, new.identity.distinction
    return _NUMBER.findall(before) == _NUMBER.findall(now) and _are_similar(before, now)


def _differs_in_numbers(one: Control, other: Control) -> bool:
    return _NUMBER.findall(one.name) != _NUMBER.findall(other.name)


def _row_of(known: KnownControl) -> Hashable:
    """The row of a control; one without a row is alone in its own."""
    identity = known.identity
    return (known.control.kind, identity.section, identity.row) if identity.row else identity.node


def _names_its_row(known: KnownControl) -> bool:
    """Whether its name has a word of its row, other than a number or a short word such as "to"."""
    name, row = _words(known.key[2]), _words(known.identity.row)
    return any(len(word) > _SHORT_WORD and not _NUMBER.search(word) for word in name & row)


def _are_similar(one: str, other: str) -> bool:
    return _share_of_words(one, other) >= _SHARED_WORDS


def _share_of_words(one: str, other: str) -> float:
    """The share of their words that both have; 1 if neither has any."""
    first, then = _words(one), _words(other)
    return len(first & then) / len(first | then) if first | then else 1.0


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
