"""Labels of people: the published JSON, our CSV, rates and the noise ceiling."""

import json
from pathlib import Path

import pytest

from pytest_cookie.cli import main
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.record import Manifest
from pytest_cookie.protocols.interaction2code.case_fields import Interaction
from pytest_cookie.protocols.interaction2code.human.labels import read_labels
from pytest_cookie.protocols.interaction2code.human.published import (
    OwnMeans,
    PublishedMeans,
    comparison_rows,
    read_published_means,
)
from pytest_cookie.protocols.interaction2code.human.rates import (
    by_category,
    by_failure,
    by_scheme,
    compute_ceiling,
    compute_rates,
)
from pytest_cookie.protocols.interaction2code.scores import SCORES
from pytest_cookie.records.files import read_model, write_model
from tests.annotated_run import item_record, write_run
from tests.unit.dataset.importing.test_artifactsbench import PEERS

PUBLISHED = PEERS / "interaction2code/published_metrics.csv"


@pytest.fixture
def published(tmp_path: Path) -> Path:
    files = {
        "failure_direct_prompt_gemini.json": {"C:/x/example/1/1-direct_prompt-gemini.html": "2/1", "1/2-d.html": "0/0"},
        "failure_mark_prompt_gpt.json": {"1/1-mark_prompt-gpt.html": "6/0", "1/2-mark_prompt-gpt.html": "1/1"},
        "compare_mark_prompt_gpt.json": {"1/1-mark_prompt-gpt.html": 0, "1/2-mark_prompt-gpt.html": 0},
    }
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    (tmp_path / "other.json").write_text("[]")
    return tmp_path


def test_published_files_are_joined(published: Path):
    labels = {label.key: label for label in read_labels(published)}
    assert len(labels) == 4
    label = labels["gpt", "mark", "1", 1]
    assert (label.usable, label.failure, label.preference) == (True, "wrong-effect-position", "win")
    assert labels["gemini", "direct", "1", 2].failure == "none"


def test_rates_and_ceiling(published: Path):
    labels = read_labels(published)
    rates = compute_rates(labels, by_scheme)
    assert rates["gpt (mark)"].usability == 0.5
    assert rates["gpt (mark)"].share("win") == 1
    assert rates["gemini (direct)"].share("win") is None
    assert compute_rates(labels, by_failure)["element-missing"].usability == 0
    # only the rebuilt page is usable, and preferred: agrees; only the baseline is usable, yet not preferred: does not
    ceiling = compute_ceiling(labels)
    assert (ceiling.agree, ceiling.compared, ceiling.share) == (1, 2, 0.5)
    known = {("1", 1): Interaction(source="0", target="1", tags=("button", "form"))}
    assert set(compute_rates(labels, by_category(known, "tags"))) == {"button", "form"}


def test_csv(tmp_path: Path):
    file = tmp_path / "labels.csv"
    file.write_text("model,prompt,page,interaction,usable,failure,preference\nm,direct,herbs,2,yes,partial,tie\n")
    (label,) = read_labels(file)
    assert (label.usable, label.failure, label.preference) == (True, "partial", "tie")


def test_rows_of_one_interaction_are_joined(tmp_path: Path):
    file = tmp_path / "labels.csv"
    file.write_text("model,prompt,page,interaction,usable,preference\nm,d,1,1,yes,\nm,d,1,1,yes,win\n")
    (label,) = read_labels(file)
    assert (label.usable, label.preference) == (True, "win")


HEAD = "model,prompt,page,interaction,usable\n"


FAULTS_ARE_NAMED = [
    ("labels.csv", "model,page\n", "column interaction is missing"),
    ("labels.csv", "model,prompt,page,interaction,failure\nm,d,1,1,odd\n", "labels.csv:2: failure"),
    (
        "labels.csv",
        f"{HEAD}m,d,1,1,yes\nm,d,1,1,no\n",
        "two rows give interaction 1 of 1 by m .d. a different usable",
    ),
    ("labels.json", "{}", "its name must be"),
    ("failure_direct_prompt_m.json", f'{{"1/1-x.html": "{"1" * 5_000}/0"}}', "none of the published"),
    ("failure_direct_prompt_m.json", f'{{"1/1-x.html": "{" " * 20_000_000}"}}', "the limit is 20,000,000"),
    ("failure_direct_prompt_m.json", '{"1/1-x.html": "11/0"}', "'11/0'"),
    ("compare_direct_prompt_m.json", '{"1/1-x.html": 3}', "value 3"),
    ("compare_direct_prompt_m.json", '{"x.html": 1}', "names no page"),
    ("compare_direct_prompt_m.json", "[", "cannot be read"),
    ("compare_direct_prompt_m.json", "{}", "no labels"),
]


def test_faults_are_named(subtests, tmp_path: Path):
    for name, content, message in FAULTS_ARE_NAMED:
        with subtests.test(repr(name)):
            (tmp_path / name).write_text(content)
            with pytest.raises(UsageError, match=message):
                read_labels(tmp_path / name)


def test_published_means_stand_beside_our_own(tmp_path: Path):
    file = tmp_path / "means.csv"
    file.write_text("model,prompt,full_ssim,full_text,implement_rate\nG,Direct,0.45,0.2,\n")
    means = {"full_ssim": 0.5, "full_clip": None, "full_text": 0.9, "full_ocr": 0.7}
    rows = comparison_rows(read_published_means(file), [OwnMeans("mine", "", "this run", means)])
    head, published, own = (dict(zip(rows[0], row, strict=True)) for row in rows)
    assert head["full_ssim"] == "full_ssim"
    assert (published["full_ssim"], published["implement_rate"]) == ("0.4500", "–")
    assert (own["source"], own["full_ssim"], own["full_clip"]) == ("this run", "0.5000", "–")
    assert (published["full_text"], own["full_text"]) == ("0.2000", "0.7000")  # never OCR beside the page's own text
    for wrong in ("high", "nan", "inf"):
        file.write_text(f"model,prompt,full_ssim\nG,Direct,{wrong}\n")
        with pytest.raises(UsageError, match="no number"):
            read_published_means(file)
    file.write_text("model,prompt,full_ssim\nG,Direct,45\n")
    with pytest.raises(UsageError, match=r"means.csv:2: .*full_ssim"):
        read_published_means(file)


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="the published means are not at hand")
def test_the_published_file_is_read():
    rows = read_published_means(PUBLISHED)
    assert len(rows) == 24
    assert all(len(row.means) == 8 for row in rows)


def test_the_baseline_of_the_noise_ceiling_can_be_named(published: Path, capsys):
    assert main(["rebuilds", "--labels", str(published)]) == 0
    assert "of 2 pairs with the baseline gemini direct" in capsys.readouterr().out
    assert main(["rebuilds", "--labels", str(published), "--baseline", "gpt", "mark"]) == 0
    assert "of 0 pairs with the baseline gpt mark" in capsys.readouterr().out
    assert main(["rebuilds", "--labels", str(published), "--baseline", "gpt", "direct"]) == 0
    assert "name one with --baseline: gemini direct, gpt mark" in capsys.readouterr().out


def test_rates_of_labels_come_before_the_means_of_runs(published: Path, tmp_path: Path, capsys):
    run = write_run(tmp_path / "run", cases=1, models=("m",))
    manifest = read_model(run / "manifest.json", Manifest)
    write_model(run / "manifest.json", manifest.model_copy(update={"scores": SCORES}))
    scores = dict.fromkeys(SCORES.ids, 0.5)
    record = item_record(0, "m", 50.0).model_copy(
        update={"protocol": "interaction2code", "scores": scores, "findings": ()}
    )
    (run / "records.jsonl").write_text(record.model_dump_json() + "\n", encoding="utf-8")
    assert main(["rebuilds", "--labels", str(published), "--run", str(run)]) == 0
    rates, means = capsys.readouterr().out.split("noise ceiling")
    assert "usable" in rates
    assert "0.5000" in means
    assert main(["rebuilds", "--labels", str(published), "--run", str(tmp_path / "lost")]) != 0
    assert "lost" in capsys.readouterr().err


def test_means_of_runs_by_prompt_and_modality():
    own = [OwnMeans("m", "direct, visual", "b", {"full_ssim": 0.5}), OwnMeans("m", "direct, both", "a", {})]
    rows = comparison_rows([PublishedMeans(model="g", prompt="Direct", means={"full_ssim": 0.25})], own)
    assert [(row[0], row[1], row[2], row[4]) for row in rows[1:]] == [
        ("g", "Direct", "published", "0.2500"), ("m", "direct, both", "a", "–"), ("m", "direct, visual", "b", "0.5000"),
    ]  # fmt: skip
