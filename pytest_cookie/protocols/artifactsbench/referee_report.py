"""What a verdict shows of several referees: scores of each, panels, notes."""

from collections.abc import Mapping, Sequence

from pytest_cookie.core.text import clip, replace_surrogates
from pytest_cookie.core.verdict import Excerpt, Figure, Panel, RefereeScores, ShownPicture
from pytest_cookie.protocols.artifactsbench.referee import RefereeResult
from pytest_cookie.protocols.artifactsbench.staged_captures import Capture

_CELL = 2_000
_MAX_EXCERPTS = 24
_MAX_REPLY = 100_000


def name_referees(ids: Sequence[str]) -> tuple[str, ...]:
    """The referees with leaderboards of their own; a single one needs none."""
    return tuple(ids) if len(ids) > 1 else ()


def scores_of_referees(
    results: Sequence[RefereeResult], names: Sequence[str], others: dict[str, float | None]
) -> tuple[RefereeScores, ...]:
    """The scores of each referee, with `others`, which do not depend on it; empty for a single referee."""
    return tuple(
        RefereeScores(judge=result.referee, scores={**scores_of(result, names), **others})
        for result in (results if len(results) > 1 else ())
    )


def scores_of(result: RefereeResult, names: Sequence[str]) -> dict[str, float | None]:
    """The scores of one referee, rounded."""
    return {name: rounded(result.mean(name)) for name in names}


def summaries(results: Sequence[RefereeResult]) -> dict[str, str]:
    """The conclusion of the first reply of each referee that has one; by the referee's name."""
    found = {
        result.referee: next(filter(None, (reply.conclusion for reply in result.replies)), "")
        for result in results[:_MAX_EXCERPTS]
    }
    return {referee: replace_surrogates(text) for referee, text in found.items() if text}


def referee_panels(
    results: Sequence[RefereeResult], labels: Mapping[str, str], captures: Sequence[Capture] = ()
) -> list[Panel]:
    """The referees' scores and replies with the pictures that they were to see, and the tokens of the message.

    `labels` are the names of the scores by id.
    """
    rows = [
        (result.referee, *(_shown(result.mean(name)) for name in labels), _shown(result.variance(), 3),
         str(result.unparsed))
        for result in results
    ]  # fmt: skip
    title = "Referee" if len(results) == 1 else "Referees, of whom the first gives this item's scores"
    referees = Panel(
        title=title,
        columns=("referee", *labels.values(), "variance", "unparsed replies"),
        rows=tuple(rows),
        figures=_figures(captures),
        excerpts=tuple(_replies(result) for result in results[:_MAX_EXCERPTS]),
    )
    account = results[0].account
    parts = [(name, f"{getattr(account, name):,}") for name in type(account).model_fields]
    tokens = Panel(
        title="Tokens of the message, estimated",
        columns=("part", "tokens"),
        rows=(*parts, ("total", f"{account.total:,}")),
    )
    return [referees, tokens]


def _figures(captures: Sequence[Capture]) -> tuple[Figure, ...]:
    shown = tuple(
        ShownPicture(file=capture.path, caption=capture.caption or f"Picture {number}")
        for number, capture in enumerate(captures, start=1)
    )
    return (Figure(title="Pictures for the referees", columns=min(3, len(shown)), pictures=shown),) if shown else ()


def _replies(result: RefereeResult) -> Excerpt:
    """What a referee replied: its reasons by item and its summary, or the text of the reply."""
    texts = []
    for number, reply in enumerate(result.replies, start=1):
        lines = [f"Reply {number} of {len(result.replies)}"] if len(result.replies) > 1 else []
        lines += [f"{item.id}: {item.share:.0f} % of the points. {item.reason}" for item in reply.items]
        texts.append("\n".join([*lines, reply.text or reply.problem]))
    text = replace_surrogates("\n\n".join(texts))
    return Excerpt(title=f"Reply of {result.referee}", text=clip(text, _MAX_REPLY))


def referee_notes(results: Sequence[RefereeResult]) -> tuple[str, ...]:
    """What each referee was not shown, and which replies could not be read."""
    return tuple(note for result in results for note in _notes(result))


def _notes(result: RefereeResult) -> list[str]:
    unread = [reply.problem[:_CELL] for reply in result.replies if reply.problem]
    return [*(f"{result.referee}: {note}" for note in result.notes), *unread]


def rounded(value: float | None) -> float | None:
    """To two digits."""
    return None if value is None else round(value, 2)


def _shown(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
