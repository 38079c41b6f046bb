"""Records for statistics; the fields that are not counted are equal."""

from pytest_cookie.core.record import Record
from tests.scores import collect_scores


def record(case: str, model: str = "m", total: float | None = 50.0, **changes: object) -> Record:
    """A scored record with `total` as all three scores; with None it is unscored."""
    outcome = "unscored" if total is None else "scored"
    fields: dict[str, object] = {
        "case": case, "model": model, "mode": "html", "repeat": 1, "outcome": outcome,
        "functionality": total, "aesthetics": total, "total": total,
        "page_type": "dynamic", "domain": "games", "leaf": "puzzle", "difficulty": "easy", "language": "en",
        "brief": "b", "agent": "crawler", "judge": "measured", "folder": f"items/{case}/{model}/html/1",
    }  # fmt: skip
    return Record.model_validate(collect_scores(fields | changes))


def failed(case: str, model: str = "m", **changes: object) -> Record:
    return record(case, model, 0.0, outcome="failed", **changes)
