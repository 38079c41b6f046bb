"""The card is correct: its accepted cases pass, and the command prints the messages that it quotes."""

import re
import textwrap
from pathlib import Path

import pytest

from pytest_cookie.dataset import builtin_cases_folder, load_cases
from pytest_cookie.dataset.similarity import find_similar
from tests.cookie_scores import read_fault_list, validate

CARD = (Path(__file__).parents[3] / "docs/how-to/add-benchmark-cases.md").read_text(encoding="utf-8")
*ACCEPTED, REFUSED = re.findall(r"^```yaml\n(.*?)^```", CARD, re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def accepted(folder) -> Path:
    (folder / "accepted").mkdir()
    for number, example in enumerate(ACCEPTED):
        (folder / f"accepted/{number}.yaml").write_text(example, encoding="utf-8")
    return Path("accepted")


def test_what_is_accepted_passes(accepted):
    found = validate(accepted)
    assert found.problems == ()
    assert len(found.cases) == len(re.findall("^Accepted: ", CARD, re.MULTILINE)) == 5
    assert {case.difficulty for case in found.cases} == {"easy", "medium", "hard"}
    assert len({case.language for case in found.cases}) == 5


def test_the_examples_are_none_of_the_benchmarks_cases(accepted):
    cases = [*load_cases(builtin_cases_folder()), *load_cases(accepted)]
    assert list(find_similar(cases)) == []
    assert len({case.id for case in cases}) == len(cases)


def test_what_is_refused_is_refused_in_those_words(folder):
    (folder / "new.yaml").write_text(REFUSED, encoding="utf-8")
    told = [str(problem) for problem in validate(Path("new.yaml")).problems]
    assert len(told) == 2
    assert "```text\npytest-cookie: 2 problems\n" + "\n".join(told) + "\n```" in CARD


def test_the_list_of_faults_is_a_good_one(folder):
    (example,) = re.findall(r"^   ```yaml\n(.*?)^   ```", CARD, re.DOTALL | re.MULTILINE)
    sample = folder / "allotment-watering"
    for version in ("polished", "flawed"):
        (sample / version).mkdir(parents=True)
        (sample / version / "index.html").write_text("<p>Watering")
    (sample / "faults.yaml").write_text(textwrap.dedent(example), encoding="utf-8")
    faults, problems = read_fault_list(sample, "faults.yaml")
    assert problems == []
    assert faults is not None


def test_links_lead_to_headings():
    cases = (Path(__file__).parents[3] / "docs/how-to/write-cases.md").read_text(encoding="utf-8")
    anchors = {heading.lower().replace(" ", "-") for heading in re.findall(r"^## (.+)$", cases, re.MULTILINE)}
    linked = set(re.findall(r"\(write-cases\.md#([a-z-]+)\)", CARD))
    assert linked
    assert linked <= anchors
