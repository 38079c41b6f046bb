"""Rankings of models from a CSV, with the line of the first problem."""

from pathlib import Path

import pytest

from pytest_cookie.annotation.model_ranking_csv import read_model_ranking
from pytest_cookie.core.errors import UsageError


def write(folder: Path, text: str) -> Path:
    path = folder / "arena.csv"
    path.write_text(text, "utf-8")
    return path


def test_ranks_and_scores(tmp_path: Path):
    assert read_model_ranking(write(tmp_path, "Model,Votes,Rank\na,9,1\nb,8,2\n")) == {"a": -1, "b": -2}
    assert read_model_ranking(write(tmp_path, "\ufeffmodel,score\na,1250.5\nb,1100\n")) == {"a": 1250.5, "b": 1100}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: needs the columns `model` and `rank`"),
        ("model,votes\na,1\n", ":1: needs the columns"),
        ("model,rank\na,1\na,2\n", ":3: model: 'a' appears twice"),
        ("model,rank\n,1\n", ":2: model: is empty"),
        ("model,rank\na,first\n", ":2: rank: must be a number, not 'first'"),
        ("model,rank\na\n", ":2: rank: must be a number, not ''"),
    ],
)
def test_problems_have_their_line(tmp_path: Path, text: str, message: str):
    with pytest.raises(UsageError, match=message.replace("(", r"\(")):
        read_model_ranking(write(tmp_path, text))


def test_a_missing_file(tmp_path: Path):
    with pytest.raises(UsageError, match="cannot read"):
        read_model_ranking(tmp_path / "none.csv")
