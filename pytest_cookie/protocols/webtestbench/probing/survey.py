"""`Survey`: looks for forms that the explorer did not fill in, behind links and buttons that add, edit or order."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from pytest_cookie.core.action import Action
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.crawler.forms import PageForm, find_form
from pytest_cookie.exploration.crawler.plan import act_on, is_field, is_off_site
from pytest_cookie.exploration.label_words import Meaning, means
from pytest_cookie.exploration.page_facts import Detail, PageFacts, read_page_facts
from pytest_cookie.protocols.webtestbench.probing.completion import Attempt, may_be_form
from pytest_cookie.protocols.webtestbench.probing.fresh_page import FreshPage
from pytest_cookie.protocols.webtestbench.probing.results import Place

_MOST_PLACES = 14
"""Places that are looked at; each takes one load of the page and up to three presses."""
_MOST_PRESSES = 3
_MOST_DOORS, _MOST_LINKS, _MOST_THINGS = 3, 6, 3
"""In one place: buttons that open a form, links of the navigation, and things alike, one of each kind, the largest
first."""
_LEAST_ALIKE = 3
_SETTLE_MS = 700
_DOOR, _PLACE, _THING = range(3)
"""What is pressed first: a button that adds or edits, a link of the navigation, one of several things alike."""
_PRESSED = frozenset({"button", "link", "tab"})
_OPENS: tuple[Meaning, ...] = ("create", "edit", "submit", "start", "onward")

_LONGEST = 80
_ICONS = r"""selectors => selectors.map(selector => {
  const control = document.querySelector(selector);
  if (!control || control.matches("input, select, textarea")) return "-";
  const marks = [...control.querySelectorAll("svg, i, span, use, img")].slice(0, 8);
  const told = ["data-lucide", "data-icon", "href", "alt", "class"];
  const names = marks.flatMap(mark => told.map(name => mark.getAttribute(name) || ""));
  const known = names.join(" ").match(/(?<![\w-])(?:lucide|fa|bi|icon|mdi|ti|feather|#)-?[a-z][a-z0-9-]+/gi) || [];
  return known.filter(name => !/^(lucide|fa-(solid|regular|brands)|icon-?tabler)$/i.test(name)).join(" ");
})"""
"""What the icons on controls are called by the usual libraries; "-" for fields, which are told by what they are."""

_Key = tuple[tuple[str, str], ...]


class Survey:
    """Goes through the places of an application, each from its first state.

    `known` are names of fields of forms that were sent: forms that share most of theirs are left out, and those that it
    found before.
    """

    def __init__(self, known: Sequence[frozenset[str]]) -> None:
        self._known = [fields for fields in known if fields]
        self._forms: set[_Key] = set()
        self.places: list[Place] = []
        """What was looked at."""

    def find(self, page: FreshPage, begin: Callable[[FreshPage], bool]) -> Iterator[Attempt]:
        """The forms, those in the first place first. `begin` loads the page, and logs in where only members come."""
        self._page, self._begin = page, begin
        self._seen: set[frozenset[tuple[str, str]]] = set()
        self._pressed: set[tuple[str, str]] = set()
        heap: list[tuple[int, int, int, tuple[Action, ...]]] = [(_DOOR, 0, 0, ())]
        seen = 0
        while heap and seen < _MOST_PLACES:
            _, _, _, openers = heapq.heappop(heap)
            seen += 1
            if not self._arrive(openers):
                continue
            controls = self._page.now.inventory.controls
            facts = read_page_facts(self._page.session, controls)
            place = frozenset((one.role, one.name) for one in controls if not one.covered)
            if place in self._seen:
                continue
            self._seen.add(place)
            self.places.append(_describe_place(page, len(openers)))
            yield from self._find_forms(openers, controls, facts)
            if len(openers) < _MOST_PRESSES:
                for rank, door in self._find_doors(controls, facts, is_first=not openers):
                    heapq.heappush(heap, (rank, len(openers), len(self._pressed), (*openers, door)))

    def _arrive(self, openers: Sequence[Action]) -> bool:
        if not self._begin(self._page):
            return False
        for opener in openers:
            if not self._page.shows([opener]) or not self._page.do(opener):
                return False
            self._page.session.settle(_SETTLE_MS)
            self._page.look()
        return True

    def _find_forms(
        self, openers: tuple[Action, ...], controls: Sequence[Control], facts: PageFacts
    ) -> Iterator[Attempt]:
        for control in controls:
            if not is_field(control) or control.covered or control.disabled or facts.of(control).readonly:
                continue
            form = find_form(control, controls, facts)
            if not may_be_form(form, control, facts):
                continue
            key = _describe(form)
            names = frozenset(one.name for one, _ in form.fields if one.name)
            if key in self._forms or any(2 * len(names & fields) > len(names) for fields in self._known):
                continue
            self._forms.add(key)
            yield Attempt(openers, act_on(control, "type"), None, form.is_guessed)

    def _find_doors(
        self, controls: Sequence[Control], facts: PageFacts, *, is_first: bool
    ) -> Iterator[tuple[int, Action]]:
        alike = Counter(one.kind for one in controls)
        left = Counter({_DOOR: _MOST_DOORS, _PLACE: _MOST_LINKS if is_first else 0, _THING: _MOST_THINGS})
        kinds: set[str] = set()
        for control in sorted(controls, key=lambda one: -one.box.width * one.box.height):
            rank = _rank(control, facts.of(control), is_repeated=alike[control.kind] >= _LEAST_ALIKE)
            known = (control.role, control.name) in self._pressed or (rank == _THING and control.kind in kinds)
            if rank is None or known or left[rank] <= 0:
                continue
            left[rank] -= 1
            kinds.add(control.kind)
            self._pressed.add((control.role, control.name))
            yield rank, act_on(control, "click")


def _rank(control: Control, detail: Detail, *, is_repeated: bool) -> int | None:
    """What pressing a control may lead to; None if to nothing that is looked for, or if it belongs to a form."""
    name = control.name
    is_usable = not (control.disabled or control.covered or is_off_site(control, detail) or means(name, "destroy"))
    if not is_usable or detail.form or detail.in_dialog or is_field(control) or control.tag == "select":
        return None
    if control.role in _PRESSED and any(means(name, word) for word in _OPENS):
        return _DOOR
    if detail.frame and control.role in _PRESSED and name:
        return _PLACE
    return _THING if is_repeated and not detail.frame else None


def _describe_place(page: FreshPage, presses: int) -> Place:
    controls = page.now.inventory.controls
    icons = page.session.evaluate(_ICONS, [one.selector for one in controls if not one.name], outside=True)
    told = [str(icon)[:_LONGEST] for icon in icons] if isinstance(icons, list) else []
    return Place(
        path=tuple(page.path[len(page.path) - presses :]),
        names=tuple(dict.fromkeys(one.name[:_LONGEST] for one in controls if one.name)),
        icons=tuple(dict.fromkeys(icon for icon in told if icon)),
        unnamed=sum(1 for icon in told if not icon),
    )


def _describe(form: PageForm) -> _Key:
    submit = [(form.submit.role, form.submit.name)] if form.submit else []
    return (*((one.input_type or one.role, one.name) for one, _ in form.fields), *submit)
