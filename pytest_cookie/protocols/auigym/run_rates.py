"""The rates of a whole run of AUI-Gym, by model and kind of application, with 95 % intervals; and why tasks failed."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.protocols.auigym.episode import Ending
from pytest_cookie.protocols.auigym.rounds import Comment, Round, read_revisions, read_rounds
from pytest_cookie.protocols.auigym.tasks import TAGS, TaskFields
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.interval import Interval, clustered_rate

ALL = "all"


@dataclass(frozen=True)
class ItemRounds:
    """The rounds of one item. Without any, its artifact failed as a whole, and no task counts as supported."""

    model: str
    case: str
    tag: str
    tasks: int
    rounds: tuple[Round, ...]
    explored: Spend
    comments: tuple[Comment, ...] = ()


@dataclass
class TagRates:
    """The rates of a model in one kind of application. The clusters of the intervals are cases, with all repeats."""

    model: str
    tag: str
    items: list[ItemRounds] = field(default_factory=list)

    @property
    def cases(self) -> int:
        """Number of its applications."""
        return len({item.case for item in self.items})

    @property
    def completeness(self) -> Interval:
        """Share of the tasks that are supported."""
        return self._rate(lambda one: len(one.supported), lambda item: item.tasks)

    @property
    def success(self) -> Interval:
        """Share of all tasks that were done (the paper)."""
        return self._rate(lambda one: len(one.solved), lambda item: item.tasks)

    @property
    def success_of_supported(self) -> Interval:
        """Share of the supported tasks that were done (the published code)."""
        return self._rate(
            lambda one: len(one.solved), lambda item: len(item.rounds[-1].supported) if item.rounds else 0
        )

    @property
    def steps(self) -> float | None:
        """Mean number of actions of an episode that began."""
        counts = [
            len(episode.steps) for item in self.items if item.rounds for episode in item.rounds[-1].episodes.values()
        ]
        begun = [number for number in counts if number]
        return fmean(begun) if begun else None

    @property
    def spend(self) -> Spend:
        """Calls, tokens and cost of all rounds, with verifier, commenter and coder."""
        return sum((item.explored for item in self.items), NOTHING)

    @property
    def commented(self) -> Spend:
        """The part of the commenter (AUI-Gym, Table 5)."""
        return sum((comment.spend for item in self.items for comment in item.comments), NOTHING)

    @property
    def tasks_commented(self) -> int:
        """Number of failed tasks that the commenter saw, in all rounds."""
        return sum(len(comment.tasks) for item in self.items for comment in item.comments)

    @property
    def endings(self) -> Counter[Ending]:
        """How the tasks of the last round ended."""
        return Counter(
            episode.ending for item in self.items if item.rounds for episode in item.rounds[-1].episodes.values()
        )

    def _rate(self, part: Callable[[Round], int], whole: Callable[[ItemRounds], int]) -> Interval:
        return _rate_by_case([(item, part(item.rounds[-1]) if item.rounds else 0, whole(item)) for item in self.items])


def _rate_by_case(counts: Sequence[tuple[ItemRounds, int, int]]) -> Interval:
    """The rate of items with successes and trials. Repeats of a case depend on each other: they are one cluster."""
    clusters: dict[str, tuple[int, int]] = {}
    for item, successes, trials in counts:
        before = clusters.get(item.case, (0, 0))
        clusters[item.case] = before[0] + successes, before[1] + trials
    return clustered_rate(list(clusters.values()))


def read_items(run: RunFolder) -> tuple[list[ItemRounds], list[str]]:
    """The items of a run that are scored or failed, and why others are left out of the rates."""
    found, problems = [], []
    for record in run.records():
        if record.outcome == "unscored":
            cause = record.cause.message if record.cause else "it has no verdict"
            problems.append(f"{record.folder}: unscored, so in no rate: {cause}")
            continue
        try:
            found.append(_read_item(run, record))
        except (RecordingError, ValueError) as error:
            problems.append(f"{record.folder}: {error}")
    return found, problems


def _read_item(run: RunFolder, record: Record) -> ItemRounds:
    item = ItemFolder(run.item_folder(record))
    fields = TaskFields.model_validate(item.read_case().fields)
    evidence = item.read_evidence()
    usable = record.outcome == "scored"
    rounds = read_rounds(item.evidence, evidence, fields.tasks) if usable else ()
    comments = tuple(revision.comment for revision in read_revisions(item.evidence, evidence))
    return ItemRounds(record.model, record.case, fields.tag, len(fields.tasks), rounds, evidence.spend, comments)


def rate_by_tag(items: Sequence[ItemRounds]) -> list[TagRates]:
    """Rates of each model: all kinds of applications together, then each."""
    groups: dict[tuple[str, str], TagRates] = {}
    for item in items:
        for tag in (ALL, item.tag):
            groups.setdefault((item.model, tag), TagRates(item.model, tag)).items.append(item)
    order: list[str] = [ALL, *TAGS]
    models = list(dict.fromkeys(item.model for item in items))
    return sorted(groups.values(), key=lambda one: (models.index(one.model), order.index(one.tag)))


def rate_by_revision(items: Sequence[ItemRounds]) -> dict[str, list[tuple[Interval, Interval]]]:
    """Completeness and success by revision for each model. An item without a further revision counts with its last."""
    by_model: dict[str, list[ItemRounds]] = defaultdict(list)
    for item in items:
        by_model[item.model].append(item)
    rates = {}
    for model, group in by_model.items():
        most = max(len(item.rounds) for item in group)
        rows = []
        for number in range(most):
            at = [(item, item.rounds[min(number, len(item.rounds) - 1)] if item.rounds else None) for item in group]
            complete = _rate_by_case([(item, len(one.supported) if one else 0, item.tasks) for item, one in at])
            rows.append(
                (complete, _rate_by_case([(item, len(one.solved) if one else 0, item.tasks) for item, one in at]))
            )
        rates[model] = rows
    return rates
