"""Mistakes of the user are usage errors before anything runs."""

import os
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """In this process, because no item runs."""
    return pytester.runpytest_inprocess("--pyargs", "pytest_cookie.benchmark", *arguments)


WRONG_OPTIONS = [
    (
        ["--model=sample/shiny"],
        "*there are no samples called sample/shiny; the samples are sample/flawed and sample/polished*",
    ),
    (
        ["--model=sample/polished", "--cookie-agent=crowler"],
        "*--cookie-agent=crowler: is no model; did you mean 'crawler'*",
    ),
    (["--model=sample/polished", "--cookie-judge=gpt-9"], "*no provider is known for the model 'gpt-9'*"),
    (
        ["--model=sample/polished", "--cookie-mode=react"],
        "*=react: sample/polished has only single-file pages*",
    ),
    (["--model=sample/polished", "--cookie-shard=0/4"], "*--cookie-shard=0/4: shards are counted from 1*1/4*"),
    (["--model=sample/polished", "--cookie-shard=1/4", "--cookie-fail-under=50"], "*a gate needs the whole run*"),
    (["--model=sample/polished", "--cookie-repeats=0"], "*--cookie-repeats=0: must be a number from 1*"),
    (["--cookie-resume=nowhere"], "*nowhere is not a run folder: it has no manifest.json"),
    (["--model=\udcff"], "*--cookie-model='?udcff': cannot be decoded as *"),
    (["--model=sample/polished", "--cookie-run=\udcfe/run"], "*--cookie-run=*: cannot be decoded as *"),
    (["--cookie-cases", "\udcfe.yaml"], "*--cookie-cases=*: cannot be decoded as *"),
    (["--model=sample/polished", "--cookie-judge=\udcfe"], "*--cookie-judge=*: cannot be decoded as *"),
    (["--cookie-resume=\udcfe"], "*--cookie-resume=*: cannot be decoded as *"),
    (["--model=a\u202eb"], "*--cookie-model=*202eb': contains unprintable characters"),
    (["--model=one\ntwo"], "*--cookie-model=*: contains unprintable characters"),
    (["--model="], "*--cookie-model='': names no model; is a variable unset?"),
    (["--model", " "], "*--cookie-model=' ': names no model*"),
    (["--model=openai/" + "x" * 500], "*--cookie-model=openai/xx*…: has 507 characters; the maximum is 200"),
    (["--cookie-fail-under=200"], "*--cookie-fail-under=200: must be a total from 0 to 100*"),
    (["--model=sample/polished", "--cookie-cases=nowhere"], "*nowhere*"),
    (["--model=sample/polished", "--tracing=on"], "*--tracing is not supported for items of pytest-cookie*"),
    (
        ["--model=sample/polished", "--browser=firefox"],
        "*--browser=firefox: items of pytest-cookie run only in Chromium*",
    ),
    (["--model=sample/polished", "--output=out", "--cookie-run=out/a"], "*pytest-playwright empties*"),
    (
        ["--model=sample/polished", "-m", "cookie(lang='en')"],
        "*cookie(…) has no label 'lang'; did you mean*'language'?",
    ),
    (
        ["--model=sample/polished", "-m", "not cookie(team='x')"],
        "*no label 'team'; the labels are domain, leaf, difficulty, language, page_type, mode, voice",
    ),
    (
        ["--model=sample/polished", "-m", "hard and cookie(domain='games', leaf='puzle')"],
        "*there is no leaf 'puzle'; did you mean 'puzzle'?",
    ),
    (
        ["--model=sample/polished", "-m", "cookie(language='de-AT')"],
        "*there is no language 'de-AT'; choose from zh, en,*",
    ),
]
"""Command lines and their messages."""


def test_a_session_without_tests_says_what_starts_a_run(pytester: pytest.Pytester):
    result = pytester.runpytest_inprocess("--cookie-judge=measured")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines(["pytest-cookie: --cookie-judge: starts no run. Add a model (--cookie-model=*"])


def test_a_session_with_tests_has_no_hint(pytester: pytest.Pytester):
    pytester.makepyfile("def test_one(): pass")
    result = pytester.runpytest_inprocess("--cookie-judge=measured", "-p", "no:playwright")
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("pytest-cookie: *")


def test_wrong_options_are_refused(pytester: pytest.Pytester, subtests: pytest.Subtests):
    for arguments, message in WRONG_OPTIONS:
        with subtests.test(arguments=[argument[:60] for argument in arguments]):
            with pytest.raises(pytest.UsageError) as refused:
                pytester.parseconfigure("--pyargs", "pytest_cookie.benchmark", *arguments)
            assert fnmatch(str(refused.value), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model=gpt-9"], "*no provider is known for the model 'gpt-9'*openai/gpt-9*"),
        (["--model", "a/b", "--model", "sample/\udce4"], "*--cookie-model='sample/?udce4': cannot be decoded as *"),
        (["--model=sample/\x1b[2Jpolished"], "*--cookie-model='sample/*2Jpolished': contains unprintable *"),
        (["--model=sample/polished", "--cookie-retry-errors"], "*--cookie-retry-errors needs a run to resume*"),
    ],
)
def test_a_run_with_wrong_options_ends_with_a_message(pytester: pytest.Pytester, arguments: list[str], message: str):
    result = run(pytester, *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([message])


def test_bad_yaml_names_file_line_and_field(pytester: pytest.Pytester):
    (pytester.path / "cases.yaml").write_text(
        "cases:\n"
        "  - id: one\n    leaf: dashbord\n    language: en\n    brief: b\n    artifact: a.html\n"
        "  - id: one\n    leaf: article\n    language: xx\n    brief: b\n    artifact: a.html\n"
    )
    result = run(pytester, "--cookie-cases", "cases.yaml")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    message = result.stderr.str()
    assert "cases.yaml:3: cases[0].leaf" in message
    assert "dashboard" in message
    assert "cases.yaml:9: cases[1].language" in message
    assert not (pytester.path / "reports").exists()


def test_a_duplicate_id_names_both_places(pytester: pytest.Pytester):
    case = "  - {id: one, leaf: article, language: en, brief: b, artifact: a.html}\n"
    (pytester.path / "cases.yaml").write_text("cases:\n" + case + case)
    result = run(pytester, "--cookie-cases", "cases.yaml")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    message = result.stderr.str()
    assert "cases.yaml:2" in message
    assert "cases.yaml:3" in message


def test_a_misspelt_setting_is_named(pytester: pytest.Pytester):
    (pytester.path / "pyproject.toml").write_text("[tool.pytest-cookie]\nmax_step = 3\n")
    result = run(pytester, "--model=sample/polished")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*max_step: *did you mean 'max_steps'?*"])


def test_an_export_that_cannot_work_is_named_before_the_run(pytester: pytest.Pytester):
    pytester.makepyprojecttoml("[tool.pytest-cookie]\nexports = {mlfow = {}}\n")
    run(pytester, "--model=sample/polished").stderr.fnmatch_lines("*mlfow*did you mean 'mlflow'?*")
    assert not (pytester.path / "reports").exists()


def test_unusable_services_are_named(pytester: pytest.Pytester):
    pytester.makepyprojecttoml("[tool.pytest-cookie]\ncoding_services = 'lab.py'\n")
    arguments = ("--model=openai/any", "--cookie-mode=react", "-k", "puzzle")
    run(pytester, *arguments).stderr.fnmatch_lines("*coding_services: cannot run *lab.py: FileNotFoundError*")
    pytester.makepyfile(lab="def look_up(query): ...")
    run(pytester, *arguments).stderr.fnmatch_lines("*coding_services: *lab.py has no function search, fetch or draw*")


def test_a_folder_with_a_broken_run_is_not_overwritten(pytester: pytest.Pytester):
    (pytester.path / "old").mkdir()
    (pytester.path / "old" / "manifest.json").write_text("{}")
    result = run(pytester, "--model=sample/polished", "--cookie-run=old")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*old cannot be resumed: *manifest.json is not a valid Manifest: *"])
    assert (pytester.path / "old" / "manifest.json").read_text() == "{}"


def test_no_chromium_says_how_to_get_one(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PYTEST_COOKIE_CHROMIUM", str(pytester.path / "nowhere"))
    result = run(pytester, "--model=sample/polished")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "nowhere" in result.stderr.str() or "pytest-cookie browser --install" in result.stderr.str()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script replaces the browser")
@pytest.mark.parametrize("option", [(), ("--browser-channel=chrome",)])
def test_a_clock_that_the_browser_does_not_support_is_refused(pytester: pytest.Pytester, option: tuple[str, ...]):
    browser = pytester.path / "chromium"
    browser.write_text("#!/bin/sh\necho Chromium 150.0.1.2\n")
    browser.chmod(0o755)
    chromium = "" if option else f"chromium = '{browser}'\n"
    (pytester.path / "pyproject.toml").write_text(f'[tool.pytest-cookie]\nclock = "stepped"\n{chromium}')
    result = run(pytester, "--model=sample/polished", *option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["*The stepped clock needs a headless shell*playwright install chromium-headless-shell*"]
    )
    assert not (pytester.path / "reports").exists()


def test_without_a_model_the_benchmark_is_skipped_with_a_hint(pytester: pytest.Pytester):
    result = run(pytester, "-rs")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*no model is named; try --model=sample/polished*"])


def test_a_folder_with_other_files_is_not_overwritten(pytester: pytest.Pytester):
    (pytester.path / "mine").mkdir()
    (pytester.path / "mine" / "index.html").write_text("my page")
    result = run(pytester, "--model=sample/polished", "--cookie-run=mine")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*mine already exists and is not empty; choose another folder*"])
    assert (pytester.path / "mine" / "index.html").read_text() == "my page"


@pytest.mark.parametrize("workers", ["0", "1"])
def test_named_tests_without_items_are_refused(pytester: pytest.Pytester, workers: str):
    (pytester.path / "pytest.ini").write_text("[pytest]\ntestpaths = mytests\n")
    (pytester.path / "mytests").mkdir()
    (pytester.path / "mytests" / "test_mine.py").write_text("def test_mine(): pass\n")
    result = pytester.runpytest_inprocess("--model=sample/polished", "-n", workers)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stdout.fnmatch_lines(["the named tests use no item; run: pytest --pyargs pytest_cookie.benchmark *"])
    assert list((pytester.path / "reports").glob("*")) == []


def test_a_selection_of_no_item_is_no_usage_error(pytester: pytest.Pytester):
    result = run(pytester, "--model=sample/polished", "-k", "nosuchthing")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines(["-k and -m selected none of * items"])


def test_undecodable_bytes_of_a_command_line_are_refused(pytester: pytest.Pytester):
    folder = os.fsencode(pytester.path) + b"/\xff"
    Path(os.fsdecode(folder)).mkdir()
    command = [os.fsencode(part) for part in pytester._getpytestargs()]
    for argument, where in ((b"--model=\xfe", pytester.path), (b"--model=sample/polished", folder)):
        done = subprocess.run([*command, argument], cwd=where, capture_output=True, check=False)
        assert done.returncode == pytest.ExitCode.USAGE_ERROR
        assert b": cannot be decoded as utf-8. Records and reports contain the names of" in done.stderr
        assert b"Traceback" not in done.stderr + done.stdout


def test_pages_for_which_solutions_were_not_written_are_refused(pytester: pytest.Pytester):
    folder = pytester.mkdir("out") / "acme"
    folder.mkdir()
    (folder / "seed-shelf.html").write_text("<!doctype html><title>Shelf</title>")
    result = run(pytester, "--cookie-protocol=auigym", "--cookie-artifacts=out")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*acme: the solutions of its tasks name elements of the samples of *"])
