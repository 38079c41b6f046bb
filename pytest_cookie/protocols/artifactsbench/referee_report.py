"""What a verdict shows of several referees: scores of each, panels, notes."""

from collections.abc import Sequence

from pytest_cookie.core.verdict import Panel, RefereeScores
from pytest_cookie.protocols.artifactsbench.referee import RefereeResult

_CELL = 2_000


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


def referee_panels(results: Sequence[RefereeResult], names: Sequence[str]) -> list[Panel]:
    """The referees' scores, and an estimate of the tokens of the message."""
    rows = [
        (result.referee, *(_shown(result.mean(name)) for name in names), _shown(result.variance(), 3),
         str(result.unparsed))
        for result in results
    ]  # fmt: skip
    title = "Referee" if len(results) == 1 else "Referees, of whom the first gives this item's scores"
    referees = Panel(title=title, columns=("referee", *names, "variance", "unparsed replies"), rows=tuple(rows))
    account = results[0].account
    parts = [(name, str(getattr(account, name))) for name in type(account).model_fields]
    tokens = Panel(
        title="Tokens of the message, estimated",
        columns=("part", "tokens"),
        rows=(*parts, ("total", str(account.total))),
    )
    return [referees, tokens]


def referee_notes(results: Sequence[RefereeResult]) -> tuple[str, ...]:
    """What each referee was not shown, and which replies could not be read."""
    return tuple(note for result in results for note in _notes(result))


def _notes(result: RefereeResult) -> list[str]:
    unread = [f"{result.referee}: {reply.problem}"[:_CELL] for reply in result.replies if reply.problem]
    return [*(f"{result.referee}: {note}" for note in result.notes), *unread]


def rounded(value: float | None) -> float | None:
    """To two digits."""
    return None if value is None else round(value, 2)


def _shown(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
