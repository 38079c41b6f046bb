"""Invented values of a page, a model or a foreign run can be exported in every format."""

import csv
import json
from pathlib import Path

import pyarrow.parquet as parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_cookie.core.record import Record
from tests.cookie_scores import write_export
from tests.unit.fuzz.strategies import nouns, texts


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("export")


@given(run=texts(), records=st.lists(nouns(Record), max_size=3))
def test_any_records_can_be_exported(folder: Path, run: str, records: list[Record]) -> None:
    write_export(run, records, "json", folder / "a.json")
    write_export(run, records, "csv", folder / "a.csv")
    write_export(run, records, "parquet", folder / "a.parquet")
    assert len(json.loads((folder / "a.json").read_bytes())["records"]) == len(records)
    with (folder / "a.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file))) == len(records) + 1
    assert parquet.read_table(folder / "a.parquet").num_rows == len(records)
