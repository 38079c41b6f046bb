import pytest

from pytest_cookie.core.verdict import Verdict
from pytest_cookie.records.item import ItemFolder, verdict_file
from tests.scores import scores

LONG = f"panel({','.join(f'openrouter/some-laboratory/a-model-with-a-long-name-{number}' for number in range(6))})"


@pytest.mark.parametrize(
    ("judge", "name"),
    [
        ("measured", "measured.json"),
        ("openai/gpt-5~no_video", "openai-gpt-5~no_video.json"),
        ("panel(measured,openai/gpt-5)", "panel(measured,openai-gpt-5).json"),
        ("ollama/llama3:8b", "ollama-llama3=8b.json"),
    ],
)
def test_the_file_of_a_verdict_is_called_like_its_judge(judge, name):
    assert verdict_file(judge) == f"verdicts/{name}"


@pytest.mark.parametrize("judge", [LONG, "x" * 96, "../..", "a\nb", "a\\b", "richter/ä" * 60, "a\x00b", "."])
def test_a_long_or_odd_judge_has_a_short_harmless_file_too(tmp_path, judge):
    item = ItemFolder(tmp_path)
    verdict = Verdict(judge=judge, judge_version="1", runnable=True, scores=scores(50.0, 50.0))
    item.write_verdict(verdict)
    (file,) = (tmp_path / "verdicts").iterdir()
    assert len(file.name) <= 100
    assert file.name.isascii()
    assert file.name.isprintable()
    assert not file.name.startswith(".")
    assert item.read_verdict(judge) == verdict


def test_a_verdict_that_an_earlier_version_stored_is_found_and_replaced(tmp_path):
    item, judge = ItemFolder(tmp_path), "ollama/llama3:8b"
    verdict = Verdict(judge=judge, judge_version="1", runnable=True, scores=scores(50.0, 50.0))
    (tmp_path / "verdicts").mkdir()
    (tmp_path / "verdicts" / "ollama-llama3:8b.json").write_text(verdict.model_dump_json())
    assert item.read_verdict(judge) == verdict
    item.write_verdict(verdict.model_copy(update={"judge_version": "2"}))
    assert [path.name for path in (tmp_path / "verdicts").iterdir()] == ["ollama-llama3:8b.json"]
    assert item.read_verdict(judge).judge_version == "2"
    assert item.verdict_name("other:8b") == "verdicts/other=8b.json"


def test_judges_whose_names_are_cut_keep_apart():
    assert verdict_file(f"{LONG}a") != verdict_file(f"{LONG}b")
    assert verdict_file("a\\b") != verdict_file("a b")
    assert verdict_file("a:b") != verdict_file("a=b")
