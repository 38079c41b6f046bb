"""Pages in pull requests: the action, its script, the template for GitLab and the hook, by their schemas and run.

The script runs with stand-ins for `pytest-cookie`, which takes a browser, and for `gh`, which takes GitHub.
"""

import os
import subprocess
from pathlib import Path

import pytest
import yaml
from check_jsonschema import main as check_jsonschema
from click.testing import CliRunner

from pytest_cookie.cli import _parser

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "deploy" / "github" / "check-pages.sh"
COOKIE = """#!/usr/bin/env bash
printf '%s\\n' "$@" > arguments
for given in "$@"; do
  case $given in
    json=*) echo '{"pages": []}' > "${given#json=}";;
    markdown=*) echo '### a page' > "${given#markdown=}";;
  esac
done
echo '::error file=a.html,line=3,title=major: x::y'
exit "${COOKIE_EXIT:-0}"
"""
GH = """#!/usr/bin/env bash
echo "$@" >> calls
case "$*" in *--paginate*) echo "$COMMENTS";; esac
"""


def validate(schema: str, path: Path) -> None:
    result = CliRunner().invoke(check_jsonschema, ["--builtin-schema", schema, str(path)])
    assert result.exit_code == 0, result.output


def test_action_and_template_follow_their_schemas():
    validate("vendor.github-actions", ROOT / "action.yml")
    validate("vendor.gitlab-ci", ROOT / "deploy" / "gitlab" / "check-pages.yml")


def test_no_text_of_an_input_becomes_part_of_a_script():
    steps = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["runs"]["steps"]
    assert [step["run"] for step in steps if "${{" in step.get("run", "")] == []


def test_the_hook_is_a_command_that_there_is():
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    program, *arguments = hook["entry"].split()
    assert (program, hook["language"], hook["types"]) == ("pytest-cookie", "python", ["html"])
    options = _parser("check").parse_args([*arguments, "a.html", "b.html"])
    assert (options.pages, options.fail_on) == (["a.html", "b.html"], "critical")


@pytest.fixture
def run(tmp_path: Path):
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    (tmp_path / "pytest-cookie-checks").mkdir()
    for name, text in (("pytest-cookie", COOKIE), ("gh", GH)):
        (bin_ / name).write_text(text, "utf-8")
        (bin_ / name).chmod(0o755)

    def started(**given: str) -> "subprocess.CompletedProcess[str]":
        usual = {
            "PATH": f"{bin_}:{os.environ['PATH']}", "PAGES": "a b.html\n\nhttp://localhost:5173\n",
            "BRIEF": "", "START": "",
            "FAIL_ON": "major", "EFFORT": "quick", "DEVICE": "both", "PULL_REQUEST": "", "COMMENTS": "",
            "GITHUB_EVENT_NAME": "pull_request", "GITHUB_REPOSITORY": "o/r", "GITHUB_OUTPUT": "output",
            "GITHUB_STEP_SUMMARY": "summary",
        }  # fmt: skip
        command = ["bash", str(SCRIPT)]
        return subprocess.run(command, cwd=tmp_path, env=usual | given, capture_output=True, text=True, check=False)

    return started


def test_the_script_checks_all_pages_and_says_so(run, tmp_path: Path):
    done = run(BRIEF='a "page"; $(touch hacked)', START="npm run dev", COOKIE_EXIT="1")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("::error file=a.html")
    given = (tmp_path / "arguments").read_text("utf-8").splitlines()
    assert given[:3] == ["check", "a b.html", "http://localhost:5173"]
    assert given[given.index("--brief") + 1] == 'a "page"; $(touch hacked)'
    assert "--baseline" not in given
    options = _parser("check").parse_args(given)
    assert (options.device, options.fail_on, options.start, len(options.write)) == ("both", "major", "npm run dev", 2)
    assert (tmp_path / "summary").read_text("utf-8") == "### a page\n"
    assert not (tmp_path / "hacked").exists()
    assert not (tmp_path / "pytest-cookie-baseline.json").exists()


def test_a_push_keeps_what_a_pull_request_compares_with(run, tmp_path: Path):
    assert run(GITHUB_EVENT_NAME="push").returncode == 0
    assert "pages" in (tmp_path / "pytest-cookie-baseline.json").read_text("utf-8")
    run()
    assert "--baseline\npytest-cookie-baseline.json" in (tmp_path / "arguments").read_text("utf-8")


@pytest.mark.parametrize(
    ("comments", "call"),
    [
        ("", "api --method POST repos/o/r/issues/7/comments -F"),
        ("41\n42", "api --method PATCH repos/o/r/issues/comments/41 -F"),
    ],
)
def test_there_is_one_comment_which_is_updated(comments: str, call: str, run, tmp_path: Path):
    assert run(PULL_REQUEST="7", COMMENTS=comments).returncode == 0
    assert call in (tmp_path / "calls").read_text("utf-8").splitlines()[1]
    comment = (tmp_path / "pytest-cookie-checks" / "comment.md").read_text("utf-8")
    assert comment == "<!-- pytest-cookie -->\n### a page\n"
