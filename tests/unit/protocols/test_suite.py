from pathlib import Path

import pytest

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.generation.ready_files import SampleFiles, Stock
from pytest_cookie.protocols.run.suite import Suite, plan_suite


@pytest.fixture
def samples(tmp_path: Path) -> SampleFiles:
    for place in ("alpha/good", "alpha/bad", "beta/good"):
        folder = tmp_path / "samples" / place
        folder.mkdir(parents=True)
        (folder / "index.html").write_text("<p>Hello")
    return SampleFiles(tmp_path / "samples")


def cases(folder: Path, *entries: str) -> tuple[Case, ...]:
    lines = [f"- {{id: {entry}, leaf: article, language: en, brief: b}}" for entry in entries]
    (folder / "cases.yaml").write_text("\n".join(lines))
    return load_cases(folder / "cases.yaml")


def with_artifact(folder: Path, name: str) -> tuple[Case, ...]:
    text = f"- {{id: {name}, leaf: article, language: en, brief: b, artifact: page.html}}"
    (folder / "ready.yaml").write_text(text)
    return load_cases(folder / "ready.yaml")


def plan(found: tuple[Case, ...], samples: SampleFiles, *models: str, repeats: int = 1) -> Suite:
    return plan_suite(found, models, mode="html", repeats=repeats, stock=Stock(samples))


def test_each_case_with_each_model_and_repeat_in_that_order(tmp_path: Path, samples: SampleFiles):
    suite = plan(cases(tmp_path, "beta", "alpha"), samples, "sample/good", "sample/bad", repeats=2)
    assert [(item.key.case, item.key.model, item.key.repeat) for item in suite.items] == [
        ("alpha", "sample/good", 1),
        ("alpha", "sample/good", 2),
        ("alpha", "sample/bad", 1),
        ("alpha", "sample/bad", 2),
        ("beta", "sample/good", 1),
        ("beta", "sample/good", 2),
    ]
    assert suite.items[0].folder == "items/alpha/sample-good/html/1"


def test_a_model_named_twice_runs_once(tmp_path: Path, samples: SampleFiles):
    assert plan(cases(tmp_path, "alpha"), samples, "sample/good", "sample/good").models == ("sample/good",)


def test_without_a_model_ready_files_are_evaluated(tmp_path: Path, samples: SampleFiles):
    suite = plan(with_artifact(tmp_path, "mine"), samples)
    assert [item.key.model for item in suite.items] == ["ready"]


@pytest.mark.parametrize(
    ("models", "message"),
    [
        ((), "these cases have no ready files: alpha"),
        (("sample/nice",), "the samples are sample/bad and sample/good"),
        (("ready",), "ready has no artifact for any case"),
    ],
)
def test_suites_without_artifacts_are_usage_errors(
    tmp_path: Path, samples: SampleFiles, models: tuple[str, ...], message: str
):
    with pytest.raises(UsageError, match=message):
        plan(cases(tmp_path, "alpha"), samples, *models)


def test_a_generating_model_has_an_item_for_every_case(tmp_path: Path, samples: SampleFiles):
    suite = plan(cases(tmp_path, "beta", "gamma"), samples, "openai/gpt-9", "sample/good")
    assert [(item.key.case, item.key.model) for item in suite.items] == [
        ("beta", "openai/gpt-9"),
        ("beta", "sample/good"),
        ("gamma", "openai/gpt-9"),
    ]


def test_added_models_do_not_change_the_folders_of_others(tmp_path: Path, samples: SampleFiles):
    found = cases(tmp_path, "alpha")
    whole = plan_suite(found, ["a/b", "c/d"], mode="html", repeats=1, stock=Stock(samples), before=["a/b"])
    assert [item.folder for item in whole.items] == ["items/alpha/a-b/html/1", "items/alpha/c-d/html/1"]
    with pytest.raises(UsageError, match=r"the folders of a/b and of another model .* evaluate a-b in a separate run"):
        plan_suite(found, ["a/b", "a-b"], mode="html", repeats=1, stock=Stock(samples), before=["a/b"])
