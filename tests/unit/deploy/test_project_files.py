"""Contributors' files: valid by GitHub's and CFF's schemas, and in agreement with the package and the Makefile."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import check_jsonschema
import yaml
from click.testing import CliRunner

from hatch_build import describe

ROOT = Path(__file__).parents[3]
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"
RELEASE = WORKFLOW.with_name("release.yml")
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
CITATION = ROOT / "CITATION.cff"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
KINDS = {kind["directory"] for kind in PROJECT["tool"]["towncrier"]["type"]}


def is_valid(schema: str, *paths: Path) -> bool:
    result = CliRunner().invoke(check_jsonschema.main, ["--builtin-schema", schema, *map(str, paths)])
    return result.exit_code == 0


def test_files_follow_their_schemas_and_misspelt_ones_are_refused(tmp_path: Path):
    forms = [path for path in FORMS if path.name != "config.yml"]
    assert {path.stem for path in forms} == {"bug", "feature", "wrong-finding"}
    assert is_valid("vendor.github-issue-forms", *forms)
    assert is_valid("vendor.github-issue-config", ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml")
    for schema, path, word in [
        ("vendor.github-workflows", WORKFLOW, "runs-on"),
        ("vendor.github-workflows", RELEASE, "runs-on"),
        ("custom.github-workflows-require-timeout", RELEASE, "timeout-minutes"),
        ("custom.github-workflows-require-timeout", WORKFLOW, "timeout-minutes"),
        ("vendor.github-issue-forms", forms[0], "body"),
        ("vendor.citation-file-format", CITATION, "authors"),
    ]:
        assert is_valid(schema, path)
        misspelt = tmp_path / path.name
        misspelt.write_text(path.read_text().replace(f"{word}:", f"{word}s:"))
        assert not is_valid(schema, misspelt)


def test_ci_runs_each_supported_python_and_pytest_by_commands_of_the_makefile():
    jobs = yaml.safe_load(WORKFLOW.read_text())["jobs"]
    matrix = jobs["test"]["strategy"]["matrix"]
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert matrix["python"][0] == oldest
    assert matrix["pytest"][0] == re.search(r"pytest>=(\d+)", " ".join(PROJECT["project"]["dependencies"]))[1]
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert not [command for command in commands if "${{" in command]  # it would be pasted into the shell
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"\bmake (?:PYTHON=\S+ )?([a-z-]+)", "\n".join(commands))) <= targets


def test_only_jobs_that_execute_nothing_of_the_project_can_sign_and_publish():
    release = yaml.safe_load(RELEASE.read_text())
    assert release["permissions"] == {"contents": "read"}
    signing = {name: job for name, job in release["jobs"].items() if "id-token" in job.get("permissions", {})}
    assert set(signing) == {"attest", "publish"}
    for job in signing.values():
        assert not [step for step in job["steps"] if "run" in step or "checkout" in step["uses"]]
    assert set(signing["attest"]["needs"]) == {"test", "build"}


def test_the_citation_names_this_version_and_license():
    citation, project = yaml.safe_load(CITATION.read_text()), PROJECT["project"]
    assert (citation["title"], citation["version"], citation["license"]) == (
        *(project["name"], project["version"]),
        project["license"],
    )


def test_fragments_of_the_changelog_have_a_known_kind_and_make_an_entry(tmp_path: Path):
    names = [path.name for path in (ROOT / "changelog.d").glob("*.md") if path.name != "README.md"]
    assert not [name for name in names if name.split(".")[-2] not in KINDS]
    for name in ("pyproject.toml", "CHANGELOG.md"):
        (tmp_path / name).write_text((ROOT / name).read_text())
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / "changelog.d" / "+gate.fixed.md").write_text("The gate names a baseline that no rule uses.")
    build = [sys.executable, "-m", "towncrier", "build", "--keep", "--version", "9.9.9"]
    subprocess.run(build, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    changelog = (tmp_path / "CHANGELOG.md").read_text()
    assert "### Fixed\n\n- The gate names a baseline that no rule uses.\n" in changelog
    assert changelog.index("## 9.9.9") < changelog.index("## 0.1.0")


def test_the_inputs_of_the_action_are_documented():
    guide = (ROOT / "docs" / "how-to" / "check-a-page.md").read_text(encoding="utf-8")
    table = guide.partition("| input | meaning | default |")[2].partition("\n\n")[0]
    named = {name for row in table.splitlines() for name in re.findall(r"`([\w-]+)`", row.split(" | ")[0])}
    assert named == set(yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"])


def test_the_description_for_pypi_has_no_picture_and_no_link_that_leads_nowhere():
    readme = (
        "# A\n\n![The report](docs/pictures/report.png)\n\nSee [the `docs`](docs/index.md), "
        "[PyPI](https://pypi.org).\n\n```sh\ncat [a](b)\n```\n"
    )
    shown = "# A\n\nSee the `docs`, [PyPI](https://pypi.org).\n\n```sh\ncat [a](b)\n```\n"
    assert describe(readme) == shown
    description = describe((ROOT / "README.md").read_text(encoding="utf-8"))
    assert not re.findall(r"\]\((?!https?:)", description)


def test_the_source_archive_has_the_files_that_tests_and_documents_need():
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    wanted = {"CONTRIBUTING.md", "SECURITY.md", "CITATION.cff", "CHANGELOG.md", "changelog.d", ".github", "docs"}
    assert wanted <= set(included)
    assert not [name for name in included if not (ROOT / name).exists()]
