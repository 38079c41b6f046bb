"""Node ids of the installed benchmark's items work in editors, shells and other folders."""

from pathlib import Path

import pytest

MODEL = "--model=sample/polished"


def collected(pytester: pytest.Pytester, *arguments: str) -> list[str]:
    result = pytester.runpytest_inprocess("--collect-only", "-q", MODEL, *arguments)
    return [line for line in result.outlines if "::" in line and " " not in line]


def parts_for_an_editor(node_id: str) -> tuple[str, str, str]:
    """File, test and parameters, as VS Code's adapter splits an id; it raises if there is no `.py`."""
    test, bracket, parameters = node_id.partition("[")
    file, function = test.rsplit("::", 1)
    assert bracket
    assert parameters.endswith("]")
    return file.rsplit(".py", 1)[0] + ".py", function, parameters[:-1]


def test_every_id_names_a_file_that_is_there(pytester: pytest.Pytester):
    ids = collected(pytester)
    assert len(ids) > 5
    for node_id in ids:
        file, function, parameters = parts_for_an_editor(node_id)
        assert Path(file).is_absolute()
        assert Path(file).is_file()
        assert function == "test_artifact"
        assert not set(parameters) & set("[]:/ \\'\"")


def test_an_id_can_be_pasted_in_any_folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    first, second, *_ = collected(pytester)
    elsewhere = pytester.mkdir("elsewhere")
    (elsewhere / "pyproject.toml").write_text("[tool.pytest-cookie]\nmax_steps = 3\n", encoding="utf-8")
    monkeypatch.chdir(elsewhere)
    assert collected(pytester, second) == [second]
    assert collected(pytester, second, first) == [second, first]
    header = pytester.runpytest_inprocess("--collect-only", MODEL, first).stdout
    header.fnmatch_lines([f"cookie: settings: {elsewhere / 'pyproject.toml'}"])
    assert not [path for path in elsewhere.iterdir() if path.name != "pyproject.toml"]


def test_the_project_need_not_be_the_root(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    """Where the package lies below pytest's root, too, an id can be pasted in a folder that is not the root."""
    import pytest_cookie

    monkeypatch.chdir(Path(pytest_cookie.__file__).parent / "plugin")
    first, *_ = collected(pytester, "--pyargs", "pytest_cookie.benchmark", "-p", "no:cacheprovider")
    assert collected(pytester, first, "-p", "no:cacheprovider") == [first]


@pytest.mark.long
def test_what_selects_by_ids_selects(pytester: pytest.Pytester):
    ids = collected(pytester)
    assert collected(pytester, "--deselect", ids[0]) == ids[1:]
    pytester.makepyfile(
        mine="import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_runtest_setup(): assert False\n"
    )
    pytester.syspathinsert()
    run = ("-p", "mine", "--cookie-run=run", MODEL)
    broken = pytester.runpytest_subprocess(*run, "-n", "1", "-k", "pendulums or moth")
    failed = {line.split()[1] for line in broken.outlines if line.startswith(("FAILED", "ERROR"))}
    assert failed
    assert failed < set(ids)
    assert set(collected(pytester, "--lf")) == failed
