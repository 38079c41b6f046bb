"""A release: a datasheet whose plots come from the data, and files that can be verified."""

import json
import re
from xml.etree import ElementTree

import pytest
from huggingface_hub import DatasetCard
from pyarrow import parquet

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.bar_chart import draw_bars
from pytest_cookie.dataset.construction.measures import count_bins, count_words, measure_likeness, measure_sentences
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.construction.release import Release, describe_pool, verify_release, write_release
from pytest_cookie.dataset.construction.released_cases import to_cases

POOL = [
    Query("a", "A tea timer. It rings.", {"language": "en", "leaf": "puzzle", "difficulty": "hard"}),
    Query("b", "書架盘点用的小工具。", {"language": "zh", "leaf": "puzzle", "difficulty": "easy"}),
    Query("c", "A tea timer. It rings!", {"language": "en", "leaf": "article", "difficulty": "hard"}),
]
CASES = to_cases(POOL, {})


@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        ("A tea timer. It rings.", 5, 2.5),
        ("grandmother's well-known list", 3, 3),
        ("书架盘点用的。", 3, 3),
        ("", 0, 0),
        ("做2048游戏页面", 4, 4),
        ("用js实现的", 3, 3),
    ],
)
def test_words_and_sentences_are_counted_in_every_script(text, words, sentence):
    assert (count_words(text), measure_sentences(text)) == (words, sentence)


def test_likeness_is_that_of_the_nearest_text():
    same, alone, other = measure_likeness([query.text for query in POOL])
    assert same == other == pytest.approx(1.0, abs=1e-5)
    assert alone == 0


def test_bins_hold_their_lower_edge():
    bins = count_bins([0, 9.9, 10, 20, 99], (10, 20))
    assert bins == [("under 10", 2), ("10 to 20", 1), ("20 and more", 2)]


def test_charts_come_from_the_labels_in_their_order():
    charts = describe_pool(POOL)
    assert charts["difficulty"][1] == [("easy", 1), ("hard", 2)]
    assert charts["leaf"][1] == [("article", 1), ("puzzle", 2)]
    assert charts["language"][1] == [("zh", 1), ("en", 2)]
    assert "register" not in charts
    assert all(sum(number for _, number in charts[name][1]) == 3 for name in ("length", "readability", "likeness"))


def test_bars_are_in_proportion_and_escaped():
    chart = ElementTree.fromstring(draw_bars("<b>", [("x & y", 2), ("z", 1)]))
    widths = [float(bar.attrib["width"]) for bar in chart.iter("{http://www.w3.org/2000/svg}rect")]
    assert widths[0] == 2 * widths[1]


def test_a_release_can_be_read_and_verified(tmp_path):
    release = Release("choir-bench", "1.0.0")
    folder = tmp_path / "release"
    write_release(POOL, CASES, release, folder)
    rows = parquet.read_table(folder / "data/test.parquet").to_pylist()
    assert [(row["id"], row["brief"], row["leaf"]) for row in rows] == [
        (query.id, query.text, query.labels["leaf"]) for query in POOL
    ]
    assert rows == [json.loads(line) for line in (folder / "data/test.jsonl").read_text().splitlines()]
    assert {row["canary"] for row in rows} == {release.canary}
    sheet = (folder / "README.md").read_text()
    assert release.canary in sheet
    assert "path: data/test.parquet" in sheet
    assert all((folder / f"plots/{name}.svg").exists() and f"plots/{name}.svg" in sheet for name in describe_pool(POOL))
    assert verify_release(folder) == []
    (folder / "data/test.jsonl").write_text("")
    (folder / "release.json").unlink()
    assert verify_release(folder) == ["data/test.jsonl was changed", "release.json is missing"]
    with pytest.raises(UsageError, match="not empty"):
        write_release(POOL, CASES, release, folder)


CARD_FIELDS = {"license", "language", "size_categories", "pretty_name", "task_categories", "tags", "configs"}


def test_the_card_has_a_configuration_for_each_language_voice_and_set(tmp_path):
    labels = [("en", "spoken", "mini"), ("de", "", "lite"), ("en", "", "full"), ("de", "vague", "full")]
    pool = [
        Query(f"q{n}", f"A tea timer that rings {n} times.", {"leaf": "puzzle", "language": a, "voice": b, "set": c})
        for n, (a, b, c) in enumerate(labels)
    ]
    write_release(pool, to_cases(pool, {}), Release("tea: a bench", "1.0.0", "apache-2.0"), tmp_path / "r")
    data = DatasetCard.load(tmp_path / "r/README.md").data
    front = data.to_dict()
    assert set(front) == CARD_FIELDS
    assert (data.pretty_name, data.license, data.language) == ("tea: a bench", "apache-2.0", ["de", "en"])
    sizes = {}
    for config in front["configs"]:
        assert re.fullmatch(r"[\w.-]+", config["config_name"])  # others are not allowed as names of configurations
        ((split, path),) = [(each["split"], each["path"]) for each in config["data_files"]]
        assert split == "test"
        sizes[config["config_name"]] = len(parquet.read_table(tmp_path / "r" / path))
    assert sizes == {
        "default": 4, "language-de": 2, "language-en": 2, "voice-spoken": 1, "voice-vague": 1, "set-mini": 1,
        "set-lite": 2,
    }  # fmt: skip
    assert [config["config_name"] for config in front["configs"] if config.get("default")] == ["default"]
    assert verify_release(tmp_path / "r") == []


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is empty"),
        (b"\xff\xfe", "is not text"),
    ],
)
def test_checksums_that_check_nothing_are_refused(content, problem, tmp_path):
    (tmp_path / "SHA256SUMS").write_bytes(content)
    with pytest.raises(UsageError, match=problem):
        verify_release(tmp_path)


@pytest.mark.parametrize("line", ["ab  ../secret", "ab  /etc/hostname", "ab", "ab  "])
def test_checksums_of_other_files_are_problems(line, tmp_path):
    (tmp_path / "SHA256SUMS").write_text(line + "\n")
    assert verify_release(tmp_path) == [f"{line!r} names no file of the release"]


def test_a_label_named_brief_does_not_replace_the_text(tmp_path):
    pool = [Query("a", "A tea timer.", {"brief": "other", "leaf": "puzzle"})]
    write_release(pool, to_cases(pool, {}), Release("x", "1.0.0"), tmp_path / "r")
    (row,) = parquet.read_table(tmp_path / "r/data/test.parquet").to_pylist()
    assert (row["brief"], row["other_brief"]) == ("A tea timer.", "other")


def test_a_file_is_no_folder_for_a_release(tmp_path):
    (tmp_path / "r").write_text("")
    with pytest.raises(UsageError, match="is a file"):
        write_release(POOL, CASES, Release("x", "1.0.0"), tmp_path / "r")


def test_the_canary_is_that_of_the_benchmark_in_all_versions():
    assert Release("a", "1.0.0").canary == Release("a", "2.0.0").canary != Release("b", "1.0.0").canary
