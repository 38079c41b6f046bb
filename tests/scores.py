"""Cookie's scores, for tests that build verdicts and records."""

from collections.abc import Mapping

from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES


def scores(functionality: float | None, aesthetics: float | None) -> dict[str, float | None]:
    """Both scores and their mean."""
    return COOKIE_SCORES.complete({"functionality": functionality, "aesthetics": aesthetics})


def collect_scores(fields: Mapping[str, object]) -> dict[str, object]:
    """The fields of a record or verdict, with those named like a score moved into `scores`, if they have none."""
    found = {name: value for name, value in fields.items() if name in COOKIE_SCORES.ids}
    others = {name: value for name, value in fields.items() if name not in found}
    return {"scores": found, **others} if found else others
