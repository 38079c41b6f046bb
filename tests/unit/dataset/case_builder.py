"""Cases as short as a test needs them."""

from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.labels import Difficulty, Language
from pytest_cookie.dataset import taxonomy

_SCORES: dict[Difficulty, int] = {"easy": 1, "medium": 2, "hard": 3}


def make_case(
    case_id: str, *, brief: str = "b", leaf: str = "puzzle", language: Language = "en", level: Difficulty = "medium"
) -> Case:
    where = taxonomy().leaf(leaf)
    scores = {name: {"score": 1} for name in Complexity.model_fields} | {"data_system": {"score": _SCORES[level]}}
    return Case.model_validate(
        {
            "id": case_id,
            "brief": brief,
            "page_type": where.page_type,
            "domain": where.domain,
            "leaf": leaf,
            "language": language,
            "complexity": scores,
            "source": "",
            "version": 1,
            "origin": f"{case_id}.yaml:3",
            "digest": "",
        }
    )
