"""People's tables as spreadsheets save them, and the errors about unreadable ones."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.records.human_rating import HumanRating, Scale
from tests.cookie_scores import read_opinions

EIGHT = Scale(0, 8)


@pytest.fixture
def table(tmp_path: Path):
    def write(text: str, encoding: str = "utf-8") -> Path:
        path = tmp_path / "human.csv"
        path.write_bytes(text.encode(encoding))
        return path

    return write


def refusal(path: Path) -> list[str]:
    with pytest.raises(UsageError) as told:
        read_opinions(path, EIGHT)
    return [line.removeprefix(f"{path}:") for line in str(told.value).splitlines()]


def test_scores_and_ranks_in_any_order_with_cells_left_empty(table):
    path = table(
        "model,case,rater,functionality,total_rank,comment,mode,repeat\n"
        'a,q1,ann,7.5,1,"fine,\nreally",html,2\n'
        "\n"
        "b,q1,ann,,2.5,,,\n"
    )
    assert read_opinions(path, EIGHT) == (
        HumanRating("q1", "a", "ann", "html", 2, {"functionality": 7.5}, {"total": 1.0}),
        HumanRating("q1", "b", "ann", None, None, {}, {"total": 2.5}),
    )


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_as_spreadsheets_save_it(table, delimiter: str):
    path = table("Case,Model,Total\r\nq1,单位,3\r\n".replace(",", delimiter), "utf-8-sig")
    assert read_opinions(path, EIGHT) == (HumanRating("q1", "单位", "", points={"total": 3}),)


def test_everything_wrong_is_told_by_line(table):
    path = table(
        "case,model,rater,functionality,total,total_rank,mode,repeat\n"
        "q1,a,ann,85,,,,\n"
        "q1,,ann,8,,,,\n"
        'q1,b,ann,"7,5",,,,\n'
        "q1,c,ann,nan,,,,\n"
        "q1,d,ann,,3,1,,\n"
        "q1,e,ann,,,0,,\n"
        "q1,f,ann,1,,,vue,\n"
        "q1,g,ann,1,,,,first\n"
        "q1,h,ann,1,,,,\n"
        "q1,h,ann,2,,,,\n"
    )
    assert refusal(path) == [
        "2: functionality: 85 is outside 0 to 8; pass --scale if your scale is another one",
        "3: model: is empty",
        "4: functionality: '7,5' is not a number; use a decimal point",
        "5: functionality: 'nan' is not a number",
        "6: total: has both a score and a rank; keep one",
        "7: total_rank: 0 is not a rank; the best is 1",
        "8: mode: 'vue' is not one of html, react",
        "9: repeat: 'first' is not a positive whole number",
        "11: repeats line 10 (same artifact and rater); keep one",
    ]


def test_a_cell_over_several_lines_does_not_shift_the_numbers(table):
    assert refusal(table('case,model,total,note\nq1,a,3,"one\ntwo\nthree"\nq1,b,99,\n')) == [
        "5: total: 99 is outside 0 to 8; pass --scale if your scale is another one"
    ]


def test_headers_that_cannot_be(table):
    assert refusal(table("case,functionalty\nq1,3\n")) == [
        "1: the column 'model' is missing",
        "1: a column of scores or ranks is missing: functionality, aesthetics, total, functionality_rank, "
        "aesthetics_rank, total_rank",
        "1: unknown column 'functionalty'; did you mean 'functionality'?",
    ]
    assert refusal(table("case,model,total,total\n")) == ["1: two columns are named 'total'"]
    assert refusal(table("")) == [
        "1: the column 'case' is missing",
        "1: the column 'model' is missing",
        "1: a column of scores or ranks is missing: functionality, aesthetics, total, functionality_rank, "
        "aesthetics_rank, total_rank",
    ]
    assert refusal(table("case,model,total\n")) == ["1: the table has no rows below the header"]


def test_files_that_cannot_be(table, tmp_path: Path):
    with pytest.raises(UsageError, match="is not UTF-8"):
        read_opinions(table("case,model,total\nq1,ä,3\n", "latin-1"), EIGHT)
    with pytest.raises(UsageError, match=r"cannot read .*nowhere\.csv: No such file"):
        read_opinions(tmp_path / "nowhere.csv", EIGHT)
    with pytest.raises(UsageError, match="is not a CSV file"):
        read_opinions(table("case,model,total\nq1," + "x" * 200_000 + ",3\n"), EIGHT)


def test_a_long_list_of_what_is_wrong_is_cut(table):
    lines = refusal(table("case,model,total\n" + "q1,,3\n" * 50))
    assert len(lines) == 21
    assert lines[-1] == "… and 30 more"
