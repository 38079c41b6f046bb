"""`--cookie-artifacts` assigns files to models and cases, and explains why it finds none."""

import json
import os
from pathlib import Path

import pytest

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.generation.ready_files import HandedIn, SampleFiles, Stock
from pytest_cookie.protocols.run.provided_artifacts import describe_coverage, describe_strays, find_provided_artifacts
from pytest_cookie.protocols.run.suite import plan_suite


@pytest.fixture
def cases(tmp_path: Path) -> tuple[Case, ...]:
    lines = [f"- {{id: {name}, leaf: article, language: en, brief: b}}" for name in ("alpha", "beta", "v1.2")]
    (tmp_path / "cases.yaml").write_text("\n".join(lines))
    return load_cases(tmp_path / "cases.yaml")


def put(root: Path, *names: str) -> Path:
    """Files, and folders where a name ends with a slash."""
    root.mkdir(exist_ok=True)
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir() if name.endswith("/") else path.write_text("<p>Hello")
    return root


def found(handed_in: HandedIn) -> dict[str, dict[str, str]]:
    return {
        model: {case: path.relative_to(handed_in.root).as_posix() for case, path in sources.items()}
        for model, sources in handed_in.sources.items()
    }


def test_each_case_has_a_page_or_a_folder(tmp_path: Path, cases: tuple[Case, ...]):
    out = put(tmp_path / "out", "alpha.html", "beta/index.html", "v1.2.HTM", "notes.txt", ".alpha.html")
    handed_in = find_provided_artifacts(out, cases, [])
    assert found(handed_in) == {"ready": {"alpha": "alpha.html", "beta": "beta", "v1.2": "v1.2.HTM"}}
    assert handed_in.unknown == ()


def test_a_single_model_needs_no_folder(tmp_path: Path, cases: tuple[Case, ...]):
    out = put(tmp_path / "out", "alpha.html")
    assert found(find_provided_artifacts(out, cases, ["acme/next", "sample/polished"])) == {
        "acme/next": {"alpha": "alpha.html"}
    }


def test_several_models_have_folders(tmp_path: Path, cases: tuple[Case, ...]):
    out = put(tmp_path / "out", "acme/next/alpha.html", "acme/next/other.html", "old/beta/index.html")
    handed_in = find_provided_artifacts(out, cases, ["acme/next", "old"])
    assert found(handed_in) == {"acme/next": {"alpha": "acme/next/alpha.html"}, "old": {"beta": "old/beta"}}
    assert handed_in.unknown == ("acme/next/other.html",)


def test_without_named_models_folders_are_models(tmp_path: Path, cases: tuple[Case, ...]):
    out = put(tmp_path / "out", "new/alpha.html", "old/alpha.html", "old/beta.html", "pictures/logo.html")
    assert {model: list(sources) for model, sources in find_provided_artifacts(out, cases, []).sources.items()} == {
        "new": ["alpha"],
        "old": ["alpha", "beta"],
    }


@pytest.mark.parametrize("name", ["page.html", "site/index.html", "project/package.json", "project/dist/index.html"])
def test_a_single_artifact_belongs_to_the_only_case(tmp_path: Path, cases: tuple[Case, ...], name: str):
    out = put(tmp_path / "out", name)
    root = out / name if name == "page.html" else out / name.split("/")[0]
    assert find_provided_artifacts(root, cases[:1], []).sources == {"ready": {"alpha": root}}


def test_a_single_artifact_belongs_to_the_case_with_its_name(tmp_path: Path, cases: tuple[Case, ...]):
    page = put(tmp_path / "out", "beta.html") / "beta.html"
    assert find_provided_artifacts(page, cases, []).sources == {"ready": {"beta": page}}


@pytest.mark.parametrize(
    ("names", "root", "models", "message"),
    [
        ([], "aut", [], "aut does not exist; did you mean 'out'"),
        (["alpa.html"], "out", [], "has no artifact for any of the 3 cases.* found: alpa; did you mean 'alpha'"),
        (["alpha.html"], "out", ["a", "b"], "has no folder for a, b; with several models, each needs its own"),
        (["a/alpha.html", "b/"], "out", ["a", "b"], "out/b has no artifact for any of the 3 cases"),
        (["alpha.html", "alpha/index.html"], "out", [], "are for one case; keep one"),
        (["next/alpha.html"], "out", ["nxt"], "has no folder nxt; it has next; did you mean 'next'"),
        (["page.html"], "out/page.html", [], "is a single artifact, but there are 3 cases"),
        (["cases.txt"], "out/cases.txt", [], "is neither a page nor a folder"),
        (["alpha.html"], "out", ["sample/polished"], "the files in .*out would be ignored; .* --model=ready"),
        (["\x1b[2Jnew/alpha.html"], "out", [], r"'\\x1b\[2Jnew' in .*out cannot name a model; rename it"),
        (["\x1b[2Jalpa.html"], "out", [], r"found: '\\x1b\[2Jalpa'"),
    ],
)
def test_impossible_artifacts_are_usage_errors(
    tmp_path: Path, cases: tuple[Case, ...], names: list[str], root: str, models: list[str], message: str
):
    put(tmp_path / "out", *names)
    with pytest.raises(UsageError, match=message):
        find_provided_artifacts(tmp_path / root, cases, models)


@pytest.mark.parametrize("model", ["..", "../elsewhere", ".", "/"])
def test_a_models_name_never_leaves_the_folder(tmp_path: Path, cases: tuple[Case, ...], model: str):
    put(tmp_path / "elsewhere", "alpha.html")
    out = put(tmp_path / "out", "beta.html")
    assert found(find_provided_artifacts(out, cases, [model])) == {model: {"beta": "beta.html"}}


@pytest.mark.parametrize("models", [[], ["new", "old"]])
def test_a_models_folder_may_be_a_link(tmp_path: Path, cases: tuple[Case, ...], models: list[str]):
    """A run that is continued names the models that it has found before."""
    out = put(tmp_path / "out", "old/beta.html")
    (out / "new").symlink_to(put(tmp_path / "elsewhere", "alpha.html"))
    assert find_provided_artifacts(out, cases, models).sources == {
        "new": {"alpha": out / "new/alpha.html"},
        "old": {"beta": out / "old/beta.html"},
    }


def test_unknown_names_are_escaped_and_passed_to_workers(tmp_path: Path, cases: tuple[Case, ...]):
    out = put(tmp_path / "out", "alpha.html", os.fsdecode(b"\xff\x1b[31m.html"), "für.html")
    handed_in = find_provided_artifacts(out, cases, [])
    assert handed_in.unknown == ("für.html", r"'\udcff\x1b[31m.html'")
    assert HandedIn.model_validate_json(handed_in.model_dump_json()) == handed_in


@pytest.mark.parametrize("path", ["alpha", "alpha/", "alpha/.", "other/../alpha", "."])
def test_a_folder_has_its_cases_name_however_the_path_is_written(tmp_path: Path, cases: tuple[Case, ...], path: str):
    put(tmp_path / "alpha", "index.html")
    put(tmp_path / "other")
    here = tmp_path / "alpha" if path == "." else tmp_path
    assert list(find_provided_artifacts(here / path, cases, []).sources["ready"]) == ["alpha"]


def test_provided_models_are_not_called_and_cases_without_artifact_are_skipped(tmp_path: Path, cases: tuple[Case, ...]):
    samples = SampleFiles(put(tmp_path / "samples", "beta/polished/index.html"))
    handed_in = find_provided_artifacts(
        put(tmp_path / "out", "new/alpha.html", "new/x.html", "old/beta.html"), cases, []
    )
    stock = Stock(samples, handed_in)
    suite = plan_suite(cases, ["new", "sample/polished"], mode="html", repeats=1, stock=stock)
    assert [(item.key.case, item.key.model) for item in suite.items] == [("alpha", "new"), ("beta", "sample/polished")]
    assert suite.asked == ()
    assert not stock.is_asked("new")
    assert plan_suite(cases, [], mode="html", repeats=1, stock=stock).models == ("new", "old")
    coverage = describe_coverage(handed_in, suite)
    assert "new 1 of 3 cases; cases without an artifact are skipped" in coverage
    assert coverage.endswith("not the id of a case: new/x.html")


def test_unknown_names_are_reported_with_a_suggestion(tmp_path: Path, cases: tuple[Case, ...]):
    handed_in = find_provided_artifacts(put(tmp_path / "out", "alpha.html", "betta.html", "x.html"), cases, [])
    suite = plan_suite(cases, [], mode="html", repeats=1, stock=Stock(SampleFiles(tmp_path), handed_in))
    assert describe_strays(handed_in, suite) == [
        "--cookie-artifacts: not the id of a case: betta.html, x.html; did you mean 'beta'?"
    ]


def write_answers(path: Path, *records: dict[str, object] | str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(one if isinstance(one, str) else json.dumps(one) for one in records))
    return path


PAGE = "Here it is:\n```html\n<!doctype html><html><title>é</title><h1>Hello</h1></html>\n```"


def test_answers_are_found_by_case_and_read_from_their_line(tmp_path: Path, cases: tuple[Case, ...]):
    file = write_answers(
        tmp_path / "acme.jsonl",
        {"case": "alpha", "answer": PAGE},
        "{not JSON",
        {"case": "beta", "model_infer_result": "", "answer": "Sorry."},
        {"case": "gamma", "answer": PAGE},
        {"case": "v1.2", "answer": 5},
    )
    handed_in = find_provided_artifacts(file, cases, [])
    assert list(handed_in.answers["acme"]) == ["alpha", "beta"]
    assert handed_in.unknown == ("gamma",)
    assert [problem.partition(": ")[0].rpartition("/")[2] for problem in handed_in.problems] == [
        "acme.jsonl:2",
        "acme.jsonl:5",
    ]
    stock = Stock(SampleFiles(tmp_path / "samples"), HandedIn.model_validate_json(handed_in.model_dump_json()))
    items = plan_suite(cases, [], mode="html", repeats=1, stock=stock).items
    assert [(item.case.id, item.key.model) for item in items] == [("alpha", "acme"), ("beta", "acme")]
    made = [stock.generator("acme").generate(item.case, item.key, tmp_path / item.case.id / "a") for item in items]
    assert (tmp_path / "alpha/a" / str(made[0].entry)).read_text() == PAGE.split("\n")[2]
    assert (tmp_path / "alpha" / made[0].replies[0]).read_text() == PAGE
    assert made[1].problem
    assert made[1].problem.message == "The reply has no HTML page: “Sorry.”"
    file.write_text(file.read_text().replace("Hello", "Other"))
    with pytest.raises(GenerationError, match=r"acme.jsonl:1 was changed"):
        stock.generator("acme").generate(items[0].case, items[0].key, tmp_path / "again")


def test_each_file_of_answers_is_a_model(tmp_path: Path, cases: tuple[Case, ...]):
    for name in ("one", "two"):
        write_answers(tmp_path / "all" / f"{name}.jsonl", {"case": "alpha", "answer": PAGE})
    assert list(find_provided_artifacts(tmp_path / "all", cases, []).answers) == ["one", "two"]
    assert list(find_provided_artifacts(tmp_path / "all", cases, ["two"]).answers) == ["two"]
    assert list(find_provided_artifacts(tmp_path / "all/one.jsonl", cases, ["acme/m"]).answers) == ["acme/m"]
    with pytest.raises(UsageError, match=r"has no file three\.jsonl"):
        find_provided_artifacts(tmp_path / "all", cases, ["three", "one"])
    with pytest.raises(UsageError, match="no answer to any of the 3 cases"):
        find_provided_artifacts(write_answers(tmp_path / "x.jsonl", {"index": 1, "answer": PAGE}), cases, [])


ANSWER = {"case": "alpha", "answer": PAGE}


def test_a_model_with_a_slash_has_its_answers_in_a_folder(tmp_path: Path, cases: tuple[Case, ...]):
    for name in ("openai/gpt.jsonl", "acme/m.ndjson", "other.jsonl"):
        write_answers(tmp_path / name, ANSWER)
    assert list(find_provided_artifacts(tmp_path, cases, ["openai/gpt", "acme/m"]).answers) == ["openai/gpt", "acme/m"]
    for away in ("../other", "/etc/passwd", "openai/none"):
        with pytest.raises(UsageError, match="has no file"):
            find_provided_artifacts(tmp_path, cases, [away, "openai/gpt"])


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("m.jsonl", "m.ndjson"), r"m\.jsonl and m\.ndjson .* are for one model; keep one"),
        (("m\n.jsonl",), "names no model; rename it"),
        (("m\udcff.jsonl",), "names no model; rename it"),
        (("m.jsonl", "alpha.html"), r"pages and answers \(alpha.html and m.jsonl\); keep one kind"),
    ],
)
def test_ambiguous_files_of_answers_are_refused(tmp_path: Path, cases: tuple[Case, ...], names, message):
    for name in names:
        write_answers(tmp_path / name, ANSWER)
    with pytest.raises(UsageError, match=message):
        find_provided_artifacts(tmp_path, cases, [])


@pytest.mark.parametrize("case", ["x\ud800y", "\x1b[31m", "gamma"])
def test_unknown_ids_can_be_printed_and_passed_to_workers(tmp_path: Path, cases: tuple[Case, ...], case: str):
    file = write_answers(tmp_path / "acme.jsonl", ANSWER, {"case": case, "answer": "a\ud800b"})
    handed_in = find_provided_artifacts(file, cases, [])
    assert HandedIn.model_validate_json(handed_in.model_dump_json()) == handed_in
    assert all(name.isprintable() for name in handed_in.unknown)
