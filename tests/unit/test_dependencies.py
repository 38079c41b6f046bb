"""The distributions that the core and its extras install."""

import importlib.util
import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

import pytest_cookie
from pytest_cookie.core.errors import UsageError
from pytest_cookie.llm.models import Models, ModelSettings

NAME = re.compile(r"^[A-Za-z0-9._-]+")


def core_distributions() -> set[str]:
    """Names of all distributions that `pip install pytest-cookie` installs here, itself included."""
    found: set[str] = set()
    waiting = ["pytest-cookie"]
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name in found:
            continue
        try:
            requires = distribution(name).requires or []
        except PackageNotFoundError:  # for another system or Python
            continue
        found.add(name)
        waiting += [NAME.match(line)[0] for line in requires if "extra ==" not in line]  # type: ignore[index]
    return found


def test_the_core_brings_no_plugin_of_pytest_but_xdist():
    plugins = {
        name: {entry.name for entry in distribution(name).entry_points if entry.group == "pytest11"}
        for name in core_distributions()
    }
    assert {name: names for name, names in plugins.items() if names} == {
        "pytest-cookie": {"cookie"},
        "pytest-xdist": {"xdist", "xdist.looponfail"},
    }


def test_the_core_has_no_heavy_package_that_only_an_extra_needs():
    heavy = {"litellm", "plotly", "lingua-language-detector", "pyarrow", "allure-pytest", "pytest-html", "openai"}
    heavy |= {"starlette", "uvicorn", "rapidocr", "onnxruntime", "opencv-python-headless"}
    assert core_distributions() & heavy == set()


def installed_bytes(name: str) -> int:
    """Size of a distribution's files, without compiled Python, which the installer may leave out."""
    files = [file for file in distribution(name).files or [] if file.suffix != ".pyc"]
    return sum(path.stat().st_size for path in (Path(file.locate()) for file in files) if path.is_file())


def test_the_core_is_light():
    own = sum(path.stat().st_size for path in Path(pytest_cookie.__file__).parent.rglob("*") if path.suffix != ".pyc")
    others = {name: installed_bytes(name) for name in core_distributions() - {"pytest-cookie"}}
    assert min(others.values()) > 0
    largest = sorted(((size // 2**20, name) for name, size in others.items()), reverse=True)[:5]
    assert (own + sum(others.values())) / 2**20 <= 420, largest


TOO_HEAVY_FOR_ALL = {"ocr", "inspect", "mlflow", "wandb"}
"""280 MB for one option of one protocol, with an OpenCV that does not bear another distribution of it beside it; 70 to
170 MB for one tracker each."""


def test_all_has_every_other_extra_but_the_heavy_ones():
    extras: dict[str, set[str]] = {}
    for line in distribution("pytest-cookie").requires or []:
        requirement, _, marker = line.partition(";")
        if found := re.search(r"extra == '(\w+)'", marker):
            extras.setdefault(found[1], set()).add(requirement.strip())
    everything = extras.pop("all")
    assert extras.keys() > TOO_HEAVY_FOR_ALL
    assert not everything & set().union(*(extras.pop(name) for name in TOO_HEAVY_FOR_ALL))
    assert len(extras) >= 5
    assert everything == set().union(*extras.values())


def test_without_litellm_a_model_is_a_usage_error_that_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "litellm" else pytest.fail(name))
    with pytest.raises(UsageError, match=r"pip install 'pytest-cookie\[models\]'"):
        Models(ModelSettings(tmp_path, tmp_path)).check("openai/gpt-5")


@pytest.mark.parametrize(
    ("option", "plugin", "extra"),
    [
        ("--html=out.html", "html", "html"),
        ("--alluredir=out", "allure_pytest", "allure"),
        ("--headed", "playwright", "playwright"),
    ],
)
def test_an_option_of_a_plugin_that_is_not_installed_names_its_extra(pytester, option, plugin, extra):
    result = pytester.runpytest_subprocess("-p", f"no:{plugin}", "--model=sample/polished", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{option.partition('=')[0]} needs *pip install 'pytest-cookie[[]{extra}]'*"])
