"""An installed plugin that is not used has no effect and no cost."""

import ast
import json
import sys
from pathlib import Path

import pytest

LIGHT = ["pytest_cookie", "pytest_cookie.plugin", "pytest_cookie.plugin.entry", "pytest_cookie.plugin.options"]
PROBE = """
import json, sys
def pytest_unconfigure(config):
    ours = sorted(name for name in sys.modules if name.split(".")[0] == "pytest_cookie")
    known = {"litellm", "playwright.async_api", "pydantic", "numpy", "PIL", "py3langid", "av"}
    heavy = sorted(known & set(sys.modules))
    with open("modules.json", "w") as file:
        json.dump([ours, heavy], file)
"""


def modules(pytester: pytest.Pytester, *arguments: str) -> tuple[pytest.RunResult, list[list[str]]]:
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments)
    return result, json.loads((pytester.path / "modules.json").read_text())


def test_nothing_of_ours_is_loaded_or_written_and_the_exit_code_stays(pytester: pytest.Pytester):
    pytester.makeconftest(PROBE)
    pytester.makepyfile("def test_mine(): pass\ndef test_that_fails(): assert False\n")
    pytesters = {"stdout", "stderr", "modules.json", "__pycache__"}
    before = {path.name for path in pytester.path.iterdir()} | pytesters
    result, (ours, heavy) = modules(pytester)
    without, (_, heavy_without) = modules(pytester, "-p", "no:cookie")
    assert ours == LIGHT
    assert heavy == heavy_without
    assert result.ret == without.ret == pytest.ExitCode.TESTS_FAILED
    left = {path.name for path in pytester.path.iterdir() if not path.name.startswith("runpytest-")}
    assert left - before == set()


def test_fixtures_with_our_names_in_a_users_project_are_theirs(pytester: pytest.Pytester):
    pytester.makeconftest(PROBE)
    pytester.makepyfile(
        """
        import pytest
        @pytest.fixture
        def judge(): return "theirs"
        @pytest.fixture
        def artifact(): return "theirs"
        def test_mine(judge, artifact): assert judge == artifact == "theirs"
        """
    )
    result, (ours, _) = modules(pytester)
    result.assert_outcomes(passed=1)
    assert result.ret == pytest.ExitCode.OK
    assert ours == LIGHT


@pytest.mark.parametrize("how", ["conftest", "plugin"])
def test_model_stays_with_who_owns_it(pytester: pytest.Pytester, how: str):
    option = "def pytest_addoption(parser):\n    parser.addoption('--model')\n"
    if how == "conftest":
        pytester.makeconftest(option + PROBE)
    else:
        pytester.makepyfile(theirs=option)
        pytester.makeconftest(PROBE)
    pytester.makepyfile("def test_mine(pytestconfig):\n    assert pytestconfig.getoption('--model') == 'theirs'\n")
    arguments = ["-p", "theirs"] if how == "plugin" else []
    pytester.syspathinsert()
    result, (ours, _) = modules(pytester, "--model=theirs", *arguments)
    result.assert_outcomes(passed=1)
    assert ours == LIGHT


@pytest.mark.parametrize("name", ["entry", "options"])
def test_what_every_project_loads_imports_pytest_and_the_standard_library_alone(name: str):
    module = sys.modules[f"pytest_cookie.plugin.{name}"]
    top: set[str] = set()
    for node in ast.parse(Path(module.__file__ or "").read_text()).body:
        if isinstance(node, ast.Import):
            top |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            top.add(node.module or "")
    others = {imported for imported in top if imported.split(".")[0] not in {"pytest", *sys.stdlib_module_names}}
    assert others == ({"pytest_cookie.plugin.options"} if name == "entry" else set())
