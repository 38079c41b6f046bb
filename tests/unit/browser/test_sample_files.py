"""The sample files for pages: their content, and which one a field accepts."""

import csv
import io
import json
import wave
import zipfile

from PIL import Image

from pytest_cookie.browser.input.sample_files import KINDS, SAMPLES, choose_sample


def test_every_sample_is_what_it_says():
    for kind in ("png", "jpeg"):
        image = Image.open(io.BytesIO(SAMPLES[kind].content))
        assert (image.format, image.size) == (kind.upper(), (320, 240))
    rows = list(csv.DictReader(io.StringIO(SAMPLES["csv"].content.decode())))
    assert [row["product"] for row in rows] == ["Lamp", "Chair", "Desk"]
    assert [row["price"] for row in json.loads(SAMPLES["json"].content)] == [24.5, 89.0, 210.0]
    with wave.open(io.BytesIO(SAMPLES["wav"].content)) as sound:
        assert (sound.getframerate(), sound.getnframes()) == (8_000, 4_000)
    with zipfile.ZipFile(io.BytesIO(SAMPLES["zip"].content)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["notes.txt", "sales.csv"]
    letter = SAMPLES["pdf"].content
    table = int(letter.split(b"startxref\n")[1].split()[0])
    assert letter[table:].startswith(b"xref")
    assert all(len(SAMPLES[kind].content) < 20_000 for kind in KINDS)


ACCEPTED = [
    ("", "png"), ("image/*", "png"), (".JPG, .jpeg", "jpeg"), ("image/jpeg", "jpeg"), (".xlsx,.csv", "csv"),
    ("application/json", "json"), ("audio/*", "wav"), ("text/*", "csv"), (".md", "txt"), ("*/*", "png"),
    ("application/pdf,image/*", "pdf"), (".zip", "zip"), (".xcf", None), ("video/*", None),
]  # fmt: skip


def test_a_field_gets_what_it_accepts(subtests):
    for accept, kind in ACCEPTED:
        with subtests.test(accept=accept):
            sample = choose_sample(accept)
            assert (sample.kind if sample else None) == kind
