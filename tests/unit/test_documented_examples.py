"""Every code block of README and documentation is one that works, as far as can be told without running it."""

from pathlib import Path

import pytest

from tests.documented_examples import ROOT, Examples

PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]


def test_every_code_block_of_the_documentation_is_right(pytestconfig: pytest.Config, tmp_path: Path):
    examples = Examples(pytestconfig._parser, tmp_path)
    wrong = [
        f"{page.relative_to(ROOT)}:{line}: {problem}"
        for page in PAGES
        for line, problem in examples.problems(page.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


def fenced(language: str, code: str) -> str:
    return f"# Page\n\n```{language}\n{code}\n```\n"


@pytest.mark.parametrize(
    ("language", "code", "problem"),
    [
        ("sh", "pytest-cookie gate RUN --baseline A > log", None),
        ("sh", "pytest-cookie gate RUN --bsaeline A", "unrecognized arguments: --bsaeline A"),
        ("sh", "cd x && pytest-cookie gate | tee log", "the following arguments are required: run"),
        ("sh", "id=$(pytest-cookie agree A)", "the following arguments are required: human"),
        ("sh", "pytest --model=openai/x \\\n  --cookie-budget-usd 5  # dollars", None),
        ("sh", "pytest --cookie-bugdet-usd=5", "pytest has no option --cookie-bugdet-usd=5"),
        ("sh", "KEY=1 .venv/bin/pytest --cookie-repeats=0", "must be a number from 1"),
        ("sh", 'pytest -m "cookie(domain="', "expected"),
        ("sh", "docker run --rm pytest-cookie chekc page.html", "invalid choice: 'chekc'"),
        ("sh", "docker run --entrypoint pytest pytest-cookie --cookie-sett=full", "no option --cookie-sett=full"),
        ("sh", "pip install 'pytest-cookie[modles]'", "pip: there is no modles"),
        ("sh", "make benhc", "make: there is no benhc"),
        ("sh", "python benchmarks/nothing.py", "benchmarks/nothing.py does not exist"),
        ("sh", "pytest --model=<model>", "<model> is a redirection"),
        ("sh", "if true; then", "syntax error"),
        ("python", "from pytest_cookie import check\ncheck('page.html', breif='A list')", "breif"),
        ("python", "from pytest_cookie import chekc", "pytest_cookie has no chekc"),
        ("pycon", ">>> from pytest_cookie import check\n>>> check('a', bref=1)", "bref"),
        ("python", "def f(:", "invalid syntax"),
        ("yaml", "cases:\n  - {id: tea, leaf: efficiency, language: en, breif: A.}", "breif: is not a known field"),
        ("yaml", "cases: [{id: tea, leaf: tea, language: en, brief: A timer.}]", "unknown leaf"),
        ("yaml", "steps:\n  - uses: me/pytest-cookie@main\n    with: {page: x}", "action.yml has no input page"),
        ("yaml", "on: push\njobs: {a: {runs-on: x, steps: [{run: pytest-cookie gaet}]}}", "invalid choice: 'gaet'"),
        ("yaml", "repos: [{repo: x, rev: y, hooks: [{id: cookie-check}]}]", "no hook cookie-check"),
        ("yaml", "a: {b: What?, c: d}", "parsing a flow mapping"),
        ("toml", "[tool.pytest-cookie]\nmax_stpes = 3", "max_stpes"),
        ("toml", "[tool.pytest-cookie.protocol]\nocrr = true", "ocrr"),
        ("toml", "[minimum]\ntotl = 3", "totl"),
        ("toml", '[project.entry-points."pytest_cookie.judge"]\na = "b:C"', "no entry points pytest_cookie.judge"),
        ("json", "{'a': 1}", "Expecting property name"),
        ("", "some output", "nothing reads ``"),
    ],
)  # fmt: skip
def test_a_wrong_block_is_found(
    pytestconfig: pytest.Config, tmp_path: Path, language: str, code: str, problem: str | None
):
    examples = Examples(pytestconfig._parser, tmp_path)
    found = list(examples.problems(fenced(language, code)))
    assert [line for line, _ in found] == ([3] if problem else [])
    assert not problem or problem in found[0][1]
    marked = fenced(language, code).replace("\n```", "\n<!-- not checked: it is wrong -->\n```", 1)
    assert list(examples.problems(marked)) == []
