"""Cases as short as a test needs them."""

from pytest_cookie.core.case import Case, fit_scores
from pytest_cookie.core.labels import Difficulty, Language
from pytest_cookie.dataset import taxonomy


def make_case(
    case_id: str, *, brief: str = "b", leaf: str = "puzzle", language: Language = "en", level: Difficulty = "medium"
) -> Case:
    where = taxonomy().leaf(leaf)
    scores = {name: {"score": score} for name, score in fit_scores(level).items()}
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
