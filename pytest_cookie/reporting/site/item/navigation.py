"""Links from an item's page: its repeats, the same query by other models, the items before and after it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from markupsafe import Markup

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSpec
from pytest_cookie.reporting.item_files import ITEM_PAGE
from pytest_cookie.reporting.site.addresses import inside, page_of
from pytest_cookie.reporting.site.environment import environment
from pytest_cookie.reporting.text.quantities import score

_MAX_LISTED = 100


@dataclass(frozen=True)
class Neighbour:
    """Another item. `href` is "" if it has no page; `outcome` is "" for repeats with different outcomes."""

    name: str
    score: str
    outcome: str
    href: str
    current: bool


@dataclass(frozen=True)
class Neighbours:
    """`repeats` of the item, including itself; `models` on the same query as links, with the mean of their repeats."""

    home: str
    side_by_side: str
    repeats: tuple[Neighbour, ...]
    models: tuple[Markup, ...]
    more: int
    before: Neighbour | None
    after: Neighbour | None


class Query:
    """All items of a query. Renders the links shared by their pages only once."""

    def __init__(self, members: Sequence[Record], spec: ScoreSpec) -> None:
        self.spec = spec
        self.members = members
        self._by_model: dict[tuple[str, str], list[Record]] = defaultdict(list)
        for record in members:
            self._by_model[record.model, record.mode].append(record)
        self._written: dict[tuple[str, str, int], list[tuple[str, Markup]]] = {}

    @property
    def unlisted(self) -> int:
        """The number of models and modes beyond the listed ones."""
        return max(0, len(self._by_model) - _MAX_LISTED)

    def repeats(self, record: Record) -> list[Record]:
        """The repeats of an item, including itself."""
        own = sorted(self._by_model[record.model, record.mode], key=lambda repeat: repeat.repeat)
        return own[:_MAX_LISTED]

    def links(self, record: Record) -> tuple[Markup, ...]:
        """The links to all models in the page of `record`."""
        key = way_up(record), record.mode, record.repeat
        if key not in self._written:
            self._written[key] = [self._link(record, *names) for names in list(self._by_model)[:_MAX_LISTED]]
        written = self._written[key]
        return tuple(link if folder != record.folder else self._here(record) for folder, link in written)

    def _link(self, record: Record, model: str, mode: str) -> tuple[str, Markup]:
        repeats = self._by_model[model, mode]
        shown = _shown(record, repeats)
        return shown.folder, _html(_model(record, shown, repeats, self.spec, current=False))

    def _here(self, record: Record) -> Markup:
        return _html(_model(record, record, self._by_model[record.model, record.mode], self.spec, current=True))


def neighbours(record: Record, query: Query, around: tuple[Record | None, Record | None] = (None, None)) -> Neighbours:
    """The links of an item's page. `around` are the items before and after in the run's order."""
    up = way_up(record)
    home = f"{up}{ITEM_PAGE}"
    return Neighbours(
        home=home,
        side_by_side=f"{home}#query={quote(record.case, safe='')}&mode={record.mode}",
        repeats=tuple(_one(up, record, other, f"r{other.repeat}", query.spec) for other in query.repeats(record)),
        models=query.links(record),
        more=query.unlisted,
        before=_beside(up, record, around[0], query.spec),
        after=_beside(up, record, around[1], query.spec),
    )


def _html(one: Neighbour) -> Markup:
    macros = environment().get_template("neighbour.html").module
    return Markup(macros.neighbour(one))  # type: ignore[attr-defined]


def way_up(record: Record) -> str:
    """The path from the item's page to the run's folder: `../../../../../`."""
    return "../" * (inside(record.folder).count("/") + 1)


def _one(up: str, record: Record, other: Record, name: str, spec: ScoreSpec) -> Neighbour:
    shown = score(other.scores.get(spec.id), spec.digits)
    return Neighbour(name, shown, other.outcome, _href(up, other.folder), other.folder == record.folder)


def _href(up: str, folder: str) -> str:
    address = page_of(folder)
    return address and up + address


def _shown(record: Record, repeats: Sequence[Record]) -> Record:
    """The repeat a link leads to: the one with the same number as the item's, otherwise the first."""
    return next((repeat for repeat in repeats if repeat.repeat == record.repeat), repeats[0])


def _model(record: Record, shown: Record, repeats: Sequence[Record], spec: ScoreSpec, *, current: bool) -> Neighbour:
    name = shown.model if shown.mode == record.mode else f"{shown.model} {shown.mode}"
    values = [value for repeat in repeats if (value := repeat.scores.get(spec.id)) is not None]
    return Neighbour(
        name=name if len(repeats) == 1 else f"{name} × {len(repeats)}",
        score=score(sum(values) / len(values) if values else None, spec.digits),
        outcome=shown.outcome if len({repeat.outcome for repeat in repeats}) == 1 else "",
        href=_href(way_up(record), shown.folder),
        current=current,
    )


def _beside(up: str, record: Record, other: Record | None, spec: ScoreSpec) -> Neighbour | None:
    if other is None:
        return None
    parts = [other.case if other.case != record.case else "", other.model if other.model != record.model else ""]
    name = " · ".join(part for part in parts if part) or f"{other.mode} r{other.repeat}"
    return _one(up, record, other, name, spec)
