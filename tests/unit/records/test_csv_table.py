"""Tables that people edit have commas, semicolons or tabs, and cells of several lines."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.records.csv_table import read_named_cells


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_each_separator_of_spreadsheets(separator: str, tmp_path: Path):
    path = tmp_path / "table.csv"
    rows = ["id,query,admit", '1,"Is it hot?\r\n\r\nSteam, drawn; above\tit.",yes', "", "2,short", "3,a,no,extra"]
    path.write_bytes(("\ufeff" + "\r\n".join(rows).replace(",", separator)).encode())
    text = f"Is it hot?\r\n\r\nSteam{separator} drawn; above\tit."
    assert list(read_named_cells(path, 1_000, ("id", "query"))) == [
        (2, {"id": "1", "query": text, "admit": "yes"}),
        (6, {"id": "2", "query": "short", "admit": ""}),
        (7, {"id": "3", "query": "a", "admit": "no"}),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"id,query\n1,\xe4\n", "not UTF-8 text"),
        (b"id,query\n1," + b"x" * 200_000, r":2: is not a CSV file"),
        (b"id;admit\n1;yes\n", ":1: the column query is missing; it needs id, query"),
        (b"id,query\n" + b"x" * 300_000, "is larger than 0 MB"),
    ],
)
def test_what_is_no_such_table_is_refused(content: bytes, message: str, tmp_path: Path):
    (tmp_path / "table.csv").write_bytes(content)
    with pytest.raises(UsageError, match=message):
        list(read_named_cells(tmp_path / "table.csv", 250_000, ("id", "query")))
