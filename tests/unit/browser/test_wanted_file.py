"""The file that an upload names."""

import pytest

from pytest_cookie.browser.input.sample_files import SAMPLES
from pytest_cookie.browser.input.wanted_file import MAX_WRITTEN_BYTES, WantedFile, find_wanted_file


def test_an_upload_names_a_sample_or_a_saved_file_or_brings_its_text(subtests: pytest.Subtests, tmp_path):
    (tmp_path / "01-week.csv").write_bytes(b"a,b")
    saved = {"week.csv": tmp_path / "01-week.csv"}
    csv, jpeg = SAMPLES["csv"], SAMPLES["jpeg"]
    for value, file in (
        ("csv", WantedFile(csv.name, csv.content)),
        ("week.csv", WantedFile("week.csv", b"a,b")),
        ("other.csv", WantedFile(csv.name, csv.content)),
        ("photo.jpg", WantedFile(jpeg.name, jpeg.content)),
        ("plan.json\n{\n}", WantedFile("plan.json", b"{\n}")),
        ("../../plan.json\n", WantedFile("plan.json", b"")),
        ("plan.xyz", None),
        (f"a.txt\n{'x' * MAX_WRITTEN_BYTES}", WantedFile("a.txt", b"x" * MAX_WRITTEN_BYTES)),
        (f"a.txt\n{'x' * (MAX_WRITTEN_BYTES + 1)}", None),
    ):
        with subtests.test(value[:20]):
            assert find_wanted_file(value, saved.get) == file
