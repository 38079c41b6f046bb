"""How well the judges of an annotated run agree with its raters: for `pytest-cookie calibrate --human`."""

from pathlib import Path

from pytest_cookie.annotation.judges import key_of, queries_of
from pytest_cookie.annotation.open_study import open_study
from pytest_cookie.annotation.store import FILE, FOLDER
from pytest_cookie.core.errors import UsageError
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.judge_match import PeopleMatch, people_match


def match_people(path: Path) -> dict[str, PeopleMatch]:
    """By judge: its agreement with people in the run's ranking score, or the first other one that they rated.

    Raises `UsageError` for a run without such answers.
    """
    if not (RunFolder.open(path).path / FOLDER / FILE).is_file():
        raise UsageError(f"--human {path}: nobody has annotated this run; begin with: pytest-cookie annotate {path}")
    opened = open_study(path, [], {})
    try:
        ratings = opened.results.artifact_ratings()
        scores, seed = opened.run.scores_of(opened.records), opened.study.design.seed
        nobody = {key_of(record): dict.fromkeys(scores.ids, 0.0) for record in opened.records}
        by_score = queries_of(ratings, scores, nobody)
        found: dict[str, PeopleMatch] = {}
        for match in opened.results.judge_matches():
            if match.judge not in found:
                among = people_match(by_score[match.score][0], seed=seed).match
                plain = {name: getattr(match.match, name) for name in ("pairs", "match", "kappa")}
                raters = len({rating.rater for rating in ratings})
                found[match.judge] = PeopleMatch(run=path.name, score=match.score, raters=raters, people=among, **plain)
    finally:
        opened.store.close()
    if not found:
        raise UsageError(f"--human {path}: people have not rated two artifacts of one case that a judge has scored")
    return found
